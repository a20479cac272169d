//! Writes an archive row by row. Where each array lies follows from the number of rows that are planned, so a recording needs no
//! more memory than a block of rows; an archive that ends early is moved together.
//!
//! The directory is written behind each piece of the rows, and the next piece replaces it: when the disk is full, the directory of the
//! rows so far takes no more room than it had. An archive that cannot be moved together then keeps gaps between its arrays, which
//! readers skip.
//!
//! Libraries write one entry after another, which would take a second copy of the recording in memory or on the disk: a disk that
//! is full would then lose it all. So the records are written here (`records.rs`).

mod finish;

use super::records::{self, Entry};
use super::storage::{Storage, write_at};
use crate::report::{bytes, grouped};
use crc32fast::Hasher;
use std::io;

/// Bytes of rows that wait to be written.
const BLOCK: usize = 1 << 20;
/// Bytes of the widest array that are written at once: a usual block of a disk.
const PIECE: u64 = 1 << 12;
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
    /// The rows in the file.
    written: Written,
    waiting: Vec<u8>,
}

impl Column {
    /// Bytes of `count` waiting rows after the first `taken`.
    fn next(&self, taken: u64, count: u64) -> &[u8] {
        let [from, len] = [taken, count].map(|rows| usize::try_from(self.field.bytes(rows)).unwrap_or(usize::MAX));
        self.waiting.get(from..from.saturating_add(len)).unwrap_or_default()
    }
}

/// Bytes of an array in the file, and their checksum.
#[derive(Clone, Debug, Default)]
struct Written {
    bytes: u64,
    checksum: Hasher,
}

/// Writes rows of all arrays to an archive; the file is lent for each call.
#[derive(Debug)]
pub struct Writer {
    columns: Vec<Column>,
    /// Rows that there is room for.
    capacity: u64,
    /// Why there is no room for more.
    limit: Option<io::Error>,
    /// Whether the file has room for the headers.
    begun: bool,
    rows: u64,
    /// Rows that wait, and how many of them are in the file already.
    rows_waiting: u64,
    rows_taken: u64,
    /// Bytes that wait.
    waiting: usize,
    /// Sizes and places from here on are written as 64-bit numbers.
    largest: u64,
    /// A text that comes last, with its name, as code points.
    text: Option<(&'static str, Vec<u32>)>,
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
        let column = |field: &Field| Column { field: *field, start: 0, written: Written::default(), waiting: vec![] };
        let columns = fields.iter().map(column).collect();
        let (begun, limit, text) = (false, None, None);
        let mut writer = Self {
            columns,
            capacity: 0,
            limit,
            begun,
            rows: 0,
            rows_waiting: 0,
            rows_taken: 0,
            waiting: 0,
            largest,
            text,
        };
        writer.plan(rows);
        Ok(writer)
    }

    /// Adds a text, as an array without dimensions.
    pub fn with_text(mut self, name: &'static str, text: Vec<u32>) -> Self {
        self.text = Some((name, text));
        self
    }

    /// Rows that are in the file.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Places the arrays for a number of rows.
    fn plan(&mut self, rows: u64) {
        let mut at = 0;
        for column in &mut self.columns {
            column.start = at + column.field.head(rows, self.largest);
            at = column.start + column.field.bytes(rows);
        }
        self.capacity = rows;
    }

    /// End of the data when all rows are there.
    fn end_of_data(&self) -> u64 {
        self.columns.last().map_or(0, |column| column.start + column.field.bytes(self.capacity))
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
    pub fn end_row(&mut self, file: &mut impl Storage) -> io::Result<()> {
        self.rows_waiting += 1;
        if self.waiting < BLOCK { Ok(()) } else { self.flush(file) }
    }

    /// Writes the rows that wait. After an error those that did not fit are lost; the file holds the others.
    pub fn flush(&mut self, file: &mut impl Storage) -> io::Result<()> {
        if self.rows_waiting == 0 {
            return Ok(());
        }
        let outcome = self.begin(file).and_then(|()| self.write_waiting(file));
        self.columns.iter_mut().for_each(|column| column.waiting.clear());
        (self.rows_waiting, self.rows_taken, self.waiting) = (0, 0, 0);
        outcome
    }

    /// Makes room for the headers. If the file may not become as long as planned, plans as many rows as it may hold.
    fn begin(&mut self, file: &mut impl Storage) -> io::Result<()> {
        if self.begun {
            return Ok(());
        }
        if let Err(error) = self.fits(file) {
            let (mut least, mut most) = (0, self.capacity);
            while most - least > 1 {
                let rows = least + (most - least) / 2;
                self.plan(rows);
                if self.fits(file).is_ok() { least = rows } else { most = rows }
            }
            self.plan(least);
            if least == 0 {
                return Err(error);
            }
            self.fits(file)?;
            self.limit = Some(error);
        }
        for column in &self.columns {
            let head = column.field.head(self.capacity, self.largest);
            write_at(file, column.start - head, &vec![0; usize::try_from(head).unwrap_or(0)])?;
        }
        self.begun = true;
        Ok(())
    }

    /// Whether the file may become as long as planned: systems and users set limits.
    fn fits(&self, file: &mut impl Storage) -> io::Result<()> {
        let end = self.end_of_data();
        file.set_len(end + self.directory(&self.written(0), self.capacity, end)?.len() as u64)
    }

    /// Writes as many of the waiting rows as there is room for, piece by piece: what a piece that fails has taken of the disk is lost.
    fn write_waiting(&mut self, file: &mut impl Storage) -> io::Result<()> {
        let room = self.capacity - self.rows;
        let mut outcome = if self.rows_waiting > room { Err(self.full()) } else { Ok(()) };
        let mut left = self.rows_waiting.min(room);
        let widest = self.columns.iter().map(|column| column.field.bytes(1)).max().unwrap_or(0);
        let mut count = (PIECE / widest.max(1)).max(1);
        while left > 0 && count > 0 {
            let rows = count.min(left);
            match self.write_rows(rows, file) {
                Ok(()) => left -= rows,
                Err(error) => {
                    outcome = outcome.and(Err(error));
                    count = rows / 2;
                }
            }
        }
        outcome
    }

    /// The error of a row beyond the last one that fits.
    fn full(&self) -> io::Error {
        let limit = self.limit.as_ref().map_or_else(String::new, |error| format!(": {error}"));
        let kind = self.limit.as_ref().map_or(io::ErrorKind::FileTooLarge, io::Error::kind);
        io::Error::new(kind, format!("there is room for {} rows{limit}", grouped(self.capacity)))
    }

    /// Writes the next rows that wait, and the directory behind them, so that it has its room. After an error none of them counts.
    fn write_rows(&mut self, count: u64, file: &mut impl Storage) -> io::Result<()> {
        for column in &self.columns {
            write_at(file, column.start + column.written.bytes, column.next(self.rows_taken, count))?;
        }
        let written = self.written(count);
        self.write_directory(&written, self.rows + count, file)?;
        for (column, written) in self.columns.iter_mut().zip(written) {
            column.written = written;
        }
        self.rows += count;
        self.rows_taken += count;
        Ok(())
    }

    /// What each array holds once `count` more rows are in the file.
    fn written(&self, count: u64) -> Vec<Written> {
        let more = |column: &Column| {
            let mut written = column.written.clone();
            written.checksum.update(column.next(self.rows_taken, count));
            written.bytes += column.field.bytes(count);
            written
        };
        self.columns.iter().map(more).collect()
    }

    /// Writes the text and the directory behind the last array. Returns where the archive ends.
    fn write_directory(&self, written: &[Written], rows: u64, file: &mut impl Storage) -> io::Result<u64> {
        let ends = self.columns.iter().zip(written).map(|(column, written)| column.start + written.bytes);
        let end = ends.max().unwrap_or(0);
        let directory = self.directory(written, rows, end)?;
        write_at(file, end, &directory)?;
        Ok(end + directory.len() as u64)
    }

    /// Writes headers and directory for the rows that are in the file. Returns where the archive ends.
    fn close(&self, file: &mut impl Storage) -> io::Result<u64> {
        let written = self.written(0);
        for (column, written) in self.columns.iter().zip(&written) {
            let (entry, array) = self.entry(column, written, self.rows);
            write_at(file, entry.at, &[entry.local(self.largest)?, array].concat())?;
        }
        self.write_directory(&written, self.rows, file)
    }

    /// The record of an array, which ends where the data start, and its description.
    fn entry(&self, column: &Column, written: &Written, rows: u64) -> (Entry, Vec<u8>) {
        let array = npy_header(column.field, rows);
        let mut checksum = Hasher::new();
        checksum.update(&array);
        checksum.combine(&written.checksum);
        let at = column.start - column.field.head(rows, self.largest);
        let size = array.len() as u64 + written.bytes;
        (Entry { name: column.field.entry(), checksum: checksum.finalize(), size, at }, array)
    }

    /// What follows the data, which end at `at`: the text, the directory and its end record.
    fn directory(&self, written: &[Written], rows: u64, mut at: u64) -> io::Result<Vec<u8>> {
        let (mut out, mut directory) = (vec![], vec![]);
        for (column, written) in self.columns.iter().zip(written) {
            directory.extend(self.entry(column, written, rows).0.central(self.largest)?);
        }
        let mut entries = self.columns.len();
        if let Some((name, text)) = &self.text {
            let content = npy_text(text);
            let (size, checksum) = (content.len() as u64, crc32fast::hash(&content));
            let entry = Entry { name: format!("{name}.npy"), checksum, size, at };
            out.extend(entry.local(self.largest)?);
            out.extend(content);
            directory.extend(entry.central(self.largest)?);
            at += out.len() as u64;
            entries += 1;
        }
        let end = records::end(entries, directory.len() as u64, at, self.largest)?;
        out.extend(directory);
        out.extend(end);
        Ok(out)
    }
}

fn npy_header(field: Field, rows: u64) -> Vec<u8> {
    let width = field.width.map(|width| format!("{width},")).unwrap_or_default();
    npy_preamble("<f8", &format!("{rows},{width}"))
}

/// A text with its header: four bytes for each letter.
fn npy_text(text: &[u32]) -> Vec<u8> {
    let mut bytes = npy_preamble(&format!("<U{}", text.len().max(1)), "");
    bytes.extend(text.iter().flat_map(|letter| letter.to_le_bytes()));
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
mod tests;
