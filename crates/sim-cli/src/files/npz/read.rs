//! Reads one array of an archive, stored or deflated: only its part of the file, and no more of its rows than are asked for.
//!
//! `rawzip` finds the entry: it searches a bounded part of the file, walks the directory in a buffer of ours and keeps
//! nothing. The crate `zip` keeps a record of every entry and of every signature that it comes across while it searches, so a
//! hostile file decides how much memory and time it takes. The few words of an array's header are read here: libraries for .npy
//! bring a grammar of Python's literals along.

use crate::report::counted;
use flate2::read::DeflateDecoder;
use rawzip::{CompressionMethod, RECOMMENDED_BUFFER_SIZE, ReaderAt, ZipArchive, ZipArchiveEntryWayfinder, ZipLocator};
use std::io::{self, Read};

/// Most bytes of a directory: archives of arrays have a few entries.
const MAX_DIRECTORY: u64 = 1 << 20;
/// Most bytes after the directory: the end record and its comment.
const MAX_END: u64 = 0xffff + 22;
/// Most bytes of the description of an array.
const MAX_HEADER: usize = 1 << 16;
/// Most numbers that are read.
const MAX_VALUES: u64 = 1 << 27;
/// Most numbers that are unpacked: a file of a hundred kilobytes may hold as many.
const MAX_UNPACKED: u64 = 1 << 24;
/// The most that deflate makes of a byte: 258 of them by a code of two bits.
const MAX_RATIO: u64 = 1032;
/// Most bytes of a text, four for each letter: longer than any path.
const MAX_TEXT: u64 = 1 << 16;
/// Numbers that are read at once.
const BLOCK: usize = 1 << 13;

/// Reads up to `rows` rows of the two-dimensional array `name` with `cols` columns from a file of `len` bytes.
pub fn read(file: impl ReaderAt, len: u64, name: &str, cols: usize, rows: u64) -> Result<Vec<f64>, String> {
    open(file, len, name, |data, size, most| array(data, size, Some((name, cols)), rows, most))
}

/// Whether there is an array of that name.
pub fn has(file: impl ReaderAt, len: u64, name: &str) -> Result<bool, String> {
    let mut buffer = vec![0; RECOMMENDED_BUFFER_SIZE];
    let archive = locate(file, len, &mut buffer)?;
    find(&archive, &mut buffer, name).map(|found| found.is_some())
}

/// Reads an array of one dimension.
pub fn read_single(file: impl ReaderAt, len: u64, name: &str, rows: u64) -> Result<Vec<f64>, String> {
    open(file, len, name, |data, size, most| array(data, size, None, rows, most))
}

/// Reads a text, which is an array without dimensions, as code points.
pub fn read_text(file: impl ReaderAt, len: u64, name: &str) -> Result<Vec<u32>, String> {
    open(file, len, name, |mut data, size, _| {
        let (head, header) = npy_header(&mut data)?;
        if !header.contains("'<U") || !header.contains("'shape': ()") {
            return Err("the array must be a text".into());
        }
        let count = size.checked_sub(head).filter(|bytes| *bytes <= MAX_TEXT).ok_or("the text is too long")?;
        let mut bytes = vec![0; count as usize];
        data.read_exact(&mut bytes).map_err(|e| broken(&e))?;
        let letters = bytes.chunks_exact(4).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]));
        Ok(letters.take_while(|code| *code != 0).collect())
    })
}

/// Finds an entry and hands it over: its bytes, how many they are, and the most numbers that may be read.
fn open<T>(
    file: impl ReaderAt,
    len: u64,
    name: &str,
    work: impl FnOnce(&mut dyn Read, u64, u64) -> Result<T, String>,
) -> Result<T, String> {
    let mut buffer = vec![0; RECOMMENDED_BUFFER_SIZE];
    let archive = locate(file, len, &mut buffer)?;
    let found = find(&archive, &mut buffer, name)?;
    let (place, method) = found.ok_or_else(|| format!("there is no array '{name}' in it"))?;
    let entry = archive.get_entry(place).map_err(|_| "truncated entry")?;
    let (start, end) = entry.compressed_data_range();
    // what the archive promises must be there, wanted or not
    if end > archive.directory_offset() {
        return Err("truncated entry".into());
    }
    let (packed, size) = (end - start, place.uncompressed_size_hint());
    let (possible, most) = match method {
        CompressionMethod::STORE => (packed == size, MAX_VALUES),
        CompressionMethod::DEFLATE => (size / MAX_RATIO <= packed, MAX_UNPACKED),
        _ => return Err(format!("array '{name}' is packed in another way than numpy does: save it with numpy.savez")),
    };
    if !possible {
        return Err(format!("array '{name}' cannot have the size that the archive tells"));
    }
    // checks sum and size where the array is read to its end
    if method == CompressionMethod::STORE {
        work(&mut entry.verifying_reader(entry.reader()), size, most)
    } else {
        work(&mut entry.verifying_reader(DeflateDecoder::new(entry.reader())), size, most)
    }
}

/// Finds the directory of an archive.
fn locate<R: ReaderAt>(file: R, len: u64, buffer: &mut [u8]) -> Result<ZipArchive<R>, String> {
    let locator = ZipLocator::new().max_search_space(MAX_END);
    locator.locate_in_reader(file, buffer, len).map_err(|_| "not a zip archive".into())
}

/// What to say of a table that has another number of columns than there are controls.
pub fn wrong_width(found: u64, nu: usize) -> String {
    format!("{} of controls, but the model has {}", counted(found, "column"), counted(nu, "control"))
}

/// Place and compression of an array. `None`: it does not exist.
fn find(
    archive: &ZipArchive<impl ReaderAt>,
    buffer: &mut [u8],
    name: &str,
) -> Result<Option<(ZipArchiveEntryWayfinder, CompressionMethod)>, String> {
    let wanted = format!("{name}.npy");
    let first = archive.directory_offset();
    let mut entries = archive.entries(buffer);
    while let Some(entry) = entries.next_entry().map_err(|_| "truncated directory")? {
        if entry.central_directory_offset().saturating_sub(first) > MAX_DIRECTORY {
            return Err("the archive has too many entries".into());
        }
        if entry.file_path().as_ref() == wanted.as_bytes() {
            return Ok(Some((entry.wayfinder(), entry.compression_method())));
        }
    }
    Ok(None)
}

/// The rows of an array of `size` bytes in all, of which no more than `most` numbers are read. Without the name and number of its
/// columns it has one dimension.
fn array(
    data: &mut dyn Read,
    size: u64,
    cols: Option<(&str, usize)>,
    rows: u64,
    most: u64,
) -> Result<Vec<f64>, String> {
    let (head, header) = npy_header(data)?;
    let width = number_bytes(&header)?;
    let [found_rows, found_cols] = shape(&header, cols.is_some())?;
    if size.checked_sub(head) != found_rows.checked_mul(found_cols).and_then(|n| n.checked_mul(width as u64)) {
        return Err("the array's shape does not fit its data".into());
    }
    match cols {
        Some(("ctrl", cols)) if found_cols != cols as u64 => return Err(wrong_width(found_cols, cols)),
        Some((_, cols)) if found_cols != cols as u64 => {
            return Err(format!("{found_cols} columns, but the model has {cols} such numbers"));
        }
        _ => {}
    }
    let count = found_rows.min(rows) * found_cols;
    if count > most {
        return Err(format!("has {count} numbers: the limit is {most}; run fewer steps"));
    }
    let mut values = vec![];
    let mut block = vec![0; width * BLOCK];
    let mut left = usize::try_from(count).map_err(|_| "the array is too large")?;
    values.try_reserve_exact(left).map_err(|_| "the array is too large")?;
    while left > 0 {
        let bytes = &mut block[..width * left.min(BLOCK)];
        data.read_exact(bytes).map_err(|e| broken(&e))?;
        values.extend(bytes.chunks_exact(width).map(|bytes| match bytes {
            &[a, b, c, d] => f64::from(f32::from_le_bytes([a, b, c, d])),
            bytes => f64::from_le_bytes(bytes.try_into().unwrap_or([0; 8])),
        }));
        left -= bytes.len() / width;
    }
    Ok(values)
}

/// What to say of data that cannot be read.
fn broken(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => "truncated entry".into(),
        _ => format!("damaged entry: {error}"),
    }
}

/// Length of the header of an array, and its text.
fn npy_header(data: &mut dyn Read) -> Result<(u64, String), String> {
    let truncated = |_| "truncated array header".to_string();
    let mut magic = [0; 8];
    data.read_exact(&mut magic).map_err(|_| "not a .npy array")?;
    let (b"\x93NUMPY", version) = magic.split_at(6) else { return Err("not a .npy array".into()) };
    let mut len = [0; 4];
    let digits = if version[0] == 1 { 2 } else { 4 };
    data.read_exact(&mut len[..digits]).map_err(truncated)?;
    let len = u32::from_le_bytes(len) as usize;
    if len > MAX_HEADER {
        return Err("the array's header is too long".into());
    }
    let mut header = vec![0; len];
    data.read_exact(&mut header).map_err(truncated)?;
    Ok(((8 + digits + len) as u64, String::from_utf8_lossy(&header).into_owned()))
}

/// Bytes of a number of an array.
fn number_bytes(header: &str) -> Result<usize, String> {
    let types = [("'<f8'", 8), ("'<f4'", 4)].into_iter().find(|(name, _)| header.contains(name));
    match types {
        Some((_, bytes)) if !header.contains("'fortran_order': True") => Ok(bytes),
        _ => Err("the array must be of type float64 or float32 in C order".into()),
    }
}

/// Rows and columns of an array of numbers, which has two dimensions or one.
fn shape(header: &str, two: bool) -> Result<[u64; 2], String> {
    let dimensions = header
        .split_once('(')
        .and_then(|(_, rest)| rest.split_once(')'))
        .map(|(dims, _)| dims.split(',').filter_map(|d| d.trim().parse::<u64>().ok()).collect::<Vec<_>>());
    match dimensions.as_deref() {
        Some(&[rows, cols]) if two => Ok([rows, cols]),
        Some(&[rows]) if !two => Ok([rows, 1]),
        _ if two => Err("the array must have two dimensions".into()),
        _ => Err("the array must have one dimension".into()),
    }
}
