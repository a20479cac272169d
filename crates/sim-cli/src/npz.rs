//! NumPy's .npz: a zip archive of .npy arrays. Writes stored (uncompressed) entries, as `numpy.savez` does, and reads
//! back one array of such an archive.
//!
//! Layout: per entry a local header, its name and its bytes; then the central directory; then its end record.

use std::io::{self, Write};

const LOCAL_HEADER: u32 = 0x0403_4b50;
const CENTRAL_HEADER: u32 = 0x0201_4b50;
const END_RECORD: u32 = 0x0605_4b50;
/// Sizes of the fixed parts of the records.
const LOCAL_LEN: usize = 30;
const CENTRAL_LEN: usize = 46;
const END_LEN: usize = 22;
/// The first day a zip archive can name, so that equal runs give equal files.
const DOS_DATE: u16 = 0x21;

/// Writes arrays one by one to an archive.
#[derive(Debug)]
pub struct Writer<W: Write> {
    out: W,
    offset: u64,
    directory: Vec<u8>,
    entries: u16,
}

impl<W: Write> Writer<W> {
    /// An empty archive.
    pub fn new(out: W) -> Self {
        Self { out, offset: 0, directory: vec![], entries: 0 }
    }

    /// Adds an array of `f64`, row-major.
    pub fn array(&mut self, name: &str, shape: &[usize], values: &[f64]) -> io::Result<()> {
        let mut bytes = npy_header(shape);
        bytes.reserve(values.len() * 8);
        for value in values {
            bytes.extend_from_slice(&value.to_le_bytes());
        }
        self.entry(&format!("{name}.npy"), &bytes)
    }

    fn entry(&mut self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let too_large = || io::Error::other("the recording does not fit an .npz file (4 GiB): record fewer steps");
        let size = u32::try_from(bytes.len()).map_err(|_| too_large())?;
        let offset = u32::try_from(self.offset).map_err(|_| too_large())?;
        let name_len = u16::try_from(name.len()).map_err(|_| too_large())?;
        // version needed, flags, method (stored), time, date, crc, sizes, name, extra: common to both headers
        let mut common = vec![];
        for half in [20u16, 0, 0, 0, DOS_DATE] {
            common.extend_from_slice(&half.to_le_bytes());
        }
        for word in [crc32fast::hash(bytes), size, size] {
            common.extend_from_slice(&word.to_le_bytes());
        }
        common.extend_from_slice(&name_len.to_le_bytes());
        common.extend_from_slice(&0u16.to_le_bytes());

        self.out.write_all(&LOCAL_HEADER.to_le_bytes())?;
        self.out.write_all(&common)?;
        self.out.write_all(name.as_bytes())?;
        self.out.write_all(bytes)?;
        self.offset += (LOCAL_LEN + name.len() + bytes.len()) as u64;

        self.directory.extend_from_slice(&CENTRAL_HEADER.to_le_bytes());
        self.directory.extend_from_slice(&20u16.to_le_bytes());
        self.directory.extend_from_slice(&common);
        // comment, disk, internal and external attributes
        self.directory.extend_from_slice(&[0; 10]);
        self.directory.extend_from_slice(&offset.to_le_bytes());
        self.directory.extend_from_slice(name.as_bytes());
        self.entries += 1;
        Ok(())
    }

    /// Writes the directory and closes the archive.
    pub fn finish(mut self) -> io::Result<()> {
        let too_large = |_| io::Error::other("the recording does not fit an .npz file (4 GiB): record fewer steps");
        let start = u32::try_from(self.offset).map_err(too_large)?;
        let size = u32::try_from(self.directory.len()).map_err(too_large)?;
        self.out.write_all(&self.directory)?;
        self.out.write_all(&END_RECORD.to_le_bytes())?;
        self.out.write_all(&[0; 4])?;
        self.out.write_all(&self.entries.to_le_bytes())?;
        self.out.write_all(&self.entries.to_le_bytes())?;
        self.out.write_all(&size.to_le_bytes())?;
        self.out.write_all(&start.to_le_bytes())?;
        self.out.write_all(&[0; 2])?;
        self.out.flush()
    }
}

/// Magic, version 1.0, and the description padded so that the data start at a multiple of 64.
fn npy_header(shape: &[usize]) -> Vec<u8> {
    let dims: String = shape.iter().map(|n| format!("{n},")).collect();
    let mut text = format!("{{'descr': '<f8', 'fortran_order': False, 'shape': ({dims}), }}");
    while !(10 + text.len() + 1).is_multiple_of(64) {
        text.push(' ');
    }
    text.push('\n');
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend_from_slice(&(text.len() as u16).to_le_bytes());
    bytes.extend_from_slice(text.as_bytes());
    bytes
}

/// A two-dimensional array: rows of equal length.
#[derive(Debug, PartialEq)]
pub struct Table {
    /// Entries per row.
    pub cols: usize,
    /// All rows, one after another.
    pub values: Vec<f64>,
}

/// Reads the two-dimensional `f64` array `name` of an archive.
pub fn read(bytes: &[u8], name: &str) -> Result<Table, String> {
    let wanted = format!("{name}.npy");
    let mut at = find_directory(bytes).ok_or("not a zip archive")?;
    while word(bytes, at) == Some(CENTRAL_HEADER) {
        let header = bytes.get(at..at + CENTRAL_LEN).ok_or("truncated directory")?;
        let name_len = usize::from(u16::from_le_bytes([header[28], header[29]]));
        let skip = |i: usize| usize::from(u16::from_le_bytes([header[i], header[i + 1]]));
        let entry = bytes.get(at + CENTRAL_LEN..at + CENTRAL_LEN + name_len).ok_or("truncated directory")?;
        if entry == wanted.as_bytes() {
            if skip(10) != 0 {
                return Err(format!("array '{name}' is compressed: save it with numpy.savez"));
            }
            let size = word(header, 24).unwrap_or(0) as usize;
            let local = word(header, 42).unwrap_or(0) as usize;
            let local_header = bytes.get(local..local + LOCAL_LEN).ok_or("truncated entry")?;
            let extra = |i: usize| usize::from(u16::from_le_bytes([local_header[i], local_header[i + 1]]));
            let start = local + LOCAL_LEN + extra(26) + extra(28);
            let end = start.checked_add(size).ok_or("truncated entry")?;
            return parse_npy(bytes.get(start..end).ok_or("truncated entry")?);
        }
        at += CENTRAL_LEN + name_len + skip(30) + skip(32);
    }
    Err(format!("there is no array '{name}' in it"))
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..at.checked_add(4)?).and_then(|b| b.try_into().ok()).map(u32::from_le_bytes)
}

/// Start of the central directory, from the end record, which a comment may follow.
fn find_directory(bytes: &[u8]) -> Option<usize> {
    let last = bytes.len().checked_sub(END_LEN)?;
    let first = last.saturating_sub(usize::from(u16::MAX));
    let end = (first..=last).rev().find(|&i| word(bytes, i) == Some(END_RECORD))?;
    word(bytes, end + 16).map(|offset| offset as usize)
}

fn parse_npy(bytes: &[u8]) -> Result<Table, String> {
    if bytes.get(..6) != Some(b"\x93NUMPY".as_slice()) {
        return Err("not a .npy array".into());
    }
    let (len, start) = match bytes.get(6..12) {
        Some([1, _, a, b, ..]) => (usize::from(u16::from_le_bytes([*a, *b])), 10),
        Some([_, _, a, b, c, d]) => (u32::from_le_bytes([*a, *b, *c, *d]) as usize, 12),
        _ => return Err("truncated array header".into()),
    };
    let header = bytes.get(start..start + len).ok_or("truncated array header")?;
    let header = String::from_utf8_lossy(header);
    if !header.contains("'<f8'") || header.contains("'fortran_order': True") {
        return Err("the array must be of type float64 in C order".into());
    }
    let shape = header
        .split_once('(')
        .and_then(|(_, rest)| rest.split_once(')'))
        .map(|(dims, _)| dims.split(',').filter_map(|d| d.trim().parse::<usize>().ok()).collect::<Vec<_>>());
    let Some([rows, cols]) = shape.as_deref() else {
        return Err("the array must have two dimensions".into());
    };
    let data = bytes.get(start + len..).unwrap_or(&[]);
    if rows.checked_mul(*cols).and_then(|n| n.checked_mul(8)) != Some(data.len()) {
        return Err("the array's shape does not fit its data".into());
    }
    let values = data.chunks_exact(8).map(|b| f64::from_le_bytes(b.try_into().unwrap_or([0; 8]))).collect();
    Ok(Table { cols: *cols, values })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn archive() -> Vec<u8> {
        let mut bytes = vec![];
        let mut writer = Writer::new(&mut bytes);
        writer.array("time", &[3], &[0.0, 0.1, 0.2]).unwrap();
        writer.array("ctrl", &[3, 2], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]).unwrap();
        writer.finish().unwrap();
        bytes
    }

    #[test]
    fn an_array_comes_back() {
        let table = read(&archive(), "ctrl").unwrap();
        assert_eq!(table, Table { cols: 2, values: vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0] });
    }

    #[test]
    fn data_start_aligned() {
        assert_eq!(npy_header(&[3, 2]).len() % 64, 0);
    }

    #[test]
    fn bad_archives_are_errors() {
        assert!(read(b"", "ctrl").is_err());
        assert!(read(&archive(), "qpos").unwrap_err().contains("no array"));
        assert!(read(&archive(), "time").unwrap_err().contains("two dimensions"));
        let whole = archive();
        for cut in 0..whole.len() {
            assert!(read(&whole[..cut], "ctrl").is_err());
        }
        // flipped bytes may read as other numbers, but never panic
        for i in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[i] ^= 0xff;
            let _ = read(&bytes, "ctrl");
        }
    }
}
