//! Settings of a pass: a policy for controls, and a timer while the world is profiled.

use super::lap_timer::LapTimer;
use crate::force::BadControls;
use crate::stage::StageId;

/// Who reads the results of a pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Readers {
    /// Any code that holds the world.
    #[default]
    All,
    /// The integrator alone, for the accelerations; another pass follows before other code reads. Results that nothing is
    /// computed from are left out: cameras, lights, energies.
    Integrator,
}

/// How a pass is made.
#[derive(Debug, Default)]
pub(crate) struct Pass<'w> {
    /// Policy for controls that are NaN, infinite or too large.
    pub controls: BadControls,
    /// Who reads the results.
    pub readers: Readers,
    /// Timer of a profiled world.
    timer: Option<&'w mut LapTimer>,
}

impl<'w> Pass<'w> {
    /// A pass with a policy for controls.
    pub(crate) fn with(controls: BadControls) -> Self {
        Self { controls, ..Self::default() }
    }

    /// A pass that is timed.
    pub(super) fn timed(timer: &'w mut LapTimer) -> Self {
        Self { timer: Some(timer), ..Self::default() }
    }

    /// Ends a stage.
    #[inline]
    pub(crate) fn lap(&mut self, stage: StageId) {
        if let Some(timer) = &mut self.timer {
            timer.lap(stage);
        }
    }
}
