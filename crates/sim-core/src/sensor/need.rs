//! What sensors share and nothing else needs: energies, momenta of subtrees, accelerations and forces of bodies.
//!
//! Each is computed when the first sensor that reads it is about to be measured, and otherwise left alone: its
//! arrays then hold what MuJoCo has there.

use super::history::is_remembered;
use super::remember::is_measured;
use crate::model::{Model, ObjType, SensorType, Stage};
use crate::sleep::Filter;
use crate::stage::{Awake, SensorTimes};

/// A result that is computed for sensors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Need {
    /// Potential energy.
    PotentialEnergy,
    /// Kinetic energy.
    KineticEnergy,
    /// Linear velocities and angular momenta of subtrees.
    SubtreeVelocity,
    /// Accelerations of bodies and the forces between them.
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
}

/// What sensor `i` needs when the sensors of `stage` are read.
#[inline(always)]
pub(crate) fn in_stage(m: &Model, d: SensorTimes<'_>, stage: Stage, i: usize) -> Option<Need> {
    if m.sensor_needstage[i] != stage {
        return None;
    }
    let is_user = m.sensor_type[i] == SensorType::User;
    let need = if is_user { Need::of_user(stage) } else { Need::of_sensor(m, i) }?;
    let sleeps = Filter::new(m, d.ntree_awake).skips(m, Awake!(d), ObjType::Sensor, i);
    (!sleeps && (is_user || !is_remembered(m, d, i))).then_some(need)
}

/// What sensor `i` needs when it is measured for its buffer.
#[inline(always)]
pub(crate) fn in_memory(m: &Model, d: SensorTimes<'_>, i: usize) -> Option<Need> {
    Need::of_sensor(m, i).filter(|_| is_measured(m, d.history, d.time, i))
}
