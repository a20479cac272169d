//! Sensors with a delay or an interval: when they are measured, and the readings of their ring buffers in `history`.
//!
//! A sensor with a delay always reads its buffer; one with a sampling interval is measured when its time has come
//! and reads the buffer in between. The buffers take new samples when the state advances.

use crate::data::history_read;
use crate::model::Model;
use crate::stage::SensorTimes;

/// Samples the buffer of sensor `i` holds; zero without one.
pub(super) fn samples(m: &Model, i: usize) -> usize {
    usize::try_from(m.sensor_history[2 * i]).unwrap_or(0)
}

/// Whether a sensor with a sampling interval is to be measured now.
pub(super) fn is_due(m: &Model, history: &[f64], time: f64, i: usize) -> bool {
    history[m.sensor_historyadr[i] as usize] + m.sensor_interval[2 * i] <= time
}

/// Whether sensor `i` reads its buffer and is not measured.
pub(super) fn is_remembered(m: &Model, d: SensorTimes<'_>, i: usize) -> bool {
    let (delay, interval) = (m.sensor_delay[i], m.sensor_interval[2 * i]);
    samples(m, i) > 0 && (delay > 0.0 || (interval > 0.0 && !is_due(m, d.history, d.time, i)))
}

/// Reading of sensor `i` from its buffer.
pub(super) fn recall(m: &Model, d: SensorTimes<'_>, i: usize, out: &mut [f64]) {
    let buffer = &d.history[m.sensor_historyadr[i] as usize..];
    history_read(buffer, samples(m, i), out.len(), d.time - m.sensor_delay[i], m.sensor_history[2 * i + 1], out);
}
