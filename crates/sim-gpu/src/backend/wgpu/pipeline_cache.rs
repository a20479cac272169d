//! Pipelines of wgpu that are kept on disk.

use crate::backend::device::pipeline_cache;
use crate::backend::disk_cache::{self, Digest};
use crate::context::GpuSimContext;
use std::path::PathBuf;

/// The pipeline cache of a model and its file on disk.
#[derive(Debug)]
pub struct PipelineCache {
    pipelines: wgpu::PipelineCache,
    file: Option<PathBuf>,
    was_found: bool,
}

impl PipelineCache {
    /// The cache for these shaders on this device. None if the device has no pipeline cache.
    pub fn open<'a>(context: &GpuSimContext, shaders: impl Iterator<Item = &'a str>) -> Option<Self> {
        if !context.device.features().contains(wgpu::Features::PIPELINE_CACHE) {
            return None;
        }
        let key = wgpu::util::pipeline_cache_key(context.adapter_info())?;
        let texts = shaders.fold(Digest::default(), |digest, text| digest.with(text.as_bytes()));
        let name = format!("{key}-{}-{texts}.bin", env!("CARGO_PKG_VERSION"));
        let file = disk_cache::folder().map(|folder| folder.join(name));
        let data = file.as_deref().and_then(disk_cache::read);
        let pipelines = pipeline_cache(&context.device, data.as_deref());
        Some(Self { pipelines, file, was_found: data.is_some() })
    }

    /// The cache, for the descriptors of pipelines.
    pub fn pipelines(&self) -> &wgpu::PipelineCache {
        &self.pipelines
    }

    /// Writes the pipelines to disk, unless they came from there.
    pub fn keep(&self) {
        let (Some(file), Some(data), false) = (&self.file, self.pipelines.get_data(), self.was_found) else { return };
        disk_cache::keep(file, &data);
    }
}
