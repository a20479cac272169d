//! The viewer's server as its pages and its attackers see it: over connections.

#![cfg(feature = "viewer")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(clippy::disallowed_methods)] // what a server does in its own time can only be polled

use sim_view::viewer::{Address, Order, PageFiles, RunInfo, Viewer};
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tungstenite::protocol::frame::Frame;
use tungstenite::protocol::frame::coding::{Data, OpCode};
use tungstenite::{Message, WebSocket};

/// Longest wait of a test.
const PATIENCE: Duration = Duration::from_secs(20);

const SCRIPT: &str = "export const answer = 42; // and many more words that repeat, and repeat, and repeat\n";

fn start() -> Viewer {
    let script = SCRIPT.repeat(100);
    let files = [("index.html", b"<p>a page</p>".as_slice()), ("assets/page.js", script.as_bytes())];
    Viewer::start(&Address::default(), PageFiles::from_files(files)).unwrap()
}

/// Shows a model with a mesh, and a state of it.
fn show(viewer: &Viewer) -> u32 {
    let text = r#"<mujoco><asset><mesh name="round" builtin="sphere" params="4"/></asset>
        <worldbody><body><freejoint/><geom type="mesh" mesh="round"/></body></worldbody></mujoco>"#;
    let model = Arc::new(sim_mjcf::load_model(text).unwrap());
    let mut data = model.make_data();
    data.forward(&model).unwrap();
    let version = viewer.hub().show_model(&model, &data, &RunInfo::default());
    viewer.hub().publish(|snapshot| {
        (snapshot.version, snapshot.model) = (version, Arc::clone(&model));
        snapshot.data.copy_from(&data);
    });
    version
}

fn token(viewer: &Viewer) -> String {
    viewer.url().split("token=").nth(1).unwrap().to_string()
}

fn connect(viewer: &Viewer) -> TcpStream {
    let stream = TcpStream::connect(viewer.address()).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream
}

/// Head and body of an answer.
fn get(viewer: &Viewer, path: &str, headers: &str) -> (String, Vec<u8>) {
    let mut stream = connect(viewer);
    write!(stream, "GET {path} HTTP/1.1\r\nHost: localhost\r\n{headers}\r\n").unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    let end = answer.windows(4).position(|part| part == b"\r\n\r\n").unwrap() + 4;
    let body = answer.split_off(end);
    (String::from_utf8(answer).unwrap(), body)
}

fn page(viewer: &Viewer) -> WebSocket<TcpStream> {
    let url = format!("ws://localhost:{}/socket?token={}", viewer.address().port(), token(viewer));
    tungstenite::client::client(url, connect(viewer)).unwrap().0
}

/// The next message of a page that `wanted` accepts.
fn next<T>(page: &mut WebSocket<TcpStream>, mut wanted: impl FnMut(&Message) -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        assert!(start.elapsed() < PATIENCE, "the message does not come");
        if let Some(found) = wanted(&page.read().unwrap()) {
            return found;
        }
    }
}

fn notice(message: &Message) -> Option<String> {
    message.to_text().ok().filter(|text| text.contains("\"is\":\"notice\"")).map(str::to_string)
}

/// Waits until something holds.
fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < PATIENCE, "waited in vain: {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn connections_without_the_token_keep_no_page_out() {
    let viewer = start();
    show(&viewer);
    let mut first = page(&viewer);
    let path = format!("/?token={}", token(&viewer));
    let starts = [
        "",
        "GET / HT",
        "GET /?token=no HTTP/1.1\r\nHost: localhost\r\n",
        "GET /assets/page.js HTTP/1.1\r\n",
        "\r\n\r\n",
    ];
    let mut idle: Vec<TcpStream> = Vec::new();
    for k in 0..200 {
        let mut stream = connect(&viewer);
        let _ = stream.write_all(starts[k % starts.len()].as_bytes());
        idle.push(stream);
    }
    let start = Instant::now();
    assert!(get(&viewer, &path, "").0.starts_with("HTTP/1.1 200 "));
    assert!(get(&viewer, "/assets/page.js", "").0.starts_with("HTTP/1.1 200 "));
    let mut second = page(&viewer);
    assert!(start.elapsed() < Duration::from_secs(4), "they wait for no time limit of the others");
    for page in [&mut first, &mut second] {
        next(page, |message| message.is_binary().then_some(()));
    }
    // the oldest have given way
    let is_closed =
        |stream: &mut TcpStream| !matches!(stream.read(&mut [0]), Err(error) if error.kind() == ErrorKind::WouldBlock);
    idle.iter().for_each(|stream| stream.set_nonblocking(true).unwrap());
    assert!(idle[..150].iter_mut().all(is_closed));
}

#[test]
fn orders_of_a_page_wait_for_no_state() {
    let viewer = start();
    let mut page = page(&viewer);
    for text in [
        r#"{"do":"reload"}"#,
        r#"{"do":"pick","x":0.5,"y":0.5,"aspect":1}"#,
        r#"{"do":"step","count":2}"#,
        r#"{"do":"play"}"#,
    ] {
        page.send(Message::text(text)).unwrap();
    }
    assert_eq!(viewer.hub().orders(PATIENCE), [Order::Reload]);
    show(&viewer);
    let mut orders = Vec::new();
    until("the orders behind the click", || {
        orders.extend(viewer.hub().orders(Duration::from_millis(10)));
        orders.len() >= 3
    });
    assert!(matches!(&orders[..], [Order::Perturb(_), Order::Step(2), Order::Play]), "{orders:?}");
    // a page that closes at once
    page.send(Message::text(r#"{"do":"pause"}"#)).unwrap();
    page.close(None).unwrap();
    assert_eq!(viewer.hub().orders(PATIENCE), [Order::Pause]);
}

#[test]
fn pings_are_answered_by_a_quiet_viewer() {
    let viewer = start();
    let mut page = page(&viewer);
    for payload in [&b""[..], b"a", b"ping", &[0xff; 60], &[7; 125]] {
        page.send(Message::Ping(payload.to_vec().into())).unwrap();
        let start = Instant::now();
        let found = next(&mut page, |message| match message {
            Message::Pong(payload) => Some(payload.to_vec()),
            _ => None,
        });
        assert!(found == payload && start.elapsed() < Duration::from_secs(5));
    }
}

#[test]
fn an_error_of_a_page_is_shown_to_its_user_alone() {
    let viewer = start();
    show(&viewer);
    let (mut author, mut other) = (page(&viewer), page(&viewer));
    let wrong = [
        Message::text("{}"),
        Message::text(r#"{"do":"explode"}"#),
        Message::text(r#"{"do":"speed","value":1e999}"#),
        Message::binary(vec![1, 2, 3]),
        Message::binary([&1u32.to_le_bytes()[..], &2u32.to_le_bytes(), b"..", &0u32.to_le_bytes()].concat()),
    ];
    for message in wrong {
        author.send(message).unwrap();
        next(&mut author, notice);
    }
    viewer.hub().send_notice("to all");
    let first = next(&mut other, notice);
    assert!(first.contains("to all"), "{first}");
}

/// The start of a message of 127 MB, and this many of its bytes.
fn send_part(page: &mut WebSocket<TcpStream>, bytes: usize) -> std::io::Result<()> {
    let mut frame = Frame::message(Vec::new(), OpCode::Data(Data::Binary), true);
    frame.header_mut().mask = Some([0; 4]);
    let mut head = Vec::new();
    frame.header().format(127 << 20, &mut head).unwrap();
    page.get_mut().write_all(&head)?;
    page.get_mut().write_all(&vec![0; bytes])
}

#[test]
fn unfinished_messages_of_all_pages_share_one_limit() {
    let viewer = start();
    show(&viewer);
    let mut pages: Vec<_> = (0..6).map(|_| page(&viewer)).collect();
    for page in &mut pages {
        // writing fails once the page is closed
        let _ = send_part(page, 96 << 20);
    }
    until("pages beyond the limit are closed", || viewer.hub().pages() <= 2);
    assert!(viewer.hub().pages() >= 1, "those within the limit stay");
    let mut late = page(&viewer);
    late.send(Message::text(r#"{"do":"play"}"#)).unwrap();
    assert_eq!(viewer.hub().orders(PATIENCE), [Order::Play], "short messages have room");
    drop(pages);
    until("the pages have left", || viewer.hub().pages() == 1);
    assert!(send_part(&mut late, 96 << 20).is_ok());
    std::thread::sleep(Duration::from_millis(200));
    assert_eq!(viewer.hub().pages(), 1, "the bytes were given back");
}

/// Sends bytes until the server closes the connection, at most 64 MB. Returns how many it took, and its answer.
fn flood(viewer: &Viewer, start: &str, part: &[u8]) -> (usize, String) {
    let mut stream = connect(viewer);
    stream.set_write_timeout(Some(PATIENCE)).unwrap();
    stream.write_all(start.as_bytes()).unwrap();
    let mut sent = 0;
    while sent < 64 << 20 && stream.write_all(part).is_ok() {
        sent += part.len();
    }
    let mut answer = Vec::new();
    // a connection that is reset has lost the answer
    let _ = stream.read_to_end(&mut answer);
    (sent, String::from_utf8_lossy(&answer).into_owned())
}

#[test]
fn large_messages_need_the_token() {
    let viewer = start();
    show(&viewer);
    let upgrade = "Host: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
                   Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    // the head of a frame of 127 MB with a mask of zeros
    let frame = [&[0x82, 0xff][..], &(127u64 << 20).to_be_bytes(), &[0; 4], &[0; 1 << 20]].concat();
    let wrong = format!("/socket?token={}", "0".repeat(32));
    for (start, part) in [
        (format!("GET /socket HTTP/1.1\r\n{upgrade}"), &frame[..]),
        (format!("GET {wrong} HTTP/1.1\r\n{upgrade}"), &frame[..]),
        (format!("GET /assets/page.js HTTP/1.1\r\n{upgrade}"), &frame[..]),
        ("GET / HTTP/1.1\r\nX: ".to_string(), &[b'x'; 4096][..]),
        (String::new(), &[b'x'; 4096][..]),
        (String::new(), &[0; 1 << 16][..]),
        ("POST / HTTP/1.1\r\nContent-Length: 99999999\r\n\r\n".to_string(), &[b'x'; 4096][..]),
    ] {
        let (sent, answer) = flood(&viewer, &start, part);
        // what the system keeps on its way is no memory of the viewer
        assert!(sent < 32 << 20, "{start}: {sent} bytes were taken");
        assert!(!answer.contains(" 101 "), "{start}: {answer}");
        assert_eq!(viewer.hub().pages(), 0);
    }
    // nothing of the limit for pages is used: a message of half of it has room
    let mut page = page(&viewer);
    assert!(send_part(&mut page, 120 << 20).is_ok());
    std::thread::sleep(Duration::from_millis(200));
    assert_eq!(viewer.hub().pages(), 1);
}

#[test]
fn a_robot_with_large_meshes_can_be_dropped() {
    let viewer = start();
    show(&viewer);
    let mut page = page(&viewer);
    let mesh = vec![7u8; 40 << 20];
    let mut message = 2u32.to_le_bytes().to_vec();
    for part in [&b"scene.xml"[..], b"<mujoco/>", b"assets/torso.stl", &mesh] {
        message.extend_from_slice(&(part.len() as u32).to_le_bytes());
        message.extend_from_slice(part);
    }
    page.send(Message::binary(message)).unwrap();
    let orders = viewer.hub().orders(PATIENCE);
    let [Order::Load(dropped)] = &orders[..] else { panic!("{} orders", orders.len()) };
    assert!(dropped.files().any(|(name, bytes)| name == "assets/torso.stl" && bytes == mesh));
}

#[test]
fn what_pages_fetch_is_compressed_for_those_who_can_read_it() {
    let viewer = start();
    let version = show(&viewer);
    let mesh = format!("/model/{version}/mesh/0?token={}", token(&viewer));
    for path in ["/assets/page.js", &mesh] {
        let (plain_head, plain) = get(&viewer, path, "");
        let (head, packed) = get(&viewer, path, "Accept-Encoding: br, gzip\r\n");
        assert!(plain_head.contains(" 200 ") && !plain_head.contains("Content-Encoding"), "{plain_head}");
        assert!(head.contains("Content-Encoding: gzip") && head.contains("Vary: Accept-Encoding"), "{head}");
        assert!(head.contains(&format!("Content-Length: {}\r\n", packed.len())));
        let mut unpacked = Vec::new();
        flate2::read::GzDecoder::new(&packed[..]).read_to_end(&mut unpacked).unwrap();
        assert!(unpacked == plain && packed.len() < plain.len(), "{path}: {} of {}", packed.len(), plain.len());
    }
}

#[test]
fn a_viewer_ends_soon_whatever_its_pages_do() {
    let viewer = start();
    show(&viewer);
    // one reads nothing while states flow, one is in the middle of a message, one in the middle of its request
    let (silent, mut busy, mut asking) = (page(&viewer), page(&viewer), connect(&viewer));
    send_part(&mut busy, 1000).unwrap();
    asking.write_all(b"GET / HT").unwrap();
    for k in 0..200 {
        viewer.hub().publish(|snapshot| snapshot.playing = k % 2 == 0);
        viewer.hub().send_notice(&"long ".repeat(20_000));
        std::thread::sleep(Duration::from_millis(2));
    }
    let start = Instant::now();
    drop(viewer);
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    drop((silent, busy, asking));
}
