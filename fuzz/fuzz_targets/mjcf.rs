//! See [`sim_fuzz::mjcf`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sim_fuzz::mjcf(bytes));
