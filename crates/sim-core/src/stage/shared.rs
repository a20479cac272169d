//! Views for functions of several layers.

#![allow(non_snake_case)] // MuJoCo's own names: `M`, `qLD`, `ten_J`

use super::view::{read_view, view, views};

views! { $
    reading {
        /// Which trees and bodies are awake.
        Awake { tree_awake body_awake }
        /// Inputs that keep a tree awake: velocities and applied forces.
        Disturbance { qvel qfrc_applied xfrc_applied }
        /// Motion axes of the dofs and their reference points: the inputs of the Jacobian of a point.
        Axes { cdof subtree_com }
        /// Time derivatives of the motion axes, and their inputs.
        AxisRates { cdof subtree_com cvel cdof_dot }
        /// Body frames.
        BodyFrames { xpos xmat }
        /// Motion of the bodies.
        BodyMotion { cvel subtree_com }
        /// Poses of objects.
        ObjectFrames { xpos xmat xipos ximat geom_xpos geom_xmat site_xpos site_xmat cam_xpos cam_xmat }
        /// Poses and velocities of objects.
        ObjectMotion { xpos xmat xipos ximat geom_xpos geom_xmat site_xpos site_xmat cam_xpos cam_xmat cvel subtree_com }
        /// Poses, velocities and accelerations of objects.
        ObjectAcceleration { xpos xmat xipos ximat geom_xpos geom_xmat site_xpos site_xmat cam_xpos cam_xmat
            cvel cacc subtree_com }
        /// Inputs of the time derivative of a tendon's Jacobian.
        TendonRates { site_xpos cdof subtree_com cvel cdof_dot }
        /// Poses of bodies.
        BodyPoses { xpos xquat xmat xipos ximat }
    }
    writing {
        /// Inputs of a product with the constraint Jacobian.
        RowProduct {
            reads { efc_J }
            updates {} writes {} scratch {} work { layout lanes }
        }
        /// Inputs of the rows' forces, except for the acceleration errors.
        RowForces {
            reads { ne nf efc_D efc_R efc_frictionloss efc_type efc_id }
            updates { contact } writes { efc_state efc_force } scratch {} work {}
        }
        /// Which trees and bodies are awake, for functions that change it.
        AwakeLists {
            reads {} updates { tree_asleep tree_awake body_awake body_awake_ind parent_awake_ind dof_awake_ind
                ntree_awake nbody_awake nparent_awake nv_awake }
            writes {} scratch {} work {}
        }
    }
}
