//! Adhesion actuators: Jacobians of a body's contacts, also of those in the gap.

use crate::harness::whole::{Whole, decided, prepared};
use crate::harness::{context, load, parse};
use sim_core::{DisableFlags, Model};
use std::sync::Arc;

/// A box on a block, a ball with an arm, a still ball in the floor. All of them can adhere, the world too.
fn sticky(option: &str) -> Model {
    let xml = format!(
        r#"<mujoco>{option}
  <worldbody>
    <geom name="floor" type="plane" size="3 3 .1"/>
    <body name="block"><geom type="box" size=".2 .2 .05"/></body>
    <body name="crate" pos="0 0 .1"><freejoint/><geom type="box" size=".1 .1 .06" margin=".05" gap=".05"/></body>
    <body name="ball" pos=".1 0 .25"><joint type="slide" axis="0 0 1"/><joint axis="0 1 0"/>
      <geom size=".1" margin=".02" gap=".03"/>
      <body pos=".15 0 0"><joint type="ball"/><geom type="capsule" size=".05 .1"/></body></body>
    <body name="still" pos="-.15 0 .1"><geom name="still" size=".1"/></body>
  </worldbody>
  <contact><pair geom1="still" geom2="floor"/></contact>
  <actuator>
    <adhesion name="crate" body="crate" ctrlrange="0 1" gain="20"/>
    <adhesion name="world" body="world" ctrlrange="0 1" gain="3"/>
    <adhesion body="still" ctrlrange="0 1" gain="2"/>
    <general body="ball" gaintype="affine" gainprm="1 0 2" biastype="affine" biasprm="0 1 -3"/>
  </actuator>
  <sensor><actuatorfrc actuator="crate"/><actuatorvel actuator="world"/><actuatorpos actuator="world"/></sensor>
</mujoco>"#
    );
    Arc::unwrap_or_clone(parse(&xml))
}

/// Compares in f64, with one and with several lanes per world.
fn compare(name: &str, m: &Model) {
    let m = Arc::new(decided(&prepared(m)));
    for lanes in [(1, 32), (32, 32)] {
        let outcome = Whole { lanes, ..Whole::default() }.compare(&context(), &m).unwrap();
        assert!(outcome.first.is_none() && outcome.by_chance == 0, "{name}, {lanes:?} lanes: {outcome:?}");
    }
}

#[test]
fn bodies_stick() {
    for option in [
        r#"<option integrator="implicitfast"/>"#,
        // contacts without dofs do not count with sparse rows
        r#"<option cone="elliptic" jacobian="sparse"/>"#,
        r#"<option integrator="RK4" solver="CG"/>"#,
        r#"<option><flag contact="disable"/></option>"#,
        r#"<option><flag actuation="disable"/></option>"#,
    ] {
        compare(option, &sticky(option));
    }
}

#[test]
fn gripper_holds() {
    let mut m = Arc::unwrap_or_clone(load("gripper"));
    // features that the GPU does not support
    m.opt.noslip_iterations = 0;
    m.opt.disableflags |= DisableFlags::SENSOR;
    for g in (0..m.ngeom).filter(|&g| m.geom_type[g] == sim_core::GeomType::Cylinder).collect::<Vec<_>>() {
        (m.geom_contype[g], m.geom_conaffinity[g]) = (0, 0);
    }
    compare("gripper", &m);
}
