//! Constraint rows and their solvers on the GPU in f64, compared with the CPU.

use crate::harness::{Comparison, parse};
use sim_core::{Data, Model};
use std::sync::Arc;

/// Fields of the rows, in the order of the stages.
const ROWS: [&str; 10] =
    ["nefc", "efc_type", "efc_id", "efc_pos", "efc_margin", "efc_D", "efc_R", "efc_diagA", "efc_vel", "efc_aref"];

/// Fields that the solver writes.
const SOLUTION: [&str; 3] = ["qacc", "qfrc_constraint", "efc_force"];

/// Our humanoid with a spherical skull, which the GPU supports, and given options.
fn humanoid(options: &str) -> Arc<Model> {
    let path = format!("{}/../../models/humanoid.xml", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let text = text.replace("type=\"ellipsoid\"", "type=\"sphere\"");
    parse(&text.replace("<option timestep=\"0.0025\"/>", options))
}

fn all_fields() -> Vec<&'static str> {
    ROWS.into_iter().chain(SOLUTION).collect()
}

/// One lane and many. Variants that differ little in the shaders use many lanes alone, because software drivers compile slowly.
const BOTH: &[(usize, usize)] = &[(1, 1), (1, 32)];
const MANY: &[(usize, usize)] = &[(1, 32)];

/// Workgroup memory that is too small for all fields (bytes).
const LITTLE: usize = 16 * 1024;

fn compare(name: &str, model: &Arc<Model>, lanes: &[(usize, usize)], settle: usize, kinds: &[i32]) {
    let comparison = Comparison::new(model).fields(&all_fields()).settle(settle).kinds(kinds);
    comparison.lanes(lanes).workgroup_bytes(LITTLE).run(name);
}

/// A chain without contacts: hinges, a slide and a ball, with fixed tendons.
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
    compare("attachments", &chain(WHOLE, equalities), BOTH, 0, &[0]);
    let sparse = WHOLE.replace("<option", "<option jacobian=\"sparse\"");
    compare("attachments, sparse", &chain(&sparse, equalities), MANY, 0, &[0]);
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
    compare("couplings", &chain(WHOLE, text), BOTH, 0, &[0, 2, 4]);
}

/// Limits and friction loss of joints, which store no rows except for the ball.
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
    compare("limits", &limited(WHOLE), BOTH, 0, &[1, 3]);
    compare("limits of a motion", &limited(WHOLE), MANY, 30, &[1, 3]);
}

#[test]
fn settings() {
    let flags = "<option tolerance=\"1e-10\" timestep=\".02\"><flag island=\"disable\" refsafe=\"disable\" warmstart=\"disable\"/></option>";
    compare("neither refsafe nor warm start", &limited(flags), MANY, 0, &[1, 3]);
    let slow = "<option tolerance=\"1e-10\" timestep=\".02\"><flag island=\"disable\"/></option>";
    compare("refsafe", &limited(slow), MANY, 5, &[1, 3]);
}

/// A negative number of iterations means zero.
#[test]
fn negative_numbers_of_iterations() {
    for solver in ["Newton", "CG"] {
        for words in ["iterations='-1'", "iterations='-2147483648' ls_iterations='-7'", "ls_iterations='-3'"] {
            let options = format!("<option solver='{solver}' {words} timestep='.02'><flag island='disable'/></option>");
            compare(&format!("{solver}, {words}"), &limited(&options), MANY, 5, &[1, 3]);
        }
    }
}

#[test]
fn conjugate_gradients() {
    let options = "<option solver=\"CG\" tolerance=\"1e-10\"><flag island=\"disable\"/></option>";
    compare("limits by conjugate gradients", &limited(options), MANY, 20, &[1, 3]);
}

/// Bodies of all contact dimensions on a plane and on each other, touching and within their margins.
fn touching(options: &str) -> Arc<Model> {
    parse(&format!(
        r#"<mujoco>
          {options}
          <worldbody>
            <geom type="plane" size="5 5 1" condim="1" friction=".8 .02 .003"/>
            <body pos="0 0 .09"><freejoint/><geom size=".1" condim="1"/></body>
            <body pos=".5 0 .099"><freejoint/><geom size=".1" solref="-500 -30"/></body>
            <body pos="1 0 .08" euler="0 85 20"><freejoint/><geom type="capsule" size=".1 .2" condim="4" friction="1.2 .1 .01"/></body>
            <body pos="1 0 .27"><freejoint/><geom size=".1" condim="6" friction="1 .05 .02" solimp=".8 .9 .02"/></body>
            <body pos="1.15 .05 .28">
              <joint type="slide" axis="0 0 1" damping="1"/>
              <joint type="hinge" axis="1 0 0"/>
              <geom name="last" size=".1" condim="6" margin=".02" gap=".005" friction=".6 .04 .03"/>
              <body pos=".2 0 0">
                <joint type="hinge" axis="0 1 0" limited="true" range="-5 5" margin=".2" frictionloss=".1"/>
                <geom size=".12" margin=".01"/>
              </body>
            </body>
          </worldbody>
        </mujoco>"#
    ))
}

/// Starts near the initial state, so that most bodies touch.
fn compare_touching(name: &str, model: &Arc<Model>, lanes: &[(usize, usize)], kinds: &[i32]) {
    let comparison = Comparison::new(model).fields(&all_fields()).settle(4).kinds(kinds);
    let prepare = |m: &Model, data: &mut Data, random: &mut oorandom::Rand64| {
        let mut next = |scale: f64| scale * (2.0 * random.rand_float() - 1.0);
        let shift: Vec<f64> = (0..m.nv).map(|_| next(0.02)).collect();
        sim_core::binding::integrate::integrate_position(m, &mut data.qpos, &shift, 1.0);
        data.qvel.iter_mut().for_each(|v| *v = next(0.5));
        data.qfrc_applied.iter_mut().for_each(|v| *v = next(2.0));
    };
    comparison.prepare(prepare).lanes(lanes).workgroup_bytes(LITTLE).run(name);
}

#[test]
fn pyramids() {
    compare_touching("pyramids", &touching(WHOLE), BOTH, &[1, 3, 5, 6]);
    let options = WHOLE.replace("<option", "<option solver=\"CG\" impratio=\"3\"");
    compare_touching("pyramids by conjugate gradients", &touching(&options), MANY, &[1, 3, 5, 6]);
}

#[test]
fn elliptic_cones() {
    let options = WHOLE.replace("<option", "<option cone=\"elliptic\" impratio=\"5\"");
    compare_touching("cones", &touching(&options), BOTH, &[1, 3, 5, 7]);
    let options = WHOLE.replace("<option", "<option cone=\"elliptic\" solver=\"CG\"");
    compare_touching("cones by conjugate gradients", &touching(&options), MANY, &[1, 3, 5, 7]);
}

#[test]
fn friction_with_parameters_of_its_own() {
    let model = parse(
        r#"<mujoco>
          <option cone="elliptic" tolerance="1e-10"><flag island="disable"/></option>
          <worldbody>
            <geom name="floor" type="plane" size="5 5 1"/>
            <body pos="0 0 .09"><freejoint/><geom name="a" size=".1"/></body>
            <body pos=".5 0 .09"><freejoint/><geom name="b" size=".1"/></body>
          </worldbody>
          <contact>
            <pair geom1="floor" geom2="a" condim="6" friction=".8 .5 .02 .01 .03" solreffriction=".03 .9"/>
            <pair geom1="floor" geom2="b" condim="4" solreffriction="0 -20" solref=".01 1"/>
          </contact>
        </mujoco>"#,
    );
    compare_touching("friction", &model, MANY, &[7]);
}

/// With eighty-four dofs, rows are sparse and bodies touch each other.
#[test]
fn a_pile() {
    let body = |i: usize| {
        let (x, y, z) = ((i % 3) as f64 * 0.19, (i / 3 % 2) as f64 * 0.19, 0.099 + (i / 6) as f64 * 0.19);
        format!("<body pos=\"{x} {y} {z}\"><freejoint/><geom size=\".1\"/></body>")
    };
    let bodies: String = (0..14).map(body).collect();
    let text = format!("<mujoco>{WHOLE}<worldbody><geom type=\"plane\" size=\"5 5 1\"/>{bodies}</worldbody></mujoco>");
    compare_touching("a pile", &parse(&text), MANY, &[6]);
}

#[test]
fn pyramidal_humanoid_by_newton() {
    let model = humanoid("<option timestep=\"0.0025\"/>");
    Comparison::new(&model).fields(&all_fields()).settle(20).kinds(&[3, 6]).lanes(MANY).run("humanoid");
}
