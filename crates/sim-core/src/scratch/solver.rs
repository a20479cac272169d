//! Buffers that solvers keep between calls, so that a warm solve allocates nothing.
//!
//! This file only declares the buffers. The solvers implement their methods.

use crate::linalg::fill::Fill;
use crate::linalg::relax::Bounded;
use crate::linalg::relax_dense::DenseRows;
use crate::linalg::tile_rows::TileRows;
use crate::linalg::tiles::{Lane, Tile};
use crate::model::{ConstraintState, ConstraintType};

/// Vectors of the primal solvers.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct PrimalWork {
    /// The acceleration: first the start, then the solution.
    pub(crate) qacc: Vec<Lane>,
    /// Force of the rows on the dofs.
    pub(crate) qfrc_constraint: Vec<Lane>,
    pub(crate) force: Vec<f64>,
    pub(crate) state: Vec<ConstraintState>,
    pub(crate) old_state: Vec<ConstraintState>,
    /// `J a - aref`, first at the start.
    pub(crate) jar: Vec<f64>,
    pub(crate) jv: Vec<f64>,
    pub(crate) ma: Vec<Lane>,
    pub(crate) mv: Vec<Lane>,
    pub(crate) gradient: Vec<Lane>,
    pub(crate) old_gradient: Vec<Lane>,
    /// `M⁻¹ g` or `H⁻¹ g`.
    pub(crate) conditioned: Vec<Lane>,
    pub(crate) old_conditioned: Vec<Lane>,
    pub(crate) search: Vec<Lane>,
    pub(crate) line: LineWork,
    pub(crate) hessian: Hessian,
}

/// Buffers of a line search.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct LineWork {
    /// Value, slope and half the curvature at the start of each unilateral row.
    pub quadratics: Vec<(usize, [f64; 3])>,
    /// The elliptic cones.
    pub cones: Vec<ConeLine>,
}

/// Coefficients of the cost of an elliptic cone along a line.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ConeLine {
    /// Value, slope and half the curvature at the start while the contact sticks.
    pub quad: [f64; 3],
    pub u0: f64,
    pub v0: f64,
    pub uu: f64,
    pub uv: f64,
    pub vv: f64,
    pub mu: f64,
    /// Mass of the middle zone.
    pub mass: f64,
    /// Tangential error and zone at the start.
    pub start: (f64, ConstraintState),
}

/// The Hessian of the primal problem, its factor, and the zones it was made for.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Hessian {
    /// Whether the sparsity of `M` suffices.
    pub tree: bool,
    /// The sparsity if that of `M` does not suffice.
    pub fill: Fill,
    /// Tiles of `M + Jᵀ D J`; rows that change their zone are added or subtracted.
    pub smooth: Vec<Tile>,
    /// Zones of the rows that `smooth` was computed for.
    pub states: Vec<ConstraintState>,
    /// `smooth` plus the cones, then its factor `Lᵀ D L`.
    pub factor: Vec<Tile>,
    /// Inverse of `D`.
    pub diag_inv: Vec<Lane>,
    /// The dense factor, if rounding left the sparse one without a positive pivot; otherwise empty.
    pub dense: Vec<f64>,
    /// Whether a factor exists.
    pub factored: bool,
    /// Changes of the weights of the rows of a group.
    pub weights: Vec<f64>,
    /// Rows of a cone's Hessian.
    pub mixed: Vec<Lane>,
}

/// Copies of the rows' arrays for one primal problem.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Packed {
    pub(crate) tiles: TileNumbers,
    pub(crate) rownnz: Vec<i32>,
    pub(crate) rowadr: Vec<i32>,
    pub(crate) colind: Vec<i32>,
    pub(crate) sizes: Vec<u8>,
    pub(crate) inertia: Vec<Tile>,
    pub(crate) factor: Vec<Tile>,
    pub(crate) diag_inv: Vec<Lane>,
    pub(crate) qfrc_smooth: Vec<Lane>,
    pub(crate) jacobian: TileRows,
    pub(crate) mass: Vec<f64>,
    pub(crate) regularisation: Vec<f64>,
    pub(crate) frictionloss: Vec<f64>,
    pub(crate) kind: Vec<ConstraintType>,
    pub(crate) id: Vec<i32>,
}

/// The tiles of the world that belong to a problem.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct TileNumbers {
    /// Number of each tile of the world in the problem, -1 for others.
    pub number: Vec<i32>,
    /// The tiles of the problem.
    pub taken: Vec<u32>,
}

/// Work space of the dual solvers. Rows are numbered within their island.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct DualWork {
    /// Inverse diagonal of the rows.
    pub(crate) inverse: Vec<f64>,
    pub(crate) rows: Vec<DualRow>,
    pub(crate) bounded: Vec<Bounded>,
    /// Dense copy of the rows if they are few and all coupled.
    pub(crate) dense: DenseRows,
    /// Columns of the rows, as runs.
    pub(crate) runs: Vec<[usize; 2]>,
    /// First row of each block, in the order of this iteration.
    pub(crate) order: Vec<u32>,
    /// Reciprocals of the divisors of a shuffle.
    pub(crate) inverses: Vec<u64>,
    /// The forces: present, before this iteration, and after its momentum.
    pub(crate) force: Vec<f64>,
    pub(crate) previous: Vec<f64>,
    pub(crate) momentum: Vec<f64>,
    /// `b` of the rows, and the derivative of the cost by each force.
    pub(crate) constant: Vec<f64>,
    pub(crate) slope: Vec<f64>,
    /// Zones of the rows.
    pub(crate) zones: Vec<ConstraintState>,
    /// Whether all rows are unilateral and single.
    pub(crate) unilateral: bool,
}

/// A row of a dual problem.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct DualRow {
    /// Its index in the world.
    pub number: usize,
    /// Number of rows from here on in an elliptic contact, which are solved together; one for any other row.
    pub len: usize,
    /// Whether it is a single unilateral row.
    pub unilateral: bool,
}
