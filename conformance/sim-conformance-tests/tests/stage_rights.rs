//! Tests the table of stages: reads and writes. Every field that a stage may not read is poisoned before it runs. The stage
//! must still return the same results, and leave every field that it may not write unchanged.
//!
//! Poison is the worst value for its use: NaN, indices and counts out of range, inverted flags. Fields that a stage only
//! writes are poisoned too.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use sim_core::arrays::ArrayMut;
use sim_core::binding::data::AnyField;
use sim_core::binding::pipeline;
use sim_core::binding::stage::{STAGES, StageId, StageInfo};
use sim_core::data::Side;
use sim_core::{ConeType, Data, EnableFlags, Integrator, Model, SolverType};
use std::collections::BTreeMap;

/// An index out of range.
const NOWHERE: i32 = i32::MAX / 2;

/// Every field of a world as text; numbers by their bits.
fn fields(d: &mut Data) -> BTreeMap<&'static str, String> {
    let mut out = BTreeMap::new();
    d.visit_fields_mut(&mut |name, field| {
        let text = match field {
            AnyField::Numbers(numbers) => bits(numbers),
            AnyField::Array(ArrayMut::F64(numbers)) => bits(numbers),
            AnyField::Factored(matrix) => bits(&matrix.entries().chain(matrix.diag_inv()).collect::<Vec<_>>()),
            AnyField::Rows(matrix) => {
                let rows = matrix.to_csr();
                format!("{:?} {:?} {:?} {}", rows.rownnz, rows.rowadr, rows.colind, bits(&rows.values))
            }
            AnyField::Coupled(matrix) => {
                let rows = matrix.to_csr();
                format!("{:?} {:?} {:?} {}", rows.rownnz, rows.rowadr, rows.colind, bits(&rows.values))
            }
            other => format!("{other:?}"),
        };
        out.insert(name, text);
    });
    out
}

fn bits(numbers: &[f64]) -> String {
    format!("{:?}", numbers.iter().map(|x| x.to_bits()).collect::<Vec<_>>())
}

/// Poisons a field. Arrays keep their lengths, also those that grow with the constraints.
fn poison(field: AnyField<'_>) {
    match field {
        AnyField::Count(count) => *count = usize::MAX / 2,
        AnyField::Flag(flag) => *flag = !*flag,
        AnyField::Numbers(numbers) => numbers.fill(f64::NAN),
        AnyField::Islands(numbers) => numbers.fill(NOWHERE),
        AnyField::Warnings(warnings) => warnings.count(sim_core::data::Warning::BadCtrl, 17),
        AnyField::Contacts(contacts) => {
            for contact in contacts {
                (contact.dist, contact.efc_address) = (f64::NAN, NOWHERE);
                contact.sides = [Side::Geom(NOWHERE as u32); 2];
                (contact.pos, contact.frame, contact.friction) = ([f64::NAN; 3], [f64::NAN; 9], [f64::NAN; 5]);
                contact.dim = NOWHERE;
            }
        }
        AnyField::Statistics(statistics) => statistics.iter_mut().for_each(|entry| entry.improvement = f64::NAN),
        AnyField::Factored(matrix) => matrix.fill(f64::NAN),
        AnyField::Rows(matrix) => matrix.fill(f64::NAN),
        AnyField::Coupled(matrix) => matrix.fill(f64::NAN),
        AnyField::Array(ArrayMut::F64(a)) => a.fill(f64::NAN),
        AnyField::Array(ArrayMut::F32(a)) => a.fill(f32::NAN),
        AnyField::Array(ArrayMut::I32(a)) => a.fill(NOWHERE),
        AnyField::Array(ArrayMut::I64(a)) => a.fill(i64::MAX / 2),
        AnyField::Array(ArrayMut::U8(a)) => a.fill(251),
        AnyField::Array(ArrayMut::Bool(a)) => a.iter_mut().for_each(|x| *x = (!*x).into()),
    }
}

/// Whether the stage may read a field. If trees may sleep, a field that it writes keeps the entries of sleeping trees.
fn may_read(stage: &StageInfo, m: &Model, field: &str) -> bool {
    let sleepy = m.opt.enableflags.contains(EnableFlags::SLEEP);
    stage.reads.contains(&field) || stage.updates.contains(&field) || (sleepy && stage.writes.contains(&field))
}

fn may_write(stage: &StageInfo, field: &str) -> bool {
    stage.updates.contains(&field) || stage.writes.contains(&field)
}

/// Runs one stage in an intact and in a poisoned world, and continues with the intact one.
fn check_stage(name: &str, stage: &StageInfo, m: &Model, d: &mut Data) {
    let mut poisoned = d.clone();
    poisoned.visit_fields_mut(&mut |field, content| {
        if !may_read(stage, m, field) {
            poison(content);
        }
    });
    poisoned.scramble_work();
    let before = fields(&mut poisoned);
    eprintln!("{name}: {}", stage.name);
    let (healthy, spoiled) = (pipeline::run(stage.id, m, d), pipeline::run(stage.id, m, &mut poisoned));
    assert_eq!(healthy, spoiled, "{name}: {}", stage.name);
    let (wanted, found) = (fields(d), fields(&mut poisoned));
    for (field, text) in &found {
        if may_write(stage, field) {
            assert!(*text == wanted[field], "{name}: stage '{}' reads more than it says: {field} differs", stage.name);
        } else {
            assert!(*text == before[field], "{name}: stage '{}' writes {field}", stage.name);
        }
    }
    if stage.id == StageId::ConstraintRows {
        d.resize_row_arrays();
    }
}

/// A world in motion.
fn moving(m: &Model) -> Data {
    let mut d = m.make_data();
    for step in 0..40 {
        for (i, u) in d.ctrl.iter_mut().enumerate() {
            *u = 0.3 * f64::sin(0.2 * f64::from(step) + i as f64);
        }
        d.step(m).unwrap();
    }
    d
}

/// Runs a step stage by stage.
fn check_model(name: &str, m: &Model) {
    let mut d = moving(m);
    // cleared at the start of a pass
    (d.flg_energypos, d.flg_energyvel, d.flg_subtreevel, d.flg_rnepost) = (false, false, false, false);
    for stage in STAGES {
        check_stage(name, stage, m, &mut d);
    }
}

/// Settings that use other code of the same stages.
fn variants(m: &Model) -> Vec<(&'static str, Model)> {
    let edit = |change: &dyn Fn(&mut Model)| {
        let mut other = m.clone();
        change(&mut other);
        other
    };
    vec![
        ("as it is", m.clone()),
        (
            "PGS, noslip, elliptic, energy",
            edit(&|m| {
                (m.opt.solver, m.opt.cone, m.opt.noslip_iterations) = (SolverType::PGS, ConeType::Elliptic, 3);
                m.opt.enableflags |= EnableFlags::ENERGY;
            }),
        ),
        ("CG, implicit", edit(&|m| (m.opt.solver, m.opt.integrator) = (SolverType::CG, Integrator::Implicit))),
        (
            "Newton, elliptic, implicitfast, exact diagonal, wind",
            edit(&|m| {
                (m.opt.cone, m.opt.integrator) = (ConeType::Elliptic, Integrator::ImplicitFast);
                m.opt.enableflags |= EnableFlags::DIAGEXACT;
                (m.opt.wind, m.opt.density, m.opt.viscosity) = ([1.0, 0.5, 0.2], 1.2, 0.1);
            }),
        ),
        ("trees may sleep", edit(&|m| m.opt.enableflags |= EnableFlags::SLEEP)),
        ("springs and dampers implicit", edit(&|m| m.opt.integrator = Integrator::ImplicitSpringDamper)),
    ]
}

#[test]
fn no_stage_reads_or_writes_more_than_the_table_says() {
    for (name, model) in common::our_models() {
        for (variant, m) in variants(&model) {
            // a Runge-Kutta step is a loop of the pipeline around these stages; a rejected step has no stages
            if m.opt.integrator == Integrator::RungeKutta4 || !m.unsimulated_features().is_empty() {
                continue;
            }
            check_model(&format!("{name}, {variant}"), &m);
        }
    }
}
