//! Contacts of a distance grid with one other shape, outside a Model: the deepest touch of each pair.
//!
//! Normals point out of the grid's surface, except against a plane, where they point from the plane to the grid.

use super::descent::{Placed, SearchLimits, collide};
use super::field::Field;
use super::plane;
use super::triangles::{Search, search_terrain};
use crate::math::{Pose, Vec3, quat, vec3};
use crate::model::GeomType;
use crate::shape::grid::SdfCollisionData;
use crate::shape::manifold::{Manifold, Touch};
use crate::shape::terrain::HeightFieldData;
use crate::shape::triangle_mesh::TriangleMeshData;

/// Where a grid and another shape overlap.
///
/// ```
/// use sim_core::math::Pose;
/// use sim_core::{SdfCollisionData, field_contact};
///
/// let ball = SdfCollisionData::sphere([0.0; 3], 1.0, 32, 0.5)?;
/// let touch = field_contact::sdf_sphere_contact(&ball, &Pose::IDENTITY, [0.0, 0.0, 1.2], 0.3).expect("they overlap");
/// assert!((touch.penetration - 0.1).abs() < 0.01);
/// assert!(touch.normal[2] > 0.99);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SdfContact {
    /// Point between the surfaces (m).
    pub point: Vec3,
    /// Unit normal.
    pub normal: Vec3,
    /// Depth of the overlap (m), not negative.
    pub penetration: f64,
}

/// Search effort of these functions: that of a Model's default options.
const EFFORT: SearchLimits = SearchLimits { iterations: 10, starts: 40 };
/// Length of a line along z, seen as the axis of shapes given by their ends.
const Z: Vec3 = [0.0, 0.0, 1.0];

/// Contact of a distance grid with a point.
pub fn sdf_point_contact(sdf: &SdfCollisionData, sdf_pose: &Pose, point: Vec3) -> Option<SdfContact> {
    sdf_sphere_contact(sdf, sdf_pose, point, 0.0)
}

/// Contact of a distance grid with a ball: exact from the field at its centre.
pub fn sdf_sphere_contact(sdf: &SdfCollisionData, sdf_pose: &Pose, center: Vec3, radius: f64) -> Option<SdfContact> {
    let local = to_local(sdf_pose, center);
    let penetration = radius - sdf.distance(local);
    if penetration < 0.0 || penetration.is_nan() {
        return None;
    }
    let normal = quat::rotate(sdf_pose.quat, sdf.normal(local)?);
    Some(SdfContact { point: vec3::add_scaled(center, normal, 0.5 * penetration - radius), normal, penetration })
}

/// Contact of a distance grid with a capsule between two points.
pub fn sdf_capsule_contact(
    sdf: &SdfCollisionData,
    sdf_pose: &Pose,
    start: Vec3,
    end: Vec3,
    radius: f64,
) -> Option<SdfContact> {
    let (axis, length) = vec3::normalize(vec3::sub(end, start));
    let quat = if length > 0.0 { quat::z_to(axis) } else { quat::z_to(Z) };
    let pose = Pose { pos: vec3::scale(vec3::add(start, end), 0.5), quat };
    let half = 0.5 * length;
    primitive(sdf, sdf_pose, GeomType::Capsule, [radius, half, 0.0], &pose, [radius, radius, radius + half])
}

/// Contact of a distance grid with a box.
pub fn sdf_box_contact(sdf: &SdfCollisionData, sdf_pose: &Pose, pose: &Pose, half_extents: Vec3) -> Option<SdfContact> {
    primitive(sdf, sdf_pose, GeomType::Box, half_extents, pose, half_extents)
}

/// Contact of a distance grid with a cylinder about the z axis of its pose.
pub fn sdf_cylinder_contact(
    sdf: &SdfCollisionData,
    sdf_pose: &Pose,
    pose: &Pose,
    half_height: f64,
    radius: f64,
) -> Option<SdfContact> {
    let bounds = [radius, radius, half_height];
    primitive(sdf, sdf_pose, GeomType::Cylinder, [radius, half_height, 0.0], pose, bounds)
}

/// Contact of a distance grid with an ellipsoid.
pub fn sdf_ellipsoid_contact(sdf: &SdfCollisionData, sdf_pose: &Pose, pose: &Pose, radii: Vec3) -> Option<SdfContact> {
    primitive(sdf, sdf_pose, GeomType::Ellipsoid, radii, pose, radii)
}

/// Contact of a distance grid with the deepest of some vertices, such as the corners of a convex hull.
pub fn sdf_convex_mesh_contact(
    sdf: &SdfCollisionData,
    sdf_pose: &Pose,
    pose: &Pose,
    vertices: &[Vec3],
) -> Option<SdfContact> {
    let points = vertices.iter().map(|&v| vec3::add(pose.pos, quat::rotate(pose.quat, v)));
    let touches = points.filter_map(|p| sdf_point_contact(sdf, sdf_pose, p));
    touches.max_by(|a, b| a.penetration.total_cmp(&b.penetration))
}

/// Contact of a distance grid with the surface of a triangle mesh.
pub fn sdf_triangle_mesh_contact(
    sdf: &SdfCollisionData,
    sdf_pose: &Pose,
    mesh: &TriangleMeshData,
    mesh_pose: &Pose,
) -> Option<SdfContact> {
    let mut out = Manifold::default();
    // a search holds so many points; only the deepest of each triangle is needed
    for triangle in mesh.triangles() {
        let mut search = Search::new(mesh_pose, Field::Grid(sdf), sdf_pose, EFFORT);
        search.triangle(triangle);
        keep_deepest(search, &mut out);
    }
    deepest(&out)
}

/// Contact of a distance grid with the half-space below a plane; the normal is the plane's.
pub fn sdf_plane_contact(
    sdf: &SdfCollisionData,
    sdf_pose: &Pose,
    plane_normal: Vec3,
    plane_offset: f64,
) -> Option<SdfContact> {
    let (normal, length) = vec3::normalize(plane_normal);
    if length == 0.0 {
        return None;
    }
    let pose = Pose { pos: vec3::scale(normal, plane_offset), quat: quat::z_to(normal) };
    let mut out = Manifold::default();
    plane::collide(&pose, sdf, sdf_pose, 0.0, &mut out);
    // the deepest is found first
    out.first().map(|t| SdfContact { point: t.pos, normal: t.normal, penetration: -t.dist })
}

/// Contact of a distance grid with the surface of a height field, which lies around the origin of its pose.
pub fn sdf_heightfield_contact(
    sdf: &SdfCollisionData,
    sdf_pose: &Pose,
    heightfield: &HeightFieldData,
    heightfield_pose: &Pose,
) -> Option<SdfContact> {
    let mut search = Search::new(heightfield_pose, Field::Grid(sdf), sdf_pose, EFFORT);
    let (low, high) = sdf.aabb();
    let reach: Vec3 = std::array::from_fn(|k| low[k].abs().max(high[k].abs()));
    let centre = to_local(heightfield_pose, sdf_pose.pos);
    search_terrain(&heightfield.placed(heightfield_pose), centre, vec3::norm(reach), &mut search);
    let mut out = Manifold::default();
    keep_deepest(search, &mut out);
    deepest(&out)
}

/// Contact of two distance grids; the normal points out of the first.
pub fn sdf_sdf_contact(
    sdf: &SdfCollisionData,
    sdf_pose: &Pose,
    sdf_b: &SdfCollisionData,
    pose_b: &Pose,
) -> Option<SdfContact> {
    let mut out = Manifold::default();
    collide(&placed(sdf_b, pose_b), &placed(sdf, sdf_pose), EFFORT, &mut out);
    deepest(&out)
}

fn to_local(pose: &Pose, point: Vec3) -> Vec3 {
    quat::rotate(quat::conj(pose.quat), vec3::sub(point, pose.pos))
}

fn placed<'a>(sdf: &'a SdfCollisionData, pose: &Pose) -> Placed<'a> {
    Placed { field: Field::Grid(sdf), pose: *pose, aabb: sdf.bounds() }
}

fn primitive(
    sdf: &SdfCollisionData,
    sdf_pose: &Pose,
    kind: GeomType,
    size: Vec3,
    pose: &Pose,
    bounds: Vec3,
) -> Option<SdfContact> {
    let aabb = [0.0, 0.0, 0.0, bounds[0], bounds[1], bounds[2]];
    let other = Placed { field: Field::Shape(kind, size), pose: *pose, aabb };
    let mut out = Manifold::default();
    collide(&other, &placed(sdf, sdf_pose), EFFORT, &mut out);
    deepest(&out)
}

/// Keeps the deepest touch of a search, if it is deeper than the one already kept.
fn keep_deepest(search: Search<'_>, out: &mut Manifold) {
    let mut found = Manifold::default();
    search.finish(&mut found);
    let best = found.iter().chain(out.iter()).min_by(|a, b| a.dist.total_cmp(&b.dist)).copied();
    out.clear();
    if let Some(touch) = best {
        out.push(touch);
    }
}

/// The deepest touch, its normal turned out of the grid.
fn deepest(out: &Manifold) -> Option<SdfContact> {
    let best: &Touch = out.iter().min_by(|a, b| a.dist.total_cmp(&b.dist))?;
    Some(SdfContact { point: best.pos, normal: vec3::neg(best.normal), penetration: -best.dist })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A ball of radius one at the origin, and shapes above that reach 0.1 deep.
    #[test]
    fn all_pairs_touch_from_above() {
        let ball = SdfCollisionData::sphere([0.0; 3], 1.0, 40, 0.2).unwrap();
        let here = Pose::IDENTITY;
        let above = |height: f64| Pose { pos: [0.0, 0.0, 0.9 + height], ..Pose::IDENTITY };
        let cuboid = TriangleMeshData::cuboid([0.5; 3]);
        let small = SdfCollisionData::sphere([0.0; 3], 0.5, 30, 0.2).unwrap();
        let ground = HeightFieldData::new(vec![0.0; 25], 5, 5, [2.0, 2.0]).unwrap();
        let upside = Pose { pos: [0.0, 0.0, 0.9], quat: [0.0, 1.0, 0.0, 0.0] };
        let found = [
            ("sphere", sdf_sphere_contact(&ball, &here, above(0.5).pos, 0.5)),
            ("capsule", sdf_capsule_contact(&ball, &here, [-0.5, 0.0, 1.2], [0.5, 0.0, 1.2], 0.3)),
            ("box", sdf_box_contact(&ball, &here, &above(0.5), [0.5; 3])),
            ("cylinder", sdf_cylinder_contact(&ball, &here, &above(0.5), 0.5, 0.5)),
            ("ellipsoid", sdf_ellipsoid_contact(&ball, &here, &above(0.4), [0.6, 0.5, 0.4])),
            ("vertices", sdf_convex_mesh_contact(&ball, &here, &above(0.0), &[[0.0; 3]])),
            ("mesh", sdf_triangle_mesh_contact(&ball, &here, &cuboid, &above(0.5))),
            ("terrain", sdf_heightfield_contact(&ball, &here, &ground, &upside)),
            ("grid", sdf_sdf_contact(&ball, &here, &small, &above(0.5))),
        ];
        for (name, contact) in found {
            let contact = contact.unwrap_or_else(|| panic!("{name}"));
            assert!(contact.normal[2] > 0.9, "{name}: {contact:?}");
            assert!(contact.penetration > 0.02 && contact.penetration < 0.13, "{name}: {contact:?}");
        }
        let plane = sdf_plane_contact(&ball, &here, [0.0, 0.0, 1.0], -0.9).unwrap();
        assert!(plane.normal == [0.0, 0.0, 1.0] && (plane.penetration - 0.1).abs() < 0.01);
        assert!(sdf_plane_contact(&ball, &here, [0.0, 0.0, 1.0], -1.2).is_none());
        assert!(sdf_sphere_contact(&ball, &here, [0.0, 0.0, 2.0], 0.5).is_none());
        assert!(sdf_box_contact(&ball, &here, &above(3.0), [0.5; 3]).is_none());
    }
}
