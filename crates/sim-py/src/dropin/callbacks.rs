//! Calls of the Python functions that callers installed, between the stages of the engine.
//!
//! The engine holds no world meanwhile: a callback may read and write the world's arrays and call any function of the package.

use crate::native::callbacks::{Kind, get};
use crate::native::data::MjData;
use crate::native::model::MjModel;
use pyo3::prelude::*;
use sim_core::{SensorType, Stage};

/// Calls a function of model and world, if there is one.
pub fn call(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, kind: Kind) -> PyResult<()> {
    get(m.py(), kind).map_or(Ok(()), |callback| callback.call1((m, d)).map(drop))
}

/// Lets the sensor callback compute the user sensors of a stage, and limits what it wrote.
pub fn sensors(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, stage: Stage) -> PyResult<()> {
    let Some(callback) = get(m.py(), Kind::Sensor) else { return Ok(()) };
    let none = {
        let model = m.get().store.read();
        !(0..model.nsensor).any(|i| of_user(&model, stage)(&i))
    };
    if none {
        return Ok(());
    }
    callback.call1((m, d, stage.0))?;
    let model = m.get().store.read();
    let mut data = d.get().store.write();
    for i in (0..model.nsensor).filter(of_user(&model, stage)) {
        let cutoff = model.sensor_cutoff[i];
        if cutoff <= 0.0 {
            continue;
        }
        let (start, len) = (model.sensor_adr[i].max(0) as usize, model.sensor_dim[i].max(0) as usize);
        for value in data.sensordata.iter_mut().skip(start).take(len) {
            match model.sensor_datatype[i].0 {
                0 => *value = value.clamp(-cutoff, cutoff),
                1 => *value = value.min(cutoff),
                _ => {}
            }
        }
    }
    Ok(())
}

fn of_user(model: &sim_core::Model, stage: Stage) -> impl Fn(&usize) -> bool + '_ {
    move |i| model.sensor_type[*i] == SensorType::User && model.sensor_needstage[*i] == stage
}
