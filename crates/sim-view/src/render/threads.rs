//! Threads that several renderers share, and how a round of work is divided among them.
//!
//! A round is work in pieces. The thread that asks for a picture does pieces until none is left, and others help. Each has a part
//! of the pieces, neighbours that have much in common, and takes from the far end of another's when it is done. Helpers own what
//! they touch ([`Work`] is shared by count, nothing is lent), and nothing here takes
//! memory. The caller waits for helpers that have begun and for nobody else. So there is no way to wait forever: helpers that
//! are busy with another renderer's round, or that stayed behind when the process was forked, are done without.

use crate::render::error::RenderError;
use std::any::Any;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, TryLockError};
use std::{fmt, hint, process, thread};

/// Threads that make pictures, the one that asks for a picture among them. Clones are the same threads, so that many renderers
/// need no more of them than one. They help one renderer at a time; another one that draws meanwhile does without them.
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

/// Most threads that can be asked for where there are few processors.
const MOST_THREADS: usize = 1024;

impl Threads {
    /// Starts as many threads as are needed for so many with the calling one; 0 takes as many as the machine has.
    ///
    /// # Errors
    ///
    /// The system did not start them, or no machine like this has a use for so many.
    pub fn new(threads: usize) -> Result<Self, RenderError> {
        let processors = thread::available_parallelism().map_or(1, usize::from);
        let count = if threads == 0 { processors } else { threads };
        if count > MOST_THREADS.max(4 * processors) {
            return Err(RenderError::Threads { threads });
        }
        // ends those that were started where one was not
        let pool = Pool { queue: Arc::new(TileQueue::new(count)), process: process::id() };
        for thread in 1..count {
            let queue = pool.queue.clone();
            let started = thread::Builder::new().spawn(move || queue.help(thread));
            started.map_err(|_| RenderError::Threads { threads: count })?;
        }
        Ok(Self(Arc::new(pool)))
    }

    /// How many there are, with the one that asks for a picture.
    pub fn count(&self) -> usize {
        self.0.queue.parts.len()
    }

    /// Does all pieces of a round: helpers theirs as `work` says, the calling thread its own with `own`.
    pub(super) fn run(&self, work: &Arc<impl Work + 'static>, pieces: usize, mut own: impl FnMut(usize)) {
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

/// Work in pieces that several threads may do at the same time.
pub(super) trait Work: Send + Sync {
    /// Does a piece. Threads are numbered; the calling one has the number 0.
    fn piece(&self, thread: usize, piece: usize);
}

/// Helpers for as long as this lives.
struct Pool {
    queue: Arc<TileQueue>,
    /// The process that has the helpers.
    process: u32,
}

impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.queue.parts.len())
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        // in a forked process there are no helpers to tell, and a lock that one of them held stays closed
        if self.process == process::id() {
            lock(&self.queue.state).ended = true;
            self.queue.called.notify_all();
        }
    }
}

/// Where helpers wait for rounds.
struct TileQueue {
    state: Mutex<State>,
    /// Rounds so far. This and the next change under the lock; who waits awake looks at them without it.
    rounds: AtomicUsize,
    /// Helpers that are at work.
    busy: AtomicUsize,
    /// Wakes helpers.
    called: Condvar,
    /// Wakes the caller when the last helper is done.
    done: Condvar,
    /// What is left of each thread's pieces.
    parts: Vec<Part>,
}

/// On lines of the cache of its own, for it is written to with every piece that is taken.
#[derive(Default)]
#[repr(align(128))]
struct Part(Mutex<Range<usize>>);

#[derive(Default)]
struct State {
    /// What is done in the round that is under way.
    work: Option<Arc<dyn Work>>,
    /// Whether helpers may still join it.
    open: bool,
    asleep: usize,
    panic: Option<Panic>,
    /// Whether helpers are to end.
    ended: bool,
}

/// What a helper panicked with.
type Panic = Box<dyn Any + Send>;

/// How often one who waits looks before it goes to sleep: for about as long as it takes to be woken. Rounds of a picture follow
/// each other faster than that. To yield meanwhile would be worse: systems take it for work done, and let others go first.
const PATIENCE: usize = 500;
/// How often a caller tries to open a round while a helper is about to sit down.
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

    /// Opens a round and calls so many helpers; `false` where a round is under way.
    fn open(&self, work: &Arc<impl Work + 'static>, pieces: usize, helpers: usize) -> bool {
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

    /// The state, unless it stays locked: the process may have been forked while another thread had the lock.
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

    /// Ends the round when the helpers that joined it are done.
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

    /// Gives each thread its part of so many pieces.
    fn share_out(&self, pieces: usize) {
        let n = self.parts.len();
        for (i, part) in self.parts.iter().enumerate() {
            *lock(&part.0) = pieces * i / n..pieces * (i + 1) / n;
        }
    }

    /// The next piece for a thread.
    fn take(&self, thread: usize) -> Option<usize> {
        let n = self.parts.len();
        let own = lock(&self.parts[thread].0).next();
        own.or_else(|| (1..n).find_map(|k| lock(&self.parts[(thread + k) % n].0).next_back()))
    }

    /// Helps with one round after another.
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

    /// The next round that is still open; `None` at the end.
    fn wait_for_round(&self, seen: &mut usize) -> Option<Arc<dyn Work>> {
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

    /// Takes leave of a round.
    fn leave(&self, panic: Option<Panic>) {
        let mut state = lock(&self.state);
        if panic.is_some() {
            // the others need not go on
            self.share_out(0);
            state.panic = panic;
        }
        if self.busy.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.done.notify_one();
        }
    }
}

/// A round that is under way. It ends even where the caller panics.
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
        // the caller panics already, and helpers need not go on
        self.0.share_out(0);
        drop(self.0.close());
    }
}

/// Looks for a while whether something is true.
fn wait_awake(is_true: impl Fn() -> bool) {
    for _ in 0..PATIENCE {
        if is_true() {
            return;
        }
        hint::spin_loop();
    }
}

/// Locks what stays sound when a thread that has it panics.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
