//! Offsets in the buffer of all worlds. Fields that never live at the same time share one.

use crate::codegen::Layout;
use std::ops::{Range, RangeInclusive};

/// The part of a world's numbers, real and whole ones, that fields share.
#[derive(Debug)]
pub struct Overlay {
    /// Where it begins.
    base: [usize; 2],
    /// Places that are taken, each with the kernels between which its field lives.
    taken: [Vec<(Range<usize>, RangeInclusive<usize>)>; 2],
}

impl Overlay {
    /// Nothing is taken; what lies before `base` is not shared.
    pub fn new(base: [usize; 2]) -> Self {
        Self { base, taken: Default::default() }
    }

    /// The first place where a field meets no other during its life.
    pub fn take(&mut self, layout: &Layout, life: RangeInclusive<usize>) -> usize {
        let kind = usize::from(layout.is_int);
        let meets = |other: &RangeInclusive<usize>| other.start() <= life.end() && life.start() <= other.end();
        let mut others: Vec<Range<usize>> =
            self.taken[kind].iter().filter(|(_, other)| meets(other)).map(|(place, _)| place.clone()).collect();
        others.sort_by_key(|place| place.start);
        let mut at = self.base[kind];
        for place in others {
            if at + layout.len() <= place.start {
                break;
            }
            at = at.max(place.end);
        }
        self.taken[kind].push((at..at + layout.len(), life));
        at
    }

    /// Numbers of a world: real, whole.
    pub fn lengths(&self) -> [usize; 2] {
        [0, 1].map(|kind| self.taken[kind].iter().map(|(place, _)| place.end).fold(self.base[kind], usize::max))
    }
}

#[cfg(test)]
mod tests {
    use super::Overlay;
    use crate::codegen::Layout;

    fn field(len: usize) -> Layout {
        Layout { name: "x".into(), rows: len, width: 1, is_int: false, is_single: false, is_empty: false }
    }

    #[test]
    fn fields_share_a_place_at_different_times() {
        let mut overlay = Overlay::new([10, 0]);
        assert_eq!(overlay.take(&field(5), 0..=1), 10);
        assert_eq!(overlay.take(&field(3), 1..=2), 15, "both live in kernel 1");
        assert_eq!(overlay.take(&field(4), 2..=3), 10, "the first is over");
        assert_eq!(overlay.take(&field(2), 2..=2), 18, "no gap is long enough");
        assert_eq!(overlay.take(&field(1), 2..=2), 14, "the gap between the others");
        assert_eq!(overlay.lengths(), [20, 0]);
    }
}
