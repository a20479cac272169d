//! Kernels that NVRTC compiled, kept on disk.
//!
//! A file holds one kernel. Its name contains the GPU's architecture, a digest of text and options, and NVRTC's version. Without NVRTC a
//! file of any version is used.

use crate::backend::device::nvrtc;
use crate::backend::disk_cache::{self, Digest};
use crate::error::{GpuSimError, GpuSimResult};
use std::path::{Path, PathBuf};

/// Options of NVRTC. Arithmetic in f32 is that of the Vulkan drivers: approximate division and roots, denormals are zero.
const OPTIONS: [&str; 5] = ["--std=c++17", "--prec-div=false", "--prec-sqrt=false", "--ftz=true", "--fmad=true"];

/// The ending of files with kernels.
const ENDING: &str = "cubin";

/// The image of a kernel for an architecture such as `sm_90`: from disk, or compiled and then written to disk.
pub fn image(name: &str, text: &str, architecture: &str, folder: Option<&Path>) -> GpuSimResult<Vec<u8>> {
    let architecture_option = architecture_option(architecture);
    let options = all_options(&architecture_option);
    let stem = stem(text, architecture, &options);
    let version = nvrtc::version();
    if let Some(image) = folder.and_then(|folder| find(folder, &stem, version.as_ref().ok())) {
        return Ok(image);
    }
    let version = version.map_err(GpuSimError::Nvrtc)?;
    let image =
        nvrtc::compile(name, text, &options).map_err(|message| compile_error(name, architecture, version, message))?;
    if let Some(folder) = folder {
        disk_cache::keep(&file(folder, &stem, version), &image);
    }
    Ok(image)
}

/// The error for a message of NVRTC: it does not know the architecture, or the text has a bug.
fn compile_error(name: &str, architecture: &str, [major, minor]: [i32; 2], message: String) -> GpuSimError {
    if message.contains("--gpu-architecture") {
        let why = format!(
            "libnvrtc {major}.{minor} does not compile for '{architecture}': install a newer NVRTC, or name an architecture such \
             as sm_90"
        );
        return GpuSimError::Nvrtc(why);
    }
    GpuSimError::ShaderCompilation { kernel: name.into(), at: None, message }
}

/// Whether a folder has a kernel. A folder that is full or read-only has none.
pub fn is_kept(text: &str, architecture: &str, folder: &Path) -> bool {
    let stem = stem(text, architecture, &all_options(&architecture_option(architecture)));
    find(folder, &stem, nvrtc::version().as_ref().ok()).is_some()
}

fn architecture_option(architecture: &str) -> String {
    format!("--gpu-architecture={architecture}")
}

fn all_options(architecture: &str) -> Vec<&str> {
    [&[architecture], OPTIONS.as_slice()].concat()
}

/// The start of the names of files that hold this kernel.
fn stem(text: &str, architecture: &str, options: &[&str]) -> String {
    let digest =
        options.iter().fold(Digest::default().with(text.as_bytes()), |digest, option| digest.with(option.as_bytes()));
    format!("{architecture}-{digest}-nvrtc-")
}

fn file(folder: &Path, stem: &str, [major, minor]: [i32; 2]) -> PathBuf {
    folder.join(format!("{stem}{major}.{minor}.{ENDING}"))
}

/// The kernel that this version of NVRTC compiled, or any version if there is none.
fn find(folder: &Path, stem: &str, version: Option<&[i32; 2]>) -> Option<Vec<u8>> {
    if let Some(&version) = version {
        return disk_cache::read(&file(folder, stem, version));
    }
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path()).collect();
    files.retain(|file| {
        let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        name.starts_with(stem) && name.ends_with(ENDING)
    });
    files.sort();
    files.iter().rev().find_map(|file| disk_cache::read(file))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_compiler_a_kernel_of_any_version_is_found() {
        let folder = std::env::temp_dir().join(format!("cortenforge-cubin-{}", std::process::id()));
        let name = stem("text", "sm_90", &["--fast"]);
        assert_ne!(name, stem("text", "sm_90", &["--slow"]));
        assert_eq!(find(&folder, &name, None), None);
        disk_cache::keep(&file(&folder, &name, [12, 4]), b"old");
        disk_cache::keep(&file(&folder, &name, [12, 9]), b"new");
        assert_eq!(find(&folder, &name, Some(&[12, 4])).as_deref(), Some(b"old".as_slice()));
        assert_eq!(find(&folder, &name, Some(&[12, 5])), None);
        assert_eq!(find(&folder, &name, None).as_deref(), Some(b"new".as_slice()));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
