//! Spheres against spheres, capsules, cylinders and boxes.

use super::{Solid, clip};
use crate::math::{MINVAL, mat3, vec3};
use crate::shape::manifold::{Manifold, Touch};

/// Two spheres. Where the centres coincide the normal is the cross product of the frames' third axes.
pub fn sphere_sphere(a: &Solid, b: &Solid, margin: f64, out: &mut Manifold) {
    let (r1, r2) = (a.size[0], b.size[0]);
    let between = vec3::sub(a.pos, b.pos);
    let square = vec3::dot(between, between);
    let reach = margin + r1 + r2;
    if square > reach * reach {
        return;
    }
    let dist = square.sqrt() - r1 - r2;
    let (mut normal, length) = vec3::normalize(vec3::sub(b.pos, a.pos));
    if length < MINVAL {
        normal = vec3::normalize(vec3::cross(a.axis(), b.axis())).0;
    }
    let pos = vec3::add(vec3::scale(normal, r1 + dist / 2.0), a.pos);
    out.push(Touch { dist, pos, normal, tangent: [0.0; 3] });
}

/// Sphere and capsule: the sphere against the nearest point of the axis.
pub fn sphere_capsule(sphere: &Solid, capsule: &Solid, margin: f64, out: &mut Manifold) {
    let axis = capsule.axis();
    let half = capsule.size[1];
    let along = clip(vec3::dot(axis, vec3::sub(sphere.pos, capsule.pos)), -half, half);
    let nearest = vec3::add(vec3::scale(axis, along), capsule.pos);
    sphere_sphere(sphere, &capsule.at(nearest), margin, out);
}

/// Sphere and cylinder: against its side, one of its caps, or a rim.
pub fn sphere_cylinder(sphere: &Solid, cylinder: &Solid, margin: f64, out: &mut Manifold) {
    let [radius, half, _] = cylinder.size;
    let axis = cylinder.axis();
    let between = vec3::sub(sphere.pos, cylinder.pos);
    let along = vec3::dot(axis, between);
    let axial = vec3::scale(axis, along);
    let radial = vec3::sub(between, axial);
    let radial_square = vec3::dot(radial, radial);

    let mut side = along.abs() < half;
    let mut cap = radial_square < radius * radius;
    if side && cap {
        // the centre is inside: leave by the nearer surface
        if half - along.abs() < radius - radial_square.sqrt() {
            side = false;
        } else {
            cap = false;
        }
    }
    if side {
        sphere_sphere(sphere, &cylinder.at(vec3::add(axial, cylinder.pos)), margin, out);
    } else if cap {
        let m = cylinder.mat;
        let (mat, reach) =
            if along > 0.0 { (m, half) } else { ([-m[0], m[1], -m[2], -m[3], m[4], -m[5], -m[6], m[7], -m[8]], -half) };
        let plane = Solid { pos: vec3::add_scaled(cylinder.pos, axis, reach), mat, size: cylinder.size };
        let before = out.len();
        super::plane_sphere(&plane, sphere, margin, out);
        // the sphere is the first shape here
        if let Some(touch) = out.get_mut(before) {
            touch.normal = vec3::scale(touch.normal, -1.0);
        }
    } else {
        let rim = vec3::scale(radial, radius / radial_square.sqrt());
        let corner = vec3::add(vec3::scale(axis, if along > 0.0 { half } else { -half }), rim);
        let point = Solid { pos: vec3::add(corner, cylinder.pos), size: [0.0; 3], ..*cylinder };
        sphere_sphere(sphere, &point, margin, out);
    }
}

/// Sphere and box: against the nearest point of the box, or out through the nearest face.
pub fn sphere_box(sphere: &Solid, cuboid: &Solid, margin: f64, out: &mut Manifold) {
    let (radius, size) = (sphere.size[0], cuboid.size);
    let centre = mat3::mul_t_vec(&cuboid.mat, vec3::sub(sphere.pos, cuboid.pos));
    let clamped: [f64; 3] =
        std::array::from_fn(|i| if size[i] > 0.0 { clip(centre[i], -size[i], size[i]) } else { centre[i] });
    let (inward, mut dist) = vec3::normalize(vec3::sub(clamped, centre));
    if dist - radius > margin {
        return;
    }
    let (local_normal, local_pos);
    if dist <= MINVAL {
        let mut closest = (size[0] + size[1] + size[2]) * 2.0;
        let mut face = 0;
        for i in 0..6 {
            let side = if i % 2 == 1 { size[i / 2] } else { -size[i / 2] };
            let away = (side - centre[i / 2]).abs();
            if closest > away {
                closest = away;
                face = i;
            }
        }
        let mut nearest = [0.0; 3];
        nearest[face / 2] = if face % 2 == 1 { -1.0 } else { 1.0 };
        local_pos = vec3::add_scaled(centre, nearest, (radius - closest) / 2.0);
        local_normal = nearest;
        dist = -closest;
    } else {
        let deepest = vec3::add_scaled(centre, inward, radius);
        local_pos = vec3::add_scaled(vec3::scale(clamped, 0.5), deepest, 0.5);
        local_normal = inward;
    }
    out.push(Touch {
        dist: dist - radius,
        pos: vec3::add(mat3::mul_vec(&cuboid.mat, local_pos), cuboid.pos),
        normal: mat3::mul_vec(&cuboid.mat, local_normal),
        tangent: [0.0; 3],
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ball(pos: [f64; 3], radius: f64) -> Solid {
        Solid { pos, mat: mat3::IDENTITY, size: [radius, 0.0, 0.0] }
    }

    #[test]
    fn two_spheres() {
        let mut out = Manifold::default();
        sphere_sphere(&ball([0.0; 3], 1.0), &ball([0.0, 1.5, 0.0], 1.0), 0.0, &mut out);
        assert_eq!((out[0].dist, out[0].normal, out[0].pos), (-0.5, [0.0, 1.0, 0.0], [0.0, 0.75, 0.0]));
    }

    #[test]
    fn sphere_over_a_cap() {
        let cylinder = Solid { pos: [0.0; 3], mat: mat3::IDENTITY, size: [1.0, 0.5, 0.0] };
        let mut out = Manifold::default();
        sphere_cylinder(&ball([0.2, 0.0, 0.9], 0.5), &cylinder, 0.0, &mut out);
        assert!((out[0].dist + 0.1).abs() < 1e-15);
        assert_eq!(out[0].normal, [-0.0, -0.0, -1.0]);
    }

    #[test]
    fn sphere_inside_a_box_leaves_by_the_nearest_face() {
        let cuboid = Solid { pos: [0.0; 3], mat: mat3::IDENTITY, size: [1.0, 1.0, 1.0] };
        let mut out = Manifold::default();
        sphere_box(&ball([0.0, 0.0, 0.9], 0.2), &cuboid, 0.0, &mut out);
        assert!((out[0].dist + 0.3).abs() < 1e-15);
        assert_eq!(out[0].normal, [0.0, 0.0, -1.0]);
    }
}
