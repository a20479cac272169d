//! Past controls and readings by time: reading and filling the ring buffers of one actuator or sensor.

use super::Data;
use super::history::read;
use crate::math::MINVAL;
use crate::model::Model;
use thiserror::Error;

/// Why a history could not be read or set.
///
/// ```
/// use sim_core::{HistoryError, Model};
///
/// let model = Model::example();
/// let mut data = model.make_data();
/// let error = data.init_ctrl_history(&model, 0, None, &[0.0]).unwrap_err();
/// assert_eq!(error, HistoryError::NoHistory { what: "actuator", id: 0 });
/// assert!(error.to_string().contains("nsample"));
/// ```
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum HistoryError {
    /// The actuator or sensor does not exist.
    #[error("{what} {id} does not exist: the model has {count}, counted from 0")]
    NoSuchObject {
        /// Actuator or sensor.
        what: &'static str,
        /// The index given.
        id: usize,
        /// Number of such objects.
        count: usize,
    },
    /// The object has no history.
    #[error("{what} {id} has no history buffer: give it nsample")]
    NoHistory {
        /// Actuator or sensor.
        what: &'static str,
        /// Its index.
        id: usize,
    },
    /// The arrays have wrong lengths.
    #[error("the history has {times} times and {values} values: give {samples} times and {samples} x {dim} values")]
    Length {
        /// Times given, or kept if none were given.
        times: usize,
        /// Values given.
        values: usize,
        /// Samples in the buffer.
        samples: usize,
        /// Numbers per sample.
        dim: usize,
    },
    /// Times do not increase.
    #[error("time {index} of the history is not later than the time before it: give increasing times")]
    Times {
        /// Index of the time.
        index: usize,
    },
}

/// Where the buffer of an object is.
struct Place {
    start: usize,
    samples: usize,
    dim: usize,
}

impl Place {
    fn of_actuator(m: &Model, id: usize) -> Result<Self, HistoryError> {
        if id >= m.nactuator {
            return Err(HistoryError::NoSuchObject { what: "actuator", id, count: m.nactuator });
        }
        let samples = usize::try_from(m.actuator_history[2 * id]).unwrap_or(0);
        Ok(Self { start: m.actuator_historyadr[id].max(0) as usize, samples, dim: 1 })
    }

    fn of_sensor(m: &Model, id: usize) -> Result<Self, HistoryError> {
        if id >= m.nsensor {
            return Err(HistoryError::NoSuchObject { what: "sensor", id, count: m.nsensor });
        }
        let samples = usize::try_from(m.sensor_history[2 * id]).unwrap_or(0);
        Ok(Self { start: m.sensor_historyadr[id].max(0) as usize, samples, dim: m.sensor_dim[id].max(0) as usize })
    }

    /// Fills the buffer; `times` of `None` keeps those it has.
    fn fill(&self, d: &mut Data, times: Option<&[f64]>, values: &[f64], user: Option<f64>) -> Result<(), HistoryError> {
        let (n, dim) = (self.samples, self.dim);
        if values.len() != n * dim || times.is_some_and(|t| t.len() != n) {
            let times = times.map_or(n, <[f64]>::len);
            return Err(HistoryError::Length { times, values: values.len(), samples: n, dim });
        }
        let buffer = &mut d.history[self.start..self.start + 2 + n * (1 + dim)];
        let kept = times.unwrap_or(&buffer[2..2 + n]);
        if let Some(index) = (1..n).find(|&i| kept[i] - kept[i - 1] < MINVAL) {
            return Err(HistoryError::Times { index });
        }
        if let Some(times) = times {
            buffer[2..2 + n].copy_from_slice(times);
        }
        buffer[0] = user.unwrap_or(buffer[0]);
        buffer[1] = (n - 1) as f64;
        buffer[2 + n..].copy_from_slice(values);
        Ok(())
    }
}

impl Data {
    /// The control actuator `id` acts on at `time`, its delay counted; `interpolation` of `None` is the model's own
    /// (0 the last sample, 1 linear, 2 cubic).
    pub fn read_ctrl(&self, m: &Model, id: usize, time: f64, interpolation: Option<i32>) -> Result<f64, HistoryError> {
        let place = Place::of_actuator(m, id)?;
        if place.samples == 0 {
            return Ok(self.ctrl[m.actuator_ctrladr[id] as usize]);
        }
        let order = interpolation.unwrap_or(m.actuator_history[2 * id + 1]);
        let mut out = [0.0];
        read(&self.history[place.start..], place.samples, 1, time - m.actuator_delay[id], order, &mut out);
        Ok(out[0])
    }

    /// The reading of sensor `id` at `time`, its delay counted.
    pub fn read_sensor(
        &self,
        m: &Model,
        id: usize,
        time: f64,
        interpolation: Option<i32>,
    ) -> Result<Vec<f64>, HistoryError> {
        let place = Place::of_sensor(m, id)?;
        if place.samples == 0 {
            let at = m.sensor_adr[id] as usize;
            return Ok(self.sensordata[at..at + place.dim].to_vec());
        }
        let order = interpolation.unwrap_or(m.sensor_history[2 * id + 1]);
        let mut out = vec![0.0; place.dim];
        read(&self.history[place.start..], place.samples, place.dim, time - m.sensor_delay[id], order, &mut out);
        Ok(out)
    }

    /// Sets the past controls of actuator `id`, oldest first; without `times` at the times the buffer has.
    pub fn init_ctrl_history(
        &mut self,
        m: &Model,
        id: usize,
        times: Option<&[f64]>,
        values: &[f64],
    ) -> Result<(), HistoryError> {
        let place = Place::of_actuator(m, id)?;
        if place.samples == 0 {
            return Err(HistoryError::NoHistory { what: "actuator", id });
        }
        place.fill(self, times, values, None)
    }

    /// Sets the past readings of sensor `id`, oldest first, and the time of its last measurement.
    pub fn init_sensor_history(
        &mut self,
        m: &Model,
        id: usize,
        times: Option<&[f64]>,
        values: &[f64],
        phase: f64,
    ) -> Result<(), HistoryError> {
        let place = Place::of_sensor(m, id)?;
        if place.samples == 0 {
            return Err(HistoryError::NoHistory { what: "sensor", id });
        }
        place.fill(self, times, values, Some(phase))
    }
}
