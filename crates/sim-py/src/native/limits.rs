//! Limits on one step of one world, settable from Python: [`sim_core::StepLimits`].

use crate::memory::views::Store;
use crate::memory::whole::{Whole, optional};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use sim_core::{Model, StepLimits};

/// Limits on one step of one world. Passing a limit is an error of that step and of that world alone.
#[pyclass(frozen, module = "cortenforge", name = "StepLimits")]
pub struct Limits(pub Store<Model>);

impl Limits {
    fn get(&self) -> StepLimits {
        self.0.read().limits
    }

    fn edit(&self, edit: impl FnOnce(&mut StepLimits)) {
        edit(&mut self.0.write().limits);
    }
}

#[pymethods]
impl Limits {
    /// Most contacts of one step. None: 10,000 and 40 for each body.
    ///
    /// int or None; can be set.
    #[getter]
    fn contacts(&self) -> Option<usize> {
        self.get().contacts
    }

    #[setter]
    fn set_contacts(&self, value: Option<Whole>) -> PyResult<()> {
        let value = optional(value, "contacts", 0, "the most contacts of a step")?;
        self.edit(|limits| limits.contacts = value);
        Ok(())
    }

    /// Most bytes of each matrix whose size follows from the contacts.
    ///
    /// int; can be set.
    #[getter]
    fn bytes(&self) -> usize {
        self.get().bytes
    }

    #[setter]
    fn set_bytes(&self, value: Whole) -> PyResult<()> {
        let value = value.count("bytes", 0, "the most bytes of a matrix")?;
        self.edit(|limits| limits.bytes = value);
        Ok(())
    }

    /// Most bytes of contacts and constraint rows, counted as MuJoCo counts them: `memory` of `<size>`. None: no limit.
    ///
    /// int or None; can be set.
    #[getter]
    fn memory(&self) -> Option<usize> {
        self.get().memory
    }

    #[setter]
    fn set_memory(&self, value: Option<Whole>) -> PyResult<()> {
        let value = optional(value, "memory", 0, "the most bytes of contacts and rows")?;
        self.edit(|limits| limits.memory = value);
        Ok(())
    }

    /// Most products that solvers make in one step, beyond a thousand iterations and a hundred evaluations of a line search.
    ///
    /// int; can be set.
    #[getter]
    fn solver_products(&self) -> usize {
        self.get().solver_products
    }

    #[setter]
    fn set_solver_products(&self, value: Whole) -> PyResult<()> {
        let value = value.count("solver_products", 0, "the most products of a step")?;
        self.edit(|limits| limits.solver_products = value);
        Ok(())
    }

    fn __repr__(&self) -> String {
        let StepLimits { contacts, bytes, memory, solver_products } = self.get();
        let or_none = |value: Option<usize>| value.map_or("None".into(), |number| number.to_string());
        let (contacts, memory) = (or_none(contacts), or_none(memory));
        format!("<StepLimits contacts={contacts} bytes={bytes} memory={memory} solver_products={solver_products}>")
    }
}

/// The limits as `pickle` stores them, -1 for none.
pub fn to_dict<'py>(py: Python<'py>, limits: &StepLimits) -> PyResult<Bound<'py, PyDict>> {
    let number = |limit: Option<usize>| limit.map_or(-1, |limit| i64::try_from(limit).unwrap_or(i64::MAX));
    let fields = PyDict::new(py);
    let StepLimits { contacts, bytes, memory, solver_products } = *limits;
    let stored = [("contacts", contacts), ("memory", memory)];
    let numbers = [("bytes", bytes), ("solver_products", solver_products)].map(|(name, number)| (name, Some(number)));
    for (name, limit) in stored.into_iter().chain(numbers) {
        fields.set_item(name, number(limit))?;
    }
    Ok(fields)
}

/// The limits that were stored; without them those of a new model.
pub fn from_dict(fields: Option<Bound<'_, PyAny>>) -> PyResult<StepLimits> {
    let mut limits = StepLimits::default();
    let Some(fields) = fields else { return Ok(limits) };
    let bad = || PyValueError::new_err("not a stored model: `limits` are not whole numbers");
    let fields = fields.cast_into::<PyDict>().map_err(|_| bad())?;
    let stored = |name: &str, default: Option<usize>| match fields.get_item(name)? {
        Some(value) => value.extract::<i64>().map(|number| usize::try_from(number).ok()).map_err(|_| bad()),
        None => Ok(default),
    };
    limits.contacts = stored("contacts", None)?;
    limits.memory = stored("memory", None)?;
    limits.bytes = stored("bytes", Some(limits.bytes))?.unwrap_or(limits.bytes);
    let products = limits.solver_products;
    limits.solver_products = stored("solver_products", Some(products))?.unwrap_or(products);
    Ok(limits)
}
