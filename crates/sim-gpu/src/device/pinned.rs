//! Memory of the host that stays where it is, so that the card copies to and from it without a detour.

use super::export::NoMemory;
use super::shared::{Driver, Memory};
use std::ffi::c_void;
use std::ptr::NonNull;
use std::sync::Arc;

/// Bytes of the host that CUDA knows, until they are dropped.
#[derive(Debug)]
pub struct HostMemory {
    driver: Arc<Driver>,
    start: NonNull<u8>,
    len: usize,
}

// SAFETY: the bytes are this value's alone, and CUDA takes calls from every thread.
unsafe impl Send for HostMemory {}

impl HostMemory {
    /// Zeros.
    pub fn allocate(driver: &Arc<Driver>, len: usize) -> Result<Self, NoMemory> {
        driver.inside(|functions| {
            let mut start: *mut c_void = std::ptr::null_mut();
            // SAFETY: the context is current; what is allocated is freed when this is dropped.
            let code = unsafe { (functions.allocate_host)(&raw mut start, len) };
            functions.check("CUDA gave no memory of the host", code)?;
            let start = NonNull::new(start.cast::<u8>()).ok_or("CUDA gave no memory of the host")?;
            // SAFETY: there are as many bytes, and nobody else knows them.
            unsafe { start.as_ptr().write_bytes(0, len) };
            Ok(Self { driver: Arc::clone(driver), start, len })
        })
    }

    /// How many bytes there are.
    pub fn len(&self) -> usize {
        self.len
    }

    fn check_room(&self, len: usize) -> Result<(), String> {
        if len <= self.len { Ok(()) } else { Err(format!("{len} bytes do not fit into {} of the host", self.len)) }
    }

    /// Lets the caller write the first bytes, and copies them to the beginning of memory of the card, after all that was started before.
    pub fn upload(&mut self, to: &Memory, len: usize, write: impl FnOnce(&mut [u8])) -> Result<(), String> {
        self.check_room(len)?;
        // SAFETY: the bytes are there and were written when they were made; the card is done with them, since every copy is waited for.
        write(unsafe { std::slice::from_raw_parts_mut(self.start.as_ptr(), len) });
        // SAFETY: as above.
        to.upload(unsafe { std::slice::from_raw_parts(self.start.as_ptr(), len) })
    }

    /// Copies the first bytes of memory of the card when all that was started before is done, and lets the caller read them.
    pub fn download(&mut self, from: &Memory, len: usize, read: impl FnOnce(&[u8])) -> Result<(), String> {
        self.check_room(len)?;
        // SAFETY: the bytes are there and were written when they were made; the card is done with them, since every copy is waited for.
        let bytes = unsafe { std::slice::from_raw_parts_mut(self.start.as_ptr(), len) };
        from.download(bytes)?;
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
