//! One open page: its view, what it has received, and its mouse. Each page has a reader thread and a writer thread. A slow page skips
//! states and delays nothing.

use crate::scene::{
    Camera, CameraKind, Categories, MouseAction, Perturb, Projection, Scene, SceneError, SceneOption, Selection,
    VisualFlags,
};
use crate::viewer::command::{Order, Request};
use crate::viewer::description::watched;
use crate::viewer::frame::{Encoder, FrameInput};
use crate::viewer::hub::{Hub, News, Seen, Snapshot};
use crate::viewer::program_view::Choice;
use crate::viewer::protocol::{
    MAX_MODEL_BYTES, MAX_TEXT_BYTES, NoticeMessage, PickedMessage, PointedMessage, ServerMessage,
};
use sim_core::{Model, ObjType};
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tungstenite::protocol::{Role, WebSocketConfig};
use tungstenite::{Message, WebSocket};

/// Limit on frames without an answer: one that the page draws, and the next one.
const MOST_FRAMES: u32 = 2;

/// Time limit for writing to a page.
const WRITE_TIMEOUT: Duration = Duration::from_secs(20);

/// Longest wait for something new.
const IDLE_CHECK: Duration = Duration::from_secs(1);

/// Time between updates of the selection's values.
const FACTS: Duration = Duration::from_millis(200);

/// Limit on the geoms of a scene.
const MOST_GEOMS: usize = 100_000;

/// The read half of a connection. It never writes, so that the writer thread can write at any time.
struct ReadHalf(TcpStream);

impl Read for ReadHalf {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer)
    }
}

impl Write for ReadHalf {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn config() -> WebSocketConfig {
    WebSocketConfig::default().max_message_size(Some(MAX_MODEL_BYTES)).max_frame_size(Some(MAX_MODEL_BYTES))
}

/// Serves a page until it closes. `rest` was read with the head of the request.
pub fn serve(stream: TcpStream, rest: Vec<u8>, hub: &Arc<Hub>) -> io::Result<()> {
    stream.set_nodelay(true)?;
    stream.set_read_timeout(None)?;
    stream.set_write_timeout(Some(WRITE_TIMEOUT))?;
    let reader = WebSocket::from_partially_read(ReadHalf(stream.try_clone()?), rest, Role::Server, Some(config()));
    let id = hub.join();
    let reader_thread = {
        let hub = Arc::clone(hub);
        std::thread::Builder::new().name("viewer page".into()).spawn(move || read_loop(reader, id, &hub))
    };
    let writer = WebSocket::from_raw_socket(stream.try_clone()?, Role::Server, Some(config()));
    if reader_thread.is_ok() {
        Page::new(id, writer).write_loop(hub);
    }
    hub.leave(id);
    let _ = stream.shutdown(std::net::Shutdown::Both);
    if let Ok(reader_thread) = reader_thread {
        let _ = reader_thread.join();
    }
    Ok(())
}

/// Reader thread: queues the page's requests until it closes.
fn read_loop(mut reader: WebSocket<ReadHalf>, id: u64, hub: &Hub) {
    loop {
        let request = match reader.read() {
            Ok(Message::Text(text)) if text.len() <= MAX_TEXT_BYTES => Request::from_text(&text),
            Ok(Message::Binary(bytes)) => Request::from_bytes(&bytes),
            Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_)) => continue,
            Ok(Message::Text(_) | Message::Close(_)) | Err(_) => break,
        };
        match request {
            Ok(request) => {
                if !hub.request(id, request) {
                    break;
                }
            }
            // the user sees the error, and nothing changes
            Err(error) => hub.send_notice(&error.to_string()),
        }
    }
    hub.leave(id);
}

/// Writer thread: sends messages and frames to a page.
pub(super) struct Page<S> {
    id: u64,
    socket: WebSocket<S>,
    seen: Seen,
    encoder: Encoder,
    answered: u32,
    option: SceneOption,
    camera: Option<Camera>,
    watched: Vec<String>,
    perturb: Perturb,
    /// The selected geom.
    geom: Option<usize>,
    facts: Option<Instant>,
    scene: Option<(u32, Scene)>,
    /// Whether the page needs the same state again, because its view changed.
    stale: bool,
}

impl<S: Read + Write> Page<S> {
    pub(super) fn new(id: u64, socket: WebSocket<S>) -> Self {
        Self {
            id,
            socket,
            seen: Seen::default(),
            encoder: Encoder::default(),
            answered: 0,
            option: SceneOption { flags: VisualFlags::default() | VisualFlags::PERTFORCE, ..SceneOption::default() },
            camera: None,
            watched: Vec::new(),
            perturb: Perturb::default(),
            geom: None,
            facts: None,
            scene: None,
            stale: false,
        }
    }

    fn write_loop(&mut self, hub: &Hub) {
        while self.turn(hub, IDLE_CHECK) {}
        let _ = self.socket.close(None);
        let _ = self.socket.flush();
    }

    /// Sends what is new, after a wait of at most `quiet`. Returns whether the page is still open.
    pub(super) fn turn(&mut self, hub: &Hub, quiet: Duration) -> bool {
        let may_send = self.encoder.number().wrapping_sub(self.answered) < MOST_FRAMES;
        let patience = if self.stale && may_send { Duration::ZERO } else { quiet };
        let news = hub.news(self.id, &mut self.seen, may_send, patience);
        !news.closing && self.send_news(news, hub).is_ok()
    }

    fn send_news(&mut self, news: News, hub: &Hub) -> tungstenite::Result<()> {
        for text in news.texts {
            self.send_text(&text)?;
        }
        let is_drawn_over = !news.overlays.is_empty();
        for message in news.overlays {
            self.socket.send(Message::binary(message.to_vec()))?;
        }
        let Some(snapshot) = news.snapshot else { return Ok(()) };
        // a frame follows, whose answer covers both
        self.stale |= is_drawn_over;
        for request in news.requests {
            self.handle(request, &snapshot, hub)?;
        }
        let is_new = snapshot.number > self.seen.snapshot || self.stale;
        let may_send = self.encoder.number().wrapping_sub(self.answered) < MOST_FRAMES;
        if is_new && may_send {
            self.send_frame(&snapshot, hub)?;
            self.send_facts(&snapshot, false)?;
        }
        Ok(())
    }

    fn send_text(&mut self, text: &str) -> tungstenite::Result<()> {
        self.socket.send(Message::text(text))
    }

    fn send(&mut self, message: &ServerMessage) -> tungstenite::Result<()> {
        self.send_text(&message.to_json())
    }

    fn handle(&mut self, request: Request, snapshot: &Snapshot, hub: &Hub) -> tungstenite::Result<()> {
        match request {
            Request::Seen(frame) => self.answered = frame.min(self.encoder.number()),
            Request::Options { option, known } => {
                (self.option, self.stale) = (*option, true);
                hub.note_choice(known, Choice::Option(*option));
            }
            Request::Camera { camera, known } => {
                (self.camera, self.stale) = (Some(camera), true);
                hub.note_choice(known, Choice::Camera(camera));
            }
            Request::Size(size) => hub.note_size(size),
            Request::Watch(values) => (self.watched, self.stale) = (values, true),
            Request::Pick { x, y, aspect } => {
                self.pick(snapshot, x, y, aspect);
                hub.order(Order::Perturb(Box::new(self.perturb)));
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
                    hub.order(Order::Perturb(Box::new(self.perturb)));
                }
            }
            Request::Drag { action, dx, dy } => self.drag(snapshot, action, dx, dy, hub),
            Request::Release => {
                self.perturb.active = 0;
                hub.order(Order::Perturb(Box::new(self.perturb)));
            }
            Request::Widget { id, value } => hub.note_widget(id, value),
            Request::Order(order) => {
                if !hub.order(order) {
                    let text = "too many requests wait: some were dropped".to_string();
                    self.send(&ServerMessage::Notice(NoticeMessage { text }))?;
                }
            }
        }
        Ok(())
    }

    fn drag(&mut self, snapshot: &Snapshot, action: MouseAction, dx: f64, dy: f64, hub: &Hub) {
        let Some((_, scene)) = &self.scene else { return };
        if self.perturb.active != 0 && self.perturb.drag(&snapshot.model, &snapshot.data, action, dx, dy, scene).is_ok()
        {
            hub.order(Order::Perturb(Box::new(self.perturb)));
        }
    }

    /// Finds what is at a place of the picture.
    fn find(&mut self, snapshot: &Snapshot, x: f64, y: f64, aspect: f64) -> Option<Selection> {
        self.update_scene(snapshot);
        let (_, scene) = self.scene.as_mut()?;
        if self.option.flags.contains(VisualFlags::SKIN) {
            scene.update_skins(&snapshot.model, &snapshot.data, &self.option);
        }
        scene.select(&snapshot.model, &snapshot.data, &self.option, aspect, x, y).ok().flatten()
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

    /// Updates the scene. A camera that does not fit the model is replaced by the model's.
    fn update_scene(&mut self, snapshot: &Snapshot) {
        let m = &*snapshot.model;
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
        if fill(scene, snapshot, &self.option, held, camera).is_err() {
            *camera = Camera::free(m);
            let _ = fill(scene, snapshot, &self.option, held, camera);
        }
        if camera.kind != CameraKind::Fixed {
            scene.camera.iter_mut().for_each(|eye| choose_projection(m, camera.orthographic, eye));
        }
        scene.geoms.extend(snapshot.user.iter().take(MOST_GEOMS - scene.geoms.len().min(MOST_GEOMS)).copied());
    }

    fn send_frame(&mut self, snapshot: &Snapshot, hub: &Hub) -> tungstenite::Result<()> {
        self.update_scene(snapshot);
        let Some((_, scene)) = &self.scene else { return Ok(()) };
        let speed = snapshot.real_time_factor;
        let mut values: Vec<f64> = self.watched.iter().map(|name| watched(&snapshot.data, name, speed)).collect();
        hub.fill_scalars(&self.watched, &mut values);
        let frame = self.encoder.frame(&FrameInput {
            version: snapshot.version,
            model: &snapshot.model,
            data: &snapshot.data,
            scene,
            playing: snapshot.playing,
            lookat: self.camera.map_or([0.0; 3], |camera| camera.lookat),
            values: &values,
            world: snapshot.world,
            others: &snapshot.others,
        });
        self.seen.snapshot = snapshot.number;
        self.stale = false;
        self.socket.send(Message::binary(frame))
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
    snapshot: &Snapshot,
    option: &SceneOption,
    held: &Perturb,
    camera: &mut Camera,
) -> Result<(), SceneError> {
    let (m, d) = (&*snapshot.model, &snapshot.data);
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
        let text: Vec<String> = list.unwrap_or_default().iter().map(|x| format!("{x:.4}")).collect();
        text.join("  ")
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
