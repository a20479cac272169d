//! Records a run as .npz or .csv: one row per step of time, state, controls, sensors and energy.

use crate::error::{CliError, Result};
use crate::files::npz::{self, Field};
use crate::files::output::Output;
use crate::report::Recorded;
use sim_core::{Data, Model};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Bytes of text that wait to be written.
const BLOCK: usize = 1 << 20;

/// The text of an .npz recording that names its model.
pub const MODEL: &str = "model";

/// Rows of one kind of number.
#[derive(Debug)]
struct Column {
    field: Field,
    read: fn(&Data) -> &[f64],
}

/// A recording in progress.
#[derive(Debug)]
pub struct Record {
    path: PathBuf,
    output: Output,
    columns: Vec<Column>,
    format: Format,
}

#[derive(Debug)]
enum Format {
    Csv(Csv),
    Npz(npz::Writer),
}

/// Lines of text. Only whole lines are written.
#[derive(Debug, Default)]
struct Csv {
    waiting: Vec<u8>,
    rows_waiting: u64,
    /// Rows in the file, and where they end.
    rows: u64,
    end: u64,
}

impl Record {
    /// An empty recording of up to `steps` rows for a file; its ending chooses the format. What cannot be written is reported now,
    /// and an existing file stays until this one is complete.
    pub fn new(path: &Path, source: Option<&Path>, model: &Model, steps: u64) -> Result<Self> {
        let column =
            |name, width, read: fn(&Data) -> &[f64]| Column { field: Field { name, width: Some(width) }, read };
        let columns = vec![
            column("qpos", model.nq, |d| &d.qpos),
            column("qvel", model.nv, |d| &d.qvel),
            column("act", model.na, |d| &d.act),
            column("ctrl", model.nu, |d| &d.ctrl),
            column("sensordata", model.nsensordata, |d| &d.sensordata),
            column("energy", 2, |d| &d.energy),
        ];
        let format = match path.extension().and_then(|e| e.to_str()).map(str::to_ascii_lowercase).as_deref() {
            Some("csv") => Format::Csv(Csv { waiting: csv_header(&columns), ..Csv::default() }),
            Some("npz") => {
                let time = Field { name: "time", width: None };
                let fields: Vec<Field> = [time].into_iter().chain(columns.iter().map(|c| c.field)).collect();
                let archive = npz::Writer::new(&fields, steps).map_err(|e| CliError::file(path, e))?;
                Format::Npz(archive.with_text(MODEL, named(source)))
            }
            _ => return Err(CliError::file(path, "recordings are written as .npz or .csv")),
        };
        Ok(Self { path: path.to_path_buf(), output: Output::create(path, source)?, columns, format })
    }

    /// Adds the state of a world.
    pub fn push(&mut self, data: &Data) -> Result<()> {
        let file = self.output.file();
        let written = match &mut self.format {
            Format::Csv(csv) => csv.push(&self.columns, data, file),
            Format::Npz(archive) => {
                archive.push(0, &[data.time]);
                for (i, column) in self.columns.iter().enumerate() {
                    archive.push(i + 1, (column.read)(data));
                }
                archive.end_row(file)
            }
        };
        written.map_err(|e| CliError::file(&self.path, e))
    }

    /// Completes the file and puts it in its place, where it has any rows, or where none was asked for. Rows that could not be
    /// written are not in it, and are an error beside what was kept.
    pub fn finish(mut self, complete: bool) -> (Option<Recorded>, Result<()>) {
        let file = self.output.file();
        let (rows, flushed, end) = match self.format {
            Format::Csv(mut csv) => {
                let flushed = csv.flush(file);
                (csv.rows, flushed, Ok(csv.end))
            }
            Format::Npz(mut archive) => {
                let flushed = archive.flush(file);
                (archive.rows(), flushed, archive.finish(file))
            }
        };
        let outcome = flushed.map_err(|e| CliError::file(&self.path, e));
        if rows == 0 && (!complete || outcome.is_err()) {
            return (None, outcome);
        }
        let published = end.and_then(|end| file.set_len(end)).and_then(|()| self.output.publish());
        match published {
            Ok(()) => (Some(Recorded { path: self.path, rows }), outcome),
            Err(error) => (None, outcome.and(Err(CliError::file(&self.path, error)))),
        }
    }
}

/// The file of the model, for films of the recording. Empty: the built-in model.
fn named(source: Option<&Path>) -> String {
    let path = source.map(|path| path.canonicalize().unwrap_or_else(|_| path.to_path_buf()));
    path.map(|path| path.to_string_lossy().into_owned()).unwrap_or_default()
}

fn csv_header(columns: &[Column]) -> Vec<u8> {
    let mut line = String::from("time");
    for Field { name, width } in columns.iter().map(|column| column.field) {
        (0..width.unwrap_or(1)).for_each(|i| line.push_str(&format!(",{name}[{i}]")));
    }
    line.push('\n');
    line.into_bytes()
}

impl Csv {
    fn push(&mut self, columns: &[Column], data: &Data, file: &mut (impl Write + Seek)) -> io::Result<()> {
        write!(self.waiting, "{}", data.time)?;
        for column in columns {
            for value in (column.read)(data) {
                write!(self.waiting, ",{value}")?;
            }
        }
        self.waiting.push(b'\n');
        self.rows_waiting += 1;
        if self.waiting.len() < BLOCK { Ok(()) } else { self.flush(file) }
    }

    /// Writes the lines that wait. After an error none of them counts.
    fn flush(&mut self, file: &mut (impl Write + Seek)) -> io::Result<()> {
        file.seek(SeekFrom::Start(self.end))?;
        file.write_all(&self.waiting)?;
        self.end += self.waiting.len() as u64;
        self.rows += self.rows_waiting;
        self.rows_waiting = 0;
        self.waiting.clear();
        Ok(())
    }
}
