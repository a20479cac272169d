//! Views that functions of sensors take.

#![allow(non_snake_case)] // MuJoCo's own names: `M`, `qLD`, `ten_J`

use super::view::{read_view, view, views};

views! { $
    reading {
        /// Whether a sensor sleeps, is measured now, or reads its buffer.
        SensorTimes { time history tree_awake body_awake ntree_awake }
        /// Rows of limits.
        LimitRows { ne nf nefc efc_type efc_id }
        /// Frames of sites.
        SiteFrames { site_xpos site_xmat }
        /// What sensors of contacts read.
        ContactReadings { contact efc_force site_xpos site_xmat }
        /// What tactile sensors read.
        TactileReadings { contact geom_xpos geom_xmat subtree_com cvel }
        /// What sensors of velocities read.
        VelocityReadings { qvel ten_velocity actuator_velocity xpos xmat xipos ximat geom_xpos geom_xmat site_xpos site_xmat
            cam_xpos cam_xmat cvel subtree_com subtree_linvel subtree_angmom ne nf nefc efc_type efc_id efc_vel }
    }
    writing {
        /// What sensors of positions read.
        PositionReadings {
            reads { time energy qpos xpos xquat xmat xipos ximat geom_xpos geom_xmat site_xpos site_xmat cam_xpos cam_xmat
                subtree_com ten_length actuator_length ne nf nefc efc_type efc_id efc_pos efc_margin }
            updates {} writes {} scratch {} work { collision }
        }
        /// What sensors of accelerations and forces read.
        AccelerationReadings {
            reads { xpos xmat xipos ximat geom_xpos geom_xmat site_xpos site_xmat cam_xpos cam_xmat subtree_com cvel cacc
                cfrc_int actuator_force qfrc_actuator contact ne nf nefc efc_type efc_id efc_force }
            updates {} writes {} scratch {} work { matches }
        }
    }
}
