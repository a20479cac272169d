//! The value of one field: what an attribute holds, in memory and as text.

use crate::schema::{Keywords, Kind};

/// Charts of an orientation input, and `none` for no input.
pub(crate) const CHARTS: Keywords = &[("expmap", 1), ("quat", 2), ("none", 16)];
/// Signals of an actuator's input, in the order they must be in.
pub(crate) const SIGNALS: Keywords = &[("pos", 1), ("vel", 2), ("ff", 4), ("voltage", 8)];

/// The value of one field. Numbers of `float` attributes are rounded to single precision.
///
/// ```
/// use sim_mjcf::spec::Geom;
/// use sim_mjcf::{Fields, Value};
///
/// let mut geom = Geom::default();
/// geom.set("friction", [0.5, 0.01])?; // arrays, numbers, texts and truth values become values
/// assert_eq!(geom.get("friction"), Some(Value::Reals(vec![0.5, 0.01, 0.0001])));
/// assert_eq!(geom.get("type"), Some(Value::Keyword(2, "sphere")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Free text: strings, names, references, file names.
    Text(String),
    /// One or more real numbers.
    Reals(Vec<f64>),
    /// One or more integers.
    Ints(Vec<i32>),
    /// One keyword: its number and its word.
    Keyword(i32, &'static str),
    /// Several keywords, by number.
    Keywords(Vec<i32>),
    /// `true` or `false`.
    Bool(bool),
}

impl Value {
    /// Returns the value in MJCF's notation for an attribute of that kind. XML's special characters are not escaped.
    ///
    /// Reading the text gives the same value, except for subnormal numbers, which the reader refuses as C's `strtod`
    /// does.
    pub fn to_text(&self, kind: Kind) -> String {
        fn list<T: Copy>(values: &[T], write: impl Fn(T) -> String) -> String {
            values.iter().map(|value| write(*value)).collect::<Vec<_>>().join(" ")
        }
        let words = match kind {
            Kind::Flags(words) | Kind::Keyword(words) => words,
            Kind::Input => SIGNALS,
            _ => &[],
        };
        match self {
            Self::Text(text) => text.clone(),
            Self::Reals(values) if kind == Kind::Float => list(values, |v| single(v as f32)),
            Self::Reals(values) => list(values, double),
            Self::Ints(values) => list(values, |v| v.to_string()),
            Self::Keyword(_, word) => (*word).to_string(),
            Self::Keywords(numbers) => list(numbers, |n| word_of(words, n).unwrap_or_default().to_string()),
            Self::Bool(value) => value.to_string(),
        }
    }

    /// Whether two values have the same bits. All NaN count as equal.
    pub fn same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Reals(a), Self::Reals(b)) => {
                let same = |(x, y): (&f64, &f64)| x.to_bits() == y.to_bits() || (x.is_nan() && y.is_nan());
                a.len() == b.len() && a.iter().zip(b).all(same)
            }
            _ => self == other,
        }
    }

    /// Describes the value in a few words, for messages.
    pub(crate) fn describe(&self) -> String {
        const SHOWN: usize = 8;
        fn list<T: ToString>(values: &[T]) -> String {
            let mut words: Vec<String> = values.iter().take(SHOWN).map(ToString::to_string).collect();
            if values.len() > SHOWN {
                words.push("…".to_string());
            }
            if words.is_empty() { "nothing".to_string() } else { words.join(" ") }
        }
        match self {
            Self::Text(text) => format!("'{}'", text.chars().take(60).collect::<String>()),
            Self::Reals(values) => list(values),
            Self::Ints(values) => list(values),
            Self::Keywords(values) => format!("keywords {}", list(values)),
            Self::Keyword(number, "") => format!("keyword {number}"),
            Self::Keyword(_, word) => format!("'{word}'"),
            Self::Bool(value) => value.to_string(),
        }
    }
}

/// The keyword with that number.
pub(crate) fn word_of(words: Keywords, number: i32) -> Option<&'static str> {
    words.iter().find(|(_, n)| *n == number).map(|(word, _)| *word)
}

/// The shortest decimal that is read as the same number.
fn double(value: f64) -> String {
    if value == 0.0 || !value.is_finite() || (1e-5..1e15).contains(&value.abs()) {
        value.to_string()
    } else {
        format!("{value:e}")
    }
}

/// The shortest decimal that is read as the same single-precision number.
fn single(value: f32) -> String {
    if value == 0.0 || !value.is_finite() || (1e-5..1e15).contains(&value.abs()) {
        value.to_string()
    } else {
        format!("{value:e}")
    }
}

macro_rules! from {
    ($($T:ty => |$value:ident| $make:expr;)*) => {$(
        impl From<$T> for Value {
            fn from($value: $T) -> Self {
                $make
            }
        }
    )*};
}

from! {
    f64 => |value| Self::Reals(vec![value]);
    Vec<f64> => |values| Self::Reals(values);
    &[f64] => |values| Self::Reals(values.to_vec());
    i32 => |value| Self::Ints(vec![value]);
    Vec<i32> => |values| Self::Ints(values);
    &[i32] => |values| Self::Ints(values.to_vec());
    bool => |value| Self::Bool(value);
    &str => |text| Self::Text(text.to_string());
    String => |text| Self::Text(text);
}

impl<const N: usize> From<[f64; N]> for Value {
    fn from(values: [f64; N]) -> Self {
        Self::Reals(values.to_vec())
    }
}

impl<const N: usize> From<[i32; N]> for Value {
    fn from(values: [i32; N]) -> Self {
        Self::Ints(values.to_vec())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_short_and_exact() {
        let text = |v: f64| Value::from(v).to_text(Kind::Real);
        assert_eq!([text(1.0), text(0.1), text(-0.0), text(1e300)], ["1", "0.1", "-0", "1e300"]);
        assert_eq!(Value::from(f64::from(0.1f32)).to_text(Kind::Float), "0.1");
        assert_eq!(Value::from([1.5, f64::NAN, f64::NEG_INFINITY]).to_text(Kind::Real), "1.5 NaN -inf");
    }

    #[test]
    fn signs_of_zero_differ_and_nan_is_itself() {
        assert!(!Value::from(0.0).same(&Value::from(-0.0)));
        assert!(Value::from(f64::NAN).same(&Value::from(-f64::NAN)));
        assert!(!Value::from([1.0]).same(&Value::from([1.0, 1.0])));
    }
}
