//! The command that the wheel installs, as a user starts it: on a machine without Node.js, away from the repository.

use crate::folders::root;
use crate::process::Program;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// How long a page may take to answer.
const PATIENCE: Duration = Duration::from_secs(60);

/// A program that ends with this value.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Checks the command in the environment `venv`: version, models, the page of the viewer, and that nothing leads back to the sources.
pub fn check(venv: &Path) -> Result<(), String> {
    let folder = venv.join(if cfg!(windows) { "Scripts" } else { "bin" });
    let command = folder.join(if cfg!(windows) { "cortenforge.exe" } else { "cortenforge" });
    let start = |args: &[&str]| Program::new(&command).args(args).env("PATH", &folder).folder(venv);
    let version = start(&["--version"]).quiet().must()?.output;
    if version.trim() != format!("cortenforge {}", env!("CARGO_PKG_VERSION")) {
        return Err(format!("the wheel's command says '{}' of its version", version.trim()));
    }
    let models = start(&["models"]).quiet().must()?.output;
    if !models.contains("humanoid") {
        return Err(format!("the wheel's command does not list its models: {models}"));
    }
    start(&["run", "quadruped", "--steps", "10"]).quiet().must()?;
    check_page(&command, &folder, venv)?;
    check_paths(&folder)
}

/// Starts the viewer and loads its page as a browser does: the document, then its script.
fn check_page(command: &Path, path: &Path, venv: &Path) -> Result<(), String> {
    let mut view = Command::new(command);
    view.args(["view", "humanoid", "--no-browser"]).env("PATH", path).current_dir(venv).env_remove("CORTENFORGE_PAGE");
    let child = view.stdin(Stdio::null()).stdout(Stdio::piped()).spawn();
    let mut viewer = Ended(child.map_err(|error| format!("{}: {error}", command.display()))?);
    let output = viewer.0.stdout.take().ok_or("the viewer has no output")?;
    let mut url = String::new();
    // the pipe stays open: the viewer may write more
    let mut output = BufReader::new(output);
    output.read_line(&mut url).map_err(|error| format!("the viewer's address: {error}"))?;
    let wrong = || format!("'{}' is not the address of a viewer", url.trim());
    let (host, path) = url.trim().strip_prefix("http://").and_then(|rest| rest.split_once('/')).ok_or_else(wrong)?;
    let document = get(host, &format!("/{path}"))?;
    let script = document.split('"').find(|part| part.contains("assets/") && part.ends_with(".js"));
    let script = script.ok_or_else(|| format!("the page names no script: {document}"))?;
    let (_, key) = path.split_once('?').unwrap_or_default();
    let script = get(host, &format!("/{}?{key}", script.trim_start_matches("./")))?;
    // three.js alone has more
    if script.len() < 100_000 { Err(format!("the page's script has {} bytes", script.len())) } else { Ok(()) }
}

/// The body of a good answer.
fn get(host: &str, path: &str) -> Result<String, String> {
    let failed = |error: std::io::Error| format!("http://{host}{path}: {error}");
    let mut stream = TcpStream::connect(host).map_err(failed)?;
    stream.set_read_timeout(Some(PATIENCE)).map_err(failed)?;
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").map_err(failed)?;
    let mut answer = vec![];
    stream.read_to_end(&mut answer).map_err(failed)?;
    let answer = String::from_utf8_lossy(&answer);
    match answer.split_once("\r\n\r\n") {
        Some((head, body)) if head.contains(" 200 ") => Ok(body.to_string()),
        _ => Err(format!("http://{host}{path}: {}", answer.lines().next().unwrap_or("no answer"))),
    }
}

/// Checks that the installed library has no path of the repository.
fn check_paths(folder: &Path) -> Result<(), String> {
    let python = folder.join(if cfg!(windows) { "python.exe" } else { "python" });
    let place = ["-I", "-c", "import cortenforge._core as core; print(core.__file__)"];
    let library = PathBuf::from(Program::new(python).args(place).quiet().must()?.output.trim());
    let bytes = std::fs::read(&library).map_err(|error| format!("{}: {error}", library.display()))?;
    let sources = root().join("crates").to_string_lossy().into_owned();
    let found = bytes.windows(sources.len()).position(|window| window == sources.as_bytes());
    let Some(at) = found else { return Ok(()) };
    let around = String::from_utf8_lossy(&bytes[at..bytes.len().min(at + 2 * sources.len())]).into_owned();
    Err(format!("{} has a path of the repository: {around}", library.display()))
}
