//! Sensors, by the stage whose results they read.
//!
//! Each stage writes the readings of its sensors into `sensordata`. What several sensors share and nothing else
//! needs (energy, momenta of subtrees, accelerations and forces of bodies) is computed for the first that asks.

mod acceleration;
pub(crate) mod contact;
mod frame;
mod geometry;
mod history;
mod position;
mod tactile;
mod velocity;

pub(crate) use history::remember;

use crate::data::Data;
use crate::dynamics::velocity::subtree_velocity;
use crate::model::{DataType, Model, ObjType, SensorType, Stage, disable};
use crate::sleep::Filter;
use crate::stage::{Awake, SubtreeVelocities};

/// Sensors of positions.
pub fn position(m: &Model, d: &mut Data) {
    run(m, d, Stage::Pos);
}

/// Sensors of velocities.
pub fn velocity(m: &Model, d: &mut Data) {
    run(m, d, Stage::Vel);
}

/// Sensors of accelerations and forces.
pub fn acceleration(m: &Model, d: &mut Data) {
    run(m, d, Stage::Acc);
}

fn run(m: &Model, d: &mut Data, stage: Stage) {
    if m.opt.disableflags & disable::SENSOR != 0 {
        return;
    }
    let mut readings = std::mem::take(&mut d.sensordata);
    let filter = Filter::new(m, d.ntree_awake);
    for i in 0..m.nsensor {
        if m.sensor_needstage[i] != stage || filter.skips(m, Awake!(d), ObjType::Sensor, i) {
            continue;
        }
        let at = m.sensor_adr[i] as usize;
        let out = &mut readings[at..at + m.sensor_dim[i] as usize];
        match m.sensor_type[i] {
            SensorType::Plugin => {}
            SensorType::User => user(m, d, stage, out),
            _ => history::read_or_compute(m, d, i, out),
        }
    }
    d.sensordata = readings;
}

/// A user's sensor reads zero; what its stage offers is computed for the user's own code.
fn user(m: &Model, d: &mut Data, stage: Stage, out: &mut [f64]) {
    match stage {
        Stage::Vel => need_subtree_velocity(m, d),
        Stage::Acc => need_body_forces(m, d),
        _ => {}
    }
    out.fill(0.0);
}

/// The reading of sensor `i` for the current state.
fn compute(m: &Model, d: &mut Data, i: usize, out: &mut [f64]) {
    match m.sensor_needstage[i] {
        Stage::Pos => position::read(m, d, i, out),
        Stage::Vel => velocity::read(m, d, i, out),
        _ => acceleration::read(m, d, i, out),
    }
    cut_off(m, i, out);
}

/// Clamps a reading to the sensor's range: real numbers on both sides, positive ones from above.
fn cut_off(m: &Model, i: usize, out: &mut [f64]) {
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

/// Momenta of subtrees, once per velocity.
fn need_subtree_velocity(m: &Model, d: &mut Data) {
    if !d.flg_subtreevel {
        subtree_velocity(m, &mut SubtreeVelocities::of(d));
    }
}

/// Accelerations and forces of bodies, once per acceleration.
fn need_body_forces(m: &Model, d: &mut Data) {
    if !d.flg_rnepost {
        crate::pipeline::post_constraint(m, d);
    }
}

/// Writes a reading; the sensor's own length decides how much of it.
fn put(out: &mut [f64], reading: &[f64]) {
    out.iter_mut().zip(reading).for_each(|(x, &value)| *x = value);
}

/// The first limit row of joint or tendon `id`, if it is at its limit.
fn limit_row(d: &Data, kind: crate::data::ConstraintType, id: usize) -> Option<usize> {
    (d.ne + d.nf..d.nefc).find(|&r| d.efc_type[r] == kind && d.efc_id[r] == id as i32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::ObjType;

    /// A pendulum with one sensor of three numbers on its first body.
    fn sensing(kind: SensorType, stage: Stage) -> Model {
        let mut m = Model::n_link_pendulum(2, 1.0, 0.1);
        (m.nsensor, m.nsensordata) = (1, 3);
        m.resize_arrays();
        (m.sensor_type[0], m.sensor_needstage[0], m.sensor_dim[0]) = (kind, stage, 3);
        (m.sensor_objtype[0], m.sensor_objid[0], m.sensor_refid[0]) = (ObjType::Body, 1, -1);
        m
    }

    #[test]
    fn resting_body_feels_gravity() {
        let m = sensing(SensorType::FrameLinAcc, Stage::Acc);
        let mut d = m.make_data();
        d.forward(&m).unwrap();
        assert!((d.sensordata[2] + m.opt.gravity[2]).abs() < 1e-12);
        assert!(d.flg_rnepost);
    }

    #[test]
    fn readings_are_cut_off() {
        let mut m = sensing(SensorType::FrameLinAcc, Stage::Acc);
        m.sensor_cutoff[0] = 2.0;
        let mut d = m.make_data();
        d.forward(&m).unwrap();
        assert_eq!(d.sensordata[2], 2.0);
    }

    #[test]
    fn momenta_are_computed_when_asked_for() {
        let m = sensing(SensorType::FramePos, Stage::Pos);
        let mut d = m.make_data();
        d.qvel.fill(1.0);
        d.forward(&m).unwrap();
        assert!(!d.flg_subtreevel && d.subtree_linvel.iter().all(|&x| x == 0.0));
        let m = sensing(SensorType::SubtreeLinVel, Stage::Vel);
        let mut d = m.make_data();
        d.qvel.fill(1.0);
        d.forward(&m).unwrap();
        assert!(d.flg_subtreevel && d.sensordata != [0.0; 3]);
    }

    #[test]
    fn disabled_sensors_keep_their_readings() {
        let mut m = sensing(SensorType::FramePos, Stage::Pos);
        m.opt.disableflags |= disable::SENSOR;
        let mut d = m.make_data();
        d.sensordata.fill(7.0);
        d.forward(&m).unwrap();
        assert_eq!(d.sensordata, [7.0; 3]);
    }
}
