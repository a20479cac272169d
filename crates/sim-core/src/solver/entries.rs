//! Number of matrix entries of a solve in MuJoCo's storage, which `solver_nnz` reports. It is computed when it is read.

use super::problem::Part;
use crate::data::{Data, MAX_ISLANDS};
use crate::linalg::fill::Fill;
use crate::linalg::sparse;
use crate::model::{ConeType, Model};
use crate::stage::IslandMaps;

/// The matrix of a solve, a value of `solver_matrix`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Matrix {
    /// No matrix: there was no solve.
    None = 0,
    /// The Jacobian: conjugate gradients, or a start that needed no iteration.
    Jacobian = 1,
    /// The Hessian of Newton's method.
    Hessian = 2,
    /// The inverse inertia in constraint space, for dual solvers.
    Coupled = 3,
}

impl Matrix {
    fn of(code: i32) -> Self {
        match code {
            1 => Self::Jacobian,
            2 => Self::Hessian,
            3 => Self::Coupled,
            _ => Self::None,
        }
    }
}

impl Data {
    /// Number of entries of the matrix in the last constraint solve, by island, in MuJoCo's storage.
    #[must_use]
    pub fn solver_nnz(&self, m: &Model) -> [i32; MAX_ISLANDS] {
        let mut out = [0; MAX_ISLANDS];
        if self.nefc == 0 {
            return out;
        }
        let counts: Vec<i32> = (0..m.nv.max(self.nefc) as i32).collect();
        for (index, (out, &code)) in out.iter_mut().zip(&self.solver_matrix).enumerate().take(self.nisland.max(1)) {
            let part = Part::of(m, IslandMaps::of(self), &counts, (self.nisland > 0).then_some(index));
            let entries = match (Matrix::of(code), m.is_sparse()) {
                (Matrix::None, _) => 0,
                (Matrix::Jacobian, false) => part.dofs.len() * part.rows.len(),
                (Matrix::Hessian, false) => part.dofs.len() * part.dofs.len(),
                (Matrix::Coupled, false) => part.rows.len() * part.rows.len(),
                (Matrix::Jacobian, true) => part.rows.iter().map(|&r| self.efc_J.columns(r as usize).len()).sum(),
                (Matrix::Coupled, true) => part.rows.iter().map(|&r| self.efc_AR.row_len(r as usize)).sum(),
                (Matrix::Hessian, true) => hessian_entries(m, self, &part),
            };
            *out = i32::try_from(entries).unwrap_or(i32::MAX);
        }
        out
    }
}

/// Entries of the Hessian and of its factor, and with elliptic cones also of the factor with the sliding ones.
fn hessian_entries(m: &Model, d: &Data, part: &Part<'_>) -> usize {
    let (nv, mut fill) = (part.dofs.len(), Fill::default());
    // the index of a dof in this part
    let first = part.island.map(|island| d.island_idofadr[island]);
    let number = |dof: i32| first.map_or(dof, |first| d.map_dof2idof[dof as usize] - first);
    let columns = |r: i32| -> Vec<i32> {
        let inside = |n: &i32| (0..nv as i32).contains(n);
        d.efc_J.columns(r as usize).iter().map(|&c| number(c)).filter(inside).collect()
    };
    fill.begin_empty(nv);
    part.rows.iter().for_each(|&r| fill.couple_all(&columns(r)));
    let square = fill.count();
    fill.begin(nv);
    let mut inertia = 0;
    for &dof in part.dofs {
        let chain = &m.M_colind[sparse::row_range(&m.M_rownnz, &m.M_rowadr, dof as usize)];
        let chain: Vec<i32> = chain.iter().map(|&c| number(c)).collect();
        inertia += chain.len();
        fill.couple(&chain);
    }
    part.rows.iter().for_each(|&r| fill.couple(&columns(r)));
    fill.finish();
    let factors = if m.opt.cone == ConeType::Elliptic { 2 } else { 1 };
    factors * fill.len() + square + inertia
}
