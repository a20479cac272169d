//! Contacts that act on a single dof: their rows are coupled like those of any other contact. Values are MuJoCo 3.12.0's.

#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::assert_close;
use sim_core::{ConeType, Data, Model, SolverType};

/// A box on a hinge, tilted against a smooth plane that it has sunk into by its corners.
fn hinged(solver: SolverType, cone: ConeType, noslip: i32, axis: &str) -> (Model, Data) {
    let xml = format!(
        "<mujoco><option impratio='3'/><worldbody>\
         <geom type='plane' size='5 5 .1' quat='1 .1 .2 0' friction='.01 .01 .001'/><body pos='0 0 .099'>\
         <joint axis='{axis}' pos='.3 0 .5'/><geom type='box' size='.1 .1 .1' condim='4' friction='.2 .02 .001'/>\
         </body></worldbody></mujoco>"
    );
    let mut m = sim_mjcf::load_model(&xml).unwrap_or_else(|e| panic!("{e}\n{xml}"));
    (m.opt.solver, m.opt.cone, m.opt.noslip_iterations) = (solver, cone, noslip);
    let mut d = m.make_data();
    d.qvel[0] = 1.0;
    d.forward(&m).unwrap();
    (m, d)
}

#[test]
fn friction_of_a_cone_follows_its_normal_force_under_gauss_seidel() {
    let (_, d) = hinged(SolverType::PGS, ConeType::Elliptic, 0, "1 1 1");
    assert_eq!((d.ncon, d.solver_niter[0]), (2, 4));
    assert_close("qacc", &d.qacc, &[-201.35788463805395], 1e-9);
}

#[test]
fn noslip_sees_how_the_rows_of_a_cone_push_each_other() {
    let (_, d) = hinged(SolverType::CG, ConeType::Elliptic, 3, "1 1 1");
    assert_eq!((d.ncon, d.solver_niter[0]), (2, 3));
    assert_close("qacc", &d.qacc, &[-90.11427039269566], 1e-9);
}

#[test]
fn noslip_sees_how_opposing_edges_of_a_pyramid_push_each_other() {
    let (_, d) = hinged(SolverType::Newton, ConeType::Pyramidal, 3, "3 1 2");
    assert_eq!((d.ncon, d.solver_niter[0]), (2, 3));
    assert_close("qacc", &d.qacc, &[-105.2631578948222], 1e-9);
}

#[test]
fn newton_knows_the_curvature_of_a_cone_and_ends_after_two_iterations() {
    let xml = "<mujoco><option cone='elliptic' impratio='10'/><worldbody>\
               <geom type='plane' size='5 5 .1' quat='1 .1 .2 0' friction='.2 .02 .001'/>\
               <body pos='0 0 .099'><joint name='a' axis='1 -2 .5' pos='.3 0 .5'/>\
               <geom type='box' size='.1 .1 .1' condim='4' friction='.2 .02 .001'/></body>\
               <body pos='1 0 .2'><joint name='b' type='slide' axis='0 1 .2'/>\
               <geom size='.1' condim='3' friction='.2 .02 .001'/></body></worldbody>\
               <equality><joint joint1='a' joint2='b'/></equality></mujoco>";
    let m = sim_mjcf::load_model(xml).unwrap();
    let mut d = m.make_data();
    d.qpos[1] = -0.15;
    d.qvel.copy_from_slice(&[3.0, -2.0]);
    d.forward(&m).unwrap();
    assert_eq!((d.ncon, d.solver_niter[0]), (2, 2));
    assert_close("qacc", &d.qacc, &[-716.5021354185002, 177.93628225694508], 1e-9);
}

/// Three fingers of two links each close on a ball; their first links also push against the palm, on one dof each. Strong tendons
/// and stiff couplings.
fn gripper() -> String {
    let (mut fingers, mut tendons, mut couplings, mut motors) =
        (String::new(), String::new(), String::new(), String::new());
    for (f, (side, gear)) in [("0.003", 3000), ("0", 2800), ("0", 300)].into_iter().enumerate() {
        let angle = 120 * f;
        fingers += &format!(
            "<body euler='0 0 {angle}'><body pos='.1 {side} .12' euler='0 110 0'>\
             <joint name='a{f}' axis='0 1 0' armature='1e-5' damping='.001' frictionloss='.01'/>\
             <geom type='capsule' size='.01' fromto='0 0 0 .07 0 0' density='300' condim='4'/>\
             <body pos='.07 0 0'><joint name='b{f}' axis='0 1 0' armature='1e-5' damping='.001' range='-90 90'/>\
             <geom type='capsule' size='.01' fromto='0 0 0 .06 0 0' density='300' condim='4'/></body></body></body>"
        );
        tendons += &format!(
            "<fixed name='t{f}' stiffness='2000'><joint joint='a{f}' coef='.5'/><joint joint='b{f}' coef='.7'/></fixed>"
        );
        couplings += &format!("<joint joint1='b{f}' joint2='a{f}' solref='.002 1'/>");
        motors += &format!("<motor tendon='t{f}' gear='{gear}'/>");
    }
    format!(
        "<mujoco><option impratio='10' cone='elliptic' integrator='implicitfast'/><worldbody>\
         <geom type='plane' size='1 1 .1'/><geom type='cylinder' size='.11 .06'/>{fingers}\
         <body pos='.004 .003 .112'><freejoint/><geom size='.05' density='500' condim='4'/></body></worldbody>\
         <tendon>{tendons}</tendon><equality>{couplings}<tendon tendon1='t0' tendon2='t1' solref='.002 1'/>\
         </equality><actuator>{motors}</actuator></mujoco>"
    )
}

#[test]
fn a_gripper_at_large_accelerations_takes_the_same_steps() {
    let xml = gripper();
    let mut m = sim_mjcf::load_model(&xml).unwrap_or_else(|e| panic!("{e}\n{xml}"));
    let closing = [24698.2185559, 26665.3047748, 24269.9648289, 26032.1548857, -14.7790899813, 83.9060853842];
    let bouncing = [-157.144247483, -73214.3146612, 68.3977490509, -29018.9202796, -2.44796205828, 29.0513839237];
    for (solver, noslip, steps, expected) in [(SolverType::PGS, 0, 2, closing), (SolverType::CG, 5, 3, bouncing)] {
        (m.opt.solver, m.opt.noslip_iterations) = (solver, noslip);
        let mut d = m.make_data();
        d.ctrl.fill(1.0);
        for _ in 0..steps {
            d.step(&m).unwrap();
        }
        assert!(d.qacc.iter().any(|x| x.abs() > 1e5));
        assert_close(&format!("qvel, {solver}"), &d.qvel[..6], &expected, 1e-9);
    }
}
