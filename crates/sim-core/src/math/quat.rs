//! Unit quaternions, `w x y z`.

use super::types::{MINVAL, Mat3, Quat, Vec3};
use super::vec3;

/// No rotation.
pub const IDENTITY: Quat = [1.0, 0.0, 0.0, 0.0];

/// Hamilton product `a b`: rotate by `b`, then by `a`.
#[inline]
pub fn mul(a: Quat, b: Quat) -> Quat {
    [
        a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
        a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
        a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
        a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
    ]
}

/// Conjugate: the inverse of a unit quaternion.
#[inline]
pub fn conj(q: Quat) -> Quat {
    [q[0], -q[1], -q[2], -q[3]]
}

/// `v` rotated by `q`. A zero vector and the identity return exactly.
#[inline]
pub fn rotate(q: Quat, v: Vec3) -> Vec3 {
    if v == [0.0; 3] || q == IDENTITY {
        return v;
    }
    let u = [q[1], q[2], q[3]];
    // scaled vector plus cross product, added from the left as in MuJoCo
    let t = [
        q[0] * v[0] + u[1] * v[2] - u[2] * v[1],
        q[0] * v[1] + u[2] * v[0] - u[0] * v[2],
        q[0] * v[2] + u[0] * v[1] - u[1] * v[0],
    ];
    vec3::add_scaled(v, vec3::cross(u, t), 2.0)
}

/// Rotation by `angle` (rad) about the unit vector `axis`.
#[inline]
pub fn from_axis_angle(axis: Vec3, angle: f64) -> Quat {
    if angle == 0.0 {
        return IDENTITY;
    }
    let s = (angle * 0.5).sin();
    [(angle * 0.5).cos(), axis[0] * s, axis[1] * s, axis[2] * s]
}

/// Unit quaternion and original length; one shorter than [`MINVAL`] becomes the identity.
#[inline]
pub fn normalize(q: Quat) -> (Quat, f64) {
    let length = (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]).sqrt();
    if length < MINVAL {
        (IDENTITY, length)
    } else if (length - 1.0).abs() > MINVAL {
        let s = 1.0 / length;
        ([q[0] * s, q[1] * s, q[2] * s, q[3] * s], length)
    } else {
        (q, length)
    }
}

/// Rotation matrix of a unit quaternion.
#[inline]
pub fn to_mat(q: Quat) -> Mat3 {
    if q == IDENTITY {
        return [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
    }
    let [w, x, y, z] = q;
    let (ww, wx, wy, wz) = (w * w, w * x, w * y, w * z);
    let (xx, xy, xz, yy, yz, zz) = (x * x, x * y, x * z, y * y, y * z, z * z);
    [
        ww + xx - yy - zz,
        2.0 * (xy - wz),
        2.0 * (xz + wy),
        2.0 * (xy + wz),
        ww - xx + yy - zz,
        2.0 * (yz - wx),
        2.0 * (xz - wy),
        2.0 * (yz + wx),
        ww - xx - yy + zz,
    ]
}

/// Unit quaternion of a rotation matrix, from its largest component.
pub fn from_mat(m: &Mat3) -> Quat {
    let trace = m[0] + m[4] + m[8];
    let q = if trace > 0.0 {
        // added from the left as in MuJoCo
        let w = 0.5 * (1.0 + m[0] + m[4] + m[8]).sqrt();
        [w, 0.25 * (m[7] - m[5]) / w, 0.25 * (m[2] - m[6]) / w, 0.25 * (m[3] - m[1]) / w]
    } else if m[0] > m[4] && m[0] > m[8] {
        let x = 0.5 * (1.0 + m[0] - m[4] - m[8]).sqrt();
        [0.25 * (m[7] - m[5]) / x, x, 0.25 * (m[1] + m[3]) / x, 0.25 * (m[2] + m[6]) / x]
    } else if m[4] > m[8] {
        let y = 0.5 * (1.0 - m[0] + m[4] - m[8]).sqrt();
        [0.25 * (m[2] - m[6]) / y, 0.25 * (m[1] + m[3]) / y, y, 0.25 * (m[5] + m[7]) / y]
    } else {
        let z = 0.5 * (1.0 - m[0] - m[4] + m[8]).sqrt();
        [0.25 * (m[3] - m[1]) / z, 0.25 * (m[2] + m[6]) / z, 0.25 * (m[5] + m[7]) / z, z]
    };
    normalize(q).0
}

/// Product of a quaternion and a pure quaternion with vector part `v`.
#[inline]
pub fn mul_axis(q: Quat, v: Vec3) -> Quat {
    [
        -q[1] * v[0] - q[2] * v[1] - q[3] * v[2],
        q[0] * v[0] + q[2] * v[2] - q[3] * v[1],
        q[0] * v[1] + q[3] * v[0] - q[1] * v[2],
        q[0] * v[2] + q[1] * v[1] - q[2] * v[0],
    ]
}

/// Rotation vector (rad) of a quaternion, its angle in (-pi, pi].
#[inline]
pub fn to_rotvec(q: Quat) -> Vec3 {
    let (axis, sine) = vec3::normalize([q[1], q[2], q[3]]);
    let mut angle = 2.0 * sine.atan2(q[0]);
    if angle > std::f64::consts::PI {
        angle -= 2.0 * std::f64::consts::PI;
    }
    vec3::scale(axis, angle)
}

/// Quaternion of a rotation vector (rad).
#[inline]
pub fn from_rotvec(v: Vec3) -> Quat {
    let angle = vec3::norm(v);
    if angle < MINVAL {
        return IDENTITY;
    }
    from_axis_angle([v[0] / angle, v[1] / angle, v[2] / angle], angle)
}

/// The rotation vector `r`, in the frame of `b`, with `b exp(r) = a`.
#[inline]
pub fn difference(a: Quat, b: Quat) -> Vec3 {
    to_rotvec(mul(conj(b), a))
}

/// `q` after turning for `dt` with angular velocity `vel` in its own frame.
#[inline]
pub fn integrate(q: Quat, vel: Vec3, dt: f64) -> Quat {
    let (axis, speed) = vec3::normalize(vel);
    mul(normalize(q).0, from_axis_angle(axis, dt * speed))
}

/// Time derivative of a quaternion turning with angular velocity `vel` in its own frame.
#[inline]
pub fn derivative(q: Quat, vel: Vec3) -> Quat {
    [
        0.5 * (-vel[0] * q[1] - vel[1] * q[2] - vel[2] * q[3]),
        0.5 * (vel[0] * q[0] + vel[1] * q[3] - vel[2] * q[2]),
        0.5 * (-vel[0] * q[3] + vel[1] * q[0] + vel[2] * q[1]),
        0.5 * (vel[0] * q[2] - vel[1] * q[1] + vel[2] * q[0]),
    ]
}

/// The shortest rotation that takes the z axis to `v`.
pub fn z_to(v: Vec3) -> Quat {
    let (v, length) = vec3::normalize(v);
    if length < MINVAL {
        return IDENTITY;
    }
    let (axis, sine) = vec3::normalize([-v[1], v[0], 0.0]);
    if sine < MINVAL {
        // parallel or antiparallel to z: half a turn about x when it points down
        return if v[2] < 0.0 { [0.0, 1.0, 0.0, 0.0] } else { IDENTITY };
    }
    from_axis_angle(axis, sine.atan2(v[2]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matrix_round_trip() {
        for q in [[0.5, 0.5, -0.5, 0.5], [0.1, 0.9, 0.2, -0.3], [0.1, 0.2, 0.9, 0.3], [0.1, 0.2, 0.3, -0.9]] {
            let q = normalize(q).0;
            let r = from_mat(&to_mat(q));
            let dot: f64 = (0..4).map(|i| q[i] * r[i]).sum();
            assert!((dot.abs() - 1.0).abs() < 1e-14);
        }
    }

    #[test]
    fn rotation_agrees_with_matrix() {
        let q = normalize([0.3, -0.4, 0.8, 0.1]).0;
        let v = [1.0, -2.0, 0.5];
        let (a, b) = (rotate(q, v), super::super::mat3::mul_vec(&to_mat(q), v));
        assert!(vec3::dist(a, b) < 1e-14);
    }

    #[test]
    fn z_axis_is_taken_to_target() {
        for v in [[0.0, 0.0, 1.0], [0.0, 0.0, -2.0], [1.0, -1.0, 0.3]] {
            let r = rotate(z_to(v), [0.0, 0.0, 1.0]);
            assert!(vec3::dist(r, vec3::normalize(v).0) < 1e-14);
        }
    }
}
