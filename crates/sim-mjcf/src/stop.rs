//! Stops a load before it is done.

use crate::error::{MjcfError, Result};
use std::cell::Cell;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::{self, Scope, ScopedJoinHandle};
use std::time::Duration;

/// Iterations of a short loop between two calls of the condition.
const STRIDE: usize = 4096;
/// Time between two calls of the condition while a thread waits for others.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

thread_local! {
    /// Whether a load started this thread.
    static IS_WORKER: Cell<bool> = const { Cell::new(false) };
}

/// A condition that ends a load before it is done: a user cancels, a deadline passes.
///
/// The loading thread calls it many times a second. Once it is true, the load fails with [`MjcfError::Interrupted`]. Give it to
/// [`Loader::stop`](crate::Loader::stop).
///
/// ```
/// use sim_mjcf::{Loader, MjcfError, Stop};
/// use std::sync::Arc;
/// use std::sync::atomic::{AtomicBool, Ordering};
///
/// let pressed = Arc::new(AtomicBool::new(false));
/// let button = pressed.clone();
/// let loader = Loader::new().stop(Stop::when(move || button.load(Ordering::Relaxed)));
/// let text = "<mujoco><worldbody><geom size='1'/></worldbody></mujoco>";
/// assert!(loader.load_str(text, "").is_ok());
/// pressed.store(true, Ordering::Relaxed);
/// assert!(matches!(loader.load_str(text, ""), Err(MjcfError::Interrupted)));
/// ```
#[derive(Clone, Default)]
pub struct Stop(Option<Arc<Condition>>);

struct Condition {
    is_true: Box<dyn Fn() -> bool + Send + Sync>,
    /// Set once the condition was true; worker threads read only this.
    stopped: AtomicBool,
}

impl Stop {
    /// Stops a load when `condition` returns true. A call should take less than a microsecond: there are many.
    pub fn when(condition: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(Condition { is_true: Box::new(condition), stopped: AtomicBool::new(false) })))
    }

    /// Whether the load should stop now.
    #[inline]
    pub fn is_requested(&self) -> bool {
        self.0.as_deref().is_some_and(Condition::check)
    }

    /// Whether to stop, for loops with short iterations: calls the condition in one of [`STRIDE`].
    #[inline]
    pub(crate) fn is_requested_at(&self, iteration: usize) -> bool {
        iteration.is_multiple_of(STRIDE) && self.is_requested()
    }

    /// Fails when the load should stop.
    #[inline]
    pub(crate) fn check(&self) -> Result<()> {
        if self.is_requested() { Err(MjcfError::Interrupted) } else { Ok(()) }
    }

    /// Runs `work` in `count` threads and returns their results; `stack` is their stack in bytes. Calls the condition while it
    /// waits. Threads that do not start have no result.
    pub(crate) fn run_threads<'s, T: Send + 's>(
        &self,
        scope: &'s Scope<'s, '_>,
        count: usize,
        stack: Option<usize>,
        work: impl Fn() -> T + Clone + Send + 's,
    ) -> Vec<thread::Result<T>> {
        let (alive, over) = channel::<()>();
        let start = |_| {
            let (work, alive) = (work.clone(), alive.clone());
            let mut builder = thread::Builder::new();
            if let Some(bytes) = stack {
                builder = builder.stack_size(bytes);
            }
            let worker = move || {
                // dropped when the thread ends, also by a panic
                let _alive = alive;
                IS_WORKER.set(true);
                work()
            };
            builder.spawn_scoped(scope, worker).ok()
        };
        let threads: Vec<ScopedJoinHandle<'_, T>> = (0..count).filter_map(start).collect();
        drop(alive);
        while self.0.is_some() && over.recv_timeout(POLL_INTERVAL) == Err(RecvTimeoutError::Timeout) {
            self.is_requested();
        }
        // a scope waits for the closures, not for the ends of the threads
        threads.into_iter().map(ScopedJoinHandle::join).collect()
    }
}

impl Condition {
    fn check(&self) -> bool {
        if self.stopped.load(Ordering::Relaxed) {
            return true;
        }
        let stop = !IS_WORKER.get() && (self.is_true)();
        if stop {
            self.stopped.store(true, Ordering::Relaxed);
        }
        stop
    }
}

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Stop(when ..)" } else { "Stop(never)" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;

    #[test]
    fn workers_stop_without_calling_the_condition() {
        let main = thread::current().id();
        let calls = Arc::new(AtomicUsize::new(0));
        let count = calls.clone();
        let stop = Stop::when(move || {
            assert_eq!(thread::current().id(), main);
            count.fetch_add(1, Ordering::Relaxed) > 2
        });
        let wait = || while !stop.is_requested() {};
        let done = thread::scope(|scope| stop.run_threads(scope, 2, None, wait));
        assert!(done.len() == 2 && done.iter().all(Result::is_ok));
        assert_eq!((calls.load(Ordering::Relaxed), stop.is_requested()), (4, true));
        assert!(!Stop::default().is_requested());
    }
}
