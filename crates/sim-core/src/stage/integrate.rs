//! Views for functions of integration.

#![allow(non_snake_case)] // MuJoCo's own names: `M`, `qLD`, `ten_J`

use super::view::{view, views};

views! { $
    reading {
    }
    writing {
        /// The matrices of the implicit integrators.
        ImplicitSystem {
            reads { M qDeriv qvel xpos xmat xipos ximat tree_awake }
            updates {} writes { qH qLU } scratch {} work {}
        }
        /// State that the stages of a Runge-Kutta step change, and its rates.
        RungeKuttaState {
            reads { qacc act_dot }
            updates { time qpos qvel act } writes {} scratch {} work {}
        }
    }
}
