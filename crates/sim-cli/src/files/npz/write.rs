//! Writes an archive row by row. Where each array lies follows from the number of rows that are planned, so a recording needs no
//! more memory than a block of rows; an archive that ends early is moved together.
//!
//! Libraries write one entry after another, which would take a second copy of the recording in memory or on the disk: a disk that
//! is full would then lose it all. So the records are written here (`records.rs`).

use super::records::{self, Entry};
use crate::report::{bytes, grouped};
use crc32fast::Hasher;
use std::io::{self, Read, Seek, SeekFrom, Write};

/// Bytes of rows that wait to be written.
const BLOCK: usize = 1 << 20;
/// Largest file: what the usual file systems take, with room for headers and directory, which need far less than a MiB.
const MOST_BYTES: u64 = (1 << 44) - (1 << 20);

/// An array of `f64` with an entry, or a row of entries, for each row of the recording.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its name in the archive.
    pub name: &'static str,
    /// Entries per row; without it, the array has one dimension.
    pub width: Option<usize>,
}

impl Field {
    fn bytes(self, rows: u64) -> u64 {
        8 * self.width.unwrap_or(1) as u64 * rows
    }

    /// Length of all that precedes the data: headers and name.
    fn head(self, rows: u64, largest: u64) -> u64 {
        let array = npy_header(self, rows).len() as u64;
        records::local_len(&self.entry(), array + self.bytes(rows), largest) + array
    }

    fn entry(self) -> String {
        format!("{}.npy", self.name)
    }
}

/// An array on its way to the file.
#[derive(Debug)]
struct Column {
    field: Field,
    /// Where its data start while rows are added.
    start: u64,
    /// Bytes in the file, and their checksum.
    written: u64,
    checksum: Hasher,
    waiting: Vec<u8>,
}

/// Writes rows of all arrays to an archive; the file is lent for each call.
#[derive(Debug)]
pub struct Writer {
    columns: Vec<Column>,
    rows: u64,
    rows_waiting: u64,
    waiting: usize,
    /// Sizes and places from here on are written as 64-bit numbers.
    largest: u64,
    /// A text that comes last, with its name.
    text: Option<(&'static str, String)>,
}

impl Writer {
    /// An archive for `rows` rows. An error: it would exceed the largest file.
    pub fn new(fields: &[Field], rows: u64) -> Result<Self, String> {
        Self::with_largest(fields, rows, records::LARGEST)
    }

    /// A writer that switches to 64-bit sizes at another size.
    pub(super) fn with_largest(fields: &[Field], rows: u64, largest: u64) -> Result<Self, String> {
        let width: u64 = fields.iter().map(|field| field.bytes(1)).sum();
        let most = MOST_BYTES / width.max(1);
        if rows > most {
            return Err(format!(
                "{} rows of {} do not fit an .npz file ({}): record at most {} steps, or to a .csv file",
                grouped(rows),
                bytes(width),
                bytes(MOST_BYTES.next_power_of_two()),
                grouped(most)
            ));
        }
        let mut at = 0;
        let column = |field: &Field| {
            let start = at + field.head(rows, largest);
            at = start + field.bytes(rows);
            Column { field: *field, start, written: 0, checksum: Hasher::new(), waiting: vec![] }
        };
        let columns = fields.iter().map(column).collect();
        Ok(Self { columns, rows: 0, rows_waiting: 0, waiting: 0, largest, text: None })
    }

    /// Adds a text, as an array without dimensions.
    pub fn with_text(mut self, name: &'static str, text: String) -> Self {
        self.text = Some((name, text));
        self
    }

    /// Rows that are in the file.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Adds the entries of a row to an array.
    pub fn push(&mut self, column: usize, values: &[f64]) {
        let Some(column) = self.columns.get_mut(column) else { return };
        for value in values {
            column.waiting.extend_from_slice(&value.to_le_bytes());
        }
        self.waiting += 8 * values.len();
    }

    /// Ends a row. Every array has its entries by now.
    pub fn end_row(&mut self, file: &mut (impl Write + Seek)) -> io::Result<()> {
        self.rows_waiting += 1;
        if self.waiting < BLOCK { Ok(()) } else { self.flush(file) }
    }

    /// Writes the rows that wait. After an error none of them counts.
    pub fn flush(&mut self, file: &mut (impl Write + Seek)) -> io::Result<()> {
        for column in &self.columns {
            file.seek(SeekFrom::Start(column.start + column.written))?;
            file.write_all(&column.waiting)?;
        }
        for column in &mut self.columns {
            column.checksum.update(&column.waiting);
            column.written += column.waiting.len() as u64;
            column.waiting.clear();
        }
        self.rows += self.rows_waiting;
        (self.rows_waiting, self.waiting) = (0, 0);
        Ok(())
    }

    /// Completes the archive with the rows that are in the file; where it ends.
    pub fn finish(self, file: &mut (impl Read + Write + Seek)) -> io::Result<u64> {
        let mut directory = vec![];
        let mut at = 0;
        for column in &self.columns {
            let (field, array) = (column.field, npy_header(column.field, self.rows));
            let data = at + field.head(self.rows, self.largest);
            // with fewer rows than planned every array lies nearer to the start
            move_down(file, column.start, data, column.written)?;
            let mut checksum = Hasher::new();
            checksum.update(&array);
            checksum.combine(&column.checksum);
            let size = array.len() as u64 + column.written;
            let entry = Entry { name: field.entry(), checksum: checksum.finalize(), size, at };
            file.seek(SeekFrom::Start(at))?;
            file.write_all(&entry.local(self.largest)?)?;
            file.write_all(&array)?;
            directory.extend(entry.central(self.largest)?);
            at = data + column.written;
        }
        let mut entries = self.columns.len();
        if let Some((name, text)) = &self.text {
            let content = npy_text(text);
            let (size, checksum) = (content.len() as u64, crc32fast::hash(&content));
            let entry = Entry { name: format!("{name}.npy"), checksum, size, at };
            let local = entry.local(self.largest)?;
            file.seek(SeekFrom::Start(at))?;
            file.write_all(&local)?;
            file.write_all(&content)?;
            directory.extend(entry.central(self.largest)?);
            at += local.len() as u64 + size;
            entries += 1;
        }
        let end = records::end(entries, directory.len() as u64, at, self.largest)?;
        file.seek(SeekFrom::Start(at))?;
        file.write_all(&directory)?;
        file.write_all(&end)?;
        file.flush()?;
        Ok(at + (directory.len() + end.len()) as u64)
    }
}

/// Moves bytes towards the start of a file.
fn move_down(file: &mut (impl Read + Write + Seek), from: u64, to: u64, len: u64) -> io::Result<()> {
    if from == to {
        return Ok(());
    }
    let mut buffer = vec![0; BLOCK];
    let mut done = 0;
    while done < len {
        let n = usize::try_from(len - done).unwrap_or(BLOCK).min(BLOCK);
        file.seek(SeekFrom::Start(from + done))?;
        file.read_exact(&mut buffer[..n])?;
        file.seek(SeekFrom::Start(to + done))?;
        file.write_all(&buffer[..n])?;
        done += n as u64;
    }
    Ok(())
}

fn npy_header(field: Field, rows: u64) -> Vec<u8> {
    let width = field.width.map(|width| format!("{width},")).unwrap_or_default();
    npy_preamble("<f8", &format!("{rows},{width}"))
}

/// A text with its header: four bytes for each letter.
fn npy_text(text: &str) -> Vec<u8> {
    let letters = text.chars().count().max(1);
    let mut bytes = npy_preamble(&format!("<U{letters}"), "");
    bytes.extend(text.chars().flat_map(|letter| u32::from(letter).to_le_bytes()));
    if text.is_empty() {
        bytes.extend([0; 4]);
    }
    bytes
}

/// Magic, version 1.0, and the description padded so that the data start at a multiple of 64.
fn npy_preamble(kind: &str, shape: &str) -> Vec<u8> {
    let mut text = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': ({shape}), }}");
    while !(10 + text.len() + 1).is_multiple_of(64) {
        text.push(' ');
    }
    text.push('\n');
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend_from_slice(&(text.len() as u16).to_le_bytes());
    bytes.extend_from_slice(text.as_bytes());
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_start_aligned() {
        for rows in [0, 3, u64::from(u32::MAX)] {
            assert_eq!(npy_header(Field { name: "ctrl", width: Some(2) }, rows).len() % 64, 0);
        }
    }

    #[test]
    fn rows_that_could_not_be_written_do_not_count() {
        let fields = [Field { name: "a", width: None }, Field { name: "b", width: Some(1) }];
        let mut writer = Writer::new(&fields, 9).unwrap();
        for column in 0..2 {
            writer.push(column, &[1.0]);
        }
        let mut file = io::Cursor::new(vec![]);
        writer.end_row(&mut file).unwrap();
        writer.flush(&mut file).unwrap();
        for column in 0..2 {
            writer.push(column, &[2.0]);
        }
        // a file that takes nothing more
        let mut full = io::Cursor::new([0u8; 0]);
        writer.end_row(&mut io::Cursor::new(vec![])).unwrap();
        writer.flush(&mut full).unwrap_err();
        assert_eq!(writer.rows(), 1);
        let end = writer.finish(&mut file).unwrap();
        let mut bytes = file.into_inner();
        bytes.truncate(usize::try_from(end).unwrap());
        assert_eq!(super::super::read(&bytes, bytes.len() as u64, "b", 1, 9), Ok(vec![1.0]));
    }

    /// A file without a disk: what was written, and zeros elsewhere.
    #[derive(Default)]
    struct Sparse {
        parts: Vec<(u64, Vec<u8>)>,
        at: u64,
        len: u64,
    }

    impl Write for Sparse {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.parts.push((self.at, bytes.to_vec()));
            self.at += bytes.len() as u64;
            self.len = self.len.max(self.at);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Seek for Sparse {
        fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
            let SeekFrom::Start(at) = to else { return Err(io::ErrorKind::Unsupported.into()) };
            self.at = at;
            Ok(at)
        }
    }

    impl Read for Sparse {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("an archive that is as long as planned is not moved"))
        }
    }

    impl rawzip::ReaderAt for Sparse {
        fn read_at(&self, out: &mut [u8], at: u64) -> io::Result<usize> {
            let len = usize::try_from(self.len.saturating_sub(at)).unwrap().min(out.len());
            for (i, byte) in out[..len].iter_mut().enumerate() {
                let at = at + i as u64;
                let of = |(start, bytes): &(u64, Vec<u8>)| {
                    at.checked_sub(*start).and_then(|i| bytes.get(usize::try_from(i).ok()?).copied())
                };
                *byte = self.parts.iter().rev().find_map(of).unwrap_or(0);
            }
            Ok(len)
        }
    }

    #[test]
    fn archives_beyond_four_gigabytes_come_back() {
        let fields = [Field { name: "a", width: Some(2) }, Field { name: "b", width: Some(1) }];
        // one array that is too large for 32 bits, then two that begin beyond them
        for rows in [1u64 << 29, (1 << 28) + 1, 1 << 28, (1 << 28) - 20, 1 << 27] {
            let mut file = Sparse::default();
            let mut writer = Writer::new(&fields, rows).unwrap();
            for (column, values) in [(0, &[1.0, 2.0][..]), (1, &[3.0])] {
                writer.push(column, values);
            }
            writer.end_row(&mut file).unwrap();
            writer.flush(&mut file).unwrap();
            // the other rows are zeros that nobody wrote
            writer.rows = rows;
            writer.columns.iter_mut().for_each(|column| column.written = column.field.bytes(rows));
            let end = writer.finish(&mut file).unwrap();
            assert_eq!(end, file.len, "{rows}");
            assert!(end > 24 * rows && end < 24 * rows + 1000, "{rows}: {end}");
            let read = |name, cols| super::super::read(&file, end, name, cols, 2);
            assert_eq!(read("a", 2), Ok(vec![1.0, 2.0, 0.0, 0.0]), "{rows}");
            assert_eq!(read("b", 1), Ok(vec![3.0, 0.0]), "{rows}");
        }
    }
}
