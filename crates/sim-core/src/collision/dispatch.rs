//! Which function finds the touches of which pair of geoms: the whole table on one page.

use super::convex::{self, Hull, Settings, Shape};
use super::manifold::Manifold;
use super::params::{GeomPair, solid};
use super::primitive::{self as touch, Solid};
use crate::data::Data;
use crate::model::{GeomType as Kind, Model, disable};

/// Whether there is a function for geoms of these types, the lower first.
pub fn is_collidable(first: Kind, second: Kind) -> bool {
    !matches!((first, second), (Kind::Plane | Kind::HField, Kind::Plane | Kind::HField))
}

/// Fills the manifold with the touches of a pair that are nearer than `margin`.
pub fn touches(m: &Model, d: &Data, pair: &GeomPair, margin: f64, work: &mut convex::Work, out: &mut Manifold) {
    out.clear();
    let (g1, g2) = (pair.g1 as usize, pair.g2 as usize);
    let (a, b) = (&solid(m, &d.geom_xpos, &d.geom_xmat, g1), &solid(m, &d.geom_xpos, &d.geom_xmat, g2));
    match (m.geom_type[g1], m.geom_type[g2]) {
        (Kind::Plane, Kind::Sphere) => touch::plane_sphere(a, b, margin, out),
        (Kind::Plane, Kind::Capsule) => touch::plane_capsule(a, b, margin, out),
        (Kind::Plane, Kind::Ellipsoid) => touch::plane_ellipsoid(a, b, margin, out),
        (Kind::Plane, Kind::Cylinder) => touch::plane_cylinder(a, b, margin, out),
        (Kind::Plane, Kind::Box) => touch::plane_box(a, b, margin, out),
        (Kind::Plane, Kind::Mesh | Kind::Sdf) => {
            if let Some(hull) = hull(m, g2) {
                touch::plane_mesh(a, b, &hull, m.geom_rbound[g2], margin, out);
            }
        }
        (Kind::Sphere, Kind::Sphere) => touch::sphere_sphere(a, b, margin, out),
        (Kind::Sphere, Kind::Capsule) => touch::sphere_capsule(a, b, margin, out),
        (Kind::Sphere, Kind::Cylinder) => touch::sphere_cylinder(a, b, margin, out),
        (Kind::Sphere, Kind::Box) => touch::sphere_box(a, b, margin, out),
        (Kind::Capsule, Kind::Capsule) => touch::capsule_capsule(a, b, margin, out),
        (Kind::Capsule, Kind::Box) => touch::capsule_box(a, b, margin, out),
        (Kind::Box, Kind::Box) => touch::box_box(a, b, margin, out),
        (
            Kind::Sphere | Kind::Capsule | Kind::Ellipsoid | Kind::Cylinder | Kind::Box | Kind::Mesh,
            Kind::Ellipsoid | Kind::Cylinder | Kind::Box | Kind::Mesh,
        ) => {
            convex::collide(&shape(m, a, g1), &shape(m, b, g2), margin, &settings(m), work, out);
        }
        _ => {}
    }
}

fn settings(m: &Model) -> Settings {
    Settings {
        tolerance: m.opt.ccd_tolerance,
        iterations: m.opt.ccd_iterations.max(0) as usize,
        multi: m.opt.disableflags & disable::MULTICCD == 0,
    }
}

fn shape<'a>(m: &'a Model, solid: &Solid, g: usize) -> Shape<'a> {
    let kind = m.geom_type[g];
    let hull = if kind == Kind::Mesh { hull(m, g) } else { None };
    Shape { kind, size: solid.size, pos: solid.pos, mat: solid.mat, hull }
}

/// The hull of a geom's mesh; none when it has no mesh.
fn hull(m: &Model, g: usize) -> Option<Hull<'_>> {
    let mesh = usize::try_from(m.geom_dataid[g]).ok()?;
    let part = |adr: i32, num: i32| {
        let start = usize::try_from(adr).unwrap_or(0);
        start..start + usize::try_from(num).unwrap_or(0)
    };
    let verts = part(*m.mesh_vertadr.get(mesh)?, *m.mesh_vertnum.get(mesh)?);
    let polys = part(*m.mesh_polyadr.get(mesh)?, *m.mesh_polynum.get(mesh)?);
    let graph = usize::try_from(m.mesh_graphadr[mesh]).ok();
    Some(Hull {
        vert: m.mesh_vert.get(3 * verts.start..3 * verts.end)?,
        graph: graph.and_then(|adr| m.mesh_graph.get(adr..)).unwrap_or_default(),
        polynormal: m.mesh_polynormal.get(3 * polys.start..3 * polys.end)?,
        polyvertadr: m.mesh_polyvertadr.get(polys.clone())?,
        polyvertnum: m.mesh_polyvertnum.get(polys)?,
        polyvert: &m.mesh_polyvert,
        polymapadr: m.mesh_polymapadr.get(verts.clone())?,
        polymapnum: m.mesh_polymapnum.get(verts)?,
        polymap: &m.mesh_polymap,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn planes_and_height_fields_ignore_each_other() {
        assert!(!is_collidable(Kind::Plane, Kind::Plane));
        assert!(!is_collidable(Kind::Plane, Kind::HField));
        assert!(is_collidable(Kind::Plane, Kind::Sphere));
        assert!(is_collidable(Kind::HField, Kind::Mesh));
    }
}
