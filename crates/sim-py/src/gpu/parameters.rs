//! Parameters of worlds: arrays and options of the model, under the names of `BatchSim.override`.

use crate::memory::broadcast;
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use sim_core::Model;
use sim_core::arrays::ArrayRef;
use sim_core::binding::model::FieldMut;
use std::sync::Arc;

/// The engine's name of a parameter: its names of options begin with `opt_`.
pub fn engine_name(m: &Model, name: &str) -> String {
    if m.array(name).is_none() && !name.starts_with("opt_") { format!("opt_{name}") } else { name.to_string() }
}

/// A parameter of a model by the engine's name: numbers and shape.
fn parameter(m: &Model, name: &str) -> Option<(Vec<f64>, Vec<usize>)> {
    if let Some(ArrayRef::F64(numbers)) = m.array(name) {
        let mut shape = vec![];
        m.visit_arrays(m, &mut |found, dims, _| {
            if found == name {
                shape = [Some(dims.rows), dims.cols].into_iter().flatten().collect();
            }
        });
        return Some((numbers.to_vec(), shape));
    }
    let wanted = name.strip_prefix("opt_")?;
    let mut found = None;
    m.opt.clone().visit_fields(&mut |name, field, _| {
        if let (true, FieldMut::F64(numbers)) = (name == wanted, field) {
            let shape = if numbers.len() == 1 { vec![] } else { vec![numbers.len()] };
            found = Some((numbers.to_vec(), shape));
        }
    });
    found
}

/// Numbers of a parameter for all worlds.
pub struct Column {
    /// The engine's name.
    pub name: String,
    /// Numbers of all worlds, world by world.
    pub numbers: Vec<f64>,
}

/// The parameters of all worlds: a caller's for the chosen worlds, the present ones for the others.
pub fn columns(
    py: Python<'_>,
    chosen: &[usize],
    values: &Bound<'_, PyDict>,
    models: &[Arc<Model>],
    common: &Model,
) -> PyResult<Vec<Column>> {
    let worlds = models.len();
    let mut columns = Vec::with_capacity(values.len());
    for (given_name, given) in values {
        let given_name: String = given_name.extract()?;
        let name = engine_name(common, &given_name);
        let (_, own) = parameter(common, &name).ok_or_else(|| {
            PyKeyError::new_err(format!(
                "the model has neither an array of real numbers nor an option called '{given_name}'"
            ))
        })?;
        let shape = [vec![chosen.len()], own].concat();
        let rule = || Ok(format!("'{given_name}' has shape {} here", broadcast::words(py, &shape)?));
        let rows = super::fields::reals(&broadcast::spread(&given, Some("float64"), &shape, rule)?)?;
        let rows = rows.as_slice()?;
        let len = rows.len() / chosen.len().max(1);
        let mut numbers = Vec::with_capacity(worlds * len);
        if chosen.len() < worlds {
            numbers = models.iter().flat_map(|m| parameter(m, &name).unwrap_or_default().0).collect();
        } else {
            numbers.resize(worlds * len, 0.0);
        }
        for (row, &world) in chosen.iter().enumerate() {
            numbers[world * len..(world + 1) * len].copy_from_slice(&rows[row * len..(row + 1) * len]);
        }
        columns.push(Column { name, numbers });
    }
    Ok(columns)
}

/// Python's name of a parameter.
pub fn python_name(name: &str) -> &str {
    name.strip_prefix("opt_").unwrap_or(name)
}

/// The parameters of all worlds: the common model's for the chosen worlds, the present ones for the others.
pub fn common(chosen: &[usize], names: &[String], models: &[Arc<Model>], common: &Model) -> Vec<Column> {
    let of_world = |name: &str, i: usize, own: &Model| {
        let m = if chosen.contains(&i) { common } else { own };
        parameter(m, name).unwrap_or_default().0
    };
    let column = |name: &String| {
        let name = engine_name(common, name);
        let numbers = models.iter().enumerate().flat_map(|(i, own)| of_world(&name, i, own)).collect();
        Column { name, numbers }
    };
    names.iter().map(column).collect()
}

/// The values of a parameter in all worlds, and the shape of their array.
pub fn of_all(name: &str, models: &[Arc<Model>]) -> (Vec<f64>, Vec<usize>) {
    let (mut numbers, mut shape) = (vec![], vec![]);
    for m in models {
        let (own, own_shape) = parameter(m, &engine_name(m, name)).unwrap_or_default();
        numbers.extend(own);
        shape = own_shape;
    }
    (numbers, [vec![models.len()], shape].concat())
}
