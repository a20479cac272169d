//! Options of a pass through the stages: its first stage, and whether it computes sensors.

use crate::model::Stage;

/// The first stage of a pass. It uses the results of the last pass for earlier stages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ResumePoint {
    /// Computes everything.
    Position,
    /// Positions have not changed.
    Velocity,
    /// Neither positions nor velocities have changed.
    Acceleration,
}

impl ResumePoint {
    /// The stages that remain after `done`.
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
    /// Computes the sensors.
    #[default]
    Run,
    /// Keeps the sensors' readings.
    Skip,
}
