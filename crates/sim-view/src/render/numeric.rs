//! Small functions of vectors and numbers: bit-equal on every machine, and loops of them become vector instructions.

/// Limit on the pixels of a batch.
pub(super) const BATCH: usize = 64;

/// A number for each pixel of a batch.
pub(super) type Row = [f32; BATCH];

/// `a . b`
#[inline(always)]
pub(super) fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// `a . b`
#[inline(always)]
pub(super) fn dot64(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// `a x b`
#[inline(always)]
pub(super) fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The vector with length 1. A zero vector becomes z.
pub(super) fn unit(v: [f64; 3]) -> [f64; 3] {
    let length = dot64(v, v).sqrt();
    if length >= 1e-10 { v.map(|x| x / length) } else { [0.0, 0.0, 1.0] }
}

/// A vector in f64.
pub(super) fn wide(v: [f32; 3]) -> [f64; 3] {
    v.map(f64::from)
}

/// A vector in f32.
pub(super) fn narrow(v: [f64; 3]) -> [f32; 3] {
    v.map(|x| x as f32)
}

/// The larger of two numbers; the second if the first is NaN. One instruction, unlike `f32::max`.
#[inline(always)]
pub(super) fn larger(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// The smaller of two numbers; the second if the first is NaN.
#[inline(always)]
pub(super) fn smaller(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// Clamps a number to 0 to 1; NaN becomes 0.
#[inline(always)]
pub(super) fn share(x: f32) -> f32 {
    smaller(larger(x, 0.0), 1.0)
}

/// The floor of a number between -1 and 2^22. For an integer it may return the integer below; the interpolation is then entirely at the
/// next one, so the result is equal. For all other numbers the result has no meaning.
#[inline(always)]
pub(super) fn floor_i32(x: f32) -> i32 {
    // adding 2^23 rounds to an integer in the low bits
    const ROUND: f32 = 8_388_608.0;
    (((x + 0.5) + ROUND).to_bits() as i32).wrapping_sub(0x4b00_0001)
}

/// Logarithm to base 2 of a positive number, with an error up to 2e-5.
#[inline(always)]
pub(super) fn log2(x: f32) -> f32 {
    let bits = x.to_bits() as i32;
    let exponent = ((bits >> 23) - 127) as f32;
    // the mantissa, 1 to 2, relative to its middle: log2(m) = log2(1.5) + ln(1 + t) / ln 2 with |t| <= 1/3
    let mantissa = f32::from_bits((bits as u32 & 0x007f_ffff) | 0x3f80_0000);
    // atanh series: ln(m / 1.4142) = 2 (s + s^3/3 + s^5/5 + s^7/7), |s| <= 0.1716
    const ROOT: f32 = std::f32::consts::SQRT_2;
    let s = (mantissa - ROOT) / (mantissa + ROOT);
    let q = s * s;
    let series = s * (1.0 + q * (1.0 / 3.0 + q * (1.0 / 5.0 + q * (1.0 / 7.0))));
    exponent + 0.5 + series * (2.0 * std::f32::consts::LOG2_E)
}

/// Two to a power between -126 and 126; smaller powers give 2^-126.
#[inline(always)]
pub(super) fn exp2(x: f32) -> f32 {
    let x = smaller(larger(x, -126.0), 126.0);
    // adding 1.5 * 2^23 rounds to an integer and leaves it in the low bits
    const ROUND: f32 = 12_582_912.0;
    let rounded = x + ROUND;
    let whole = (rounded.to_bits() as i32).wrapping_sub(0x4b40_0000);
    let t = (x - (rounded - ROUND)) * std::f32::consts::LN_2;
    let fraction =
        1.0 + t * (1.0 + t * (0.5 + t * (1.0 / 6.0 + t * (1.0 / 24.0 + t * (1.0 / 120.0 + t * (1.0 / 720.0))))));
    fraction * f32::from_bits(((whole + 127) << 23) as u32)
}

/// A power of a number between 0 and 1; anything to the power 0 is 1.
#[inline(always)]
pub(super) fn power(x: f32, exponent: f32) -> f32 {
    exp2(log2(x) * exponent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_are_those_of_the_library() {
        for i in 1..=1000 {
            let x = i as f32 / 1000.0;
            assert!((log2(x) - libm::log2f(x)).abs() < 2e-5, "{x}");
            for exponent in [0.0, 0.5, 1.0, 10.0, 64.0, 128.0] {
                let expected = libm::powf(x, exponent);
                assert!((power(x, exponent) - expected).abs() < 1e-4 * expected.max(0.1), "{x} {exponent}");
            }
        }
        assert_eq!(power(0.0, 0.0), 1.0);
        assert!(power(0.0, 1.0) < 1e-30);
    }
}
