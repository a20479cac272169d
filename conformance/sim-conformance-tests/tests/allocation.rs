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
