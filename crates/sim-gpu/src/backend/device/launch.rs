//! Kernels of CUDA: loaded from an image, and launched over workgroups.

use super::driver::Handle;
use super::shared::Driver;
use super::stream::CudaStream;
use std::ffi::{CString, c_void};
use std::sync::Arc;

/// First bytes of an image of a module, which is an ELF file and contains its own length.
const IMAGE: &[u8] = b"\x7fELF";

/// An argument of a kernel.
#[derive(Clone, Copy, Debug)]
pub enum Argument<'a> {
    /// A buffer, by its address.
    Address(u64),
    /// Words of 32 bits, by value.
    Settings(&'a [u32]),
}

/// A loaded kernel, unloaded when it is dropped.
#[derive(Debug)]
pub struct CudaKernel {
    driver: Arc<Driver>,
    module: Handle,
    function: Handle,
    threads: u32,
}

impl CudaKernel {
    /// Loads a kernel with `threads` threads per workgroup from the image of a module.
    pub fn load(driver: &Arc<Driver>, image: &[u8], entry: &str, threads: u32) -> Result<Self, String> {
        if !image.starts_with(IMAGE) {
            return Err("the compiler's output is no module of CUDA".into());
        }
        let entry = CString::new(entry).map_err(|e| format!("the name of a kernel: {e}"))?;
        driver.inside(|functions| {
            let mut kernel = Self { driver: Arc::clone(driver), module: Handle::NULL, function: Handle::NULL, threads };
            // SAFETY: the image is a whole module that NVIDIA's compiler made, whose length stands in itself; the driver copies it.
            let code = unsafe { (functions.load_module)(&raw mut kernel.module, image.as_ptr().cast()) };
            functions.check("CUDA did not load a kernel", code)?;
            // SAFETY: the module is loaded, and the name ends with a zero.
            let code = unsafe { (functions.function)(&raw mut kernel.function, kernel.module, entry.as_ptr()) };
            functions.check("CUDA did not find a kernel", code)?;
            Ok(kernel)
        })
    }

    /// Launches the kernel over workgroups, after everything on the stream. `arguments` are in the order of its parameters.
    pub fn launch(&self, stream: CudaStream, groups: [u32; 2], arguments: &[Argument<'_>]) -> Result<(), String> {
        let mut pointers: Vec<*mut c_void> = arguments
            .iter()
            .map(|argument| match argument {
                Argument::Address(address) => (&raw const *address).cast_mut().cast(),
                Argument::Settings(numbers) => numbers.as_ptr().cast_mut().cast(),
            })
            .collect();
        self.driver.inside(|functions| {
            // SAFETY: the arguments are those of the kernel's text, in its order, which the driver reads and copies; the buffers are as
            // large as its plan says.
            let code = unsafe {
                (functions.launch)(
                    self.function,
                    groups[0],
                    groups[1],
                    1,
                    self.threads,
                    1,
                    1,
                    0,
                    stream.handle(),
                    pointers.as_mut_ptr(),
                    std::ptr::null_mut(),
                )
            };
            functions.check("CUDA did not start a kernel", code)
        })
    }
}

impl Drop for CudaKernel {
    fn drop(&mut self) {
        let _ = self.driver.inside::<_, String>(|functions| {
            // SAFETY: the module was loaded in this context, and what runs of it comes to its end first.
            unsafe {
                (functions.synchronize)();
                if self.module != Handle::NULL {
                    (functions.unload_module)(self.module);
                }
            }
            Ok(())
        });
    }
}
