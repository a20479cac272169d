//! Rotations with functions of the libm crate, which are equal on every machine; those of `sim_core::math` depend on the
//! platform.

use sim_core::math::{MINVAL, Quat, Vec3, quat, vec3};
use std::f64::consts::PI;

/// Rotation by `angle` (rad) about the unit vector `axis`.
pub(crate) fn about(axis: Vec3, angle: f64) -> Quat {
    if angle == 0.0 {
        return quat::IDENTITY;
    }
    let sine = libm::sin(0.5 * angle);
    [libm::cos(0.5 * angle), axis[0] * sine, axis[1] * sine, axis[2] * sine]
}

/// The shortest rotation of the z axis to `v`.
pub(crate) fn z_to(v: Vec3) -> Quat {
    let (v, length) = vec3::normalize(v);
    if length < MINVAL {
        return quat::IDENTITY;
    }
    let (axis, sine) = vec3::normalize([-v[1], v[0], 0.0]);
    if sine < MINVAL {
        // along z or against it: half a turn about x when it points down
        return if v[2] < 0.0 { [0.0, 1.0, 0.0, 0.0] } else { quat::IDENTITY };
    }
    about(axis, libm::atan2(sine, v[2]))
}

/// Rotation vector (rad) of a quaternion, with an angle of at most half a turn.
pub(crate) fn vector(q: Quat) -> Vec3 {
    let (axis, sine) = vec3::normalize([q[1], q[2], q[3]]);
    let angle = 2.0 * libm::atan2(sine, q[0]);
    vec3::scale(axis, if angle > PI { angle - 2.0 * PI } else { angle })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_those_of_the_engine() {
        let mut random = oorandom::Rand64::new(1);
        for _ in 0..1000 {
            let v = [0; 3].map(|_| random.rand_float() * 2.0 - 1.0);
            let (ours, theirs) = (z_to(v), quat::z_to(v));
            assert!((0..4).all(|k| (ours[k] - theirs[k]).abs() < 1e-15));
            let q = quat::normalize([v[0], v[1], v[2], random.rand_float()]).0;
            assert!(vec3::dist(vector(q), quat::to_rotvec(q)) < 1e-14);
        }
        assert_eq!(z_to([0.0, 0.0, -2.0]), quat::z_to([0.0, 0.0, -2.0]));
        assert_eq!(z_to([0.0; 3]), quat::IDENTITY);
    }
}
