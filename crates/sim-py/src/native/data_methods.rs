//! Methods and attributes of `Data` in Python.

use crate::memory::attribute::{Attribute, fill};
use crate::memory::describe::plural;
use crate::memory::views::Block;
use crate::memory::whole::Whole;
use crate::native::contact::WorldContact;
use crate::native::contact_list::ContactList;
use crate::native::counters::{TimerList, WarningList};
use crate::native::counts::COUNTS;
use crate::native::data::{Field, MjData};
use crate::native::given_model::given_model;
use crate::native::model::MjModel;
use crate::native::solver_stats::SolverStatList;
use crate::native::{named, pickle, stepping, unsupported};
use numpy::PyArray1;
use pyo3::PyTypeInfo;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use sim_core::Data;
use sim_core::arrays::{ArrayMut, Shape};
use sim_core::binding::access::FAMILIES;

/// Two numbers of a world.
fn pair(numbers: &mut [f64; 2]) -> Option<Block<'_>> {
    Block::new(Shape { rows: 2, cols: None }, ArrayMut::F64(numbers))
}

/// Iterations of the last solve.
fn iterations(data: &mut Data) -> Option<Block<'_>> {
    Block::new(Shape { rows: data.solver_niter.len(), cols: None }, ArrayMut::I32(&mut data.solver_niter))
}

/// The place of `solver_nnz` among the arrays whose length changes.
const SOLVER_NNZ: usize = usize::MAX;

/// Names of attributes that are written in this file.
const METHODS: [&str; 12] = [
    "model", "time", "energy", "solver", "contact", "contacts", "step", "forward", "inverse", "reset", "warning",
    "timer",
];

#[pymethods]
impl MjData {
    #[new]
    #[pyo3(signature = (model=None), text_signature = "(model)")]
    fn new(model: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        Self::make(&given_model(model)?)
    }

    /// The model this world was made for, or the one that a batch gave it.
    ///
    /// Model.
    #[getter]
    fn model<'py>(&self, py: Python<'py>) -> Bound<'py, MjModel> {
        self.model_of(py)
    }

    /// Simulation time (s).
    ///
    /// float; can be set.
    #[getter]
    fn time(&self) -> f64 {
        self.store.read().time
    }

    #[setter]
    fn set_time(&self, value: f64) {
        self.store.write().time = value;
    }

    /// Potential and kinetic energy (J).
    ///
    /// float64 array (2,); can be set.
    #[getter]
    fn energy(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let make = || self.store.view(py, |data| pair(&mut data.energy)).map(Bound::unbind);
        Ok(self.energy.get_or_try_init(py, make)?.clone_ref(py))
    }

    #[setter]
    fn set_energy(&self, py: Python<'_>, value: &Bound<'_, PyAny>) -> PyResult<()> {
        fill(self.energy(py)?.bind(py), value)
    }

    /// Forward against inverse dynamics: difference of the constraint forces and of the applied forces.
    ///
    /// float64 array (2,); can be set.
    #[getter]
    fn solver_fwdinv(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let make = || self.store.view(py, |data| pair(&mut data.solver_fwdinv)).map(Bound::unbind);
        Ok(self.fwdinv.get_or_try_init(py, make)?.clone_ref(py))
    }

    #[setter]
    fn set_solver_fwdinv(&self, py: Python<'_>, value: &Bound<'_, PyAny>) -> PyResult<()> {
        fill(self.solver_fwdinv(py)?.bind(py), value)
    }

    /// Whether the potential energy belongs to the current positions.
    ///
    /// bool; can be set.
    #[getter]
    fn flg_energypos(&self) -> bool {
        self.store.read().flg_energypos
    }

    #[setter]
    fn set_flg_energypos(&self, value: bool) {
        self.store.write().flg_energypos = value;
    }

    /// Whether the kinetic energy belongs to the current velocities.
    ///
    /// bool; can be set.
    #[getter]
    fn flg_energyvel(&self) -> bool {
        self.store.read().flg_energyvel
    }

    #[setter]
    fn set_flg_energyvel(&self, value: bool) {
        self.store.write().flg_energyvel = value;
    }

    /// Whether the momenta of subtrees belong to the current velocities.
    ///
    /// bool; can be set.
    #[getter]
    fn flg_subtreevel(&self) -> bool {
        self.store.read().flg_subtreevel
    }

    #[setter]
    fn set_flg_subtreevel(&self, value: bool) {
        self.store.write().flg_subtreevel = value;
    }

    /// Whether the accelerations and forces of bodies belong to the current accelerations.
    ///
    /// bool; can be set.
    #[getter]
    fn flg_rnepost(&self) -> bool {
        self.store.read().flg_rnepost
    }

    #[setter]
    fn set_flg_rnepost(&self, value: bool) {
        self.store.write().flg_rnepost = value;
    }

    /// Iterations of the last constraint solve, by island.
    ///
    /// int32 array (20,); can be set.
    #[getter]
    fn solver_niter(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let make = || self.store.view(py, iterations).map(Bound::unbind);
        Ok(self.niter.get_or_try_init(py, make)?.clone_ref(py))
    }

    #[setter]
    fn set_solver_niter(&self, py: Python<'_>, value: &Bound<'_, PyAny>) -> PyResult<()> {
        fill(self.solver_niter(py)?.bind(py), value)
    }

    /// Entries of the solver's matrix, by island. What is written stays until the engine runs; nothing depends on it.
    ///
    /// int32 array (20,); can be set.
    #[getter]
    fn solver_nnz<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let make = || {
            let model = self.model_of(py);
            let (m, d) = (model.get().store.read(), self.store.read());
            let entries = d.solver_nnz(&m);
            drop((m, d));
            Ok(PyArray1::from_slice(py, &entries).into_any())
        };
        self.row_arrays.get(py, SOLVER_NNZ, make)
    }

    #[setter]
    fn set_solver_nnz(&self, py: Python<'_>, value: &Bound<'_, PyAny>) -> PyResult<()> {
        fill(&self.solver_nnz(py)?, value)
    }

    /// Statistics of the iterations of the last constraint solve, island by island.
    ///
    /// SolverStatList.
    #[getter]
    fn solver(slf: &Bound<'_, Self>) -> SolverStatList {
        SolverStatList::new(slf.clone().unbind())
    }

    /// Contacts of the current positions as records in MuJoCo's layout, which can be edited.
    ///
    /// ContactList.
    #[getter]
    fn contact(slf: &Bound<'_, Self>) -> ContactList {
        ContactList::new(slf.clone().unbind())
    }

    /// Contacts of the current positions, copied: objects with bodies, geoms, frame and force.
    ///
    /// list[Contact].
    #[getter]
    fn contacts(slf: &Bound<'_, Self>) -> Vec<WorldContact> {
        WorldContact::all(slf)
    }

    /// Advances the world by `n` time steps.
    ///
    /// n: int, at least 0. StepError: a step failed; nothing is reset. (`mj_step` resets the world and goes on, as MuJoCo does.)
    #[pyo3(signature = (n=Whole(1)), text_signature = "($self, n=1)")]
    fn step(slf: &Bound<'_, Self>, n: Whole) -> PyResult<()> {
        stepping::step(slf, n.count("n", 0, "the number of steps")? as u64)
    }

    /// Computes everything that follows from the current state and inputs, without moving the world.
    ///
    /// StepError says what is wrong.
    fn forward(slf: &Bound<'_, Self>) -> PyResult<()> {
        stepping::forward(slf)
    }

    /// Computes the force `qfrc_inverse` that gives the acceleration `qacc`.
    ///
    /// StepError says what is wrong.
    fn inverse(slf: &Bound<'_, Self>) -> PyResult<()> {
        stepping::inverse(slf)
    }

    /// Returns to the reference pose at rest, or to a keyframe, and computes what follows from it: `xpos`, `sensordata` and all other
    /// results are those of the new state. Applied forces are kept.
    ///
    /// keyframe: str or int or None, its name or index.
    ///
    /// The next step is the same as from a new world, bit by bit. StepError: the new state cannot be evaluated; it is set all the same.
    /// With callbacks (set_mjcb_control ...) nothing is computed: call mj_forward.
    #[pyo3(signature = (keyframe=None))]
    fn reset(slf: &Bound<'_, Self>, keyframe: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        stepping::reset(slf, keyframe)
    }

    /// Counters of the warnings raised since the last reset.
    ///
    /// WarningList.
    #[getter]
    fn warning(slf: &Bound<'_, Self>) -> WarningList {
        WarningList::new(slf.clone().unbind())
    }

    /// How often the engine ran on this world, and how long it took.
    ///
    /// TimerList.
    #[getter]
    fn timer(slf: &Bound<'_, Self>) -> TimerList {
        TimerList::new(slf.clone().unbind())
    }

    fn __getattr__(&self, name: &str) -> PyResult<Py<PyAny>> {
        let arrays = [Data::ARRAYS, Data::PRODUCED, Data::ROW_ARRAYS].into_iter().flatten().map(|info| info.name);
        let accessors = FAMILIES.iter().flat_map(|family| family.data_methods.iter().copied());
        let names = arrays.chain(COUNTS.iter().map(|(name, _)| *name)).chain(accessors).chain(METHODS);
        Err(unsupported::error("Data", name, names))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let name = self.model_of(py).get().quoted_name(py)?;
        let (time, contacts) = (self.time(), self.store.read().contact.len());
        Ok(format!("<Data of {name} at {time:.6} s: {}>", plural(contacts, "contact")))
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Self> {
        self.check()?;
        self.twin(py, self.model_of(py).unbind())
    }

    fn __deepcopy__(&self, py: Python<'_>, memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.check()?;
        let model = py.import("copy")?.call_method1("deepcopy", (self.model_of(py), memo))?;
        self.twin(py, model.cast_into::<MjModel>()?.unbind())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let this = slf.get();
        this.check()?;
        this.settle(slf.py())?;
        let owner = this.model_of(slf.py());
        let (model, data) = (owner.get().store.read().clone(), this.store.read().clone());
        let state = pickle::of_data(slf.py(), &model, data)?;
        let arguments = (owner, state).into_pyobject(slf.py())?;
        Ok((slf.get_type().getattr("_from_state")?, arguments))
    }

    /// Rebuilds a world from what `pickle` stored.
    ///
    /// model: Model; state: dict[str, Any]. Returns Data.
    #[staticmethod]
    fn _from_state(model: &Bound<'_, MjModel>, state: &Bound<'_, PyDict>) -> PyResult<Self> {
        let (copy, fresh) = (model.get().store.read().clone(), Self::make(model)?.store.read().clone());
        let data = pickle::to_data(&copy, fresh, state)?;
        Ok(Self::with(data, model.clone().unbind()))
    }
}

/// Adds the class to the module and its attributes to the class.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let class = MjData::type_object(module.py());
    for (index, (name, _)) in COUNTS.iter().enumerate() {
        let about = Data::scalar_doc(name).unwrap_or_default();
        Attribute::new(name, about, "int".into(), Field::Count(index)).install(&class)?;
    }
    for (index, info) in Data::ARRAYS.iter().enumerate() {
        Attribute::install_array(&class, info, Field::Array(index))?;
    }
    for (index, info) in Data::PRODUCED.iter().enumerate() {
        Attribute::install_array(&class, info, Field::Produced(index))?;
    }
    for (index, info) in Data::ROW_ARRAYS.iter().enumerate() {
        Attribute::install_array(&class, info, Field::Rows(index))?;
    }
    named::install(&class, true)?;
    module.setattr("Data", class)
}
