//! Functions of the `mujoco` package that take a model and a world.

use crate::model::MjModel;
use pyo3::prelude::*;
use sim_core::ObjType;

/// Id of the object of kind `type` called `name`, -1 when there is none.
#[pyfunction]
#[pyo3(signature = (m, r#type, name))]
fn mj_name2id(m: &Bound<'_, MjModel>, r#type: i32, name: &str) -> i64 {
    m.get().store.read().id(ObjType(r#type), name).map_or(-1, |id| id as i64)
}

/// Name of the object of kind `type` with this id; None when it has none or does not exist.
#[pyfunction]
#[pyo3(signature = (m, r#type, id))]
fn mj_id2name(m: &Bound<'_, MjModel>, r#type: i32, id: i64) -> Option<String> {
    let id = usize::try_from(id).ok()?;
    m.get().store.read().name(ObjType(r#type), id).map(str::to_string)
}

/// Adds the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(mj_name2id, module)?)?;
    module.add_function(wrap_pyfunction!(mj_id2name, module)?)
}
