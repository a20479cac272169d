//! Ctrl-C and SIGTERM: a flag that commands check while they load and between steps.

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
    /// Watches signals. The first one sets the flag. A second one ends the process at once, because a step may take long.
    pub fn watch() -> Result<Self> {
        Self::register().map_err(CliError::Signals)
    }

    fn register() -> io::Result<Self> {
        let asked = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM] {
            // in this order: the first signal finds the flag unset
            flag::register_conditional_shutdown(signal, i32::from(INTERRUPTED), Arc::clone(&asked))?;
            flag::register(signal, Arc::clone(&asked))?;
        }
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
