//! Plane against cylinder: the lowest point of each rim, and two more that make a triangle of the nearer rim.

use super::Solid;
use crate::math::{MINVAL, Vec3, mat3, vec3};
use crate::shape::manifold::{Manifold, Touch};

/// Plane and cylinder, up to four touches; none unless the lowest point is within the margin.
pub fn plane_cylinder(plane: &Solid, cylinder: &Solid, margin: f64, out: &mut Manifold) {
    let [radius, half, _] = cylinder.size;
    let normal = plane.axis();

    // the axis, turned towards the plane
    let mut axis = cylinder.axis();
    let mut drop = vec3::dot(normal, axis);
    if drop > 0.0 {
        axis = vec3::scale(axis, -1.0);
        drop = -drop;
    }
    let height = vec3::dot(vec3::sub(cylinder.pos, plane.pos), normal);

    // radius that points at the plane; with the disk parallel to it, any will do
    let mut radial = vec3::sub(vec3::scale(axis, drop), normal);
    let square = vec3::dot(radial, radial);
    if square >= MINVAL * MINVAL {
        radial = vec3::scale(radial, radius / square.sqrt());
    } else {
        radial = vec3::scale(mat3::col(&cylinder.mat, 0), radius);
    }
    let radial_drop = vec3::dot(radial, normal);
    axis = vec3::scale(axis, half);
    drop *= half;

    let mut push = |dist: f64, surface: Vec3| {
        out.push(Touch { dist, pos: vec3::add_scaled(surface, normal, -dist * 0.5), normal, tangent: [0.0; 3] });
    };
    // lowest point of the nearer rim
    if height + drop + radial_drop > margin {
        return;
    }
    let lowest = vec3::add(cylinder.pos, radial);
    push(height + drop + radial_drop, vec3::add(lowest, axis));
    // lowest point of the other rim
    if height - drop + radial_drop <= margin {
        push(height - drop + radial_drop, vec3::sub(lowest, axis));
    }
    // the two other corners of the triangle
    let triangle_drop = -radial_drop * 0.5;
    if height + drop + triangle_drop <= margin {
        let sideways = vec3::normalize(vec3::cross(radial, axis)).0;
        let sideways = vec3::scale(sideways, radius * 3f64.sqrt() / 2.0);
        for side in [vec3::add(cylinder.pos, sideways), vec3::sub(cylinder.pos, sideways)] {
            push(height + drop + triangle_drop, vec3::add_scaled(vec3::add(side, axis), radial, -0.5));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn upright_cylinder_stands_on_a_triangle() {
        let floor = Solid { pos: [0.0; 3], mat: mat3::IDENTITY, size: [0.0; 3] };
        let cylinder = Solid { pos: [0.0, 0.0, 0.49], mat: mat3::IDENTITY, size: [0.2, 0.5, 0.0] };
        let mut out = Manifold::default();
        plane_cylinder(&floor, &cylinder, 0.0, &mut out);
        assert_eq!(out.len(), 3);
        assert!(out.iter().all(|t| (t.dist + 0.01).abs() < 1e-15));
    }
}
