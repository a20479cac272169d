//! Constraint rows and their solvers on the card, in numbers of 64 bits, beside the engine on the CPU.

mod harness;

use harness::{Comparison, parse};
use sim_core::Model;
use std::sync::Arc;

/// What rows are made of, in the order of the stages.
const ROWS: [&str; 10] =
    ["nefc", "efc_type", "efc_id", "efc_pos", "efc_margin", "efc_D", "efc_R", "efc_diagA", "efc_vel", "efc_aref"];

/// What the solver finds.
const SOLUTION: [&str; 3] = ["qacc", "qfrc_constraint", "efc_force"];

/// Our humanoid with a round skull, which the card collides, and options of one's own.
fn humanoid(options: &str) -> Arc<Model> {
    let path = format!("{}/../../models/humanoid.xml", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let text = text.replace("type=\"ellipsoid\"", "type=\"sphere\"");
    parse(&text.replace("<option timestep=\"0.0025\"/>", options))
}

fn all_fields() -> Vec<&'static str> {
    ROWS.into_iter().chain(SOLUTION).collect()
}

/// Runs with one lane and with several that find little memory.
fn compare(name: &str, model: &Arc<Model>, settle: usize, kinds: &[i32]) {
    let comparison = Comparison::new(model).fields(&all_fields()).settle(settle).kinds(kinds);
    comparison.lanes(&[(1, 1), (1, 32)]).workgroup_bytes(16 * 1024).run(name);
}

/// A chain without contacts: hinges, a slide and a ball, with fixed tendons over it.
fn chain(options: &str, rest: &str) -> Arc<Model> {
    parse(&format!(
        r#"<mujoco>
          {options}
          <default><geom type="capsule" size=".03" contype="0" conaffinity="0"/></default>
          <worldbody>
            <body name="a" pos="0 0 1">
              <joint name="ja" type="hinge" axis="0 1 0"/>
              <geom fromto="0 0 0 .3 0 0"/>
              <site name="sa" pos=".1 0 .05" euler="10 20 30"/>
              <body name="b" pos=".3 0 0">
                <joint name="jb" type="slide" axis="1 0 .2"/>
                <geom fromto="0 0 0 .3 .1 0"/>
                <body name="c" pos=".3 .1 0">
                  <joint name="jc" type="ball"/>
                  <geom fromto="0 0 0 .2 0 .1"/>
                  <site name="sc" pos=".2 0 .1" euler="-30 0 40"/>
                </body>
              </body>
              <body name="d" pos="0 .2 0">
                <joint name="jd" type="hinge" axis="1 0 0"/>
                <geom fromto="0 0 0 0 .3 0"/>
              </body>
            </body>
            <body name="e" pos=".2 0 .5">
              <freejoint name="je"/>
              <geom fromto="0 0 0 0 .1 .3"/>
              <site name="se" pos="0 .1 0" euler="0 50 10"/>
            </body>
          </worldbody>
          {rest}
        </mujoco>"#
    ))
}

const WHOLE: &str = "<option tolerance=\"1e-10\"><flag island=\"disable\"/></option>";

#[test]
fn attachments() {
    let equalities = r#"<equality>
        <connect body1="a" body2="e" anchor=".1 .1 0"/>
        <connect body1="c" anchor=".2 0 .1" solref="-300 -20" active="false"/>
        <weld body1="c" body2="e" relpose=".1 .2 .1 .9 .1 .2 .3" torquescale=".6"/>
        <weld site1="sa" site2="se" solref=".05 .7" solimp=".7 .95 .3 .4 3"/>
        <connect site1="sc" site2="sa" solref="-200 -10"/>
        <weld body1="d" torquescale="2" active="false"/>
      </equality>"#;
    compare("attachments", &chain(WHOLE, equalities), 0, &[0]);
    let sparse = WHOLE.replace("<option", "<option jacobian=\"sparse\"");
    compare("attachments, sparse", &chain(&sparse, equalities), 0, &[0]);
}

#[test]
fn couplings_of_joints_and_tendons() {
    let text = r#"<tendon>
        <fixed name="t1"><joint joint="ja" coef="1"/><joint joint="jb" coef="-2"/></fixed>
        <fixed name="t2"><joint joint="jd" coef=".7"/><joint joint="jb" coef="1"/></fixed>
        <fixed name="t3" frictionloss=".4"><joint joint="jd" coef="1"/><joint joint="ja" coef=".3"/></fixed>
        <fixed name="t4" limited="true" range="-.05 .05" margin=".3" frictionloss=".2"><joint joint="ja" coef="1"/></fixed>
      </tendon>
      <equality>
        <joint joint1="ja" joint2="jd" polycoef=".1 .5 .2 -.3 .1"/>
        <joint joint1="jb" polycoef=".05 0 0 0 0" solref=".004 1"/>
        <tendon tendon1="t1" tendon2="t2" polycoef="0 .3 .5 .1 .2"/>
        <tendon tendon1="t2" polycoef=".1 0 0 0 0"/>
      </equality>"#;
    compare("couplings", &chain(WHOLE, text), 0, &[0, 2, 4]);
}

/// Limits and friction loss of joints, which need no stored rows but for the ball.
fn limited(options: &str) -> Arc<Model> {
    parse(&format!(
        r#"<mujoco>
          {options}
          <default><geom type="capsule" size=".03" contype="0" conaffinity="0"/></default>
          <worldbody>
            <body pos="0 0 1">
              <joint type="hinge" axis="0 1 0" limited="true" range="-10 20" margin=".1" frictionloss=".5"/>
              <geom fromto="0 0 0 .3 0 0"/>
              <body pos=".3 0 0">
                <joint type="slide" axis="1 0 .2" limited="true" range="-.1 .1" margin=".3" frictionloss="2"/>
                <geom fromto="0 0 0 .3 .1 0"/>
                <body pos=".3 .1 0">
                  <joint type="ball" limited="true" range="0 20" margin=".05" frictionloss=".05"/>
                  <geom fromto="0 0 0 .2 0 .1"/>
                  <body pos=".2 0 .1">
                    <joint type="hinge" axis="0 0 1" limited="true" range="0 1" solreflimit="-100 -5" solimplimit=".5 .9 .2 .3 1.5"/>
                    <geom fromto="0 0 0 .2 0 .1"/>
                  </body>
                </body>
              </body>
            </body>
          </worldbody>
        </mujoco>"#
    ))
}

#[test]
fn limits_and_friction_loss() {
    compare("limits", &limited(WHOLE), 0, &[1, 3]);
    compare("limits of a motion", &limited(WHOLE), 30, &[1, 3]);
}

#[test]
fn settings() {
    let flags = "<option tolerance=\"1e-10\" timestep=\".02\"><flag island=\"disable\" refsafe=\"disable\" warmstart=\"disable\"/></option>";
    compare("neither refsafe nor warm start", &limited(flags), 5, &[1, 3]);
    let slow = "<option tolerance=\"1e-10\" timestep=\".02\"><flag island=\"disable\"/></option>";
    compare("refsafe", &limited(slow), 5, &[1, 3]);
}

#[test]
fn conjugate_gradients() {
    let options = "<option solver=\"CG\" tolerance=\"1e-10\"><flag island=\"disable\"/></option>";
    compare("limits by conjugate gradients", &limited(options), 20, &[1, 3]);
}

#[test]
fn pyramidal_humanoid_by_newton() {
    let model = humanoid("<option timestep=\"0.0025\"/>");
    Comparison::new(&model).fields(&all_fields()).settle(20).run("humanoid");
}
