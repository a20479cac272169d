//! Compares CortenForge with MuJoCo without Python: reads the reference files of `conformance/generate.py` and compares a
//! Model and a Data with them, stage by stage. A failure names the first stage that differs.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod compare;
mod reference;
mod stage_table;

pub use compare::{Compared, Difference, compare_constants, compare_states};
pub use reference::{Field, ParseError, Reference, Section, State, Values};
pub use stage_table::stage_table;
