use super::*;
use std::sync::Barrier;
use std::sync::mpsc::channel;

/// Counts how often each piece is done.
struct Counts(Vec<AtomicUsize>);

impl Task for Counts {
    fn piece(&self, _: usize, piece: usize) {
        self.0[piece].fetch_add(1, Ordering::Relaxed);
    }
}

/// Does a round, and checks that each piece was done once.
fn count(threads: &Threads, pieces: usize) {
    let counts = Arc::new(Counts((0..pieces).map(|_| AtomicUsize::new(0)).collect()));
    threads.run(&counts, pieces, |piece| counts.piece(0, piece));
    assert!(counts.0.iter().all(|n| n.load(Ordering::Relaxed) == 1));
    assert_eq!(Arc::strong_count(&counts), 1, "nobody keeps the work");
}

/// Pieces that end when all threads have one.
struct Meeting(Barrier);

impl Task for Meeting {
    fn piece(&self, thread: usize, _: usize) {
        assert!(thread > 0);
        self.0.wait();
    }
}

/// Does a round in which all threads must take part.
fn meet(threads: &Threads) {
    let meeting = Arc::new(Meeting(Barrier::new(threads.count())));
    threads.run(&meeting, threads.count(), |_| _ = meeting.0.wait());
}

#[test]
fn every_piece_is_done_once() {
    for n in [1, 2, 3, 8] {
        let threads = Threads::new(n).unwrap();
        assert_eq!(threads.count(), n);
        for pieces in [0, 1, 2, 7, 1000] {
            (0..50).for_each(|_| count(&threads, pieces));
        }
    }
}

#[test]
fn all_threads_take_part() {
    for n in [1, 2, 5] {
        let threads = Threads::new(n).unwrap();
        (0..50).for_each(|_| meet(&threads));
    }
}

/// A task in which the thread with this number panics once all have begun.
struct Trouble(Barrier, usize);

impl Task for Trouble {
    fn piece(&self, thread: usize, _: usize) {
        self.0.wait();
        assert!(thread != self.1, "thread {thread} is in trouble");
    }
}

#[test]
fn a_panic_reaches_the_caller_and_ends_no_thread() {
    let threads = Threads::new(3).unwrap();
    for who in [0, 1, 2, 0] {
        let trouble = Arc::new(Trouble(Barrier::new(3), who));
        let run = || threads.run(&trouble, 3, |piece| trouble.piece(0, piece));
        let panic = catch_unwind(AssertUnwindSafe(run)).unwrap_err();
        assert_eq!(panic.downcast_ref::<String>(), Some(&format!("thread {who} is in trouble")));
        meet(&threads);
        count(&threads, 100);
    }
}

#[test]
fn callers_do_not_wait_for_each_other() {
    let threads = Threads::new(2).unwrap();
    let (begun, wait) = (channel(), channel());
    let first = threads.clone();
    let caller = thread::spawn(move || {
        let meeting = Arc::new(Meeting(Barrier::new(2)));
        first.run(&meeting, 2, |_| {
            begun.0.send(()).unwrap();
            wait.1.recv().unwrap();
            meeting.0.wait();
        });
    });
    begun.1.recv().unwrap();
    // the helper is in the first caller's round, which continues
    count(&threads, 100);
    wait.0.send(()).unwrap();
    caller.join().unwrap();
    meet(&threads);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| (0..200).for_each(|_| count(&threads, 20)));
        }
    });
}

/// A task that starts a round on its own threads.
struct Nested(Threads);

impl Task for Nested {
    fn piece(&self, _: usize, _: usize) {
        count(&self.0, 10);
    }
}

#[test]
fn rounds_within_rounds_end() {
    let nested = Arc::new(Nested(Threads::new(3).unwrap()));
    nested.0.run(&nested, 50, |piece| nested.piece(0, piece));
}

#[test]
fn threads_that_a_fork_left_behind_are_done_without() {
    let threads = Threads::new(2).unwrap();
    // a helper of the other process had the lock
    let ghost = threads.0.queue.state.lock().unwrap();
    count(&threads, 10);
    drop(ghost);
    // another thread of it was in the middle of a round
    let idle = Arc::new(Counts(Vec::new()));
    threads.0.queue.state.lock().unwrap().work = Some(idle);
    count(&threads, 10);
    threads.0.queue.state.lock().unwrap().work = None;
    meet(&threads);
}

#[test]
fn helpers_end_with_the_last_clone() {
    let threads = Threads::new(3).unwrap();
    meet(&threads);
    let queue = Arc::downgrade(&threads.0.queue);
    drop(threads.clone());
    meet(&threads);
    drop(threads);
    while queue.strong_count() > 0 {
        thread::yield_now();
    }
}

#[test]
fn threads_that_no_machine_has_are_refused() {
    for threads in [100_000, 1_000_000_000, usize::MAX] {
        assert_eq!(Threads::new(threads).err(), Some(RenderError::Threads { threads }));
    }
    assert_eq!(Threads::new(0).unwrap().count(), thread::available_parallelism().map_or(1, usize::from));
}
