//! Counts the instructions of a run.

use super::{Mask, Run, lanes_of};
use crate::code::{Op, Place, Root, Together};
use crate::counts::{Counts, FunctionCounts, LINE};
use crate::fault::Fault;
use std::collections::BTreeSet;

/// Steps in which 32 lanes add up.
const SUM_STEPS: u64 = 5;

/// Instruction counts by function, and their total.
#[derive(Debug, Default)]
pub struct Tally {
    functions: Vec<FunctionCounts>,
    total: u64,
}

impl Tally {
    /// A tally of this many functions.
    pub fn new(functions: usize) -> Self {
        Self { functions: vec![FunctionCounts::default(); functions], total: 0 }
    }

    /// Instruction counts of each function.
    pub fn functions(&self) -> &[FunctionCounts] {
        &self.functions
    }

    fn add(&mut self, function: usize, work: Counts) {
        self.total += work.instructions();
        self.functions[function].own += work;
    }
}

impl<const W: usize> Run<'_, '_, W> {
    /// Adds work to the current function. `work` runs only if instructions are counted.
    pub(super) fn count(&mut self, work: impl FnOnce(&Self) -> Result<Counts, Fault>) -> Result<(), Fault> {
        let Some(&function) = self.calls.last().filter(|_| self.tally.is_some()) else { return Ok(()) };
        let work = work(self)?;
        if let Some(tally) = &mut self.tally {
            tally.add(function, work);
        }
        Ok(())
    }

    /// Instructions up to now, for [`Self::count_call`] at the end of a function.
    pub(super) fn instructions(&self) -> u64 {
        self.tally.as_ref().map_or(0, |tally| tally.total)
    }

    /// A function that began after `before` instructions is done.
    pub(super) fn count_call(&mut self, function: usize, before: u64) {
        if let Some(tally) = &mut self.tally {
            let work = &mut tally.functions[function];
            work.own.calls += 1;
            work.whole += tally.total - before;
        }
    }

    pub(super) fn count_op(&mut self, op: &Op) -> Result<(), Fault> {
        match op {
            // counted where it is known what they load
            Op::Load { .. } => Ok(()),
            _ => self.count(|_| Ok(Counts { arithmetic: 1, ..Counts::default() })),
        }
    }

    pub(super) fn count_load(&mut self, place: &Place, mask: Mask) -> Result<(), Fault> {
        self.count(|run| {
            if !matches!(place.root, Root::Buffer(_)) {
                return Ok(Counts { near: 1, ..Counts::default() });
            }
            let lines: Result<BTreeSet<u32>, Fault> =
                lanes_of(mask).map(|lane| Ok(run.address(place, lane)? / LINE)).collect();
            Ok(Counts { far: 1, lines: lines?.len() as u64, ..Counts::default() })
        })
    }

    pub(super) fn count_together(&mut self, f: Together) -> Result<(), Fault> {
        let exchanges = match f {
            Together::Shuffle(_) | Together::ShuffleXor(_) | Together::First => 1,
            _ => SUM_STEPS,
        };
        self.count(|_| Ok(Counts { exchanges, ..Counts::default() }))
    }
}
