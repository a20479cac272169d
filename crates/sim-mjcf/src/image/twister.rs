//! 64-bit Mersenne twister (Matsumoto, Nishimura 2000), the generator behind random marks.

const WORDS: usize = 312;
const SHIFT: usize = 156;

/// State of the generator.
pub(super) struct Twister {
    state: [u64; WORDS],
    next: usize,
}

impl Twister {
    /// Starts from a seed.
    pub(super) fn new(seed: u64) -> Self {
        let mut state = [seed; WORDS];
        for i in 1..WORDS {
            let previous = state[i - 1];
            state[i] = (previous ^ (previous >> 62)).wrapping_mul(6_364_136_223_846_793_005).wrapping_add(i as u64);
        }
        Self { state, next: WORDS }
    }

    /// Next 64 bits.
    fn bits(&mut self) -> u64 {
        if self.next >= WORDS {
            self.refill();
        }
        let mut x = self.state[self.next];
        self.next += 1;
        x ^= (x >> 29) & 0x5555_5555_5555_5555;
        x ^= (x << 17) & 0x71D6_7FFF_EDA6_0000;
        x ^= (x << 37) & 0xFFF7_EEE0_0000_0000;
        x ^ (x >> 43)
    }

    fn refill(&mut self) {
        const LOW: u64 = 0x7FFF_FFFF;
        for i in 0..WORDS {
            let mixed = (self.state[i] & !LOW) | (self.state[(i + 1) % WORDS] & LOW);
            let matrix = if mixed & 1 == 1 { 0xB502_6F5A_A966_19E9 } else { 0 };
            self.state[i] = self.state[(i + SHIFT) % WORDS] ^ (mixed >> 1) ^ matrix;
        }
        self.next = 0;
    }

    /// Next number in [0, 1).
    pub(super) fn unit(&mut self) -> f64 {
        let value = self.bits() as f64 / 18_446_744_073_709_551_616.0;
        if value < 1.0 { value } else { 1.0f64.next_down() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The C++ standard fixes the 10000th output of the default seed.
    #[test]
    fn ten_thousandth_output() {
        let mut twister = Twister::new(5489);
        for _ in 0..9999 {
            twister.bits();
        }
        assert_eq!(twister.bits(), 9_981_545_732_273_789_042);
    }
}
