//! Pinned memory of the host: the GPU copies to and from it directly.

use super::export::NoMemory;
use super::shared::{Driver, Memory};
use super::stream::CudaStream;
use std::ffi::c_void;
use std::ptr::NonNull;
use std::sync::Arc;

/// Pinned memory, freed when it is dropped.
#[derive(Debug)]
pub struct HostMemory {
    driver: Arc<Driver>,
    start: NonNull<u8>,
    len: usize,
}

// SAFETY: the bytes are this value's alone, and CUDA takes calls from every thread.
unsafe impl Send for HostMemory {}

impl HostMemory {
    /// Allocates `len` zeros.
    pub fn allocate(driver: &Arc<Driver>, len: usize) -> Result<Self, NoMemory> {
        driver.inside(|functions| {
            let mut start: *mut c_void = std::ptr::null_mut();
            // SAFETY: the context is current; what is allocated is freed when this is dropped.
            let code = unsafe { (functions.allocate_host)(&raw mut start, len) };
            functions.check("CUDA gave no memory of the host", code)?;
            let start = NonNull::new(start.cast::<u8>()).ok_or("CUDA gave no memory of the host")?;
            // SAFETY: there are as many bytes, and only this value has them.
            unsafe { start.as_ptr().write_bytes(0, len) };
            Ok(Self { driver: Arc::clone(driver), start, len })
        })
    }

    /// Number of bytes.
    pub fn len(&self) -> usize {
        self.len
    }

    fn check_len(&self, len: usize) -> Result<(), String> {
        if len <= self.len {
            Ok(())
        } else {
            Err(format!("{len} bytes do not fit into pinned memory of {} bytes", self.len))
        }
    }

    /// Lets `write` fill the first `len` bytes, copies them to the start of device memory after everything on the stream, and waits.
    pub fn upload(
        &mut self,
        stream: CudaStream,
        to: &Memory,
        len: usize,
        write: impl FnOnce(&mut [u8]),
    ) -> Result<(), String> {
        self.check_len(len)?;
        // SAFETY: the bytes are there and were written when they were made; the GPU is done with them, since every copy is waited for.
        write(unsafe { std::slice::from_raw_parts_mut(self.start.as_ptr(), len) });
        // SAFETY: as above.
        to.upload(stream, unsafe { std::slice::from_raw_parts(self.start.as_ptr(), len) })
    }

    /// Copies the first `len` bytes of device memory after everything on the stream, then passes them to `read`.
    pub fn download(
        &mut self,
        stream: CudaStream,
        from: &Memory,
        len: usize,
        read: impl FnOnce(&[u8]),
    ) -> Result<(), String> {
        self.check_len(len)?;
        // SAFETY: the bytes are there and were written when they were made; the GPU is done with them, since every copy is waited for.
        let bytes = unsafe { std::slice::from_raw_parts_mut(self.start.as_ptr(), len) };
        from.download(stream, bytes)?;
        read(bytes);
        Ok(())
    }
}

impl Drop for HostMemory {
    fn drop(&mut self) {
        let _ = self.driver.inside::<_, String>(|functions| {
            // SAFETY: it was allocated in this context, nothing else frees it, and no copy is under way.
            unsafe { (functions.free_host)(self.start.as_ptr().cast()) };
            Ok(())
        });
    }
}
