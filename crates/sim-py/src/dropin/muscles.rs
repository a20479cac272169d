//! Muscle functions of the `mujoco` package.

#![allow(non_snake_case)] // MuJoCo's own names

use crate::memory::arguments::{Vector, fixed};
use pyo3::prelude::*;
use sim_core::binding::force::muscle::{self, Muscle};

fn muscle_of(lengthrange: &Vector<'_>, acc0: f64, prm: &Vector<'_>) -> PyResult<Muscle> {
    Ok(Muscle::new(&fixed::<9>("prm", prm)?, fixed("lengthrange", lengthrange)?, acc0))
}

/// Returns the active force of a muscle per activation; a pull is negative.
///
/// len, vel, acc0: float; lengthrange: float64 (2,); prm: float64 (9,). Returns float.
#[pyfunction]
fn mju_muscleGain(len: f64, vel: f64, lengthrange: Vector<'_>, acc0: f64, prm: Vector<'_>) -> PyResult<f64> {
    Ok(muscle_of(&lengthrange, acc0, &prm)?.gain(len, vel))
}

/// Returns the passive force of a muscle.
///
/// len, acc0: float; lengthrange: float64 (2,); prm: float64 (9,). Returns float.
#[pyfunction]
fn mju_muscleBias(len: f64, lengthrange: Vector<'_>, acc0: f64, prm: Vector<'_>) -> PyResult<f64> {
    Ok(muscle_of(&lengthrange, acc0, &prm)?.bias(len))
}

/// Returns the rate of a muscle's activation.
///
/// ctrl, act: float; prm: float64 (3,). Returns float.
#[pyfunction]
fn mju_muscleDynamics(ctrl: f64, act: f64, prm: Vector<'_>) -> PyResult<f64> {
    Ok(muscle::activation_rate(ctrl, act, &fixed::<3>("prm", &prm)?))
}

/// Adds the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(mju_muscleGain, module)?)?;
    module.add_function(wrap_pyfunction!(mju_muscleBias, module)?)?;
    module.add_function(wrap_pyfunction!(mju_muscleDynamics, module)?)
}
