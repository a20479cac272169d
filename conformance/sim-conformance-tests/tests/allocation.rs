//! A warm step of our models allocates nothing, with any integrator; nor do contacts.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;
#[path = "../../../crates/sim-core/tests/counting/mod.rs"]
mod counting;

use counting::COUNT;
use sim_core::{ConeType, Data, Integrator, SolverType, StepError, disable};
use std::cell::Cell;

#[test]
fn integrators_do_not_allocate_when_warm() {
    for (name, mut m) in common::our_models() {
        // the number of contacts and limits changes with the motion, and buffers grow with it until warm
        m.opt.disableflags |= disable::CONTACT | disable::LIMIT;
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
