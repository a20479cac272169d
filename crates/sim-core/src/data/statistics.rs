//! What a solver did, iteration by iteration.

/// Islands with statistics; further islands are solved without.
pub const MAX_ISLANDS: usize = 20;

/// Iterations of an island with statistics.
pub const MAX_ITERATIONS: usize = 200;

/// One iteration of a solver.
///
/// ```
/// use sim_core::Model;
/// use sim_core::data::MAX_ITERATIONS;
///
/// let model = Model::example();
/// let mut data = model.make_data();
/// data.forward(&model)?;
/// let made = data.solver_niter[0] as usize;
/// assert!(0 < made && made < MAX_ITERATIONS);
/// assert!(data.solver[..made].iter().all(|iteration| iteration.improvement >= 0.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
