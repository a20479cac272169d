//! Features and limits of a device.

use crate::counts::InstructionCounter;

/// Features and limits of a device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// `f64` in shaders.
    pub double: bool,
    /// Subgroup operations in shaders.
    pub subgroups: bool,
    /// Threads of the smallest and of the largest subgroup, in the adapter's info.
    pub subgroup_sizes: [u32; 2],
    /// Workgroup memory (bytes).
    pub workgroup_bytes: u32,
    /// Most threads of a workgroup.
    pub workgroup_invocations: u32,
    /// Size of the largest buffer (bytes).
    pub buffer_bytes: u64,
    /// Memory for all buffers together (bytes): a buffer beyond it is an out-of-memory error.
    pub memory_bytes: u64,
    /// Counts the instructions of its kernels, which takes time.
    pub counter: Option<InstructionCounter>,
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
            counter: None,
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
