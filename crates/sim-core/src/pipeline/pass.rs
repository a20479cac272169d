//! What travels with a pass through the stages: a policy and a stopwatch.

use super::watch::Watch;
use crate::force::BadControls;
use crate::stage::StageId;

/// Who looks at what a pass leaves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Readers {
    /// Whoever has the world.
    #[default]
    Anybody,
    /// The integrator alone, for the accelerations; another pass follows before anybody else looks. What nothing else is
    /// computed from is left out: cameras, lights, energies.
    Integrator,
}

/// How a pass is made.
#[derive(Debug, Default)]
pub(crate) struct Pass<'w> {
    /// What becomes of controls that are not sane.
    pub controls: BadControls,
    /// Who looks at the results.
    pub readers: Readers,
    /// Times the stages of a world that is profiled.
    watch: Option<&'w mut Watch>,
}

impl<'w> Pass<'w> {
    /// A pass with a policy for controls.
    pub(crate) fn with(controls: BadControls) -> Self {
        Self { controls, ..Self::default() }
    }

    /// A pass that is timed.
    pub(super) fn timed(watch: &'w mut Watch) -> Self {
        Self { watch: Some(watch), ..Self::default() }
    }

    /// Ends a stage.
    #[inline]
    pub(crate) fn lap(&mut self, stage: StageId) {
        if let Some(watch) = &mut self.watch {
            watch.lap(stage);
        }
    }
}
