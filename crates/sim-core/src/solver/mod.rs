//! Constraint solvers: the acceleration that minimises Gauss's cost (deviation from the unconstrained motion) plus the cost
//! of the constraint rows.
//!
//! Islands are solved one after another, each with its own iterations and statistics.

mod budget;
mod cone_line;
mod dual;
mod entries;
mod hessian;
mod linesearch;
mod noslip;
mod pgs;
mod primal;
mod problem;
mod qcqp;
mod statistics;

pub use crate::data::{MAX_ISLANDS, MAX_ITERATIONS, SolverStat};

use crate::constraint::{self, project, update, update::Hessians};
use crate::dynamics::inertia;
use crate::error::{Excess, StepError};
use crate::linalg::dense;
use crate::model::{DisableFlags, Model, SolverType};
use crate::stage::{ConstraintSolution, DualRows, FreeMotion, IslandMaps, PrimalRows, RowForces, RowProduct};
use budget::{Budget, Loop, OVERHEAD};
use dual::{Dual, Forces};
use entries::Matrix;
use noslip::Noslip;
use pgs::Pgs;
use primal::{Method, Outcome, Solve};
use problem::{Part, World};

/// Accelerations without active constraints.
#[inline(always)]
pub(crate) fn move_freely(m: &Model, d: &mut FreeMotion<'_>) {
    d.qfrc_constraint.fill(0.0);
    (*d.solver_niter, *d.solver_matrix) = ([0; MAX_ISLANDS], [0; MAX_ISLANDS]);
    statistics::begin(d.solver, d.nisland, iterations(m));
    d.qacc.copy_from_slice(d.qacc_smooth);
}

/// Number of iterations of an island with statistics.
fn iterations(m: &Model) -> i32 {
    m.opt.iterations.saturating_add(m.opt.noslip_iterations.max(0))
}

/// Accelerations and constraint forces of a world with rows. Dual solvers compute `efc_AR` of the current rows.
pub(crate) fn solve(m: &Model, d: &mut ConstraintSolution<'_>) -> Result<(), StepError> {
    d.qfrc_constraint.fill(0.0);
    (*d.solver_niter, *d.solver_matrix) = ([0; MAX_ISLANDS], [0; MAX_ISLANDS]);
    statistics::begin(d.solver, d.nisland, iterations(m));
    let method = match m.opt.solver {
        SolverType::PGS => None,
        SolverType::CG | SolverType::CGStrict => Some(Method::ConjugateGradient),
        SolverType::Newton => Some(Method::Newton),
        _ => return Err(StepError::Unsupported(format!("solver {}", m.opt.solver))),
    };
    constraint::jacobian::mul(&mut RowProduct!(d), d.qacc_smooth, d.efc_b);
    for (x, a) in d.efc_b.iter_mut().zip(d.efc_aref) {
        *x -= a;
    }
    warm_start(m, d);
    count_up(d.counts, m.nv.max(d.nefc));
    let mut budget = Budget::new(&m.limits);
    each_island(d, |d, island| match method {
        Some(method) => primal(m, d, method, island, &mut budget),
        None => dual_pass(m, d, Pass::Solve, island, &mut budget),
    })?;
    if m.opt.noslip_iterations > 0 {
        each_island(d, |d, island| dual_pass(m, d, Pass::Noslip, island, &mut budget))?;
    }
    if project::is_dual(m) {
        accelerations_of_forces(d);
    }
    Ok(())
}

/// Extends `counts` with all integers below `last`.
fn count_up(counts: &mut Vec<i32>, last: usize) {
    let first = counts.len();
    counts.extend((first..last).map(|i| i as i32));
}

/// Calls `solve` for each island, or once for all rows if islands are disabled.
fn each_island(
    d: &mut ConstraintSolution<'_>,
    mut solve: impl FnMut(&mut ConstraintSolution<'_>, Option<usize>) -> Result<(), StepError>,
) -> Result<(), StepError> {
    if d.nisland == 0 {
        return solve(d, None);
    }
    (0..d.nisland).try_for_each(|island| solve(d, Some(island)))
}

/// Starts from the last or the unconstrained acceleration, whichever costs less; writes its `J a - aref` to `row_error`.
fn warm_start(m: &Model, d: &mut ConstraintSolution<'_>) {
    d.qacc.copy_from_slice(d.qacc_smooth);
    d.efc_force.fill(0.0);
    d.row_error.resize(d.nefc, 0.0);
    if m.opt.disableflags.contains(DisableFlags::WARMSTART) {
        d.row_error.copy_from_slice(d.efc_b);
        return;
    }
    constraint::jacobian::mul(&mut RowProduct!(d), d.qacc_warmstart, d.row_error);
    for (x, a) in d.row_error.iter_mut().zip(d.efc_aref) {
        *x -= a;
    }
    let cost = update::update(&mut RowForces!(d), d.row_error, Hessians::Keep);
    if m.opt.solver == SolverType::PGS {
        keep_good_forces(d);
    } else if with_gauss_cost(m, d, cost) > free_cost(d) {
        d.row_error.copy_from_slice(d.efc_b);
    } else {
        // also if the cost is NaN: the accelerations then show it
        d.qacc.copy_from_slice(d.qacc_warmstart);
    }
    // dofs without constraints keep the unconstrained acceleration
    if d.nisland > 0 {
        for &dof in &d.map_idof2dof[d.nidof..m.nv] {
            d.qacc[dof as usize] = d.qacc_smooth[dof as usize];
        }
    }
}

/// Adds Gauss's cost of the last acceleration to that of the rows, dof by dof. With forces of 1e17 on rows without dofs,
/// rounding decides between the starts, so the sum has MuJoCo's order.
fn with_gauss_cost(m: &Model, d: &mut ConstraintSolution<'_>, mut cost: f64) -> f64 {
    inertia::mul(m, d.M, d.qacc_warmstart, d.dof_sum);
    for i in 0..m.nv {
        cost += 0.5 * (d.dof_sum[i] - d.qfrc_smooth[i]) * (d.qacc_warmstart[i] - d.qacc_smooth[i]);
    }
    cost
}

/// Cost of the unconstrained acceleration: only the rows contribute.
fn free_cost(d: &mut ConstraintSolution<'_>) -> f64 {
    update::update(&mut RowForces!(d), d.efc_b, Hessians::Keep)
}

/// Clears the forces of the last acceleration if zero forces cost less.
fn keep_good_forces(d: &mut ConstraintSolution<'_>) {
    for (r, x) in d.row_error.iter_mut().enumerate() {
        *x = d.efc_AR.dot(r, d.efc_force);
    }
    let cost = dense::dot(d.efc_force, d.efc_b) + 0.5 * dense::dot(d.efc_force, d.row_error);
    if cost > 0.0 {
        d.efc_force.fill(0.0);
    }
}

/// Solves an island, or all rows at once. Writes its parts of `qacc efc_force efc_state qfrc_constraint`.
fn primal(
    m: &Model,
    d: &mut ConstraintSolution<'_>,
    method: Method,
    island: Option<usize>,
    budget: &mut Budget,
) -> Result<(), StepError> {
    let work = d.primal.get_or_insert_default();
    let packed = d.packed.get_or_insert_default();
    let index = island.unwrap_or(0);
    let part = Part::of(m, IslandMaps!(d), d.counts, island);
    let layout = &***d.layout;
    let world = World { d: PrimalRows!(d), layout };
    packed.collect(&world, &part);
    packed.pack_dofs(layout, &part, d.qacc, &mut work.qacc);
    problem::take(part.rows, d.row_error, &mut work.jar);
    let solve = Solve {
        problem: &packed.problem(m, &world, part),
        method,
        opt: &m.opt,
        limits: &m.limits,
        budget,
        contacts: d.contact,
        statistics: d.solver,
        island: index,
        time: d.time,
    };
    let result = solve.run(work);
    packed.unpack_dofs(layout, &part, &work.qacc, d.qacc);
    packed.unpack_dofs(layout, &part, &work.qfrc_constraint, d.qfrc_constraint);
    for (k, &r) in part.rows.iter().enumerate() {
        d.efc_force[r as usize] = work.force[k];
        d.efc_state[r as usize] = work.state[k];
    }
    finish(m, d, index, &result?)
}

/// Records the iterations. In strict mode a solution outside the tolerance is an error.
fn finish(m: &Model, d: &mut ConstraintSolution<'_>, island: usize, outcome: &Outcome) -> Result<(), StepError> {
    if let (Some(count), Some(matrix)) = (d.solver_niter.get_mut(island), d.solver_matrix.get_mut(island)) {
        *count = i32::try_from(outcome.iterations).unwrap_or(i32::MAX);
        *matrix = outcome.matrix as i32;
    }
    if m.opt.solver == SolverType::CGStrict && !outcome.converged {
        return Err(StepError::NotConverged { island, iterations: outcome.iterations, time: d.time });
    }
    Ok(())
}

/// A pass over the forces of the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pass {
    Solve,
    Noslip,
}

/// Solves for the forces of an island, or of all rows at once. Writes its parts of `efc_force efc_state`.
fn dual_pass(
    m: &Model,
    d: &mut ConstraintSolution<'_>,
    pass: Pass,
    island: Option<usize>,
    budget: &mut Budget,
) -> Result<(), StepError> {
    let work = d.dual.get_or_insert_default();
    let index = island.unwrap_or(0);
    let before = d.solver_niter.get(index).map_or(0, |&n| n.max(0) as usize);
    let rows = DualRows!(d);
    let part = Part::of(m, IslandMaps!(d), d.counts, island);
    let dual = Dual::new(m, &rows, d.contact, part);
    let out = Forces { force: d.efc_force, state: d.efc_state, statistics: d.solver };
    // at most every row with every row
    let products = dual.list.len().saturating_mul(dual.list.len() + OVERHEAD);
    let made = match pass {
        Pass::Solve => Loop::iterations(Excess::Iterations, m.opt.iterations, products),
        Pass::Noslip => Loop::iterations(Excess::NoslipIterations, m.opt.noslip_iterations, products),
    };
    let limit = budget.allowed(&made);
    let iterations = match pass {
        Pass::Solve => Pgs { dual, opt: &m.opt, out, limit }.run(work),
        Pass::Noslip => Noslip { dual, m, out, before, limit }.run(&mut work.inverse),
    };
    if let (Some(count), Some(matrix)) = (d.solver_niter.get_mut(index), d.solver_matrix.get_mut(index)) {
        *count = i32::try_from(before + iterations).unwrap_or(i32::MAX);
        if pass == Pass::Solve {
            *matrix = Matrix::Coupled as i32;
        }
    }
    budget.spend(&made, iterations)
}

/// Effect of the rows' forces on the dofs. Writes `qfrc_constraint qacc`.
fn accelerations_of_forces(d: &mut ConstraintSolution<'_>) {
    d.efc_J.mul_t(d.efc_force, d.qfrc_constraint);
    d.qacc.copy_from_slice(d.qfrc_constraint);
    d.qLD.solve(d.qacc, 0..d.qacc_smooth.len(), d.solved);
    dense::add_to(d.qacc, d.qacc_smooth);
}
