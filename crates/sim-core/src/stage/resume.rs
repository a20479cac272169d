//! How a pass through the stages is made: where it begins, and what it leaves out.

use crate::model::Stage;

/// Where a pass begins; what comes before is taken from the last pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ResumePoint {
    /// Everything is computed.
    Position,
    /// Positions have not changed.
    Velocity,
    /// Neither positions nor velocities have changed.
    Acceleration,
}

impl ResumePoint {
    /// What is left after a stage is done.
    pub(crate) fn after(done: Stage) -> Self {
        match done.0 {
            i32::MIN..=0 => Self::Position,
            1 => Self::Velocity,
            _ => Self::Acceleration,
        }
    }
}

/// Whether a pass computes the sensors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sensors {
    /// They are computed.
    #[default]
    Run,
    /// They keep their readings.
    Skip,
}
