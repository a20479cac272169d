//! Kernels compiled for CUDA: translated from their one source, compiled by NVRTC, and kept on disk.
//!
//! A file of the cache holds one kernel. Its name has the card's architecture, a digest of the text and the compiler's options, and
//! the compiler's version: where there is no compiler, a kernel that any version compiled is taken.

use crate::cache::{self, Digest};
use crate::codegen::plan::{Kernel, Phase};
use crate::cuda_text::{self, Loops};
use crate::device::nvrtc;
use crate::error::{GpuSimError, GpuSimResult};
use crate::program::Shader;
use std::path::{Path, PathBuf};

/// How kernels are compiled. Numbers of 32 bits as the drivers of Vulkan compute them: division and roots to the last digit or two,
/// nothing below the least normal number.
const OPTIONS: [&str; 5] = ["--std=c++17", "--prec-div=false", "--prec-sqrt=false", "--ftz=true", "--fmad=true"];

/// The ending of files with kernels.
const ENDING: &str = "cubin";

/// What becomes of a kernel's loops. The solver's text with its loops written out is longer than the memory in which a processor keeps
/// instructions, and its worlds, which many lanes share, are at different places of it: they wait for instructions more than for
/// anything else. Other kernels are as quick with loops and compile in a tenth of the time; but one lane alone solves a third quicker,
/// and moves twice as quick, with loops written out.
fn loops(kernel: &Kernel) -> Loops {
    let gains = matches!(kernel.phase, Phase::Solve | Phase::Move);
    if kernel.scale.lanes == 1 && gains { Loops::Free } else { Loops::Kept }
}

/// A kernel's text in CUDA C++.
pub fn text_of(kernel: &Kernel) -> GpuSimResult<String> {
    text(Shader { name: kernel.name, text: &kernel.text, entry: "main", scope: kernel.barriers }, loops(kernel))
}

/// A shader's text in CUDA C++.
pub fn text(shader: Shader<'_>, loops: Loops) -> GpuSimResult<String> {
    cuda_text::translate(shader.text, shader.entry, shader.scope, loops).map_err(|what| {
        let message = format!("it has no counterpart in CUDA: {what}");
        GpuSimError::ShaderCompilation { kernel: shader.name.into(), message }
    })
}

/// The image of a kernel for an architecture, such as `sm_90`: one that was compiled before, or a new one, which is kept.
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
        nvrtc::compile(name, text, &options).map_err(|message| refused(name, architecture, version, message))?;
    if let Some(folder) = folder {
        cache::keep(&file(folder, &stem, version), &image);
    }
    Ok(image)
}

/// What a compiler's complaint means: a card that it does not know, or else a defect of the text.
fn refused(name: &str, architecture: &str, [major, minor]: [i32; 2], message: String) -> GpuSimError {
    if message.contains("--gpu-architecture") {
        let why = format!(
            "libnvrtc {major}.{minor} does not compile for '{architecture}': install a newer one for a newer card, or name an \
             architecture such as sm_90"
        );
        return GpuSimError::Nvrtc(why);
    }
    GpuSimError::ShaderCompilation { kernel: name.into(), message }
}

/// Whether a folder has a kernel: one that cannot be written, or is full, keeps none.
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

/// How the names of files begin that hold this kernel.
fn stem(text: &str, architecture: &str, options: &[&str]) -> String {
    let digest =
        options.iter().fold(Digest::default().with(text.as_bytes()), |digest, option| digest.with(option.as_bytes()));
    format!("{architecture}-{digest}-nvrtc-")
}

fn file(folder: &Path, stem: &str, [major, minor]: [i32; 2]) -> PathBuf {
    folder.join(format!("{stem}{major}.{minor}.{ENDING}"))
}

/// A kernel that this version of the compiler made, or any where there is none.
fn find(folder: &Path, stem: &str, version: Option<&[i32; 2]>) -> Option<Vec<u8>> {
    if let Some(&version) = version {
        return cache::read(&file(folder, stem, version));
    }
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path()).collect();
    files.retain(|file| {
        let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        name.starts_with(stem) && name.ends_with(ENDING)
    });
    files.sort();
    files.iter().rev().find_map(|file| cache::read(file))
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
        cache::keep(&file(&folder, &name, [12, 4]), b"old");
        cache::keep(&file(&folder, &name, [12, 9]), b"new");
        assert_eq!(find(&folder, &name, Some(&[12, 4])).as_deref(), Some(b"old".as_slice()));
        assert_eq!(find(&folder, &name, Some(&[12, 5])), None);
        assert_eq!(find(&folder, &name, None).as_deref(), Some(b"new".as_slice()));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
