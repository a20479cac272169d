//! Builds the page in the build folder, never in the source tree, and writes the table of its files.

#[path = "program.rs"]
mod program;

use program::{End, Program};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Variable that names the folder of a built page.
pub const VARIABLE: &str = "CORTENFORGE_PAGE";
/// Oldest version of Node.js that builds the page.
const NODE: u32 = 20;
/// Files that npm and Vite read, beside the folder `src`.
const SOURCES: [&str; 5] = ["package.json", "package-lock.json", "index.html", "vite.config.ts", "tsconfig.json"];
/// Lines of npm's errors that are shown.
const LINES: usize = 12;
/// Time limit for each command of npm.
pub const LIMIT: Duration = Duration::from_secs(300);
/// Arguments that install what the page is built with. They run no scripts of packages, and end soon without a network.
const INSTALL: &[&str] = &[
    "ci",
    "--omit=dev",
    "--ignore-scripts",
    "--prefer-offline",
    "--fetch-retries=1",
    "--fetch-retry-mintimeout=1000",
    "--fetch-retry-maxtimeout=5000",
    "--fetch-timeout=30000",
    "--no-audit",
    "--no-fund",
    "--no-update-notifier",
    "--loglevel=error",
];
/// Arguments that build the page.
const BUILD: &[&str] = &["run", "build", "--silent"];

/// What to build from.
#[derive(Debug)]
pub struct Request {
    /// Whether this is a release build. Debug builds leave the page out unless a folder is named.
    pub release: bool,
    /// The folder of a built page that the user names.
    pub named: Option<PathBuf>,
    /// The page's sources.
    pub sources: PathBuf,
    /// The folder to write to.
    pub out: PathBuf,
    /// Where programs are searched.
    pub path: Option<OsString>,
    /// Time limit for each command of npm.
    pub limit: Duration,
}

/// What a build made.
#[derive(Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Names of the page's files in the folder `page`, in order.
    Page(Vec<String>),
    /// There is no page.
    Missing(Missing),
}

/// Why there is no page.
#[derive(Debug, PartialEq, Eq)]
pub enum Missing {
    /// This is a debug build.
    Debug,
    /// The sources are somewhere else.
    Sources,
    /// Node.js is missing or too old: its version.
    Node(Option<String>),
    /// Node.js came without npm.
    Npm,
    /// npm failed: what it did, and its errors.
    Failed(&'static str, String),
    /// npm did not end in time and was stopped: what it did, its limit, and its errors.
    TooSlow(&'static str, Duration, String),
}

impl Missing {
    /// What happened when the program was built. Names no file: the text is part of the program.
    pub fn reason(&self) -> String {
        match self {
            Self::Debug => "it is a debug build, which leaves the page out".into(),
            Self::Sources => "the sources of the page were not beside the crate when it was built".into(),
            Self::Node(None) => "Node.js was not installed when it was built".into(),
            Self::Node(Some(version)) => format!("Node.js was {version} when it was built, older than {NODE}"),
            Self::Npm => "npm was not installed when it was built, only Node.js".into(),
            Self::Failed(what, _) => format!("{what} failed when it was built"),
            Self::TooSlow(what, limit, _) => {
                format!("{what} was stopped after {} s when it was built", limit.as_secs())
            }
        }
    }

    /// What to do.
    pub fn cure(&self) -> String {
        let named = format!("set {VARIABLE} to the folder of a built page");
        match self {
            Self::Debug => format!("build with --release, or {named}"),
            Self::Sources => format!("build in a clone of the repository, or {named}"),
            Self::Node(_) | Self::Npm => {
                format!("install Node.js {NODE} or later with npm and build again, or {named}")
            }
            Self::Failed(..) | Self::TooSlow(..) => format!("connect to npm's registry and build again, or {named}"),
        }
    }

    /// What npm said.
    pub fn details(&self) -> impl Iterator<Item = &str> {
        let errors = match self {
            Self::Failed(_, errors) | Self::TooSlow(_, _, errors) => errors.as_str(),
            _ => "",
        };
        errors.lines().map(str::trim_end).filter(|line| !line.is_empty()).take(LINES)
    }
}

/// Builds the page, or copies the one that the user names. An error is a mistake in the request.
pub fn build(request: &Request) -> Result<Outcome, String> {
    let page = request.out.join("page");
    clear(&page)?;
    if let Some(folder) = &request.named {
        if !folder.join("index.html").is_file() {
            return Err(format!(
                "{VARIABLE} is {}, which has no index.html: name the folder of a built page, or unset it",
                folder.display()
            ));
        }
        take(folder, &page)?;
    } else if !request.release {
        return Ok(Outcome::Missing(Missing::Debug));
    } else if let Some(why) = with_npm(request, &page)? {
        return Ok(Outcome::Missing(why));
    }
    let mut names = vec![];
    list(&page, "", &mut names)?;
    names.sort();
    Ok(Outcome::Page(names))
}

/// Builds the page with npm. Returns why it cannot.
fn with_npm(request: &Request, page: &Path) -> Result<Option<Missing>, String> {
    if !request.sources.join("package.json").is_file() {
        return Ok(Some(Missing::Sources));
    }
    let version = match program(request, "node", &["--version"], None).run() {
        End::Done { output, .. } => Some(output).filter(|version| !version.is_empty()),
        End::NotThere | End::TooSlow { .. } => None,
    };
    match &version {
        Some(version) if is_recent(version) => {}
        _ => return Ok(Some(Missing::Node(version))),
    }
    let work = request.out.join("viewer");
    std::fs::create_dir_all(&work).map_err(|error| failed(&work, &error))?;
    clear(&work.join("src"))?;
    for name in SOURCES {
        copy_file(&request.sources.join(name), &work.join(name))?;
    }
    copy(&request.sources.join("src"), &work.join("src"))?;
    // packages stay as long as the list of them
    let (lock, installed) = (work.join("package-lock.json"), work.join("node_modules/installed.json"));
    let read = |path: &Path| std::fs::read(path).ok();
    if read(&installed).is_none() || read(&installed) != read(&lock) {
        if let Some(why) = npm(request, INSTALL, &work, "npm ci") {
            return Ok(Some(why));
        }
        std::fs::create_dir_all(work.join("node_modules")).map_err(|error| failed(&work, &error))?;
        copy_file(&lock, &installed)?;
    }
    let built = work.join("dist");
    clear(&built)?;
    if let Some(why) = npm(request, BUILD, &work, "npm run build") {
        return Ok(Some(why));
    }
    if !built.join("index.html").is_file() {
        return Ok(Some(Missing::Failed("npm run build", "it wrote no index.html".into())));
    }
    take(&built, page)?;
    Ok(None)
}

/// Lines for cargo: when to run again, and a warning when there is no page.
pub fn messages(request: &Request, outcome: &Outcome) -> Vec<String> {
    let mut lines = vec![format!("cargo::rerun-if-env-changed={VARIABLE}"), "cargo::rerun-if-changed=build".into()];
    let mut watch = |path: PathBuf| lines.push(format!("cargo::rerun-if-changed={}", path.display()));
    if let Some(folder) = &request.named {
        watch(folder.clone());
    } else if request.release {
        SOURCES.iter().chain(["src"].iter()).for_each(|name| watch(request.sources.join(name)));
        if matches!(outcome, Outcome::Missing(_)) {
            // a file that never exists: the next build tries again, perhaps with Node.js
            watch(request.out.join("never"));
        }
    }
    if let (Outcome::Missing(why), true) = (outcome, request.release) {
        lines.push(format!(
            "cargo::warning=the program will have no page for its viewer: {}; {}",
            why.reason(),
            why.cure()
        ));
    }
    lines
}

/// Writes the Rust source that holds the page: its files, or why there are none. It has no path of this machine.
pub fn write_table(request: &Request, outcome: &Outcome) -> Result<(), String> {
    let source = match outcome {
        Outcome::Page(names) => {
            let row = |name: &String| {
                let file = format!("/page/{name}");
                format!("    ({name:?}, include_bytes!(concat!(env!(\"OUT_DIR\"), {file:?}))),\n")
            };
            let rows: String = names.iter().map(row).collect();
            format!("static FILES: &[(&str, &[u8])] = &[\n{rows}];\nstatic MISSING: Option<(&str, &str)> = None;\n")
        }
        Outcome::Missing(why) => format!(
            "static FILES: &[(&str, &[u8])] = &[];\nstatic MISSING: Option<(&str, &str)> = Some(({:?}, {:?}));\n",
            why.reason(),
            why.cure()
        ),
    };
    let path = request.out.join("table.rs");
    std::fs::write(&path, source).map_err(|error| failed(&path, &error))
}

/// Whether a version such as `v20.11.1` is recent enough.
fn is_recent(version: &str) -> bool {
    let major = version.trim_start_matches('v').split('.').next();
    major.and_then(|number| number.parse().ok()).is_some_and(|number: u32| number >= NODE)
}

/// Runs npm. Returns why there is no page if it fails.
fn npm(request: &Request, arguments: &[&str], folder: &Path, what: &'static str) -> Option<Missing> {
    // npm of Windows is a script
    let name = if cfg!(windows) { "npm.cmd" } else { "npm" };
    match program(request, name, arguments, Some(folder)).run() {
        End::NotThere => Some(Missing::Npm),
        End::TooSlow { errors } => Some(Missing::TooSlow(what, request.limit, errors)),
        End::Done { is_success: true, .. } => None,
        End::Done { output, errors, .. } => {
            Some(Missing::Failed(what, if errors.is_empty() { output } else { errors }))
        }
    }
}

fn program<'a>(request: &'a Request, name: &'a str, arguments: &'a [&'a str], folder: Option<&'a Path>) -> Program<'a> {
    Program { name, arguments, folder, path: request.path.as_deref(), logs: &request.out, limit: request.limit }
}

/// Removes a folder.
fn clear(folder: &Path) -> Result<(), String> {
    match std::fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(failed(folder, &error)),
        _ => Ok(()),
    }
}

/// Copies a built page: `index.html` and `assets`, what the viewer serves.
fn take(from: &Path, to: &Path) -> Result<(), String> {
    std::fs::create_dir_all(to).map_err(|error| failed(to, &error))?;
    copy_file(&from.join("index.html"), &to.join("index.html"))?;
    let assets = from.join("assets");
    if assets.is_dir() { copy(&assets, &to.join("assets")) } else { Ok(()) }
}

/// Copies a folder.
fn copy(from: &Path, to: &Path) -> Result<(), String> {
    std::fs::create_dir_all(to).map_err(|error| failed(to, &error))?;
    for entry in std::fs::read_dir(from).map_err(|error| failed(from, &error))? {
        let entry = entry.map_err(|error| failed(from, &error))?;
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() { copy(&path, &target)? } else { copy_file(&path, &target)? }
    }
    Ok(())
}

fn copy_file(from: &Path, to: &Path) -> Result<(), String> {
    // the contents without the permissions: sources may be read-only
    let bytes = std::fs::read(from).map_err(|error| failed(from, &error))?;
    std::fs::write(to, bytes).map_err(|error| failed(to, &error))
}

/// Adds the files of a folder, with `/` between the parts of their names.
fn list(folder: &Path, prefix: &str, names: &mut Vec<String>) -> Result<(), String> {
    for entry in std::fs::read_dir(folder).map_err(|error| failed(folder, &error))? {
        let entry = entry.map_err(|error| failed(folder, &error))?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            list(&entry.path(), &format!("{name}/"), names)?;
        } else {
            names.push(name);
        }
    }
    Ok(())
}

fn failed(path: &Path, error: &std::io::Error) -> String {
    format!("{}: {error}", path.display())
}
