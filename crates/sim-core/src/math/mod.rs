//! Vectors, quaternions and rotations as plain arrays: the layout numpy and the flat buffers share.

pub mod eigen;
pub mod mat3;
pub mod poly;
pub mod quat;
mod sane;
pub mod spatial;
mod types;
pub mod vec3;

pub use sane::is_bad;
pub use types::{MINVAL, Mat3, Quat, Vec3, Vec6};

/// Position and orientation of a frame.
///
/// ```
/// use sim_core::math::{Pose, quat};
///
/// let turned = Pose { pos: [1.0, 0.0, 0.0], quat: quat::from_axis_angle([0.0, 0.0, 1.0], std::f64::consts::PI) };
/// let ahead = Pose { pos: [2.0, 0.0, 0.0], ..Pose::IDENTITY };
/// assert!((turned.compose(&ahead).pos[0] + 1.0).abs() < 1e-12);
/// assert!(turned.compose(&turned.inverse()).pos[0].abs() < 1e-12);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Origin.
    pub pos: Vec3,
    /// Orientation.
    pub quat: Quat,
}

impl Pose {
    /// The identity.
    pub const IDENTITY: Self = Self { pos: [0.0; 3], quat: quat::IDENTITY };

    /// The pose of a child given in this frame, seen from outside.
    pub fn compose(&self, child: &Self) -> Self {
        Self { pos: vec3::add(self.pos, quat::rotate(self.quat, child.pos)), quat: quat::mul(self.quat, child.quat) }
    }

    /// The pose that undoes this one.
    pub fn inverse(&self) -> Self {
        let quat = quat::conj(self.quat);
        Self { pos: vec3::neg(quat::rotate(quat, self.pos)), quat }
    }
}

/// The first `N` entries after `at`, as an array value.
#[inline]
pub fn get<const N: usize>(slice: &[f64], at: usize) -> [f64; N] {
    let mut out = [0.0; N];
    out.copy_from_slice(&slice[at..][..N]);
    out
}

/// Row `row` of a flat matrix with `N` columns.
#[inline]
pub fn row<const N: usize>(slice: &[f64], row: usize) -> [f64; N] {
    slice.as_chunks().0[row]
}

/// The rows of a flat matrix with `N` columns.
#[inline]
pub fn rows<const N: usize>(slice: &[f64]) -> &[[f64; N]] {
    slice.as_chunks().0
}

/// The rows of a flat matrix with `N` columns, mutably.
#[inline]
pub fn rows_mut<const N: usize>(slice: &mut [f64]) -> &mut [[f64; N]] {
    slice.as_chunks_mut().0
}

/// Writes row `row` of a flat matrix with `N` columns.
#[inline]
pub fn set_row<const N: usize>(slice: &mut [f64], row: usize, value: [f64; N]) {
    slice.as_chunks_mut().0[row] = value;
}
