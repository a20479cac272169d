//! Systems on which Vulkan and CUDA are not brought together: there is a reason, and nothing else.

use std::convert::Infallible;
use std::sync::Arc;

/// CUDA on a card: none is here.
#[derive(Debug)]
pub struct Driver(Infallible);

/// Memory that CUDA knows: none is here.
#[derive(Debug)]
pub struct Memory(Infallible);

/// Why memory cannot be shared with CUDA.
pub fn open(_: &wgpu::Device) -> Result<Arc<Driver>, String> {
    Err("memory is shared with CUDA on Linux alone".into())
}

/// Memory that shaders and CUDA share.
pub fn share(driver: &Arc<Driver>, _: &wgpu::Device, _: u64) -> Result<(wgpu::Buffer, Memory), String> {
    match driver.0 {}
}

impl Driver {
    /// The card's number in CUDA.
    pub fn ordinal(&self) -> i32 {
        match self.0 {}
    }

    /// Waits for CUDA.
    pub fn synchronize(&self) -> Result<(), String> {
        match self.0 {}
    }
}

impl Memory {
    /// Memory of CUDA's own.
    pub fn allocate(driver: &Arc<Driver>, _: u64) -> Result<Self, String> {
        match driver.0 {}
    }

    /// Where CUDA finds it.
    pub fn address(&self) -> u64 {
        match self.0 {}
    }

    /// Copies from an address of the same card.
    pub fn copy_from(&self, _: u64, _: u64) -> Result<(), String> {
        match self.0 {}
    }

    /// Copies bytes of the host.
    pub fn upload(&self, _: &[u8]) -> Result<(), String> {
        match self.0 {}
    }

    /// Copies bytes to the host.
    pub fn download(&self, _: &mut [u8]) -> Result<(), String> {
        match self.0 {}
    }
}
