//! Carries out the orders of pages.

use super::Player;
use crate::scene::Perturb;
use crate::viewer::command::Order;
use sim_core::{Data, Model};

/// Lowest and highest speed.
const SPEEDS: [f64; 2] = [1e-3, 1e3];

/// Whether an order cancels requested steps.
fn ends_steps(order: &Order) -> bool {
    matches!(
        order,
        Order::Play
            | Order::Pause
            | Order::Step(_)
            | Order::Reset
            | Order::Key(_)
            | Order::Seek(_)
            | Order::World(_)
            | Order::Reload
            | Order::Load(_)
    )
}

/// Whether a user decides by this order whether time runs.
fn decides_time(order: &Order) -> bool {
    matches!(order, Order::Play | Order::Pause | Order::Step(_) | Order::Seek(_))
}

impl Player {
    /// Carries out an order.
    pub(super) fn take(&mut self, order: Order) {
        if ends_steps(&order) {
            self.owed = 0;
        }
        if decides_time(&order) {
            self.awaits_page = false;
        }
        match order {
            Order::Play => self.set_playing(true),
            Order::Pause => self.set_playing(false),
            Order::Step(count) => {
                self.set_playing(false);
                self.report_failure();
                self.owed = count;
                self.step_owed();
            }
            Order::Reset if self.is_recording => self.seek(0),
            Order::Reset => self.edit(|m, d| d.reset(m)),
            Order::Key(_) if self.is_recording => self.refuse_edit("keyframes"),
            Order::Key(key) if key >= self.model.nkey => self.refuse("keyframe", key, self.model.nkey),
            Order::Key(key) => self.edit(|m, d| {
                d.reset_to_keyframe(m, key);
            }),
            Order::Speed(speed) => {
                self.speed = speed.clamp(SPEEDS[0], SPEEDS[1]);
                self.pace.restart(self.world().time);
            }
            Order::Seek(index) => {
                if index >= self.history().len() {
                    self.refuse("state", index, self.history().len());
                }
                self.seek(index);
            }
            Order::Control { .. } if self.is_recording => self.refuse_edit("controls"),
            Order::Control { id, .. } if id >= self.model.nu => self.refuse("control", id, self.model.nu),
            Order::Control { id, value } => {
                let selected = self.selected;
                if let Some(entry) = self.worlds.get_mut(selected).and_then(|world| world.ctrl.get_mut(id)) {
                    *entry = value;
                    self.vary.take_over(selected, id);
                }
                self.show_if_paused();
            }
            Order::Positions { .. } if self.is_recording => self.refuse_edit("positions"),
            Order::Positions { first, values } if !has_positions(&self.model, first, values.len()) => {
                let (count, nq) = (values.len(), self.model.nq);
                self.hub.send_notice(&format!("{count} positions from qpos[{first}] on: the model has {nq}"));
            }
            Order::Positions { first, values } => self.edit_selected(|_, d| set_positions(d, first, &values)),
            Order::World(id) if id >= self.worlds.len() => self.refuse("world", id, self.worlds.len()),
            Order::World(id) => self.select_world(id),
            Order::Shown(count) => self.show_at_most(count),
            Order::Setting { name, values } => self.set(&name, &values),
            Order::Pressed(key) => self.source.press(key),
            Order::Reload if self.is_recording => {
                self.hub.send_notice("a recording is not loaded again: start the viewer with the new one");
            }
            Order::Reload => self.reload(),
            Order::Load(dropped) => {
                let loaded = self.source.load_dropped(*dropped);
                self.take_loaded(loaded);
            }
            Order::Perturb(perturb) => self.hold(*perturb),
        }
    }

    /// Tells users that an object does not exist, and which do.
    fn refuse(&self, kind: &str, number: usize, count: usize) {
        let cure = match count {
            0 => format!("there is no {kind}"),
            _ => format!("give 0 to {}", count - 1),
        };
        self.hub.send_notice(&format!("{kind} {number} does not exist: {cure}"));
    }

    /// Tells users that a recording stays as it was recorded.
    fn refuse_edit(&self, what: &str) {
        self.hub.send_notice(&format!("a recording keeps its {what}: open its model to change them"));
    }

    /// Tells users that the selected world has failed, if it has. Returns whether it has.
    fn report_failure(&self) -> bool {
        let Some(error) = self.worlds.failure(self.selected) else { return false };
        let world = self.selected;
        self.hub.send_notice(&format!("world {world} failed: {error}; reset it, or go back in time"));
        true
    }

    /// Holds a body of the selected world, selects it, or releases it.
    fn hold(&mut self, perturb: Perturb) {
        self.lost_grip &= perturb.active != 0;
        if self.lost_grip {
            return;
        }
        if self.is_recording && perturb.active != 0 {
            self.refuse_edit("positions");
            // said once for each grip
            self.lost_grip = true;
            return;
        }
        self.perturb = perturb;
        let selected = self.selected;
        if self.perturb.active == 0
            && let Some(world) = self.worlds.get_mut(selected)
        {
            world.xfrc_applied.fill(0.0);
        }
        self.show_if_paused();
    }

    /// Selects another world. Its history goes on, or starts now. Its clock may differ.
    fn select_world(&mut self, id: usize) {
        if id >= self.worlds.len() || id == self.selected {
            return;
        }
        self.let_go();
        self.leave_shown_pose();
        self.selected = id;
        if self.history().len() == 0 {
            self.keep();
        }
        let awaits_page = self.awaits_page;
        self.set_playing(self.playing);
        self.awaits_page = awaits_page;
    }

    /// Leaves the selected world where it is shown. A paused world may have been edited since its last step.
    fn leave_shown_pose(&mut self) {
        let selected = self.selected;
        if let Some(world) = self.worlds.get_mut(selected).filter(|_| !self.playing) {
            world.xpos.copy_from_slice(&self.shown.xpos);
            world.xquat.copy_from_slice(&self.shown.xquat);
        }
    }

    /// Releases what the mouse holds.
    pub(super) fn let_go(&mut self) {
        let (selected, held) = (self.selected, self.perturb.active != 0);
        if let Some(world) = self.worlds.get_mut(selected).filter(|_| held) {
            world.xfrc_applied.fill(0.0);
        }
        self.lost_grip = held;
        self.perturb = Perturb::default();
    }

    /// Plays or pauses. Time does not run if the selected world failed.
    pub(super) fn set_playing(&mut self, playing: bool) {
        let playing = playing && !self.report_failure();
        self.awaits_page = false;
        // at its end a recording starts again
        if playing && self.is_recording && self.history().at() + 1 >= self.history().len() {
            self.seek(0);
        }
        self.playing = playing;
        self.is_stale = true;
        self.pace.restart(self.world().time);
        self.show();
    }

    /// Goes to a state of the history, and pauses.
    pub(super) fn seek(&mut self, index: usize) {
        self.playing = false;
        if index < self.history().len() {
            // the world had not failed at that state
            self.worlds.revive(self.selected);
        }
        self.go_to(index);
        self.show();
    }

    /// Changes all worlds.
    fn edit(&mut self, edit: impl Fn(&Model, &mut Data)) {
        if self.is_recording {
            return;
        }
        self.worlds.edit(&self.model, edit);
        self.worlds.vary(&self.model, &mut self.vary);
        self.is_stale = true;
        self.keep();
        self.pace.restart(self.world().time);
        self.show();
    }

    /// Changes the selected world.
    fn edit_selected(&mut self, edit: impl Fn(&Model, &mut Data)) {
        let selected = self.selected;
        if let Some(world) = self.worlds.get_mut(selected).filter(|_| !self.is_recording) {
            edit(&self.model, world);
        }
        self.is_stale = true;
        self.show_if_paused();
    }
}

/// Whether a model has `count` positions from one on.
fn has_positions(m: &Model, first: usize, count: usize) -> bool {
    first.checked_add(count).is_some_and(|end| end <= m.nq)
}

/// Writes positions if they exist.
fn set_positions(d: &mut Data, first: usize, values: &[f64]) {
    if let Some(entries) = first.checked_add(values.len()).and_then(|end| d.qpos.get_mut(first..end)) {
        entries.copy_from_slice(values);
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::viewer::dropped::DroppedModel;
    use crate::viewer::hub::{Hub, Seen};
    use crate::viewer::source::{LoadFailure, Loaded, Source};
    use std::sync::Arc;
    use std::time::Duration;

    /// A source that steps worlds itself. The fourth step fails.
    #[derive(Default)]
    pub struct Failing {
        steps: usize,
        own: bool,
    }

    impl Source for Failing {
        fn load(&mut self) -> Result<Loaded, LoadFailure> {
            Err(LoadFailure::default())
        }

        fn load_dropped(&mut self, _: DroppedModel) -> Result<Loaded, LoadFailure> {
            self.load()
        }

        fn has_changed(&mut self) -> bool {
            false
        }

        fn step(&mut self, _: &Model, d: &mut Data) -> Result<(), String> {
            self.steps += 1;
            d.time += 1.0;
            if self.steps == 4 { Err("too far".into()) } else { Ok(()) }
        }

        fn has_own_steps(&self) -> bool {
            self.own
        }
    }

    fn player(own: bool) -> (Arc<Hub>, Player) {
        let hub = Arc::new(Hub::default());
        let loaded = Loaded { model: Model::example(), name: "many".into(), warnings: vec![], data: None };
        let player = Player::new(Arc::clone(&hub), Box::new(Failing { steps: 0, own }), loaded, 5).unwrap();
        (hub, player)
    }

    fn described(hub: &Hub) -> serde_json::Value {
        serde_json::from_str(&hub.described().unwrap().text).unwrap()
    }

    /// A player of a recording of `count` states, ten milliseconds apart.
    pub fn recorded(hub: &Arc<Hub>, count: usize) -> Player {
        use sim_core::data::State;
        let model = Model::example();
        let mut data = model.make_data();
        let size = model.state_size(State::INTEGRATION).unwrap();
        let state = |k: usize| {
            data.qpos[0] = k as f64;
            data.time = 0.01 * k as f64;
            let mut state = vec![0.0; size].into_boxed_slice();
            data.get_state(&model, &mut state, State::INTEGRATION).unwrap();
            (data.time, state)
        };
        let states = (0..count).map(state).collect();
        let loaded = Loaded { model: model.clone(), name: "run".into(), warnings: vec![], data: None };
        Player::recorded(Arc::clone(hub), Box::new(Failing::default()), loaded, states).unwrap()
    }

    #[test]
    fn orders_that_change_nothing_say_why() {
        let grip = Perturb { select: 1, active: Perturb::TRANSLATE, ..Perturb::default() };
        let setting = || Order::Setting { name: "gravity".into(), values: vec![0.0; 3] };
        let live = [
            (Order::Key(9), "keyframe 9 does not exist: give 0 to "),
            (Order::Seek(9), "state 9 does not exist: give 0 to 0"),
            (Order::Control { id: 99, value: 1.0 }, "control 99 does not exist: give 0 to "),
            (Order::Positions { first: 1, values: vec![1.0; 99] }, "99 positions from qpos[1] on: the model has "),
            (Order::Positions { first: usize::MAX, values: vec![1.0] }, "the model has "),
            (Order::World(5), "world 5 does not exist: give 0 to 4"),
        ];
        let of_recording = [
            (Order::Key(0), "a recording keeps its keyframes"),
            (Order::Seek(9), "state 9 does not exist: give 0 to 2"),
            (Order::Control { id: 0, value: 1.0 }, "a recording keeps its controls"),
            (Order::Positions { first: 0, values: vec![1.0] }, "a recording keeps its positions"),
            (Order::World(1), "world 1 does not exist: give 0 to 0"),
            (Order::Reload, "a recording is not loaded again"),
            (Order::Perturb(Box::new(grip)), "a recording keeps its positions"),
            (setting(), "a recording has no settings"),
        ];
        let table = live.into_iter().map(|case| (false, case)).chain(of_recording.into_iter().map(|case| (true, case)));
        for (is_recording, (order, wanted)) in table {
            let hub = Arc::new(Hub::default());
            let mut player = if is_recording { recorded(&hub, 3) } else { player(false).1 };
            let hub = Arc::clone(&player.hub);
            let (id, mut seen) = (hub.join(), Seen::default());
            hub.news(id, &mut seen, false, Duration::ZERO);
            let before = player.world().clone();
            // said once, however long a mouse drags
            (0..3).for_each(|_| player.take(order.clone()));
            let texts = hub.news(id, &mut seen, false, Duration::ZERO).texts;
            let said = texts.iter().filter(|text| text.contains(wanted)).count();
            let most = if matches!(order, Order::Perturb(_)) { 1 } else { 3 };
            assert_eq!(said, most, "{order:?}: {texts:?}");
            let world = player.world();
            assert!(
                world.qpos == before.qpos && world.ctrl == before.ctrl && world.xfrc_applied == before.xfrc_applied
            );
        }
    }

    #[test]
    fn a_failed_world_says_so_when_a_user_asks_for_steps() {
        let (hub, mut player) = player(true);
        player.take(Order::World(3));
        player.take(Order::Step(1));
        let (id, mut seen) = (hub.join(), Seen::default());
        hub.news(id, &mut seen, false, Duration::ZERO);
        player.take(Order::Step(1));
        let texts = hub.news(id, &mut seen, false, Duration::ZERO).texts;
        assert!(texts.iter().any(|text| text.contains("world 3 failed: too far; reset it")), "{texts:?}");
    }

    #[test]
    fn requested_steps_are_taken_unless_another_order_cancels_them() {
        let (_hub, mut player) = player(true);
        player.owed = 2;
        player.turn(Duration::ZERO);
        assert_eq!((player.owed, player.world().time), (0, 2.0));
        player.owed = 2;
        player.take(Order::Pause);
        player.turn(Duration::ZERO);
        assert_eq!((player.owed, player.world().time), (0, 2.0), "pausing cancels requested steps");
    }

    #[test]
    fn a_page_can_ask_for_fewer_worlds() {
        let (hub, mut player) = player(false);
        let one = |hub: &Hub| hub.snapshot().unwrap().others.len() / 4;
        assert_eq!(described(&hub)["worlds"]["shown"], 5);
        let each = one(&hub);
        hub.order(Order::Shown(2));
        hub.order(Order::World(4));
        player.turn(Duration::ZERO);
        assert_eq!(
            (described(&hub)["worlds"]["shown"].as_u64(), described(&hub)["worlds"]["count"].as_u64()),
            (Some(2), Some(5))
        );
        assert_eq!(
            (one(&hub), hub.snapshot().unwrap().world),
            (0, 4),
            "the last part has one world, which is selected"
        );
        hub.order(Order::Shown(usize::MAX));
        player.turn(Duration::ZERO);
        assert_eq!(one(&hub), each);
    }

    #[test]
    fn worlds_step_together_and_a_failed_one_stays() {
        let (hub, mut player) = player(false);
        hub.order(Order::Step(3));
        player.turn(Duration::ZERO);
        let times = |player: &Player| (0..5).map(|id| player.worlds.get(id).unwrap().time).collect::<Vec<_>>();
        assert!(times(&player).iter().all(|&time| time == times(&player)[0] && time > 0.0));
        let (hub, mut player) = self::player(true);
        hub.order(Order::Step(2));
        player.turn(Duration::ZERO);
        assert_eq!(times(&player), [2.0, 2.0, 2.0, 1.0, 2.0]);
        assert_eq!(player.worlds.failures().collect::<Vec<_>>(), [(3, "too far")]);
        hub.order(Order::Reset);
        player.turn(Duration::ZERO);
        assert!(player.worlds.failures().next().is_none() && times(&player) == [0.0; 5]);
    }

    #[test]
    fn going_back_and_on_gives_the_same_bits_among_many_worlds() {
        let (hub, mut player) = player(false);
        let mut order = |order: Order| {
            hub.order(order);
            player.turn(Duration::ZERO);
            let world = player.world();
            world.qpos.iter().chain(world.qvel.iter()).map(|x| x.to_bits()).collect::<Vec<_>>()
        };
        order(Order::World(2));
        let last = order(Order::Step(40));
        assert_ne!(order(Order::Seek(10)), last);
        assert_eq!(order(Order::Step(30)), last);
        let mut alone = Model::example().make_data();
        (0..40).for_each(|_| alone.step(&Model::example()).unwrap());
        assert_eq!(alone.qpos.iter().chain(alone.qvel.iter()).map(|x| x.to_bits()).collect::<Vec<_>>(), last);
    }

    #[test]
    fn a_failed_world_continues_only_from_an_earlier_state() {
        let (hub, mut player) = player(true);
        hub.order(Order::World(3));
        hub.order(Order::Step(2));
        hub.order(Order::Play);
        player.turn(Duration::ZERO);
        assert!(player.worlds.has_failed(3) && !player.playing, "a failed world does not play");
        hub.order(Order::Seek(99));
        player.turn(Duration::ZERO);
        assert!(player.worlds.has_failed(3), "there is no such state");
        hub.order(Order::Seek(0));
        hub.order(Order::Step(1));
        player.turn(Duration::ZERO);
        assert!(!player.worlds.has_failed(3) && player.world().time == 1.0);
    }

    #[test]
    fn another_world_has_its_own_clock_and_nothing_holds_it() {
        let (hub, mut player) = player(false);
        hub.join();
        hub.order(Order::Step(50));
        hub.order(Order::Seek(0));
        hub.order(Order::Perturb(Box::new(Perturb { select: 1, active: Perturb::TRANSLATE, ..Perturb::default() })));
        player.turn(Duration::ZERO);
        player.worlds.get_mut(0).unwrap().xfrc_applied.fill(1.0);
        hub.order(Order::Play);
        hub.order(Order::World(1));
        player.turn(Duration::ZERO);
        assert!(player.world().time > 0.0 && player.playing);
        let away = (player.pace.time - player.world().time).abs();
        assert!(away < 0.01, "time does not wait for the clock of the previous world: {away}");
        assert!(player.worlds.get(0).unwrap().xfrc_applied.iter().all(|&force| force == 0.0));
        let kept = player.history().len();
        hub.order(Order::World(1));
        hub.order(Order::Pause);
        player.turn(Duration::ZERO);
        assert!(player.history().len() >= kept, "the same world keeps its past");
    }

    #[test]
    fn each_world_keeps_its_history() {
        let (hub, mut player) = player(false);
        let mut order = |order: Order| {
            hub.order(order);
            player.turn(Duration::ZERO);
            (player.history().len(), player.history().at(), player.world().time)
        };
        let (count, last, time) = order(Order::Step(20));
        assert_eq!((count, last), (21, 20));
        assert_eq!(order(Order::World(3)).0, 21, "the other worlds were recorded too");
        let past = order(Order::Seek(5));
        assert!(past.2 < time);
        assert_eq!(order(Order::World(0)), (count, last, time), "and back: nothing is lost");
        assert_eq!(order(Order::World(3)), past, "the other world stays where it was taken");
        let (count, last, later) = order(Order::Step(1));
        assert!(count == 7 && last == 6 && later > past.2, "its later states are forgotten");
        assert_eq!(order(Order::World(0)).0, 22);
    }

    #[test]
    fn time_waits_for_the_first_page_and_a_user_may_be_quicker() {
        let turns = |player: &mut Player| (0..5).for_each(|_| player.turn(Duration::ZERO));
        let (hub, mut player) = player(false);
        player.play();
        turns(&mut player);
        assert!(!player.playing && player.world().time == 0.0, "nobody sees it");
        let page = hub.join();
        turns(&mut player);
        assert!(!player.playing, "the page has drawn nothing yet");
        hub.note_drawn();
        turns(&mut player);
        assert!(player.playing);
        hub.leave(page);
        turns(&mut player);
        assert!(player.playing, "time runs on without pages");
        let (hub, mut player) = self::player(false);
        player.play();
        hub.join();
        hub.order(Order::Pause);
        hub.note_drawn();
        turns(&mut player);
        assert!(!player.playing, "the user has paused it");
        let (hub, mut player) = self::player(false);
        player.play();
        hub.join();
        player.first_page = std::time::Instant::now().checked_sub(Duration::from_secs(60));
        turns(&mut player);
        assert!(player.playing, "a page that never says that it draws does not stop time");
    }

    #[test]
    fn worlds_differ_from_the_start_and_after_every_reset() {
        use crate::viewer::player::Variation;
        let (hub, mut player) = player(false);
        let differ = |player: &Player| {
            let state = |id: usize| {
                let world = player.worlds.get(id).unwrap();
                world.qpos.iter().chain(&world.qvel).map(|x| x.to_bits()).collect::<Vec<_>>()
            };
            let all: Vec<_> = (0..5).map(state).collect();
            (1..5).all(|k| all[..k].iter().all(|other| *other != all[k]))
        };
        assert!(!differ(&player));
        player.vary(Variation::Noise, 1);
        assert!(differ(&player));
        for edit in [Order::Reset, Order::Key(0)] {
            hub.order(edit.clone());
            player.turn(Duration::ZERO);
            assert!(differ(&player), "{edit:?}");
        }
        player.vary(Variation::Controls, 1);
        hub.order(Order::Reset);
        hub.order(Order::Step(5));
        player.turn(Duration::ZERO);
        assert!(differ(&player));
        let control = |player: &Player, id: usize| player.worlds.get(id).unwrap().ctrl[0];
        hub.order(Order::Control { id: 0, value: 0.25 });
        hub.order(Order::Step(5));
        player.turn(Duration::ZERO);
        assert!(control(&player, 0) == 0.25 && control(&player, 1) != 0.25, "a user's control stays");
    }

    #[test]
    fn the_selected_world_stays_selected_when_the_model_is_loaded_again() {
        let (_hub, mut player) = player(false);
        player.take(Order::World(3));
        let loaded = Loaded { model: Model::example(), name: "many".into(), warnings: vec![], data: None };
        player.take_loaded(Ok(loaded));
        assert_eq!((player.selected, player.worlds.len()), (3, 5));
    }

    #[test]
    fn nan_and_infinite_times_are_shown() {
        let (hub, mut player) = player(false);
        for time in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX] {
            player.worlds.get_mut(0).unwrap().time = time;
            hub.order(Order::Play);
            player.turn(Duration::ZERO);
            assert!(player.rest() < Duration::from_secs(1));
            player.turn(Duration::ZERO);
        }
    }
}
