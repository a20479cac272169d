//! Threads that step worlds. A forked process starts its own, because the threads of its parent do not exist in it.

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use sim_core::binding::batch;
use std::io;
use std::num::NonZero;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The threads of a batch or of rollouts.
pub enum WorkerPool {
    /// The threads that the whole process shares, one for each processor.
    Common,
    /// Own threads of this number, the calling thread among them.
    Own(usize, Started),
}

/// Threads and the process that started them.
#[derive(Default)]
pub struct Started(Mutex<Option<(u32, Arc<batch::WorkerPool>)>>);

/// Number of processors that this process may use, found once because the system call is slow.
fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}

static COMMON: Started = Started(Mutex::new(None));

impl Started {
    /// The threads of this process; starts them if needed.
    fn here(&self, threads: impl FnOnce() -> usize) -> PyResult<Arc<batch::WorkerPool>> {
        let process = std::process::id();
        let mut started = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, pool)) = started.as_ref().filter(|(owner, _)| *owner == process) {
            return Ok(pool.clone());
        }
        let threads = threads();
        let failed = |e: io::Error| match e.kind() {
            io::ErrorKind::InvalidInput => PyValueError::new_err(e.to_string()),
            _ => PyRuntimeError::new_err(format!("{threads} threads could not be started: {e}")),
        };
        let pool = Arc::new(batch::WorkerPool::new(threads).map_err(failed)?);
        // threads of another process never end: nothing may wait for them
        std::mem::forget(started.replace((process, pool.clone())));
        Ok(pool)
    }
}

impl WorkerPool {
    /// A pool of `threads` threads, or the pool of the process. Threads start at once, so a system without threads fails here.
    pub fn new(threads: Option<usize>) -> PyResult<Self> {
        let pool = threads.map_or(Self::Common, |threads| Self::Own(threads, Started::default()));
        pool.here()?;
        Ok(pool)
    }

    /// Number of threads.
    pub fn threads(&self) -> usize {
        match self {
            Self::Common => processors(),
            Self::Own(threads, _) => *threads,
        }
    }

    /// Number of threads that the caller passed; `None` for the threads of the process.
    pub fn own_threads(&self) -> Option<usize> {
        match self {
            Self::Common => None,
            Self::Own(threads, _) => Some(*threads),
        }
    }

    /// The threads of this process.
    pub fn here(&self) -> PyResult<Arc<batch::WorkerPool>> {
        match self {
            Self::Common => COMMON.here(processors),
            Self::Own(threads, own) => own.here(|| *threads),
        }
    }
}

/// Running calls on some worlds, and their process. A process that is forked during a call gets the worlds without the threads, so
/// locks that these held are never released.
#[derive(Default)]
pub struct ActiveCalls(AtomicU64);

/// A running call; it ends when this is dropped.
pub struct Call<'a>(&'a AtomicU64);

/// Bits of the number of calls, below those of the process.
const CALLS: u32 = 32;

impl ActiveCalls {
    /// Calls of this process.
    fn here(word: u64) -> PyResult<u64> {
        let own = u64::from(std::process::id()) << CALLS;
        let (process, calls) = (word >> CALLS << CALLS, word & (u64::MAX >> CALLS));
        match calls {
            0 => Ok(own),
            _ if process == own => Ok(word),
            _ => Err(PyRuntimeError::new_err(
                "this process was forked while another thread was stepping these worlds, which are in the middle of a step here: \
                 make new ones, fork when no step is under way, or start processes with 'spawn'",
            )),
        }
    }

    /// Begins a call; an error in a process that was forked during one.
    pub fn begin(&self) -> PyResult<Call<'_>> {
        let mut word = self.0.load(Ordering::Relaxed);
        loop {
            let next = Self::here(word)? + 1;
            match self.0.compare_exchange_weak(word, next, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => return Ok(Call(&self.0)),
                Err(found) => word = found,
            }
        }
    }
}

impl Drop for Call<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
