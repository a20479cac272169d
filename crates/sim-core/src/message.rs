//! How names and numbers are written in messages: on one line, in a length that people read. The standard library finds the digits;
//! which of them are noise, and when an exponent reads better, no library decides this way.

use std::fmt::{self, Write};

/// Most characters of one name in a message.
const LONGEST: usize = 80;
/// Significant digits beyond which a number is taken to be the noise of arithmetic.
const DIGITS: usize = 12;

/// Text that came from outside: control characters are escaped, and a long one is cut.
#[derive(Clone, Copy, Debug)]
pub struct Name<'a>(pub &'a str);

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = self.0.char_indices().nth(LONGEST).map_or(self.0.len(), |(at, _)| at);
        Clean(f).write_str(self.0.get(..end).unwrap_or(self.0))?;
        if end < self.0.len() { write!(f, "… ({} bytes in all)", self.0.len()) } else { Ok(()) }
    }
}

/// Text of ours in which there may be names: control characters are escaped.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a>(pub &'a str);

impl fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Clean(f).write_str(self.0)
    }
}

/// Writes text with its control characters escaped: a name must not move the cursor of a terminal or start a new line.
struct Clean<'a, 'b>(&'a mut fmt::Formatter<'b>);

impl Write for Clean<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let mut rest = text;
        while let Some((at, c)) = rest.char_indices().find(|(_, c)| is_unprintable(*c)) {
            self.0.write_str(rest.get(..at).unwrap_or_default())?;
            write!(self.0, "{}", c.escape_default())?;
            rest = rest.get(at + c.len_utf8()..).unwrap_or_default();
        }
        self.0.write_str(rest)
    }
}

/// Control characters, and those that turn the direction of writing around.
fn is_unprintable(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A number as people write it: `0.3` for what arithmetic made 0.30000000000000004, `1e300` instead of 300 digits.
pub fn number(x: f64) -> String {
    let exact = format!("{x:e}");
    let digits = exact.bytes().take_while(|b| *b != b'e').filter(u8::is_ascii_digit).count();
    let rounded = if digits > DIGITS { format!("{x:.*e}", DIGITS - 1).parse().unwrap_or(x) } else { x };
    let magnitude = rounded.abs();
    if magnitude == 0.0 || !magnitude.is_finite() || (1e-4..1e7).contains(&magnitude) {
        return rounded.to_string();
    }
    format!("{rounded:e}")
}

/// A count in full where it can be read, as a power of ten where it cannot.
pub fn count(n: u128) -> String {
    const READABLE: u128 = 1_000_000_000_000_000;
    if n < READABLE { n.to_string() } else { number(n as f64) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        for (x, text) in [
            (0.1 + 0.2, "0.3"),
            (1e300, "1e300"),
            (-1.5e-9, "-1.5e-9"),
            (0.0, "0"),
            (12.5, "12.5"),
            (1.0 / 3.0, "0.333333333333"),
            (f64::INFINITY, "inf"),
            (1e7, "1e7"),
            (123_456.0, "123456"),
        ] {
            assert_eq!(number(x), text);
        }
        assert_eq!([count(12), count(u128::MAX)], ["12", "3.40282366921e38"]);
    }

    #[test]
    fn names_stay_on_one_line() {
        assert_eq!(Name("a\n\u{1b}[31mé").to_string(), "a\\n\\u{1b}[31mé");
        assert_eq!(Name("\u{202e}x").to_string(), "\\u{202e}x");
        let long = Name(&"é".repeat(1000)).to_string();
        assert!(long.chars().count() < 110 && long.ends_with("… (2000 bytes in all)"), "{long}");
    }
}
