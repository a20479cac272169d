//! Worlds with too many contacts: an error of that world, before memory and time are spent.

use sim_core::Excess;
use sim_core::{BatchSim, Model, StepError};
use std::sync::Arc;

/// `n` bodies inside each other.
fn heap(n: usize, option: &str, geom: &str) -> Model {
    let bodies = format!("<body><freejoint/>{geom}</body>").repeat(n);
    let xml = format!("<mujoco>{option}<worldbody>{bodies}</worldbody></mujoco>");
    sim_mjcf::load_model(&xml).unwrap()
}

const BALL: &str = "<geom size='.1'/>";

fn excess(error: &StepError) -> Option<Excess> {
    match error {
        StepError::TooLarge { excess, needed, limit } => {
            assert!(needed > limit, "{error}");
            Some(*excess)
        }
        _ => None,
    }
}

#[test]
fn bodies_inside_each_other_are_an_error() {
    for (n, option, geom, expected) in [
        (600, "", BALL, Excess::Contacts),
        (600, "<option solver='PGS'/>", BALL, Excess::Contacts),
        (300, "<option cone='elliptic'/>", "<geom type='box' size='.1 .1 .1'/>", Excess::Contacts),
        (2500, "", BALL, Excess::Pairs),
        (400, "<option integrator='RK4'/>", "<geom type='capsule' size='.1 .2'/>", Excess::Contacts),
        // one body beside another, both of many geoms
        (2, "", &BALL.repeat(1500), Excess::Pairs),
    ] {
        let m = heap(n, option, geom);
        let mut d = m.make_data();
        let before = d.qpos.clone();
        let error = d.step(&m).unwrap_err();
        assert_eq!(excess(&error), Some(expected), "{n} {option}: {error}");
        assert!(error.to_string().contains("limits.contacts"), "{error}");
        assert_eq!((d.ncon, d.nefc, d.time), (0, 0, 0.0));
        assert_eq!(d.qpos, before);
        assert_eq!(d.inverse(&m).err().as_ref().and_then(excess), Some(expected));
    }
}

#[test]
fn matrices_have_a_limit_too() {
    for (option, bytes, expected) in [
        ("", 100_000, Excess::Jacobian),
        ("", 200_000, Excess::Hessian),
        ("<option solver='PGS'/>", 2_000_000, Excess::InertiaOfRows),
        ("<option solver='CG' noslip_iterations='3'/>", 2_000_000, Excess::InertiaOfRows),
        ("<option solver='CG' jacobian='sparse'/>", 1000, Excess::Jacobian),
    ] {
        let mut m = heap(30, option, BALL);
        m.limits.bytes = bytes;
        let mut d = m.make_data();
        let error = d.step(&m).unwrap_err();
        assert_eq!(excess(&error), Some(expected), "{option}: {error}");
        // the same world goes on with a higher limit
        m.limits = Default::default();
        d.step(&m).unwrap();
    }
}

#[test]
fn a_limit_can_be_set() {
    let mut m = heap(30, "", BALL);
    m.limits.contacts = Some(434);
    let mut d = m.make_data();
    assert_eq!(d.step(&m).err().as_ref().and_then(excess), Some(Excess::Contacts));
    m.limits.contacts = Some(435);
    d.step(&m).unwrap();
    assert_eq!(d.ncon, 435);
}

#[test]
fn other_worlds_of_the_batch_do_not_notice() {
    let m = Arc::new(heap(600, "<option timestep='1e-4'/>", BALL));
    let mut batch = BatchSim::try_new(m.clone(), 4).unwrap();
    for (w, world) in batch.worlds_mut().enumerate().filter(|(w, _)| *w != 2) {
        for (i, pos) in world.qpos.chunks_exact_mut(7).enumerate() {
            pos[0] = i as f64 + 0.01 * w as f64;
        }
    }
    let mut alone: Vec<_> = batch.worlds().cloned().collect();
    let errors = batch.step_all();
    let failed: Vec<usize> = (0..4).filter(|&w| errors[w].is_some()).collect();
    assert_eq!(failed, [2]);
    for w in [0, 1, 3] {
        alone[w].step(&m).unwrap();
        assert_eq!(alone[w].qpos, batch.worlds().nth(w).unwrap().qpos);
    }
}
