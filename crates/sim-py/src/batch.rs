//! Many worlds stepped together: the engine of `cortenforge.BatchSim`.
//!
//! Every world is an [`MjData`] of its own, so that its arrays are views that stay; arrays of all worlds are copied
//! in and out in one call.

use crate::data::MjData;
use crate::model::MjModel;
use crate::rollout::check_order;
use numpy::{Element, PyArrayDyn, PyArrayMethods};
use pyo3::exceptions::{PyKeyError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use rayon::{ThreadPool, ThreadPoolBuilder};
use sim_core::arrays::{ArrayMut, ArrayRef};
use sim_core::batch::{Workspaces, entries, entries_mut};
use sim_core::{Data, Model, StepError};

/// Who steps the worlds.
enum Threads {
    /// The calling thread alone: to wake another would only cost time.
    Caller,
    /// A pool of the batch's own.
    Own(ThreadPool),
    /// The pool of the process, as many threads as there are processors.
    Common,
}

/// Worlds, the model of each, and the threads that step them.
#[pyclass(frozen, module = "cortenforge._core", name = "_Worlds")]
struct Worlds {
    models: Vec<Py<MjModel>>,
    worlds: Vec<Py<MjData>>,
    threads: Threads,
    spaces: Workspaces,
}

impl Worlds {
    /// Runs engine code on every world; what went wrong in each.
    fn run(
        &self,
        py: Python<'_>,
        work: impl Fn(&Model, &mut Data) -> Result<(), StepError> + Send + Sync,
    ) -> Vec<Option<String>> {
        let pairs: Vec<(&MjModel, &MjData)> =
            self.models.iter().map(Py::get).zip(self.worlds.iter().map(Py::get)).collect();
        pairs.iter().for_each(|(_, d)| d.flush_contacts());
        let one = |m: &Model, d: &mut Data| self.spaces.lend(d, |d| work(m, d).map_err(|e| e.to_string()));
        let step = |(m, d): &(&MjModel, &MjData)| d.work(m, one).err();
        let all = || pairs.par_iter().map(step).collect();
        let outcome = py.detach(|| match &self.threads {
            Threads::Caller => pairs.iter().map(step).collect(),
            Threads::Own(pool) => pool.install(all),
            Threads::Common => all(),
        });
        pairs.iter().for_each(|(_, d)| d.refresh_contacts());
        outcome
    }

    /// Calls `visit` with each world's part of a contiguous array.
    fn parts<E: Element>(
        &self,
        array: &Bound<'_, PyAny>,
        mut visit: impl FnMut(usize, &MjData, &mut [E]),
    ) -> PyResult<()> {
        let array = array.cast::<PyArrayDyn<E>>()?;
        check_order("the array", array)?;
        let mut array = array.try_readwrite()?;
        let all = array.as_slice_mut()?;
        let n = self.worlds.len();
        if n == 0 || all.len() % n != 0 {
            return Err(PyValueError::new_err("the array does not have a row for every world"));
        }
        let width = all.len() / n;
        for (i, world) in self.worlds.iter().enumerate() {
            visit(i, world.get(), &mut all[i * width..(i + 1) * width]);
        }
        Ok(())
    }

    /// Copies entries of every world to `array`, or from it.
    fn exchange(&self, name: &str, array: &Bound<'_, PyAny>, out: bool) -> PyResult<()> {
        macro_rules! exchange {
            ($($kind:ident => $t:ty),*) => {{
                let probe = self.worlds.first().map(|w| {
                    let data = w.get().store.read();
                    entries(&data, name).map(|a| match a { $(ArrayRef::$kind(_) => stringify!($kind),)* })
                });
                match probe.flatten() {
                    $(Some(stringify!($kind)) => self.parts::<$t>(array, |_, d, part| {
                        let mut d = d.store.write();
                        if !out {
                            if let Some(ArrayMut::$kind(own)) = entries_mut(&mut d, name) && own.len() == part.len() {
                                own.copy_from_slice(part);
                            }
                        } else if let Some(ArrayRef::$kind(own)) = entries(&d, name) && own.len() == part.len() {
                            part.copy_from_slice(own);
                        }
                    }),)*
                    _ => Err(PyKeyError::new_err(format!("no array of a fixed size is called '{name}'"))),
                }
            }};
        }
        exchange!(F64 => f64, F32 => f32, I32 => i32, I64 => i64, U8 => u8, Bool => bool)
    }
}

#[pymethods]
impl Worlds {
    #[new]
    #[pyo3(signature = (models, worlds, threads=None))]
    fn new(
        py: Python<'_>,
        models: Vec<Py<MjModel>>,
        worlds: Vec<Py<MjData>>,
        threads: Option<usize>,
    ) -> PyResult<Self> {
        if models.len() != worlds.len() {
            return Err(PyValueError::new_err("there must be one model for every world"));
        }
        for (m, d) in models.iter().zip(&worlds) {
            d.get().check_model(m.bind(py))?;
        }
        let failed = |e: rayon::ThreadPoolBuildError| PyRuntimeError::new_err(e.to_string());
        let threads = match threads {
            None => Threads::Common,
            Some(1) => Threads::Caller,
            Some(n) => Threads::Own(ThreadPoolBuilder::new().num_threads(n).build().map_err(failed)?),
        };
        Ok(Self { models, worlds, threads, spaces: Workspaces::default() })
    }

    /// Steps every world `nstep` times, up to its first error; the errors.
    fn step(&self, py: Python<'_>, nstep: usize) -> Vec<Option<String>> {
        self.run(py, |m, d| (0..nstep).try_for_each(|_| d.step(m)))
    }

    /// Forward dynamics of every world; the errors.
    fn forward(&self, py: Python<'_>) -> Vec<Option<String>> {
        self.run(py, |m, d| d.forward(m))
    }

    /// Resets world `i`; false when the engine failed on it and a new one is needed.
    fn reset(&self, i: usize) -> bool {
        let (Some(m), Some(d)) = (self.models.get(i), self.worlds.get(i)) else { return true };
        let reset = |m: &Model, d: &mut Data| {
            d.reset(m);
            Ok(())
        };
        // a reset moves no buffer: what is resized has its length already, and applied forces are put back
        d.get().work(m.get(), reset).is_ok()
    }

    /// Copies an array of every world to the rows of `out`.
    fn read(&self, name: &str, out: &Bound<'_, PyAny>) -> PyResult<()> {
        self.exchange(name, out, true)
    }

    /// Sets an array of every world from the rows of `values`.
    fn write(&self, name: &str, values: &Bound<'_, PyAny>) -> PyResult<()> {
        self.exchange(name, values, false)
    }

    /// Copies the state of every world to the rows of `out`.
    fn read_state(&self, sig: u32, out: &Bound<'_, PyAny>) -> PyResult<()> {
        self.states(out, |m, d, part| d.get_state(m, part, sig).map_err(|e| e.to_string()))
    }

    /// Sets the state of every world from the rows of `values`.
    fn write_state(&self, sig: u32, values: &Bound<'_, PyAny>) -> PyResult<()> {
        self.states(values, |m, d, part| d.set_state(m, part, sig).map_err(|e| e.to_string()))
    }
}

impl Worlds {
    fn states(
        &self,
        array: &Bound<'_, PyAny>,
        visit: impl Fn(&Model, &mut Data, &mut [f64]) -> Result<(), String>,
    ) -> PyResult<()> {
        let mut refused = None;
        self.parts::<f64>(array, |i, d, part| {
            // the model's lock comes before the world's, as in a step
            let model = self.models[i].get().store.read();
            if let Err(message) = visit(&model, &mut d.store.write(), part) {
                refused = Some(message);
            }
        })?;
        refused.map_or(Ok(()), |message| Err(PyValueError::new_err(message)))
    }
}

/// Adds the class to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Worlds>()
}
