//! What the solvers keep between calls, so that a warm solve allocates nothing.
//!
//! Only the buffers are declared here; who works on one implements it.

use crate::data::{ConstraintState, ConstraintType};
use crate::linalg::fill::Fill;
use crate::linalg::relax::Bounded;
use crate::linalg::relax_dense::DenseRows;
use crate::linalg::tile_rows::TileRows;
use crate::linalg::tiles::{Lane, Tile};

/// Vectors the primal solvers work on.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct PrimalWork {
    /// The acceleration; where to start, then the solution.
    pub(super) qacc: Vec<Lane>,
    /// Force of the rows on the dofs.
    pub(super) qfrc_constraint: Vec<Lane>,
    pub(super) force: Vec<f64>,
    pub(super) state: Vec<ConstraintState>,
    pub(super) old_state: Vec<ConstraintState>,
    /// `J a - aref`, of where to start at first.
    pub(super) jar: Vec<f64>,
    pub(super) jv: Vec<f64>,
    pub(super) ma: Vec<Lane>,
    pub(super) mv: Vec<Lane>,
    pub(super) gradient: Vec<Lane>,
    pub(super) old_gradient: Vec<Lane>,
    /// `M⁻¹ g` or `H⁻¹ g`.
    pub(super) conditioned: Vec<Lane>,
    pub(super) old_conditioned: Vec<Lane>,
    pub(super) search: Vec<Lane>,
    pub(super) line: LineWork,
    pub(super) hessian: Hessian,
}

/// What a line search keeps.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct LineWork {
    /// Value, slope and half the curvature at the start, of each row that only pushes.
    pub quadratics: Vec<(usize, [f64; 3])>,
    /// The elliptic cones.
    pub cones: Vec<ConeLine>,
}

/// What the cost of an elliptic cone along a line depends on.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ConeLine {
    /// Value, slope and half the curvature at the start, were the contact to stick.
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
pub(super) struct Hessian {
    /// Whether the pattern of `M` suffices.
    pub tree: bool,
    /// The pattern when that of `M` does not suffice.
    pub fill: Fill,
    /// Tiles of `M + Jᵀ D J`; rows that change their zone are added or taken away.
    pub smooth: Vec<Tile>,
    /// Zones of the rows that `smooth` was made for.
    pub states: Vec<ConstraintState>,
    /// With the cones, then `Lᵀ D L`.
    pub factor: Vec<Tile>,
    /// Inverse of `D`.
    pub diag_inv: Vec<Lane>,
    /// The dense factor, where rounding left the other one without a positive pivot; empty otherwise.
    pub dense: Vec<f64>,
    /// There is a factor.
    pub factored: bool,
    /// Changes of the weights of the rows of a group.
    pub weights: Vec<f64>,
    /// Rows of a cone's Hessian.
    pub mixed: Vec<Lane>,
}

/// A primal problem's own copies of what it works on.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Packed {
    pub(super) tiles: TileNumbers,
    pub(super) rownnz: Vec<i32>,
    pub(super) rowadr: Vec<i32>,
    pub(super) colind: Vec<i32>,
    pub(super) sizes: Vec<u8>,
    pub(super) inertia: Vec<Tile>,
    pub(super) factor: Vec<Tile>,
    pub(super) diag_inv: Vec<Lane>,
    pub(super) qfrc_smooth: Vec<Lane>,
    pub(super) jacobian: TileRows,
    pub(super) mass: Vec<f64>,
    pub(super) regularisation: Vec<f64>,
    pub(super) frictionloss: Vec<f64>,
    pub(super) kind: Vec<ConstraintType>,
    pub(super) id: Vec<i32>,
}

/// Which tiles of the world belong to a problem.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct TileNumbers {
    /// Number of each tile of the world in the problem, -1 for those that do not belong there.
    pub number: Vec<i32>,
    /// The tiles that do.
    pub taken: Vec<u32>,
}

/// Work space of the dual solvers. Rows are numbered within their island here.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct DualWork {
    /// Inverse diagonal of the rows.
    pub(super) inverse: Vec<f64>,
    pub(super) rows: Vec<DualRow>,
    pub(super) bounded: Vec<Bounded>,
    /// The rows once more, where they are few and all coupled.
    pub(super) dense: DenseRows,
    /// Columns of the rows, as runs.
    pub(super) runs: Vec<[usize; 2]>,
    /// First row of each block, in the order of this iteration.
    pub(super) order: Vec<u32>,
    /// Inverses of the numbers that a shuffle divides by.
    pub(super) inverses: Vec<u64>,
    /// The forces, before this iteration, and after its momentum.
    pub(super) force: Vec<f64>,
    pub(super) previous: Vec<f64>,
    pub(super) momentum: Vec<f64>,
    /// `b` of the rows, and the slope of the cost by each force.
    pub(super) constant: Vec<f64>,
    pub(super) slope: Vec<f64>,
    /// Zones of the rows.
    pub(super) zones: Vec<ConstraintState>,
    /// All rows are single ones that only push.
    pub(super) unilateral: bool,
}

/// What a row of a dual problem is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct DualRow {
    /// Its number in the world.
    pub number: usize,
    /// Rows of an elliptic contact from here on, solved together; one for any other row.
    pub len: usize,
    /// Whether it is a single row that only pushes.
    pub unilateral: bool,
}
