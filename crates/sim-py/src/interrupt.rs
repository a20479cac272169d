//! Ctrl-C during a long call.
//!
//! Python handles signals only in its main thread, and only when that thread calls the interpreter. So the calling thread polls every
//! few milliseconds, while it works or waits for other threads. It holds no lock of a model or a world while it polls, because a thread
//! that holds the interpreter's lock may wait for that lock. Worker threads check a flag after every step.

use pyo3::prelude::*;
use sim_core::StepError;
use sim_mjcf::Stop;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Time between two polls: short for a person, long compared with the wait for a busy interpreter.
const INTERVAL: Duration = Duration::from_millis(20);
/// Most steps between two readings of the clock. With more, steps that become slow would delay a poll.
const STRIDE: u32 = 16;

/// Decides after which steps to poll for signals. It counts steps, and reads the clock only after some of them.
pub struct Clock {
    /// Times of the last poll and of the last reading of the clock.
    readings: Option<(Instant, Instant)>,
    /// Steps between two readings.
    stride: u32,
    /// Steps until the next reading.
    left: u32,
    silent: bool,
}

impl Clock {
    /// A clock that is read first after the first step.
    pub fn new() -> Self {
        Self { readings: None, stride: 1, left: 1, silent: false }
    }

    /// Called after a step. Returns whether to poll.
    pub fn due(&mut self) -> bool {
        self.left -= 1;
        self.left == 0 && self.read()
    }

    fn read(&mut self) -> bool {
        let now = Instant::now();
        let (last_poll, reading) = self.readings.unwrap_or((now, now));
        // about one reading a millisecond, for slow and for quick steps
        let slow = now - reading > Duration::from_millis(1);
        self.stride = if slow { 1 } else { STRIDE.min(2 * self.stride) };
        self.left = self.stride;
        let due = !self.silent && now - last_poll >= INTERVAL;
        self.readings = Some((if due { now } else { last_poll }, now));
        due
    }

    /// Makes [`due`](Self::due) return false from now on.
    pub fn silence(&mut self) {
        self.silent = true;
    }
}

/// Whether this is Python's main thread, which handles signals.
pub fn is_main(py: Python<'_>) -> PyResult<bool> {
    let threading = py.import("threading")?;
    let main = threading.call_method0("main_thread")?.getattr("ident")?;
    threading.call_method0("get_ident")?.eq(main)
}

/// The remaining steps of a call, and the clock that says when to poll between them.
pub struct Left {
    steps: u64,
    clock: Clock,
}

impl Left {
    /// Calls `step` until no step is left or a poll is due.
    pub fn take(&mut self, mut step: impl FnMut() -> Result<(), StepError>) -> Result<(), StepError> {
        while self.steps > 0 {
            step()?;
            self.steps -= 1;
            if self.steps > 0 && self.clock.due() {
                break;
            }
        }
        Ok(())
    }
}

/// Takes `steps` steps and polls for signals between them. `some` takes steps until the next poll.
pub fn in_slices(py: Python<'_>, steps: u64, mut some: impl FnMut(&mut Left) -> PyResult<()>) -> PyResult<()> {
    let mut left = Left { steps, clock: Clock::new() };
    loop {
        some(&mut left)?;
        if left.steps == 0 {
            return Ok(());
        }
        if is_main(py)? {
            py.check_signals()?;
        } else {
            left.clock.silence();
        }
    }
}

/// A long call that a signal may stop.
#[derive(Default)]
pub struct Watch {
    stop: AtomicBool,
    ignores_signals: AtomicBool,
    raised: Mutex<Option<PyErr>>,
}

impl Watch {
    /// Whether the call must end after the current step.
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Lets Python handle signals. The calling thread must hold no lock that a Python thread may wait for.
    pub fn poll(&self) {
        if self.ignores_signals.load(Ordering::Relaxed) || self.stopped() {
            return;
        }
        let handled = Python::attach(|py| {
            let main = is_main(py)?;
            self.ignores_signals.store(!main, Ordering::Relaxed);
            if main { py.check_signals() } else { Ok(()) }
        });
        if let Err(error) = handled {
            *self.raised.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    /// The part of one thread in the call. `calling`: it is the thread that Python called.
    pub fn turn(&self, calling: bool) -> Turn<'_> {
        Turn { watch: self, clock: calling.then(Clock::new), poll_due: false }
    }

    /// Returns the exception that a signal handler raised, if any.
    pub fn finish(&self) -> PyResult<()> {
        let raised = self.raised.lock().unwrap_or_else(PoisonError::into_inner).take();
        raised.map_or(Ok(()), Err)
    }

    /// A condition that stops a load. The loader checks it in the calling thread.
    pub fn loading(self: &Arc<Self>) -> Stop {
        let (watch, clock) = (self.clone(), Mutex::new(Clock::new()));
        Stop::when(move || {
            if clock.lock().unwrap_or_else(PoisonError::into_inner).due() {
                watch.poll();
            }
            watch.stopped()
        })
    }
}

/// The part of one thread in a long call.
pub struct Turn<'a> {
    watch: &'a Watch,
    clock: Option<Clock>,
    poll_due: bool,
}

impl Turn<'_> {
    /// Called after a step. Returns whether to release all locks and call [`poll_if_due`](Self::poll_if_due).
    pub fn due(&mut self) -> bool {
        self.poll_due |= self.clock.as_mut().is_some_and(Clock::due);
        self.poll_due || self.watch.stopped()
    }

    /// Polls for signals if a poll is due. No lock may be held. Returns whether to go on.
    pub fn poll_if_due(&mut self) -> bool {
        if std::mem::take(&mut self.poll_due) {
            self.watch.poll();
        }
        !self.watch.stopped()
    }

    /// Whether a poll is due.
    pub fn must_poll(&self) -> bool {
        self.poll_due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quick_steps_are_not_timed_one_by_one() {
        let mut clock = Clock::new();
        let start = Instant::now();
        let mut steps = 0;
        while !clock.due() {
            steps += 1;
        }
        assert!(start.elapsed() >= INTERVAL);
        assert!(steps > 100, "{steps}");
        clock.silence();
        let start = Instant::now();
        while start.elapsed() < 2 * INTERVAL {
            assert!(!clock.due());
        }
    }
}
