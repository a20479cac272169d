//! Completes an archive that has fewer rows than planned: its arrays are moved together, as far as the disk has room.

use super::{Column, Writer, Written};
use crate::files::npz::storage::{Storage, move_down, read_at, write_at};
use crc32fast::Hasher;
use std::io;

/// Bytes of gaps that a file may have: readers skip them, and they take no room on the disk.
const LONGEST_GAP: u64 = 1 << 26;
/// Least and most bytes of a piece that is moved where there is no room for a copy, and most bytes that are read at once.
const LEAST_PIECE: u64 = 1 << 12;
const MOST_PIECE: u64 = 1 << 20;
/// Pieces of an array: if the room for one is lost, this part of the rows is.
const PIECES: u64 = 32;
/// Bytes that are held in memory beside a piece, so that whole blocks of the disk become free before they are needed.
const HELD: u64 = 1 << 14;
/// How often rows are dropped so that the directory finds room.
const ATTEMPTS: u32 = 8;

impl Writer {
    /// Completes the archive with the rows that are in the file; where it ends. Rows that had to make room are dropped.
    pub fn finish(&mut self, file: &mut impl Storage) -> io::Result<u64> {
        if !self.begun {
            self.plan(0);
        }
        if !self.compact(file)? {
            self.squeeze(file)?;
        }
        let mut closed = self.close(file);
        for attempt in 0..ATTEMPTS {
            if closed.is_ok() || !self.drop_last(1 << attempt, file)? {
                break;
            }
            closed = self.close(file);
        }
        let end = closed?;
        file.flush()?;
        Ok(end)
    }

    /// Positions of all arrays without gaps between them, and where the last one ends.
    fn positions(&self) -> (Vec<u64>, u64) {
        let mut at = 0;
        let place = |column: &Column| {
            let data = at + column.field.head(self.rows, self.largest);
            at = data + column.written.bytes;
            data
        };
        let positions = self.columns.iter().map(place).collect();
        (positions, at)
    }

    /// Moves the arrays together. False: there is no room to move one of them, and gaps remain.
    fn compact(&mut self, file: &mut impl Storage) -> io::Result<bool> {
        let (positions, end) = self.positions();
        let (rows, largest) = (self.rows, self.largest);
        let mut moved = false;
        for (column, data) in self.columns.iter_mut().zip(positions) {
            if column.start == data {
                continue;
            }
            let head = column.field.head(rows, largest);
            let has_room = write_at(file, data - head, &vec![0; usize::try_from(head).unwrap_or(0)]).is_ok();
            if !has_room || !move_down(file, column.start, data, column.written.bytes)? {
                return Ok(false);
            }
            (column.start, moved) = (data, true);
        }
        if moved {
            // the directory needs room that the moved rows had
            file.set_len(end)?;
        }
        Ok(true)
    }

    /// Moves the arrays together where there is no room for a copy, if gaps make the file far longer than its rows. Each piece is cut
    /// off the end of the file before it is written at its place. If another program takes the room meanwhile, the piece is lost, with
    /// the rows after it; then this array and those before it stay where they are.
    fn squeeze(&mut self, file: &mut impl Storage) -> io::Result<()> {
        let (positions, end) = self.positions();
        let (rows, largest) = (self.rows, self.largest);
        let now = self.columns.iter().map(|column| column.start + column.written.bytes).max().unwrap_or(0);
        // where they go must be a gap
        let is_free = |(column, data): (&Column, &u64)| {
            column.start == *data || column.start - column.field.head(rows, largest) >= end
        };
        if now < end + LONGEST_GAP || !self.columns.iter().zip(&positions).all(is_free) {
            return Ok(());
        }
        // ends of the arrays before each: headers between them are written again
        let mut before = end;
        let floors: Vec<u64> = self
            .columns
            .iter()
            .map(|column| {
                let floor = before;
                if column.written.bytes > 0 {
                    before = before.max(column.start + column.written.bytes);
                }
                floor
            })
            .collect();
        for ((column, data), floor) in self.columns.iter_mut().zip(positions).zip(floors).rev() {
            if column.start != data
                && let Some(lost) = move_cut(file, [column.start, data], column.written.bytes, floor)?
            {
                self.rows = lost / column.field.bytes(1).max(1);
                break;
            }
            column.start = data;
        }
        if self.rows == rows { file.set_len(end) } else { self.cut(file) }
    }

    /// Drops rows whose bytes at the end of the file give the directory room. False: there are none.
    fn drop_last(&mut self, factor: u64, file: &mut impl Storage) -> io::Result<bool> {
        let end = |column: &&Column| column.start + column.written.bytes;
        let Some(last) = self.columns.iter().filter(|column| column.field.bytes(1) > 0).max_by_key(end) else {
            return Ok(false);
        };
        let needed = self.directory(&self.written(0), self.rows, end(&last))?.len() as u64;
        let drop = (factor * needed).div_ceil(last.field.bytes(1));
        if drop >= self.rows {
            return Ok(false);
        }
        self.rows -= drop;
        self.cut(file).map(|()| true)
    }

    /// Forgets what the arrays have beyond the rows that count.
    fn cut(&mut self, file: &mut impl Storage) -> io::Result<()> {
        let mut buffer = vec![0; MOST_PIECE as usize];
        for column in &mut self.columns {
            let bytes = column.field.bytes(self.rows);
            let (mut checksum, mut done) = (Hasher::new(), 0);
            while done < bytes {
                let piece = &mut buffer[..(bytes - done).min(MOST_PIECE) as usize];
                read_at(file, column.start + done, piece)?;
                checksum.update(piece);
                done += piece.len() as u64;
            }
            column.written = Written { bytes, checksum };
        }
        Ok(())
    }
}

/// Moves the last bytes of a file towards its start: cuts pieces off its end and writes them at their place. What lies between `floor`
/// and them is cut too. Returns how many bytes are still where they were if the others found no room and are lost.
fn move_cut(file: &mut impl Storage, [from, to]: [u64; 2], len: u64, floor: u64) -> io::Result<Option<u64>> {
    let piece = (len / PIECES).clamp(LEAST_PIECE, MOST_PIECE);
    let (mut left, mut held) = (len, vec![]);
    while left > 0 || !held.is_empty() {
        // cut a piece off, in front of what is held
        let size = left.min((piece + HELD).saturating_sub(held.len() as u64));
        let mut more = vec![0; usize::try_from(size).unwrap_or(0)];
        left -= size;
        read_at(file, from + left, &mut more)?;
        file.set_len(if left > 0 { from + left } else { floor })?;
        more.append(&mut held);
        held = more;
        // write the end of what is held
        let keep = if left > 0 { held.len().min(HELD as usize) } else { 0 };
        if write_at(file, to + left + keep as u64, &held[keep..]).is_err() {
            return Ok(Some(left));
        }
        held.truncate(keep);
    }
    Ok(None)
}
