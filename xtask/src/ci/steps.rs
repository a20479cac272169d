//! The table of steps of `cargo xtask ci`, in the order in which they start.

use crate::cargo::cargo;
use crate::process::Program;
use crate::summary::{Count, Counter};
use crate::{api, browser, determinism, fuzz, page, programs, python, vulkan, wheel, words};
use std::path::PathBuf;

/// One step of `cargo xtask ci`.
#[derive(Debug)]
pub struct Step {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it checks, in a few words.
    pub about: &'static str,
    /// Steps of one track never run at the same time.
    pub track: Track,
    /// Steps that must pass before this one starts.
    pub needs: &'static [&'static str],
    /// Does the work and counts the checks.
    pub work: fn() -> Result<Count, String>,
}

/// What steps share, so that they run one after another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Track {
    /// The build folder of debug builds.
    DebugBuild,
    /// The build folders of release builds.
    ReleaseBuild,
    /// The Python environment.
    Python,
    /// Nothing.
    Free,
}

impl Track {
    /// Its name in lists.
    pub fn name(self) -> &'static str {
        match self {
            Self::DebugBuild => "debug",
            Self::ReleaseBuild => "release",
            Self::Python => "python",
            Self::Free => "free",
        }
    }
}

use Track::{DebugBuild, Free, Python, ReleaseBuild};

const fn step(
    name: &'static str,
    about: &'static str,
    track: Track,
    needs: &'static [&'static str],
    work: fn() -> Result<Count, String>,
) -> Step {
    Step { name, about, track, needs, work }
}

/// Every step. A step comes after the steps that it needs.
pub const STEPS: &[Step] = &[
    step("python", "an empty Python environment in .venv", Python, &[], || done(python::create())),
    step("format", "rustfmt of all crates", Free, &[], || one(cargo(&["fmt", "--all", "--", "--check"]))),
    step("lints", "clippy of all crates and targets", DebugBuild, &["python"], || {
        one(cargo(&["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"]))
    }),
    step("python-packages", "the pinned Python packages", Python, &["python"], || done(python::environment())),
    step("words", "names, comments and documents follow the house's words", Free, &[], words::check),
    step("page", "types and tests of the viewer's page", Free, &[], page_tests),
    step("wheel", "the Python package: built, looked at, installed", ReleaseBuild, &["python-packages"], || {
        done(wheel::install())
    }),
    step("documentation", "rustdoc of all crates without a warning", DebugBuild, &["python"], || done(api::describe())),
    step(
        "public-items",
        "the lists in api/, and an example for each public type",
        DebugBuild,
        &["documentation"],
        || Ok(Count::of(api::check()?)),
    ),
    step("vulkan-driver", "a Vulkan driver, installed when there is none", Free, &[], || done(vulkan::ensure())),
    step("rust-tests", "all Rust tests, and those of the documentation", DebugBuild, &RUST_TESTS, rust_tests),
    step("python-types", "mypy over the package, its tests and its uses", Python, &["python-packages"], || {
        one(python::types())
    }),
    step("wheel-alone", "the wheel in an environment that has nothing else", Python, &["wheel"], || {
        wheel::try_alone().map(|ran| Counter::LastLine.count(&ran.output, ran.success))
    }),
    step("python-tests", "tests of the Python package", Python, &WHEEL_AND_GPU, || last_line(python::pytest())),
    step("conformance", "our models, Gymnasium's and dm_control's beside MuJoCo", Python, &WHEEL_AND_GPU, || {
        script("compare.py", &[])
    }),
    step("random-models", "60 random models beside MuJoCo", Python, &WHEEL_AND_GPU, || {
        script("random_models.py", &["--models", "60"])
    }),
    step("smooth-trajectories", "motion without contacts beside MuJoCo", Python, &WHEEL_AND_GPU, || {
        script("trajectories.py", &["--smooth", "--steps", "50"])
    }),
    step("trajectories", "motion of our models beside MuJoCo", Python, &WHEEL_AND_GPU, || {
        script("trajectories.py", &["--filter", "ours/", "--steps", "100"])
    }),
    step("sleep", "which trees sleep, beside MuJoCo", Python, &WHEEL_AND_GPU, || {
        script("sleep.py", &["--steps", "50"])
    }),
    step("collision-pairs", "contacts of each pair of geom types beside MuJoCo", Python, &WHEEL_AND_GPU, || {
        script("collision_sweep.py", &["--models", "3"])
    }),
    step("scenes", "abstract scenes beside MuJoCo", Python, &WHEEL_AND_GPU, || {
        script("scene.py", &["--quick", "--tries", "3", "--random", "20"])
    }),
    step("clients", "Gymnasium and dm_control on cortenforge.mujoco", Python, &WHEEL_AND_GPU, || {
        script("clients.py", &["--short", "--steps", "50"])
    }),
    step("client-pictures", "pictures of Gymnasium and dm_control", Python, &WHEEL_AND_GPU, || {
        script("render_clients.py", &["--short"])
    }),
    step("python-examples", "the examples in Python", Python, &WHEEL_AND_GPU, || {
        programs::run("py", |name| Ok(python::example(&format!("{name}.py"))))
    }),
    step("python-readme", "the Python examples of README.md", Python, &["wheel"], || {
        python::readme_example()?.must().map(|_| Count::of(true))
    }),
    step("examples", "the examples in Rust", DebugBuild, &["rust-tests"], || {
        let folder = programs::examples()?;
        programs::run("rs", |name| Ok(Program::new(folder.join(name))))
    }),
    step(
        "gpu-beside-cpu",
        "the GPU step of Gymnasium's and dm_control's models",
        DebugBuild,
        &GPU_BESIDE_CPU,
        gpu_beside_cpu,
    ),
    // it waits as much as it works, and uses the program that the Rust tests have built
    step("browser", "the viewer in a browser, which is installed when there is none", Free, &BROWSER, || {
        browser::ensure()?;
        browser::run(&programs::command()?).map(|ran| Counter::LastLine.count(&ran.output, ran.success))
    }),
    step("built-in-model", "`cortenforge run` without arguments", DebugBuild, &[], || {
        one(Program::new(programs::command()?).args(["run"]))
    }),
    step("without-threads", "batches without the feature `parallel`", DebugBuild, &["python"], without_threads),
    // the short runs are among the Rust tests, which are debug builds
    step("determinism", "hashes of 10,000 steps in the release build of the wheel", ReleaseBuild, &["wheel"], || {
        counted(determinism::test())
    }),
    step("fuzz", "every fuzz target for 30 s", ReleaseBuild, &[], || {
        fuzz::smoke(30).map(|(passed, failed)| Count { passed, failed })
    }),
];

const RUST_TESTS: [&str; 2] = ["python-packages", "vulkan-driver"];
const BROWSER: [&str; 2] = ["page", "rust-tests"];
const WHEEL_AND_GPU: [&str; 2] = ["wheel", "vulkan-driver"];
const GPU_BESIDE_CPU: [&str; 2] = ["python-packages", "vulkan-driver"];

fn done(result: Result<(), String>) -> Result<Count, String> {
    result.map(|()| Count::of(true))
}

/// A program that is one check.
fn one(program: Program) -> Result<Count, String> {
    program.run().map(|ran| Count::of(ran.success))
}

/// A run of `cargo test`.
fn counted(program: Program) -> Result<Count, String> {
    program.run().map(|ran| Counter::CargoTest.count(&ran.output, ran.success))
}

/// A program whose last line counts its checks.
fn last_line(program: Program) -> Result<Count, String> {
    program.run().map(|ran| Counter::LastLine.count(&ran.output, ran.success))
}

/// A short run of a script of `conformance/`; the command of the same purpose runs it at length.
fn script(name: &str, args: &[&str]) -> Result<Count, String> {
    last_line(python::script(name).args(args))
}

fn page_tests() -> Result<Count, String> {
    page::build()?;
    page::test()
}

fn rust_tests() -> Result<Count, String> {
    counted(python::with_nvrtc(cargo(&["test", "--workspace", "--locked", "--no-fail-fast"]))?)
}

fn gpu_beside_cpu() -> Result<Count, String> {
    let models = ["gymnasium/envs/mujoco/assets", "dm_control/suite"].map(python::models);
    let paths: Vec<PathBuf> = models.into_iter().collect::<Result<Vec<_>, _>>()?.concat();
    last_line(Program::new(programs::examples()?.join("compare")).args(paths))
}

fn without_threads() -> Result<Count, String> {
    let test = ["test", "-p", "sim-core", "-p", "sim-physics", "--no-default-features", "--locked", "--lib"];
    // a few short tests: optimising the engine once more takes longer than they run
    let levels = ["sim-core", "sim-mjcf"].map(|name| format!("profile.dev.package.{name}.opt-level=0"));
    let test = cargo(&test).args(["--config", &levels[0], "--config", &levels[1]]);
    counted(test.args(["--test", "batch", "--test", "threads", "batch"]))
}
