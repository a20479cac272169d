//! States of all worlds of a `BatchSim` at one moment.

use pyo3::prelude::*;

/// State and inputs of every world at one moment, as `BatchSim.save` returns them.
///
/// `BatchSim.restore` and `BatchSim.reset` take them. `len(states)` is the number of worlds.
#[pyclass(frozen, module = "cortenforge", name = "BatchStates")]
pub struct BatchStates {
    pub worlds: usize,
    /// Numbers of each world.
    pub width: usize,
    pub rows: Vec<f64>,
}

impl BatchStates {
    /// The state of a world, with all components that decide the next step.
    pub fn row(&self, world: usize) -> &[f64] {
        &self.rows[world * self.width..(world + 1) * self.width]
    }
}

#[pymethods]
impl BatchStates {
    fn __len__(&self) -> usize {
        self.worlds
    }

    fn __repr__(&self) -> String {
        format!("<BatchStates of {} worlds>", self.worlds)
    }
}
