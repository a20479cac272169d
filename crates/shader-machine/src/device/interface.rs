//! The device: it makes everything else.

use super::binding::{BindGroup, Layout};
use super::buffer::Buffer;
use super::commands::Encoder;
use super::missing::missing;
use super::pipeline::{Pipeline, PipelineLayout, Shader};
use super::shared::Shared;
use std::future::ready;
use std::pin::Pin;
use std::sync::Arc;
use wgpu::custom::{
    BoxDeviceLostCallback, DeviceInterface, DispatchBindGroup, DispatchBindGroupLayout, DispatchBlas, DispatchBuffer,
    DispatchCommandEncoder, DispatchComputePipeline, DispatchExternalTexture, DispatchPipelineCache,
    DispatchPipelineLayout, DispatchQuerySet, DispatchRenderBundleEncoder, DispatchRenderPipeline, DispatchSampler,
    DispatchShaderModule, DispatchTexture, DispatchTlas, PopErrorScopeFuture,
};

/// A device.
#[derive(Debug)]
pub struct Device {
    shared: Arc<Shared>,
}

impl Device {
    /// With these settings and state.
    pub fn new(shared: Arc<Shared>) -> Self {
        Self { shared }
    }
}

#[allow(unsafe_code, reason = "wgpu's trait declares some methods unsafe; none of them does anything here")]
impl DeviceInterface for Device {
    fn features(&self) -> wgpu::Features {
        self.shared.features
    }

    fn limits(&self) -> wgpu::Limits {
        self.shared.limits.clone()
    }

    fn adapter_info(&self) -> wgpu::AdapterInfo {
        self.shared.info.clone()
    }

    /// Every access is checked here, whatever is asked for.
    fn create_shader_module(
        &self,
        desc: wgpu::ShaderModuleDescriptor<'_>,
        _shader_bound_checks: wgpu::ShaderRuntimeChecks,
    ) -> DispatchShaderModule {
        DispatchShaderModule::custom(Shader::new(&self.shared, &desc))
    }

    fn create_bind_group_layout(&self, desc: &wgpu::BindGroupLayoutDescriptor<'_>) -> DispatchBindGroupLayout {
        let layout = self.shared.errors.checked(Layout::new(desc)).unwrap_or_else(Layout::empty);
        DispatchBindGroupLayout::custom(layout)
    }

    fn create_bind_group(&self, desc: &wgpu::BindGroupDescriptor<'_>) -> DispatchBindGroup {
        DispatchBindGroup::custom(BindGroup::new(&self.shared, desc))
    }

    fn create_pipeline_layout(&self, desc: &wgpu::PipelineLayoutDescriptor<'_>) -> DispatchPipelineLayout {
        let layout = self.shared.errors.checked(PipelineLayout::new(desc)).unwrap_or_else(PipelineLayout::empty);
        DispatchPipelineLayout::custom(layout)
    }

    fn create_compute_pipeline(&self, desc: &wgpu::ComputePipelineDescriptor<'_>) -> DispatchComputePipeline {
        DispatchComputePipeline::custom(Pipeline::new(&self.shared, desc))
    }

    fn create_buffer(&self, desc: &wgpu::BufferDescriptor<'_>) -> DispatchBuffer {
        DispatchBuffer::custom(Buffer::new(&self.shared, desc))
    }

    fn create_command_encoder(&self, desc: &wgpu::CommandEncoderDescriptor<'_>) -> DispatchCommandEncoder {
        DispatchCommandEncoder::custom(Encoder::new(&self.shared, desc))
    }

    fn set_device_lost_callback(&self, device_lost_callback: BoxDeviceLostCallback) {
        self.shared.errors.at_end(device_lost_callback);
    }

    fn on_uncaptured_error(&self, handler: Arc<dyn wgpu::UncapturedErrorHandler>) {
        self.shared.errors.handle(handler);
    }

    fn push_error_scope(&self, filter: wgpu::ErrorFilter) -> u32 {
        self.shared.errors.push(filter)
    }

    fn pop_error_scope(&self, index: u32) -> Pin<Box<dyn PopErrorScopeFuture>> {
        Box::pin(ready(self.shared.errors.pop(index)))
    }

    fn poll(&self, _poll_type: wgpu::wgt::PollType<u64>) -> Result<wgpu::PollStatus, wgpu::PollError> {
        self.shared.poll();
        Ok(wgpu::PollStatus::QueueEmpty)
    }

    fn get_internal_counters(&self) -> wgpu::InternalCounters {
        wgpu::InternalCounters::default()
    }

    fn generate_allocator_report(&self) -> Option<wgpu::AllocatorReport> {
        None
    }

    fn destroy(&self) {
        self.shared.errors.end();
    }

    unsafe fn create_shader_module_passthrough(
        &self,
        _desc: &wgpu::ShaderModuleDescriptorPassthrough<'_>,
    ) -> DispatchShaderModule {
        missing("language of shaders but WGSL")
    }

    unsafe fn create_pipeline_cache(&self, _desc: &wgpu::PipelineCacheDescriptor<'_>) -> DispatchPipelineCache {
        missing("cache of pipelines")
    }

    fn create_render_pipeline(&self, _desc: &wgpu::RenderPipelineDescriptor<'_>) -> DispatchRenderPipeline {
        missing("render pipelines")
    }

    fn create_mesh_pipeline(&self, _desc: &wgpu::MeshPipelineDescriptor<'_>) -> DispatchRenderPipeline {
        missing("mesh pipelines")
    }

    fn create_texture(&self, _desc: &wgpu::TextureDescriptor<'_>) -> DispatchTexture {
        missing("textures")
    }

    fn create_external_texture(
        &self,
        _desc: &wgpu::ExternalTextureDescriptor<'_>,
        _planes: &[&wgpu::TextureView],
    ) -> DispatchExternalTexture {
        missing("textures")
    }

    fn create_sampler(&self, _desc: &wgpu::SamplerDescriptor<'_>) -> DispatchSampler {
        missing("samplers")
    }

    fn create_blas(
        &self,
        _desc: &wgpu::CreateBlasDescriptor<'_>,
        _sizes: wgpu::BlasGeometrySizeDescriptors,
    ) -> (Option<u64>, DispatchBlas) {
        missing("ray tracing")
    }

    fn create_tlas(&self, _desc: &wgpu::CreateTlasDescriptor<'_>) -> DispatchTlas {
        missing("ray tracing")
    }

    fn create_query_set(&self, _desc: &wgpu::QuerySetDescriptor<'_>) -> DispatchQuerySet {
        missing("queries")
    }

    fn create_render_bundle_encoder(
        &self,
        _desc: &wgpu::RenderBundleEncoderDescriptor<'_>,
    ) -> DispatchRenderBundleEncoder {
        missing("render bundles")
    }

    unsafe fn start_graphics_debugger_capture(&self) {
        missing("debugger of graphics")
    }

    unsafe fn stop_graphics_debugger_capture(&self) {
        missing("debugger of graphics")
    }
}
