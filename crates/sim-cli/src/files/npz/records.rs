//! The records of a zip archive of stored entries. Sizes and places have 32 bits; what needs more stands beside them in a field
//! of 64-bit numbers (zip64), and so does all that the field has to name with it.

use std::io;

const LOCAL_HEADER: u32 = 0x0403_4b50;
const CENTRAL_HEADER: u32 = 0x0201_4b50;
const WIDE_END_RECORD: u32 = 0x0606_4b50;
const WIDE_END_LOCATOR: u32 = 0x0706_4b50;
const END_RECORD: u32 = 0x0605_4b50;
/// The fixed part of a local header.
const LOCAL_LEN: usize = 30;
/// Marks a number that is in the 64-bit field.
const ELSEWHERE: u32 = u32::MAX;
/// The first number that needs the wide field.
pub(super) const LARGEST: u64 = ELSEWHERE as u64;
/// What names the wide field among the extra fields.
const WIDE_FIELD: u16 = 1;
/// Versions of the format that a reader must know: without and with 64-bit numbers.
const VERSIONS: [u16; 2] = [20, 45];
/// The first day a zip archive can name, so that equal runs give equal files.
const DOS_DATE: u16 = 0x21;

/// An entry, which is stored as it is.
#[derive(Debug)]
pub(super) struct Entry {
    pub name: String,
    pub checksum: u32,
    pub size: u64,
    /// Where its local header starts.
    pub at: u64,
}

impl Entry {
    /// The record in front of its bytes, with its name.
    pub(super) fn local(&self, largest: u64) -> io::Result<Vec<u8>> {
        // a local header that has one wide size has both
        let wide = wide_field(&[self.size, self.size], largest);
        let mut out = Bytes::default();
        out.word(LOCAL_HEADER);
        self.common(&mut out, &wide, !wide.is_empty(), largest)?;
        out.0.extend_from_slice(self.name.as_bytes());
        out.0.extend(wide);
        Ok(out.0)
    }

    /// The record in the directory.
    pub(super) fn central(&self, largest: u64) -> io::Result<Vec<u8>> {
        let wide = wide_field(&[self.size, self.size, self.at], largest);
        let version = VERSIONS[usize::from(!wide.is_empty())];
        let mut out = Bytes::default();
        out.word(CENTRAL_HEADER);
        out.half(version);
        self.common(&mut out, &wide, !wide.is_empty(), largest)?;
        // comment, disk, internal and external attributes
        out.0.extend_from_slice(&[0; 10]);
        out.narrow(self.at, largest);
        out.0.extend_from_slice(self.name.as_bytes());
        out.0.extend(wide);
        Ok(out.0)
    }

    /// What local and central header have in common: version, flags, method (stored), time, date, checksum, sizes, lengths of the
    /// name and of the extra fields.
    fn common(&self, out: &mut Bytes, extra: &[u8], wide: bool, largest: u64) -> io::Result<()> {
        for half in [VERSIONS[usize::from(wide)], 0, 0, 0, DOS_DATE] {
            out.half(half);
        }
        out.word(self.checksum);
        out.narrow(self.size, largest);
        out.narrow(self.size, largest);
        for len in [self.name.len(), extra.len()] {
            out.half(u16::try_from(len).map_err(|_| io::Error::other("the name of an array is too long"))?);
        }
        Ok(())
    }
}

/// Length of the local record of an entry.
pub(super) fn local_len(name: &str, size: u64, largest: u64) -> u64 {
    (LOCAL_LEN + name.len() + wide_field(&[size, size], largest).len()) as u64
}

/// The records after the directory, which is so long and starts there.
pub(super) fn end(entries: usize, directory: u64, at: u64, largest: u64) -> io::Result<Vec<u8>> {
    let mut out = Bytes::default();
    if directory >= largest || at >= largest {
        out.word(WIDE_END_RECORD);
        // what follows of this record
        out.double(44);
        out.half(VERSIONS[1]);
        out.half(VERSIONS[1]);
        // disks
        out.double(0);
        for number in [entries as u64, entries as u64, directory, at] {
            out.double(number);
        }
        out.word(WIDE_END_LOCATOR);
        out.word(0);
        out.double(at + directory);
        // disks in all
        out.word(1);
    }
    out.word(END_RECORD);
    out.word(0);
    let entries = u16::try_from(entries).map_err(|_| io::Error::other("there are too many arrays"))?;
    out.half(entries);
    out.half(entries);
    out.narrow(directory, largest);
    out.narrow(at, largest);
    out.half(0);
    Ok(out.0)
}

/// The field of the numbers that need 64 bits. Empty: none does.
fn wide_field(numbers: &[u64], largest: u64) -> Vec<u8> {
    let wide: Vec<u64> = numbers.iter().copied().filter(|number| *number >= largest).collect();
    let mut out = Bytes::default();
    if !wide.is_empty() {
        out.half(WIDE_FIELD);
        out.half(8 * wide.len() as u16);
        wide.into_iter().for_each(|number| out.double(number));
    }
    out.0
}

/// Numbers, the low byte first.
#[derive(Debug, Default)]
struct Bytes(Vec<u8>);

impl Bytes {
    fn half(&mut self, number: u16) {
        self.0.extend_from_slice(&number.to_le_bytes());
    }

    fn word(&mut self, number: u32) {
        self.0.extend_from_slice(&number.to_le_bytes());
    }

    fn double(&mut self, number: u64) {
        self.0.extend_from_slice(&number.to_le_bytes());
    }

    /// A number in 32 bits, or that it stands in the wide field.
    fn narrow(&mut self, number: u64, largest: u64) {
        let narrow = u32::try_from(number).ok().filter(|_| number < largest);
        self.word(narrow.unwrap_or(ELSEWHERE));
    }
}
