//! Runs worlds for pages: steps at the chosen speed, carries out orders, keeps the states of the last minute.

mod orders;
mod pace;
mod settings;
mod status;
mod steps;
mod vary;
mod worlds;

use crate::scene::Perturb;
use crate::viewer::command::Order;
use crate::viewer::description::RunInfo;
use crate::viewer::grid::Grid;
use crate::viewer::history::{Histories, History, RATE};
use crate::viewer::hub::Hub;
use crate::viewer::source::{LoadFailure, Loaded, Source};
use pace::{Pace, is_due};
use sim_core::{Data, Model};
use std::sync::Arc;
use std::time::{Duration, Instant};
pub use vary::Variation;
use vary::Vary;
use worlds::Worlds;

/// Time between statistics for pages.
const STATUS: Duration = Duration::from_millis(100);

/// Time between checks of the model's files.
const LOOK: Duration = Duration::from_millis(250);

/// Longest wait of a paused player.
const REST: Duration = Duration::from_millis(100);

/// Longest wait for the first page to draw the model, after it has connected.
const FIRST_PICTURE: Duration = Duration::from_secs(10);

/// Default number of worlds that pages show at a time.
const SHOWN: usize = 400;

/// Runs the worlds of a model.
///
/// ```
/// use sim_core::Model;
/// use sim_view::viewer::{DroppedModel, Hub, LoadFailure, Loaded, Order, Player, Source};
/// use std::sync::Arc;
/// use std::time::Duration;
///
/// # struct Example;
/// # impl Source for Example {
/// #     fn load(&mut self) -> Result<Loaded, LoadFailure> {
/// #         Err(LoadFailure::default())
/// #     }
/// #     fn load_dropped(&mut self, _: DroppedModel) -> Result<Loaded, LoadFailure> {
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
    hub: Arc<Hub>,
    source: Box<dyn Source>,
    model: Arc<Model>,
    name: String,
    version: u32,
    worlds: Worlds,
    selected: usize,
    /// Number of worlds that pages show at a time.
    most_shown: usize,
    grid: Grid,
    histories: Histories,
    vary: Vary,
    is_recording: bool,
    /// A paused state with all computed fields. The world itself stays unchanged.
    shown: Data,
    perturb: Perturb,
    /// Whether poses and velocities of the selected world may not follow from its state: no step came since it was edited or paused.
    is_stale: bool,
    /// Whether the held world is not selected any more. What the mouse does until its release concerns that world.
    lost_grip: bool,
    playing: bool,
    /// Whether time runs when the first page has drawn the model.
    awaits_page: bool,
    /// When the first page connected.
    first_page: Option<Instant>,
    /// Requested steps that are still to be taken.
    owed: u32,
    speed: f64,
    pace: Pace,
    stages: Vec<(&'static str, f64)>,
    /// When statistics were last sent, and files last checked.
    status_sent: Instant,
    files_checked: Instant,
}

impl std::fmt::Debug for Player {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Player").field("name", &self.name).field("worlds", &self.worlds.len()).finish_non_exhaustive()
    }
}

impl Player {
    /// A paused player with this number of worlds.
    ///
    /// # Errors
    ///
    /// If the worlds do not fit into memory.
    pub fn new(hub: Arc<Hub>, source: Box<dyn Source>, loaded: Loaded, worlds: usize) -> Result<Self, LoadFailure> {
        let none = Arc::new(Model::default());
        let mut player = Self {
            hub,
            source,
            worlds: make_worlds(&none, 1, None)?,
            model: none,
            name: String::new(),
            version: 0,
            selected: 0,
            most_shown: SHOWN,
            grid: Grid::default(),
            histories: Histories::default(),
            vary: Vary::default(),
            is_recording: false,
            shown: Data::default(),
            perturb: Perturb::default(),
            is_stale: true,
            lost_grip: false,
            playing: false,
            awaits_page: false,
            first_page: None,
            owed: 0,
            speed: 1.0,
            pace: Pace::new(0.0),
            stages: Vec::new(),
            status_sent: Instant::now(),
            files_checked: Instant::now(),
        };
        player.take_model(loaded, worlds)?;
        Ok(player)
    }

    /// A player of a recording, given as states with their times.
    ///
    /// # Errors
    ///
    /// If the world does not fit into memory.
    pub fn recorded(
        hub: Arc<Hub>,
        source: Box<dyn Source>,
        loaded: Loaded,
        states: Vec<(f64, Box<[f64]>)>,
    ) -> Result<Self, LoadFailure> {
        let mut player = Self::new(hub, source, loaded, 1)?;
        player.is_recording = true;
        player.histories = Histories::recorded(&player.model, states);
        player.describe();
        player.seek(0);
        Ok(player)
    }

    /// Limits the worlds that pages show at a time to those around the selected one. Pages can change the limit.
    pub fn show_at_most(&mut self, worlds: usize) {
        let worlds = worlds.clamp(1, self.worlds.len());
        if worlds == self.most_shown {
            return;
        }
        self.most_shown = worlds;
        self.grid = Grid::new(&self.model, self.worlds.len(), self.most_shown);
        self.describe();
        self.show();
    }

    /// Makes the worlds differ, now and after every reset.
    ///
    /// A recording stays as it was recorded.
    pub fn vary(&mut self, variation: Variation, seed: u64) {
        self.vary = Vary::new(variation, seed);
        if self.is_recording || variation == Variation::None {
            return;
        }
        self.worlds.vary(&self.model, &mut self.vary);
        // histories start with the worlds as they are now
        self.histories = Histories::new(&self.model);
        self.keep();
        self.show();
    }

    /// Runs the simulation as soon as a page shows the model. Time does not pass while nobody sees it begin.
    pub fn play(&mut self) {
        self.awaits_page = true;
    }

    /// Lets time run when the first page has drawn the model, or is slow to say so.
    fn await_page(&mut self) {
        if self.hub.pages() == 0 {
            self.first_page = None;
            return;
        }
        let connected = *self.first_page.get_or_insert_with(Instant::now);
        if self.hub.is_drawn() || connected.elapsed() > FIRST_PICTURE {
            self.set_playing(true);
        }
    }

    /// Resets all worlds to a keyframe.
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

    /// Time until something is due.
    fn rest(&self) -> Duration {
        if self.owed > 0 {
            return Duration::ZERO;
        }
        if !self.playing {
            return REST;
        }
        let ahead = (self.world().time - self.target()) / self.speed;
        let step = if self.is_recording { 0.5 / RATE } else { 0.0 };
        let wait = ahead + step;
        // a NaN time must not wait
        Duration::from_secs_f64(if wait > 0.0 { wait.min(0.5 / RATE) } else { 0.0 })
    }

    /// Simulated time to reach now.
    fn target(&self) -> f64 {
        self.pace.time + self.pace.wall.elapsed().as_secs_f64() * self.speed
    }

    /// Carries out orders, after a wait of at most `patience`, and runs the simulation for a moment.
    pub fn turn(&mut self, patience: Duration) {
        for order in self.hub.orders(patience) {
            self.take(order);
        }
        if self.perturb.active != 0 && self.hub.pages() == 0 {
            // the page whose mouse holds a body has closed
            self.let_go();
        }
        // an order of a user comes first
        if self.awaits_page {
            self.await_page();
        }
        if self.files_checked.elapsed() > LOOK {
            self.files_checked = Instant::now();
            if self.source.has_changed() {
                self.reload();
            }
        }
        if self.owed > 0 {
            self.step_owed();
        } else if self.playing {
            self.advance();
        } else if self.perturb.active != 0 {
            self.pose_paused();
        }
        if self.status_sent.elapsed() > STATUS {
            self.status_sent = Instant::now();
            self.send_status();
        }
    }

    /// Whether the mouse of a page holds a body.
    #[cfg(fuzzing)]
    pub(super) fn holds(&self) -> bool {
        self.perturb.active != 0
    }

    fn world(&self) -> &Data {
        self.worlds.get(self.selected).unwrap_or(&self.shown)
    }

    fn history(&self) -> &History {
        self.histories.of(self.selected)
    }

    /// Takes the selected world to a state of its history.
    fn go_to(&mut self, index: usize) {
        let selected = self.selected;
        if let Some(world) = self.worlds.get_mut(selected) {
            self.histories.seek(selected, index, &self.model, world);
        }
    }

    /// Shows another model from its initial state. Time runs on if it ran, and the same world stays selected.
    fn take_model(&mut self, loaded: Loaded, count: usize) -> Result<(), LoadFailure> {
        let model = Arc::new(loaded.model);
        self.worlds = make_worlds(&model, count, loaded.data.as_ref())?;
        (self.model, self.name) = (model, loaded.name);
        self.worlds.vary(&self.model, &mut self.vary);
        self.is_recording = false;
        self.selected = self.selected.min(self.worlds.len().saturating_sub(1));
        self.shown = self.model.make_data();
        self.perturb = Perturb::default();
        self.histories = Histories::new(&self.model);
        self.grid = Grid::new(&self.model, self.worlds.len(), self.most_shown);
        self.evaluate_shown();
        self.describe();
        self.keep();
        self.pace = Pace::new(self.world().time);
        self.show();
        loaded.warnings.iter().for_each(|warning| self.hub.send_notice(warning));
        Ok(())
    }

    fn describe(&mut self) {
        let playing = RunInfo { name: self.name.clone(), is_recording: self.is_recording, can_play: true };
        self.version = self.hub.show_worlds(&self.model, &self.shown, &playing, &self.grid, self.selected);
    }

    fn reload(&mut self) {
        if !self.is_recording {
            let loaded = self.source.load();
            self.take_loaded(loaded);
        }
    }

    /// Shows a loaded model. After an error the previous model goes on.
    fn take_loaded(&mut self, loaded: Result<Loaded, LoadFailure>) {
        let taken = loaded.and_then(|loaded| self.take_model(loaded, self.worlds.len()));
        self.hub.send_load_error(taken.err().map(|failure| failure.message()).unwrap_or_default());
    }

    /// Adds the states of all shown worlds to their histories. A failed world stays as it is, so that its past stays too.
    fn keep(&mut self) {
        if self.is_recording {
            return;
        }
        let (worlds, selected) = (&self.worlds, self.selected);
        let get = |id: usize| worlds.get(id).filter(|_| id == selected || !worlds.has_failed(id));
        self.histories.record(&self.model, self.grid.around(selected), selected, get);
    }

    /// Shows the state sixty times a second, of wall time or of simulated time.
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

    /// Computes all fields of the selected world's state, in a copy. Returns whether that was possible.
    fn evaluate_shown(&mut self) -> bool {
        self.is_stale = true;
        let Some(world) = self.worlds.get(self.selected) else { return false };
        self.shown.copy_from(world);
        self.shown.forward(&self.model).is_ok()
    }

    fn show(&mut self) {
        self.pace.shown_wall = Instant::now();
        // steps compute everything; states of a recording, and those that a user sets, have poses of before
        let is_stepped = self.playing && !self.is_recording;
        if !is_stepped {
            // a state that cannot be evaluated is shown as far as it was computed
            self.evaluate_shown();
        }
        if let Some(world) = self.worlds.get(self.selected) {
            self.source.show(world);
        }
        let data = if is_stepped { self.world() } else { &self.shown };
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

/// Creates the worlds of a model.
fn make_worlds(model: &Arc<Model>, count: usize, start: Option<&Data>) -> Result<Worlds, LoadFailure> {
    Worlds::new(model, count, start)
        .map_err(|error| LoadFailure { message: error.to_string(), ..LoadFailure::default() })
}
