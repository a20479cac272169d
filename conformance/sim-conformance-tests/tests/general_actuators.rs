//! `<general>`: affine gains, defaults by class, states, and rejected values, compared with MuJoCo 3.12.0 or a closed form.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use sim_core::{ActuatorDynamics, BiasType, Data, GainType, Model};
use sim_mjcf::MjcfError;

fn load(actuators: &str) -> Result<Model, MjcfError> {
    sim_mjcf::load_model(&format!(
        "<mujoco><option gravity='0 0 0' timestep='.001'/><worldbody><body name='b'>\
         <joint name='j' axis='0 1 0'/><inertial pos='0 0 0' mass='1' diaginertia='.02 .02 .02'/></body></worldbody>\
         {actuators}</mujoco>"
    ))
}

fn one(attributes: &str) -> Result<Model, MjcfError> {
    load(&format!("<actuator><general name='drive' joint='j' {attributes}/></actuator>"))
}

/// A world at a position, velocity, control and activation.
fn at(m: &Model, position: f64, velocity: f64, ctrl: f64, act: &[f64]) -> Data {
    let mut d = m.make_data();
    (d.qpos[0], d.qvel[0], d.ctrl[0]) = (position, velocity, ctrl);
    d.act.copy_from_slice(act);
    d.forward(m).unwrap();
    d
}

#[test]
fn affine_gains_multiply_the_control() {
    let m = one("gaintype='affine' gainprm='2 3 5' biastype='affine' biasprm='.7 -11 -13'").unwrap();
    assert_eq!((m.actuator_gaintype[0], m.actuator_biastype[0]), (GainType::Affine, BiasType::Affine));
    let force = at(&m, 0.4, 0.1, 0.7, &[]).actuator_force[0];
    // (2 + 3 l + 5 v) u + 0.7 - 11 l - 13 v; MuJoCo 3.12.0: -2.41
    assert!((force - ((2.0 + 1.2 + 0.5) * 0.7 + 0.7 - 4.4 - 1.3)).abs() < 1e-14, "{force}");
    assert!((force + 2.41).abs() < 1e-14, "{force}");
    // a fixed gain takes its first parameter only
    let fixed = one("gaintype='fixed' gainprm='2 3 5'").unwrap();
    assert_eq!(at(&fixed, 0.4, 0.1, 0.7, &[]).actuator_force[0], 1.4);
}

#[test]
fn classes_give_general_its_defaults() {
    let m = load(
        "<default><general gainprm='3' biastype='affine' biasprm='0 -2' ctrlrange='-1 1'/>
           <default class='soft'><general gainprm='1' dyntype='filter' dynprm='.2'/></default></default>
         <actuator><general joint='j'/><general joint='j' class='soft'/>
           <general joint='j' class='soft' gainprm='7' ctrllimited='false'/><motor joint='j'/></actuator>",
    )
    .unwrap();
    let first = |values: &[f64], k: usize| (0..4).map(|i| values[i * values.len() / 4 + k]).collect::<Vec<_>>();
    // the numbers are MuJoCo's; a motor sets its gain and bias types but not the bias parameters, which stay without effect
    assert_eq!(first(&m.actuator_gainprm, 0), [3.0, 1.0, 7.0, 1.0]);
    assert_eq!(first(&m.actuator_biasprm, 1), [-2.0; 4]);
    assert_eq!(first(&m.actuator_dynprm, 0), [1.0, 0.2, 0.2, 1.0]);
    use BiasType as B;
    assert_eq!(*m.actuator_biastype, [B::Affine, B::Affine, B::Affine, B::None]);
    use ActuatorDynamics as D;
    assert_eq!(*m.actuator_dyntype, [D::None, D::Filter, D::Filter, D::None]);
    assert_eq!(
        m.actuator_ctrllimited.iter().map(|limited| limited.get()).collect::<Vec<_>>(),
        [true, true, false, true]
    );
    assert_eq!(m.na, 2);
}

#[test]
fn unknown_keywords_are_errors_that_suggest() {
    for (attributes, attribute, known) in [
        ("gaintype='afine'", "gaintype", "'affine'"),
        ("gaintype='AFFINE'", "gaintype", "affine"),
        ("biastype='linear'", "biastype", "affine"),
        ("dyntype='integral'", "dyntype", "'integrator'"),
        ("ctrllimited='maybe'", "ctrllimited", "auto"),
    ] {
        let error = one(attributes).unwrap_err();
        let MjcfError::InvalidAttribute { attribute: named, .. } = &error else { panic!("{attributes}: {error}") };
        assert_eq!(named, attribute);
        assert!(error.to_string().contains(known), "{known} is not in: {error}");
    }
}

#[test]
fn user_types_are_refused_and_named() {
    for attributes in ["gaintype='user'", "biastype='user'", "dyntype='user'", "dyntype='user' actdim='3'"] {
        let error = one(attributes).unwrap_err();
        assert!(matches!(error, MjcfError::Unsupported { .. }), "{attributes}: {error}");
        let text = error.to_string();
        assert!(text.contains("general[drive]") && text.contains("user"), "{attributes}: {text}");
    }
}

#[test]
fn actearly_uses_the_activation_after_the_step() {
    // MuJoCo 3.12.0: control 0.7, activation 0.3, gain 10, time step 0.001
    for (dynamics, late, early) in [
        ("dyntype='integrator'", 3.0, 3.007),
        ("dyntype='filter' dynprm='.05'", 3.0, 3.08),
        ("dyntype='filterexact' dynprm='.05'", 3.0, 3.079205306772979),
        ("dyntype='integrator' actlimited='true' actrange='0 .3'", 3.0, 3.0),
    ] {
        for (flag, expected) in [("false", late), ("true", early)] {
            let m = one(&format!("{dynamics} gainprm='10' actearly='{flag}'")).unwrap();
            let d = at(&m, 0.0, 0.0, 0.7, &[0.3]);
            assert!((d.actuator_force[0] - expected).abs() < 1e-13, "{dynamics} {flag}: {}", d.actuator_force[0]);
            // the state itself does not move in a forward pass
            assert_eq!(d.act, [0.3]);
        }
    }
}

#[test]
fn actdim_is_for_dynamics_that_have_so_many_states() {
    assert_eq!(one("dyntype='integrator' actdim='1'").unwrap().na, 1);
    // MuJoCo rejects these too
    for (attributes, word) in [
        ("dyntype='integrator' actdim='3'", "actdim"),
        ("actdim='2'", "actdim"),
        ("dyntype='integrator' actdim='0'", "actdim"),
    ] {
        let error = one(attributes).unwrap_err().to_string();
        assert!(error.contains(word) && error.contains("general[drive]"), "{attributes}: {error}");
    }
}
