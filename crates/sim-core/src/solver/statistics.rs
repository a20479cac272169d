//! What a solver did, iteration by iteration.

use crate::data::Data;

/// Islands with statistics; the others are solved all the same.
pub const MAX_ISLANDS: usize = 20;

/// Iterations of an island with statistics.
pub const MAX_ITERATIONS: usize = 200;

/// One iteration of a solver.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SolverStat {
    /// Cost reduction, scaled by the inverse inertia.
    pub improvement: f64,
    /// Length of the gradient, scaled; primal solvers only.
    pub gradient: f64,
    /// Slope at the end of the line search, scaled; primal solvers only.
    pub lineslope: f64,
    /// Rows that act.
    pub nactive: i32,
    /// Rows that changed their zone.
    pub nchange: i32,
    /// Evaluations of the cost in the line search.
    pub neval: i32,
    /// Rank-one changes of the Hessian's factor that the new zones amount to; Newton only.
    pub nupdate: i32,
}

/// Makes room for `iterations` of each island; warm buffers do not allocate.
pub(super) fn begin(d: &mut Data, iterations: i32) {
    d.solver_niter = [0; MAX_ISLANDS];
    let last = d.nisland.clamp(1, MAX_ISLANDS) - 1;
    let length = last * MAX_ITERATIONS + (iterations.max(0) as usize).min(MAX_ITERATIONS);
    if d.solver.len() < length {
        d.solver.resize(length, SolverStat::default());
    }
}

/// Notes what an iteration of an island did; iterations count on from what the island has made before.
pub(super) fn record(entries: &mut [SolverStat], island: usize, iteration: usize, stat: SolverStat) {
    if island < MAX_ISLANDS
        && iteration < MAX_ITERATIONS
        && let Some(entry) = entries.get_mut(island * MAX_ITERATIONS + iteration)
    {
        *entry = stat;
    }
}
