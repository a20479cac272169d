//! The integration tests of sim-mjcf: one program, since linking one for each file takes longer than most of the tests.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout, clippy::type_complexity)]

mod all_errors;
mod bad_inputs;
mod distance_fields;
mod empty_model;
mod hostile_files;
mod islands;
mod messages;
mod odd_files;
mod step_limits;
