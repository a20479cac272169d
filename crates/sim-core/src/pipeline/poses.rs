//! Poses of everything that is rigidly attached to a body.

use crate::data::Data;
use crate::dynamics::kinematics::{attached_poses, body_poses};
use crate::model::Model;
use crate::sleep::wake;
use crate::stage::{AttachedPoses, Kinematics};

/// Poses of bodies, joints, inertial frames, geoms and sites. Wakes trees that the user has disturbed.
pub fn kinematics(m: &Model, d: &mut Data) {
    body_poses(m, &mut Kinematics::of(d));
    wake::by_user(m, d);
    attached_poses(m, &mut AttachedPoses::of(d));
}
