//! Records a run as .npz or .csv: one row per step of time, state, controls, sensors and energy.

use crate::error::{CliError, Result};
use crate::files::npz::{self, Field};
use crate::files::output::Output;
use crate::files::path_text;
use crate::report::Recorded;
use sim_core::{Data, Model};
use std::cmp::Reverse;
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

/// Lines of text. Only whole lines count.
#[derive(Debug, Default)]
struct Csv {
    waiting: Vec<u8>,
    /// Lines in the file with the header, and where they end.
    lines: u64,
    end: u64,
}

impl Record {
    /// An empty recording of up to `steps` rows for a file; its ending chooses the format. What cannot be written is reported now,
    /// and an existing file stays until this one is complete.
    pub fn new(path: &Path, source: Option<&Path>, model: &Model, steps: u64) -> Result<Self> {
        let column =
            |name, width, read: fn(&Data) -> &[f64]| Column { field: Field { name, width: Some(width) }, read };
        let mut columns = vec![
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
                columns.insert(
                    0,
                    Column { field: Field { name: "time", width: None }, read: |d| std::slice::from_ref(&d.time) },
                );
                // wide ones first: the room planned for the first is where the others go when the disk is full; but the widest
                // last: it finds the disk full, and its last bytes make room for the directory
                columns.sort_by_key(|column| Reverse(column.field.width.unwrap_or(1)));
                columns.rotate_left(1);
                let fields: Vec<Field> = columns.iter().map(|column| column.field).collect();
                let archive = npz::Writer::new(&fields, steps).map_err(|e| CliError::file(path, e))?;
                Format::Npz(archive.with_text(MODEL, path_text::letters(&named(source))))
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
                for (i, column) in self.columns.iter().enumerate() {
                    archive.push(i, (column.read)(data));
                }
                archive.end_row(file)
            }
        };
        written.map_err(|e| CliError::file(&self.path, explained(&e)))
    }

    /// Completes the file and puts it in its place, unless it has no rows after an error. Rows that could not be written are not in
    /// it, and are an error beside what was kept.
    pub fn finish(mut self, complete: bool) -> (Option<Recorded>, Result<()>) {
        let file = self.output.file();
        let (rows, flushed, end) = match self.format {
            Format::Csv(mut csv) => {
                let flushed = csv.flush(file);
                (csv.rows(), flushed, Ok(csv.end))
            }
            Format::Npz(mut archive) => {
                let flushed = archive.flush(file);
                // where a full disk has no room for the directory, rows make way for it
                let end = archive.finish(file);
                (archive.rows(), flushed, end)
            }
        };
        let outcome = flushed.map_err(|e| CliError::file(&self.path, explained(&e)));
        if rows == 0 && (!complete || outcome.is_err()) {
            return (None, outcome);
        }
        let published = end.and_then(|end| file.set_len(end)).and_then(|()| self.output.publish());
        match published {
            Ok(()) => (Some(Recorded { path: self.path, rows }), outcome),
            Err(error) => (None, outcome.and(Err(CliError::file(&self.path, explained(&error))))),
        }
    }
}

/// The file of the model, for films of the recording. Empty: the built-in model.
fn named(source: Option<&Path>) -> PathBuf {
    source.map(|path| path.canonicalize().unwrap_or_else(|_| path.to_path_buf())).unwrap_or_default()
}

/// An error of writing with its cure, if there is one.
pub fn explained(error: &io::Error) -> String {
    let cure = match error.kind() {
        io::ErrorKind::StorageFull => "free space on the disk, or write to another one",
        io::ErrorKind::QuotaExceeded => "free space within your quota, or write to another disk",
        io::ErrorKind::FileTooLarge => {
            "raise the limit on file sizes (ulimit -f), use another disk, or record fewer steps"
        }
        _ => return error.to_string(),
    };
    format!("{error}: {cure}")
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
        if self.waiting.len() < BLOCK { Ok(()) } else { self.flush(file) }
    }

    /// Rows in the file.
    fn rows(&self) -> u64 {
        self.lines.saturating_sub(1)
    }

    /// Writes the lines that wait. After an error those that did not fit are lost; the file holds the others.
    fn flush(&mut self, file: &mut (impl Write + Seek)) -> io::Result<()> {
        file.seek(SeekFrom::Start(self.end))?;
        let (written, outcome) = write_what_fits(file, &self.waiting);
        let whole = self.waiting[..written].iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1);
        self.lines += self.waiting[..whole].iter().filter(|byte| **byte == b'\n').count() as u64;
        self.end += whole as u64;
        self.waiting.clear();
        outcome
    }
}

/// Writes bytes until an error. Returns how many were written.
fn write_what_fits(file: &mut impl Write, bytes: &[u8]) -> (usize, io::Result<()>) {
    let mut done = 0;
    while done < bytes.len() {
        match file.write(&bytes[done..]) {
            Ok(0) => return (done, Err(io::ErrorKind::WriteZero.into())),
            Ok(count) => done += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return (done, Err(error)),
        }
    }
    (done, Ok(()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file that takes a number of bytes.
    struct Small(Vec<u8>, u64, usize);

    impl Write for Small {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let at = usize::try_from(self.1).unwrap();
            let count = bytes.len().min(self.2.saturating_sub(at)).min(5);
            if count == 0 {
                return Err(io::ErrorKind::StorageFull.into());
            }
            self.0.truncate(at);
            self.0.extend_from_slice(&bytes[..count]);
            self.1 += count as u64;
            Ok(count)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Seek for Small {
        fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
            let SeekFrom::Start(at) = to else { return Err(io::ErrorKind::Unsupported.into()) };
            self.1 = at;
            Ok(at)
        }
    }

    #[test]
    fn only_whole_lines_of_text_count() {
        let text = "time,qpos[0]\n0.5,1\n1,22\n1.5,333\n";
        for room in 0..=text.len() {
            for cut in [0, 13, 19, 24] {
                let mut file = Small(vec![], 0, room);
                let mut csv = Csv::default();
                let outcomes = [&text[..cut], &text[cut..]].map(|part| {
                    csv.waiting.extend_from_slice(part.as_bytes());
                    csv.flush(&mut file)
                });
                let whole = text[..room].rfind('\n').map_or(0, |last| last + 1);
                // a second part after a failure of the first does not happen
                if outcomes[0].is_ok() {
                    let lines = text[..whole].matches('\n').count() as u64;
                    assert_eq!((csv.end, csv.rows()), (whole as u64, lines.saturating_sub(1)), "{room} {cut}");
                    assert_eq!(&file.0[..whole], &text.as_bytes()[..whole]);
                    assert_eq!(outcomes[1].is_ok(), room == text.len());
                }
            }
        }
    }
}
