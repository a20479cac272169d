//! See [`sim_fuzz::edits`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sim_fuzz::edits(bytes));
