//! See [`sim_fuzz::mesh::stl`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sim_fuzz::mesh::stl(bytes));
