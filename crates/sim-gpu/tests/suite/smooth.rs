//! Smooth dynamics on the GPU in f64, compared with the CPU. The first field that differs names the
//! stage.

use crate::harness::{Comparison, context, load, numbers, parse, scatter};
use naga::valid::{Capabilities, ValidationFlags, Validator};
use sim_core::{Data, DisableFlags, Integrator, Model, StepError};
use sim_gpu::{GpuBatchSim, GpuOptions, Precision};
use std::sync::Arc;

/// Fields in the order of the stages that write them.
const FIELDS: [&str; 28] = [
    "subtree_com",
    "cdof",
    "cinert",
    "cam_xpos",
    "cam_xmat",
    "light_xpos",
    "light_xdir",
    "ten_J",
    "ten_length",
    "crb",
    "M",
    "actuator_length",
    "ten_velocity",
    "actuator_velocity",
    "cvel",
    "cdof_dot",
    "qfrc_spring",
    "qfrc_damper",
    "qfrc_gravcomp",
    "qfrc_fluid",
    "qfrc_passive",
    "qfrc_bias",
    "actuator_force",
    "qfrc_actuator",
    "act_dot",
    "qfrc_smooth",
    "qacc_smooth",
    "energy",
];

/// A model without constraints and sensors, which these tests do not cover.
fn unconstrained(mut m: Arc<Model>) -> Arc<Model> {
    let unused = DisableFlags::CONSTRAINT | DisableFlags::CONTACT | DisableFlags::SENSOR;
    Arc::make_mut(&mut m).opt.disableflags |= unused;
    m
}

/// Compares a forward pass.
fn forward(name: &str, m: Arc<Model>) {
    let mut m = unconstrained(m);
    // the cheapest options, since nothing moves
    let opt = &mut Arc::make_mut(&mut m).opt;
    opt.integrator = Integrator::Euler;
    opt.disableflags |= DisableFlags::EULERDAMP;
    Comparison::new(&m).fields(&FIELDS).run(name);
}

fn compare(name: &str, xml: &str) {
    forward(name, parse(xml));
}

/// A model with these bodies, and XML before and after its world.
fn model(before: &str, bodies: &str, after: &str) -> String {
    format!("<mujoco>{before}<worldbody>{bodies}</worldbody>{after}</mujoco>")
}

/// Joints of all kinds, springs and dampers of all kinds, a simple body, bodies without joints.
const JOINTS: &str = r#"
  <light mode="targetbody" target="a" pos="0 0 3"/><light mode="trackcom" pos="1 0 3"/>
  <camera mode="targetbodycom" target="b" pos="0 2 1"/>
  <body name="a" pos="0 0 1"><freejoint/><geom type="box" size=".1 .2 .3" pos=".05 0 0"/>
    <camera mode="track" pos="0 1 0"/><camera mode="trackcom" pos="0 1 1"/><light pos="0 0 1" dir="1 0 -1"/><camera pos="1 0 0"/>
    <body name="b" pos=".3 0 0"><joint name="ball" type="ball" stiffness="2" damping=".1"/>
      <geom type="capsule" size=".05" fromto="0 0 0 .2 .1 0"/><site name="b" pos=".1 .1 0" euler="10 20 30"/>
      <body name="c" pos=".2 .1 0"><joint name="hinge" type="hinge" axis="1 2 0" stiffness="1 .5 .2" damping=".2 .1 .3"
        springref="20" armature=".01"/>
        <joint name="slide" type="slide" axis="0 1 1" stiffness="3" damping=".4"/><geom size=".08"/>
        <site name="c" pos="0 .1 .05" euler="40 0 10"/>
        <body pos="0 0 .1"><geom size=".05" pos=".1 0 0"/><site name="d" pos="0 0 .1"/></body></body></body></body>
  <body pos="2 0 1"><joint name="free" type="free" stiffness="3 1 .5" damping=".2"/><geom type="ellipsoid" size=".1 .2 .15"/>
    <site name="f" pos="0 .1 0"/></body>
  <body pos="3 0 1"><joint name="x" type="slide" axis="1 0 0"/><joint name="y" type="slide" axis="0 1 0" damping="1"/>
    <geom type="sphere" size=".1"/></body>
  <body pos="4 0 1"><joint name="h1" axis="0 1 0"/><geom type="capsule" size=".04" fromto="0 0 0 0 0 -.3"/>
    <body pos="0 0 -.3"><joint name="h2" axis="0 1 0"/><geom type="capsule" size=".04" fromto="0 0 0 0 0 -.3"/>
      <site name="tip" pos="0 0 -.3"/></body></body>"#;

/// The smallest model that moves.
const SLIDE: &str = r#"<body><joint type="slide" axis="0 0 1"/><geom size=".1"/></body>"#;

const TENDONS: &str = r#"<tendon>
    <fixed name="t1" stiffness="2 .3 .1" damping=".3 .1 .2" armature=".05" springlength="-.1 .2"><joint joint="h1" coef="1"/><joint
      joint="h2" coef="-.7"/></fixed>
    <fixed name="t2" stiffness="1" actuatorfrcrange="-.2 .3"><joint joint="hinge" coef=".5"/><joint joint="x" coef="2"/></fixed>
  </tendon>"#;

/// Forces through all kinds of transmissions.
const TRANSMISSIONS: &str = r#"<actuator>
    <motor joint="h1" gear="3" ctrlrange="-.4 .4" damping=".2 .1" armature=".02"/>
    <motor joint="h1" gear="-2" damping=".1"/>
    <position joint="h2" kp="5" kv=".3" forcerange="-.5 .6"/>
    <velocity joint="slide" kv="2"/>
    <damper joint="y" kv="2" ctrlrange="0 1"/>
    <motor joint="ball" gear=".3 .5 -.2"/>
    <motor jointinparent="ball" gear=".3 .5 -.2"/>
    <position joint="ball" gear="1 0 0" kp="2"/>
    <motor joint="free" gear="1 2 3 .4 .5 .6"/>
    <motor jointinparent="free" gear="1 2 3 .4 .5 .6"/>
    <motor tendon="t1" gear="2" damping=".3" armature=".1"/>
    <motor tendon="t2"/>
    <position tendon="t2" kp="3"/>
    <general cranksite="d" slidersite="b" cranklength=".5" gainprm="3"/>
    <general cranksite="d" slidersite="tip" cranklength=".1" gainprm="3"/>
    <motor site="c" gear="1 2 3 .1 .2 .3"/>
    <motor site="c" refsite="b" gear="1 2 3 .1 .2 .3"/>
    <position site="d" refsite="f" gear="0 0 0 1 0 0" kp="2"/>
  </actuator>"#;

/// Activations of all kinds.
const ACTIVATIONS: &str = r#"<actuator>    <intvelocity joint="hinge" kp="2" kv=".1" actrange="-1 1"/>
    <intvelocity joint="ball" gear="0 0 1" kp="2" actrange="-1 1"/>
    <general joint="h2" dyntype="filter" dynprm=".1" gainprm="2"/>
    <general joint="h2" dyntype="filterexact" dynprm=".05" gaintype="affine" gainprm="1 .2 .3" biastype="affine" biasprm=".1 .2 .3"/>
    <general joint="h1" dyntype="integrator" actearly="true" gainprm="1.5" actrange="-.2 .2"/>
    <general joint="slide" dyntype="filterexact" dynprm=".02" actearly="true" gainprm="1.5" group="3"/>
    <cylinder joint="x" timeconst=".2" area=".5" bias=".1 .2 .3"/>
    <muscle joint="h1" lengthrange="-1 1" tausmooth=".3" force="2"/>
    <muscle tendon="t1" lengthrange="-.5 1.5" range=".6 1.3"/>
  </actuator>"#;

/// Servos with several inputs or outputs, and motors with states.
const SERVOS: &str = r#"<actuator>    <pid joint="h1" kp="4" ki="2" kv=".3" imax=".1"/>
    <pid joint="h2" kp="4" kv=".3" slewmax=".5" input="pos vel ff"/>
    <pid joint="ball" gear="0 1 0" kp="4" kv=".3" ki=".5"/>
    <dcmotor joint="h1" motorconst=".05" resistance=".5" gear="5"/>
    <dcmotor joint="h2" motorconst=".1" resistance="2" inductance=".01" lugre="100 1 1 1 1" thermal="2 5" cogging=".1 4 .2"
      controller="1 1 0 3" input="pos"/>
    <dcmotor joint="slide" motorconst=".1" resistance="2" lugre="50 1 .5 .8 .3" controller="2 1 .1 0 1 3" input="pos vel"/>
    <orientation joint="ball" kp="2" kv=".1" forcerange="0 .2"/>
    <orientation site="c" refsite="tip" kp="2" kv=".1"/>
    <orientation joint="ball" kp="2" kv=".1" input="quat"/>
  </actuator>"#;

const OPTION: &str = r#"<option actuatorgroupdisable="3"><flag energy="enable"/></option>"#;

#[test]
fn robots() {
    for name in ["humanoid", "quadruped", "terrain", "workshop"] {
        forward(name, load(name));
    }
}

#[test]
fn small_models() {
    for name in ["cartpole", "swimmer", "pendulum_hinge", "pendulum_slide", "pendulum_ball", "pendulum_free"] {
        forward(name, load(name));
    }
}

#[test]
fn joints() {
    compare("joints", &model(OPTION, JOINTS, ""));
}

#[test]
fn switched_off() {
    for flag in ["spring", "damper", "gravity", "actuation", "clampctrl"] {
        let option = format!("<option><flag {flag}='disable' energy='enable'/></option>");
        compare(flag, &model(&option, JOINTS, &format!("{TENDONS}{TRANSMISSIONS}")));
    }
    let option = "<option density='1' viscosity='1'><flag spring='disable' damper='disable'/></option>";
    compare("no passive forces", &model(option, &JOINTS.replace("<body ", "<body gravcomp='.4' "), TENDONS));
}

#[test]
fn tendons() {
    compare("tendons", &model(OPTION, JOINTS, TENDONS));
}

#[test]
fn transmissions() {
    compare("transmissions", &model(OPTION, JOINTS, &format!("{TENDONS}{TRANSMISSIONS}")));
}

#[test]
fn activations() {
    compare("activations", &model(OPTION, JOINTS, &format!("{TENDONS}{ACTIVATIONS}")));
}

#[test]
fn servos() {
    compare("servos", &model(OPTION, JOINTS, SERVOS));
}

#[test]
fn gravity_compensation() {
    let bodies = JOINTS
        .replace("<body ", "<body gravcomp='.4' ")
        .replace("name=\"hinge\"", "name=\"hinge\" actuatorgravcomp='true' actuatorfrcrange='-1 .5'");
    let actuator = "<actuator><motor joint='hinge'/></actuator>";
    compare("gravity compensation", &model("", &bodies, actuator));
}

#[test]
fn fluids() {
    for option in ["density='1.2' wind='.3 .1 -.2'", "viscosity='.4'", "density='3' viscosity='.1' wind='0 .5 0'"] {
        let option = format!("<option {option}/>");
        compare("inertia boxes", &model(&option, JOINTS, ""));
        compare("ellipsoids", &model(&option, &in_ellipsoids(JOINTS), ""));
    }
}

/// The bodies with some geoms in the ellipsoid model of the fluid.
fn in_ellipsoids(bodies: &str) -> String {
    let coefficients = "fluidshape='ellipsoid' fluidcoef='.5 .25 1.5 1.1 .9'";
    let replaced = bodies.replace("<geom type=\"box\"", &format!("<geom {coefficients} type='box'"));
    let replaced = replaced.replace("<geom type=\"capsule\"", &format!("<geom {coefficients} type='capsule'"));
    replaced.replace("<geom type=\"ellipsoid\"", &format!("<geom {coefficients} type='ellipsoid'"))
}

/// Compares steps from random states, with one and with several lanes.
fn steps(name: &str, xml: &str, count: usize) {
    let m = unconstrained(parse(xml));
    let mut random = oorandom::Rand64::new(3);
    let mut worlds: Vec<Data> = (0..4).map(|_| m.make_data()).collect();
    worlds.iter_mut().skip(1).for_each(|data| scatter(&m, data, &mut random));
    let mut expected = worlds.clone();
    for _ in 0..count {
        expected.iter_mut().for_each(|data| data.step(&m).unwrap());
    }
    for smooth_lanes in [1, 8, 32] {
        let options =
            GpuOptions::default().precision(Precision::Double).tune(|tuning| tuning.smooth_lanes(smooth_lanes));
        let mut batch = GpuBatchSim::with(&context(), Arc::clone(&m), worlds.len(), &options).unwrap();
        worlds.iter().enumerate().for_each(|(i, data)| batch.set_world(i, data).unwrap());
        assert!(batch.step_all_n(count).unwrap().iter().all(Option::is_none));
        for field in ["time", "act", "qpos", "qvel", "qacc_warmstart"] {
            let found = batch.read(field).unwrap();
            for (w, data) in expected.iter().enumerate() {
                let wanted = numbers(data, field);
                let scale = wanted.iter().fold(1e-3, |most: f64, x| most.max(x.abs()));
                let found = &found[w * (found.len() / worlds.len())..][..wanted.len()];
                assert_eq!(found.len(), wanted.len(), "{name}: {field}");
                let apart = wanted.iter().zip(found).fold(0.0, |most: f64, (a, b)| most.max((a - b).abs()));
                assert!(
                    apart <= 1e-9 * scale,
                    "{name}, {smooth_lanes} lanes: {field} of world {w} is {apart:e} apart\n{found:?}\n{wanted:?}"
                );
            }
        }
    }
}

fn options(text: &str) -> String {
    format!("<option {text}/>")
}

#[test]
fn euler() {
    steps("euler", &model(OPTION, JOINTS, &format!("{TENDONS}{ACTIVATIONS}")), 5);
    steps("servos", &model("", JOINTS, SERVOS), 5);
    steps("undamped", &model("<option><flag eulerdamp='disable'/></option>", JOINTS, ""), 5);
}

#[test]
fn implicitfast() {
    let option = options("integrator='implicitfast'");
    for actuators in [TRANSMISSIONS, ACTIVATIONS] {
        steps("implicitfast", &model(&option, JOINTS, &format!("{TENDONS}{actuators}")), 5);
    }
    // clamped to the end of its range, a force of three components is exactly there or just below, by rounding: below, it has a derivative
    let within = SERVOS.replace("forcerange=\"0 .2\"", "forcerange=\"0 20\"");
    steps("servos", &model(&option, JOINTS, &within), 5);
    let option = options("integrator='implicitfast' density='3' viscosity='.4' wind='.1 .2 0'");
    steps("in boxes", &model(&option, JOINTS, TENDONS), 5);
    steps("in ellipsoids", &model(&option, &in_ellipsoids(JOINTS), TENDONS), 5);
}

#[test]
fn springs_and_dampers_implicit() {
    steps("spring damper", &model(&options("integrator='implicitspringdamper'"), JOINTS, TENDONS), 5);
}

#[test]
fn runge_kutta() {
    steps("runge kutta", &model(&options("integrator='RK4'"), JOINTS, &format!("{TENDONS}{ACTIVATIONS}")), 5);
}

/// A world with a NaN fails alone, names the field, and keeps its state.
#[test]
fn bad_numbers() {
    let m = unconstrained(parse(&model("", JOINTS, "<actuator><motor joint='h1'/></actuator>")));
    for smooth_lanes in [1, 8, 32] {
        let options =
            GpuOptions::default().precision(Precision::Double).tune(|tuning| tuning.smooth_lanes(smooth_lanes));
        let mut batch = GpuBatchSim::with(&context(), Arc::clone(&m), 5, &options).unwrap();
        let mut worlds: Vec<Data> = (0..5).map(|_| m.make_data()).collect();
        worlds[1].qpos[3] = f64::NAN;
        worlds[2].qvel[2] = -2e10;
        worlds[3].ctrl[0] = f64::INFINITY;
        worlds[4].qfrc_applied[1] = 1e40;
        worlds.iter().enumerate().for_each(|(i, data)| batch.set_world(i, data).unwrap());
        let errors = batch.step_all().unwrap();
        let index = |error: &Option<StepError>| match error {
            Some(StepError::BadPosition { index, .. }) => ("position", *index),
            Some(StepError::BadVelocity { index, .. }) => ("velocity", *index),
            Some(StepError::BadControl { index, .. }) => ("control", *index),
            Some(StepError::BadAcceleration { index, .. }) => ("acceleration", *index),
            _ => ("none", 0),
        };
        let found: Vec<_> = errors.iter().map(index).collect();
        assert_eq!(found, [("none", 0), ("position", 3), ("velocity", 2), ("control", 0), ("acceleration", 0)]);
        let time = batch.read("time").unwrap();
        assert!(time[0] > 0.0 && time[1..].iter().all(|&t| t == 0.0), "{time:?}");
    }
}

/// The error names all unsupported features at once.
#[test]
fn what_is_missing_is_named() {
    let m = load("muscle_arm");
    let refusal = |m| GpuBatchSim::with(&context(), m, 1, &GpuOptions::default()).unwrap_err().to_string();
    let error = refusal(m);
    assert!(error.contains("spatial tendons"), "{error}");
    let xml = model(
        "<option integrator='implicit'/>",
        JOINTS,
        "<actuator><motor joint='h1' delay='.01' nsample='3'/></actuator>",
    );
    let error = refusal(parse(&xml));
    for part in ["delay", "implicitfast"] {
        assert!(error.contains(part), "{error}");
    }
}

/// Shaders with all features are valid, in both precisions, with one and with several lanes.
#[test]
fn shaders_are_valid() {
    let parts = format!("{TENDONS}{TRANSMISSIONS}{ACTIVATIONS}{SERVOS}");
    let bodies = in_ellipsoids(JOINTS);
    for integrator in ["Euler", "implicitfast", "RK4", "implicitspringdamper"] {
        let option = options(&format!("integrator='{integrator}' density='1' viscosity='1'"));
        for (bodies, parts) in [(bodies.as_str(), parts.as_str()), (JOINTS, ""), (SLIDE, "")] {
            let m = unconstrained(parse(&model(&option, bodies, parts)));
            for (precision, smooth_lanes) in
                [(Precision::Single, 1), (Precision::Single, 32), (Precision::Double, 1), (Precision::Double, 32)]
            {
                let options =
                    GpuOptions::default().precision(precision).tune(|tuning| tuning.smooth_lanes(smooth_lanes));
                for (kernel, text) in GpuBatchSim::shaders_of(&m, &options, 32 << 10).unwrap() {
                    let place = format!("{integrator}, {kernel}, {precision:?}, {smooth_lanes} lanes");
                    let module = naga::front::wgsl::parse_str(&text)
                        .unwrap_or_else(|e| panic!("{place}: {}", e.emit_to_string(&text)));
                    Validator::new(ValidationFlags::all(), Capabilities::FLOAT64 | Capabilities::SUBGROUP)
                        .validate(&module)
                        .unwrap_or_else(|e| panic!("{place}: {}", e.emit_to_string(&text)));
                }
            }
        }
    }
}

#[test]
fn an_inertia_with_more_entries_than_shaders_can_name_is_refused() {
    let mut model = Model::clone(&parse(&model("", JOINTS, "")));
    model.nC = 65_536;
    assert!(GpuBatchSim::missing(&model).iter().any(|reason| reason.contains("at most 65535 fit")));
}
