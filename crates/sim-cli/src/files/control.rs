//! Controls from a file: a table of numbers in .csv or .npz. No more is read than the run needs, and nothing without an end.
//!
//! Lines are split at their commas here: numbers and the names of columns need no quotes, and what a library for CSV adds to that,
//! records over many lines, is what the bound on a line must not let in.

use crate::error::{CliError, Result};
use crate::files::npz::{self, wrong_width};
use crate::report::bytes;
use rawzip::FileReader;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// Longest line of a table; a recording of ten thousand numbers a row has shorter ones.
const MAX_LINE: u64 = 1 << 20;
/// Largest table of text.
const MAX_TEXT: u64 = 1 << 30;
/// Most numbers that are read.
const MAX_VALUES: usize = 1 << 27;

/// The first `rows` rows of a file, of `nu` numbers each.
pub fn read_rows(path: &Path, nu: usize, rows: u64) -> Result<Vec<f64>> {
    let missing = "no such control file (nor is it 'zero' or 'random')";
    let (file, len) = open(path, missing).map_err(|e| CliError::file(path, e))?;
    rows_of(path, FileReader::from(file), len, nu, rows)
}

/// Reads the rows of an open control file.
pub fn rows_of(path: &Path, file: FileReader, len: u64, nu: usize, rows: u64) -> Result<Vec<f64>> {
    let values = match extension(path).as_str() {
        "npz" => npz::read(file, len, "ctrl", nu, rows),
        "csv" => text_of(file.into_inner(), len).and_then(|text| parse_csv(text, nu, rows)),
        _ => Err("controls are read from .csv and .npz files".into()),
    };
    let values = values.map_err(|e| CliError::file(path, e))?;
    if let Some(bad) = values.iter().position(|v| !v.is_finite()) {
        return Err(CliError::file(
            path,
            format!("row {} has a NaN or infinite number: give finite controls", bad / nu.max(1) + 1),
        ));
    }
    if values.is_empty() && nu > 0 {
        return Err(CliError::file(path, "has no rows: give one row per step"));
    }
    Ok(values)
}

/// Whether a file name ends with .npz.
pub fn is_npz(path: &Path) -> bool {
    extension(path) == "npz"
}

fn extension(path: &Path) -> String {
    path.extension().and_then(|e| e.to_str()).unwrap_or("").to_ascii_lowercase()
}

/// Opens a regular file that is not empty, and returns it with its length. Devices and pipes may never end, and system files claim to be
/// empty. `missing` is the error text for a missing file.
pub fn open(path: &Path, missing: &str) -> Result<(File, u64), String> {
    let data = std::fs::metadata(path).map_err(|e| match e.kind() {
        io::ErrorKind::NotFound => missing.to_string(),
        _ => e.to_string(),
    })?;
    if data.is_dir() {
        return Err("is a directory: give a control file".into());
    }
    // checked before opening, because opening a pipe waits for its other end
    if !data.is_file() {
        return Err("is not a regular file".into());
    }
    let file = File::open(path).map_err(|e| e.to_string())?;
    match file.metadata().map_err(|e| e.to_string())? {
        data if !data.is_file() => Err("is not a regular file".into()),
        data if data.len() == 0 => Err("has no rows: give one row per step".into()),
        data => Ok((file, data.len())),
    }
}

fn text_of(file: File, len: u64) -> Result<impl BufRead, String> {
    if len > MAX_TEXT {
        return Err(format!(
            "{} are too much: tables of text may have up to {}; use an .npz file",
            bytes(len),
            bytes(MAX_TEXT)
        ));
    }
    Ok(BufReader::new(file.take(MAX_TEXT)))
}

/// The next line; `None` at the end.
fn next_line(text: &mut impl BufRead, line: &mut Vec<u8>, number: usize) -> Result<Option<()>, String> {
    line.clear();
    let n = text.by_ref().take(MAX_LINE + 1).read_until(b'\n', line).map_err(|e| e.to_string())?;
    if n as u64 > MAX_LINE {
        return Err(format!("line {number} is longer than {}: give one row of controls per line", bytes(MAX_LINE)));
    }
    Ok((n > 0).then_some(()))
}

/// The start of a cell, without control characters.
fn excerpt(cell: &str) -> String {
    cell.chars().take(40).flat_map(char::escape_debug).collect()
}

/// Rows of numbers; a first line that is not numbers names the columns, and those called `ctrl[i]` are taken.
fn parse_csv(mut text: impl BufRead, nu: usize, rows: u64) -> Result<Vec<f64>, String> {
    let mut picked: Option<Vec<usize>> = None;
    let mut values = vec![];
    let (mut line, mut number, mut done) = (vec![], 0, 0);
    while done < rows && next_line(&mut text, &mut line, number + 1)?.is_some() {
        number += 1;
        let line = String::from_utf8_lossy(&line);
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        let cells: Vec<&str> = line.split(',').map(str::trim).collect();
        if number == 1 && cells.iter().any(|c| c.parse::<f64>().is_err()) {
            let columns: Vec<usize> =
                cells.iter().enumerate().filter(|(_, c)| c.starts_with("ctrl[")).map(|(i, _)| i).collect();
            if columns.len() != nu {
                return Err(wrong_width(columns.len() as u64, nu));
            }
            picked = Some(columns);
            continue;
        }
        let columns = picked.get_or_insert_with(|| (0..cells.len()).collect());
        if columns.len() != nu {
            return Err(format!("line {number}: {}", wrong_width(columns.len() as u64, nu)));
        }
        for &column in columns.iter() {
            let cell = cells.get(column).ok_or_else(|| format!("line {number} has too few columns"))?;
            values.push(cell.parse().map_err(|_| format!("line {number}: '{}' is not a number", excerpt(cell)))?);
        }
        if values.len() > MAX_VALUES {
            return Err(format!("line {number}: more than {MAX_VALUES} numbers: run fewer steps"));
        }
        done += 1;
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str, nu: usize) -> Result<Vec<f64>, String> {
        parse_csv(text.as_bytes(), nu, u64::MAX)
    }

    #[test]
    fn csv_with_and_without_header() {
        assert_eq!(parse("1, 2\n3,4\n", 2), Ok(vec![1.0, 2.0, 3.0, 4.0]));
        assert_eq!(parse("time,ctrl[0],qpos[0],ctrl[1]\n0,1,9,2\n", 2), Ok(vec![1.0, 2.0]));
        assert_eq!(parse_csv("1\n2\n3".as_bytes(), 1, 2), Ok(vec![1.0, 2.0]));
    }

    #[test]
    fn bad_csv_names_the_line() {
        assert!(parse("1,2\n", 3).unwrap_err().contains("2 columns"));
        assert!(parse("1,2\n3\n", 2).unwrap_err().contains("line 2"));
        assert!(parse("1,2\n3,x\n", 2).unwrap_err().contains("'x' is not a number"));
        assert!(parse("time,qpos[0]\n0,1\n", 1).is_err());
    }

    #[test]
    fn a_line_without_end_is_not_read_to_its_end() {
        let text = BufReader::new(io::repeat(b'0'));
        assert!(parse_csv(text, 1, 1).unwrap_err().contains("line 1 is longer than 1.0 MiB"));
    }
}
