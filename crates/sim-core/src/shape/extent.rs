//! Boxes along the axes of some frame.

use crate::math::Vec3;

/// A box along the axes of some frame: lowest and highest coordinates.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Extent {
    /// Lowest coordinates.
    pub low: Vec3,
    /// Highest coordinates.
    pub high: Vec3,
}

impl Extent {
    /// Whether two boxes overlap.
    #[inline]
    pub fn overlaps(&self, other: &Self) -> bool {
        // one combined test: the single answers would be unpredictable branches
        let apart = |k: usize| (self.low[k] > other.high[k]) | (other.low[k] > self.high[k]);
        !(apart(0) | apart(1) | apart(2))
    }

    /// Whether MuJoCo's sweep would pair the boxes of two bodies; this body has the lower number. It compares ends along the
    /// first axis in single precision. If one box ends where the other begins, the body with the higher number counts as ending
    /// later.
    pub fn is_swept_with(&self, other: &Self) -> bool {
        let (low, high) = (self.low[0] as f32, self.high[0] as f32);
        let (other_low, other_high) = (other.low[0] as f32, other.high[0] as f32);
        let meets = if low <= other_low { other_low < high } else { low <= other_high };
        let apart = |k: usize| (self.low[k] > other.high[k]) | (other.low[k] > self.high[k]);
        meets && !(apart(1) | apart(2))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_that_just_touch_count_by_their_order() {
        let [a, b] = [0.0, 1.0].map(|x| Extent { low: [x - 0.5, -0.5, -0.5], high: [x + 0.5, 0.5, 0.5] });
        assert!(!a.is_swept_with(&b) && b.is_swept_with(&a));
    }
}
