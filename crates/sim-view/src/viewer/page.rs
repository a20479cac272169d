//! The writer thread of a page: its view, what it has received, and its mouse. A slow page skips states and delays nothing.

use crate::scene::{
    Camera, CameraKind, Categories, MouseAction, Perturb, Projection, Scene, SceneError, SceneOption, Selection,
    VisualFlags,
};
use crate::viewer::command::{Order, Request};
use crate::viewer::contacts::{contacts, keyframe};
use crate::viewer::drawing::{self, Drawing, DrawingPlaces, PageRenderer};
use crate::viewer::frame::{Encoder, FrameInput};
use crate::viewer::hidden::HiddenBodies;
use crate::viewer::hub::{Hub, News, Seen, Snapshot};
use crate::viewer::page_reader::{config, read_loop};
use crate::viewer::program_view::Choice;
use crate::viewer::protocol::{
    KeyframeMessage, NoticeMessage, PickedMessage, PointedMessage, ServerMessage, SettingInfo, SettingsMessage,
};
use crate::viewer::settings;
use crate::viewer::watched::{Energies, Moment, Watched};
use sim_core::{Data, Model, ObjType};
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

/// Time between updates of the selection's values.
const FACTS: Duration = Duration::from_millis(200);

/// Longest time without an answer to a frame while a mouse holds something. The page may have crashed, with its connection still open.
const LONGEST_GRIP: Duration = Duration::from_secs(10);

/// Limit on the geoms of a scene.
const MOST_GEOMS: usize = 100_000;

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
struct Panels {
    contacts: bool,
    settings: bool,
    /// When the panels were sent, and of which state.
    sent: Option<(Instant, u64)>,
    /// The settings that the page has.
    known: Vec<SettingInfo>,
}

/// Writer thread: sends messages and frames to a page.
pub(super) struct Page<S> {
    id: u64,
    socket: WebSocket<S>,
    seen: Seen,
    encoder: Encoder,
    answered: u32,
    /// When the oldest frame without an answer was sent.
    unanswered: Option<Instant>,
    option: SceneOption,
    camera: Option<Camera>,
    watched: Watched,
    energies: Energies,
    hidden: HiddenBodies,
    panels: Panels,
    perturb: Perturb,
    /// The selected geom.
    geom: Option<usize>,
    facts: Option<Instant>,
    scene: Option<(u32, Scene)>,
    /// Whether the page needs the same state again, because its view changed.
    stale: bool,
    /// The pictures that the page asks for, and their renderer.
    drawing: Option<Drawing>,
    renderer: Option<PageRenderer>,
    drawing_places: DrawingPlaces,
}

impl<S: Read + Write> Page<S> {
    pub(super) fn new(id: u64, socket: WebSocket<S>, drawing_places: DrawingPlaces) -> Self {
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

    /// Releases what the mouse holds if the page has not answered for long.
    fn release_if_silent(&mut self, hub: &Hub, now: Instant) {
        let is_silent = self.unanswered.is_some_and(|since| now.saturating_duration_since(since) > LONGEST_GRIP);
        if is_silent && self.perturb.active != 0 {
            self.perturb.active = 0;
            hub.perturb(self.id, self.perturb);
        }
    }

    /// Sends what is new, after a wait of at most `quiet`. Returns whether the page is still open.
    pub(super) fn turn(&mut self, hub: &Hub, quiet: Duration) -> bool {
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

    fn send(&mut self, message: &ServerMessage) -> tungstenite::Result<()> {
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

    /// Carries out a request about a state: what is at a place of the picture, what the mouse holds, a keyframe.
    fn handle_state(&mut self, request: &Request, snapshot: &Snapshot, hub: &Hub) -> tungstenite::Result<()> {
        match *request {
            Request::Select(body) => {
                self.select(snapshot, body);
                hub.perturb(self.id, self.perturb);
                self.send_facts(snapshot, true)?;
                self.stale = true;
            }
            Request::Keyframe => {
                let text = keyframe(&snapshot.data);
                self.send(&ServerMessage::Keyframe(KeyframeMessage { text }))?;
            }
            Request::Pick { x, y, aspect } => {
                self.pick(snapshot, x, y, aspect);
                hub.perturb(self.id, self.perturb);
                self.send_facts(snapshot, true)?;
                self.stale = true;
            }
            Request::Probe { x, y, aspect } => {
                let found = self.find(snapshot, x, y, aspect);
                let body = found.as_ref().map_or(-1, |found| found.body as i64);
                let point = found.map_or([0.0; 3], |found| found.point);
                self.send(&ServerMessage::Pointed(PointedMessage { body, point }))?;
            }
            Request::Hold(kind) => {
                self.update_scene(snapshot);
                if let Some((_, scene)) = &self.scene {
                    self.perturb.active = kind;
                    let gripped = self.perturb.grip(&snapshot.model, &snapshot.data, scene);
                    self.perturb.active = if gripped.is_ok() { kind } else { 0 };
                    hub.perturb(self.id, self.perturb);
                }
            }
            Request::Drag { action, dx, dy } => self.drag(snapshot, action, dx, dy, hub),
            _ => {}
        }
        Ok(())
    }

    fn drag(&mut self, snapshot: &Snapshot, action: MouseAction, dx: f64, dy: f64, hub: &Hub) {
        let Some((_, scene)) = &self.scene else { return };
        if self.perturb.active != 0 && self.perturb.drag(&snapshot.model, &snapshot.data, action, dx, dy, scene).is_ok()
        {
            hub.perturb(self.id, self.perturb);
        }
    }

    /// Finds what is at a place of the picture.
    fn find(&mut self, snapshot: &Snapshot, x: f64, y: f64, aspect: f64) -> Option<Selection> {
        self.update_scene(snapshot);
        let (_, scene) = self.scene.as_mut()?;
        if self.option.flags.contains(VisualFlags::SKIN) {
            scene.update_skins(&snapshot.model, &snapshot.data, &self.option);
        }
        let m = self.hidden.model(&snapshot.model);
        scene.select(&m, &snapshot.data, &self.option, aspect, x, y).ok().flatten()
    }

    /// Selects what is at a place of the picture.
    fn pick(&mut self, snapshot: &Snapshot, x: f64, y: f64, aspect: f64) {
        let found = self.find(snapshot, x, y, aspect);
        self.perturb = Perturb::default();
        self.geom = None;
        if let Some(found) = found.filter(|found| found.body > 0) {
            self.perturb.select = i32::try_from(found.body).unwrap_or(0);
            self.perturb.skinselect = found.skin.and_then(|skin| i32::try_from(skin).ok()).unwrap_or(-1);
            self.perturb.localpos = in_body(snapshot, found.body, found.point);
            self.geom = found.geom;
        }
    }

    /// Selects a body by its number. 0: none.
    fn select(&mut self, snapshot: &Snapshot, body: usize) {
        self.perturb = Perturb::default();
        self.geom = None;
        if body < snapshot.model.nbody {
            self.perturb.select = i32::try_from(body).unwrap_or(0);
            self.perturb.skinselect = -1;
        }
    }

    /// Updates the scene. A camera that does not fit the model is replaced by the model's.
    fn update_scene(&mut self, snapshot: &Snapshot) {
        let m = &*self.hidden.model(&snapshot.model);
        if self.scene.as_ref().is_none_or(|(version, _)| *version != snapshot.version) {
            self.scene = Some((snapshot.version, Scene::new(m, MOST_GEOMS)));
            self.camera = None;
            self.perturb = Perturb::default();
            self.geom = None;
        }
        let Some((_, scene)) = &mut self.scene else { return };
        let camera = self.camera.get_or_insert_with(|| Camera::free(m));
        // all pages see what a mouse holds
        let held = if snapshot.perturb.active != 0 { &snapshot.perturb } else { &self.perturb };
        if fill(scene, m, &snapshot.data, &self.option, held, camera).is_err() {
            *camera = Camera::free(m);
            let _ = fill(scene, m, &snapshot.data, &self.option, held, camera);
        }
        if camera.kind != CameraKind::Fixed {
            scene.camera.iter_mut().for_each(|eye| choose_projection(m, camera.orthographic, eye));
        }
        scene.geoms.extend(snapshot.user.iter().take(MOST_GEOMS - scene.geoms.len().min(MOST_GEOMS)).copied());
    }

    fn send_frame(&mut self, snapshot: &Snapshot, hub: &Hub) -> tungstenite::Result<()> {
        self.update_scene(snapshot);
        let Some((_, scene)) = &self.scene else { return Ok(()) };
        let (m, d) = (&snapshot.model, &snapshot.data);
        let mut at = Moment::new(snapshot.version, snapshot.world, m, d, snapshot.real_time_factor);
        if self.watched.needs_energies() {
            at.energy = self.energies.of(snapshot.version, m, d);
        }
        let mut values: Vec<f64> = self.watched.values(&at).collect();
        hub.fill_scalars(self.watched.names(), &mut values);
        let samples = hub.take_samples(self.id, snapshot.version);
        let frame = self.encoder.frame(&FrameInput {
            version: snapshot.version,
            model: &snapshot.model,
            data: &snapshot.data,
            scene,
            playing: snapshot.playing,
            lookat: self.camera.map_or([0.0; 3], |camera| camera.lookat),
            values: &values,
            samples: &samples,
            watch: self.watched.list,
            world: snapshot.world,
            others: &snapshot.others,
        });
        self.seen.snapshot = snapshot.number;
        self.unanswered.get_or_insert_with(Instant::now);
        self.stale = false;
        self.send_picture(snapshot)?;
        self.socket.send(Message::binary(frame))
    }

    /// Sends what open panels show of a new state, if an update is due.
    fn send_panels(&mut self, snapshot: &Snapshot) -> tungstenite::Result<()> {
        let is_sent = |(time, number): (Instant, u64)| number == snapshot.number || time.elapsed() <= FACTS;
        if self.panels.sent.is_some_and(is_sent) {
            return Ok(());
        }
        self.panels.sent = Some((Instant::now(), snapshot.number));
        if self.panels.contacts {
            self.send(&ServerMessage::Contacts(contacts(&snapshot.model, &snapshot.data)))?;
        }
        if self.panels.settings {
            let list = settings::list(&snapshot.model.opt);
            if list != self.panels.known {
                self.panels.known.clone_from(&list);
                self.send(&ServerMessage::Settings(SettingsMessage { list }))?;
            }
        }
        Ok(())
    }

    /// Sends a picture, if the page asks for them. It comes before its frame, whose answer covers both.
    fn send_picture(&mut self, snapshot: &Snapshot) -> tungstenite::Result<()> {
        let Some(drawing) = self.drawing else { return Ok(()) };
        match self.draw(snapshot, drawing) {
            Ok(picture) => self.socket.send(Message::binary(picture)),
            Err(text) => {
                (self.drawing, self.renderer) = (None, None);
                let text = format!("the server cannot draw the pictures: {text}");
                self.send(&ServerMessage::Notice(NoticeMessage { text }))?;
                self.socket.send(Message::binary(drawing::end()))
            }
        }
    }

    /// Draws the scene of the last frame.
    fn draw(&mut self, snapshot: &Snapshot, drawing: Drawing) -> Result<Vec<u8>, String> {
        if !snapshot.others.is_empty() {
            return Err("it draws one world, and several are shown; let the page draw them, or show one".into());
        }
        let version = snapshot.version;
        if self.renderer.as_ref().is_none_or(|renderer| renderer.version() != version) {
            // its place and memory are free before the next one needs them
            self.renderer = None;
            self.renderer = Some(PageRenderer::new(&snapshot.model, version, drawing, &self.drawing_places)?);
        }
        let (Some(renderer), Some((_, scene))) = (&mut self.renderer, &mut self.scene) else {
            return Err("there is no scene".into());
        };
        if self.option.flags.contains(VisualFlags::SKIN) {
            scene.update_skins(&snapshot.model, &snapshot.data, &self.option);
        }
        scene.flags = drawing.flags;
        // the page writes labels itself
        scene.geoms.iter_mut().for_each(|geom| geom.label = Default::default());
        renderer.draw(scene, drawing)
    }

    /// Sends the selection's values, `now` or when an update is due.
    fn send_facts(&mut self, snapshot: &Snapshot, now: bool) -> tungstenite::Result<()> {
        let is_time = self.perturb.select > 0 && self.facts.is_none_or(|last| last.elapsed() > FACTS);
        if !now && !is_time {
            return Ok(());
        }
        self.facts = Some(Instant::now());
        let picked = facts(snapshot, usize::try_from(self.perturb.select).unwrap_or(0), self.geom);
        self.send(&ServerMessage::Picked(picked))
    }
}

/// Updates a scene without the vertices of skins, which the page computes.
fn fill(
    scene: &mut Scene,
    m: &Model,
    d: &Data,
    option: &SceneOption,
    held: &Perturb,
    camera: &mut Camera,
) -> Result<(), SceneError> {
    scene.geoms.clear();
    scene.add_geoms(m, d, option, Some(held), Categories::all());
    scene.update_camera(m, d, camera)?;
    scene.update_lights(m, d)
}

/// Sets the projection that the user of the page chose, if it differs from the model's.
fn choose_projection(m: &Model, parallel: bool, eye: &mut Projection) {
    if eye.orthographic != parallel {
        let fovy = m.vis.global.fovy;
        let top = if parallel { fovy / 2.0 } else { eye.frustum_near * (fovy.to_radians() / 2.0).tan() };
        (eye.orthographic, eye.frustum_top, eye.frustum_bottom) = (parallel, top, -top);
    }
}

/// Transforms a point of the world into a body's frame.
fn in_body(snapshot: &Snapshot, body: usize, point: [f64; 3]) -> [f64; 3] {
    let d = &snapshot.data;
    let (Some(pos), Some(mat)) = (d.xpos.get(3 * body..3 * body + 3), d.xmat.get(9 * body..9 * body + 9)) else {
        return [0.0; 3];
    };
    let away = [0, 1, 2].map(|k| point[k] - pos[k]);
    [0, 1, 2].map(|k| (0..3).map(|j| mat[3 * j + k] * away[j]).sum())
}

/// Names and values of a body and its geom.
fn facts(snapshot: &Snapshot, body: usize, geom: Option<usize>) -> PickedMessage {
    let (m, d): (&Model, _) = (&snapshot.model, &snapshot.data);
    if body == 0 || body >= m.nbody {
        return PickedMessage { body: 0, geom: -1, name: String::new(), facts: Vec::new() };
    }
    let name = |kind: ObjType, id: usize| match m.name(kind, id) {
        Some(name) if !name.is_empty() => name.to_string(),
        _ => format!("#{id}"),
    };
    let numbers = |list: Option<&[f64]>| {
        let text: Vec<String> = list.unwrap_or_default().iter().map(|x| format!("{x:9.4}")).collect();
        text.join(" ")
    };
    let mut lines = vec![
        ["body".to_string(), name(ObjType::Body, body)],
        ["position".into(), numbers(d.xpos.get(3 * body..3 * body + 3))],
        ["orientation".into(), numbers(d.xquat.get(4 * body..4 * body + 4))],
        ["velocity".into(), numbers(d.cvel.get(6 * body + 3..6 * body + 6))],
        ["angular velocity".into(), numbers(d.cvel.get(6 * body..6 * body + 3))],
        ["mass".into(), numbers(m.body_mass.get(body..body + 1))],
        ["mass with children".into(), numbers(m.body_subtreemass.get(body..body + 1))],
    ];
    if let Some(geom) = geom.filter(|&geom| geom < m.ngeom) {
        lines.push(["geom".into(), name(ObjType::Geom, geom)]);
        lines.push(["size".into(), numbers(m.geom_size.get(3 * geom..3 * geom + 3))]);
        let touching = d.contact.iter().filter(|contact| contact.geom().contains(&(geom as i32))).count();
        lines.push(["contacts".into(), touching.to_string()]);
    }
    let (first, count) =
        (m.body_jntadr.get(body).copied().unwrap_or(-1), m.body_jntnum.get(body).copied().unwrap_or(0));
    for joint in (first.max(0)..first.max(0) + count).filter_map(|id| usize::try_from(id).ok()).filter(|_| first >= 0) {
        let at = m.jnt_qposadr.get(joint).and_then(|&at| usize::try_from(at).ok()).unwrap_or(0);
        let end = m.jnt_qposadr.get(joint + 1).and_then(|&at| usize::try_from(at).ok()).unwrap_or(m.nq);
        lines.push([format!("joint {}", name(ObjType::Joint, joint)), numbers(d.qpos.get(at..end))]);
    }
    PickedMessage { body, geom: geom.map_or(-1, |geom| geom as i64), name: name(ObjType::Body, body), facts: lines }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::viewer::incoming::Charge;
    use crate::viewer::page_queue::Waiting;

    /// A connection that keeps what is written. Writing fails if it is broken.
    #[derive(Default)]
    struct Kept {
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

    fn open(hub: &Hub, is_broken: bool) -> Page<Kept> {
        let kept = Kept { is_broken, ..Kept::default() };
        Page::new(hub.join(), WebSocket::from_raw_socket(kept, Role::Server, None), hub.drawing_places())
    }

    fn ask(hub: &Hub, page: &Page<Kept>, request: Request) {
        assert!(hub.request(page.id, Waiting { request, _charge: Charge::default() }));
    }

    fn publish_example(hub: &Hub) {
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
    fn a_page_that_answers_nothing_for_long_releases_what_it_holds() {
        let hub = Hub::default();
        let mut page = open(&hub, false);
        publish_example(&hub);
        ask(&hub, &page, Request::Select(1));
        ask(&hub, &page, Request::Hold(Perturb::TRANSLATE));
        assert!(page.turn(&hub, Duration::ZERO));
        let active = |hub: &Hub| {
            let orders = hub.orders(Duration::ZERO);
            orders.iter().rev().find_map(|order| match order {
                Order::Perturb(held) => Some(held.active),
                _ => None,
            })
        };
        assert_eq!(active(&hub), Some(Perturb::TRANSLATE));
        let sent = page.unanswered.unwrap();
        page.release_if_silent(&hub, sent + LONGEST_GRIP);
        assert_eq!(active(&hub), None, "it may be slow");
        page.release_if_silent(&hub, sent + 2 * LONGEST_GRIP);
        assert_eq!(active(&hub), Some(0));
        // a page that answers may hold for as long as it likes
        ask(&hub, &page, Request::Hold(Perturb::TRANSLATE));
        ask(&hub, &page, Request::Seen(u32::MAX));
        assert!(page.turn(&hub, Duration::ZERO));
        assert_eq!((active(&hub), page.unanswered), (Some(Perturb::TRANSLATE), None));
        page.release_if_silent(&hub, sent + 99 * LONGEST_GRIP);
        assert_eq!(active(&hub), None);
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

    #[test]
    fn a_user_may_choose_another_projection_than_the_model() {
        let m = Model::example();
        let perspective = Camera::free(&m).projection(&m, &m.make_data(), 0.0).unwrap();
        let mut eye = perspective;
        choose_projection(&m, true, &mut eye);
        assert!(
            eye.orthographic && eye.frustum_top == m.vis.global.fovy / 2.0 && eye.frustum_bottom == -eye.frustum_top
        );
        choose_projection(&m, false, &mut eye);
        assert!(!eye.orthographic && (eye.frustum_top - perspective.frustum_top).abs() < 1e-6);
    }
}
