//! Rays against a distance field, by marching: no surface is nearer than the distance says.

use super::line::{Crossing, Ray};
use super::shape;
use crate::collision::sdf::Field;
use crate::math::{Vec3, vec3};
use crate::model::GeomType;

/// Most steps of a march.
const MAX_STEPS: usize = 40;
/// The surface is met within this distance (m).
const NEAR: f64 = 1e-7;
/// A field this far away (m) is not met.
const FAR: f64 = 1e6;

/// Where the ray meets the field's surface, if it meets the box with half-sizes `bounds`. As in MuJoCo, the
/// distance is in metres whatever the length of the direction.
pub(super) fn crossing(field: &Field<'_>, bounds: Vec3, ray: &Ray) -> Option<Crossing> {
    shape::crossing(GeomType::Box, bounds, ray)?;
    let ray = Ray { direction: vec3::normalize(ray.direction).0, ..*ray };
    let mut total = 0.0;
    for _ in 0..MAX_STEPS {
        let step = field.distance(ray.at(total)).abs();
        total += step;
        if step < NEAR {
            return Some(Crossing { distance: total, normal: vec3::normalize(field.gradient(ray.at(total))).0 });
        }
        if step > FAR {
            break;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ball_is_met_in_front() {
        let ball = Field::Shape(GeomType::Sphere, [1.0, 0.0, 0.0]);
        let ray = |y: f64| Ray { origin: [-3.0, y, 0.0], direction: [2.0, 0.0, 0.0] };
        let met = crossing(&ball, [1.0; 3], &ray(0.0)).unwrap();
        assert!((met.distance - 2.0).abs() < 1e-6 && met.normal[0] < -0.999);
        assert!(crossing(&ball, [1.0; 3], &ray(1.5)).is_none());
    }
}
