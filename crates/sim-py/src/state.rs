//! Models and worlds as plain dictionaries of numbers and arrays: what `pickle` stores.

use crate::contact;
use crate::counts::{COUNTS, FLAGS};
use crate::errors::{self, Failure};
use crate::limits;
use crate::model::MjModel;
use crate::settings::Group;
use crate::solver;
use numpy::ndarray::Array1;
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use sim_core::arrays::{ArrayMut, ArrayRef, Flag, Shape};
use sim_core::binding::linalg::row_matrix::CsrRows;
use sim_core::binding::model::FieldMut;
use sim_core::{Data, Model};
use std::collections::BTreeMap;

/// A copy of an array's entries.
pub enum Entries {
    F64(Vec<f64>),
    F32(Vec<f32>),
    I32(Vec<i32>),
    I64(Vec<i64>),
    U8(Vec<u8>),
    Bool(Vec<Flag>),
}

impl Entries {
    /// Copies.
    pub fn copy(entries: ArrayRef<'_>) -> Self {
        match entries {
            ArrayRef::F64(a) => Self::F64(a.to_vec()),
            ArrayRef::F32(a) => Self::F32(a.to_vec()),
            ArrayRef::I32(a) => Self::I32(a.to_vec()),
            ArrayRef::I64(a) => Self::I64(a.to_vec()),
            ArrayRef::U8(a) => Self::U8(a.to_vec()),
            ArrayRef::Bool(a) => Self::Bool(a.to_vec()),
        }
    }

    /// As a flat numpy array of its own.
    pub fn into_array(self, py: Python<'_>) -> Bound<'_, PyAny> {
        match self {
            Self::F64(a) => PyArray1::from_vec(py, a).into_any(),
            Self::F32(a) => PyArray1::from_vec(py, a).into_any(),
            Self::I32(a) => PyArray1::from_vec(py, a).into_any(),
            Self::I64(a) => PyArray1::from_vec(py, a).into_any(),
            Self::U8(a) => PyArray1::from_vec(py, a).into_any(),
            Self::Bool(a) => PyArray1::from_iter(py, a.into_iter().map(bool::from)).into_any(),
        }
    }

    /// The same under a shape; without entries where the number of them is another.
    pub fn into_shaped(self, py: Python<'_>, shape: Shape) -> Bound<'_, PyAny> {
        // copying a few entries takes less time than the object that would own them
        const FEW: usize = 1024;
        fn matrix<T: numpy::Element>(py: Python<'_>, entries: Vec<T>, shape: (usize, usize)) -> Bound<'_, PyAny> {
            let flat = Array1::from_vec(entries);
            match flat.into_shape_with_order(shape) {
                Ok(matrix) if matrix.len() <= FEW => PyArray2::from_array(py, &matrix).into_any(),
                Ok(matrix) => PyArray2::from_owned_array(py, matrix).into_any(),
                Err(_) => PyArray1::<T>::zeros(py, 0, false).into_any(),
            }
        }
        match (self, shape.cols) {
            (Self::F64(a), Some(cols)) => matrix(py, a, (shape.rows, cols)),
            (Self::I32(a), Some(cols)) => matrix(py, a, (shape.rows, cols)),
            (entries, _) => entries.into_array(py),
        }
    }

    /// Whether both hold the same bits.
    pub fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::F64(a), Self::F64(b)) => a.iter().map(|x| x.to_bits()).eq(b.iter().map(|x| x.to_bits())),
            (Self::F32(a), Self::F32(b)) => a.iter().map(|x| x.to_bits()).eq(b.iter().map(|x| x.to_bits())),
            (Self::I32(a), Self::I32(b)) => a == b,
            (Self::I64(a), Self::I64(b)) => a == b,
            (Self::U8(a), Self::U8(b)) => a == b,
            (Self::Bool(a), Self::Bool(b)) => a == b,
            _ => false,
        }
    }

    /// The entries of a flat numpy array of the same type as another array.
    pub fn from_array(array: &Bound<'_, PyAny>, like: &ArrayRef<'_>) -> PyResult<Self> {
        fn entries<T: numpy::Element + Copy>(array: &Bound<'_, PyAny>) -> PyResult<Vec<T>> {
            Ok(array.cast::<PyArray1<T>>()?.try_readonly()?.as_slice()?.to_vec())
        }
        Ok(match like {
            ArrayRef::F64(_) => Self::F64(entries(array)?),
            ArrayRef::F32(_) => Self::F32(entries(array)?),
            ArrayRef::I32(_) => Self::I32(entries(array)?),
            ArrayRef::I64(_) => Self::I64(entries(array)?),
            ArrayRef::U8(_) => Self::U8(entries(array)?),
            ArrayRef::Bool(_) => {
                // the bytes of numpy's bools can be anything
                let bytes = array.cast::<PyArray1<bool>>()?.call_method1("view", ("uint8",))?;
                Self::Bool(entries::<u8>(&bytes)?.into_iter().map(|byte| Flag::from(byte != 0)).collect())
            }
        })
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        match self {
            Self::F64(a) => a.len(),
            Self::F32(a) => a.len(),
            Self::I32(a) => a.len(),
            Self::I64(a) => a.len(),
            Self::U8(a) => a.len(),
            Self::Bool(a) => a.len(),
        }
    }

    /// Copies into an array of the same type and length; anything else is left alone.
    pub fn store(&self, target: ArrayMut<'_>) {
        if self.len() == target.len() {
            self.store_row(0, target);
        }
    }

    /// Copies one row into an array of the same type, whose length is that of a row; the only one where there is but one. What
    /// does not fit is left alone.
    pub fn store_row(&self, row: usize, target: ArrayMut<'_>) {
        fn copy<T: Copy>(from: &[T], row: usize, to: &mut [T]) {
            let start = if from.len() == to.len() { 0 } else { row * to.len() };
            if let Some(from) = from.get(start..start + to.len()) {
                to.copy_from_slice(from);
            }
        }
        match (self, target) {
            (Self::F64(a), ArrayMut::F64(b)) => copy(a, row, b),
            (Self::F32(a), ArrayMut::F32(b)) => copy(a, row, b),
            (Self::I32(a), ArrayMut::I32(b)) => copy(a, row, b),
            (Self::I64(a), ArrayMut::I64(b)) => copy(a, row, b),
            (Self::U8(a), ArrayMut::U8(b)) => copy(a, row, b),
            (Self::Bool(a), ArrayMut::Bool(b)) => copy(a, row, b),
            _ => {}
        }
    }
}

fn bad(what: &str) -> PyErr {
    PyValueError::new_err(format!("not a stored model: {what}; was it stored by another version?"))
}

fn group_key(group: Group) -> String {
    format!("{group:?}").to_lowercase()
}

/// Sizes, settings and arrays of a model.
pub fn of_model<'py>(model: &Bound<'py, MjModel>) -> PyResult<Bound<'py, PyDict>> {
    let py = model.py();
    let copy = model.get().store.read().clone();
    let sizes = PyDict::new(py);
    let mut list = vec![];
    copy.visit_sizes(&mut |name, value| list.push((name, value as i64)));
    for (name, value) in list {
        sizes.set_item(name, value)?;
    }
    let arrays = PyDict::new(py);
    for (name, entries) in collect(|visit| copy.visit_arrays(&copy, visit)) {
        arrays.set_item(name, entries.into_array(py))?;
    }
    let state = PyDict::new(py);
    state.set_item("sizes", sizes)?;
    state.set_item("arrays", arrays)?;
    state.set_item("limits", limits::to_dict(py, &copy.limits)?)?;
    let mut copy = copy;
    for group in Group::ALL {
        state.set_item(group_key(group), of_group(py, group, &mut copy)?)?;
    }
    Ok(state)
}

type Visit<'a> = dyn FnMut(&'static str, Shape, ArrayRef<'_>) + 'a;

/// Copies of all arrays a visitor shows.
pub fn collect(visit: impl FnOnce(&mut Visit<'_>)) -> Vec<(&'static str, Entries)> {
    let mut list = vec![];
    visit(&mut |name, _, entries| list.push((name, Entries::copy(entries))));
    list
}

fn of_group<'py>(py: Python<'py>, group: Group, model: &mut Model) -> PyResult<Bound<'py, PyDict>> {
    let mut list = vec![];
    group.visit(model, &mut |name, field, _| {
        let entries = match field {
            FieldMut::F64(v) => Entries::F64(v.to_vec()),
            FieldMut::F32(v) => Entries::F32(v.to_vec()),
            FieldMut::I32(v) => Entries::I32(v.to_vec()),
        };
        list.push((name, entries));
    });
    let fields = PyDict::new(py);
    for (name, entries) in list {
        fields.set_item(name, entries.into_array(py))?;
    }
    Ok(fields)
}

fn part<'py>(state: &Bound<'py, PyDict>, key: &str) -> PyResult<Bound<'py, PyDict>> {
    let part = state.get_item(key)?.ok_or_else(|| bad(&format!("'{key}' is missing")))?;
    part.cast_into::<PyDict>().map_err(|_| bad(&format!("'{key}' is no dictionary")))
}

/// The arrays of `arrays` that a visitor asks for; lengths are checked before anything is allocated.
pub fn matching(
    arrays: &Bound<'_, PyDict>,
    wanted: impl FnOnce(&mut Visit<'_>),
) -> PyResult<BTreeMap<&'static str, Entries>> {
    let mut found = BTreeMap::new();
    let mut problem = None;
    wanted(&mut |name, shape, like| {
        let outcome = match arrays.get_item(name) {
            Ok(Some(array)) => Entries::from_array(&array, &like)
                .map_err(|_| bad(&format!("'{name}' is not a flat array of type {}", like.element().name()))),
            Ok(None) => Err(bad(&format!("array '{name}' is missing"))),
            Err(error) => Err(error),
        };
        match outcome {
            Ok(entries) if shape.rows.checked_mul(shape.cols.unwrap_or(1)) == Some(entries.len()) => {
                found.insert(name, entries);
            }
            Ok(entries) => {
                let (found, wanted) = (entries.len(), shape.len());
                let what = format!("array '{name}' has {found} entries, and its sizes ask for {wanted}");
                problem = problem.take().or(Some(bad(&what)));
            }
            Err(error) => problem = problem.take().or(Some(error)),
        }
    });
    problem.map_or(Ok(found), Err)
}

/// Copies stored arrays into those of the same names.
pub fn restore(found: &BTreeMap<&'static str, Entries>, name: &str, target: ArrayMut<'_>) {
    if let Some(entries) = found.get(name) {
        entries.store(target);
    }
}

/// Sizes that are limits, where -1 stands for none.
const LIMITS: [&str; 4] = ["njmax", "nconmax", "narena", "nbuffer"];

/// Largest size: products of two of them are numbers still.
const MOST: i64 = 1 << 31;

/// A size as it was stored.
fn size(name: &str, value: Option<&i64>) -> Result<usize, String> {
    match value {
        None => Err(format!("size '{name}' is missing")),
        // "not given" is the largest number here
        Some(&value) if LIMITS.contains(&name) && value >= -1 => Ok(value as usize),
        Some(value) if (0..=MOST).contains(value) => Ok(*value as usize),
        Some(value) => Err(format!("{name} = {value} is no size")),
    }
}

/// The sizes of a model, checked before anything of these sizes is made.
fn restore_sizes(sizes: &Bound<'_, PyDict>, model: &mut Model) -> PyResult<()> {
    let mut given: BTreeMap<String, i64> = BTreeMap::new();
    for (name, value) in sizes {
        let name: String = name.extract()?;
        let value = value.extract::<i64>().map_err(|_| bad(&format!("size '{name}' is no whole number")))?;
        given.insert(name, value);
    }
    let mut problem = None;
    model.visit_sizes_mut(&mut |name, target| match size(name, given.get(name)) {
        Ok(value) => *target = value,
        Err(what) => problem = problem.take().or(Some(what)),
    });
    problem.map_or(Ok(()), |what| Err(bad(&what)))
}

/// The settings of a group.
fn restore_group(group: Group, fields: &Bound<'_, PyDict>, model: &mut Model) -> PyResult<()> {
    let mut values = BTreeMap::new();
    for (name, value) in fields {
        let name: String = name.extract()?;
        let numbers = value.call_method0("tolist").and_then(|list| list.extract::<Vec<f64>>());
        let numbers = numbers.map_err(|_| bad(&format!("setting '{name}' is no flat array of numbers")))?;
        values.insert(name, numbers);
    }
    let mut problem = None;
    group.visit(model, &mut |name, field, _| {
        let wanted = match &field {
            FieldMut::F64(v) => v.len(),
            FieldMut::F32(v) => v.len(),
            FieldMut::I32(v) => v.len(),
        };
        // one that is not there keeps its default
        let Some(values) = values.get(name) else { return };
        if values.len() != wanted {
            problem = problem.take().or_else(|| Some(format!("setting '{name}' is not an array of {wanted} numbers")));
            return;
        }
        match field {
            FieldMut::F64(v) => v.iter_mut().zip(values).for_each(|(v, x)| *v = *x),
            FieldMut::F32(v) => v.iter_mut().zip(values).for_each(|(v, x)| *v = *x as f32),
            FieldMut::I32(v) => v.iter_mut().zip(values).for_each(|(v, x)| *v = *x as i32),
        }
    });
    problem.map_or(Ok(()), |what| Err(bad(&what)))
}

/// The model that was stored, checked like one that was edited.
pub fn to_model(state: &Bound<'_, PyDict>) -> PyResult<MjModel> {
    let mut model = Model::default();
    restore_sizes(&part(state, "sizes")?, &mut model)?;
    let found = matching(&part(state, "arrays")?, |visit| Model::default().visit_arrays(&model, visit))?;
    model.resize_arrays();
    model.visit_arrays_mut(&mut |name, target| restore(&found, name, target));
    for group in Group::ALL {
        restore_group(group, &part(state, &group_key(group))?, &mut model)?;
    }
    model.limits = limits::from_dict(state.get_item("limits")?)?;
    let outcome = errors::run(state.py(), &Failure::new(), || Ok::<_, String>(model.validate()))?;
    outcome.map_err(|error| bad(&error.to_string()))?;
    Ok(MjModel::new(model))
}

/// Time, energy, counts and arrays of a world.
pub fn of_data<'py>(py: Python<'py>, model: &Model, mut data: Data) -> PyResult<Bound<'py, PyDict>> {
    let state = PyDict::new(py);
    state.set_item("time", data.time)?;
    state.set_item("energy", data.energy)?;
    state.set_item("solver_niter", data.solver_niter)?;
    state.set_item("solver_matrix", data.solver_matrix)?;
    state.set_item("solver_fwdinv", data.solver_fwdinv)?;
    for (name, field) in FLAGS {
        state.set_item(name, *field(&mut data))?;
    }
    for (name, field) in COUNTS {
        state.set_item(name, *field(&mut data))?;
    }
    let (arrays, rows) = (PyDict::new(py), PyDict::new(py));
    for (name, entries) in collect(|visit| data.visit_arrays(model, visit)) {
        arrays.set_item(name, entries.into_array(py))?;
    }
    for info in Data::PRODUCED {
        if let Some(array) = data.produce(info.name) {
            arrays.set_item(info.name, Entries::copy(array.entries()).into_array(py))?;
        }
    }
    for (name, entries) in collect(|visit| data.visit_row_arrays(visit)) {
        rows.set_item(name, entries.into_array(py))?;
    }
    state.set_item("arrays", arrays)?;
    state.set_item("rows", rows)?;
    state.set_item("contact", contact::to_numbers(&data.contact))?;
    state.set_item("warning", [data.warning.lastinfo, data.warning.number])?;
    state.set_item("solver", solver::to_numbers(&data.solver))?;
    Ok(state)
}

/// The world that was stored; `data` is a fresh one of the same model.
pub fn to_data(model: &Model, mut data: Data, state: &Bound<'_, PyDict>) -> PyResult<Data> {
    let item = |key: &str| state.get_item(key)?.ok_or_else(|| bad(&format!("'{key}' is missing")));
    data.time = item("time")?.extract()?;
    data.energy = item("energy")?.extract()?;
    data.solver_niter = item("solver_niter")?.extract()?;
    data.solver_matrix = item("solver_matrix")?.extract()?;
    data.solver_fwdinv = item("solver_fwdinv")?.extract()?;
    for (name, field) in FLAGS {
        *field(&mut data) = item(name)?.extract()?;
    }
    for (name, field) in COUNTS {
        *field(&mut data) = item(name)?.extract()?;
    }
    let counts = [
        ("nisland", data.nisland, model.ntree),
        ("nidof", data.nidof, model.nv),
        ("ntree_awake", data.ntree_awake, model.ntree),
        ("nbody_awake", data.nbody_awake, model.nbody),
        ("nparent_awake", data.nparent_awake, model.nbody),
        ("nv_awake", data.nv_awake, model.nv),
    ];
    if let Some((name, value, most)) = counts.into_iter().find(|(_, value, most)| value > most) {
        return Err(bad(&format!("{name} = {value} is more than {most}")));
    }
    let arrays = matching(&part(state, "arrays")?, |visit| data.visit_arrays(model, visit))?;
    let rows = matching(&part(state, "rows")?, |visit| data.visit_row_arrays(visit))?;
    data.visit_arrays_mut(&mut |name, target| restore(&arrays, name, target));
    let produced = part(state, "arrays")?;
    let item_of = |name: &str| produced.get_item(name)?.ok_or_else(|| bad(&format!("array '{name}' is missing")));
    let numbers = |name: &str| -> PyResult<Vec<f64>> {
        Ok(item_of(name)?.cast::<PyArray1<f64>>()?.try_readonly()?.as_slice()?.to_vec())
    };
    let indices = |name: &str| -> PyResult<Vec<i32>> {
        Ok(item_of(name)?.cast::<PyArray1<i32>>()?.try_readonly()?.as_slice()?.to_vec())
    };
    let factors = data.set_factor(&numbers("qLD")?, &numbers("qLDiagInv")?)
        && data.set_damped_factor(&numbers("qH")?, &numbers("qHDiagInv")?);
    if !factors {
        return Err(bad("a factor of the inertia has the wrong length"));
    }
    data.resize_row_arrays();
    data.visit_row_arrays_mut(&mut |name, target| restore(&rows, name, target));
    let matrix = |name: &str| -> PyResult<CsrRows> {
        let (rownnz, rowadr) = (indices(&format!("{name}_rownnz"))?, indices(&format!("{name}_rowadr"))?);
        Ok(CsrRows { rownnz, rowadr, colind: indices(&format!("{name}_colind"))?, values: numbers(name)? })
    };
    if !data.set_jacobian(matrix("efc_J")?.borrow()) {
        return Err(bad("the constraint Jacobian does not fit the model"));
    }
    // a solver that does not act on the rows has left nothing
    if data.nA > 0 && !data.set_inertia_of_rows(matrix("efc_Y")?.borrow(), matrix("efc_AR")?.borrow()) {
        return Err(bad("the inverse inertia of the constraint rows does not fit them"));
    }
    data.contact = contact::from_numbers(data.ncon, &item("contact")?.extract::<Vec<f64>>()?)
        .ok_or_else(|| bad("'contact' has the wrong length"))?;
    [data.warning.lastinfo, data.warning.number] = item("warning")?.extract()?;
    data.solver = solver::from_numbers(&item("solver")?.extract::<Vec<[f64; 7]>>()?);
    Ok(data)
}
