//! Exchange between the program that runs the world and the pages: states one way, requests the other. Nothing waits for a page.

use crate::scene::{Perturb, SceneGeom};
use crate::viewer::command::{Order, Request};
use crate::viewer::description::{RunInfo, description};
use crate::viewer::drawing::DrawingPlaces;
use crate::viewer::grid::Grid;
use crate::viewer::incoming::{Charge, IncomingBytes};
use crate::viewer::overlay::Overlays;
use crate::viewer::packing::gzip;
use crate::viewer::page_queue::{PageQueue, Waiting};
use crate::viewer::program_view::ProgramView;
use crate::viewer::protocol::{ErrorMessage, NoticeMessage, PACKED_TEXT, ServerMessage, StatusMessage};
use crate::viewer::samples::{Sample, Samples};
use crate::viewer::watched::{Energies, Moment, Watched};
use sim_core::{Data, Model};
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Limit on waiting orders. More are dropped.
const MOST_ORDERS: usize = 1024;

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
    pub(super) packed: Option<Arc<[u8]>>,
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
    pages: BTreeMap<u64, PageQueue>,
    /// What pages watch, by page, with its samples.
    watches: BTreeMap<u64, Samples>,
    /// Whether a program runs the world, so that each published state is a sample.
    is_passive: bool,
    next_page: u64,
    /// When the last page left. `None` while pages are open, and before the first one opens.
    left: Option<Instant>,
    orders: VecDeque<Order>,
    /// The page whose mouse holds a body, and what it holds.
    holder: Option<(u64, Perturb)>,
    /// Whether a page has drawn a model.
    drawn: bool,
    closing: bool,
}

impl State {
    /// Adds an order of the mouse. It replaces the one before it, which has no effect any more. A full list takes it too: a mouse that
    /// lets go must be heard.
    fn push_perturb(&mut self, perturb: Perturb) {
        if matches!(self.orders.back(), Some(Order::Perturb(_))) {
            self.orders.pop_back();
        }
        if self.orders.len() >= MOST_ORDERS {
            self.orders.retain(|order| !matches!(order, Order::Perturb(_)));
        }
        self.orders.push_back(Order::Perturb(Box::new(perturb)));
    }
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
    energies: Mutex<Energies>,
    incoming: IncomingBytes,
    drawing: DrawingPlaces,
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
    /// Whether the connection ends now.
    pub closing: bool,
    /// Whether the page sends nothing more: the connection ends after this news.
    pub has_ended: bool,
    /// A model that the page does not know yet. It comes before everything else.
    pub model: Option<Arc<ShownModel>>,
    /// Messages, in order.
    pub texts: Vec<Arc<str>>,
    /// The newest state.
    pub snapshot: Option<Arc<Snapshot>>,
    /// Requests of the page that can be carried out, in order.
    pub requests: VecDeque<Waiting>,
    /// A ping to answer.
    pub ping: Option<Vec<u8>>,
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

    /// Sets what a page watches.
    pub(super) fn watch(&self, page: u64, watched: Watched) {
        let mut state = self.lock();
        if state.pages.contains_key(&page) {
            state.watches.insert(page, Samples::new(watched));
        }
    }

    /// Whether a page watches values.
    pub(super) fn is_watched(&self) -> bool {
        self.lock().watches.values().any(|samples| !samples.watched.names().is_empty())
    }

    /// Records a state of the world for the pages that watch its values. Call it at each step.
    pub(super) fn sample(&self, at: &Moment<'_>) {
        let (is_watched, needs_energies) = {
            let state = self.lock();
            (!state.watches.is_empty(), state.watches.values().any(|samples| samples.watched.needs_energies()))
        };
        if !is_watched {
            return;
        }
        let mut at = *at;
        if needs_energies {
            let mut energies = self.energies.lock().unwrap_or_else(PoisonError::into_inner);
            at.energy = energies.of(at.version, at.model, at.data);
        }
        self.lock().watches.values_mut().for_each(|samples| samples.add(&at));
    }

    /// Takes the samples that wait for a page: a list for each watched value. Scalars of the program have their own samples.
    pub(super) fn take_samples(&self, page: u64, version: u32) -> Vec<Vec<Sample>> {
        let State { watches, program_view, .. } = &mut *self.lock();
        let Some(samples) = watches.get_mut(&page) else { return Vec::new() };
        let mut taken = samples.take(version);
        let Samples { watched, scalars, .. } = samples;
        for ((name, series), since) in watched.names().iter().zip(&mut taken).zip(scalars) {
            let (last, fresh) = program_view.widgets.samples(name, *since);
            if last > *since {
                (*series, *since) = (fresh, last);
            }
        }
        taken
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
        let text = notice(text);
        let mut state = self.lock();
        state.counter += 1;
        let message = (state.counter, text);
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

    /// A page has drawn a model with all its geometry.
    pub(super) fn note_drawn(&self) {
        self.lock().drawn = true;
    }

    /// Whether a page has drawn a model.
    pub(super) fn is_drawn(&self) -> bool {
        self.lock().drawn
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
        match order {
            Order::Perturb(perturb) => state.push_perturb(*perturb),
            _ if state.orders.len() >= MOST_ORDERS => return false,
            order => {
                // the last model counts, because models are large
                if matches!(order, Order::Load(_)) {
                    state.orders.retain(|waiting| !matches!(waiting, Order::Load(_)));
                }
                state.orders.push_back(order);
            }
        }
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
        state.pages.insert(id, PageQueue::default());
        state.left = None;
        id
    }

    /// Removes a page. Its orders for the world are carried out all the same, and what its mouse holds is released.
    pub(super) fn leave(&self, id: u64) {
        let mut state = self.lock();
        state.watches.remove(&id);
        let Some(queue) = state.pages.remove(&id) else { return };
        if state.pages.is_empty() {
            state.left = Some(Instant::now());
        }
        drop(state);
        self.keep_orders(queue.into_requests());
        let mut state = self.lock();
        if let Some((_, held)) = state.holder.take_if(|(page, _)| *page == id) {
            state.push_perturb(Perturb { active: 0, ..held });
        }
        self.changed.notify_all();
    }

    /// Orders what the mouse of a page holds or selects. The hub knows who holds, so that a page that is gone holds nothing.
    pub(super) fn perturb(&self, id: u64, perturb: Perturb) {
        let mut state = self.lock();
        // what a mouse does replaces what another one holds
        let holds = perturb.active != 0 && state.pages.contains_key(&id);
        state.holder = holds.then_some((id, perturb));
        state.push_perturb(perturb);
        self.changed.notify_all();
    }

    /// Passes on the orders among the requests of a page that is gone.
    pub(super) fn keep_orders(&self, requests: VecDeque<Waiting>) {
        for waiting in requests {
            if let Request::Order(order) = waiting.request {
                self.order(order);
            }
        }
    }

    /// Queues a request of a page. Waits while the queue is full. Returns `false` if the page is closed.
    pub(super) fn request(&self, id: u64, waiting: Waiting) -> bool {
        let is_full = |state: &mut State| {
            !state.closing && state.pages.get(&id).is_some_and(|queue| queue.is_full(&waiting.request))
        };
        let state = self.changed.wait_while(self.lock(), is_full);
        let mut state = state.unwrap_or_else(PoisonError::into_inner);
        let Some(queue) = state.pages.get_mut(&id) else { return false };
        queue.push(waiting);
        let open = !state.closing;
        self.changed.notify_all();
        open
    }

    /// A charge for the bytes of a page's messages.
    pub(super) fn charge(&self) -> Charge {
        self.incoming.charge()
    }

    /// The places of the pages that the server draws for.
    pub(super) fn drawing_places(&self) -> DrawingPlaces {
        self.drawing.clone()
    }

    /// Changes the queue of a page, and wakes its writer thread.
    fn change_queue(&self, id: u64, change: impl FnOnce(&mut PageQueue)) {
        if let Some(queue) = self.lock().pages.get_mut(&id) {
            change(queue);
        }
        self.changed.notify_all();
    }

    /// Sends a line of text to the user of one page.
    pub(super) fn notify_page(&self, id: u64, text: &str) {
        let text = notice(text);
        self.change_queue(id, |queue| queue.notify(text));
    }

    /// Keeps a ping of a page until its writer thread answers.
    pub(super) fn ping(&self, id: u64, payload: Vec<u8>) {
        self.change_queue(id, |queue| queue.ping(payload));
    }

    /// Notes that a page sends nothing more. Its writer thread ends it.
    pub(super) fn end_requests(&self, id: u64) {
        self.change_queue(id, PageQueue::end);
    }

    /// Returns what is new for a page. Waits for at most `patience`. A new state ends the wait only if the page `wants` one.
    pub(super) fn news(&self, id: u64, seen: &mut Seen, wants: bool, patience: Duration) -> News {
        let state = self.lock();
        let waits = |state: &mut State| {
            let has_state = state.snapshot.is_some();
            let quiet = state.pages.get(&id).is_some_and(|queue| queue.is_quiet(has_state)) && !state.closing;
            let is_new = state.snapshot.as_ref().is_some_and(|snapshot| snapshot.number > seen.snapshot);
            let is_drawn = state.overlays.count > seen.overlays;
            // a model without a description must not wake the page again and again
            let is_described = state.described.as_ref().is_some_and(|described| described.version != seen.version);
            quiet && !(wants && (is_new || is_drawn)) && state.counter <= seen.latest() && !is_described
        };
        let waited = self.changed.wait_timeout_while(state, patience, waits);
        let mut state = waited.unwrap_or_else(PoisonError::into_inner).0;
        let mut news = News { closing: state.closing, ..News::default() };
        let has_state = state.snapshot.is_some();
        match state.pages.get_mut(&id) {
            Some(queue) => {
                news.requests = queue.take(has_state);
                news.ping = queue.take_ping();
                news.texts.extend(queue.take_notices());
                news.has_ended = queue.has_ended();
            }
            None => news.closing = true,
        }
        if let Some(described) = state.described.as_ref().filter(|described| described.version != seen.version) {
            seen.version = described.version;
            news.model = Some(Arc::clone(described));
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

/// The binary message with a long JSON message, compressed.
fn packed_text(text: &str) -> Option<Arc<[u8]>> {
    let bytes = Some(text.as_bytes()).filter(|bytes| bytes.len() > LONG_TEXT)?;
    gzip(&PACKED_TEXT.to_le_bytes(), bytes, 6).map(Into::into)
}

/// A line of text for users, as JSON.
fn notice(text: &str) -> Arc<str> {
    ServerMessage::Notice(NoticeMessage { text: text.to_string() }).to_json().into()
}

impl Seen {
    fn latest(&self) -> u64 {
        self.error.max(self.status).max(self.notice).max(self.view).max(self.widgets)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::viewer::dropped::DroppedModel;

    fn waiting(request: Request) -> Waiting {
        Waiting { request, _charge: Charge::default() }
    }

    fn taken(news: News) -> Vec<Request> {
        news.requests.into_iter().map(|waiting| waiting.request).collect()
    }

    fn load(name: &str) -> Order {
        Order::Load(Box::new(DroppedModel::new([(name.to_string(), vec![])]).unwrap()))
    }

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
        for order in [load("a"), Order::Play, load("b")] {
            assert!(hub.order(order));
        }
        assert_eq!(hub.orders(Duration::ZERO), [Order::Play, load("b")]);
        let (id, mut seen) = (hub.join(), Seen::default());
        std::thread::scope(|scope| {
            let sender = scope.spawn(|| ["a", "b"].map(|name| hub.request(id, waiting(Request::Order(load(name))))));
            let next = |seen: &mut Seen| taken(hub.news(id, seen, false, Duration::from_secs(9)));
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
    fn a_page_without_a_state_waits_without_turning_in_circles() {
        let hub = Hub::default();
        let (id, mut seen) = (hub.join(), Seen::default());
        hub.request(id, waiting(Request::Hold(1)));
        hub.request(id, waiting(Request::Order(Order::Play)));
        let (start, patience) = (Instant::now(), Duration::from_millis(20));
        assert!(taken(hub.news(id, &mut seen, true, patience)).is_empty() && start.elapsed() >= patience);
        hub.publish(|_| ());
        let requests = taken(hub.news(id, &mut seen, true, Duration::ZERO));
        assert_eq!(requests, [Request::Hold(1), Request::Order(Order::Play)]);
    }

    #[test]
    fn orders_of_a_page_that_leaves_are_carried_out() {
        let hub = Hub::default();
        let id = hub.join();
        for request in [Request::Hold(1), Request::Order(Order::Reload), Request::Order(Order::Play)] {
            assert!(hub.request(id, waiting(request)));
        }
        hub.end_requests(id);
        assert!(hub.news(id, &mut Seen::default(), true, Duration::ZERO).has_ended);
        hub.leave(id);
        assert_eq!(hub.orders(Duration::ZERO), [Order::Reload, Order::Play]);
    }

    /// What the mouse holds by the last order, and the number of orders.
    fn last_hold(hub: &Hub) -> (Option<i32>, usize) {
        let orders = hub.orders(Duration::ZERO);
        let held = orders.last().and_then(|order| match order {
            Order::Perturb(perturb) => Some(perturb.active),
            _ => None,
        });
        (held, orders.len())
    }

    #[test]
    fn a_page_that_leaves_releases_what_it_holds_while_another_page_stays() {
        let hub = Hub::default();
        let (gone, other) = (hub.join(), hub.join());
        let held = Perturb { select: 1, active: Perturb::TRANSLATE, ..Perturb::default() };
        hub.perturb(gone, held);
        assert_eq!(last_hold(&hub), (Some(Perturb::TRANSLATE), 1));
        // whatever became of its threads
        hub.leave(gone);
        assert_eq!((last_hold(&hub), hub.pages()), ((Some(0), 1), 1));
        hub.leave(gone);
        assert_eq!(last_hold(&hub), (None, 0), "once");
        // the other page has taken over
        let gone = hub.join();
        hub.perturb(gone, held);
        hub.perturb(other, held);
        hub.orders(Duration::ZERO);
        hub.leave(gone);
        assert_eq!(last_hold(&hub), (None, 0), "what another page holds stays");
        hub.perturb(other, Perturb::default());
        hub.orders(Duration::ZERO);
        hub.leave(other);
        assert_eq!(last_hold(&hub), (None, 0), "it had let go");
        // a page that has left holds nothing more
        hub.perturb(gone, held);
        hub.orders(Duration::ZERO);
        assert!(hub.lock().holder.is_none());
    }

    #[test]
    fn a_release_is_heard_when_too_many_orders_wait() {
        let hub = Hub::default();
        let id = hub.join();
        let held = Perturb { select: 1, active: Perturb::TRANSLATE, ..Perturb::default() };
        hub.perturb(id, held);
        (0..2 * MOST_ORDERS).for_each(|_| drop(hub.order(Order::Play)));
        hub.perturb(id, held);
        hub.leave(id);
        let (held, count) = last_hold(&hub);
        assert!(held == Some(0) && count <= MOST_ORDERS + 1, "{held:?} {count}");
        let full = Hub::default();
        (0..MOST_ORDERS).for_each(|_| drop(full.order(Order::Play)));
        (0..9).for_each(|_| drop(full.order(Order::Perturb(Box::default()))));
        assert_eq!(last_hold(&full), (Some(0), MOST_ORDERS + 1));
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

    #[test]
    fn an_error_of_a_page_is_sent_to_that_page_alone() {
        let hub = Hub::default();
        let (author, other) = (hub.join(), hub.join());
        hub.notify_page(author, "wrong");
        let texts = |id: u64| hub.news(id, &mut Seen::default(), true, Duration::ZERO).texts;
        assert!(texts(author)[0].contains("wrong") && texts(other).is_empty() && texts(author).is_empty());
    }

    #[test]
    fn a_page_receives_every_message_once() {
        let hub = Hub::default();
        let (id, mut seen) = (hub.join(), Seen::default());
        hub.send_load_error(ErrorMessage { message: Some("no".into()), ..ErrorMessage::default() });
        hub.send_notice("hello");
        assert!(hub.request(id, waiting(Request::Release)));
        let news = hub.news(id, &mut seen, true, Duration::ZERO);
        assert_eq!((news.texts.len(), taken(news)), (2, vec![Request::Release]));
        assert!(hub.news(id, &mut seen, true, Duration::ZERO).texts.is_empty());
        hub.leave(id);
        assert!(!hub.request(id, waiting(Request::Release)) && hub.news(id, &mut seen, true, Duration::ZERO).closing);
    }
}
