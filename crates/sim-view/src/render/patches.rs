//! Patches: the parts of a picture that threads draw, each a part of a band of tiles.
//!
//! The calling thread draws patches straight into its array. Helpers draw into strips, buffers of the renderer, and the calling thread
//! copies finished strips.

use crate::render::error::{Budget, RenderError};
use crate::render::threads::lock;
use crate::render::tiles::{HEIGHT, WIDTH};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Division of a picture into patches, numbered row by row.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PatchLayout {
    /// Width of the picture in pixels.
    width: usize,
    /// Bytes per pixel.
    pixel: usize,
    /// Width of a patch in pixels: whole tiles, except for the last patch of a band.
    span: usize,
    /// The current rows: first, and one past the last.
    rows: [usize; 2],
}

/// Patches per thread, if the picture is large enough.
const SHARE: usize = 4;
/// Target for the memory of strips, in bytes.
const BYTES: usize = 8 << 20;

impl PatchLayout {
    /// Divides a picture for `threads` threads.
    pub(super) fn new([width, height]: [usize; 2], pixel: usize, threads: usize) -> Self {
        let wanted = if threads == 1 { 1 } else { SHARE * threads };
        let parts = wanted.div_ceil(height.div_ceil(HEIGHT));
        let span = width.div_ceil(WIDTH).div_ceil(parts) * WIDTH;
        Self { width, pixel, span, rows: [0, height] }
    }

    /// Limit on the rows that threads draw at a time.
    pub(super) fn most_rows(&self, threads: usize) -> usize {
        let bands = BYTES / (self.width * self.pixel * HEIGHT);
        bands.max(2 * threads) * HEIGHT
    }

    /// The layout of rows `start .. start + count`.
    pub(super) fn with_rows(self, start: usize, count: usize) -> Self {
        Self { rows: [start, start + count], ..self }
    }

    /// Number of current patches.
    pub(super) fn patches(&self) -> usize {
        (self.rows[1] - self.rows[0]).div_ceil(HEIGHT) * self.columns()
    }

    fn columns(&self) -> usize {
        self.width.div_ceil(self.span)
    }

    pub(super) fn patch(&self, number: usize) -> Patch {
        let columns = self.columns();
        let (column, band) = (number % columns, number / columns);
        let (left, top) = (column * self.span, self.rows[0] + band * HEIGHT);
        let (width, height) = (self.span.min(self.width - left), HEIGHT.min(self.rows[1] - top));
        Patch { left, top, width, height }
    }

    /// The rows of a patch in an array of the current rows.
    pub(super) fn rows_of<'a>(&self, patch: Patch, out: &'a mut [u8]) -> Rows<'a> {
        let row = self.width * self.pixel;
        let start = (patch.top - self.rows[0]) * row;
        Rows { bytes: &mut out[start..start + patch.height * row], width: self.width, left: 0 }
    }
}

/// A part of a band of tiles.
#[derive(Clone, Copy, Debug)]
pub(super) struct Patch {
    pub(super) left: usize,
    pub(super) top: usize,
    pub(super) width: usize,
    pub(super) height: usize,
}

/// Destination of rows of pixels.
#[derive(Debug)]
pub(super) struct Rows<'a> {
    pub(super) bytes: &'a mut [u8],
    /// Length of a row in pixels.
    pub(super) width: usize,
    /// The column of the picture at which a row begins.
    pub(super) left: usize,
}

/// Strips of the current patches, drawn by helpers.
#[derive(Debug, Default)]
pub(super) struct Strips {
    strips: Vec<Mutex<Strip>>,
    /// Number of finished strips.
    ready: AtomicUsize,
}

#[derive(Debug, Default)]
struct Strip {
    bytes: Vec<u8>,
    is_ready: bool,
}

impl Strips {
    /// Allocates strips for the current patches.
    pub(super) fn lay_out(&mut self, layout: &PatchLayout, budget: &Budget) -> Result<(), RenderError> {
        const WHAT: &str = "parts of the picture";
        let count = layout.patches();
        budget.extend(WHAT, &mut self.strips, count)?;
        for strip in &mut self.strips[..count] {
            let strip = strip.get_mut().unwrap_or_else(PoisonError::into_inner);
            budget.extend(WHAT, &mut strip.bytes, layout.span.min(layout.width) * HEIGHT * layout.pixel)?;
            strip.is_ready = false;
        }
        *self.ready.get_mut() = 0;
        Ok(())
    }

    /// Draws a patch into its strip.
    pub(super) fn draw(&self, layout: &PatchLayout, number: usize, act: impl FnOnce(Patch, Rows<'_>)) {
        let patch = layout.patch(number);
        let mut strip = lock(&self.strips[number]);
        let bytes = &mut strip.bytes[..patch.width * patch.height * layout.pixel];
        act(patch, Rows { bytes, width: patch.width, left: patch.left });
        strip.is_ready = true;
        self.ready.fetch_add(1, Ordering::Relaxed);
    }

    /// Copies finished strips into an array of the current rows.
    pub(super) fn fetch(&self, layout: &PatchLayout, out: &mut [u8]) {
        if self.ready.load(Ordering::Relaxed) == 0 {
            return;
        }
        for (number, strip) in self.strips.iter().enumerate().take(layout.patches()) {
            // the thread with the lock is drawing
            let Ok(mut strip) = strip.try_lock() else { continue };
            if strip.is_ready {
                strip.is_ready = false;
                self.ready.fetch_sub(1, Ordering::Relaxed);
                copy(layout, layout.patch(number), &strip.bytes, out);
            }
        }
    }
}

/// Copies a patch to its position in the picture.
fn copy(layout: &PatchLayout, patch: Patch, bytes: &[u8], out: &mut [u8]) {
    let (from, to) = (patch.width * layout.pixel, layout.width * layout.pixel);
    let start = patch.left * layout.pixel;
    let rows = layout.rows_of(patch, out);
    for (out, row) in rows.bytes.chunks_exact_mut(to).zip(bytes.chunks_exact(from)) {
        out[start..start + from].copy_from_slice(row);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patches_cover_a_picture_once() {
        let sizes = [[1, 1], [84, 84], [64, 16], [65, 17], [640, 480], [3, 2000], [2000, 3]];
        for (size, threads) in sizes.into_iter().flat_map(|size| [1, 2, 5, 64].map(|threads| (size, threads))) {
            let layout = PatchLayout::new(size, 1, threads);
            let mut out = vec![0; size[0] * size[1]];
            for number in 0..layout.patches() {
                let patch = layout.patch(number);
                assert!(patch.width > 0 && patch.height > 0);
                for row in layout.rows_of(patch, &mut out).bytes.chunks_mut(size[0]) {
                    row[patch.left..patch.left + patch.width].iter_mut().for_each(|n| *n += 1);
                }
            }
            assert!(out.iter().all(|&n| n == 1), "{size:?} by {threads}");
        }
    }

    #[test]
    fn strips_come_to_their_place() {
        let budget = Budget::new(1 << 20);
        let layout = PatchLayout::new([150, 40], 3, 2).with_rows(16, 24);
        let value = |x: usize, y: usize, k: usize| (7 * x + 31 * y + k) as u8;
        let mut strips = Strips::default();
        strips.lay_out(&layout, &budget).unwrap();
        let mut out = vec![0; 150 * 24 * 3];
        for number in 0..layout.patches() {
            strips.draw(&layout, number, |patch, rows| {
                for (i, byte) in rows.bytes.iter_mut().enumerate() {
                    let (x, y) = (rows.left + i / 3 % rows.width, patch.top + i / 3 / rows.width);
                    *byte = value(x, y, i % 3);
                }
            });
            strips.fetch(&layout, &mut out);
        }
        let expected = (16..40).flat_map(|y| (0..450).map(move |i| value(i / 3, y, i % 3)));
        assert!(out.into_iter().eq(expected));
    }
}
