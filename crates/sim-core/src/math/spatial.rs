//! Six-dimensional motion and force vectors, rotation before translation, and ten-number inertias.
//!
//! An inertia is `Ixx Iyy Izz Ixy Ixz Iyz mx my mz m`: the symmetric rotational part about the frame's
//! origin, the first moment and the mass (Featherstone, *Rigid Body Dynamics Algorithms*, 2008).

use super::types::{Mat3, Vec3, Vec6};
use super::{mat3, vec3};

/// A rigid-body inertia in a frame parallel to the world.
pub type Inertia10 = [f64; 10];

/// Rotational half.
#[inline]
pub fn rot(v: &Vec6) -> Vec3 {
    [v[0], v[1], v[2]]
}

/// Translational half.
#[inline]
pub fn lin(v: &Vec6) -> Vec3 {
    [v[3], v[4], v[5]]
}

/// Joins a rotational and a translational half.
#[inline]
pub fn join(r: Vec3, l: Vec3) -> Vec6 {
    [r[0], r[1], r[2], l[0], l[1], l[2]]
}

/// `a + b`.
#[inline]
pub fn add(a: &Vec6, b: &Vec6) -> Vec6 {
    let mut out = *a;
    for k in 0..6 {
        out[k] += b[k];
    }
    out
}

/// `a - b`.
#[inline]
pub fn sub(a: &Vec6, b: &Vec6) -> Vec6 {
    let mut out = *a;
    for k in 0..6 {
        out[k] -= b[k];
    }
    out
}

/// `s a`.
#[inline]
pub fn scale(a: &Vec6, s: f64) -> Vec6 {
    let mut out = *a;
    for x in &mut out {
        *x *= s;
    }
    out
}

/// Dot product of a motion and a force, in MuJoCo's order of additions, which also shortens the chain of them.
#[inline]
pub fn dot(a: &Vec6, b: &Vec6) -> f64 {
    ((a[0] * b[0] + a[2] * b[2]) + (a[1] * b[1] + a[3] * b[3])) + (a[4] * b[4] + a[5] * b[5])
}

/// Rate of change of the motion vector `v` carried along with velocity `vel`.
#[inline]
pub fn cross_motion(vel: &Vec6, v: &Vec6) -> Vec6 {
    let w = vec3::cross(rot(vel), rot(v));
    let l = vec3::add(vec3::cross(rot(vel), lin(v)), vec3::cross(lin(vel), rot(v)));
    join(w, l)
}

/// Rate of change of the force vector `f` carried along with velocity `vel`.
#[inline]
pub fn cross_force(vel: &Vec6, f: &Vec6) -> Vec6 {
    let t = vec3::add(vec3::cross(rot(vel), rot(f)), vec3::cross(lin(vel), lin(f)));
    join(t, vec3::cross(rot(vel), lin(f)))
}

/// Inertia of a body with principal moments `inertia`, axes `mat`, centre of mass at `offset` from the
/// frame's origin.
#[inline]
pub fn inertia_at(inertia: Vec3, mat: &Mat3, offset: Vec3, mass: f64) -> Inertia10 {
    let entry = |i: usize, j: usize| {
        mat[3 * i] * (mat[3 * j] * inertia[0])
            + mat[3 * i + 1] * (mat[3 * j + 1] * inertia[1])
            + mat[3 * i + 2] * (mat[3 * j + 2] * inertia[2])
    };
    let [x, y, z] = offset;
    [
        entry(0, 0) + mass * (y * y + z * z),
        entry(1, 1) + mass * (x * x + z * z),
        entry(2, 2) + mass * (x * x + y * y),
        entry(0, 1) - mass * x * y,
        entry(0, 2) - mass * x * z,
        entry(1, 2) - mass * y * z,
        mass * x,
        mass * y,
        mass * z,
        mass,
    ]
}

/// Inertia of two bodies moving as one.
#[inline]
pub fn add_inertia(a: &Inertia10, b: &Inertia10) -> Inertia10 {
    std::array::from_fn(|k| a[k] + b[k])
}

/// Momentum (a force vector) of inertia `i` moving with `v`.
#[inline]
pub fn mul_inertia(i: &Inertia10, v: &Vec6) -> Vec6 {
    [
        i[0] * v[0] + i[3] * v[1] + i[4] * v[2] - i[8] * v[4] + i[7] * v[5],
        i[3] * v[0] + i[1] * v[1] + i[5] * v[2] + i[8] * v[3] - i[6] * v[5],
        i[4] * v[0] + i[5] * v[1] + i[2] * v[2] - i[7] * v[3] + i[6] * v[4],
        i[8] * v[1] - i[7] * v[2] + i[9] * v[3],
        i[6] * v[2] - i[8] * v[0] + i[9] * v[4],
        i[7] * v[0] - i[6] * v[1] + i[9] * v[5],
    ]
}

/// Moves the reference point of a velocity from `old` to `new`, world orientation.
#[inline]
pub fn move_motion(v: &Vec6, new: Vec3, old: Vec3) -> Vec6 {
    let shift = vec3::cross(vec3::sub(new, old), rot(v));
    join(rot(v), vec3::sub(lin(v), shift))
}

/// Moves the reference point of a wrench from `old` to `new`, world orientation.
#[inline]
pub fn move_force(f: &Vec6, new: Vec3, old: Vec3) -> Vec6 {
    let shift = vec3::cross(vec3::sub(new, old), lin(f));
    join(vec3::sub(rot(f), shift), lin(f))
}

/// Both halves expressed in the frame whose axes are the columns of `mat`.
#[inline]
pub fn to_local(v: &Vec6, mat: &Mat3) -> Vec6 {
    join(mat3::mul_t_vec(mat, rot(v)), mat3::mul_t_vec(mat, lin(v)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn power_is_the_same_in_every_frame() {
        let (v, f) = ([0.1, -0.4, 0.3, 1.0, 2.0, -0.5], [0.7, 0.2, -0.1, 3.0, -1.0, 0.4]);
        let (new, old) = ([0.3, 0.9, -2.0], [1.0, -1.0, 0.5]);
        let moved = dot(&move_motion(&v, new, old), &move_force(&f, new, old));
        assert!((moved - dot(&v, &f)).abs() < 1e-14);
    }

    #[test]
    fn cross_products_are_dual() {
        // (v x m) . f = -m . (v x* f)
        let v = [0.1, -0.4, 0.3, 1.0, 2.0, -0.5];
        let (m, f) = ([0.3, 0.2, 0.9, -1.0, 0.4, 0.1], [0.7, 0.2, -0.1, 3.0, -1.0, 0.4]);
        assert!((dot(&cross_motion(&v, &m), &f) + dot(&m, &cross_force(&v, &f))).abs() < 1e-14);
    }
}
