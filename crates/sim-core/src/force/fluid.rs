//! Force of the surrounding medium: inertia-box or ellipsoid approximation of each body.
//!
//! The box model lives on the body's equivalent inertia box. The ellipsoid model (Andersen, Pesavento &
//! Wang 2005, generalised) adds, per geom, added mass, Kutta and Magnus lift, blunt, slender and angular
//! drag.

use crate::dynamics::{
    jacobian,
    velocity::{moves, point_velocity},
};
use crate::math::{MINVAL, Mat3, Vec3, Vec6, mat3, row, spatial, vec3};
use crate::model::{GeomType, Model};
use crate::sleep::Filter;
use crate::stage::{Axes, BodyMotion, PassiveForces};
use std::f64::consts::PI;

/// Fluid force on all bodies, added to `qfrc_fluid`; `false` in a vacuum.
pub(super) fn fluid(m: &Model, d: &mut PassiveForces<'_>) -> bool {
    if m.opt.viscosity == 0.0 && m.opt.density == 0.0 {
        return false;
    }
    let bodies = Filter::new(m, d.ntree_awake).bodies(m, d.nbody_awake);
    for place in 0..bodies.len {
        let i = bodies.at(d.body_awake_ind, place);
        if m.body_mass[i] < MINVAL {
            continue;
        }
        if uses_ellipsoids(m, i) {
            for g in geoms(m, i).filter(|g| m.geom_fluid[12 * g] != 0.0) {
                ellipsoid_force(m, d, i, g);
            }
        } else {
            box_force(m, d, i);
        }
    }
    true
}

/// Geoms of a body.
pub(crate) fn geoms(m: &Model, body: usize) -> std::ops::Range<usize> {
    let first = m.body_geomadr[body].max(0) as usize;
    first..first + m.body_geomnum[body] as usize
}

/// Whether a body is in the ellipsoid model: one such geom switches all of it.
pub(crate) fn uses_ellipsoids(m: &Model, body: usize) -> bool {
    geoms(m, body).any(|g| m.geom_fluid[12 * g] > 0.0)
}

/// Velocity of the frame `pos`, `mat` on `body` through the medium, in its own axes.
pub(crate) fn relative_velocity(m: &Model, d: BodyMotion<'_>, body: usize, pos: Vec3, mat: &Mat3) -> Vec6 {
    let vel = if moves(m, body) { spatial::to_local(&point_velocity(m, d, body, pos), mat) } else { [0.0; 6] };
    let wind = mat3::mul_t_vec(mat, m.opt.wind);
    spatial::join(spatial::rot(&vel), vec3::sub(spatial::lin(&vel), wind))
}

/// Adds a local wrench at `pos` of `body` to the dofs.
fn apply_local(m: &Model, d: Axes<'_>, wrench: &Vec6, mat: &Mat3, pos: Vec3, body: usize, target: &mut [f64]) {
    let force = mat3::mul_vec(mat, spatial::lin(wrench));
    let torque = mat3::mul_vec(mat, spatial::rot(wrench));
    jacobian::apply_wrench(m, d, force, torque, pos, body, target);
}

/// Sides of the box with the mass and inertia of a body.
pub(crate) fn inertia_box(m: &Model, i: usize) -> Vec3 {
    let inertia: Vec3 = row(&m.body_inertia, i);
    std::array::from_fn(|k| {
        let (a, b) = (inertia[(k + 1) % 3], inertia[(k + 2) % 3]);
        ((a + b - inertia[k]).max(MINVAL) / m.body_mass[i] * 6.0).sqrt()
    })
}

fn box_force(m: &Model, d: &mut PassiveForces<'_>, i: usize) {
    let size = inertia_box(m, i);
    let (pos, mat) = (row(d.xipos, i), row(d.ximat, i));
    let vel = relative_velocity(m, BodyMotion!(d), i, pos, &mat);
    let mut wrench = [0.0; 6];
    if m.opt.viscosity > 0.0 {
        let diameter = (size[0] + size[1] + size[2]) / 3.0;
        for k in 0..3 {
            wrench[k] = vel[k] * (-PI * diameter * diameter * diameter * m.opt.viscosity);
            wrench[3 + k] = vel[3 + k] * (-3.0 * PI * diameter * m.opt.viscosity);
        }
    }
    if m.opt.density > 0.0 {
        let pow4 = |x: f64| x * x * x * x;
        for k in 0..3 {
            let (a, b) = (size[(k + 1) % 3], size[(k + 2) % 3]);
            let (v, w) = (vel[3 + k], vel[k]);
            wrench[3 + k] -= 0.5 * m.opt.density * a * b * v.abs() * v;
            wrench[k] -= m.opt.density * size[k] * (pow4(a) + pow4(b)) * w.abs() * w / 64.0;
        }
    }
    apply_local(m, Axes!(d), &wrench, &mat, pos, i, d.qfrc_fluid);
}

/// Half axes of the ellipsoid that stands for a geom.
pub(crate) fn semi_axes(kind: GeomType, size: Vec3) -> Vec3 {
    match kind {
        GeomType::Sphere => [size[0]; 3],
        GeomType::Capsule => [size[0], size[0], size[1] + size[0]],
        GeomType::Cylinder => [size[0], size[0], size[1]],
        _ => size,
    }
}

fn ellipsoid_force(m: &Model, d: &mut PassiveForces<'_>, body: usize, g: usize) {
    let c: [f64; 12] = row(&m.geom_fluid, g);
    let (pos, mat) = (row(d.geom_xpos, g), row(d.geom_xmat, g));
    let vel = relative_velocity(m, BodyMotion!(d), body, pos, &mat);
    let added = added_mass(&vel, m.opt.density, [c[6], c[7], c[8]], [c[9], c[10], c[11]]);
    let drag = DragCoefficients::of(&c);
    let size = semi_axes(m.geom_type[g], row(&m.geom_size, g));
    let viscous = viscous_force(&vel, m.opt.density, m.opt.viscosity, size, &drag);
    let wrench = spatial::scale(&spatial::add(&added, &viscous), c[0]);
    apply_local(m, Axes!(d), &wrench, &mat, pos, body, d.qfrc_fluid);
}

/// Gyroscopic force of the fluid carried along.
pub(crate) fn added_mass(vel: &Vec6, density: f64, mass: Vec3, inertia: Vec3) -> Vec6 {
    let (w, v) = (spatial::rot(vel), spatial::lin(vel));
    let p: Vec3 = std::array::from_fn(|k| density * mass[k] * v[k]);
    let l: Vec3 = std::array::from_fn(|k| density * inertia[k] * w[k]);
    spatial::join(vec3::add(vec3::cross(p, v), vec3::cross(l, w)), vec3::cross(p, w))
}

/// Coefficients of the forces on an ellipsoid.
pub(crate) struct DragCoefficients {
    pub blunt: f64,
    pub slender: f64,
    pub angular: f64,
    pub kutta: f64,
    pub magnus: f64,
}

impl DragCoefficients {
    /// Those of a row of `geom_fluid`.
    pub(crate) fn of(c: &[f64; 12]) -> Self {
        Self { blunt: c[1], slender: c[2], angular: c[3], kutta: c[4], magnus: c[5] }
    }
}

/// The largest and the middle half axis.
pub(crate) fn two_largest(size: Vec3) -> (f64, f64) {
    let largest = size[0].max(size[1]).max(size[2]);
    let least = size[0].min(size[1]).min(size[2]);
    (largest, size[0] + size[1] + size[2] - largest - least)
}

/// Moments that the angular drag is proportional to, about each axis.
pub(crate) fn drag_moments(size: Vec3, c: &DragCoefficients) -> Vec3 {
    let pow4 = |x: f64| (x * x) * (x * x);
    let (largest, middle) = two_largest(size);
    let moment_max = 8.0 / 15.0 * PI * middle * pow4(largest);
    std::array::from_fn(|k| {
        let spread = size[(k + 1) % 3].max(size[(k + 2) % 3]);
        let own = 8.0 / 15.0 * PI * size[k] * pow4(spread);
        c.angular * own + c.slender * (moment_max - own)
    })
}

pub(crate) fn viscous_force(vel: &Vec6, density: f64, viscosity: f64, size: Vec3, c: &DragCoefficients) -> Vec6 {
    let (w, v) = (spatial::rot(vel), spatial::lin(vel));
    let (pow2, pow4) = (|x: f64| x * x, |x: f64| (x * x) * (x * x));
    let volume = 4.0 / 3.0 * PI * size[0] * size[1] * size[2];
    let (largest, middle) = two_largest(size);
    let area_max = PI * largest * middle;

    let magnus = vec3::scale(vec3::cross(w, v), c.magnus * density * volume);

    // area seen along the velocity, and the angle between its normal and the velocity
    let face = [size[1] * size[2], size[2] * size[0], size[0] * size[1]];
    let denominator: f64 = (0..3).map(|k| pow4(face[k]) * pow2(v[k])).sum();
    let numerator: f64 = (0..3).map(|k| pow2(face[k] * v[k])).sum();
    let area = PI * (denominator / numerator.max(MINVAL)).sqrt();
    let normal: Vec3 = std::array::from_fn(|k| pow2(face[k]) * v[k]);
    let speed = vec3::norm(v);
    let cosine = numerator / (speed * denominator).max(MINVAL);
    let circulation = vec3::scale(vec3::cross(normal, v), c.kutta * density * cosine * area);
    let kutta = vec3::cross(circulation, v);

    // Stokes drag of the equivalent sphere plus quadratic drag
    let diameter = 2.0 / 3.0 * (size[0] + size[1] + size[2]);
    let moments = drag_moments(size, c);
    let moment: Vec3 = std::array::from_fn(|k| w[k] * moments[k]);
    let linear = viscosity * (3.0 * PI * diameter) + density * speed * (area * c.blunt + c.slender * (area_max - area));
    let angular = viscosity * (PI * diameter * diameter * diameter) + density * vec3::norm(moment);
    let force = vec3::add_scaled(vec3::add(magnus, kutta), v, -linear);
    spatial::join(vec3::scale(w, -angular), force)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sphere_in_stokes_flow() {
        let none = DragCoefficients { blunt: 0.0, slender: 0.0, angular: 0.0, kutta: 0.0, magnus: 0.0 };
        let f = viscous_force(&[0.0, 0.0, 0.0, 2.0, 0.0, 0.0], 0.0, 0.1, [0.5; 3], &none);
        assert!((f[3] + 6.0 * PI * 0.1 * 0.5 * 2.0).abs() < 1e-14);
    }
}
