//! A ray, and where it meets a surface.

use crate::math::{Mat3, Vec3, mat3, vec3};

/// A half-line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    /// Where it starts (m).
    pub origin: Vec3,
    /// Where it goes; any length but zero.
    pub direction: Vec3,
}

impl Ray {
    /// The point at a distance along the ray.
    pub fn at(&self, distance: f64) -> Vec3 {
        vec3::add_scaled(self.origin, self.direction, distance)
    }

    /// The ray seen from a frame.
    pub(super) fn seen_from(&self, pos: Vec3, mat: &Mat3) -> Self {
        Self {
            origin: mat3::mul_t_vec(mat, vec3::sub(self.origin, pos)),
            direction: mat3::mul_t_vec(mat, self.direction),
        }
    }
}

/// Where a ray meets a surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossing {
    /// Distance along the ray, in lengths of its direction.
    pub distance: f64,
    /// Outward unit normal of the surface.
    pub normal: Vec3,
}

/// The nearer of two crossings; the first when they are equally far.
pub(super) fn nearer(a: Option<Crossing>, b: Option<Crossing>) -> Option<Crossing> {
    match (a, b) {
        (Some(x), Some(y)) if y.distance < x.distance => b,
        (None, _) => b,
        _ => a,
    }
}
