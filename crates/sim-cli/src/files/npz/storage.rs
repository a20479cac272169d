//! The file of an archive: bytes at places, and bytes that move within it.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

/// Bytes that are moved at once.
const BLOCK: usize = 1 << 20;

/// A file that archives are written to.
pub trait Storage: Read + Write + Seek {
    /// Cuts or extends the file. What is cut off is free again.
    fn set_len(&mut self, len: u64) -> io::Result<()>;
}

impl Storage for File {
    fn set_len(&mut self, len: u64) -> io::Result<()> {
        File::set_len(self, len)
    }
}

/// Writes all bytes at a place.
pub(super) fn write_at(file: &mut impl Storage, at: u64, bytes: &[u8]) -> io::Result<()> {
    file.seek(SeekFrom::Start(at))?;
    file.write_all(bytes)
}

/// Reads all bytes at a place.
pub(super) fn read_at(file: &mut impl Storage, at: u64, bytes: &mut [u8]) -> io::Result<()> {
    file.seek(SeekFrom::Start(at))?;
    file.read_exact(bytes)
}

/// Moves bytes towards the start of a file. False: there was no room, and they are where they were. An error: they are lost.
pub(super) fn move_down(file: &mut impl Storage, from: u64, to: u64, len: u64) -> io::Result<bool> {
    let mut buffer = vec![0; BLOCK];
    let mut done = 0;
    while done < len {
        let n = usize::try_from(len - done).unwrap_or(BLOCK).min(BLOCK);
        let block = &mut buffer[..n];
        let is_read = read_at(file, from + done, block).is_ok();
        if !is_read || write_at(file, to + done, block).is_err() {
            if is_read {
                // a part of it may be overwritten
                write_at(file, from + done, block)?;
            }
            return move_up(file, to, from, done).map(|()| false);
        }
        done += n as u64;
    }
    Ok(true)
}

/// Moves bytes towards the end of a file, where they were before.
fn move_up(file: &mut impl Storage, from: u64, to: u64, len: u64) -> io::Result<()> {
    let mut buffer = vec![0; BLOCK];
    let mut left = len;
    while left > 0 {
        let n = usize::try_from(left).unwrap_or(BLOCK).min(BLOCK);
        left -= n as u64;
        read_at(file, from + left, &mut buffer[..n])?;
        write_at(file, to + left, &buffer[..n])?;
    }
    Ok(())
}
