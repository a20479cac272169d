//! Statistics of the constraint solver: `MjData.solver`, `solver_niter`, `solver_nnz`.

use crate::memory::describe::describe;
use crate::native::data::{MjData, read_only};
use numpy::PyArray1;
use pyo3::PyTypeInfo;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use sim_core::binding::solver::{MAX_ISLANDS, MAX_ITERATIONS, SolverStat};

/// Entries of the list, filled or not.
const LENGTH: usize = MAX_ISLANDS * MAX_ITERATIONS;

/// What one iteration did.
#[pyclass(subclass, get_all, set_all, eq, module = "cortenforge", name = "MjSolverStat")]
#[derive(Clone, Copy, Default, PartialEq)]
pub struct MjSolverStat {
    /// Cost reduction, scaled.
    improvement: f64,
    /// Length of the gradient, scaled.
    gradient: f64,
    /// Slope at the end of the line search, scaled.
    lineslope: f64,
    /// Rows that act.
    nactive: i32,
    /// Rows that changed their zone.
    nchange: i32,
    /// Evaluations of the cost in the line search.
    neval: i32,
    /// Rank-one changes of the Hessian's factor.
    nupdate: i32,
}

#[pymethods]
impl MjSolverStat {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    fn __copy__(&self) -> Self {
        *self
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        *self
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let names = ["gradient", "improvement", "lineslope", "nactive", "nchange", "neval", "nupdate"];
        describe(slf.as_any(), &names)
    }
}

/// What the iterations of the last solve did, island by island.
#[pyclass(frozen, module = "cortenforge._core", name = "_MjSolverStatList")]
pub struct SolverStatList {
    data: Py<MjData>,
}

impl SolverStatList {
    /// The statistics of a world.
    pub fn new(data: Py<MjData>) -> Self {
        Self { data }
    }

    fn column<'py, T: numpy::Element + Default>(
        &self,
        py: Python<'py>,
        field: fn(&SolverStat) -> T,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut values: Vec<T> = self.data.get().store.read().solver.iter().map(field).collect();
        values.resize_with(LENGTH, T::default);
        Ok(read_only(PyArray1::from_vec(py, values).into_any()))
    }
}

#[pymethods]
impl SolverStatList {
    /// Cost reduction, scaled.
    #[getter]
    fn improvement<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.column(py, |s| s.improvement)
    }

    /// Length of the gradient, scaled.
    #[getter]
    fn gradient<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.column(py, |s| s.gradient)
    }

    /// Slope at the end of the line search, scaled.
    #[getter]
    fn lineslope<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.column(py, |s| s.lineslope)
    }

    /// Rows that act.
    #[getter]
    fn nactive<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.column(py, |s| s.nactive)
    }

    /// Rows that changed their zone.
    #[getter]
    fn nchange<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.column(py, |s| s.nchange)
    }

    /// Evaluations of the cost in the line search.
    #[getter]
    fn neval<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.column(py, |s| s.neval)
    }

    /// Rank-one changes of the Hessian's factor.
    #[getter]
    fn nupdate<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.column(py, |s| s.nupdate)
    }

    fn __len__(&self) -> usize {
        LENGTH
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let stats = |list: &Self| list.data.get().store.read().solver.clone();
        other.cast::<Self>().is_ok_and(|other| stats(self) == stats(other.get()))
    }

    fn __getitem__(&self, index: isize) -> PyResult<MjSolverStat> {
        let place = if index < 0 { index + LENGTH as isize } else { index };
        let place = usize::try_from(place).ok().filter(|&k| k < LENGTH);
        let place = place.ok_or_else(|| PyIndexError::new_err("Index out of range."))?;
        let stat = self.data.get().store.read().solver.get(place).copied().unwrap_or_default();
        let SolverStat { improvement, gradient, lineslope, nactive, nchange, neval, nupdate } = stat;
        Ok(MjSolverStat { improvement, gradient, lineslope, nactive, nchange, neval, nupdate })
    }
}

/// Adds the classes to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("MjSolverStat", MjSolverStat::type_object(module.py()))?;
    module.add("_MjSolverStatList", SolverStatList::type_object(module.py()))
}
