//! Every solver, cone, contact dimension and storage on a pile, a stack, a grasp, a slope and a closed chain: one fixed
//! point, inside the cones, complementary.

#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::scenes::{JACOBIANS, each_scene};
use common::{assert_close, scale};
use sim_core::binding::constraint;
use sim_core::binding::stage::ContactForces;
use sim_core::data::ConstraintType;
use sim_core::{ConeType, Data, DisableFlags, Model, SolverType};

const SOLVERS: [SolverType; 4] = [SolverType::Newton, SolverType::CG, SolverType::CGStrict, SolverType::PGS];

fn solved(m: &Model, d: &Data, solver: SolverType) -> Data {
    let (mut m, mut d) = (m.clone(), d.clone());
    m.opt.solver = solver;
    if solver == SolverType::PGS {
        m.opt.iterations = 5000;
    }
    d.forward(&m).unwrap_or_else(|e| panic!("{solver}: {e}"));
    d
}

/// Acceleration errors of the rows, with the part of their regularisation.
fn slacks(d: &Data) -> Vec<f64> {
    let mut slack = vec![0.0; d.nefc];
    d.jacobian().borrow().mul(&d.qacc, &mut slack);
    (0..d.nefc).map(|r| slack[r] - d.efc_aref[r] + d.efc_R[r] * d.efc_force[r]).collect()
}

/// Rows push, rows that do not close do not push, friction stays inside its cone and opposes slip.
fn assert_complementary(what: &str, d: &Data, eps: f64) {
    let (slack, force) = (slacks(d), &d.efc_force);
    let (tol_a, tol_f) = (eps * scale(&d.efc_aref).max(scale(&d.qacc)).max(1.0), eps * scale(force).max(1.0));
    for r in 0..d.nefc {
        match d.efc_type[r] {
            ConstraintType::Equality => assert!(slack[r].abs() <= tol_a, "{what}: equality row {r}: {}", slack[r]),
            ConstraintType::FrictionDof | ConstraintType::FrictionTendon => {
                assert!(force[r].abs() <= d.efc_frictionloss[r] + tol_f, "{what}: friction row {r}");
            }
            ConstraintType::ContactElliptic => {
                let contact = &d.contact[d.efc_id[r] as usize];
                if contact.efc_address as usize != r {
                    continue;
                }
                let rest = 1..contact.dim as usize;
                let ratio = |k: usize| force[r + k] / contact.friction[k - 1];
                let friction = rest.clone().map(|k| ratio(k) * ratio(k)).sum::<f64>().sqrt();
                assert!(
                    force[r] >= -tol_f && friction <= force[r] + tol_f,
                    "{what}: contact at row {r} outside the cone"
                );
                // force and slack are orthogonal, and the slack is in the dual cone
                let work: f64 = (r..r + contact.dim as usize).map(|k| force[k] * slack[k]).sum();
                assert!(work.abs() <= tol_a * scale(force).max(1.0), "{what}: contact at row {r}: {work}");
                let pull = |k: usize| slack[r + k] * contact.friction[k - 1];
                let dual = rest.map(|k| pull(k) * pull(k)).sum::<f64>().sqrt();
                assert!(dual <= slack[r] + tol_a, "{what}: contact at row {r}: {dual} > {}", slack[r]);
            }
            _ => {
                assert!(force[r] >= 0.0 && slack[r] >= -tol_a, "{what}: row {r}: {} {}", force[r], slack[r]);
                assert!(force[r] * slack[r] <= tol_a * scale(force).max(1.0), "{what}: force and slack of row {r}");
            }
        }
    }
}

#[test]
fn every_solver_finds_the_same_fixed_point() {
    each_scene(|what, m, d| {
        let mut m = m.clone();
        let newton = solved(&m, d, SolverType::Newton);
        assert!(newton.nefc > 0 && scale(&newton.efc_force) > 0.1, "{what}: no load");
        for jacobian in JACOBIANS {
            m.opt.jacobian = jacobian;
            for solver in SOLVERS {
                let what = format!("{what}, {solver}, {jacobian}");
                let mut start = d.clone();
                if solver == SolverType::PGS && m.opt.cone == ConeType::Elliptic {
                    // one block at a time, Gauss-Seidel may not converge on sliding elliptic cones, as in MuJoCo:
                    // there it must stay at the solution
                    start.qacc_warmstart.copy_from_slice(&newton.qacc);
                }
                let other = solved(&m, &start, solver);
                assert_close(&format!("qacc, {what}"), &other.qacc, &newton.qacc, 1e-6);
                assert_close(&format!("efc_force, {what}"), &other.efc_force, &newton.efc_force, 1e-6);
                assert_complementary(&what, &other, 1e-6);
            }
        }
    });
}

#[test]
fn islands_and_one_piece_have_the_same_solution() {
    each_scene(|what, m, d| {
        let newton = solved(m, d, SolverType::Newton);
        let mut m = m.clone();
        m.opt.disableflags |= DisableFlags::ISLAND;
        for solver in [SolverType::Newton, SolverType::CG] {
            let other = solved(&m, d, solver);
            assert_close(&format!("efc_force of {solver}, {what}"), &other.efc_force, &newton.efc_force, 1e-6);
        }
    });
}

#[test]
fn no_slip_keeps_normal_forces_inside_the_cones() {
    each_scene(|what, m, d| {
        let mut m = m.clone();
        for solver in SOLVERS {
            m.opt.noslip_iterations = 0;
            let before = solved(&m, d, solver);
            m.opt.noslip_iterations = 20;
            let after = solved(&m, d, solver);
            for i in 0..after.ncon {
                let force = |m, d, i| constraint::contact::force(m, ContactForces::of(d), i);
                let (f, g) = (force(&m, &after, i), force(&m, &before, i));
                assert!(
                    (f[0] - g[0]).abs() <= 1e-9 * scale(&g).max(1.0),
                    "{what}, {solver}: normal force of contact {i}"
                );
                let c = &after.contact[i];
                if m.opt.cone == ConeType::Elliptic && c.dim > 1 {
                    let ratio = |k: usize| f[k] / c.friction[k - 1];
                    let friction = (1..c.dim as usize).map(|k| ratio(k) * ratio(k)).sum::<f64>().sqrt();
                    assert!(friction <= f[0] * (1.0 + 1e-6) + 1e-9, "{what}, {solver}: contact {i} outside its cone");
                }
            }
        }
    });
}
