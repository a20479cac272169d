//! Runs engine code on a world: long calls without the interpreter's lock, and a panic becomes an error of that world alone.

use crate::errors::{self, Failure, FatalError};
use crate::native::callbacks;
use crate::native::data::MjData;
use crate::native::model::MjModel;
use pyo3::prelude::*;
use sim_core::binding::batch::failure_text;
use sim_core::{Data, Model, StepError, warning};
use std::convert::Infallible;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs engine code. A panic becomes an error, and is recorded as a failure.
fn contained<R, E: From<String>>(failure: &Failure, work: impl FnOnce() -> Result<R, E>) -> Result<R, E> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|payload| {
        let message = StepError::Panicked { message: failure_text(payload.as_ref()) }.to_string();
        Err(failure.get_or_init(|| message).clone().into())
    })
}

impl MjData {
    /// Runs engine code on the world without the interpreter's lock, and emits its warnings.
    pub fn run<R: Send, E: ToString>(
        slf: &Bound<'_, Self>,
        model: &Bound<'_, MjModel>,
        work: impl FnOnce(&Model, &mut Data) -> Result<R, E> + Send,
    ) -> PyResult<R> {
        let (data, model_store) = (slf.get(), &model.get().store);
        data.check_model(model)?;
        data.settle(slf.py())?;
        let (store, failure) = (&data.store, &data.failure);
        let watched = || {
            let (m, mut d) = (model_store.read(), store.write());
            let (outcome, messages) = warning::collect(|| work(&m, &mut d).map_err(|error| error.to_string()));
            data.show(&d);
            Ok::<_, Infallible>((outcome, messages))
        };
        let outcome = if data.contacts.is_empty() {
            errors::run(slf.py(), failure, watched)
        } else {
            let outcome = errors::run(slf.py(), failure, watched);
            let gone = data.contacts.refresh(&store.read().contact);
            drop(gone);
            outcome
        };
        let (outcome, messages) = outcome?;
        messages.iter().try_for_each(|text| callbacks::warn(slf.py(), text))?;
        outcome.map_err(FatalError::new_err)
    }

    /// Runs short engine code that changes nothing that Python has copies of. It holds the interpreter's lock, unless another thread works
    /// on the world and the call must wait.
    pub fn run_briefly<R: Send>(
        slf: &Bound<'_, Self>,
        model: &Bound<'_, MjModel>,
        work: impl FnOnce(&Model, &mut Data) -> R + Send,
    ) -> PyResult<R> {
        let data = slf.get();
        data.check_model(model)?;
        data.settle(slf.py())?;
        let guards = model.get().store.try_read().zip(data.store.try_write());
        match guards {
            Some((m, mut d)) => {
                contained(&data.failure, || Ok::<_, String>(work(&m, &mut d))).map_err(FatalError::new_err)
            }
            None => Self::run(slf, model, |m, d| Ok::<R, Infallible>(work(m, d))),
        }
    }

    /// Runs engine code on the world without the interpreter's lock. A panic is recorded as the world's failure. Does not update Python's
    /// contact records.
    pub fn work<R, E: From<String>>(&self, work: impl FnOnce(&mut Data) -> Result<R, E>) -> Result<R, E> {
        match self.failure.get() {
            Some(why) => Err(why.clone().into()),
            None => {
                let mut data = self.store.write();
                let outcome = contained(&self.failure, || work(&mut data));
                self.show(&data);
                outcome
            }
        }
    }

    /// Runs engine code on a copy of the world, and copies the result back. The calling thread made the copy and keeps it as `twin`:
    /// no other thread writes to the same cache lines.
    pub fn work_on_copy<R>(
        &self,
        twin: &mut Option<Data>,
        work: impl FnOnce(&mut Data) -> Result<R, String>,
    ) -> Result<R, String> {
        let known = twin.take().filter(|twin| twin.is_like(&self.store.read()));
        let mut data = match known {
            Some(mut data) => {
                data.copy_from(&self.store.read());
                data
            }
            None => self.store.read().clone(),
        };
        let outcome = contained(&self.failure, || work(&mut data));
        if !self.is_broken() {
            self.store.write().copy_from(&data);
            self.show(&data);
            *twin = Some(data);
        }
        outcome
    }
}

/// Runs engine code that resets the world, with its timers.
pub fn reset_with(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    work: impl FnOnce(&Model, &mut Data) + Send,
) -> PyResult<()> {
    d.get().reset_timers();
    MjData::run(d, m, |m, d| {
        work(m, d);
        Ok::<(), Infallible>(())
    })
}
