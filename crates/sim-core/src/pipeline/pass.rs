//! What travels with a pass through the stages: a policy and a stopwatch.

use super::watch::Watch;
use crate::force::BadControls;
use crate::stage::StageId;

/// How a pass is made.
#[derive(Debug, Default)]
pub(crate) struct Pass<'w> {
    /// What becomes of controls that are not sane.
    pub controls: BadControls,
    /// Times the stages of a world that is profiled.
    watch: Option<&'w mut Watch>,
}

impl<'w> Pass<'w> {
    /// A pass with a policy for controls.
    pub(crate) fn with(controls: BadControls) -> Self {
        Self { controls, watch: None }
    }

    /// A pass that is timed.
    pub(super) fn timed(watch: &'w mut Watch) -> Self {
        Self { controls: BadControls::default(), watch: Some(watch) }
    }

    /// Ends a stage.
    #[inline]
    pub(crate) fn lap(&mut self, stage: StageId) {
        if let Some(watch) = &mut self.watch {
            watch.lap(stage);
        }
    }
}
