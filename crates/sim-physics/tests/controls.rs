//! Controls that are not numbers or too large: an error that names them, or, where they are forgiven, zeros and a warning.

#![allow(clippy::unwrap_used)]

use sim_physics::sim_core::Stage;
use sim_physics::sim_core::binding::force::BadControls;
use sim_physics::sim_core::binding::pipeline::Sensors;
use sim_physics::sim_core::data::Warning;
use sim_physics::{Data, Model, StepError, load_model};

/// Two motors, the second one with a delay.
fn world() -> (Model, Data) {
    let m = load_model(
        "<mujoco><worldbody><body><joint name='a' type='slide' axis='1 0 0'/><geom size='.1'/>
         <body><joint name='b' type='slide' axis='0 1 0'/><geom size='.1'/></body></body></worldbody>
         <actuator><motor joint='a'/><motor joint='b' delay='.004' nsample='3'/></actuator></mujoco>",
    )
    .unwrap();
    let d = m.make_data();
    (m, d)
}

#[test]
fn a_bad_control_is_an_error_that_names_it_and_moves_nothing() {
    for bad in [f64::NAN, f64::INFINITY, -1e11] {
        let (m, mut d) = world();
        d.qvel.fill(1.0);
        d.ctrl.copy_from_slice(&[bad, 1.0]);
        let error = d.step(&m).unwrap_err();
        assert!(matches!(error, StepError::BadControl { index: 0, value, .. } if value.to_bits() == bad.to_bits()));
        assert_eq!((&d.qpos[..], d.time), (&[0.0, 0.0][..], 0.0));
        assert_eq!(d.warning.get(Warning::BadCtrl).1, 0);
    }
}

#[test]
fn a_forgiven_control_makes_all_of_them_zero_and_is_counted() {
    let (m, mut d) = world();
    d.ctrl.copy_from_slice(&[1.0, f64::NAN]);
    // the delayed motor still reads the zeros it started with
    d.forward_after(&m, Stage(0), Sensors::Run, BadControls::Zero).unwrap();
    assert_eq!((d.actuator_force[0], d.warning.get(Warning::BadCtrl)), (1.0, (0, 0)));
    for _ in 0..4 {
        d.step_with(&m, BadControls::Zero).unwrap();
    }
    assert_eq!(d.actuator_force, [0.0, 0.0]);
    let (about, number) = d.warning.get(Warning::BadCtrl);
    assert!(about == 1 && number > 0, "{about} {number}");
}

#[test]
fn forgiveness_is_of_one_call() {
    let (m, mut d) = world();
    d.ctrl[0] = f64::NAN;
    d.step_with(&m, BadControls::Zero).unwrap();
    assert!(matches!(d.forward(&m), Err(StepError::BadControl { index: 0, .. })));
}
