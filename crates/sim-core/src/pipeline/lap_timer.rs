//! A timer that adds up the time of each stage.

use crate::stage::{STAGES, StageId};
use std::time::{Duration, Instant};

/// Time of each stage.
pub(super) type Sums = [Duration; STAGES.len()];

/// The running sums of a profiled world.
#[derive(Clone, Debug)]
pub(crate) struct LapTimer {
    last: Instant,
    /// Time of one read of the clock.
    clock: Duration,
    sums: Sums,
}

impl LapTimer {
    pub(super) fn new() -> Self {
        let clock = (0..1000).map(|_| Instant::now().elapsed()).min().unwrap_or_default();
        Self { last: Instant::now(), clock, sums: [Duration::ZERO; STAGES.len()] }
    }

    pub(super) fn lap(&mut self, stage: StageId) {
        let now = Instant::now();
        self.sums[stage as usize] += (now - self.last).saturating_sub(self.clock);
        self.last = now;
    }

    /// Time of each stage so far.
    pub(super) fn sums(&self) -> &Sums {
        &self.sums
    }
}
