//! Newton's method on the primal problem: `min ½ (a - a0)ᵀ M (a - a0) + s(J a - aref)`.
//!
//! The Hessian is `M + Jᵀ D J` over the rows in their quadratic zone. Since the cost is piecewise quadratic
//! without elliptic cones, a full step is exact as soon as the zones no longer change.

use super::hessian::Hessian;
use super::linesearch::Line;
use crate::constraint::{self, update};
use crate::data::Data;
use crate::dynamics::inertia;
use crate::linalg::dense;
use crate::math::MINVAL;
use crate::model::Model;
use crate::pipeline::StepError;

/// Vectors the iteration works on, kept in Data between calls.
struct Work {
    jar: Vec<f64>,
    jv: Vec<f64>,
    ma: Vec<f64>,
    mv: Vec<f64>,
    gradient: Vec<f64>,
    search: Vec<f64>,
    hessian: Hessian,
}

/// Improves `qacc` until the scaled gradient, improvement or Newton decrement falls below the tolerance.
pub(super) fn newton(m: &Model, d: &mut Data) -> Result<(), StepError> {
    let [ma, mv, gradient, search] = std::mem::take(&mut d.scratch.dof);
    let [mut jar, mut jv, spare] = std::mem::take(&mut d.scratch.row);
    jar.resize(d.nefc, 0.0);
    jv.resize(d.nefc, 0.0);
    let hessian = std::mem::take(&mut d.scratch.hessian);
    let mut w = Work { jar, jv, ma, mv, gradient, search, hessian };
    w.hessian.begin(m, d);
    let result = iterate(m, d, &mut w);
    d.scratch.dof = [w.ma, w.mv, w.gradient, w.search];
    d.scratch.row = [w.jar, w.jv, spare];
    d.scratch.hessian = w.hessian;
    result
}

fn iterate(m: &Model, d: &mut Data, w: &mut Work) -> Result<(), StepError> {
    let nv = m.nv;
    inertia::mul(m, d, &d.qacc, &mut w.ma);
    constraint::jacobian(d).mul(&d.qacc, &mut w.jar);
    for (x, a) in w.jar.iter_mut().zip(&d.efc_aref) {
        *x -= a;
    }
    evaluate(m, d, w);
    let scale = 1.0 / (m.stat.meaninertia * nv.max(1) as f64);
    let tolerance = m.opt.tolerance;

    // a gradient this small already bounds the distance from the optimum
    let small_gradient = scale * dense::norm(&w.gradient) < tolerance;
    w.search.copy_from_slice(&w.gradient);
    inertia::solve(m, d, &mut w.search);
    let gap = (0.5 * scale * dense::dot(&w.gradient, &w.search)).max(0.0);
    if small_gradient && gap < tolerance {
        return Ok(());
    }
    let decrement = newton_direction(m, d, w)?;
    if small_gradient && scale * decrement < tolerance {
        return Ok(());
    }

    for iteration in 0..m.opt.iterations {
        let Some(improvement) = step(m, d, w, tolerance * m.opt.ls_tolerance / scale) else { break };
        evaluate(m, d, w);
        let decrement = newton_direction(m, d, w)?;
        d.solver_niter = iteration as usize + 1;
        let improvement = scale * improvement;
        if (improvement > 0.0 && improvement < tolerance)
            || scale * dense::norm(&w.gradient) < tolerance
            || scale * decrement < tolerance
        {
            break;
        }
    }
    Ok(())
}

/// Forces for the current errors, and the gradient `M a - f_smooth - Jᵀ f`.
fn evaluate(m: &Model, d: &mut Data, w: &mut Work) {
    update::update(d, &w.jar);
    let mut qfrc = std::mem::take(&mut d.qfrc_constraint);
    constraint::jacobian(d).mul_t(&d.efc_force, &mut qfrc);
    d.qfrc_constraint = qfrc;
    for i in 0..m.nv {
        w.gradient[i] = w.ma[i] - d.qfrc_smooth[i] - d.qfrc_constraint[i];
    }
}

/// Search direction `-H⁻¹ g`; returns the decrement `½ gᵀ H⁻¹ g`.
fn newton_direction(m: &Model, d: &Data, w: &mut Work) -> Result<f64, StepError> {
    w.hessian.factor(m, d)?;
    w.search.copy_from_slice(&w.gradient);
    w.hessian.solve(m, &mut w.search);
    let decrement = (0.5 * dense::dot(&w.gradient, &w.search)).max(0.0);
    dense::scale(&mut w.search, -1.0);
    Ok(decrement)
}

/// Moves along the search direction; returns the improvement, `None` when there is none.
fn step(m: &Model, d: &mut Data, w: &mut Work, tolerance: f64) -> Option<f64> {
    let length = dense::norm(&w.search);
    if length < MINVAL {
        return None;
    }
    inertia::mul(m, d, &w.search, &mut w.mv);
    constraint::jacobian(d).mul(&w.search, &mut w.jv);
    let line = Line {
        d,
        jar: &w.jar,
        jv: &w.jv,
        gauss_slope: dense::dot(&w.search, &w.ma) - dense::dot(&d.qfrc_smooth, &w.search),
        gauss_curve: 0.5 * dense::dot(&w.search, &w.mv),
    };
    let (alpha, improvement) = line.search(tolerance * length, m.opt.ls_iterations);
    if alpha == 0.0 {
        return None;
    }
    dense::add_scaled_to(&mut d.qacc, &w.search, alpha);
    dense::add_scaled_to(&mut w.ma, &w.mv, alpha);
    dense::add_scaled_to(&mut w.jar, &w.jv, alpha);
    Some(improvement)
}
