//! Runs time: steps of all worlds, or states of a recording.

use super::Player;
use super::pace::is_due;
use crate::scene::Perturb;
use crate::viewer::watched::Moment;
use sim_core::{Data, Model};
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

    /// Plays a recording up to a time. Values that a page watches are sampled at every state on the way.
    fn advance_recording(&mut self, target: f64) {
        let index = self.history().until(target);
        if index > self.history().at() {
            let turn = Instant::now();
            while self.history().at() < index && turn.elapsed() <= TURN {
                self.go_on_to(index);
            }
            self.show();
            if self.history().at() < index {
                // slower than the chosen speed: lost time is not made up
                (self.pace.wall, self.pace.time) = (Instant::now(), self.world().time);
            }
        }
        if self.history().at() + 1 >= self.history().len() {
            self.playing = false;
            self.show();
        }
        self.pace.measure(self.world().time);
    }

    /// Goes on to a later state of a recording: to the next one if a page watches values, which are sampled there.
    fn go_on_to(&mut self, index: usize) {
        if !self.hub.is_watched() {
            self.go_to(index);
            return;
        }
        self.go_to(self.history().at() + 1);
        // a recording has positions and velocities; what a page watches follows from them
        self.evaluate_shown();
        let (version, speed) = (self.version, self.pace.factor);
        self.hub.sample(&Moment::new(version, self.selected as u32, &self.model, &self.shown, speed));
    }

    /// Takes requested steps, until orders must be checked.
    pub(super) fn step_owed(&mut self) {
        let start = Instant::now();
        while self.owed > 0 && !self.hub.is_closing() {
            self.owed -= 1;
            if self.is_recording {
                let last = self.history().len().saturating_sub(1);
                self.go_on_to((self.history().at() + 1).min(last));
            } else {
                self.step(true);
            }
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
        self.worlds.drive(&m, &self.vary);
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
        self.is_stale = false;
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
        if self.perturb.active == 0 {
            return;
        }
        let (m, selected, perturb) = (Arc::clone(&self.model), self.selected, self.perturb);
        // after an edit the force must follow from where the body is now: from where it was, it would throw the body
        let evaluated = (self.is_stale && self.evaluate_shown()).then_some(&mut self.shown);
        let force = evaluated.map(|shown| {
            pull_in(&m, shown, &perturb);
            &*shown
        });
        let Some(world) = self.worlds.get_mut(selected) else { return };
        match force {
            Some(shown) => {
                world.xfrc_applied.copy_from_slice(&shown.xfrc_applied);
                world.mocap_pos.copy_from_slice(&shown.mocap_pos);
                world.mocap_quat.copy_from_slice(&shown.mocap_quat);
            }
            None => pull_in(&m, world, &perturb),
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

    /// Moves the held body while the player is paused, as MuJoCo's viewer does: a mocap body, a floating body, or the floating body
    /// that carries the held one. Bodies on other joints stay.
    pub(super) fn pose_paused(&mut self) {
        // the pose of the held body must follow from the current positions: else its root moves again in every turn
        if self.is_recording || !self.evaluate_shown() {
            return;
        }
        self.perturb.apply_pose(&self.model, &mut self.shown, true);
        let selected = self.selected;
        if let Some(world) = self.worlds.get_mut(selected) {
            world.qpos.copy_from_slice(&self.shown.qpos);
            world.mocap_pos.copy_from_slice(&self.shown.mocap_pos);
            world.mocap_quat.copy_from_slice(&self.shown.mocap_quat);
        }
        self.show();
    }
}

/// Writes the mouse's force on the held body, and the pose of a held mocap body.
fn pull_in(m: &Model, d: &mut Data, perturb: &Perturb) {
    d.xfrc_applied.fill(0.0);
    perturb.apply_pose(m, d, false);
    perturb.apply_force(m, d);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::viewer::command::Order;
    use crate::viewer::hub::Hub;
    use crate::viewer::player::orders::tests::{Failing, recorded};
    use crate::viewer::source::Loaded;
    use crate::viewer::watched::Watched;
    use sim_core::math::{get, quat, row, vec3};

    fn player(model: Model, worlds: usize) -> Player {
        let loaded = Loaded { model, name: String::new(), warnings: vec![], data: None };
        let player = Player::new(Arc::new(Hub::default()), Box::new(Failing::default()), loaded, worlds).unwrap();
        // bodies are held by the mouse of a page
        player.hub.join();
        player
    }

    /// Bodies by the joint that they hang on.
    const HUNG: &str = "<mujoco><worldbody>
      <body name='free' pos='0 0 1'><freejoint/><geom type='box' size='.1 .2 .3' pos='.05 0 0'/>
        <body name='child' pos='.3 0 0'><joint axis='0 1 0'/><geom type='box' size='.05 .1 .02' pos='0 .03 0'/></body></body>
      <body name='hinged' pos='2 0 1'><joint axis='0 1 0'/><geom size='.1' pos='.2 0 0'/></body>
      <body name='ball' pos='3 0 1'><joint type='ball'/><geom size='.1' pos='.2 0 0'/></body>
      <body name='mocap' mocap='true' pos='4 0 1'><geom type='box' size='.1 .2 .3' pos='.05 0 .02'/></body>
    </worldbody>
    <keyframe><key qpos='0 0 1 .8 .6 0 0 .5 .3 1 0 0 0'/></keyframe></mujoco>";

    /// A grip that wants the body of this name elsewhere, and turned.
    fn grip(m: &Model, d: &Data, name: &str) -> Perturb {
        let body = m.id(sim_core::ObjType::Body, name).unwrap();
        let pos = vec3::add(row(&d.xipos, body), [0.1, -0.2, 0.3]);
        let own = quat::mul(row(&d.xquat, body), row(&m.body_iquat, body));
        let refquat = quat::mul(quat::from_axis_angle([0.0, 0.0, 1.0], 0.4), own);
        let active = Perturb::TRANSLATE | Perturb::ROTATE;
        Perturb { select: body as i32, active, refpos: pos, refquat, ..Perturb::default() }
    }

    /// Root pose and mocap pose after five calls of `mjv_applyPerturbPose` with `flg_paused`, each before `mj_forward`, in MuJoCo 3.12.
    const START: [f64; 7] = [0.0, 0.0, 1.0, 0.8, 0.6, 0.0, 0.0];
    const TURNED: [f64; 4] = [0.784053262272993, 0.588039946704745, 0.119201598477037, 0.158935464636049];
    const MOCAP: [f64; 7] = [4.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0];
    const WANTED: [(&str, [f64; 7], [f64; 7]); 5] = [
        ("free", [0.103946950299856, -0.219470917115433, 1.3, TURNED[0], TURNED[1], TURNED[2], TURNED[3]], MOCAP),
        ("child", [0.126952815874527, -0.316162415042219, 1.3, TURNED[0], TURNED[1], TURNED[2], TURNED[3]], MOCAP),
        ("hinged", START, MOCAP),
        ("ball", START, MOCAP),
        ("mocap", START, [4.10394695029986, -0.219470917115433, 1.3, 0.980066577841242, 0.0, 0.0, 0.198669330795061]),
    ];

    #[test]
    fn a_paused_drag_moves_what_mujoco_moves_and_no_further() {
        for worlds in [1, 3] {
            for (name, root, mocap) in WANTED {
                let mut player = player(sim_mjcf::load_str(HUNG).unwrap(), worlds);
                player.go_to_key(0);
                player.take(Order::World(worlds - 1));
                let (m, qvel) = (Arc::clone(&player.model), player.world().qvel.to_vec());
                let held = grip(&m, &player.shown, name);
                player.take(Order::Perturb(Box::new(held)));
                for _ in 0..5 {
                    player.turn(Duration::ZERO);
                }
                let world = player.world();
                let near = |found: &[f64], wanted: &[f64]| found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-12);
                assert!(near(&world.qpos, &root), "{name}: {:?}", world.qpos);
                assert!(near(&world.mocap_pos, &mocap[..3]) && near(&world.mocap_quat, &mocap[3..]), "{name}");
                assert_eq!(world.qpos[7..], m.key_qpos[7..], "{name}: joints keep their angles");
                assert!(
                    world.time == 0.0 && world.qvel[..] == qvel[..] && world.xfrc_applied.iter().all(|x| *x == 0.0)
                );
                assert_eq!(
                    get::<3>(&player.hub.snapshot().unwrap().data.qpos, 0),
                    get(&world.qpos, 0),
                    "{name} is shown"
                );
                for other in 0..worlds - 1 {
                    let other = player.worlds.get(other).unwrap();
                    assert_eq!(get::<7>(&other.qpos, 0), START, "{name}: the other worlds stay");
                }
            }
        }
    }

    #[test]
    fn a_running_drag_pulls_every_body_that_can_move() {
        for (name, _, _) in WANTED {
            let mut player = player(sim_mjcf::load_str(HUNG).unwrap(), 1);
            player.go_to_key(0);
            let m = Arc::clone(&player.model);
            let mut held = grip(&m, &player.shown, name);
            (held.refselpos, held.localmass) = (held.refpos, 1.0);
            player.take(Order::Perturb(Box::new(held)));
            player.step(false);
            let (world, body) = (player.world(), held.select as usize);
            let force: [f64; 6] = row(&world.xfrc_applied, body);
            if name == "mocap" {
                assert!((world.mocap_pos[2] - 1.3).abs() < 1e-12, "a mocap body goes where the mouse is");
            } else {
                assert!(vec3::norm([force[0], force[1], force[2]]) > 0.1, "{name}: {force:?}");
            }
            player.take(Order::Perturb(Box::new(Perturb { active: 0, ..held })));
            assert!(player.world().xfrc_applied.iter().all(|x| *x == 0.0), "{name} is released");
        }
    }

    #[test]
    fn the_first_step_after_an_edit_pulls_from_where_the_body_is() {
        let mut player = player(sim_mjcf::load_str(HUNG).unwrap(), 1);
        (0..3).for_each(|_| player.step(false));
        // the body goes far away, and a mouse holds it there without moving
        player.take(Order::Positions { first: 0, values: vec![30.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0] });
        let m = Arc::clone(&player.model);
        let body = m.id(sim_core::ObjType::Body, "free").unwrap();
        let point: [f64; 3] = row(&player.shown.xpos, body);
        let active = Perturb::TRANSLATE;
        let held = Perturb { select: body as i32, active, refselpos: point, localmass: 1.0, ..Perturb::default() };
        player.take(Order::Perturb(Box::new(held)));
        player.step(false);
        let force: [f64; 6] = row(&player.world().xfrc_applied, body);
        assert!(vec3::norm([force[0], force[1], force[2]]) < 2.0, "only the fall is damped: {force:?}");
    }

    #[test]
    fn a_hand_that_holds_another_world_moves_nothing_until_it_lets_go() {
        let mut player = player(sim_mjcf::load_str(HUNG).unwrap(), 2);
        let m = Arc::clone(&player.model);
        let held = grip(&m, &player.shown, "free");
        player.take(Order::Perturb(Box::new(held)));
        player.take(Order::World(1));
        player.take(Order::Perturb(Box::new(held)));
        player.turn(Duration::ZERO);
        assert_eq!((player.perturb.active, &player.world().qpos[..]), (0, &m.qpos0[..]));
        player.take(Order::Perturb(Box::new(Perturb { active: 0, ..held })));
        player.take(Order::Perturb(Box::new(held)));
        player.turn(Duration::ZERO);
        assert_ne!(player.world().qpos[..], m.qpos0[..]);
    }

    #[test]
    fn a_page_that_closes_lets_go() {
        let mut player = player(sim_mjcf::load_str(HUNG).unwrap(), 1);
        let mut held = grip(&player.model, &player.shown, "free");
        (held.refselpos, held.localmass) = (held.refpos, 1.0);
        player.take(Order::Perturb(Box::new(held)));
        player.step(false);
        assert!(player.world().xfrc_applied.iter().any(|x| *x != 0.0));
        player.hub.leave(1);
        player.turn(Duration::ZERO);
        assert!(player.perturb.active == 0 && player.world().xfrc_applied.iter().all(|x| *x == 0.0));
    }

    #[test]
    fn a_recording_cannot_be_dragged() {
        let m = sim_mjcf::load_str(HUNG).unwrap();
        let mut state = vec![0.0; m.state_size(sim_core::data::State::INTEGRATION).unwrap()].into_boxed_slice();
        m.make_data().get_state(&m, &mut state, sim_core::data::State::INTEGRATION).unwrap();
        let loaded = Loaded { model: m.clone(), name: String::new(), warnings: vec![], data: None };
        let source = Box::new(Failing::default());
        let mut player = Player::recorded(Arc::new(Hub::default()), source, loaded, vec![(0.0, state)]).unwrap();
        player.hub.join();
        let held = grip(&m, &player.shown, "free");
        player.take(Order::Perturb(Box::new(held)));
        player.turn(Duration::ZERO);
        assert_eq!(player.world().qpos[..], m.qpos0[..]);
    }

    /// Times of the samples that wait for a page, in states of the recording.
    fn sampled(player: &Player, page: u64) -> Vec<f64> {
        let mut taken = player.hub.take_samples(page, player.version);
        let (qpos, times) = (taken.remove(0), taken.remove(0));
        assert!(qpos.iter().zip(&times).all(|(a, b)| a[0] == b[0] && b[0] == b[1]), "{qpos:?} {times:?}");
        qpos.iter().map(|[_, value]| *value).collect()
    }

    #[test]
    fn every_state_of_a_recording_is_sampled_on_the_way() {
        let hub = Arc::new(Hub::default());
        let page = hub.join();
        let mut player = recorded(&hub, 100);
        hub.watch(page, Watched::new(["qpos[0]", "time"].map(String::from).to_vec(), 1));
        player.take(Order::Step(20));
        assert_eq!(player.history().at(), 20);
        assert_eq!(sampled(&player, page), (1..=20).map(f64::from).collect::<Vec<_>>());
        // a jump has no samples, as in a live run
        player.take(Order::Seek(50));
        assert_eq!(sampled(&player, page), [0.0; 0]);
        player.take(Order::Play);
        player.pace.wall = Instant::now().checked_sub(Duration::from_millis(100)).unwrap();
        player.turn(Duration::ZERO);
        let found = sampled(&player, page);
        let shown = player.history().at();
        assert!(shown >= 52, "it has played on: {shown}");
        assert_eq!(found, (51..=shown).map(|k| k as f64).collect::<Vec<_>>());
        // without a page that watches, states between two pictures are passed over
        hub.watch(page, Watched::default());
        player.take(Order::Seek(0));
        player.take(Order::Step(500));
        assert_eq!(player.history().at(), 99, "it ends with its last state");
    }

    #[test]
    fn a_world_steps_as_the_engine_does_timed_or_not_bit_for_bit() {
        let m = Model::example();
        let mut alone = m.make_data();
        let mut player = player(m.clone(), 1);
        let long_ago = Instant::now().checked_sub(2 * PROFILE).unwrap();
        for k in 0..200 {
            alone.step(&m).unwrap();
            player.pace.profiled = if k % 3 == 0 { long_ago } else { Instant::now() };
            player.step(false);
        }
        let bits = |d: &Data| d.qpos.iter().chain(d.qvel.iter()).map(|x| x.to_bits()).collect::<Vec<_>>();
        assert_eq!(bits(player.world()), bits(&alone));
        assert!(!player.stages.is_empty(), "some of the steps were timed");
    }
}
