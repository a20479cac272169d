//! Distances that count as rounding, from the extent of the points.

use sim_core::math::Vec3;

/// Bounds from the extent of the points. All tests of "above", "in" and "below" a plane use them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tolerance {
    /// Rounding error of a distance.
    pub round: f64,
    /// A facet's centre closer than this to its neighbour's plane makes the two coplanar.
    pub centre: f64,
    /// A facet is visible from points further above than this.
    pub visible: f64,
    /// Points further above than this are outside of a facet.
    pub outside: f64,
    /// What one merge of facets may move.
    pub one_merge: f64,
    /// Points deeper than this are no longer of interest.
    pub near: f64,
    /// A merge that moves more than this makes a wide facet.
    pub wide: f64,
    /// Bounds for determinants and pivots that are as good as zero, by dimension.
    pub zero: [f64; 3],
    /// Largest width along an axis.
    pub width: f64,
    /// Lowest and highest point along each axis.
    pub extremes: [u32; 6],
}

impl Tolerance {
    /// Bounds of a set of points; `None` when there are no points.
    pub(super) fn of(points: &[Vec3]) -> Option<Self> {
        let first = *points.first()?;
        let (mut largest, mut sum, mut width) = (0.0f64, 0.0, 0.0f64);
        let (mut zero, mut extremes) = ([0.0; 3], [0; 6]);
        for k in 0..3 {
            let (mut low, mut high) = (first[k], first[k]);
            for (i, p) in points.iter().enumerate() {
                if high < p[k] {
                    high = p[k];
                    extremes[2 * k + 1] = i as u32;
                } else if low > p[k] {
                    low = p[k];
                    extremes[2 * k] = i as u32;
                }
            }
            let reach = high.max(-low);
            largest = largest.max(reach);
            sum += reach;
            width = width.max(high - low);
            zero[k] = 80.0 * sum * f64::EPSILON;
        }
        let reach = f64::min(3f64.sqrt() * largest, sum);
        let round = f64::EPSILON * (3.0 * reach * 1.01 + largest);
        let centre = 2.0 * round;
        let visible = centre;
        let outside = 2.0 * visible;
        let one_merge = (3.0 * centre + round).max(round);
        let near = 5.0 * one_merge;
        let wide = f64::max(outside, 6.0 * visible);
        Some(Self { round, centre, visible, outside, one_merge, near, wide, zero, width, extremes })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unit_cube() {
        let points: Vec<Vec3> = (0..8).map(|i| [i >> 2, i >> 1 & 1, i & 1].map(|b| f64::from(2 * b - 1))).collect();
        let tol = Tolerance::of(&points).unwrap();
        assert_eq!(tol.round, 1.3873599928734711e-15);
        assert_eq!(tol.extremes, [0, 4, 0, 2, 0, 1]);
        assert!(Tolerance::of(&[]).is_none());
    }
}
