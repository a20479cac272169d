//! `cargo xtask ci`: every check. A failure does not stop the other steps; a step whose prerequisite failed counts as failed.
//!
//! Two steps run at a time: one alone leaves half of two cores idle while a crate links or a test waits. Steps of one track never
//! run at the same time, so that cargo does not wait for its own build folder.

mod schedule;
mod select;
mod steps;

use crate::log::Log;
use crate::summary::{Count, Line, table};
use schedule::Schedule;
pub use select::Selection;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use steps::{STEPS, Step};

/// Steps that run at the same time.
const WORKERS: usize = 2;

/// The schedule, and the lines of the finished steps.
struct Run {
    state: Mutex<(Schedule, Vec<(usize, Line)>)>,
    finished: Condvar,
}

impl Run {
    fn state(&self) -> MutexGuard<'_, (Schedule, Vec<(usize, Line)>)> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs steps until none is left.
    fn work(&self) {
        while let Some((index, failed)) = self.next() {
            let line = finish(&STEPS[index], failed);
            let mut state = self.state();
            state.0.finish(index, line.count.failed == 0);
            state.1.push((index, line));
            self.finished.notify_all();
        }
    }

    /// The next step with the prerequisite of it that failed; waits while all ready steps belong to busy tracks.
    fn next(&self) -> Option<(usize, Option<&'static str>)> {
        let mut state = self.state();
        loop {
            if let Some(found) = state.0.start() {
                return Some(found);
            }
            if state.0.is_empty() {
                return None;
            }
            state = self.finished.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Runs a step and prints its lines under a heading when it ends. Until then they are in a file.
fn finish(step: &Step, failed: Option<&str>) -> Line {
    let place = format!("target/ci/{}.log", step.name);
    println!(".... {} begins: {place}", step.name);
    let (start, opened) = (Instant::now(), Log::in_file(&crate::folders::root().join(&place)));
    let log = opened.unwrap_or_else(|message| {
        let log = Log::default();
        log.add(&format!("no log file: {message}"));
        log
    });
    let result = match failed {
        Some(need) => Err(format!("not run: the step '{need}' failed")),
        None => log.during(step.work),
    };
    let count = result.unwrap_or_else(|message| {
        log.add(&format!("error: {message}"));
        Count { passed: 0, failed: 1 }
    });
    let (time, cpu) = (start.elapsed(), log.cpu());
    let verdict = if count.failed == 0 { "ok" } else { "FAILED" };
    println!("\n==== {} ====\n{}---- {}: {verdict}, {:.1} s", step.name, log.text(), step.name, time.as_secs_f64());
    Line { name: step.name.to_string(), count, time, cpu }
}

/// Runs the chosen steps; whether everything passed. The last line printed is `N passed, M failed`.
pub fn run(selection: &Selection) -> Result<bool, String> {
    if selection.list {
        print!("{}", select::list(STEPS));
        return Ok(true);
    }
    let start = Instant::now();
    let schedule = Schedule::new(STEPS, select::chosen(STEPS, selection)?);
    let run = Run { state: Mutex::new((schedule, vec![])), finished: Condvar::new() };
    std::thread::scope(|scope| {
        for _ in 1..WORKERS {
            scope.spawn(|| run.work());
        }
        run.work();
    });
    let mut lines = run.state.into_inner().unwrap_or_else(PoisonError::into_inner).1;
    lines.sort_by_key(|(index, _)| *index);
    let lines: Vec<Line> = lines.into_iter().map(|(_, line)| line).collect();
    println!("\n==== summary ====");
    print!("{}", table(&lines, start.elapsed()));
    Ok(lines.iter().all(|line| line.count.failed == 0))
}
