//! Views for functions of the derivatives.

#![allow(non_snake_case)] // MuJoCo's own names: `M`, `qLD`, `ten_J`

use super::view::{read_view, views};

views! { $
    reading {
        /// Inputs of the derivative of the bias forces.
        BiasMotion { qvel cdof cdof_dot cinert cvel }
        /// Inputs of the implicit step of a standalone free body.
        FreeBodies { M qDeriv qvel xpos xmat xipos ximat }
    }
    writing {
    }
}
