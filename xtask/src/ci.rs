//! `cargo xtask ci`: every check. A failure does not stop the rest; a step whose foundation failed is counted as failed too.
//!
//! Two tracks run side by side, one of the Rust sources and one of the Python package: either alone leaves half of two cores idle,
//! where one crate is compiled, one test is long or one script runs. They build in different profiles, so that cargo has neither
//! wait for the other.

use crate::log::{Kept, say};
use crate::process::Step;
use crate::summary::{Count, Counter, Line, table};
use crate::{api, browser, cargo, fuzz, page, python, vulkan, wheel};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// The steps so far, of both tracks.
#[derive(Debug, Default)]
struct Checks {
    lines: Mutex<Vec<Line>>,
}

impl Checks {
    /// Does a step, and prints its lines under a heading when it is over; whether nothing failed in it. Until then they are in a file.
    fn step(&self, name: &'static str, work: impl FnOnce() -> Result<Count, String>) -> bool {
        let place = format!("target/ci/{}.log", name.to_lowercase().replace(|c: char| !c.is_alphanumeric(), "-"));
        println!(".... {name} begins: {place}");
        let (start, opened) = (Instant::now(), Kept::in_file(&crate::root().join(&place)));
        let kept = opened.unwrap_or_else(|message| {
            let kept = Kept::default();
            kept.add(&format!("lines of this step are in no file: {message}"));
            kept
        });
        let count = kept.during(work).unwrap_or_else(|message| {
            kept.add(&format!("error: {message}"));
            Count { passed: 0, failed: 1 }
        });
        let time = start.elapsed();
        let word = if count.failed == 0 { "ok" } else { "FAILED" };
        println!("\n==== {name} ====\n{}---- {name}: {word}, {:.1} s", kept.text(), time.as_secs_f64());
        self.lines.lock().unwrap_or_else(PoisonError::into_inner).push(Line { name, count, time });
        count.failed == 0
    }

    /// A step that is one program.
    fn program(&self, name: &'static str, counter: Counter, step: Step) -> bool {
        self.step(name, || step.run().map(|ran| counter.count(&ran.output, ran.success)))
    }
}

/// Names of the examples in a language: the files in `examples/` that end so.
fn examples(ending: &str) -> Result<Vec<String>, String> {
    let folder = crate::root().join("examples");
    let mut names: Vec<String> = std::fs::read_dir(&folder)
        .map_err(|e| format!("{}: {e}", folder.display()))?
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|e| e == ending))
        .filter_map(|path| path.file_stem().map(|s| s.to_string_lossy().into_owned()))
        .collect();
    names.sort();
    Ok(names)
}

/// Builds the examples together with the rest of the workspace, so that the engine of the tests serves them; the folder
/// they are in.
fn example_programs() -> Result<PathBuf, String> {
    cargo(&["build", "--workspace", "--examples", "--locked"]).must()?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| crate::root().join("target"), PathBuf::from);
    Ok(target.join("debug/examples"))
}

fn run_examples(ending: &str, example: impl Fn(&str) -> Step) -> Result<Count, String> {
    let mut count = Count::default();
    for name in examples(ending)? {
        say!("-- {name}");
        if example(&name).run()?.success {
            count.passed += 1;
        } else {
            say!("example {name} failed");
            count.failed += 1;
        }
    }
    Ok(count)
}

fn one(result: Result<(), String>) -> Result<Count, String> {
    result.map(|()| Count { passed: 1, failed: 0 })
}

fn needs(ready: bool, what: &str) -> Result<(), String> {
    if ready { Ok(()) } else { Err(format!("not run: {what} failed")) }
}

/// The command that the tests ran.
fn command() -> Result<PathBuf, String> {
    let folder = example_programs()?;
    Ok(folder.parent().ok_or("there is no folder of programs")?.join("cortenforge"))
}

/// Checks of the Rust sources, with the builds of the tests, of the viewer's page, which they serve, and of the engine without threads.
fn sources(checks: &Checks) {
    checks.program("format", Counter::One, cargo(&["fmt", "--all", "--", "--check"]));
    let lints = ["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"];
    checks.program("lints", Counter::One, cargo(&lints));
    let docs = cargo(&["doc", "--workspace", "--no-deps", "--locked"]).env("RUSTDOCFLAGS", "-D warnings");
    checks.program("documentation", Counter::One, docs);
    checks.step("public items", || {
        api::check().map(|same| Count { passed: usize::from(same), failed: usize::from(!same) })
    });
    checks.step("GPU in software", || one(vulkan::ensure()));
    let tests = cargo(&["test", "--workspace", "--locked", "--no-fail-fast"]);
    checks.step("Rust tests", || {
        python::environment()?;
        let ran = python::with_nvrtc(tests)?.run()?;
        Ok(Counter::CargoTest.count(&ran.output, ran.success))
    });
    // these are the builds of the tests
    checks.step("examples", || {
        let folder = example_programs()?;
        run_examples("rs", |name| Step::new(folder.join(name)))
    });
    checks.step("GPU beside the CPU", || {
        python::environment()?;
        let models = ["gymnasium/envs/mujoco/assets", "dm_control/suite"].map(python::models);
        let paths: Vec<PathBuf> = models.into_iter().collect::<Result<Vec<_>, _>>()?.concat();
        let ran = Step::new(example_programs()?.join("compare")).args(paths).run()?;
        Ok(Counter::LastLine.count(&ran.output, ran.success))
    });
    let built = checks.step("the viewer's page", || {
        page::build()?;
        browser::check()?;
        browser::test().map(|ran| Counter::NodeTest.count(&ran.output, ran.success))
    });
    checks.step("the viewer in a browser", || {
        needs(built, "the viewer's page")?;
        browser::run(&command()?).map(|ran| Counter::LastLine.count(&ran.output, ran.success))
    });
    checks.step("built-in model", || {
        let ran = Step::new(command()?).args(["run"]).run()?;
        Ok(Counter::One.count(&ran.output, ran.success))
    });
    let alone = ["test", "-p", "sim-core", "-p", "sim-physics", "--no-default-features", "--locked", "--lib"];
    // compiled once more for a few short tests
    let alone =
        cargo(&alone).args(["--test", "batch", "--test", "threads", "batch"]).env("CARGO_PROFILE_DEV_OPT_LEVEL", "0");
    checks.program("batches without threads", Counter::CargoTest, alone);
}

/// Checks of the Python package and of what is built for release, and fuzzing.
fn package(checks: &Checks) {
    let environment = checks.step("Python environment", || one(python::environment()));
    let wheel = checks.step("Python wheel", || {
        needs(environment, "the Python environment")?;
        one(wheel::install())
    });
    checks.step("Python types", || {
        needs(environment, "the Python environment")?;
        python::types().run().map(|ran| Counter::One.count(&ran.output, ran.success))
    });
    checks.step("wheel in a fresh environment", || {
        needs(wheel, "the Python wheel")?;
        wheel::try_alone().map(|ran| Counter::LastLine.count(&ran.output, ran.success))
    });
    for (name, step) in [
        ("Python tests", python::pytest()),
        ("conformance with MuJoCo", python::script("compare.py")),
        // short runs of what `cargo xtask random-models`, `trajectories`, `sleep`, `sweep` and `clients` do at length
        ("random models beside MuJoCo", python::script("random_models.py").args(["--models", "60"])),
        ("smooth trajectories beside MuJoCo", python::script("trajectories.py").args(["--smooth", "--steps", "50"])),
        ("trajectories beside MuJoCo", python::script("trajectories.py").args(["--filter", "ours/", "--steps", "100"])),
        ("sleep beside MuJoCo", python::script("sleep.py").args(["--steps", "50"])),
        ("collision pairs beside MuJoCo", python::script("collision_sweep.py").args(["--models", "3"])),
        ("scenes beside MuJoCo", python::script("scene.py").args(["--quick", "--tries", "3", "--random", "20"])),
        ("clients of MuJoCo", python::script("clients.py").args(["--short", "--steps", "50"])),
        ("pictures of clients of MuJoCo", python::script("render_clients.py").args(["--short"])),
    ] {
        checks.step(name, || {
            needs(wheel, "the Python wheel")?;
            // tests of the package look for a GPU; the other track may not have come to it yet
            vulkan::ensure()?;
            step.run().map(|ran| Counter::LastLine.count(&ran.output, ran.success))
        });
    }
    checks.step("examples in Python", || {
        needs(wheel, "the Python wheel")?;
        run_examples("py", |name| python::python_example(&format!("{name}.py")))
    });
    checks.step("README example in Python", || {
        needs(wheel, "the Python wheel")?;
        python::readme_example()?.must().map(|_| Count { passed: 1, failed: 0 })
    });
    // those of short runs are among the Rust tests, which are debug builds
    checks.program("determinism of release builds", Counter::CargoTest, crate::determinism_test());
    // what `cargo xtask fuzz` does at length
    checks.step("fuzz targets", || fuzz::smoke(30).map(|(passed, failed)| Count { passed, failed }));
}

/// Runs everything; the last line printed is `N passed, M failed`.
pub fn run() -> ExitCode {
    let (start, checks) = (Instant::now(), Checks::default());
    std::thread::scope(|scope| {
        scope.spawn(|| sources(&checks));
        package(&checks);
    });
    let lines = checks.lines.into_inner().unwrap_or_else(PoisonError::into_inner);
    println!("\n==== summary ====");
    print!("{}", table(&lines, start.elapsed()));
    if lines.iter().all(|line| line.count.failed == 0) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
