//! The reader thread of a page: decodes its messages and queues its requests. Memory for messages is limited over all pages.

use crate::viewer::command::Request;
use crate::viewer::hub::Hub;
use crate::viewer::incoming::Charge;
use crate::viewer::page_queue::Waiting;
use crate::viewer::protocol::{MAX_MODEL_BYTES, MAX_TEXT_BYTES};
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::Duration;
use tungstenite::protocol::{Role, WebSocketConfig};
use tungstenite::{Message, WebSocket};

/// Longest pause inside a message. A page that waits longer is closed, because what it has sent takes memory.
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

/// Limits of a connection.
pub fn config() -> WebSocketConfig {
    WebSocketConfig::default().max_message_size(Some(MAX_MODEL_BYTES)).max_frame_size(Some(MAX_MODEL_BYTES))
}

/// The read half of a connection. It never writes, so that the writer thread can write at any time.
struct ReadHalf {
    stream: TcpStream,
    /// Bytes of the message that is being read. Up to a read buffer of a message before it may be among them.
    charge: Charge,
    /// Whether a message has begun.
    has_begun: bool,
    /// Whether the limit on incoming bytes ended the connection.
    is_over: bool,
}

impl Read for ReadHalf {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.stream.set_read_timeout(self.has_begun.then_some(LONGEST_PAUSE))?;
        let count = self.stream.read(buffer)?;
        self.has_begun = true;
        if !self.charge.grow(count) {
            self.is_over = true;
            return Err(io::ErrorKind::OutOfMemory.into());
        }
        Ok(count)
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

/// Queues a page's requests until it closes. `rest` was read with the head of the request.
pub fn read_loop(stream: TcpStream, rest: Vec<u8>, id: u64, hub: &Hub) {
    let half = ReadHalf { stream, charge: hub.charge(), has_begun: false, is_over: false };
    let mut reader = WebSocket::from_partially_read(half, rest, Role::Server, Some(config()));
    loop {
        let message = reader.read();
        let half = reader.get_mut();
        half.has_begun = false;
        let charge = half.charge.take();
        let request = match message {
            Ok(Message::Text(text)) if text.len() <= MAX_TEXT_BYTES => Request::from_text(&text),
            Ok(Message::Binary(bytes)) => Request::from_bytes(&bytes),
            Ok(Message::Ping(payload)) => {
                hub.ping(id, payload.to_vec());
                continue;
            }
            Ok(Message::Pong(_) | Message::Frame(_)) => continue,
            Ok(Message::Text(_) | Message::Close(_)) | Err(_) => break,
        };
        match request {
            Ok(request) => {
                if !hub.request(id, Waiting { request, _charge: charge }) {
                    break;
                }
            }
            // its user sees the error, and nothing changes
            Err(error) => hub.notify_page(id, &error.to_string()),
        }
    }
    if reader.get_ref().is_over {
        hub.notify_page(id, "the viewer receives too many large messages at once: drop the model again in a moment");
    }
    hub.end_requests(id);
}
