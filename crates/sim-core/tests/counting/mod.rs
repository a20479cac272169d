//! An allocator that counts the allocations of each thread and of all, and the bytes all threads hold; the tests of several crates
//! share it.

#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};

thread_local! {
    /// Allocations of this thread so far.
    pub static COUNT: Cell<usize> = const { Cell::new(0) };
    /// Bytes this thread asked for as zeros so far: those of large blocks take up no memory until they are written to.
    #[allow(dead_code)]
    pub static ZEROS: Cell<usize> = const { Cell::new(0) };
}

/// Allocations of all threads so far.
pub static TAKEN: AtomicUsize = AtomicUsize::new(0);
/// Bytes that all threads have allocated and not given back.
pub static HELD: AtomicUsize = AtomicUsize::new(0);
/// The most of them there were at once, since it was last set.
pub static PEAK: AtomicUsize = AtomicUsize::new(0);

/// Counts an allocation of any thread and its bytes.
fn take(bytes: usize) {
    TAKEN.fetch_add(1, Ordering::Relaxed);
    let held = HELD.fetch_add(bytes, Ordering::Relaxed) + bytes;
    PEAK.fetch_max(held, Ordering::Relaxed);
}

/// Counts allocations and bytes.
struct Counting;

// SAFETY: every call is passed on to the system allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.with(|c| c.set(c.get() + 1));
        take(layout.size());
        // SAFETY: the caller keeps what it promises to this function, and no more is asked for
        unsafe { System.alloc(layout) }
    }
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        COUNT.with(|c| c.set(c.get() + 1));
        ZEROS.with(|z| z.set(z.get() + layout.size()));
        take(layout.size());
        // SAFETY: as above
        unsafe { System.alloc_zeroed(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: as above; the pointer came from the same allocator
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;
