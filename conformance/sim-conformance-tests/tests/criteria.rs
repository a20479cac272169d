//! Numeric criteria of the contact solver: conjugate gradients against Gauss-Seidel, no slip, margins, adhesion.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::scale;
use common::scenes::scene;
use sim_core::binding::constraint::contact;
use sim_core::binding::stage::ContactForces;
use sim_core::{ConeType, Data, DisableFlags, Model, SolverType, StepError};
use std::fmt::Write;

const DUAL_AND_PRIMAL: [SolverType; 3] = [SolverType::PGS, SolverType::CG, SolverType::Newton];

fn load(option: &str, world: &str, rest: &str) -> Model {
    let xml = format!("<mujoco><option {option}/><worldbody>{world}</worldbody>{rest}</mujoco>");
    sim_mjcf::load_model(&xml).unwrap_or_else(|e| panic!("{e}\n{xml}"))
}

/// `n` boxes of one kilogram on each other.
fn tower(n: usize) -> Model {
    let mut world = String::from("<geom type='plane' size='0 0 .01' friction='.5'/>");
    for i in 0..n {
        let z = 0.05 + 0.1 * i as f64;
        write!(
            world,
            "<body pos='0 0 {z}'><freejoint/><geom type='box' size='.05 .05 .05' mass='1' friction='.5'/></body>"
        )
        .unwrap();
    }
    load("timestep='.002' cone='elliptic'", &world, "")
}

/// A box on a plane, gravity tilted by `degrees`.
fn tilted(degrees: f64, friction: f64, option: &str) -> Model {
    let (s, c) = degrees.to_radians().sin_cos();
    let (x, z) = (9.81 * s, -9.81 * c);
    load(
        &format!("timestep='.002' gravity='{x} 0 {z}' {option}"),
        &format!(
            "<geom type='plane' size='0 0 .01' friction='{friction}'/>\
             <body pos='0 0 .05'><freejoint/><geom type='box' size='.05 .05 .05' mass='1' friction='{friction}'/></body>"
        ),
        "",
    )
}

fn run(m: &Model, solver: SolverType, steps: usize) -> Data {
    let mut m = m.clone();
    m.opt.solver = solver;
    let mut d = m.make_data();
    for _ in 0..steps {
        d.step(&m).unwrap_or_else(|e| panic!("{solver}: {e}"));
    }
    d.forward(&m).unwrap_or_else(|e| panic!("{solver}: {e}"));
    assert_in_cones(&m, &d);
    d
}

/// Normal forces push, and friction stays inside the cone.
fn assert_in_cones(m: &Model, d: &Data) {
    for (i, c) in d.contact.iter().enumerate().take(d.ncon) {
        let f = contact::force(m, ContactForces::of(d), i);
        assert!(f[0] >= 0.0, "contact {i} pulls");
        let slide = (f[1] / c.friction[0]).hypot(f[2] / c.friction[1]);
        assert!(slide <= f[0] + 1e-10 * f[0].max(1.0), "contact {i}: {f:?}");
    }
}

fn normal_forces(m: &Model, d: &Data) -> Vec<f64> {
    (0..d.ncon).map(|i| contact::force(m, ContactForces::of(d), i)[0]).collect()
}

fn relative_gap(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    let norm = |x: &mut dyn Iterator<Item = f64>| x.map(|x| x * x).sum::<f64>().sqrt();
    norm(&mut a.iter().zip(b).map(|(x, y)| x - y)) / norm(&mut b.iter().copied()).max(1e-300)
}

#[test]
fn a_resting_sphere_weighs_the_same_with_both_solvers() {
    for cone in ["pyramidal", "elliptic"] {
        let m = load(
            &format!("timestep='.002' cone='{cone}'"),
            "<geom type='plane' size='0 0 .01'/><body pos='0 0 .05'><freejoint/><geom size='.05' mass='1'/></body>",
            "",
        );
        let (strict, pgs) = (run(&m, SolverType::CGStrict, 1000), run(&m, SolverType::PGS, 1000));
        let (a, b) = (normal_forces(&m, &strict), normal_forces(&m, &pgs));
        assert_eq!(a.len(), 1);
        assert!(relative_gap(&a, &b) < 1e-4 && (a[0] - 9.81).abs() < 1e-3, "{cone}: {a:?} {b:?}");
    }
}

#[test]
fn a_stack_rests_with_the_same_forces_with_both_solvers() {
    let mut m = tower(3);
    let strict = run(&m, SolverType::CGStrict, 500);
    // with the default tolerance PGS stops up to some percent away from the solution, MuJoCo's as well as ours
    (m.opt.iterations, m.opt.tolerance) = (2000, 1e-14);
    let pgs = run(&m, SolverType::PGS, 500);
    assert_eq!(strict.ncon, 12);
    assert!(relative_gap(&strict.qfrc_constraint, &pgs.qfrc_constraint) < 1e-3);
}

#[test]
fn a_box_slides_equally_fast_with_both_solvers() {
    for cone in ["pyramidal", "elliptic"] {
        let m = tilted(25.0, 0.3, &format!("cone='{cone}'"));
        let (strict, pgs) = (run(&m, SolverType::CGStrict, 200), run(&m, SolverType::PGS, 200));
        // sliding: g (sin - mu cos) t
        let (s, c) = 25.0_f64.to_radians().sin_cos();
        let expected = 9.81 * (s - 0.3 * c) * 0.4;
        assert!((strict.qvel[0] - expected).abs() < 0.02 * expected, "{cone}: {} {expected}", strict.qvel[0]);
        assert!(relative_gap(&strict.qvel, &pgs.qvel) < 1e-3, "{cone}");
    }
}

#[test]
fn without_contacts_there_is_nothing_to_iterate() {
    for solver in [SolverType::CG, SolverType::CGStrict] {
        let m = load("", "<body><freejoint/><geom size='.05'/></body>", "");
        let d = run(&m, solver, 3);
        assert_eq!((d.nefc, d.solver_niter[0], scale(&d.qfrc_constraint)), (0, 0, 0.0));
    }
}

#[test]
fn one_row_is_solved_by_one_exact_line_search() {
    let mut m = load(
        "solver='CGStrict'",
        "<geom type='plane' size='0 0 .01' condim='1'/><body pos='0 0 .0499'><freejoint/><geom size='.05' condim='1'/></body>",
        "",
    );
    m.opt.tolerance = 1e-12;
    let mut d = m.make_data();
    d.forward(&m).unwrap();
    assert_eq!((d.nefc, d.solver_niter[0]), (1, 1));
}

#[test]
fn strict_fails_and_plain_does_not_fall_back() {
    for (boxes, contacts) in [(3, 12), (10, 20)] {
        let mut m = tower(boxes);
        let mut d = m.make_data();
        (0..20).for_each(|_| d.step(&m).unwrap());
        (m.opt.iterations, m.opt.tolerance) = (1, 1e-15);
        d.qacc_warmstart.fill(0.0);
        m.opt.solver = SolverType::CGStrict;
        let failed = d.clone().forward(&m);
        assert!(matches!(failed, Err(StepError::NotConverged { iterations: 1, .. })), "{boxes} boxes: {failed:?}");
        m.opt.solver = SolverType::CG;
        d.forward(&m).unwrap();
        assert!(d.ncon >= contacts);
        // one iteration, and its unfinished forces
        assert_eq!(d.solver_niter[0], 1);
        assert!(scale(&d.efc_force) > 0.0);
    }
}

#[test]
fn the_last_solution_is_a_good_start() {
    let average = |m: &Model, d: &Data| {
        let (mut m, mut d) = (m.clone(), d.clone());
        (m.opt.solver, m.opt.tolerance) = (SolverType::CGStrict, 1e-8);
        let mut total = 0;
        for frame in 0..100 {
            d.step(&m).unwrap();
            total += if frame < 10 { 0 } else { d.solver_niter[0] };
        }
        f64::from(total) / 90.0
    };
    // the symmetric tower takes three iterations at most; an irregular pile shows what the start is worth
    let tower = tower(3);
    let pile = scene("pile", 3, ConeType::Elliptic);
    for (mut m, d, worth) in [(tower.clone(), tower.make_data(), 1.0), (pile.0, pile.1, 0.7)] {
        let warm = average(&m, &d);
        m.opt.disableflags |= DisableFlags::WARMSTART;
        let cold = average(&m, &d);
        assert!(warm <= worth * cold, "{warm} iterations warm, {cold} cold");
    }
}

#[test]
fn the_solver_is_chosen_in_the_file() {
    for (name, solver) in [
        ("PGS", SolverType::PGS),
        ("CG", SolverType::CG),
        ("Newton", SolverType::Newton),
        ("CGStrict", SolverType::CGStrict),
    ] {
        assert_eq!(load(&format!("solver='{name}'"), "", "").opt.solver, solver);
    }
    assert_eq!(load("", "", "").opt.solver, SolverType::Newton);
}

#[test]
fn no_slip_passes_reduce_slip_and_leave_normal_forces_alone() {
    for cone in [ConeType::Pyramidal, ConeType::Elliptic] {
        for solver in DUAL_AND_PRIMAL {
            let mut m = tilted(15.0, 1.0, "");
            m.opt.cone = cone;
            let slipping = run(&m, solver, 200);
            m.opt.noslip_iterations = 3;
            let held = run(&m, solver, 200);
            assert!(
                held.qvel[0].abs() < 0.5 * slipping.qvel[0].abs(),
                "{solver}, {cone}: {} {}",
                held.qvel[0],
                slipping.qvel[0]
            );

            // the same state with and without the passes
            m.opt.solver = solver;
            let mut with = held.clone();
            with.forward(&m).unwrap();
            m.opt.noslip_iterations = 0;
            let mut without = held.clone();
            without.forward(&m).unwrap();
            let (a, b) = (normal_forces(&m, &with), normal_forces(&m, &without));
            assert!(relative_gap(&a, &b) < 1e-12, "{solver}, {cone}: {a:?} {b:?}");
            assert!(relative_gap(&with.efc_force, &without.efc_force) > 1e-6, "{solver}, {cone}: the pass did nothing");
        }
    }
}

/// A sphere whose lowest point is `height` above a plane.
fn hovering(height: f64, attributes: &str) -> (Model, Data) {
    let world = format!(
        "<geom type='plane' size='0 0 .01'/><body pos='0 0 {}'><freejoint/><geom size='.05' {attributes}/></body>",
        0.05 + height
    );
    let m = load("", &world, "");
    let mut d = m.make_data();
    d.forward(&m).unwrap();
    (m, d)
}

#[test]
fn margin_and_gap_decide_when_a_contact_is_seen_and_when_it_acts() {
    let row = |d: &Data| d.contact.first().map(|c| c.efc_address);
    // within the margin it acts, between margin and margin plus gap it is only listed
    assert_eq!(row(&hovering(0.001, "margin='.002'").1), Some(0));
    assert_eq!(row(&hovering(0.001, "margin='.0005' gap='.001'").1), Some(-1));
    assert_eq!(row(&hovering(0.001, "gap='.002'").1), Some(-1));
    assert_eq!(row(&hovering(0.001, "margin='.0005' gap='.0004'").1), None);
    assert_eq!(row(&hovering(0.001, "").1), None);
    assert_eq!(row(&hovering(-0.001, "").1), Some(0));
}

#[test]
fn the_margin_shifts_where_things_come_to_rest_and_the_gap_does_not() {
    let rest = |attributes: &str| {
        let (m, mut d) = hovering(0.0, attributes);
        (0..1000).for_each(|_| d.step(&m).unwrap());
        d.qpos[2]
    };
    let plain = rest("");
    assert!((rest("margin='.002'") - plain - 0.002).abs() < 1e-9);
    assert!((rest("gap='.002'") - plain).abs() < 1e-9);
    assert!((rest("margin='0' gap='0'") - plain).abs() < 1e-15);
}

/// A box of one kilogram against a wall along x, gravity along -z, with an adhesion actuator.
fn adhesive_box(option: &str) -> Model {
    load(
        option,
        "<geom type='plane' size='0 0 .01' zaxis='-1 0 0'/>\
         <body name='box' pos='-.05 0 0'><freejoint/><geom type='box' size='.05 .05 .05' mass='1' gap='.01'/></body>",
        "<actuator><adhesion body='box' gain='100' ctrlrange='0 1'/></actuator>",
    )
}

#[test]
fn adhesion_presses_a_body_on_what_it_touches() {
    for cone in ["pyramidal", "elliptic"] {
        let m = adhesive_box(&format!("cone='{cone}'"));
        let slide = |ctrl: f64| {
            let mut d = m.make_data();
            d.ctrl[0] = ctrl;
            (0..250).for_each(|_| d.step(&m).unwrap());
            d.forward(&m).unwrap();
            let normal: f64 = normal_forces(&m, &d).iter().sum();
            (d.qpos[2], normal)
        };
        // without it the box falls along the wall, with it friction holds the box
        let (fallen, loose) = slide(0.0);
        assert!((fallen + 0.5 * 9.81 * 0.25).abs() < 0.02 && loose < 1e-6, "{cone}: {fallen} {loose}");
        let (held, pressed) = slide(0.5);
        assert!(held > -0.02 && (pressed - 50.0).abs() < 0.5, "{cone}: {held} {pressed}");
        let (_, more) = slide(1.0);
        assert!((more - 100.0).abs() < 1.0, "{cone}: {more}");
    }
}

#[test]
fn sticky_surfaces_pull() {
    // a box under a ceiling: two newtons more than its weight hold it, two less do not; the pull reaches over the gap
    for (adhesion, holds) in [(11.8, true), (7.8, false), (0.0, false)] {
        let m = load(
            "cone='elliptic'",
            &format!(
                "<geom type='plane' size='0 0 .01' zaxis='0 0 -1'/><body pos='0 0 -.0499'><freejoint/>\
                 <geom type='box' size='.05 .05 .05' mass='1' gap='.01' adhesion='{}'/></body>",
                adhesion / 4.0
            ),
            "",
        );
        let mut d = m.make_data();
        (0..250).for_each(|_| d.step(&m).unwrap());
        d.forward(&m).unwrap();
        assert_eq!(d.qpos[2] > -0.06, holds, "adhesion {adhesion}: {}", d.qpos[2]);
        if holds {
            let total: f64 = normal_forces(&m, &d).iter().sum();
            assert!((total + 9.81).abs() < 0.1, "the surface pulls with the weight: {total}");
        }
    }
}

#[test]
fn an_idle_adhesion_actuator_changes_nothing() {
    let m = adhesive_box("");
    let bare = load(
        "",
        "<geom type='plane' size='0 0 .01' zaxis='-1 0 0'/>\
         <body name='box' pos='-.05 0 0'><freejoint/><geom type='box' size='.05 .05 .05' mass='1' gap='.01'/></body>",
        "",
    );
    let (mut d, mut e) = (m.make_data(), bare.make_data());
    for _ in 0..100 {
        d.step(&m).unwrap();
        e.step(&bare).unwrap();
    }
    assert_eq!(d.qpos, e.qpos);
}
