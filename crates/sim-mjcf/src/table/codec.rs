//! Codecs: conversions between a field and its attribute. A row without a codec uses the field's type.

use super::field::{Fault, FieldType, keyword, keyword_value, text};
use super::value::{Value, word_of};
use crate::schema::{Keywords, Kind};
use std::marker::PhantomData;

/// Converts between the value of an attribute and a field.
pub trait Codec<T> {
    /// Writes the value into the field.
    fn read(&self, target: &mut T, value: &Value) -> Result<(), Fault>;
    /// Returns the field's value; `None` if there is nothing to write.
    fn write(&self, source: &T) -> Option<Value>;
    /// Whether the field's number has a keyword; true for fields without keywords.
    fn is_known(&self, _source: &T) -> bool {
        true
    }
}

/// Converts by the field's type: the codec of a row that names none.
pub struct Plain<T>(PhantomData<T>);

impl<T: FieldType> Plain<T> {
    /// The codec.
    pub const NEW: Self = Self(PhantomData);

    /// Kind of the attribute.
    pub const fn kind(&self) -> Kind {
        T::KIND
    }

    /// The most values it holds.
    pub const fn most(&self) -> usize {
        T::LEN
    }

    /// Whether it is also written, not only read.
    pub const fn written(&self) -> bool {
        true
    }
}

impl<T: FieldType> Codec<T> for Plain<T> {
    fn read(&self, target: &mut T, value: &Value) -> Result<(), Fault> {
        target.read(value)
    }
    fn write(&self, source: &T) -> Option<Value> {
        source.write()
    }
    fn is_known(&self, source: &T) -> bool {
        source.is_known()
    }
}

/// Several keywords whose numbers are bits of an integer.
pub struct Bits(pub Keywords);
/// A keyword kept as its number.
pub struct Number(pub Keywords);
/// One of two keywords, numbers 0 and 1, kept as a boolean.
pub struct KeywordBool(pub Keywords);
/// One entry of an array of texts.
pub struct TextEntry(pub usize);

macro_rules! describe {
    ($($Codec:ident |$this:ident| $kind:expr;)*) => {$(
        impl $Codec {
            /// Kind of the attribute.
            pub const fn kind(&self) -> Kind {
                let $this = self;
                $kind
            }

            /// The most values it holds.
            pub const fn most(&self) -> usize {
                match self.kind() {
                    Kind::Flags(_) => crate::schema::MANY,
                    _ => 1,
                }
            }

            /// Whether it is also written, not only read.
            pub const fn written(&self) -> bool {
                true
            }
        }
    )*};
}

describe! {
    Bits |this| Kind::Flags(this.0);
    Number |this| Kind::Keyword(this.0);
    KeywordBool |this| Kind::Keyword(this.0);
    TextEntry |_this| Kind::Text;
}

/// The keywords of a value, by number or as text.
fn keywords(words: Keywords, value: &Value) -> Result<Vec<i32>, Fault> {
    match value {
        Value::Keywords(numbers) if numbers.iter().all(|n| words.iter().any(|(_, known)| known == n)) => {
            Ok(numbers.clone())
        }
        Value::Text(text) => {
            text.split_ascii_whitespace().map(|word| keyword(words, &Value::Text(word.to_string()))).collect()
        }
        Value::Keyword(..) => Ok(vec![keyword(words, value)?]),
        _ => {
            let all: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            Err(Fault::expected(format!("some of {}", all.join(" | ")), value))
        }
    }
}

/// Keywords as bits, each number shifted by `shift` where it is a position.
pub(crate) fn bits(words: Keywords, value: &Value, bit: impl Fn(i32) -> i32) -> Result<i32, Fault> {
    Ok(keywords(words, value)?.into_iter().fold(0, |all, number| all | bit(number)))
}

/// The keywords whose bits are set; `None` when there are others.
pub(crate) fn bits_value(words: Keywords, set: i32, bit: impl Fn(i32) -> i32) -> Option<Value> {
    let numbers: Vec<i32> = words.iter().map(|(_, n)| *n).filter(|n| set & bit(*n) != 0).collect();
    let known = numbers.iter().fold(0, |all, n| all | bit(*n));
    (set != 0 && known == set).then_some(Value::Keywords(numbers))
}

impl Codec<i32> for Bits {
    fn read(&self, target: &mut i32, value: &Value) -> Result<(), Fault> {
        *target = bits(self.0, value, |bit| bit)?;
        Ok(())
    }
    fn write(&self, source: &i32) -> Option<Value> {
        bits_value(self.0, *source, |bit| bit)
    }
}

impl Codec<i32> for Number {
    fn read(&self, target: &mut i32, value: &Value) -> Result<(), Fault> {
        *target = keyword(self.0, value)?;
        Ok(())
    }
    fn write(&self, source: &i32) -> Option<Value> {
        keyword_value(self.0, *source)
    }
    fn is_known(&self, source: &i32) -> bool {
        word_of(self.0, *source).is_some()
    }
}

impl Codec<Option<i32>> for Number {
    fn read(&self, target: &mut Option<i32>, value: &Value) -> Result<(), Fault> {
        *target = Some(keyword(self.0, value)?);
        Ok(())
    }
    fn write(&self, source: &Option<i32>) -> Option<Value> {
        keyword_value(self.0, (*source)?)
    }
    fn is_known(&self, source: &Option<i32>) -> bool {
        source.is_none_or(|number| word_of(self.0, number).is_some())
    }
}

impl Codec<bool> for KeywordBool {
    fn read(&self, target: &mut bool, value: &Value) -> Result<(), Fault> {
        *target = keyword(self.0, value)? != 0;
        Ok(())
    }
    fn write(&self, source: &bool) -> Option<Value> {
        keyword_value(self.0, i32::from(*source))
    }
}

impl<const N: usize> Codec<[String; N]> for TextEntry {
    fn read(&self, target: &mut [String; N], value: &Value) -> Result<(), Fault> {
        if let Some(entry) = target.get_mut(self.0) {
            text(value)?.clone_into(entry);
        }
        Ok(())
    }
    fn write(&self, source: &[String; N]) -> Option<Value> {
        source.get(self.0).map(|entry| Value::Text(entry.clone()))
    }
}

/// A codec of two functions, for special cases: an attribute that fills several fields, one number that means two.
pub struct Custom<T> {
    kind: Kind,
    len: usize,
    read: fn(&mut T, &Value) -> Result<(), Fault>,
    write: Option<fn(&T) -> Option<Value>>,
}

impl<T> Custom<T> {
    /// An attribute of up to `len` values.
    pub const fn new(
        kind: Kind,
        len: usize,
        read: fn(&mut T, &Value) -> Result<(), Fault>,
        write: fn(&T) -> Option<Value>,
    ) -> Self {
        Self { kind, len, read, write: Some(write) }
    }

    /// A short form: it is read; writing uses other attributes.
    pub const fn alias(kind: Kind, len: usize, read: fn(&mut T, &Value) -> Result<(), Fault>) -> Self {
        Self { kind, len, read, write: None }
    }

    /// Kind of the attribute.
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// The most values it holds.
    pub const fn most(&self) -> usize {
        self.len
    }

    /// Whether it is also written, not only read.
    pub const fn written(&self) -> bool {
        self.write.is_some()
    }
}

impl<T> Codec<T> for Custom<T> {
    fn read(&self, target: &mut T, value: &Value) -> Result<(), Fault> {
        (self.read)(target, value)
    }
    fn write(&self, source: &T) -> Option<Value> {
        self.write.and_then(|write| write(source))
    }
}
