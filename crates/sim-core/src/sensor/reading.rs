//! What the readings of all sensors share: how they are written and cut off, and rows of limits.

use crate::data::ConstraintType;
use crate::model::{DataType, Model, SensorType};
use crate::stage::LimitRows;

/// Writes a reading; the sensor's own length decides how much of it.
pub(super) fn put(out: &mut [f64], reading: &[f64]) {
    out.iter_mut().zip(reading).for_each(|(x, &value)| *x = value);
}

/// Clamps a reading to the sensor's range: real numbers on both sides, positive ones from above.
pub(super) fn cut_off(m: &Model, i: usize, out: &mut [f64]) {
    let limit = m.sensor_cutoff[i];
    // distances have spent their cutoff on the search already
    let unlimited = matches!(m.sensor_type[i], SensorType::Contact | SensorType::GeomFromTo);
    if limit <= 0.0 || unlimited {
        return;
    }
    match m.sensor_datatype[i] {
        DataType::Real => out.iter_mut().filter(|x| x.abs() > limit).for_each(|x| *x = limit.copysign(*x)),
        DataType::Positive => out.iter_mut().filter(|x| **x > limit).for_each(|x| *x = limit),
        _ => {}
    }
}

/// The first limit row of joint or tendon `id`, if it is at its limit.
pub(super) fn limit_row(d: LimitRows<'_>, kind: ConstraintType, id: usize) -> Option<usize> {
    (d.ne + d.nf..d.nefc).find(|&r| d.efc_type[r] == kind && d.efc_id[r] == id as i32)
}
