//! Sensors as the pipeline drives them: what they need is computed first, and only then.

use super::stages;
use crate::data::Data;
use crate::model::{Model, Stage};
use crate::sensor::{self, need, need::Need};
use crate::stage::SensorTimes;

/// Sensors of positions, velocities, or accelerations and forces.
pub(super) fn sense(m: &Model, d: &mut Data, stage: Stage) {
    if !sensor::is_on(m) {
        return;
    }
    for i in 0..m.nsensor {
        if let Some(need) = need::in_stage(m, SensorTimes!(d), stage, i) {
            meet(need, m, d);
        }
    }
    match stage {
        Stage::Pos => stages::position_sensors(m, d),
        Stage::Vel => stages::velocity_sensors(m, d),
        _ => stages::acceleration_sensors(m, d),
    }
}

/// Adds the current readings to the buffers of sensors that report late or seldom.
pub(super) fn remember(m: &Model, d: &mut Data) {
    for i in 0..m.nsensor {
        if let Some(need) = need::in_memory(m, SensorTimes!(d), i) {
            meet(need, m, d);
        }
    }
    stages::sensor_memory(m, d);
}

/// Computes what a sensor needs, unless it belongs to the current state already.
fn meet(need: Need, m: &Model, d: &mut Data) {
    match need {
        Need::PotentialEnergy if !d.flg_energypos => stages::potential_energy(m, d),
        Need::KineticEnergy if !d.flg_energyvel => stages::kinetic_energy(m, d),
        Need::SubtreeVelocity if !d.flg_subtreevel => stages::subtree_velocities(m, d),
        Need::BodyForces if !d.flg_rnepost => stages::body_forces(m, d),
        _ => {}
    }
}
