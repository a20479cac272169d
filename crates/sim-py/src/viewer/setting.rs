//! `_change_setting`: a setting of the simulation that a page changes in the models of a program.

use crate::native::data::MjData;
use crate::native::model::MjModel;
use pyo3::prelude::*;
use sim_core::Options;
use sim_view::viewer::{setting_in, with_setting};
use std::convert::Infallible;

/// Changes a setting of models, `mjOption`: in all of them or in none. Returns why it changes nothing, or None.
///
/// model: Model; data: Data, a world of the model, whose copy takes a step on trial; others: list[Model], models that change too; name:
/// str; values: list[float]. Returns str or None.
#[pyfunction]
fn _change_setting(
    model: &Bound<'_, MjModel>,
    data: &Bound<'_, MjData>,
    others: Vec<Bound<'_, MjModel>>,
    name: &str,
    values: Vec<f64>,
) -> PyResult<Option<String>> {
    model.get().check()?;
    let own = model.get().twin();
    let trial = MjData::run(data, model, |_, d| Ok::<_, Infallible>(with_setting(&own, d, name, &values)))?;
    let changed: Result<Vec<Options>, String> = trial.and_then(|first| {
        let rest = others.iter().map(|other| setting_in(&other.get().store.read().opt, name, &values));
        std::iter::once(Ok(first.opt)).chain(rest).collect()
    });
    let changed = match changed {
        Ok(changed) => changed,
        Err(problem) => return Ok(Some(problem)),
    };
    for (target, options) in std::iter::once(model).chain(&others).zip(&changed) {
        MjModel::edit(target, |m| {
            m.opt.clone_from(options);
            Ok(())
        })?;
    }
    Ok(None)
}

/// Adds the function to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(_change_setting, module)?)
}
