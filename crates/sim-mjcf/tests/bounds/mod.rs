//! Bounds on what one case of a table of hostile inputs may take: processor time, never that of the wall, and memory.

#[path = "../../../sim-core/tests/counting/mod.rs"]
mod counting;

use counting::{HELD, PEAK};
use std::sync::Mutex;
use std::sync::atomic::Ordering;

/// Seconds of processor time, of all threads together.
const SECONDS: f64 = 1.0;
/// Bytes beyond those that the process holds already.
const BYTES: usize = 200 << 20;

/// Cases are measured one at a time: the counts are those of the whole process.
static TURN: Mutex<()> = Mutex::new(());

/// Does something, and fails when it takes too much.
pub fn bounded<T>(case: &str, work: impl FnOnce() -> T) -> T {
    let _turn = TURN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let held = HELD.load(Ordering::Relaxed);
    PEAK.store(held, Ordering::Relaxed);
    let start = processor_seconds();
    let result = work();
    let seconds = processor_seconds() - start;
    let bytes = PEAK.load(Ordering::Relaxed).saturating_sub(held);
    let case: String = case.chars().take(200).collect();
    assert!(seconds <= SECONDS, "{seconds} s of processor time, at most {SECONDS} s: {case}");
    assert!(bytes <= BYTES, "{bytes} bytes, at most {BYTES}: {case}");
    result
}

/// Processor time of the process so far, in steps of ten milliseconds; nothing where the system does not tell.
fn processor_seconds() -> f64 {
    let Ok(stat) = std::fs::read_to_string("/proc/self/stat") else { return 0.0 };
    // after the name, which may hold anything: user and system time are the 12th and 13th
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    let ticks: u64 = fields.skip(11).take(2).map(|field| field.parse::<u64>().unwrap_or(0)).sum();
    ticks as f64 / 100.0
}
