//! See [`sim_fuzz::step`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sim_fuzz::step(bytes));
