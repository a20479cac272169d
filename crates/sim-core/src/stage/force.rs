//! Views for functions of forces.

#![allow(non_snake_case)] // MuJoCo's own names: `M`, `qLD`, `ten_J`

use super::view::{read_view, views};
use crate::linalg::sparse::Csr;

views! { $
    reading {
        /// Moment arms of the actuator outputs, in compressed rows.
        Moments { moment_rownnz moment_rowadr moment_colind actuator_moment }
        /// Inputs of the next value of an activation, except for its rate.
        Activations { act actuator_velocity }
    }
    writing {
    }
}

impl<'a> Moments<'a> {
    /// The moment arms as a sparse matrix with a row for each output.
    #[inline(always)]
    pub fn matrix(self) -> Csr<'a> {
        Csr {
            rownnz: self.moment_rownnz,
            rowadr: self.moment_rowadr,
            colind: self.moment_colind,
            values: self.actuator_moment,
        }
    }
}
