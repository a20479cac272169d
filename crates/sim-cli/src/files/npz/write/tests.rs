//! Archives on disks that are full, under limits on files, and beyond four gigabytes.

use super::*;
use std::collections::BTreeMap;
use std::io::{Read, Seek, SeekFrom, Write};

#[test]
fn data_start_aligned() {
    for rows in [0, 3, u64::from(u32::MAX)] {
        assert_eq!(npy_header(Field { name: "ctrl", width: Some(2) }, rows).len() % 64, 0);
    }
}

/// Bytes of a block of a disk.
const BLOCK_BYTES: usize = 4096;

/// A disk of blocks of which only some are free, and a limit on the size of files.
struct Disk {
    blocks: BTreeMap<u64, [u8; BLOCK_BYTES]>,
    free: usize,
    longest: u64,
    at: u64,
    len: u64,
    /// Another program takes what becomes free.
    has_thief: bool,
}

impl Disk {
    fn new(free: usize, longest: u64) -> Self {
        Self { blocks: BTreeMap::new(), free, longest, at: 0, len: 0, has_thief: false }
    }

    fn contents(&self) -> Vec<u8> {
        let block = |i: u64| self.blocks.get(&i).copied().unwrap_or([0; BLOCK_BYTES]);
        let mut out: Vec<u8> = (0..self.len.div_ceil(BLOCK_BYTES as u64)).flat_map(block).collect();
        out.truncate(usize::try_from(self.len).unwrap());
        out
    }
}

impl Write for Disk {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.is_empty() {
            return Ok(0);
        }
        if self.at >= self.longest {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        let (block, inside) = (self.at / BLOCK_BYTES as u64, (self.at % BLOCK_BYTES as u64) as usize);
        if !self.blocks.contains_key(&block) {
            self.free = self.free.checked_sub(1).ok_or(io::ErrorKind::StorageFull)?;
            self.blocks.insert(block, [0; BLOCK_BYTES]);
        }
        let room = (BLOCK_BYTES - inside).min((self.longest - self.at) as usize);
        let n = bytes.len().min(room);
        self.blocks.get_mut(&block).unwrap()[inside..inside + n].copy_from_slice(&bytes[..n]);
        self.at += n as u64;
        self.len = self.len.max(self.at);
        Ok(n)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for Disk {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let SeekFrom::Start(at) = to else { return Err(io::ErrorKind::Unsupported.into()) };
        self.at = at;
        Ok(at)
    }
}

impl Read for Disk {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = out.len().min(usize::try_from(self.len.saturating_sub(self.at)).unwrap_or(usize::MAX));
        for byte in &mut out[..count] {
            let (block, inside) = (self.at / BLOCK_BYTES as u64, (self.at % BLOCK_BYTES as u64) as usize);
            *byte = self.blocks.get(&block).map_or(0, |block| block[inside]);
            self.at += 1;
        }
        Ok(count)
    }
}

impl Storage for Disk {
    fn set_len(&mut self, len: u64) -> io::Result<()> {
        if len > self.longest {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        let before = self.blocks.len();
        self.blocks.retain(|block, _| block * (BLOCK_BYTES as u64) < len);
        if !self.has_thief {
            self.free += before - self.blocks.len();
        }
        self.len = len;
        Ok(())
    }
}

const FIELDS: [Field; 3] = [
    Field { name: "time", width: None },
    Field { name: "none", width: Some(0) },
    Field { name: "wide", width: Some(3) },
];

/// Records rows, a few at a time, until the disk takes no more. Returns how many the writer counts.
fn record(disk: &mut Disk, planned: u64, rows: u64, together: u64) -> (Writer, Option<io::Error>) {
    let mut writer = Writer::new(&FIELDS, planned).unwrap().with_text("model", vec![0x61; 9]);
    for row in 0..rows {
        let value = row as f64;
        writer.push(0, &[value]);
        writer.push(2, &[value + 0.1, value + 0.2, value + 0.3]);
        let mut outcome = writer.end_row(disk);
        if row % together == together - 1 {
            outcome = writer.flush(disk);
        }
        if let Err(error) = outcome {
            return (writer, Some(error));
        }
    }
    let error = writer.flush(disk).err();
    (writer, error)
}

/// Completes an archive and checks that exactly its rows come back.
fn check(disk: &mut Disk, mut writer: Writer, label: &str) {
    let before = writer.rows();
    let end = writer.finish(disk).unwrap_or_else(|error| panic!("{label}: {error}"));
    assert_eq!(writer.rows(), before, "{label}");
    check_rows(disk, before, end, label);
}

/// Checks that exactly these rows come back from an archive.
fn check_rows(disk: &mut Disk, rows: u64, end: u64, label: &str) {
    disk.set_len(end).unwrap();
    let bytes = disk.contents();
    let len = bytes.len() as u64;
    let time =
        crate::files::npz::read_single(&bytes[..], len, "time", u64::MAX).unwrap_or_else(|e| panic!("{label}: {e}"));
    assert_eq!(time, (0..rows).map(|row| row as f64).collect::<Vec<_>>(), "{label}");
    let wide = crate::files::npz::read(&bytes[..], len, "wide", 3, u64::MAX).unwrap_or_else(|e| panic!("{label}: {e}"));
    let expected = (0..rows).flat_map(|row| [0.1, 0.2, 0.3].map(|part| row as f64 + part));
    assert_eq!(wide, expected.collect::<Vec<_>>(), "{label}");
    assert_eq!(crate::files::npz::read_text(&bytes[..], len, "model"), Ok(vec![0x61; 9]), "{label}");
}

/// Rows of the tests: sixteen blocks.
const ROWS: u64 = 2000;

#[test]
fn a_full_disk_keeps_what_was_recorded() {
    let mut kept = vec![];
    for (planned, together) in [(ROWS, 1), (ROWS, 70), (ROWS, ROWS), (100_000, 400), (100_000, 7)] {
        for free in 0..28 {
            let label = format!("{free} blocks, {planned} rows planned, {together} together");
            let mut disk = Disk::new(free, u64::MAX);
            let (writer, error) = record(&mut disk, planned, ROWS, together);
            let rows = writer.rows();
            assert_eq!(error.is_none(), rows == ROWS, "{label}: {rows}, {error:?}");
            if rows > 0 {
                check(&mut disk, writer, &label);
            }
            kept.push(rows);
            // what does not fit is little: headers, directory and the ends of blocks
            let room = (free as u64).saturating_sub(9) * BLOCK_BYTES as u64 / 32;
            assert!(rows >= room.min(ROWS), "{label}: {rows} rows, of {room}");
        }
    }
    assert!(kept.contains(&0) && kept.contains(&ROWS) && kept.iter().any(|rows| (1..400).contains(rows)));
}

#[test]
fn an_archive_on_a_full_disk_is_not_as_long_as_planned() {
    for planned in [10_000, 1_000_000, 1 << 24, 1 << 35] {
        let mut disk = Disk::new(30, u64::MAX);
        let (mut writer, error) = record(&mut disk, planned, 10_000, 10);
        assert!(error.is_some());
        let rows = writer.rows();
        let end = writer.finish(&mut disk).unwrap();
        assert_eq!(writer.rows(), rows);
        // short gaps are left
        let most = if planned < 1 << 24 { 32 * planned + 2000 } else { 32 * rows + 2000 };
        assert!(rows > 2000 && end < most, "{planned} planned: {rows} rows in {end} bytes");
    }
}

#[test]
fn a_disk_that_others_fill_keeps_most_of_what_was_recorded() {
    let mut kept = 0;
    for (planned, together) in [(ROWS, 7), (100_000, 1), (100_000, 400), (1 << 24, 30)] {
        for free in (12..40).step_by(3) {
            let label = format!("{free} blocks, {planned} rows planned, {together} together");
            let mut disk = Disk::new(free, u64::MAX);
            let (mut writer, error) = record(&mut disk, planned.max(5000), 5000, together);
            let before = writer.rows();
            (disk.has_thief, disk.free) = (true, 0);
            assert!(error.is_some() && before > 0, "{label}");
            let end = writer.finish(&mut disk).unwrap_or_else(|error| panic!("{label}: {error}"));
            let after = writer.rows();
            // a piece of the widest array, and what the directory takes
            assert!(after <= before && after + before / 16 + 1200 >= before, "{label}: {after} of {before} rows");
            if planned < 1 << 20 && after > 0 {
                check_rows(&mut disk, after, end, &label);
                kept += 1;
            }
        }
    }
    assert!(kept > 20);
}

#[test]
fn a_limit_on_files_keeps_what_was_recorded() {
    for (planned, together) in [(ROWS, 1), (ROWS, ROWS), (100_000, 400), (1 << 30, 11)] {
        for longest in (0..70_000).step_by(1900) {
            let label = format!("{longest} bytes, {planned} rows planned, {together} together");
            let mut disk = Disk::new(usize::MAX, longest);
            let (writer, error) = record(&mut disk, planned, ROWS, together);
            let rows = writer.rows();
            assert_eq!(error.is_none(), rows == ROWS, "{label}: {rows}, {error:?}");
            let room = longest.saturating_sub(1500) / 32;
            assert!(rows >= room.min(ROWS), "{label}: {rows} rows, of {room}");
            if rows > 0 {
                check(&mut disk, writer, &label);
            }
        }
    }
}

#[test]
fn a_run_that_ends_early_on_a_nearly_full_disk_is_kept() {
    for rows in [1, 200, 1000, 1900] {
        for spare in 0..20 {
            let label = format!("{rows} rows, {spare} blocks to spare");
            let mut disk = Disk::new(usize::MAX, u64::MAX);
            let (writer, error) = record(&mut disk, ROWS, rows, 20);
            assert!(error.is_none(), "{label}");
            disk.free = spare;
            check(&mut disk, writer, &label);
        }
    }
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

impl Storage for Sparse {
    fn set_len(&mut self, _: u64) -> io::Result<()> {
        Ok(())
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
        writer.columns.iter_mut().for_each(|column| column.written.bytes = column.field.bytes(rows));
        let end = writer.finish(&mut file).unwrap();
        assert_eq!(end, file.len, "{rows}");
        assert!(end > 24 * rows && end < 24 * rows + 1000, "{rows}: {end}");
        let read = |name, cols, rows| crate::files::npz::read(&file, end, name, cols, rows);
        assert_eq!(read("a", 2, 2), Ok(vec![1.0, 2.0, 0.0, 0.0]), "{rows}");
        // a directory was written behind the first row
        assert_eq!(read("b", 1, 1), Ok(vec![3.0]), "{rows}");
    }
}
