//! Analytic velocity derivatives against central differences of the forces they differentiate.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::all_models;
use sim_core::binding::derivative::Terms;
use sim_core::binding::pipeline::stages;
use sim_core::{Data, Integrator, Model};

/// A branched arm with every kind of joint, tendons across its branches, and a free body beside it.
const TREE: &str = r#"
  <worldbody>
    <body name="a" pos="0 0 1">
      <joint name="a1" type="slide" axis="1 0.3 0" damping="0.3 0.2 0.1"/>
      <joint name="a2" axis="0 1 0.2" damping="0.2"/>
      <geom type="box" size="0.1 0.15 0.3" pos="0.05 0.1 0.2" FLUID/>
      <site name="s1" pos="0.1 0 0.1"/>
      <body name="b" pos="0.1 0 0.5">
        <joint name="b" type="ball" damping="0.1"/>
        <geom type="ellipsoid" size="0.1 0.2 0.3" pos="0.1 0.05 0.2" FLUID/>
        <site name="s2" pos="0 0.1 0.2"/>
        <body name="c" pos="0 0.1 0.4">
          <joint name="c1" axis="1 0 0"/>
          <joint name="c2" axis="0 0 1" damping="0.05"/>
          <geom type="capsule" size="0.05 0.2" pos="0.1 0 0.1" FLUID/>
          <site name="s3" pos="0 0 0.3"/>
        </body>
      </body>
      <body name="e" pos="-0.2 0 0.4">
        <joint name="e" axis="0 1 0"/>
        <geom type="cylinder" size="0.06 0.2" pos="0 0.02 0.2" FLUID/>
        <body name="welded" pos="0 0 0.3">
          <geom type="sphere" size="0.1" pos="0.2 0 0" FLUID/>
          <body name="f" pos="0 0.1 0"><joint name="f" axis="1 1 0"/><geom size="0.1" pos="0 0 0.2" FLUID/></body>
        </body>
      </body>
    </body>
    <body name="free" pos="1 1 1">
      <freejoint/>
      <geom type="box" size="0.1 0.2 0.3" pos="0.1 0.05 -0.1" FLUID/>
    </body>
  </worldbody>
  <tendon>
    <spatial name="t1" damping="0.4 0.1"><site site="s1"/><site site="s2"/><site site="s3"/></spatial>
    <fixed name="t2" damping="0.2"><joint joint="a1" coef="1.5"/><joint joint="f" coef="-0.7"/></fixed>
  </tendon>
"#;

fn load(option: &str, rest: &str, fluid: &str) -> Model {
    let xml = format!(r#"<mujoco><option {option}><flag contact="disable"/></option>{TREE}{rest}</mujoco>"#);
    sim_mjcf::load_model(&xml.replace("FLUID", fluid)).unwrap()
}

/// A world in motion, away from every symmetry.
fn moving(m: &Model) -> Data {
    let mut d = m.make_data();
    let wave = |i: usize, s: f64| (1.7 * i as f64 + s).sin();
    let push: Vec<f64> = (0..m.nv).map(|i| 0.4 * wave(i, 0.3)).collect();
    sim_core::binding::integrate::integrate_position(m, &mut d.qpos, &push, 1.0);
    for i in 0..m.nv {
        d.qvel[i] = 1.2 * wave(i, 1.0);
    }
    for i in 0..m.nu {
        d.ctrl[i] = 0.4 + 0.3 * wave(i, 2.0);
    }
    for i in 0..m.na {
        d.act[i] = 0.5 + 0.2 * wave(i, 0.5);
    }
    d.forward(m).unwrap();
    d
}

fn smooth_force(m: &Model, d: &Data, bias: f64) -> Vec<f64> {
    (0..m.nv).map(|i| d.qfrc_actuator[i] + d.qfrc_passive[i] - bias * d.qfrc_bias[i]).collect()
}

/// Compares every entry, also those outside the pattern: nothing couples the two trees.
fn check(m: &Model, what: &str) {
    check_entries(m, what, true);
}

fn check_entries(m: &Model, what: &str, some: bool) {
    let mut d = moving(m);
    for (terms, bias) in [(Terms::Forces, 0.0), (Terms::ForcesAndBias, 1.0)] {
        stages::velocity_derivatives(m, &mut d, terms);
        let scale = d.qDeriv.iter().fold(1.0_f64, |s, x| s.max(x.abs()));
        assert!(!some || d.qDeriv.iter().any(|&x| x != 0.0));
        for j in 0..m.nv {
            let shifted = |h: f64| {
                let mut e = d.clone();
                e.qvel[j] += h;
                e.forward(m).unwrap();
                smooth_force(m, &e, bias)
            };
            let (up, down) = (shifted(1e-5), shifted(-1e-5));
            for i in 0..m.nv {
                let row = m.D_rowadr[i] as usize..(m.D_rowadr[i] + m.D_rownnz[i]) as usize;
                let at = row.clone().find(|&at| m.D_colind[at] == j as i32);
                let (ours, expected) = (at.map_or(0.0, |at| d.qDeriv[at]), (up[i] - down[i]) / 2e-5);
                // central differences of 1e-5: truncation of 1e-10 times the third derivative, rounding of 1e-11
                assert!((ours - expected).abs() < 1e-7 * scale, "{what} {terms:?} ({i}, {j}): {ours} {expected}");
            }
        }
    }
}

#[test]
fn our_models_and_random_trees() {
    for (name, mut m) in all_models() {
        // left out of the derivative: the bias of tendon armature, forces across trees and branches, what a
        // motor's temperature and bristles do, clamped controls and forces of joints and tendons
        m.tendon_armature.fill(0.0);
        m.tendon_damping.fill(0.0);
        m.tendon_dampingpoly.fill(0.0);
        m.opt.disableflags |= sim_core::DisableFlags::CONTACT | sim_core::DisableFlags::ACTUATION;
        m.opt.disableflags |= sim_core::DisableFlags::CONSTRAINT;
        check_entries(&m, &name, false);
    }
}

#[test]
fn dampers_and_bias() {
    check(&load(r#"gravity="0 0 -9.81""#, "", ""), "vacuum");
}

#[test]
fn inertia_boxes_in_a_medium() {
    check(&load(r#"density="1.3" viscosity="0.4" wind="0.3 -0.2 0.5""#, "", ""), "boxes");
}

#[test]
fn ellipsoids_in_a_medium() {
    let fluid = r#"fluidshape="ellipsoid" fluidcoef="0.5 0.25 1.5 1 1.1""#;
    check(&load(r#"density="1.3" viscosity="0.4" wind="0.3 -0.2 0.5""#, "", fluid), "ellipsoids");
}

#[test]
fn actuator_laws() {
    let laws = [
        r#"<position joint="c1" kp="3" kv="0.7" gear="2"/>"#,
        r#"<velocity joint="a1" kv="0.6"/><damper joint="c2" kv="1.3" ctrlrange="0 1"/>"#,
        r#"<intvelocity joint="e" kp="2" kv="0.4"/>"#,
        r#"<general joint="f" gaintype="affine" gainprm="1 0.5 -0.8" biastype="affine" biasprm="0.1 0.2 -0.3"/>"#,
        r#"<general tendon="t1" dyntype="filter" dynprm="0.1" gaintype="affine" gainprm="1 0.5 -0.8" actearly="true"/>"#,
        r#"<muscle tendon="t1" lengthrange="0.2 1.5" force="20"/>"#,
        r#"<muscle joint="c2" lengthrange="-2 2" force="20"/>"#,
        r#"<general site="s3" refsite="s1" gear="0 1 0 0 0 0.5" biastype="affine" biasprm="0 0 -0.9"/>"#,
        r#"<general joint="b" gear="0.3 1 0.2" biastype="affine" biasprm="0 0 -0.9"/>"#,
        r#"<pid joint="c1" kp="3" kv="0.6" ki="0.2"/>"#,
        r#"<dcmotor joint="e" resistance="2" motorconst="0.7"/>"#,
        r#"<orientation joint="b" kp="2" kv="0.5"/>"#,
        r#"<hillmuscle tendon="t1" force="50" optimallength="0.4" slacklength="0.2" pennation="0.3" tendonstrain="0"/>"#,
        r#"<general joint="c1" biastype="affine" biasprm="0 0 -5" forcerange="-0.01 0.01"/>"#,
    ];
    for law in laws {
        check(&load("", &format!("<actuator>{law}</actuator>"), ""), law);
    }
}

#[test]
fn implicitfast_is_symmetric_in_a_medium() {
    let fluid = r#"fluidshape="ellipsoid" fluidcoef="0.5 0.25 1.5 1 1.1""#;
    let mut m = load(r#"density="1.3" viscosity="0.4""#, "", fluid);
    m.opt.integrator = Integrator::ImplicitFast;
    let mut d = moving(&m);
    stages::velocity_derivatives(&m, &mut d, Terms::Forces);
    let entry = |i: usize, j: usize| {
        let row = m.D_rowadr[i] as usize..(m.D_rowadr[i] + m.D_rownnz[i]) as usize;
        row.clone().find(|&at| m.D_colind[at] == j as i32).map_or(0.0, |at| d.qDeriv[at])
    };
    let arm = m.nv - 6;
    for i in 0..arm {
        for j in 0..i {
            assert!((entry(i, j) - entry(j, i)).abs() < 1e-13);
        }
    }
    // the free body keeps its unsymmetric part: it has a solve of its own
    assert!((arm..m.nv).any(|i| (arm..i).any(|j| (entry(i, j) - entry(j, i)).abs() > 1e-3)));
}
