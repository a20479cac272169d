//! Ending a load from outside, before it is done.

use crate::error::{MjcfError, Result};
use std::cell::Cell;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::{self, Scope, ScopedJoinHandle};
use std::time::Duration;

/// Iterations of a short loop between two questions.
const STRIDE: usize = 4096;
/// How long a thread that waits for others does so without a question.
const PATIENCE: Duration = Duration::from_millis(5);

thread_local! {
    /// Whether this thread was started by a load to help with it.
    static HELPS: Cell<bool> = const { Cell::new(false) };
}

/// Whether a load is to end before it is done, because a user lost patience or a time is over. Given in
/// [`Files::stop`](crate::Files), it is asked many times a second in the thread that loads; the load then ends with
/// [`MjcfError::Interrupted`].
///
/// ```
/// use sim_mjcf::{Files, MjcfError, Stop, load_from};
/// use std::sync::Arc;
/// use std::sync::atomic::{AtomicBool, Ordering};
///
/// let pressed = Arc::new(AtomicBool::new(false));
/// let button = pressed.clone();
/// let files = Files { stop: Stop::when(move || button.load(Ordering::Relaxed)), ..Files::default() };
/// let text = "<mujoco><worldbody><geom size='1'/></worldbody></mujoco>";
/// assert!(load_from(text, "", &files).is_ok());
/// pressed.store(true, Ordering::Relaxed);
/// assert!(matches!(load_from(text, "", &files), Err(MjcfError::Interrupted)));
/// ```
#[derive(Clone, Default)]
pub struct Stop(Option<Arc<Asked>>);

struct Asked {
    ask: Box<dyn Fn() -> bool + Send + Sync>,
    /// The answer, once it was yes: for the threads that do not ask.
    stopped: AtomicBool,
}

impl Stop {
    /// A load ends as soon as `ask` says so. It is asked often, and should take less than a microsecond most of the time.
    pub fn when(ask: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(Asked { ask: Box::new(ask), stopped: AtomicBool::new(false) })))
    }

    /// Whether the load is to end.
    #[inline]
    pub fn asked(&self) -> bool {
        self.0.as_deref().is_some_and(Asked::answer)
    }

    /// The same in a loop whose iterations are short: asks in some of them.
    #[inline]
    pub(crate) fn asked_at(&self, iteration: usize) -> bool {
        iteration.is_multiple_of(STRIDE) && self.asked()
    }

    /// Fails when the load is to end.
    #[inline]
    pub(crate) fn check(&self) -> Result<()> {
        if self.asked() { Err(MjcfError::Interrupted) } else { Ok(()) }
    }

    /// Runs `work` in `count` threads; waits for all of them and asks meanwhile. Those that could not be started are left
    /// out.
    pub(crate) fn share<'s, T: Send + 's>(
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
            let helper = move || {
                // dropped at the end, whatever that is
                let _alive = alive;
                HELPS.set(true);
                work()
            };
            builder.spawn_scoped(scope, helper).ok()
        };
        let threads: Vec<ScopedJoinHandle<'_, T>> = (0..count).filter_map(start).collect();
        drop(alive);
        while self.0.is_some() && over.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
            self.asked();
        }
        // a scope by itself waits for their work, not for their end
        threads.into_iter().map(ScopedJoinHandle::join).collect()
    }
}

impl Asked {
    fn answer(&self) -> bool {
        if self.stopped.load(Ordering::Relaxed) {
            return true;
        }
        let stop = !HELPS.get() && (self.ask)();
        if stop {
            self.stopped.store(true, Ordering::Relaxed);
        }
        stop
    }
}

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Stop(when asked)" } else { "Stop(never)" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;

    #[test]
    fn helpers_hear_of_it_and_do_not_ask() {
        let main = thread::current().id();
        let asked = Arc::new(AtomicUsize::new(0));
        let count = asked.clone();
        let stop = Stop::when(move || {
            assert_eq!(thread::current().id(), main);
            count.fetch_add(1, Ordering::Relaxed) > 2
        });
        let wait = || while !stop.asked() {};
        let done = thread::scope(|scope| stop.share(scope, 2, None, wait));
        assert!(done.len() == 2 && done.iter().all(Result::is_ok));
        assert_eq!((asked.load(Ordering::Relaxed), stop.asked()), (4, true));
        assert!(!Stop::default().asked());
    }
}
