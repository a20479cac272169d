//! Changes between successive pictures of a film: the rectangle around them, and pixels that need no update.

use crate::film::{FilmError, Size};

/// Largest difference of a component that is invisible in motion.
const UNSEEN: u8 = 3;

/// A rectangle of pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Area {
    pub(super) left: u32,
    pub(super) top: u32,
    pub(super) width: u32,
    pub(super) height: u32,
}

/// The state of a film: the picture on display, and the pictures behind it.
#[derive(Debug)]
pub(super) struct Shown {
    size: Size,
    /// Bytes that a viewer of the film shows now.
    shown: Vec<u8>,
    /// Original bytes of each pixel when it was drawn last.
    asked: Vec<u8>,
    started: bool,
}

impl Shown {
    pub(super) fn new(size: Size) -> Result<Self, FilmError> {
        let buffer = || -> Result<Vec<u8>, FilmError> {
            let mut bytes = Vec::new();
            bytes.try_reserve_exact(3 * size.pixels()).map_err(|_| FilmError::Memory { size })?;
            bytes.resize(3 * size.pixels(), 0);
            Ok(bytes)
        };
        Ok(Self { size, shown: buffer()?, asked: buffer()?, started: false })
    }

    /// Whether a pixel of the next picture needs no update.
    pub(super) fn stays(&self, pixel: usize, rgb: &[u8]) -> bool {
        let at = 3 * pixel..3 * pixel + 3;
        let near = |a: &u8, b: &u8| a.abs_diff(*b) <= UNSEEN;
        self.started && (self.asked[at.clone()] == *rgb || self.shown[at].iter().zip(rgb).all(|(a, b)| near(a, b)))
    }

    /// The rectangle around all changes. Without changes: one pixel.
    pub(super) fn area(&self, picture: &[u8]) -> Area {
        let width = self.size.width as usize;
        let (mut left, mut right, mut top, mut bottom) = (width, 0, usize::MAX, 0);
        for (y, row) in picture.chunks_exact(3 * width).enumerate() {
            let changed = |x: &usize| !self.stays(y * width + x, &row[3 * x..3 * x + 3]);
            let Some(first) = (0..width).find(changed) else { continue };
            let last = (first..width).rev().find(changed).unwrap_or(first);
            (left, right) = (left.min(first), right.max(last));
            (top, bottom) = (top.min(y), y);
        }
        if left > right {
            return Area { left: 0, top: 0, width: 1, height: 1 };
        }
        let [left, top, width, height] = [left, top, right - left + 1, bottom - top + 1].map(|side| side as u32);
        Area { left, top, width, height }
    }

    /// Indices of the pixels in a rectangle, row by row.
    pub(super) fn pixels(&self, area: Area) -> impl Iterator<Item = usize> + use<> {
        let stride = self.size.width as usize;
        let rows = area.top as usize..(area.top + area.height) as usize;
        let columns = area.left as usize..(area.left + area.width) as usize;
        rows.flat_map(move |y| columns.clone().map(move |x| y * stride + x))
    }

    /// Records that a pixel is drawn, with its original and shown bytes.
    pub(super) fn draw(&mut self, pixel: usize, asked: &[u8], shown: &[u8]) {
        self.asked[3 * pixel..3 * pixel + 3].copy_from_slice(asked);
        self.shown[3 * pixel..3 * pixel + 3].copy_from_slice(shown);
    }

    /// Records that a picture is complete.
    pub(super) fn end_picture(&mut self) {
        self.started = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_area_holds_what_changes() {
        let size = Size::new(4, 3);
        let mut shown = Shown::new(size).unwrap();
        let mut picture = vec![100; 3 * size.pixels()];
        assert_eq!(shown.area(&picture), Area { left: 0, top: 0, width: 4, height: 3 });
        (0..size.pixels()).for_each(|i| shown.draw(i, &[100; 3], &[90; 3]));
        shown.end_picture();
        assert_eq!(shown.area(&picture), Area { left: 0, top: 0, width: 1, height: 1 });
        picture[3 * 6] = 120;
        picture[3 * 9 + 2] = 20;
        assert_eq!(shown.area(&picture), Area { left: 1, top: 1, width: 2, height: 2 });
        assert_eq!(shown.pixels(shown.area(&picture)).collect::<Vec<_>>(), [5, 6, 9, 10]);
        // near to the shown bytes, though not to the original ones
        assert!(shown.stays(0, &[92, 90, 88]) && !shown.stays(0, &[95, 90, 90]));
    }
}
