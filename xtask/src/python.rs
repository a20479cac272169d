//! The Python environment in `.venv`: made once from the pinned requirements, refreshed when those change; and what runs in it.

use crate::log::say;
use crate::process::Step;
use crate::root;
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

/// The version whose packages are pinned.
const VERSION: &str = "3.11";

fn venv() -> PathBuf {
    root().join(".venv")
}

/// The environment's interpreter.
pub fn interpreter() -> PathBuf {
    if cfg!(windows) { venv().join("Scripts/python.exe") } else { venv().join("bin/python") }
}

/// Makes the environment, or brings it to the current requirements: once, whoever asks.
pub fn environment() -> Result<(), String> {
    static MADE: OnceLock<Result<(), String>> = OnceLock::new();
    MADE.get_or_init(make_environment).clone()
}

fn make_environment() -> Result<(), String> {
    let requirements = root().join("conformance/requirements.txt");
    let wanted = std::fs::read_to_string(&requirements).map_err(|e| format!("{}: {e}", requirements.display()))?;
    let stamp = venv().join("installed.txt");
    if interpreter().exists() && std::fs::read_to_string(&stamp).is_ok_and(|found| found == wanted) {
        return Ok(());
    }
    let base = find_python()?;
    say!("making .venv with {base}");
    Step::new(&base).args(["-m", "venv", "--clear"]).args([venv()]).must()?;
    pip(&["install", "--quiet", "--no-compile", "--requirement", &requirements.to_string_lossy()])?;
    std::fs::write(&stamp, wanted).map_err(|e| format!("{}: {e}", stamp.display()))
}

/// Calls `pip`.
pub fn pip(args: &[&str]) -> Result<(), String> {
    Step::new(interpreter()).args(["-m", "pip", "--disable-pip-version-check"]).args(args).must().map(|_| ())
}

/// A folder among the installed packages.
fn installed(folder: &str) -> PathBuf {
    let packages =
        if cfg!(windows) { "Lib/site-packages".into() } else { format!("lib/python{VERSION}/site-packages") };
    venv().join(packages).join(folder)
}

/// The step with NVIDIA's compiler NVRTC, which tests then expect to find, where its package is pinned.
pub fn with_nvrtc(step: Step) -> Result<Step, String> {
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        return Ok(step);
    }
    let others = std::env::var_os("LD_LIBRARY_PATH");
    let folders = others.iter().flat_map(std::env::split_paths);
    let all = std::env::join_paths(std::iter::once(installed("nvidia/cuda_nvrtc/lib")).chain(folders));
    let all = all.map_err(|e| format!("LD_LIBRARY_PATH: {e}"))?;
    Ok(step.env("LD_LIBRARY_PATH", all).env("CORTENFORGE_TEST_NVRTC", "1"))
}

/// The models of an installed package: the XML files of one of its folders, in order.
pub fn models(folder: &str) -> Result<Vec<PathBuf>, String> {
    let folder = installed(folder);
    let mut paths: Vec<PathBuf> = std::fs::read_dir(&folder)
        .map_err(|e| format!("{}: {e}", folder.display()))?
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|e| e == "xml"))
        .collect();
    paths.sort();
    if paths.is_empty() { Err(format!("{} has no models", folder.display())) } else { Ok(paths) }
}

/// A Python of the right version: `PYTHON`, or one of the usual names.
fn find_python() -> Result<String, String> {
    let named = std::env::var("PYTHON").ok();
    let usual = ["python3.11", "python3", "python"].map(String::from);
    for candidate in named.into_iter().chain(usual) {
        let output =
            Command::new(&candidate).args(["-c", "import sys; print('%d.%d' % sys.version_info[:2])"]).output();
        if output.is_ok_and(|o| o.status.success() && String::from_utf8_lossy(&o.stdout).trim() == VERSION) {
            return Ok(candidate);
        }
    }
    Err(format!("Python {VERSION} not found: install it, or name it in the variable PYTHON"))
}

/// A script of `conformance/`.
pub fn script(name: &str) -> Step {
    Step::new(interpreter()).args([root().join("conformance").join(name)]).env("MUJOCO_GL", "disable")
}

/// The tests of the Python package.
pub fn pytest() -> Step {
    Step::new(interpreter()).args(["-m", "pytest", "-q", "crates/sim-py/tests"]).env("MUJOCO_GL", "disable")
}

/// The types of the package, of its tests and of how programs use it.
pub fn types() -> Step {
    let config = root().join("crates/sim-py/pyproject.toml");
    Step::new(interpreter())
        .args(["-m", "mypy", "--config-file"])
        .args([config])
        .args(["--python-executable"])
        .args([interpreter()])
}

/// The Python examples of the README, one after another.
pub fn readme_example() -> Result<Step, String> {
    let text = std::fs::read_to_string(root().join("README.md")).map_err(|e| format!("README.md: {e}"))?;
    let blocks = text.split("```python\n").skip(1).filter_map(|rest| rest.split_once("```"));
    let code = blocks.map(|(code, _)| code).collect::<Vec<_>>().join("\n");
    if code.is_empty() {
        return Err("README.md has no Python example".to_string());
    }
    Ok(Step::new(interpreter()).args(["-c", &code]))
}

/// An example of the Python package, a file in `examples/`.
pub fn python_example(name: &str) -> Step {
    Step::new(interpreter()).args([root().join("examples").join(name)])
}
