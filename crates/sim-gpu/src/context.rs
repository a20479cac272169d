//! A GPU that is ready for work: adapter, device, queue, limits.

use crate::backend::cuda::pool::{SharedPool, wait};
use crate::backend::device::nvrtc;
use crate::error::{GpuSimError, GpuSimResult};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

/// Which adapter a context opens.
///
/// ```
/// use sim_gpu::{AdapterChoice, GpuSimContext, GpuSimError};
///
/// match GpuSimContext::new(&AdapterChoice::Named("a GPU that nobody makes".into())) {
///     Err(GpuSimError::NotAvailable(why)) => println!("{why}"),
///     other => panic!("{other:?}"),
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum AdapterChoice {
    /// The one named by the environment variable `CORTENFORGE_GPU`, else a discrete, an integrated or a software GPU, in that order.
    #[default]
    Best,
    /// The first whose name contains this, ignoring case.
    Named(String),
    /// The one at this index of [`GpuSimContext::adapters`].
    Index(usize),
}

/// A device with its queue. Batches share it, and clones refer to the same device.
///
/// ```
/// use sim_gpu::GpuSimContext;
///
/// for adapter in GpuSimContext::adapters() {
///     println!("{} ({:?})", adapter.name, adapter.backend);
/// }
/// # let (device, queue, info) = shader_machine::device(&Default::default());
/// # let context = sim_gpu::GpuSimContext::from_device(device, queue, info);
/// assert!(context.check().is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GpuSimContext {
    pub(crate) device: wgpu::Device,
    queue: wgpu::Queue,
    /// Counts submissions, so that CUDA can wait for them.
    submitted: Arc<Submitted>,
    info: wgpu::AdapterInfo,
    lost: Arc<Mutex<Option<String>>>,
    /// Buffers shared with CUDA, or why there are none. Opened at the first use.
    pool: Arc<OnceLock<Result<Arc<SharedPool>, String>>>,
}

/// Number of submissions and writes to the queue, and that number at the last wait.
#[derive(Debug, Default)]
struct Submitted {
    count: AtomicU64,
    waited: AtomicU64,
}

/// Device features that are used if the adapter has them.
const WANTED: wgpu::Features = wgpu::Features::SHADER_F64
    .union(wgpu::Features::SUBGROUP)
    .union(wgpu::Features::TIMESTAMP_QUERY)
    .union(wgpu::Features::PIPELINE_CACHE)
    .union(wgpu::Features::PASSTHROUGH_SHADERS)
    .union(wgpu::Features::VULKAN_EXTERNAL_MEMORY_FD);

fn instance() -> wgpu::Instance {
    let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle();
    descriptor.backends = wgpu::Backends::VULKAN | wgpu::Backends::METAL | wgpu::Backends::DX12;
    wgpu::Instance::new(descriptor)
}

fn adapters() -> Vec<wgpu::Adapter> {
    let mut all = pollster::block_on(instance().enumerate_adapters(wgpu::Backends::all()));
    // discrete before integrated before software, otherwise as the system lists them
    all.sort_by_key(|adapter| match adapter.get_info().device_type {
        wgpu::DeviceType::DiscreteGpu => 0,
        wgpu::DeviceType::IntegratedGpu | wgpu::DeviceType::VirtualGpu => 1,
        wgpu::DeviceType::Other => 2,
        wgpu::DeviceType::Cpu => 3,
    });
    all
}

impl GpuSimContext {
    /// All adapters, the best first.
    pub fn adapters() -> Vec<wgpu::AdapterInfo> {
        adapters().iter().map(wgpu::Adapter::get_info).collect()
    }

    /// The default context of batches, opened at the first call and again after the device was lost.
    pub fn shared() -> GpuSimResult<Self> {
        static SHARED: OnceLock<Mutex<Option<GpuSimContext>>> = OnceLock::new();
        let cell = SHARED.get_or_init(Mutex::default);
        let mut kept = cell.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        match kept.as_ref().filter(|context| context.check().is_ok()) {
            Some(context) => Ok(context.clone()),
            None => Ok(kept.insert(Self::new(&AdapterChoice::Best)?).clone()),
        }
    }

    /// The default context of batches, or `None` if no adapter can be opened: [`shared`](Self::shared) says why.
    ///
    /// ```
    /// use sim_gpu::GpuSimContext;
    ///
    /// match GpuSimContext::get() {
    ///     Some(context) => println!("worlds run on {}", context.adapter_info().name),
    ///     None => println!("worlds run on the CPU"),
    /// }
    /// ```
    pub fn get() -> Option<Self> {
        Self::shared().ok()
    }

    /// Whether there is a GPU that batches can use. A driver that runs shaders on the CPU counts.
    pub fn is_available() -> bool {
        Self::get().is_some()
    }

    /// Opens a device on the chosen adapter.
    pub fn new(choice: &AdapterChoice) -> GpuSimResult<Self> {
        let adapter = choose(choice)?;
        let limits = adapter.limits();
        let descriptor = wgpu::DeviceDescriptor {
            label: Some("cortenforge"),
            required_features: adapter.features() & WANTED,
            required_limits: limits,
            ..Default::default()
        };
        let (device, queue) = pollster::block_on(adapter.request_device(&descriptor))
            .map_err(|e| GpuSimError::NotAvailable(format!("{}: {e}", adapter.get_info().name)))?;
        Ok(Self::from_device(device, queue, adapter.get_info()))
    }

    /// A context on a device that the program has already, such as that of a renderer.
    ///
    /// This replaces the device's handlers: uncaptured errors and the loss of the device are then reported by [`check`](Self::check) and by
    /// steps.
    pub fn from_device(device: wgpu::Device, queue: wgpu::Queue, info: wgpu::AdapterInfo) -> Self {
        let lost = Arc::new(Mutex::new(None));
        let note = Arc::clone(&lost);
        device.set_device_lost_callback(move |reason, message| {
            let mut lost = note.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            *lost = Some(format!("{reason:?}: {message}"));
        });
        // wgpu's own handler would end the process
        let note = Arc::clone(&lost);
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            let mut lost = note.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            lost.get_or_insert(error.to_string());
        }));
        Self { device, queue, submitted: Arc::default(), info, lost, pool: Arc::default() }
    }

    /// Name, vendor, kind and driver of the adapter.
    pub fn adapter_info(&self) -> &wgpu::AdapterInfo {
        &self.info
    }

    /// Limits of the device.
    pub fn limits(&self) -> wgpu::Limits {
        self.device.limits()
    }

    /// Whether the device computes in f64.
    pub fn has_double(&self) -> bool {
        self.device.features().contains(wgpu::Features::SHADER_F64)
    }

    /// Why memory cannot be shared with CUDA, or `None` if it can: on Linux, with a GPU of NVIDIA, its Vulkan driver and libcuda.so.1.
    ///
    /// The first call opens CUDA on the GPU, which takes 0.2 s.
    ///
    /// ```
    /// # let (device, queue, info) = shader_machine::device(&Default::default());
    /// # let context = sim_gpu::GpuSimContext::from_device(device, queue, info);
    /// if let Some(why) = context.no_cuda() {
    ///     println!("fields go through the host: {why}");
    /// }
    /// ```
    pub fn no_cuda(&self) -> Option<&str> {
        self.opened_pool().as_ref().err().map(String::as_str)
    }

    /// The pool of buffers shared with CUDA.
    pub(crate) fn shared_pool(&self) -> GpuSimResult<&Arc<SharedPool>> {
        self.opened_pool().as_ref().map_err(|why| GpuSimError::Cuda(why.clone()))
    }

    /// The pool of buffers shared with CUDA, if this program can run kernels of NVRTC on the device.
    pub(crate) fn nvrtc_pool(&self) -> GpuSimResult<&Arc<SharedPool>> {
        nvrtc::built_in().map_err(GpuSimError::Nvrtc)?;
        self.shared_pool().map_err(GpuSimError::into_nvrtc)
    }

    /// The version of NVRTC that compiles kernels for this GPU ([`GpuCompiler::Nvrtc`](crate::GpuCompiler)), or why none does. Opens CUDA, as
    /// [`no_cuda`](Self::no_cuda) does.
    ///
    /// ```
    /// # let (device, queue, info) = shader_machine::device(&Default::default());
    /// # let context = sim_gpu::GpuSimContext::from_device(device, queue, info);
    /// match context.nvrtc_version() {
    ///     Ok([major, minor]) => println!("NVRTC {major}.{minor}"),
    ///     Err(why) => println!("{why}"),
    /// }
    /// ```
    pub fn nvrtc_version(&self) -> GpuSimResult<[i32; 2]> {
        self.nvrtc_pool()?;
        nvrtc::version().map_err(GpuSimError::Nvrtc)
    }

    fn opened_pool(&self) -> &Result<Arc<SharedPool>, String> {
        self.pool.get_or_init(|| SharedPool::open(&self.device))
    }

    /// Submits recorded commands.
    pub(crate) fn submit(&self, recorded: wgpu::CommandBuffer) -> wgpu::SubmissionIndex {
        let submission = self.queue.submit([recorded]);
        self.submitted.count.fetch_add(1, Ordering::Release);
        submission
    }

    /// Writes bytes into a buffer, after everything submitted before.
    pub(crate) fn upload(&self, buffer: &wgpu::Buffer, offset: u64, bytes: &[u8]) {
        self.queue.write_buffer(buffer, offset, bytes);
        self.submitted.count.fetch_add(1, Ordering::Release);
    }

    /// Waits for a submission and everything before it.
    pub(crate) fn wait(&self, submission: wgpu::SubmissionIndex) -> GpuSimResult<()> {
        wait(&self.device, submission)
    }

    /// Waits until the queue is done with everything that this crate submitted or wrote. Nearly free if nothing was added since the last
    /// call.
    pub(crate) fn settle(&self) -> GpuSimResult<()> {
        // no lock is held, since callbacks of the program run in `poll`
        let count = self.submitted.count.load(Ordering::Acquire);
        if self.submitted.waited.load(Ordering::Acquire) < count {
            self.queue.submit([]);
            let done = self.device.poll(wgpu::PollType::wait_indefinitely());
            self.check()?;
            done.map_err(|e| GpuSimError::BufferReadback(e.to_string()))?;
            self.submitted.waited.fetch_max(count, Ordering::Release);
        }
        self.check()
    }

    /// Frees idle buffers that are shared with CUDA. Returns whether there were any.
    pub(crate) fn free_idle_memory(&self) -> bool {
        matches!(self.pool.get(), Some(Ok(pool)) if pool.free_idle())
    }

    /// Period of the device's timestamps (ns).
    pub(crate) fn clock_period(&self) -> f64 {
        f64::from(self.queue.get_timestamp_period())
    }

    /// Least threads of a subgroup. 0 if the device has no subgroup operations.
    pub(crate) fn subgroup_lanes(&self) -> usize {
        let has_subgroups = self.device.features().contains(wgpu::Features::SUBGROUP);
        if has_subgroups { self.info.subgroup_min_size as usize } else { 0 }
    }

    /// Whether the driver silently ends loops: with Mesa's llvmpipe all loops of a thread together run 65,535 iterations.
    pub(crate) fn ends_loops(&self) -> bool {
        self.info.name.starts_with("llvmpipe")
    }

    /// Whether the device takes SPIR-V directly.
    pub(crate) fn takes_spirv(&self) -> bool {
        self.info.backend == wgpu::Backend::Vulkan
            && self.device.features().contains(wgpu::Features::PASSTHROUGH_SHADERS)
    }

    /// An error if the device is lost.
    pub fn check(&self) -> GpuSimResult<()> {
        let lost = self.lost.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        match lost.as_ref() {
            Some(message) => Err(GpuSimError::DeviceLost(message.clone())),
            None => Ok(()),
        }
    }
}

fn choose(choice: &AdapterChoice) -> GpuSimResult<wgpu::Adapter> {
    let all = adapters();
    let names = all.iter().map(|adapter| adapter.get_info().name).collect::<Vec<_>>().join(", ");
    let named = |part: &str, from: Vec<wgpu::Adapter>| {
        let part = part.to_lowercase();
        from.into_iter().find(|adapter| adapter.get_info().name.to_lowercase().contains(&part))
    };
    let usual = std::env::var("CORTENFORGE_GPU").ok().filter(|part| !part.is_empty());
    let (found, asked) = match (choice, usual) {
        (AdapterChoice::Index(i), _) => (all.into_iter().nth(*i), format!("has the number {i}")),
        (AdapterChoice::Named(part), _) => (named(part, all), format!("has '{part}' in its name")),
        (AdapterChoice::Best, Some(part)) => {
            (named(&part, all), format!("has '{part}' of the variable CORTENFORGE_GPU in its name"))
        }
        (AdapterChoice::Best, None) => (all.into_iter().next(), "is there".into()),
    };
    found.ok_or_else(|| {
        GpuSimError::NotAvailable(if names.is_empty() {
            "no adapter was found; install a Vulkan driver (Debian's mesa-vulkan-drivers needs no GPU)".into()
        } else {
            format!("no adapter {asked}; there are: {names}")
        })
    })
}
