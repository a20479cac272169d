//! The clock of a player: where time of the world and of the wall were last together, and what is due.

use crate::viewer::history::RATE;
use std::time::Instant;

/// Where time of the world and of the clock were last together, and what was reached since.
#[derive(Debug)]
pub struct Pace {
    /// When the two were together.
    pub wall: Instant,
    /// Time of the world then.
    pub time: f64,
    /// Start and time of the world of a measurement.
    since: Instant,
    /// Steps since the measurement began.
    pub steps: u64,
    began: f64,
    /// Seconds of the world per second, as measured.
    pub factor: f64,
    /// Steps per second, as measured.
    pub rate: f64,
    /// When a state was last shown.
    pub shown_wall: Instant,
    /// Time of the world from which on it is to be shown again.
    pub show_at: f64,
    /// Time of the world from which on it is to be kept again.
    pub keep_at: f64,
    /// When a step was last taken apart to be timed.
    pub profiled: Instant,
}

impl Pace {
    /// A clock that starts at this time of the world.
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

    /// Begins to count anew from here.
    pub fn restart(&mut self, time: f64) {
        let now = Instant::now();
        (self.wall, self.time, self.since, self.began, self.steps) = (now, time, now, time, 0);
        (self.factor, self.rate) = (0.0, 0.0);
        (self.show_at, self.keep_at) = (time, time);
    }

    /// Measures how fast time runs, every now and then.
    pub fn measure(&mut self, time: f64) {
        let seconds = self.since.elapsed().as_secs_f64();
        if seconds > 0.5 {
            (self.factor, self.rate) = ((time - self.began) / seconds, self.steps as f64 / seconds);
            (self.since, self.began, self.steps) = (Instant::now(), time, 0);
        }
    }
}

/// Whether a time has come that comes `RATE` times a second; the next one then is.
pub fn is_due(next: &mut f64, time: f64) -> bool {
    // a world whose time was set is somewhere else altogether
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
