//! Triangles and rotations of mesh data.

use sim_core::math::{Mat3, Quat, Vec3, vec3};

/// Area, unit normal and centre of a triangle; an area near zero is zero and leaves the normal unscaled.
pub(super) fn triangle(a: Vec3, b: Vec3, c: Vec3) -> (f64, Vec3, Vec3) {
    let centre = [(a[0] + b[0] + c[0]) / 3.0, (a[1] + b[1] + c[1]) / 3.0, (a[2] + b[2] + c[2]) / 3.0];
    let normal = vec3::cross(vec3::sub(b, a), vec3::sub(c, a));
    let length = vec3::norm(normal);
    if length < sim_core::math::MINVAL {
        return (0.0, normal, centre);
    }
    (0.5 * length, [normal[0] / length, normal[1] / length, normal[2] / length], centre)
}

/// Rotation matrix of the inverse of a quaternion.
pub(super) fn inverse_mat(q: Quat) -> Mat3 {
    sim_core::math::quat::to_mat([q[0], -q[1], -q[2], -q[3]])
}

/// A vector rotated by a quaternion, summed in the compiler's order.
pub(crate) fn rotate(q: Quat, v: Vec3) -> Vec3 {
    if v == [0.0; 3] {
        return [0.0; 3];
    }
    if q[0] == 1.0 && q[1] == 0.0 && q[2] == 0.0 && q[3] == 0.0 {
        return v;
    }
    let t = [
        q[0] * v[0] + q[2] * v[2] - q[3] * v[1],
        q[0] * v[1] + q[3] * v[0] - q[1] * v[2],
        q[0] * v[2] + q[1] * v[1] - q[2] * v[0],
    ];
    [
        v[0] + 2.0 * (q[2] * t[2] - q[3] * t[1]),
        v[1] + 2.0 * (q[3] * t[0] - q[1] * t[2]),
        v[2] + 2.0 * (q[1] * t[1] - q[2] * t[0]),
    ]
}
