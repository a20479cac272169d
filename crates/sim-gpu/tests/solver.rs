//! Constraint rows and their solvers on the card, in numbers of 64 bits, beside the engine on the CPU.

mod harness;

use harness::{Comparison, parse};
use sim_core::Model;
use std::sync::Arc;

/// What rows are made of, in the order of the stages.
const ROWS: [&str; 10] =
    ["nefc", "efc_type", "efc_id", "efc_pos", "efc_margin", "efc_D", "efc_R", "efc_diagA", "efc_vel", "efc_aref"];

/// What the solver finds.
const SOLUTION: [&str; 3] = ["qacc", "qfrc_constraint", "efc_force"];

/// Our humanoid with a round skull, which the card collides, and options of one's own.
fn humanoid(options: &str) -> Arc<Model> {
    let path = format!("{}/../../models/humanoid.xml", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let text = text.replace("type=\"ellipsoid\"", "type=\"sphere\"");
    parse(&text.replace("<option timestep=\"0.0025\"/>", options))
}

fn all_fields() -> Vec<&'static str> {
    ROWS.into_iter().chain(SOLUTION).collect()
}

#[test]
fn pyramidal_humanoid_by_newton() {
    let model = humanoid("<option timestep=\"0.0025\"/>");
    Comparison::new(&model).fields(&all_fields()).settle(20).run("humanoid");
}
