//! Inverse inertia in constraint space: `A = J M⁻¹ Jᵀ = Y Yᵀ` with `Y = J M^(-1/2)`, plus the regularisation on the
//! diagonal. Only dual solvers need it.

use crate::error::{Excess, StepError};
use crate::linalg::row_matrix::RowMatrix;
use crate::linalg::sparse;
use crate::linalg::wide;
use crate::model::{Model, SolverType};
use crate::scratch::constraint::{CoupledRows, Coupling, Group, ProjectWork};
use crate::stage::InertiaOfRows;

/// Lanes of all rows up to which whole rows are multiplied: they fit the fastest cache beside the result.
const SMALL: usize = 512;

/// Whether the model's solver is dual.
pub(crate) fn is_dual(m: &Model) -> bool {
    m.opt.solver == SolverType::PGS || m.opt.noslip_iterations > 0
}

/// `A + R`, if a solver needs it.
pub fn project(m: &Model, d: &mut InertiaOfRows<'_>) -> Result<(), StepError> {
    group(d.efc_J, &mut d.efc_AR.coupling);
    half(m, d);
    couple(m, d);
    if let Err(error) = m.limits.check_matrix(Excess::InertiaOfRows, *d.nA) {
        (*d.nA, *d.nY) = (0, 0);
        d.efc_AR.clear();
        d.efc_Y.clear();
        return Err(error);
    }
    square(d);
    Ok(())
}

/// Groups adjacent rows that act on equal dofs, as the Jacobian has them.
fn group(jac: &RowMatrix, coupling: &mut Coupling) {
    coupling.clear();
    for (g, group) in jac.groups().enumerate() {
        let (first, end) = (group.first, group.first + group.count);
        coupling.groups.push(Group { first, end, ..Group::default() });
        coupling.group_of.resize(end, g as u32);
    }
}

/// `Y = J L⁻¹ D^(-1/2)`; the dofs of a row are those of the Jacobian and their ancestors.
fn half(m: &Model, d: &mut InertiaOfRows<'_>) {
    let work = &mut *d.project;
    work.mark.clear();
    work.mark.resize(m.nv, usize::MAX);
    work.starts.clear();
    work.roots.clear();
    d.efc_Y.clear();
    for (g, group) in d.efc_J.groups().enumerate() {
        work.starts.push(work.roots.len());
        work.closed.clear();
        with_ancestors(m, group.columns, g, &mut work.mark, &mut work.closed, &mut work.roots);
        d.efc_Y.append_group(d.efc_J, g, &work.closed);
    }
    work.starts.push(work.roots.len());
    *d.nY = d.efc_Y.len();
    work.sqrt_diag_inv.clear();
    work.sqrt_diag_inv.extend(d.qLD.lanes().iter().map(|lane| lane.map(f64::sqrt)));
    wide::half_solve_rows(d.efc_Y.rows_mut(), d.layout.grid(), d.qLD.tiles(), &work.sqrt_diag_inv);
}

/// Appends `dofs` and their ancestors in increasing order, and those among them without ancestors.
fn with_ancestors(m: &Model, dofs: &[i32], g: usize, mark: &mut [usize], out: &mut Vec<i32>, roots: &mut Vec<usize>) {
    let first = out.len();
    for &j in dofs {
        // upwards from the dof itself: if a dof is known, so are its ancestors
        let begin = out.len();
        let chain = &m.M_colind[sparse::row_range(&m.M_rownnz, &m.M_rowadr, j as usize)];
        let known = chain.iter().rposition(|&c| mark[c as usize] == g).map_or(0, |k| k + 1);
        if let (0, Some(&root)) = (known, chain.first()) {
            roots.push(root as usize);
        }
        out.extend_from_slice(&chain[known..]);
        for &c in &out[begin..] {
            mark[c as usize] = g;
        }
    }
    // always sorted for chains of bodies
    if !out[first..].is_sorted() {
        out[first..].sort_unstable();
    }
}

/// The sparsity of `A`: two groups are coupled if they share a dof. Each group includes the ancestors of its dofs, so groups that
/// share a dof also share one without ancestors.
fn couple(m: &Model, d: &mut InertiaOfRows<'_>) {
    let (work, CoupledRows { coupling, starts, .. }) = (&mut *d.project, &mut *d.efc_AR);
    let count = coupling.groups.len();
    list_by_root(m.nv, count, work);
    work.mark.clear();
    work.mark.resize(count, usize::MAX);
    starts.clear();
    let mut entries = 0;
    for g in 0..count {
        if g > 0 && work.roots_of(g) == work.roots_of(g - 1) && !work.roots_of(g).is_empty() {
            coupling.couple_alike(g);
        } else {
            work.collect_coupled(g);
            coupling.couple(g, &work.coupled);
        }
        let Group { first, end, runs: [from, to], .. } = coupling.groups[g];
        let len: usize = coupling.runs[from..to].iter().map(|[first, end]| end - first).sum();
        for _ in first..end {
            starts.push(entries);
            entries += len;
        }
    }
    *d.nA = entries;
}

impl ProjectWork {
    /// Dofs without ancestors that a group reaches.
    fn roots_of(&self, g: usize) -> &[usize] {
        &self.roots[self.starts[g]..self.starts[g + 1]]
    }

    /// Writes `coupled`.
    fn collect_coupled(&mut self, g: usize) {
        self.coupled.clear();
        for &root in &self.roots[self.starts[g]..self.starts[g + 1]] {
            for &other in &self.root_groups[self.root_starts[root]..self.root_starts[root + 1]] {
                if self.mark[other] != g {
                    self.mark[other] = g;
                    self.coupled.push(other);
                }
            }
        }
        // a group without dofs still has its regularisation
        if self.coupled.is_empty() {
            self.coupled.push(g);
        }
        if !self.coupled.is_sorted() {
            self.coupled.sort_unstable();
        }
    }
}

/// Writes `root_starts root_groups`.
fn list_by_root(nv: usize, groups: usize, work: &mut ProjectWork) {
    work.root_starts.clear();
    work.root_starts.resize(nv + 2, 0);
    for &root in &work.roots {
        work.root_starts[root + 2] += 1;
    }
    for j in 2..nv + 2 {
        work.root_starts[j] += work.root_starts[j - 1];
    }
    work.root_groups.clear();
    work.root_groups.resize(work.roots.len(), 0);
    for g in 0..groups {
        for &root in &work.roots[work.starts[g]..work.starts[g + 1]] {
            let next = &mut work.root_starts[root + 1];
            work.root_groups[*next] = g;
            *next += 1;
        }
    }
}

/// `Y Yᵀ + R`.
fn square(d: &mut InertiaOfRows<'_>) {
    let tiles = d.layout.grid().sizes.len();
    let is_whole = matches!(d.efc_AR.coupling.runs[..], [[0, end]] if end == d.nefc);
    if is_whole && d.nefc * tiles <= SMALL {
        square_whole(d, tiles);
    } else {
        square_runs(d);
    }
}

/// Products of whole rows, for rows that are all coupled: most lanes count, so finding those that do would cost more.
fn square_whole(d: &mut InertiaOfRows<'_>, tiles: usize) {
    let (spread, values) = (&mut d.project.spread, &mut d.efc_AR.values);
    d.efc_Y.rows().spread(tiles, spread);
    values.resize(*d.nA, 0.0);
    wide::square(spread, tiles, values);
    for (r, regularisation) in d.efc_R.iter().enumerate().take(d.nefc) {
        values[r * (d.nefc + 1)] += regularisation;
    }
}

/// The lower triangle row by row, mirrored.
fn square_runs(d: &mut InertiaOfRows<'_>) {
    let (next, half) = (&mut d.project.next, d.efc_Y.rows());
    let CoupledRows { coupling, starts, values } = &mut *d.efc_AR;
    values.resize(*d.nA, 0.0);
    next.clear();
    for r in 0..d.nefc {
        let Group { runs: [from, to], .. } = coupling.groups[coupling.group_of[r] as usize];
        let mut at = starts[r];
        for &[start, end] in &coupling.runs[from..to] {
            let end = end.min(r + 1);
            if start >= end {
                break;
            }
            wide::products(half, r, start..end, &mut values[at..at + end - start]);
            // rows come in increasing order, so that each row is filled from left to right
            for next in &mut next[start..end.min(r)] {
                values[*next] = values[at];
                *next += 1;
                at += 1;
            }
        }
        values[at] += d.efc_R[r];
        next.push(at + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dynamics::inertia;
    use crate::linalg::ltdl::FactorRows;

    #[test]
    fn product_is_the_inverse_inertia_of_the_rows() {
        let mut m = Model::n_link_pendulum(4, 0.5, 0.2);
        m.opt.solver = SolverType::PGS;
        m.dof_frictionloss.fill(0.1);
        let mut d = m.make_data();
        d.qpos.copy_from_slice(&[0.3, -0.8, 1.2, 0.1]);
        d.forward(&m).unwrap();
        assert_eq!(d.nefc, 4);
        let (jac, inverse) = (d.efc_J.to_csr(), d.efc_AR.to_csr());
        for i in 0..4 {
            let mut x = [0.0; 4];
            jac.borrow().row_dense(i, &mut x);
            inertia::solve(&m, &FactorRows::of(&d.qLD), &mut x);
            let mut expected = [0.0; 4];
            jac.borrow().mul(&x, &mut expected);
            expected[i] += d.efc_R[i];
            let mut row = [0.0; 4];
            inverse.borrow().row_dense(i, &mut row);
            for j in 0..4 {
                assert!((row[j] - expected[j]).abs() < 1e-12 * expected[i].abs().max(1.0));
            }
        }
    }
}
