//! Exchange between the program that runs the world and the pages: states one way, requests the other. Nothing waits for a page.

use crate::scene::{Perturb, SceneGeom};
use crate::viewer::command::{Order, Request};
use crate::viewer::description::{RunInfo, description};
use crate::viewer::grid::Grid;
use crate::viewer::overlay::Overlays;
use crate::viewer::program_view::ProgramView;
use crate::viewer::protocol::{ErrorMessage, NoticeMessage, ServerMessage, StatusMessage};
use sim_core::{Data, Model};
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Limit on the waiting requests of a page. Its connection is not read while the queue is full.
const MOST_REQUESTS: usize = 256;

/// Limit on waiting orders. More are dropped.
const MOST_ORDERS: usize = 1024;

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
}

/// State of the hub.
#[derive(Debug, Default)]
pub(super) struct State {
    snapshot: Option<Arc<Snapshot>>,
    spares: Vec<Arc<Snapshot>>,
    published: u64,
    described: Option<Arc<ShownModel>>,
    version: u32,
    /// Last load result and last status, each with the number of the message.
    error: (u64, Arc<str>),
    status: (u64, Arc<str>),
    notices: VecDeque<(u64, Arc<str>)>,
    /// Number of messages.
    pub(super) counter: u64,
    /// The view that a program set.
    pub(super) program_view: ProgramView,
    /// What a program draws over the pictures.
    pub(super) overlays: Overlays,
    /// The last picture size that a page sent.
    pub(super) size: Option<[u32; 2]>,
    pages: BTreeMap<u64, VecDeque<Request>>,
    next_page: u64,
    /// When the last page left. `None` while pages are open, and before the first one opens.
    left: Option<Instant>,
    orders: VecDeque<Order>,
    closing: bool,
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
    state: Mutex<State>,
    changed: Condvar,
}

/// Numbers of what a page has received.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seen {
    /// The last state.
    pub snapshot: u64,
    version: u32,
    error: u64,
    status: u64,
    notice: u64,
    view: u64,
    widgets: u64,
    /// Changes of overlays.
    pub(super) overlays: u64,
}

/// New messages, states and requests for a page.
#[derive(Debug, Default)]
pub struct News {
    /// Whether the connection ends.
    pub closing: bool,
    /// Messages, in order.
    pub texts: Vec<Arc<str>>,
    /// The newest state.
    pub snapshot: Option<Arc<Snapshot>>,
    /// Requests of the page.
    pub requests: Vec<Request>,
    /// New overlays.
    pub overlays: Vec<Arc<[u8]>>,
}

impl Hub {
    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        // a thread that panicked leaves the state whole
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes all waiting threads.
    pub(super) fn wake(&self) {
        self.changed.notify_all();
    }

    /// Shows a model from now on. Returns its version.
    pub fn show_model(&self, model: &Arc<Model>, data: &Data, playing: &RunInfo) -> u32 {
        self.show_worlds(model, data, playing, &Grid::new(model, 1, 1), 0)
    }

    /// Shows many worlds of a model from now on. Returns the model's version.
    pub(super) fn show_worlds(
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
            state.version
        };
        let message = description(model, data, version, playing, grid.description(model, selected));
        let text = ServerMessage::Model(Box::new(message)).to_json();
        let described = ShownModel { version, model: Arc::clone(model), text: text.into() };
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

    /// Reports whether a model was loaded.
    pub(super) fn send_load_error(&self, error: ErrorMessage) {
        let text = ServerMessage::Error(error).to_json();
        let mut state = self.lock();
        state.counter += 1;
        state.error = (state.counter, text.into());
        self.changed.notify_all();
    }

    /// Sends statistics to all pages.
    pub(super) fn send_status(&self, mut status: StatusMessage) {
        let mut state = self.lock();
        status.pages = state.pages.len();
        state.counter += 1;
        state.status = (state.counter, ServerMessage::Status(Box::new(status)).to_json().into());
        self.changed.notify_all();
    }

    /// Sends a line of text to the users of all pages.
    pub fn send_notice(&self, text: &str) {
        let text = ServerMessage::Notice(NoticeMessage { text: text.to_string() }).to_json();
        let mut state = self.lock();
        state.counter += 1;
        let message = (state.counter, text.into());
        state.notices.push_back(message);
        if state.notices.len() > 16 {
            state.notices.pop_front();
        }
        self.changed.notify_all();
    }

    /// Width and height of the last picture size that a page sent, in CSS pixels.
    pub fn picture_size(&self) -> Option<[u32; 2]> {
        self.lock().size
    }

    pub(super) fn note_size(&self, size: [u32; 2]) {
        self.lock().size = Some(size);
    }

    /// Number of open pages.
    pub fn pages(&self) -> usize {
        self.lock().pages.len()
    }

    /// Time since the last page left. `None` while pages are open, and before the first one opens.
    pub fn idle_time(&self) -> Option<Duration> {
        self.lock().left.map(|left| left.elapsed())
    }

    /// Takes the orders of pages. Waits for at most `patience`.
    pub fn orders(&self, patience: Duration) -> Vec<Order> {
        let mut state = self.lock();
        if state.orders.is_empty() && !patience.is_zero() && !state.closing {
            let waits = |state: &mut State| state.orders.is_empty() && !state.closing;
            let waited = self.changed.wait_timeout_while(state, patience, waits);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        state.orders.drain(..).collect()
    }

    /// Adds an order. Returns `false` if too many wait.
    pub fn order(&self, order: Order) -> bool {
        let mut state = self.lock();
        if state.orders.len() >= MOST_ORDERS {
            return false;
        }
        match (&order, state.orders.back()) {
            // the last motion of the mouse counts
            (Order::Perturb(_), Some(Order::Perturb(_))) => drop(state.orders.pop_back()),
            // the last model counts, because models are large
            (Order::Load { .. }, _) => state.orders.retain(|waiting| !matches!(waiting, Order::Load { .. })),
            _ => {}
        }
        state.orders.push_back(order);
        self.changed.notify_all();
        true
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

    /// Adds a page. Returns its number.
    pub(super) fn join(&self) -> u64 {
        let mut state = self.lock();
        state.next_page += 1;
        let id = state.next_page;
        state.pages.insert(id, VecDeque::new());
        state.left = None;
        id
    }

    /// Removes a page.
    pub(super) fn leave(&self, id: u64) {
        let mut state = self.lock();
        if state.pages.remove(&id).is_some() && state.pages.is_empty() {
            state.left = Some(Instant::now());
        }
        self.changed.notify_all();
    }

    /// Queues a request of a page. Waits while the queue is full. Returns `false` if the page is closed.
    pub(super) fn request(&self, id: u64, request: Request) -> bool {
        let mut state = self.lock();
        let is_model = |request: &Request| matches!(request, Request::Order(Order::Load { .. }));
        let is_large = is_model(&request);
        let has_no_room =
            |queue: &VecDeque<Request>| queue.len() >= MOST_REQUESTS || is_large && queue.iter().any(is_model);
        let is_full = |state: &mut State| !state.closing && state.pages.get(&id).is_some_and(has_no_room);
        state = self.changed.wait_while(state, is_full).unwrap_or_else(PoisonError::into_inner);
        let Some(queue) = state.pages.get_mut(&id) else { return false };
        queue.push_back(request);
        let open = !state.closing;
        self.changed.notify_all();
        open
    }

    /// Returns what is new for a page. Waits for at most `patience`. A new state ends the wait only if the page `wants` one.
    pub(super) fn news(&self, id: u64, seen: &mut Seen, wants: bool, patience: Duration) -> News {
        let state = self.lock();
        let waits = |state: &mut State| {
            let quiet = state.pages.get(&id).is_some_and(VecDeque::is_empty) && !state.closing;
            let is_new = state.snapshot.as_ref().is_some_and(|snapshot| snapshot.number > seen.snapshot);
            let is_drawn = state.overlays.count > seen.overlays;
            // a model without a description must not wake the page again and again
            let is_described = state.described.as_ref().is_some_and(|described| described.version != seen.version);
            quiet && !(wants && (is_new || is_drawn)) && state.counter <= seen.latest() && !is_described
        };
        let waited = self.changed.wait_timeout_while(state, patience, waits);
        let mut state = waited.unwrap_or_else(PoisonError::into_inner).0;
        let mut news = News { closing: state.closing, ..News::default() };
        match state.pages.get_mut(&id) {
            Some(queue) => news.requests = queue.drain(..).collect(),
            None => news.closing = true,
        }
        if let Some(described) = state.described.as_ref().filter(|described| described.version != seen.version) {
            seen.version = described.version;
            news.texts.push(Arc::clone(&described.text));
        }
        if state.error.0 > seen.error {
            seen.error = state.error.0;
            news.texts.push(Arc::clone(&state.error.1));
        }
        if state.status.0 > seen.status {
            seen.status = state.status.0;
            news.texts.push(Arc::clone(&state.status.1));
        }
        if state.program_view.message.0 > seen.view {
            seen.view = state.program_view.message.0;
            news.texts.push(Arc::clone(&state.program_view.message.1));
        }
        if state.program_view.widgets.message.0 > seen.widgets {
            seen.widgets = state.program_view.widgets.message.0;
            news.texts.push(Arc::clone(&state.program_view.widgets.message.1));
        }
        let known = seen.notice;
        for (number, text) in state.notices.iter().filter(|(number, _)| *number > known) {
            seen.notice = *number;
            news.texts.push(Arc::clone(text));
        }
        if wants {
            news.overlays = state.overlays_since(seen);
        }
        // reader threads wait for space in the queue
        self.changed.notify_all();
        news.snapshot.clone_from(&state.snapshot);
        news
    }
}

impl Seen {
    fn latest(&self) -> u64 {
        self.error.max(self.status).max(self.notice).max(self.view).max(self.widgets)
    }
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
    fn idle_time_starts_when_the_last_page_leaves() {
        let hub = Hub::default();
        assert_eq!(hub.idle_time(), None);
        let (a, b) = (hub.join(), hub.join());
        hub.leave(a);
        hub.leave(a);
        assert_eq!(hub.idle_time(), None);
        hub.leave(b);
        let left = hub.lock().left;
        assert!(left.is_some() && hub.idle_time().is_some());
        hub.leave(b);
        assert_eq!(hub.lock().left, left, "a page goes once");
        hub.join();
        assert_eq!(hub.idle_time(), None);
    }

    #[test]
    fn one_model_waits_at_a_time() {
        let hub = Hub::default();
        let load = |name: &str| Order::Load { name: name.into(), text: vec![] };
        for order in [load("a"), Order::Play, load("b")] {
            assert!(hub.order(order));
        }
        assert_eq!(hub.orders(Duration::ZERO), [Order::Play, load("b")]);
        let (id, mut seen) = (hub.join(), Seen::default());
        std::thread::scope(|scope| {
            let sender = scope.spawn(|| ["a", "b"].map(|name| hub.request(id, Request::Order(load(name)))));
            let next = |seen: &mut Seen| hub.news(id, seen, false, Duration::from_secs(9)).requests;
            let mut found = next(&mut seen);
            assert_eq!(found.len(), 1, "the second model is not read before the first is taken");
            while found.len() < 2 {
                found.extend(next(&mut seen));
            }
            assert_eq!(sender.join().unwrap(), [true, true]);
        });
    }

    #[test]
    fn orders_beyond_the_limit_are_dropped() {
        let hub = Hub::default();
        let taken = (0..2 * MOST_ORDERS).filter(|_| hub.order(Order::Play)).count();
        assert_eq!((taken, hub.orders(Duration::ZERO).len()), (MOST_ORDERS, MOST_ORDERS));
        assert_eq!(hub.orders(Duration::from_millis(1)), []);
    }

    #[test]
    fn a_page_receives_every_message_once() {
        let hub = Hub::default();
        let (id, mut seen) = (hub.join(), Seen::default());
        hub.send_load_error(ErrorMessage { message: Some("no".into()), ..ErrorMessage::default() });
        hub.send_notice("hello");
        assert!(hub.request(id, Request::Release));
        let news = hub.news(id, &mut seen, true, Duration::ZERO);
        assert_eq!((news.texts.len(), news.requests), (2, vec![Request::Release]));
        assert!(hub.news(id, &mut seen, true, Duration::ZERO).texts.is_empty());
        hub.leave(id);
        assert!(!hub.request(id, Request::Release) && hub.news(id, &mut seen, true, Duration::ZERO).closing);
    }
}
