//! Arguments of `reset`, for batches on the CPU and on a GPU.

use crate::memory::broadcast;
use crate::memory::whole::Whole;
use crate::native::model::MjModel;
use crate::native::named;
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use sim_core::batch::ResetNoise;

/// The arguments of a caller.
pub struct Arguments<'a, 'py> {
    /// Booleans, or numbers of worlds.
    pub mask: Option<&'a Bound<'py, PyAny>>,
    /// Name or index.
    pub keyframe: Option<&'a Bound<'py, PyAny>>,
    /// Number of worlds whose states were saved, when states are given.
    pub saved: Option<usize>,
    /// Rows of the saved states, one for each world to reset.
    pub rows: Option<&'a Bound<'py, PyAny>>,
    /// A standard deviation, or one for positions and one for velocities.
    pub noise: Option<&'a Bound<'py, PyAny>>,
    /// Seed of the noise.
    pub seed: Option<Whole>,
}

/// A reset whose arguments are valid.
pub struct Reset {
    /// Worlds to reset.
    pub chosen: Vec<usize>,
    /// Index of the keyframe.
    pub keyframe: Option<usize>,
    /// Rows of the saved states, one for each world to reset.
    pub rows: Option<Vec<usize>>,
    /// Noise on positions and velocities.
    pub noise: Option<ResetNoise>,
}

/// The arguments of a reset whose mask is in the memory of a GPU.
pub struct OnDevice<'a, 'py> {
    /// Name or index.
    pub keyframe: Option<&'a Bound<'py, PyAny>>,
    /// Rows of the saved states.
    pub rows: Option<&'a Bound<'py, PyAny>>,
    /// A standard deviation, or one for positions and one for velocities.
    pub noise: Option<&'a Bound<'py, PyAny>>,
    /// Seed of the noise.
    pub seed: Option<Whole>,
}

impl OnDevice<'_, '_> {
    /// The keyframe's index. `saved` is the number of worlds whose states were saved, when states are given.
    pub fn check(&self, model: &Bound<'_, MjModel>, saved: Option<usize>, n: usize) -> PyResult<Option<usize>> {
        let here = "is not taken with a mask in the memory of a GPU: pass mask.cpu()";
        if self.rows.is_some() {
            return Err(PyValueError::new_err(format!("`rows` {here}")));
        }
        if self.noise.is_some() || self.seed.is_some() {
            return Err(PyValueError::new_err(format!("`noise` {here}")));
        }
        let keyframe = self.keyframe.map(|key| named::keyframe(model, key)).transpose()?;
        match saved {
            Some(_) if keyframe.is_some() => {
                Err(PyValueError::new_err("`keyframe` and `states` are both given: give one of them"))
            }
            Some(saved) if saved != n => Err(broadcast::wrong_worlds(saved, n)),
            _ => Ok(keyframe),
        }
    }
}

impl Arguments<'_, '_> {
    /// Checks the arguments for a batch of `n` worlds.
    pub fn check(&self, model: &Bound<'_, MjModel>, n: usize) -> PyResult<Reset> {
        let chosen = broadcast::chosen(self.mask, n)?;
        let keyframe = self.keyframe.map(|key| named::keyframe(model, key)).transpose()?;
        if keyframe.is_some() && self.saved.is_some() {
            return Err(PyValueError::new_err("`keyframe` and `states` are both given: give one of them"));
        }
        let rows = self.rows(&chosen, n)?;
        let noise = self.noise(model.py())?;
        Ok(Reset { chosen, keyframe, rows, noise })
    }

    fn rows(&self, chosen: &[usize], n: usize) -> PyResult<Option<Vec<usize>>> {
        let Some(saved) = self.saved else {
            return match self.rows {
                Some(_) => Err(PyValueError::new_err("`rows` is given without `states`: give what save() returned")),
                None => Ok(None),
            };
        };
        let Some(rows) = self.rows else {
            if saved != n {
                return Err(PyValueError::new_err(format!(
                    "the saved states have {saved} worlds and this batch has {n}: choose a state for each world with `rows`"
                )));
            }
            return Ok(Some(chosen.to_vec()));
        };
        let rule = || Ok(format!("`rows` has shape ({},), one row for each world to reset", chosen.len()));
        let rows = broadcast::spread(rows, None, &[chosen.len()], rule)?;
        let whole =
            |_| PyTypeError::new_err("`rows` has entries that are not whole numbers: give indices of saved states");
        let rows: Vec<Whole> = rows.call_method0("tolist")?.extract().map_err(whole)?;
        let place = |row: Whole| {
            let at = if row.0 < 0 { row.0.saturating_add(saved as i128) } else { row.0 };
            let found = usize::try_from(at).ok().filter(|at| *at < saved);
            found.ok_or_else(|| PyIndexError::new_err(format!("there is no row {row}: {saved} states are saved")))
        };
        rows.into_iter().map(place).collect::<PyResult<_>>().map(Some)
    }

    fn noise(&self, py: Python<'_>) -> PyResult<Option<ResetNoise>> {
        let Some(noise) = self.noise else {
            return match self.seed {
                Some(seed) => {
                    Err(PyValueError::new_err(format!("`seed` is {seed} without `noise`: give a standard deviation")))
                }
                None => Ok(None),
            };
        };
        let pair = noise.extract::<(f64, f64)>().or_else(|_| noise.extract::<f64>().map(|both| (both, both)));
        let (position, velocity) = pair.map_err(|_| {
            PyTypeError::new_err(
                "`noise` is neither a number nor a pair: give a standard deviation, or (position, velocity)",
            )
        })?;
        let seed = match self.seed {
            Some(seed) => seed.seed("seed")?,
            None => py.import("secrets")?.call_method1("randbits", (64,))?.extract()?,
        };
        let noise = ResetNoise { position, velocity, seed };
        noise.check().map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(Some(noise))
    }
}
