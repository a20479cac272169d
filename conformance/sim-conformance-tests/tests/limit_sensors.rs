//! Sensors of limit forces: the force of the limit's row, zero inside the range.

#![allow(clippy::unwrap_used, clippy::panic)]

use sim_core::data::ConstraintType;
use sim_core::{Data, Model, SensorType, Stage};

const SENSORS: &str = "<jointlimitfrc name='hinge' joint='a'/><jointlimitfrc joint='a'/><jointlimitfrc joint='a' cutoff='.5'/>\
    <tendonlimitfrc tendon='rope'/>";

fn try_load(sensors: &str) -> Result<Model, String> {
    let xml = format!(
        "<mujoco><option gravity='0 0 0'/><worldbody>\
         <body><joint name='a' axis='0 0 1' range='-30 30' limited='true'/><geom size='.1' pos='.2 0 0'/></body>\
         <body pos='1 0 0'><joint name='free of limits' axis='0 0 1'/><geom size='.1' pos='.2 0 0'/></body></worldbody>\
         <tendon><fixed name='rope' range='-.3 .4' limited='true'><joint joint='free of limits' coef='.5'/></fixed>\
         <fixed name='loose'><joint joint='free of limits' coef='.5'/></fixed></tendon><sensor>{sensors}</sensor></mujoco>"
    );
    sim_mjcf::load_model(&xml).map_err(|e| e.to_string())
}

fn at(m: &Model, positions: [f64; 2]) -> Data {
    let mut d = m.make_data();
    d.qpos.copy_from_slice(&positions);
    d.forward(m).unwrap();
    d
}

fn row_force(d: &Data, kind: ConstraintType) -> f64 {
    (0..d.nefc).find(|&r| d.efc_type[r] == kind).map_or(0.0, |r| d.efc_force[r])
}

#[test]
fn readings_are_the_forces_of_the_rows() {
    let m = try_load(SENSORS).unwrap();
    for positions in [[0.6, 0.9], [-0.6, -0.7], [0.6, -0.7], [0.55, 0.81]] {
        let d = at(&m, positions);
        let (joint, tendon) = (row_force(&d, ConstraintType::LimitJoint), row_force(&d, ConstraintType::LimitTendon));
        assert!(joint > 0.0 && tendon > 0.0);
        assert_eq!(d.sensordata, [joint, joint, joint.min(0.5), tendon]);
    }
    assert!(at(&m, [0.6, 0.0]).sensordata[0] > 0.5, "the cutoff is not tested");
}

#[test]
fn inside_the_range_nothing_pushes_and_nothing_is_left_over() {
    let m = try_load(SENSORS).unwrap();
    let mut d = at(&m, [0.6, 0.9]);
    assert!(d.sensordata[0] > 0.0);
    d.qpos.copy_from_slice(&[0.1, 0.1]);
    d.forward(&m).unwrap();
    assert_eq!(d.sensordata, [0.0; 4]);
    // a limit does not pull back a joint that leaves it fast
    d.qpos.copy_from_slice(&[0.53, 0.81]);
    d.qvel.fill(-50.0);
    d.forward(&m).unwrap();
    assert_eq!(d.sensordata, [0.0; 4]);
}

#[test]
fn types_and_stages() {
    let m = try_load(SENSORS).unwrap();
    assert_eq!((m.nsensor, m.nsensordata), (4, 4));
    assert_eq!(m.sensor_type[..3], [SensorType::JointLimitFrc; 3]);
    assert_eq!(m.sensor_type[3..], [SensorType::TendonLimitFrc; 1]);
    assert!(m.sensor_dim.iter().all(|&n| n == 1) && m.sensor_needstage.iter().all(|&s| s == Stage::Acc));
    for (wrong, why) in [
        ("<jointlimitfrc joint='nobody'/>", "nobody"),
        ("<tendonlimitfrc tendon='nobody'/>", "nobody"),
        ("<jointlimitfrc joint='free of limits'/>", "needs a joint with limits"),
        ("<tendonlimitfrc tendon='loose'/>", "needs a tendon with limits"),
    ] {
        let message = try_load(wrong).unwrap_err();
        assert!(message.contains(why), "{message}");
    }
}
