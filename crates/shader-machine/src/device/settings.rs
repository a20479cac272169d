//! What a device claims to be.

use super::interface::Device;
use super::queue::Queue;
use super::shared::Shared;
use crate::Ledger;
use std::sync::Arc;

/// What a device has and allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Whether it computes with numbers of 64 bits.
    pub double: bool,
    /// Whether it adds up over subgroups.
    pub subgroups: bool,
    /// Invocations of the smallest and of the largest subgroup, as the adapter tells them.
    pub subgroup_sizes: [u32; 2],
    /// Bytes of memory that a workgroup shares.
    pub workgroup_bytes: u32,
    /// Invocations of a workgroup.
    pub workgroup_invocations: u32,
    /// Bytes of the largest buffer.
    pub buffer_bytes: u64,
    /// Bytes of all buffers that are there at once: beyond them the device is out of memory.
    pub memory_bytes: u64,
    /// Where its kernels' work is written down; counting takes time.
    pub ledger: Option<Ledger>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            double: true,
            subgroups: true,
            subgroup_sizes: [32, 32],
            workgroup_bytes: 48 << 10,
            workgroup_invocations: 1024,
            buffer_bytes: 4 << 30,
            memory_bytes: u64::MAX,
            ledger: None,
        }
    }
}

impl Settings {
    pub(super) fn features(&self) -> wgpu::Features {
        let mut features = wgpu::Features::empty();
        features.set(wgpu::Features::SHADER_F64, self.double);
        features.set(wgpu::Features::SUBGROUP, self.subgroups);
        features
    }

    pub(super) fn limits(&self) -> wgpu::Limits {
        wgpu::Limits {
            max_buffer_size: self.buffer_bytes,
            max_storage_buffer_binding_size: self.buffer_bytes,
            max_compute_workgroup_storage_size: self.workgroup_bytes,
            max_compute_invocations_per_workgroup: self.workgroup_invocations,
            max_compute_workgroup_size_x: self.workgroup_invocations,
            max_compute_workgroup_size_y: self.workgroup_invocations,
            max_compute_workgroup_size_z: self.workgroup_invocations.min(64),
            ..wgpu::Limits::default()
        }
    }

    pub(super) fn info(&self) -> wgpu::AdapterInfo {
        let mut info = wgpu::AdapterInfo::new(wgpu::DeviceType::Cpu, wgpu::Backend::Noop);
        info.name = "shader machine".into();
        info.driver = env!("CARGO_PKG_NAME").into();
        info.driver_info = env!("CARGO_PKG_VERSION").into();
        [info.subgroup_min_size, info.subgroup_max_size] = self.subgroup_sizes;
        info
    }
}

/// A device with its queue, and what its adapter says of itself.
pub fn device(settings: &Settings) -> (wgpu::Device, wgpu::Queue, wgpu::AdapterInfo) {
    let shared = Arc::new(Shared::new(settings));
    let info = shared.info.clone();
    let queue = wgpu::Queue::from_custom(Queue::new(Arc::clone(&shared)));
    (wgpu::Device::from_custom(Device::new(shared)), queue, info)
}
