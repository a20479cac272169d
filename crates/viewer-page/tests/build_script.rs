//! The build script, with programs that stand in for Node.js and npm.

#![cfg(unix)] // the programs are shell scripts
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(clippy::disallowed_methods)] // that a program does nothing more can only be waited for

#[path = "../build/page.rs"]
mod page;

use page::{Missing, Outcome, Request};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const NODE: &str = "echo v20.11.1";
/// Installs nothing, and builds a page of two files. It notes each call.
const NPM: &str = "echo \"$1\" >> ../calls; case $1 in run) /bin/mkdir -p dist/assets && echo page > dist/index.html && echo script > dist/assets/a.js;; esac";

/// A release build from sources in a fresh folder, with these programs.
fn request(name: &str, programs: &[(&str, &str)]) -> Request {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    let (sources, bin, out) = (folder.join("viewer"), folder.join("bin"), folder.join("out"));
    [sources.join("src"), bin.clone(), out.clone()].iter().for_each(|path| fs::create_dir_all(path).unwrap());
    for file in ["package.json", "package-lock.json", "index.html", "vite.config.ts", "tsconfig.json", "src/main.ts"] {
        fs::write(sources.join(file), file).unwrap();
    }
    for (program, script) in programs {
        let path = bin.join(program);
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    Request { release: true, named: None, sources, out, path: Some(bin.into()), limit: page::LIMIT }
}

fn missing(request: &Request) -> Missing {
    match page::build(request).unwrap() {
        Outcome::Missing(why) => why,
        Outcome::Page(files) => panic!("there is a page of {files:?}"),
    }
}

/// Lines that cargo shows.
fn warnings(request: &Request) -> Vec<String> {
    let outcome = page::build(request).unwrap();
    let lines = page::messages(request, &outcome);
    lines.into_iter().filter(|line| line.starts_with("cargo::warning=")).collect()
}

fn table(request: &Request) -> String {
    let outcome = page::build(request).unwrap();
    page::write_table(request, &outcome).unwrap();
    fs::read_to_string(request.out.join("table.rs")).unwrap()
}

/// Paths below a folder, in order.
fn tree(folder: &Path) -> Vec<PathBuf> {
    let mut paths = vec![];
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            paths.extend(tree(&path));
        }
        paths.push(path);
    }
    paths.sort();
    paths
}

#[test]
fn without_node_the_build_says_so() {
    let request = request("without_node", &[]);
    assert_eq!(missing(&request), Missing::Node(None));
    let warnings = warnings(&request);
    let [warning] = warnings.as_slice() else { panic!("{warnings:?}") };
    for words in
        ["no page for its viewer", "Node.js was not installed", "install Node.js 20 or later with npm", page::VARIABLE]
    {
        assert!(warning.contains(words), "{warning}");
    }
    let table = table(&request);
    assert!(
        table.contains("Node.js was not installed when it was built") && !table.contains("include_bytes"),
        "{table}"
    );
    // nothing of this machine goes into the program
    assert!(!table.contains(&request.sources.display().to_string()), "{table}");
}

#[test]
fn an_old_node_and_a_missing_npm_have_their_own_messages() {
    let old = request("old_node", &[("node", "echo v18.19.0"), ("npm", NPM)]);
    assert_eq!(missing(&old), Missing::Node(Some("v18.19.0".into())));
    assert!(warnings(&old)[0].contains("v18.19.0"));
    let alone = request("node_alone", &[("node", NODE)]);
    assert_eq!(missing(&alone), Missing::Npm);
    assert!(warnings(&alone)[0].contains("npm was not installed"));
}

#[test]
fn without_a_network_the_build_says_so() {
    let request = request("offline", &[("node", NODE), ("npm", "echo getaddrinfo ENOTFOUND >&2; exit 1")]);
    let why = missing(&request);
    assert_eq!(why.details().collect::<Vec<_>>(), ["getaddrinfo ENOTFOUND"]);
    assert!(why.reason().contains("npm ci failed"), "{}", why.reason());
    // what npm says may name files of this machine
    assert!(!table(&request).contains("ENOTFOUND"));
}

#[test]
fn an_endless_npm_is_stopped_with_all_that_it_started() {
    // npm waits for a program that goes on writing
    let endless = "echo waiting >&2; (while :; do echo x >> ../alive; /bin/sleep 0.05; done) & wait";
    let mut request = request("endless", &[("node", NODE), ("npm", endless)]);
    request.limit = Duration::from_millis(700);
    let start = Instant::now();
    let why = missing(&request);
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    assert_eq!(why, Missing::TooSlow("npm ci", request.limit, "waiting".into()));
    assert_eq!(why.details().collect::<Vec<_>>(), ["waiting"]);
    let alive = || fs::metadata(request.out.join("alive")).unwrap().len();
    let before = alive();
    std::thread::sleep(Duration::from_millis(400));
    assert_eq!(alive(), before, "what npm started has ended too");
    request.limit = Duration::from_secs(1);
    let warnings = warnings(&request);
    assert!(
        warnings[0].contains("npm ci was stopped after 1 s") && warnings[0].contains("build again"),
        "{warnings:?}"
    );
}

#[test]
fn a_failed_build_says_so_again_until_it_succeeds() {
    let mut request = request("again", &[("node", NODE), ("npm", "exit 1")]);
    let watched = |request: &Request, outcome: &Outcome| {
        page::messages(request, outcome).iter().any(|line| line.ends_with("/never"))
    };
    assert!(watched(&request, &page::build(&request).unwrap()));
    let bin = PathBuf::from(request.path.take().unwrap());
    fs::write(bin.join("npm"), format!("#!/bin/sh\n{NPM}\n")).unwrap();
    request.path = Some(bin.into());
    let outcome = page::build(&request).unwrap();
    assert!(matches!(outcome, Outcome::Page(_)) && !watched(&request, &outcome));
}

#[test]
fn npm_builds_the_page_outside_of_the_sources() {
    let request = request("with_npm", &[("node", NODE), ("npm", NPM)]);
    let before = tree(&request.sources);
    let files = ["assets/a.js", "index.html"].map(String::from).to_vec();
    assert_eq!(page::build(&request).unwrap(), Outcome::Page(files.clone()));
    assert_eq!(tree(&request.sources), before);
    let table = table(&request);
    assert!(
        table.contains("(\"assets/a.js\", include_bytes!(concat!(env!(\"OUT_DIR\"), \"/page/assets/a.js\"))),")
            && table.contains("MISSING: Option<(&str, &str)> = None")
    );
    assert!(warnings(&request).is_empty());
    // packages are installed once, and again when their list changes
    let calls = || fs::read_to_string(request.out.join("calls")).unwrap();
    assert_eq!(calls().matches("ci").count(), 1);
    fs::write(request.sources.join("package-lock.json"), "other").unwrap();
    assert_eq!(page::build(&request).unwrap(), Outcome::Page(files));
    assert_eq!(calls().matches("ci").count(), 2);
}

#[test]
fn a_named_folder_is_embedded_in_every_build() {
    let mut request = request("named", &[]);
    let folder = request.sources.join("../dist");
    fs::create_dir_all(folder.join("assets")).unwrap();
    fs::write(folder.join("assets/b.css"), "b").unwrap();
    request.named = Some(folder.clone());
    let error = page::build(&request).unwrap_err();
    assert!(error.contains("has no index.html") && error.contains(page::VARIABLE), "{error}");
    fs::write(folder.join("index.html"), "page").unwrap();
    for release in [true, false] {
        request.release = release;
        let files = ["assets/b.css", "index.html"].map(String::from).to_vec();
        assert_eq!(page::build(&request).unwrap(), Outcome::Page(files));
    }
}

#[test]
fn debug_builds_have_no_page_and_run_no_program() {
    let mut request = request("debug", &[("node", "echo called >&2; touch called"), ("npm", NPM)]);
    request.release = false;
    assert_eq!(missing(&request), Missing::Debug);
    assert!(warnings(&request).is_empty() && !request.out.join("calls").exists());
    assert!(missing(&request).cure().contains("--release"));
}
