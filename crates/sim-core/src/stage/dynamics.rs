//! Views for functions of smooth dynamics.

#![allow(non_snake_case)] // MuJoCo's own names: `M`, `qLD`, `ten_J`

use super::view::{read_view, view, views};

views! { $
    reading {
        /// Inputs of the bias force of tendon armature.
        TendonBias { qvel site_xpos subtree_com cdof ten_J cvel cdof_dot tree_awake body_awake ntree_awake }
        /// Wrenches that the user applies to bodies, and the inputs that map them to dofs.
        AppliedWrenches { xfrc_applied xipos cdof subtree_com }
    }
    writing {
        /// Inputs and outputs of the recursive Newton-Euler algorithm.
        NewtonEuler {
            reads { qvel cdof cinert cvel cdof_dot tree_awake body_awake_ind parent_awake_ind
                ntree_awake nbody_awake nparent_awake }
            updates {} writes {} scratch { body_acc body_force } work {}
        }
        /// Inertias of subtrees that move as one body.
        CompositeBodies {
            reads { cinert body_awake_ind parent_awake_ind ntree_awake nbody_awake nparent_awake }
            updates {} writes { crb } scratch {} work {}
        }
        /// Bias forces of inverse dynamics.
        InverseBias {
            reads { qvel cdof cinert cvel cdof_dot site_xpos subtree_com ten_J tree_awake body_awake
                body_awake_ind parent_awake_ind ntree_awake nbody_awake nparent_awake }
            updates {} writes { qfrc_inverse } scratch { body_acc body_force } work {}
        }
    }
}
