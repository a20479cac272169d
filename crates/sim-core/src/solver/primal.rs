//! Newton's method and conjugate gradients on the primal problem `min ½ (a - a0)ᵀ M (a - a0) + s(J a - aref)`.
//!
//! Both move along a line to the exact minimum. Newton's direction is `-H⁻¹ g` with the Hessian of the cost. While no elliptic cone
//! slides, the cost is piecewise quadratic, and a full step is exact once the zones no longer change. The conjugate direction is that of
//! Hager and Zhang (2005), preconditioned by `M`.

use super::budget::{Budget, Loop};
use super::entries::Matrix;
use super::linesearch::{Found, Line};
use super::problem::Problem;
use super::statistics;
use crate::constraint::cone;
use crate::constraint::update::{Hessians, Response, update_rows};
use crate::data::SolverStat;
use crate::data::{ConstraintState, Contact};
use crate::error::{Excess, StepError};
use crate::linalg::dense;
use crate::linalg::tiles::{Lane, WIDTH};
use crate::linalg::wide;
use crate::math::MINVAL;
use crate::model::{Options, StepLimits};
use crate::scratch::solver::PrimalWork;

/// The search direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Method {
    Newton,
    ConjugateGradient,
}

/// Smallest allowed angle between a conjugate direction and the gradient, as in the paper.
const HAGER_ZHANG_ETA: f64 = 0.01;

/// Result of a solve.
pub(super) struct Outcome {
    pub iterations: usize,
    /// Whether the tolerance was met.
    pub converged: bool,
    /// The matrix of the solve.
    pub matrix: Matrix,
}

/// One solve: its inputs, and its outputs besides [`PrimalWork`].
pub(super) struct Solve<'a> {
    pub problem: &'a Problem<'a>,
    pub method: Method,
    pub opt: &'a Options,
    pub limits: &'a StepLimits,
    pub budget: &'a mut Budget,
    /// Contacts of the world; sliding ones get their cone's Hessian.
    pub contacts: &'a mut [Contact],
    pub statistics: &'a mut [SolverStat],
    pub island: usize,
    /// Simulation time (s), for errors.
    pub time: f64,
}

impl Solve<'_> {
    /// Improves `w.qacc`, whose row errors are in `w.jar`, until the scaled gradient, improvement or Newton decrement falls below the
    /// tolerance.
    pub(super) fn run(mut self, w: &mut PrimalWork) -> Result<Outcome, StepError> {
        let (p, tolerance) = (self.problem, self.opt.tolerance);
        self.resize(w);
        mul_inertia(p, &w.qacc, &mut w.ma);
        self.evaluate(w);

        // the cost is strongly convex in the norm of M, so that ½ gᵀ M⁻¹ g bounds the distance from the optimum
        precondition(p, w);
        let newton = self.method == Method::Newton;
        let small_gradient = p.scale * norm(&w.gradient) < tolerance;
        if decrement(p, w) < tolerance && (!newton || small_gradient) {
            return Ok(Outcome { iterations: 0, converged: true, matrix: Matrix::Jacobian });
        }
        if newton {
            w.hessian.begin(p, self.limits)?;
            self.newton_direction(w)?;
            if small_gradient && decrement(p, w) < tolerance {
                return Ok(Outcome { iterations: 0, converged: true, matrix: self.matrix() });
            }
        }
        negate(&w.conditioned, &mut w.search);
        self.iterate(w)
    }

    fn iterate(&mut self, w: &mut PrimalWork) -> Result<Outcome, StepError> {
        let (p, tolerance) = (self.problem, self.opt.tolerance);
        let newton = self.method == Method::Newton;
        let mut outcome = Outcome { iterations: 0, converged: false, matrix: self.matrix() };
        let iterations = Loop::iterations(Excess::Iterations, self.opt.iterations, self.products());
        for iteration in 0..self.budget.allowed(&iterations) {
            let Some(found) = self.step(w)? else { break };
            self.evaluate(w);
            if newton {
                self.newton_direction(w)?;
            } else {
                precondition(p, w);
            }
            let improvement = p.scale * found.improvement;
            let gradient = p.scale * norm(&w.gradient);
            self.record(w, iteration, found, gradient);
            outcome.iterations = iteration + 1;
            if (improvement > 0.0 && improvement < tolerance)
                || gradient < tolerance
                || (newton && decrement(p, w) < tolerance)
            {
                outcome.converged = true;
                return self.ended(&iterations, outcome);
            }
            if newton {
                negate(&w.conditioned, &mut w.search);
            } else {
                conjugate_direction(w);
            }
        }
        outcome.converged = decrement(p, w) < tolerance || p.scale * norm(&w.gradient) < tolerance;
        self.ended(&iterations, outcome)
    }

    /// Returns the outcome, or an error if the iterations exceeded the budget.
    fn ended(&mut self, iterations: &Loop, outcome: Outcome) -> Result<Outcome, StepError> {
        self.budget.spend(iterations, outcome.iterations)?;
        Ok(outcome)
    }

    /// Most products of an iteration: of vectors with the Jacobian and the inertia, in Newton's method of the Hessian
    /// and its factor, and those of a line search within its free evaluations.
    fn products(&self) -> usize {
        let dofs = self.problem.tiles() * WIDTH;
        // each entry of the Jacobian is used three times, each of the inertia twice
        let vectors = self.problem.rows.len().saturating_add(dofs).saturating_mul(dofs).saturating_mul(3);
        let line = self.evaluations().free_products();
        match self.method {
            Method::Newton => vectors.saturating_mul(dofs).saturating_add(line),
            Method::ConjugateGradient => vectors.saturating_add(line),
        }
    }

    /// The line search of an iteration.
    fn evaluations(&self) -> Loop {
        Loop::evaluations(self.opt.ls_iterations, self.problem.rows.len())
    }

    fn matrix(&self) -> Matrix {
        match self.method {
            Method::Newton => Matrix::Hessian,
            Method::ConjugateGradient => Matrix::Jacobian,
        }
    }

    fn resize(&self, w: &mut PrimalWork) {
        let (tiles, nefc) = (self.problem.tiles(), self.problem.rows.len());
        for row in [&mut w.jv, &mut w.force] {
            row.resize(nefc, 0.0);
        }
        w.state.resize(nefc, ConstraintState::Satisfied);
        w.old_state.clear();
        let dofs = [&mut w.qfrc_constraint, &mut w.ma, &mut w.mv, &mut w.gradient, &mut w.old_gradient];
        for dof in dofs.into_iter().chain([&mut w.conditioned, &mut w.old_conditioned, &mut w.search]) {
            dof.resize(tiles, [0.0; WIDTH]);
        }
    }

    /// Forces for the current errors, and the gradient `M a - f_smooth - Jᵀ f`.
    fn evaluate(&mut self, w: &mut PrimalWork) {
        let p = self.problem;
        let out = Response { state: &mut w.state, force: &mut w.force };
        let hessians = if self.method == Method::Newton { Hessians::Write } else { Hessians::Keep };
        update_rows(&p.rows, &w.jar, self.contacts, out, hessians);
        wide::mul_rows_t(p.jacobian, &w.force, &mut w.qfrc_constraint);
        let (ma, smooth, constraint) =
            (w.ma.as_flattened(), p.qfrc_smooth.as_flattened(), w.qfrc_constraint.as_flattened());
        for (i, g) in w.gradient.as_flattened_mut().iter_mut().enumerate() {
            *g = ma[i] - smooth[i] - constraint[i];
        }
    }

    /// `H⁻¹ g`.
    fn newton_direction(&self, w: &mut PrimalWork) -> Result<(), StepError> {
        if !w.hessian.factor(self.problem, &w.state, self.contacts) {
            return Err(StepError::CholeskyFailed { island: self.island, time: self.time });
        }
        w.conditioned.copy_from_slice(&w.gradient);
        w.hessian.solve(self.problem, &mut w.conditioned);
        Ok(())
    }

    /// Moves along the search direction; `None` without an improvement.
    fn step(&mut self, w: &mut PrimalWork) -> Result<Option<Found>, StepError> {
        let p = self.problem;
        let length = norm(&w.search);
        if length < MINVAL {
            return Ok(None);
        }
        mul_inertia(p, &w.search, &mut w.mv);
        wide::mul_rows(p.jacobian, &w.search, &mut w.jv);
        let slope = dot(&w.search, &w.ma) - dot(p.qfrc_smooth, &w.search);
        let gauss = [slope, 0.5 * dot(&w.search, &w.mv)];
        let line = Line::new(p, self.contacts, (&w.jar, &w.jv), gauss, &mut w.line);
        let tolerance = self.opt.tolerance * self.opt.ls_tolerance * length / p.scale;
        let evaluations = self.evaluations();
        let mut found = line.search(tolerance, self.budget.allowed(&evaluations) as i32);
        self.budget.spend(&evaluations, found.evaluations.max(0) as usize)?;
        if found.alpha == 0.0 {
            return Ok(None);
        }
        found.slope = found.slope.map(|slope| slope * p.scale / length);
        add_scaled_to(&mut w.qacc, &w.search, found.alpha);
        add_scaled_to(&mut w.ma, &w.mv, found.alpha);
        dense::add_scaled_to(&mut w.jar, &w.jv, found.alpha);
        w.old_state.clear();
        w.old_state.extend_from_slice(&w.state);
        if self.method == Method::ConjugateGradient {
            w.old_gradient.copy_from_slice(&w.gradient);
            w.old_conditioned.copy_from_slice(&w.conditioned);
        }
        Ok(Some(found))
    }

    fn record(&mut self, w: &PrimalWork, iteration: usize, found: Found, gradient: f64) {
        let changes = || w.state.iter().zip(&w.old_state);
        let count = |n: usize| i32::try_from(n).unwrap_or(i32::MAX);
        let mut updates = 0;
        if self.method == Method::Newton {
            let quadratic = |s: ConstraintState| s == ConstraintState::Quadratic;
            updates = changes().filter(|&(&a, &b)| quadratic(a) != quadratic(b)).count();
            let mut r = 0;
            while r < w.state.len() {
                let sliding = w.state[r] == ConstraintState::Cone;
                let dim = if sliding { cone::dim(&self.contacts[self.problem.rows.id[r] as usize]) } else { 1 };
                updates += if sliding { dim } else { 0 };
                r += dim;
            }
        }
        let stat = SolverStat {
            improvement: self.problem.scale * found.improvement,
            gradient,
            lineslope: found.slope.unwrap_or(1.0),
            nactive: count(w.state.iter().filter(|&&s| s != ConstraintState::Satisfied).count()),
            nchange: count(changes().filter(|(a, b)| a != b).count()),
            neval: found.evaluations,
            nupdate: count(updates),
        };
        statistics::record(self.statistics, self.island, iteration, stat);
    }
}

fn mul_inertia(p: &Problem<'_>, x: &[Lane], out: &mut [Lane]) {
    wide::mul(p.grid, p.mass, x, out);
}

fn dot(a: &[Lane], b: &[Lane]) -> f64 {
    dense::dot(a.as_flattened(), b.as_flattened())
}

fn norm(a: &[Lane]) -> f64 {
    dense::norm(a.as_flattened())
}

fn add_scaled_to(a: &mut [Lane], b: &[Lane], s: f64) {
    dense::add_scaled_to(a.as_flattened_mut(), b.as_flattened(), s);
}

/// `M⁻¹ g`.
fn precondition(p: &Problem<'_>, w: &mut PrimalWork) {
    w.conditioned.copy_from_slice(&w.gradient);
    wide::solve(p.grid, p.factor, p.diag_inv, &mut w.conditioned, 0..p.tiles());
}

/// Scaled `½ gᵀ M⁻¹ g` or `½ gᵀ H⁻¹ g`; NaN stays NaN and is not converged.
fn decrement(p: &Problem<'_>, w: &PrimalWork) -> f64 {
    let decrement = 0.5 * p.scale * dot(&w.gradient, &w.conditioned);
    if decrement < 0.0 { 0.0 } else { decrement }
}

fn negate(x: &[Lane], out: &mut [Lane]) {
    for (y, x) in out.as_flattened_mut().iter_mut().zip(x.as_flattened()) {
        *y = -x;
    }
}

/// Next conjugate direction; the preconditioned gradient if conjugacy is lost.
fn conjugate_direction(w: &mut PrimalWork) {
    // y: change of the gradient; the old vectors are not needed any more
    for (old, new) in w.old_gradient.as_flattened_mut().iter_mut().zip(w.gradient.as_flattened()) {
        *old = new - *old;
    }
    for (old, new) in w.old_conditioned.as_flattened_mut().iter_mut().zip(w.conditioned.as_flattened()) {
        *old = new - *old;
    }
    let (y, my) = (&w.old_gradient, &w.old_conditioned);
    let dy = dot(&w.search, y);
    let beta = if dy < MINVAL {
        0.0
    } else {
        let curve = dot(y, my) / dy;
        let beta = (dot(y, &w.conditioned) - 2.0 * curve * dot(&w.search, &w.gradient)) / dy;
        let length = norm(&w.search) * HAGER_ZHANG_ETA.min(norm(&w.gradient));
        beta.max(-1.0 / length.max(MINVAL))
    };
    for (s, g) in w.search.as_flattened_mut().iter_mut().zip(w.conditioned.as_flattened()) {
        *s = -g + beta * *s;
    }
}
