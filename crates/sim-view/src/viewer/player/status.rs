//! Statistics for pages, ten times a second.

use super::Player;
use crate::viewer::protocol::{HistoryStatus, SolverStatus, StageTime, StatusMessage, WorldError};

/// Limit on the failed worlds of a message.
const MOST_ERRORS: usize = 100;

impl Player {
    /// Sends statistics to pages.
    pub(super) fn send_status(&mut self) {
        let world = self.world();
        let stages = self.stages.iter().map(|&(name, microseconds)| StageTime { name, microseconds });
        let errors = self.worlds.failures().take(MOST_ERRORS);
        let status = StatusMessage {
            playing: self.playing,
            speed: self.speed,
            real_time_factor: if self.playing { self.pace.factor } else { 0.0 },
            steps_per_second: if self.playing { self.pace.rate } else { 0.0 },
            time: world.time,
            history: HistoryStatus {
                count: self.history().len(),
                index: self.history().at(),
                seconds: self.history().seconds(),
            },
            solver: SolverStatus { iterations: world.solver_niter[0], contacts: world.ncon, rows: world.nefc },
            stages: stages.collect(),
            pages: 0,
            published: self.hub.published(),
            errors: errors.map(|(world, message)| WorldError { world, message: message.to_string() }).collect(),
        };
        self.hub.send_status(status);
    }
}
