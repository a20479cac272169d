//! Sensors, by the stage whose results they read.
//!
//! Each stage writes the readings of its sensors into `sensordata`; what they share is computed before (`need.rs`).

mod acceleration;
mod contact;
mod frame;
pub(crate) mod geometry;
mod history;
pub(crate) mod need;
mod position;
mod reading;
mod remember;
mod tactile;
mod velocity;

pub(crate) use remember::remember;

use crate::model::{DisableFlags, Model, ObjType, SensorType, Stage};
use crate::sleep::Filter;
use crate::stage::{AccelerationReadings, AccelerationSensors, Awake, PositionReadings, PositionSensors};
use crate::stage::{SensorTimes, VelocityReadings, VelocitySensors};

/// Whether there is anything to read.
pub(crate) fn is_on(m: &Model) -> bool {
    m.nsensor > 0 && !m.opt.disableflags.contains(DisableFlags::SENSOR)
}

/// Sensors of positions; energies are computed if a sensor reads them.
pub(crate) fn positions(m: &Model, d: &mut PositionSensors<'_>) {
    let mut world = PositionReadings!(d);
    write_readings(m, SensorTimes!(d), Stage::Pos, d.sensordata, |i, out| position::read(m, &mut world, i, out));
}

/// Sensors of velocities; momenta of subtrees are computed if a sensor reads them.
pub(crate) fn velocities(m: &Model, d: &mut VelocitySensors<'_>) {
    let world = VelocityReadings!(d);
    write_readings(m, SensorTimes!(d), Stage::Vel, d.sensordata, |i, out| velocity::read(m, &world, i, out));
}

/// Sensors of accelerations and forces; those of bodies are computed if a sensor reads them.
pub(crate) fn accelerations(m: &Model, d: &mut AccelerationSensors<'_>) {
    let mut world = AccelerationReadings!(d);
    write_readings(m, SensorTimes!(d), Stage::Acc, d.sensordata, |i, out| acceleration::read(m, &mut world, i, out));
}

/// Writes the readings of a stage's sensors, measured by `measure(i, out)` or remembered.
fn write_readings(
    m: &Model,
    d: SensorTimes<'_>,
    stage: Stage,
    readings: &mut [f64],
    mut measure: impl FnMut(usize, &mut [f64]),
) {
    let filter = Filter::new(m, d.ntree_awake);
    for i in 0..m.nsensor {
        if m.sensor_needstage[i] != stage || filter.skips(m, Awake!(d), ObjType::Sensor, i) {
            continue;
        }
        let at = m.sensor_adr[i] as usize;
        let out = &mut readings[at..at + m.sensor_dim[i] as usize];
        match m.sensor_type[i] {
            SensorType::Plugin => {}
            // the user's own code writes it
            SensorType::User => out.fill(0.0),
            _ if history::is_remembered(m, d, i) => history::recall(m, d, i, out),
            _ => {
                measure(i, out);
                reading::cut_off(m, i, out);
            }
        }
    }
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
        m.opt.disableflags |= DisableFlags::SENSOR;
        let mut d = m.make_data();
        d.sensordata.fill(7.0);
        d.forward(&m).unwrap();
        assert_eq!(d.sensordata, [7.0; 3]);
    }
}
