//! Inverse inertia seen by the rows: `A = J M⁻¹ Jᵀ = Y Yᵀ` with `Y = J M^(-1/2)`, plus the regularisation on the
//! diagonal. Dual solvers act on it; for the others nothing is done.

use super::jacobian::{self, jacobian};
use super::work::{Coupling, Group, ProjectWork};
use crate::data::Data;
use crate::linalg::sparse::{self, Csr};
use crate::linalg::tile_rows::TileRows;
use crate::linalg::wide;
use crate::model::{Model, SolverType};
use crate::stage::{Coupled, InertiaOfRows, RowJacobian, RowProduct};

/// Whether the solvers of this model act on the rows.
pub(crate) fn is_dual(m: &Model) -> bool {
    m.opt.solver == SolverType::PGS || m.opt.noslip_iterations > 0
}

/// `A + R`, where a solver needs it.
pub fn project(m: &Model, d: &mut InertiaOfRows<'_>) {
    d.inertia_tiles.ensure(d.layout, d.M, d.qLD, d.qLDiagInv);
    jacobian::ensure(&mut RowProduct!(d));
    group(&d.row_tiles.rows, &mut d.project.coupling);
    half(m, d);
    couple(m, d);
    square(d);
}

/// Whether [`project`] was called for the current rows.
pub(crate) fn is_current(d: Coupled<'_>, coupling: &Coupling) -> bool {
    d.nA > 0 && coupling.rows() == d.nefc
}

/// `J M^(-1/2)`, where it was computed.
pub fn half_inertia(d: &Data) -> Csr<'_> {
    Csr { rownnz: &d.efc_Y_rownnz, rowadr: &d.efc_Y_rowadr, colind: &d.efc_Y_colind, values: &d.efc_Y }
}

/// `J M⁻¹ Jᵀ + R`, where it was computed.
pub fn inverse_inertia(d: &Data) -> Csr<'_> {
    Csr { rownnz: &d.efc_AR_rownnz, rowadr: &d.efc_AR_rowadr, colind: &d.efc_AR_colind, values: &d.efc_AR }
}

/// Rows next to each other that act on the same dofs, as the Jacobian was packed.
fn group(rows: &TileRows, coupling: &mut Coupling) {
    coupling.clear();
    for (g, view) in rows.groups().enumerate() {
        let (first, end) = (view.first, view.first + view.count);
        coupling.groups.push(Group { first, end, ..Group::default() });
        coupling.group_of.resize(end, g as u32);
    }
}

/// `Y = J L⁻¹ D^(-1/2)`; the dofs of a row are those of the Jacobian and their ancestors.
fn half(m: &Model, d: &mut InertiaOfRows<'_>) {
    let (jac, work) = (jacobian(RowJacobian!(d)), &mut *d.project);
    let slots = &d.layout.slot;
    work.mark.clear();
    work.mark.resize(m.nv, usize::MAX);
    work.half.clear();
    work.places.clear();
    work.starts.clear();
    work.roots.clear();
    let colind = &mut *d.efc_Y_colind;
    colind.clear();
    for (g, group) in work.coupling.groups.iter().enumerate() {
        let first = colind.len();
        let own = jac.row(group.first).0;
        work.starts.push(work.roots.len());
        with_ancestors(m, own, g, &mut work.mark, colind, &mut work.roots);
        let closed = first..colind.len();
        let slot = |&c: &i32| slots[c as usize] as usize;
        work.half.begin_group(colind[closed.clone()].iter().map(slot), own.iter().map(slot));
        work.half.append_places(colind[closed.clone()].iter().map(slot), &mut work.places);
        for r in group.first..group.end {
            work.half.push(jac.row(r).1, 1);
            d.efc_Y_rowadr[r] = (first + (r - group.first) * closed.len()) as i32;
            d.efc_Y_rownnz[r] = closed.len() as i32;
            if r > group.first {
                colind.extend_from_within(closed.clone());
            }
        }
    }
    work.starts.push(work.roots.len());
    let inertia = &d.inertia_tiles.factored;
    work.sqrt_diag_inv.clear();
    work.sqrt_diag_inv.extend(inertia.diag_inv.iter().map(|lane| lane.map(f64::sqrt)));
    wide::half_solve_rows(&mut work.half, d.layout.grid(), &inertia.factor, &work.sqrt_diag_inv);
    unpack(d);
}

/// The entries of `Y`, row after row.
fn unpack(d: &mut InertiaOfRows<'_>) {
    let (work, values) = (&*d.project, &mut *d.efc_Y);
    values.clear();
    let mut rest = &work.places[..];
    for group in work.half.groups() {
        let (places, after) = rest.split_at(d.efc_Y_rownnz[group.first].max(0) as usize);
        rest = after;
        if !group.reached.is_empty() {
            for row in group.lanes.chunks_exact(group.reached.len()) {
                let numbers = row.as_flattened();
                values.extend(places.iter().map(|&place| numbers[place]));
            }
        }
    }
    *d.nY = values.len();
}

/// Appends `dofs` and their ancestors, increasing, and those among them that have no ancestors.
fn with_ancestors(m: &Model, dofs: &[i32], g: usize, mark: &mut [usize], out: &mut Vec<i32>, roots: &mut Vec<usize>) {
    let first = out.len();
    for &j in dofs {
        // upwards from the dof itself: where one is known, so are those above it
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
    // true of the chains of bodies
    if !out[first..].is_sorted() {
        out[first..].sort_unstable();
    }
}

/// The pattern of `A`: two groups are coupled where they share a dof. Both hold the ancestors of all their dofs, so
/// that they share one without ancestors then.
fn couple(m: &Model, d: &mut InertiaOfRows<'_>) {
    let (work, colind) = (&mut *d.project, &mut *d.efc_AR_colind);
    list_by_root(m.nv, work);
    let count = work.coupling.groups.len();
    work.mark.clear();
    work.mark.resize(count, usize::MAX);
    colind.clear();
    for g in 0..count {
        if g > 0 && work.roots_of(g) == work.roots_of(g - 1) && !work.roots_of(g).is_empty() {
            work.coupling.couple_alike(g);
        } else {
            work.collect_coupled(g);
            work.coupling.couple(g, &work.coupled);
        }
        let Group { first, end, runs: [from, to], .. } = work.coupling.groups[g];
        let begin = colind.len();
        for r in first..end {
            d.efc_AR_rowadr[r] = colind.len() as i32;
            if r == first {
                for &[first, end] in &work.coupling.runs[from..to] {
                    colind.extend(first as i32..end as i32);
                }
            } else {
                colind.extend_from_within(begin..begin + d.efc_AR_rownnz[first] as usize);
            }
            d.efc_AR_rownnz[r] = colind.len() as i32 - d.efc_AR_rowadr[r];
        }
    }
    *d.nA = colind.len();
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
        // a group that nothing moves still has its regularisation
        if self.coupled.is_empty() {
            self.coupled.push(g);
        }
        if !self.coupled.is_sorted() {
            self.coupled.sort_unstable();
        }
    }
}

/// Writes `root_starts root_groups`.
fn list_by_root(nv: usize, work: &mut ProjectWork) {
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
    for g in 0..work.coupling.groups.len() {
        for &root in &work.roots[work.starts[g]..work.starts[g + 1]] {
            let next = &mut work.root_starts[root + 1];
            work.root_groups[*next] = g;
            *next += 1;
        }
    }
}

/// `Y Yᵀ + R`: the lower triangle row by row, mirrored.
fn square(d: &mut InertiaOfRows<'_>) {
    let ProjectWork { coupling, half, next, .. } = &mut *d.project;
    let values = &mut *d.efc_AR;
    values.resize(*d.nA, 0.0);
    next.clear();
    for r in 0..d.nefc {
        let Group { runs: [from, to], .. } = coupling.groups[coupling.group_of[r] as usize];
        let mut at = d.efc_AR_rowadr[r].max(0) as usize;
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
            jacobian(RowJacobian::of(&d)).row_dense(i, &mut x);
            inertia::solve(&m, crate::stage::Factor::of(&d), &mut x);
            let mut expected = [0.0; 4];
            jacobian(RowJacobian::of(&d)).mul(&x, &mut expected);
            expected[i] += d.efc_R[i];
            let mut row = [0.0; 4];
            inverse_inertia(&d).row_dense(i, &mut row);
            for j in 0..4 {
                assert!((row[j] - expected[j]).abs() < 1e-12 * expected[i].abs().max(1.0));
            }
        }
    }
}
