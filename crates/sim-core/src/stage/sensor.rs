//! Views for functions of sensors.

#![allow(non_snake_case)] // MuJoCo's own names: `M`, `qLD`, `ten_J`

use super::view::{read_view, view, views};

views! { $
    reading {
        /// Inputs that decide whether a sensor sleeps, is measured now, or reads its buffer.
        SensorTimes { time history tree_awake body_awake ntree_awake }
        /// Rows of limits.
        LimitRows { ne nf nefc efc_type efc_id }
        /// Frames of sites.
        SiteFrames { site_xpos site_xmat }
        /// Inputs of contact sensors.
        ContactReadings { contact efc_force site_xpos site_xmat }
        /// Inputs of tactile sensors.
        TactileReadings { contact geom_xpos geom_xmat subtree_com cvel }
        /// Inputs of velocity sensors.
        VelocityReadings { qvel ten_velocity actuator_velocity xpos xmat xipos ximat geom_xpos geom_xmat site_xpos site_xmat
            cam_xpos cam_xmat cvel subtree_com subtree_linvel subtree_angmom ne nf nefc efc_type efc_id efc_vel }
    }
    writing {
        /// Inputs of position sensors.
        PositionReadings {
            reads { time energy qpos xpos xquat xmat xipos ximat geom_xpos geom_xmat site_xpos site_xmat cam_xpos cam_xmat
                subtree_com ten_length actuator_length ne nf nefc efc_type efc_id efc_pos efc_margin }
            updates {} writes {} scratch {} work { collision }
        }
        /// Inputs of sensors of accelerations and forces.
        AccelerationReadings {
            reads { xpos xmat xipos ximat geom_xpos geom_xmat site_xpos site_xmat cam_xpos cam_xmat subtree_com cvel cacc
                cfrc_int actuator_force qfrc_actuator contact ne nf nefc efc_type efc_id efc_force }
            updates {} writes {} scratch {} work { matches }
        }
    }
}
