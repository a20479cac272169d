//! Stand-in for systems on which Vulkan and CUDA share no memory: opening returns the reason.

use std::convert::Infallible;
use std::sync::Arc;

/// CUDA on a GPU, never present here.
#[derive(Debug)]
pub struct Driver(Infallible);

/// Memory that CUDA maps, never present here.
#[derive(Debug)]
pub struct Memory(Infallible);

/// Pinned memory of the host, never present here.
#[derive(Debug)]
pub struct HostMemory(Infallible);

/// A kernel of CUDA, never present here.
#[derive(Debug)]
pub struct CudaKernel(Infallible);

/// Timestamps of CUDA, never present here.
#[derive(Debug)]
pub struct Clock(Infallible);

/// A stream of CUDA: only the default one, on which nothing is launched here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CudaStream(());

impl CudaStream {
    /// CUDA's default stream.
    pub const DEFAULT: Self = Self(());

    /// The stream of a handle.
    ///
    /// # Safety
    ///
    /// None is needed: the handle is not used here.
    pub unsafe fn from_handle(_: usize) -> Self {
        Self(())
    }
}

/// An argument of a kernel.
#[derive(Clone, Copy, Debug)]
#[allow(dead_code)] // no kernel reads it here
pub enum Argument<'a> {
    /// A buffer, by its address.
    Address(u64),
    /// Words of 32 bits, by value.
    Settings(&'a [u32]),
}

/// Why an allocation failed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(dead_code)] // nothing is asked for here
pub enum NoMemory {
    /// The GPU has no free memory.
    Full,
    /// Another reason.
    Because(String),
}

/// Why memory cannot be shared with CUDA.
pub fn open(_: &wgpu::Device) -> Result<Arc<Driver>, String> {
    Err("memory is shared with CUDA only on Linux".into())
}

/// Allocates memory that shaders and CUDA share.
pub fn share(driver: &Arc<Driver>, _: &wgpu::Device, _: u64) -> Result<(wgpu::Buffer, Memory), NoMemory> {
    match driver.0 {}
}

impl Driver {
    /// Number of SMs.
    pub fn processors(&self) -> Result<usize, String> {
        match self.0 {}
    }

    /// Index of the GPU in CUDA.
    pub fn ordinal(&self) -> i32 {
        match self.0 {}
    }

    /// Architecture of the GPU.
    pub fn architecture(&self) -> Result<String, String> {
        match self.0 {}
    }

    /// Waits for CUDA.
    pub fn synchronize(&self) -> Result<(), String> {
        match self.0 {}
    }

    /// Waits for a stream.
    pub fn finish(&self, _: CudaStream) -> Result<(), String> {
        match self.0 {}
    }

    /// Whether a graph is being captured.
    pub fn is_capturing(&self, _: CudaStream) -> Result<bool, String> {
        match self.0 {}
    }

    /// Orders two streams.
    pub fn order(&self, _: CudaStream, _: CudaStream) -> Result<(), String> {
        match self.0 {}
    }

    /// An error if an address is no memory of this GPU.
    pub fn check_range(&self, _: u64, _: u64) -> Result<(), String> {
        match self.0 {}
    }
}

impl Memory {
    /// Memory of CUDA's own.
    pub fn allocate(driver: &Arc<Driver>, _: u64) -> Result<Self, NoMemory> {
        match driver.0 {}
    }

    /// Fills it with zeros.
    pub fn clear(&self) -> Result<(), String> {
        match self.0 {}
    }

    /// Where CUDA finds it.
    pub fn address(&self) -> u64 {
        match self.0 {}
    }

    /// Copies from an address of this GPU.
    pub fn copy_from(&self, _: CudaStream, _: u64, _: u64) -> Result<(), String> {
        match self.0 {}
    }

    /// Copies to an address of this GPU.
    pub fn copy_to(&self, _: CudaStream, _: u64, _: u64) -> Result<(), String> {
        match self.0 {}
    }

    /// Copies bytes of the host.
    pub fn upload(&self, _: CudaStream, _: &[u8]) -> Result<(), String> {
        match self.0 {}
    }

    /// Copies bytes to the host.
    pub fn download(&self, _: CudaStream, _: &mut [u8]) -> Result<(), String> {
        match self.0 {}
    }
}

impl HostMemory {
    /// Bytes.
    pub fn allocate(driver: &Arc<Driver>, _: usize) -> Result<Self, NoMemory> {
        match driver.0 {}
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        match self.0 {}
    }

    /// Copies bytes to the device.
    pub fn upload(&mut self, _: CudaStream, _: &Memory, _: usize, _: impl FnOnce(&mut [u8])) -> Result<(), String> {
        match self.0 {}
    }

    /// Copies bytes from the device.
    pub fn download(&mut self, _: CudaStream, _: &Memory, _: usize, _: impl FnOnce(&[u8])) -> Result<(), String> {
        match self.0 {}
    }
}

impl CudaKernel {
    /// Loads a kernel.
    pub fn load(driver: &Arc<Driver>, _: &[u8], _: &str, _: u32) -> Result<Self, String> {
        match driver.0 {}
    }

    /// Starts it.
    pub fn launch(&self, _: CudaStream, _: [u32; 2], _: &[Argument<'_>]) -> Result<(), String> {
        match self.0 {}
    }
}

impl Clock {
    /// A clock.
    pub fn new(driver: &Arc<Driver>, _: CudaStream) -> Self {
        match driver.0 {}
    }

    /// Records a timestamp.
    pub fn record(&mut self) -> Result<(), String> {
        match self.0 {}
    }

    /// Times between timestamps (µs).
    pub fn spans(&self) -> Result<Vec<f64>, String> {
        match self.0 {}
    }
}
