//! Sensors of the velocity stage: rates of lengths, velocities of frames, momenta of subtrees.

use super::frame::{object, relative_velocity};
use super::reading::{limit_row, put};
use crate::data::ConstraintType;
use crate::dynamics::velocity::{Orientation, object_velocity};
use crate::math::{get, row, spatial};
use crate::model::{Model, ObjType, SensorType};
use crate::stage::{LimitRows, ObjectMotion, VelocityReadings};

/// The reading of sensor `i`.
pub(super) fn read(m: &Model, d: &VelocityReadings<'_>, i: usize, out: &mut [f64]) {
    use SensorType as S;
    let (kind, (_, id)) = (m.sensor_type[i], object(m, i));
    match kind {
        S::Velocimeter => {
            put(out, &spatial::lin(&object_velocity(m, ObjectMotion!(d), ObjType::Site, id, Orientation::Own)))
        }
        S::Gyro => put(out, &spatial::rot(&object_velocity(m, ObjectMotion!(d), ObjType::Site, id, Orientation::Own))),
        S::JointVel => put(out, &[d.qvel[m.jnt_dofadr[id] as usize]]),
        S::TendonVel => put(out, &[d.ten_velocity[id]]),
        S::ActuatorVel => put(out, &d.actuator_velocity[m.actuator_outadr[id] as usize..]),
        S::BallAngVel => put(out, &get::<3>(d.qvel, m.jnt_dofadr[id] as usize)),
        S::JointLimitVel => put(out, &[limit_velocity(d, ConstraintType::LimitJoint, id)]),
        S::TendonLimitVel => put(out, &[limit_velocity(d, ConstraintType::LimitTendon, id)]),
        S::FrameLinVel => put(out, &spatial::lin(&relative_velocity(m, ObjectMotion!(d), i))),
        S::FrameAngVel => put(out, &spatial::rot(&relative_velocity(m, ObjectMotion!(d), i))),
        S::SubtreeLinVel => put(out, &row::<3>(d.subtree_linvel, id)),
        S::SubtreeAngMom => put(out, &row::<3>(d.subtree_angmom, id)),
        _ => out.fill(0.0),
    }
}

/// Velocity of the limit's row; zero away from the limit.
fn limit_velocity(d: &VelocityReadings<'_>, kind: ConstraintType, id: usize) -> f64 {
    limit_row(LimitRows!(d), kind, id).map_or(0.0, |r| d.efc_vel[r])
}
