//! The clock of a player: simulated time against wall time, and what is due.

use crate::viewer::history::RATE;
use std::time::Instant;

/// The last point where simulated time and wall time agreed, and measurements since.
#[derive(Debug)]
pub struct Pace {
    /// Wall time at that point.
    pub wall: Instant,
    /// Simulated time at that point.
    pub time: f64,
    /// Start of the measurement.
    since: Instant,
    /// Steps since the measurement began.
    pub steps: u64,
    began: f64,
    /// Simulated seconds per second, measured.
    pub factor: f64,
    /// Steps per second, measured.
    pub rate: f64,
    /// When a state was last shown.
    pub shown_wall: Instant,
    /// Simulated time of the next shown state.
    pub show_at: f64,
    /// Simulated time of the next kept state.
    pub keep_at: f64,
    /// When the stages of a step were last timed.
    pub profiled: Instant,
}

impl Pace {
    /// A clock that starts at this simulated time.
    pub fn new(time: f64) -> Self {
        let now = Instant::now();
        Self {
            wall: now,
            time,
            since: now,
            steps: 0,
            began: time,
            factor: 0.0,
            rate: 0.0,
            shown_wall: now,
            show_at: time,
            keep_at: time,
            profiled: now,
        }
    }

    /// Restarts from this simulated time.
    pub fn restart(&mut self, time: f64) {
        let now = Instant::now();
        (self.wall, self.time, self.since, self.began, self.steps) = (now, time, now, time, 0);
        (self.factor, self.rate) = (0.0, 0.0);
        (self.show_at, self.keep_at) = (time, time);
    }

    /// Measures speed and steps per second twice a second.
    pub fn measure(&mut self, time: f64) {
        let seconds = self.since.elapsed().as_secs_f64();
        if seconds > 0.5 {
            (self.factor, self.rate) = ((time - self.began) / seconds, self.steps as f64 / seconds);
            (self.since, self.began, self.steps) = (Instant::now(), time, 0);
        }
    }
}

/// Whether `time` has reached `next`, which moves on by `1 / RATE` seconds then.
pub fn is_due(next: &mut f64, time: f64) -> bool {
    // the time of a world may have been set
    let is_near = (time - *next).abs() < 10.0 / RATE;
    if !is_near {
        *next = time;
    }
    let due = time >= *next;
    if due {
        *next += 1.0 / RATE;
    }
    due
}
