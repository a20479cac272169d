//! Signals that end a command early: a flag that commands check while they load and between steps.

use crate::error::{CliError, INTERRUPTED, Result};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Flag that a signal sets.
#[derive(Clone, Debug)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Watches signals. The first one sets the flag. A second Ctrl-C ends the process at once, because a step may take long.
    ///
    /// Other signals never end it at once: programs such as `timeout`, and a terminal that closes, send theirs twice.
    pub fn watch() -> Result<Self> {
        Self::register().map_err(CliError::Signals)
    }

    fn register() -> io::Result<Self> {
        let asked = Arc::new(AtomicBool::new(false));
        let pressed = Arc::new(AtomicBool::new(false));
        // in this order: the first signal finds the flag unset
        flag::register_conditional_shutdown(SIGINT, i32::from(INTERRUPTED), Arc::clone(&pressed))?;
        flag::register(SIGINT, pressed)?;
        flag::register(SIGINT, Arc::clone(&asked))?;
        flag::register(SIGTERM, Arc::clone(&asked))?;
        #[cfg(unix)]
        unix::register(&asked)?;
        Ok(Self(asked))
    }

    /// A flag that nothing sets.
    pub fn never() -> Self {
        Self(Arc::default())
    }

    /// Whether a signal came.
    pub fn asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

#[cfg(unix)]
mod unix {
    use signal_hook::consts::{SIGHUP, SIGXCPU, SIGXFSZ};
    use signal_hook::flag;
    use std::io;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    /// Watches the signals of a terminal that closes and of limits.
    pub(super) fn register(asked: &Arc<AtomicBool>) -> io::Result<()> {
        for signal in [SIGHUP, SIGXCPU] {
            // under `nohup` the end of the terminal is not the end of the run
            if !is_ignored(signal) {
                flag::register(signal, Arc::clone(asked))?;
            }
        }
        // a write beyond the limit on file sizes fails like any other, where the signal would end the process
        flag::register(SIGXFSZ, Arc::<AtomicBool>::default()).map(drop)
    }

    /// Whether the program that started this one chose to ignore a signal. Systems without `/proc` do not say.
    fn is_ignored(signal: i32) -> bool {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
        (mask >> (signal - 1)) & 1 == 1
    }
}
