//! Calls of the device that Rust cannot check: shaders without run-time checks, pipelines from a cache on disk, memory that
//! Vulkan and CUDA share, and kernels of CUDA.

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
// systems on which CUDA and Vulkan are not brought together
#[cfg(not(target_os = "linux"))]
#[path = "elsewhere.rs"]
mod shared;

#[cfg(all(target_os = "linux", feature = "nvrtc"))]
pub mod nvrtc;
#[cfg(not(all(target_os = "linux", feature = "nvrtc")))]
#[path = "no_nvrtc.rs"]
pub mod nvrtc;

#[cfg(not(target_os = "linux"))]
pub use shared::{Argument, Clock, CudaKernel, HostMemory};
pub use shared::{Driver, Memory, NoMemory, open, share};
#[cfg(target_os = "linux")]
pub use {clock::Clock, launch::Argument, launch::CudaKernel, pinned::HostMemory};

/// A shader whose indices are not checked while it runs.
///
/// Checks of every access would cost a large part of a step. The shaders are made by this crate alone: every loop ends at a
/// size that the buffers were made from, and whole numbers that come from outside are validated before they are uploaded.
pub fn shader(device: &wgpu::Device, label: &str, text: &str) -> wgpu::ShaderModule {
    let source = wgpu::ShaderSource::Wgsl(text.into());
    let descriptor = wgpu::ShaderModuleDescriptor { label: Some(label), source };
    // SAFETY: see above; the tests run the same shaders with checks and compare the results.
    unsafe { device.create_shader_module_trusted(descriptor, wgpu::ShaderRuntimeChecks::unchecked()) }
}

/// A shader in SPIR-V, which the driver takes as it is.
pub fn spirv_shader(device: &wgpu::Device, label: &str, words: Vec<u32>, entry: &str) -> wgpu::ShaderModule {
    // its size is asked for by Metal alone
    let entry = wgpu::PassthroughShaderEntryPoint { name: entry.into(), workgroup_size: (1, 1, 1) };
    let descriptor = wgpu::ShaderModuleDescriptorPassthrough {
        label: Some(label),
        entry_points: vec![entry].into(),
        spirv: Some(words.into()),
        ..Default::default()
    };
    // SAFETY: the words are the translation of a shader of this crate that was validated, for the same bindings; what it does with
    // indices is said above. Memory of an invocation that is not cleared is written before it is read: the interpreter of the tests
    // fills it with numbers that show.
    unsafe { device.create_shader_module_passthrough(descriptor) }
}

/// Pipelines that were compiled before: `data` is what a cache gave out, by this device's driver.
pub fn pipeline_cache(device: &wgpu::Device, data: Option<&[u8]>) -> wgpu::PipelineCache {
    let descriptor = wgpu::PipelineCacheDescriptor { label: Some("cortenforge"), data, fallback: true };
    // SAFETY: the data come from `PipelineCache::get_data`, through a file whose name holds the driver's key and whose
    // digest has been compared; the driver itself looks at the header that wgpu puts before it.
    unsafe { device.create_pipeline_cache(&descriptor) }
}
