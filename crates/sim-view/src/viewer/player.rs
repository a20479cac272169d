//! Whoever runs a world for the pages: steps at the speed that is asked for, does what pages want, keeps the last minute.

use crate::scene::Perturb;
use crate::viewer::command::Order;
use crate::viewer::crowd::Crowd;
use crate::viewer::description::Playing;
use crate::viewer::history::{History, RATE};
use crate::viewer::hub::Hub;
use crate::viewer::pace::{Pace, is_due};
use crate::viewer::source::{LoadFailure, Loaded, Source};
use crate::viewer::worlds::Grid;
use sim_core::{Data, Model};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long steps may take before it is looked for orders again.
const TURN: Duration = Duration::from_millis(8);

/// How often pages get statistics.
const STATUS: Duration = Duration::from_millis(100);

/// How often it is looked whether the model's files changed.
const LOOK: Duration = Duration::from_millis(250);

/// How long a paused world waits for orders.
const REST: Duration = Duration::from_millis(100);

/// How often a step is taken apart to be timed.
const PROFILE: Duration = Duration::from_millis(250);

/// Worlds that pages are shown at a time, unless told otherwise.
const SHOWN: usize = 400;

/// Slowest and quickest speed.
const SPEEDS: [f64; 2] = [1e-3, 1e3];

/// Runs a world.
///
/// ```
/// use sim_core::Model;
/// use sim_view::viewer::{Hub, LoadFailure, Loaded, Order, Player, Source};
/// use std::sync::Arc;
/// use std::time::Duration;
///
/// # struct Example;
/// # impl Source for Example {
/// #     fn load(&mut self) -> Result<Loaded, LoadFailure> {
/// #         Err(LoadFailure::default())
/// #     }
/// #     fn load_dropped(&mut self, _: &str, _: &[u8]) -> Result<Loaded, LoadFailure> {
/// #         Err(LoadFailure::default())
/// #     }
/// #     fn has_changed(&mut self) -> bool {
/// #         false
/// #     }
/// # }
/// let hub = Arc::new(Hub::default());
/// let loaded = Loaded { model: Model::example(), name: "example".into(), warnings: vec![], data: None };
/// let mut player = Player::new(Arc::clone(&hub), Box::new(Example), loaded, 1)?;
/// hub.order(Order::Step(5));
/// player.turn(Duration::ZERO); // `run` does so until the hub closes
/// assert!(hub.snapshot().is_some_and(|snapshot| snapshot.data.time > 0.0));
/// # Ok::<(), LoadFailure>(())
/// ```
pub struct Player {
    pub(super) hub: Arc<Hub>,
    source: Box<dyn Source>,
    model: Arc<Model>,
    name: String,
    version: u32,
    pub(super) worlds: Crowd,
    selected: usize,
    /// Worlds that pages are shown at a time.
    most_shown: usize,
    grid: Grid,
    pub(super) history: History,
    is_recording: bool,
    /// A paused state with everything that follows from it; the world itself stays as it was.
    shown: Data,
    perturb: Perturb,
    pub(super) playing: bool,
    pub(super) speed: f64,
    pub(super) pace: Pace,
    pub(super) stages: Vec<(&'static str, f64)>,
    /// When pages were last told statistics, and files last looked at.
    told: Instant,
    looked: Instant,
}

impl std::fmt::Debug for Player {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Player").field("name", &self.name).field("worlds", &self.worlds.len()).finish_non_exhaustive()
    }
}

impl Player {
    /// A player of a model, paused, `worlds` of it beside each other.
    ///
    /// # Errors
    ///
    /// Where so many worlds do not fit into memory.
    pub fn new(hub: Arc<Hub>, source: Box<dyn Source>, loaded: Loaded, worlds: usize) -> Result<Self, LoadFailure> {
        let none = Arc::new(Model::default());
        let mut player = Self {
            hub,
            source,
            worlds: crowd(&none, 1, None)?,
            model: none,
            name: String::new(),
            version: 0,
            selected: 0,
            most_shown: SHOWN,
            grid: Grid::default(),
            history: History::default(),
            is_recording: false,
            shown: Data::default(),
            perturb: Perturb::default(),
            playing: false,
            speed: 1.0,
            pace: Pace::new(0.0),
            stages: Vec::new(),
            told: Instant::now(),
            looked: Instant::now(),
        };
        player.take_model(loaded, worlds)?;
        Ok(player)
    }

    /// A player of a recording: states with their times.
    ///
    /// # Errors
    ///
    /// Where the world does not fit into memory.
    pub fn recorded(
        hub: Arc<Hub>,
        source: Box<dyn Source>,
        loaded: Loaded,
        states: Vec<(f64, Box<[f64]>)>,
    ) -> Result<Self, LoadFailure> {
        let mut player = Self::new(hub, source, loaded, 1)?;
        player.is_recording = true;
        player.history = History::recorded(&player.model, states);
        player.describe();
        player.seek(0);
        Ok(player)
    }

    /// Shows so many worlds at a time, those around the selected one; pages can ask for another number.
    pub fn show_at_most(&mut self, worlds: usize) {
        self.most_shown = worlds.clamp(1, self.worlds.len());
        self.grid = Grid::new(&self.model, self.worlds.len(), self.most_shown);
        self.describe();
        self.show();
    }

    /// Lets time run from the beginning.
    pub fn play(&mut self) {
        self.set_playing(true);
    }

    /// Goes to a keyframe.
    pub fn go_to_key(&mut self, key: usize) {
        self.take(Order::Key(key));
    }

    /// Runs until the hub closes.
    pub fn run(&mut self) {
        self.show();
        while !self.hub.is_closing() {
            self.turn(self.rest());
        }
    }

    /// How long nothing is due.
    fn rest(&self) -> Duration {
        if !self.playing {
            return REST;
        }
        let ahead = (self.world().time - self.target()) / self.speed;
        let step = if self.is_recording { 0.5 / RATE } else { 0.0 };
        Duration::from_secs_f64((ahead + step).clamp(0.0, 0.5 / RATE))
    }

    /// Time of the world that is to be reached now.
    fn target(&self) -> f64 {
        self.pace.time + self.pace.wall.elapsed().as_secs_f64() * self.speed
    }

    /// Does what pages want, after at most this time, and lets time run for a moment.
    pub fn turn(&mut self, patience: Duration) {
        for order in self.hub.orders(patience) {
            self.take(order);
        }
        if self.looked.elapsed() > LOOK {
            self.looked = Instant::now();
            if self.source.has_changed() {
                self.reload();
            }
        }
        if self.playing {
            self.advance();
        } else if self.perturb.active != 0 {
            self.pose_paused();
        }
        if self.told.elapsed() > STATUS {
            self.told = Instant::now();
            self.tell_status();
        }
    }

    fn take(&mut self, order: Order) {
        let model = Arc::clone(&self.model);
        match order {
            Order::Play => self.set_playing(true),
            Order::Pause => self.set_playing(false),
            Order::Step(count) => {
                self.set_playing(false);
                if self.is_recording {
                    self.seek((self.history.at() + count as usize).min(self.history.len().saturating_sub(1)));
                } else {
                    for _ in 0..count {
                        self.step(true);
                        if self.hub.is_closing() {
                            break;
                        }
                    }
                    self.show();
                }
            }
            Order::Reset if self.is_recording => self.seek(0),
            Order::Reset => self.edit(|m, d| d.reset(m)),
            Order::Key(key) => self.edit(|m, d| {
                d.reset_to_keyframe(m, key);
            }),
            Order::Speed(speed) => {
                self.speed = speed.clamp(SPEEDS[0], SPEEDS[1]);
                self.pace.restart(self.world().time);
            }
            Order::Seek(index) => self.seek(index),
            Order::Control { id, value } => {
                let selected = self.selected;
                if let Some(entry) = self.worlds.get_mut(selected).and_then(|world| world.ctrl.get_mut(id)) {
                    *entry = value;
                }
                self.show_if_paused();
            }
            Order::Positions { first, values } => self.edit_selected(|_, d| set_positions(d, first, &values)),
            Order::World(id) if id < self.worlds.len() => {
                self.selected = id;
                self.history = History::new(&model);
                self.perturb = Perturb::default();
                self.keep();
                self.show();
            }
            Order::World(_) => {}
            Order::Shown(count) => self.show_at_most(count),
            Order::Pressed(key) => self.source.press(key),
            Order::Reload => self.reload(),
            Order::Load { name, text } => {
                let loaded = self.source.load_dropped(&name, &text);
                self.take_loaded(loaded);
            }
            Order::Perturb(perturb) => {
                self.perturb = *perturb;
                let selected = self.selected;
                if self.perturb.active == 0
                    && let Some(world) = self.worlds.get_mut(selected)
                {
                    world.xfrc_applied.fill(0.0);
                }
                self.show_if_paused();
            }
        }
    }

    pub(super) fn world(&self) -> &Data {
        self.worlds.get(self.selected).unwrap_or(&self.shown)
    }

    /// Shows another model from its beginning, with so many worlds; time runs on if it ran.
    fn take_model(&mut self, loaded: Loaded, count: usize) -> Result<(), LoadFailure> {
        let model = Arc::new(loaded.model);
        self.worlds = crowd(&model, count, loaded.data.as_ref())?;
        (self.model, self.name) = (model, loaded.name);
        self.is_recording = false;
        self.selected = 0;
        self.shown = self.model.make_data();
        self.perturb = Perturb::default();
        self.history = History::new(&self.model);
        self.grid = Grid::new(&self.model, self.worlds.len(), self.most_shown);
        self.describe();
        self.keep();
        self.pace = Pace::new(0.0);
        self.show();
        loaded.warnings.iter().for_each(|warning| self.hub.tell_notice(warning));
        Ok(())
    }

    fn describe(&mut self) {
        let playing = Playing { name: self.name.clone(), is_recording: self.is_recording, can_play: true };
        self.version = self.hub.show_worlds(&self.model, &self.shown, &playing, &self.grid, self.selected);
    }

    fn reload(&mut self) {
        if !self.is_recording {
            let loaded = self.source.load();
            self.take_loaded(loaded);
        }
    }

    /// Shows what was loaded; where that failed, the last good model goes on.
    fn take_loaded(&mut self, loaded: Result<Loaded, LoadFailure>) {
        let taken = loaded.and_then(|loaded| self.take_model(loaded, self.worlds.len()));
        self.hub.tell_error(taken.err().map(|failure| failure.message()));
    }

    fn set_playing(&mut self, playing: bool) {
        // a recording at its end begins again
        if playing && self.is_recording && self.history.at() + 1 >= self.history.len() {
            self.seek(0);
        }
        self.playing = playing;
        self.pace.restart(self.world().time);
        self.show();
    }

    fn seek(&mut self, index: usize) {
        self.playing = false;
        let selected = self.selected;
        if let Some(world) = self.worlds.get_mut(selected) {
            self.history.seek(index, &self.model, world);
        }
        self.show();
    }

    /// Changes all worlds.
    fn edit(&mut self, edit: impl Fn(&Model, &mut Data)) {
        if self.is_recording {
            return;
        }
        self.worlds.edit(&self.model, edit);
        self.keep();
        self.pace.restart(self.world().time);
        self.show();
    }

    /// Changes the world that is shown.
    fn edit_selected(&mut self, edit: impl Fn(&Model, &mut Data)) {
        let selected = self.selected;
        if let Some(world) = self.worlds.get_mut(selected).filter(|_| !self.is_recording) {
            edit(&self.model, world);
        }
        self.show_if_paused();
    }

    fn keep(&mut self) {
        let selected = self.selected;
        if let Some(world) = self.worlds.get(selected).filter(|_| !self.is_recording) {
            self.history.push(&self.model, world);
        }
    }

    /// Lets time run for a turn.
    fn advance(&mut self) {
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
            // slower than asked for: what was lost is not made up
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

    /// A step of every world; a world that failed stays as it is.
    fn step(&mut self, paused: bool) {
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
            self.hub.tell_notice(&format!("world {id}: {error}"));
            if id == self.selected {
                self.playing = false;
            }
        }
        self.pace.steps += 1;
        let time = self.world().time;
        if paused || is_due(&mut self.pace.keep_at, time) {
            self.keep();
        }
    }

    /// Lets the mouse pull at what it holds.
    fn pull(&mut self) {
        let (m, selected, perturb) = (&*self.model, self.selected, self.perturb);
        if let Some(world) = self.worlds.get_mut(selected).filter(|_| perturb.active != 0) {
            world.xfrc_applied.fill(0.0);
            perturb.apply_pose(m, world, false);
            perturb.apply_force(m, world);
        }
    }

    /// A step that is taken apart to time its stages; what went wrong.
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

    /// What the mouse holds is moved while time stands.
    fn pose_paused(&mut self) {
        let (selected, perturb) = (self.selected, self.perturb);
        if let Some(world) = self.worlds.get_mut(selected).filter(|_| !self.is_recording) {
            perturb.apply_pose(&self.model, world, true);
        }
        self.show();
    }

    /// Shows the state where pages wait for one: sixty times a second, of the clock's or of the world's.
    fn show_in_time(&mut self) {
        let time = self.world().time;
        let is_late = self.pace.shown_wall.elapsed().as_secs_f64() >= 1.0 / RATE;
        if is_due(&mut self.pace.show_at, time) || is_late {
            self.show();
        }
    }

    fn show_if_paused(&mut self) {
        if !self.playing {
            self.show();
        }
    }

    fn show(&mut self) {
        self.pace.shown_wall = Instant::now();
        if !self.playing
            && let Some(world) = self.worlds.get(self.selected)
        {
            self.shown.copy_from(world);
            // a state that cannot be evaluated is shown as far as it goes
            let _ = self.shown.forward(&self.model);
        }
        if let Some(world) = self.worlds.get(self.selected) {
            self.source.show(world);
        }
        let data = if self.playing { self.world() } else { &self.shown };
        self.hub.publish(|snapshot| {
            snapshot.version = self.version;
            snapshot.model = Arc::clone(&self.model);
            snapshot.data.copy_from(data);
            snapshot.perturb = self.perturb;
            snapshot.playing = self.playing;
            snapshot.real_time_factor = self.pace.factor;
            snapshot.world = self.selected as u32;
            snapshot.others.clear();
            let others = self.grid.around(self.selected).filter(|id| *id != self.selected);
            let others = others.filter_map(|id| self.worlds.get(id));
            others.for_each(|world| self.grid.write(world, &mut snapshot.others));
        });
    }
}

/// Writes positions, where there are so many.
fn set_positions(d: &mut Data, first: usize, values: &[f64]) {
    if let Some(entries) = first.checked_add(values.len()).and_then(|end| d.qpos.get_mut(first..end)) {
        entries.copy_from_slice(values);
    }
}

/// Worlds of a model, or why there are none.
fn crowd(model: &Arc<Model>, count: usize, start: Option<&Data>) -> Result<Crowd, LoadFailure> {
    Crowd::new(model, count, start)
        .map_err(|error| LoadFailure { message: error.to_string(), ..LoadFailure::default() })
}
