//! Runs time: steps of all worlds, or states of a recording.

use super::Player;
use super::pace::is_due;
use crate::viewer::watched::Moment;
use sim_core::Model;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Time for steps between checks of orders.
const TURN: Duration = Duration::from_millis(8);

/// Time for requested steps between checks of orders.
const MOMENT: Duration = Duration::from_millis(100);

/// Time between steps whose stages are timed.
const PROFILE: Duration = Duration::from_millis(250);

impl Player {
    /// Runs time for one turn.
    pub(super) fn advance(&mut self) {
        let target = self.target();
        if self.is_recording {
            self.advance_recording(target);
            return;
        }
        let turn = Instant::now();
        while self.world().time < target {
            self.step(false);
            self.show_in_time();
            if self.worlds.has_failed(self.selected) || turn.elapsed() > TURN {
                break;
            }
        }
        let time = self.world().time;
        if time < target {
            // slower than the chosen speed: lost time is not made up
            (self.pace.wall, self.pace.time) = (Instant::now(), time);
        }
        self.pace.measure(time);
    }

    fn advance_recording(&mut self, target: f64) {
        let index = self.history.until(target);
        if index > self.history.at() {
            let selected = self.selected;
            if let Some(world) = self.worlds.get_mut(selected) {
                self.history.seek(index, &self.model, world);
            }
            self.show();
        }
        if index + 1 >= self.history.len() {
            self.playing = false;
            self.show();
        }
        self.pace.measure(self.world().time);
    }

    /// Takes requested steps, until orders must be checked.
    pub(super) fn step_owed(&mut self) {
        let start = Instant::now();
        while self.owed > 0 && !self.hub.is_closing() {
            self.owed -= 1;
            self.step(true);
            if start.elapsed() > MOMENT {
                break;
            }
        }
        self.show();
    }

    /// Steps every world that has not failed.
    pub(super) fn step(&mut self, paused: bool) {
        self.pull();
        let m = Arc::clone(&self.model);
        let failed = if self.source.has_own_steps() {
            let source = &mut self.source;
            self.worlds.step_each(&m, |m, world| source.step(m, world))
        } else {
            let timed = (!paused && self.pace.profiled.elapsed() > PROFILE).then_some(self.selected);
            let mut failed = self.worlds.step_together(timed);
            failed.extend(timed.and_then(|id| self.step_timed(&m, id)));
            failed
        };
        for (id, error) in failed {
            self.hub.send_notice(&format!("world {id}: {error}"));
            if id == self.selected {
                self.playing = false;
            }
        }
        self.pace.steps += 1;
        let (version, speed) = (self.version, self.pace.factor);
        self.hub.sample(&Moment::new(version, self.selected as u32, &self.model, self.world(), speed));
        let time = self.world().time;
        if paused || is_due(&mut self.pace.keep_at, time) {
            self.keep();
        }
    }

    /// Applies the mouse's force to the held body.
    fn pull(&mut self) {
        let (m, selected, perturb) = (&*self.model, self.selected, self.perturb);
        if let Some(world) = self.worlds.get_mut(selected).filter(|_| perturb.active != 0) {
            world.xfrc_applied.fill(0.0);
            perturb.apply_pose(m, world, false);
            perturb.apply_force(m, world);
        }
    }

    /// Steps a world and times its stages. Returns its error.
    fn step_timed(&mut self, m: &Model, id: usize) -> Option<(usize, String)> {
        self.pace.profiled = Instant::now();
        if self.worlds.has_failed(id) {
            return None;
        }
        match self.worlds.get_mut(id)?.profile(m, 1) {
            Ok(profile) => {
                self.stages = profile.rows().map(|(_, stage, seconds)| (stage, seconds * 1e6)).collect();
                None
            }
            Err(error) => self.worlds.note(vec![(id, error.to_string())]).pop(),
        }
    }

    /// Moves the held body while the player is paused.
    pub(super) fn pose_paused(&mut self) {
        let (selected, perturb) = (self.selected, self.perturb);
        if let Some(world) = self.worlds.get_mut(selected).filter(|_| !self.is_recording) {
            perturb.apply_pose(&self.model, world, true);
        }
        self.show();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::viewer::hub::Hub;
    use crate::viewer::player::orders::tests::Failing;
    use crate::viewer::source::Loaded;

    #[test]
    fn a_world_steps_as_the_engine_does_timed_or_not_bit_for_bit() {
        let m = Model::example();
        let mut alone = m.make_data();
        let loaded = Loaded { model: m.clone(), name: String::new(), warnings: vec![], data: None };
        let mut player = Player::new(Arc::new(Hub::default()), Box::new(Failing::default()), loaded, 1).unwrap();
        let long_ago = Instant::now().checked_sub(2 * PROFILE).unwrap();
        for k in 0..200 {
            alone.step(&m).unwrap();
            player.pace.profiled = if k % 3 == 0 { long_ago } else { Instant::now() };
            player.step(false);
        }
        let bits = |d: &sim_core::Data| d.qpos.iter().chain(d.qvel.iter()).map(|x| x.to_bits()).collect::<Vec<_>>();
        assert_eq!(bits(player.world()), bits(&alone));
        assert!(!player.stages.is_empty(), "some of the steps were timed");
    }
}
