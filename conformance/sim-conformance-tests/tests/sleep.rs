//! Sleeping: which trees fall asleep together, what wakes them, and that the rest of the world is unchanged.

#![allow(clippy::unwrap_used, clippy::panic)]

use sim_core::binding::sleep::{MIN_AWAKE, SleepState};
use sim_core::{Data, EnableFlags, Integrator, Model, ObjType, StepError};

/// Two stacked boxes, a box alone, a box that never sleeps, a mocap ball above, and a pendulum that swings on.
const SCENE: &str = "<mujoco><option sleep_tolerance='.01'><flag sleep='enable'/></option>\
    <default><geom solref='.02 1.5'/></default>\
    <worldbody><geom type='plane' size='0 0 .01'/>\
    <body pos='0 0 .1'><freejoint/><geom type='box' size='.1 .1 .1'/></body>\
    <body pos='0 0 .28'><freejoint/><geom type='box' size='.08 .08 .08'/></body>\
    <body name='alone' pos='1 0 .1'><freejoint/><geom type='box' size='.1 .1 .1'/><site name='alone'/><site name='top' pos='0 0 .1'/></body>\
    <body pos='2 0 .1' sleep='never'><freejoint/><geom type='box' size='.1 .1 .1'/></body>\
    <body name='hand' mocap='true' pos='1 0 2'><geom size='.05'/></body>\
    <body pos='4 0 2'><joint axis='0 1 0'/><geom type='capsule' fromto='0 0 0 .5 0 0' size='.02'/></body>\
    </worldbody><sensor><framepos objtype='site' objname='alone'/></sensor>\
    <equality><connect body1='alone' body2='hand' anchor='0 0 0' active='false'/>\
    <weld site1='alone' site2='top' active='false'/></equality></mujoco>";
const STACK: [usize; 2] = [0, 1];
const ALONE: usize = 2;
const NEVER: usize = 3;
const PENDULUM: usize = 4;

fn load(xml: &str) -> Model {
    sim_mjcf::load_model(xml).unwrap_or_else(|e| panic!("{e}\n{xml}"))
}

fn run(m: &Model, d: &mut Data, steps: usize) {
    for _ in 0..steps {
        d.step(m).unwrap();
    }
}

/// The scene after every tree that may sleep is asleep.
fn settled() -> (Model, Data) {
    let m = load(SCENE);
    let mut d = m.make_data();
    run(&m, &mut d, 300);
    (m, d)
}

fn first_dof(m: &Model, tree: usize) -> usize {
    m.tree_dofadr[tree] as usize
}

#[test]
fn islands_fall_asleep_together() {
    let (m, mut d) = settled();
    assert_eq!(STACK.map(|tree| d.tree_asleep[tree]), [1, 0]);
    assert_eq!(d.tree_asleep[ALONE], ALONE as i32);
    assert!(d.tree_asleep[NEVER] < 0 && d.tree_asleep[PENDULUM] < 0);
    assert_eq!((d.ntree_awake, d.nv_awake), (2, 7));
    assert_eq!(d.sleep_state(&m, ObjType::Sensor, 0), SleepState::Asleep);

    let before = d.clone();
    run(&m, &mut d, 100);
    let asleep = 0..first_dof(&m, NEVER);
    assert!(d.qvel[asleep].iter().all(|&v| v == 0.0));
    assert_eq!(d.qpos[..21], before.qpos[..21]);
    assert_eq!(d.sensordata, before.sensordata);
    assert_ne!(d.qpos[m.nq - 1], before.qpos[m.nq - 1]);
}

#[test]
fn rest_takes_its_time() {
    let m = load(
        "<mujoco><option gravity='0 0 0'><flag sleep='enable'/></option><worldbody>\
         <body><freejoint/><geom size='.1'/></body></worldbody></mujoco>",
    );
    let mut d = m.make_data();
    for step in 1..=MIN_AWAKE {
        d.step(&m).unwrap();
        let expected = if step < MIN_AWAKE { step - 1 - MIN_AWAKE } else { 0 };
        assert_eq!(d.tree_asleep, [expected], "step {step}");
    }
}

#[test]
fn the_lists_agree() {
    let (m, d) = settled();
    let awake = |b: usize| d.body_awake[b] != SleepState::Asleep;
    let bodies: Vec<i32> = (0..m.nbody).filter(|&b| awake(b)).map(|b| b as i32).collect();
    let parents: Vec<i32> = (1..m.nbody).filter(|&b| awake(m.body_parentid[b] as usize)).map(|b| b as i32).collect();
    let dofs: Vec<i32> = (0..m.nv as i32).filter(|&v| d.tree_awake[m.dof_treeid[v as usize] as usize] != 0).collect();
    assert_eq!(d.body_awake_ind[..d.nbody_awake], bodies);
    assert_eq!(d.parent_awake_ind[..d.nparent_awake], parents);
    assert_eq!(d.dof_awake_ind[..d.nv_awake], dofs);
    assert_eq!(d.body_awake[0], SleepState::Static);
}

#[test]
fn the_user_wakes_what_they_touch() {
    let (m, d) = settled();
    let dof = first_dof(&m, STACK[1]);
    type Change<'a> = (&'a str, &'a dyn Fn(&mut Data));
    let changes: [Change<'_>; 4] = [
        ("velocity", &|d| d.qvel[dof] = 1e-9),
        ("position", &|d| d.qpos[7] += 1e-9),
        ("force", &|d| d.qfrc_applied[dof] = -1e-9),
        ("wrench", &|d| d.xfrc_applied[6 * 2 + 5] = 1e-9),
    ];
    for (what, change) in changes {
        let mut d = d.clone();
        change(&mut d);
        d.forward(&m).unwrap();
        assert!(STACK.iter().all(|&tree| d.tree_asleep[tree] < 0), "{what}");
        assert!(d.tree_asleep[ALONE] >= 0, "{what}");
        assert!(d.nefc > 0, "{what}");
    }
}

#[test]
fn contacts_wake() {
    let (m, mut d) = settled();
    // the box that never sleeps slides into the one alone
    d.qpos[7 * NEVER] = 1.22;
    d.qvel[first_dof(&m, NEVER)] = -1.0;
    let mut steps = 0;
    while d.tree_asleep[ALONE] >= 0 {
        d.step(&m).unwrap();
        steps += 1;
        assert!(steps < 1000);
    }
    assert!(d.contact.iter().any(|c| c.geom() == [3, 4]));
    assert!(d.tree_asleep[STACK[0]] >= 0);

    let (m, mut d) = settled();
    d.mocap_pos.copy_from_slice(&[1.0, 0.0, 0.24]);
    d.step(&m).unwrap();
    assert!(d.tree_asleep[ALONE] < 0 && d.tree_asleep[STACK[0]] >= 0);
}

#[test]
fn equalities_wake() {
    let (m, mut d) = settled();
    d.eq_active[1] = true.into();
    d.step(&m).unwrap();
    assert!(d.tree_asleep[ALONE] >= 0, "a constraint within the tree");
    d.eq_active[0] = true.into();
    d.step(&m).unwrap();
    assert!(d.tree_asleep[ALONE] < 0, "a constraint to the mocap body");
}

#[test]
fn equalities_between_sleepers_wake_both() {
    let m = load(
        "<mujoco><option gravity='0 0 0'><flag sleep='enable'/></option><worldbody>\
         <body name='a'><freejoint/><geom size='.1'/></body><body name='b' pos='1 0 0'><freejoint/><geom size='.1'/></body>\
         </worldbody><equality><weld body1='a' body2='b' active='false'/></equality></mujoco>",
    );
    let mut d = m.make_data();
    run(&m, &mut d, 20);
    assert_eq!(d.tree_asleep, [0, 1]);
    d.eq_active[0] = true.into();
    d.forward(&m).unwrap();
    assert!(d.tree_asleep.iter().all(|&asleep| asleep < 0));
    run(&m, &mut d, 20);
    assert_eq!(d.tree_asleep, [1, 0], "they fall asleep together now");
    d.forward(&m).unwrap();
    assert_eq!((d.tree_asleep.as_slice(), d.nefc), ([1, 0].as_slice(), 0));
}

#[test]
fn tendons_wake_at_their_limits() {
    let m = load(
        "<mujoco><option gravity='0 0 0'><flag sleep='enable'/></option><worldbody>\
         <body><joint name='a' type='slide' axis='1 0 0'/><geom size='.1'/></body>\
         <body pos='0 1 0'><joint name='b' type='slide' axis='1 0 0'/><geom size='.1'/></body></worldbody>\
         <tendon><fixed limited='true' range='-1 .1'><joint joint='a' coef='1'/><joint joint='b' coef='-1'/></fixed></tendon>\
         </mujoco>",
    );
    let mut d = m.make_data();
    run(&m, &mut d, 20);
    assert_eq!(d.tree_asleep, [0, 1]);
    d.qvel[0] = 1.0;
    d.step(&m).unwrap();
    assert!(d.tree_asleep[0] < 0 && d.tree_asleep[1] == 1);
    run(&m, &mut d, 100);
    assert!(d.tree_asleep[1] < 0 && d.qpos[1] > 0.0);
}

#[test]
fn switching_it_off_wakes_everyone() {
    let (mut m, mut d) = settled();
    m.opt.enableflags &= !EnableFlags::SLEEP;
    d.step(&m).unwrap();
    assert!(d.tree_asleep.iter().all(|&asleep| asleep == -1 - MIN_AWAKE));
    assert_eq!((d.ntree_awake, d.nbody_awake, d.nv_awake), (m.ntree, m.nbody, m.nv));
}

#[test]
fn the_rest_of_the_world_does_not_notice() {
    for integrator in [Integrator::Euler, Integrator::Implicit, Integrator::ImplicitFast] {
        let mut m = load(SCENE);
        m.opt.integrator = integrator;
        let (mut sleepy, mut awake) = (m.make_data(), m.make_data());
        run(&m, &mut sleepy, 400);
        m.opt.enableflags &= !EnableFlags::SLEEP;
        run(&m, &mut awake, 400);
        assert!(sleepy.ntree_awake < m.ntree);
        assert_eq!(sleepy.qpos[m.nq - 1], awake.qpos[m.nq - 1], "{integrator}");
    }
}

#[test]
fn policies_decide() {
    let tree = |policy: &str| {
        load(&format!(
            "<mujoco><option gravity='0 0 0'><flag sleep='enable'/></option><worldbody>\
             <body {policy}><joint name='j'/><geom size='.1'/></body></worldbody>\
             <actuator><motor joint='j'/></actuator></mujoco>"
        ))
    };
    for (policy, sleeps) in [("", false), ("sleep='never'", false), ("sleep='allowed'", true), ("sleep='init'", true)] {
        let m = tree(policy);
        let mut d = m.make_data();
        assert_eq!(d.tree_asleep[0] >= 0, policy.contains("init"), "{policy}");
        run(&m, &mut d, 20);
        assert_eq!(d.tree_asleep[0] >= 0, sleeps, "{policy}");
        d.reset(&m);
        assert_eq!(d.tree_asleep[0] >= 0, policy.contains("init"), "{policy}");
    }
}

#[test]
fn trees_that_begin_asleep_hang_in_the_air() {
    let body = |x: f64, policy: &str| {
        format!("<body pos='{x} 0 1' sleep='{policy}'><freejoint/><geom type='box' size='.1 .1 .1'/></body>")
    };
    let world = |bodies: String| {
        format!("<mujoco><option><flag sleep='enable'/></option><worldbody>{bodies}</worldbody></mujoco>")
    };
    let m = load(&world(body(0.0, "init") + &body(0.19, "init") + &body(1.0, "auto")));
    let mut d = m.make_data();
    assert_eq!(d.tree_asleep[..2], [1, 0]);
    run(&m, &mut d, 50);
    assert_eq!(d.tree_asleep[..2], [1, 0]);
    assert_eq!((d.qpos[2], d.xpos[3 * 2 + 2]), (1.0, 1.0));
    assert!(d.qpos[14 + 2] < 1.0);

    // an awake neighbour would wake it at once
    let refused = sim_mjcf::load_model(&world(body(0.0, "init") + &body(0.19, "auto"))).unwrap_err();
    assert!(refused.to_string().contains("1 trees were marked as sleep='init' but only 0"), "{refused}");
}

#[test]
fn tendon_equalities_are_refused() {
    let m = load(
        "<mujoco><option><flag sleep='enable'/></option><worldbody><body><joint name='j'/><geom size='.1'/></body>\
         </worldbody><tendon><fixed name='t'><joint joint='j' coef='1'/></fixed></tendon>\
         <equality><tendon tendon1='t'/></equality></mujoco>",
    );
    let mut d = m.make_data();
    assert!(matches!(d.step(&m), Err(StepError::Unsupported(_))));
    assert_eq!(m.unsimulated_features().len(), 1);
    d.eq_active[0] = false.into();
    d.step(&m).unwrap();
}
