//! A recorded run: one row per step of time, state, controls, sensors and energy; written as .npz or .csv.

use crate::error::{CliError, Result};
use crate::npz;
use sim_core::{Data, Model};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Rows of one kind of number.
#[derive(Debug)]
struct Column {
    name: &'static str,
    width: usize,
    values: Vec<f64>,
    read: fn(&Data) -> &[f64],
}

/// The recording so far.
#[derive(Debug)]
pub struct Record {
    path: PathBuf,
    csv: bool,
    columns: Vec<Column>,
    time: Vec<f64>,
}

impl Record {
    /// An empty recording for a file; its ending chooses the format. The file is created now, so that a bad path is
    /// reported before the run.
    pub fn new(path: &Path, model: &Model) -> Result<Self> {
        let csv = match path.extension().and_then(|e| e.to_str()).map(str::to_ascii_lowercase).as_deref() {
            Some("csv") => true,
            Some("npz") => false,
            _ => return Err(CliError::file(path, "recordings are written as .npz or .csv")),
        };
        File::create(path).map_err(|e| CliError::file(path, e))?;
        let column = |name, width, read: fn(&Data) -> &[f64]| Column { name, width, values: vec![], read };
        let columns = vec![
            column("qpos", model.nq, |d| &d.qpos),
            column("qvel", model.nv, |d| &d.qvel),
            column("act", model.na, |d| &d.act),
            column("ctrl", model.nu, |d| &d.ctrl),
            column("sensordata", model.nsensordata, |d| &d.sensordata),
            column("energy", 2, |d| &d.energy),
        ];
        Ok(Self { path: path.to_path_buf(), csv, columns, time: vec![] })
    }

    /// Adds the state of a world.
    pub fn push(&mut self, data: &Data) {
        self.time.push(data.time);
        for column in &mut self.columns {
            column.values.extend_from_slice((column.read)(data));
        }
    }

    /// Writes the file; returns its name and the number of rows.
    pub fn write(self) -> Result<(PathBuf, usize)> {
        let file = File::create(&self.path).map_err(|e| CliError::file(&self.path, e))?;
        let out = BufWriter::new(file);
        let written = if self.csv { self.write_csv(out) } else { self.write_npz(out) };
        written.map_err(|e| CliError::file(&self.path, e))?;
        Ok((self.path, self.time.len()))
    }

    fn write_npz(&self, out: impl Write) -> io::Result<()> {
        let mut archive = npz::Writer::new(out);
        archive.array("time", &[self.time.len()], &self.time)?;
        for column in &self.columns {
            archive.array(column.name, &[self.time.len(), column.width], &column.values)?;
        }
        archive.finish()
    }

    fn write_csv(&self, mut out: impl Write) -> io::Result<()> {
        write!(out, "time")?;
        for column in &self.columns {
            for i in 0..column.width {
                write!(out, ",{}[{i}]", column.name)?;
            }
        }
        writeln!(out)?;
        for (row, time) in self.time.iter().enumerate() {
            write!(out, "{time}")?;
            for column in &self.columns {
                for value in &column.values[row * column.width..(row + 1) * column.width] {
                    write!(out, ",{value}")?;
                }
            }
            writeln!(out)?;
        }
        out.flush()
    }
}
