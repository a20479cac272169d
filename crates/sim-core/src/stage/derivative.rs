//! Views that functions of the derivatives take.

#![allow(non_snake_case)] // MuJoCo's own names: `M`, `qLD`, `ten_J`

use super::view::{read_view, views};

views! { $
    reading {
        /// What the derivative of the bias forces follows from.
        BiasMotion { qvel cdof cdof_dot cinert cvel }
        /// What the implicit step of a standalone free body follows from.
        FreeBodies { M qDeriv qvel xpos xmat xipos ximat }
    }
    writing {
    }
}
