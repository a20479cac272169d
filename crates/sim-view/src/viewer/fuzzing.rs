//! A viewer without a network, for the fuzz target. No bytes of a browser may break it.

use crate::viewer::command::Request;
use crate::viewer::dropped::DroppedModel;
use crate::viewer::hub::Hub;
use crate::viewer::page::Page;
use crate::viewer::page_queue::Waiting;
use crate::viewer::player::Player;
use crate::viewer::request::Guard;
use crate::viewer::source::{LoadFailure, Loaded, Source};
use sim_core::Model;
use std::io::{self, Read, Write};
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

/// Handles messages of a page, and runs the simulation between them.
pub fn run_messages<'a>(model: Model, messages: impl Iterator<Item = &'a [u8]>) {
    let hub = Arc::new(Hub::default());
    let loaded = Loaded { model, name: "attacked".into(), warnings: Vec::new(), data: None };
    let Ok(mut player) = Player::new(Arc::clone(&hub), Box::new(NoSource), loaded, 3) else { return };
    let id = hub.join();
    let mut page = Page::new(id, WebSocket::from_raw_socket(NullSocket, Role::Server, None));
    for message in messages {
        let request =
            std::str::from_utf8(message).map(Request::from_text).unwrap_or_else(|_| Request::from_bytes(message));
        if let Ok(request) = request {
            hub.request(id, Waiting { request, charge: hub.charge() });
            page.turn(&hub, Duration::ZERO);
            player.turn(Duration::ZERO);
        }
    }
    page.turn(&hub, Duration::ZERO);
}
