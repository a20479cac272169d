//! Messages of a step: errors and warnings name the joint or the actuator and the cure, and all warnings go to one hook.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use sim_physics::prelude::*;
use sim_physics::sim_core::binding::force::BadControls;
use sim_physics::sim_core::binding::message::number;
use sim_physics::sim_core::binding::pipeline::Sensors;
use sim_physics::sim_core::data::Warning;
use sim_physics::sim_core::{Stage, warning};
use std::sync::Mutex;

/// Two joints and two actuators, one of each without a name; `name` is that of the others.
fn world(name: &str) -> (Model, Data) {
    let m = load_model(&format!(
        "<mujoco><option timestep='.001'/><worldbody><body><joint name='{name}'/><joint axis='1 0 0'/><geom size='.1'/></body>
         </worldbody><actuator><motor name='{name}' joint='{name}'/><motor joint='{name}'/></actuator></mujoco>"
    ))
    .unwrap_or_else(|e| panic!("{e}"));
    let d = m.make_data();
    (m, d)
}

#[test]
fn errors_name_the_joint_or_the_actuator_and_the_cure() {
    type Fault = fn(&mut Data);
    let cases: [(Fault, &str); 6] = [
        (|d| d.qpos[0] = f64::NAN, "qpos[0] of joint 'hip' is NaN at time 0.003: "),
        (|d| d.qpos[1] = f64::INFINITY, "qpos[1] of joint 1 is inf at time 0.003: "),
        (|d| d.qvel[0] = -1e11, "qvel[0] of joint 'hip' is -1e11 at time 0.003: "),
        (|d| d.qfrc_applied[0] = 1e300, "qacc[0] of joint 'hip' is "),
        (|d| d.ctrl[0] = f64::NAN, "ctrl[0] of actuator 'hip' is NaN at time 0.003: set it to a number"),
        (|d| d.ctrl[1] = 2.5e10, "ctrl[1] of actuator 1 is 2.5e10 at time 0.003: "),
    ];
    for (fault, words) in cases {
        let (m, mut d) = world("hip");
        for _ in 0..3 {
            d.step(&m).unwrap();
        }
        fault(&mut d);
        let text = d.step(&m).unwrap_err().to_string();
        assert!(text.starts_with(words), "'{words}' against '{text}'");
        // a cure after the colon
        assert!(text.split_once(": ").unwrap().1.len() > 20, "{text}");
    }
}

#[test]
fn names_cannot_move_the_cursor() {
    let (m, mut d) = world("a&#27;[31m&#10;b");
    d.ctrl[0] = f64::NAN;
    let error = d.step(&m).unwrap_err().to_string();
    let ((), warnings) = warning::collect(|| {
        d.forward_after(&m, Stage(0), Sensors::Run, BadControls::Zero).unwrap();
    });
    for text in warnings.iter().chain([&error]) {
        assert!(text.contains("'a\\u{1b}[31m\\nb'") && !text.contains(char::is_control), "{text:?}");
    }
    assert_eq!(warnings.len(), 1);
}

#[test]
fn numbers_are_short() {
    for (x, text) in [(0.001, "0.001"), (1e-9, "1e-9"), (0.1 + 0.2, "0.3"), (1e12, "1e12"), (-2.0, "-2")] {
        assert_eq!(number(x), text);
    }
}

/// Balls that touch each other, in a model that declares less memory than their contacts need.
const CROWD: &str = "<mujoco><size memory='5000'/><worldbody><geom type='plane' size='9 9 1'/>
    <replicate count='12' offset='.3 0 0'><body pos='0 0 .09'><freejoint/><geom size='.1'/></body></replicate>
    </worldbody></mujoco>";

#[test]
fn one_hook_receives_what_the_loader_and_the_steps_warn_of() {
    static HEARD: Mutex<Vec<String>> = Mutex::new(vec![]);
    warning::set_hook(|text| HEARD.lock().unwrap().push(text.to_string()));
    let mut m = load_model(&CROWD.replace("<worldbody>", "<body name='stray'/><worldbody>")).unwrap();
    // a warning, not an error
    m.limits.memory = None;
    let mut d = m.make_data();
    for _ in 0..3 {
        d.step(&m).unwrap();
    }
    assert_eq!(d.warning.get(Warning::ContactFull).1, 3);
    // the worlds of a batch, whichever thread steps them
    let mut batch = BatchSim::new(std::sync::Arc::new(m), 2);
    let errors = batch.step_all();
    assert!(errors.iter().all(Option::is_none));
    warning::take_hook();
    let heard = std::mem::take(&mut *HEARD.lock().unwrap());
    let contacts = heard.iter().filter(|text| text.starts_with("12 contacts are more than")).count();
    assert_eq!(contacts, 3, "{heard:#?}");
    assert!(heard[0].contains("body[stray]") && heard[0].contains("outside <worldbody>"), "{heard:#?}");
    assert!(
        heard.iter().any(|text| text.contains("raise 'nconmax' or 'memory' in <size>. Time = 0.0000.")),
        "{heard:#?}"
    );
    // no other warning: loading tries a step, and reports nothing about it
    assert!(heard.iter().all(|text| !text.contains('\n')));
}
