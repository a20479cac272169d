//! Views that functions of forces take.

#![allow(non_snake_case)] // MuJoCo's own names: `M`, `qLD`, `ten_J`

use super::view::{read_view, view, views};
use crate::linalg::sparse::Csr;

views! { $
    reading {
        /// Moment arms of the actuator outputs, in compressed rows.
        Moments { moment_rownnz moment_rowadr moment_colind actuator_moment }
    }
    writing {
    }
}

impl<'a> Moments<'a> {
    /// They as a sparse matrix, a row for each output.
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
