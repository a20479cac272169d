//! Inverse inertia seen by the rows: `A = J M⁻¹ Jᵀ = Y Yᵀ` with `Y = J M^(-1/2)`, plus the regularisation on the
//! diagonal. Dual solvers act on it.
//!
//! Reads `efc_J efc_R qLD`; writes `nY nA efc_Y efc_AR` and their patterns.

use super::jacobian;
use crate::data::Data;
use crate::linalg::sparse::{self, Csr};
use crate::linalg::tile_rows::TileRows;
use crate::linalg::tiles::{Lane, WIDTH};
use crate::linalg::wide;
use crate::model::{Model, SolverType};
use std::ops::Range;

/// Work space of the products.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ProjectWork {
    /// `J`, then `Y`.
    half: TileRows,
    /// `D^(-1/2)`.
    sqrt_diag_inv: Vec<Lane>,
    /// Products of the rows of two groups.
    products: Vec<f64>,
    /// The last group that touched a dof.
    mark: Vec<usize>,
    /// First row of each group of rows with the same dofs.
    groups: Vec<usize>,
    /// Groups that share a dof with each other: for each group where its list starts, then the lists, increasing.
    starts: Vec<usize>,
    shared: Vec<usize>,
    /// Groups by dof, to find those: where the list of each dof starts, then the lists.
    dof_starts: Vec<usize>,
    dof_groups: Vec<usize>,
    /// Where the next entry of each row goes.
    next: Vec<usize>,
}

/// Whether the solvers of this model act on the rows.
pub(crate) fn is_dual(m: &Model) -> bool {
    m.opt.solver == SolverType::PGS || m.opt.noslip_iterations > 0
}

/// `A + R`, where a solver needs it.
pub fn project(m: &Model, d: &mut Data) {
    if d.nefc == 0 || !is_dual(m) {
        return;
    }
    let mut work = std::mem::take(&mut d.scratch.project);
    group(d, &mut work);
    half(m, d, &mut work);
    share(m.nv, d, &mut work);
    square(d, &mut work);
    d.scratch.project = work;
}

/// `J M^(-1/2)`, where it was computed.
pub fn half_inertia(d: &Data) -> Csr<'_> {
    Csr { rownnz: &d.efc_Y_rownnz, rowadr: &d.efc_Y_rowadr, colind: &d.efc_Y_colind, values: &d.efc_Y }
}

/// `J M⁻¹ Jᵀ + R`, where it was computed.
pub fn inverse_inertia(d: &Data) -> Csr<'_> {
    Csr { rownnz: &d.efc_AR_rownnz, rowadr: &d.efc_AR_rowadr, colind: &d.efc_AR_colind, values: &d.efc_AR }
}

/// Rows next to each other that act on the same dofs.
fn group(d: &Data, work: &mut ProjectWork) {
    let jacobian = jacobian(d);
    work.groups.clear();
    for r in 0..d.nefc {
        if r == 0 || jacobian.row(r).0 != jacobian.row(r - 1).0 {
            work.groups.push(r);
        }
    }
}

impl ProjectWork {
    /// Rows of group `g`.
    fn rows(&self, d: &Data, g: usize) -> Range<usize> {
        self.groups[g]..self.groups.get(g + 1).copied().unwrap_or(d.nefc)
    }
}

/// `Y = J L⁻¹ D^(-1/2)`; the dofs of a row are those of the Jacobian and their ancestors.
fn half(m: &Model, d: &mut Data, work: &mut ProjectWork) {
    let slot = |dof: i32| d.scratch.layout.slot[dof as usize] as usize;
    work.mark.clear();
    work.mark.resize(m.nv, usize::MAX);
    work.half.clear();
    let (mut values, mut colind) = (std::mem::take(&mut d.efc_Y), std::mem::take(&mut d.efc_Y_colind));
    colind.clear();
    for g in 0..work.groups.len() {
        let first = colind.len();
        let rows = work.rows(d, g);
        with_ancestors(m, jacobian(d).row(rows.start).0, g, &mut work.mark, &mut colind);
        let closed = first..colind.len();
        let own = jacobian(d).row(rows.start).0.iter().map(|&c| Some(slot(c)));
        work.half.begin_group(colind[closed.clone()].iter().map(|&c| slot(c)), own);
        for r in rows {
            work.half.push(jacobian(d).row(r).1);
            d.efc_Y_rowadr[r] = (first + (r - work.groups[g]) * closed.len()) as i32;
            d.efc_Y_rownnz[r] = closed.len() as i32;
            if r > work.groups[g] {
                colind.extend_from_within(closed.clone());
            }
        }
    }
    let inertia = &d.scratch.inertia;
    work.sqrt_diag_inv.clear();
    work.sqrt_diag_inv.extend(inertia.diag_inv.iter().map(|lane| lane.map(f64::sqrt)));
    wide::half_solve_rows(&mut work.half, d.scratch.layout.pattern(), &inertia.factor, &work.sqrt_diag_inv);
    unpack(d, &work.half, &colind, &mut values);
    d.nY = values.len();
    (d.efc_Y, d.efc_Y_colind) = (values, colind);
}

/// The entries of rows in tiles at `columns`, row after row.
fn unpack(d: &Data, rows: &TileRows, columns: &[i32], out: &mut Vec<f64>) {
    out.clear();
    let mut rest = columns;
    for group in rows.groups() {
        for k in 0..group.count {
            let count = d.efc_Y_rownnz[group.first + k].max(0) as usize;
            let (own, after) = rest.split_at(count);
            rest = after;
            let lanes = &group.lanes[k * group.reached.len()..(k + 1) * group.reached.len()];
            let mut at = 0;
            for &c in own {
                let slot = d.scratch.layout.slot[c as usize] as usize;
                while group.reached[at] as usize != slot / WIDTH {
                    at += 1;
                }
                out.push(lanes[at][slot % WIDTH]);
            }
        }
    }
}

/// Appends `dofs` and their ancestors, increasing.
fn with_ancestors(m: &Model, dofs: &[i32], g: usize, mark: &mut [usize], out: &mut Vec<i32>) {
    let first = out.len();
    for &j in dofs {
        for &c in &m.M_colind[sparse::row_range(&m.M_rownnz, &m.M_rowadr, j as usize)] {
            if mark[c as usize] != g {
                mark[c as usize] = g;
                out.push(c);
            }
        }
    }
    out[first..].sort_unstable();
}

/// Which groups share a dof.
fn share(nv: usize, d: &Data, work: &mut ProjectWork) {
    work.dof_starts.clear();
    work.dof_starts.resize(nv + 2, 0);
    let columns = |first: usize| &d.efc_Y_colind[sparse::row_range(&d.efc_Y_rownnz, &d.efc_Y_rowadr, first)];
    for &first in &work.groups {
        for &c in columns(first) {
            work.dof_starts[c as usize + 2] += 1;
        }
    }
    for j in 2..nv + 2 {
        work.dof_starts[j] += work.dof_starts[j - 1];
    }
    work.dof_groups.clear();
    work.dof_groups.resize(work.dof_starts[nv + 1], 0);
    for (g, &first) in work.groups.iter().enumerate() {
        for &c in columns(first) {
            let next = &mut work.dof_starts[c as usize + 1];
            work.dof_groups[*next] = g;
            *next += 1;
        }
    }
    work.mark.clear();
    work.mark.resize(work.groups.len(), usize::MAX);
    work.starts.clear();
    work.shared.clear();
    for (g, &first) in work.groups.iter().enumerate() {
        let start = work.shared.len();
        work.starts.push(start);
        // a group that nothing moves still has its regularisation
        work.mark[g] = g;
        work.shared.push(g);
        for &c in columns(first) {
            for &other in &work.dof_groups[work.dof_starts[c as usize]..work.dof_starts[c as usize + 1]] {
                if work.mark[other] != g {
                    work.mark[other] = g;
                    work.shared.push(other);
                }
            }
        }
        work.shared[start..].sort_unstable();
    }
    work.starts.push(work.shared.len());
}

/// `Y Yᵀ + R`: the lower triangle, mirrored.
fn square(d: &mut Data, work: &mut ProjectWork) {
    let (mut values, mut colind) = (std::mem::take(&mut d.efc_AR), std::mem::take(&mut d.efc_AR_colind));
    work.next.clear();
    let mut total = 0;
    for g in 0..work.groups.len() {
        let coupled = &work.shared[work.starts[g]..work.starts[g + 1]];
        let count: usize = coupled.iter().map(|&h| work.rows(d, h).len()).sum();
        for r in work.rows(d, g) {
            d.efc_AR_rowadr[r] = total as i32;
            d.efc_AR_rownnz[r] = count as i32;
            work.next.push(total);
            total += count;
        }
    }
    values.clear();
    values.resize(total, 0.0);
    colind.clear();
    colind.resize(total, 0);
    let mut put = |next: &mut [usize], row: usize, column: usize, value: f64| {
        (values[next[row]], colind[next[row]]) = (value, column as i32);
        next[row] += 1;
    };
    for g in 0..work.groups.len() {
        for at in work.starts[g]..work.starts[g + 1] {
            let h = work.shared[at];
            if h > g {
                break;
            }
            let (Some(left), Some(right)) = (work.half.group(g), work.half.group(h)) else { continue };
            wide::products(left, right, &mut work.products);
            for i in 0..left.count {
                // in the group itself, the lower triangle
                let upto = if h == g { i + 1 } else { right.count };
                for j in 0..upto {
                    let (r, s, product) = (left.first + i, right.first + j, work.products[i * right.count + j]);
                    // rows and columns come in increasing order, so that each row fills from left to right
                    if r == s {
                        put(&mut work.next, r, s, product + d.efc_R[r]);
                    } else {
                        put(&mut work.next, r, s, product);
                        put(&mut work.next, s, r, product);
                    }
                }
            }
        }
    }
    d.nA = total;
    (d.efc_AR, d.efc_AR_colind) = (values, colind);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dynamics::inertia;

    #[test]
    fn product_is_the_inverse_inertia_of_the_rows() {
        let mut m = Model::n_link_pendulum(4, 0.5, 0.2);
        m.opt.solver = SolverType::PGS;
        m.dof_frictionloss.fill(0.1);
        let mut d = m.make_data();
        d.qpos.copy_from_slice(&[0.3, -0.8, 1.2, 0.1]);
        d.forward(&m).unwrap();
        assert_eq!(d.nefc, 4);
        for i in 0..4 {
            let mut x = [0.0; 4];
            jacobian(&d).row_dense(i, &mut x);
            inertia::solve(&m, &d, &mut x);
            let mut expected = [0.0; 4];
            jacobian(&d).mul(&x, &mut expected);
            expected[i] += d.efc_R[i];
            let mut row = [0.0; 4];
            inverse_inertia(&d).row_dense(i, &mut row);
            for j in 0..4 {
                assert!((row[j] - expected[j]).abs() < 1e-12 * expected[i].abs().max(1.0));
            }
        }
    }
}
