//! Reads one array of an archive: only its part of the file, and no more of its rows than are asked for.

use super::{CENTRAL_HEADER, CENTRAL_LEN, END_LEN, END_RECORD, LOCAL_LEN};
use std::io::{Read, Seek, SeekFrom};

/// Most bytes of a directory: archives of arrays have a few entries.
const MAX_DIRECTORY: u64 = 1 << 20;
/// Most bytes of the description of an array.
const MAX_HEADER: u64 = 1 << 16;
/// Most numbers that are read.
const MAX_VALUES: u64 = 1 << 27;

/// Reads up to `rows` rows of the two-dimensional `f64` array `name` with `cols` columns.
pub fn read(file: &mut (impl Read + Seek), name: &str, cols: usize, rows: u64) -> Result<Vec<f64>, String> {
    let directory = directory(file)?;
    let (start, size) = entry(&directory, name)?;
    let local = bytes_at(file, start, LOCAL_LEN as u64)?;
    let skip = LOCAL_LEN as u64 + u64::from(half(&local, 26)?) + u64::from(half(&local, 28)?);
    let at = start + skip;
    let (head, shape) = npy_header(file, at, size)?;
    let [found_rows, found_cols] = shape;
    if size.checked_sub(head) != found_rows.checked_mul(found_cols).and_then(|n| n.checked_mul(8)) {
        return Err("the array's shape does not fit its data".into());
    }
    if found_cols != cols as u64 {
        return Err(wrong_width(found_cols, cols));
    }
    // what the archive promises must be there, wanted or not
    let end = file.seek(SeekFrom::End(0)).map_err(|e| e.to_string())?;
    if at + size > end {
        return Err("truncated entry".into());
    }
    let count = found_rows.min(rows) * found_cols;
    if count > MAX_VALUES {
        return Err(format!("{count} numbers are too many: at most {MAX_VALUES} are read; run fewer steps"));
    }
    let data = bytes_at(file, at + head, 8 * count)?;
    Ok(data.chunks_exact(8).map(|b| f64::from_le_bytes(b.try_into().unwrap_or([0; 8]))).collect())
}

/// What to say of a table that has another number of columns than there are controls.
pub fn wrong_width(found: u64, nu: usize) -> String {
    format!("{found} columns of controls, but the model has {nu} controls")
}

fn bytes_at(file: &mut (impl Read + Seek), at: u64, len: u64) -> Result<Vec<u8>, String> {
    file.seek(SeekFrom::Start(at)).map_err(|e| e.to_string())?;
    let mut bytes = vec![];
    file.by_ref().take(len).read_to_end(&mut bytes).map_err(|e| e.to_string())?;
    if bytes.len() as u64 == len { Ok(bytes) } else { Err("truncated entry".into()) }
}

fn half(bytes: &[u8], at: usize) -> Result<u16, String> {
    let two = at.checked_add(2).and_then(|end| bytes.get(at..end)).and_then(|b| b.try_into().ok());
    two.map(u16::from_le_bytes).ok_or_else(|| "truncated entry".into())
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..at.checked_add(4)?).and_then(|b| b.try_into().ok()).map(u32::from_le_bytes)
}

/// The central directory, found by the end record, which a comment may follow.
fn directory(file: &mut (impl Read + Seek)) -> Result<Vec<u8>, String> {
    let len = file.seek(SeekFrom::End(0)).map_err(|e| e.to_string())?;
    let tail = bytes_at(file, len.saturating_sub(0xffff + END_LEN as u64), len.min(0xffff + END_LEN as u64))?;
    let missing = || "not a zip archive".to_string();
    let last = tail.len().checked_sub(END_LEN).ok_or_else(missing)?;
    let end = (0..=last).rev().find(|&i| word(&tail, i) == Some(END_RECORD)).ok_or_else(missing)?;
    let (size, start) = word(&tail, end + 12).zip(word(&tail, end + 16)).ok_or_else(missing)?;
    if u64::from(size) > MAX_DIRECTORY {
        return Err("the archive is larger than 4 GiB or has too many entries".into());
    }
    bytes_at(file, u64::from(start), u64::from(size)).map_err(|_| "truncated directory".to_string())
}

/// Where the entry of an array starts, and the size of its data.
fn entry(directory: &[u8], name: &str) -> Result<(u64, u64), String> {
    let wanted = format!("{name}.npy");
    let mut at = 0;
    while word(directory, at) == Some(CENTRAL_HEADER) {
        let header = directory.get(at..at + CENTRAL_LEN).ok_or("truncated directory")?;
        let name_len = usize::from(half(header, 28)?);
        let found = directory.get(at + CENTRAL_LEN..at + CENTRAL_LEN + name_len).ok_or("truncated directory")?;
        if found == wanted.as_bytes() {
            if half(header, 10)? != 0 {
                return Err(format!("array '{name}' is compressed: save it with numpy.savez"));
            }
            let (size, start) = word(header, 24).zip(word(header, 42)).ok_or("truncated directory")?;
            return Ok((u64::from(start), u64::from(size)));
        }
        at += CENTRAL_LEN + name_len + usize::from(half(header, 30)?) + usize::from(half(header, 32)?);
    }
    Err(format!("there is no array '{name}' in it"))
}

/// Length of the header of an array, and the two dimensions it describes.
fn npy_header(file: &mut (impl Read + Seek), at: u64, size: u64) -> Result<(u64, [u64; 2]), String> {
    let magic = bytes_at(file, at, size.min(12))?;
    if magic.get(..6) != Some(b"\x93NUMPY".as_slice()) {
        return Err("not a .npy array".into());
    }
    let (len, start) = match magic.get(6..12) {
        Some([1, _, a, b, ..]) => (u64::from(u16::from_le_bytes([*a, *b])), 10),
        Some([_, _, a, b, c, d]) => (u64::from(u32::from_le_bytes([*a, *b, *c, *d])), 12),
        _ => return Err("truncated array header".into()),
    };
    if len > MAX_HEADER {
        return Err("the array's header is too long".into());
    }
    let header = bytes_at(file, at + start, len).map_err(|_| "truncated array header".to_string())?;
    let header = String::from_utf8_lossy(&header);
    if !header.contains("'<f8'") || header.contains("'fortran_order': True") {
        return Err("the array must be of type float64 in C order".into());
    }
    let shape = header
        .split_once('(')
        .and_then(|(_, rest)| rest.split_once(')'))
        .map(|(dims, _)| dims.split(',').filter_map(|d| d.trim().parse::<u64>().ok()).collect::<Vec<_>>());
    match shape.as_deref() {
        Some(&[rows, cols]) => Ok((start + len, [rows, cols])),
        _ => Err("the array must have two dimensions".into()),
    }
}
