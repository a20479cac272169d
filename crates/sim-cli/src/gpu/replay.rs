//! Recorded controls for all worlds of `bench --gpu`, from the initial state of the recording.
//!
//! A recorded motion is an .npz file. `ctrl` has a row of controls for each interval. `times` has the start of each interval in seconds,
//! and optionally the end of the last one. The first rows of the optional `qpos` and `qvel` are the initial state. Files without `times`,
//! such as those of `run`, have a row for each step from the reference pose.

use crate::error::{CliError, Result};
use crate::files::control;
use crate::files::npz;
use rawzip::FileReader;
use sim_core::{Data, Model};
use std::path::Path;

/// Default limit on replayed steps.
const STEPS: u64 = 1000;
/// Largest error of a time, as a fraction of a step: f32 is that inexact.
const TOLERANCE: f64 = 1e-3;

/// The replayed controls and the initial state.
#[derive(Debug)]
pub struct Replay {
    /// Steps that are replayed.
    pub steps: u64,
    rows: Vec<f64>,
    nu: usize,
    intervals: Option<Intervals>,
    qpos: Option<Vec<f64>>,
    qvel: Option<Vec<f64>>,
}

/// Start times of the rows of controls.
#[derive(Debug)]
struct Intervals {
    /// Start of each row, in steps from the first.
    begins: Vec<f64>,
    /// End of the last row, in steps from the first.
    end: f64,
}

impl Replay {
    /// Reads `steps` steps of a recording. `None`: all of them, up to a thousand.
    pub fn read(path: &Path, m: &Model, steps: Option<u64>) -> Result<Self> {
        if m.nu == 0 {
            return Err(CliError::Usage("--ctrl: the model has no controls".into()));
        }
        let wrong = |message: String| CliError::file(path, message);
        let (file, len) = control::open(path, "no such control file").map_err(wrong)?;
        let file = Archive { file: FileReader::from(file), len };
        if control::is_npz(path) && file.has("times").map_err(wrong)? {
            return file.motion(m, steps).map_err(wrong);
        }
        let rows = control::rows_of(path, file.file, len, m.nu, steps.unwrap_or(STEPS))?;
        let found = (rows.len() / m.nu) as u64;
        let steps = within(steps, found).map_err(wrong)?;
        Ok(Self { steps, rows, nu: m.nu, intervals: None, qpos: None, qvel: None })
    }

    /// A world in the initial state of the replay.
    pub fn start(&self, m: &Model) -> Data {
        let mut data = m.make_data();
        self.qpos.iter().for_each(|qpos| data.qpos.copy_from_slice(qpos));
        self.qvel.iter().for_each(|qvel| data.qvel.copy_from_slice(qvel));
        data
    }

    /// Controls of `count` steps from step `first` on, a row for each.
    pub fn controls(&self, first: u64, count: u64) -> Vec<f64> {
        let last = (self.rows.len() / self.nu).saturating_sub(1);
        let rows = (first..first + count).map(|step| match &self.intervals {
            Some(intervals) => intervals.row_at(step),
            None => usize::try_from(step).unwrap_or(usize::MAX),
        });
        rows.flat_map(|row| &self.rows[row.min(last) * self.nu..][..self.nu]).copied().collect()
    }
}

impl Intervals {
    /// The intervals of `rows` rows, from the array `times` and the time step in seconds.
    fn new(times: &[f64], rows: usize, timestep: f64) -> Result<Self, String> {
        if times.len() != rows && times.len() != rows + 1 {
            return Err(format!(
                "array 'times' has {} numbers for {rows} rows of controls: it takes {rows}, or {} with the end of the last",
                times.len(),
                rows + 1
            ));
        }
        let later = |pair: &[f64]| pair[0] < pair[1];
        if let Some(bad) = times.windows(2).position(|pair| !later(pair)) {
            return Err(format!("array 'times': number {} is not later than the one before", bad + 2));
        }
        let mut begins: Vec<f64> = times.iter().map(|time| (time - times[0]) / timestep).collect();
        let known_end = if begins.len() > rows { begins.pop() } else { None };
        let end = known_end.unwrap_or_else(|| match begins.as_slice() {
            // as long as the interval before
            [.., before, last] => 2.0 * last - before,
            _ => 1.0,
        });
        Ok(Self { begins, end })
    }

    /// Number of steps that begin before the end.
    fn steps(&self) -> u64 {
        (self.end - TOLERANCE).ceil().max(1.0) as u64
    }

    /// The row of controls at the beginning of a step.
    fn row_at(&self, step: u64) -> usize {
        self.begins.partition_point(|begin| *begin <= step as f64 + TOLERANCE).saturating_sub(1)
    }
}

/// An .npz file.
struct Archive {
    file: FileReader,
    len: u64,
}

impl Archive {
    fn has(&self, name: &str) -> Result<bool, String> {
        npz::has(&self.file, self.len, name)
    }

    /// Reads a recorded motion.
    fn motion(&self, m: &Model, steps: Option<u64>) -> Result<Replay, String> {
        let times = npz::read_single(&self.file, self.len, "times", u64::MAX).and_then(finite);
        let times = times.map_err(|e| format!("array 'times': {e}"))?;
        // one more than allowed, so that a surplus row is noticed
        let rows = self.table("ctrl", m.nu, times.len() as u64 + 1)?;
        let intervals = Intervals::new(&times, rows.len() / m.nu, m.opt.timestep)?;
        let first_row = |name: &str, cols: usize| -> Result<Option<Vec<f64>>, String> {
            if self.has(name)? { self.table(name, cols, 1).map(Some) } else { Ok(None) }
        };
        Ok(Replay {
            steps: within(steps, intervals.steps())?,
            rows,
            nu: m.nu,
            intervals: Some(intervals),
            qpos: first_row("qpos", m.nq)?,
            qvel: first_row("qvel", m.nv)?,
        })
    }

    /// The first rows of a table. An error if it has none.
    fn table(&self, name: &str, cols: usize, rows: u64) -> Result<Vec<f64>, String> {
        let table = npz::read(&self.file, self.len, name, cols, rows).and_then(finite);
        match table {
            Ok(table) if table.is_empty() && cols > 0 => Err(format!("array '{name}' has no rows")),
            table => table.map_err(|e| format!("array '{name}': {e}")),
        }
    }
}

fn finite(numbers: Vec<f64>) -> Result<Vec<f64>, String> {
    match numbers.iter().all(|number| number.is_finite()) {
        true => Ok(numbers),
        false => Err("it has a NaN or infinite number".into()),
    }
}

/// The number of steps to replay, at most the recorded ones.
fn within(asked: Option<u64>, recorded: u64) -> Result<u64, String> {
    match asked {
        Some(steps) if steps > recorded => {
            Err(format!("--steps asks for {steps} steps, but there are controls for {recorded}: ask for no more"))
        }
        steps => Ok(steps.unwrap_or(recorded.min(STEPS))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(times: &[f64], count: usize, timestep: f64) -> Vec<usize> {
        let intervals = Intervals::new(times, count, timestep).unwrap();
        (0..intervals.steps()).map(|step| intervals.row_at(step)).collect()
    }

    #[test]
    fn controls_hold_until_the_next() {
        assert_eq!(rows(&[0.0, 0.02, 0.04], 2, 0.005), [0, 0, 0, 0, 1, 1, 1, 1]);
        // without an end, the last interval is as long as the one before; times count from the first
        assert_eq!(rows(&[7.0, 7.02], 2, 0.01), [0, 0, 1, 1]);
        assert_eq!(rows(&[3.0], 1, 0.01), [0]);
        // intervals between steps, and intervals without the start of a step
        assert_eq!(rows(&[0.0, 0.025, 0.03, 0.041], 3, 0.01), [0, 0, 0, 2, 2]);
        assert_eq!(rows(&[0.0, 0.001, 0.002], 2, 0.01), [0]);
        // times in f32
        let times: Vec<f64> = (0..=250).map(|i| f64::from(0.02_f32 * i as f32)).collect();
        let wanted: Vec<usize> = (0..1000).map(|step| step / 4).collect();
        assert_eq!(rows(&times, 250, 0.005), wanted);
    }

    #[test]
    fn times_must_be_those_of_the_rows() {
        let error = |times: &[f64], count| Intervals::new(times, count, 0.01).unwrap_err();
        assert!(error(&[0.0, 1.0], 3).contains("2 numbers for 3 rows of controls: it takes 3, or 4"));
        assert!(error(&[0.0, 1.0, 2.0, 3.0, 4.0], 3).contains("5 numbers"));
        assert!(error(&[0.0, 2.0, 2.0], 3).contains("number 3 is not later"));
    }

    #[test]
    fn no_more_is_replayed_than_was_recorded() {
        assert_eq!((within(None, 70), within(None, 5000), within(Some(70), 70)), (Ok(70), Ok(1000), Ok(70)));
        assert!(within(Some(71), 70).unwrap_err().contains("asks for 71 steps, but there are controls for 70"));
    }
}
