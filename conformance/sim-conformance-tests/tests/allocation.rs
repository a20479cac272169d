//! A warm step of our models allocates nothing, with any integrator; nor do contacts.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;
#[path = "../../../crates/sim-core/tests/counting/mod.rs"]
mod counting;

use counting::{COUNT, ZEROS};
use sim_core::{ConeType, Data, DisableFlags, Integrator, SolverType, StepError};
use std::cell::Cell;

#[test]
fn integrators_do_not_allocate_when_warm() {
    for (name, mut m) in common::our_models() {
        // the number of contacts and limits changes with the motion, and buffers grow with it until warm
        m.opt.disableflags |= DisableFlags::CONTACT | DisableFlags::LIMIT;
        m.opt.solver = SolverType::Newton;
        m.opt.noslip_iterations = 0;
        (m.opt.density, m.opt.viscosity) = (1.2, 1e-3);
        for &integrator in Integrator::ALL {
            m.opt.integrator = integrator;
            let mut d = m.make_data();
            d.qvel.fill(0.1);
            let mut steps = || (0..20).try_for_each(|_| d.step(&m));
            match steps() {
                Err(StepError::Unsupported(_)) => continue,
                other => other.unwrap(),
            }
            let before = COUNT.with(Cell::get);
            steps().unwrap();
            assert_eq!(COUNT.with(Cell::get), before, "{name} with {integrator}");
        }
    }
}

#[test]
fn marks_of_bounding_volumes_take_no_memory_until_they_are_made() {
    let ball = "<asset><mesh name='ball' builtin='sphere' params='4'/></asset><worldbody><geom type='mesh' mesh='ball'/></worldbody>";
    let m = sim_mjcf::load_model(&format!("<mujoco>{ball}</mujoco>")).unwrap();
    assert!(m.nbvh > 5_000, "{}", m.nbvh);
    let before = ZEROS.with(Cell::get);
    let d = m.make_data();
    assert!(ZEROS.with(Cell::get) - before >= m.nbvh, "{} marks were written", d.bvh_active.len());
}

/// Boxes and a chain on a floor, a loop, a weld, a coupled joint, a rope at its limit, friction loss, actuators with
/// delays, and sensors of every stage with history.
const BUSY: &str = "<mujoco><option timestep='.004'/><worldbody><geom type='plane' size='0 0 .01'/><site name='hook' pos='.5 0 1'/>\
    <body name='a' pos='0 0 .099'><freejoint/><geom type='box' size='.1 .1 .1'/><site name='top' pos='0 0 .1'/></body>\
    <body name='b' pos='.02 .01 .29'><freejoint/><geom type='box' size='.08 .08 .1' condim='4'/></body>\
    <body name='c' pos='.3 0 .12'><freejoint/><geom type='ellipsoid' size='.1 .12 .13' condim='6'/></body>\
    <body name='arm' pos='.5 .3 .3'><joint name='j1' axis='0 1 0' range='-30 30' limited='true' frictionloss='.1'/>\
    <geom type='capsule' fromto='0 0 0 .3 0 0' size='.03'/><site name='elbow' pos='.3 0 0'/>\
    <body name='hand' pos='.3 0 0'><joint name='j2' axis='0 1 0' damping='.2'/><geom type='capsule' fromto='0 0 0 .1 0 -.25' size='.03'/>\
    <site name='palm' pos='.1 0 -.25' size='.05'/></body></body>\
    <body name='twin' pos='.5 -.3 .8'><joint name='j3' axis='0 1 0'/><geom type='capsule' fromto='0 0 0 .3 0 0' size='.03'/></body>\
    <body name='d' pos='-.5 0 .5'><freejoint/><geom size='.05'/></body><body name='e' pos='-.5 0 .6'><freejoint/><geom size='.04'/></body>\
    <body name='f' pos='-.4 0 .5'><freejoint/><geom size='.05'/></body></worldbody>\
    <tendon><spatial name='rope' range='0 .7' limited='true' frictionloss='.05'><site site='hook'/><site site='elbow'/></spatial></tendon>\
    <equality><joint joint1='j1' joint2='j3' polycoef='0 1 0 0 0'/><connect body1='d' body2='e' anchor='0 0 .05'/>\
    <weld body1='d' body2='f'/></equality>\
    <actuator><position joint='j1' kp='20' delay='.02' nsample='6'/><motor tendon='rope'/><adhesion body='c' gain='5' ctrlrange='0 1'/>\
    <muscle joint='j2' lengthrange='-2 2'/></actuator>\
    <sensor><touch site='palm' delay='.01' nsample='5'/><jointlimitfrc joint='j1' delay='.01' nsample='4' interp='linear'/>\
    <tendonlimitfrc tendon='rope' interval='.008' nsample='4'/><accelerometer site='top'/><force site='palm' delay='.02' nsample='6' interp='cubic'/>\
    <torque site='palm'/><framelinvel objtype='body' objname='c'/><subtreeangmom body='arm'/>\
    <contact subtree1='a' data='found force dist pos' num='4' reduce='maxforce'/><distance geom1='g1' geom2='g2' cutoff='1'/></sensor></mujoco>";

#[test]
fn no_combination_of_settings_allocates_when_warm() {
    let xml = BUSY.replacen("<geom type='box'", "<geom name='g1' type='box'", 1).replacen(
        "<geom type='ellipsoid'",
        "<geom name='g2' type='ellipsoid'",
        1,
    );
    let mut m = sim_mjcf::load_model(&xml).unwrap_or_else(|e| panic!("{e}"));
    let plain = m.opt.disableflags;
    for &solver in SolverType::ALL {
        for &integrator in Integrator::ALL {
            for cone in [ConeType::Pyramidal, ConeType::Elliptic] {
                for (noslip, islands) in [(0, true), (3, true), (0, false), (3, false)] {
                    let what = format!("{solver}, {integrator}, {cone}, noslip {noslip}, islands {islands}");
                    (m.opt.solver, m.opt.integrator, m.opt.cone) = (solver, integrator, cone);
                    m.opt.noslip_iterations = noslip;
                    m.opt.disableflags = if islands { plain } else { plain | DisableFlags::ISLAND };
                    let mut d = m.make_data();
                    // the same motion twice: buffers grow in the first
                    let run = |d: &mut Data| {
                        for step in 0..30 {
                            d.ctrl.fill(0.5 * f64::from(step % 3));
                            d.step(&m).unwrap_or_else(|e| panic!("{what}: {e}"));
                        }
                    };
                    run(&mut d);
                    assert!(
                        d.ncon >= 5 && d.ne >= 10 && d.nf >= 2 && d.nl >= 1,
                        "{what}: {} {} {} {}",
                        d.ncon,
                        d.ne,
                        d.nf,
                        d.nl
                    );
                    assert_eq!(d.nisland > 1, islands, "{what}");
                    d.reset(&m);
                    let before = COUNT.with(Cell::get);
                    run(&mut d);
                    assert_eq!(COUNT.with(Cell::get), before, "{what}");
                }
            }
        }
    }
}

#[test]
fn solvers_do_not_allocate_when_warm() {
    const STEPS: usize = 25;
    let mut touching = 0;
    for (name, mut m) in common::our_models() {
        for &solver in SolverType::ALL {
            for cone in [ConeType::Pyramidal, ConeType::Elliptic] {
                (m.opt.solver, m.opt.cone) = (solver, cone);
                m.opt.noslip_iterations = if cone == ConeType::Elliptic { 3 } else { 0 };
                let mut d = m.make_data();
                // the same motion twice: buffers grow in the first
                let run = |d: &mut Data| (0..STEPS).try_for_each(|_| d.step(&m));
                match run(&mut d) {
                    // an error has a text
                    Err(StepError::Unsupported(_) | StepError::NotConverged { .. }) => continue,
                    other => other.unwrap(),
                }
                d.reset(&m);
                let before = COUNT.with(Cell::get);
                run(&mut d).unwrap();
                assert_eq!(COUNT.with(Cell::get), before, "{name} with {solver}, {cone}");
                touching += usize::from(d.ncon > 0);
            }
        }
    }
    assert!(touching > 0);
}

#[test]
fn falling_asleep_and_waking_do_not_allocate_when_warm() {
    let xml = "<mujoco><option sleep_tolerance='.01'><flag sleep='enable'/></option><worldbody>\
         <geom type='plane' size='0 0 .01'/><body name='hand' mocap='true' pos='0 0 2'><geom size='.05'/></body>\
         <body pos='0 0 .1'><freejoint/><geom type='box' size='.1 .1 .1'/></body>\
         <body pos='0 0 .28'><freejoint/><geom type='box' size='.08 .08 .08'/></body>\
         <body pos='1 0 .1' sleep='init'><freejoint/><geom type='box' size='.1 .1 .1'/></body></worldbody></mujoco>";
    let mut m = sim_mjcf::load_model(xml).unwrap();
    for &integrator in Integrator::ALL {
        m.opt.integrator = integrator;
        let mut d = m.make_data();
        let run = |d: &mut Data| {
            let (mut slept, mut woke) = (0, 0);
            for step in 0..300 {
                if step == 200 {
                    d.mocap_pos[2] = 0.4;
                }
                let before = d.ntree_awake;
                d.step(&m).unwrap();
                slept += before.saturating_sub(d.ntree_awake);
                woke += d.ntree_awake.saturating_sub(before);
            }
            (slept, woke)
        };
        run(&mut d);
        d.reset(&m);
        let before = COUNT.with(Cell::get);
        let (slept, woke) = run(&mut d);
        assert_eq!(COUNT.with(Cell::get), before, "{integrator}");
        assert!(integrator == Integrator::RungeKutta4 || (slept >= 2 && woke >= 2), "{integrator}: {slept}, {woke}");
    }
}
