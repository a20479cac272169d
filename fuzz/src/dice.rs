//! Decisions from the fuzzer's bytes. After the last byte every decision is zero, so zero must mean "no more".

use arbitrary::Unstructured;

/// Numbers as in usual models.
const USUAL: [f64; 24] = [
    0.0, 1.0, 0.5, -1.0, 0.1, 0.01, 2.0, 10.0, -0.3, 0.25, 1e-3, 3.0, -0.5, 0.7, 1.5, -2.0, 0.05, 5.0, 100.0, -0.1,
    0.9, 0.02, 45.0, 1000.0,
];

/// Numbers that break arithmetic.
const EXTREME: [f64; 24] = [
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
    1e300,
    -1e300,
    f64::MAX,
    f64::MIN_POSITIVE,
    5e-324,
    -5e-324,
    -0.0,
    1e-15,
    1e15,
    1e10,
    -1e10,
    9.9e9,
    1e-100,
    1e100,
    2147483648.0,
    -2147483649.0,
    4294967296.0,
    1e20,
    1e-8,
    3.402824e38,
    -1.0,
];

/// Integers at the edges of types and limits.
const EDGES: [i64; 16] = [
    -1,
    i32::MAX as i64,
    i32::MIN as i64,
    u32::MAX as i64,
    i64::MAX,
    i64::MIN,
    255,
    256,
    65535,
    1 << 16,
    1 << 20,
    1 << 24,
    1000,
    100_000,
    -2,
    i32::MAX as i64 - 1,
];

/// The fuzzer's bytes, read from the front.
#[derive(Debug)]
pub struct Dice<'a> {
    bytes: Unstructured<'a>,
}

impl<'a> Dice<'a> {
    /// Starts with these bytes.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes: Unstructured::new(bytes) }
    }

    /// Whether all bytes are used.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Returns the next byte.
    pub fn byte(&mut self) -> u8 {
        self.bytes.arbitrary().unwrap_or(0)
    }

    /// Returns a number below `n`, at most 65536; zero for an empty range.
    pub fn below(&mut self, n: usize) -> usize {
        match n {
            0 | 1 => 0,
            2..=256 => usize::from(self.byte()) % n,
            _ => usize::from(self.bytes.arbitrary::<u16>().unwrap_or(0)) % n,
        }
    }

    /// Returns true in about `out_of_256` of 256 cases.
    pub fn chance(&mut self, out_of_256: u8) -> bool {
        self.byte().wrapping_sub(1) < out_of_256
    }

    /// Returns an entry of a list that is not empty.
    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    /// Returns a number of usual models.
    pub fn usual(&mut self) -> f64 {
        let throw = self.byte();
        match USUAL.get(usize::from(throw)) {
            Some(number) => *number,
            None => f64::from(i16::from_le_bytes([self.byte(), throw])) / 8192.0,
        }
    }

    /// Returns a positive number of usual size.
    pub fn positive(&mut self) -> f64 {
        let number = self.usual().abs();
        if number > 0.0 { number } else { 0.1 }
    }

    /// Returns an extreme number.
    pub fn extreme(&mut self) -> f64 {
        let throw = usize::from(self.byte());
        match EXTREME.get(throw % 32) {
            Some(number) => *number,
            None => f64::from_bits(self.bytes.arbitrary().unwrap_or(0)),
        }
    }

    /// Returns a number, mostly usual, sometimes extreme.
    pub fn number(&mut self) -> f64 {
        if self.chance(24) { self.extreme() } else { self.usual() }
    }

    /// Returns an integer, mostly small.
    pub fn whole(&mut self, extreme: bool) -> i64 {
        if extreme && self.chance(16) { self.pick(&EDGES) } else { self.below(6) as i64 }
    }
}
