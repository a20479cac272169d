//! Force laws and activation dynamics of actuators against values computed by hand.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use sim_core::{ActuatorDynamics, BiasType, Data, GainType, Integrator, Model};

/// A weightless hinge of inertia 0.02 about y with the given actuators, and a unit-coefficient tendon on it.
fn hinge(actuators: &str) -> Model {
    let xml = format!(
        "<mujoco><option gravity='0 0 0' timestep='.001'/><worldbody><body name='b'>\
         <joint name='j' axis='0 1 0'/><inertial pos='0 0 0' mass='1' diaginertia='.02 .02 .02'/></body></worldbody>\
         <tendon><fixed name='t'><joint joint='j' coef='3'/></fixed></tendon>\
         <actuator>{actuators}</actuator></mujoco>"
    );
    sim_mjcf::load_model(&xml).unwrap_or_else(|e| panic!("{e}"))
}

/// Force of the only actuator at a joint position, velocity, control and activation.
fn force(m: &Model, position: f64, velocity: f64, ctrl: f64, act: &[f64]) -> f64 {
    let mut d = m.make_data();
    d.qpos[0] = position;
    d.qvel[0] = velocity;
    d.ctrl[0] = ctrl;
    d.act.copy_from_slice(act);
    d.forward(m).unwrap();
    d.actuator_force[0]
}

fn close(a: f64, b: f64, tolerance: f64) {
    assert!((a - b).abs() <= tolerance * b.abs().max(1.0), "{a} against {b}");
}

#[test]
fn servos_and_motors_follow_their_laws() {
    close(force(&hinge("<motor joint='j'/>"), 0.3, 0.2, 5.0, &[]), 5.0, 0.0);
    close(force(&hinge("<position joint='j' kp='100'/>"), 0.5, 0.0, 1.0, &[]), 50.0, 1e-14);
    close(force(&hinge("<position joint='j' kp='100' kv='10'/>"), 0.5, 0.2, 1.0, &[]), 48.0, 1e-14);
    close(force(&hinge("<velocity joint='j' kv='10'/>"), 0.5, 0.2, 1.0, &[]), 8.0, 1e-14);
    close(force(&hinge("<damper joint='j' kv='5' ctrlrange='0 1'/>"), 0.0, 2.0, 0.8, &[]), -8.0, 1e-14);
    let cylinder = hinge("<cylinder joint='j' area='.01' bias='0 0 -100'/>");
    close(force(&cylinder, 0.0, 0.1, 0.0, &[500_000.0]), 4990.0, 1e-14);
    close(force(&hinge("<adhesion body='b' gain='50' ctrlrange='0 1'/>"), 0.0, 0.0, 1.0, &[]), 50.0, 0.0);
}

#[test]
fn shortcuts_have_the_dynamics_of_their_parameters() {
    let kinds = |xml: &str| {
        let m = hinge(xml);
        (m.actuator_dyntype[0], m.actuator_actnum[0], m.na)
    };
    assert_eq!(kinds("<position joint='j'/>"), (ActuatorDynamics::None, 0, 0));
    assert_eq!(kinds("<position joint='j' timeconst='.1'/>"), (ActuatorDynamics::FilterExact, 1, 1));
    assert_eq!(kinds("<cylinder joint='j'/>"), (ActuatorDynamics::Filter, 1, 1));
    assert_eq!(kinds("<muscle joint='j' lengthrange='0 1'/>"), (ActuatorDynamics::Muscle, 1, 1));
    assert_eq!(hinge("<velocity joint='j'/>").actuator_gainprm[0], 1.0);
    for limited in ["<damper joint='j' kv='5' ctrlrange='0 1'/>", "<adhesion body='b' ctrlrange='0 1'/>"] {
        assert!(hinge(limited).actuator_ctrllimited[0], "{limited}");
    }
}

#[test]
fn an_exact_filter_is_exact_and_a_plain_one_is_euler() {
    let after_a_step = |xml: &str| {
        let mut m = hinge(xml);
        m.opt.timestep = 0.002;
        let mut d = m.make_data();
        d.ctrl[0] = 1.0;
        d.step(&m).unwrap();
        d.act[0]
    };
    close(after_a_step("<position joint='j' kp='100' timeconst='.1'/>"), 1.0 - (-0.02_f64).exp(), 1e-15);
    close(after_a_step("<general joint='j' dyntype='filter' dynprm='.1'/>"), 0.02, 1e-15);
    close(after_a_step("<general joint='j' dyntype='integrator'/>"), 0.002, 1e-15);
}

#[test]
fn general_says_what_shortcuts_say() {
    let pairs = [
        (
            "<position joint='j' kp='100' kv='10' timeconst='.01'/>",
            "<general joint='j' gainprm='100' biastype='affine' biasprm='0 -100 -10' dyntype='filterexact' dynprm='.01'/>",
        ),
        (
            "<muscle joint='j' force='30' lengthrange='0 1' timeconst='.01 .04'/>",
            "<general joint='j' lengthrange='0 1' gaintype='muscle' biastype='muscle' dyntype='muscle' dynprm='.01 .04 0' \
             gainprm='.75 1.05 30 200 .5 1.6 1.5 1.3 1.2' biasprm='.75 1.05 30 200 .5 1.6 1.5 1.3 1.2'/>",
        ),
    ];
    for (shortcut, general) in pairs {
        let (a, b) = (hinge(shortcut), hinge(general));
        assert_eq!(force(&a, 0.4, 0.1, 0.7, &[0.3]), force(&b, 0.4, 0.1, 0.7, &[0.3]), "{shortcut}");
    }
    let bare = hinge("<general joint='j'/>");
    assert_eq!((bare.actuator_gaintype[0], bare.actuator_biastype[0]), (GainType::Fixed, BiasType::None));
    assert_eq!((bare.actuator_gainprm[0], bare.actuator_dynprm[0]), (1.0, 1.0));
}

#[test]
fn muscle_force_at_optimal_length() {
    // the length range maps to 0.75..1.05 of the optimal length: at 5/6 of it the muscle is at its optimum
    let m = hinge("<muscle joint='j' force='100' lengthrange='0 .3'/>");
    close(force(&m, 0.25, 0.0, 0.0, &[1.0]), -100.0, 1e-12);
    close(force(&m, 0.25, 0.0, 0.0, &[0.0]), 0.0, 1e-12);
    let limited = hinge("<muscle joint='j' force='500' lengthrange='0 .3' forcerange='-100 0' forcelimited='true'/>");
    close(force(&limited, 0.25, 0.0, 0.0, &[1.0]), -100.0, 1e-12);
}

/// The curves of a muscle of unit peak force, whose lengths and velocities are those of its fibre: the length range is the
/// operating range, so that the optimal length is one.
#[test]
fn muscle_curves_pass_through_their_points() {
    use sim_core::binding::force::muscle::Muscle;
    let muscle = Muscle::new(&[0.75, 1.05, 1.0, 200.0, 0.5, 1.6, 1.5, 1.3, 1.2], [0.75, 1.05], 1.0);
    // by mju_muscleGain and mju_muscleBias of MuJoCo 3.12.0
    let by_length = [
        (0.3, 0.0),
        (0.4, 0.0),
        (0.5, 0.0),
        (0.6, 0.08),
        (0.75, 0.5),
        (0.9, 0.92),
        (1.0, 1.0),
        (1.15, 0.875),
        (1.3, 0.5),
        (1.5, 0.05555555555555564),
        (1.6, 0.0),
        (1.7, 0.0),
    ];
    for (length, expected) in by_length {
        close(-muscle.gain(length, 0.0), expected, 1e-14);
    }
    // in units of vmax, which is 1.5 lengths per second
    let by_velocity = [
        (-2.0, 0.0),
        (-1.0, 0.0),
        (-0.5, 0.25),
        (-0.2, 0.64),
        (0.0, 1.0),
        (0.1, 1.15),
        (0.2, 1.2),
        (0.3, 1.2),
        (0.5, 1.2),
    ];
    for (velocity, expected) in by_velocity {
        close(-muscle.gain(1.0, 1.5 * velocity), expected, 1e-14);
    }
    let passive = [
        (0.8, 0.0),
        (1.0, 0.0),
        (1.1, 0.07222222222222234),
        (1.15, 0.1625),
        (1.3, 0.65),
        (1.45, 1.3),
        (1.6, 1.95),
        (1.8, 2.8166666666666664),
    ];
    for (length, expected) in passive {
        close(-muscle.bias(length), expected, 1e-14);
    }
}

#[test]
fn muscles_rise_faster_than_they_fall() {
    let m = hinge("<muscle joint='j' lengthrange='0 1'/>");
    let steps_until = |start: f64, ctrl: f64, reached: &dyn Fn(f64) -> bool| {
        let mut d = m.make_data();
        (d.act[0], d.ctrl[0]) = (start, ctrl);
        (0..1000).find(|_| {
            d.step(&m).unwrap();
            reached(d.act[0])
        })
    };
    let rise = steps_until(0.0, 1.0, &|a| a >= 0.9).unwrap();
    let fall = steps_until(1.0, 0.0, &|a| a <= 0.1).unwrap();
    assert!(rise < fall, "{rise} {fall}");
    assert!(steps_until(0.0, 1.0, &|a| a >= 0.95).unwrap() < 100);
    assert!(fall < 200);
}

#[test]
fn acceleration_and_peak_force_at_the_reference_pose() {
    let m = hinge("<motor joint='j' gear='2'/>");
    close(m.actuator_acc0[0], 2.0 / 0.02, 1e-10);
    let m = hinge("<motor tendon='t' gear='2'/>");
    close(m.actuator_acc0[0], 6.0 / 0.02, 1e-10);
    // peak force = scale / acc0 when none is given
    let m = hinge("<muscle joint='j' scale='200' lengthrange='0 .3'/>");
    close(force(&m, 0.25, 0.0, 0.0, &[1.0]), -200.0 / m.actuator_acc0[0], 1e-12);
}

#[test]
fn controls_are_clamped_only_where_limited() {
    let m = hinge("<motor joint='j' ctrllimited='true' ctrlrange='-1 1'/>");
    close(force(&m, 0.0, 0.0, 5.0, &[]), 1.0, 0.0);
    let m = hinge("<motor joint='j' ctrllimited='false' ctrlrange='-1 1'/>");
    close(force(&m, 0.0, 0.0, 5.0, &[]), 5.0, 0.0);
}

#[test]
fn a_tendon_of_one_joint_acts_as_the_joint() {
    let m = hinge("<motor joint='j' gear='6'/><motor tendon='t' gear='2'/>");
    let torque = |ctrl: [f64; 2]| {
        let mut d = m.make_data();
        d.ctrl.copy_from_slice(&ctrl);
        d.forward(&m).unwrap();
        d.qfrc_actuator[0]
    };
    close(torque([1.0, 0.0]), torque([0.0, 1.0]), 1e-14);
}

/// Settles at a fixed length and returns the world.
fn settled(m: &Model, position: f64, ctrl: f64) -> Data {
    let mut d = m.make_data();
    d.ctrl[0] = ctrl;
    for _ in 0..2000 {
        d.qpos[0] = position;
        d.qvel[0] = 0.0;
        d.step(m).unwrap();
    }
    d.qpos[0] = position;
    d.qvel[0] = 0.0;
    d.forward(m).unwrap();
    d
}

const HILL: &str = "<hillmuscle joint='j' force='1000' optimallength='.1' slacklength='.2' pennation='.3'";

#[test]
fn hill_muscle_with_a_rigid_tendon_pulls_with_its_force_times_the_pennation() {
    let m = hinge(&format!("{HILL} tendonstrain='0'/>"));
    assert_eq!((m.actuator_dyntype[0], m.na), (ActuatorDynamics::HillMuscle, 1));
    let length = 0.2 + 0.1 * 0.3_f64.cos();
    close(force(&m, length, 0.0, 0.0, &[1.0]), -1000.0 * 0.3_f64.cos(), 1e-12);
    close(force(&m, length, 0.0, 0.0, &[0.0]), 0.0, 0.0);
}

#[test]
fn hill_muscle_with_a_compliant_tendon_settles_with_every_integrator() {
    for integrator in [Integrator::Euler, Integrator::RungeKutta4, Integrator::ImplicitFast, Integrator::Implicit] {
        let mut m = hinge(&format!("{HILL}/>"));
        m.opt.integrator = integrator;
        // heavy enough to stay in place while the stages of a step are computed
        m.scale_total_mass(1e6);
        m.set_const().unwrap();
        assert_eq!(m.na, 2);
        let [relaxed, tense] = [0.0, 1.0].map(|ctrl| settled(&m, 0.31, ctrl));
        close(tense.act[1], 1.0, 1e-6);
        // the tendon stretches under load, so the fibre is shorter than at rest
        assert!(tense.act[0] < relaxed.act[0] - 0.05, "{integrator}: {:?} {:?}", tense.act, relaxed.act);
        assert!(
            tense.actuator_force[0] < -700.0 && relaxed.actuator_force[0] > -50.0,
            "{integrator}: {:?} {:?}",
            tense.actuator_force,
            relaxed.actuator_force
        );
    }
}

#[test]
fn hill_muscle_presets_are_those_of_the_literature() {
    // peak force, optimal fibre length, tendon slack length, pennation: the models arm26 and gait2392 of OpenSim
    let presets = [
        ("biceps", [624.3, 0.1157, 0.2723, 0.0]),
        ("quadriceps", [1871.0, 0.084, 0.157, 0.08726646]),
        ("gastrocnemius", [1558.0, 0.06, 0.39, 0.29670597]),
        ("soleus", [3549.0, 0.05, 0.25, 0.43633231]),
    ];
    for (name, [peak, optimal, slack, pennation]) in presets {
        let m = hinge(&format!("<hillmuscle joint='j' preset='{name}' tendonstrain='0'/>"));
        assert_eq!(m.actuator_gainprm[..4], [peak, optimal, slack, pennation], "{name}");
        // fully active at its optimal length it pulls with its peak force along the tendon
        let length = slack + optimal * pennation.cos();
        close(force(&m, length, 0.0, 0.0, &[1.0]), -peak * pennation.cos(), 1e-12);
        close(force(&m, length, 0.0, 0.0, &[0.0]), 0.0, 1e-9);
        // more activation, more force; shortening weakens, lengthening strengthens
        let pull = |act: f64, velocity: f64| -force(&m, length, velocity, 0.0, &[act]);
        assert!(pull(0.25, 0.0) < pull(0.5, 0.0) && pull(0.5, 0.0) < pull(1.0, 0.0), "{name}");
        assert!(pull(1.0, -0.1) < pull(1.0, 0.0) && pull(1.0, 0.0) < pull(1.0, 0.1), "{name}");
    }
    // what is given beside it holds
    let m = hinge("<hillmuscle joint='j' preset='soleus' force='10' pennation='0'/>");
    assert_eq!(m.actuator_gainprm[..4], [10.0, 0.05, 0.25, 0.0]);
    let error = sim_mjcf::load_model("<mujoco><actuator><hillmuscle preset='solus'/></actuator></mujoco>").unwrap_err();
    assert!(error.to_string().contains("did you mean 'soleus'?"), "{error}");
}
