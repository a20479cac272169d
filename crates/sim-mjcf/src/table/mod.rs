//! The table behind the objects of a spec: each field once, with its type, its default and the MJCF attribute that
//! writes it.
//!
//! `object_table!` (`macros.rs`) turns a table into the struct, its [`Default`] and an implementation of [`Fields`],
//! which reading MJCF, setting fields by name and writing have in common. A field goes to and from a [`Value`] by its
//! type or, where the attribute is written in another way, by the codec that its row names
//! (`codec.rs`). Writing is the inverse of reading.
//!
//! ```
//! use sim_mjcf::spec::Geom;
//! use sim_mjcf::{Fields, Value};
//!
//! let mut geom = Geom::default();
//! geom.set("type", "capsule")?;
//! geom.set("size", [0.1, 0.5])?;
//! assert_eq!(geom.size, [0.1, 0.5, 0.0]);
//! assert_eq!(geom.get("friction"), Some(Value::from([1.0, 0.005, 0.0001])));
//!
//! // what a file has to say about it
//! let written: Vec<String> = geom
//!     .changes(&Geom::default())
//!     .filter_map(|(info, value)| Some(format!("{}=\"{}\"", info.name, info.text(&value?))))
//!     .collect();
//! assert_eq!(written, ["type=\"capsule\"", "size=\"0.1 0.5 0\""]);
//!
//! let error = geom.set("condim", "three").unwrap_err();
//! assert_eq!(error.to_string(), "geom: field 'condim' takes an integer, found 'three'");
//! # Ok::<(), sim_mjcf::FieldError>(())
//! ```

pub(crate) mod codec;
mod error;
pub(crate) mod field;
mod macros;
#[cfg(test)]
mod tests;
pub(crate) mod value;

pub use crate::schema::Kind;
pub use error::FieldError;
pub(crate) use field::{Fault, FieldType};
pub(crate) use macros::{codec, fields_table, object_table};
pub use value::Value;

use crate::read::value::check;
use crate::schema;

/// One row of a table: an attribute of MJCF and the field that holds what it says.
///
/// ```
/// use sim_mjcf::spec::Joint;
/// use sim_mjcf::{Fields, Value};
///
/// let armature = Joint::info("armature").expect("joints have it");
/// assert_eq!((armature.field, armature.most), ("armature", 1));
/// assert_eq!(armature.text(&Value::from(0.25)), "0.25");
/// assert_eq!(Joint::info("ref").map(|info| info.field), Some("reference"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct FieldInfo {
    /// The attribute, under which the field is also got and set.
    pub name: &'static str,
    /// The field of the struct; where several hold it, the first.
    pub field: &'static str,
    /// What the attribute holds.
    pub kind: Kind,
    /// Most values it holds; `usize::MAX` when there is no bound.
    pub most: usize,
    /// Whether it is written too. Short forms are only read: other attributes are written in their place.
    pub written: bool,
    /// What it means.
    pub doc: &'static str,
    pub(crate) default: fn() -> Option<Value>,
}

impl FieldInfo {
    /// The value of an object that says nothing about it; `None` when that is nothing that could be written.
    pub fn default(&self) -> Option<Value> {
        (self.default)()
    }

    /// A value of this field as MJCF writes it; what XML needs to have escaped is not.
    pub fn text(&self, value: &Value) -> String {
        value.to_text(self.kind)
    }
}

/// An object with a table.
///
/// ```
/// use sim_mjcf::spec::{Geom, Light};
/// use sim_mjcf::{FieldError, Fields};
///
/// /// Sets fields from text, whatever the object.
/// fn configure<T: Fields>(settings: &[(&str, &str)]) -> Result<T, FieldError> {
///     let mut object = T::default();
///     settings.iter().try_for_each(|(name, value)| object.set(name, *value)).map(|()| object)
/// }
///
/// assert_eq!(configure::<Geom>(&[("material", "steel")])?.material, "steel");
/// assert!(configure::<Light>(&[("material", "steel")]).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Fields: Default + 'static {
    /// What it is called in messages.
    const OBJECT: &'static str;
    /// The elements of MJCF it is written as: paths in the schema.
    const ELEMENTS: &'static [&'static str];
    /// The rows of its table.
    const FIELDS: &'static [FieldInfo];
    /// Attributes of its elements that are no fields, each with what becomes of it.
    const APART: &'static [(&'static str, &'static str)];

    /// Its name; empty when it has none.
    fn name(&self) -> &str;

    /// The value of a field; `None` when there is no such field, or nothing to write.
    fn get(&self, name: &str) -> Option<Value>;

    /// Takes a value into a field without a look at the schema's bounds; `None` when there is no such field.
    #[doc(hidden)]
    fn put(&mut self, name: &str, value: &Value) -> Option<Result<(), Fault>>;

    /// The first attribute whose field holds a number that is none of its keywords.
    #[doc(hidden)]
    fn strange(&self) -> Option<&'static str>;

    /// Sets a field. Values are checked as an attribute of a file is; where fewer numbers are given than the field
    /// has, the others stay. Keywords may be given as text.
    fn set(&mut self, name: &str, value: impl Into<Value>) -> Result<(), FieldError> {
        let value = value.into();
        let put = match Self::schema(name).map(|attribute| check(attribute, &value)) {
            Some(Err(fault)) => Some(Err(fault)),
            _ => self.put(name, &value),
        };
        match put {
            Some(Ok(())) => Ok(()),
            Some(Err(fault)) => Err(FieldError::refused(self, name, fault)),
            None => Err(FieldError::unknown(self, name)),
        }
    }

    /// The row of a field.
    fn info(name: &str) -> Option<&'static FieldInfo> {
        Self::FIELDS.iter().find(|info| info.name == name)
    }

    /// The attribute of the schema that stands for a field, in the first of its elements that has it.
    fn schema(name: &str) -> Option<&'static schema::Attribute> {
        let mut nodes = Self::ELEMENTS.iter().filter_map(|path| schema::find(path));
        nodes.find_map(|node| node.attribute(name)).map(|(_, attribute)| attribute)
    }

    /// The fields that differ from those of another object, such as the default or the default class, with what is to
    /// be written: read onto `base`, the values give this object. `None` stands where `base` holds something that
    /// this object lacks, which no attribute takes away.
    fn changes<'a>(&'a self, base: &'a Self) -> impl Iterator<Item = (&'static FieldInfo, Option<Value>)> + 'a {
        Self::FIELDS.iter().filter(|info| info.written).filter_map(|info| {
            let (own, other) = (self.get(info.name), base.get(info.name));
            let same = match (&own, &other) {
                (Some(own), Some(other)) => own.same(other),
                (None, None) => true,
                _ => false,
            };
            (!same).then_some((info, own))
        })
    }
}
