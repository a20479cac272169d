//! Counts of passed and failed checks: read from the output of test runners, and shown as a table.

use std::ops::Add;
use std::time::Duration;

/// How many checks passed and failed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Count {
    /// Checks that passed.
    pub passed: usize,
    /// Checks that failed.
    pub failed: usize,
}

impl Count {
    /// One check.
    pub fn of(passed: bool) -> Self {
        Self { passed: usize::from(passed), failed: usize::from(!passed) }
    }
}

impl Add for Count {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { passed: self.passed + other.passed, failed: self.failed + other.failed }
    }
}

/// How a test runner reports its counts.
#[derive(Debug, Clone, Copy)]
pub enum Counter {
    /// `test result: ok. 3 passed; 0 failed; …`, once per test binary.
    CargoTest,
    /// `# pass 5` and `# fail 1`, or with another sign in front.
    NodeTest,
    /// `5 passed, 1 failed`, in the last line that speaks of either.
    LastLine,
}

impl Counter {
    /// Counts a run. A run that failed without a failed check counts as one failure; so does a run without any check.
    pub fn count(self, output: &str, success: bool) -> Count {
        let mut count = match self {
            Self::CargoTest => {
                output.lines().filter(|l| l.starts_with("test result:")).map(totals).fold(Count::default(), Add::add)
            }
            Self::NodeTest => {
                let number = |word: &str| {
                    let words = |line: &str| line.split_whitespace().map(str::to_string).collect::<Vec<_>>();
                    let found = output.lines().map(words).find(|words| words.len() == 3 && words[1] == word);
                    found.and_then(|words| words[2].parse().ok()).unwrap_or(0)
                };
                Count { passed: number("pass"), failed: number("fail") }
            }
            Self::LastLine => output.lines().rev().map(totals).find(|c| *c != Count::default()).unwrap_or_default(),
        };
        if (!success && count.failed == 0) || count == Count::default() {
            count.failed = 1;
        }
        count
    }
}

/// Numbers in front of the words passed, failed and error in a line.
fn totals(line: &str) -> Count {
    let words: Vec<&str> =
        line.split(|c: char| c.is_whitespace() || ",;=:".contains(c)).filter(|w| !w.is_empty()).collect();
    let before = |names: &[&str]| -> usize {
        words.windows(2).filter(|w| names.contains(&w[1])).filter_map(|w| w[0].parse::<usize>().ok()).sum()
    };
    Count { passed: before(&["passed"]), failed: before(&["failed", "error", "errors"]) }
}

/// A finished step.
#[derive(Debug)]
pub struct Line {
    /// Its name.
    pub name: String,
    /// Its checks.
    pub count: Count,
    /// Wall time.
    pub time: Duration,
    /// Processor time of its programs.
    pub cpu: Duration,
}

/// The table of all steps and the last line of every run. `time` is the wall time of the run.
pub fn table(lines: &[Line], time: Duration) -> String {
    let width = lines.iter().map(|line| line.name.chars().count()).fold(20, usize::max);
    let mut out = format!(" {:<width$} {:>8} {:>8} {:>9} {:>9}\n", "step", "passed", "failed", "seconds", "CPU s");
    for Line { name, count, time, cpu } in lines {
        let mark = if count.failed == 0 { ' ' } else { '!' };
        let (seconds, cpu) = (time.as_secs_f64(), cpu.as_secs_f64());
        out += &format!("{mark}{name:<width$} {:>8} {:>8} {seconds:>9.1} {cpu:>9.1}\n", count.passed, count.failed);
    }
    let all = lines.iter().map(|line| line.count).fold(Count::default(), Add::add);
    let cpu: Duration = lines.iter().map(|line| line.cpu).sum();
    out += &format!("\n{:.0} seconds, {:.0} CPU seconds\n", time.as_secs_f64(), cpu.as_secs_f64());
    out + &format!("{} passed, {} failed\n", all.passed, all.failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runners_are_understood() {
        let cargo =
            "test result: ok. 3 passed; 0 failed; 1 ignored\ntest result: FAILED. 4 passed; 2 failed; 0 ignored\n";
        assert_eq!(Counter::CargoTest.count(cargo, false), Count { passed: 7, failed: 2 });
        assert_eq!(
            Counter::LastLine.count("=== 1 failed, 12 passed, 1 error in 3.2s ===\n", false),
            Count { passed: 12, failed: 2 }
        );
        assert_eq!(
            Counter::LastLine.count("conformance: 83 passed, 0 failed\n", true),
            Count { passed: 83, failed: 0 }
        );
        assert_eq!(Counter::CargoTest.count("", false), Count { passed: 0, failed: 1 });
        let filtered = "test result: ok. 0 passed; 0 failed; 9 filtered out\n";
        assert_eq!(Counter::CargoTest.count(filtered, true), Count { passed: 0, failed: 1 });
        assert_eq!(Count::of(true), Count { passed: 1, failed: 0 });
    }

    #[test]
    fn the_last_line_is_the_total() {
        let second = Duration::from_secs(1);
        let line = |name: &str, passed, failed| Line {
            name: name.into(),
            count: Count { passed, failed },
            time: second,
            cpu: second,
        };
        assert!(table(&[line("a", 2, 0), line("b", 3, 1)], Duration::from_secs(2)).ends_with("5 passed, 1 failed\n"));
    }
}
