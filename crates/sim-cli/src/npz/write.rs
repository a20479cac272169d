//! Writes an archive row by row. Where each array lies follows from the number of rows that are planned, so a recording needs no
//! more memory than a block of rows; an archive that ends early is moved together.

use super::{CENTRAL_HEADER, CENTRAL_LEN, END_LEN, END_RECORD, LOCAL_HEADER, LOCAL_LEN};
use crate::report::{bytes, grouped};
use crc32fast::Hasher;
use std::io::{self, Read, Seek, SeekFrom, Write};

/// The first day a zip archive can name, so that equal runs give equal files.
const DOS_DATE: u16 = 0x21;
/// Bytes of rows that wait to be written.
const BLOCK: usize = 1 << 20;

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
    fn head(self, rows: u64) -> u64 {
        (LOCAL_LEN + self.entry().len() + npy_header(self, rows).len()) as u64
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
}

impl Writer {
    /// An archive with room for so many rows; what is too large for the format is an error with the numbers.
    pub fn new(fields: &[Field], rows: u64) -> Result<Self, String> {
        // sizes and places are 32-bit numbers; headers and directory need far less than a MiB
        let capacity = u64::from(u32::MAX) - (1 << 20);
        let width: u64 = fields.iter().map(|field| field.bytes(1)).sum();
        let most = capacity / width.max(1);
        if rows > most {
            return Err(format!(
                "{} rows of {} do not fit an .npz file (4 GiB): record at most {} steps, or to a .csv file",
                grouped(rows),
                bytes(usize::try_from(width).unwrap_or(usize::MAX)),
                grouped(most)
            ));
        }
        let mut at = 0;
        let column = |field: &Field| {
            let start = at + field.head(rows);
            at = start + field.bytes(rows);
            Column { field: *field, start, written: 0, checksum: Hasher::new(), waiting: vec![] }
        };
        Ok(Self { columns: fields.iter().map(column).collect(), rows: 0, rows_waiting: 0, waiting: 0 })
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

    /// Ends a row, of which every array has got its entries.
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
            let data = at + field.head(self.rows);
            // with fewer rows than planned every array lies nearer to the start
            move_down(file, column.start, data, column.written)?;
            let mut checksum = Hasher::new();
            checksum.update(&array);
            checksum.combine(&column.checksum);
            let common = common_header(&field.entry(), checksum.finalize(), array.len() as u64 + column.written)?;
            file.seek(SeekFrom::Start(at))?;
            file.write_all(&LOCAL_HEADER.to_le_bytes())?;
            file.write_all(&common)?;
            file.write_all(field.entry().as_bytes())?;
            file.write_all(&array)?;
            directory.extend(central_header(&field.entry(), &common, at)?);
            at = data + column.written;
        }
        file.seek(SeekFrom::Start(at))?;
        file.write_all(&directory)?;
        file.write_all(&end_record(self.columns.len(), directory.len(), at)?)?;
        file.flush()?;
        Ok(at + (directory.len() + END_LEN) as u64)
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

fn narrow<N: TryFrom<u64>>(number: u64) -> io::Result<N> {
    N::try_from(number).map_err(|_| io::Error::other("the recording does not fit an .npz file (4 GiB)"))
}

/// What local and central header have in common: version, flags, method (stored), time, date, checksum, sizes, length of the
/// name, and of the extra fields, which there are none of.
fn common_header(name: &str, checksum: u32, size: u64) -> io::Result<Vec<u8>> {
    let size: u32 = narrow(size)?;
    let mut header = vec![];
    for half in [20u16, 0, 0, 0, DOS_DATE] {
        header.extend_from_slice(&half.to_le_bytes());
    }
    for word in [checksum, size, size] {
        header.extend_from_slice(&word.to_le_bytes());
    }
    for half in [narrow::<u16>(name.len() as u64)?, 0] {
        header.extend_from_slice(&half.to_le_bytes());
    }
    Ok(header)
}

fn central_header(name: &str, common: &[u8], offset: u64) -> io::Result<Vec<u8>> {
    let mut header = CENTRAL_HEADER.to_le_bytes().to_vec();
    header.extend_from_slice(&20u16.to_le_bytes());
    header.extend_from_slice(common);
    // comment, disk, internal and external attributes
    header.extend_from_slice(&[0; 10]);
    header.extend_from_slice(&narrow::<u32>(offset)?.to_le_bytes());
    debug_assert_eq!(header.len(), CENTRAL_LEN);
    header.extend_from_slice(name.as_bytes());
    Ok(header)
}

fn end_record(entries: usize, directory: usize, start: u64) -> io::Result<Vec<u8>> {
    let entries = narrow::<u16>(entries as u64)?.to_le_bytes();
    let mut record = END_RECORD.to_le_bytes().to_vec();
    record.extend_from_slice(&[0; 4]);
    record.extend_from_slice(&entries);
    record.extend_from_slice(&entries);
    record.extend_from_slice(&narrow::<u32>(directory as u64)?.to_le_bytes());
    record.extend_from_slice(&narrow::<u32>(start)?.to_le_bytes());
    record.extend_from_slice(&[0; 2]);
    Ok(record)
}

/// Magic, version 1.0, and the description padded so that the data start at a multiple of 64.
fn npy_header(field: Field, rows: u64) -> Vec<u8> {
    let width = field.width.map(|width| format!("{width},")).unwrap_or_default();
    let mut text = format!("{{'descr': '<f8', 'fortran_order': False, 'shape': ({rows},{width}), }}");
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
        assert_eq!(super::super::read(&mut io::Cursor::new(bytes), "b", 1, 9), Ok(vec![1.0]));
    }
}
