//! Reads the numbers of an attribute as C's `strtod`, `strtof` and `strtol` do, separated by white space.
//!
//! Hexadecimal floats, `inf` and `nan` are numbers. Overflow and underflow are errors. Integers are decimal without a
//! fraction. Rust's standard library has no hexadecimal floats, and accepts other words than C.

/// A word that is not a valid number.
#[derive(Debug, PartialEq)]
pub struct BadNumber<'a> {
    /// Position among the numbers, from 0.
    pub index: usize,
    /// The text.
    pub word: &'a str,
    /// Whether it is a number outside the range of the type.
    pub out_of_range: bool,
}

/// Reads the numbers of a text in double precision.
pub fn reals(text: &str) -> Result<Vec<f64>, BadNumber<'_>> {
    numbers(text, real)
}

/// Reads the numbers of a text, each rounded to single precision once.
pub fn floats(text: &str) -> Result<Vec<f64>, BadNumber<'_>> {
    numbers(text, float)
}

/// Reads the integers of a text.
pub fn ints(text: &str) -> Result<Vec<i32>, BadNumber<'_>> {
    numbers(text, int)
}

/// Splits a text into words at white space, as C's `isspace` defines it.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        while bytes.get(at).is_some_and(|b| is_space(*b)) {
            at += 1;
        }
        let start = at;
        while bytes.get(at).is_some_and(|b| !is_space(*b)) {
            at += 1;
        }
        text.get(start..at).filter(|word| !word.is_empty())
    })
}

fn is_space(byte: u8) -> bool {
    byte == b' ' || (9..=13).contains(&byte)
}

/// Why a word is not a number.
enum Fault {
    Format,
    OutOfRange,
}

fn numbers<'a, T>(text: &'a str, parse: impl Fn(&str) -> Result<T, Fault>) -> Result<Vec<T>, BadNumber<'a>> {
    let mut out = vec![];
    for (index, word) in words(text).enumerate() {
        match parse(word) {
            Ok(value) => out.push(value),
            Err(fault) => return Err(BadNumber { index, word, out_of_range: matches!(fault, Fault::OutOfRange) }),
        }
    }
    Ok(out)
}

fn real(word: &str) -> Result<f64, Fault> {
    match word.parse::<f64>() {
        // fast path for normal numbers
        Ok(value) if value.is_normal() => Ok(value),
        Ok(value) => unusual(word, value, value.is_infinite()),
        Err(_) => hexadecimal(word, 1023, 53).or_else(|fault| nan(word).ok_or(fault)),
    }
}

fn float(word: &str) -> Result<f64, Fault> {
    match word.parse::<f32>() {
        Ok(value) if value.is_normal() => Ok(f64::from(value)),
        Ok(value) => unusual(word, f64::from(value), value.is_infinite()),
        Err(_) => hexadecimal(word, 127, 24).or_else(|fault| nan(word).ok_or(fault)),
    }
}

/// Accepts zero, infinity and NaN if they were written so. The result of overflow or underflow is an error.
fn unusual(word: &str, value: f64, infinite: bool) -> Result<f64, Fault> {
    let mantissa = word.split(['e', 'E']).next().unwrap_or(word);
    let written = if infinite || value.is_nan() {
        !word.bytes().any(|b| b.is_ascii_digit())
    } else {
        !mantissa.bytes().any(|b| (b'1'..=b'9').contains(&b))
    };
    if written { Ok(value) } else { Err(Fault::OutOfRange) }
}

/// `nan` with a tag in parentheses.
fn nan(word: &str) -> Option<f64> {
    let body = word.strip_prefix(['+', '-']).unwrap_or(word);
    let (head, tag) = body.split_at_checked(3)?;
    let tag = tag.strip_prefix('(')?.strip_suffix(')')?;
    let plain = tag.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    (head.eq_ignore_ascii_case("nan") && plain).then_some(f64::NAN)
}

/// A hexadecimal float such as `0x1.8p3`, rounded to `bits` bits; its exponent is at most `largest`.
fn hexadecimal(word: &str, largest: i32, bits: u32) -> Result<f64, Fault> {
    let (negative, body) = match word.as_bytes().first() {
        Some(b'-') => (true, word.get(1..).unwrap_or("")),
        Some(b'+') => (false, word.get(1..).unwrap_or("")),
        _ => (false, word),
    };
    let body = body.strip_prefix("0x").or_else(|| body.strip_prefix("0X")).ok_or(Fault::Format)?;
    let (digits, exponent) = match body.split_once(['p', 'P']) {
        Some((digits, exponent)) => (digits, exponent.parse::<i32>().map_err(|_| Fault::Format)?),
        None => (body, 0),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let length = whole.len() + fraction.len();
    // a model needs no more digits than a 128-bit integer holds
    if length == 0 || length > 31 || !(-4096..=4096).contains(&exponent) {
        return Err(Fault::Format);
    }
    let mut mantissa: u128 = 0;
    for digit in whole.chars().chain(fraction.chars()) {
        mantissa = mantissa * 16 + u128::from(digit.to_digit(16).ok_or(Fault::Format)?);
    }
    if mantissa == 0 {
        return Ok(if negative { -0.0 } else { 0.0 });
    }
    let rounded = if bits == 24 { f64::from(mantissa as f32) } else { mantissa as f64 };
    let exponent = exponent - 4 * fraction.len() as i32;
    let top = exponent + rounded.log2().floor() as i32;
    if top > largest || top < 1 - largest {
        return Err(Fault::OutOfRange);
    }
    // two steps: the scale alone may overflow although the product does not
    let half = exponent / 2;
    let value = rounded * 2f64.powi(half) * 2f64.powi(exponent - half);
    Ok(if negative { -value } else { value })
}

fn int(word: &str) -> Result<i32, Fault> {
    use std::num::IntErrorKind::{NegOverflow, PosOverflow};
    word.parse::<i32>().map_err(|e| match e.kind() {
        PosOverflow | NegOverflow => Fault::OutOfRange,
        _ => Fault::Format,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_c_reads() {
        let cases =
            [("1", 1.0), ("+1", 1.0), ("1.", 1.0), (".5", 0.5), ("1e3", 1000.0), ("0x10", 16.0), ("0x1p3", 8.0)];
        for (text, value) in cases {
            assert_eq!(reals(text).unwrap(), [value], "{text}");
        }
        assert_eq!(reals("-0x1.8p1 0X.8 0x0p9999").unwrap_err().index, 2);
        assert_eq!(reals(" -0x1.8p1\t0X.8\u{b}-0 ").unwrap(), [-3.0, 0.5, 0.0]);
        assert_eq!(reals("inf -INF infinity").unwrap(), [f64::INFINITY, f64::NEG_INFINITY, f64::INFINITY]);
        assert!(reals("nan NaN -nan nan(1)").unwrap().iter().all(|v| v.is_nan()));
        assert_eq!(reals("").unwrap(), []);
        assert_eq!(floats("0.1").unwrap(), [f64::from(0.1f32)]);
        assert_eq!(ints("+1 007 -2147483648").unwrap(), [1, 7, i32::MIN]);
    }

    #[test]
    fn numbers_c_refuses() {
        for text in ["1,2", "1;", "1d0", "1f", "1e", "--1", "1_0", "٣", "0x", "0xg", "0x1p", "e5", ".", "nan(", "1 2 x"]
        {
            let bad = reals(text).unwrap_err();
            assert!(!bad.out_of_range, "{text}");
        }
        for text in ["1e400", "-1e400", "1e-400", "1e-310", "0x1p2000", "0x1p-1100"] {
            assert!(reals(text).unwrap_err().out_of_range, "{text}");
        }
        for text in ["1e39", "1e-40", "0x1p128", "0x1p-127"] {
            assert!(floats(text).unwrap_err().out_of_range, "{text}");
            assert!(reals(text).is_ok(), "{text}");
        }
        for text in ["1.0", "1e0", "0x1", "one"] {
            assert!(!ints(text).unwrap_err().out_of_range, "{text}");
        }
        assert!(ints("2147483648").unwrap_err().out_of_range);
        assert!(ints("-99999999999999999999").unwrap_err().out_of_range);
    }
}
