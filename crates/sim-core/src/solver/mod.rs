//! Constraint solvers: the acceleration that minimises Gauss's deviation from the free motion plus the cost
//! of the constraint rows.
//!
//! Islands are solved one after another, each with its own iterations and statistics.

mod cone_line;
mod dual;
mod hessian;
mod linesearch;
mod noslip;
mod pgs;
mod primal;
mod problem;
mod qcqp;
mod statistics;

pub use crate::data::{MAX_ISLANDS, MAX_ITERATIONS, SolverStat};
pub(crate) use pgs::DualWork;
pub(crate) use primal::PrimalWork;
pub(crate) use problem::Packed;

use crate::constraint::{self, coupling::CoupledRows, project, update, update::Hessians};
use crate::data::{ConstraintState, Data};
use crate::dynamics::inertia;
use crate::linalg::dense;
use crate::model::{Model, SolverType, disable};
use crate::pipeline::StepError;
use crate::stage::{Coupled, InertiaOfRows, RowForces, RowJacobian, RowProduct};
use dual::{Dual, Forces};
use noslip::Noslip;
use pgs::Pgs;
use primal::{Method, Outcome, Solve};
use problem::Part;

/// Accelerations and constraint forces. Reads `qacc_smooth qfrc_smooth` and the rows; writes `qacc efc_b
/// efc_force efc_state qfrc_constraint` and the statistics.
pub fn solve(m: &Model, d: &mut Data) -> Result<(), StepError> {
    d.qfrc_constraint.fill(0.0);
    statistics::begin(d, m.opt.iterations.saturating_add(m.opt.noslip_iterations.max(0)));
    if d.nefc == 0 {
        d.qacc.copy_from_slice(&d.qacc_smooth);
        return Ok(());
    }
    let method = match m.opt.solver {
        SolverType::PGS => None,
        SolverType::CG | SolverType::CGStrict => Some(Method::ConjugateGradient),
        SolverType::Newton => Some(Method::Newton),
        _ => return Err(StepError::Unsupported(format!("solver {}", m.opt.solver))),
    };
    inertia::ensure(m, d);
    let mut b = std::mem::take(&mut d.efc_b);
    let smooth = std::mem::take(&mut d.qacc_smooth);
    constraint::jacobian::mul(m, &mut RowProduct::of(d), &smooth, &mut b);
    d.qacc_smooth = smooth;
    for (x, a) in b.iter_mut().zip(&d.efc_aref) {
        *x -= a;
    }
    d.efc_b = b;
    // the solver may have been changed since the rows were made
    if project::is_dual(m) && !project::is_current(Coupled::of(d), &d.work.project.coupling) {
        project::project(m, &mut InertiaOfRows::of(d));
    }
    warm_start(m, d);
    count_up(m, d);
    each_island(d, |d, island| match method {
        Some(method) => primal(m, d, method, island),
        None => {
            dual_pass(m, d, Pass::Solve, island);
            Ok(())
        }
    })?;
    if m.opt.noslip_iterations > 0 {
        each_island(d, |d, island| {
            dual_pass(m, d, Pass::Noslip, island);
            Ok(())
        })?;
    }
    if project::is_dual(m) {
        accelerations_of_forces(m, d);
    }
    Ok(())
}

/// The numbers of all rows and dofs, in their order.
fn count_up(m: &Model, d: &mut Data) {
    let counts = &mut d.scratch.counts;
    let first = counts.len();
    let last = m.nv.max(d.nefc);
    counts.extend((first..last).map(|i| i as i32));
}

/// Calls `solve` for each island, or once for all rows where islands are off.
fn each_island(
    d: &mut Data,
    mut solve: impl FnMut(&mut Data, Option<usize>) -> Result<(), StepError>,
) -> Result<(), StepError> {
    if d.nisland == 0 {
        return solve(d, None);
    }
    (0..d.nisland).try_for_each(|island| solve(d, Some(island)))
}

/// Starts from the last acceleration or the free one, whichever costs less; leaves its `J a - aref` in the scratch row.
fn warm_start(m: &Model, d: &mut Data) {
    d.qacc.copy_from_slice(&d.qacc_smooth);
    d.efc_force.fill(0.0);
    let mut jar = std::mem::take(&mut d.scratch.row_error);
    jar.resize(d.nefc, 0.0);
    if m.opt.disableflags & disable::WARMSTART != 0 {
        jar.copy_from_slice(&d.efc_b);
        d.scratch.row_error = jar;
        return;
    }
    let start = std::mem::take(&mut d.qacc_warmstart);
    constraint::jacobian::mul(m, &mut RowProduct::of(d), &start, &mut jar);
    d.qacc_warmstart = start;
    for (x, a) in jar.iter_mut().zip(&d.efc_aref) {
        *x -= a;
    }
    let cost = update::update(&mut RowForces::of(d), &jar, Hessians::Keep);
    if m.opt.solver == SolverType::PGS {
        keep_good_forces(d, &mut jar);
    } else if cost + gauss_cost(m, d) > free_cost(d) {
        jar.copy_from_slice(&d.efc_b);
    } else {
        // also when it is not a number: the accelerations then show it
        d.qacc.copy_from_slice(&d.qacc_warmstart);
    }
    d.scratch.row_error = jar;
    // what no constraint touches moves freely
    if d.nisland > 0 {
        for &dof in &d.map_idof2dof[d.nidof..m.nv] {
            d.qacc[dof as usize] = d.qacc_smooth[dof as usize];
        }
    }
}

/// Gauss's cost of the last acceleration.
fn gauss_cost(m: &Model, d: &mut Data) -> f64 {
    let mut momentum = std::mem::take(&mut d.scratch.dof_sum);
    inertia::mul(m, &d.M, &d.qacc_warmstart, &mut momentum);
    let mut cost = 0.0;
    for i in 0..m.nv {
        cost += 0.5 * (momentum[i] - d.qfrc_smooth[i]) * (d.qacc_warmstart[i] - d.qacc_smooth[i]);
    }
    d.scratch.dof_sum = momentum;
    cost
}

/// Cost of the free acceleration: that of the rows alone.
fn free_cost(d: &mut Data) -> f64 {
    let b = std::mem::take(&mut d.efc_b);
    let cost = update::update(&mut RowForces::of(d), &b, Hessians::Keep);
    d.efc_b = b;
    cost
}

/// Drops the forces of the last acceleration where none at all cost less.
fn keep_good_forces(d: &mut Data, work: &mut [f64]) {
    let matrix = CoupledRows::of(Coupled::of(d), &d.work.project.coupling);
    for (r, x) in work.iter_mut().enumerate() {
        *x = matrix.dot(r, &d.efc_force);
    }
    let cost = dense::dot(&d.efc_force, &d.efc_b) + 0.5 * dense::dot(&d.efc_force, work);
    if cost > 0.0 {
        d.efc_force.fill(0.0);
    }
}

/// Solves an island, or all rows at once. Writes its parts of `qacc efc_force efc_state qfrc_constraint`.
fn primal(m: &Model, d: &mut Data, method: Method, island: Option<usize>) -> Result<(), StepError> {
    let mut work = d.work.primal.take().unwrap_or_default();
    let mut packed = d.work.packed.take().unwrap_or_default();
    let mut contacts = std::mem::take(&mut d.contact);
    let mut statistics = std::mem::take(&mut d.solver);
    let counts = std::mem::take(&mut d.scratch.counts);
    let index = island.unwrap_or(0);
    let part = island.map_or_else(|| Part::whole(m, d, &counts), |island| Part::of(d, island));
    packed.collect(m, d, &part);
    packed.pack_dofs(m, &part, &d.qacc, &mut work.qacc);
    problem::take(part.rows, &d.scratch.row_error, &mut work.jar);
    let solve = Solve {
        problem: &packed.problem(m, d, part),
        method,
        opt: &m.opt,
        contacts: &mut contacts,
        statistics: &mut statistics,
        island: index,
    };
    let result = solve.run(&mut work);
    let mut out = Stored {
        qacc: std::mem::take(&mut d.qacc),
        qfrc: std::mem::take(&mut d.qfrc_constraint),
        force: std::mem::take(&mut d.efc_force),
        state: std::mem::take(&mut d.efc_state),
    };
    let part = island.map_or_else(|| Part::whole(m, d, &counts), |island| Part::of(d, island));
    packed.unpack_dofs(m, &part, &work.qacc, &mut out.qacc);
    packed.unpack_dofs(m, &part, &work.qfrc_constraint, &mut out.qfrc);
    for (k, &r) in part.rows.iter().enumerate() {
        out.force[r as usize] = work.force[k];
        out.state[r as usize] = work.state[k];
    }
    (d.qacc, d.qfrc_constraint, d.efc_force, d.efc_state) = (out.qacc, out.qfrc, out.force, out.state);
    d.work.primal = Some(work);
    d.work.packed = Some(packed);
    d.scratch.counts = counts;
    d.contact = contacts;
    d.solver = statistics;
    finish(m, d, index, &result?)
}

/// Counts the iterations; in strict mode a solution that misses the tolerance is an error.
fn finish(m: &Model, d: &mut Data, island: usize, outcome: &Outcome) -> Result<(), StepError> {
    if let (Some(count), Some(nnz)) = (d.solver_niter.get_mut(island), d.solver_nnz.get_mut(island)) {
        *count = i32::try_from(outcome.iterations).unwrap_or(i32::MAX);
        *nnz = i32::try_from(outcome.entries).unwrap_or(i32::MAX);
    }
    if m.opt.solver == SolverType::CGStrict && !outcome.converged {
        return Err(StepError::NotConverged { island, iterations: outcome.iterations, time: d.time });
    }
    Ok(())
}

/// What a solve writes, out of Data while the solve reads it.
struct Stored {
    qacc: Vec<f64>,
    qfrc: Vec<f64>,
    force: Vec<f64>,
    state: Vec<ConstraintState>,
}

/// A pass over the forces of the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pass {
    Solve,
    Noslip,
}

/// Solves for the forces of an island, or of all rows at once. Writes its parts of `efc_force efc_state`.
fn dual_pass(m: &Model, d: &mut Data, pass: Pass, island: Option<usize>) {
    let mut work = d.work.dual.take().unwrap_or_default();
    let all = std::mem::take(&mut d.scratch.counts);
    let mut statistics = std::mem::take(&mut d.solver);
    let (mut force, mut state) = (std::mem::take(&mut d.efc_force), std::mem::take(&mut d.efc_state));
    let index = island.unwrap_or(0);
    let before = d.solver_niter.get(index).map_or(0, |&n| n.max(0) as usize);
    let dual = Dual::new(m, d, island, &all[..d.nefc]);
    let out = Forces { force: &mut force, state: &mut state, statistics: &mut statistics };
    let iterations = match pass {
        Pass::Solve => Pgs { dual, opt: &m.opt, out }.run(&mut work),
        Pass::Noslip => Noslip { dual, m, out, before }.run(&mut work.inverse),
    };
    let entries = dual.stored_entries(m);
    d.scratch.counts = all;
    d.work.dual = Some(work);
    d.solver = statistics;
    (d.efc_force, d.efc_state) = (force, state);
    if let (Some(count), Some(nnz)) = (d.solver_niter.get_mut(index), d.solver_nnz.get_mut(index)) {
        *count = i32::try_from(before + iterations).unwrap_or(i32::MAX);
        if pass == Pass::Solve {
            *nnz = i32::try_from(entries).unwrap_or(i32::MAX);
        }
    }
}

/// What the forces of the rows do to the dofs. Writes `qfrc_constraint qacc`.
fn accelerations_of_forces(m: &Model, d: &mut Data) {
    let (mut qfrc, mut qacc) = (std::mem::take(&mut d.qfrc_constraint), std::mem::take(&mut d.qacc));
    constraint::jacobian::jacobian(RowJacobian!(d)).mul_t(&d.efc_force, &mut qfrc);
    qacc.copy_from_slice(&qfrc);
    let nv = qacc.len();
    inertia::solve_factored(m, d, &mut qacc, 0..nv);
    dense::add_to(&mut qacc, &d.qacc_smooth);
    (d.qfrc_constraint, d.qacc) = (qfrc, qacc);
}
