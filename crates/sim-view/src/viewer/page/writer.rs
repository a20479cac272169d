//! The writer thread of a page: sends what is new, and carries out what the page asks of its view.

use crate::scene::{Camera, Perturb, Scene, SceneOption, VisualFlags};
use crate::viewer::command::Request;
use crate::viewer::drawing::{Drawing, DrawingPlaces, PageRenderer};
use crate::viewer::frame::Encoder;
use crate::viewer::hidden::HiddenBodies;
use crate::viewer::hub::{Hub, News, Seen, Snapshot};
use crate::viewer::page_reader::{config, read_loop};
use crate::viewer::program_view::Choice;
use crate::viewer::protocol::{NoticeMessage, ServerMessage, SettingInfo};
use crate::viewer::watched::{Energies, Watched};
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tungstenite::protocol::Role;
use tungstenite::{Message, WebSocket};

/// Limit on frames without an answer: one that the page draws, and the next one.
const MOST_FRAMES: u32 = 2;

/// Time limit for writing to a page.
const WRITE_TIMEOUT: Duration = Duration::from_secs(20);

/// Longest wait for something new.
const IDLE_CHECK: Duration = Duration::from_secs(1);

/// Serves a page until it closes. `rest` was read with the head of the request.
pub fn serve(stream: TcpStream, rest: Vec<u8>, hub: &Arc<Hub>) -> io::Result<()> {
    stream.set_nodelay(true)?;
    stream.set_write_timeout(Some(WRITE_TIMEOUT))?;
    let (read_half, write_half) = (stream.try_clone()?, stream.try_clone()?);
    let id = hub.join();
    let reader_thread = {
        let hub = Arc::clone(hub);
        std::thread::Builder::new().name("viewer page".into()).spawn(move || read_loop(read_half, rest, id, &hub))
    };
    let writer = WebSocket::from_raw_socket(write_half, Role::Server, Some(config()));
    let place = Place { hub, id };
    if reader_thread.is_ok() {
        Page::new(id, writer, hub.drawing_places()).write_loop(hub);
    }
    drop(place);
    let _ = stream.shutdown(std::net::Shutdown::Both);
    if let Ok(reader_thread) = reader_thread {
        let _ = reader_thread.join();
    }
    Ok(())
}

/// The place of a page in the hub. Dropping it removes the page, also when its thread ends by a panic.
struct Place<'a> {
    hub: &'a Hub,
    id: u64,
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.hub.leave(self.id);
    }
}

/// Open panels of a page that need messages of their own.
#[derive(Debug, Default)]
pub(super) struct Panels {
    pub(super) contacts: bool,
    pub(super) settings: bool,
    /// When the panels were sent, and of which state.
    pub(super) sent: Option<(Instant, u64)>,
    /// The settings that the page has.
    pub(super) known: Vec<SettingInfo>,
}

/// Writer thread: sends messages and frames to a page.
pub(in crate::viewer) struct Page<S> {
    pub(super) id: u64,
    pub(super) socket: WebSocket<S>,
    pub(super) seen: Seen,
    pub(super) encoder: Encoder,
    pub(super) answered: u32,
    /// When the oldest frame without an answer was sent.
    pub(super) unanswered: Option<Instant>,
    pub(super) option: SceneOption,
    pub(super) camera: Option<Camera>,
    pub(super) watched: Watched,
    pub(super) energies: Energies,
    pub(super) hidden: HiddenBodies,
    pub(super) panels: Panels,
    pub(super) perturb: Perturb,
    /// The selected geom.
    pub(super) geom: Option<usize>,
    pub(super) facts: Option<Instant>,
    pub(super) scene: Option<(u32, Scene)>,
    /// Whether the page needs the same state again, because its view changed.
    pub(super) stale: bool,
    /// The pictures that the page asks for, and their renderer.
    pub(super) drawing: Option<Drawing>,
    pub(super) renderer: Option<PageRenderer>,
    pub(super) drawing_places: DrawingPlaces,
}

impl<S: Read + Write> Page<S> {
    pub(in crate::viewer) fn new(id: u64, socket: WebSocket<S>, drawing_places: DrawingPlaces) -> Self {
        Self {
            id,
            socket,
            seen: Seen::default(),
            encoder: Encoder::default(),
            answered: 0,
            unanswered: None,
            option: SceneOption { flags: VisualFlags::default() | VisualFlags::PERTFORCE, ..SceneOption::default() },
            camera: None,
            watched: Watched::default(),
            energies: Energies::default(),
            hidden: HiddenBodies::default(),
            panels: Panels::default(),
            perturb: Perturb::default(),
            geom: None,
            facts: None,
            scene: None,
            stale: false,
            drawing: None,
            renderer: None,
            drawing_places,
        }
    }

    fn write_loop(&mut self, hub: &Hub) {
        while self.turn(hub, IDLE_CHECK) {}
        let _ = self.socket.close(None);
        let _ = self.socket.flush();
    }

    /// Sends what is new, after a wait of at most `quiet`. Returns whether the page is still open.
    pub(in crate::viewer) fn turn(&mut self, hub: &Hub, quiet: Duration) -> bool {
        self.release_if_silent(hub, Instant::now());
        let may_send = self.encoder.number().wrapping_sub(self.answered) < MOST_FRAMES;
        let patience = if self.stale && may_send { Duration::ZERO } else { quiet };
        let mut news = hub.news(self.id, &mut self.seen, may_send, patience);
        if news.closing {
            return false;
        }
        let sent = self.send_news(&mut news, hub);
        // of a page that cannot be written to, orders about the world still count
        hub.keep_orders(news.requests);
        sent.is_ok() && !news.has_ended
    }

    /// Sends news and carries out requests. Requests that stay in `news` after an error were not carried out.
    fn send_news(&mut self, news: &mut News, hub: &Hub) -> tungstenite::Result<()> {
        if let Some(payload) = news.ping.take() {
            self.socket.send(Message::Pong(payload.into()))?;
        }
        match news.model.as_ref().map(|model| (&model.packed, &model.text)) {
            Some((Some(packed), _)) => self.socket.send(Message::binary(packed.to_vec()))?,
            Some((None, text)) => self.send_text(text)?,
            None => {}
        }
        for text in &news.texts {
            self.send_text(text)?;
        }
        for message in &news.overlays {
            self.socket.send(Message::binary(message.to_vec()))?;
        }
        let snapshot = news.snapshot.clone();
        while let Some(waiting) = news.requests.pop_front() {
            self.handle(waiting.request, snapshot.as_deref(), hub)?;
        }
        let Some(snapshot) = snapshot else { return Ok(()) };
        // a frame follows, whose answer covers both
        self.stale |= !news.overlays.is_empty();
        let is_new = snapshot.number > self.seen.snapshot || self.stale;
        let may_send = self.encoder.number().wrapping_sub(self.answered) < MOST_FRAMES;
        if is_new && may_send {
            self.send_frame(&snapshot, hub)?;
            self.send_facts(&snapshot, false)?;
        }
        self.send_panels(&snapshot)?;
        Ok(())
    }

    fn send_text(&mut self, text: &str) -> tungstenite::Result<()> {
        self.socket.send(Message::text(text))
    }

    pub(super) fn send(&mut self, message: &ServerMessage) -> tungstenite::Result<()> {
        self.send_text(&message.to_json())
    }

    /// Carries out a request. Those about the picture need a state; the queue keeps them until there is one.
    fn handle(&mut self, request: Request, snapshot: Option<&Snapshot>, hub: &Hub) -> tungstenite::Result<()> {
        match request {
            Request::Seen(frame) => {
                self.answered = frame.min(self.encoder.number());
                self.unanswered = (self.answered < self.encoder.number()).then(Instant::now);
            }
            Request::Drawn => hub.note_drawn(),
            Request::Options { option, known } => {
                (self.option, self.stale) = (*option, true);
                hub.note_choice(known, Choice::Option(*option));
            }
            Request::Camera { camera, known } => {
                (self.camera, self.stale) = (Some(camera), true);
                hub.note_choice(known, Choice::Camera(camera));
            }
            Request::Size(size) => hub.note_size(size),
            Request::Watch { names, list } => {
                (self.watched, self.stale) = (Watched::new(names.clone(), list), true);
                hub.watch(self.id, Watched::new(names, list));
            }
            Request::Panels { contacts, settings } => {
                self.panels = Panels { contacts, settings, ..Panels::default() };
            }
            Request::Hide(bodies) => {
                self.hidden.set(bodies);
                self.stale = true;
            }
            Request::Widget { id, value } => hub.note_widget(id, value),
            Request::Draw(drawing) => {
                (self.drawing, self.stale) = (drawing, true);
                if drawing.is_none() {
                    self.renderer = None;
                }
            }
            Request::Release => {
                self.perturb.active = 0;
                hub.perturb(self.id, self.perturb);
            }
            Request::Order(order) => {
                if !hub.order(order) {
                    let text = "too many requests wait: some were dropped".to_string();
                    self.send(&ServerMessage::Notice(NoticeMessage { text }))?;
                }
            }
            other => {
                if let Some(snapshot) = snapshot {
                    self.handle_state(&other, snapshot, hub)?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::viewer::command::Order;
    use crate::viewer::incoming::Charge;
    use crate::viewer::page_queue::Waiting;
    use sim_core::Model;

    /// A connection that keeps what is written. Writing fails if it is broken.
    #[derive(Default)]
    pub struct Kept {
        written: Vec<u8>,
        is_broken: bool,
    }

    impl Read for Kept {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::ErrorKind::WouldBlock.into())
        }
    }

    impl Write for Kept {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if self.is_broken {
                return Err(io::ErrorKind::BrokenPipe.into());
            }
            self.written.extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    pub fn open(hub: &Hub, is_broken: bool) -> Page<Kept> {
        let kept = Kept { is_broken, ..Kept::default() };
        Page::new(hub.join(), WebSocket::from_raw_socket(kept, Role::Server, None), hub.drawing_places())
    }

    pub fn ask(hub: &Hub, page: &Page<Kept>, request: Request) {
        assert!(hub.request(page.id, Waiting { request, _charge: Charge::default() }));
    }

    pub fn publish_example(hub: &Hub) {
        hub.publish(|snapshot| {
            snapshot.model = Arc::new(Model::example());
            snapshot.data = snapshot.model.make_data();
            snapshot.data.forward(&snapshot.model).unwrap();
        });
    }

    #[test]
    fn orders_are_carried_out_in_order_while_there_is_no_state() {
        let hub = Hub::default();
        let mut page = open(&hub, false);
        let wanted = [Order::Reload, Order::Play, Order::Step(3), Order::Key(1), Order::Reset];
        wanted.iter().for_each(|order| ask(&hub, &page, Request::Order(order.clone())));
        assert!(page.turn(&hub, Duration::ZERO));
        assert_eq!(hub.orders(Duration::ZERO), wanted);
    }

    #[test]
    fn orders_behind_a_click_wait_for_the_state_that_it_needs() {
        let hub = Hub::default();
        let mut page = open(&hub, false);
        ask(&hub, &page, Request::Order(Order::Pause));
        ask(&hub, &page, Request::Pick { x: 0.5, y: 0.5, aspect: 1.0 });
        ask(&hub, &page, Request::Order(Order::Reload));
        assert!(page.turn(&hub, Duration::ZERO));
        assert_eq!(hub.orders(Duration::ZERO), [Order::Pause]);
        hub.publish(|snapshot| {
            snapshot.model = Arc::new(Model::example());
            snapshot.data = snapshot.model.make_data();
        });
        assert!(page.turn(&hub, Duration::ZERO));
        assert!(matches!(&hub.orders(Duration::ZERO)[..], [Order::Perturb(_), Order::Reload]));
    }

    #[test]
    fn orders_of_a_page_that_cannot_be_written_to_are_carried_out() {
        let hub = Hub::default();
        let mut page = open(&hub, true);
        hub.send_notice("a text that cannot be sent");
        ask(&hub, &page, Request::Order(Order::Reload));
        ask(&hub, &page, Request::Order(Order::Play));
        assert!(!page.turn(&hub, Duration::ZERO));
        assert_eq!(hub.orders(Duration::ZERO), [Order::Reload, Order::Play]);
    }

    #[test]
    fn a_page_that_ends_releases_what_it_holds_though_another_stays() {
        let hub = Hub::default();
        let (mut page, other) = (open(&hub, false), open(&hub, false));
        let place = Place { hub: &hub, id: page.id };
        publish_example(&hub);
        ask(&hub, &page, Request::Select(1));
        ask(&hub, &page, Request::Hold(Perturb::TRANSLATE));
        assert!(page.turn(&hub, Duration::ZERO));
        let held = hub.orders(Duration::ZERO);
        assert!(matches!(held.last(), Some(Order::Perturb(last)) if last.active != 0), "{held:?}");
        ask(&hub, &page, Request::Order(Order::Play));
        hub.end_requests(page.id);
        page.write_loop(&hub);
        drop(place);
        let orders = hub.orders(Duration::ZERO);
        assert!(matches!(&orders[..], [Order::Play, Order::Perturb(last)] if last.active == 0), "{orders:?}");
        assert_eq!(hub.pages(), 1, "{} stays", other.id);
    }

    #[test]
    fn pings_of_every_length_are_answered_while_the_page_is_quiet() {
        for length in [0, 1, 2, 60, 125] {
            let hub = Hub::default();
            let mut page = open(&hub, false);
            let payload: Vec<u8> = (0..length).collect();
            hub.ping(page.id, payload.clone());
            assert!(page.turn(&hub, Duration::ZERO) && page.turn(&hub, Duration::ZERO));
            // a final frame with opcode 10
            let pong = [&[0x8a, length][..], &payload].concat();
            assert_eq!(page.socket.get_ref().written, pong, "{length}");
        }
    }
}
