//! A GPU that is ready for work: adapter, device, queue, limits.

use crate::cuda_program::lender_of;
use crate::device::nvrtc;
use crate::error::{GpuSimError, GpuSimResult};
use crate::lending::Lender;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

/// Which adapter to take.
///
/// ```
/// use sim_gpu::{AdapterChoice, GpuSimContext, GpuSimError};
///
/// match GpuSimContext::new(&AdapterChoice::Named("a card that nobody makes".into())) {
///     Err(GpuSimError::NotAvailable(why)) => println!("{why}"),
///     other => panic!("{other:?}"),
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum AdapterChoice {
    /// The one named by the environment variable `CORTENFORGE_GPU`, else a discrete card, an integrated one, a software one.
    #[default]
    Best,
    /// The first whose name contains this, in any case of letters.
    Named(String),
    /// The one at this place of [`GpuSimContext::adapters`].
    Index(usize),
}

/// A device with its queue. Batches share it; clones are the same device.
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
    /// What was given to the queue, for those who must not overtake it.
    given: Arc<Given>,
    info: wgpu::AdapterInfo,
    lost: Arc<Mutex<Option<String>>>,
    /// Memory that CUDA knows too, or why there is none; opened when it is asked for.
    lender: Arc<OnceLock<Result<Arc<Lender>, String>>>,
}

/// How often the queue was given something, and how often it had been when it was last waited for.
#[derive(Debug, Default)]
struct Given {
    count: AtomicU64,
    waited: AtomicU64,
}

/// Device features that are used where they are there.
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
    /// The adapters there are, the best first.
    pub fn adapters() -> Vec<wgpu::AdapterInfo> {
        adapters().iter().map(wgpu::Adapter::get_info).collect()
    }

    /// The context that batches share where none is given: made at the first call, and again after the device was lost.
    pub fn shared() -> GpuSimResult<Self> {
        static SHARED: OnceLock<Mutex<Option<GpuSimContext>>> = OnceLock::new();
        let cell = SHARED.get_or_init(Mutex::default);
        let mut kept = cell.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        match kept.as_ref().filter(|context| context.check().is_ok()) {
            Some(context) => Ok(context.clone()),
            None => Ok(kept.insert(Self::new(&AdapterChoice::Best)?).clone()),
        }
    }

    /// Opens a device.
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

    /// Shares a device that a program has already, such as that of a renderer.
    ///
    /// Errors of this device that no scope takes, and its loss, are from now on told by [`check`](Self::check) and by what
    /// steps on it; a handler that was set before is replaced.
    pub fn from_device(device: wgpu::Device, queue: wgpu::Queue, info: wgpu::AdapterInfo) -> Self {
        let lost = Arc::new(Mutex::new(None));
        let note = Arc::clone(&lost);
        device.set_device_lost_callback(move |reason, message| {
            let mut lost = note.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            *lost = Some(format!("{reason:?}: {message}"));
        });
        // errors are asked for where they matter; one that is not must not end the process
        let note = Arc::clone(&lost);
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            let mut lost = note.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            lost.get_or_insert(error.to_string());
        }));
        Self { device, queue, given: Arc::default(), info, lost, lender: Arc::default() }
    }

    /// Name, vendor, kind and driver of the adapter.
    pub fn adapter_info(&self) -> &wgpu::AdapterInfo {
        &self.info
    }

    /// What the device allows.
    pub fn limits(&self) -> wgpu::Limits {
        self.device.limits()
    }

    /// Whether the device computes with numbers of 64 bits.
    pub fn has_double(&self) -> bool {
        self.device.features().contains(wgpu::Features::SHADER_F64)
    }

    /// Why fields do not reach CUDA without a copy through the host; nothing where they do: on Linux, with a card of NVIDIA, its driver
    /// for Vulkan and libcuda.so.1. The first call opens CUDA on the card, which takes a fifth of a second; else the first batch that needs
    /// it does.
    ///
    /// ```
    /// # let (device, queue, info) = shader_machine::device(&Default::default());
    /// # let context = sim_gpu::GpuSimContext::from_device(device, queue, info);
    /// if let Some(why) = context.no_cuda() {
    ///     println!("one copy: {why}");
    /// }
    /// ```
    pub fn no_cuda(&self) -> Option<&str> {
        self.opened_lender().as_ref().err().map(String::as_str)
    }

    /// What lends memory that CUDA knows too.
    pub(crate) fn lender(&self) -> GpuSimResult<&Arc<Lender>> {
        self.opened_lender().as_ref().map_err(|why| GpuSimError::Cuda(why.clone()))
    }

    /// The version of NVRTC that compiles kernels for this card ([`GpuCompiler::Nvrtc`](crate::GpuCompiler)), or why none does. Like
    /// [`no_cuda`](Self::no_cuda) it opens CUDA.
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
        lender_of(self)?;
        nvrtc::version().map_err(GpuSimError::Nvrtc)
    }

    fn opened_lender(&self) -> &Result<Arc<Lender>, String> {
        self.lender.get_or_init(|| Lender::open(&self.device))
    }

    /// Has the device do what was recorded, after everything before.
    pub(crate) fn submit(&self, recorded: wgpu::CommandBuffer) -> wgpu::SubmissionIndex {
        let submission = self.queue.submit([recorded]);
        self.given.count.fetch_add(1, Ordering::Release);
        submission
    }

    /// Has the device write bytes into a buffer, after everything before.
    pub(crate) fn upload(&self, buffer: &wgpu::Buffer, offset: u64, bytes: &[u8]) {
        self.queue.write_buffer(buffer, offset, bytes);
        self.given.count.fetch_add(1, Ordering::Release);
    }

    /// Waits until the queue has done everything that this crate gave to it, also what was written and not submitted. Costs next to nothing where
    /// nothing was given since the last time.
    pub(crate) fn settle(&self) -> GpuSimResult<()> {
        // whoever comes meanwhile waits too; no lock is held, since callbacks of the program run in here
        let count = self.given.count.load(Ordering::Acquire);
        if self.given.waited.load(Ordering::Acquire) < count {
            self.queue.submit([]);
            let done = self.device.poll(wgpu::PollType::wait_indefinitely());
            self.check()?;
            done.map_err(|e| GpuSimError::BufferReadback(e.to_string()))?;
            self.given.waited.fetch_max(count, Ordering::Release);
        }
        self.check()
    }

    /// Frees memory of the card that waits to be lent to CUDA; whether there was any.
    pub(crate) fn free_idle_memory(&self) -> bool {
        matches!(self.lender.get(), Some(Ok(lender)) if lender.free_idle())
    }

    /// Nanoseconds between two ticks of the device's clock.
    pub(crate) fn clock_period(&self) -> f64 {
        f64::from(self.queue.get_timestamp_period())
    }

    /// Invocations that a subgroup always holds; none where the device does not add up over subgroups.
    pub(crate) fn subgroup_lanes(&self) -> usize {
        let has_subgroups = self.device.features().contains(wgpu::Features::SUBGROUP);
        if has_subgroups { self.info.subgroup_min_size as usize } else { 0 }
    }

    /// Whether the driver silently ends loops: Mesa's llvmpipe lets all loops of an invocation together run 65,535 rounds.
    pub(crate) fn ends_loops(&self) -> bool {
        self.info.name.starts_with("llvmpipe")
    }

    /// Whether the device takes SPIR-V as it is.
    pub(crate) fn takes_spirv(&self) -> bool {
        self.info.backend == wgpu::Backend::Vulkan
            && self.device.features().contains(wgpu::Features::PASSTHROUGH_SHADERS)
    }

    /// An error where the device is gone.
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
            "no adapter was found; install a Vulkan driver (Debian's mesa-vulkan-drivers runs without a card)".into()
        } else {
            format!("no adapter {asked}; there are: {names}")
        })
    })
}
