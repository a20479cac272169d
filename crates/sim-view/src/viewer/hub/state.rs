//! The hub: the newest state, the shown model, and what the threads of pages and the program share.

use crate::scene::{Perturb, SceneGeom};
use crate::viewer::command::Order;
use crate::viewer::description::{RunInfo, description};
use crate::viewer::drawing::DrawingPlaces;
use crate::viewer::grid::Grid;
use crate::viewer::incoming::IncomingBytes;
use crate::viewer::overlay::Overlays;
use crate::viewer::packing::gzip;
use crate::viewer::page_queue::PageQueue;
use crate::viewer::program_view::ProgramView;
use crate::viewer::protocol::{PACKED_TEXT, ServerMessage};
use crate::viewer::samples::Samples;
use crate::viewer::watched::{Energies, Moment};
use sim_core::{Data, Model};
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Bytes from which the description of a model is compressed.
const LONG_TEXT: usize = 64 << 10;

/// Limit on the old states that are kept for reuse.
const SPARES: usize = 4;

/// A published state.
///
/// ```
/// use sim_view::viewer::Hub;
///
/// let hub = Hub::default();
/// hub.publish(|snapshot| snapshot.playing = true);
/// assert!(hub.snapshot().is_some_and(|snapshot| snapshot.playing && snapshot.number == 1));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    /// Number of the state, from 1.
    pub number: u64,
    /// Version of the model.
    pub version: u32,
    /// The model.
    pub model: Arc<Model>,
    /// The state.
    pub data: Data,
    /// What the mouse holds.
    pub perturb: Perturb,
    /// Geoms that a program adds.
    pub user: Vec<SceneGeom>,
    /// Whether time runs.
    pub playing: bool,
    /// Simulated seconds per second, measured.
    pub real_time_factor: f64,
    /// Number of the shown world.
    pub world: u32,
    /// Packed poses of the bodies of the other worlds.
    pub others: Vec<u8>,
}

/// The model that pages show, and its description.
///
/// ```
/// use sim_core::Model;
/// use sim_view::viewer::{Hub, RunInfo};
/// use std::sync::Arc;
///
/// let (hub, model) = (Hub::default(), Arc::new(Model::example()));
/// let version = hub.show_model(&model, &model.make_data(), &RunInfo::default());
/// assert!(hub.described().is_some_and(|described| described.version == version && described.text.contains("joints")));
/// ```
#[derive(Clone, Debug)]
pub struct ShownModel {
    /// Version of the model.
    pub version: u32,
    /// The model.
    pub model: Arc<Model>,
    /// The description, as JSON.
    pub text: Arc<str>,
    /// The binary message with the compressed description, if that is worth it.
    pub(in crate::viewer) packed: Option<Arc<[u8]>>,
}

/// State of the hub.
#[derive(Debug, Default)]
pub(in crate::viewer) struct State {
    pub(super) snapshot: Option<Arc<Snapshot>>,
    pub(super) spares: Vec<Arc<Snapshot>>,
    pub(super) published: u64,
    pub(super) described: Option<Arc<ShownModel>>,
    pub(super) version: u32,
    /// Last load result and last status, each with the number of the message.
    pub(super) error: (u64, Arc<str>),
    pub(super) status: (u64, Arc<str>),
    pub(super) notices: VecDeque<(u64, Arc<str>)>,
    /// Number of messages.
    pub(in crate::viewer) counter: u64,
    /// The view that a program set.
    pub(in crate::viewer) program_view: ProgramView,
    /// What a program draws over the pictures.
    pub(in crate::viewer) overlays: Overlays,
    /// The last picture size that a page sent.
    pub(in crate::viewer) size: Option<[u32; 2]>,
    pub(super) pages: BTreeMap<u64, PageQueue>,
    /// What pages watch, by page, with its samples.
    pub(super) watches: BTreeMap<u64, Samples>,
    /// Whether a program runs the world, so that each published state is a sample.
    pub(super) is_passive: bool,
    pub(super) next_page: u64,
    /// When the last page left. `None` while pages are open, and before the first one opens.
    pub(super) left: Option<Instant>,
    pub(super) orders: VecDeque<Order>,
    /// The page whose mouse holds a body, and what it holds.
    pub(super) holder: Option<(u64, Perturb)>,
    /// Whether a page has drawn a model.
    pub(super) drawn: bool,
    pub(super) closing: bool,
}

/// Exchanges states and requests with pages.
///
/// A program that steps a world itself publishes states as often as it likes. It never waits for a page.
///
/// ```
/// use sim_core::Model;
/// use sim_view::viewer::{Hub, RunInfo};
/// use std::sync::Arc;
///
/// let (hub, model) = (Hub::default(), Arc::new(Model::example()));
/// let mut data = model.make_data();
/// let version = hub.show_model(&model, &data, &RunInfo::default());
/// for _ in 0..10 {
///     data.step(&model)?;
///     hub.publish(|snapshot| {
///         (snapshot.version, snapshot.model) = (version, Arc::clone(&model));
///         snapshot.data.copy_from(&data);
///     });
/// }
/// assert_eq!(hub.published(), 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Hub {
    pub(super) state: Mutex<State>,
    pub(super) changed: Condvar,
    pub(super) energies: Mutex<Energies>,
    pub(super) incoming: IncomingBytes,
    pub(super) drawing: DrawingPlaces,
}

/// Numbers of what a page has received.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seen {
    /// The last state.
    pub snapshot: u64,
    pub(super) version: u32,
    pub(super) error: u64,
    pub(super) status: u64,
    pub(super) notice: u64,
    pub(super) view: u64,
    pub(super) widgets: u64,
    /// Changes of overlays.
    pub(in crate::viewer) overlays: u64,
}

impl Hub {
    pub(in crate::viewer) fn lock(&self) -> MutexGuard<'_, State> {
        // a thread that panicked leaves the state whole
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes all waiting threads.
    pub(in crate::viewer) fn wake(&self) {
        self.changed.notify_all();
    }

    /// Shows a model from now on. Returns its version.
    pub fn show_model(&self, model: &Arc<Model>, data: &Data, playing: &RunInfo) -> u32 {
        self.show_worlds(model, data, playing, &Grid::new(model, 1, 1), 0)
    }

    /// Shows many worlds of a model from now on. Returns the model's version.
    pub(in crate::viewer) fn show_worlds(
        &self,
        model: &Arc<Model>,
        data: &Data,
        playing: &RunInfo,
        grid: &Grid,
        selected: usize,
    ) -> u32 {
        let version = {
            let mut state = self.lock();
            state.version += 1;
            state.is_passive = !playing.can_play;
            state.version
        };
        let message = description(model, data, version, playing, grid.description(model, selected));
        let text = ServerMessage::Model(Box::new(message)).to_json();
        let packed = packed_text(&text);
        let described = ShownModel { version, model: Arc::clone(model), text: text.into(), packed };
        self.lock().described = Some(Arc::new(described));
        self.changed.notify_all();
        version
    }

    /// Publishes a state. `fill` writes all of it.
    pub fn publish(&self, fill: impl FnOnce(&mut Snapshot)) {
        let mut spare = {
            let mut state = self.lock();
            let free = state.spares.iter().position(|spare| Arc::strong_count(spare) == 1);
            free.map(|at| state.spares.swap_remove(at)).unwrap_or_default()
        };
        let snapshot = Arc::make_mut(&mut spare);
        fill(snapshot);
        let is_sample = self.lock().is_passive;
        if is_sample {
            let (m, speed) = (&snapshot.model, snapshot.real_time_factor);
            self.sample(&Moment::new(snapshot.version, snapshot.world, m, &snapshot.data, speed));
        }
        let mut state = self.lock();
        state.published += 1;
        if let Some(snapshot) = Arc::get_mut(&mut spare) {
            snapshot.number = state.published;
        }
        if let Some(old) = state.snapshot.replace(spare)
            && state.spares.len() < SPARES
        {
            state.spares.push(old);
        }
        self.changed.notify_all();
    }

    /// Number of published states.
    pub fn published(&self) -> u64 {
        self.lock().published
    }

    /// The newest state.
    pub fn snapshot(&self) -> Option<Arc<Snapshot>> {
        self.lock().snapshot.clone()
    }

    /// The shown model.
    pub fn described(&self) -> Option<Arc<ShownModel>> {
        self.lock().described.clone()
    }

    /// Closes the hub: pages, player and server end.
    pub fn close(&self) {
        self.lock().closing = true;
        self.changed.notify_all();
    }

    /// Waits for at most `patience` until the hub closes. Returns whether it is closed.
    pub fn wait_closing(&self, patience: Duration) -> bool {
        let waited = self.changed.wait_timeout_while(self.lock(), patience, |state| !state.closing);
        waited.unwrap_or_else(PoisonError::into_inner).0.closing
    }

    /// Whether the hub is closed.
    pub fn is_closing(&self) -> bool {
        self.lock().closing
    }
}

/// The binary message with a long JSON message, compressed.
fn packed_text(text: &str) -> Option<Arc<[u8]>> {
    let bytes = Some(text.as_bytes()).filter(|bytes| bytes.len() > LONG_TEXT)?;
    gzip(&PACKED_TEXT.to_le_bytes(), bytes, 6).map(Into::into)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_state_counts_and_memory_is_used_again() {
        let hub = Hub::default();
        for k in 0..100 {
            hub.publish(|snapshot| snapshot.real_time_factor = f64::from(k));
        }
        let newest = hub.snapshot().unwrap();
        assert_eq!((newest.number, newest.real_time_factor), (100, 99.0));
        assert!(hub.lock().spares.len() <= SPARES);
    }

    #[test]
    fn long_descriptions_are_sent_compressed() {
        let hub = Hub::default();
        let short = Arc::new(Model::example());
        hub.show_model(&short, &short.make_data(), &RunInfo::default());
        assert!(hub.described().unwrap().packed.is_none());
        let bodies = "<body><geom size='1'/></body>".repeat(2000);
        let text = format!("<mujoco><worldbody>{bodies}</worldbody></mujoco>");
        let long = Arc::new(sim_mjcf::load_model(&text).unwrap());
        hub.show_model(&long, &long.make_data(), &RunInfo::default());
        let news = hub.news(hub.join(), &mut Seen::default(), true, Duration::ZERO);
        let shown = news.model.unwrap();
        let packed = shown.packed.as_deref().unwrap();
        assert!(packed.starts_with(&PACKED_TEXT.to_le_bytes()) && 10 * packed.len() < shown.text.len());
    }
}
