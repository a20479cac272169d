//! Finds NVIDIA's compiler NVRTC among the installed Python packages.

use pyo3::prelude::*;
use sim_gpu::GpuCompiler;
use std::path::PathBuf;

/// Packages of PyPI with libnvrtc in their folder `lib`: for CUDA 13, and for CUDA 12, which PyTorch's wheels install.
const PACKAGES: [&str; 2] = ["nvidia.cu13", "nvidia.cuda_nvrtc"];

/// Lets the engine search for libnvrtc in the installed packages if the system has none.
pub fn look_among_packages(py: Python<'_>) {
    for package in PACKAGES {
        // a broken package has no compiler
        for folder in folders(py, package).unwrap_or_default() {
            GpuCompiler::look_for_nvrtc_in(&folder.join("lib"));
        }
    }
}

/// The folders of a package. Does not import it.
fn folders(py: Python<'_>, package: &str) -> PyResult<Vec<PathBuf>> {
    let found = py.import("importlib.util")?.call_method1("find_spec", (package,))?;
    if found.is_none() {
        return Ok(vec![]);
    }
    let folders = found.getattr("submodule_search_locations")?;
    if folders.is_none() { Ok(vec![]) } else { folders.try_iter()?.map(|place| place?.extract()).collect() }
}
