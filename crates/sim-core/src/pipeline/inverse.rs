//! Inverse dynamics: the force that explains an acceleration.
//!
//! `qfrc_inverse = M qacc + c - qfrc_passive - Jᵀ f`, where the constraint forces `f` follow from `qacc` row by row:
//! no solver is needed.

use super::forward::{Waking, acceleration_sensors, positions, velocity_stage};
use super::sensing::sense;
use super::{Pass, stages, support};
use crate::constraint::update::{self, Hessians};
use crate::data::Data;
use crate::dynamics::bias::{self, Acceleration};
use crate::dynamics::{inertia, reflected, smooth};
use crate::error::StepError;
use crate::integrate::{self, force_of_implicit, force_of_implicit_fast};
use crate::linalg::dense;
use crate::math::poly;
use crate::model::{DisableFlags, EnableFlags, Integrator, Model, Stage, driver};
use crate::stage::{
    AppliedWrenches, ImplicitSystem, InverseBias, NewtonEuler, ResumePoint, RowForces, Sensors, TendonBias,
};

impl Data {
    /// Computes `qfrc_inverse`, the force that gives the acceleration `qacc` in the current state. With the
    /// invdiscrete flag on, `qacc` is the change of velocity over a step of the model's integrator.
    pub fn inverse(&mut self, m: &Model) -> Result<(), StepError> {
        inverse_from(m, self, ResumePoint::Position, Sensors::Run)
    }

    /// Runs inverse dynamics when the results of the stages up to `done` still hold.
    pub fn inverse_after(&mut self, m: &Model, done: Stage, sensors: Sensors) -> Result<(), StepError> {
        inverse_from(m, self, ResumePoint::after(done), sensors)
    }

    /// Compares the last forward pass with inverse dynamics at its acceleration. Writes `solver_fwdinv` and keeps the forward
    /// results.
    pub fn compare_forward_inverse(&mut self, m: &Model) -> Result<(), StepError> {
        compare_with_forward(m, self)
    }
}

/// Inverse dynamics from a given stage on.
pub(crate) fn inverse_from(m: &Model, d: &mut Data, from: ResumePoint, sensors: Sensors) -> Result<(), StepError> {
    support::check_forward(m)?;
    d.in_pass(m, |d| inverse_stages(m, d, from, sensors))
}

fn inverse_stages(m: &Model, d: &mut Data, from: ResumePoint, sensors: Sensors) -> Result<(), StepError> {
    if from <= ResumePoint::Position {
        position_stage(m, d, sensors)?;
    }
    if from <= ResumePoint::Velocity {
        velocity_stage(m, d, sensors, &mut Pass::default());
    }
    if !m.opt.enableflags.contains(EnableFlags::INVDISCRETE) {
        acceleration_stage(m, d, sensors);
        return Ok(());
    }
    d.scratch.given_acc.copy_from_slice(&d.qacc);
    let converted = continuous_acceleration(m, d);
    if converted.is_ok() {
        acceleration_stage(m, d, sensors);
    }
    d.qacc.copy_from_slice(&d.scratch.given_acc);
    converted
}

/// Positions, their sensors, potential energy if it is wanted.
fn position_stage(m: &Model, d: &mut Data, sensors: Sensors) -> Result<(), StepError> {
    inverse_position(m, d)?;
    if sensors == Sensors::Run {
        sense(m, d, Stage::Pos);
    }
    if m.opt.enableflags.contains(EnableFlags::ENERGY) && !d.flg_energypos {
        stages::potential_energy(m, d);
    }
    Ok(())
}

/// Poses, Jacobians, inertia, constraint rows, transmissions. Wakes only what the user has disturbed.
pub fn inverse_position(m: &Model, d: &mut Data) -> Result<(), StepError> {
    positions(m, d, Waking::ByUser, &mut Pass::default())
}

/// Constraint forces, sensors, and the sum.
fn acceleration_stage(m: &Model, d: &mut Data, sensors: Sensors) {
    constraint_forces(m, d);
    let mut view = InverseBias::of(d);
    bias::newton_euler(m, &mut NewtonEuler!(view), Acceleration::Zero, view.qfrc_inverse);
    bias::tendon_bias(m, TendonBias!(view), view.qfrc_inverse);
    acceleration_sensors(m, d, sensors, &mut Pass::default());
    let inertial = &mut d.scratch.inverse_force;
    inertia::mul(m, &d.M, &d.qacc, inertial);
    for (i, f) in d.qfrc_inverse.iter_mut().enumerate() {
        *f += inertial[i] - d.qfrc_passive[i] - d.qfrc_constraint[i];
    }
}

/// Forces of the constraint rows at the acceleration `qacc`. Writes `efc_force efc_state qfrc_constraint`.
pub fn constraint_forces(m: &Model, d: &mut Data) {
    if d.nefc == 0 {
        d.qfrc_constraint[..m.nv].fill(0.0);
        return;
    }
    let error = &mut d.scratch.row_error;
    error.resize(d.nefc, 0.0);
    d.efc_J.mul(&d.qacc, &mut d.scratch.row_entries, error);
    for (x, a) in error.iter_mut().zip(&d.efc_aref) {
        *x -= a;
    }
    update::update(&mut RowForces!(d), error, Hessians::Keep);
    d.efc_J.mul_t(&d.efc_force, &mut d.qfrc_constraint);
}

/// Forces of the constraint rows for the acceleration errors `jar`; returns their cost. Writes `efc_force efc_state
/// qfrc_constraint`, and on request the Hessians of the cones of sliding contacts.
pub fn constraint_update(d: &mut Data, jar: &[f64], hessians: Hessians) -> f64 {
    let cost = update::update(&mut RowForces!(d), jar, hessians);
    d.efc_J.mul_t(&d.efc_force, &mut d.qfrc_constraint);
    cost
}

/// Turns the acceleration over a step into the one at its start: the integrator solved
/// `(M - h D) qacc = f`, so `M⁻¹ (M - h D) qacc` is what the force gives.
fn continuous_acceleration(m: &Model, d: &mut Data) -> Result<(), StepError> {
    match m.opt.integrator {
        Integrator::Euler if !is_damped(m) => return Ok(()),
        Integrator::Euler => force_of_euler(m, d),
        integrator @ (Integrator::Implicit | Integrator::ImplicitFast) => force_of_implicits(m, d, integrator),
        other => {
            return Err(StepError::Unsupported(format!("discrete inverse dynamics with integrator {other}")));
        }
    }
    d.scratch.factor_rows.unpack(&d.qLD);
    inertia::solve(m, &d.scratch.factor_rows, &mut d.scratch.inverse_force);
    d.qacc.copy_from_slice(&d.scratch.inverse_force);
    Ok(())
}

/// The force that gives `qacc` over a step of an implicit integrator, into `inverse_force`.
fn force_of_implicits(m: &Model, d: &mut Data, integrator: Integrator) {
    if let Some(terms) = integrate::derivatives(integrator) {
        stages::velocity_derivatives(m, d, terms);
    }
    let mut system = ImplicitSystem!(d);
    if integrator == Integrator::Implicit {
        integrate::assemble(m, &mut system);
        force_of_implicit(m, &system, &d.qacc, &mut d.scratch.inverse_force);
    } else {
        integrate::assemble_symmetric(m, &mut system);
        d.scratch.factor_rows.unpack(system.qH);
        let entries = &d.scratch.factor_rows.entries;
        force_of_implicit_fast(m, &system, entries, &d.qacc, &mut d.scratch.inverse_force);
    }
}

fn is_damped(m: &Model) -> bool {
    !m.opt.disableflags.contains(DisableFlags::EULERDAMP)
        && (0..m.nv).any(|i| {
            m.dof_damping[i] > 0.0
                || !dense::is_zero(&m.dof_dampingpoly[2 * i..2 * i + 2])
                || m.jnt_actuatorid[m.dof_jntid[i] as usize] != driver::NONE
        })
}

/// The force that gives `qacc` over a step of Euler's method, into `inverse_force`.
fn force_of_euler(m: &Model, d: &mut Data) {
    let force = &mut d.scratch.inverse_force;
    inertia::mul(m, &d.M, &d.qacc, force);
    for (i, f) in force.iter_mut().enumerate() {
        let (damping, curve) = reflected::dof_damping(m, i);
        *f += m.opt.timestep * poly::damper_slope(damping, &curve, d.qvel[i]) * d.qacc[i];
    }
}

pub(super) fn compare_with_forward(m: &Model, d: &mut Data) -> Result<(), StepError> {
    d.solver_fwdinv = [0.0; 2];
    if d.nefc == 0 {
        return Ok(());
    }
    d.scratch.kept_force.copy_from_slice(&d.qfrc_constraint);
    d.scratch.kept_row_force.clone_from(&d.efc_force);
    let result = inverse_from(m, d, ResumePoint::Acceleration, Sensors::Skip);

    let kept = &mut d.scratch.kept_force;
    d.solver_fwdinv[0] = distance(kept, &d.qfrc_constraint);
    d.qfrc_constraint.copy_from_slice(kept);
    d.efc_force.copy_from_slice(&d.scratch.kept_row_force);
    for (i, f) in kept.iter_mut().enumerate() {
        *f = d.qfrc_applied[i] + d.qfrc_actuator[i];
    }
    smooth::add_applied_wrenches(m, AppliedWrenches!(d), kept);
    d.solver_fwdinv[1] = distance(kept, &d.qfrc_inverse);
    result
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| (x - y) * (x - y)).sum::<f64>().sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverse_undoes_forward() {
        let mut m = Model::n_link_pendulum(4, 0.5, 0.2);
        for flag in [EnableFlags::empty(), EnableFlags::INVDISCRETE] {
            m.opt.enableflags = flag;
            let mut d = m.make_data();
            d.qpos.copy_from_slice(&[0.3, -0.8, 1.2, 0.1]);
            d.qvel.copy_from_slice(&[1.0, 0.2, -0.5, 2.0]);
            d.qfrc_applied.copy_from_slice(&[0.1, -0.2, 0.3, 0.4]);
            d.xfrc_applied[6 * 3 + 1] = 0.7;
            d.forward(&m).unwrap();
            let mut applied = d.qfrc_applied.clone();
            smooth::add_applied_wrenches(&m, AppliedWrenches::of(&d), &mut applied);
            d.inverse(&m).unwrap();
            assert!(distance(&applied, &d.qfrc_inverse) < 1e-12);
        }
    }
}
