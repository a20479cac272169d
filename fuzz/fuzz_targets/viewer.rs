//! See [`sim_fuzz::viewing::run`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sim_fuzz::viewing::run(bytes));
