//! Constructors for the attributes of the tables.

use super::{Attribute, Keywords, Kind, MANY, Range};

const fn attribute(name: &'static str, kind: Kind, least: usize, most: usize) -> Attribute {
    Attribute {
        name,
        kind,
        arity: (least, most),
        range: Range::Any,
        default: "",
        object: "",
        required: false,
        inherited: true,
    }
}

/// The name of an object of that kind.
pub const fn name(object: &'static str) -> Attribute {
    Attribute { object, inherited: false, ..attribute("name", Kind::Name, 1, 1) }
}

/// The default class an object is made from.
pub const fn class() -> Attribute {
    to("class", "default").own()
}

/// A reference to an object of that kind.
pub const fn to(name: &'static str, object: &'static str) -> Attribute {
    Attribute { object, ..attribute(name, Kind::Reference, 1, 1) }
}

/// A text.
pub const fn text(name: &'static str) -> Attribute {
    attribute(name, Kind::Text, 1, 1)
}

/// A file name.
pub const fn file(name: &'static str) -> Attribute {
    attribute(name, Kind::File, 1, 1)
}

/// A text of `least` to `most` characters.
pub const fn chars(name: &'static str, least: usize, most: usize) -> Attribute {
    attribute(name, Kind::Chars, least, most)
}

/// A boolean.
pub const fn boolean(name: &'static str) -> Attribute {
    attribute(name, Kind::Bool, 1, 1)
}

/// A number.
pub const fn real(name: &'static str) -> Attribute {
    attribute(name, Kind::Real, 1, 1)
}

/// Exactly `count` numbers.
pub const fn vector(name: &'static str, count: usize) -> Attribute {
    attribute(name, Kind::Real, count, count)
}

/// One to `most` numbers.
pub const fn upto(name: &'static str, most: usize) -> Attribute {
    attribute(name, Kind::Real, 1, most)
}

/// Any number of numbers.
pub const fn list(name: &'static str) -> Attribute {
    upto(name, MANY)
}

/// A single-precision number.
pub const fn float(name: &'static str) -> Attribute {
    attribute(name, Kind::Float, 1, 1)
}

/// Exactly `count` single-precision numbers.
pub const fn floats(name: &'static str, count: usize) -> Attribute {
    attribute(name, Kind::Float, count, count)
}

/// Any number of single-precision numbers.
pub const fn float_list(name: &'static str) -> Attribute {
    attribute(name, Kind::Float, 1, MANY)
}

/// An integer.
pub const fn int(name: &'static str) -> Attribute {
    attribute(name, Kind::Int, 1, 1)
}

/// Exactly `count` integers.
pub const fn ints(name: &'static str, count: usize) -> Attribute {
    attribute(name, Kind::Int, count, count)
}

/// One to `most` integers.
pub const fn upto_ints(name: &'static str, most: usize) -> Attribute {
    attribute(name, Kind::Int, 1, most)
}

/// Any number of integers.
pub const fn int_list(name: &'static str) -> Attribute {
    upto_ints(name, MANY)
}

/// An integer that may not be left empty.
pub const fn whole(name: &'static str) -> Attribute {
    attribute(name, Kind::Whole, 1, 1)
}

/// One keyword.
pub const fn keyword(name: &'static str, keywords: Keywords) -> Attribute {
    attribute(name, Kind::Keyword(keywords), 1, 1)
}

/// Several keywords.
pub const fn flags(name: &'static str, keywords: Keywords) -> Attribute {
    attribute(name, Kind::Flags(keywords), 1, MANY)
}

/// Signature of an actuator's input.
pub const fn input() -> Attribute {
    attribute("input", Kind::Input, 1, MANY)
}

impl Attribute {
    /// It must be present.
    pub const fn required(self) -> Self {
        Self { required: true, ..self }
    }

    /// It belongs to one object and cannot be set in a default class.
    pub const fn own(self) -> Self {
        Self { inherited: false, ..self }
    }

    /// Its value when absent.
    pub const fn default(self, default: &'static str) -> Self {
        Self { default, ..self }
    }

    /// Its numbers are at least `least`.
    pub const fn min(self, least: f64) -> Self {
        Self { range: Range::Min(least), ..self }
    }

    /// Its numbers lie between two bounds.
    pub const fn between(self, least: f64, most: f64) -> Self {
        Self { range: Range::Between(least, most), ..self }
    }

    /// Its numbers are greater than zero.
    pub const fn positive(self) -> Self {
        Self { range: Range::Positive, ..self }
    }

    /// Its numbers are not all zero.
    pub const fn nonzero(self) -> Self {
        Self { range: Range::NonZero, ..self }
    }
}
