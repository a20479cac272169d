//! What the solvers keep between calls, so that a warm solve allocates nothing.
//!
//! Only the buffers are declared here; who works on one implements it.

use crate::linalg::fill::Fill;
use crate::linalg::relax::Bounded;
use crate::linalg::relax_dense::DenseRows;
use crate::linalg::tile_rows::TileRows;
use crate::linalg::tiles::{Lane, Tile};
use crate::model::{ConstraintState, ConstraintType};

/// Vectors the primal solvers work on.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct PrimalWork {
    /// The acceleration; where to start, then the solution.
    pub(crate) qacc: Vec<Lane>,
    /// Force of the rows on the dofs.
    pub(crate) qfrc_constraint: Vec<Lane>,
    pub(crate) force: Vec<f64>,
    pub(crate) state: Vec<ConstraintState>,
    pub(crate) old_state: Vec<ConstraintState>,
    /// `J a - aref`, of where to start at first.
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

/// What a line search keeps.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct LineWork {
    /// Value, slope and half the curvature at the start, of each row that only pushes.
    pub quadratics: Vec<(usize, [f64; 3])>,
    /// The elliptic cones.
    pub cones: Vec<ConeLine>,
}

/// What the cost of an elliptic cone along a line depends on.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ConeLine {
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
pub(crate) struct Hessian {
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

/// Which tiles of the world belong to a problem.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct TileNumbers {
    /// Number of each tile of the world in the problem, -1 for those that do not belong there.
    pub number: Vec<i32>,
    /// The tiles that do.
    pub taken: Vec<u32>,
}

/// Work space of the dual solvers. Rows are numbered within their island here.
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
    /// Inverses of the numbers that a shuffle divides by.
    pub(crate) inverses: Vec<u64>,
    /// The forces, before this iteration, and after its momentum.
    pub(crate) force: Vec<f64>,
    pub(crate) previous: Vec<f64>,
    pub(crate) momentum: Vec<f64>,
    /// `b` of the rows, and the slope of the cost by each force.
    pub(crate) constant: Vec<f64>,
    pub(crate) slope: Vec<f64>,
    /// Zones of the rows.
    pub(crate) zones: Vec<ConstraintState>,
    /// All rows are single ones that only push.
    pub(crate) unilateral: bool,
}

/// What a row of a dual problem is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct DualRow {
    /// Its number in the world.
    pub number: usize,
    /// Rows of an elliptic contact from here on, solved together; one for any other row.
    pub len: usize,
    /// Whether it is a single row that only pushes.
    pub unilateral: bool,
}
