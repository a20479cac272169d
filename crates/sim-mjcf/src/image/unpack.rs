//! Splits a PNG file into chunks and checks them as MuJoCo's decoder does.
//!
//! Palette and pixels may come in any order and in pieces. Unknown chunks may be damaged, and data after the end is ignored.
//! Known chunks need the right size and checksum, and the pixels exactly as many bytes as the header says.

use super::png::MAX_EXPANSION;
use fdeflate::Decompressor;

const SIGNATURE: [u8; 8] = [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1A, b'\n'];
const HEADER_BYTES: usize = 13;
/// Length, kind and checksum of a chunk.
const FRAME_BYTES: usize = 12;
/// Most bytes of a chunk.
const MAX_CHUNK: usize = 0x7FFF_FFFF;
/// Most bytes of a text or a profile once it is unpacked.
const MAX_TEXT: usize = 1 << 24;
/// Most bytes of an uncompressed block of deflate.
const MAX_STORED: usize = 0xFFFF;

/// How colours are stored, by the header's number.
const GREY: u8 = 0;
const RGB: u8 = 2;
const INDEXED: u8 = 3;
const GREY_ALPHA: u8 = 4;

/// The chunks that matter for decoding.
#[derive(Debug, Default)]
pub(super) struct Parts<'a> {
    /// Data of `IHDR`.
    header: &'a [u8],
    palette: Option<&'a [u8]>,
    transparency: Option<&'a [u8]>,
    /// Data of all `IDAT`.
    pixels: Vec<&'a [u8]>,
    /// Whether the file declares sRGB.
    pub(super) srgb: bool,
}

/// One chunk.
struct Chunk<'a> {
    kind: [u8; 4],
    data: &'a [u8],
    /// Whether its checksum is right.
    checksum_ok: bool,
}

impl<'a> Chunk<'a> {
    /// The chunk at the beginning of `bytes`, and what follows.
    fn read(bytes: &'a [u8]) -> Result<(Self, &'a [u8]), String> {
        let broken = || "a chunk is broken off at the end of the file".to_string();
        let (&[a, b, c, d, e, f, g, h], rest) = bytes.split_first_chunk::<8>().ok_or_else(broken)?;
        let length = u32::from_be_bytes([a, b, c, d]) as usize;
        if length > MAX_CHUNK || rest.len() < length.saturating_add(FRAME_BYTES - 8) {
            return Err(broken());
        }
        let (data, rest) = rest.split_at(length);
        let (checksum, rest) = rest.split_first_chunk::<4>().ok_or_else(broken)?;
        let checksum_ok = crc32fast::hash(&bytes[4..8 + length]) == u32::from_be_bytes(*checksum);
        Ok((Self { kind: [e, f, g, h], data, checksum_ok }, rest))
    }

    fn name(&self) -> String {
        self.kind.escape_ascii().to_string()
    }

    fn require_checksum(&self) -> Result<(), String> {
        if self.checksum_ok { Ok(()) } else { Err(format!("the checksum of chunk {} is wrong", self.name())) }
    }

    fn must_have(&self, length: usize) -> Result<(), String> {
        if self.data.len() == length {
            return Ok(());
        }
        Err(format!("chunk {} has {} bytes instead of {length}", self.name(), self.data.len()))
    }
}

impl<'a> Parts<'a> {
    /// Splits a file into its chunks.
    pub(super) fn of(bytes: &'a [u8]) -> Result<Self, String> {
        if bytes.is_empty() {
            return Err("the file is empty".into());
        }
        let rest = bytes.strip_prefix(&SIGNATURE).ok_or("its signature is not that of a PNG file")?;
        let (header, mut rest) = Chunk::read(rest)?;
        if header.kind != *b"IHDR" {
            return Err("its first chunk is not the header".into());
        }
        header.must_have(HEADER_BYTES)?;
        header.require_checksum()?;
        let mut parts = Self { header: header.data, ..Self::default() };
        loop {
            let (chunk, after) = Chunk::read(rest)?;
            rest = after;
            if parts.take(&chunk)? {
                chunk.require_checksum()?;
            }
            if chunk.kind == *b"IEND" {
                break;
            }
        }
        if parts.color() == INDEXED && parts.palette.is_none() {
            return Err("its pixels are numbers of colours, but it has no palette".into());
        }
        Ok(parts)
    }

    fn color(&self) -> u8 {
        self.header.get(9).copied().unwrap_or(GREY)
    }

    fn bits(&self) -> u8 {
        self.header.get(8).copied().unwrap_or(0)
    }

    /// Checks a chunk; returns whether its kind is known.
    fn take(&mut self, chunk: &Chunk<'a>) -> Result<bool, String> {
        match &chunk.kind {
            b"IDAT" => self.pixels.push(chunk.data),
            b"IEND" | b"eXIf" => {}
            b"PLTE" => {
                if !(1..=256).contains(&(chunk.data.len() / 3)) {
                    return Err("its palette has no colours or more than 256".into());
                }
                self.palette = Some(chunk.data);
            }
            b"tRNS" => self.check_transparency(chunk)?,
            b"bKGD" => self.check_background(chunk)?,
            b"sBIT" => self.check_significant_bits(chunk)?,
            b"gAMA" | b"cICP" => chunk.must_have(4)?,
            b"cHRM" => chunk.must_have(32)?,
            b"sRGB" => {
                chunk.must_have(1)?;
                self.srgb = true;
            }
            b"pHYs" => chunk.must_have(9)?,
            b"tIME" => chunk.must_have(7)?,
            b"mDCV" => chunk.must_have(24)?,
            b"cLLI" => chunk.must_have(8)?,
            b"tEXt" => _ = keyword(chunk)?,
            b"zTXt" | b"iCCP" => check_packed(chunk)?,
            b"iTXt" => check_international(chunk)?,
            [first, _, third, _] => {
                if !chunk.kind.iter().all(u8::is_ascii_alphabetic) || third.is_ascii_lowercase() {
                    return Err(format!("'{}' cannot be the name of a chunk", chunk.name()));
                }
                if first.is_ascii_uppercase() {
                    return Err(format!("chunk {} is essential, but not known", chunk.name()));
                }
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Transparency must fit the colours.
    fn check_transparency(&mut self, chunk: &Chunk<'a>) -> Result<(), String> {
        match self.color() {
            INDEXED if chunk.data.len() > self.palette.map_or(0, |palette| palette.len() / 3) => {
                return Err("there are more transparencies than colours in the palette".into());
            }
            INDEXED => {}
            GREY => chunk.must_have(2)?,
            RGB => chunk.must_have(6)?,
            _ => return Err("pixels that have alpha leave no room for transparencies".into()),
        }
        self.transparency = Some(chunk.data);
        Ok(())
    }

    fn check_background(&self, chunk: &Chunk<'_>) -> Result<(), String> {
        match self.color() {
            INDEXED => {
                chunk.must_have(1)?;
                let colours = self.palette.map_or(0, |palette| palette.len() / 3);
                if chunk.data.iter().any(|&colour| usize::from(colour) >= colours) {
                    return Err("its background is not in the palette".into());
                }
                Ok(())
            }
            GREY | GREY_ALPHA => chunk.must_have(2),
            _ => chunk.must_have(6),
        }
    }

    fn check_significant_bits(&self, chunk: &Chunk<'_>) -> Result<(), String> {
        let (length, most) = match self.color() {
            GREY => (1, self.bits()),
            INDEXED => (3, 8),
            RGB => (3, self.bits()),
            GREY_ALPHA => (2, self.bits()),
            _ => (4, self.bits()),
        };
        chunk.must_have(length)?;
        if chunk.data.iter().any(|&bits| !(1..=most).contains(&bits)) {
            return Err("chunk sBIT holds a number of bits that samples cannot have".into());
        }
        Ok(())
    }

    /// Returns the file without pixels in its simplest form: signature, header, palette, transparency.
    pub(super) fn head(&self) -> Vec<u8> {
        let mut out = SIGNATURE.to_vec();
        push_chunk(&mut out, *b"IHDR", self.header);
        for (kind, data) in [(*b"PLTE", self.palette), (*b"tRNS", self.transparency)] {
            if let Some(data) = data {
                push_chunk(&mut out, kind, data);
            }
        }
        out
    }

    /// Appends the pixels to [`head`](Self::head), unpacked to exactly `size` bytes.
    pub(super) fn append_pixels(&self, size: usize, out: &mut Vec<u8>) -> Result<(), String> {
        let raw = match self.pixels[..] {
            [alone] => inflate(alone, size)?,
            _ => inflate(&self.pixels.concat(), size)?,
        };
        if raw.len() != size {
            return Err(format!("its pixels take {} bytes or more instead of {size}", raw.len()));
        }
        // each chunk holds a piece in uncompressed blocks
        const PIECE: usize = MAX_STORED << 12;
        out.reserve(size + size / 512 + 1024);
        let mut left = size;
        for (i, piece) in raw.chunks(PIECE).enumerate() {
            let header = if i == 0 { 2 } else { 0 };
            let blocks = piece.len().div_ceil(MAX_STORED);
            left -= piece.len();
            let trailer = if left == 0 { 4 } else { 0 };
            out.extend((header + piece.len() as u32 + 5 * blocks as u32 + trailer).to_be_bytes());
            out.extend(b"IDAT");
            out.extend(&[0x78, 0x01][..header as usize]);
            for (k, block) in piece.chunks(MAX_STORED).enumerate() {
                let length = block.len() as u16;
                out.push(u8::from(left == 0 && k + 1 == blocks));
                out.extend(length.to_le_bytes());
                out.extend((!length).to_le_bytes());
                out.extend(block);
            }
            out.extend(&[0; 4][..trailer as usize]);
            out.extend([0; 4]);
        }
        push_chunk(out, *b"IEND", &[]);
        Ok(())
    }
}

/// Appends a chunk without a checksum: those of the file are checked already.
fn push_chunk(out: &mut Vec<u8>, kind: [u8; 4], data: &[u8]) {
    out.extend((data.len() as u32).to_be_bytes());
    out.extend(kind);
    out.extend(data);
    out.extend([0; 4]);
}

/// Length of the keyword that a text begins with.
fn keyword(chunk: &Chunk<'_>) -> Result<usize, String> {
    let length = chunk.data.iter().position(|&byte| byte == 0).unwrap_or(chunk.data.len());
    if (1..=79).contains(&length) {
        return Ok(length);
    }
    Err(format!("the keyword of chunk {} has {length} bytes; it must have 1 to 79", chunk.name()))
}

/// What follows a keyword and `more` bytes.
fn after_keyword<'a>(chunk: &Chunk<'a>, more: usize) -> Result<&'a [u8], String> {
    let length = chunk.data.iter().position(|&byte| byte == 0).unwrap_or(chunk.data.len());
    if length + more >= chunk.data.len() {
        return Err(format!("the keyword of chunk {} does not end", chunk.name()));
    }
    keyword(chunk)?;
    Ok(&chunk.data[length + 1..])
}

fn check_method(chunk: &Chunk<'_>, method: Option<&u8>) -> Result<(), String> {
    match method {
        Some(0) => Ok(()),
        _ => Err(format!("chunk {} is packed in a way that is not known", chunk.name())),
    }
}

/// Checks a keyword, the number of a method, and the packed data.
fn check_packed(chunk: &Chunk<'_>) -> Result<(), String> {
    let rest = after_keyword(chunk, 2)?;
    check_method(chunk, rest.first())?;
    inflate(rest.get(1..).unwrap_or(&[]), MAX_TEXT).map(|_| ()).map_err(|e| format!("chunk {}: {e}", chunk.name()))
}

/// Checks a keyword, whether and how the text is packed, its language, the translated keyword, the text.
fn check_international(chunk: &Chunk<'_>) -> Result<(), String> {
    if chunk.data.len() < 5 {
        return Err("chunk iTXt is too short".into());
    }
    let rest = after_keyword(chunk, 3)?;
    check_method(chunk, rest.get(1))?;
    if rest.first() == Some(&0) {
        return Ok(());
    }
    let mut text = rest.get(2..).unwrap_or(&[]);
    for _ in 0..2 {
        let end = text.iter().position(|&byte| byte == 0).map_or(text.len(), |end| end + 1);
        text = &text[end..];
    }
    inflate(text, MAX_TEXT).map(|_| ()).map_err(|e| format!("chunk iTXt: {e}"))
}

/// Unpacks a whole zlib stream of at most `most` bytes. A result of one byte more means that it is longer.
fn inflate(packed: &[u8], most: usize) -> Result<Vec<u8>, String> {
    let bad = |e| format!("its packed data are damaged: {e:?}");
    let possible = packed.len().saturating_mul(MAX_EXPANSION as usize);
    let mut out = vec![0; most.min(possible) + 1];
    let (mut stream, mut read, mut written) = (Decompressor::new(), 0, 0);
    stream.ignore_adler32();
    while !stream.is_done() && written < out.len() {
        let (taken, made) = stream.read(&packed[read..], &mut out, written, true).map_err(bad)?;
        (read, written) = (read + taken, written + made);
        if taken == 0 && made == 0 {
            break;
        }
    }
    out.truncate(written);
    if !stream.is_done() {
        return if written > most { Ok(out) } else { Err("its packed data end too soon".into()) };
    }
    // MuJoCo's decoder expects the checksum in the last bytes, wherever the data end
    let checksum = simd_adler32::adler32(&out.as_slice());
    if packed.last_chunk::<4>().is_none_or(|last| u32::from_be_bytes(*last) != checksum) {
        return Err("its packed data do not end with their checksum".into());
    }
    Ok(out)
}
