//! What the lanes of a subgroup compute together.

use super::{Mask, Run};
use crate::code::{Reg, Together};
use crate::fault::Fault;
use crate::kinds::Kind;
use crate::math::{Lanes, binary};

impl<const W: usize> Run<'_, '_, W> {
    /// What the lanes of each subgroup compute together.
    pub(super) fn together(
        &mut self,
        f: Together,
        kind: Kind,
        to: Reg,
        from: Reg,
        mask: Mask,
        line: u32,
    ) -> Result<(), Fault> {
        if mask != self.all {
            return Err(self.fault(line, "some lanes do not reach an operation of the subgroup"));
        }
        let numbers = self.registers[from as usize];
        let mut result = numbers;
        for first in (0..self.lanes).step_by(self.subgroup) {
            let end = (first + self.subgroup).min(self.lanes);
            self.subgroup_of(f, kind, &numbers, first..end, &mut result);
        }
        self.registers[to as usize] = result;
        Ok(())
    }

    fn subgroup_of(
        &self,
        f: Together,
        kind: Kind,
        numbers: &Lanes<W>,
        lanes: std::ops::Range<usize>,
        result: &mut Lanes<W>,
    ) {
        let pair = |f, a: u64, b: u64| binary(f, kind, &[a], &[b])[0];
        use crate::code::Binary::{Add, Max, Min};
        match f {
            Together::Add | Together::Max | Together::Min => {
                let f = match f {
                    Together::Add => Add,
                    Together::Max => Max,
                    _ => Min,
                };
                // in a tree of halves, as GPUs do it
                let mut parts: Vec<u64> = numbers[lanes.clone()].to_vec();
                while parts.len() > 1 {
                    let half = parts.len().div_ceil(2);
                    let upper = parts.split_off(half);
                    upper.iter().zip(&mut parts).for_each(|(&b, a)| *a = pair(f, *a, b));
                }
                lanes.for_each(|lane| result[lane] = parts[0]);
            }
            Together::ExclusiveAdd | Together::InclusiveAdd => {
                let mut sum = 0;
                for lane in lanes {
                    let next = pair(Add, sum, numbers[lane]);
                    result[lane] = if f == Together::ExclusiveAdd { sum } else { next };
                    sum = next;
                }
            }
            Together::First => lanes.clone().for_each(|lane| result[lane] = numbers[lanes.start]),
            Together::Shuffle(index) | Together::ShuffleXor(index) => {
                for lane in lanes.clone() {
                    let index = self.registers[index as usize][lane] as usize;
                    let other = match f {
                        Together::ShuffleXor(_) => (lane - lanes.start) ^ index,
                        _ => index,
                    };
                    // a lane outside is undefined on a GPU too
                    result[lane] = numbers.get(lanes.start + other).copied().unwrap_or(kind.poison());
                }
            }
        }
    }
}
