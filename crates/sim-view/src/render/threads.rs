//! A thread pool that renderers share, and its queue of work.
//!
//! A round is work in pieces. Each thread starts with a range of adjacent pieces, and then takes from the far end of the other ranges.
//! The calling thread works too. It waits only for helpers that have begun, so it never waits forever: helpers that are busy with
//! another renderer, or that a fork left behind, do not matter. Helpers share ownership of the [`Task`]. A round allocates nothing.

use crate::render::error::RenderError;
use std::any::Any;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, TryLockError};
use std::{fmt, hint, process, thread};

/// A thread pool for renderers. The calling thread counts as one of its threads. Clones share the threads, so that many renderers need no
/// more threads than one. The pool helps one renderer at a time; others draw with their calling thread alone.
///
/// ```
/// use sim_core::Model;
/// use sim_view::render::{Options, Renderer, Threads};
///
/// let (model, threads) = (Model::example(), Threads::new(2)?);
/// let small = Renderer::with_threads(&model, 32, 32, Options::default(), &threads)?;
/// let large = Renderer::with_threads(&model, 640, 480, Options::default(), &threads)?;
/// assert_eq!((small.width(), large.width()), (32, 640));
/// # Ok::<(), sim_view::render::RenderError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Threads(Arc<Pool>);

/// Limit on threads, on a machine with few processors.
const MOST_THREADS: usize = 1024;

impl Threads {
    /// Starts a pool of this number of threads, including the calling one. 0: the number of processors.
    ///
    /// # Errors
    ///
    /// If the system cannot start the threads, or the number exceeds the limit.
    pub fn new(threads: usize) -> Result<Self, RenderError> {
        let processors = thread::available_parallelism().map_or(1, usize::from);
        let count = if threads == 0 { processors } else { threads };
        if count > MOST_THREADS.max(4 * processors) {
            return Err(RenderError::Threads { threads });
        }
        // dropping the pool ends the started threads if one fails to start
        let pool = Pool { queue: Arc::new(TileQueue::new(count)), process: process::id() };
        for thread in 1..count {
            let queue = pool.queue.clone();
            let started = thread::Builder::new().spawn(move || queue.help(thread));
            started.map_err(|_| RenderError::Threads { threads: count })?;
        }
        Ok(Self(Arc::new(pool)))
    }

    /// Number of threads, including the calling one.
    pub fn count(&self) -> usize {
        self.0.queue.parts.len()
    }

    /// Does all pieces of a round: helpers with `work`, the calling thread with `own`.
    pub(super) fn run(&self, work: &Arc<impl Task + 'static>, pieces: usize, mut own: impl FnMut(usize)) {
        let queue = &*self.0.queue;
        let helpers = (self.count() - 1).min(pieces.saturating_sub(1));
        if helpers == 0 || !queue.open(work, pieces, helpers) {
            return (0..pieces).for_each(own);
        }
        let round = Round(queue);
        while let Some(piece) = queue.take(0) {
            own(piece);
        }
        if let Some(panic) = round.close() {
            resume_unwind(panic);
        }
    }
}

/// Task in pieces that threads do in parallel.
pub(super) trait Task: Send + Sync {
    /// Does a piece on thread number `thread`. The calling thread is number 0.
    fn piece(&self, thread: usize, piece: usize);
}

/// The helper threads. They end when this is dropped.
struct Pool {
    queue: Arc<TileQueue>,
    /// The process of the helpers.
    process: u32,
}

impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.queue.parts.len())
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        // a forked process has no helpers, and a lock that one of them held stays locked
        if self.process == process::id() {
            lock(&self.queue.state).ended = true;
            self.queue.called.notify_all();
        }
    }
}

/// The queue of pieces: chunks, map tiles or patches. Helpers wait here for rounds.
struct TileQueue {
    state: Mutex<State>,
    /// Number of rounds. This and `busy` change under the lock; spinning threads read them without it.
    rounds: AtomicUsize,
    /// Number of working helpers.
    busy: AtomicUsize,
    /// Wakes helpers.
    called: Condvar,
    /// Wakes the caller when the last helper is done.
    done: Condvar,
    /// Remaining pieces of each thread.
    parts: Vec<Part>,
}

/// Pieces of a thread. Aligned to its own cache lines, because every taken piece writes to it.
#[derive(Default)]
#[repr(align(128))]
struct Part(Mutex<Range<usize>>);

#[derive(Default)]
struct State {
    /// Task of the current round.
    work: Option<Arc<dyn Task>>,
    /// Whether helpers can still join the round.
    open: bool,
    asleep: usize,
    panic: Option<Panic>,
    /// Whether helpers must end.
    ended: bool,
}

/// The payload of a helper's panic.
type Panic = Box<dyn Any + Send>;

/// Spins before a waiting thread sleeps: about the time of a wake-up. Rounds of a picture follow each other faster than that. Yielding
/// instead is slower, because schedulers then run other threads first.
const SPINS: usize = 500;
/// Attempts of a caller to lock the state while a helper goes to sleep.
const ATTEMPTS: usize = 1000;

impl TileQueue {
    fn new(threads: usize) -> Self {
        Self {
            state: Mutex::default(),
            rounds: AtomicUsize::new(0),
            busy: AtomicUsize::new(0),
            called: Condvar::new(),
            done: Condvar::new(),
            parts: std::iter::repeat_with(Part::default).take(threads).collect(),
        }
    }

    /// Opens a round and wakes `helpers` helpers. Returns `false` if a round is under way.
    fn open(&self, work: &Arc<impl Task + 'static>, pieces: usize, helpers: usize) -> bool {
        let Some(mut state) = self.reach() else { return false };
        if state.work.is_some() {
            return false;
        }
        state.work = Some(work.clone());
        state.open = true;
        self.share_out(pieces);
        self.rounds.fetch_add(1, Ordering::Relaxed);
        let sleepers = state.asleep.min(helpers);
        drop(state);
        (0..sleepers).for_each(|_| self.called.notify_one());
        true
    }

    /// Locks the state. `None`: it stays locked, as in a process forked while another thread held the lock.
    fn reach(&self) -> Option<MutexGuard<'_, State>> {
        for _ in 0..ATTEMPTS {
            match self.state.try_lock() {
                Ok(state) => return Some(state),
                Err(TryLockError::Poisoned(state)) => return Some(state.into_inner()),
                Err(TryLockError::WouldBlock) => hint::spin_loop(),
            }
        }
        None
    }

    /// Ends the round after its helpers are done.
    fn close(&self) -> Option<Panic> {
        let mut state = lock(&self.state);
        state.open = false;
        if self.is_busy() {
            drop(state);
            wait_awake(|| !self.is_busy());
            state = lock(&self.state);
            while self.is_busy() {
                state = self.done.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
        }
        state.work = None;
        state.panic.take()
    }

    fn is_busy(&self) -> bool {
        self.busy.load(Ordering::Relaxed) > 0
    }

    /// Divides the pieces among the threads.
    fn share_out(&self, pieces: usize) {
        let n = self.parts.len();
        for (i, part) in self.parts.iter().enumerate() {
            *lock(&part.0) = pieces * i / n..pieces * (i + 1) / n;
        }
    }

    /// Takes the next piece of a thread, or the last one of another thread.
    fn take(&self, thread: usize) -> Option<usize> {
        let n = self.parts.len();
        let own = lock(&self.parts[thread].0).next();
        own.or_else(|| (1..n).find_map(|k| lock(&self.parts[(thread + k) % n].0).next_back()))
    }

    /// Helper thread: works on one round after another.
    fn help(&self, thread: usize) {
        let mut seen = 0;
        while let Some(work) = self.wait_for_round(&mut seen) {
            let all = || {
                while let Some(piece) = self.take(thread) {
                    work.piece(thread, piece);
                }
            };
            let panic = catch_unwind(AssertUnwindSafe(all)).err();
            drop(work);
            self.leave(panic);
        }
    }

    /// Waits for the next open round. `None`: the pool ends.
    fn wait_for_round(&self, seen: &mut usize) -> Option<Arc<dyn Task>> {
        loop {
            wait_awake(|| self.rounds.load(Ordering::Relaxed) != *seen);
            let mut state = lock(&self.state);
            while self.rounds.load(Ordering::Relaxed) == *seen && !state.ended {
                state.asleep += 1;
                state = self.called.wait(state).unwrap_or_else(PoisonError::into_inner);
                state.asleep -= 1;
            }
            if state.ended {
                return None;
            }
            *seen = self.rounds.load(Ordering::Relaxed);
            if let Some(work) = state.work.as_ref().filter(|_| state.open) {
                self.busy.fetch_add(1, Ordering::Relaxed);
                return Some(work.clone());
            }
        }
    }

    /// Leaves a round.
    fn leave(&self, panic: Option<Panic>) {
        let mut state = lock(&self.state);
        if panic.is_some() {
            // the other threads can stop
            self.share_out(0);
            state.panic = panic;
        }
        if self.busy.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.done.notify_one();
        }
    }
}

/// The current round. It ends even if the caller panics.
struct Round<'a>(&'a TileQueue);

impl Round<'_> {
    fn close(self) -> Option<Panic> {
        let panic = self.0.close();
        std::mem::forget(self);
        panic
    }
}

impl Drop for Round<'_> {
    fn drop(&mut self) {
        // the caller panics: helpers can stop
        self.0.share_out(0);
        drop(self.0.close());
    }
}

/// Spins until a condition holds, or for `SPINS` turns.
fn wait_awake(is_true: impl Fn() -> bool) {
    for _ in 0..SPINS {
        if is_true() {
            return;
        }
        hint::spin_loop();
    }
}

/// Locks data that stays valid when a thread panics.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
