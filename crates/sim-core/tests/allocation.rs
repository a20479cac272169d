//! A warm step allocates nothing.

#![allow(clippy::unwrap_used)]

mod counting;

use counting::COUNT;
use sim_core::{Data, Integrator, Model, SolverType};
use std::cell::Cell;

/// Allocations of one hundred steps after a warm-up.
fn allocations(m: &Model, d: &mut Data) -> usize {
    for _ in 0..100 {
        d.step(m).unwrap();
    }
    let before = COUNT.with(Cell::get);
    for _ in 0..100 {
        d.step(m).unwrap();
    }
    COUNT.with(Cell::get) - before
}

#[test]
fn warm_steps_do_not_allocate() {
    let mut m = Model::n_link_pendulum(5, 1.0, 0.1);
    let mut d = m.make_data();
    d.qpos.fill(0.3);
    assert_eq!(allocations(&m, &mut d), 0);

    // joint limits and friction loss bring constraint rows and the solver in
    m.jnt_limited.fill(true.into());
    m.jnt_range.copy_from_slice(&[-0.2, 0.2].repeat(5));
    m.dof_frictionloss.fill(0.01);
    m.dof_damping.fill(0.1);
    d.reset(&m);
    d.qpos.fill(0.3);
    assert_eq!(allocations(&m, &mut d), 0);
    assert!(d.nefc >= 5);
}

#[test]
fn no_integrator_allocates_when_warm() {
    let mut m = Model::n_link_pendulum(5, 1.0, 0.1);
    // joint springs and dampers, limits, friction loss and a medium: every term of the derivatives but actuators
    m.jnt_limited.fill(true.into());
    m.jnt_range.copy_from_slice(&[-0.2, 0.2].repeat(5));
    m.jnt_stiffness.fill(1.0);
    m.dof_frictionloss.fill(0.01);
    m.dof_damping.fill(0.1);
    (m.opt.density, m.opt.viscosity) = (1.2, 1e-3);
    for &integrator in Integrator::ALL {
        m.opt.integrator = integrator;
        let mut d = m.make_data();
        d.qpos.fill(0.3);
        assert_eq!(allocations(&m, &mut d), 0, "{integrator}");
    }
}

#[test]
fn no_solver_allocates_when_warm() {
    let mut m = Model::n_link_pendulum(5, 1.0, 0.1);
    m.jnt_limited.fill(true.into());
    m.jnt_range.copy_from_slice(&[-0.2, 0.2].repeat(5));
    m.dof_frictionloss.fill(0.01);
    for &solver in SolverType::ALL {
        for noslip in [0, 3] {
            (m.opt.solver, m.opt.noslip_iterations) = (solver, noslip);
            let mut d = m.make_data();
            d.qpos.fill(0.3);
            assert_eq!(allocations(&m, &mut d), 0, "{solver}");
            assert!(d.nefc >= 5);
        }
    }
}

#[test]
fn warm_convex_pairs_do_not_allocate() {
    use sim_core::GeomType;
    use sim_core::binding::collision::convex::{Scratch, Settings, Shape, collide, nearest};
    use sim_core::binding::collision::manifold::Manifold;

    let kinds = [GeomType::Sphere, GeomType::Capsule, GeomType::Ellipsoid, GeomType::Cylinder, GeomType::Box];
    let settings = Settings { tolerance: 1e-6, iterations: 35, multi: true, native: true };
    let (mut work, mut out) = (Scratch::default(), Manifold::default());
    let mut touches = 0;
    let mut pass = |work: &mut Scratch| {
        for (i, a) in kinds.into_iter().enumerate() {
            for (j, b) in kinds.into_iter().enumerate() {
                let turn = 0.3 * (i + 5 * j) as f64;
                let mat = [turn.cos(), -turn.sin(), 0.0, turn.sin(), turn.cos(), 0.0, 0.0, 0.0, 1.0];
                let shape = |kind, pos| Shape { kind, size: [0.3, 0.4, 0.2], pos, mat, rbound: 0.6, hull: None };
                let (a, b) = (shape(a, [0.0; 3]), shape(b, [0.2, 0.1, 0.35]));
                out.clear();
                collide(&a, &b, 0.0, &settings, work, &mut out);
                touches += out.len();
                nearest::distance(&a, &b, 1.0, &settings, work);
            }
        }
    };
    pass(&mut work);
    let before = COUNT.with(Cell::get);
    pass(&mut work);
    assert_eq!(COUNT.with(Cell::get) - before, 0);
    assert!(touches > 50);
}
