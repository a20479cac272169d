//! `cargo xtask ci`: every check in order. A failure does not stop the rest; a step whose foundation failed is counted
//! as failed too.

use crate::process::Step;
use crate::summary::{Count, Counter, Line, table};
use crate::{api, browser, cargo, fuzz, page, python, vulkan, wheel};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

/// The steps so far.
#[derive(Debug, Default)]
struct Checks {
    lines: Vec<Line>,
}

impl Checks {
    /// Does a step under a heading; whether nothing failed in it.
    fn step(&mut self, name: &'static str, work: impl FnOnce() -> Result<Count, String>) -> bool {
        println!("\n==== {name} ====");
        let start = Instant::now();
        let count = work().unwrap_or_else(|message| {
            println!("error: {message}");
            Count { passed: 0, failed: 1 }
        });
        let time = start.elapsed();
        let word = if count.failed == 0 { "ok" } else { "FAILED" };
        println!("---- {name}: {word}, {:.1} s", time.as_secs_f64());
        self.lines.push(Line { name, count, time });
        count.failed == 0
    }

    /// A step that is one program.
    fn program(&mut self, name: &'static str, counter: Counter, step: Step) -> bool {
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
        println!("-- {name}");
        if example(&name).run()?.success {
            count.passed += 1;
        } else {
            println!("example {name} failed");
            count.failed += 1;
        }
    }
    Ok(count)
}

/// Runs everything; the last line printed is `N passed, M failed`.
pub fn run() -> ExitCode {
    let one = |result: Result<(), String>| result.map(|()| Count { passed: 1, failed: 0 });
    let needs = |ready: bool, what: &str| if ready { Ok(()) } else { Err(format!("not run: {what} failed")) };
    let mut checks = Checks::default();
    let environment = checks.step("Python environment", || one(python::environment()));
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
        let ran = python::with_nvrtc(tests)?.run()?;
        Ok(Counter::CargoTest.count(&ran.output, ran.success))
    });
    // before the engine is built another way: these are the builds of the tests
    checks.step("examples", || {
        let folder = example_programs()?;
        run_examples("rs", |name| Step::new(folder.join(name)))
    });
    checks.step("GPU beside the CPU", || {
        needs(environment, "the Python environment")?;
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
        // the command that the tests ran
        let folder = example_programs()?;
        let program = folder.parent().ok_or("there is no folder of programs")?.join("cortenforge");
        browser::run(&program).map(|ran| Counter::LastLine.count(&ran.output, ran.success))
    });
    let alone =
        ["test", "-p", "sim-core", "-p", "sim-physics", "--no-default-features", "--locked", "--lib", "--tests"];
    checks.program("batches without threads", Counter::CargoTest, cargo(&alone).args(["batch"]));
    // what `cargo xtask fuzz` does at length
    checks.step("fuzz targets", || fuzz::smoke(30).map(|(passed, failed)| Count { passed, failed }));
    checks.step("Python types", || {
        needs(environment, "the Python environment")?;
        python::types().run().map(|ran| Counter::One.count(&ran.output, ran.success))
    });
    let wheel = checks.step("Python wheel", || {
        needs(environment, "the Python environment")?;
        one(wheel::install())
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
    checks.program("built-in model", Counter::One, cargo(&["run", "--release", "--locked", "--", "run"]));
    println!("\n==== summary ====");
    print!("{}", table(&checks.lines));
    if checks.lines.iter().all(|line| line.count.failed == 0) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
