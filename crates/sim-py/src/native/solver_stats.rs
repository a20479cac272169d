//! Statistics of the constraint solver: `Data.solver`, `solver_niter`, `solver_nnz`.

use crate::memory::describe::describe;
use crate::native::data::{MjData, read_only};
use numpy::PyArray1;
use pyo3::PyTypeInfo;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use sim_core::binding::solver::{MAX_ISLANDS, MAX_ITERATIONS, SolverStat};

/// Entries of the list, filled or not.
const LENGTH: usize = MAX_ISLANDS * MAX_ITERATIONS;

/// Statistics of one iteration of the constraint solver. `SolverStat()` has zeros.
#[pyclass(subclass, get_all, set_all, eq, module = "cortenforge._core", name = "SolverStat")]
#[derive(Clone, Copy, Default, PartialEq)]
pub struct MjSolverStat {
    /// Reduction of the cost, scaled.
    ///
    /// float; can be set.
    improvement: f64,
    /// Length of the gradient, scaled.
    ///
    /// float; can be set.
    gradient: f64,
    /// Slope at the end of the line search, scaled.
    ///
    /// float; can be set.
    lineslope: f64,
    /// Number of active constraint rows.
    ///
    /// int; can be set.
    nactive: i32,
    /// Number of rows that changed their zone.
    ///
    /// int; can be set.
    nchange: i32,
    /// Number of evaluations of the cost in the line search.
    ///
    /// int; can be set.
    neval: i32,
    /// Number of rank-one changes of the Hessian's factor.
    ///
    /// int; can be set.
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

/// Statistics of the iterations of the last constraint solve, island by island. Attributes are arrays over all iterations.
///
/// Items: SolverStat.
#[pyclass(frozen, module = "cortenforge._core", name = "SolverStatList")]
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
    /// Reduction of the cost, scaled.
    ///
    /// float64 array (4000,).
    #[getter]
    fn improvement<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.column(py, |s| s.improvement)
    }

    /// Length of the gradient, scaled.
    ///
    /// float64 array (4000,).
    #[getter]
    fn gradient<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.column(py, |s| s.gradient)
    }

    /// Slope at the end of the line search, scaled.
    ///
    /// float64 array (4000,).
    #[getter]
    fn lineslope<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.column(py, |s| s.lineslope)
    }

    /// Number of active constraint rows.
    ///
    /// int32 array (4000,).
    #[getter]
    fn nactive<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.column(py, |s| s.nactive)
    }

    /// Number of rows that changed their zone.
    ///
    /// int32 array (4000,).
    #[getter]
    fn nchange<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.column(py, |s| s.nchange)
    }

    /// Number of evaluations of the cost in the line search.
    ///
    /// int32 array (4000,).
    #[getter]
    fn neval<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.column(py, |s| s.neval)
    }

    /// Number of rank-one changes of the Hessian's factor.
    ///
    /// int32 array (4000,).
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
    module.setattr("SolverStat", MjSolverStat::type_object(module.py()))?;
    module.setattr("SolverStatList", SolverStatList::type_object(module.py()))
}
