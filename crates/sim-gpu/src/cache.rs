//! Compiled kernels on disk, so that a model is compiled once for a driver.
//!
//! A file holds what the driver gave out for the kernels of one model, after a digest of it; its name holds the driver's key and
//! a digest of the shaders. A file that is missing, damaged or of another driver costs a compilation, never an error. Where no folder can be
//! written, nothing is kept. What is compiled for CUDA lies beside (`cubin.rs`).

use crate::context::GpuSimContext;
use crate::device::pipeline_cache;
use std::path::PathBuf;

/// Largest file that is read, bytes.
const MOST_BYTES: u64 = 256 << 20;

/// The pipelines of a model: those known before, and where they will be kept.
#[derive(Debug)]
pub struct Cache {
    pipelines: wgpu::PipelineCache,
    file: Option<PathBuf>,
    was_found: bool,
}

impl Cache {
    /// Pipelines of these shaders on this device; nothing where the device keeps none.
    pub fn open<'a>(context: &GpuSimContext, shaders: impl Iterator<Item = &'a str>) -> Option<Self> {
        if !context.device.features().contains(wgpu::Features::PIPELINE_CACHE) {
            return None;
        }
        let key = wgpu::util::pipeline_cache_key(context.adapter_info())?;
        let texts = shaders.fold(Digest::default(), |digest, text| digest.with(text.as_bytes()));
        let name = format!("{key}-{}-{texts}.bin", env!("CARGO_PKG_VERSION"));
        let file = folder().map(|folder| folder.join(name));
        let data = file.as_deref().and_then(read);
        let pipelines = pipeline_cache(&context.device, data.as_deref());
        Some(Self { pipelines, file, was_found: data.is_some() })
    }

    /// For the descriptors of pipelines.
    pub fn pipelines(&self) -> &wgpu::PipelineCache {
        &self.pipelines
    }

    /// Keeps the pipelines where they are not kept yet.
    pub fn keep(&self) {
        let (Some(file), Some(data), false) = (&self.file, self.pipelines.get_data(), self.was_found) else { return };
        keep(file, &data);
    }
}

/// Keeps what was compiled, after a digest of it.
pub fn keep(file: &std::path::Path, data: &[u8]) {
    let digest = Digest::default().with(data).0.to_le_bytes();
    // a cache that cannot be written is no cache; the next run compiles again
    let _ = write(file, &[&digest, data].concat());
}

/// FNV-1a over 64 bits.
#[derive(Clone, Copy, Debug)]
pub struct Digest(u64);

impl std::fmt::Display for Digest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl Default for Digest {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Digest {
    /// Of what came before and these bytes.
    pub fn with(self, bytes: &[u8]) -> Self {
        Self(bytes.iter().fold(self.0, |h, &b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3)))
    }
}

/// Where kernels are kept: `CORTENFORGE_CACHE`, or `cortenforge` in the user's folder for caches; an empty variable keeps nothing.
pub fn folder() -> Option<PathBuf> {
    if let Some(own) = std::env::var_os("CORTENFORGE_CACHE") {
        return (!own.is_empty()).then(|| PathBuf::from(own));
    }
    let var = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let caches = if cfg!(windows) {
        var("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        var("HOME").map(|home| home.join("Library/Caches"))
    } else {
        var("XDG_CACHE_HOME").or_else(|| var("HOME").map(|home| home.join(".cache")))
    };
    caches.map(|caches| caches.join("cortenforge"))
}

/// What a file holds, where its digest is right.
pub fn read(file: &std::path::Path) -> Option<Vec<u8>> {
    let about = std::fs::metadata(file).ok()?;
    if !about.is_file() || about.len() > MOST_BYTES {
        return None;
    }
    let bytes = std::fs::read(file).ok()?;
    let (digest, data) = bytes.split_first_chunk::<8>()?;
    (Digest::default().with(data).0.to_le_bytes() == *digest).then(|| data.to_vec())
}

/// Writes a file whole or not at all.
fn write(file: &std::path::Path, bytes: &[u8]) -> std::io::Result<()> {
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder)?;
    }
    // threads keep files of their own, processes may keep the same
    let part = file.with_extension(format!("{}.part", std::process::id()));
    std::fs::write(&part, bytes)?;
    std::fs::rename(&part, file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_files_are_read() {
        let file = std::env::temp_dir().join(format!("cortenforge-cache-{}.bin", std::process::id()));
        let digest = Digest::default().with(b"pipelines").0.to_le_bytes();
        write(&file, &[&digest, b"pipelines".as_slice()].concat()).unwrap();
        assert_eq!(read(&file).as_deref(), Some(b"pipelines".as_slice()));
        write(&file, &[&digest, b"pipeline!".as_slice()].concat()).unwrap();
        assert_eq!(read(&file), None);
        std::fs::write(&file, b"short").unwrap();
        assert_eq!(read(&file), None);
        std::fs::remove_file(&file).unwrap();
        assert_eq!(read(&file), None);
    }
}
