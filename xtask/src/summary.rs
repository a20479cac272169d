//! Counting what passed: the runners' own totals, one line per step, one line at the end.

use std::time::Duration;

/// Individual tests or checks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Count {
    /// Passed.
    pub passed: usize,
    /// Failed.
    pub failed: usize,
}

/// What a runner's output says.
#[derive(Debug, Clone, Copy)]
pub enum Counter {
    /// The step is one check.
    One,
    /// `test result: ok. 3 passed; 0 failed; …`, once per test binary.
    CargoTest,
    /// `# pass 5` and `# fail 1`, or with another sign in front.
    NodeTest,
    /// `5 passed, 1 failed`, in the last line that speaks of either.
    LastLine,
}

impl Counter {
    /// Counts a run. A failed run with no failure of its own counts as one, and so does a run in which nothing was checked.
    pub fn count(self, output: &str, success: bool) -> Count {
        let mut count = match self {
            Self::One => Count { passed: usize::from(success), failed: 0 },
            Self::CargoTest => {
                output.lines().filter(|l| l.starts_with("test result:")).map(totals).fold(Count::default(), sum)
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

/// Adds two counts.
pub fn sum(a: Count, b: Count) -> Count {
    Count { passed: a.passed + b.passed, failed: a.failed + b.failed }
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
    /// What was checked.
    pub name: &'static str,
    /// Its result.
    pub count: Count,
    /// How long it took.
    pub time: Duration,
}

/// The table of all steps, which took so long together, and the line that everything ends in.
pub fn table(lines: &[Line], time: Duration) -> String {
    let mut out = format!("{:<36} {:>8} {:>8} {:>9}\n", "check", "passed", "failed", "seconds");
    for line in lines {
        let mark = if line.count.failed == 0 { ' ' } else { '!' };
        out += &format!(
            "{mark}{:<35} {:>8} {:>8} {:>9.1}\n",
            line.name,
            line.count.passed,
            line.count.failed,
            line.time.as_secs_f64()
        );
    }
    let all = lines.iter().map(|l| l.count).fold(Count::default(), sum);
    out += &format!("\n{:.0} seconds in all\n{} passed, {} failed\n", time.as_secs_f64(), all.passed, all.failed);
    out
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
        assert_eq!(Counter::One.count("", true), Count { passed: 1, failed: 0 });
    }

    #[test]
    fn the_last_line_is_the_total() {
        let line = |name, passed, failed| Line { name, count: Count { passed, failed }, time: Duration::from_secs(1) };
        assert!(table(&[line("a", 2, 0), line("b", 3, 1)], Duration::from_secs(2)).ends_with("5 passed, 1 failed\n"));
    }
}
