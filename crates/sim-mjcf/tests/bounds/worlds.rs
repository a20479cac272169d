//! Worlds that need too much: contacts, rows, number of worlds, and wrongly edited models.

use super::measure::Case;
use sim_core::arrays::ArrayMut;
use sim_core::{BatchSim, Model, StepError};
use std::path::Path;
use std::sync::Arc;

type Words = &'static [&'static str];

const BALL: &str = "<geom size='.1'/>";

/// `n` bodies inside each other.
fn heap(n: usize, option: &str, geom: &str) -> Model {
    let bodies = format!("<body><freejoint/>{geom}</body>").repeat(n);
    sim_mjcf::load_model(&format!("<mujoco>{option}<worldbody>{bodies}</worldbody></mujoco>")).unwrap()
}

/// One of the models of this repository.
fn model(name: &str) -> Model {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models").join(name);
    sim_mjcf::load(path).unwrap()
}

/// A step, an inverse step and a forward pass end in the same error, and leave the state as it was.
fn steps(m: &Model) -> Result<(), StepError> {
    let mut d = m.make_data();
    let before = d.qpos.clone();
    let outcome = d.step(m);
    assert_eq!(d.inverse(m), outcome);
    assert_eq!(d.forward(m), outcome);
    assert_eq!((&d.qpos, d.time, d.ncon, d.nefc), (&before, 0.0, 0, 0));
    outcome
}

/// Contacts by the square of the bodies.
pub fn contacts() -> Vec<Case> {
    let box_ = "<geom type='box' size='.1 .1 .1'/>";
    let capsule = "<geom type='capsule' size='.1 .2'/>";
    let many = BALL.repeat(1500);
    let table: [(&str, usize, &str, &str, Words); 6] = [
        ("balls", 600, "", BALL, &["contacts", "limits.contacts"]),
        ("balls with PGS", 600, "<option solver='PGS'/>", BALL, &["contacts", "limits.contacts"]),
        ("boxes", 300, "<option cone='elliptic'/>", box_, &["contacts", "limits.contacts"]),
        ("capsules", 400, "<option integrator='RK4'/>", capsule, &["contacts", "limits.contacts"]),
        ("pairs of balls", 2500, "", BALL, &["pairs", "limits.contacts"]),
        // one body beside another, both of many geoms
        ("pairs of two bodies", 2, "", &many, &["pairs", "limits.contacts"]),
    ];
    let case = |(name, n, option, geom, words): (&str, usize, &str, &str, Words)| {
        let m = heap(n, option, geom);
        Case::new(name, words, move || steps(&m))
    };
    table.into_iter().map(case).collect()
}

/// Matrices that follow from the contacts.
pub fn matrices() -> Vec<Case> {
    let table: [(&str, usize, Words); 5] = [
        ("", 100_000, &["limits.bytes"]),
        ("<option jacobian='dense'/>", 200_000, &["limits.bytes"]),
        ("<option solver='PGS'/>", 2_000_000, &["limits.bytes"]),
        ("<option solver='CG' noslip_iterations='3'/>", 2_000_000, &["limits.bytes"]),
        ("<option solver='CG' jacobian='sparse'/>", 1000, &["limits.bytes"]),
    ];
    let case = |(option, bytes, words): (&str, usize, Words)| {
        let mut m = heap(30, option, BALL);
        m.limits.bytes = bytes;
        Case::new(option, words, move || m.make_data().step(&m))
    };
    table.into_iter().map(case).collect()
}

/// Solvers with two billion iterations and a tolerance that none meets.
pub fn iterations() -> Vec<Case> {
    let solver = "iterations='2147483647' tolerance='0'";
    let line = "ls_iterations='2147483647' ls_tolerance='0'";
    let noslip = "solver='CG' cone='elliptic' noslip_iterations='2147483647' noslip_tolerance='-1'";
    let [iterations, search]: [Words; 2] =
        [&["opt.iterations", "limits.solver_products"], &["opt.ls_iterations", "limits.solver_products"]];
    let table: [(String, usize, Words); 9] = [
        (format!("solver='PGS' {solver}"), 3, iterations),
        (format!("solver='PGS' {solver}"), 60, iterations),
        (format!("solver='PGS' integrator='RK4' {solver}"), 20, iterations),
        (format!("solver='CG' {solver}"), 30, iterations),
        (format!("solver='CG' {line}"), 3, search),
        (format!("solver='Newton' {line}"), 30, search),
        (format!("solver='Newton' cone='elliptic' {solver} {line}"), 10, search),
        (format!("solver='CG' cone='elliptic' {line}"), 200, search),
        (noslip.to_string(), 20, &["opt.noslip_iterations", "limits.solver_products"]),
    ];
    let case = |(option, n, words): (String, usize, Words)| {
        let boxes: String = (0..n)
            .map(|i| {
                format!(
                    "<body pos='{} 0 .09' euler='{i} 7 3'><freejoint/><geom type='box' size='.1 .1 .1'/></body>",
                    i / 3
                )
            })
            .collect();
        let plane = "<geom type='plane' size='1 1 1'/>";
        let xml = format!("<mujoco><option {option}/><worldbody>{plane}{boxes}</worldbody></mujoco>");
        let m = sim_mjcf::load_model(&xml).unwrap();
        Case::new(format!("{option}, {n} boxes"), words, move || m.make_data().step(&m))
    };
    table.into_iter().map(case).collect()
}

/// More worlds than there is room for.
pub fn batches() -> Vec<Case> {
    let m = Arc::new(model("quadruped.xml"));
    let case = |n: usize| {
        let m = m.clone();
        Case::new(n.to_string(), &["make fewer worlds"], move || BatchSim::try_new(m, n).map(drop))
    };
    [1 << 30, 1 << 32, 1 << 40, 1 << 62, usize::MAX].map(case).into()
}

/// Index arrays that were written to.
pub fn edits() -> Vec<Case> {
    let table: [(&str, &str, usize, i32, Words); 14] = [
        ("quadruped.xml", "body_parentid", 3, 7, &["body_parentid[3] = 7"]),
        ("quadruped.xml", "body_parentid", 2, 2, &["body_parentid[2] = 2"]),
        ("quadruped.xml", "dof_parentid", 8, i32::MAX, &["dof_parentid[8] = 2147483647"]),
        ("quadruped.xml", "jnt_qposadr", 1, -1, &["jnt_qposadr[1] = -1"]),
        ("quadruped.xml", "geom_bodyid", 2, 999, &["geom_bodyid[2] = 999"]),
        ("quadruped.xml", "geom_type", 0, 99, &["geom_type[0] = 99"]),
        ("quadruped.xml", "M_colind", 3, i32::MAX, &["M_colind[3] = 2147483647"]),
        ("quadruped.xml", "actuator_trnid", 0, -1, &["actuator_trnid[0, 0] = -1"]),
        ("muscle_arm.xml", "tendon_num", 0, i32::MAX, &["tendon_num[0] = 2147483647"]),
        ("muscle_arm.xml", "wrap_objid", 0, -5, &["wrap_objid[0] = -5"]),
        ("terrain.xml", "hfield_ncol", 0, 1_000_000, &["hfield_ncol[0] = 1000000"]),
        ("meshes.xml", "mesh_graph", 0, i32::MAX, &["mesh_graph[0] = 2147483647"]),
        ("meshes.xml", "mesh_face", 0, -5, &["mesh_face[0, 0] = -5"]),
        ("meshes.xml", "bvh_child", 0, 0, &["bvh_child[0, 0] = 0"]),
    ];
    let case = |(file, array, index, value, words): (&str, &'static str, usize, i32, Words)| {
        let mut batch = BatchSim::try_new(Arc::new(model(file)), 2).unwrap();
        Case::new(format!("{array}[{index}] = {value}"), words, move || {
            let outcome = batch.override_model(1, |m| match m.array_mut(array) {
                Some(ArrayMut::I32(entries)) => entries[index] = value,
                other => panic!("{array}: {other:?}"),
            });
            // nothing of it is left in the batch
            assert!(batch.step_all().iter().all(Option::is_none));
            outcome
        })
    };
    table.into_iter().map(case).collect()
}
