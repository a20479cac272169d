//! Laws of physics: contacts between free bodies keep momentum and do not increase energy; friction holds a box below its
//! angle; inverse dynamics returns the forces of forward dynamics.

#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::scenes::{CONDIMS, CONES, each_scene, scene};
use common::{Random, assert_close, scale};
use sim_core::{ConeType, Data, EnableFlags, Integrator, Model, SolverType};

const SOLVERS: [SolverType; 3] = [SolverType::PGS, SolverType::CG, SolverType::Newton];

fn load(xml: &str) -> Model {
    sim_mjcf::load_model(xml).unwrap_or_else(|e| panic!("{e}\n{xml}"))
}

fn cross(a: &[f64], b: &[f64]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// Free bodies that collide, without a floor.
fn colliding_bodies(condim: i32, cone: ConeType, solver: SolverType) -> (Model, Data) {
    let mut m = load(&format!(
        "<mujoco><option gravity='0 0 0'/><default><geom condim='{condim}' friction='.7 .05 .02'/></default><worldbody>\
         <body pos='-.2 0 0'><freejoint/><geom type='box' size='.1 .1 .1'/></body>\
         <body pos='.15 .05 .02'><freejoint/><geom size='.1'/></body>\
         <body pos='.02 .25 0' euler='30 20 0'><freejoint/><geom type='capsule' size='.07 .1'/></body>\
         <body pos='0 -.22 .05' euler='10 0 40'><freejoint/><geom type='box' size='.12 .06 .08'/></body>\
         <body pos='.03 0 .25'><freejoint/><geom type='ellipsoid' size='.1 .08 .12'/></body></worldbody></mujoco>"
    ));
    (m.opt.cone, m.opt.solver) = (cone, solver);
    // momentum is conserved as exactly as the equation of motion is solved
    (m.opt.tolerance, m.opt.iterations) = (1e-20, 200);
    let mut d = m.make_data();
    let mut rng = Random::new(3);
    for b in 0..5 {
        for k in 0..3 {
            d.qvel[6 * b + k] = -3.0 * d.qpos[7 * b + k] + rng.around(0.2);
            d.qvel[6 * b + 3 + k] = rng.around(2.0);
        }
    }
    (m, d)
}

/// Force and torque about the origin that the constraints exert on all free bodies together.
fn net_wrench(m: &Model, d: &Data) -> [f64; 6] {
    let mut net = [0.0; 6];
    for body in 1..m.nbody {
        let f = &d.qfrc_constraint[6 * (body - 1)..6 * body];
        let (x, turn) = (&d.xpos[3 * body..3 * body + 3], &d.xmat[9 * body..9 * body + 9]);
        let arm = cross(x, &f[..3]);
        for k in 0..3 {
            net[k] += f[k];
            let own: f64 = (0..3).map(|j| turn[3 * k + j] * f[3 + j]).sum();
            net[3 + k] += own + arm[k];
        }
    }
    net
}

fn momentum(m: &Model, d: &Data) -> [f64; 3] {
    std::array::from_fn(|k| (1..m.nbody).map(|b| m.body_mass[b] * d.qvel[6 * (b - 1) + k]).sum())
}

#[test]
fn contacts_between_free_bodies_keep_the_momentum() {
    for cone in CONES {
        for condim in CONDIMS {
            for solver in SOLVERS {
                let (m, mut d) = colliding_bodies(condim, cone, solver);
                let what = format!("{solver}, {cone}, condim {condim}");
                let start = momentum(&m, &d);
                let mut largest: f64 = 0.0;
                for _ in 0..60 {
                    d.step(&m).unwrap();
                    let force = scale(&d.efc_force);
                    largest = largest.max(force);
                    let net = net_wrench(&m, &d);
                    assert!(scale(&net) <= 1e-12 * force.max(1.0), "{what}: {net:?} of {force}");
                }
                assert!(largest > 10.0, "{what}: nothing collided");
                assert_close(&format!("momentum, {what}"), &momentum(&m, &d), &start, 1e-9);
            }
        }
    }
}

fn energy(d: &Data) -> f64 {
    d.energy[0] + d.energy[1]
}

#[test]
fn contact_creates_no_energy() {
    for cone in CONES {
        for solver in SOLVERS {
            for condim in CONDIMS {
                // in flight, and in a heap on a floor: no springs but the contacts themselves
                let flying = colliding_bodies(condim, cone, solver);
                let (mut heap, _) = scene("pile", condim, cone);
                (heap.opt.solver, heap.opt.tolerance, heap.opt.iterations) = (solver, 1e-8, 100);
                let falling = heap.make_data();
                for (what, mut m, mut d) in [("crowd", flying.0, flying.1), ("heap", heap, falling)] {
                    m.opt.enableflags |= EnableFlags::ENERGY;
                    m.opt.integrator = Integrator::Implicit;
                    d.qpos.iter_mut().skip(2).step_by(7).for_each(|z| *z += if what == "heap" { 0.05 } else { 0.0 });
                    d.forward(&m).unwrap();
                    let start = energy(&d);
                    for step in 0..200 {
                        d.step(&m).unwrap();
                        let now = energy(&d);
                        assert!(
                            now <= start + 1e-6 * start.abs(),
                            "{what}, {solver}, {cone}, condim {condim}, step {step}: {now} after {start}"
                        );
                    }
                    assert!(energy(&d) < 0.95 * start, "{what}, {solver}: nothing was lost");
                }
            }
        }
    }
}

#[test]
fn a_ball_never_bounces_higher() {
    // a springy floor: each apex is below the one before
    let mut m = load(
        "<mujoco><option timestep='.0005'/><worldbody><geom type='plane' size='0 0 .01' solref='-20000 -20'/>\
         <body pos='0 0 .6'><freejoint/><geom size='.1' mass='1' solref='-20000 -20'/></body></worldbody></mujoco>",
    );
    for cone in CONES {
        m.opt.cone = cone;
        let mut d = m.make_data();
        let (mut apexes, mut last) = (vec![d.qpos[2]], 0.0);
        for _ in 0..6000 {
            d.step(&m).unwrap();
            if last > 0.0 && d.qvel[2] <= 0.0 {
                apexes.push(d.qpos[2]);
            }
            last = d.qvel[2];
        }
        assert!(apexes.len() > 3 && apexes[1] > 0.2, "{apexes:?}");
        assert!(apexes.windows(2).all(|a| a[1] < a[0]), "{apexes:?}");
    }
}

/// Two seconds of a box on a slope of `degrees`; returns its displacement along the slope and its speed.
fn on_a_slope(m: &Model, degrees: f64) -> (f64, f64) {
    let mut m = m.clone();
    let (s, c) = degrees.to_radians().sin_cos();
    m.opt.gravity = [9.81 * s, 0.0, -9.81 * c];
    let mut d = m.make_data();
    // the soft contact settles first
    (0..200).for_each(|_| d.step(&m).unwrap());
    let start = d.qpos[0];
    (0..800).for_each(|_| d.step(&m).unwrap());
    (d.qpos[0] - start, d.qvel[0])
}

#[test]
fn friction_holds_a_box_below_its_angle() {
    let mut m = load(
        "<mujoco><worldbody><geom type='plane' size='0 0 .01' friction='.5'/><body pos='0 0 .05'><freejoint/>\
         <geom type='box' size='.05 .05 .05' friction='.5'/></body></worldbody></mujoco>",
    );
    (m.opt.noslip_iterations, m.opt.noslip_tolerance) = (50, 1e-14);
    // the angle of friction is 26.6 degrees; with pyramids the passes keep the sum of each pair of opposite edges, which
    // leaves half of the friction to each axis, and the uphill corners carry less than the others
    for (cone, below) in [(ConeType::Pyramidal, 6.0), (ConeType::Elliptic, 20.0)] {
        for solver in SOLVERS {
            (m.opt.cone, m.opt.solver) = (cone, solver);
            let (moved, speed) = on_a_slope(&m, below);
            // conjugate gradients stop at their tolerance: MuJoCo's box vibrates with 4e-7 m/s in this scene
            assert!(moved.abs() < 1e-6 && speed.abs() < 5e-7, "{solver}, {cone}: moved {moved}, speed {speed}");
            let (moved, speed) = on_a_slope(&m, 30.0);
            assert!(moved > 0.5 && speed > 0.5, "{solver}, {cone}: held above the angle of friction");
        }
    }
}

/// Sets the solver to converge fully: inverse dynamics amplifies the residual by the stiffness of the contacts.
fn exact(m: &Model) -> Model {
    let mut m = m.clone();
    (m.opt.tolerance, m.opt.iterations, m.opt.ls_tolerance) = (1e-30, 100, 1e-6);
    m
}

/// Applies random forces everywhere.
fn loaded(m: &Model, d: &Data) -> Data {
    let mut d = d.clone();
    let mut rng = Random::new(11);
    d.qfrc_applied.iter_mut().for_each(|f| *f = rng.around(0.5));
    d.xfrc_applied.iter_mut().skip(6).for_each(|f| *f = rng.around(0.5));
    d.qvel.iter_mut().for_each(|v| *v += rng.around(0.1));
    d.forward(m).unwrap();
    d
}

/// Forces besides gravity, springs and constraints.
fn given_forces(m: &Model, d: &Data) -> Vec<f64> {
    // smooth forces are passive + actuator + applied - bias
    (0..m.nv).map(|i| d.qfrc_smooth[i] + d.qfrc_bias[i] - d.qfrc_passive[i]).collect()
}

#[test]
fn inverse_dynamics_explains_contacts() {
    each_scene(|what, m, d| {
        let m = &exact(m);
        let mut d = loaded(m, d);
        let (given, force) = (given_forces(m, &d), d.efc_force.clone());
        d.inverse(m).unwrap();
        assert_close(&format!("efc_force, {what}"), &d.efc_force, &force, 1e-8);
        assert_close(&format!("qfrc_inverse, {what}"), &d.qfrc_inverse, &given, 1e-8);
    });
}

#[test]
fn discrete_inverse_dynamics_explains_a_step_with_contacts() {
    each_scene(|what, m, d| {
        for integrator in [Integrator::Euler, Integrator::Implicit, Integrator::ImplicitFast] {
            let mut m = exact(m);
            m.opt.integrator = integrator;
            m.opt.enableflags |= EnableFlags::INVDISCRETE;
            let mut d = loaded(&m, d);
            let given = given_forces(&m, &d);
            let mut next = d.clone();
            next.step(&m).unwrap();
            for i in 0..m.nv {
                d.qacc[i] = (next.qvel[i] - d.qvel[i]) / m.opt.timestep;
            }
            d.inverse(&m).unwrap();
            assert_close(&format!("qfrc_inverse, {what}, {integrator}"), &d.qfrc_inverse, &given, 1e-7);
        }
    });
}
