//! Views that functions of several layers take.

#![allow(non_snake_case)] // MuJoCo's own names: `M`, `qLD`, `ten_J`

use super::view::{read_view, view, views};

views! { $
    reading {
        /// Which trees and bodies are awake.
        Awake { tree_awake body_awake }
        /// What keeps a tree from sleeping: velocities and applied forces.
        Disturbance { qvel qfrc_applied xfrc_applied }
        /// Motion axes of the dofs and their reference points: the inputs of the Jacobian of a point.
        Axes { cdof subtree_com }
        /// Their rates.
        AxisRates { cdof subtree_com cvel cdof_dot }
        /// Body frames.
        BodyFrames { xpos xmat }
        /// Motion of the bodies.
        BodyMotion { cvel subtree_com }
        /// Frames of objects.
        ObjectFrames { xpos xmat xipos ximat geom_xpos geom_xmat site_xpos site_xmat cam_xpos cam_xmat }
        /// Their motion.
        ObjectMotion { xpos xmat xipos ximat geom_xpos geom_xmat site_xpos site_xmat cam_xpos cam_xmat cvel subtree_com }
        /// Their acceleration.
        ObjectAcceleration { xpos xmat xipos ximat geom_xpos geom_xmat site_xpos site_xmat cam_xpos cam_xmat
            cvel cacc subtree_com }
        /// What the rate of a tendon's Jacobian follows from.
        TendonRates { site_xpos cdof subtree_com cvel cdof_dot }
        /// Poses of bodies.
        BodyPoses { xpos xquat xmat xipos ximat }
    }
    writing {
        /// What a product with the constraint Jacobian needs.
        RowProduct {
            reads { efc_J }
            updates {} writes {} scratch {} work { layout lanes }
        }
        /// What the forces of the rows follow from, acceleration errors aside.
        RowForces {
            reads { ne nf efc_D efc_R efc_frictionloss efc_type efc_id }
            updates { contact } writes { efc_state efc_force } scratch {} work {}
        }
        /// Which trees and bodies are awake, while it changes.
        AwakeLists {
            reads {} updates { tree_asleep tree_awake body_awake body_awake_ind parent_awake_ind dof_awake_ind
                ntree_awake nbody_awake nparent_awake nv_awake }
            writes {} scratch {} work {}
        }
    }
}
