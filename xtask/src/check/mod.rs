//! `cargo xtask check`: format, words, lints, and the unit and layer tests of what changed and of what depends on it.
//!
//! Lints and builds cover the whole workspace: cargo leaves out what did not change, and one set of features serves every
//! selection. Only the test programs of affected crates run.

mod changes;
mod workspace;

use crate::cargo::cargo;
use crate::log::{Log, say};
use crate::process::Program;
use crate::summary::{Count, Counter, Line, table};
use crate::{page, python, words};
use changes::Changes;
use serde_json::Value;
use std::path::PathBuf;
use std::time::Instant;
use workspace::{Affected, Workspace};

/// Options of `cargo xtask check`.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Check every crate, whatever changed
    #[arg(long)]
    all: bool,
    /// Compare with this revision instead of the merge base with main
    #[arg(long, value_name = "REV", conflicts_with = "all")]
    base: Option<String>,
}

/// A test program of a crate.
struct Test {
    package: String,
    name: String,
    folder: PathBuf,
    program: PathBuf,
}

/// Runs the check; whether everything passed. The last line printed is `N passed, M failed`.
pub fn run(options: &Options) -> Result<bool, String> {
    let start = Instant::now();
    let workspace = Workspace::read()?;
    let changes = if options.all { None } else { Some(Changes::find(options.base.as_deref())?) };
    let affected = match &changes {
        Some(changes) => {
            say!("{} changed files, compared with {}", changes.files.len(), changes.base);
            workspace.affected(&changes.files)
        }
        None => workspace.all(),
    };
    explain(&affected);
    let mut lines = vec![];
    let mut step = |name: &str, why: &str, work: &dyn Fn() -> Result<Count, String>| {
        let line = timed(name, why, work);
        lines.push(line);
    };
    step("format", "always", &|| one(cargo(&["fmt", "--all", "--", "--check"])));
    step("words", "always", &words::check);
    if changes.as_ref().is_none_or(|changes| changes.files.iter().any(|file| file.starts_with("viewer/"))) {
        step("page", "viewer/ changed, or --all", &page_tests);
    }
    if !affected.is_empty() {
        python::create()?;
        let lints = ["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"];
        step("lints", "Rust sources changed; unchanged crates are not checked again", &|| one(cargo(&lints)));
        let mut tests = vec![];
        let built = build(&mut tests, &affected);
        step("test programs", "Rust sources changed", &|| built.clone().map(|()| Count::of(true)));
        for test in &tests {
            let name = format!("{}, {}", test.package, test.name);
            step(&name, &affected[&test.package], &|| run_test(test));
        }
    }
    println!("\n==== summary ====");
    print!("{}", table(&lines, start.elapsed()));
    Ok(lines.iter().all(|line| line.count.failed == 0))
}

/// Prints the affected crates with the reasons.
fn explain(affected: &Affected) {
    if affected.is_empty() {
        say!("no crate is affected: no lints, no Rust tests");
    }
    for (package, why) in affected {
        say!("  {package:<24} {why}");
    }
}

/// Does a step; its lines appear at the end of it, and only when it fails.
fn timed(name: &str, why: &str, work: &dyn Fn() -> Result<Count, String>) -> Line {
    println!(".... {name} ({why})");
    let (start, log) = (Instant::now(), Log::default());
    let count = log.during(work).unwrap_or_else(|message| {
        log.add(&format!("error: {message}"));
        Count::of(false)
    });
    if count.failed > 0 {
        println!("{}---- {name}: FAILED", log.text());
    }
    Line { name: name.to_string(), count, time: start.elapsed(), cpu: log.cpu() }
}

fn one(program: Program) -> Result<Count, String> {
    program.run().map(|ran| Count::of(ran.success))
}

fn page_tests() -> Result<Count, String> {
    page::install()?;
    page::test()
}

/// Builds unit and layer tests of all crates, and finds the programs of the affected ones.
fn build(tests: &mut Vec<Test>, affected: &Affected) -> Result<(), String> {
    println!(".... building unit and layer tests");
    let build = ["test", "--workspace", "--lib", "--bins", "--test", "layers", "--no-run"];
    let ran = cargo(&build).args(["--message-format", "json-render-diagnostics"]).quiet().run()?;
    if !ran.success {
        return Err(ran.errors);
    }
    let messages = ran.output.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    tests.extend(messages.filter_map(|message| {
        let manifest = PathBuf::from(message["manifest_path"].as_str()?);
        let folder = manifest.parent()?.to_path_buf();
        let program = PathBuf::from(message["executable"].as_str()?);
        let package = message["package_id"].as_str()?;
        let package = affected.keys().find(|name| is_package(package, name))?.clone();
        let target = &message["target"];
        let kind = target["kind"][0].as_str()?;
        let name = if kind == "test" { format!("test {}", target["name"].as_str()?) } else { "unit tests".into() };
        message["profile"]["test"].as_bool()?.then_some(Test { package, name, folder, program })
    }));
    tests.sort_by(|a, b| (&a.package, &a.name, &a.program).cmp(&(&b.package, &b.name, &b.program)));
    Ok(())
}

/// Whether cargo's id of a package is that of `name`: `path+file:///…/NAME#0.1.0`, or `…#NAME@0.1.0`.
fn is_package(id: &str, name: &str) -> bool {
    let Some((path, rest)) = id.rsplit_once('#') else { return false };
    match rest.split_once('@') {
        Some((found, _)) => found == name,
        None => path.rsplit('/').next() == Some(name),
    }
}

fn run_test(test: &Test) -> Result<Count, String> {
    let program = Program::new(&test.program).env("CARGO_MANIFEST_DIR", &test.folder).folder(&test.folder);
    let ran = program.args(["--quiet"]).run()?;
    let count = Counter::CargoTest.count(&ran.output, ran.success);
    // a crate may have no unit test
    let empty = ran.success && ran.output.contains("running 0 tests");
    Ok(if empty { Count::default() } else { count })
}

#[cfg(test)]
mod tests {
    use super::is_package;

    #[test]
    fn packages_are_known_by_their_ids() {
        assert!(is_package("path+file:///a/crates/sim-core#0.1.0", "sim-core"));
        assert!(is_package("path+file:///a/xtask-2#xtask@0.1.0", "xtask"));
        assert!(!is_package("path+file:///a/crates/sim-core#0.1.0", "core"));
        assert!(!is_package("sim-core", "sim-core"));
    }
}
