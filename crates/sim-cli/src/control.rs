//! Controls of a run: zero, random, or from a file.

use crate::error::Result;
use crate::files::control::read_rows;
use sim_core::Model;
use std::ffi::OsStr;
use std::path::Path;

/// Simulated time between two draws of random controls.
const REDRAW_SECONDS: f64 = 0.1;

/// Source of the controls.
#[derive(Debug)]
pub enum Controls {
    /// The model's neutral controls.
    Zero,
    /// Uniform within the control ranges, `[-1, 1]` without a range.
    Random {
        /// State of the generator.
        generator: SplitMix,
        /// Steps between two draws.
        every: u64,
    },
    /// One row per step; the last row is held.
    Rows {
        /// All rows.
        values: Vec<f64>,
        /// Entries per row.
        nu: usize,
    },
}

impl Controls {
    /// Reads `zero`, `random` or the name of a file. From a file it takes rows for `steps` steps.
    pub fn parse(text: &OsStr, seed: u64, model: &Model, steps: u64) -> Result<Self> {
        match text.to_str() {
            Some("zero") => Ok(Self::Zero),
            Some("random") => {
                let every = (REDRAW_SECONDS / model.opt.timestep).round().max(1.0) as u64;
                Ok(Self::Random { generator: SplitMix(seed), every })
            }
            _ => read_rows(Path::new(text), model.nu, steps.max(1)).map(|values| Self::Rows { values, nu: model.nu }),
        }
    }

    /// Writes the controls of a step.
    pub fn fill(&mut self, step: u64, model: &Model, ctrl: &mut [f64]) {
        match self {
            Self::Zero => {}
            Self::Random { generator, every } => {
                if step.is_multiple_of(*every) {
                    for (i, value) in ctrl.iter_mut().enumerate() {
                        let limited = model.actuator_ctrllimited.get(i).is_some_and(|limited| limited.get());
                        let range = if limited { model.actuator_ctrlrange.get(2 * i..2 * i + 2) } else { None };
                        let (low, high) = range.map_or((-1.0, 1.0), |r| (r[0], r[1]));
                        *value = low + (high - low) * generator.unit();
                    }
                }
            }
            Self::Rows { values, nu } => {
                if *nu == 0 || values.is_empty() {
                    return;
                }
                let last = values.len() / *nu - 1;
                let row = usize::try_from(step).unwrap_or(usize::MAX).min(last);
                ctrl.copy_from_slice(&values[row * *nu..(row + 1) * *nu]);
            }
        }
    }
}

/// The SplitMix64 generator, written out so that a seed means the same controls in every version of the command.
#[derive(Debug)]
pub struct SplitMix(u64);

impl SplitMix {
    /// A number in `[0, 1)`.
    pub fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        (z >> 11) as f64 / (1u64 << 53) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_row_is_held() {
        let mut controls = Controls::Rows { values: vec![1.0, 2.0, 3.0, 4.0], nu: 2 };
        let mut ctrl = [0.0; 2];
        controls.fill(7, &Model::default(), &mut ctrl);
        assert_eq!(ctrl, [3.0, 4.0]);
    }

    #[test]
    fn the_generator_is_fixed() {
        let mut generator = SplitMix(0);
        assert_eq!(generator.unit(), 0xe220a8397b1dcdafu64.wrapping_shr(11) as f64 / (1u64 << 53) as f64);
        assert!((0..1000).map(|_| generator.unit()).all(|x| (0.0..1.0).contains(&x)));
    }
}
