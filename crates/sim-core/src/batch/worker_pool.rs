//! The thread pool that steps the worlds of a batch, and its schedule.
//!
//! Worlds are cut into one contiguous part for each thread. A thread starts with the part it had the last time: its cache still
//! holds it, and threads write to separate cache lines. A thread that is done takes worlds from the far end of another part.

use std::slice::IterMut;
#[cfg(feature = "parallel")]
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
#[cfg(feature = "parallel")]
use std::{
    num::NonZero,
    thread::{self, Thread},
    time::Duration,
};

/// Threads that step worlds.
#[derive(Debug, Default)]
pub struct WorkerPool {
    #[cfg(feature = "parallel")]
    members: Members,
}

#[cfg(feature = "parallel")]
#[derive(Debug, Default)]
enum Members {
    /// The calling thread and rayon's current pool, as many threads as the pool has.
    #[default]
    Common,
    /// The calling thread alone.
    Caller,
    /// The calling thread and a pool of the pool's own.
    Own(rayon::ThreadPool),
}

#[cfg(feature = "parallel")]
impl WorkerPool {
    /// Makes a pool of `threads`, the calling thread included. Errors: more threads than this machine can use (kind
    /// `InvalidInput`), or threads that the system does not start.
    pub fn new(threads: usize) -> std::io::Result<Self> {
        let processors = thread::available_parallelism().map_or(1, NonZero::get);
        let most = MOST_THREADS.max(4 * processors);
        if threads > most {
            let message = format!(
                "{threads} threads are too many: this machine has {processors} processors, choose at most {most} threads"
            );
            return Err(std::io::Error::new(std::io::ErrorKind::InvalidInput, message));
        }
        let members = match threads {
            0 | 1 => Members::Caller,
            _ => {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads - 1).build();
                Members::Own(pool.map_err(std::io::Error::other)?)
            }
        };
        Ok(Self { members })
    }

    /// Number of threads.
    #[must_use]
    pub fn threads(&self) -> usize {
        match &self.members {
            Members::Common => rayon::current_num_threads(),
            Members::Caller => 1,
            Members::Own(pool) => pool.current_num_threads() + 1,
        }
    }

    /// Runs `work` on at most `most` threads of the pool, each with its number as a worker. A calling thread from outside the pool
    /// calls `idle` repeatedly while it waits for the others.
    fn run(&self, most: usize, idle: Option<&dyn Fn()>, work: impl Fn(usize) + Sync) {
        let threads = self.threads();
        let helpers = threads.min(most).saturating_sub(1);
        if helpers == 0 {
            return work(0);
        }
        let busy = Busy { helpers: AtomicUsize::new(helpers), caller: idle.map(|_| thread::current()) };
        match &self.members {
            Members::Own(pool) => pool.in_place_scope(|scope| gather(scope, threads, None, &busy, idle, &work)),
            _ => {
                let caller = rayon::current_thread_index();
                rayon::in_place_scope(|scope| gather(scope, threads, caller, &busy, idle, &work));
            }
        }
    }
}

/// How often the caller polls the others before it sleeps: for about the time that a wake-up takes.
#[cfg(feature = "parallel")]
const PATIENCE: usize = 500;

/// Most threads of a pool on a machine with few processors.
#[cfg(feature = "parallel")]
const MOST_THREADS: usize = 1024;

/// Time between two calls of `idle`.
#[cfg(feature = "parallel")]
const IDLE: Duration = Duration::from_millis(20);

/// Number of helpers at work, and the caller if the last helper wakes it.
#[cfg(feature = "parallel")]
struct Busy {
    helpers: AtomicUsize,
    caller: Option<Thread>,
}

/// A helper at work; counted down on drop, after a panic too.
#[cfg(feature = "parallel")]
struct Helper<'a>(&'a Busy);

#[cfg(feature = "parallel")]
impl Drop for Helper<'_> {
    fn drop(&mut self) {
        if self.0.helpers.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.0.caller.as_ref().inspect(|caller| caller.unpark());
        }
    }
}

/// Starts as many helpers as `busy` says and works with them. A thread of the pool has its own number; a caller from outside has
/// number 0, and the threads of the pool the others.
#[cfg(feature = "parallel")]
fn gather<'a>(
    scope: &rayon::Scope<'a>,
    threads: usize,
    caller: Option<usize>,
    busy: &'a Busy,
    idle: Option<&dyn Fn()>,
    work: &'a (impl Fn(usize) + Sync),
) {
    let worker = move |thread: usize| if caller.is_some() { thread } else { 1 + thread % (threads - 1) };
    for _ in 0..busy.helpers.load(Ordering::Relaxed) {
        scope.spawn(move |_| {
            let _helper = Helper(busy);
            work(worker(rayon::current_thread_index().unwrap_or(0)));
        });
    }
    work(caller.unwrap_or(0));
    if caller.is_none() {
        wait_a_moment(&busy.helpers);
        idle.inspect(|idle| wait_for_all(&busy.helpers, idle));
    }
}

/// Polls for a while whether the others are done.
#[cfg(feature = "parallel")]
fn wait_a_moment(busy: &AtomicUsize) {
    for _ in 0..PATIENCE {
        if busy.load(Ordering::Relaxed) == 0 {
            break;
        }
        std::hint::spin_loop();
    }
}

/// Waits until the others are done and calls `idle` meanwhile.
#[cfg(feature = "parallel")]
fn wait_for_all(busy: &AtomicUsize, idle: &dyn Fn()) {
    while busy.load(Ordering::Relaxed) > 0 {
        thread::park_timeout(IDLE);
        if busy.load(Ordering::Relaxed) > 0 {
            idle();
        }
    }
}

#[cfg(not(feature = "parallel"))]
impl WorkerPool {
    /// Number of threads.
    #[must_use]
    pub fn threads(&self) -> usize {
        1
    }

    fn run(&self, _most: usize, _idle: Option<&dyn Fn()>, work: impl Fn(usize)) {
        work(0);
    }
}

impl Clone for WorkerPool {
    /// Threads are not copied: the clone uses those of the process.
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// A part of the worlds, on separate cache lines because every world taken writes to it.
#[derive(Debug)]
#[repr(align(128))]
struct Part<'a, W>(Mutex<IterMut<'a, W>>);

impl<'a, W> Part<'a, W> {
    fn take(&self, next: impl FnOnce(&mut IterMut<'a, W>) -> Option<&'a mut W>) -> Option<&'a mut W> {
        next(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The worlds that one thread gets, one after another: its own part, then the rest of other parts.
#[derive(Debug)]
pub struct WorkQueue<'s, 'a, W> {
    parts: &'s [Part<'a, W>],
    worker: usize,
}

impl<W> WorkQueue<'_, '_, W> {
    /// Number of the worker that takes from this queue, below the number of threads.
    #[must_use]
    pub fn worker(&self) -> usize {
        self.worker
    }
}

impl<'a, W> Iterator for WorkQueue<'_, 'a, W> {
    type Item = &'a mut W;

    fn next(&mut self) -> Option<&'a mut W> {
        let n = self.parts.len();
        let own = self.parts.get(self.worker).and_then(|part| part.take(Iterator::next));
        own.or_else(|| {
            // a worker beyond the last part has no part, so the search starts at its number
            let others = (0..n).filter_map(|k| self.parts.get((self.worker + k) % n));
            others.into_iter().find_map(|part| part.take(DoubleEndedIterator::next_back))
        })
    }
}

impl WorkerPool {
    /// Distributes the worlds: `work` runs on every thread, with the queue it takes worlds from.
    pub fn distribute<W: Send>(&self, worlds: &mut [W], work: impl Fn(WorkQueue<'_, '_, W>) + Sync) {
        self.distribute_parts(worlds, None, work);
    }

    /// Distributes the worlds for long work: while the calling thread waits for the others it calls `idle` every 20 milliseconds,
    /// unless it belongs to the pool.
    pub fn distribute_with_idle<W: Send>(
        &self,
        worlds: &mut [W],
        idle: impl Fn(),
        work: impl Fn(WorkQueue<'_, '_, W>) + Sync,
    ) {
        self.distribute_parts(worlds, Some(&idle), work);
    }

    fn distribute_parts<W: Send>(
        &self,
        worlds: &mut [W],
        idle: Option<&dyn Fn()>,
        work: impl Fn(WorkQueue<'_, '_, W>) + Sync,
    ) {
        let size = worlds.len().div_ceil(self.threads()).max(1);
        let parts: Vec<_> = worlds.chunks_mut(size).map(|part| Part(Mutex::new(part.iter_mut()))).collect();
        self.run(parts.len(), idle, |worker| work(WorkQueue { parts: &parts, worker }));
    }

    /// Makes `n` worlds, each by the thread that is likely to step it.
    pub fn make<W: Send>(&self, n: usize, world: impl Fn() -> W + Sync) -> Vec<W> {
        let mut made: Vec<Option<W>> = (0..n).map(|_| None).collect();
        self.distribute(&mut made, |queue| queue.for_each(|slot| *slot = Some(world())));
        made.into_iter().flatten().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_world_is_taken_once() {
        for n in [0, 1, 2, 3, 7, 64] {
            let mut worlds = vec![0; n];
            let pool = WorkerPool::default();
            pool.distribute(&mut worlds, |queue| {
                assert!(queue.worker() < pool.threads());
                queue.for_each(|world| *world += 1);
            });
            assert_eq!(worlds, vec![1; n]);
            assert_eq!(pool.make(n, || 5), vec![5; n]);
        }
    }

    #[test]
    fn a_thread_that_is_alone_takes_every_world() {
        // there may be fewer parts than threads
        for worker in 0..8 {
            let mut worlds = [0; 10];
            let parts: Vec<_> = worlds.chunks_mut(2).map(|part| Part(Mutex::new(part.iter_mut()))).collect();
            WorkQueue { parts: &parts, worker }.for_each(|world| *world += 1);
            drop(parts);
            assert_eq!(worlds, [1; 10], "worker {worker}");
        }
    }

    #[cfg(feature = "parallel")]
    #[test]
    fn threads_that_no_machine_has_are_refused() {
        for threads in [100_000, 1_000_000_000, usize::MAX] {
            let error = WorkerPool::new(threads).unwrap_err();
            assert_eq!(error.kind(), std::io::ErrorKind::InvalidInput);
            assert!(error.to_string().contains(&format!("{threads} threads are too many")), "{error}");
        }
    }

    #[cfg(feature = "parallel")]
    #[test]
    fn a_caller_that_waits_has_something_to_do() {
        let pool = WorkerPool::new(2).unwrap();
        let (called, started) = (AtomicUsize::new(0), std::sync::Barrier::new(2));
        pool.distribute_with_idle(
            &mut [0; 2],
            || _ = called.fetch_add(1, Ordering::Relaxed),
            |mut queue| {
                if queue.next().is_none() {
                    return;
                }
                started.wait();
                // the helper is done when the caller has waited three times
                while queue.worker() == 1 && called.load(Ordering::Relaxed) < 3 {
                    thread::yield_now();
                }
            },
        );
        assert!(called.load(Ordering::Relaxed) >= 3);
    }

    #[cfg(feature = "parallel")]
    #[test]
    fn threads_keep_their_workers() {
        use std::collections::BTreeSet;

        let pool = WorkerPool::new(3).unwrap();
        assert_eq!(pool.threads(), 3);
        // each thread takes one world and waits for the others, so that none takes two
        let meet = std::sync::Barrier::new(3);
        let mut seen = BTreeSet::new();
        for _ in 0..20 {
            let mut worlds = vec![None; 3];
            pool.distribute(&mut worlds, |mut queue| {
                let worker = queue.worker();
                if let Some(world) = queue.next() {
                    *world = Some((worker, thread::current().id()));
                    meet.wait();
                }
            });
            for (i, world) in worlds.into_iter().enumerate() {
                let (worker, thread) = world.unwrap();
                assert_eq!(worker, i);
                seen.insert((worker, format!("{thread:?}")));
            }
        }
        assert_eq!(seen.len(), 3);
    }
}
