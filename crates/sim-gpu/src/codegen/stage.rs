//! Stages of a step as kernels run them.

use sim_core::binding::stage::StageId;

/// Which part of a step a stage is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StageName {
    /// A stage of the engine.
    Core(StageId),
    /// Noise on the controls, which exists on the GPU alone.
    ControlNoise,
}

impl StageName {
    /// Its name in words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Core(id) => id.info().name,
            Self::ControlNoise => "control noise",
        }
    }

    /// Fields of Data that it writes without reading what they held.
    pub fn writes(self) -> &'static [&'static str] {
        match self {
            Self::Core(id) => id.info().writes,
            Self::ControlNoise => &[],
        }
    }
}

/// A stage and the WGSL function that computes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage {
    /// Which part of the step it is. Several functions may compute one part.
    pub id: StageName,
    /// The function.
    pub function: &'static str,
    /// Only the state at the end of a step needs it: passes inside a Runge-Kutta step leave it out.
    pub is_once: bool,
}

impl Stage {
    /// A stage of every pass.
    pub const fn new(id: StageId, function: &'static str) -> Self {
        Self { id: StageName::Core(id), function, is_once: false }
    }

    /// A stage of the last pass of a step.
    pub const fn once(id: StageId, function: &'static str) -> Self {
        Self { id: StageName::Core(id), function, is_once: true }
    }

    /// Noise on the controls.
    pub const fn noise(function: &'static str) -> Self {
        Self { id: StageName::ControlNoise, function, is_once: false }
    }

    /// Whether it computes this part of the step.
    pub fn is(&self, id: StageId) -> bool {
        self.id == StageName::Core(id)
    }
}

/// Function of the stage that ends a part of a Runge-Kutta step, and takes a world that failed back to the start of the step.
pub const RK4_PART: &str = "rk4_part";
