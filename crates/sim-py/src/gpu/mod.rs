//! `cortenforge.GpuBatchSim`: thousands of worlds of one model on a GPU.
//!
//! The worlds live on the card; numbers go in and out as numpy arrays of all of them, or through DLPack where CUDA knows the card's
//! memory. Work with the card is done without the interpreter's lock.

mod array;
mod device;
mod dlpack;
mod fields;
mod nvrtc;
mod parameters;
mod work;

use crate::memory::broadcast;
use crate::native::data::MjData;
use crate::native::model::MjModel;
use crate::native::named;
use array::GpuArray;
use fields::GpuRead;
use pyo3::PyTypeInfo;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use sim_core::Model;
use sim_gpu::{
    ControlNoise, GpuBatchSim as Batch, GpuCompiler, GpuOptions, GpuStates as States, KernelTime, Precision,
};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use work::Given;

/// What went wrong in each world: None, or a StepError.
type Errors = Vec<Option<Py<PyAny>>>;

/// States of all worlds at one moment, on the GPU: `GpuBatchSim.save`.
#[pyclass(frozen, module = "cortenforge", name = "GpuStates")]
pub struct GpuStates(States);

#[pymethods]
impl GpuStates {
    fn __len__(&self) -> usize {
        self.0.len()
    }
}

/// `nworld` independent worlds of one model, stepped together on a GPU.
///
/// What `BatchSim` does, for thousands of worlds: `read` and `write` copy a field of all worlds as a numpy array, one row per world. Real
/// numbers are float32 unless `precision` is "double". A step that fails is reported in `errors` and nothing is reset by itself.
///
/// `visible` names the fields of MjData that are kept to be read besides the state and the inputs, `per_world` the arrays and
/// options of the model that worlds may have of their own (see `override`); what is not named costs nothing. `contacts` and `rows`
/// are the most contacts and constraint rows of a world. `adapter` is a part of a GPU's name or its place in `adapters()`; without
/// it the variable CORTENFORGE_GPU names one, else the best is taken. `smooth_lanes`, invocations of the card, share a world in all of the
/// step but the solver, `solver_lanes` there: powers of two, chosen by the model's size where none are given; fewer `smooth_lanes` are
/// quicker for very many worlds, and `cortenforge bench MODEL --gpu --try-lanes` tells which are the quickest. The model is copied: edits of its arrays do not reach the worlds, `override` does.
///
/// `control_noise` is (deviation, time constant in seconds, seed): actuators see `ctrl` and the field "control_noise" added, cut off at the
/// control's range. Before every step the noise falls back towards zero and is pushed at random, so that it wanders there with that
/// part of half the range as its deviation; `ctrl` stays as it was set. The random numbers follow from the seed, the world, the control and
/// the field "noise_step", which counts the world's steps. Both fields are part of the state and zero after a reset.
///
/// `compiler` is "best", "nvrtc" or "driver": NVIDIA's compiler NVRTC makes quicker kernels, on Linux and its cards (1.3 to 2.1 times on an
/// H200, but for one lane to a world), and "best" is NVRTC where it is there, else the driver; the two differ in the last digits. NVRTC needs
/// libnvrtc: `pip install nvidia-cuda-nvrtc-cu12`, which is found by itself, or CUDA's toolkit on the library path. Kernels are kept on disk, and
/// found there without it.
#[pyclass(frozen, subclass, weakref, module = "cortenforge", name = "GpuBatchSim")]
pub struct GpuBatchSim {
    model: Py<MjModel>,
    batch: Mutex<Batch>,
    worlds: usize,
    errors: Mutex<Errors>,
    /// The process that the device belongs to.
    process: u32,
}

fn copy_of(py: Python<'_>, errors: &Errors) -> Errors {
    errors.iter().map(|error| error.as_ref().map(|error| error.clone_ref(py))).collect()
}

fn precision(name: &str) -> PyResult<Precision> {
    match name {
        "single" => Ok(Precision::Single),
        "double" => Ok(Precision::Double),
        _ => Err(PyValueError::new_err(format!("precision is 'single' or 'double', not '{name}'"))),
    }
}

fn compiler(name: &str) -> PyResult<GpuCompiler> {
    match name {
        "driver" => Ok(GpuCompiler::Driver),
        "nvrtc" => Ok(GpuCompiler::Nvrtc),
        "best" => Ok(GpuCompiler::Best),
        _ => Err(PyValueError::new_err(format!("compiler is 'driver', 'nvrtc' or 'best', not '{name}'"))),
    }
}

/// What shaders are made of, besides the model.
fn options(
    model: &Model,
    visible: Vec<String>,
    per_world: &[String],
    precision: &str,
    [contacts, rows]: [Option<usize>; 2],
    [smooth_lanes, solver_lanes]: [Option<usize>; 2],
    control_noise: Option<(f64, f64, u64)>,
) -> PyResult<GpuOptions> {
    let noise = |(deviation, time_constant, seed)| ControlNoise { deviation, time_constant, seed };
    Ok(GpuOptions::default()
        .precision(self::precision(precision)?)
        .visible(visible)
        .per_world(per_world.iter().map(|name| parameters::engine_name(model, name)))
        .contacts(contacts)
        .rows(rows)
        .control_noise(control_noise.map(noise))
        .tune(|tuning| tuning.smooth_lanes(smooth_lanes).solver_lanes(solver_lanes)))
}

#[pymethods]
impl GpuBatchSim {
    #[new]
    #[pyo3(signature = (
        model, nworld, *, visible=vec![], per_world=vec![], precision="single", contacts=None, rows=None, adapter=None,
        smooth_lanes=None, solver_lanes=None, control_noise=None, compiler="best"
    ))]
    fn new(
        model: &Bound<'_, MjModel>,
        nworld: i64,
        visible: Vec<String>,
        per_world: Vec<String>,
        precision: &str,
        contacts: Option<usize>,
        rows: Option<usize>,
        adapter: Option<&Bound<'_, PyAny>>,
        smooth_lanes: Option<usize>,
        solver_lanes: Option<usize>,
        control_noise: Option<(f64, f64, u64)>,
        compiler: &str,
    ) -> PyResult<Self> {
        let py = model.py();
        let worlds =
            usize::try_from(nworld).map_err(|_| PyValueError::new_err("a batch has no negative number of worlds"))?;
        model.get().check()?;
        let (common, choice) = (Arc::new(model.get().twin()), device::choice(adapter)?);
        let (limits, lanes) = ([contacts, rows], [smooth_lanes, solver_lanes]);
        let options = options(&common, visible, &per_world, precision, limits, lanes, control_noise)?
            .compiler(self::compiler(compiler)?);
        if options.compiler != GpuCompiler::Driver {
            nvrtc::look_among_packages(py);
        }
        let batch = device::run(py, || Batch::with(&device::open(&choice)?, common, worlds, &options))?;
        let errors = Mutex::new((0..worlds).map(|_| None).collect());
        let process = std::process::id();
        Ok(Self { model: model.clone().unbind(), batch: Mutex::new(batch), worlds, errors, process })
    }

    /// Whether there is a GPU that can be worked with; a driver that runs shaders on the processor counts.
    #[staticmethod]
    fn available(py: Python<'_>) -> PyResult<bool> {
        device::run(py, || Ok(sim_gpu::GpuSimContext::shared().is_ok()))
    }

    /// Name, type, backend and driver of every adapter, the best first.
    #[staticmethod]
    fn adapters(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyDict>>> {
        device::adapters(py)
    }

    /// What of a model a GPU does not compute, each with what to do about it; an empty list where it runs.
    #[staticmethod]
    fn missing(model: &Bound<'_, MjModel>) -> PyResult<Vec<String>> {
        model.get().check()?;
        let common = model.get().twin();
        device::run(model.py(), || Ok(Batch::missing(&common)))
    }

    /// Major and minor version of NVRTC, which compiles kernels for a GPU where `compiler` is "nvrtc" or "best"; a RuntimeError that
    /// says why, where none does.
    #[staticmethod]
    #[pyo3(signature = (adapter=None))]
    fn nvrtc_version(py: Python<'_>, adapter: Option<&Bound<'_, PyAny>>) -> PyResult<(i32, i32)> {
        nvrtc::look_among_packages(py);
        let choice = device::choice(adapter)?;
        let [major, minor] = device::run(py, || device::open(&choice)?.nvrtc_version())?;
        Ok((major, minor))
    }

    /// Compiles the kernels of a model by NVRTC for an architecture of NVIDIA's cards, such as "sm_90", and puts them into a folder; tells
    /// the seconds that each took. No GPU is needed.
    ///
    /// Where the variable CORTENFORGE_CACHE names that folder, batches of the same model and options find the kernels there, on machines
    /// without NVRTC too. The options are those of a batch.
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
        contacts: Option<usize>,
        rows: Option<usize>,
        smooth_lanes: Option<usize>,
        solver_lanes: Option<usize>,
        control_noise: Option<(f64, f64, u64)>,
    ) -> PyResult<BTreeMap<String, f64>> {
        let py = model.py();
        model.get().check()?;
        nvrtc::look_among_packages(py);
        let common = model.get().twin();
        let (limits, lanes) = ([contacts, rows], [smooth_lanes, solver_lanes]);
        let options = options(&common, visible, &per_world, precision, limits, lanes, control_noise)?;
        let times = device::run(py, || Batch::compile_ahead(&common, &options, architecture, &folder))?;
        Ok(times.into_iter().map(|(kernel, time)| (kernel, time.as_secs_f64())).collect())
    }

    /// The model that the batch was made of.
    #[getter]
    fn model(&self, py: Python<'_>) -> Py<MjModel> {
        self.model.clone_ref(py)
    }

    /// Number of worlds.
    #[getter]
    fn nworld(&self) -> usize {
        self.worlds
    }

    fn __len__(&self) -> usize {
        self.worlds
    }

    /// "single" or "double".
    #[getter]
    fn precision(&self, py: Python<'_>) -> PyResult<&'static str> {
        Ok(match self.work(py, |batch| Ok(batch.precision()))? {
            Precision::Single => "single",
            Precision::Double => "double",
        })
    }

    /// Name of the GPU.
    #[getter]
    fn adapter(&self, py: Python<'_>) -> PyResult<String> {
        self.work(py, |batch| Ok(batch.context().adapter_info().name.clone()))
    }

    /// Who compiled the kernels: "driver" or "nvrtc".
    #[getter]
    fn compiler(&self, py: Python<'_>) -> PyResult<&'static str> {
        Ok(match self.work(py, |batch| Ok(batch.compiler()))? {
            GpuCompiler::Nvrtc => "nvrtc",
            _ => "driver",
        })
    }

    /// Bytes of one world on the GPU, with its share of what the workgroups have: less the more worlds there are.
    #[getter]
    fn bytes_per_world(&self, py: Python<'_>) -> PyResult<usize> {
        self.work(py, |batch| Ok(batch.bytes_per_world()))
    }

    /// What went wrong in the last step of each world: None, or a StepError.
    #[getter]
    fn errors(&self, py: Python<'_>) -> Errors {
        copy_of(py, &self.errors.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Steps every world `n` times, up to its first error; the errors by world.
    ///
    /// `ctrl` of shape (nworld, nu), or of one row for all, is held; of shape (n, nworld, nu) it has the controls of every step, which
    /// go to the GPU at once; of shape (n, 1, nu) they are for all worlds, and are repeated on the GPU. A CUDA tensor of shape (nworld, nu)
    /// or (n, nworld, nu) is taken as `write` takes it. Without `ctrl` the inputs stay as they are.
    #[pyo3(signature = (n=1, ctrl=None))]
    fn step(&self, py: Python<'_>, n: usize, ctrl: Option<&Bound<'_, PyAny>>) -> PyResult<Errors> {
        let failed = match ctrl {
            Some(given) if broadcast::shape_of(given)?.len() > 2 => self.step_with(py, n, given)?,
            Some(given) => {
                self.write(py, "ctrl", given)?;
                self.step_held(py, n)?
            }
            None => self.step_held(py, n)?,
        };
        self.keep(py, failed)
    }

    /// Computes everything that follows from the state and inputs of every world, without moving; the errors by world.
    fn forward(&self, py: Python<'_>) -> PyResult<Errors> {
        let failed = self.work(py, Batch::forward_all)?;
        self.keep(py, failed)
    }

    /// Steps every world `n` times, at most 500, and measures each kernel: a dictionary for each, with its `name`, the `microseconds` of one
    /// dispatch over all worlds, the `lanes` that share a world, and the `workgroup_bytes` of near memory. A RuntimeError where the GPU has
    /// no clock.
    #[pyo3(signature = (n=50))]
    fn profile<'py>(&self, py: Python<'py>, n: usize) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let kernels = self.work(py, |batch| batch.profile_steps(n))?;
        let failed = self.work(py, |batch| batch.errors())?;
        self.keep(py, failed)?;
        let told = |kernel: KernelTime| {
            let about = PyDict::new(py);
            about.set_item("name", kernel.name)?;
            about.set_item("microseconds", kernel.microseconds)?;
            about.set_item("lanes", kernel.lanes)?;
            about.set_item("workgroup_bytes", kernel.workgroup_bytes)?;
            Ok(about)
        };
        kernels.into_iter().map(told).collect()
    }

    /// Resets the worlds that `mask` chooses, by booleans or by their numbers, or all: to the reference pose, or to a keyframe, by its
    /// name or index. Applied forces are kept.
    #[pyo3(signature = (mask=None, keyframe=None))]
    fn reset(
        &self,
        py: Python<'_>,
        mask: Option<&Bound<'_, PyAny>>,
        keyframe: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let chosen = broadcast::chosen(mask, self.worlds)?;
        let key = keyframe.map(|key| named::keyframe(self.model.bind(py), key)).transpose()?;
        let mut mask = vec![false; self.worlds];
        chosen.iter().for_each(|&i| mask[i] = true);
        self.work(py, |batch| match key {
            None => batch.reset_where(&mask),
            Some(key) => {
                let mut data = batch.model().make_data();
                data.reset_to_keyframe(batch.model(), key);
                let states = batch.upload_states(&[data])?;
                let choice: Vec<_> = mask.iter().map(|chosen| chosen.then_some(0)).collect();
                batch.reset_from(&states, &choice)
            }
        })?;
        let mut errors = self.errors(py);
        chosen.into_iter().for_each(|i| errors[i] = None);
        self.replace_errors(errors);
        Ok(())
    }

    /// Copies a field of every world, one row per world: float32 in single precision, float64 in double, int32 for whole numbers.
    ///
    /// The state and the inputs can be read, and what `visible` names. Arrays of contacts and of constraint rows have the length of
    /// their limit: `ncon` and `nefc` tell how many count. The array is the caller's own, on the host: `read_device` leaves it on the
    /// card.
    fn read<'py>(&self, py: Python<'py>, field: &str) -> PyResult<Bound<'py, PyAny>> {
        let shaped = self.field(py, field)?;
        let numbers = self.work(py, |batch| batch.read_numbers(field))?;
        shaped.array(py, numbers)
    }

    /// Copies a field of every world for a library that knows DLPack: `torch.from_dlpack(batch.read_device("qpos"))`.
    ///
    /// Where Vulkan and CUDA share memory the copy is on the card, and nothing goes through the host; elsewhere it is on the host, as
    /// that of `read`, and `no_cuda` tells why. Waits for the GPU.
    fn read_device(&self, py: Python<'_>, field: &str) -> PyResult<GpuArray> {
        let shaped = self.field(py, field)?;
        if self.no_cuda(py)?.is_some() {
            let array = self.read(py, field)?;
            return Ok(GpuArray::on_host(shaped.shape, array));
        }
        let array = self.work(py, |batch| batch.read_cuda(field))?;
        Ok(GpuArray::in_cuda(shaped.shape, array))
    }

    /// Why `read_device` copies through the host; None where arrays stay on the card.
    #[getter]
    fn no_cuda(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.work(py, |batch| Ok(batch.context().no_cuda().map(String::from)))
    }

    /// Begins to read fields as they are now, without waiting for the GPU: steps that follow do not change what is read.
    #[pyo3(signature = (*fields))]
    fn begin_read(&self, py: Python<'_>, fields: Vec<String>) -> PyResult<GpuRead> {
        let shaped = fields.iter().map(|field| self.field(py, field)).collect::<PyResult<_>>()?;
        let names: Vec<&str> = fields.iter().map(String::as_str).collect();
        let reading = self.work(py, |batch| batch.begin_read(&names))?;
        Ok(GpuRead::new(shaped, reading))
    }

    /// Sets a field of the state or of the inputs of every world, from one row per world, or all from the same.
    ///
    /// A CUDA tensor with a row for each world, contiguous and of the field's type (see `read`), is copied on the card; where memory is
    /// not shared with CUDA it comes through the host.
    fn write(&self, py: Python<'_>, field: &str, values: &Bound<'_, PyAny>) -> PyResult<()> {
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

    /// The same as `read`, under the name that BatchSim has for it; into `out` where that is given.
    #[pyo3(signature = (name, out=None))]
    fn get<'py>(&self, py: Python<'py>, name: &str, out: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let array = self.read(py, name)?;
        let Some(out) = out else { return Ok(array) };
        let (found, wanted) = (out.getattr("shape")?, array.getattr("shape")?);
        if !found.eq(&wanted)? {
            return Err(PyValueError::new_err(format!("'{name}' should have shape {wanted}, not {found}")));
        }
        crate::memory::attribute::fill(out, &array)?;
        Ok(out.clone())
    }

    /// The same as `write`, under the name that BatchSim has for it.
    fn set(&self, py: Python<'_>, name: &str, values: &Bound<'_, PyAny>) -> PyResult<()> {
        self.write(py, name, values)
    }

    /// Copies the state and the inputs of every world, on the GPU.
    fn save(&self, py: Python<'_>) -> PyResult<GpuStates> {
        self.work(py, |batch| batch.save_states()).map(GpuStates)
    }

    /// Gives every world the state and the inputs that were saved for it.
    fn restore(&self, py: Python<'_>, states: &Bound<'_, GpuStates>) -> PyResult<()> {
        let states = &states.get().0;
        self.work(py, |batch| batch.restore_states(states))
    }

    /// A copy of world `i` on the CPU: its state, its inputs, and the visible fields as computed last; `forward` computes the rest.
    fn get_env(&self, py: Python<'_>, i: i64) -> PyResult<MjData> {
        let world = broadcast::place(i.into(), self.worlds)?;
        let data = self.work(py, |batch| batch.world(world))?;
        Ok(MjData::with(data, self.model_of(py, i)?))
    }

    /// Gives world `i` the state and the inputs of a world of the CPU.
    fn set_env(&self, py: Python<'_>, i: i64, data: &Bound<'_, MjData>) -> PyResult<()> {
        let world = broadcast::place(i.into(), self.worlds)?;
        data.get().check_sizes(self.model.bind(py))?;
        data.get().settle(py)?;
        let data = data.get().store.read().clone();
        self.work(py, |batch| batch.set_world(world, &data))
    }

    /// The model of world `i`: a copy of its own where it has one, else the one that all share.
    fn model_of(&self, py: Python<'_>, i: i64) -> PyResult<Py<MjModel>> {
        let world = broadcast::place(i.into(), self.worlds)?;
        let own = self.work(py, |batch| {
            let own = batch.model_of(world);
            Ok((!std::ptr::eq(&raw const **own, batch.model())).then(|| Arc::clone(own)))
        })?;
        match own {
            Some(own) => Py::new(py, MjModel::new((*own).clone())),
            None => Ok(self.model.clone_ref(py)),
        }
    }

    /// Gives worlds other values of the named parameters, one row per world or one for all.
    ///
    /// `worlds` chooses them by booleans or by their numbers. A parameter is an array of the model, like `body_mass`, or one of
    /// its options, like `gravity`, and was named in `per_world`. What `mj_setConst` computes from them follows. A new `qpos0` shows
    /// at the next reset. Nothing changes on an error.
    #[pyo3(name = "override", signature = (worlds=None, /, **values))]
    fn override_values(
        &self,
        py: Python<'_>,
        worlds: Option<&Bound<'_, PyAny>>,
        values: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<()> {
        let chosen = broadcast::chosen(worlds, self.worlds)?;
        let Some(values) = values.filter(|_| !chosen.is_empty()) else { return Ok(()) };
        let models: Vec<_> =
            self.work(py, |batch| Ok((0..self.worlds).map(|i| Arc::clone(batch.model_of(i))).collect()))?;
        let common = self.work(py, |batch| Ok(batch.model().clone()))?;
        let columns = parameters::columns(py, &chosen, values, &models, &common)?;
        let given: Vec<(&str, &[f64])> =
            columns.iter().map(|column| (column.name.as_str(), column.numbers.as_slice())).collect();
        self.work(py, |batch| batch.override_fields(&given))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let about = PyTuple::new(py, [self.adapter(py)?])?.get_item(0)?.repr()?;
        Ok(format!("<cortenforge.GpuBatchSim of {} worlds on {about}>", self.worlds))
    }
}

/// Adds the classes to the module. They are no names of the `mujoco` package, so the list of those does not have them.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.setattr("GpuBatchSim", GpuBatchSim::type_object(py))?;
    module.setattr("GpuArray", GpuArray::type_object(py))?;
    module.setattr("GpuRead", GpuRead::type_object(py))?;
    module.setattr("GpuStates", GpuStates::type_object(py))
}
