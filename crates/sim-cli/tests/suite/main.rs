//! The integration tests of sim-cli: one program, since linking one for each file takes longer than most of the tests.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout, clippy::type_complexity)]

mod check;
mod command;
mod common;
mod gpu;
mod hostile_recordings;
mod kept;
mod messages;
mod models;
mod outcomes;
mod pictures;
mod recordings;
mod view;
