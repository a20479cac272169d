//! Checks algorithms against each other: inertia by composite bodies against Newton-Euler, Jacobians and moments against finite
//! differences, sparse and dense factorisations against nalgebra.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::{Random, all_models, assert_close, randomize, scale};
use nalgebra::{DMatrix, DVector};
use sim_core::binding::dynamics::bias::{self, Acceleration};
use sim_core::binding::dynamics::{inertia, jacobian};
use sim_core::binding::integrate::integrate_position;
use sim_core::binding::linalg::{dense, ltdl};
use sim_core::binding::stage::NewtonEuler;
use sim_core::{Data, DisableFlags, Model, TransmissionType};

/// Runs a check on every model at two random states, forward pass done, contacts off.
fn at_random_states(check: impl Fn(&str, &Model, &mut Data, &mut Random)) {
    for (name, mut m) in all_models() {
        m.opt.disableflags |= DisableFlags::CONSTRAINT;
        for seed in 0..2 {
            let mut rng = Random::new(seed + 77);
            let mut d = m.make_data();
            randomize(&m, &mut d, &mut rng);
            d.forward(&m).unwrap_or_else(|e| panic!("{name}: {e}"));
            check(&name, &m, &mut d, &mut rng);
        }
    }
}

/// Finite difference of a function of the configuration along dof `i`, central.
fn slope(m: &Model, d: &Data, i: usize, read: impl Fn(&Data) -> Vec<f64>) -> Vec<f64> {
    let eps = 1e-6;
    let ends = [eps, -eps].map(|dt| {
        let mut moved = d.clone();
        let mut direction = vec![0.0; m.nv];
        direction[i] = 1.0;
        integrate_position(m, &mut moved.qpos, &direction, dt);
        moved.forward(m).unwrap();
        read(&moved)
    });
    ends[0].iter().zip(&ends[1]).map(|(a, b)| (a - b) / (2.0 * eps)).collect()
}

#[test]
fn inertia_is_what_newton_euler_says() {
    at_random_states(|name, m, d, _| {
        // the recursion knows only bodies: both sides leave out the inertia of tendons and actuators
        let mut bare = m.clone();
        bare.tendon_armature.fill(0.0);
        bare.actuator_armature.fill(0.0);
        d.forward(&bare).unwrap();
        let full = inertia::full(m, d);
        let mut rest = vec![0.0; m.nv];
        bias::newton_euler(&bare, &mut NewtonEuler::of(d), Acceleration::Zero, &mut rest);
        let bound = 1e-11 * scale(&full).max(scale(&rest)).max(1.0);
        for i in 0..m.nv {
            d.qacc.fill(0.0);
            d.qacc[i] = 1.0;
            let mut column = vec![0.0; m.nv];
            let acc = d.qacc.clone();
            bias::newton_euler(&bare, &mut NewtonEuler::of(d), Acceleration::Given(&acc), &mut column);
            column[i] += m.dof_armature[i];
            for k in 0..m.nv {
                let entry = full[k * m.nv + i];
                assert!((column[k] - rest[k] - entry).abs() < bound, "{name}: M[{k},{i}] {} {entry}", column[k]);
            }
        }
    });
}

#[test]
fn body_jacobians_are_slopes_of_positions() {
    at_random_states(|name, m, d, rng| {
        if m.nv == 0 {
            return;
        }
        let body = 1 + rng.below(m.nbody - 1);
        let (mut jac, mut com) = (vec![0.0; 3 * m.nv], vec![0.0; 3 * m.nv]);
        jacobian::body_com(m, d, Some(&mut jac), None, body);
        jacobian::subtree_com(m, d, &mut com, body);
        let i = rng.below(m.nv);
        let moved = slope(m, d, i, |d| d.xipos[3 * body..3 * body + 3].to_vec());
        let moved_com = slope(m, d, i, |d| d.subtree_com[3 * body..3 * body + 3].to_vec());
        for k in 0..3 {
            assert!((moved[k] - jac[k * m.nv + i]).abs() < 1e-7, "{name}: body {body}, dof {i}");
            assert!((moved_com[k] - com[k * m.nv + i]).abs() < 1e-7, "{name}: subtree of body {body}, dof {i}");
        }
    });
}

#[test]
fn tendon_jacobians_and_moments_are_slopes_of_lengths() {
    at_random_states(|name, m, d, rng| {
        if m.nv == 0 {
            return;
        }
        let i = rng.below(m.nv);
        let tendon = slope(m, d, i, |d| d.ten_length.clone());
        for t in 0..m.ntendon {
            let row = m.ten_J_rowadr[t] as usize..(m.ten_J_rowadr[t] + m.ten_J_rownnz[t]) as usize;
            let entry: f64 = row.filter(|&k| m.ten_J_colind[k] as usize == i).map(|k| d.ten_J[k]).sum();
            assert!((tendon[t] - entry).abs() < 1e-6 * entry.abs().max(1.0), "{name}: tendon {t}, dof {i}");
        }
        let output = slope(m, d, i, |d| d.actuator_length.clone());
        for a in 0..m.nactuator {
            // the length of a rotation is a chart of it and its moment the axis itself; a body has no length
            let target = m.actuator_trnid[2 * a] as usize;
            let slopes = match m.actuator_trntype[a] {
                TransmissionType::Tendon | TransmissionType::SliderCrank => true,
                TransmissionType::Joint | TransmissionType::JointInParent => m.jnt_type[target].nv() == 1,
                _ => false,
            };
            if !slopes {
                continue;
            }
            let out = m.actuator_outadr[a] as usize;
            let row = d.moment_rowadr[out] as usize..(d.moment_rowadr[out] + d.moment_rownnz[out]) as usize;
            let entry: f64 = row.filter(|&k| d.moment_colind[k] as usize == i).map(|k| d.actuator_moment[k]).sum();
            assert!((output[out] - entry).abs() < 1e-6 * entry.abs().max(1.0), "{name}: actuator {a}, dof {i}");
        }
    });
}

#[test]
fn tree_factor_solves_as_a_dense_library_does() {
    at_random_states(|name, m, d, rng| {
        if m.nv == 0 {
            return;
        }
        let matrix = DMatrix::from_row_slice(m.nv, m.nv, &inertia::full(m, d));
        let right: Vec<f64> = (0..m.nv).map(|_| rng.around(1.0)).collect();
        let expected = matrix.clone().cholesky().expect("positive definite").solve(&DVector::from_row_slice(&right));
        let mut x = right.clone();
        let factor = ltdl::FactorRows { entries: d.qLD(), diag_inv: d.qLDiagInv() };
        inertia::solve(m, &factor, &mut x);
        // both solve to rounding: what differs is the condition of the matrix times the machine's precision
        let condition = matrix.clone().symmetric_eigenvalues();
        let condition = condition.max() / condition.min();
        assert_close(name, &x, expected.as_slice(), 1e-12_f64.max(4e-16 * condition));

        // half solve twice is a full solve in the other order: |D^-1/2 L^-T b|^2 = b' M^-1 b
        let root: Vec<f64> = d.qLDiagInv().iter().map(|x| x.sqrt()).collect();
        let mut half = right.clone();
        ltdl::half_solve(inertia::pattern(m), &d.qLD(), &root, &mut half);
        let (a, b) = (dense::dot(&half, &half), dense::dot(&right, &x));
        assert!((a - b).abs() <= 1e-12_f64.max(4e-16 * condition) * b.abs(), "{name}: {a} {b}");
    });
}

#[test]
fn dense_cholesky_solves_as_a_dense_library_does() {
    for n in [1, 2, 3, 5, 10, 20] {
        let mut rng = Random::new(n as u64);
        let a = DMatrix::from_fn(n, n, |_, _| rng.around(1.0));
        let spd = &a * a.transpose() + DMatrix::identity(n, n);
        let right: Vec<f64> = (0..n).map(|_| rng.around(1.0)).collect();
        let expected = spd.clone().cholesky().unwrap().solve(&DVector::from_row_slice(&right));
        // symmetric, so row-major and column-major are the same
        let mut factor = spd.as_slice().to_vec();
        assert_eq!(dense::cholesky(&mut factor, n, 0.0), n);
        let mut x = right;
        dense::cholesky_solve(&factor, n, &mut x);
        assert_close("solution", &x, expected.as_slice(), 1e-12);
    }
}

/// A matrix that is not positive definite is reported by the number of good pivots, and the rest stays finite.
#[test]
fn dense_cholesky_counts_the_pivots_it_could_not_take() {
    for (matrix, rank) in [
        ([4.0, 2.0, 2.0, 5.0], 2),
        // singular: the second row is half the first
        ([4.0, 2.0, 2.0, 1.0], 1),
        // indefinite
        ([1.0, 2.0, 2.0, 1.0], 1),
        ([-1.0, 0.0, 0.0, 3.0], 1),
        ([0.0; 4], 0),
    ] {
        let mut factor = matrix;
        assert_eq!(dense::cholesky(&mut factor, 2, 1e-15), rank, "{matrix:?}");
        assert!(factor.iter().all(|x| x.is_finite()), "{factor:?}");
    }
}
