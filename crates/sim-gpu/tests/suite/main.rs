//! The integration tests of sim-gpu: one program, since linking one for each file takes longer than most of the tests.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout, clippy::type_complexity)]

mod adhesion;
mod contacts;
mod cuda;
mod face;
mod faults;
#[allow(dead_code)] // the example `compare` uses the rest
mod harness;
mod memory;
mod noise;
mod nvrtc;
mod params;
mod protocol;
mod sensors;
mod single;
mod smooth;
mod solver;
mod stages;
mod translate;
mod whole;
