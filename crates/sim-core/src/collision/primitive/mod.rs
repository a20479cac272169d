//! Pairs of shapes that touch by a formula. Each function takes two placed shapes and a margin and adds the
//! touches nearer than that to a manifold; none knows the world.

mod box_box;
mod capsule;
mod capsule_box;
mod plane;
mod plane_cylinder;
mod plane_mesh;
mod sphere;

pub use box_box::box_box;
pub use capsule::capsule_capsule;
pub use capsule_box::capsule_box;
pub use plane::{plane_box, plane_capsule, plane_ellipsoid, plane_sphere};
pub use plane_cylinder::plane_cylinder;
pub use plane_mesh::plane_mesh;
pub use sphere::{sphere_box, sphere_capsule, sphere_cylinder, sphere_sphere};

use crate::math::{Mat3, Vec3};

/// A shape in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solid {
    /// Position of its frame (m).
    pub pos: Vec3,
    /// Orientation of its frame.
    pub mat: Mat3,
    /// Size as in `geom_size`.
    pub size: Vec3,
}

impl Solid {
    /// Third axis of the frame: normal of a plane, axis of a capsule or cylinder.
    #[inline]
    fn axis(&self) -> Vec3 {
        [self.mat[2], self.mat[5], self.mat[8]]
    }

    /// This shape, moved to `pos`.
    #[inline]
    fn at(&self, pos: Vec3) -> Self {
        Self { pos, ..*self }
    }
}

/// `x` limited to `low..high`.
#[inline]
fn clip(x: f64, low: f64, high: f64) -> f64 {
    if x < low {
        low
    } else if x > high {
        high
    } else {
        x
    }
}
