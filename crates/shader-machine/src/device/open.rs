//! Opens a device.

use super::interface::Device;
use super::queue::Queue;
use super::settings::Settings;
use super::shared::Shared;
use std::sync::Arc;

/// A device with its queue, and the info of its adapter.
pub fn device(settings: &Settings) -> (wgpu::Device, wgpu::Queue, wgpu::AdapterInfo) {
    let shared = Arc::new(Shared::new(settings));
    let info = shared.info.clone();
    let queue = wgpu::Queue::from_custom(Queue::new(Arc::clone(&shared)));
    (wgpu::Device::from_custom(Device::new(shared)), queue, info)
}
