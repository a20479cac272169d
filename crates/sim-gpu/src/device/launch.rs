//! Kernels of CUDA: loaded from what a compiler made, and started over workgroups.

use super::driver::Handle;
use super::shared::Driver;
use std::ffi::{CString, c_void};
use std::sync::Arc;

/// How an image of a module begins, whose length then stands in itself: an ELF file.
const IMAGE: &[u8] = b"\x7fELF";

/// What a kernel is given.
#[derive(Clone, Copy, Debug)]
pub enum Argument<'a> {
    /// A buffer, by its address.
    Address(u64),
    /// Numbers of 32 bits, as many as the kernel's text has there.
    Settings(&'a [u32]),
}

/// A kernel that was loaded, until it is dropped.
#[derive(Debug)]
pub struct CudaKernel {
    driver: Arc<Driver>,
    module: Handle,
    function: Handle,
    threads: u32,
}

impl CudaKernel {
    /// Loads a kernel of so many invocations a workgroup from the image of a module.
    pub fn load(driver: &Arc<Driver>, image: &[u8], entry: &str, threads: u32) -> Result<Self, String> {
        if !image.starts_with(IMAGE) {
            return Err("what the compiler made is no module of CUDA".into());
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

    /// Starts the kernel over workgroups, after what was started before it, with what its text takes, in that order.
    pub fn launch(&self, groups: [u32; 2], arguments: &[Argument<'_>]) -> Result<(), String> {
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
                    Handle::NULL,
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
