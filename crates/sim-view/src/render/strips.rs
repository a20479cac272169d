//! Strips: rows of a picture that helpers have drawn into memory of their own, until the caller fetches them into its array.

use crate::render::error::{Budget, RenderError};
use crate::render::threads::lock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Bytes that strips may take, where threads can do with so few.
const BYTES: usize = 8 << 20;

/// What strips are made for, in errors.
const WHAT: &str = "rows of the picture";

/// One for each band that is under way, in order.
#[derive(Debug, Default)]
pub(super) struct Strips {
    strips: Vec<Mutex<Strip>>,
    /// Strips to fetch.
    ready: AtomicUsize,
}

#[derive(Debug, Default)]
struct Strip {
    bytes: Vec<u8>,
    /// Bytes that are ready to be fetched.
    ready: usize,
}

impl Strips {
    /// Most bands of so many bytes that should be under way at a time.
    pub(super) fn most(size: usize, threads: usize) -> usize {
        (BYTES / size.max(1)).max(2 * threads)
    }

    /// Makes place for so many bands of so many bytes.
    pub(super) fn lay_out(&mut self, count: usize, size: usize, budget: &Budget) -> Result<(), RenderError> {
        budget.extend(WHAT, &mut self.strips, count)?;
        for strip in &mut self.strips[..count] {
            let strip = strip.get_mut().unwrap_or_else(PoisonError::into_inner);
            budget.extend(WHAT, &mut strip.bytes, size)?;
            strip.ready = 0;
        }
        *self.ready.get_mut() = 0;
        Ok(())
    }

    /// Has a band of so many bytes drawn.
    pub(super) fn draw(&self, band: usize, len: usize, act: impl FnOnce(&mut [u8])) {
        let mut strip = lock(&self.strips[band]);
        act(&mut strip.bytes[..len]);
        strip.ready = len;
        self.ready.fetch_add(1, Ordering::Relaxed);
    }

    /// Copies what is ready into bands of so many bytes.
    pub(super) fn fetch(&self, out: &mut [u8], size: usize) {
        if self.ready.load(Ordering::Relaxed) == 0 {
            return;
        }
        for (band, strip) in out.chunks_mut(size).zip(&self.strips) {
            // who has the lock is drawing
            let Ok(mut strip) = strip.try_lock() else { continue };
            if strip.ready > 0 {
                band.copy_from_slice(&strip.bytes[..strip.ready]);
                strip.ready = 0;
                self.ready.fetch_sub(1, Ordering::Relaxed);
            }
        }
    }
}
