//! Frames while compiling: orientation notations, accumulation of poses, principal axes of inertia.
//!
//! Model files hold rounded numbers, so products are renormalised at every step.

use crate::numeric::{EPS, compose_quat, eigen, unit};
use crate::spec::{Compiler, Orientation};
use sim_core::math::{Pose, Quat, Vec3, mat3, quat, vec3};

/// Pose of a child seen from the parent of `frame`.
pub(crate) fn compose(frame: &Pose, child: &Pose) -> Pose {
    let rotated = mat3::mul_vec(&quat::to_mat(frame.quat), child.pos);
    Pose { pos: vec3::add(frame.pos, rotated), quat: compose_quat(frame.quat, child.quat) }
}

/// The pose that undoes `pose`.
pub(crate) fn invert(pose: &Pose) -> Pose {
    let back = quat::conj(pose.quat);
    Pose { pos: vec3::neg(mat3::mul_vec(&quat::to_mat(back), pose.pos)), quat: back }
}

/// The shortest rotation that takes the z axis to the unit vector `v`.
pub(crate) fn z_to(v: Vec3) -> Quat {
    let (mut axis, sine) = unit(vec3::cross([0.0, 0.0, 1.0], v));
    if sine < 1e-10 {
        axis = [1.0, 0.0, 0.0];
    }
    let half = sine.atan2(v[2]) / 2.0;
    let s = half.sin();
    [half.cos(), axis[0] * s, axis[1] * s, axis[2] * s]
}

/// Orientation of a frame given by its three orthonormal axes.
pub(crate) fn from_axes(x: Vec3, y: Vec3, z: Vec3) -> Quat {
    unit(quat::from_mat(&[x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]])).0
}

/// Returns the quaternion of an orientation; `quat` is the value of the plain attribute.
pub(crate) fn orientation(quat: Quat, alt: &Orientation, compiler: &Compiler) -> Result<Quat, String> {
    let angle = |a: f64| if compiler.degree { a / 180.0 * std::f64::consts::PI } else { a };
    match *alt {
        Orientation::Quat => Ok(quat),
        Orientation::AxisAngle([x, y, z, a]) => {
            let (axis, length) = unit([x, y, z]);
            if length < EPS {
                return Err("axisangle: the axis is too short".into());
            }
            let (s, c) = (angle(a) / 2.0).sin_cos();
            Ok([c, s * axis[0], s * axis[1], s * axis[2]])
        }
        Orientation::XyAxes([x0, x1, x2, y0, y1, y2]) => {
            let (x, length) = unit([x0, x1, x2]);
            if length < EPS {
                return Err("xyaxes: the x axis is too short".into());
            }
            let y = [y0, y1, y2];
            let (y, length) = unit(vec3::add_scaled(y, x, -vec3::dot(x, y)));
            if length < EPS {
                return Err("xyaxes: the y axis is too short or parallel to the x axis".into());
            }
            let (z, length) = unit(vec3::cross(x, y));
            if length < EPS {
                return Err("xyaxes: the axes are parallel".into());
            }
            Ok(from_axes(x, y, z))
        }
        Orientation::ZAxis(z) => {
            let (z, length) = unit(z);
            if length < EPS {
                return Err("zaxis: the axis is too short".into());
            }
            Ok(z_to(z))
        }
        Orientation::Euler(angles) => euler(angles.map(angle), compiler.eulerseq),
    }
}

/// Euler angles (rad) in any sequence: lower-case axes move along, upper-case ones stay.
pub(crate) fn euler(angles: Vec3, sequence: [u8; 3]) -> Result<Quat, String> {
    let mut q = quat::IDENTITY;
    for (a, axis) in angles.into_iter().zip(sequence) {
        let (s, c) = ((a / 2.0).sin(), (a / 2.0).cos());
        let mut turn = [c, 0.0, 0.0, 0.0];
        match axis.to_ascii_lowercase() {
            b'x' => turn[1] = s,
            b'y' => turn[2] = s,
            b'z' => turn[3] = s,
            _ => return Err("eulerseq may only contain x, y, z, X, Y, Z".into()),
        }
        q = if axis.is_ascii_lowercase() { compose_quat(q, turn) } else { compose_quat(turn, q) };
    }
    Ok(unit(q).0)
}

/// Inertia about the body's axes (xx yy zz xy xz yz) of principal moments in a rotated frame.
pub(crate) fn rotate_inertia(diagonal: Vec3, q: Quat) -> [f64; 6] {
    let m = quat::to_mat(q);
    let entry = |i: usize, j: usize| {
        m[3 * i] * (m[3 * j] * diagonal[0])
            + m[3 * i + 1] * (m[3 * j + 1] * diagonal[1])
            + m[3 * i + 2] * (m[3 * j + 2] * diagonal[2])
    };
    [entry(0, 0), entry(1, 1), entry(2, 2), entry(0, 1), entry(0, 2), entry(1, 2)]
}

/// Inertia (xx yy zz xy xz yz) of a point mass at `at`.
pub(crate) fn point_inertia(mass: f64, at: Vec3) -> [f64; 6] {
    let [x, y, z] = at;
    [
        mass * (y * y + z * z),
        mass * (x * x + z * z),
        mass * (x * x + y * y),
        -mass * x * y,
        -mass * x * z,
        -mass * y * z,
    ]
}

/// Principal moments, largest first, and the orientation of their axes.
///
/// Fails when the inertia is not positive definite.
pub(crate) fn principal_axes(full: [f64; 6]) -> Result<(Quat, Vec3), String> {
    let [xx, yy, zz, xy, xz, yz] = full;
    let (values, q) = eigen(&[xx, xy, xz, xy, yy, yz, xz, yz, zz]);
    if values[2] < EPS {
        return Err("inertia must have positive eigenvalues".into());
    }
    Ok((q, values))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: &[f64], b: &[f64]) -> bool {
        a.iter().zip(b).all(|(x, y)| (x - y).abs() < 1e-12)
    }

    #[test]
    fn euler_sequences() {
        let compiler = Compiler { degree: true, ..Compiler::default() };
        let xyz = orientation(quat::IDENTITY, &Orientation::Euler([90.0, 0.0, 0.0]), &compiler).unwrap();
        assert!((xyz[1] - 0.5f64.sqrt()).abs() < 1e-15);
        // fixed axes in reverse order are moving axes in order
        let moving = euler([0.1, 0.2, 0.3], *b"xyz").unwrap();
        let fixed = euler([0.3, 0.2, 0.1], *b"ZYX").unwrap();
        assert!(near(&moving, &fixed));
        assert!(euler([0.0; 3], *b"xyq").is_err());
    }

    #[test]
    fn inverse_undoes() {
        let pose = Pose { pos: [1.0, 2.0, 3.0], quat: unit([0.3, 0.1, -0.7, 0.2]).0 };
        let id = compose(&pose, &invert(&pose));
        assert!(near(&id.pos, &[0.0; 3]) && near(&id.quat, &quat::IDENTITY));
    }
}
