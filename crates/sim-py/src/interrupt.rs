//! Ctrl-C in the middle of a long call: Python handles signals in its main thread alone, and only when it is asked to.
//!
//! The calling thread looks every few milliseconds, while it works or waits for others. It holds no lock of a model or a world
//! then: a thread that has the interpreter may be waiting for it. Threads that help poll_if_due at a flag after every step.

use pyo3::prelude::*;
use sim_core::StepError;
use sim_mjcf::Stop;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Time between two looks: short for a person, long beside the wait for an interpreter that is busy.
const INTERVAL: Duration = Duration::from_millis(20);
/// Most steps between two readings of the clock. More would cost less, and would overlook that steps have become slow.
const STRIDE: u32 = 16;

/// Tells when it is time to poll_if_due for signals, from the number of steps and now and then the clock.
pub struct Clock {
    /// The last poll_if_due, and the last reading.
    readings: Option<(Instant, Instant)>,
    stride: u32,
    left: u32,
    silent: bool,
}

impl Clock {
    /// Nothing is read before the first step.
    pub fn new() -> Self {
        Self { readings: None, stride: 1, left: 1, silent: false }
    }

    /// After a step: whether it is time.
    pub fn due(&mut self) -> bool {
        self.left -= 1;
        self.left == 0 && self.read()
    }

    fn read(&mut self) -> bool {
        let now = Instant::now();
        let (poll_if_due, reading) = self.readings.unwrap_or((now, now));
        // readings about every millisecond, whether a step takes one or a hundredth of it
        let slow = now - reading > Duration::from_millis(1);
        self.stride = if slow { 1 } else { STRIDE.min(2 * self.stride) };
        self.left = self.stride;
        let due = !self.silent && now - poll_if_due >= INTERVAL;
        self.readings = Some((if due { now } else { poll_if_due }, now));
        due
    }

    /// It is never time any more.
    pub fn silence(&mut self) {
        self.silent = true;
    }
}

/// Whether Python handles signals in this thread.
pub fn is_main(py: Python<'_>) -> PyResult<bool> {
    let threading = py.import("threading")?;
    let main = threading.call_method0("main_thread")?.getattr("ident")?;
    threading.call_method0("get_ident")?.eq(main)
}

/// Steps that are left of a call, and when Python is to handle signals between them.
pub struct Left {
    steps: u64,
    clock: Clock,
}

impl Left {
    /// Takes steps until none is left or it is time for signals.
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

/// So many steps, between which Python handles signals now and then; `some` takes those that are due.
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

/// A long call, which may be told to stop.
#[derive(Default)]
pub struct Watch {
    stop: AtomicBool,
    ignores_signals: AtomicBool,
    raised: Mutex<Option<PyErr>>,
}

impl Watch {
    /// Whether the call is to end after the current step.
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Lets Python handle signals. The calling thread must hold no lock that a thread of Python may wait for.
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

    /// The part of a thread in the call; `calling`, if it is the one that Python called.
    pub fn turn(&self, calling: bool) -> Turn<'_> {
        Turn { watch: self, clock: calling.then(Clock::new), poll_due: false }
    }

    /// What a handler of signals raised.
    pub fn finish(&self) -> PyResult<()> {
        let raised = self.raised.lock().unwrap_or_else(PoisonError::into_inner).take();
        raised.map_or(Ok(()), Err)
    }

    /// The watch for a load: it is asked in the calling thread, and tells when it is time by a clock of its own.
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
    /// After a step: whether to leave off and [poll_if_due](Self::poll_if_due).
    pub fn due(&mut self) -> bool {
        self.poll_due |= self.clock.as_mut().is_some_and(Clock::due);
        self.poll_due || self.watch.stopped()
    }

    /// Looks for signals where it is time; no lock may be held. Whether to go on.
    pub fn poll_if_due(&mut self) -> bool {
        if std::mem::take(&mut self.poll_due) {
            self.watch.poll();
        }
        !self.watch.stopped()
    }

    /// Whether it is time to poll_if_due.
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
