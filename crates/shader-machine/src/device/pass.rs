//! Compute passes: what is set, until something is dispatched.

use super::binding::BindGroup;
use super::commands::{Command, Recording};
use super::dispatch::Dispatch;
use super::missing::missing;
use super::pipeline::Pipeline;
use super::shared::{Shared, lock};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use wgpu::custom::{
    ComputePassInterface, DispatchBindGroup, DispatchBuffer, DispatchComputePipeline, DispatchQuerySet,
    DispatchTextureView,
};

/// A pass that is being written down.
#[derive(Debug)]
pub struct Pass {
    shared: Arc<Shared>,
    recording: Arc<Mutex<Recording>>,
    pipeline: Option<Pipeline>,
    groups: BTreeMap<u32, (BindGroup, Vec<u32>)>,
}

impl Pass {
    /// Begins a pass.
    pub fn new(shared: &Arc<Shared>, recording: &Arc<Mutex<Recording>>) -> Self {
        lock(recording).set_pass_open(true);
        let (shared, recording) = (Arc::clone(shared), Arc::clone(recording));
        Self { shared, recording, pipeline: None, groups: BTreeMap::new() }
    }

    fn dispatch(&self, groups: [u32; 3]) -> Result<Command, String> {
        let limits = &self.shared.limits;
        let kernel = self.pipeline.as_ref().ok_or("a dispatch without a pipeline: set one before")?.kernel()?;
        let most = limits.max_compute_workgroups_per_dimension;
        if groups.iter().any(|&count| count > most) {
            let label = &kernel.label;
            return Err(format!("kernel {label:?} is dispatched over {groups:?} workgroups: {most} are the most"));
        }
        let mut bound_buffers = vec![];
        for (group, layout) in kernel.groups() {
            let unset = || format!("kernel {:?} needs bind group {group}: set it before", kernel.label);
            let (bound, offsets) = self.groups.get(&group).ok_or_else(unset)?;
            bound_buffers.extend(bound.bound_buffers(limits, group, layout, offsets)?);
        }
        Ok(Command::Dispatch(Dispatch::new(Arc::clone(kernel), bound_buffers, groups, self.shared.counter.clone())))
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        lock(&self.recording).set_pass_open(false);
    }
}

impl ComputePassInterface for Pass {
    fn set_pipeline(&mut self, pipeline: &DispatchComputePipeline) {
        self.pipeline = pipeline.as_custom::<Pipeline>().cloned();
    }

    fn set_bind_group(&mut self, index: u32, bind_group: Option<&DispatchBindGroup>, offsets: &[wgpu::DynamicOffset]) {
        match bind_group.and_then(|group| group.as_custom::<BindGroup>()) {
            Some(group) => self.groups.insert(index, (group.clone(), offsets.to_vec())),
            None => self.groups.remove(&index),
        };
    }

    fn dispatch_workgroups(&mut self, x: u32, y: u32, z: u32) {
        let command = self.dispatch([x, y, z]);
        lock(&self.recording).add(command);
    }

    fn dispatch_workgroups_indirect(&mut self, _buffer: &DispatchBuffer, _offset: wgpu::BufferAddress) {
        missing("indirect dispatches")
    }

    fn set_immediates(&mut self, _offset: u32, _data: &[u8]) {
        missing("immediates")
    }

    // names for a debugger of graphics, which this is not
    fn insert_debug_marker(&mut self, _label: &str) {}
    fn push_debug_group(&mut self, _group_label: &str) {}
    fn pop_debug_group(&mut self) {}

    // memory here has no states between which it could change
    fn transition_resources<'a>(
        &mut self,
        _buffer_transitions: &mut dyn Iterator<Item = wgpu::wgt::BufferTransition<&'a DispatchBuffer>>,
        _texture_transitions: &mut dyn Iterator<Item = wgpu::wgt::TextureTransition<&'a DispatchTextureView>>,
    ) {
    }

    fn write_timestamp(&mut self, _query_set: &DispatchQuerySet, _query_index: u32) {
        missing("timestamps")
    }

    fn begin_pipeline_statistics_query(&mut self, _query_set: &DispatchQuerySet, _query_index: u32) {
        missing("queries")
    }

    fn end_pipeline_statistics_query(&mut self) {
        missing("queries")
    }
}
