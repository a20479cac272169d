//! Contacts of a height field with one other shape, outside a Model: the deepest touch of each pair.
//!
//! The ground is solid below its surface. Normals point out of it. A point and the vertices of a mesh are measured against the
//! triangle above them; other shapes against the same prisms as in a Model with default options.

use super::collide;
use crate::convex::{Scratch, Settings, Shape};
use crate::math::{Pose, Vec3, quat, vec3};
use crate::model::GeomType;
use crate::shape::manifold::Manifold;
use crate::shape::terrain::HeightFieldData;

/// Where a height field and another shape overlap.
///
/// ```
/// use sim_core::math::Pose;
/// use sim_core::{HeightFieldData, field_contact};
///
/// let flat = HeightFieldData::new(vec![0.5; 9], 3, 3, [1.0, 1.0]).expect("nine heights in three rows");
/// let touch = field_contact::heightfield_point_contact(&flat, &Pose::IDENTITY, [0.25, 0.0, 0.4]).expect("below the ground");
/// assert!((touch.penetration - 0.1).abs() < 1e-9);
/// assert_eq!(touch.normal, [0.0, 0.0, 1.0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeightFieldContact {
    /// Point between the surfaces (m).
    pub point: Vec3,
    /// Unit normal, out of the ground.
    pub normal: Vec3,
    /// Depth of the overlap (m), not negative.
    pub penetration: f64,
}

/// The options of a Model that sets none.
const SETTINGS: Settings = Settings { tolerance: 1e-6, iterations: 35, multi: true, native: true };

/// Contact of a height field with a point.
pub fn heightfield_point_contact(
    heightfield: &HeightFieldData,
    heightfield_pose: &Pose,
    point: Vec3,
) -> Option<HeightFieldContact> {
    let local = quat::rotate(quat::conj(heightfield_pose.quat), vec3::sub(point, heightfield_pose.pos));
    let (height, up) = heightfield.surface_at(local[0], local[1])?;
    let penetration = (height - local[2]) * up[2];
    if penetration < 0.0 || penetration.is_nan() {
        return None;
    }
    let normal = quat::rotate(heightfield_pose.quat, up);
    Some(HeightFieldContact { point: vec3::add_scaled(point, normal, 0.5 * penetration), normal, penetration })
}

/// Contact of a height field with a ball.
pub fn heightfield_sphere_contact(
    heightfield: &HeightFieldData,
    heightfield_pose: &Pose,
    center: Vec3,
    radius: f64,
) -> Option<HeightFieldContact> {
    let pose = Pose { pos: center, ..Pose::IDENTITY };
    primitive(heightfield, heightfield_pose, GeomType::Sphere, [radius, 0.0, 0.0], &pose, radius)
}

/// Contact of a height field with a capsule between two points.
pub fn heightfield_capsule_contact(
    heightfield: &HeightFieldData,
    heightfield_pose: &Pose,
    start: Vec3,
    end: Vec3,
    radius: f64,
) -> Option<HeightFieldContact> {
    let (axis, length) = vec3::normalize(vec3::sub(end, start));
    let quat = quat::z_to(if length > 0.0 { axis } else { [0.0, 0.0, 1.0] });
    let pose = Pose { pos: vec3::scale(vec3::add(start, end), 0.5), quat };
    let half = 0.5 * length;
    primitive(heightfield, heightfield_pose, GeomType::Capsule, [radius, half, 0.0], &pose, radius + half)
}

/// Contact of a height field with a box.
pub fn heightfield_box_contact(
    heightfield: &HeightFieldData,
    heightfield_pose: &Pose,
    pose: &Pose,
    half_extents: Vec3,
) -> Option<HeightFieldContact> {
    let bound = vec3::norm(half_extents);
    primitive(heightfield, heightfield_pose, GeomType::Box, half_extents, pose, bound)
}

/// Contact of a height field with a cylinder about the z axis of its pose.
pub fn heightfield_cylinder_contact(
    heightfield: &HeightFieldData,
    heightfield_pose: &Pose,
    pose: &Pose,
    half_height: f64,
    radius: f64,
) -> Option<HeightFieldContact> {
    let size = [radius, half_height, 0.0];
    primitive(heightfield, heightfield_pose, GeomType::Cylinder, size, pose, vec3::norm(size))
}

/// Contact of a height field with an ellipsoid.
pub fn heightfield_ellipsoid_contact(
    heightfield: &HeightFieldData,
    heightfield_pose: &Pose,
    pose: &Pose,
    radii: Vec3,
) -> Option<HeightFieldContact> {
    let bound = radii.into_iter().fold(0.0, f64::max);
    primitive(heightfield, heightfield_pose, GeomType::Ellipsoid, radii, pose, bound)
}

/// Contact of a height field with the deepest of some vertices, such as the corners of a convex hull.
pub fn heightfield_convex_mesh_contact(
    heightfield: &HeightFieldData,
    heightfield_pose: &Pose,
    pose: &Pose,
    vertices: &[Vec3],
) -> Option<HeightFieldContact> {
    let points = vertices.iter().map(|&v| vec3::add(pose.pos, quat::rotate(pose.quat, v)));
    let touches = points.filter_map(|p| heightfield_point_contact(heightfield, heightfield_pose, p));
    touches.max_by(|a, b| a.penetration.total_cmp(&b.penetration))
}

fn primitive(
    heightfield: &HeightFieldData,
    heightfield_pose: &Pose,
    kind: GeomType,
    size: Vec3,
    pose: &Pose,
    rbound: f64,
) -> Option<HeightFieldContact> {
    let shape = Shape { kind, size, pos: pose.pos, mat: quat::to_mat(pose.quat), rbound, hull: None };
    let mut out = Manifold::default();
    collide(&heightfield.solid(heightfield_pose), &shape, 0.0, &SETTINGS, &mut Scratch::default(), &mut out);
    let best = out.iter().min_by(|a, b| a.dist.total_cmp(&b.dist))?;
    Some(HeightFieldContact { point: best.pos, normal: best.normal, penetration: -best.dist })
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: Pose = Pose::IDENTITY;

    fn above(height: f64) -> Pose {
        Pose { pos: [0.3, 0.2, height], ..Pose::IDENTITY }
    }

    fn assert_touch(what: &str, found: Option<HeightFieldContact>, normal: Vec3, penetration: f64) {
        let found = found.unwrap_or_else(|| panic!("{what} does not touch"));
        assert!((found.penetration - penetration).abs() < 1e-5, "{what}: {found:?}");
        assert!(vec3::norm(vec3::sub(found.normal, normal)) < 1e-4, "{what}: {found:?}");
    }

    #[test]
    fn every_shape_stands_on_a_plateau() {
        // four metres above the frame, cells of one by half a metre
        let ground = HeightFieldData::new(vec![4.0; 45], 9, 5, [2.0, 2.0]).unwrap();
        let shapes = |lowest: f64| {
            [
                ("point", heightfield_point_contact(&ground, &HERE, above(lowest).pos)),
                ("sphere", heightfield_sphere_contact(&ground, &HERE, above(lowest + 0.5).pos, 0.5)),
                (
                    "capsule",
                    heightfield_capsule_contact(
                        &ground,
                        &HERE,
                        [0.0, 0.1, lowest + 0.6],
                        [1.0, 0.1, lowest + 0.3],
                        0.3,
                    ),
                ),
                ("box", heightfield_box_contact(&ground, &HERE, &above(lowest + 0.2), [0.3, 0.4, 0.2])),
                ("cylinder", heightfield_cylinder_contact(&ground, &HERE, &above(lowest + 0.2), 0.2, 0.3)),
                ("ellipsoid", heightfield_ellipsoid_contact(&ground, &HERE, &above(lowest + 0.4), [0.6, 0.5, 0.4])),
                (
                    "vertices",
                    heightfield_convex_mesh_contact(
                        &ground,
                        &HERE,
                        &above(lowest),
                        &[[0.1, 0.0, 0.0], [0.0, 0.0, 0.4]],
                    ),
                ),
            ]
        };
        for (what, found) in shapes(3.95) {
            assert_touch(what, found, [0.0, 0.0, 1.0], 0.05);
        }
        for (what, found) in shapes(4.01) {
            assert!(found.is_none(), "{what}: {found:?}");
        }
    }

    #[test]
    fn normals_are_those_of_the_slope_and_turn_with_the_field() {
        // rises by one in four along x; the field is turned about z so that it rises along y
        let heights = (0..25).map(|i| (i % 5) as f32 * 0.25).collect();
        let slope = HeightFieldData::new(heights, 5, 5, [2.0, 2.0]).unwrap();
        let turned = Pose { pos: [0.0, 0.0, 1.0], quat: [0.5_f64.sqrt(), 0.0, 0.0, 0.5_f64.sqrt()] };
        let up = vec3::normalize([0.0, -0.25, 1.0]).0;
        // the surface passes (0, 0, 1.5)
        let inside = vec3::add_scaled([0.0, 0.0, 1.5], up, -0.1);
        assert_touch("point", heightfield_point_contact(&slope, &turned, inside), up, 0.1);
        let center = vec3::add_scaled([0.0, 0.0, 1.5], up, 0.25);
        assert_touch("sphere", heightfield_sphere_contact(&slope, &turned, center, 0.3), up, 0.05);
        // beside the field there is nothing
        assert!(heightfield_point_contact(&slope, &turned, [2.5, 0.0, 0.0]).is_none());
        assert!(heightfield_sphere_contact(&slope, &turned, [2.5, 0.0, 1.0], 0.3).is_none());
    }

    #[test]
    fn pits_below_the_frame_are_ground_too() {
        let pit = HeightFieldData::new(vec![-3.0; 9], 3, 3, [1.0, 1.0]).unwrap();
        assert_touch("sphere", heightfield_sphere_contact(&pit, &HERE, [0.2, 0.1, -2.8], 0.25), [0.0, 0.0, 1.0], 0.05);
        assert_touch("point", heightfield_point_contact(&pit, &HERE, [0.2, 0.1, -3.5]), [0.0, 0.0, 1.0], 0.5);
    }
}
