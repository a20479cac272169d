//! MuJoCo's arrays that a world keeps in another form. They are made when they are read, so a step does not pay for them.
//!
//! A line of the table is a method of Data, and what [`Data::produce`] finds by name.

#![allow(non_snake_case)] // MuJoCo's own names: `qLD`, `efc_J`

use super::Data;
use crate::arrays::{ArrayInfo, ArrayRef, array_info};
use crate::linalg::row_matrix::CsrRows;
use crate::linalg::sparse::Csr;
use crate::model::Model;

/// The entries of an array that was made to be read.
#[derive(Clone, Debug, PartialEq)]
pub enum Produced {
    /// Numbers.
    F64(Vec<f64>),
    /// Whole numbers.
    I32(Vec<i32>),
}

impl Produced {
    /// The entries as those of any array.
    #[must_use]
    pub fn entries(&self) -> ArrayRef<'_> {
        match self {
            Self::F64(a) => ArrayRef::F64(a),
            Self::I32(a) => ArrayRef::I32(a),
        }
    }
}

impl From<Vec<f64>> for Produced {
    fn from(entries: Vec<f64>) -> Self {
        Self::F64(entries)
    }
}

impl From<Vec<i32>> for Produced {
    fn from(entries: Vec<i32>) -> Self {
        Self::I32(entries)
    }
}

/// An entry for each row, zero where nothing was computed.
fn padded(mut entries: Vec<i32>, rows: usize) -> Vec<i32> {
    entries.resize(rows, 0);
    entries
}

/// The first `count` entries in the order of a map.
fn by_island<T: Copy + Default>(source: &[T], map: &[i32], count: usize) -> Vec<T> {
    let entry = |&i: &i32| usize::try_from(i).ok().and_then(|i| source.get(i)).copied().unwrap_or_default();
    map.iter().take(count).map(entry).collect()
}

macro_rules! produced {
    ($($(#[doc = $doc:literal])* $name:ident : $t:ty [ $rows:ident $(, $cols:literal)? ] |$d:ident| $make:expr;)*) => {
        impl Data {
            /// Names, element types and dimensions of the arrays that are made when they are read.
            pub const PRODUCED: &'static [ArrayInfo] = &[$(array_info!($(#[doc = $doc])* $name: $t [$rows $(, $cols)?])),*];

            /// Entries of an array that is made when it is read and whose length is a size of the Model.
            #[must_use]
            pub fn produced_len(m: &Model, name: &str) -> Option<usize> {
                let (mut size, mut len) = ("", None);
                $(if name == stringify!($name) { size = stringify!($rows); })*
                m.visit_sizes(&mut |found, value| len = if found == size { Some(value) } else { len });
                len
            }

            /// The array of a name that is made when it is read.
            #[must_use]
            pub fn produce(&self, name: &str) -> Option<Produced> {
                Some(match name {
                    $(stringify!($name) => self.$name().into(),)*
                    _ => return None,
                })
            }

            $($(#[doc = $doc])* #[must_use] pub fn $name(&self) -> Vec<$t> {
                let $d = self;
                $make
            })*
        }
    };
}

produced! {
    /// Entries of each row of the constraint Jacobian.
    efc_J_rownnz: i32 [nefc] |d| d.efc_J.to_csr().rownnz;
    /// First entry of each row of the Jacobian.
    efc_J_rowadr: i32 [nefc] |d| d.efc_J.to_csr().rowadr;
    /// Rows after this one that have the same columns.
    efc_J_rowsuper: i32 [nefc] |d| d.efc_J.followers();
    /// Dof of each entry of the Jacobian.
    efc_J_colind: i32 [nJ] |d| d.efc_J.to_csr().colind;
    /// Constraint Jacobian, sparse.
    efc_J: f64 [nJ] |d| d.efc_J.to_csr().values;
    /// Entries of each row of `efc_Y`.
    efc_Y_rownnz: i32 [nefc] |d| padded(d.efc_Y.to_csr().rownnz, d.nefc);
    /// First entry of each row of `efc_Y`.
    efc_Y_rowadr: i32 [nefc] |d| padded(d.efc_Y.to_csr().rowadr, d.nefc);
    /// Dof of each entry of `efc_Y`.
    efc_Y_colind: i32 [nY] |d| d.efc_Y.to_csr().colind;
    /// `J M^(-1/2)`, sparse; for dual solvers, which act on rows.
    efc_Y: f64 [nY] |d| d.efc_Y.to_csr().values;
    /// Entries of each row of `efc_AR`.
    efc_AR_rownnz: i32 [nefc] |d| padded(d.efc_AR.to_csr().rownnz, d.nefc);
    /// First entry of each row of `efc_AR`.
    efc_AR_rowadr: i32 [nefc] |d| padded(d.efc_AR.to_csr().rowadr, d.nefc);
    /// Row at the other side of each entry of `efc_AR`.
    efc_AR_colind: i32 [nA] |d| d.efc_AR.to_csr().colind;
    /// Inverse inertia in constraint space, `J M⁻¹ Jᵀ`, plus the regularisation; sparse, for dual solvers.
    efc_AR: f64 [nA] |d| d.efc_AR.to_csr().values;
    /// Accelerations of the dofs in islands, those of an island together.
    iacc: f64 [nidof] |d| by_island(&d.qacc, &d.map_idof2dof, d.nidof);
    /// Accelerations without constraints of the dofs in islands, those of an island together.
    iacc_smooth: f64 [nidof] |d| by_island(&d.qacc_smooth, &d.map_idof2dof, d.nidof);
    /// Forces on the dofs in islands, those of constraints left out.
    ifrc_smooth: f64 [nidof] |d| by_island(&d.qfrc_smooth, &d.map_idof2dof, d.nidof);
    /// Forces of constraints on the dofs in islands.
    ifrc_constraint: f64 [nidof] |d| by_island(&d.qfrc_constraint, &d.map_idof2dof, d.nidof);
    /// What each row constrains, the rows of an island together; this and those below hold while there are islands.
    iefc_type: i32 [nefc] |d| d.rows_by_island(&d.efc_type).iter().map(|kind| kind.0).collect();
    /// Object of the row.
    iefc_id: i32 [nefc] |d| d.rows_by_island(&d.efc_id);
    /// Zone of the cost the row ended in.
    iefc_state: i32 [nefc] |d| d.rows_by_island(&d.efc_state).iter().map(|zone| zone.0).collect();
    /// Largest force of a friction-loss row.
    iefc_frictionloss: f64 [nefc] |d| d.rows_by_island(&d.efc_frictionloss);
    /// Constraint mass.
    iefc_D: f64 [nefc] |d| d.rows_by_island(&d.efc_D);
    /// Regularisation.
    iefc_R: f64 [nefc] |d| d.rows_by_island(&d.efc_R);
    /// Acceleration the constraint aims at.
    iefc_aref: f64 [nefc] |d| d.rows_by_island(&d.efc_aref);
    /// Constraint force.
    iefc_force: f64 [nefc] |d| d.rows_by_island(&d.efc_force);
    /// Factor of `M`: unit triangular L off the diagonal, D on it; rows as in the Model's `M_rownnz`, `M_rowadr`, `M_colind`.
    qLD: f64 [nC] |d| d.qLD.entries().collect();
    /// Inverse of D.
    qLDiagInv: f64 [nv] |d| d.qLD.diag_inv().collect();
    /// Factor of the inertia with implicit damping, rows as in `M`.
    qH: f64 [nC] |d| d.qH.entries().collect();
    /// Inverse of its D.
    qHDiagInv: f64 [nv] |d| d.qH.diag_inv().collect();
}

impl Data {
    /// Entries of the rows, those of an island together; nothing without islands.
    fn rows_by_island<T: Copy + Default>(&self, source: &[T]) -> Vec<T> {
        by_island(source, &self.map_iefc2efc, if self.nisland > 0 { self.nefc } else { 0 })
    }

    /// The constraint Jacobian in compressed rows: all of its arrays at once.
    #[must_use]
    pub fn jacobian(&self) -> CsrRows {
        self.efc_J.to_csr()
    }

    /// `J M^(-1/2)` in compressed rows, where a dual solver needed it.
    #[must_use]
    pub fn half_inertia_of_rows(&self) -> CsrRows {
        self.efc_Y.to_csr()
    }

    /// `J M⁻¹ Jᵀ` plus the regularisation in compressed rows, where a dual solver needed it.
    #[must_use]
    pub fn inertia_of_rows(&self) -> CsrRows {
        self.efc_AR.to_csr()
    }

    /// Takes over a constraint Jacobian; false, and nothing is changed, where its indices lead nowhere or it has another number
    /// of rows.
    #[must_use]
    pub fn set_jacobian(&mut self, rows: Csr<'_>) -> bool {
        rows.rownnz.len() == self.nefc && self.efc_J.store(rows)
    }

    /// Takes over what a dual solver needs of the rows, in the form of [`half_inertia_of_rows`](Self::half_inertia_of_rows) and
    /// [`inertia_of_rows`](Self::inertia_of_rows), after the Jacobian they belong to; returns false and stores nothing if an
    /// index is out of range, the number of rows differs, or adjacent rows on the same dofs are not coupled alike.
    #[must_use]
    pub fn set_inertia_of_rows(&mut self, half: Csr<'_>, inertia: Csr<'_>) -> bool {
        let fits = half.rownnz.len() == self.nefc
            && inertia.rownnz.len() == self.nefc
            && self.efc_Y.store(half)
            && self.efc_AR.store(&self.efc_J, inertia);
        if !fits {
            self.efc_Y.clear();
            self.efc_AR.clear();
        }
        (self.nY, self.nA) = (self.efc_Y.len(), self.efc_AR.values().len());
        fits
    }

    /// Takes over a factor of `M` in the form of [`qLD`](Self::qLD) and [`qLDiagInv`](Self::qLDiagInv); whether they have the
    /// right lengths.
    #[must_use]
    pub fn set_factor(&mut self, entries: &[f64], diag_inv: &[f64]) -> bool {
        self.qLD.store(entries, diag_inv)
    }

    /// Sets [`qH`](Self::qH) and [`qHDiagInv`](Self::qHDiagInv). Returns whether the lengths fit.
    #[must_use]
    pub fn set_damped_factor(&mut self, entries: &[f64], diag_inv: &[f64]) -> bool {
        self.qH.store(entries, diag_inv)
    }
}

impl Data {
    /// Bytes of the factors, which a world has from the beginning; rows come with the constraints.
    pub(crate) fn matrix_bytes(&self) -> usize {
        [&self.qLD, &self.qH].iter().map(|factor| size_of_val(factor.tiles()) + size_of_val(factor.lanes())).sum()
    }
}

#[cfg(test)]
mod tests {
    use crate::data::Data;
    use crate::linalg::ltdl;
    use crate::model::Model;

    #[test]
    fn the_factor_is_that_of_the_inertia() {
        let m = Model::n_link_pendulum(6, 0.7, 0.3);
        let mut d = m.make_data();
        assert!(d.qLD().iter().chain(&d.qLDiagInv()).all(|&x| x == 0.0));
        d.qpos[2] = 0.8;
        d.step(&m).unwrap();
        let (mut entries, mut diag_inv) = (d.M.clone(), vec![0.0; m.nv]);
        ltdl::factor(m.mass_pattern(), &mut entries, &mut diag_inv);
        let near = |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 1e-12 * b.abs());
        assert!(near(&d.qLD(), &entries) && near(&d.qLDiagInv(), &diag_inv));
        for info in Data::PRODUCED {
            let array = d.produce(info.name).unwrap();
            let len = Data::produced_len(&m, info.name).unwrap_or(0);
            assert_eq!(array.entries().len(), len, "{}", info.name);
        }
        let mut other = m.make_data();
        assert!(other.set_factor(&d.qLD(), &d.qLDiagInv()) && !other.set_factor(&[], &[]));
        assert_eq!((other.qLD(), other.qLDiagInv()), (d.qLD(), d.qLDiagInv()));
    }
}
