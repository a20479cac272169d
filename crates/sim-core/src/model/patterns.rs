//! Sparse patterns over the dofs: inertia `M` (lower triangle), velocity derivative `D` (full), body-dof
//! incidence `B`, and the maps between them.

use crate::arrays::Shared;
use crate::model::Model;
use crate::model::chain::{chain, parent_dof};

/// Rows of a sparse matrix under construction.
struct Rows(Vec<Vec<i32>>);

impl Rows {
    /// Lengths, addresses and concatenated columns.
    fn flatten(self) -> (Shared<i32>, Shared<i32>, Shared<i32>) {
        let (mut nnz, mut adr, mut columns) = (Vec::new(), Vec::new(), Vec::new());
        for row in self.0 {
            nnz.push(row.len() as i32);
            adr.push(columns.len() as i32);
            columns.extend(row);
        }
        (nnz.into(), adr.into(), columns.into())
    }
}

/// Position of `column` in row `i`, `None` when the pattern lacks it.
fn find(nnz: &[i32], adr: &[i32], columns: &[i32], i: usize, column: i32) -> Option<usize> {
    let start = adr[i] as usize;
    let row = &columns[start..start + nnz[i] as usize];
    row.binary_search(&column).ok().map(|k| start + k)
}

impl Model {
    /// A dof and its ancestors, from itself to the root.
    fn dof_ancestors(&self, dof: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(Some(dof), |&v| parent_dof(self, v))
    }

    /// Patterns of `M`, `D` and `B` and the maps between their entries. Writes `nM nC nD nB dof_Madr M_* D_* B_*
    /// mapM2M mapM2D mapD2M`. Needs the trees and `dof_simplenum`.
    pub fn derive_matrix_patterns(&mut self) {
        let nv = self.nv;
        let mut lower = Rows(vec![Vec::new(); nv]);
        let mut full = Rows(vec![Vec::new(); nv]);
        // addresses of the older, diagonal-first storage that mapM2M refers to
        let mut legacy = 0;
        let mut from_legacy = Vec::new();
        for i in 0..nv {
            self.dof_Madr[i] = legacy as i32;
            let ancestors: Vec<usize> = self.dof_ancestors(i).collect();
            let kept = if self.dof_simplenum[i] > 0 { 1 } else { ancestors.len() };
            for k in (0..kept).rev() {
                lower.0[i].push(ancestors[k] as i32);
                from_legacy.push((legacy + k) as i32);
            }
            legacy += ancestors.len();
            for &j in ancestors.iter().rev() {
                full.0[i].push(j as i32);
                if j != i {
                    full.0[j].push(i as i32);
                }
            }
        }
        self.nM = legacy;
        (self.M_rownnz, self.M_rowadr, self.M_colind) = lower.flatten();
        (self.D_rownnz, self.D_rowadr, self.D_colind) = full.flatten();
        self.mapM2M = from_legacy.into();
        self.nC = self.M_colind.len();
        self.nD = self.D_colind.len();
        self.D_diag = (0..nv)
            .map(|i| {
                let at = find(&self.D_rownnz, &self.D_rowadr, &self.D_colind, i, i as i32);
                at.map_or(0, |at| at as i32 - self.D_rowadr[i])
            })
            .collect();
        self.derive_maps();
        self.derive_body_pattern();
    }

    /// For each entry of `D` its place in the lower triangle `M` (-1: none), and the reverse.
    fn derive_maps(&mut self) {
        let mut to_full = vec![-1; self.nD];
        let mut to_lower = vec![0; self.nC];
        for i in 0..self.nv {
            let start = self.M_rowadr[i] as usize;
            for k in start..start + self.M_rownnz[i] as usize {
                let j = self.M_colind[k];
                let full = |row: usize, col: i32| find(&self.D_rownnz, &self.D_rowadr, &self.D_colind, row, col);
                if let Some(at) = full(i, j) {
                    to_full[at] = k as i32;
                    to_lower[k] = at as i32;
                }
                if let Some(at) = full(j as usize, i as i32) {
                    to_full[at] = k as i32;
                }
            }
        }
        self.mapM2D = to_full.into();
        self.mapD2M = to_lower.into();
    }

    /// For each body the dofs of its ancestors, itself and its descendants.
    fn derive_body_pattern(&mut self) {
        let mut rows = Rows(vec![Vec::new(); self.nbody]);
        let dofs = |body: usize| self.body_dofadr[body]..self.body_dofadr[body] + self.body_dofnum[body];
        // own dofs go up to every ancestor, children first; theirs are those that move the parent
        for i in (1..self.nbody).rev() {
            rows.0[i].extend(dofs(i));
            let parent = self.body_parentid[i] as usize;
            let (first, rest) = rows.0.split_at_mut(i);
            if let (Some(above), Some(own)) = (first.get_mut(parent), rest.first()) {
                above.extend(own);
            }
        }
        for i in 1..self.nbody {
            rows.0[i].extend(chain(self, self.body_parentid[i] as usize).map(|dof| dof as i32));
        }
        for row in &mut rows.0 {
            row.sort_unstable();
            row.dedup();
        }
        (self.B_rownnz, self.B_rowadr, self.B_colind) = rows.flatten();
        self.nB = self.B_colind.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chain_is_dense_and_maps_are_inverse() {
        let m = Model::n_link_pendulum(4, 1.0, 0.1);
        assert_eq!((m.nM, m.nC, m.nD), (10, 10, 16));
        for k in 0..m.nC {
            assert_eq!(m.mapM2D[m.mapD2M[k] as usize], k as i32);
        }
        assert!(m.has_consistent_arrays());
    }
}
