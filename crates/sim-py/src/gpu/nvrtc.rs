//! Where Python's packages have NVIDIA's compiler.

use pyo3::prelude::*;
use sim_gpu::GpuCompiler;
use std::path::PathBuf;

/// Packages of PyPI that bring libnvrtc in their folder `lib`: for CUDA 13, and for CUDA 12, which PyTorch's wheels bring along.
const PACKAGES: [&str; 2] = ["nvidia.cu13", "nvidia.cuda_nvrtc"];

/// Has the engine look for libnvrtc in the packages that are installed, where the system finds none.
pub fn look_among_packages(py: Python<'_>) {
    for package in PACKAGES {
        // whatever is wrong with a package, the compiler is not in it
        for folder in folders(py, package).unwrap_or_default() {
            GpuCompiler::look_for_nvrtc_in(&folder.join("lib"));
        }
    }
}

/// The folders of a package, which is not imported.
fn folders(py: Python<'_>, package: &str) -> PyResult<Vec<PathBuf>> {
    let found = py.import("importlib.util")?.call_method1("find_spec", (package,))?;
    if found.is_none() {
        return Ok(vec![]);
    }
    let folders = found.getattr("submodule_search_locations")?;
    if folders.is_none() { Ok(vec![]) } else { folders.try_iter()?.map(|place| place?.extract()).collect() }
}
