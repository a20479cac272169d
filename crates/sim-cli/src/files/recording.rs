//! Reads a run that was recorded as .npz.

use crate::error::{CliError, Result};
use crate::files::npz;
use crate::files::path_text;
use crate::files::record::MODEL;
use rawzip::FileReader;
use sim_core::binding::message::number;
use sim_core::{Data, Model};
use std::fs::File;
use std::path::{Path, PathBuf};

/// States of a recorded run, row by row.
#[derive(Debug)]
pub struct Recording {
    /// Time of each row.
    pub time: Vec<f64>,
    qpos: Vec<f64>,
    qvel: Vec<f64>,
    act: Vec<f64>,
    ctrl: Vec<f64>,
}

/// The model that a recording names. `None`: the built-in model.
pub fn model_of(path: &Path) -> Result<Option<PathBuf>> {
    let text = with(path, |file, len| npz::read_text(file, len, MODEL)).map_err(|error| match error {
        CliError::File { path, message } => {
            let message = format!("does not name its model ({message}): give --model");
            CliError::File { path, message }
        }
        other => other,
    })?;
    let named = path_text::path(&text)
        .ok_or_else(|| CliError::file(path, "the name of its model has codes that are no letters: give --model"))?;
    Ok((!text.is_empty()).then_some(named))
}

impl Recording {
    /// Reads the states of a run of this model.
    pub fn read(path: &Path, m: &Model) -> Result<Self> {
        let table = |name: &'static str, cols: usize| {
            let rows = |file, len| npz::read(file, len, name, cols, u64::MAX);
            with(path, rows).map_err(|error| match error {
                CliError::File { path, message } => {
                    CliError::File { path, message: format!("array '{name}': {message}: is it a run of this model?") }
                }
                other => other,
            })
        };
        let time = with(path, |file, len| npz::read_single(file, len, "time", u64::MAX))?;
        let recording = Self {
            qpos: table("qpos", m.nq)?,
            qvel: table("qvel", m.nv)?,
            act: table("act", m.na)?,
            ctrl: table("ctrl", m.nu)?,
            time,
        };
        let rows = recording.time.len();
        let whole = |array: &[f64], width: usize| array.len() == rows * width;
        let fits = whole(&recording.qpos, m.nq)
            && whole(&recording.qvel, m.nv)
            && whole(&recording.act, m.na)
            && whole(&recording.ctrl, m.nu);
        match rows {
            0 => Err(CliError::file(path, "the recording has no rows")),
            _ if !fits => Err(CliError::file(path, "its arrays have different numbers of rows")),
            _ => check_times(&recording.time).map_err(|message| CliError::file(path, message)).map(|()| recording),
        }
    }

    /// The last row at or before a time, or the first.
    pub fn row_at(&self, time: f64) -> usize {
        self.time.partition_point(|t| *t <= time * (1.0 + 1e-9)).saturating_sub(1)
    }

    /// Puts a world into the state of a row.
    pub fn apply(&self, row: usize, data: &mut Data) {
        let copy = |from: &[f64], to: &mut [f64]| {
            let width = to.len();
            if let Some(entries) = from.get(row * width..(row + 1) * width) {
                to.copy_from_slice(entries);
            }
        };
        copy(&self.qpos, &mut data.qpos);
        copy(&self.qvel, &mut data.qvel);
        copy(&self.act, &mut data.act);
        copy(&self.ctrl, &mut data.ctrl);
        data.time = self.time.get(row).copied().unwrap_or_default();
    }
}

/// Checks that time never falls: a film shows the rows in the order of their times.
fn check_times(times: &[f64]) -> Result<(), String> {
    if let Some(row) = times.iter().position(|time| !time.is_finite()) {
        return Err(format!("array 'time': row {row} is {}: give finite times", number(times[row])));
    }
    match times.windows(2).position(|pair| pair[1] < pair[0]) {
        Some(row) => Err(format!(
            "array 'time': row {} is {} s, before {} s in the row above: sort the rows by time",
            row + 1,
            number(times[row + 1]),
            number(times[row])
        )),
        None => Ok(()),
    }
}

/// Opens the archive for one array.
fn with<T>(path: &Path, read: impl FnOnce(FileReader, u64) -> Result<T, String>) -> Result<T> {
    let open = || {
        let data = std::fs::metadata(path).map_err(|e| e.to_string())?;
        if !data.is_file() {
            return Err("is not a regular file".to_string());
        }
        File::open(path).map(|file| (FileReader::from(file), data.len())).map_err(|e| e.to_string())
    };
    open().and_then(|(file, len)| read(file, len)).map_err(|message| CliError::file(path, message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_rise_or_stay() {
        for good in [&[0.0][..], &[0.0, 0.0, 0.1], &[-3.0, -2.0], &[5.0, 1e300]] {
            assert_eq!(check_times(good), Ok(()), "{good:?}");
        }
        let cases: [(&[f64], &str); 6] = [
            (&[0.0, 0.2, 0.1], "row 2 is 0.1 s, before 0.2 s"),
            (&[1.0, 0.0], "row 1 is 0 s, before 1 s"),
            (&[f64::NAN], "row 0 is NaN"),
            (&[0.0, f64::NAN, 1.0], "row 1 is NaN"),
            (&[0.0, f64::INFINITY], "row 1 is inf"),
            (&[f64::NEG_INFINITY, 0.0], "row 0 is -inf"),
        ];
        for (bad, expected) in cases {
            let message = check_times(bad).unwrap_err();
            assert!(message.contains(expected), "{bad:?}: {message}");
        }
    }
}
