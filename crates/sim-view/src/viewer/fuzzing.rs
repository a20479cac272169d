//! A viewer without a network, for the fuzz target. No bytes of a browser may break it.

use crate::viewer::command::{Order, Request};
use crate::viewer::dropped::DroppedModel;
use crate::viewer::hub::Hub;
use crate::viewer::page::Page;
use crate::viewer::page_queue::Waiting;
use crate::viewer::player::Player;
use crate::viewer::request::Guard;
use crate::viewer::source::{LoadFailure, Loaded, Source};
use sim_core::Model;
use sim_core::data::State;
use std::io::{self, Read, Write};
use std::net::IpAddr;
use std::path::{Component, Path};
use std::sync::Arc;
use std::time::Duration;
use tungstenite::WebSocket;
use tungstenite::protocol::Role;

/// A connection that discards everything and never sends.
#[derive(Debug)]
struct NullSocket;

impl Read for NullSocket {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::ErrorKind::WouldBlock.into())
    }
}

impl Write for NullSocket {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A source without models.
#[derive(Debug)]
struct NoSource;

impl Source for NoSource {
    fn load(&mut self) -> Result<Loaded, LoadFailure> {
        Err(LoadFailure { message: "this source has no model".into(), ..LoadFailure::default() })
    }

    fn load_dropped(&mut self, _: DroppedModel) -> Result<Loaded, LoadFailure> {
        self.load()
    }

    fn has_changed(&mut self) -> bool {
        false
    }
}

/// Reads the head of a request.
pub fn read_head(bytes: &[u8]) {
    let guard = Guard { token: "secret".into(), host: Some("0.0.0.0".into()) };
    if let Ok(Some(head)) = guard.read(bytes) {
        assert!(head.len <= bytes.len());
    }
}

/// Decides on a `Host`. Whatever is accepted is a name or an address of this machine, with a port at most.
pub fn check_host(host: &str) {
    let guard = Guard { token: "secret".into(), host: None };
    if guard.is_own_host(host) {
        let port = |text: &str| text.strip_prefix(':').is_some_and(|port| port.parse::<u16>().is_ok());
        let (name, rest) =
            host.split_at(host.find(']').map_or_else(|| host.find(':').unwrap_or(host.len()), |at| at + 1));
        assert!(rest.is_empty() || port(rest), "{host}");
        let is_loopback = |text: &str| text.parse().is_ok_and(|address: IpAddr| address.is_loopback());
        let bare = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
        assert!(name.eq_ignore_ascii_case("localhost") || is_loopback(bare), "{host}");
    }
}

/// Decodes dropped files. Their names stay inside a folder.
pub fn read_dropped(bytes: &[u8]) -> Option<DroppedModel> {
    let dropped = DroppedModel::from_bytes(bytes).ok()?;
    assert!(dropped.files().any(|(name, _)| name == dropped.name()));
    for (name, _) in dropped.files() {
        assert!(Path::new(name).components().all(|part| matches!(part, Component::Normal(_))), "{name}");
    }
    Some(dropped)
}

/// Handles messages of a page before there is a state. Orders are carried out in order, up to the first message that needs a state; none
/// is lost when the page leaves.
pub fn run_without_state<'a>(messages: impl Iterator<Item = &'a [u8]>) {
    let (hub, wanted) = (Hub::default(), Hub::default());
    let id = hub.join();
    let mut page = Page::new(id, WebSocket::from_raw_socket(NullSocket, Role::Server, None), hub.drawing_places());
    let mut has_model = false;
    for request in messages.filter_map(request) {
        // a second model would wait for the first, and nobody else is here
        if matches!(request, Request::Order(Order::Load(_))) && std::mem::replace(&mut has_model, true) {
            continue;
        }
        if let Request::Order(order) = &request {
            wanted.order(order.clone());
        }
        hub.request(id, Waiting { request, _charge: hub.charge() });
        page.turn(&hub, Duration::ZERO);
    }
    hub.leave(id);
    let orders = |hub: &Hub| -> Vec<Order> {
        // those of the mouse come from this page's own state
        hub.orders(Duration::ZERO).into_iter().filter(|order| !matches!(order, Order::Perturb(_))).collect()
    };
    assert_eq!(orders(&hub), orders(&wanted));
}

fn request(message: &[u8]) -> Option<Request> {
    std::str::from_utf8(message).map(Request::from_text).unwrap_or_else(|_| Request::from_bytes(message)).ok()
}

/// Handles messages of a page, and runs the simulation between them.
pub fn run_messages<'a>(model: Model, messages: impl Iterator<Item = &'a [u8]>) {
    let hub = Arc::new(Hub::default());
    if let Ok(player) = Player::new(Arc::clone(&hub), Box::new(NoSource), loaded(model), 3) {
        run(&hub, player, messages);
    }
}

/// Handles messages of a page, and plays a recording between them.
pub fn run_recording<'a>(model: Model, messages: impl Iterator<Item = &'a [u8]>) {
    let Ok(size) = model.state_size(State::INTEGRATION) else { return };
    let mut data = model.make_data();
    let mut states = Vec::new();
    for row in 0..5 {
        // two rows have the same time
        data.time = 0.01 * f64::from(row / 2);
        let mut state = vec![0.0; size].into_boxed_slice();
        let _ = data.get_state(&model, &mut state, State::INTEGRATION);
        states.push((data.time, state));
    }
    let hub = Arc::new(Hub::default());
    if let Ok(player) = Player::recorded(Arc::clone(&hub), Box::new(NoSource), loaded(model), states) {
        run(&hub, player, messages);
    }
}

fn loaded(model: Model) -> Loaded {
    Loaded { model, name: "attacked".into(), warnings: Vec::new(), data: None }
}

/// Handles messages of a page. What its mouse holds is released when it leaves, though another page stays.
fn run<'a>(hub: &Arc<Hub>, mut player: Player, messages: impl Iterator<Item = &'a [u8]>) {
    let (id, _other) = (hub.join(), hub.join());
    let mut page = Page::new(id, WebSocket::from_raw_socket(NullSocket, Role::Server, None), hub.drawing_places());
    for request in messages.filter_map(request) {
        hub.request(id, Waiting { request, _charge: hub.charge() });
        page.turn(hub, Duration::ZERO);
        player.turn(Duration::ZERO);
    }
    page.turn(hub, Duration::ZERO);
    hub.leave(id);
    player.turn(Duration::ZERO);
    assert!(!player.holds(), "a page that has left holds nothing");
}
