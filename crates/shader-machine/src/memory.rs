//! Buffers and workgroup memory, and which lane accessed each number since the last barrier.

use crate::kinds::{Cell, Kind};

/// A buffer bound to a shader.
#[derive(Debug)]
pub struct Bound<'a> {
    /// Bind group.
    pub group: u32,
    /// Binding in the group.
    pub binding: u32,
    /// Contents, in words of 32 bits.
    pub words: &'a mut [u32],
}

/// Who touched a number: the lane that wrote and the lane that read it last, each with the time between two barriers in
/// which it did.
#[derive(Clone, Copy, Debug, Default)]
struct Touched {
    written: (u32, u16),
    read: (u32, u16),
}

/// Stands for several lanes that have read a number.
pub const SEVERAL: u16 = u16::MAX;

/// Accesses to shared memory, to find races.
#[derive(Clone, Debug, Default)]
pub struct Watch {
    touched: Vec<Touched>,
    /// Workgroup that wrote a number in this dispatch, plus one.
    owner: Vec<u32>,
}

/// Which lanes race for a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Race {
    /// Two lanes of a workgroup, without a barrier between them.
    Lanes(u16, u16),
    /// Two workgroups of one dispatch.
    Groups(u32, u32),
}

impl Watch {
    /// A watch of this many numbers.
    pub fn new(len: usize) -> Self {
        Self { touched: vec![Touched::default(); len], owner: vec![0; len] }
    }

    /// A lane reads.
    pub fn read(&mut self, at: usize, time: u32, lane: u16, group: u32) -> Result<(), Race> {
        let seen = &mut self.touched[at];
        if seen.written.0 == time && seen.written.1 != lane {
            return Err(Race::Lanes(seen.written.1, lane));
        }
        seen.read = match seen.read {
            (before, other) if before == time && other != lane => (time, SEVERAL),
            _ => (time, lane),
        };
        match self.owner[at] {
            0 => Ok(()),
            owner if owner == group + 1 => Ok(()),
            owner => Err(Race::Groups(owner - 1, group)),
        }
    }

    /// A lane writes. `same`: the number keeps its value, which is no race.
    pub fn write(&mut self, at: usize, time: u32, lane: u16, group: u32, same: bool) -> Result<(), Race> {
        let seen = &mut self.touched[at];
        let others = [seen.written, seen.read].into_iter().find(|&(when, who)| when == time && who != lane);
        if let (Some((_, who)), false) = (others, same) {
            return Err(Race::Lanes(who, lane));
        }
        seen.written = (time, lane);
        match std::mem::replace(&mut self.owner[at], group + 1) {
            0 => Ok(()),
            owner if owner == group + 1 => Ok(()),
            owner => Err(Race::Groups(owner - 1, group)),
        }
    }
}

/// Reads a scalar of a buffer; `None` behind its end.
pub fn get(words: &[u32], byte: u32, kind: Kind) -> Option<u64> {
    let at = byte as usize / 4;
    let low = u64::from(*words.get(at)?);
    match kind {
        Kind::F64 => Some(low | u64::from(*words.get(at + 1)?) << 32),
        _ => Some(low),
    }
}

/// Writes a scalar into a buffer. Returns false behind its end.
pub fn set(words: &mut [u32], byte: u32, kind: Kind, bits: u64) -> bool {
    let at = byte as usize / 4;
    let needed = if kind == Kind::F64 { 2 } else { 1 };
    let Some(target) = words.get_mut(at..at + needed) else { return false };
    target[0] = bits as u32;
    if let Some(high) = target.get_mut(1) {
        *high = (bits >> 32) as u32;
    }
    true
}

/// Bytes from the first to the end of the last scalar.
pub fn span(cells: &[Cell]) -> u32 {
    cells.iter().map(|cell| cell.byte + if cell.kind == Kind::F64 { 8 } else { 4 }).max().unwrap_or(0)
}
