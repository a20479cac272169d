//! Derivatives of the forces of the medium: for each body or geom a six-by-six slope of the local wrench by the
//! local velocity, carried to the dofs by the local Jacobian, `Jᵀ S J`.

use super::{free_body::is_free_body, pattern::add_to_row};
use crate::force::fluid::{self, DragCoefficients};
use crate::math::{MINVAL, Mat3, Vec3, Vec6, row, set_row, spatial, vec3};
use crate::model::chain::{Common, merge_chains};
use crate::model::{Integrator, Model};
use crate::sleep::Filter;
use crate::stage::{BodyMotion, VelocityDerivatives};
use std::f64::consts::PI;

/// Slope of a wrench (rows, torque first) by a velocity (columns, rotation first).
type Slope = [[f64; 6]; 6];

/// Adds the medium's part to `qDeriv`.
pub(super) fn add(m: &Model, d: &mut VelocityDerivatives<'_>) {
    if m.opt.viscosity <= 0.0 && m.opt.density <= 0.0 {
        return;
    }
    let bodies = Filter::new(m, d.ntree_awake).bodies(m, d.nbody_awake);
    for place in 0..bodies.len {
        let i = bodies.at(d.body_awake_ind, place);
        if m.body_mass[i] < MINVAL {
            continue;
        }
        let geoms = fluid::geoms(m, i);
        if fluid::uses_ellipsoids(m, i) {
            for g in geoms.filter(|&g| m.geom_fluid[12 * g] != 0.0) {
                let (pos, mat) = (row(d.geom_xpos, g), row(d.geom_xmat, g));
                let velocity = fluid::relative_velocity(m, BodyMotion!(d), i, pos, &mat);
                let mut slope = ellipsoid_slope(m, g, &velocity);
                // implicitfast solves a symmetric system, but for free bodies
                if m.opt.integrator == Integrator::ImplicitFast && !is_free_body(m, i) {
                    symmetrize(&mut slope);
                }
                add_local(m, d, i, pos, &mat, &slope);
            }
        } else {
            let (pos, mat) = (row(d.xipos, i), row(d.ximat, i));
            let velocity = fluid::relative_velocity(m, BodyMotion!(d), i, pos, &mat);
            add_local(m, d, i, pos, &mat, &box_slope(m, i, &velocity));
        }
    }
}

/// Adds `Jᵀ S J` for the local Jacobian `J` of the frame `pos`, `mat` on `body`.
fn add_local(m: &Model, d: &mut VelocityDerivatives<'_>, body: usize, pos: Vec3, mat: &Mat3, slope: &Slope) {
    let (columns, values) = (&mut **d.chain, &mut **d.slope_jac);
    let (motion, wrench) = (&mut **d.point_jac, &mut **d.wrench_jac);
    let com = row(d.subtree_com, m.body_rootid[body] as usize);
    let n = merge_chains(m, body, body, Common::Keep, columns);
    for (k, &dof) in columns[..n].iter().enumerate() {
        let axis = spatial::to_local(&spatial::move_motion(&row(d.cdof, dof as usize), pos, com), mat);
        set_row(motion, k, axis);
        set_row(wrench, k, slope.map(|row| spatial::dot(&row, &axis)));
    }
    for (k, &dof) in columns[..n].iter().enumerate() {
        let axis: Vec6 = row(motion, k);
        for (p, value) in values[..n].iter_mut().enumerate() {
            *value = spatial::dot(&axis, &row(wrench, p));
        }
        add_to_row(m, d.qDeriv, dof as usize, &columns[..n], &values[..n], 1.0);
    }
}

fn symmetrize(slope: &mut Slope) {
    for i in 0..6 {
        for j in 0..i {
            let mean = 0.5 * (slope[i][j] + slope[j][i]);
            (slope[i][j], slope[j][i]) = (mean, mean);
        }
    }
}

/// Drag of the equivalent inertia box: each component resists on its own.
fn box_slope(m: &Model, i: usize, velocity: &Vec6) -> Slope {
    let size = fluid::inertia_box(m, i);
    let mut slope = [[0.0; 6]; 6];
    if m.opt.viscosity > 0.0 {
        let diameter = (size[0] + size[1] + size[2]) / 3.0;
        for k in 0..3 {
            slope[k][k] = -PI * diameter * diameter * diameter * m.opt.viscosity;
            slope[3 + k][3 + k] = -3.0 * PI * diameter * m.opt.viscosity;
        }
    }
    if m.opt.density > 0.0 {
        let pow4 = |x: f64| x * x * x * x;
        for k in 0..3 {
            let (a, b) = (size[(k + 1) % 3], size[(k + 2) % 3]);
            slope[k][k] -= m.opt.density * size[k] * (pow4(a) + pow4(b)) * 2.0 * velocity[k].abs() / 64.0;
            slope[3 + k][3 + k] -= m.opt.density * a * b * velocity[3 + k].abs();
        }
    }
    slope
}

fn ellipsoid_slope(m: &Model, g: usize, velocity: &Vec6) -> Slope {
    let c: [f64; 12] = row(&m.geom_fluid, g);
    let drag = DragCoefficients::of(&c);
    let size = fluid::semi_axes(m.geom_type[g], row(&m.geom_size, g));
    let (w, v) = (spatial::rot(velocity), spatial::lin(velocity));
    let mut slope = [[0.0; 6]; 6];
    add_magnus(&mut slope, w, v, drag.magnus * m.opt.density * (4.0 / 3.0 * PI * size[0] * size[1] * size[2]));
    add_block(&mut slope, 3, &kutta_slope(v, m.opt.density * drag.kutta, size));
    add_block(&mut slope, 3, &drag_slope(v, m.opt.density, m.opt.viscosity, size, &drag));
    add_block(&mut slope, 0, &torque_slope(w, m.opt.density, m.opt.viscosity, size, &drag));
    add_added_mass(&mut slope, w, v, m.opt.density, [c[6], c[7], c[8]], [c[9], c[10], c[11]]);
    slope
}

/// Adds a three-by-three block on the diagonal from row and column `at`.
fn add_block(slope: &mut Slope, at: usize, block: &[Vec3; 3]) {
    for (i, values) in block.iter().enumerate() {
        for (j, value) in values.iter().enumerate() {
            slope[at + i][at + j] += value;
        }
    }
}

/// Adds a column of a block whose rows begin at `rows`.
fn add_column(slope: &mut Slope, rows: usize, column: usize, values: Vec3) {
    for (k, value) in values.iter().enumerate() {
        slope[rows + k][column] += value;
    }
}

fn unit(k: usize, length: f64) -> Vec3 {
    let mut e = [0.0; 3];
    e[k] = length;
    e
}

/// Force `k w × v`.
fn add_magnus(slope: &mut Slope, w: Vec3, v: Vec3, k: f64) {
    for c in 0..3 {
        add_column(slope, 3, c, vec3::cross(unit(c, k), v));
        add_column(slope, 3, 3 + c, vec3::cross(w, unit(c, k)));
    }
}

/// Torque `p × v + l × w` and force `p × w` of the fluid's momentum `p = ρ m v`, `l = ρ I w`.
fn add_added_mass(slope: &mut Slope, w: Vec3, v: Vec3, density: f64, mass: Vec3, inertia: Vec3) {
    let p: Vec3 = std::array::from_fn(|k| density * mass[k] * v[k]);
    let l: Vec3 = std::array::from_fn(|k| density * inertia[k] * w[k]);
    for c in 0..3 {
        let (e, dp, dl) = (unit(c, 1.0), unit(c, density * mass[c]), unit(c, density * inertia[c]));
        add_column(slope, 0, c, vec3::add(vec3::cross(l, e), vec3::cross(dl, w)));
        add_column(slope, 0, 3 + c, vec3::add(vec3::cross(p, e), vec3::cross(dp, v)));
        add_column(slope, 3, c, vec3::cross(p, e));
        add_column(slope, 3, 3 + c, vec3::cross(dp, w));
    }
}

/// Squares of the areas of the ellipsoid's three faces, up to a factor of pi.
fn squared_faces(size: Vec3) -> Vec3 {
    [size[1] * size[2], size[2] * size[0], size[0] * size[1]].map(|face| face * face)
}

/// `Σ q² v²` and `Σ q v²`: their quotient is the squared area seen along `v`.
fn projection(q: Vec3, v: Vec3) -> (f64, f64) {
    let term = |k: usize| v[k] * v[k];
    let denominator = (q[0] * q[0]) * term(0) + (q[1] * q[1]) * term(1) + (q[2] * q[2]) * term(2);
    (denominator, q[0] * term(0) + q[1] * term(1) + q[2] * term(2))
}

/// Slope of the Kutta lift `k cos(a) A (n × v) × v`, `n = q v` the normal of the projected area.
fn kutta_slope(v: Vec3, k: f64, size: Vec3) -> [Vec3; 3] {
    let q = squared_faces(size);
    let (denominator, numerator) = projection(q, v);
    let norm2 = vec3::dot(v, v);
    let scale = PI * k / (denominator * numerator * norm2).sqrt().max(MINVAL);
    let (by_area, by_angle) = (numerator / denominator.max(MINVAL), numerator / norm2.max(MINVAL));
    std::array::from_fn(|i| {
        let tilt: f64 = (0..3).map(|k| v[k] * v[k] * (q[i] - q[k])).sum();
        std::array::from_fn(|j| {
            let inner = q[j] * q[j] * by_area - q[j] + by_angle;
            let mut entry = (2.0 * numerator * (q[j] - q[i]) + inner * tilt) * (v[i] * v[j]);
            if i == j {
                entry -= tilt * numerator;
            }
            entry * scale
        })
    })
}

/// Slope of the drag `-(linear + ρ |v| (A blunt + slender (A_max - A))) v`.
fn drag_slope(v: Vec3, density: f64, viscosity: f64, size: Vec3, c: &DragCoefficients) -> [Vec3; 3] {
    let (largest, middle) = fluid::two_largest(size);
    let area_max = PI * largest * middle;
    let q = squared_faces(size);
    let (denominator, numerator) = projection(q, v);
    let area = PI * (denominator / numerator.max(MINVAL)).sqrt();
    let norm = vec3::norm(v);
    let linear = viscosity * 3.0 * PI * (2.0 / 3.0 * (size[0] + size[1] + size[2]));
    let quadratic = density * (area * c.blunt + c.slender * (area_max - area)) / norm.max(MINVAL);

    // how the projected area changes with the direction of the velocity
    let scale = PI / (numerator * numerator * numerator * denominator).sqrt().max(MINVAL);
    let by_area = density * norm * (c.blunt - c.slender) * scale;
    let growth: Vec3 = std::array::from_fn(|i| {
        let turn: f64 = (0..3).map(|k| q[k] * (v[k] * v[k]) * (q[i] - q[k])).sum();
        by_area * q[i] * v[i] * turn
    });
    let norm2 = vec3::dot(v, v);
    std::array::from_fn(|i| {
        std::array::from_fn(|j| {
            let own = if i == j { norm2 } else { 0.0 };
            let entry = -quadratic * (v[i] * v[j] + own) - v[i] * growth[j];
            if i == j { entry - linear } else { entry }
        })
    })
}

/// Slope of the drag torque `-(linear + ρ |moment(w)|) w`.
fn torque_slope(w: Vec3, density: f64, viscosity: f64, size: Vec3, c: &DragCoefficients) -> [Vec3; 3] {
    let diameter = 2.0 / 3.0 * (size[0] + size[1] + size[2]);
    let linear = viscosity * (PI * diameter * diameter * diameter);
    let moment = fluid::drag_moments(size, c);
    let size = vec3::norm(std::array::from_fn(|k| w[k] * moment[k]));
    let scale = density / size.max(MINVAL);
    let growth: Vec3 = std::array::from_fn(|k| -scale * w[k] * moment[k] * moment[k]);
    let diagonal = vec3::dot(w, growth) - linear;
    std::array::from_fn(|i| std::array::from_fn(|j| w[i] * growth[j] + if i == j { diagonal } else { 0.0 }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::force::fluid::{added_mass, viscous_force};

    const SIZE: Vec3 = [0.3, 0.5, 0.9];
    const VELOCITY: Vec6 = [0.4, -0.7, 1.1, -0.6, 0.9, 0.3];
    const DRAG: DragCoefficients =
        DragCoefficients { blunt: 0.5, slender: 0.25, angular: 1.5, kutta: 1.0, magnus: 1.2 };

    #[test]
    fn slopes_are_finite_differences_of_the_wrench() {
        let (mass, inertia) = ([0.3, 0.5, 0.2], [0.1, 0.4, 0.6]);
        let force =
            |x: &Vec6| spatial::add(&viscous_force(x, 1.3, 0.7, SIZE, &DRAG), &added_mass(x, 1.3, mass, inertia));
        let (w, v) = (spatial::rot(&VELOCITY), spatial::lin(&VELOCITY));
        let mut slope = [[0.0; 6]; 6];
        add_magnus(&mut slope, w, v, DRAG.magnus * 1.3 * (4.0 / 3.0 * PI * SIZE[0] * SIZE[1] * SIZE[2]));
        add_block(&mut slope, 3, &kutta_slope(v, 1.3 * DRAG.kutta, SIZE));
        add_block(&mut slope, 3, &drag_slope(v, 1.3, 0.7, SIZE, &DRAG));
        add_block(&mut slope, 0, &torque_slope(w, 1.3, 0.7, SIZE, &DRAG));
        add_added_mass(&mut slope, w, v, 1.3, mass, inertia);
        for c in 0..6 {
            let (mut up, mut down) = (VELOCITY, VELOCITY);
            up[c] += 1e-6;
            down[c] -= 1e-6;
            let (up, down) = (force(&up), force(&down));
            for r in 0..6 {
                let expected = (up[r] - down[r]) / 2e-6;
                assert!((slope[r][c] - expected).abs() < 1e-8, "({r}, {c}): {} {expected}", slope[r][c]);
            }
        }
    }

    #[test]
    fn no_motion_no_quadratic_drag() {
        let slope = drag_slope([0.0; 3], 1.3, 0.0, SIZE, &DRAG);
        let lift = kutta_slope([0.0; 3], 1.3, SIZE);
        assert!(slope.iter().chain(&lift).flatten().all(|&x| x == 0.0));
    }
}
