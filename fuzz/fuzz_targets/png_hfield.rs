//! See [`sim_fuzz::picture::run`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sim_fuzz::picture::run(bytes));
