//! Models and worlds as plain dictionaries of numbers and arrays, for `pickle`.

use crate::errors::{self, Failure};
use crate::memory::entries::Entries;
use crate::native::contact_records;
use crate::native::counts::{COUNTS, FLAGS};
use crate::native::limits;
use crate::native::options::Group;
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use sim_core::arrays::{ArrayMut, ArrayRef, Shape};
use sim_core::binding::linalg::row_matrix::CsrRows;
use sim_core::binding::model::FieldMut;
use sim_core::binding::solver::{MAX_ISLANDS, MAX_ITERATIONS, SolverStat};
use sim_core::{Data, Model};
use std::collections::BTreeMap;

fn bad(what: &str) -> PyErr {
    PyValueError::new_err(format!("not a stored model: {what}; was it stored by another version?"))
}

fn group_key(group: Group) -> String {
    format!("{group:?}").to_lowercase()
}

/// Sizes, settings and arrays of a model.
pub fn of_model(py: Python<'_>, copy: Model) -> PyResult<Bound<'_, PyDict>> {
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

/// Copies all arrays of a visitor.
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

/// The arrays of `arrays` that a visitor names. Checks lengths before anything is allocated.
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

/// Copies stored arrays to the arrays with their names.
pub fn restore(found: &BTreeMap<&'static str, Entries>, name: &str, target: ArrayMut<'_>) {
    if let Some(entries) = found.get(name) {
        entries.store(target);
    }
}

/// Sizes that are limits, where -1 stands for none.
const LIMITS: [&str; 4] = ["njmax", "nconmax", "narena", "nbuffer"];

/// Largest size: the product of two sizes must fit into a number.
const MOST: i64 = 1 << 31;

/// A size as it was stored.
fn size(name: &str, value: Option<&i64>) -> Result<usize, String> {
    match value {
        None => Err(format!("size '{name}' is missing")),
        // a limit that is not given is the largest number in the engine
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
        // a missing setting keeps its default
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

/// Restores a model, with the checks of an edited one.
pub fn to_model(state: &Bound<'_, PyDict>) -> PyResult<Model> {
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
    Ok(model)
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
    state.set_item("contact", contact_records::to_numbers(&data.contact))?;
    state.set_item("warning", [data.warning.lastinfo, data.warning.number])?;
    state.set_item("solver", solver_to_numbers(&data.solver))?;
    Ok(state)
}

/// Restores a world. `data` is a new world of its model.
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
    // solvers of accelerations make no such matrix
    if data.nA > 0 && !data.set_inertia_of_rows(matrix("efc_Y")?.borrow(), matrix("efc_AR")?.borrow()) {
        return Err(bad("the inverse inertia of the constraint rows does not fit them"));
    }
    data.contact = contact_records::from_numbers(data.ncon, &item("contact")?.extract::<Vec<f64>>()?)
        .ok_or_else(|| bad("'contact' has the wrong length"))?;
    [data.warning.lastinfo, data.warning.number] = item("warning")?.extract()?;
    data.solver = solver_from_numbers(&item("solver")?.extract::<Vec<[f64; 7]>>()?);
    Ok(data)
}

/// The statistics as `pickle` stores them, a row of numbers for each iteration.
fn solver_to_numbers(stats: &[SolverStat]) -> Vec<[f64; 7]> {
    let row = |s: &SolverStat| {
        let [nactive, nchange, neval, nupdate] = [s.nactive, s.nchange, s.neval, s.nupdate].map(f64::from);
        [s.improvement, s.gradient, s.lineslope, nactive, nchange, neval, nupdate]
    };
    stats.iter().map(row).collect()
}

/// Restores the statistics, at most as many as a world has.
fn solver_from_numbers(rows: &[[f64; 7]]) -> Vec<SolverStat> {
    let stat = |&[improvement, gradient, lineslope, nactive, nchange, neval, nupdate]: &[f64; 7]| SolverStat {
        improvement,
        gradient,
        lineslope,
        nactive: nactive as i32,
        nchange: nchange as i32,
        neval: neval as i32,
        nupdate: nupdate as i32,
    };
    rows.iter().take(MAX_ISLANDS * MAX_ITERATIONS).map(stat).collect()
}
