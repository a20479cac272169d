//! Every solver finds the same forces. They are complementary, inside their cones, and equal to those of inverse dynamics.

#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{assert_close, scale};
use sim_core::data::ConstraintType;
use sim_core::{ConeType, Data, DisableFlags, JacobianType, Model, SolverType, StepError};

const CONDIMS: [i32; 4] = [1, 3, 4, 6];

/// Sliding and stacked boxes, a rolling ball, hinges with friction at their limits, a joint coupling and a loop.
fn scene(condim: i32, cone: ConeType) -> (Model, Data) {
    let xml = format!(
        "<mujoco><option gravity='1.5 .4 -9.81'/><default><geom condim='{condim}' friction='.6 .02 .01'/></default>\
         <worldbody><geom type='plane' size='0 0 .01'/>\
         <body pos='0 0 .098'><freejoint/><geom type='box' size='.1 .12 .1'/></body>\
         <body pos='.03 .02 .295' euler='0 0 20'><freejoint/><geom type='box' size='.08 .1 .1' mass='3'/></body>\
         <body pos='1 0 .096'><freejoint/><geom size='.1'/></body>\
         <body pos='2 0 .8'><joint name='a' axis='0 1 0' range='-20 20' limited='true' frictionloss='.5'/>\
         <geom type='capsule' fromto='0 0 0 .4 0 0' size='.03'/>\
         <body pos='.4 0 0'><joint name='b' axis='0 1 0' frictionloss='.05' damping='.1'/>\
         <geom type='capsule' fromto='0 0 0 .3 0 -.2' size='.03'/></body></body>\
         <body pos='2 1 .8'><joint name='c' axis='0 1 0'/><geom type='capsule' fromto='0 0 0 .4 0 0' size='.03'/></body>\
         </worldbody><equality><joint joint1='a' joint2='c' polycoef='.1 .8 0 0 0'/></equality></mujoco>"
    );
    let mut m = sim_mjcf::load_model(&xml).unwrap_or_else(|e| panic!("{e}\n{xml}"));
    m.opt.cone = cone;
    m.opt.impratio = 2.0;
    (m.opt.tolerance, m.opt.iterations, m.opt.ls_iterations) = (1e-16, 1000, 100);
    let mut d = m.make_data();
    let hinges = m.nq - 3;
    d.qpos[hinges..].copy_from_slice(&[0.36, -0.2, 0.3]);
    let mut rng = common::Random::new(7);
    d.qvel.iter_mut().for_each(|v| *v = rng.around(0.5));
    (m, d)
}

fn each_scene(mut test: impl FnMut(&str, Model, Data)) {
    for cone in [ConeType::Pyramidal, ConeType::Elliptic] {
        for condim in CONDIMS {
            let (m, d) = scene(condim, cone);
            test(&format!("condim {condim}, cone {cone}"), m, d);
        }
    }
}

/// Acceleration and constraint force with a solver.
fn solution(m: &Model, d: &Data, solver: SolverType) -> (Vec<f64>, Vec<f64>) {
    let (mut m, mut d) = (m.clone(), d.clone());
    m.opt.solver = solver;
    if solver == SolverType::PGS {
        m.opt.iterations = 20_000;
    }
    d.forward(&m).unwrap();
    (d.qacc, d.qfrc_constraint)
}

#[test]
fn all_solvers_agree() {
    each_scene(|what, m, mut d| {
        let (qacc, force) = solution(&m, &d, SolverType::Newton);
        for solver in [SolverType::CG, SolverType::CGStrict] {
            let (other_qacc, other_force) = solution(&m, &d, solver);
            assert_close(&format!("qacc of {solver}, {what}"), &other_qacc, &qacc, 1e-6);
            assert_close(&format!("qfrc_constraint of {solver}, {what}"), &other_force, &force, 1e-6);
        }
        // one block at a time, Gauss-Seidel may not converge on an elliptic cone of a sliding impact, as in MuJoCo:
        // compared at the start of the motion
        d.qvel.fill(0.0);
        let (qacc, force) = solution(&m, &d, SolverType::Newton);
        let (other_qacc, other_force) = solution(&m, &d, SolverType::PGS);
        assert_close(&format!("qacc of PGS, {what}"), &other_qacc, &qacc, 1e-6);
        assert_close(&format!("qfrc_constraint of PGS, {what}"), &other_force, &force, 1e-6);
    });
}

#[test]
fn islands_and_one_piece_agree() {
    each_scene(|what, mut m, mut d| {
        d.qvel.fill(0.0);
        let (qacc, _) = solution(&m, &d, SolverType::Newton);
        m.opt.disableflags |= DisableFlags::ISLAND;
        for solver in [SolverType::Newton, SolverType::CG, SolverType::PGS] {
            let (other, _) = solution(&m, &d, solver);
            assert_close(&format!("qacc of {solver} in one piece, {what}"), &other, &qacc, 1e-6);
        }
    });
}

#[test]
fn forces_are_complementary_and_inside_their_cones() {
    each_scene(|what, m, mut d| {
        d.forward(&m).unwrap();
        let eps = 1e-7 * scale(&d.efc_force);
        let (mut error, jacobian) = (vec![0.0; d.nefc], d.jacobian());
        for (r, x) in error.iter_mut().enumerate() {
            let (columns, values) = jacobian.borrow().row(r);
            *x = columns.iter().zip(values).map(|(&c, v)| v * d.qacc[c as usize]).sum::<f64>() - d.efc_aref[r];
        }
        let mut elliptic = 0;
        for r in d.ne + d.nf..d.nefc {
            if d.efc_type[r] == ConstraintType::ContactElliptic {
                let contact = &d.contact[d.efc_id[r] as usize];
                if contact.efc_address as usize == r {
                    elliptic += 1;
                    let ratio = |k: usize| d.efc_force[r + k] / contact.friction[k - 1];
                    let friction = (1..contact.dim as usize).map(|k| ratio(k) * ratio(k)).sum::<f64>().sqrt();
                    assert!(friction <= d.efc_force[r] + eps, "{what}: friction outside the cone");
                }
                continue;
            }
            let slack = error[r] + d.efc_R[r] * d.efc_force[r];
            assert!(d.efc_force[r] >= 0.0 && slack >= -1e-7, "{what}: row {r}");
            assert!(d.efc_force[r] * slack <= eps, "{what}: force and slack of row {r}");
        }
        assert_eq!(elliptic > 0, m.opt.cone == ConeType::Elliptic && d.contact[0].dim > 1);
        for r in d.ne..d.ne + d.nf {
            assert!(d.efc_force[r].abs() <= d.efc_frictionloss[r]);
        }
    });
}

#[test]
fn inverse_dynamics_gives_the_forces_back() {
    each_scene(|what, m, mut d| {
        d.forward(&m).unwrap();
        let forward = d.qfrc_constraint.clone();
        d.inverse(&m).unwrap();
        assert_close(&format!("qfrc_constraint, {what}"), &d.qfrc_constraint, &forward, 1e-9);
        assert!(scale(&d.qfrc_inverse) <= 1e-8 * scale(&forward), "{what}: {:?}", d.qfrc_inverse);
    });
}

#[test]
fn noslip_stops_creep() {
    // a box on a slope that friction holds: without the pass it creeps
    let xml = "<mujoco><option gravity='2 0 -9.81' noslip_iterations='50' noslip_tolerance='1e-12'/><worldbody>\
               <geom type='plane' size='0 0 .01'/><body pos='0 0 .099'><freejoint/><geom type='box' size='.1 .1 .1'/></body>\
               </worldbody></mujoco>";
    for cone in [ConeType::Pyramidal, ConeType::Elliptic] {
        for solver in [SolverType::PGS, SolverType::CG, SolverType::Newton] {
            let mut m = sim_mjcf::load_model(xml).unwrap();
            (m.opt.cone, m.opt.solver) = (cone, solver);
            let speed = |m: &Model| {
                let mut d = m.make_data();
                (0..300).for_each(|_| d.step(m).unwrap());
                d.qvel[0].abs()
            };
            let held = speed(&m);
            m.opt.noslip_iterations = 0;
            let creeping = speed(&m);
            assert!(held < 0.01 * creeping, "{solver}, {cone}: {held} against {creeping}");
        }
    }
}

#[test]
fn strict_conjugate_gradients_fail_rather_than_miss_the_tolerance() {
    let (mut m, mut d) = scene(3, ConeType::Elliptic);
    m.opt.solver = SolverType::CGStrict;
    m.opt.iterations = 1;
    assert!(matches!(d.forward(&m), Err(StepError::NotConverged { iterations: 1, .. })));
    m.opt.iterations = 1000;
    d.forward(&m).unwrap();
    m.opt.solver = SolverType::CG;
    m.opt.iterations = 1;
    d.forward(&m).unwrap();
    assert_eq!(d.solver_niter[0], 1);
}

#[test]
fn iterations_and_statistics_are_kept_by_island() {
    let (mut m, mut d) = scene(3, ConeType::Elliptic);
    m.opt.tolerance = 1e-8;
    d.forward(&m).unwrap();
    assert_eq!(d.nisland, 3);
    for island in 0..d.nisland {
        let n = d.solver_niter[island] as usize;
        assert!(n > 0 && d.solver_nnz(&m)[island] > 0);
        let stats = &d.solver[island * sim_core::binding::solver::MAX_ITERATIONS..][..n];
        assert!(stats.iter().all(|s| s.improvement > 0.0 && s.neval > 0 && s.nactive > 0));
        assert!(stats.windows(2).all(|s| s[1].improvement < s[0].improvement));
    }
    // the solution is a good start
    d.qacc_warmstart.copy_from_slice(&d.qacc.clone());
    let before = d.solver_niter;
    d.forward(&m).unwrap();
    assert!(d.solver_niter.iter().sum::<i32>() < before.iter().sum());
    m.opt.disableflags |= DisableFlags::WARMSTART;
    d.forward(&m).unwrap();
    assert!(d.solver_niter.iter().sum::<i32>() >= before.iter().sum());
}

#[test]
fn a_hessian_that_rounding_makes_singular_does_not_stop_the_step() {
    // a coupling 1e18 times stiffer than the masses: their part of the Hessian is lost to rounding
    let mut m = sim_mjcf::load_model(
        "<mujoco><worldbody><body><joint name='a' type='slide'/><geom size='.1' mass='.001'/></body>\
         <body pos='1 0 0'><joint name='b' type='slide'/><geom size='.1' mass='.001'/></body></worldbody>\
         <equality><joint joint1='a' joint2='b'/></equality></mujoco>",
    )
    .unwrap();
    m.dof_invweight0.fill(0.0);
    for jacobian in [JacobianType::Dense, JacobianType::Sparse] {
        m.opt.jacobian = jacobian;
        let mut d = m.make_data();
        d.qpos[0] = 0.1;
        d.forward(&m).unwrap();
        assert!(d.efc_D[0] > 1e14);
        // MuJoCo's values
        assert_close(&format!("qacc, {jacobian}"), &d.qacc, &[-141.38894737, 121.76894737], 1e-6);
    }
}

/// A weight on a limit whose inertia was edited to be negative: the Hessian of Newton's method cannot be factored.
#[test]
fn a_hessian_that_is_not_positive_definite_is_an_error() {
    let xml = |jacobian: &str| {
        format!(
            "<mujoco><option jacobian='{jacobian}' solver='Newton'/><worldbody><body>
             <joint name='j' axis='0 1 0' range='0 1' limited='true'/><geom pos='.5 0 0' size='.1'/></body></worldbody></mujoco>"
        )
    };
    let mut m = sim_mjcf::load_model(&xml("sparse")).unwrap();
    let mut d = m.make_data();
    d.qpos[0] = -0.01;
    assert_eq!(d.forward(&m), Ok(()));
    assert_eq!(d.nefc, 1);
    m.body_mass[1] = -1e6;
    let failed = StepError::CholeskyFailed { island: 0, time: 0.0 };
    assert_eq!(d.forward(&m), Err(failed.clone()));
    assert_eq!(d.step(&m), Err(failed.clone()));
    let text = failed.to_string();
    assert!(text.contains("positive definite") && text.contains("check masses and inertias"), "{text}");
    // with a dense Jacobian MuJoCo continues with raised pivots, and so do we
    let mut m = sim_mjcf::load_model(&xml("dense")).unwrap();
    m.body_mass[1] = -1e6;
    assert_eq!(d.forward(&m), Ok(()));
}

/// A NaN force fails the step with every solver: none mistakes comparisons with NaN for convergence.
#[test]
fn no_solver_hides_what_is_no_number() {
    each_scene(|place, mut m, d| {
        m.opt.iterations = 20;
        for solver in [SolverType::PGS, SolverType::CG, SolverType::Newton, SolverType::CGStrict] {
            for (noslip, islands) in [(0, true), (0, false), (3, true)] {
                m.opt.solver = solver;
                m.opt.noslip_iterations = noslip;
                m.opt.disableflags.set(DisableFlags::ISLAND, !islands);
                // a box on the floor, the one upon it, the ball, and each hinge
                for dof in [0, 8, 14, 18, 19, 20] {
                    let mut d = d.clone();
                    d.qfrc_applied[dof] = f64::NAN;
                    let place = format!("{place}, {solver}, dof {dof}, {noslip} noslip iterations, islands: {islands}");
                    match d.step(&m) {
                        Err(StepError::BadAcceleration { value, .. }) => assert!(value.is_nan(), "{place}"),
                        // reports it before the acceleration is used
                        Err(StepError::NotConverged { .. }) if solver == SolverType::CGStrict => {}
                        other => panic!("{place}: {other:?}"),
                    }
                }
            }
        }
    });
}
