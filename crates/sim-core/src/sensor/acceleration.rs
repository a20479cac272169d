//! Sensors of the acceleration stage: accelerations of frames, forces of actuators, limits, parents, contacts.

use super::frame::object;
use super::reading::{limit_row, put};
use super::{contact, tactile};
use crate::data::ConstraintType;
use crate::dynamics::velocity::{Orientation, object_acceleration};
use crate::math::{Vec6, row, spatial};
use crate::model::{Model, ObjType, SensorType, TransmissionType};
use crate::stage::{AccelerationReadings, ContactReadings, LimitRows, ObjectAcceleration, TactileReadings};

/// The reading of sensor `i`.
pub(super) fn read(m: &Model, d: &mut AccelerationReadings<'_>, i: usize, out: &mut [f64]) {
    use SensorType as S;
    let (kind, (objtype, id)) = (m.sensor_type[i], object(m, i));
    match kind {
        S::Accelerometer => put(
            out,
            &spatial::lin(&object_acceleration(m, ObjectAcceleration!(d), ObjType::Site, id, Orientation::Own)),
        ),
        S::Force => put(out, &spatial::lin(&parent_wrench(m, d, id))),
        S::Torque => put(out, &spatial::rot(&parent_wrench(m, d, id))),
        S::ActuatorFrc => put(out, &d.actuator_force[m.actuator_outadr[id] as usize..]),
        S::JointActFrc => put(out, &[d.qfrc_actuator[m.jnt_dofadr[id] as usize]]),
        S::TendonActFrc => put(out, &[tendon_actuation(m, d, id)]),
        S::JointLimitFrc => put(out, &[limit_force(d, ConstraintType::LimitJoint, id)]),
        S::TendonLimitFrc => put(out, &[limit_force(d, ConstraintType::LimitTendon, id)]),
        S::FrameLinAcc => {
            put(out, &spatial::lin(&object_acceleration(m, ObjectAcceleration!(d), objtype, id, Orientation::World)))
        }
        S::FrameAngAcc => {
            put(out, &spatial::rot(&object_acceleration(m, ObjectAcceleration!(d), objtype, id, Orientation::World)))
        }
        S::Touch => contact::touch(m, ContactReadings!(d), i, out),
        S::Contact => contact::contact(m, ContactReadings!(d), d.matches, i, out),
        S::Tactile => tactile::read(m, TactileReadings!(d), i, out),
        _ => out.fill(0.0),
    }
}

/// Wrench that the parent exerts on the body of site `id`, at the site and in its axes.
fn parent_wrench(m: &Model, d: &AccelerationReadings<'_>, id: usize) -> Vec6 {
    let body = m.site_bodyid[id] as usize;
    let com = row(d.subtree_com, m.body_rootid[body] as usize);
    let moved = spatial::move_force(&row(d.cfrc_int, body), row(d.site_xpos, id), com);
    spatial::to_local(&moved, &row(d.site_xmat, id))
}

/// Sum of the actuators that pull tendon `id`.
fn tendon_actuation(m: &Model, d: &AccelerationReadings<'_>, id: usize) -> f64 {
    (0..m.nactuator)
        .filter(|&j| m.actuator_trntype[j] == TransmissionType::Tendon && m.actuator_trnid[2 * j] == id as i32)
        .map(|j| d.actuator_force[m.actuator_outadr[j] as usize])
        .sum()
}

/// Force of the limit's row; zero away from the limit.
fn limit_force(d: &AccelerationReadings<'_>, kind: ConstraintType, id: usize) -> f64 {
    limit_row(LimitRows!(d), kind, id).map_or(0.0, |r| d.efc_force[r])
}
