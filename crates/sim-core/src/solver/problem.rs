//! What a primal solver works on: all rows and dofs of a world, or those of one island put next to each other.

use crate::constraint::{self, update::Rows};
use crate::data::{ConstraintType, Data};
use crate::dynamics::inertia;
use crate::linalg::{ltdl::Pattern, sparse, sparse::Csr};
use crate::model::Model;

/// `min ½ (a - a0)ᵀ M (a - a0) + s(J a - aref)`.
pub(super) struct Problem<'a> {
    /// Degrees of freedom.
    pub nv: usize,
    pub rows: Rows<'a>,
    /// `J`.
    pub jacobian: Csr<'a>,
    pub aref: &'a [f64],
    /// Pattern of `M` and its factor.
    pub pattern: Pattern<'a>,
    pub mass: &'a [f64],
    pub factor: &'a [f64],
    pub diag_inv: &'a [f64],
    /// `M a0`.
    pub qfrc_smooth: &'a [f64],
    /// Makes costs and gradients comparable across models: an inverse inertia.
    pub scale: f64,
    /// The reference engine would store the matrices sparsely.
    pub sparse: bool,
}

impl<'a> Problem<'a> {
    /// All rows of a world; `scale` by the mean inertia of the model.
    pub(super) fn whole(m: &'a Model, d: &'a Data) -> Self {
        Self {
            nv: m.nv,
            rows: Rows::of(d),
            jacobian: constraint::jacobian(d),
            aref: &d.efc_aref,
            pattern: inertia::pattern(m),
            mass: &d.M,
            factor: &d.qLD,
            diag_inv: &d.qLDiagInv,
            qfrc_smooth: &d.qfrc_smooth,
            scale: 1.0 / (m.stat.meaninertia * m.nv.max(1) as f64),
            sparse: constraint::is_sparse(m),
        }
    }

    /// One island: the world itself where it is the only one and holds everything, else what `gathered` collects.
    pub(super) fn island(m: &'a Model, d: &'a Data, island: usize, gathered: &'a mut Gathered) -> Self {
        let part = Part::of(d, island);
        let mut problem = if part.dofs.len() == m.nv && part.rows.len() == d.nefc {
            Self::whole(m, d)
        } else {
            gathered.collect(m, d, &part);
            gathered.problem(m, d, island)
        };
        problem.scale = 1.0 / inertia_of(problem.pattern, problem.mass);
        problem
    }

    /// Entries of the Jacobian, as the reference engine would store it.
    pub(super) fn stored_entries(&self) -> usize {
        if self.sparse {
            self.jacobian.rownnz.iter().map(|&n| n.max(0) as usize).sum()
        } else {
            self.nv * self.rows.len()
        }
    }

    /// `out = J a - aref`.
    pub(super) fn errors(&self, acc: &[f64], out: &mut [f64]) {
        self.jacobian.mul(acc, out);
        for (x, a) in out.iter_mut().zip(self.aref) {
            *x -= a;
        }
    }
}

/// Sum of the diagonal of `M`.
fn inertia_of(pattern: Pattern<'_>, mass: &[f64]) -> f64 {
    pattern.rowadr.iter().zip(pattern.rownnz).map(|(&adr, &nnz)| mass[(adr + nnz - 1) as usize]).sum()
}

/// Which dofs and rows of the world belong to an island.
pub(super) struct Part<'a> {
    pub dofs: &'a [i32],
    pub rows: &'a [i32],
    first_dof: i32,
}

impl<'a> Part<'a> {
    pub(super) fn of(d: &'a Data, island: usize) -> Self {
        let range = |first: i32, count: i32| first.max(0) as usize..(first + count).max(0) as usize;
        Self {
            dofs: &d.map_idof2dof[range(d.island_idofadr[island], d.island_nv[island])],
            rows: &d.map_iefc2efc[range(d.island_iefcadr[island], d.island_nefc[island])],
            first_dof: d.island_idofadr[island],
        }
    }

    /// `out = source` at the dofs of the island.
    pub(super) fn take_dofs(&self, source: &[f64], out: &mut Vec<f64>) {
        take(self.dofs, source, out);
    }
}

/// Copies the entries of `source` at `index`.
fn take<T: Copy>(index: &[i32], source: &[T], out: &mut Vec<T>) {
    out.clear();
    out.extend(index.iter().map(|&i| source[i as usize]));
}

/// Copies of what belongs to an island, in its own numbering.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Gathered {
    inertia: Matrix,
    factor: Vec<f64>,
    diag_inv: Vec<f64>,
    jacobian: Matrix,
    aref: Vec<f64>,
    mass: Vec<f64>,
    regularisation: Vec<f64>,
    frictionloss: Vec<f64>,
    kind: Vec<ConstraintType>,
    id: Vec<i32>,
    qfrc_smooth: Vec<f64>,
}

/// A sparse matrix of an island.
#[derive(Clone, Debug, Default, PartialEq)]
struct Matrix {
    rownnz: Vec<i32>,
    rowadr: Vec<i32>,
    colind: Vec<i32>,
    values: Vec<f64>,
}

impl Matrix {
    /// The rows `index` of a matrix over dofs, with the dofs numbered as in the island. Entries at other dofs are zeros
    /// of a path that does not reach them, and are left out.
    fn collect(&mut self, source: Csr<'_>, index: &[i32], number: &[i32], part: &Part<'_>) {
        self.rownnz.clear();
        self.rowadr.clear();
        self.colind.clear();
        self.values.clear();
        for &i in index {
            let (columns, values) = source.row(i as usize);
            let start = self.values.len();
            for (&c, &x) in columns.iter().zip(values) {
                let place = number[c as usize] - part.first_dof;
                if (0..part.dofs.len() as i32).contains(&place) {
                    self.colind.push(place);
                    self.values.push(x);
                }
            }
            self.rowadr.push(start as i32);
            self.rownnz.push((self.values.len() - start) as i32);
        }
    }

    fn view(&self) -> Csr<'_> {
        Csr { rownnz: &self.rownnz, rowadr: &self.rowadr, colind: &self.colind, values: &self.values }
    }
}

impl Gathered {
    fn collect(&mut self, m: &Model, d: &Data, part: &Part<'_>) {
        let full = Csr { rownnz: &m.M_rownnz, rowadr: &m.M_rowadr, colind: &m.M_colind, values: &d.M };
        self.inertia.collect(full, part.dofs, &d.map_dof2idof, part);
        self.factor.clear();
        for &i in part.dofs {
            let range = sparse::row_range(&m.M_rownnz, &m.M_rowadr, i as usize);
            self.factor.extend_from_slice(&d.qLD[range]);
        }
        self.jacobian.collect(constraint::jacobian(d), part.rows, &d.map_dof2idof, part);
        take(part.dofs, &d.qLDiagInv, &mut self.diag_inv);
        take(part.dofs, &d.qfrc_smooth, &mut self.qfrc_smooth);
        take(part.rows, &d.efc_aref, &mut self.aref);
        take(part.rows, &d.efc_D, &mut self.mass);
        take(part.rows, &d.efc_R, &mut self.regularisation);
        take(part.rows, &d.efc_frictionloss, &mut self.frictionloss);
        take(part.rows, &d.efc_type, &mut self.kind);
        take(part.rows, &d.efc_id, &mut self.id);
    }

    fn problem(&self, m: &Model, d: &Data, island: usize) -> Problem<'_> {
        let inertia = self.inertia.view();
        Problem {
            nv: self.diag_inv.len(),
            rows: Rows {
                ne: d.island_ne[island].max(0) as usize,
                nf: d.island_nf[island].max(0) as usize,
                mass: &self.mass,
                regularisation: &self.regularisation,
                frictionloss: &self.frictionloss,
                kind: &self.kind,
                id: &self.id,
            },
            jacobian: self.jacobian.view(),
            aref: &self.aref,
            pattern: Pattern { rownnz: inertia.rownnz, rowadr: inertia.rowadr, colind: inertia.colind },
            mass: &self.inertia.values,
            factor: &self.factor,
            diag_inv: &self.diag_inv,
            qfrc_smooth: &self.qfrc_smooth,
            scale: 0.0,
            sparse: constraint::is_sparse(m),
        }
    }
}
