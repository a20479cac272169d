//! The types of fields, and their conversions to and from a [`Value`].

use super::value::{Value, word_of};
use crate::schema::keywords::*;
use crate::schema::{Keywords, Kind, MANY};
use crate::suggest::nearest;
use sim_core::{
    ActuatorDynamics, BiasType, CamLightMode, ColorSpace, ConeType, DataType, GainType, GeomType, Integrator,
    JacobianType, JointType, LengthRangeMode, LightType, ObjType, Projection, SensorType, SleepPolicy, SolverType,
    Stage, TextureType,
};

/// Why a value does not go into a field.
#[derive(Clone, Debug, PartialEq)]
pub enum Fault {
    /// The value has the wrong kind or number.
    Expected {
        /// What the field takes.
        expected: String,
        /// What was given.
        found: String,
        /// A near miss that is known.
        suggestion: Option<String>,
    },
    /// The value has the right kind but cannot be used; the text says why and what to do.
    Invalid(String),
    /// The value asks for a feature that is not supported.
    Unsupported(String),
}

impl Fault {
    /// Makes the fault of a value of the wrong kind.
    pub fn expected(expected: impl Into<String>, found: &Value) -> Self {
        Self::Expected { expected: expected.into(), found: found.describe(), suggestion: None }
    }
}

/// A type of field that one attribute fills.
pub trait FieldType {
    /// Kind of the attribute.
    const KIND: Kind;
    /// The most values it holds.
    const LEN: usize;
    /// Writes the value into the field. If the value has fewer entries, the others stay.
    fn read(&mut self, value: &Value) -> Result<(), Fault>;
    /// Returns the field's value; `None` if there is nothing to write.
    fn write(&self) -> Option<Value>;
    /// Whether its number has a keyword; true for types without keywords.
    fn is_known(&self) -> bool {
        true
    }
}

/// The numbers of a value; whole numbers are numbers too.
fn reals(value: &Value, mut each: impl FnMut(usize, f64)) -> Result<(), Fault> {
    match value {
        Value::Reals(values) => values.iter().enumerate().for_each(|(i, v)| each(i, *v)),
        Value::Ints(values) => values.iter().enumerate().for_each(|(i, v)| each(i, f64::from(*v))),
        _ => return Err(Fault::expected("numbers", value)),
    }
    Ok(())
}

/// The integers of a value.
fn ints(value: &Value) -> Result<&[i32], Fault> {
    match value {
        Value::Ints(values) => Ok(values),
        _ => Err(Fault::expected("integers", value)),
    }
}

/// The text of a value.
pub(crate) fn text(value: &Value) -> Result<&str, Fault> {
    match value {
        Value::Text(text) => Ok(text),
        Value::Keyword(_, word) => Ok(word),
        _ => Err(Fault::expected("a text", value)),
    }
}

/// Returns the number of a keyword, which is given by number or as text.
pub(crate) fn keyword(words: Keywords, value: &Value) -> Result<i32, Fault> {
    let known = match value {
        Value::Keyword(number, _) => words.iter().find(|(_, n)| n == number),
        Value::Text(text) => words.iter().find(|(word, _)| word == text),
        _ => None,
    };
    known.map(|(_, number)| *number).ok_or_else(|| {
        let all: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        let suggestion = match value {
            Value::Text(text) => nearest(text.trim(), all.iter().copied()).map(str::to_string),
            _ => None,
        };
        Fault::Expected { expected: all.join(" | "), found: value.describe(), suggestion }
    })
}

/// Returns the value of a keyword; `None` for a number without one.
pub(crate) fn keyword_value(words: Keywords, number: i32) -> Option<Value> {
    word_of(words, number).map(|word| Value::Keyword(number, word))
}

macro_rules! numbers {
    ($($T:ty, $kind:ident;)*) => {$(
        impl FieldType for $T {
            const KIND: Kind = Kind::$kind;
            const LEN: usize = 1;
            fn read(&mut self, value: &Value) -> Result<(), Fault> {
                reals(value, |i, v| if i == 0 { *self = v as $T })
            }
            fn write(&self) -> Option<Value> {
                Some(Value::Reals(vec![f64::from(*self)]))
            }
        }

        impl<const N: usize> FieldType for [$T; N] {
            const KIND: Kind = Kind::$kind;
            const LEN: usize = N;
            fn read(&mut self, value: &Value) -> Result<(), Fault> {
                reals(value, |i, v| if let Some(entry) = self.get_mut(i) { *entry = v as $T })
            }
            fn write(&self) -> Option<Value> {
                Some(Value::Reals(self.iter().map(|v| f64::from(*v)).collect()))
            }
        }

        impl FieldType for Vec<$T> {
            const KIND: Kind = Kind::$kind;
            const LEN: usize = MANY;
            fn read(&mut self, value: &Value) -> Result<(), Fault> {
                let mut out = vec![];
                reals(value, |_, v| out.push(v as $T))?;
                *self = out;
                Ok(())
            }
            fn write(&self) -> Option<Value> {
                (!self.is_empty()).then(|| Value::Reals(self.iter().map(|v| f64::from(*v)).collect()))
            }
        }
    )*};
}

numbers! {
    f64, Real;
    f32, Float;
}

impl FieldType for i32 {
    const KIND: Kind = Kind::Int;
    const LEN: usize = 1;
    fn read(&mut self, value: &Value) -> Result<(), Fault> {
        *self = ints(value)?.first().copied().unwrap_or(*self);
        Ok(())
    }
    fn write(&self) -> Option<Value> {
        Some(Value::from(*self))
    }
}

/// MJCF can only write `i32`.
impl FieldType for i64 {
    const KIND: Kind = Kind::Int;
    const LEN: usize = 1;
    fn read(&mut self, value: &Value) -> Result<(), Fault> {
        *self = ints(value)?.first().map_or(*self, |v| Self::from(*v));
        Ok(())
    }
    fn write(&self) -> Option<Value> {
        i32::try_from(*self).ok().map(Value::from)
    }
}

impl<const N: usize> FieldType for [i32; N] {
    const KIND: Kind = Kind::Int;
    const LEN: usize = N;
    fn read(&mut self, value: &Value) -> Result<(), Fault> {
        self.iter_mut().zip(ints(value)?).for_each(|(entry, v)| *entry = *v);
        Ok(())
    }
    fn write(&self) -> Option<Value> {
        Some(Value::from(*self))
    }
}

impl FieldType for Vec<i32> {
    const KIND: Kind = Kind::Int;
    const LEN: usize = MANY;
    fn read(&mut self, value: &Value) -> Result<(), Fault> {
        ints(value)?.clone_into(self);
        Ok(())
    }
    fn write(&self) -> Option<Value> {
        (!self.is_empty()).then(|| Value::Ints(self.clone()))
    }
}

impl FieldType for bool {
    const KIND: Kind = Kind::Bool;
    const LEN: usize = 1;
    fn read(&mut self, value: &Value) -> Result<(), Fault> {
        match value {
            Value::Bool(given) => *self = *given,
            _ => return Err(Fault::expected("false | true", value)),
        }
        Ok(())
    }
    fn write(&self) -> Option<Value> {
        Some(Value::Bool(*self))
    }
}

impl FieldType for String {
    const KIND: Kind = Kind::Text;
    const LEN: usize = 1;
    fn read(&mut self, value: &Value) -> Result<(), Fault> {
        text(value)?.clone_into(self);
        Ok(())
    }
    fn write(&self) -> Option<Value> {
        Some(Value::Text(self.clone()))
    }
}

/// An optional value; a new one starts from zero.
impl<T: FieldType + Zero> FieldType for Option<T> {
    const KIND: Kind = T::KIND;
    const LEN: usize = T::LEN;
    fn read(&mut self, value: &Value) -> Result<(), Fault> {
        match self {
            Some(held) => held.read(value),
            None => {
                let mut new = T::zero();
                new.read(value)?;
                *self = Some(new);
                Ok(())
            }
        }
    }
    fn write(&self) -> Option<Value> {
        self.as_ref()?.write()
    }
}

/// The value that a new optional field starts from.
pub trait Zero {
    /// Returns zero, or an empty text.
    fn zero() -> Self;
}

impl Zero for f64 {
    fn zero() -> Self {
        0.0
    }
}

impl<const N: usize> Zero for [f64; N] {
    fn zero() -> Self {
        [0.0; N]
    }
}

impl Zero for String {
    fn zero() -> Self {
        Self::new()
    }
}

/// Makes a value of an enum of the engine: its keyword, or an empty word for a number without one.
macro_rules! keyword_from {
    ($T:ident $words:ident) => {
        impl From<$T> for Value {
            fn from(kind: $T) -> Self {
                Self::Keyword(kind.0, word_of($words, kind.0).unwrap_or_default())
            }
        }
    };
}

macro_rules! words {
    ($($T:ident $words:ident;)*) => {$(
        impl FieldType for $T {
            const KIND: Kind = Kind::Keyword($words);
            const LEN: usize = 1;
            fn read(&mut self, value: &Value) -> Result<(), Fault> {
                self.0 = keyword($words, value)?;
                Ok(())
            }
            fn write(&self) -> Option<Value> {
                keyword_value($words, self.0)
            }
            fn is_known(&self) -> bool {
                word_of($words, self.0).is_some()
            }
        }

        keyword_from!($T $words);
    )*};
}

words! {
    JointType JOINT_TYPE;
    GeomType GEOM_TYPE;
    Projection PROJECTION;
    CamLightMode FOLLOW;
    LightType LIGHT_TYPE;
    SleepPolicy SLEEP;
    TextureType TEXTURE_TYPE;
    ColorSpace COLOR_SPACE;
    ActuatorDynamics DYNAMICS;
    GainType GAIN;
    BiasType BIAS;
    Stage STAGE;
    DataType DATA_TYPE;
}

keyword_from!(Integrator INTEGRATOR);
keyword_from!(ConeType CONE);
keyword_from!(JacobianType JACOBIAN);
keyword_from!(SolverType SOLVER);

/// The keyword of a kind of object, as in `objtype`.
impl From<ObjType> for Value {
    fn from(kind: ObjType) -> Self {
        Self::Keyword(kind.0, kind.label().unwrap_or_default())
    }
}

/// The element of a kind of sensor.
impl From<SensorType> for Value {
    fn from(kind: SensorType) -> Self {
        Self::Keyword(kind.0, kind.label().unwrap_or_default())
    }
}

/// Implements [`FieldType`] for a Rust enum, with the number of each variant's keyword.
macro_rules! closed {
    ($($T:ident $words:path { $($number:literal $variant:ident),* };)*) => {$(
        impl $crate::table::FieldType for $T {
            const KIND: $crate::schema::Kind = $crate::schema::Kind::Keyword($words);
            const LEN: usize = 1;
            fn read(&mut self, value: &$crate::table::Value) -> Result<(), $crate::table::Fault> {
                match $crate::table::field::keyword($words, value)? {
                    $($number => *self = Self::$variant,)*
                    _ => return Err($crate::table::Fault::expected("a known keyword", value)),
                }
                Ok(())
            }
            fn write(&self) -> Option<$crate::table::Value> {
                let number = match self {
                    $(Self::$variant => $number,)*
                };
                $crate::table::field::keyword_value($words, number)
            }
        }

        impl From<$T> for $crate::table::Value {
            fn from(kind: $T) -> Self {
                $crate::table::FieldType::write(&kind).unwrap_or(Self::Keyword(-1, ""))
            }
        }
    )*};
}

pub(crate) use closed;

closed! {
    LengthRangeMode LENGTH_RANGE { 0 None, 1 Muscle, 2 MuscleUser, 3 All };
}
