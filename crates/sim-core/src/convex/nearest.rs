//! Distance and nearest points of two convex shapes.

use super::penetration;
use super::scratch::Scratch;
use super::shape::{Settings, Shape};

/// Signed distance of two shapes and the points that realise it, on the first shape and on the second.
///
/// Beyond `max_dist` the distance is `max_dist`; the points are then those the search ended with, or zero when it stopped
/// without any. Zero and negative distances come with the points of deepest penetration.
pub fn distance(
    a: &Shape<'_>,
    b: &Shape<'_>,
    max_dist: f64,
    settings: &Settings,
    work: &mut Scratch,
) -> (f64, [f64; 3], [f64; 3]) {
    let (Some(one), Some(two)) = (a.body(0.0), b.body(0.0)) else { return (max_dist, [0.0; 3], [0.0; 3]) };
    let dist = penetration::contact(&mut [one, two], &settings.limits(max_dist), 1, work);
    let [from, to] = work.witnesses.first().map_or([[0.0; 3]; 2], |witness| witness.on);
    (if dist < max_dist { dist } else { max_dist }, from, to)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::mat3;
    use crate::model::GeomType;

    #[test]
    fn capsule_and_ball() {
        let shape =
            |kind, pos| Shape { kind, size: [0.5, 1.0, 0.0], pos, mat: mat3::IDENTITY, rbound: 1.5, hull: None };
        let (a, b) = (shape(GeomType::Capsule, [0.0; 3]), shape(GeomType::Sphere, [3.0, 0.0, 0.3]));
        let settings = Settings { tolerance: 1e-6, iterations: 35, multi: true, native: true };
        let (dist, from, to) = distance(&a, &b, 10.0, &settings, &mut Scratch::default());
        assert!(
            (dist - 2.0).abs() < 1e-9 && (from[0] - 0.5).abs() < 1e-9 && (to[0] - 2.5).abs() < 1e-9,
            "{dist} {from:?} {to:?}"
        );
        assert_eq!(distance(&a, &b, 1.0, &settings, &mut Scratch::default()).0, 1.0);
    }
}
