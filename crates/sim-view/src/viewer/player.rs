//! Whoever runs a world for the pages: steps at the speed that is asked for, does what pages want, keeps the last minute.

use crate::scene::Perturb;
use crate::viewer::command::Order;
use crate::viewer::description::Playing;
use crate::viewer::history::{History, RATE};
use crate::viewer::hub::Hub;
use crate::viewer::worlds::Grid;
use serde_json::{Value, json};
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

/// Slowest and quickest speed.
const SPEEDS: [f64; 2] = [1e-3, 1e3];

/// A model to show.
///
/// ```
/// use sim_core::Model;
/// use sim_view::viewer::Loaded;
///
/// let loaded = Loaded { model: Model::example(), name: "example".into(), warnings: vec![], data: None };
/// assert!(loaded.model.nv > 0);
/// ```
#[derive(Debug)]
pub struct Loaded {
    /// The model.
    pub model: Model,
    /// What to call it.
    pub name: String,
    /// What its loader warns about.
    pub warnings: Vec<String>,
    /// Where it begins; its default state where there is none.
    pub data: Option<Data>,
}

/// Why a model was not loaded, for people.
///
/// ```
/// use sim_view::viewer::LoadFailure;
///
/// let failure = LoadFailure { message: "no such file".into(), ..LoadFailure::default() };
/// assert!(failure.place.is_none());
/// ```
#[derive(Clone, Debug, Default)]
pub struct LoadFailure {
    /// What is wrong and what to do.
    pub message: String,
    /// The file, its line and column, counted from one.
    pub place: Option<(String, usize, usize)>,
    /// Lines around it, with their numbers.
    pub lines: Vec<(usize, String)>,
}

impl LoadFailure {
    fn message(&self) -> Value {
        let place = self.place.as_ref();
        let line = place.map(|place| place.1);
        let lines = self.lines.iter();
        let lines =
            lines.map(|(number, text)| json!({ "number": number, "text": text, "marked": Some(*number) == line }));
        json!({
            "message": self.message,
            "file": place.map(|place| &place.0),
            "line": line,
            "column": place.map(|place| place.2),
            "lines": lines.collect::<Vec<_>>(),
        })
    }
}

/// Where models come from.
///
/// ```
/// use sim_core::Model;
/// use sim_view::viewer::{LoadFailure, Loaded, Source};
///
/// struct Example;
///
/// impl Source for Example {
///     fn load(&mut self) -> Result<Loaded, LoadFailure> {
///         Ok(Loaded { model: Model::example(), name: "example".into(), warnings: vec![], data: None })
///     }
///
///     fn load_dropped(&mut self, _: &str, _: &[u8]) -> Result<Loaded, LoadFailure> {
///         Err(LoadFailure { message: "this program shows its own model".into(), ..LoadFailure::default() })
///     }
///
///     fn has_changed(&mut self) -> bool {
///         false
///     }
/// }
///
/// assert!(Example.load().is_ok());
/// ```
pub trait Source: Send {
    /// Loads the model, again where it was loaded before.
    ///
    /// # Errors
    ///
    /// Where it cannot be loaded.
    fn load(&mut self) -> Result<Loaded, LoadFailure>;

    /// Loads a model that was dropped on a page, and keeps to it.
    ///
    /// # Errors
    ///
    /// Where it cannot be loaded; the model before it stays the source then.
    fn load_dropped(&mut self, name: &str, text: &[u8]) -> Result<Loaded, LoadFailure>;

    /// Whether a file of the model changed since this was asked before.
    fn has_changed(&mut self) -> bool;

    /// A step of a world, for those who do more in it than the engine.
    ///
    /// # Errors
    ///
    /// Where the world cannot be moved.
    fn step(&mut self, m: &Model, d: &mut Data) -> Result<(), String> {
        d.step(m).map_err(|error| error.to_string())
    }

    /// Whether steps are taken by [`step`](Self::step) alone, so that none is taken apart to be timed.
    fn has_own_steps(&self) -> bool {
        false
    }

    /// Told of every state of the selected world that is shown, as it is.
    fn show(&mut self, _d: &Data) {}

    /// Told of keys that were pressed in a page, by GLFW's numbers.
    fn press(&mut self, _key: i32) {}
}

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
/// let mut player = Player::new(Arc::clone(&hub), Box::new(Example), loaded, 1);
/// hub.order(Order::Step(5));
/// player.turn(Duration::ZERO); // `run` does so until the hub closes
/// assert!(hub.snapshot().is_some_and(|snapshot| snapshot.data.time > 0.0));
/// ```
pub struct Player {
    hub: Arc<Hub>,
    source: Box<dyn Source>,
    model: Arc<Model>,
    name: String,
    version: u32,
    worlds: Vec<Data>,
    errors: Vec<Option<String>>,
    selected: usize,
    grid: Grid,
    history: History,
    is_recording: bool,
    /// A paused state with everything that follows from it; the world itself stays as it was.
    shown: Data,
    perturb: Perturb,
    playing: bool,
    speed: f64,
    pace: Pace,
    stages: Vec<(&'static str, f64)>,
    /// When pages were last told statistics, and files last looked at.
    told: Instant,
    looked: Instant,
}

impl std::fmt::Debug for Player {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Player").field("name", &self.name).field("worlds", &self.worlds.len()).finish_non_exhaustive()
    }
}

/// Where time of the world and of the clock were last together, and what was reached since.
#[derive(Debug)]
struct Pace {
    wall: Instant,
    time: f64,
    /// Start, steps and time of the world of a measurement.
    since: Instant,
    steps: u64,
    began: f64,
    factor: f64,
    rate: f64,
    shown_wall: Instant,
    /// Time of the world from which on it is to be shown again, and kept.
    show_at: f64,
    keep_at: f64,
    profiled: Instant,
}

impl Pace {
    fn new(time: f64) -> Self {
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
    fn restart(&mut self, time: f64) {
        let now = Instant::now();
        (self.wall, self.time, self.since, self.began, self.steps) = (now, time, now, time, 0);
        (self.factor, self.rate) = (0.0, 0.0);
        (self.show_at, self.keep_at) = (time, time);
    }

    fn measure(&mut self, time: f64) {
        let seconds = self.since.elapsed().as_secs_f64();
        if seconds > 0.5 {
            (self.factor, self.rate) = ((time - self.began) / seconds, self.steps as f64 / seconds);
            (self.since, self.began, self.steps) = (Instant::now(), time, 0);
        }
    }
}

impl Player {
    /// A player of a model, paused, `worlds` of it beside each other.
    pub fn new(hub: Arc<Hub>, source: Box<dyn Source>, loaded: Loaded, worlds: usize) -> Self {
        let mut player = Self {
            hub,
            source,
            model: Arc::default(),
            name: String::new(),
            version: 0,
            worlds: (0..worlds.max(1)).map(|_| Data::default()).collect(),
            errors: Vec::new(),
            selected: 0,
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
        player.take_model(loaded);
        player
    }

    /// A player of a recording: states with their times.
    pub fn recorded(hub: Arc<Hub>, source: Box<dyn Source>, loaded: Loaded, states: Vec<(f64, Box<[f64]>)>) -> Self {
        let mut player = Self::new(hub, source, loaded, 1);
        player.is_recording = true;
        player.history = History::recorded(&player.model, states);
        player.describe();
        player.seek(0);
        player
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
                    (0..count).for_each(|_| self.step(true));
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
            Order::Pressed(key) => self.source.press(key),
            Order::Reload => self.reload(),
            Order::Load { name, text } => match self.source.load_dropped(&name, &text) {
                Ok(loaded) => {
                    self.is_recording = false;
                    self.take_model(loaded);
                    self.hub.tell_error(None);
                }
                Err(failure) => self.hub.tell_error(Some(failure.message())),
            },
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

    fn world(&self) -> &Data {
        self.worlds.get(self.selected).unwrap_or(&self.shown)
    }

    /// Shows another model from its beginning; time runs on if it ran.
    fn take_model(&mut self, loaded: Loaded) {
        self.model = Arc::new(loaded.model);
        self.name = loaded.name;
        let count = self.worlds.len();
        for world in &mut self.worlds {
            *world = loaded.data.clone().unwrap_or_else(|| self.model.make_data());
            // poses of worlds that are not looked at are sent too
            if count > 1 {
                let _ = world.forward(&self.model);
            }
        }
        self.errors = vec![None; count];
        self.selected = 0;
        self.shown = self.model.make_data();
        self.perturb = Perturb::default();
        self.history = History::new(&self.model);
        self.grid = Grid::new(&self.model, count);
        self.describe();
        self.keep();
        self.pace = Pace::new(0.0);
        self.show();
        loaded.warnings.iter().for_each(|warning| self.hub.tell_notice(warning));
    }

    fn describe(&mut self) {
        let playing = Playing { name: self.name.clone(), is_recording: self.is_recording, can_play: true };
        self.version = self.hub.show_worlds(&self.model, &self.shown, &playing, &self.grid, self.selected);
    }

    fn reload(&mut self) {
        if self.is_recording {
            return;
        }
        match self.source.load() {
            Ok(loaded) => {
                self.take_model(loaded);
                self.hub.tell_error(None);
            }
            Err(failure) => self.hub.tell_error(Some(failure.message())),
        }
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
        self.worlds.iter_mut().for_each(|world| edit(&self.model, world));
        self.errors.iter_mut().for_each(|error| *error = None);
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
            if self.errors.get(self.selected).is_some_and(Option::is_some) || turn.elapsed() > TURN {
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
        let profiles = !paused && self.pace.profiled.elapsed() > Duration::from_millis(250);
        for id in 0..self.worlds.len() {
            if self.errors[id].is_some() {
                continue;
            }
            let (m, world) = (&*self.model, &mut self.worlds[id]);
            let is_selected = id == self.selected;
            if is_selected && self.perturb.active != 0 {
                world.xfrc_applied.fill(0.0);
                self.perturb.apply_pose(m, world, false);
                self.perturb.apply_force(m, world);
            }
            let outcome = if is_selected && profiles && !self.source.has_own_steps() {
                self.pace.profiled = Instant::now();
                world
                    .profile(m, 1)
                    .map(|profile| {
                        self.stages = profile.rows().map(|(_, stage, seconds)| (stage, seconds * 1e6)).collect();
                    })
                    .map_err(|error| error.to_string())
            } else {
                self.source.step(m, world)
            };
            if let Err(error) = outcome {
                let line = format!("world {id}: {error}");
                self.hub.tell_notice(&line);
                self.errors[id] = Some(error);
                if is_selected {
                    self.playing = false;
                }
            }
        }
        self.pace.steps += 1;
        let time = self.world().time;
        if paused || is_due(&mut self.pace.keep_at, time) {
            self.keep();
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
            if self.worlds.len() > 1 {
                let others = self.worlds.iter().enumerate().filter(|(id, _)| *id != self.selected);
                others.for_each(|(_, world)| self.grid.write(world, &mut snapshot.others));
            }
        });
    }

    fn tell_status(&mut self) {
        let world = self.world();
        let stage = |(name, microseconds): &(&str, f64)| json!({ "name": name, "microseconds": microseconds });
        let errors = self.errors.iter().enumerate().filter_map(|(id, error)| Some((id, error.as_ref()?)));
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
        self.hub.tell_status(status);
    }
}

/// Whether a time has come that comes `RATE` times a second; the next one then is.
fn is_due(next: &mut f64, time: f64) -> bool {
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

/// Writes positions, where there are so many.
fn set_positions(d: &mut Data, first: usize, values: &[f64]) {
    if let Some(entries) = first.checked_add(values.len()).and_then(|end| d.qpos.get_mut(first..end)) {
        entries.copy_from_slice(values);
    }
}
