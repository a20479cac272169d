//! `cortenforge.GpuBatchSim`: thousands of worlds of one model on a GPU.
//!
//! The worlds are in device memory. Fields of all worlds are copied as numpy arrays, or through DLPack when CUDA shares the memory. Calls
//! of the GPU run without the interpreter's lock.

mod array;
mod calls;
mod device;
mod dlpack;
mod fields;
mod host_views;
mod nvrtc;
mod options;
mod parameters;
mod states;
mod streams;

use crate::batch::reset::{self, Reset};
use crate::memory::broadcast;
use crate::memory::whole::Whole;
use crate::native::data::MjData;
use crate::native::model::MjModel;
use array::GpuArray;
use calls::{Given, copy_of};
use fields::GpuRead;
use host_views::HostViews;
use numpy::PyArray1;
use options::{Noise, Sizes, noise_of};
use pyo3::PyTypeInfo;
use pyo3::exceptions::{PyKeyError, PyNotImplementedError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple, PyType};
use sim_core::Model;
use sim_gpu::{GpuBatchSim as Batch, GpuCompiler, GpuStates as States, KernelTime, Precision};
use states::{GpuStates, add_noise};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// The error of each world: None, or a StepError.
type Errors = Vec<Option<Py<PyAny>>>;

/// `nworld` independent worlds of one model, stepped together on a GPU.
///
/// The methods are those of `BatchSim`: see `cortenforge.Batch`. Real numbers are float32 unless `precision` is "double". The model is
/// copied: edits of its arrays do not reach the worlds, `override` does.
///
/// model: Model; nworld: int.
///
/// visible: Sequence[str], names of fields of Data that can be read besides the state and the inputs. per_world: Sequence[str], names of
/// arrays and options of the model that `override` may set for single worlds. Fields that are not named cost nothing.
///
/// precision: "single" or "double". contacts, rows: int or None, the most contacts and constraint rows of a world. Default: from the model.
///
/// adapter: str or int or None, part of a GPU's name, or its index in `adapters()`. Default: the variable CORTENFORGE_GPU, else the best
/// GPU.
///
/// smooth_lanes, solver_lanes: int or None, threads of the GPU that share a world, in the solver and in the rest of the step. Powers of
/// two. Default: from the model's size and the number of worlds; `cortenforge bench MODEL --gpu --try-lanes` measures them.
///
/// same_bits_for_any_size: bool. The last digits of results depend on the lanes. True: the default lanes follow from the model alone, so
/// that a world has the same bits in batches of all sizes. False: they follow the number of worlds too, which is up to three times as
/// fast. Batches of one size repeat bit for bit in either case.
///
///
/// control_noise: tuple[float, float, int] or None: standard deviation, time constant in seconds, seed. Actuators see `ctrl` plus the field
/// "control_noise", limited to the range of the control. The deviation is relative to half the range. The noise is an Ornstein-Uhlenbeck
/// process: before every step it decays and a random number is added. The numbers follow from the seed, the world, the control and the
/// field "noise_step", which counts steps. Both fields are part of the state and zero after a reset.
///
/// compiler: "driver", "nvrtc" or "best". NVIDIA's compiler NVRTC makes quicker kernels for NVIDIA's GPUs on Linux. "best" uses NVRTC when
/// it is installed, else the driver. Results differ in the last digits. NVRTC is `pip install nvidia-cuda-nvrtc-cu12` or part of the CUDA
/// toolkit. Compiled kernels are kept on disk, and used from there without NVRTC.
#[pyclass(frozen, subclass, weakref, module = "cortenforge", name = "GpuBatchSim")]
pub struct GpuBatchSim {
    model: Py<MjModel>,
    batch: Mutex<Batch>,
    worlds: usize,
    /// None after `submit`, until somebody asks for them.
    errors: Mutex<Option<Errors>>,
    /// Views on the host, where kernels are not CUDA's.
    host_views: HostViews,
    /// The stream that the caller named.
    stream: Mutex<Option<Py<PyAny>>>,
    /// Whether the batch launches its work on streams, and the GPU's index in CUDA.
    cuda: Option<i32>,
    /// The arguments of the class besides model and number of worlds, for `pickle`.
    options: Py<PyDict>,
    /// Names of the parameters that may differ between worlds.
    per_world: Vec<String>,
    /// The process that the device belongs to.
    process: u32,
}

#[pymethods]
impl GpuBatchSim {
    #[new]
    #[pyo3(signature = (
        model, nworld, *, visible=vec![], per_world=vec![], precision="single", contacts=None, rows=None, adapter=None,
        smooth_lanes=None, solver_lanes=None, control_noise=None, compiler="best", same_bits_for_any_size=false
    ))]
    fn new(
        model: &Bound<'_, MjModel>,
        nworld: Whole,
        visible: Vec<String>,
        per_world: Vec<String>,
        precision: &str,
        contacts: Option<Whole>,
        rows: Option<Whole>,
        adapter: Option<&Bound<'_, PyAny>>,
        smooth_lanes: Option<Whole>,
        solver_lanes: Option<Whole>,
        control_noise: Option<Noise>,
        compiler: &str,
        same_bits_for_any_size: bool,
    ) -> PyResult<Self> {
        let py = model.py();
        let worlds = nworld.count("nworld", 0, "the number of worlds")?;
        let sizes = Sizes::new([contacts, rows], [smooth_lanes, solver_lanes])?;
        let control_noise = noise_of(control_noise)?;
        let kept = PyDict::new(py);
        kept.set_item("visible", &visible)?;
        kept.set_item("per_world", &per_world)?;
        kept.set_item("precision", precision)?;
        kept.set_item("contacts", sizes.limits[0])?;
        kept.set_item("rows", sizes.limits[1])?;
        kept.set_item("adapter", adapter)?;
        kept.set_item("smooth_lanes", sizes.lanes[0])?;
        kept.set_item("solver_lanes", sizes.lanes[1])?;
        kept.set_item("control_noise", control_noise)?;
        kept.set_item("compiler", compiler)?;
        kept.set_item("same_bits_for_any_size", same_bits_for_any_size)?;
        model.get().check()?;
        let (common, choice) = (Arc::new(model.get().twin()), device::choice(adapter)?);
        let options = options::of_batch(&common, visible, &per_world, precision, &sizes, control_noise)?
            .compiler(options::compiler(compiler)?)
            .same_bits_for_any_size(same_bits_for_any_size);
        if options.compiler != GpuCompiler::Driver {
            nvrtc::look_among_packages(py);
        }
        let batch = device::run(py, || {
            // a model that is refused opens no device
            Batch::check_model(&common)?;
            Batch::with(&device::open(&choice)?, common, worlds, &options)
        })?;
        let errors = Mutex::new(Some((0..worlds).map(|_| None).collect()));
        let cuda = batch.cuda_ordinal();
        Ok(Self {
            model: model.clone().unbind(),
            batch: Mutex::new(batch),
            worlds,
            errors,
            host_views: HostViews::default(),
            stream: Mutex::default(),
            cuda,
            options: kept.unbind(),
            per_world,
            process: std::process::id(),
        })
    }

    /// Returns whether a GPU can be used. A driver that runs shaders on the CPU counts.
    ///
    /// Returns bool.
    #[staticmethod]
    fn available(py: Python<'_>) -> PyResult<bool> {
        device::run(py, || Ok(sim_gpu::GpuSimContext::is_available()))
    }

    /// Lists name, type, backend and driver of every adapter, the best first.
    ///
    /// Returns list[dict[str, str]].
    #[staticmethod]
    fn adapters(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyDict>>> {
        device::adapters(py)
    }

    /// Lists what a GPU does not compute of a model, each with a cure. An empty list: the model runs.
    ///
    /// model: Model. Returns list[str].
    #[staticmethod]
    fn missing(model: &Bound<'_, MjModel>) -> PyResult<Vec<String>> {
        model.get().check()?;
        let common = model.get().twin();
        device::run(model.py(), || Ok(Batch::missing(&common)))
    }

    /// Returns the version of NVRTC, which compiles kernels for a GPU: (major, minor).
    ///
    /// adapter: str or int or None. Returns tuple[int, int]. RuntimeError: NVRTC is not used, with the reason.
    #[staticmethod]
    #[pyo3(signature = (adapter=None))]
    fn nvrtc_version(py: Python<'_>, adapter: Option<&Bound<'_, PyAny>>) -> PyResult<(i32, i32)> {
        nvrtc::look_among_packages(py);
        let choice = device::choice(adapter)?;
        let [major, minor] = device::run(py, || device::open(&choice)?.nvrtc_version())?;
        Ok((major, minor))
    }

    /// Compiles the kernels of a model with NVRTC and writes them to a folder. Needs no GPU.
    ///
    /// model: Model; folder: path; architecture: str, such as "sm_90". Returns dict[str, float], the seconds that each kernel took. The
    /// options are those of the class: visible, per_world: Sequence[str]. precision: "single" or "double". contacts, rows: int or None.
    /// smooth_lanes, solver_lanes: int or None. control_noise: tuple[float, float, int] or None.
    ///
    /// Batches of this model and these options find the kernels
    /// when the variable CORTENFORGE_CACHE names the folder, also on machines without NVRTC.
    #[staticmethod]
    #[pyo3(signature = (
        model, folder, architecture, *, visible=vec![], per_world=vec![], precision="single", contacts=None, rows=None,
        smooth_lanes=None, solver_lanes=None, control_noise=None
    ))]
    fn compile_ahead(
        model: &Bound<'_, MjModel>,
        folder: PathBuf,
        architecture: &str,
        visible: Vec<String>,
        per_world: Vec<String>,
        precision: &str,
        contacts: Option<Whole>,
        rows: Option<Whole>,
        smooth_lanes: Option<Whole>,
        solver_lanes: Option<Whole>,
        control_noise: Option<Noise>,
    ) -> PyResult<BTreeMap<String, f64>> {
        let py = model.py();
        model.get().check()?;
        nvrtc::look_among_packages(py);
        let common = model.get().twin();
        let sizes = Sizes::new([contacts, rows], [smooth_lanes, solver_lanes])?;
        let options = options::of_batch(&common, visible, &per_world, precision, &sizes, noise_of(control_noise)?)?;
        let times = device::run(py, || Batch::compile_ahead(&common, &options, architecture, &folder))?;
        // numbers of worlds with other lanes have kernels of the same names
        let mut sums = BTreeMap::new();
        for (kernel, time) in times {
            *sums.entry(kernel).or_insert(0.0) += time.as_secs_f64();
        }
        Ok(sums)
    }

    /// The model that the batch was made of.
    ///
    /// Model.
    #[getter]
    fn model(&self, py: Python<'_>) -> Py<MjModel> {
        self.model.clone_ref(py)
    }

    /// Number of worlds.
    ///
    /// int.
    #[getter]
    fn nworld(&self) -> usize {
        self.worlds
    }

    fn __len__(&self) -> usize {
        self.worlds
    }

    /// What the worlds run on: the name of the GPU.
    ///
    /// str.
    #[getter]
    fn device(&self, py: Python<'_>) -> PyResult<String> {
        self.adapter(py)
    }

    /// None: the worlds are not stepped by threads of the CPU.
    ///
    /// None.
    #[getter]
    fn threads(&self) -> Option<usize> {
        None
    }

    /// Type of real numbers on the GPU.
    ///
    /// "single" or "double".
    #[getter]
    fn precision(&self, py: Python<'_>) -> PyResult<&'static str> {
        Ok(match self.work(py, |batch| Ok(batch.precision()))? {
            Precision::Single => "single",
            Precision::Double => "double",
        })
    }

    /// Name of the GPU.
    ///
    /// str.
    #[getter]
    fn adapter(&self, py: Python<'_>) -> PyResult<String> {
        self.work(py, |batch| Ok(batch.context().adapter_info().name.clone()))
    }

    /// Compiler of the kernels.
    ///
    /// "driver" or "nvrtc".
    #[getter]
    fn compiler(&self, py: Python<'_>) -> PyResult<&'static str> {
        Ok(match self.work(py, |batch| Ok(batch.compiler()))? {
            GpuCompiler::Nvrtc => "nvrtc",
            _ => "driver",
        })
    }

    /// Bytes of device memory of one world, with its share of buffers of the workgroups.
    ///
    /// int.
    #[getter]
    fn bytes_per_world(&self, py: Python<'_>) -> PyResult<usize> {
        self.work(py, |batch| Ok(batch.bytes_per_world()))
    }

    /// The error of each world in its last step or forward pass: None, or a StepError with `world` and `kind`.
    ///
    /// list[StepError | None].
    #[getter]
    fn errors(&self, py: Python<'_>) -> PyResult<Errors> {
        if let Some(known) = &*self.errors.lock().unwrap_or_else(PoisonError::into_inner) {
            return Ok(copy_of(py, known));
        }
        let failed = self.work(py, |batch| batch.errors())?;
        self.keep(py, failed)
    }

    /// The stream of CUDA on which the batch launches its work. None: PyTorch's current stream when PyTorch uses CUDA, else the default
    /// stream.
    ///
    /// Streams of PyTorch, CuPy and Numba can be set, and objects with `__cuda_stream__`. Batches whose compiler is "driver" use no stream.
    ///
    /// Any; can be set.
    #[getter]
    fn stream(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        let stream = self.stream.lock().unwrap_or_else(PoisonError::into_inner);
        stream.as_ref().map(|stream| stream.clone_ref(py))
    }

    #[setter]
    fn set_stream(&self, py: Python<'_>, stream: Option<Bound<'_, PyAny>>) -> PyResult<()> {
        if let Some(stream) = &stream {
            streams::handle(stream)?;
        }
        // the work on the stream before is followed before that stream may go
        let before = {
            let mut kept = self.stream.lock().unwrap_or_else(PoisonError::into_inner);
            std::mem::replace(&mut *kept, stream.map(Bound::unbind))
        };
        self.follow(py)?;
        drop(before);
        Ok(())
    }

    /// Steps every world `n` times, up to its first error, and returns the error of each world: None, or a StepError.
    ///
    /// n: int, at least 0. ctrl: array or None, the controls. Shape (nworld, nu), or one row for all worlds: held for all steps. Shape (n,
    /// nworld, nu): for every step, copied to the GPU once. Shape (n, 1, nu): for every step and all worlds, repeated on the GPU. None: the
    /// inputs stay as they are. A CUDA tensor of shape (nworld, nu) or (n, nworld, nu) is taken as `set` takes it.
    ///
    /// state, sensordata: numpy float64 array or None, results of `BatchSim.step`, which a GPU does not write: NotImplementedError names
    /// what to use instead. Returns list[StepError | None].
    #[pyo3(
        signature = (n=Whole(1), *, ctrl=None, state=None, sensordata=None),
        text_signature = "($self, n=1, *, ctrl=None, state=None, sensordata=None)"
    )]
    fn step(
        &self,
        py: Python<'_>,
        n: Whole,
        ctrl: Option<&Bound<'_, PyAny>>,
        state: Option<&Bound<'_, PyAny>>,
        sensordata: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Errors> {
        let n = n.count("n", 0, "the number of steps")?;
        for (name, given, instead) in
            [("state", state, "save() or get(\"qpos\")"), ("sensordata", sensordata, "get(\"sensordata\")")]
        {
            if given.is_some() {
                return Err(PyNotImplementedError::new_err(format!(
                    "`{name}` is not written by step() on a GPU: call {instead} after it"
                )));
            }
        }
        self.begin(py)?;
        let failed = match ctrl {
            Some(given) if broadcast::shape_of(given)?.len() > 2 => self.step_with(py, n, given)?,
            Some(given) => {
                self.set(py, "ctrl", given)?;
                self.step_held(py, n)?
            }
            None => self.step_held(py, n)?,
        };
        self.end(py)?;
        self.keep(py, failed)
    }

    /// Steps every world `n` times with its inputs held, and does not wait for the GPU: `errors` and `get` do.
    ///
    /// n: int, at least 0. With the compiler "nvrtc" the steps are launched on `stream`, and a graph of CUDA can capture them. The status of
    /// each world is in `view("status")`: 0 if it moved. A failed world keeps its state.
    #[pyo3(signature = (n=Whole(1)), text_signature = "($self, n=1)")]
    fn submit(&self, py: Python<'_>, n: Whole) -> PyResult<()> {
        let n = n.count("n", 0, "the number of steps")?;
        self.begin(py)?;
        self.work(py, |batch| batch.submit_steps(n))?;
        *self.errors.lock().unwrap_or_else(PoisonError::into_inner) = None;
        self.end(py)
    }

    /// Waits until the GPU is done with everything that was submitted.
    fn wait(&self, py: Python<'_>) -> PyResult<()> {
        self.follow(py)?;
        self.work(py, |batch| batch.finish())
    }

    /// Computes everything that follows from the state and inputs of every world, without moving them.
    ///
    /// Returns list[StepError | None], the error of each world.
    fn forward(&self, py: Python<'_>) -> PyResult<Errors> {
        self.begin(py)?;
        let failed = self.work(py, Batch::forward_all)?;
        self.end(py)?;
        self.keep(py, failed)
    }

    /// Steps every world `n` times, at most 500, and measures each kernel.
    ///
    /// n: int. Returns list[dict[str, Any]], a dictionary for each kernel.
    ///
    /// `name`; `microseconds` of one dispatch over all worlds; `lanes` that share a world; `workgroup_bytes`, bytes of workgroup memory.
    /// RuntimeError: the GPU has no clock.
    #[pyo3(signature = (n=Whole(50)), text_signature = "($self, n=50)")]
    fn profile<'py>(&self, py: Python<'py>, n: Whole) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let n = n.count("n", 1, "the number of steps")?;
        self.begin(py)?;
        let kernels = self.work(py, |batch| batch.profile_steps(n))?;
        self.end(py)?;
        let failed = self.work(py, |batch| batch.errors())?;
        self.keep(py, failed)?;
        let row = |kernel: KernelTime| {
            let about = PyDict::new(py);
            about.set_item("name", kernel.name)?;
            about.set_item("microseconds", kernel.microseconds)?;
            about.set_item("lanes", kernel.lanes)?;
            about.set_item("workgroup_bytes", kernel.workgroup_bytes)?;
            Ok(about)
        };
        kernels.into_iter().map(row).collect()
    }

    /// Resets worlds to the reference pose, to a keyframe, or to saved states. Applied forces are kept. What follows from the state,
    /// like `xpos`, is computed by the next `forward` or `step`.
    ///
    /// mask: array or None, the worlds to reset: nworld booleans, or their numbers. None: all. A CUDA tensor of booleans is read on the GPU,
    /// without a wait with the compiler "nvrtc". keyframe: str or int or None, its name or
    /// index. states: GpuStates or None, what `save` returned. rows: array or None, the row of `states` for each world to reset. None:
    /// each world's own. noise: float or tuple[float, float] or None, standard deviation that is added to `qpos` (m or rad along each dof)
    /// and `qvel`, or a pair of them. seed: int or None. The numbers of a world follow from the seed and its index alone. None: a new
    /// seed.
    ///
    /// ValueError: the mask has another length, or arguments contradict each other. KeyError, IndexError: no such keyframe, world or
    /// row.
    #[pyo3(signature = (mask=None, *, keyframe=None, states=None, rows=None, noise=None, seed=None))]
    fn reset(
        &self,
        py: Python<'_>,
        mask: Option<&Bound<'_, PyAny>>,
        keyframe: Option<&Bound<'_, PyAny>>,
        states: Option<&Bound<'_, GpuStates>>,
        rows: Option<&Bound<'_, PyAny>>,
        noise: Option<&Bound<'_, PyAny>>,
        seed: Option<Whole>,
    ) -> PyResult<()> {
        self.begin(py)?;
        let saved = states.map(|states| states.get().saved());
        if let Some(mask) = mask.map(|mask| self.mask_in_cuda(py, mask)).transpose()?.flatten() {
            let given = reset::OnDevice { keyframe, rows, noise, seed };
            self.reset_on_device(py, &mask, saved, given)?;
            return self.end(py);
        }
        let arguments = reset::Arguments { mask, keyframe, saved: saved.map(States::len), rows, noise, seed };
        let Reset { chosen, keyframe, rows, noise } = arguments.check(self.model.bind(py), self.worlds)?;
        let mut mask = vec![false; self.worlds];
        chosen.iter().for_each(|&i| mask[i] = true);
        self.work(py, |batch| {
            match (keyframe, saved.zip(rows.as_ref())) {
                (None, None) => batch.reset_where(&mask)?,
                (Some(key), _) => batch.reset_to_keyframe(&mask, key)?,
                (None, Some((saved, rows))) => {
                    let mut choice = vec![None; self.worlds];
                    chosen.iter().zip(rows).for_each(|(&i, &row)| choice[i] = Some(row));
                    batch.reset_from(saved, &choice)?;
                }
            }
            noise.map_or(Ok(()), |noise| add_noise(batch, noise, &chosen))
        })?;
        self.forget_errors(py, &chosen);
        self.end(py)
    }

    /// Copies a field of every world for a library that knows DLPack: `torch.from_dlpack(batch.read_device("qpos"))`.
    ///
    /// field: str. Returns GpuArray. The copy is in device memory when Vulkan and CUDA share it, and on the host otherwise: `no_cuda` says
    /// why. Waits for the GPU.
    fn read_device(&self, py: Python<'_>, field: &str) -> PyResult<GpuArray> {
        self.begin(py)?;
        let shaped = self.field(py, field)?;
        if self.no_cuda(py)?.is_some() {
            let array = self.get(py, field, None)?;
            return Ok(GpuArray::on_host(shaped.shape, array));
        }
        let array = self.work(py, |batch| batch.read_cuda(field))?;
        Ok(GpuArray::in_cuda(shaped.shape, array))
    }

    /// Why `read_device` copies through the host; None when arrays stay in device memory.
    ///
    /// str or None.
    #[getter]
    fn no_cuda(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.work(py, |batch| Ok(batch.context().no_cuda().map(String::from)))
    }

    /// Begins to read fields as they are now, without waiting for the GPU: steps that follow do not change what is read.
    ///
    /// fields: str. Returns GpuRead.
    #[pyo3(signature = (*fields))]
    fn begin_read(&self, py: Python<'_>, fields: Vec<String>) -> PyResult<GpuRead> {
        self.begin(py)?;
        let shaped = fields.iter().map(|field| self.field(py, field)).collect::<PyResult<_>>()?;
        let names: Vec<&str> = fields.iter().map(String::as_str).collect();
        let reading = self.work(py, |batch| batch.begin_read(&names))?;
        Ok(GpuRead::new(shaped, reading))
    }

    /// Sets a field of the state or of the inputs of every world.
    ///
    /// name: str, like "qpos". values: array, one row for each world, or one for all. A CUDA tensor with a row for each world, contiguous
    /// and of the field's type (see `get`), is copied on the GPU; through the host when memory is not shared with CUDA. ValueError: the
    /// shape is wrong, or the field is computed by `forward`. KeyError: no such field.
    #[pyo3(name = "set")]
    fn set_values(&self, py: Python<'_>, name: &str, values: &Bound<'_, PyAny>) -> PyResult<()> {
        self.begin(py)?;
        self.set(py, name, values)?;
        self.end(py)
    }

    /// Copies a field of every world: one row for each world. The array is the caller's own, on the host.
    ///
    /// name: str, a field of the state, an input, or a field named by `visible`. Its type is float32 in single precision, float64 in
    /// double, int32 for integers and flags. Arrays of contacts and constraint rows have the length of their limit: `ncon` and `nefc`
    /// are the numbers of entries that count. out: array or None, written. Returns array, `out` if given. KeyError: the field is not
    /// visible. ValueError: `out` has another shape.
    ///
    /// A CUDA tensor as `out`, contiguous and of the field's type, is written on the GPU: with the compiler "nvrtc" on `stream`, without
    /// a wait.
    #[pyo3(signature = (name, out=None))]
    fn get<'py>(&self, py: Python<'py>, name: &str, out: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        self.begin(py)?;
        let shaped = self.field(py, name)?;
        if let Some(Given::Cuda(numbers)) = out.map(|out| self.given(py, out)).transpose()? {
            fields::check_shape(py, name, &numbers, &shaped.shape)?;
            let view = numbers.view;
            self.work(py, |batch| batch.read_into_cuda(name, view))?;
            return Ok(out.map_or_else(|| py.None().into_bound(py), Bound::clone));
        }
        let numbers = self.work(py, |batch| batch.read_numbers(name))?;
        let array = shaped.array(py, numbers)?;
        let Some(out) = out else { return Ok(array) };
        let (found, wanted) = (out.getattr("shape")?, array.getattr("shape")?);
        if !found.eq(&wanted)? {
            return Err(PyValueError::new_err(format!("'{name}' should have shape {wanted}, not {found}")));
        }
        crate::memory::attribute::fill(out, &array)?;
        Ok(out.clone())
    }

    /// A view of a field of every world, always current: `torch.from_dlpack(batch.view("qpos"))`. What is written into a view of the state
    /// or of the inputs counts from the next call on.
    ///
    /// name: str, a field that `get` knows. Returns GpuArray of shape (nworld, ...). Entries of a world lie one after another; from world
    /// to world see `strides`. KeyError: the field is not visible.
    ///
    /// With the compiler "nvrtc" the view is in device memory. With "driver" it is a copy on the host that every call brings up to date, as
    /// a warning says once.
    fn view(slf: &Bound<'_, Self>, name: &str) -> PyResult<GpuArray> {
        let (py, this) = (slf.py(), slf.get());
        this.begin(py)?;
        let shaped = this.field(py, name)?;
        if this.cuda.is_some() {
            let view = this.work(py, |batch| batch.view(name))?;
            return Ok(GpuArray::view_of(shaped.shape, view, slf.clone().into_any().unbind(), name));
        }
        this.host_views.warn(py)?;
        let array = this.host_views.find_or_add(py, name, || {
            let numbers = this.work(py, |batch| batch.read_numbers(name))?;
            shaped.array(py, numbers).map(Bound::unbind)
        })?;
        Ok(GpuArray::on_host(shaped.shape, array.into_bound(py)))
    }

    /// Saves the state and the inputs of every world on the GPU, for `restore` and `reset`.
    ///
    /// Returns GpuStates.
    fn save(&self, py: Python<'_>) -> PyResult<GpuStates> {
        self.begin(py)?;
        self.work(py, |batch| batch.save_states()).map(GpuStates::new)
    }

    /// Gives every world the state and the inputs that were saved for it.
    ///
    /// states: GpuStates, what `save` returned. ValueError: the states are those of another number of worlds, or of another batch.
    fn restore(&self, py: Python<'_>, states: &Bound<'_, GpuStates>) -> PyResult<()> {
        let states = states.get().saved();
        if states.len() != self.worlds {
            return Err(broadcast::wrong_worlds(states.len(), self.worlds));
        }
        self.begin(py)?;
        self.work(py, |batch| batch.restore_states(states))?;
        self.end(py)
    }

    /// A copy of world `i` on the CPU: its state, its inputs, and visible fields as computed last. `forward` computes the rest.
    ///
    /// i: int; negative numbers count from the end. IndexError: no such world. Returns Data.
    fn world(&self, py: Python<'_>, i: Whole) -> PyResult<MjData> {
        let world = broadcast::place(i, self.worlds)?;
        self.begin(py)?;
        let data = self.work(py, |batch| batch.world(world))?;
        Ok(MjData::with(data, self.model_of(py, i)?))
    }

    /// Gives world `i` the state and the inputs of a world of the CPU.
    ///
    /// i: int; negative numbers count from the end. data: Data. IndexError: no such world. ValueError: the sizes of the models differ.
    fn set_world(&self, py: Python<'_>, i: Whole, data: &Bound<'_, MjData>) -> PyResult<()> {
        let world = broadcast::place(i, self.worlds)?;
        data.get().check_sizes(self.model.bind(py))?;
        data.get().settle(py)?;
        let data = data.get().store.read().clone();
        self.begin(py)?;
        self.work(py, |batch| batch.set_world(world, &data))?;
        self.forget_errors(py, &[world]);
        self.end(py)
    }

    /// The model of world `i`: a copy of its model after `override`, else the shared one.
    ///
    /// i: int; negative numbers count from the end. IndexError: no such world. Returns Model.
    fn model_of(&self, py: Python<'_>, i: Whole) -> PyResult<Py<MjModel>> {
        let world = broadcast::place(i, self.worlds)?;
        let own = self.work(py, |batch| {
            batch.refresh_models()?;
            let own = batch.model_of(world);
            Ok((!std::ptr::eq(&raw const **own, batch.model())).then(|| Arc::clone(own)))
        })?;
        match own {
            Some(own) => Py::new(py, self.model.get().sibling((*own).clone())),
            None => Ok(self.model.clone_ref(py)),
        }
    }

    /// Gives worlds their own values of parameters of the model.
    ///
    /// worlds: array or None, booleans or numbers of worlds. None: all. values: array by name, one row for each of these worlds, or one for
    /// all. A parameter is an array of the model, like `body_mass`, or an option, like `gravity`, that `per_world` names. Constants that
    /// follow from it are computed anew. A new `qpos0` shows at the next reset. Nothing changes on an error.
    ///
    /// CUDA tensors for all worlds are copied on the GPU when no constant follows from the parameter, as for geom_friction and
    /// actuator_gainprm. `view` gives such parameters as well.
    #[pyo3(name = "override", signature = (worlds=None, /, **values))]
    fn override_values(
        &self,
        py: Python<'_>,
        worlds: Option<&Bound<'_, PyAny>>,
        values: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<()> {
        let chosen = broadcast::chosen(worlds, self.worlds)?;
        let Some(values) = values.filter(|_| !chosen.is_empty()) else { return Ok(()) };
        self.begin(py)?;
        let values = if worlds.is_none() { &self.override_in_cuda(py, values)? } else { values };
        let models: Vec<_> = self.work(py, |batch| {
            batch.refresh_models()?;
            Ok((0..self.worlds).map(|i| Arc::clone(batch.model_of(i))).collect())
        })?;
        let common = self.work(py, |batch| Ok(batch.model().clone()))?;
        let columns = parameters::columns(py, &chosen, values, &models, &common)?;
        let given: Vec<(&str, &[f64])> =
            columns.iter().map(|column| (column.name.as_str(), column.numbers.as_slice())).collect();
        if !given.is_empty() {
            self.work(py, |batch| batch.override_fields(&given))?;
        }
        self.end(py)
    }

    /// Lets worlds have the parameters of the common model again.
    ///
    /// worlds: array or None, booleans or numbers of worlds. None: all.
    #[pyo3(signature = (worlds=None))]
    fn clear_override(&self, py: Python<'_>, worlds: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let chosen = broadcast::chosen(worlds, self.worlds)?;
        if chosen.is_empty() || self.per_world.is_empty() {
            return Ok(());
        }
        self.begin(py)?;
        self.work(py, |batch| {
            batch.refresh_models()?;
            let models: Vec<_> = (0..self.worlds).map(|i| Arc::clone(batch.model_of(i))).collect();
            let columns = parameters::common(&chosen, &self.per_world, &models, batch.model());
            let given: Vec<(&str, &[f64])> = columns.iter().map(|c| (c.name.as_str(), c.numbers.as_slice())).collect();
            batch.override_fields(&given)
        })?;
        self.end(py)
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let (py, this) = (slf.py(), slf.get());
        let device = PyString::new(py, &this.adapter(py)?).repr()?;
        let (name, n) = (this.model.get().quoted_name(py)?, this.worlds);
        Ok(format!("{}({name}, nworld={n}, device={device})", slf.get_type().name()?))
    }

    /// What `pickle` stores: model, number of worlds, options, parameters of single worlds, and the fields of the state.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, this) = (slf.py(), slf.get());
        let models: Vec<Arc<Model>> = this.work(py, |batch| {
            batch.refresh_models()?;
            Ok((0..this.worlds).map(|i| Arc::clone(batch.model_of(i))).collect())
        })?;
        let (parameters, fields) = (PyDict::new(py), PyDict::new(py));
        for name in this.per_world.iter().filter(|_| this.worlds > 0) {
            let (numbers, shape) = parameters::of_all(name, &models);
            let array = PyArray1::from_vec(py, numbers).call_method1("reshape", (PyTuple::new(py, shape)?,))?;
            parameters.set_item(parameters::python_name(name), array)?;
        }
        for name in Batch::inputs() {
            match this.get(py, name, None) {
                Ok(values) => fields.set_item(name, values)?,
                // a batch without noise on its controls has no fields for it
                Err(error) if error.is_instance_of::<PyKeyError>(py) => {}
                Err(error) => return Err(error),
            }
        }
        let stored = (this.model.clone_ref(py), this.worlds, this.options.clone_ref(py), parameters, fields);
        Ok((slf.get_type().getattr("_from_state")?, stored.into_pyobject(py)?))
    }

    /// Rebuilds a batch from what `pickle` stored.
    ///
    /// model: Model; nworld: int; options, parameters, fields: dict[str, Any]. Returns GpuBatchSim.
    #[classmethod]
    fn _from_state<'py>(
        class: &Bound<'py, PyType>,
        model: &Bound<'py, MjModel>,
        nworld: usize,
        options: &Bound<'py, PyDict>,
        parameters: &Bound<'py, PyDict>,
        fields: &Bound<'py, PyDict>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let batch = class.call((model, nworld), Some(options))?;
        batch.call_method("override", (), Some(parameters))?;
        for (name, values) in fields {
            batch.call_method1("set", (name, values))?;
        }
        Ok(batch)
    }
}

impl GpuBatchSim {
    /// Sets a field of the state or of the inputs of every world.
    pub fn set(&self, py: Python<'_>, field: &str, values: &Bound<'_, PyAny>) -> PyResult<()> {
        let (shape, kind) = fields::input(self.model.get(), field, self.worlds)?;
        let values = match self.given(py, values)? {
            Given::Array(values) => values,
            Given::Cuda(numbers) => {
                fields::check_shape(py, field, &numbers, &shape)?;
                let view = numbers.view;
                return if view.len == 0 { Ok(()) } else { self.work(py, |batch| batch.write_cuda(field, view)) };
            }
        };
        let rule = || Ok(format!("'{field}' has shape {}", broadcast::words(py, &shape)?));
        let rows = fields::reals(&broadcast::spread(&values, Some(kind), &shape, rule)?)?;
        let rows = rows.as_slice()?;
        if rows.is_empty() {
            return Ok(());
        }
        self.work(py, |batch| batch.write(field, rows))
    }
}

/// Adds the classes to the module, but not to its `__all__`: the drop-in exports that list.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.setattr("GpuBatchSim", GpuBatchSim::type_object(py))?;
    module.setattr("GpuArray", GpuArray::type_object(py))?;
    module.setattr("GpuRead", GpuRead::type_object(py))?;
    module.setattr("GpuStates", GpuStates::type_object(py))
}
