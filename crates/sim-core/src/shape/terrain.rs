//! Height fields: a grid of samples above a rectangle.

use crate::math::{Pose, Vec3, quat};

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
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HeightFieldData {
    heights: Vec<f32>,
    nrow: usize,
    ncol: usize,
    half: [f64; 2],
}

impl HeightFieldData {
    /// Heights (m) row by row along y, over a rectangle with half-sizes `half` (m); none when their number does not fit
    /// or there are fewer than two rows or columns.
    pub fn new(heights: Vec<f32>, nrow: usize, ncol: usize, half: [f64; 2]) -> Option<Self> {
        let fits = nrow.checked_mul(ncol) == Some(heights.len()) && nrow >= 2 && ncol >= 2;
        (fits && half.iter().all(|h| *h > 0.0)).then_some(Self { heights, nrow, ncol, half })
    }

    /// The field where a pose puts it.
    pub fn placed(&self, pose: &Pose) -> Field<'_> {
        Field {
            size: [self.half[0], self.half[1], 1.0, 0.0],
            nrow: self.nrow,
            ncol: self.ncol,
            data: &self.heights,
            pos: pose.pos,
            mat: quat::to_mat(pose.quat),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_sizes_are_refused() {
        assert!(HeightFieldData::new(vec![0.0; 5], 2, 3, [1.0, 1.0]).is_none());
    }
}
