//! MuJoCo's arrays of what a world keeps in another form: made when somebody reads them, and nobody else pays.
//!
//! A line of the table is a method of Data, and what [`Data::produce`] finds by name.

#![allow(non_snake_case)] // MuJoCo's own names: `qLD`, `efc_J`

use super::Data;
use crate::arrays::{ArrayInfo, ArrayRef, array_info};
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

macro_rules! produced {
    ($($(#[$meta:meta])* $name:ident : $t:ty [ $rows:ident $(, $cols:literal)? ] |$d:ident| $make:expr;)*) => {
        impl Data {
            /// Names, element types and dimensions of the arrays that are made when they are read.
            pub const PRODUCED: &'static [ArrayInfo] = &[$(array_info!($name: $t [$rows $(, $cols)?])),*];

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

            $($(#[$meta])* #[must_use] pub fn $name(&self) -> Vec<$t> {
                let $d = self;
                $make
            })*
        }
    };
}

produced! {
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
    /// Takes over a factor of `M` in the form of [`qLD`](Self::qLD) and [`qLDiagInv`](Self::qLDiagInv); whether they have the
    /// right lengths.
    #[must_use]
    pub fn set_factor(&mut self, entries: &[f64], diag_inv: &[f64]) -> bool {
        self.qLD.store(entries, diag_inv)
    }

    /// The same for [`qH`](Self::qH) and [`qHDiagInv`](Self::qHDiagInv).
    #[must_use]
    pub fn set_damped_factor(&mut self, entries: &[f64], diag_inv: &[f64]) -> bool {
        self.qH.store(entries, diag_inv)
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
            assert!(d.produce(info.name).is_some_and(|array| !array.entries().is_empty()), "{}", info.name);
        }
        let mut other = m.make_data();
        assert!(other.set_factor(&d.qLD(), &d.qLDiagInv()) && !other.set_factor(&[], &[]));
        assert_eq!((other.qLD(), other.qLDiagInv()), (d.qLD(), d.qLDiagInv()));
    }
}
