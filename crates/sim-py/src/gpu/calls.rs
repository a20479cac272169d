//! Calls of the engine's batch: without the interpreter's lock, and with stored errors.

use super::dlpack::{self, Foreign};
use super::fields::{self, Field};
use super::{Errors, GpuBatchSim, device, streams};
use crate::batch::reset;
use crate::errors::Failed;
use crate::memory::broadcast;
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use sim_core::StepError;
use sim_gpu::{GpuBatchSim as Batch, GpuSimError, GpuStates as States};
use std::sync::PoisonError;

/// Steps between two polls for Ctrl-C.
const STEPS_BETWEEN_LOOKS: usize = 256;

/// Values that a caller passes to a batch.
pub enum Given<'py> {
    /// An object that numpy can convert.
    Array(Bound<'py, PyAny>),
    /// Numbers in device memory that the batch and CUDA share.
    Cuda(Foreign<'py>),
}

/// The errors of all worlds once more, since Python's objects are shared.
pub fn copy_of(py: Python<'_>, errors: &Errors) -> Errors {
    errors.iter().map(|error| error.as_ref().map(|error| error.clone_ref(py))).collect()
}

impl GpuBatchSim {
    /// The numbers of a CUDA tensor when device memory is shared, else an object for numpy.
    pub fn given<'py>(&self, py: Python<'py>, values: &Bound<'py, PyAny>) -> PyResult<Given<'py>> {
        if !dlpack::is_in_cuda(values)? {
            return Ok(Given::Array(values.clone()));
        }
        let Some(why) = self.no_cuda(py)? else {
            return dlpack::numbers_of(values, self.stream_handle(py)?).map(Given::Cuda);
        };
        match values.getattr_opt("cpu")? {
            Some(cpu) => cpu.call0().map(Given::Array),
            None => Err(PyTypeError::new_err(format!(
                "numbers in CUDA's memory are not taken here ({why}): copy them to the host"
            ))),
        }
    }

    /// The handle of the stream on which the batch launches its work; None without streams.
    pub fn stream_handle(&self, py: Python<'_>) -> PyResult<Option<usize>> {
        let Some(ordinal) = self.cuda else { return Ok(None) };
        let named = self.stream(py);
        match named {
            Some(stream) => streams::handle(stream.bind(py)).map(Some),
            None => streams::of_torch(py, ordinal).map(|handle| Some(handle.unwrap_or(0))),
        }
    }

    /// Lets the batch launch its work on the stream that it should use now.
    pub fn follow(&self, py: Python<'_>) -> PyResult<()> {
        match self.stream_handle(py)? {
            Some(handle) => self.work(py, |batch| batch.use_stream(dlpack::stream(handle))),
            None => Ok(()),
        }
    }

    /// Before a call: follows the stream, and takes what was written into views on the host.
    pub fn begin(&self, py: Python<'_>) -> PyResult<()> {
        self.follow(py)?;
        self.host_views.take(py, |field, rows| self.work(py, |batch| batch.write(field, rows)))
    }

    /// After a call that changes the worlds: brings views on the host up to date.
    pub fn end(&self, py: Python<'_>) -> PyResult<()> {
        self.host_views.give(py, |field| {
            let shaped = self.field(py, field)?;
            shaped.array(py, self.work(py, |batch| batch.read_numbers(field))?)
        })
    }

    /// A mask in CUDA's memory, where the batch can read it there.
    pub fn mask_in_cuda<'py>(
        &self,
        py: Python<'py>,
        mask: &Bound<'py, PyAny>,
    ) -> PyResult<Option<dlpack::ForeignMask<'py>>> {
        if !dlpack::is_in_cuda(mask)? || self.no_cuda(py)?.is_some() {
            return Ok(None);
        }
        dlpack::mask_of(mask, self.worlds, self.stream_handle(py)?).map(Some)
    }

    /// Resets the worlds of a mask in CUDA's memory.
    pub fn reset_on_device(
        &self,
        py: Python<'_>,
        mask: &dlpack::ForeignMask<'_>,
        saved: Option<&States>,
        given: reset::OnDevice<'_, '_>,
    ) -> PyResult<()> {
        let key = given.check(self.model.bind(py), saved.map(States::len), self.worlds)?;
        let mask = mask.mask;
        self.work(py, |batch| match saved {
            Some(states) => batch.reset_from_where_cuda(states, mask),
            None => batch.reset_where_cuda(mask, key),
        })?;
        // which worlds were reset is known on the GPU alone: their status is read when somebody asks for it
        *self.errors.lock().unwrap_or_else(PoisonError::into_inner) = None;
        Ok(())
    }

    /// Copies parameters of all worlds that are in CUDA's memory and that no constant follows from. Returns the other parameters.
    pub fn override_in_cuda<'py>(&self, py: Python<'py>, values: &Bound<'py, PyDict>) -> PyResult<Bound<'py, PyDict>> {
        let rest = PyDict::new(py);
        for (name, given) in values {
            let field: String = name.extract()?;
            let is_plain = self.work(py, |batch| Ok(batch.takes_parameter(&field)))?;
            match self.given(py, &given)? {
                Given::Cuda(numbers) if is_plain => {
                    let shape = self.field(py, &field)?.shape;
                    fields::check_shape(py, &field, &numbers, &shape)?;
                    let view = numbers.view;
                    self.work(py, |batch| batch.write_cuda(&field, view))?;
                }
                Given::Cuda(_) => rest.set_item(name, given.call_method0("cpu")?)?,
                Given::Array(given) => rest.set_item(name, given)?,
            }
        }
        Ok(rest)
    }

    /// Runs `work` on the batch without the interpreter's lock. Calls of other threads wait.
    pub fn work<R: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Batch) -> Result<R, GpuSimError> + Send,
    ) -> PyResult<R> {
        if self.process != std::process::id() {
            return Err(PyRuntimeError::new_err(
                "this process was forked after the batch was made, and a GPU does not follow: make a batch here, or start processes with 'spawn'",
            ));
        }
        device::run(py, || work(&mut self.batch.lock().unwrap_or_else(PoisonError::into_inner)))
    }

    pub fn field(&self, py: Python<'_>, name: &str) -> PyResult<Field> {
        let kept = self.work(py, |batch| batch.field_shape(name))?;
        Ok(Field::new(self.model.get(), name, self.worlds, kept))
    }

    /// Stores the errors of a call as exceptions, and returns them.
    pub fn keep(&self, py: Python<'_>, failed: Vec<Option<StepError>>) -> PyResult<Errors> {
        let times =
            if failed.iter().any(Option::is_some) { self.work(py, |batch| batch.read("time"))? } else { vec![] };
        let object = |(i, error): (usize, Option<StepError>)| {
            let failed = error.map(|error| Failed::at_time(error, times.get(i).copied().unwrap_or(f64::NAN)));
            failed.map(|failed| failed.into_object(py, Some(i)).map(Bound::unbind)).transpose()
        };
        let errors: Errors = failed.into_iter().enumerate().map(object).collect::<PyResult<_>>()?;
        let copy = copy_of(py, &errors);
        self.replace_errors(errors);
        Ok(copy)
    }

    fn replace_errors(&self, errors: Errors) {
        let before = self.errors.lock().unwrap_or_else(PoisonError::into_inner).replace(errors);
        drop(before);
    }

    /// Worlds that got another state have no error. Errors that nobody has asked for follow from the status on the GPU.
    pub fn forget_errors(&self, py: Python<'_>, worlds: &[usize]) {
        let known = self.errors.lock().unwrap_or_else(PoisonError::into_inner).as_ref().map(|known| copy_of(py, known));
        if let Some(mut errors) = known {
            worlds.iter().for_each(|&i| errors[i] = None);
            self.replace_errors(errors);
        }
    }

    /// Steps with inputs held. A failed world repeats its step after a poll for signals, and fails again.
    pub fn step_held(&self, py: Python<'_>, n: usize) -> PyResult<Vec<Option<StepError>>> {
        let mut left = n;
        loop {
            let count = left.min(STEPS_BETWEEN_LOOKS);
            let failed = self.work(py, |batch| batch.step_all_n(count))?;
            left -= count;
            if left == 0 {
                return Ok(failed);
            }
            py.check_signals()?;
        }
    }

    /// Steps with controls for every step.
    pub fn step_with(&self, py: Python<'_>, n: usize, given: &Bound<'_, PyAny>) -> PyResult<Vec<Option<StepError>>> {
        let shape = [n, self.worlds, self.model.get().store.read().nu];
        let given = match self.given(py, given)? {
            Given::Array(given) => given,
            Given::Cuda(numbers) => {
                fields::check_shape(py, &format!("ctrl of {n} steps"), &numbers, &shape)?;
                let view = numbers.view;
                return self.work(py, |batch| batch.step_all_with_cuda(view, n));
            }
        };
        // the GPU repeats a row for all worlds
        let is_shared = matches!(broadcast::shape_of(&given)?[..], [_, 1, _]);
        let shape = [n, if is_shared { 1 } else { self.worlds }, shape[2]];
        let rule = || Ok(format!("ctrl of {n} steps has shape {}", broadcast::words(py, &shape)?));
        let rows = fields::reals(&broadcast::spread(&given, Some("float64"), &shape, rule)?)?;
        let rows = rows.as_slice()?;
        self.work(py, |batch| match is_shared {
            true => batch.step_all_with_shared(rows, n),
            false => batch.step_all_with(rows, n),
        })
    }
}
