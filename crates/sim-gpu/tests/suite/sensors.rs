//! Sensors on the GPU in f64, compared with those of the CPU.

use crate::harness::whole::prepared;
use crate::harness::{Comparison, context, parse};
use sim_core::Model;
use sim_gpu::{GpuBatchSim, GpuOptions};
use std::sync::Arc;

/// Two arms on a cart with every kind of joint, sites of all shapes, cameras, tendons and actuators. Sensors are inserted.
fn arm(options: &str, sensors: &str) -> Arc<Model> {
    parse(&format!(
        r#"<mujoco>
          {options}
          <worldbody>
            <site name="home" pos=".1 .2 .9" size=".4" type="sphere"/>
            <camera name="fixed" pos="0 -3 1" xyaxes="1 .1 0 0 .2 1" resolution="640 480" fovy="50"/>
            <camera name="lens" pos="1 -2 1.5" xyaxes="1 .3 0 0 .2 1" resolution="320 200" sensorsize=".036 .024" focal=".05 .04"/>
            <geom name="floor" type="plane" size="3 3 1"/>
            <body name="cart" pos="0 0 1"><joint name="rail" type="slide" axis="1 0 0" range="-.1 .1" limited="true"/>
              <geom name="chassis" type="box" size=".1 .2 .1" pos=".05 0 0" euler="10 20 30" mass="2"/>
              <site name="dash" pos="0 .1 .1" euler="30 40 50" size=".2 .3 .4" type="box"/>
              <body name="upper" pos=".1 0 .1"><joint name="shoulder" type="ball" range="0 30" limited="true"/>
                <geom name="bone" type="capsule" size=".04" fromto="0 0 0 .3 .1 0" mass="1"/>
                <camera name="eye" pos=".1 0 .1" euler="20 -30 40" mode="fixed" resolution="100 80"/>
                <camera name="tracker" pos=".3 0 .1" mode="targetbody" target="cart"/>
                <body name="lower" pos=".3 .1 0"><joint name="elbow" axis="0 1 .2" range="-20 20" limited="true" margin=".1"/>
                  <geom name="hand" size=".06" mass=".5"/>
                  <site name="palm" pos=".05 0 0" euler="-10 60 20" size=".05 .1" type="capsule"/>
                  <body name="frame" pos="0 0 .1"><body name="tool" pos=".1 0 0"><joint name="twist" axis="1 0 0" damping=".1"/>
                    <geom type="cylinder" size=".03 .05" pos="0 0 .1" mass=".3"/><site name="tip" pos="0 .02 .1" size=".01"/></body></body>
                </body>
              </body>
            </body>
            <body name="drone" pos="1 0 1.2"><freejoint/><geom type="ellipsoid" size=".1 .2 .05" mass="1.5"/>
              <site name="imu" pos=".02 .03 .01" euler="5 10 15" type="ellipsoid" size=".3 .2 .1"/>
              <body name="gimbal" pos="0 0 -.1"><joint name="pan" axis="0 0 1"/><geom size=".03" mass=".2"/></body></body>
          </worldbody>
          <tendon>
            <fixed name="cord" limited="true" range="-.2 .2" margin=".05" stiffness="3"><joint joint="elbow" coef="1"/><joint joint="twist" coef="-.7"/></fixed>
            <fixed name="loose"><joint joint="rail" coef="2"/></fixed>
          </tendon>
          <actuator>
            <motor name="push" joint="rail" gear="3"/>
            <position name="bend" joint="elbow" kp="5"/>
            <motor name="pull" tendon="cord" gear="2"/>
            <motor name="second" tendon="cord" gear="-1"/>
            <motor name="thrust" site="imu" gear="0 0 2 0 0 .1"/>
          </actuator>
          <contact><exclude body1="cart" body2="upper"/></contact>
          <sensor>{sensors}</sensor>
        </mujoco>"#
    ))
}

/// One sensor of a kind for each pair of objects, in the world frame and relative to each other.
fn frame_sensors(kinds: &[&str], is_relative: bool) -> String {
    let objects = [
        ("body", "upper"),
        ("xbody", "lower"),
        ("geom", "chassis"),
        ("site", "palm"),
        ("camera", "eye"),
        ("camera", "tracker"),
        ("camera", "fixed"),
        ("body", "drone"),
        ("site", "home"),
        ("xbody", "frame"),
    ];
    let mut text = String::new();
    for kind in kinds {
        for (k, (objtype, objname)) in objects.iter().enumerate() {
            text += &format!("<{kind} objtype='{objtype}' objname='{objname}'/>");
            if is_relative {
                let (reftype, refname) = objects[(k + 3) % objects.len()];
                text += &format!(
                    "<{kind} objtype='{objtype}' objname='{objname}' reftype='{reftype}' refname='{refname}'/>"
                );
            }
        }
    }
    text
}

/// Lanes of the smooth part and of the solver. Other tests cover several lanes of the solver, which take minutes to compile without a
/// GPU.
const LANES: [(usize, usize); 2] = [(1, 1), (8, 1)];

/// Compares the sensors' readings.
fn compare(name: &str, model: &Arc<Model>, others: &[&str]) {
    assert_eq!(GpuBatchSim::missing(model), [""; 0], "{name}");
    let fields: Vec<&str> = std::iter::once("sensordata").chain(others.iter().copied()).collect();
    Comparison::new(model).lanes(&LANES).fields(&fields).settle(3).run(name);
}

/// Without contacts, which other tests cover.
const FREE: &str = r#"<option><flag contact="disable"/></option>"#;

/// Everything but frames, volumes and contacts.
const PLAIN: &str = r#"
  <jointpos joint="rail"/><jointpos joint="elbow"/><ballquat joint="shoulder"/><tendonpos tendon="cord"/>
  <actuatorpos actuator="bend"/><actuatorpos actuator="pull"/><actuatorpos actuator="thrust"/>
  <jointlimitpos joint="rail"/><jointlimitpos joint="elbow"/><jointlimitpos joint="shoulder"/><tendonlimitpos tendon="cord"/>
  <magnetometer site="imu"/><magnetometer site="home"/>
  <camprojection site="tip" camera="fixed"/><camprojection site="imu" camera="lens"/><camprojection site="palm" camera="eye"/>
  <subtreecom body="cart"/><subtreecom body="drone"/><clock/><e_potential/><e_kinetic/>
  <velocimeter site="imu"/><velocimeter site="palm"/><velocimeter site="home"/><gyro site="tip"/><gyro site="home"/>
  <jointvel joint="rail"/><jointvel joint="twist"/><tendonvel tendon="cord"/><ballangvel joint="shoulder"/>
  <actuatorvel actuator="push"/><actuatorvel actuator="thrust"/><actuatorvel actuator="second"/>
  <jointlimitvel joint="rail"/><jointlimitvel joint="elbow"/><jointlimitvel joint="shoulder"/><tendonlimitvel tendon="cord"/>
  <subtreelinvel body="cart"/><subtreelinvel body="lower"/>
  <subtreeangmom body="cart"/><subtreeangmom body="drone"/><subtreeangmom body="frame"/>
  <accelerometer site="imu"/><accelerometer site="palm"/><accelerometer site="home"/>
  <force site="palm"/><torque site="palm"/><force site="imu"/><torque site="tip"/><force site="home"/>
  <jointactuatorfrc joint="rail"/><jointactuatorfrc joint="elbow"/><tendonactuatorfrc tendon="cord"/><tendonactuatorfrc tendon="loose"/>
  <actuatorfrc actuator="bend"/><actuatorfrc actuator="second"/><actuatorfrc actuator="thrust"/>
  <jointlimitfrc joint="rail"/><jointlimitfrc joint="elbow"/><jointlimitfrc joint="shoulder"/><tendonlimitfrc tendon="cord"/>"#;

/// Readings with a cutoff.
const CUT_OFF: &str = r#"
  <jointpos joint="rail" cutoff=".05"/><jointvel joint="elbow" cutoff=".2"/><framepos objtype="body" objname="tool" cutoff=".3"/>
  <accelerometer site="imu" cutoff="2"/><touch site="imu" cutoff="1"/><clock cutoff=".001"/>
  <insidesite objtype="site" objname="tip" site="home" cutoff=".5"/><jointactuatorfrc joint="rail" cutoff=".7"/>"#;

fn inside_sensors() -> String {
    let objects = [("body", "upper"), ("body", "frame"), ("xbody", "lower"), ("geom", "hand"), ("site", "tip")];
    let of = |site: &str| {
        let sensors =
            objects.map(|(kind, name)| format!("<insidesite objtype='{kind}' objname='{name}' site='{site}'/>"));
        sensors.concat()
    };
    ["home", "dash", "palm", "imu", "tip"].map(of).concat()
}

#[test]
fn an_arm_without_contacts() {
    let kinds = ["framepos", "framequat", "framexaxis", "frameyaxis", "framezaxis", "framelinvel", "frameangvel"];
    let sensors = frame_sensors(&kinds, true) + &frame_sensors(&["framelinacc", "frameangacc"], false);
    let model = arm(FREE, &(sensors + PLAIN + CUT_OFF + &inside_sensors()));
    compare("arm", &model, &["cacc", "cfrc_int", "cfrc_ext", "subtree_linvel", "subtree_angmom"]);
}

#[test]
fn frames_of_a_kind() {
    // each kind of object alone, so that the shaders contain nothing of the others
    for (kind, name) in [("body", "upper"), ("xbody", "lower"), ("geom", "hand"), ("site", "palm"), ("camera", "eye")] {
        let sensors =
            ["framepos", "framelinvel", "framelinacc"].map(|s| format!("<{s} objtype='{kind}' objname='{name}'/>"));
        let options = GpuOptions::default().visible(["sensordata"]);
        let context = context();
        GpuBatchSim::with(&context, arm(FREE, &sensors.concat()), 1, &options).unwrap();
    }
}

#[test]
fn limits_are_met() {
    let sensors = r#"<jointlimitpos joint="rail"/><jointlimitpos joint="elbow"/><jointlimitpos joint="shoulder"/>
      <tendonlimitpos tendon="cord"/><jointlimitvel joint="shoulder"/><jointlimitfrc joint="shoulder"/>"#;
    let m = arm(FREE, sensors);
    let mut random = oorandom::Rand64::new(7);
    let mut met = vec![0; m.nsensordata];
    for _ in 0..10 {
        let mut data = m.make_data();
        crate::harness::scatter(&m, &mut data, &mut random);
        data.forward(&m).unwrap();
        data.sensordata.iter().zip(&mut met).for_each(|(x, count)| *count += usize::from(*x != 0.0));
    }
    assert!(met.iter().all(|&count| count > 1), "the random states are hardly ever at a limit: {met:?}");
}

/// A hinge at its limit, driven by a motor, with given flags.
fn hinge(flags: &str, sensors: &str) -> Arc<Model> {
    parse(&format!(
        r#"<mujoco><option><flag {flags}/></option>
          <worldbody><body><joint name="j" axis="0 1 0" range="-1 1" limited="true" margin="3" damping=".1"/><geom size=".1" pos=".1 0 .2"/>
            <site name="s" pos=".1 0 0"/></body></worldbody>
          <tendon><fixed name="t"><joint joint="j" coef="2"/></fixed></tendon>
          <actuator><motor name="a" joint="j" gear="2"/><motor name="b" tendon="t"/></actuator>
          <sensor>{sensors}</sensor></mujoco>"#
    ))
}

#[test]
fn what_flags_switch_off() {
    compare("sensors off", &hinge("sensor='disable'", "<jointpos joint='j'/><accelerometer site='s'/>"), &[]);
    let sensors =
        "<jointlimitpos joint='j'/><jointlimitvel joint='j'/><jointlimitfrc joint='j'/><accelerometer site='s'/>";
    compare("limits on", &hinge("", sensors), &[]);
    compare("limits off", &hinge("limit='disable' gravity='disable'", sensors), &[]);
    let sensors = "<actuatorpos actuator='a'/><actuatorvel actuator='a'/><actuatorfrc actuator='a'/>\
      <jointactuatorfrc joint='j'/><tendonactuatorfrc tendon='t'/>";
    compare("actuation off", &hinge("actuation='disable'", sensors), &[]);
}

/// Bodies that lie on a floor and on each other.
fn pile(options: &str, sensors: &str) -> Arc<Model> {
    parse(&format!(
        r#"<mujoco>
          {options}
          <worldbody>
            <geom name="floor" type="plane" size="3 3 1" friction=".8 .02 .01"/>
            <site name="area" type="box" size=".5 .5 .3" pos=".2 0 .1"/>
            <body name="ball" pos="0 0 .09"><freejoint/><geom name="ball" size=".1" condim="6" mass="1"/>
              <site name="skin" type="sphere" size=".12"/><site name="low" type="box" size=".05 .05 .02" pos="0 0 -.1"/></body>
            <body name="rod" pos=".5 0 .08" euler="0 90 0"><freejoint/><geom name="rod" type="capsule" size=".1 .2" condim="4" mass=".7"/>
              <site name="sleeve" type="capsule" size=".11 .1"/><site name="can" type="cylinder" size=".12 .2"/>
              <body name="knob" pos="0 0 .3"><joint axis="1 0 0"/><geom name="knob" size=".1" condim="1" mass=".2"/>
                <site name="egg" type="ellipsoid" size=".11 .12 .13"/></body></body>
            <body name="second" pos="0 .01 .27"><freejoint/><geom name="second" size=".1" mass=".5"/>
              <site name="second" type="sphere" size=".2"/></body>
          </worldbody>
          <sensor>{sensors}</sensor>
        </mujoco>"#
    ))
}

const CONES: [&str; 2] = [r#"<option cone="pyramidal"/>"#, r#"<option cone="elliptic"/>"#];

fn compare_pile(name: &str, sensors: &str, others: &[&str]) {
    for cone in CONES {
        // to convergence: the last iteration within the tolerance differs between the two sides
        let model = Arc::new(prepared(&pile(cone, sensors)));
        let fields: Vec<&str> = std::iter::once("sensordata").chain(others.iter().copied()).collect();
        let place = |_: &Model, data: &mut sim_core::Data, random: &mut oorandom::Rand64| {
            data.qvel.iter_mut().for_each(|v| *v = random.rand_float() - 0.5);
            data.xfrc_applied.iter_mut().skip(6).for_each(|v| *v = random.rand_float() - 0.5);
        };
        Comparison::new(&model).lanes(&LANES).fields(&fields).settle(30).prepare(place).run(name);
    }
}

#[test]
fn touches_and_forces_of_contacts() {
    let touches =
        ["skin", "low", "sleeve", "can", "egg", "second", "area"].map(|site| format!("<touch site='{site}'/>"));
    let sensors = touches.concat() + r#"<force site="egg"/><torque site="egg"/><accelerometer site="skin"/>"#;
    compare_pile("forces of contacts", &sensors, &["ncon", "cacc", "cfrc_int", "cfrc_ext"]);
}

#[test]
fn contacts_by_what_touches_what() {
    let mut sensors = String::new();
    let selections = [
        "",
        "geom1='floor'",
        "geom2='floor'",
        "geom1='floor' geom2='ball'",
        "geom1='ball' geom2='floor'",
        "body1='rod'",
        "subtree1='rod'",
        "subtree2='rod' geom1='floor'",
        "body1='second' body2='ball'",
        "site='area'",
        "site='area' body2='rod'",
    ];
    for which in selections {
        for reduce in ["none", "mindist", "maxforce", "netforce"] {
            let data = "found force torque dist pos normal tangent";
            sensors += &format!("<contact {which} num='3' reduce='{reduce}' data='{data}'/>");
        }
        sensors += &format!("<contact {which} num='1' data='found'/>");
        sensors += &format!("<contact {which} num='2' reduce='mindist' data='force pos' cutoff='.01'/>");
    }
    compare_pile("contacts", &sensors, &["ncon"]);
}

#[test]
fn forces_of_equalities_on_bodies() {
    let model = prepared(&parse(
        r#"<mujoco>
          <option><flag contact="disable"/></option>
          <worldbody>
            <body name="a" pos="0 0 1"><freejoint/><geom size=".1"/><site name="a" pos=".1 .05 0" euler="10 20 30"/></body>
            <body name="b" pos=".3 0 1"><joint name="b1" axis="0 1 0"/><geom size=".1" pos=".1 0 0"/>
              <body name="c" pos=".3 0 0"><joint name="c1" axis="1 1 0"/><geom size=".08" pos=".1 0 0"/><site name="c" pos=".1 0 .1"/></body></body>
            <body name="d" pos=".9 0 1"><freejoint/><geom size=".1"/></body>
          </worldbody>
          <equality>
            <joint joint1="b1" joint2="c1" polycoef=".1 .5 0 0 0"/>
            <connect body1="a" body2="b" anchor=".15 0 0"/>
            <weld body1="c" body2="d" torquescale=".5"/>
            <connect body1="d" anchor="0 0 .1"/>
            <weld site1="a" site2="c"/>
          </equality>
          <sensor><force site="a"/><torque site="c"/><framelinacc objtype="body" objname="d"/></sensor>
        </mujoco>"#,
    ));
    let fields = ["sensordata", "cacc", "cfrc_int", "cfrc_ext"];
    Comparison::new(&Arc::new(model)).lanes(&LANES).fields(&fields).run("equalities");
}

#[test]
fn visible_fields_need_no_sensors() {
    let sensors = "<force site='palm'/><subtreelinvel body='cart'/>";
    let (with, without) = (arm(FREE, sensors), arm(FREE, ""));
    let read = |model: &Arc<Model>| {
        let options = GpuOptions::default().precision(sim_gpu::Precision::Double).visible([
            "cacc",
            "cfrc_int",
            "cfrc_ext",
            "subtree_linvel",
            "subtree_angmom",
        ]);
        let context = context();
        let mut batch = GpuBatchSim::with(&context, Arc::clone(model), 2, &options).unwrap();
        batch.write("qvel", &vec![0.5; 2 * model.nv]).unwrap();
        batch.forward_all().unwrap();
        options.visible.iter().flat_map(|field| batch.read(field).unwrap()).collect::<Vec<f64>>()
    };
    let numbers = read(&without);
    assert_eq!(read(&with), numbers);
    assert!(numbers.iter().filter(|&&x| x != 0.0).count() > numbers.len() / 2);
}

#[test]
fn what_the_gpu_does_not_read_is_refused() {
    for sensor in [
        "<rangefinder site='tip'/>",
        "<distance geom1='hand' geom2='floor'/>",
        "<normal geom1='hand' geom2='floor'/>",
        "<fromto geom1='hand' geom2='floor'/>",
        "<user dim='2' needstage='pos'/>",
    ] {
        let missing = GpuBatchSim::missing(&arm(FREE, sensor));
        assert!(missing.iter().any(|text| text.contains("sensors of type")), "{sensor}: {missing:?}");
    }
}
