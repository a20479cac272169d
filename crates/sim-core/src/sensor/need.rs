//! What sensors share and nothing else needs: energies, momenta of subtrees, accelerations and forces of bodies.
//!
//! Each is computed when the first sensor that reads it is about to be measured, and otherwise left alone: whoever looks
//! at its arrays finds what the reference has there.

use super::history::is_remembered;
use super::remember::is_measured;
use crate::data::Data;
use crate::dynamics::{bias, energy, velocity::subtree_velocity};
use crate::model::{Model, ObjType, SensorType, Stage};
use crate::sleep::Filter;
use crate::stage::{Awake, SensorTimes};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Need {
    PotentialEnergy,
    KineticEnergy,
    SubtreeVelocity,
    BodyForces,
}

impl Need {
    /// What a measurement of sensor `i` reads.
    fn of_sensor(m: &Model, i: usize) -> Option<Self> {
        use SensorType as S;
        match (m.sensor_needstage[i], m.sensor_type[i]) {
            (Stage::Pos, S::EPotential) => Some(Self::PotentialEnergy),
            (Stage::Pos, S::EKinetic) => Some(Self::KineticEnergy),
            (Stage::Vel, S::SubtreeLinVel | S::SubtreeAngMom) => Some(Self::SubtreeVelocity),
            (Stage::Pos | Stage::Vel, _) => None,
            (_, S::Accelerometer | S::Force | S::Torque | S::FrameLinAcc | S::FrameAngAcc) => Some(Self::BodyForces),
            _ => None,
        }
    }

    /// What a stage offers to the user's own code.
    fn of_user(stage: Stage) -> Option<Self> {
        match stage {
            Stage::Vel => Some(Self::SubtreeVelocity),
            Stage::Acc => Some(Self::BodyForces),
            _ => None,
        }
    }

    /// Whether it belongs to the current state.
    fn is_met(self, d: &Data) -> bool {
        match self {
            Self::PotentialEnergy => d.flg_energypos,
            Self::KineticEnergy => d.flg_energyvel,
            Self::SubtreeVelocity => d.flg_subtreevel,
            Self::BodyForces => d.flg_rnepost,
        }
    }

    fn meet(self, m: &Model, d: &mut Data) {
        match self {
            Self::PotentialEnergy => energy::potential(m, d),
            Self::KineticEnergy => energy::kinetic(m, d),
            Self::SubtreeVelocity => subtree_velocity(m, d),
            Self::BodyForces => bias::post_constraint(m, d),
        }
    }
}

/// Computes what the sensors of a stage need.
pub(super) fn for_stage(m: &Model, d: &mut Data, stage: Stage) {
    let filter = Filter::new(m, d.ntree_awake);
    for i in (0..m.nsensor).filter(|&i| m.sensor_needstage[i] == stage) {
        let is_user = m.sensor_type[i] == SensorType::User;
        let need = if is_user { Need::of_user(stage) } else { Need::of_sensor(m, i) };
        let Some(need) = need.filter(|need| !need.is_met(d)) else { continue };
        let sleeps = filter.skips(m, Awake!(d), ObjType::Sensor, i);
        if !sleeps && (is_user || !is_remembered(m, SensorTimes!(d), i)) {
            need.meet(m, d);
        }
    }
}

/// Computes what the sensors need that are measured for their buffers.
pub(super) fn for_memory(m: &Model, d: &mut Data) {
    for i in 0..m.nsensor {
        let Some(need) = Need::of_sensor(m, i).filter(|need| !need.is_met(d)) else { continue };
        if is_measured(m, &d.history, d.time, i) {
            need.meet(m, d);
        }
    }
}
