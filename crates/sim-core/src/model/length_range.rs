//! Settings of the computation of actuator length ranges.

/// Which actuators have their length range computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LengthRangeMode {
    /// None.
    None,
    /// Muscles.
    Muscle,
    /// Muscles and user-defined actuators.
    MuscleUser,
    /// All.
    All,
}

/// `<compiler><lengthrange>`.
#[derive(Clone, Debug, PartialEq)]
pub struct LengthRangeOptions {
    /// Which actuators to process.
    pub mode: LengthRangeMode,
    /// Keep ranges that are already given.
    pub useexisting: bool,
    /// Take the limits of the joint or tendon when there are any.
    pub uselimit: bool,
    /// Acceleration the pulling force aims at.
    pub accel: f64,
    /// Largest force; 0: no limit.
    pub maxforce: f64,
    /// Time constant of the velocity damping.
    pub timeconst: f64,
    /// Time step of the simulation.
    pub timestep: f64,
    /// Total simulated time.
    pub inttotal: f64,
    /// Time over which the length is measured, at the end.
    pub interval: f64,
    /// Tolerated variation, relative to the range.
    pub tolrange: f64,
}

impl Default for LengthRangeOptions {
    fn default() -> Self {
        Self {
            mode: LengthRangeMode::Muscle,
            useexisting: true,
            uselimit: false,
            accel: 20.0,
            maxforce: 0.0,
            timeconst: 1.0,
            timestep: 0.01,
            inttotal: 10.0,
            interval: 2.0,
            tolrange: 0.05,
        }
    }
}
