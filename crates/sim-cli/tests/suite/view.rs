//! `cortenforge view` as another program sees it: what it prints, which requests it serves, and how it ends.

#![cfg(unix)] // signals are sent by `kill`
use crate::common::{command, folder, model, signal, stderr, write};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Stdio};

/// A running viewer with its address and the next line of its output.
struct Served {
    child: Child,
    url: String,
    help: String,
    /// Keeps the pipe of its later output open.
    _rest: BufReader<ChildStdout>,
}

fn serve(name: &str, args: &[&str]) -> Served {
    let page = folder(name);
    write(&page.join("index.html"), "<p>a page</p>");
    let mut command = command(args);
    command.arg("--no-browser").env("CORTENFORGE_PAGE", &page).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut rest = BufReader::new(child.stdout.take().unwrap());
    let mut lines = rest.by_ref().lines().map(Result::unwrap);
    let url = lines.find(|line| line.starts_with("http://")).expect("an address");
    let help = lines.next().unwrap_or_default();
    Served { child, url, help, _rest: rest }
}

impl Served {
    fn host(&self) -> &str {
        self.url.strip_prefix("http://").unwrap().split('/').next().unwrap()
    }

    fn token(&self) -> &str {
        self.url.split("token=").nth(1).unwrap()
    }

    /// Status code of a response.
    fn get(&self, path: &str, host: &str) -> String {
        let mut stream = TcpStream::connect(self.host()).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer.split_whitespace().nth(1).unwrap_or_default().to_string()
    }

    fn end(mut self) {
        signal(&self.child, "INT");
        assert!(self.child.wait().unwrap().success());
    }
}

#[test]
fn it_prints_its_address_and_serves_who_has_the_key() {
    let served =
        serve("view_key", &["view", &model("pendulum_hinge.xml"), "--worlds", "3", "--shown", "2", "--paused"]);
    let (host, token) = (served.host(), served.token());
    assert!(host.starts_with("127.0.0.1:") && token.len() >= 32, "{}", served.url);
    let port = host.split(':').nth(1).unwrap();
    assert!(
        served.help.contains("ssh") && served.help.contains(&format!("{port}:localhost:{port}")),
        "{}",
        served.help
    );
    assert_eq!(served.get(&format!("/?token={token}"), host), "200");
    assert_eq!(served.get("/", host), "403");
    assert_eq!(served.get(&format!("/?token={}", "0".repeat(token.len())), host), "403");
    assert_ne!(served.get(&format!("/?token={token}"), "elsewhere.example"), "200");
    assert_eq!(served.get(&format!("/model/1/mesh/0?token={token}"), host), "404");
    assert_eq!(served.get(&format!("/model/1/skin/18446744073709551615?token={token}"), host), "404");
    served.end();
}

#[test]
fn a_program_without_the_page_says_how_to_get_it() {
    let mut command = command(&["view", "cartpole", "--no-browser"]);
    command.env_remove("CORTENFORGE_PAGE").stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    if line.starts_with("http://") {
        // a build with the page
        signal(&child, "INT");
        assert!(child.wait().unwrap().success());
        return;
    }
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let errors = stderr(&output);
    assert!(errors.contains("no page for its viewer: ") && errors.contains("set CORTENFORGE_PAGE to"), "{errors}");
    assert!(!errors.contains("pip install") && !errors.contains(env!("CARGO_MANIFEST_DIR")), "{errors}");
}

#[test]
fn a_wrong_page_and_a_wrong_host_have_their_cures() {
    let mut wrong = command(&["view", "cartpole", "--no-browser"]);
    let output = wrong.env("CORTENFORGE_PAGE", "/nowhere/at/all").output().unwrap();
    let errors = stderr(&output);
    assert!(errors.contains("CORTENFORGE_PAGE is /nowhere/at/all: ") && errors.contains("unset"), "{errors}");
    let page = folder("view-host");
    write(&page.join("index.html"), "<p>a page</p>");
    // an address for documents, which no machine has
    let mut wrong = command(&["view", "cartpole", "--no-browser", "--host", "203.0.113.1"]);
    let output = wrong.env("CORTENFORGE_PAGE", &page).output().unwrap();
    let errors = stderr(&output);
    assert!(!output.status.success() && errors.contains("such as 127.0.0.1") && !errors.contains("port,"), "{errors}");
}

#[test]
fn numbers_that_make_no_sense_are_refused() {
    let model = model("pendulum_hinge.xml");
    for wrong in [["--worlds", "0"], ["--shown", "0"], ["--shown", "x"], ["--worlds", "1e3"]] {
        let output = command(&["view", &model, "--no-browser", wrong[0], wrong[1]]).output().unwrap();
        assert!(!output.status.success() && stderr(&output).contains(wrong[0]), "{wrong:?}: {}", stderr(&output));
    }
}
