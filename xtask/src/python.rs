//! The Python environment in `.venv`, made from the pinned requirements, and the programs that run in it.

use crate::folders::root;
use crate::log::say;
use crate::process::Program;
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

/// Makes the environment without packages, which is what Rust builds need. The first call does the work.
pub fn create() -> Result<(), String> {
    static MADE: OnceLock<Result<(), String>> = OnceLock::new();
    MADE.get_or_init(|| if interpreter().exists() { Ok(()) } else { make() }).clone()
}

/// Makes the environment with the pinned packages. The first call does the work.
pub fn environment() -> Result<(), String> {
    static MADE: OnceLock<Result<(), String>> = OnceLock::new();
    MADE.get_or_init(install_packages).clone()
}

fn make() -> Result<(), String> {
    let base = find_python()?;
    say!("making .venv with {base}");
    Program::new(&base).args(["-m", "venv", "--clear"]).args([venv()]).must().map(drop)
}

fn install_packages() -> Result<(), String> {
    let requirements = root().join("conformance/requirements.txt");
    let wanted = std::fs::read_to_string(&requirements).map_err(|e| format!("{}: {e}", requirements.display()))?;
    let stamp = venv().join("installed.txt");
    let installed = std::fs::read_to_string(&stamp).ok();
    if interpreter().exists() && installed.as_ref() == Some(&wanted) {
        return Ok(());
    }
    create()?;
    if installed.is_some() {
        // other requirements: no package of before may stay
        make()?;
    }
    pip(&["install", "--quiet", "--no-compile", "--requirement", &requirements.to_string_lossy()])?;
    std::fs::write(&stamp, wanted).map_err(|e| format!("{}: {e}", stamp.display()))
}

/// Calls `pip`.
pub fn pip(args: &[&str]) -> Result<(), String> {
    Program::new(interpreter()).args(["-m", "pip", "--disable-pip-version-check"]).args(args).must().map(|_| ())
}

/// A folder among the installed packages.
fn installed(folder: &str) -> PathBuf {
    let packages =
        if cfg!(windows) { "Lib/site-packages".into() } else { format!("lib/python{VERSION}/site-packages") };
    venv().join(packages).join(folder)
}

/// Adds NVIDIA's compiler NVRTC to a program's libraries, on systems for which its package is pinned. Tests then expect to find it.
pub fn with_nvrtc(program: Program) -> Result<Program, String> {
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        return Ok(program);
    }
    let others = std::env::var_os("LD_LIBRARY_PATH");
    let folders = others.iter().flat_map(std::env::split_paths);
    let all = std::env::join_paths(std::iter::once(installed("nvidia/cuda_nvrtc/lib")).chain(folders));
    let all = all.map_err(|e| format!("LD_LIBRARY_PATH: {e}"))?;
    Ok(program.env("LD_LIBRARY_PATH", all).env("CORTENFORGE_TEST_NVRTC", "1"))
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

/// A Python of the pinned version: the one that `PYTHON` names, or one of the usual names.
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
    Err(format!("Python {VERSION} is not found: install it, or name it in the variable PYTHON"))
}

/// A script of `conformance/`.
pub fn script(name: &str) -> Program {
    Program::new(interpreter()).args([root().join("conformance").join(name)]).env("MUJOCO_GL", "disable")
}

/// A program of `benchmarks/`.
pub fn benchmark(name: &str) -> Program {
    Program::new(interpreter()).args(["-m", &format!("benchmarks.{name}")]).env("MUJOCO_GL", "disable")
}

/// The tests of the Python package.
pub fn pytest() -> Program {
    Program::new(interpreter()).args(["-m", "pytest", "-q", "crates/sim-py/tests"]).env("MUJOCO_GL", "disable")
}

/// mypy over the package, its tests and programs that use it.
pub fn types() -> Program {
    let config = root().join("crates/sim-py/pyproject.toml");
    Program::new(interpreter())
        .args(["-m", "mypy", "--config-file"])
        .args([config])
        .args(["--python-executable"])
        .args([interpreter()])
}

/// All Python examples of the README in one program.
pub fn readme_example() -> Result<Program, String> {
    let text = std::fs::read_to_string(root().join("README.md")).map_err(|e| format!("README.md: {e}"))?;
    let blocks = text.split("```python\n").skip(1).filter_map(|rest| rest.split_once("```"));
    let code = blocks.map(|(code, _)| code).collect::<Vec<_>>().join("\n");
    if code.is_empty() {
        return Err("README.md has no Python example".to_string());
    }
    Ok(Program::new(interpreter()).args(["-c", &code]))
}

/// A Python file of `examples/`.
pub fn example(name: &str) -> Program {
    Program::new(interpreter()).args([root().join("examples").join(name)])
}
