//! See [`sim_fuzz::drawing::run`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sim_fuzz::drawing::run(bytes));
