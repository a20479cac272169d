//! Bytes that pages have sent and that are not carried out yet, counted over all pages.

use crate::viewer::protocol::MAX_MODEL_BYTES;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Limit on these bytes: two models of the largest size.
pub const MOST_INCOMING: usize = 2 * MAX_MODEL_BYTES;

/// The number of bytes that wait. Copies share it.
#[derive(Clone, Debug, Default)]
pub struct IncomingBytes(Arc<AtomicUsize>);

impl IncomingBytes {
    /// The number of bytes.
    #[cfg(test)]
    pub fn count(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }

    /// A charge of no bytes.
    pub fn charge(&self) -> Charge {
        Charge { total: self.clone(), bytes: 0 }
    }
}

/// The share of one message. It is given back when it is dropped.
#[derive(Debug, Default)]
pub struct Charge {
    total: IncomingBytes,
    bytes: usize,
}

impl Charge {
    /// Adds bytes. Returns `false`, and adds nothing, if all pages together would exceed the limit.
    pub fn grow(&mut self, bytes: usize) -> bool {
        let add = |now: usize| now.checked_add(bytes).filter(|sum| *sum <= MOST_INCOMING);
        let has_room = self.total.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add).is_ok();
        if has_room {
            self.bytes += bytes;
        }
        has_room
    }

    /// Moves the bytes into another charge.
    pub fn take(&mut self) -> Self {
        Self { total: self.total.clone(), bytes: std::mem::take(&mut self.bytes) }
    }
}

impl Drop for Charge {
    fn drop(&mut self) {
        self.total.0.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn charges_of_all_pages_share_one_limit_and_are_given_back() {
        let total = IncomingBytes::default();
        let (mut a, mut b) = (total.charge(), total.charge());
        assert!(a.grow(MAX_MODEL_BYTES) && b.grow(MAX_MODEL_BYTES));
        for more in [1, MAX_MODEL_BYTES, usize::MAX, usize::MAX - MAX_MODEL_BYTES] {
            assert!(!b.grow(more), "{more}");
        }
        let moved = a.take();
        drop(a);
        assert_eq!(total.count(), MOST_INCOMING, "the message is read, but not carried out");
        drop(moved);
        assert!(b.grow(MAX_MODEL_BYTES) && total.count() == MOST_INCOMING);
        drop(b);
        assert_eq!(total.count(), 0);
    }
}
