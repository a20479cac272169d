//! Device memory that shaders reach as a buffer and CUDA by an address.

use super::driver::{
    BufferDescription, CAPABILITY, DEDICATED, DEVICE_MEMORY, DEVICE_ORDINAL, FileOrPointers, Functions, Handle,
    MEMORY_TYPE, MemoryDescription, OPAQUE_FD, PROCESSORS,
};
pub use super::export::NoMemory;
use super::export::{Exported, export, gpu};
use super::stream::CudaStream;
use std::ffi::c_int;
use std::os::fd::{AsRawFd, OwnedFd};
use std::sync::Arc;

/// PCI vendor of NVIDIA.
const NVIDIA: u32 = 0x10de;

/// CUDA on one GPU, in its primary context, which all libraries of a program share.
#[derive(Debug)]
pub struct Driver {
    functions: &'static Functions,
    ordinal: c_int,
    device: c_int,
    context: Handle,
}

/// Device memory with an address in CUDA, freed when it is dropped.
#[derive(Debug)]
pub struct Memory {
    driver: Arc<Driver>,
    /// The imported memory of Vulkan. Null if CUDA allocated it.
    imported: Handle,
    address: u64,
    bytes: u64,
}

/// CUDA on the GPU of a device, or why memory cannot be shared with it.
pub fn open(device: &wgpu::Device) -> Result<Arc<Driver>, String> {
    let gpu = gpu(device)?;
    if gpu.vendor != NVIDIA {
        return Err(format!("{} is no GPU of NVIDIA", gpu.name));
    }
    let functions = Functions::get()?;
    let ordinal = functions.ordinal(gpu.uuid).map_err(|e| format!("{}: {e}", gpu.name))?;
    let (device, _) = functions.device(ordinal)?;
    let mut context = Handle::NULL;
    // SAFETY: the device is one of the driver's; the context is given back when this is dropped.
    let code = unsafe { (functions.retain_context)(&raw mut context, device) };
    functions.check("CUDA made no context", code)?;
    Ok(Arc::new(Driver { functions, ordinal, device, context }))
}

/// Allocates `bytes`, more than 0, that shaders and CUDA share.
pub fn share(driver: &Arc<Driver>, device: &wgpu::Device, bytes: u64) -> Result<(wgpu::Buffer, Memory), NoMemory> {
    let Exported { buffer, file, allocated } = export(device, bytes)?;
    Ok((buffer, Memory::import(driver, file, allocated, bytes)?))
}

impl Driver {
    /// Index of the GPU in CUDA.
    pub fn ordinal(&self) -> i32 {
        self.ordinal
    }

    /// Architecture of the GPU as compilers name it, such as `sm_90`.
    pub fn architecture(&self) -> Result<String, String> {
        let [major, minor] = CAPABILITY.map(|attribute| self.attribute(attribute));
        Ok(format!("sm_{}{}", major?, minor?))
    }

    /// Number of SMs.
    pub fn processors(&self) -> Result<usize, String> {
        Ok(usize::try_from(self.attribute(PROCESSORS)?).unwrap_or(0))
    }

    /// An attribute of the GPU.
    fn attribute(&self, attribute: c_int) -> Result<c_int, String> {
        let mut number = 0;
        // SAFETY: the device is one of the driver's, and the number is written into a variable of its type.
        let code = unsafe { (self.functions.device_attribute)(&raw mut number, attribute, self.device) };
        self.functions.check("CUDA did not return an attribute of its device", code)?;
        Ok(number)
    }

    /// Waits for everything that the program launched in CUDA on this GPU.
    pub fn synchronize(&self) -> Result<(), String> {
        self.inside(|functions| {
            // SAFETY: the context is current.
            functions.check("CUDA did not finish its work", unsafe { (functions.synchronize)() })
        })
    }

    /// Calls `work` with the context current in this thread, then restores the thread's context.
    pub(super) fn inside<R, E: From<String>>(&self, work: impl FnOnce(&Functions) -> Result<R, E>) -> Result<R, E> {
        let functions = self.functions;
        // SAFETY: the context is retained as long as this is there.
        functions.check("CUDA refused its context", unsafe { (functions.push_context)(self.context) })?;
        let outcome = work(functions);
        let mut popped = Handle::NULL;
        // SAFETY: what was pushed above is popped, whatever the work did.
        let left = functions.check("CUDA kept its context", unsafe { (functions.pop_context)(&raw mut popped) });
        outcome.and_then(|result| left.map(|()| result).map_err(E::from))
    }

    /// An error if `bytes` from an address on are not memory of this GPU. What lies between is not looked at.
    pub fn check_range(&self, address: u64, bytes: u64) -> Result<(), String> {
        if bytes == 0 {
            return Ok(());
        }
        self.inside(|functions| {
            self.check_address(functions, address)?;
            self.check_address(functions, address.saturating_add(bytes - 1))
        })
    }

    /// An error if an address is not memory of this GPU.
    fn check_address(&self, functions: &Functions, address: u64) -> Result<(), String> {
        let (mut kind, mut ordinal): (c_int, c_int) = (0, 0);
        // SAFETY: each attribute is an `i32`; the driver rejects an unknown address.
        unsafe {
            let code = (functions.attribute)((&raw mut kind).cast(), MEMORY_TYPE, address);
            functions.check("an address that CUDA does not know", code)?;
            let code = (functions.attribute)((&raw mut ordinal).cast(), DEVICE_ORDINAL, address);
            functions.check("an address of no GPU", code)?;
        }
        if kind != DEVICE_MEMORY {
            return Err("the numbers are in memory of the host".into());
        }
        if ordinal != self.ordinal {
            return Err(format!("the numbers are on GPU {ordinal} of CUDA, and the worlds on GPU {}", self.ordinal));
        }
        Ok(())
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // SAFETY: the context was retained once, and nothing that was made in it is left. Where the program is ending the driver may be
        // gone already, and says so.
        let _ = unsafe { (self.functions.release_context)(self.device) };
    }
}

impl Memory {
    /// Maps the first `bytes` of Vulkan's memory.
    fn import(driver: &Arc<Driver>, file: OwnedFd, allocated: u64, bytes: u64) -> Result<Self, NoMemory> {
        let described = MemoryDescription {
            kind: OPAQUE_FD,
            file: FileOrPointers { file: file.as_raw_fd(), unused: [0; 3] },
            size: allocated,
            flags: DEDICATED,
            reserved: [0; 16],
        };
        let part = BufferDescription { offset: 0, size: bytes, flags: 0, reserved: [0; 16] };
        driver.inside(|functions| {
            let mut imported = Handle::NULL;
            // SAFETY: the description is true of the memory, which Vulkan allocated for one buffer.
            let code = unsafe { (functions.import_memory)(&raw mut imported, &raw const described) };
            functions.check_allocation("CUDA did not take Vulkan's memory", code)?;
            // the descriptor is CUDA's from now on
            std::mem::forget(file);
            let mut memory = Self { driver: Arc::clone(driver), imported, address: 0, bytes };
            // SAFETY: the part is within the memory.
            let code = unsafe { (functions.map_buffer)(&raw mut memory.address, imported, &raw const part) };
            functions.check_allocation("CUDA did not map Vulkan's memory", code)?;
            Ok(memory)
        })
    }

    /// Allocates memory that only CUDA uses.
    pub fn allocate(driver: &Arc<Driver>, bytes: u64) -> Result<Self, NoMemory> {
        driver.inside(|functions| {
            let mut memory = Self { driver: Arc::clone(driver), imported: Handle::NULL, address: 0, bytes };
            // SAFETY: the context is current; the address is freed when this is dropped.
            let code = unsafe { (functions.allocate)(&raw mut memory.address, bytes as usize) };
            functions.check_allocation("CUDA gave no memory", code)?;
            Ok(memory)
        })
    }

    /// Fills it with zeros.
    pub fn clear(&self) -> Result<(), String> {
        self.driver.inside(|functions| {
            // SAFETY: there are as many bytes here.
            let code = unsafe { (functions.clear)(self.address, 0, self.bytes as usize) };
            functions.check("CUDA did not clear memory", code)?;
            // SAFETY: the context is current.
            functions.check("CUDA did not finish clearing memory", unsafe { (functions.synchronize)() })
        })
    }

    /// Its address in CUDA.
    pub fn address(&self) -> u64 {
        self.address
    }

    /// Copies `bytes` from an address of this GPU to its start, after everything on the stream.
    pub fn copy_from(&self, stream: CudaStream, address: u64, bytes: u64) -> Result<(), String> {
        self.check_len(bytes)?;
        self.driver.check_range(address, bytes)?;
        self.driver.inside(|functions| {
            // SAFETY: the bytes fit, and CUDA knows where they begin and end.
            let code = unsafe { (functions.copy)(self.address, address, bytes as usize, stream.handle()) };
            functions.check("CUDA did not copy", code)
        })
    }

    /// Copies its first `bytes` to an address of this GPU, after everything on the stream.
    pub fn copy_to(&self, stream: CudaStream, address: u64, bytes: u64) -> Result<(), String> {
        self.check_len(bytes)?;
        self.driver.check_range(address, bytes)?;
        self.driver.inside(|functions| {
            // SAFETY: there are as many bytes, and CUDA knows where those at the address begin and end.
            let code = unsafe { (functions.copy)(address, self.address, bytes as usize, stream.handle()) };
            functions.check("CUDA did not copy", code)
        })
    }

    /// Copies bytes of the host to its start after everything on the stream, and waits.
    pub fn upload(&self, stream: CudaStream, bytes: &[u8]) -> Result<(), String> {
        self.check_len(bytes.len() as u64)?;
        if bytes.is_empty() {
            return Ok(());
        }
        self.driver.inside(|functions| {
            // SAFETY: the bytes fit, and the driver is done with them at the end.
            unsafe {
                let code = (functions.upload)(self.address, bytes.as_ptr().cast(), bytes.len(), stream.handle());
                let done = (functions.synchronize_stream)(stream.handle());
                functions.check("CUDA did not upload", code)?;
                functions.check("CUDA did not finish an upload", done)
            }
        })
    }

    /// Copies bytes from its start to the host after everything on the stream, and waits.
    pub fn download(&self, stream: CudaStream, bytes: &mut [u8]) -> Result<(), String> {
        self.check_len(bytes.len() as u64)?;
        if bytes.is_empty() {
            return Ok(());
        }
        self.driver.inside(|functions| {
            // SAFETY: there are as many bytes here, and the driver has written them at the end.
            unsafe {
                let code = (functions.download)(bytes.as_mut_ptr().cast(), self.address, bytes.len(), stream.handle());
                let done = (functions.synchronize_stream)(stream.handle());
                functions.check("CUDA did not download", code)?;
                functions.check("CUDA did not finish a download", done)
            }
        })
    }

    fn check_len(&self, bytes: u64) -> Result<(), String> {
        let len = self.bytes;
        if bytes <= len { Ok(()) } else { Err(format!("{bytes} bytes do not fit into memory of {len} bytes")) }
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // what CUDA still does with it comes to its end; where the program is ending the driver may be gone already, and says so
        let _ = self.driver.inside::<_, String>(|functions| {
            // SAFETY: both were made in this context and nothing else frees them; what was not made is left alone.
            unsafe {
                (functions.synchronize)();
                if self.address != 0 {
                    (functions.free)(self.address);
                }
                if self.imported != Handle::NULL {
                    (functions.destroy_memory)(self.imported);
                }
            }
            Ok(())
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GpuSimContext;
    use std::os::unix::fs::FileExt;

    /// Any adapter, a software one among them.
    fn context() -> GpuSimContext {
        GpuSimContext::shared().expect("a Vulkan driver: Debian's mesa-vulkan-drivers")
    }

    #[test]
    fn exported_memory_holds_the_numbers_of_its_buffer() {
        let context = context();
        // a driver that does not export memory gives a reason
        let gpu = match gpu(&context.device) {
            Ok(gpu) => gpu,
            Err(why) => return assert!(why.contains("Vulkan"), "{why}"),
        };
        assert_ne!(gpu.uuid, [0; 16]);
        let exported = export(&context.device, 1024).unwrap();
        assert!(exported.allocated >= 1024 && exported.buffer.size() == 1024);
        let numbers: Vec<u8> = (0..1024).map(|i| (i * 7 % 251) as u8).collect();
        context.upload(&exported.buffer, 0, &numbers);
        context.settle().unwrap();
        // where software runs the shaders, the memory is a file that can be read
        if context.adapter_info().device_type == wgpu::DeviceType::Cpu {
            let file = std::fs::File::from(exported.file);
            // drivers put words of their own before the numbers
            let mut seen = vec![0; file.metadata().unwrap().len() as usize];
            file.read_exact_at(&mut seen, 0).unwrap();
            assert!(seen.windows(1024).any(|part| part == numbers), "{} bytes", seen.len());
        }
    }

    #[test]
    fn a_gpu_without_cuda_has_a_reason() {
        if let Err(why) = open(&context().device) {
            assert!(["NVIDIA", "CUDA", "Vulkan"].iter().any(|word| why.contains(word)), "{why}");
        }
    }
}
