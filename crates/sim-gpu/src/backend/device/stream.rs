//! Streams of CUDA: what is launched on one runs in its order.

use super::driver::{Handle, NO_TIMING};
use super::shared::Driver;
use std::ffi::c_int;

/// A stream of CUDA, on which a batch launches its work: see [`GpuBatchSim::use_stream`](crate::GpuBatchSim::use_stream).
///
/// ```
/// use sim_gpu::CudaStream;
///
/// // SAFETY: 0 is the default stream
/// assert_eq!(unsafe { CudaStream::from_handle(0) }, CudaStream::DEFAULT);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CudaStream(Handle);

impl CudaStream {
    /// CUDA's default stream.
    pub const DEFAULT: Self = Self(Handle::NULL);

    /// The stream of a handle (`CUstream`, `cudaStream_t`), 0 for the default stream.
    ///
    /// # Safety
    ///
    /// The handle is 0, or a stream of the GPU's primary context. It exists until batches that use it use another one, or are
    /// dropped.
    pub unsafe fn from_handle(handle: usize) -> Self {
        Self(Handle::foreign(handle))
    }

    /// The handle in the driver.
    pub(super) fn handle(self) -> Handle {
        self.0
    }
}

impl Driver {
    /// Waits for everything launched on a stream.
    pub fn finish(&self, stream: CudaStream) -> Result<(), String> {
        self.inside(|functions| {
            // SAFETY: the stream exists, as its maker promised.
            functions.check("CUDA did not finish its work", unsafe { (functions.synchronize_stream)(stream.handle()) })
        })
    }

    /// Whether a graph is being captured on a stream: then it may not wait for other streams, nor the host for it.
    pub fn is_capturing(&self, stream: CudaStream) -> Result<bool, String> {
        self.inside(|functions| {
            let mut state: c_int = 0;
            // SAFETY: the stream exists, and the state is written into a variable of its type.
            let code = unsafe { (functions.is_capturing)(stream.handle(), &raw mut state) };
            functions.check("CUDA did not tell whether it captures", code)?;
            Ok(state != 0)
        })
    }

    /// Lets what is launched on `later` from now on wait for what was launched on `earlier`. The host does not wait.
    pub fn order(&self, earlier: CudaStream, later: CudaStream) -> Result<(), String> {
        if earlier == later {
            return Ok(());
        }
        self.inside(|functions| {
            let mut event = Handle::NULL;
            // SAFETY: both streams exist. The event is made here; destroyed, it stays valid until both streams have passed it.
            unsafe {
                functions.check("CUDA made no event", (functions.create_event)(&raw mut event, NO_TIMING))?;
                let recorded = (functions.record_event)(event, earlier.handle());
                let waited =
                    if recorded == 0 { (functions.wait_for_event)(later.handle(), event, 0) } else { recorded };
                (functions.destroy_event)(event);
                functions.check("CUDA did not order two streams", waited)
            }
        })
    }
}
