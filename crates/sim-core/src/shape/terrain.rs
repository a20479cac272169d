//! Height fields: a grid of samples above a rectangle.

use crate::math::{Pose, Vec3, quat, vec3};

/// A height field in the world.
#[derive(Clone, Copy, Debug)]
pub struct Field<'a> {
    /// Half extent along x and y, height of the samples' unit, depth of the base (m).
    pub size: [f64; 4],
    /// Rows, along y.
    pub nrow: usize,
    /// Columns, along x.
    pub ncol: usize,
    /// Samples between 0 and 1, row by row.
    pub data: &'a [f32],
    /// Position of its frame (m).
    pub pos: [f64; 3],
    /// Orientation of its frame.
    pub mat: [f64; 9],
}

impl Field<'_> {
    /// Surface point of a sample, raised by `margin`.
    pub(crate) fn surface(&self, r: usize, c: usize, step: [f64; 2], margin: f64) -> Vec3 {
        let sample = self.data.get(r * self.ncol + c).copied().unwrap_or(0.0);
        [
            step[0] * c as f64 - self.size[0],
            step[1] * r as f64 - self.size[1],
            f64::from(sample) * self.size[2] + margin,
        ]
    }
}

/// A height field around the origin of its frame.
///
/// ```
/// use sim_core::HeightFieldData;
///
/// // a slope of two rows, 2 m by 2 m
/// let slope = HeightFieldData::new(vec![0.0, 0.0, 1.0, 1.0], 2, 2, [1.0, 1.0]);
/// assert!(slope.is_some());
/// assert_eq!(HeightFieldData::new(vec![0.0; 3], 2, 2, [1.0, 1.0]), None, "one height is missing");
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HeightFieldData {
    /// Heights in units of `unit`, so that none is above one.
    heights: Vec<f32>,
    nrow: usize,
    ncol: usize,
    half: [f64; 2],
    /// A power of two: dividing by it is exact.
    unit: f64,
    lowest: f64,
}

impl HeightFieldData {
    /// Heights (m) row by row along y, over a rectangle with half-sizes `half` (m); `None` if their number does not fit, there
    /// are fewer than two rows or columns, or a height is NaN or infinite.
    pub fn new(heights: Vec<f32>, nrow: usize, ncol: usize, half: [f64; 2]) -> Option<Self> {
        let fits = nrow.checked_mul(ncol) == Some(heights.len()) && nrow >= 2 && ncol >= 2;
        if !fits || !half.iter().all(|h| *h > 0.0) || !heights.iter().all(|h| h.is_finite()) {
            return None;
        }
        let lowest = heights.iter().copied().fold(f32::INFINITY, f32::min).into();
        let highest = heights.iter().copied().fold(0.0, f32::max).into();
        let mut unit = 1.0;
        while unit < highest {
            unit *= 2.0;
        }
        let heights = heights.into_iter().map(|h| (f64::from(h) / unit) as f32).collect();
        Some(Self { heights, nrow, ncol, half, unit, lowest })
    }

    /// The field where a pose puts it.
    pub fn placed(&self, pose: &Pose) -> Field<'_> {
        self.based(pose, 0.0)
    }

    /// This field placed in the world, so deep that the shortest way out is upwards.
    pub(crate) fn solid(&self, pose: &Pose) -> Field<'_> {
        self.based(pose, 2.0 * self.half[0].max(self.half[1]) - self.lowest.min(0.0))
    }

    fn based(&self, pose: &Pose, base: f64) -> Field<'_> {
        Field {
            size: [self.half[0], self.half[1], self.unit, base],
            nrow: self.nrow,
            ncol: self.ncol,
            data: &self.heights,
            pos: pose.pos,
            mat: quat::to_mat(pose.quat),
        }
    }

    /// Height and unit normal of the surface above a place in the frame of the field; `None` beside it.
    pub(crate) fn surface_at(&self, x: f64, y: f64) -> Option<(f64, Vec3)> {
        let cells = [self.ncol.checked_sub(1)?, self.nrow.checked_sub(1)?];
        let step = [0, 1].map(|k| 2.0 * self.half[k] / cells[k] as f64);
        let at = [(x + self.half[0]) / step[0], (y + self.half[1]) / step[1]];
        if !(0..2).all(|k| (0.0..=cells[k] as f64).contains(&at[k])) {
            return None;
        }
        let [c, r] = [0, 1].map(|k| (at[k] as usize).min(cells[k] - 1));
        let (u, v) = (at[0] - c as f64, at[1] - r as f64);
        let height = |r: usize, c: usize| f64::from(self.heights[r * self.ncol + c]) * self.unit;
        let (near, far) = (height(r, c), height(r + 1, c + 1));
        // a cell is cut along the diagonal between these two
        let rise = if v > u {
            let left = height(r + 1, c);
            [far - left, left - near]
        } else {
            let right = height(r, c + 1);
            [right - near, far - right]
        };
        let (up, _) = vec3::normalize([-rise[0] / step[0], -rise[1] / step[1], 1.0]);
        Some((near + rise[0] * u + rise[1] * v, up))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_sizes_are_refused() {
        assert!(HeightFieldData::new(vec![0.0; 5], 2, 3, [1.0, 1.0]).is_none());
        assert!(HeightFieldData::new(vec![f32::NAN; 6], 2, 3, [1.0, 1.0]).is_none());
        assert!(HeightFieldData::new(vec![0.0; 6], 2, 3, [1.0, 0.0]).is_none());
    }

    #[test]
    fn heights_are_kept_exactly() {
        let heights = vec![0.3, -7.1, 12.7, 100.1, 0.0, 1e-3];
        let field = HeightFieldData::new(heights.clone(), 2, 3, [1.0, 2.0]).unwrap();
        let placed = field.placed(&Pose::IDENTITY);
        for (i, h) in heights.iter().enumerate() {
            let corner = placed.surface(i / 3, i % 3, [1.0, 4.0], 0.0);
            assert_eq!(corner[2], f64::from(*h));
            assert_eq!(field.surface_at(corner[0], corner[1]).map(|(height, _)| height), Some(corner[2]));
        }
    }

    #[test]
    fn both_halves_of_a_cell_slope_their_own_way() {
        let field = HeightFieldData::new(vec![0.0, 1.0, 0.0, 0.0], 2, 2, [1.0, 1.0]).unwrap();
        let (height, up) = field.surface_at(0.5, -0.5).unwrap();
        assert!((height - 0.5).abs() < 1e-15);
        assert_eq!(up.map(|x| x.signum()), [-1.0, 1.0, 1.0]);
        assert_eq!(field.surface_at(-0.5, 0.5), Some((0.0, [0.0, 0.0, 1.0])));
        assert_eq!(field.surface_at(1.5, 0.0), None);
    }
}
