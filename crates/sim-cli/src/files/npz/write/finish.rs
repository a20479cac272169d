//! Completes an archive that has fewer rows than planned: its arrays are moved together, as far as the disk has room.

use super::{Column, Writer, Written};
use crate::files::npz::storage::{Storage, move_down, read_at, write_at};
use crc32fast::Hasher;
use std::io;

/// Least and most bytes of a piece that is moved where there is no room for a copy, and most bytes that are read at once.
const LEAST_PIECE: u64 = 1 << 9;
const MOST_PIECE: u64 = 1 << 20;
/// Pieces of an array: if the room for one is lost, this part of the rows is.
const PIECES: u64 = 32;
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

    /// Moves the arrays together where there is no room for a copy: each piece is cut off the end of the file before it is written
    /// at its place. Works if all positions lie in the gap behind the first array. A piece whose room another program took is lost, with
    /// the rows after it; then the other arrays stay where they are.
    fn squeeze(&mut self, file: &mut impl Storage) -> io::Result<()> {
        let (positions, end) = self.positions();
        let (rows, largest) = (self.rows, self.largest);
        let begin = |column: &Column| column.start - column.field.head(rows, largest);
        if self.columns.get(1).is_none_or(|second| begin(second) < end) {
            return Ok(());
        }
        let mut buffer = vec![0; MOST_PIECE as usize];
        let mut lost_from = None;
        'arrays: for (column, data) in self.columns.iter_mut().zip(positions).rev() {
            let most = (column.written.bytes / PIECES).clamp(LEAST_PIECE, MOST_PIECE);
            let mut left = if column.start == data { 0 } else { column.written.bytes };
            while left > 0 {
                let size = left.min(most);
                let piece = &mut buffer[..size as usize];
                read_at(file, column.start + left - size, piece)?;
                file.set_len(column.start + left - size)?;
                if write_at(file, data + left - size, piece).is_err() {
                    lost_from = Some((left - size) / column.field.bytes(1).max(1));
                    break 'arrays;
                }
                left -= size;
            }
            column.start = data;
        }
        match lost_from {
            None => file.set_len(end),
            Some(rows) => {
                self.rows = rows;
                self.cut(file)
            }
        }
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
