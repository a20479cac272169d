//! Time integration: from the forces of a forward pass to the next state.

mod advance;
mod euler;
mod implicit;
mod rk4;
mod spring_damper;

pub use advance::{difference_position, integrate_position};
pub(crate) use euler::euler;
pub(crate) use implicit::{force_of_implicit, force_of_implicit_fast};
pub use rk4::RungeKutta;

use crate::data::Data;
use crate::model::{Integrator, Model};
use crate::pipeline::{Start, StepError};
use crate::sleep::Filter;

/// Moves the world by one time step with the model's integrator, after a forward pass that began at `from`:
/// factors of matrices that cannot have changed are taken from the last step. On an error positions, velocities and time
/// have not changed.
pub(crate) fn integrate(m: &Model, d: &mut Data, from: Start) -> Result<(), StepError> {
    match m.opt.integrator {
        Integrator::Euler => euler(m, d, from > Start::Position),
        Integrator::RungeKutta4 => rk4::rk4(m, d),
        Integrator::Implicit => implicit::implicit(m, d, from > Start::Velocity),
        Integrator::ImplicitFast => implicit::implicit_fast(m, d, from > Start::Velocity),
        Integrator::ImplicitSpringDamper => spring_damper::spring_damper(m, d),
        other => Err(StepError::Unsupported(format!("integrator {other}"))),
    }
}

/// `out = qfrc_smooth + qfrc_constraint`.
fn total_force(d: &Data, out: &mut [f64]) {
    for (i, x) in out.iter_mut().enumerate() {
        *x = d.qfrc_smooth[i] + d.qfrc_constraint[i];
    }
}

/// Factors `qH`, the trees that do not sleep.
fn factor_modified_inertia(m: &Model, d: &mut Data) {
    d.work.damped_tiles.fit(m.dof_layout());
    Filter::new(m, d.ntree_awake).dofs().each(m, &d.tree_awake, |block| {
        d.work.damped_tiles.factor(m.dof_layout(), &mut d.qH, &mut d.qHDiagInv, block);
    });
}

/// `x <- qH⁻¹ x` for the trees that do not sleep.
fn solve_modified_inertia(m: &Model, d: &mut Data, x: &mut [f64]) {
    Filter::new(m, d.ntree_awake).dofs().each(m, &d.tree_awake, |block| {
        d.work.damped_tiles.solve(m.dof_layout(), x, block);
    });
}
