//! All unsafe calls of this crate: shaders without run-time checks, pipelines from a cache on disk, memory that Vulkan and CUDA share,
//! kernels of CUDA.

#![allow(unsafe_code)] // the only folder of this crate that may

#[cfg(target_os = "linux")]
mod clock;
#[cfg(target_os = "linux")]
mod driver;
#[cfg(target_os = "linux")]
mod export;
#[cfg(target_os = "linux")]
mod launch;
#[cfg(target_os = "linux")]
mod pinned;
#[cfg(target_os = "linux")]
mod shared;
#[cfg(target_os = "linux")]
mod stream;
// CUDA and Vulkan share memory only on Linux
#[cfg(not(target_os = "linux"))]
#[path = "elsewhere.rs"]
mod shared;

#[cfg(all(target_os = "linux", feature = "nvrtc"))]
pub mod nvrtc;
#[cfg(not(all(target_os = "linux", feature = "nvrtc")))]
#[path = "no_nvrtc.rs"]
pub mod nvrtc;

#[cfg(not(target_os = "linux"))]
pub use shared::{Argument, Clock, CudaKernel, CudaStream, HostMemory};
pub use shared::{Driver, Memory, NoMemory, open, share};
#[cfg(target_os = "linux")]
pub use {clock::Clock, launch::Argument, launch::CudaKernel, pinned::HostMemory, stream::CudaStream};

/// A shader without bounds checks, which would cost a large part of a step.
///
/// Only this crate makes the shaders. Every loop ends at a size that the buffers were allocated for, and integers from outside are
/// validated before they are uploaded.
pub fn shader(device: &wgpu::Device, label: &str, text: &str) -> wgpu::ShaderModule {
    let source = wgpu::ShaderSource::Wgsl(text.into());
    let descriptor = wgpu::ShaderModuleDescriptor { label: Some(label), source };
    // SAFETY: see above; the tests run the same shaders with checks and compare the results.
    unsafe { device.create_shader_module_trusted(descriptor, wgpu::ShaderRuntimeChecks::unchecked()) }
}

/// A shader in SPIR-V, which the driver takes without validation.
pub fn spirv_shader(device: &wgpu::Device, label: &str, words: Vec<u32>, entry: &str) -> wgpu::ShaderModule {
    // only Metal reads the size
    let entry = wgpu::PassthroughShaderEntryPoint { name: entry.into(), workgroup_size: (1, 1, 1) };
    let descriptor = wgpu::ShaderModuleDescriptorPassthrough {
        label: Some(label),
        entry_points: vec![entry].into(),
        spirv: Some(words.into()),
        ..Default::default()
    };
    // SAFETY: the words are the translation of a shader of this crate that was validated, for the same bindings; its
    // indices are as in `shader`. Private memory is written before it is read: the interpreter of the tests fills it with numbers that
    // show.
    unsafe { device.create_shader_module_passthrough(descriptor) }
}

/// A pipeline cache. `data` is the content of an earlier cache of this device's driver.
pub fn pipeline_cache(device: &wgpu::Device, data: Option<&[u8]>) -> wgpu::PipelineCache {
    let descriptor = wgpu::PipelineCacheDescriptor { label: Some("cortenforge"), data, fallback: true };
    // SAFETY: the data come from `PipelineCache::get_data`, through a file whose name holds the driver's key and whose
    // digest has been compared; the driver itself looks at the header that wgpu puts before it.
    unsafe { device.create_pipeline_cache(&descriptor) }
}
