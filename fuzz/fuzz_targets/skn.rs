//! See [`sim_fuzz::skin::skn`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sim_fuzz::skin::skn(bytes));
