//! Systems on which Vulkan and CUDA are not brought together: there is a reason, and nothing else.

use std::convert::Infallible;
use std::sync::Arc;

/// CUDA on a card: none is here.
#[derive(Debug)]
pub struct Driver(Infallible);

/// Memory that CUDA knows: none is here.
#[derive(Debug)]
pub struct Memory(Infallible);

/// Bytes of the host that CUDA knows: none are here.
#[derive(Debug)]
pub struct HostMemory(Infallible);

/// A kernel of CUDA: none is here.
#[derive(Debug)]
pub struct CudaKernel(Infallible);

/// A clock of CUDA: none is here.
#[derive(Debug)]
pub struct Clock(Infallible);

/// What a kernel is given.
#[derive(Clone, Copy, Debug)]
#[allow(dead_code)] // no kernel reads it here
pub enum Argument<'a> {
    /// A buffer, by its address.
    Address(u64),
    /// Numbers of 32 bits.
    Settings(&'a [u32]),
}

/// Why there is no memory that is shared.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(dead_code)] // nothing is asked for here
pub enum NoMemory {
    /// The card has no room for it.
    NoRoom,
    /// Anything else.
    Because(String),
}

/// Why memory cannot be shared with CUDA.
pub fn open(_: &wgpu::Device) -> Result<Arc<Driver>, String> {
    Err("memory is shared with CUDA on Linux alone".into())
}

/// Memory that shaders and CUDA share.
pub fn share(driver: &Arc<Driver>, _: &wgpu::Device, _: u64) -> Result<(wgpu::Buffer, Memory), NoMemory> {
    match driver.0 {}
}

impl Driver {
    /// How many processors the card has.
    pub fn processors(&self) -> Result<usize, String> {
        match self.0 {}
    }

    /// The card's number in CUDA.
    pub fn ordinal(&self) -> i32 {
        match self.0 {}
    }

    /// The card's instructions.
    pub fn architecture(&self) -> Result<String, String> {
        match self.0 {}
    }

    /// Waits for CUDA.
    pub fn synchronize(&self) -> Result<(), String> {
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

impl HostMemory {
    /// Bytes.
    pub fn allocate(driver: &Arc<Driver>, _: usize) -> Result<Self, NoMemory> {
        match driver.0 {}
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        match self.0 {}
    }

    /// Writes them and copies them to the card.
    pub fn upload(&mut self, _: &Memory, _: usize, _: impl FnOnce(&mut [u8])) -> Result<(), String> {
        match self.0 {}
    }

    /// Copies them from the card and reads them.
    pub fn download(&mut self, _: &Memory, _: usize, _: impl FnOnce(&[u8])) -> Result<(), String> {
        match self.0 {}
    }
}

impl CudaKernel {
    /// Loads a kernel.
    pub fn load(driver: &Arc<Driver>, _: &[u8], _: &str, _: u32) -> Result<Self, String> {
        match driver.0 {}
    }

    /// Starts it.
    pub fn launch(&self, _: [u32; 2], _: &[Argument<'_>]) -> Result<(), String> {
        match self.0 {}
    }
}

impl Clock {
    /// A clock.
    pub fn new(driver: &Arc<Driver>) -> Self {
        match driver.0 {}
    }

    /// Looks at it.
    pub fn look(&mut self) -> Result<(), String> {
        match self.0 {}
    }

    /// Times between looks.
    pub fn spans(&self) -> Result<Vec<f64>, String> {
        match self.0 {}
    }
}
