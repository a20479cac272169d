//! Seats of connections: few for those that have not shown the token, more for those that have. Among the first, the oldest gives way.

use std::collections::BTreeMap;
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Limit on connections that have shown the token. A browser has a handful.
pub const MOST_WITH_TOKEN: usize = 64;

/// Limit on connections that have not shown the token: those whose request is being read, and those that fetch the page's own files.
pub const MOST_WITHOUT_TOKEN: usize = 16;

/// Limit on the threads of connections. A connection that gives way ends a moment later.
const MOST_THREADS: usize = MOST_WITH_TOKEN + 2 * MOST_WITHOUT_TOKEN;

/// Longest wait for a thread to end before another connection is accepted.
const THREAD_WAIT: Duration = Duration::from_secs(1);

/// What a connection has shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Shown {
    /// Nothing yet: its request is not complete.
    Nothing,
    /// A request without the token.
    Request,
    /// The token.
    Token,
}

/// An open connection.
#[derive(Debug)]
struct Taken {
    /// To close it from another thread. `None`: it gave way.
    stream: Option<TcpStream>,
    shown: Shown,
}

#[derive(Debug, Default)]
struct State {
    next: u64,
    /// By age.
    taken: BTreeMap<u64, Taken>,
}

impl State {
    fn count(&self, holds: impl Fn(Shown) -> bool) -> usize {
        self.taken.values().filter(|taken| taken.stream.is_some() && holds(taken.shown)).count()
    }

    /// Closes the oldest connection that has shown nothing, else the oldest without the token.
    fn make_room(&mut self) {
        if self.count(|shown| shown < Shown::Token) < MOST_WITHOUT_TOKEN {
            return;
        }
        let open = self.taken.values_mut().filter(|taken| taken.stream.is_some() && taken.shown < Shown::Token);
        // the first of the least: the list goes by age
        if let Some(stream) = open.min_by_key(|taken| taken.shown).and_then(|taken| taken.stream.take()) {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }
}

/// The seats of a server. Copies share them.
#[derive(Clone, Debug, Default)]
pub struct Seats(Arc<(Mutex<State>, Condvar)>);

/// The seat of one connection. Dropping it frees the seat.
#[derive(Debug)]
pub struct Seat {
    seats: Seats,
    id: u64,
}

impl Seats {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a seat for a connection that has shown nothing yet. `None`: too many threads are ending, or the system has no more handles.
    pub fn take(&self, stream: &TcpStream) -> Option<Seat> {
        let own = stream.try_clone().ok()?;
        let mut state = self.lock();
        state.make_room();
        let is_full = |state: &mut State| state.taken.len() >= MOST_THREADS;
        let waited = self.0.1.wait_timeout_while(state, THREAD_WAIT, is_full);
        let (mut state, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
        if timeout.timed_out() {
            return None;
        }
        state.next += 1;
        let id = state.next;
        state.taken.insert(id, Taken { stream: Some(own), shown: Shown::Nothing });
        drop(state);
        Some(Seat { seats: self.clone(), id })
    }

    /// Waits until all seats are free, at most for `patience`, then closes the connections that are left.
    pub fn close(&self, patience: Duration) {
        let waited = self.0.1.wait_timeout_while(self.lock(), patience, |state| !state.taken.is_empty());
        let mut state = waited.unwrap_or_else(PoisonError::into_inner).0;
        for stream in state.taken.values_mut().filter_map(|taken| taken.stream.take()) {
            let _ = stream.shutdown(Shutdown::Both);
        }
        let waited = self.0.1.wait_timeout_while(state, patience, |state| !state.taken.is_empty());
        drop(waited);
    }
}

impl Seat {
    /// Notes that the request is complete. Returns `false` if it has the token and the seats for that are taken.
    pub fn show(&self, has_token: bool) -> bool {
        let mut state = self.seats.lock();
        if has_token && state.count(|shown| shown == Shown::Token) >= MOST_WITH_TOKEN {
            return false;
        }
        if let Some(taken) = state.taken.get_mut(&self.id) {
            taken.shown = if has_token { Shown::Token } else { Shown::Request };
        }
        true
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.seats.lock().taken.remove(&self.id);
        self.seats.0.1.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;
    use std::net::{Ipv4Addr, TcpListener};

    /// Connections of a client, with the server's side of each.
    struct Pair {
        client: TcpStream,
        seat: Seat,
    }

    impl Pair {
        fn new(listener: &TcpListener, seats: &Seats) -> Self {
            let client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
            let (stream, _) = listener.accept().unwrap();
            Self { client, seat: seats.take(&stream).unwrap() }
        }

        /// Whether the server has closed the connection.
        fn is_closed(&mut self) -> bool {
            self.client.set_read_timeout(Some(Duration::from_millis(20))).unwrap();
            matches!(self.client.read(&mut [0]), Ok(0))
        }
    }

    fn start() -> (TcpListener, Seats) {
        (TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap(), Seats::default())
    }

    #[test]
    fn the_oldest_connection_without_the_token_gives_way() {
        let (listener, seats) = start();
        let mut first = Pair::new(&listener, &seats);
        assert!(first.seat.show(true));
        let mut all: Vec<Pair> = (0..MOST_WITHOUT_TOKEN).map(|_| Pair::new(&listener, &seats)).collect();
        assert!(!first.is_closed() && !all.iter_mut().any(Pair::is_closed));
        // of the two oldest, one fetches a file
        assert!(all[0].seat.show(false));
        all.push(Pair::new(&listener, &seats));
        assert!(!all[0].is_closed() && all[1].is_closed());
        drop(all.remove(1));
        for pair in &all {
            assert!(pair.seat.show(false));
        }
        all.push(Pair::new(&listener, &seats));
        let closed: Vec<usize> = (0..all.len()).filter(|&k| all[k].is_closed()).collect();
        assert_eq!(closed, [0], "all but the last show as much: the oldest gives way");
        assert!(!first.is_closed());
    }

    #[test]
    fn a_flood_without_the_token_never_takes_a_seat_of_a_page() {
        let (listener, seats) = start();
        let mut flood = Vec::new();
        for _ in 0..3 * MOST_WITHOUT_TOKEN {
            flood.push(Pair::new(&listener, &seats));
            // a thread of a closed connection ends
            flood.retain_mut(|pair| !pair.is_closed());
            assert!(flood.len() <= MOST_WITHOUT_TOKEN);
        }
        let mut page = Pair::new(&listener, &seats);
        assert!(page.seat.show(true) && !page.is_closed());
    }

    #[test]
    fn seats_of_pages_are_limited_and_freed() {
        let (listener, seats) = start();
        let mut pages: Vec<Pair> = Vec::new();
        for _ in 0..MOST_WITH_TOKEN {
            let page = Pair::new(&listener, &seats);
            assert!(page.seat.show(true));
            pages.push(page);
        }
        let late = Pair::new(&listener, &seats);
        assert!(!late.seat.show(true));
        drop(pages.pop());
        assert!(late.seat.show(true));
        seats.close(Duration::from_millis(1));
        assert!(pages.iter_mut().all(Pair::is_closed), "closing does not wait for pages that do not answer");
    }
}
