//! The server: accepts connections, and serves the page's files, geometry and textures.

use crate::viewer::error::ViewerError;
use crate::viewer::files::{PageFiles, Served};
use crate::viewer::geometry::Asset;
use crate::viewer::hub::Hub;
use crate::viewer::packing::gzip;
use crate::viewer::page;
use crate::viewer::request::{Guard, Head, MOST_HEAD, Refusal};
use crate::viewer::seats::{Seat, Seats};
use std::io::{self, Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tungstenite::handshake::derive_accept_key;

/// Time limit for the head of a request.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(5);

/// Level of gzip for surfaces and textures: higher ones take longer than they save on this machine.
const ASSET_LEVEL: u32 = 6;

/// Time for connections to end by themselves when the viewer closes.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// Where a viewer listens.
///
/// ```
/// use sim_view::viewer::Address;
///
/// let address = Address::default();
/// assert!(address.host.is_none() && address.port == 0, "only this machine, at a free port");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Address {
    /// Host name or address. `None`: only this machine can connect.
    pub host: Option<String>,
    /// Port. 0: a free one.
    pub port: u16,
}

/// A viewer. It serves pages until it is dropped.
///
/// ```
/// use sim_view::viewer::{Address, PageFiles, Viewer};
///
/// // PageFiles::read(folder) in a program that shows something
/// let viewer = Viewer::start(&Address::default(), PageFiles::default())?;
/// assert!(viewer.url().starts_with("http://127.0.0.1:") && viewer.address().port() > 0);
/// assert_eq!(viewer.hub().pages(), 0);
/// # Ok::<(), sim_view::viewer::ViewerError>(())
/// ```
#[derive(Debug)]
pub struct Viewer {
    hub: Arc<Hub>,
    address: SocketAddr,
    guard: Arc<Guard>,
    listener: Option<JoinHandle<()>>,
}

impl Viewer {
    /// Starts the server.
    ///
    /// # Errors
    ///
    /// If the address is in use, or the system has no random numbers or no thread.
    pub fn start(wanted: &Address, files: PageFiles) -> Result<Self, ViewerError> {
        let host = wanted.host.clone().unwrap_or_else(|| Ipv4Addr::LOCALHOST.to_string());
        let failed = |error| ViewerError::Address { host: host.clone(), port: wanted.port, error };
        let name = host.trim_start_matches('[').trim_end_matches(']');
        let addresses: Vec<SocketAddr> = (name, wanted.port).to_socket_addrs().map_err(failed)?.collect();
        let listener = TcpListener::bind(&addresses[..]).map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let guard = Arc::new(Guard { token: token()?, host: wanted.host.as_ref().map(|_| name.to_string()) });
        let hub = Arc::new(Hub::default());
        let server = Server {
            hub: Arc::clone(&hub),
            guard: Arc::clone(&guard),
            files: Arc::new(files),
            seats: Seats::default(),
        };
        let thread = std::thread::Builder::new().name("viewer".into()).spawn(move || accept(&listener, &server));
        let thread = thread.map_err(|error| ViewerError::System(error.to_string()))?;
        Ok(Self { hub, address, guard, listener: Some(thread) })
    }

    /// The hub of the viewer.
    pub fn hub(&self) -> &Arc<Hub> {
        &self.hub
    }

    /// The address that the server listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address to open in a browser, with its token.
    pub fn url(&self) -> String {
        let host = match (&self.guard.host, self.address.ip()) {
            (Some(name), ip) if !ip.is_unspecified() => bracketed(name),
            (None, ip) => bracketed(&ip.to_string()),
            _ => "localhost".to_string(),
        };
        format!("http://{host}:{}/?token={}", self.address.port(), self.guard.token)
    }
}

fn bracketed(host: &str) -> String {
    if host.parse().is_ok_and(|ip: IpAddr| ip.is_ipv6()) { format!("[{host}]") } else { host.to_string() }
}

impl Drop for Viewer {
    fn drop(&mut self) {
        self.hub.close();
        // a connection wakes the listener
        let own = SocketAddr::new(
            if self.address.ip().is_unspecified() { Ipv4Addr::LOCALHOST.into() } else { self.address.ip() },
            self.address.port(),
        );
        let _ = TcpStream::connect_timeout(&own, Duration::from_secs(1));
        if let Some(listener) = self.listener.take() {
            let _ = listener.join();
        }
    }
}

/// 128 random bits.
fn token() -> Result<String, ViewerError> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| ViewerError::System(format!("no random numbers: {error}")))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// What every connection shares.
#[derive(Clone)]
struct Server {
    hub: Arc<Hub>,
    guard: Arc<Guard>,
    files: Arc<PageFiles>,
    seats: Seats,
}

/// Accepts connections until the viewer closes, then waits for the last one.
fn accept(listener: &TcpListener, server: &Server) {
    for stream in listener.incoming() {
        if server.hub.is_closing() {
            break;
        }
        let Ok(stream) = stream else {
            // out of handles: wait for open ones to close
            server.hub.wait_closing(Duration::from_millis(20));
            continue;
        };
        let Some(seat) = server.seats.take(&stream) else { continue };
        let own = server.clone();
        // without a thread the connection ends
        let _ = std::thread::Builder::new().name("viewer connection".into()).spawn(move || {
            let _ = own.answer(stream, &seat);
            drop(seat);
        });
    }
    server.seats.close(CLOSE_TIMEOUT);
}

impl Server {
    fn answer(&self, mut stream: TcpStream, seat: &Seat) -> io::Result<()> {
        stream.set_write_timeout(Some(REQUEST_TIMEOUT))?;
        let (head, rest) = match self.read_head(&mut stream)? {
            Ok(read) => read,
            Err(refusal) => return refuse(&mut stream, refusal),
        };
        if !seat.show(head.has_token) {
            return refuse(&mut stream, Refusal::NoSeat);
        }
        match (head.path.as_str(), &head.socket_key) {
            ("/socket", Some(key)) if head.has_token => {
                let accept = derive_accept_key(key.as_bytes());
                let head = format!(
                    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: {accept}\r\n\r\n"
                );
                stream.write_all(head.as_bytes())?;
                page::serve(stream, rest, &self.hub)
            }
            ("/socket", None) if head.has_token => refuse(&mut stream, Refusal::Malformed),
            (path, None) if path.starts_with("/assets/") => self.file(&mut stream, &path[1..], &head),
            ("/favicon.ico", None) => {
                Answer { keeps: true, ..Answer::new("204 No Content", "image/x-icon", b"") }.send(&mut stream)
            }
            _ if !head.has_token => refuse(&mut stream, Refusal::Token),
            ("/", None) => self.file(&mut stream, "index.html", &head),
            (path, None) => match self.asset(path) {
                Some(Ok(bytes)) => {
                    let packed = head.takes_gzip.then(|| gzip(&[], &bytes, ASSET_LEVEL)).flatten();
                    let body = packed.as_deref().unwrap_or(&bytes);
                    let answer = Answer::new("200 OK", "application/octet-stream", body);
                    Answer { keeps: true, is_packed: packed.is_some(), ..answer }.send(&mut stream)
                }
                Some(Err(error)) => {
                    Answer::new("500 Internal Server Error", "text/plain", error.as_bytes()).send(&mut stream)
                }
                None => Answer::new("404 Not Found", "text/plain", b"This address does not exist.\n").send(&mut stream),
            },
            _ => refuse(&mut stream, Refusal::Malformed),
        }
    }

    /// Reads the head of a request, and the bytes after it.
    fn read_head(&self, stream: &mut TcpStream) -> io::Result<Result<(Head, Vec<u8>), Refusal>> {
        let deadline = Instant::now() + REQUEST_TIMEOUT;
        let mut bytes = Vec::new();
        let mut part = [0; 4096];
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(io::ErrorKind::TimedOut.into());
            }
            stream.set_read_timeout(Some(left))?;
            let count = stream.read(&mut part)?;
            if count == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            bytes.extend_from_slice(&part[..count]);
            match self.guard.read(&bytes) {
                Ok(Some(head)) => {
                    let rest = bytes.split_off(head.len);
                    return Ok(Ok((head, rest)));
                }
                Ok(None) if bytes.len() <= MOST_HEAD => {}
                Ok(None) => return Ok(Err(Refusal::Malformed)),
                Err(refusal) => return Ok(Err(refusal)),
            }
        }
    }

    fn file(&self, stream: &mut TcpStream, name: &str, head: &Head) -> io::Result<()> {
        match self.files.get(name, head.takes_gzip) {
            Some(Served { kind, bytes, is_packed }) => {
                let keeps = name != "index.html";
                Answer { keeps, is_packed, ..Answer::new("200 OK", kind, bytes) }.send(stream)
            }
            None => Answer::new("404 Not Found", "text/plain", b"The page has no such file.\n").send(stream),
        }
    }

    /// Bytes of `/model/VERSION/KIND/ID`.
    fn asset(&self, path: &str) -> Option<Result<Vec<u8>, String>> {
        let mut parts = path.strip_prefix("/model/")?.split('/');
        let version: u32 = parts.next()?.parse().ok()?;
        let kind = Asset::named(parts.next()?)?;
        let id: usize = parts.next()?.parse().ok()?;
        let described = self.hub.described().filter(|described| described.version == version)?;
        match kind.bytes(&described.model, id) {
            Ok(bytes) => bytes.filter(|_| parts.next().is_none()).map(Ok),
            Err(error) => Some(Err(error.to_string())),
        }
    }
}

fn refuse(stream: &mut TcpStream, refusal: Refusal) -> io::Result<()> {
    let (status, text) = refusal.answer();
    Answer::new(status, "text/plain", text.as_bytes()).send(stream)
}

/// Content policy: the page loads only its own files.
const POLICY: &str = "default-src 'self'; img-src 'self' blob: data:; media-src 'self' blob:; style-src 'self' 'unsafe-inline'; \
                      worker-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'none'";

/// An answer.
struct Answer<'a> {
    status: &'a str,
    /// Media type.
    kind: &'a str,
    body: &'a [u8],
    /// Whether browsers may keep it.
    keeps: bool,
    /// Whether the body is compressed with gzip.
    is_packed: bool,
}

impl<'a> Answer<'a> {
    fn new(status: &'a str, kind: &'a str, body: &'a [u8]) -> Self {
        Self { status, kind, body, keeps: false, is_packed: false }
    }

    fn send(&self, stream: &mut TcpStream) -> io::Result<()> {
        let Self { status, kind, body, .. } = self;
        let cache = if self.keeps { "private, max-age=31536000, immutable" } else { "no-store" };
        let encoding = if self.is_packed { "Content-Encoding: gzip\r\n" } else { "" };
        let head = format!(
            "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n{encoding}Vary: Accept-Encoding\r\n\
             Cache-Control: {cache}\r\nConnection: close\r\nContent-Security-Policy: {POLICY}\r\n\
             X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\nCross-Origin-Resource-Policy: same-origin\r\n\
             Cross-Origin-Opener-Policy: same-origin\r\n\r\n",
            body.len()
        );
        stream.write_all(head.as_bytes())?;
        stream.write_all(body)?;
        stream.flush()
    }
}
