//! Sensors that report late or seldom: their readings go through the ring buffers in `history`.
//!
//! A sensor with a delay always reads its buffer; one with a sampling interval is measured when its time has come
//! and reads the buffer in between. The buffers take new samples when the state advances.

use super::compute;
use crate::data::{Data, history_insert, history_read};
use crate::model::Model;

/// Samples the buffer of sensor `i` holds; zero without one.
fn samples(m: &Model, i: usize) -> usize {
    usize::try_from(m.sensor_history[2 * i]).unwrap_or(0)
}

/// Whether a sensor with a sampling interval is to be measured now.
fn is_due(m: &Model, d: &Data, i: usize) -> bool {
    d.history[m.sensor_historyadr[i] as usize] + m.sensor_interval[2 * i] <= d.time
}

/// The reading of sensor `i`: measured, or remembered.
pub(super) fn read_or_compute(m: &Model, d: &mut Data, i: usize, out: &mut [f64]) {
    let n = samples(m, i);
    let (delay, interval) = (m.sensor_delay[i], m.sensor_interval[2 * i]);
    let remembered = n > 0 && (delay > 0.0 || (interval > 0.0 && !is_due(m, d, i)));
    if !remembered {
        return compute(m, d, i, out);
    }
    let buffer = &d.history[m.sensor_historyadr[i] as usize..];
    history_read(buffer, n, out.len(), d.time - delay, m.sensor_history[2 * i + 1], out);
}

/// Adds the current readings to the buffers; part of advancing the state.
pub(crate) fn remember(m: &Model, d: &mut Data) {
    if m.nhistory == 0 {
        return;
    }
    for i in 0..m.nsensor {
        let n = samples(m, i);
        if n == 0 {
            continue;
        }
        let (start, dim) = (m.sensor_historyadr[i] as usize, m.sensor_dim[i] as usize);
        let interval = m.sensor_interval[2 * i];
        if interval > 0.0 {
            if !is_due(m, d, i) {
                continue;
            }
            // the exact period: rounding to time steps must not add up
            d.history[start] += interval;
        }
        let at = start + history_insert(&mut d.history[start..], n, dim, d.time);
        if m.sensor_delay[i] > 0.0 {
            // `sensordata` holds an old reading
            let mut history = std::mem::take(&mut d.history);
            compute(m, d, i, &mut history[at..at + dim]);
            d.history = history;
        } else {
            let from = m.sensor_adr[i] as usize;
            d.history[at..at + dim].copy_from_slice(&d.sensordata[from..from + dim]);
        }
    }
}
