//! Smooth dynamics on the card, in numbers of 64 bits, beside the engine on the CPU: the first field that differs names the
//! stage.

mod harness;

use harness::{Comparison, load, parse};

/// Fields in the order of the stages that write them.
const FIELDS: [&str; 26] = [
    "subtree_com",
    "cdof",
    "cinert",
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
    "qpos",
    "qvel",
];

fn compare(name: &str, xml: &str) {
    Comparison::new(&parse(xml)).fields(&FIELDS).run(name);
}

#[test]
fn models_of_ours() {
    for name in ["humanoid", "hand", "gripper", "quadruped", "cartpole"] {
        Comparison::new(&load(name)).fields(&FIELDS).run(name);
    }
}

#[test]
fn pendulums() {
    for name in ["pendulum_hinge", "pendulum_slide", "pendulum_ball", "pendulum_free", "double_pendulum", "servos"] {
        Comparison::new(&load(name)).fields(&FIELDS).run(name);
    }
}

#[test]
fn joints() {
    compare(
        "joints",
        r#"<mujoco>
          <option><flag contact="disable" energy="enable"/></option>
          <worldbody>
            <body pos="0 0 1"><freejoint/><geom type="box" size=".1 .2 .3" pos=".05 0 0"/>
              <body pos=".3 0 0"><joint type="ball" stiffness="2" damping=".1"/><geom type="capsule" size=".05" fromto="0 0 0 .2 .1 0"/>
                <body pos=".2 .1 0"><joint type="hinge" axis="1 2 0" stiffness="1 .5 .2" damping=".2 .1 .3" springref="20" armature=".01"/>
                  <joint type="slide" axis="0 1 1" stiffness="3" damping=".4"/><geom size=".08"/>
                  <body pos="0 0 .1"><geom size=".05" pos=".1 0 0"/></body></body></body></body>
            <body pos="2 0 1"><joint type="free" stiffness="3 1 .5" damping=".2"/><geom type="ellipsoid" size=".1 .2 .15"/></body>
            <body pos="3 0 1"><joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/><geom type="sphere" size=".1"/></body>
          </worldbody></mujoco>"#,
    );
}
