//! New samples for the buffers of sensors that report late or seldom, taken when the state advances.

use super::history::{is_due, samples};
use super::reading::cut_off;
use super::{acceleration, position, velocity};
use crate::data::history_insert;
use crate::model::{Model, Stage};
use crate::stage::{AccelerationReadings, PositionReadings, SensorMemory, VelocityReadings};

/// Whether sensor `i` is measured for its buffer: with a delay, `sensordata` holds an old reading.
pub(super) fn is_measured(m: &Model, history: &[f64], time: f64, i: usize) -> bool {
    let waits = || m.sensor_interval[2 * i] > 0.0 && !is_due(m, history, time, i);
    samples(m, i) > 0 && m.sensor_delay[i] > 0.0 && !waits()
}

/// Adds the current readings to the buffers.
pub(crate) fn remember(m: &Model, d: &mut SensorMemory<'_>) {
    for i in 0..m.nsensor {
        let n = samples(m, i);
        if n == 0 {
            continue;
        }
        let (start, dim) = (m.sensor_historyadr[i] as usize, m.sensor_dim[i] as usize);
        let interval = m.sensor_interval[2 * i];
        if interval > 0.0 {
            if !is_due(m, d.history, d.time, i) {
                continue;
            }
            // the exact period: rounding to time steps must not add up
            d.history[start] += interval;
        }
        let at = start + history_insert(&mut d.history[start..], n, dim, d.time);
        if m.sensor_delay[i] > 0.0 {
            measure(m, d, i, at..at + dim);
        } else {
            let from = m.sensor_adr[i] as usize;
            d.history[at..at + dim].copy_from_slice(&d.sensordata[from..from + dim]);
        }
    }
}

/// Writes the reading of sensor `i` for the current state to a place in `history`.
fn measure(m: &Model, d: &mut SensorMemory<'_>, i: usize, range: std::ops::Range<usize>) {
    let out = &mut d.history[range];
    match m.sensor_needstage[i] {
        Stage::Pos => position::read(m, &mut PositionReadings!(d), i, out),
        Stage::Vel => velocity::read(m, &VelocityReadings!(d), i, out),
        _ => acceleration::read(m, &mut AccelerationReadings!(d), i, out),
    }
    cut_off(m, i, out);
}
