//! The result of a command as text and as JSON, and formats of numbers, sizes and times.

use indicatif::HumanCount;
use serde_json::Value;
use sim_core::binding::message::{Line, number};
use std::path::{Path, PathBuf};

/// The result of a command.
#[derive(Debug)]
pub struct Report {
    /// For people.
    pub text: String,
    /// For programs.
    pub json: Value,
    /// Whether the exit status is a failure.
    pub failed: bool,
}

impl Report {
    /// The report of a command that succeeded.
    pub fn new(text: String, json: Value) -> Self {
        Self { text, json, failed: false }
    }
}

/// A recording that was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// The file.
    pub path: PathBuf,
    /// Number of its rows.
    pub rows: u64,
}

/// An integer with thin groups of three: `1,234,567`.
pub fn grouped(n: u64) -> String {
    HumanCount(n).to_string()
}

/// A number of objects: `1 row`, `2 rows`.
pub fn counted(n: impl TryInto<u64>, object: &str) -> String {
    let n = n.try_into().unwrap_or(u64::MAX);
    format!("{n} {object}{}", plural(n))
}

/// The end of a noun after a number of objects.
pub fn plural(n: u64) -> &'static str {
    if n == 1 { "" } else { "s" }
}

/// The name of a file on one line.
pub fn shown(path: &Path) -> String {
    Line(&path.to_string_lossy()).to_string()
}

/// A number in five digits, as people write it.
pub fn short(x: f64) -> String {
    digits(x, 5)
}

/// A number in `count` digits.
pub fn digits(x: f64, count: usize) -> String {
    number(format!("{x:.*e}", count.saturating_sub(1)).parse().unwrap_or(x))
}

/// A number of bytes in the unit that fits.
pub fn bytes(n: u64) -> String {
    const UNITS: [&str; 5] = ["B", "KiB", "MiB", "GiB", "TiB"];
    let mut value = n as f64;
    let mut unit = 0;
    while value >= 1024.0 && unit + 1 < UNITS.len() {
        value /= 1024.0;
        unit += 1;
    }
    if unit == 0 { format!("{n} B") } else { format!("{value:.1} {}", UNITS[unit]) }
}

/// A duration in the unit that fits.
pub fn duration(seconds: f64) -> String {
    match seconds {
        s if s >= 1.0 => format!("{s:.3} s"),
        s if s >= 1e-3 => format!("{:.3} ms", s * 1e3),
        s => format!("{:.3} µs", s * 1e6),
    }
}

/// Aligns rows of cells in columns two spaces apart, each line indented by two; the last column is left ragged.
pub fn columns(rows: &[Vec<String>]) -> String {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..count)
        .map(|c| rows.iter().filter_map(|r| r.get(c)).map(|s| s.chars().count()).max().unwrap_or(0))
        .collect();
    let mut out = String::new();
    for row in rows {
        let mut line = String::from("  ");
        for (cell, width) in row.iter().zip(&widths) {
            line.push_str(cell);
            line.extend(std::iter::repeat_n(' ', width + 2 - cell.chars().count()));
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(bytes(512), "512 B");
        assert_eq!(bytes(1536), "1.5 KiB");
        assert_eq!([bytes(3 << 30), bytes(1 << 44)], ["3.0 GiB", "16.0 TiB"]);
        assert_eq!(duration(0.25), "250.000 ms");
        assert_eq!([short(2.0 / 3.0), short(1e-9), short(0.002), short(-90.0)], ["0.66667", "1e-9", "0.002", "-90"]);
    }

    #[test]
    fn one_object_is_singular() {
        assert_eq!([0, 1, 2].map(|n: u64| counted(n, "row")), ["0 rows", "1 row", "2 rows"]);
    }

    #[test]
    fn columns_align() {
        let rows = vec![vec!["a".into(), "b".into()], vec!["long".into(), "c".into()]];
        assert_eq!(columns(&rows), "  a     b\n  long  c\n");
    }
}
