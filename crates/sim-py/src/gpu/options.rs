//! Options of a batch, from the arguments of a caller.

use super::parameters;
use crate::memory::whole::{Whole, optional};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sim_core::Model;
use sim_gpu::{ControlNoise, GpuCompiler, GpuOptions, Precision};

/// A precision by its name.
fn precision(name: &str) -> PyResult<Precision> {
    match name {
        "single" => Ok(Precision::Single),
        "double" => Ok(Precision::Double),
        _ => Err(PyValueError::new_err(format!("precision is 'single' or 'double', not '{name}'"))),
    }
}

/// A compiler by its name.
pub fn compiler(name: &str) -> PyResult<GpuCompiler> {
    match name {
        "driver" => Ok(GpuCompiler::Driver),
        "nvrtc" => Ok(GpuCompiler::Nvrtc),
        "best" => Ok(GpuCompiler::Best),
        _ => Err(PyValueError::new_err(format!("compiler is 'driver', 'nvrtc' or 'best', not '{name}'"))),
    }
}

/// Sizes that a caller gives.
pub struct Sizes {
    /// Most contacts and constraint rows of a world.
    pub limits: [Option<usize>; 2],
    /// Lanes of the smooth part and of the solver.
    pub lanes: [Option<usize>; 2],
}

impl Sizes {
    /// Checks what a caller gives.
    pub fn new(limits: [Option<Whole>; 2], lanes: [Option<Whole>; 2]) -> PyResult<Self> {
        let ([contacts, rows], [smooth, solver]) = (limits, lanes);
        let threads = "a power of two, the threads of a world";
        Ok(Self {
            limits: [
                optional(contacts, "contacts", 0, "the most contacts of a world")?,
                optional(rows, "rows", 0, "the most constraint rows of a world")?,
            ],
            lanes: [optional(smooth, "smooth_lanes", 1, threads)?, optional(solver, "solver_lanes", 1, threads)?],
        })
    }
}

/// Deviation, time constant and seed of noise on the controls, as a caller gives them.
pub type Noise = (f64, f64, Whole);

/// Noise whose seed is valid.
pub fn noise_of(given: Option<Noise>) -> PyResult<Option<(f64, f64, u64)>> {
    let checked = |(deviation, time, seed): Noise| Ok((deviation, time, seed.seed("seed of control_noise")?));
    given.map(checked).transpose()
}

/// Options of a batch.
pub fn of_batch(
    model: &Model,
    visible: Vec<String>,
    per_world: &[String],
    precision: &str,
    Sizes { limits: [contacts, rows], lanes: [smooth_lanes, solver_lanes] }: &Sizes,
    control_noise: Option<(f64, f64, u64)>,
) -> PyResult<GpuOptions> {
    let noise = |(deviation, time_constant, seed)| ControlNoise { deviation, time_constant, seed };
    Ok(GpuOptions::default()
        .precision(self::precision(precision)?)
        .visible(visible)
        .per_world(per_world.iter().map(|name| parameters::engine_name(model, name)))
        .contacts(*contacts)
        .rows(*rows)
        .control_noise(control_noise.map(noise))
        .tune(|tuning| tuning.smooth_lanes(*smooth_lanes).solver_lanes(*solver_lanes)))
}
