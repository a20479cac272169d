//! Which function finds the touches of which pair of geoms: the whole table on one page.

use super::primitive::Solid;
use super::{heightfield, midphase, primitive as touch, sdf};
use crate::convex::{self, Hull, Settings, Shape};
use crate::model::{GeomType as Kind, Model};
use crate::scratch::pair::GeomPair;
use crate::shape::manifold::Manifold;
use crate::shape::terrain::Field;
use crate::stage::GeomPoses;

/// Fills the manifold with the touches of a pair that are nearer than `margin`.
pub fn touches(
    m: &Model,
    d: GeomPoses<'_>,
    pair: &GeomPair,
    margin: f64,
    work: &mut convex::Scratch,
    out: &mut Manifold,
) {
    out.clear();
    let (g1, g2) = (pair.g1 as usize, pair.g2 as usize);
    let a = || Solid::of_geom(m, d, g1);
    let b = || Solid::of_geom(m, d, g2);
    match (m.geom_type[g1], m.geom_type[g2]) {
        // the type of distance fields is the highest: they are always second
        (_, Kind::Sdf) => sdf::touches(m, d, g1, g2, margin, out),
        (Kind::Plane, Kind::Sphere) => touch::plane_sphere(&a(), &b(), margin, out),
        (Kind::Plane, Kind::Capsule) => touch::plane_capsule(&a(), &b(), margin, out),
        (Kind::Plane, Kind::Ellipsoid) => touch::plane_ellipsoid(&a(), &b(), margin, out),
        (Kind::Plane, Kind::Cylinder) => touch::plane_cylinder(&a(), &b(), margin, out),
        (Kind::Plane, Kind::Box) => touch::plane_box(&a(), &b(), margin, out),
        (Kind::Plane, Kind::Mesh) => {
            if let Some(hull) = hull(m, g2) {
                touch::plane_mesh(&a(), &b(), &hull, m.geom_rbound[g2], margin, out);
            }
        }
        (Kind::HField, _) => {
            if let (Some(field), Some(b)) = (Field::of_geom(m, d, g1), Shape::of_geom(m, d, g2)) {
                heightfield::collide(&field, &b, margin, &Settings::of_model(m), work, out);
            }
        }
        (Kind::Sphere, Kind::Sphere) => touch::sphere_sphere(&a(), &b(), margin, out),
        (Kind::Sphere, Kind::Capsule) => touch::sphere_capsule(&a(), &b(), margin, out),
        (Kind::Sphere, Kind::Cylinder) => touch::sphere_cylinder(&a(), &b(), margin, out),
        (Kind::Sphere, Kind::Box) => touch::sphere_box(&a(), &b(), margin, out),
        (Kind::Capsule, Kind::Capsule) => touch::capsule_capsule(&a(), &b(), margin, out),
        (Kind::Capsule, Kind::Box) => touch::capsule_box(&a(), &b(), margin, out),
        (Kind::Box, Kind::Box) => touch::box_box(&a(), &b(), margin, out),
        (
            Kind::Sphere | Kind::Capsule | Kind::Ellipsoid | Kind::Cylinder | Kind::Box | Kind::Mesh,
            Kind::Ellipsoid | Kind::Cylinder | Kind::Box | Kind::Mesh,
        ) => {
            let settings = Settings::of_model(m);
            // half of the pairs whose spheres meet are separated by their boxes, for less than the cost of one support point;
            // where one of the bodies has several geoms, the middle phase has looked already
            let is_single = |g: usize| m.body_geomnum[m.geom_bodyid[g] as usize] == 1;
            let untested = settings.native && is_single(g1) && is_single(g2);
            if untested && midphase::boxes_apart(m, d, g1, g2, margin + settings.tolerance) {
                return;
            }
            let Some(a) = Shape::of_geom(m, d, g1) else { return };
            let Some(b) = Shape::of_geom(m, d, g2) else { return };
            convex::collide(&a, &b, margin, &settings, work, out);
        }
        _ => {}
    }
}

/// The hull of a geom's mesh; `None` when it has no mesh.
fn hull(m: &Model, g: usize) -> Option<Hull<'_>> {
    Hull::of_mesh(m, m.geom_dataid[g])
}
