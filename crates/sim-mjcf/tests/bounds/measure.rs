//! Runs cases, and holds each to its error, to processor time and to memory.

#[path = "../../../sim-core/tests/counting/mod.rs"]
mod counting;

use counting::{HELD, PEAK};
use std::fmt::Display;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};

/// Seconds of processor time, of all threads together, never that of the wall.
const SECONDS: f64 = 1.0 * SLOWER;
/// How much longer a development build takes, with its checks and little optimisation.
const SLOWER: f64 = if cfg!(debug_assertions) { 3.0 } else { 1.0 };
/// Bytes beyond those that the process holds already.
const BYTES: usize = 200 << 20;

/// Tables are checked one at a time: what is measured is the whole process.
static TURN: Mutex<()> = Mutex::new(());

/// Something that must not take much.
pub struct Case {
    name: String,
    /// Words of the error; without one there is none.
    words: &'static [&'static str],
    work: Box<dyn FnOnce() -> Result<(), String>>,
}

impl Case {
    pub fn new<E: Display>(
        name: impl Into<String>,
        words: &'static [&'static str],
        work: impl FnOnce() -> Result<(), E> + 'static,
    ) -> Self {
        Self { name: name.into(), words, work: Box::new(|| work().map_err(|error| error.to_string())) }
    }

    /// What is wrong with it.
    fn fault(self) -> Option<String> {
        let held = HELD.load(Ordering::Relaxed);
        PEAK.store(held, Ordering::Relaxed);
        let start = processor_seconds();
        let outcome = (self.work)();
        let seconds = processor_seconds() - start;
        let bytes = PEAK.load(Ordering::Relaxed).saturating_sub(held);
        let wrong = match &outcome {
            _ if seconds > SECONDS => format!("{seconds} s of processor time, at most {SECONDS} s"),
            _ if bytes > BYTES => format!("{bytes} bytes, at most {BYTES}"),
            Ok(()) if self.words.is_empty() => return None,
            Ok(()) => "it is not refused".into(),
            Err(error) if self.words.is_empty() => format!("it is refused: {error}"),
            Err(error) => {
                let word = self.words.iter().find(|word| !error.contains(**word))?;
                format!("'{word}' is not in: {error}")
            }
        };
        Some(format!("{}: {wrong}", self.name))
    }
}

/// Checks a table of cases and reports all failures at once.
pub fn check(table: impl FnOnce() -> Vec<Case>) {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let cases = table();
    assert!(cases.len() >= 5, "{} cases", cases.len());
    let faults: Vec<String> = cases.into_iter().filter_map(Case::fault).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Processor time of the process so far, in steps of ten milliseconds; nothing where the system does not tell.
fn processor_seconds() -> f64 {
    let Ok(stat) = std::fs::read_to_string("/proc/self/stat") else { return 0.0 };
    // after the name, which may hold anything: user and system time are the 12th and 13th
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    let ticks: u64 = fields.skip(11).take(2).map(|field| field.parse::<u64>().unwrap_or(0)).sum();
    ticks as f64 / 100.0
}

#[test]
fn what_takes_too_much_is_noticed() {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let fault = |words, work: fn() -> Result<(), String>| Case::new("case", words, work).fault();
    let long = || {
        let start = processor_seconds();
        while cfg!(target_os = "linux") && processor_seconds() - start <= SECONDS {}
        Ok(())
    };
    assert_eq!(fault(&[], long).is_some_and(|fault| fault.contains(" s of processor time")), cfg!(target_os = "linux"));
    let large = || {
        std::hint::black_box(Vec::<u8>::with_capacity(BYTES + 1));
        Ok(())
    };
    assert!(fault(&[], large).is_some_and(|fault| fault.contains("bytes, at most")));
    assert_eq!(fault(&["word"], || Ok(())).as_deref(), Some("case: it is not refused"));
    assert_eq!(fault(&["word"], || Err("x".into())).as_deref(), Some("case: 'word' is not in: x"));
    assert_eq!(fault(&[], || Err("x".into())).as_deref(), Some("case: it is refused: x"));
    assert_eq!(fault(&["word"], || Err("a word".into())), None);
}
