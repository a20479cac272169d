//! Functions of the `mujoco` package about delayed controls and readings.

#![allow(non_snake_case)] // MuJoCo's own names

use crate::dropin::matrices::{count, index};
use crate::memory::arguments::{Vector, check, input, matrix, output};
use crate::native::data::MjData;
use crate::native::model::MjModel;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// An interpolation order; negative means the model's own.
fn order(interp: i32) -> Option<i32> {
    (interp >= 0).then_some(interp)
}

/// Returns the control that an actuator acts on at a time, with its delay.
///
/// m: MjModel; d: MjData; id, interp: int; time: float. Returns float.
#[pyfunction]
fn mj_readCtrl(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, id: i64, time: f64, interp: i32) -> PyResult<f64> {
    let id = index("actuator", id, count(m, |m| m.nactuator))?;
    MjData::run(d, m, |m, d| d.read_ctrl(m, id, time, order(interp)))
}

/// Writes the reading of a sensor at a time, with its delay, and returns `result`.
///
/// m: MjModel; d: MjData; id, interp: int; time: float; result: float64 (dim,), written. Returns float64 array.
#[pyfunction]
fn mj_readSensor<'py>(
    m: &Bound<'py, MjModel>,
    d: &Bound<'py, MjData>,
    id: i64,
    time: f64,
    result: Bound<'py, PyAny>,
    interp: i32,
) -> PyResult<Bound<'py, PyAny>> {
    let id = index("sensor", id, count(m, |m| m.nsensor))?;
    let reading = MjData::run(d, m, |m, d| d.read_sensor(m, id, time, order(interp)))?;
    check("result", &result, &[reading.len()])?;
    output(&result, reading)?;
    Ok(result)
}

fn times(given: Option<&Vector<'_>>, samples: i32) -> PyResult<Option<Vec<f64>>> {
    given.map(|t| input("times", t, samples.max(0) as usize)).transpose()
}

/// Sets the past controls of an actuator, oldest first.
///
/// m: MjModel; d: MjData; id: int; times: float64 (nsample,) or None; values: float64 (nsample,).
#[pyfunction]
#[pyo3(name = "mj_initCtrlHistory", signature = (m, d, id, times, values))]
fn init_ctrl_history(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    id: i64,
    times: Option<Vector<'_>>,
    values: Vector<'_>,
) -> PyResult<()> {
    let id = index("actuator", id, count(m, |m| m.nactuator))?;
    let samples = m.get().store.read().actuator_history[2 * id];
    let times = self::times(times.as_ref(), samples)?;
    let values = input("values", &values, samples.max(0) as usize)?;
    MjData::run(d, m, |m, d| d.init_ctrl_history(m, id, times.as_deref(), &values))
}

/// Sets the past readings of a sensor, oldest first, and the time of its last measurement.
///
/// m: MjModel; d: MjData; id: int; times: float64 (nsample,) or None; values: float64 (nsample, dim); phase: float.
#[pyfunction]
#[pyo3(name = "mj_initSensorHistory", signature = (m, d, id, times, values, phase))]
fn init_sensor_history(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    id: i64,
    times: Option<Vector<'_>>,
    values: Vector<'_>,
    phase: f64,
) -> PyResult<()> {
    let id = index("sensor", id, count(m, |m| m.nsensor))?;
    let (samples, dim) = {
        let m = m.get().store.read();
        (m.sensor_history[2 * id], m.sensor_dim[id])
    };
    let times = self::times(times.as_ref(), samples)?;
    let (rows, cols, values) = matrix("values", &values)?;
    if (rows, cols) != (samples.max(0) as usize, dim.max(0) as usize) {
        return Err(PyTypeError::new_err("values should have shape (sensor_history[2*id], sensor_dim[id])"));
    }
    MjData::run(d, m, |m, d| d.init_sensor_history(m, id, times.as_deref(), &values, phase))
}

/// Adds the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(mj_readCtrl, module)?)?;
    module.add_function(wrap_pyfunction!(mj_readSensor, module)?)?;
    module.add_function(wrap_pyfunction!(init_ctrl_history, module)?)?;
    module.add_function(wrap_pyfunction!(init_sensor_history, module)?)
}
