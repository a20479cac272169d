//! What pages are told of a run ten times a second.

use super::Player;
use serde_json::json;

impl Player {
    /// Tells pages how the run goes.
    pub(super) fn send_status(&mut self) {
        let world = self.world();
        let stage = |(name, microseconds): &(&str, f64)| json!({ "name": name, "microseconds": microseconds });
        let errors = self.worlds.failures();
        let status = json!({
            "playing": self.playing,
            "speed": self.speed,
            "real_time_factor": if self.playing { self.pace.factor } else { 0.0 },
            "steps_per_second": if self.playing { self.pace.rate } else { 0.0 },
            "time": world.time,
            "history": { "count": self.history.len(), "index": self.history.at(), "seconds": self.history.seconds() },
            "solver": { "iterations": world.solver_niter[0], "contacts": world.ncon, "rows": world.nefc },
            "stages": self.stages.iter().map(stage).collect::<Vec<_>>(),
            "published": self.hub.published(),
            "errors": errors.take(100).map(|(world, message)| json!({ "world": world, "message": message })).collect::<Vec<_>>(),
        });
        self.hub.send_status(status);
    }
}
