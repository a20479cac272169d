//! A small multiplicative hasher for index and coordinate keys. The standard one costs more than the work around it.
//! Maps with this hasher are never iterated, so nothing depends on their order.

use std::hash::{BuildHasherDefault, Hasher};

/// Builds [`Mix`] hashers.
pub(super) type Fast = BuildHasherDefault<Mix>;

/// Multiplies and folds every word into the state.
#[derive(Clone, Copy, Default)]
pub(super) struct Mix(u64);

const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

impl Mix {
    fn add(&mut self, word: u64) {
        let x = (self.0 ^ word).wrapping_mul(FACTOR);
        self.0 = x ^ (x >> 32);
    }
}

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0.wrapping_mul(FACTOR)
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.add(u64::from_le_bytes(word));
        }
    }

    fn write_u32(&mut self, x: u32) {
        self.add(u64::from(x));
    }

    fn write_i32(&mut self, x: i32) {
        self.add(x as u32 as u64);
    }

    fn write_u64(&mut self, x: u64) {
        self.add(x);
    }

    fn write_usize(&mut self, x: usize) {
        self.add(x as u64);
    }
}
