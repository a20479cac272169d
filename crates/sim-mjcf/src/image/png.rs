//! PNG files to 8-bit grey, RGB or RGBA.
//!
//! Conversions follow the reference's decoder: 16-bit samples keep their high byte, colour to grey keeps
//! red, grey to colour repeats, transparency matters only when alpha is asked for.

use super::MAX_IMAGE_BYTES;
use super::unpack::Parts;
use png::{BitDepth, ColorType, DecodeOptions, Decoder, Info, Limits};
use std::io::Cursor;

/// Most bytes that deflate can expand one byte into.
pub(super) const MAX_EXPANSION: u64 = 1032;

/// What is known before pixels are decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// Whether the file declares sRGB.
    pub(crate) srgb: bool,
}

/// Reads the size and colour space of a file; refuses sizes that the file cannot hold.
pub(crate) fn header(bytes: &[u8]) -> Result<Header, String> {
    let parts = Parts::of(bytes).map_err(unusable)?;
    let size = Size::of(&parts.head(), bytes.len())?;
    Ok(Header { width: size.width, height: size.height, srgb: parts.srgb })
}

/// Decodes into `out`, which has `channels` (1 grey, 3 RGB, 4 RGBA) bytes for every pixel.
pub(crate) fn decode(bytes: &[u8], channels: usize, out: &mut [u8]) -> Result<(), String> {
    let parts = Parts::of(bytes).map_err(unusable)?;
    let mut plain = parts.head();
    let size = Size::of(&plain, bytes.len())?;
    parts.append_pixels(size.stored, &mut plain).map_err(unusable)?;
    let mut reader = decoder(&plain).read_info().map_err(text)?;
    let info = reader.info();
    let (width, height) = (info.width as usize, info.height as usize);
    if Some(out.len()) != width.checked_mul(height).and_then(|pixels| pixels.checked_mul(channels)) {
        return Err("its size changed while it was read".into());
    }
    let as_stored = info.bit_depth == BitDepth::Eight
        && matches!(
            (info.color_type, channels),
            (ColorType::Grayscale, 1) | (ColorType::Rgb, 3) | (ColorType::Rgba, 4)
        );
    if as_stored {
        reader.next_frame(out).map_err(text)?;
    } else {
        let convert = Conversion::new(info, channels);
        let stride = width * channels;
        if info.interlaced {
            let size = reader.output_buffer_size().ok_or("too large")?;
            let mut stored = vec![0; size];
            let line = reader.next_frame(&mut stored).map_err(text)?.line_size;
            for (row, out) in stored.chunks_exact(line.max(1)).zip(out.chunks_exact_mut(stride)) {
                convert.row(row, out);
            }
        } else {
            for out in out.chunks_exact_mut(stride) {
                let row = reader.next_row().map_err(text)?.ok_or("it ends before its last row")?;
                convert.row(row.data(), out);
            }
        }
    }
    reader.finish().map_err(text)
}

fn text(error: png::DecodingError) -> String {
    unusable(error.to_string())
}

fn unusable(why: String) -> String {
    format!("not a usable PNG: {why}")
}

/// Makes a reader that skips checksums, which are checked already.
fn decoder(bytes: &[u8]) -> Decoder<Cursor<&[u8]>> {
    let mut options = DecodeOptions::default();
    options.set_ignore_checksums(true);
    let mut decoder = Decoder::new_with_options(Cursor::new(bytes), options);
    decoder.set_limits(Limits { bytes: usize::try_from(MAX_IMAGE_BYTES).unwrap_or(usize::MAX) });
    decoder
}

/// Size of the pixels, from the header.
struct Size {
    width: usize,
    height: usize,
    /// Bytes that all rows take before they are packed.
    stored: usize,
}

impl Size {
    /// Reads the header, with the checks that must come before anything is allocated; `bytes` are those of the whole file.
    fn of(head: &[u8], bytes: usize) -> Result<Self, String> {
        let mut decoder = decoder(head);
        let info = decoder.read_header_info().map_err(text)?;
        let (width, height) = (info.width, info.height);
        let bits = info.bit_depth as u64 * info.color_type.samples() as u64;
        let stored = if info.interlaced { interlaced_rows(width, height, bits) } else { rows(width, height, bits) };
        if stored / MAX_EXPANSION > bytes as u64 {
            return Err(format!(
                "its header claims {width} x {height} pixels, more than a file of {bytes} bytes can hold"
            ));
        }
        if u64::from(width).saturating_mul(u64::from(height)) > MAX_IMAGE_BYTES || stored > MAX_IMAGE_BYTES {
            return Err(format!("{width} x {height} pixels exceed the limit of {MAX_IMAGE_BYTES} bytes per image"));
        }
        let stored = usize::try_from(stored).map_err(|_| "too large")?;
        Ok(Self { width: width as usize, height: height as usize, stored })
    }
}

/// Bytes of an image stored by rows, each with one byte for its filter.
fn rows(width: u32, height: u32, bits: u64) -> u64 {
    if width == 0 { 0 } else { ((u64::from(width) * bits).div_ceil(8) + 1).saturating_mul(u64::from(height)) }
}

/// Bytes of an interlaced image: seven smaller images, each with a share of the pixels.
fn interlaced_rows(width: u32, height: u32, bits: u64) -> u64 {
    const PASSES: [[u32; 4]; 7] =
        [[0, 8, 0, 8], [4, 8, 0, 8], [0, 4, 4, 8], [2, 4, 0, 4], [0, 2, 2, 4], [1, 2, 0, 2], [0, 1, 1, 2]];
    let count = |size: u32, first: u32, step: u32| size.saturating_sub(first).div_ceil(step);
    PASSES
        .iter()
        .map(|&[x, dx, y, dy]| rows(count(width, x, dx), count(height, y, dy), bits))
        .fold(0, u64::saturating_add)
}

/// From stored rows to rows of 8-bit grey, RGB or RGBA.
struct Conversion {
    channels: usize,
    color: ColorType,
    depth: usize,
    /// Colours of all stored values, for palettes and for grey up to 8 bits.
    table: Vec<[u8; 4]>,
    /// Stored bytes of the colour that is transparent.
    key: Option<Vec<u8>>,
}

impl Conversion {
    fn new(info: &Info<'_>, channels: usize) -> Self {
        let depth = info.bit_depth as usize;
        let key = info.trns.as_ref().map(|bytes| bytes.to_vec());
        let table = match info.color_type {
            ColorType::Indexed => palette(info),
            ColorType::Grayscale if depth <= 8 => {
                let top = (1usize << depth) - 1;
                let transparent = key.as_ref().and_then(|key| key.first().copied());
                (0..=top)
                    .map(|value| {
                        let grey = (value * 255 / top) as u8;
                        [grey, grey, grey, if transparent == Some(value as u8) { 0 } else { 255 }]
                    })
                    .collect()
            }
            _ => vec![],
        };
        Self { channels, color: info.color_type, depth, table, key }
    }

    fn row(&self, row: &[u8], out: &mut [u8]) {
        match self.channels {
            1 => self.row_of::<1>(row, out),
            3 => self.row_of::<3>(row, out),
            _ => self.row_of::<4>(row, out),
        }
    }

    fn row_of<const CHANNELS: usize>(&self, row: &[u8], out: &mut [u8]) {
        // the high byte of each sample comes first
        let sample = self.depth / 8;
        let alpha = |stored: &[u8]| if self.key.as_deref() == Some(stored) { 0 } else { 255 };
        match self.color {
            ColorType::Indexed => self.look_up::<CHANNELS>(row, out),
            ColorType::Grayscale if self.depth <= 8 => self.look_up::<CHANNELS>(row, out),
            ColorType::Grayscale => each::<CHANNELS>(row, sample, out, |p| [p[0], p[0], p[0], alpha(p)]),
            ColorType::GrayscaleAlpha => each::<CHANNELS>(row, 2 * sample, out, |p| [p[0], p[0], p[0], p[sample]]),
            ColorType::Rgb => each::<CHANNELS>(row, 3 * sample, out, |p| [p[0], p[sample], p[2 * sample], alpha(p)]),
            ColorType::Rgba => {
                each::<CHANNELS>(row, 4 * sample, out, |p| [p[0], p[sample], p[2 * sample], p[3 * sample]]);
            }
        }
    }

    fn look_up<const CHANNELS: usize>(&self, row: &[u8], out: &mut [u8]) {
        // several pixels share a byte, the first in its high bits
        let per_byte = 8 / self.depth.clamp(1, 8);
        let mask = ((1u16 << self.depth.clamp(1, 8)) - 1) as u8;
        let values = row.iter().flat_map(|&byte| {
            (0..per_byte).map(move |i| byte.checked_shr((8 - (i + 1) * (8 / per_byte)) as u32).unwrap_or(0) & mask)
        });
        for (value, out) in values.zip(out.chunks_exact_mut(CHANNELS)) {
            let pixel = self.table.get(value as usize).copied().unwrap_or([0, 0, 0, 255]);
            out.copy_from_slice(&pixel[..CHANNELS]);
        }
    }
}

fn each<const CHANNELS: usize>(row: &[u8], step: usize, out: &mut [u8], pixel: impl Fn(&[u8]) -> [u8; 4]) {
    for (stored, out) in row.chunks_exact(step.max(1)).zip(out.chunks_exact_mut(CHANNELS)) {
        out.copy_from_slice(&pixel(stored)[..CHANNELS]);
    }
}

fn palette(info: &Info<'_>) -> Vec<[u8; 4]> {
    let alphas = info.trns.as_deref().unwrap_or(&[]);
    let colours = info.palette.as_deref().unwrap_or(&[]).chunks_exact(3);
    colours.enumerate().map(|(i, c)| [c[0], c[1], c[2], alphas.get(i).copied().unwrap_or(255)]).collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Makes a PNG with the library's encoder.
    pub(crate) fn encode(width: u32, height: u32, color: ColorType, depth: BitDepth, data: &[u8]) -> Vec<u8> {
        let mut out = vec![];
        let mut encoder = png::Encoder::new(&mut out, width, height);
        encoder.set_color(color);
        encoder.set_depth(depth);
        encoder.write_header().unwrap().write_image_data(data).unwrap();
        out
    }

    #[test]
    fn sixteen_bit_colour_becomes_grey_by_its_red_high_byte() {
        let file = encode(2, 1, ColorType::Rgb, BitDepth::Sixteen, &[9, 200, 1, 1, 2, 2, 7, 0, 3, 3, 4, 4]);
        assert_eq!(header(&file), Ok(Header { width: 2, height: 1, srgb: false }));
        let mut grey = [0; 2];
        decode(&file, 1, &mut grey).unwrap();
        assert_eq!(grey, [9, 7]);
    }

    #[test]
    fn packed_grey_is_stretched() {
        let file = encode(3, 1, ColorType::Grayscale, BitDepth::Two, &[0b0111_0000]);
        let mut grey = [0; 3];
        decode(&file, 1, &mut grey).unwrap();
        assert_eq!(grey, [85, 255, 0]);
    }

    #[test]
    fn colours_must_be_in_the_palette() {
        let mut file = vec![];
        let mut encoder = png::Encoder::new(&mut file, 2, 1);
        encoder.set_color(ColorType::Indexed);
        encoder.set_palette(vec![1, 2, 3, 4, 5, 6]);
        encoder.write_header().unwrap().write_image_data(&[1, 0]).unwrap();
        let mut out = [0; 6];
        decode(&file, 3, &mut out).unwrap();
        assert_eq!(out, [4, 5, 6, 1, 2, 3]);
        // the palette is a chunk of 12 + 6 bytes after the header
        let at = file.windows(4).position(|kind| kind == b"PLTE").unwrap() - 4;
        file.drain(at..at + 18);
        assert!(decode(&file, 3, &mut out).unwrap_err().contains("palette"));
    }

    #[test]
    fn data_after_the_end_does_not_matter() {
        let mut file = encode(1, 1, ColorType::Rgb, BitDepth::Eight, &[1, 2, 3]);
        file.extend(b"surplus");
        let mut out = [0; 3];
        assert!(decode(&file, 3, &mut out).is_ok() && out == [1, 2, 3]);
    }

    #[test]
    fn damaged_files_are_errors() {
        let file = encode(8, 8, ColorType::Rgb, BitDepth::Eight, &[7; 192]);
        for end in 0..file.len() {
            assert!(decode(&file[..end], 3, &mut [0; 192]).is_err(), "cut at {end}");
        }
        for i in 0..file.len() {
            let mut broken = file.clone();
            broken[i] ^= 0x10;
            // any outcome is fine as long as it returns
            let _ = decode(&broken, 3, &mut [0; 192]);
        }
    }

    #[test]
    fn wrong_headers_are_refused() {
        let mut file = encode(1, 1, ColorType::Rgb, BitDepth::Eight, &[1, 2, 3]);
        file[16..24].copy_from_slice(&[0x7F, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF]);
        let crc = crc(&file[12..29]);
        file[29..33].copy_from_slice(&crc.to_be_bytes());
        let error = header(&file).unwrap_err();
        assert!(error.contains("claims 2147483647 x 2147483647"), "{error}");
    }

    fn crc(bytes: &[u8]) -> u32 {
        !bytes.iter().fold(!0u32, |crc, &byte| {
            (0..8).fold(crc ^ u32::from(byte), |crc, _| (crc >> 1) ^ (0xEDB8_8320 & (crc & 1).wrapping_neg()))
        })
    }
}
