//! NVIDIA's driver for CUDA, loaded at run time: nothing of CUDA is needed to build.

use super::export::NoMemory;
use std::ffi::{CStr, c_char, c_int, c_uint, c_ulonglong, c_void};
use std::sync::OnceLock;

/// An opaque pointer of the driver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub struct Handle(usize);

impl Handle {
    /// The null pointer.
    pub const NULL: Self = Self(0);

    /// A pointer that another library of this program got from the driver.
    pub fn foreign(address: usize) -> Self {
        Self(address)
    }
}

/// Memory to map, as `CUDA_EXTERNAL_MEMORY_HANDLE_DESC` of cuda.h.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct MemoryDescription {
    /// [`OPAQUE_FD`].
    pub kind: c_uint,
    /// The file descriptor, in a union whose largest member is two pointers.
    pub file: FileOrPointers,
    /// Bytes of the memory.
    pub size: c_ulonglong,
    /// [`DEDICATED`].
    pub flags: c_uint,
    /// Zeros.
    pub reserved: [c_uint; 16],
}

/// The part of [`MemoryDescription`] that is a union.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(8))]
pub struct FileOrPointers {
    /// The descriptor.
    pub file: c_int,
    /// The rest.
    pub unused: [c_int; 3],
}

/// A part of mapped memory, as `CUDA_EXTERNAL_MEMORY_BUFFER_DESC` of cuda.h.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct BufferDescription {
    /// Its first byte.
    pub offset: c_ulonglong,
    /// Its bytes.
    pub size: c_ulonglong,
    /// None are known.
    pub flags: c_uint,
    /// Zeros.
    pub reserved: [c_uint; 16],
}

/// Memory by a file descriptor: `CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD`.
pub const OPAQUE_FD: c_uint = 1;
/// Memory of one buffer: `CUDA_EXTERNAL_MEMORY_DEDICATED`.
pub const DEDICATED: c_uint = 1;
/// `CU_POINTER_ATTRIBUTE_MEMORY_TYPE`.
pub const MEMORY_TYPE: c_int = 2;
/// `CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL`.
pub const DEVICE_ORDINAL: c_int = 9;
/// Value of [`MEMORY_TYPE`] for device memory: `CU_MEMORYTYPE_DEVICE`.
pub const DEVICE_MEMORY: c_int = 2;

/// An event without a time, which is cheaper: `CU_EVENT_DISABLE_TIMING`.
pub const NO_TIMING: c_uint = 2;

/// `CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR` and `…_MINOR`: the instruction set of a GPU.
pub const CAPABILITY: [c_int; 2] = [75, 76];
/// `CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT`: number of SMs of a GPU.
pub const PROCESSORS: c_int = 16;

/// The error code of a failed allocation: `CUDA_ERROR_OUT_OF_MEMORY`.
pub const NO_MEMORY: c_int = 2;

/// What to do without a driver.
const MISSING: &str = "install NVIDIA's driver; a container is let in with NVIDIA_DRIVER_CAPABILITIES=all";

macro_rules! functions {
    ($($name:ident = $symbol:literal ($($argument:ty),*),)*) => {
        /// Functions of the driver. Each returns an error code, 0 on success.
        #[derive(Debug)]
        pub struct Functions {
            $(#[doc = $symbol] pub $name: unsafe extern "C" fn($($argument),*) -> c_int,)*
        }

        impl Functions {
            fn load() -> Result<Self, String> {
                // SAFETY: this is NVIDIA's driver, whose initialisers any program that computes with CUDA runs.
                let library = unsafe { libloading::Library::new("libcuda.so.1") }
                    .map_err(|e| format!("NVIDIA's driver for CUDA was not found: {e}; {MISSING}"))?;
                let functions = Self {
                    $($name: {
                        // SAFETY: the type is that of this function in cuda.h.
                        let found = unsafe { library.get::<unsafe extern "C" fn($($argument),*) -> c_int>($symbol.as_bytes()) };
                        *found.map_err(|e| format!("NVIDIA's driver for CUDA is too old: {e}"))?
                    },)*
                };
                // its threads still run: unloading would remove their code
                std::mem::forget(library);
                Ok(functions)
            }
        }
    };
}

functions! {
    init = "cuInit" (c_uint),
    error_name = "cuGetErrorName" (c_int, *mut *const c_char),
    device_count = "cuDeviceGetCount" (*mut c_int),
    device = "cuDeviceGet" (*mut c_int, c_int),
    device_attribute = "cuDeviceGetAttribute" (*mut c_int, c_int, c_int),
    device_uuid = "cuDeviceGetUuid" (*mut [u8; 16], c_int),
    retain_context = "cuDevicePrimaryCtxRetain" (*mut Handle, c_int),
    release_context = "cuDevicePrimaryCtxRelease_v2" (c_int),
    push_context = "cuCtxPushCurrent_v2" (Handle),
    pop_context = "cuCtxPopCurrent_v2" (*mut Handle),
    synchronize = "cuCtxSynchronize" (),
    import_memory = "cuImportExternalMemory" (*mut Handle, *const MemoryDescription),
    map_buffer = "cuExternalMemoryGetMappedBuffer" (*mut u64, Handle, *const BufferDescription),
    destroy_memory = "cuDestroyExternalMemory" (Handle),
    allocate = "cuMemAlloc_v2" (*mut u64, usize),
    free = "cuMemFree_v2" (u64),
    synchronize_stream = "cuStreamSynchronize" (Handle),
    wait_for_event = "cuStreamWaitEvent" (Handle, Handle, c_uint),
    is_capturing = "cuStreamIsCapturing" (Handle, *mut c_int),
    allocate_host = "cuMemAllocHost_v2" (*mut *mut c_void, usize),
    free_host = "cuMemFreeHost" (*mut c_void),
    copy = "cuMemcpyDtoDAsync_v2" (u64, u64, usize, Handle),
    upload = "cuMemcpyHtoDAsync_v2" (u64, *const c_void, usize, Handle),
    download = "cuMemcpyDtoHAsync_v2" (*mut c_void, u64, usize, Handle),
    attribute = "cuPointerGetAttribute" (*mut c_void, c_int, u64),
    clear = "cuMemsetD8_v2" (u64, u8, usize),
    load_module = "cuModuleLoadData" (*mut Handle, *const c_void),
    unload_module = "cuModuleUnload" (Handle),
    function = "cuModuleGetFunction" (*mut Handle, Handle, *const c_char),
    launch = "cuLaunchKernel" (Handle, c_uint, c_uint, c_uint, c_uint, c_uint, c_uint, c_uint, Handle, *mut *mut c_void, *mut *mut c_void),
    create_event = "cuEventCreate" (*mut Handle, c_uint),
    record_event = "cuEventRecord" (Handle, Handle),
    wait_event = "cuEventSynchronize" (Handle),
    elapsed = "cuEventElapsedTime" (*mut f32, Handle, Handle),
    destroy_event = "cuEventDestroy_v2" (Handle),
}

impl Functions {
    /// The driver of this machine, loaded at the first call.
    pub fn get() -> Result<&'static Self, String> {
        static LOADED: OnceLock<Result<Functions, String>> = OnceLock::new();
        LOADED.get_or_init(Self::load).as_ref().map_err(Clone::clone)
    }

    /// An error if a call failed.
    pub fn check(&self, what: &str, code: c_int) -> Result<(), String> {
        if code == 0 {
            return Ok(());
        }
        let mut name = std::ptr::null();
        // SAFETY: the driver writes a pointer to a name that it keeps, or null.
        let name = unsafe {
            (self.error_name)(code, &raw mut name);
            (!name.is_null()).then(|| CStr::from_ptr(name).to_string_lossy())
        };
        Err(format!("{what}: {}", name.unwrap_or_else(|| format!("error {code}").into())))
    }

    /// An error if a call that allocates failed.
    pub fn check_allocation(&self, what: &str, code: c_int) -> Result<(), NoMemory> {
        if code == NO_MEMORY { Err(NoMemory::Full) } else { Ok(self.check(what, code)?) }
    }

    /// Index of a GPU in CUDA, or why it has none.
    pub fn ordinal(&self, uuid: [u8; 16]) -> Result<c_int, String> {
        let mut count = 0;
        // SAFETY: the first call of all; both numbers are written into variables of their types.
        unsafe {
            self.check("CUDA did not start", (self.init)(0))?;
            self.check("CUDA counted no GPUs", (self.device_count)(&raw mut count))?;
        }
        for ordinal in 0..count {
            if self.device(ordinal)?.1 == uuid {
                return Ok(ordinal);
            }
        }
        Err(format!("it is not among the {count} GPUs that CUDA shows: check CUDA_VISIBLE_DEVICES"))
    }

    /// The device of an index, and its UUID.
    pub fn device(&self, ordinal: c_int) -> Result<(c_int, [u8; 16]), String> {
        let (mut device, mut uuid) = (0, [0; 16]);
        // SAFETY: the driver is initialised; both are written into variables of their types.
        unsafe {
            self.check("CUDA did not open its device", (self.device)(&raw mut device, ordinal))?;
            self.check("CUDA did not name its device", (self.device_uuid)(&raw mut uuid, device))?;
        }
        Ok((device, uuid))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::mem::{offset_of, size_of};

    #[test]
    fn descriptions_lie_in_memory_as_cuda_reads_them() {
        let at = (offset_of!(MemoryDescription, file), offset_of!(MemoryDescription, size));
        assert_eq!((at, offset_of!(MemoryDescription, flags), size_of::<MemoryDescription>()), ((8, 24), 32, 104));
        assert_eq!((offset_of!(BufferDescription, flags), size_of::<BufferDescription>()), (16, 88));
        assert_eq!(size_of::<Handle>(), size_of::<*const c_void>());
    }
}
