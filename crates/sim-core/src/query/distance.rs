//! The smallest distance between two geoms.
//!
//! For convex pairs without a formula, and for two boxes, the nearest points are computed directly. All other pairs are collided
//! with the largest distance as margin, and the nearest touch answers.

use crate::collision::{GeomPair, is_collidable, touches};
use crate::convex::{Scratch, Settings, Shape, nearest};
use crate::math::vec3;
use crate::model::{GeomType, Model};
use crate::shape::manifold::Manifold;
use crate::stage::{GeomPoses, NarrowPhase};

/// Signed distance between two geoms, at most `distmax` (m), and the segment that realises it: its end on `geom1`, then
/// its end on `geom2`.
///
/// Beyond `distmax`, and for pairs that cannot collide or do not exist, the result is `distmax` with a meaningless segment (zero
/// unless the search had already found points).
pub fn geom_distance(m: &Model, d: &mut NarrowPhase<'_>, geom1: usize, geom2: usize, distmax: f64) -> (f64, [f64; 6]) {
    let (convex, manifold) = d.collision.get_or_insert_default().narrow();
    distance(m, GeomPoses!(d), [geom1, geom2], distmax, convex, manifold)
}

fn distance(
    m: &Model,
    d: GeomPoses<'_>,
    [geom1, geom2]: [usize; 2],
    distmax: f64,
    work: &mut Scratch,
    manifold: &mut Manifold,
) -> (f64, [f64; 6]) {
    let nothing = (distmax, [0.0; 6]);
    if geom1 >= m.ngeom || geom2 >= m.ngeom {
        return nothing;
    }
    let pair = GeomPair::new(m, geom1, geom2, None);
    let flipped = pair.g1 as usize != geom1;
    let kinds = [m.geom_type[pair.g1 as usize], m.geom_type[pair.g2 as usize]];
    if !is_collidable(kinds[0], kinds[1]) {
        return nothing;
    }
    let settings = Settings::of_model(m);
    if settings.native && is_searched(kinds) {
        let (Some(a), Some(b)) = (Shape::of_geom(m, d, geom1), Shape::of_geom(m, d, geom2)) else { return nothing };
        let (dist, from, to) = nearest::distance(&a, &b, distmax, &settings, work);
        return (dist, join(from, to));
    }

    touches(m, d, &pair, distmax, work, manifold);
    let mut best = None;
    let mut dist = distmax;
    for touch in manifold.iter() {
        if touch.dist < dist {
            (best, dist) = (Some(touch), touch.dist);
        }
    }
    let Some(touch) = best else { return nothing };
    let half = if flipped { -0.5 } else { 0.5 } * dist;
    (dist, join(vec3::add_scaled(touch.pos, touch.normal, -half), vec3::add_scaled(touch.pos, touch.normal, half)))
}

/// Whether the nearest points of a pair, lower type first, are searched for rather than given by a formula.
fn is_searched(kinds: [GeomType; 2]) -> bool {
    use GeomType as Kind;
    match kinds {
        [Kind::Sphere, Kind::Cylinder] | [Kind::Sphere | Kind::Capsule, Kind::Box] => false,
        [first, Kind::Ellipsoid | Kind::Cylinder | Kind::Box | Kind::Mesh] => first >= Kind::Sphere,
        _ => false,
    }
}

fn join(a: [f64; 3], b: [f64; 3]) -> [f64; 6] {
    [a[0], a[1], a[2], b[0], b[1], b[2]]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searched_pairs() {
        use GeomType as Kind;
        for pair in [[Kind::Sphere, Kind::Mesh], [Kind::Box, Kind::Box], [Kind::Capsule, Kind::Cylinder]] {
            assert!(is_searched(pair));
        }
        for pair in [[Kind::Plane, Kind::Mesh], [Kind::HField, Kind::Box], [Kind::Capsule, Kind::Box]] {
            assert!(!is_searched(pair));
        }
    }
}
