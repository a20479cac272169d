//! Planes against spheres, capsules, boxes and ellipsoids. The normal is the plane's.

use super::Solid;
use crate::math::{Vec3, mat3, vec3};
use crate::shape::manifold::{Manifold, Touch};

/// Plane and sphere.
pub fn plane_sphere(plane: &Solid, sphere: &Solid, margin: f64, out: &mut Manifold) {
    sphere_at(plane, sphere.pos, sphere.size[0], [0.0; 3], margin, out);
}

fn sphere_at(plane: &Solid, centre: Vec3, radius: f64, tangent: Vec3, margin: f64, out: &mut Manifold) {
    let normal = plane.axis();
    let height = vec3::dot(vec3::sub(centre, plane.pos), normal);
    if height > margin + radius {
        return;
    }
    let dist = height - radius;
    let pos = vec3::add(centre, vec3::scale(normal, -dist / 2.0 - radius));
    out.push(Touch { dist, pos, normal, tangent });
}

/// Plane and capsule: its two ends, frames along its axis.
pub fn plane_capsule(plane: &Solid, capsule: &Solid, margin: f64, out: &mut Manifold) {
    let axis = capsule.axis();
    let half = vec3::scale(axis, capsule.size[1]);
    for end in [vec3::add(capsule.pos, half), vec3::sub(capsule.pos, half)] {
        sphere_at(plane, end, capsule.size[0], axis, margin, out);
    }
}

/// Plane and box: the corners on the plane's side of the centre, at most four.
pub fn plane_box(plane: &Solid, cuboid: &Solid, margin: f64, out: &mut Manifold) {
    const MOST: usize = 4;
    let normal = plane.axis();
    let height = vec3::dot(vec3::sub(cuboid.pos, plane.pos), normal);
    let mut found = 0;
    for i in 0..8usize {
        let local = std::array::from_fn(|k| if i >> k & 1 == 1 { cuboid.size[k] } else { -cuboid.size[k] });
        let corner = mat3::mul_vec(&cuboid.mat, local);
        let below = vec3::dot(normal, corner);
        if height + below > margin || below > 0.0 {
            continue;
        }
        let dist = height + below;
        let pos = vec3::add(vec3::add(corner, cuboid.pos), vec3::scale(normal, -dist / 2.0));
        out.push(Touch { dist, pos, normal, tangent: [0.0; 3] });
        found += 1;
        if found == MOST {
            return;
        }
    }
}

/// Plane and ellipsoid: its lowest point.
pub fn plane_ellipsoid(plane: &Solid, ellipsoid: &Solid, margin: f64, out: &mut Manifold) {
    let normal = plane.axis();
    let size = ellipsoid.size;
    let scaled = |v: Vec3| [v[0] * size[0], v[1] * size[1], v[2] * size[2]];
    // the direction, scaled to the unit sphere and back
    let down = mat3::mul_t_vec(&ellipsoid.mat, vec3::neg(normal));
    let local = scaled(vec3::normalize(scaled(down)).0);
    let lowest = vec3::add(mat3::mul_vec(&ellipsoid.mat, local), ellipsoid.pos);
    let dist = vec3::dot(normal, vec3::sub(lowest, plane.pos));
    if dist > margin {
        return;
    }
    out.push(Touch { dist, pos: vec3::add_scaled(lowest, normal, -0.5 * dist), normal, tangent: [0.0; 3] });
}

#[cfg(test)]
mod tests {
    use super::*;

    const FLOOR: Solid = Solid { pos: [0.0; 3], mat: mat3::IDENTITY, size: [0.0; 3] };

    fn at(z: f64, size: Vec3) -> Solid {
        Solid { pos: [0.0, 0.0, z], mat: mat3::IDENTITY, size }
    }

    #[test]
    fn sphere_touches_below_its_centre() {
        let mut out = Manifold::default();
        plane_sphere(&FLOOR, &at(0.9, [1.0, 0.0, 0.0]), 0.0, &mut out);
        assert_eq!(out.len(), 1);
        assert!((out[0].dist + 0.1).abs() < 1e-15 && (out[0].pos[2] + 0.05).abs() < 1e-15);
    }

    #[test]
    fn box_rests_on_four_corners() {
        let mut out = Manifold::default();
        plane_box(&FLOOR, &at(0.5, [0.1, 0.2, 0.5]), 0.0, &mut out);
        assert_eq!(out.iter().map(|t| t.dist).collect::<Vec<_>>(), [0.0; 4]);
        out.clear();
        plane_box(&FLOOR, &at(0.6, [0.1, 0.2, 0.5]), 0.05, &mut out);
        assert!(out.is_empty());
    }

    #[test]
    fn ellipsoid_lowest_point() {
        let mut out = Manifold::default();
        plane_ellipsoid(&FLOOR, &at(0.2, [1.0, 2.0, 0.3]), 0.0, &mut out);
        assert!((out[0].dist + 0.1).abs() < 1e-15);
    }
}
