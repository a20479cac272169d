//! A validated element: known tag, known attributes, values of the right type and number.
//!
//! An Element has passed the schema check, so its typed getters only say whether an attribute is there.

use crate::error::{MjcfError, Result};
use crate::source_span::SourceSpan;
pub use crate::table::Value;

/// One attribute and its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Attribute {
    /// Attribute name.
    pub name: &'static str,
    /// Parsed value.
    pub value: Value,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
}

/// One element.
#[derive(Clone, Debug, PartialEq)]
pub struct Element {
    /// Tag as written.
    pub tag: &'static str,
    /// Attributes that are present, in schema order.
    pub attributes: Vec<Attribute>,
    /// Children in document order.
    pub children: Vec<Element>,
    /// Place in the document.
    pub span: SourceSpan,
}

impl Element {
    /// The attribute, when present.
    pub fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attributes.iter().find(|a| a.name == name)
    }

    /// Whether the attribute is present.
    pub fn has(&self, name: &str) -> bool {
        self.attribute(name).is_some()
    }

    /// Text of the attribute, or the keyword it holds.
    pub fn text(&self, name: &str) -> Option<&str> {
        match &self.attribute(name)?.value {
            Value::Text(text) => Some(text),
            Value::Keyword(_, word) => Some(word),
            _ => None,
        }
    }

    /// A single real number.
    pub fn real(&self, name: &str) -> Option<f64> {
        self.reals(name)?.first().copied()
    }

    /// A list of real numbers.
    pub fn reals(&self, name: &str) -> Option<&[f64]> {
        match &self.attribute(name)?.value {
            Value::Reals(values) => Some(values),
            _ => None,
        }
    }

    /// A list of integers.
    pub fn ints(&self, name: &str) -> Option<&[i32]> {
        match &self.attribute(name)?.value {
            Value::Ints(values) => Some(values),
            _ => None,
        }
    }

    /// Number of a keyword.
    pub fn keyword(&self, name: &str) -> Option<i32> {
        match self.attribute(name)?.value {
            Value::Keyword(value, _) => Some(value),
            _ => None,
        }
    }

    /// Children with a tag.
    pub fn children_named<'a>(&'a self, tag: &'a str) -> impl Iterator<Item = &'a Element> {
        self.children.iter().filter(move |c| c.tag == tag)
    }

    /// The first child with a tag.
    pub fn child(&self, tag: &str) -> Option<&Element> {
        self.children.iter().find(|c| c.tag == tag)
    }

    /// Overwrites `target` when the attribute is present.
    pub fn read_real(&self, name: &str, target: &mut f64) {
        if let Some(value) = self.real(name) {
            *target = value;
        }
    }

    /// Overwrites the leading entries of `target` with the numbers that are given; the rest keep their
    /// (inherited) values.
    pub fn read_reals(&self, name: &str, target: &mut [f64]) {
        if let Some(values) = self.reals(name) {
            for (t, v) in target.iter_mut().zip(values) {
                *t = *v;
            }
        }
    }

    /// Overwrites the leading entries of a single-precision `target` with the numbers that are given.
    pub fn read_floats(&self, name: &str, target: &mut [f32]) {
        if let Some(values) = self.reals(name) {
            for (t, v) in target.iter_mut().zip(values) {
                *t = *v as f32;
            }
        }
    }

    /// Overwrites `target` when the attribute is present.
    pub fn read_text(&self, name: &str, target: &mut String) {
        if let Some(value) = self.text(name) {
            value.clone_into(target);
        }
    }

    /// The attribute's place, or the element's if the attribute is absent.
    pub fn span_of(&self, name: &str) -> SourceSpan {
        self.attribute(name).map_or_else(|| self.span.clone(), |a| self.span.at(a.line, a.column))
    }

    /// The text of an attribute that must be present.
    pub fn required_text(&self, name: &str) -> Result<&str> {
        self.text(name)
            .ok_or_else(|| MjcfError::MissingAttribute { span: self.span.clone(), attribute: name.to_string() })
    }

    /// An error about this element.
    pub fn invalid(&self, message: impl Into<String>) -> MjcfError {
        self.span.invalid(message)
    }
}
