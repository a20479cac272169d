//! Buffers of Vulkan whose memory is exported as a file descriptor, so that others can map it.

use ash::vk;
use std::os::fd::{FromRawFd, OwnedFd};
use wgpu::hal::api::Vulkan;

/// How memory is exported.
const HANDLE: vk::ExternalMemoryHandleTypeFlags = vk::ExternalMemoryHandleTypeFlags::OPAQUE_FD;

/// Usage of the buffers in Vulkan.
const VULKAN_USAGE: vk::BufferUsageFlags = vk::BufferUsageFlags::from_raw(
    vk::BufferUsageFlags::STORAGE_BUFFER.as_raw()
        | vk::BufferUsageFlags::TRANSFER_SRC.as_raw()
        | vk::BufferUsageFlags::TRANSFER_DST.as_raw(),
);
/// Usage of the buffers in wgpu.
const USAGE: wgpu::BufferUsages =
    wgpu::BufferUsages::STORAGE.union(wgpu::BufferUsages::COPY_SRC).union(wgpu::BufferUsages::COPY_DST);

/// What Vulkan says about a GPU.
#[derive(Clone, Debug)]
pub struct Gpu {
    /// Its name.
    pub name: String,
    /// Its PCI vendor.
    pub vendor: u32,
    /// Its UUID, equal in Vulkan and CUDA.
    pub uuid: [u8; 16],
}

/// A buffer and a file descriptor of its memory.
#[derive(Debug)]
pub struct Exported {
    /// The buffer.
    pub buffer: wgpu::Buffer,
    /// File descriptor of its memory.
    pub file: OwnedFd,
    /// Bytes of that memory: at least the buffer's.
    pub allocated: u64,
}

/// The GPU of a device whose buffers can be exported, or why they cannot.
pub fn gpu(device: &wgpu::Device) -> Result<Gpu, String> {
    // SAFETY: what is behind the device is only asked, and let go at the end.
    let hal = unsafe { device.as_hal::<Vulkan>() }.ok_or("the device is not one of Vulkan")?;
    if !hal.enabled_device_extensions().contains(&ash::khr::external_memory_fd::NAME) {
        return Err("the Vulkan device was opened without VK_KHR_external_memory_fd".into());
    }
    let (shared, physical) = (hal.shared_instance(), hal.raw_physical_device());
    let instance = shared.raw_instance();
    // SAFETY: the physical device is of this instance.
    let version = unsafe { instance.get_physical_device_properties(physical) }.api_version;
    if version.min(shared.instance_api_version()) < vk::API_VERSION_1_1 {
        return Err("the driver is older than Vulkan 1.1".into());
    }
    let mut ids = vk::PhysicalDeviceIDProperties::default();
    let mut about = vk::PhysicalDeviceProperties2::default().push_next(&mut ids);
    let asked = vk::PhysicalDeviceExternalBufferInfo::default().usage(VULKAN_USAGE).handle_type(HANDLE);
    let mut external = vk::ExternalBufferProperties::default();
    // SAFETY: the physical device is of this instance, and both know version 1.1, as the calls need.
    unsafe {
        instance.get_physical_device_properties2(physical, &mut about);
        instance.get_physical_device_external_buffer_properties(physical, &asked, &mut external);
    }
    let name = about.properties.device_name_as_c_str().map(|name| name.to_string_lossy().into_owned());
    let name = name.unwrap_or_default();
    let vendor = about.properties.vendor_id;
    let features = external.external_memory_properties.external_memory_features;
    if !features.contains(vk::ExternalMemoryFeatureFlags::EXPORTABLE) {
        return Err(format!("the Vulkan driver of {name} does not export memory of buffers"));
    }
    Ok(Gpu { name, vendor, uuid: ids.device_uuid })
}

/// Handles that are destroyed unless wgpu takes them.
struct Raw<'a> {
    device: &'a ash::Device,
    buffer: vk::Buffer,
    memory: vk::DeviceMemory,
}

impl Drop for Raw<'_> {
    fn drop(&mut self) {
        // SAFETY: both were made with this device and nothing else has them; null is allowed.
        unsafe {
            self.device.destroy_buffer(self.buffer, None);
            self.device.free_memory(self.memory, None);
        }
    }
}

/// Why an allocation failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoMemory {
    /// The GPU has no free memory.
    Full,
    /// Another reason.
    Because(String),
}

impl From<String> for NoMemory {
    fn from(why: String) -> Self {
        Self::Because(why)
    }
}

impl From<&str> for NoMemory {
    fn from(why: &str) -> Self {
        Self::Because(why.into())
    }
}

/// The error of a failed call of Vulkan.
fn failure(what: &str, bytes: u64, why: vk::Result) -> NoMemory {
    match why {
        vk::Result::ERROR_OUT_OF_DEVICE_MEMORY
        | vk::Result::ERROR_OUT_OF_HOST_MEMORY
        | vk::Result::ERROR_TOO_MANY_OBJECTS => NoMemory::Full,
        _ => format!("{what} of {bytes} bytes failed: {why}").into(),
    }
}

/// Allocates a buffer of `bytes`, more than 0, on a device for which [`gpu`] succeeds.
pub fn export(device: &wgpu::Device, bytes: u64) -> Result<Exported, NoMemory> {
    let (raw, file, allocated) = {
        // SAFETY: the device is not destroyed, and what is made of it is wgpu's or destroyed before the end.
        let hal = unsafe { device.as_hal::<Vulkan>() }.ok_or("the device is not one of Vulkan")?;
        let vulkan = hal.raw_device();
        let instance = hal.shared_instance().raw_instance();
        let mut raw = Raw { device: vulkan, buffer: vk::Buffer::null(), memory: vk::DeviceMemory::null() };
        let failed = |what: &'static str| move |why| failure(what, bytes, why);

        let mut external = vk::ExternalMemoryBufferCreateInfo::default().handle_types(HANDLE);
        let described = vk::BufferCreateInfo::default()
            .size(bytes)
            .usage(VULKAN_USAGE)
            .sharing_mode(vk::SharingMode::EXCLUSIVE)
            .push_next(&mut external);
        // SAFETY: the description is complete, and the extension that it needs is there.
        raw.buffer = unsafe { vulkan.create_buffer(&described, None) }.map_err(failed("a buffer to be shared"))?;
        // SAFETY: the buffer is of this device, and the physical device of this instance.
        let (needed, kinds) = unsafe {
            let physical = hal.raw_physical_device();
            (
                vulkan.get_buffer_memory_requirements(raw.buffer),
                instance.get_physical_device_memory_properties(physical),
            )
        };
        let kind = kinds
            .memory_types_as_slice()
            .iter()
            .enumerate()
            .position(|(i, kind)| {
                needed.memory_type_bits & (1 << i) != 0
                    && kind.property_flags.contains(vk::MemoryPropertyFlags::DEVICE_LOCAL)
            })
            .ok_or("the GPU has no device-local memory for shared buffers")?;

        let mut exported = vk::ExportMemoryAllocateInfo::default().handle_types(HANDLE);
        let mut dedicated = vk::MemoryDedicatedAllocateInfo::default().buffer(raw.buffer);
        let asked = vk::MemoryAllocateInfo::default()
            .allocation_size(needed.size)
            .memory_type_index(kind as u32)
            .push_next(&mut exported)
            .push_next(&mut dedicated);
        // SAFETY: size and kind are those that the buffer needs, and the memory is for it alone.
        raw.memory = unsafe { vulkan.allocate_memory(&asked, None) }.map_err(failed("memory to be shared"))?;
        // SAFETY: neither is bound yet, and the memory was made for the buffer.
        unsafe { vulkan.bind_buffer_memory(raw.buffer, raw.memory, 0) }.map_err(failed("binding"))?;

        let functions = ash::khr::external_memory_fd::Device::new(instance, vulkan);
        let wanted = vk::MemoryGetFdInfoKHR::default().memory(raw.memory).handle_type(HANDLE);
        // SAFETY: the memory was allocated to be exported in this way; the descriptor is the caller's.
        let file = unsafe { functions.get_memory_fd(&wanted).map(|file| OwnedFd::from_raw_fd(file)) }
            .map_err(failed("exporting memory"))?;
        let (buffer, memory) = (raw.buffer, raw.memory);
        std::mem::forget(raw);
        // SAFETY: from here on both are wgpu's alone, which destroys them after their last use.
        let raw = unsafe { wgpu::hal::vulkan::Buffer::from_raw_managed(buffer, memory, 0, needed.size) };
        (raw, file, needed.size)
    };
    let described =
        wgpu::BufferDescriptor { label: Some("shared"), size: bytes, usage: USAGE, mapped_at_creation: false };
    // SAFETY: the buffer was made from this device with this size and usage. Its numbers may be anything until they are written, which
    // memory for numbers may be.
    let buffer = unsafe { device.create_buffer_from_hal::<Vulkan>(raw, &described) };
    Ok(Exported { buffer, file, allocated })
}
