//! Shaders and pipelines.

use super::binding::Layout;
use super::missing::missing;
use super::shared::Shared;
use crate::program::Program;
use naga::valid::Capabilities;
use std::future::ready;
use std::pin::Pin;
use std::sync::Arc;
use wgpu::custom::{
    ComputePipelineInterface, DispatchBindGroupLayout, PipelineLayoutInterface, ShaderCompilationInfoFuture,
    ShaderModuleInterface,
};

/// A shader; `None` if it does not parse.
#[derive(Debug)]
pub struct Shader {
    label: String,
    program: Option<Arc<Program>>,
    fault: Option<String>,
}

impl Shader {
    /// Parses a shader.
    pub fn new(shared: &Shared, descriptor: &wgpu::ShaderModuleDescriptor<'_>) -> Self {
        let label = descriptor.label.unwrap_or_default().to_string();
        let wgpu::ShaderSource::Wgsl(text) = &descriptor.source else { missing("language of shaders but WGSL") };
        let parsed = parse(shared, text).map_err(|fault| format!("shader {label:?}: {fault}"));
        let fault = parsed.as_ref().err().cloned();
        Self { label, program: shared.errors.checked(parsed).map(Arc::new), fault }
    }
}

/// A program that needs no more than the device claims to have.
fn parse(shared: &Shared, text: &str) -> Result<Program, String> {
    let mut capabilities = Capabilities::empty();
    capabilities.set(Capabilities::FLOAT64, shared.features.contains(wgpu::Features::SHADER_F64));
    capabilities.set(Capabilities::SUBGROUP, shared.features.contains(wgpu::Features::SUBGROUP));
    let subgroup = shared.info.subgroup_min_size as usize;
    let program = Program::parse_for(text, capabilities, subgroup).map_err(|fault| fault.to_string())?;
    let (taken, allowed) = (program.workgroup_bytes(), shared.limits.max_compute_workgroup_storage_size as usize);
    if taken > allowed {
        return Err(format!("it takes {taken} bytes of workgroup memory, and the device has {allowed}"));
    }
    Ok(program)
}

impl ShaderModuleInterface for Shader {
    fn get_compilation_info(&self) -> Pin<Box<dyn ShaderCompilationInfoFuture>> {
        let message = self.fault.iter().map(|fault| wgpu::CompilationMessage {
            message: fault.clone(),
            message_type: wgpu::CompilationMessageType::Error,
            location: None,
        });
        Box::pin(ready(wgpu::CompilationInfo { messages: message.collect() }))
    }
}

/// Layouts of the bind groups of a pipeline.
#[derive(Clone, Debug)]
pub struct PipelineLayout(Vec<Option<Layout>>);

impl PipelineLayoutInterface for PipelineLayout {}

impl PipelineLayout {
    /// The layout of a descriptor.
    pub fn new(descriptor: &wgpu::PipelineLayoutDescriptor<'_>) -> Result<Self, String> {
        if descriptor.immediate_size > 0 {
            missing("immediates");
        }
        let own = |layout: &wgpu::BindGroupLayout| {
            let label = descriptor.label.unwrap_or_default();
            let foreign = || format!("pipeline layout {label:?}: a layout is of another device");
            layout.as_custom::<Layout>().cloned().ok_or_else(foreign)
        };
        let groups = descriptor.bind_group_layouts.iter().map(|layout| layout.map(own).transpose());
        Ok(Self(groups.collect::<Result<_, String>>()?))
    }

    /// An empty layout, in place of an invalid one.
    pub fn empty() -> Self {
        Self(vec![])
    }
}

/// A valid pipeline.
#[derive(Debug)]
pub struct Kernel {
    /// Its name in messages.
    pub label: String,
    /// The shader.
    pub program: Arc<Program>,
    /// Its entry point.
    pub entry: String,
    layout: PipelineLayout,
}

impl Kernel {
    /// Numbers and layouts of the bind groups it needs.
    pub fn groups(&self) -> impl Iterator<Item = (u32, &Layout)> {
        (0..).zip(&self.layout.0).filter_map(|(i, layout)| layout.as_ref().map(|layout| (i, layout)))
    }

    fn new(descriptor: &wgpu::ComputePipelineDescriptor<'_>) -> Result<Self, String> {
        let shader = descriptor.module.as_custom::<Shader>().ok_or("its shader is of another device")?;
        let program = shader.program.clone().ok_or_else(|| format!("shader {:?} could not be parsed", shader.label))?;
        let entry = descriptor.entry_point.ok_or("give the name of its entry point")?;
        if !program.has_entry(entry) {
            return Err(format!("shader {:?} has no entry point {entry:?}", shader.label));
        }
        if !descriptor.compilation_options.constants.is_empty() {
            return Err("the shader machine sets no constants: write them into the text of the shader".into());
        }
        let layout = descriptor.layout.ok_or("the shader machine makes no layouts from shaders: give one")?;
        let layout = layout.as_custom::<PipelineLayout>().ok_or("its layout is of another device")?.clone();
        Ok(Self { label: descriptor.label.unwrap_or(entry).into(), program, entry: entry.into(), layout })
    }
}

/// A pipeline; `None` if it is invalid.
#[derive(Clone, Debug)]
pub struct Pipeline {
    label: String,
    kernel: Option<Arc<Kernel>>,
    shared: Arc<Shared>,
}

impl Pipeline {
    /// The pipeline of a descriptor.
    pub fn new(shared: &Arc<Shared>, descriptor: &wgpu::ComputePipelineDescriptor<'_>) -> Self {
        let label = descriptor.label.unwrap_or_default().to_string();
        let kernel = Kernel::new(descriptor).map_err(|e| format!("pipeline {label:?}: {e}"));
        Self { label, kernel: shared.errors.checked(kernel).map(Arc::new), shared: Arc::clone(shared) }
    }

    /// Its kernel.
    pub fn kernel(&self) -> Result<&Arc<Kernel>, String> {
        self.kernel.as_ref().ok_or_else(|| format!("pipeline {:?} is invalid", self.label))
    }

    fn layout(&self, index: u32) -> Result<Layout, String> {
        let layout = self.kernel()?.groups().find(|(group, _)| *group == index).map(|(_, layout)| layout.clone());
        layout.ok_or_else(|| format!("pipeline {:?} has no bind group {index}", self.label))
    }
}

impl ComputePipelineInterface for Pipeline {
    fn get_bind_group_layout(&self, index: u32) -> DispatchBindGroupLayout {
        let layout = self.shared.errors.checked(self.layout(index)).unwrap_or_else(Layout::empty);
        DispatchBindGroupLayout::custom(layout)
    }
}
