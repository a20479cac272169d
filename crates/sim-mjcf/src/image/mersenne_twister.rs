//! 64-bit Mersenne twister (Matsumoto, Nishimura 2000), the generator of random marks: textures get them at MuJoCo's pixels.
//! It makes whole blocks, because loops over blocks vectorise. Libraries return one number at a time.

/// Random words in one block.
pub(super) const WORDS: usize = 312;
const SHIFT: usize = 156;

/// State of the generator.
pub(super) struct MersenneTwister {
    state: [u64; WORDS],
}

impl MersenneTwister {
    /// Starts from a seed.
    pub(super) fn new(seed: u64) -> Self {
        let mut state = [seed; WORDS];
        for i in 1..WORDS {
            let previous = state[i - 1];
            state[i] = (previous ^ (previous >> 62)).wrapping_mul(6_364_136_223_846_793_005).wrapping_add(i as u64);
        }
        Self { state }
    }

    /// Returns the next block of words of 64 random bits.
    pub(super) fn block(&mut self) -> [u64; WORDS] {
        self.refill();
        self.state.map(|mut x| {
            x ^= (x >> 29) & 0x5555_5555_5555_5555;
            x ^= (x << 17) & 0x71D6_7FFF_EDA6_0000;
            x ^= (x << 37) & 0xFFF7_EEE0_0000_0000;
            x ^ (x >> 43)
        })
    }

    fn refill(&mut self) {
        // each word needs its successor and the word `SHIFT` on, both counted around the end
        for i in 0..WORDS - SHIFT {
            self.state[i] = self.state[i + SHIFT] ^ mix(self.state[i], self.state[i + 1]);
        }
        for i in WORDS - SHIFT..WORDS - 1 {
            self.state[i] = self.state[i + SHIFT - WORDS] ^ mix(self.state[i], self.state[i + 1]);
        }
        self.state[WORDS - 1] = self.state[SHIFT - 1] ^ mix(self.state[WORDS - 1], self.state[0]);
    }
}

fn mix(word: u64, successor: u64) -> u64 {
    const LOW: u64 = 0x7FFF_FFFF;
    let joined = (word & !LOW) | (successor & LOW);
    (joined >> 1) ^ ((joined & 1).wrapping_neg() & 0xB502_6F5A_A966_19E9)
}

/// Converts 64 random bits to a number in [0, 1).
fn unit(bits: u64) -> f64 {
    let value = bits as f64 / 18_446_744_073_709_551_616.0;
    if value < 1.0 { value } else { 1.0f64.next_down() }
}

/// Returns the largest random bits whose number is below `probability`; `None` if there are none.
///
/// Comparing bits saves a conversion and a division per pixel.
pub(super) fn last_below(probability: f64) -> Option<u64> {
    if probability.is_nan() || probability <= unit(0) {
        return None;
    }
    let (mut yes, mut beyond) = (0u64, u64::MAX);
    if unit(beyond) < probability {
        return Some(beyond);
    }
    while beyond - yes > 1 {
        let middle = yes + (beyond - yes) / 2;
        if unit(middle) < probability {
            yes = middle;
        } else {
            beyond = middle;
        }
    }
    Some(yes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The C++ standard fixes the 10000th output of the default seed.
    #[test]
    fn ten_thousandth_output() {
        let mut generator = MersenneTwister::new(5489);
        for _ in 0..9999 / WORDS {
            generator.block();
        }
        assert_eq!(generator.block()[9999 % WORDS], 9_981_545_732_273_789_042);
    }

    #[test]
    fn bits_and_numbers_compare_alike() {
        for probability in [1e-300, 1e-9, 0.01, 0.3, 0.5, 1.0f64.next_down()] {
            let last = last_below(probability).unwrap();
            assert!(unit(last) < probability && unit(last + 1) >= probability);
        }
        assert_eq!([last_below(1.0), last_below(f64::INFINITY)], [Some(u64::MAX); 2]);
        assert_eq!([last_below(0.0), last_below(-1.0), last_below(f64::NAN)], [None; 3]);
    }
}
