//! Controls of a run: zero, random, or read from a file.

use crate::error::{CliError, Result};
use crate::npz;
use sim_core::Model;
use std::path::Path;

/// Simulated time between two draws of random controls.
const REDRAW_SECONDS: f64 = 0.1;

/// Where the controls of each step come from.
#[derive(Debug)]
pub enum Controls {
    /// The model's neutral controls.
    Zero,
    /// Uniform within the control ranges, `[-1, 1]` where there is none.
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
    /// Reads `zero`, `random` or the name of a file.
    pub fn parse(text: &str, seed: u64, model: &Model) -> Result<Self> {
        match text {
            "zero" => Ok(Self::Zero),
            "random" => {
                let every = (REDRAW_SECONDS / model.opt.timestep).round().max(1.0) as u64;
                Ok(Self::Random { generator: SplitMix(seed), every })
            }
            file => read_rows(Path::new(file), model.nu).map(|values| Self::Rows { values, nu: model.nu }),
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

/// The SplitMix64 generator: small, seeded, the same on every machine.
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

fn read_rows(path: &Path, nu: usize) -> Result<Vec<f64>> {
    let bytes = std::fs::read(path).map_err(|e| match e.kind() {
        std::io::ErrorKind::NotFound => CliError::file(path, "no such control file (nor is it 'zero' or 'random')"),
        _ => CliError::file(path, e),
    })?;
    let extension = path.extension().and_then(|e| e.to_str()).unwrap_or("").to_ascii_lowercase();
    let values = match extension.as_str() {
        "npz" => {
            let table = npz::read(&bytes, "ctrl").map_err(|e| CliError::file(path, e))?;
            if table.cols != nu {
                return Err(CliError::file(path, wrong_width(table.cols, nu)));
            }
            table.values
        }
        "csv" => parse_csv(&String::from_utf8_lossy(&bytes), nu).map_err(|e| CliError::file(path, e))?,
        _ => return Err(CliError::file(path, "controls are read from .csv and .npz files")),
    };
    if let Some(bad) = values.iter().position(|v| !v.is_finite()) {
        return Err(CliError::file(path, format!("row {} holds a number that is not finite", bad / nu.max(1) + 1)));
    }
    if values.is_empty() && nu > 0 {
        return Err(CliError::file(path, "there are no rows in it"));
    }
    Ok(values)
}

fn wrong_width(found: usize, nu: usize) -> String {
    format!("{found} columns of controls, but the model has {nu} controls")
}

/// Rows of numbers; a first line that is not numbers names the columns, and those called `ctrl[i]` are taken.
fn parse_csv(text: &str, nu: usize) -> Result<Vec<f64>, String> {
    let mut picked: Option<Vec<usize>> = None;
    let mut values = vec![];
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        let cells: Vec<&str> = line.split(',').map(str::trim).collect();
        if number == 0 && cells.iter().any(|c| c.parse::<f64>().is_err()) {
            let columns: Vec<usize> =
                cells.iter().enumerate().filter(|(_, c)| c.starts_with("ctrl[")).map(|(i, _)| i).collect();
            if columns.len() != nu {
                return Err(wrong_width(columns.len(), nu));
            }
            picked = Some(columns);
            continue;
        }
        let columns = picked.get_or_insert_with(|| (0..cells.len()).collect());
        if columns.len() != nu {
            return Err(format!("line {}: {}", number + 1, wrong_width(columns.len(), nu)));
        }
        for &column in columns.iter() {
            let cell = cells.get(column).ok_or_else(|| format!("line {}: too few columns", number + 1))?;
            values.push(cell.parse().map_err(|_| format!("line {}: '{cell}' is not a number", number + 1))?);
        }
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn csv_with_and_without_header() {
        assert_eq!(parse_csv("1, 2\n3,4\n", 2), Ok(vec![1.0, 2.0, 3.0, 4.0]));
        assert_eq!(parse_csv("time,ctrl[0],qpos[0],ctrl[1]\n0,1,9,2\n", 2), Ok(vec![1.0, 2.0]));
    }

    #[test]
    fn bad_csv_names_the_line() {
        assert!(parse_csv("1,2\n", 3).unwrap_err().contains("2 columns"));
        assert!(parse_csv("1,2\n3\n", 2).unwrap_err().contains("line 2"));
        assert!(parse_csv("1,2\n3,x\n", 2).unwrap_err().contains("'x' is not a number"));
        assert!(parse_csv("time,qpos[0]\n0,1\n", 1).is_err());
    }

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
