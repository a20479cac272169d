//! The tables of the objects of a spec: each field once, with its type, its default and its MJCF attribute.
//!
//! `object_table!` (`macros.rs`) turns a table into the struct, its [`Default`] and an implementation of [`Fields`].
//! Reading MJCF, setting fields by name and writing all use it. The field's type converts to and from a [`Value`],
//! or the codec that its row names (`codec.rs`). Writing is the inverse of reading.
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
//! // the attributes that a file needs
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

pub(crate) mod attribute;
pub(crate) mod codec;
mod error;
pub(crate) mod field;
mod macros;
mod number;
#[cfg(test)]
mod tests;
pub(crate) mod value;

pub use crate::schema::Kind;
pub use error::FieldError;
pub(crate) use field::{Fault, FieldType, closed};
pub(crate) use macros::{codec, fields_table, object_table};
pub use value::Value;

use crate::schema;
use attribute::check;

/// One row of a table: an attribute of MJCF and the field that holds its value.
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
    /// Name of the attribute; [`Fields::get`] and [`Fields::set`] take it.
    pub name: &'static str,
    /// Name of the struct's field; the first one if several fields hold the value.
    pub field: &'static str,
    /// What the attribute holds.
    pub kind: Kind,
    /// The most values it holds; `usize::MAX` for no bound.
    pub most: usize,
    /// Whether it is also written. Short forms are only read; writing uses other attributes.
    pub written: bool,
    /// Description of the field.
    pub doc: &'static str,
    pub(crate) default: fn() -> Option<Value>,
}

impl FieldInfo {
    /// Returns the default value; `None` if there is nothing to write.
    pub fn default(&self) -> Option<Value> {
        (self.default)()
    }

    /// Returns a value of this field in MJCF's notation. XML's special characters are not escaped.
    pub fn text(&self, value: &Value) -> String {
        value.to_text(self.kind)
    }
}

/// An object whose fields can be read and set by name.
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
    /// Name of the kind of object, in messages.
    const OBJECT: &'static str;
    /// Paths of its MJCF elements in the schema.
    const ELEMENTS: &'static [&'static str];
    /// The rows of its table.
    const FIELDS: &'static [FieldInfo];
    /// Attributes of its elements that are not fields, each with the place of its value.
    const NOT_FIELDS: &'static [(&'static str, &'static str)];

    /// Returns the object's name; empty if it has none.
    fn name(&self) -> &str;

    /// Returns the value of a field; `None` if there is no such field, or nothing to write.
    fn get(&self, name: &str) -> Option<Value>;

    /// Writes a value into a field without the schema's checks; `None` if there is no such field.
    #[doc(hidden)]
    fn put(&mut self, name: &str, value: &Value) -> Option<Result<(), Fault>>;

    /// Returns the first attribute whose field holds a number without a keyword.
    #[doc(hidden)]
    fn unknown_keyword(&self) -> Option<&'static str>;

    /// Sets a field. The value is checked like an attribute of a file. If it has fewer numbers than the field, the other
    /// numbers stay. A keyword is a text or an enum.
    fn set(&mut self, name: &str, value: impl Into<Value>) -> Result<(), FieldError> {
        let value = value.into();
        let put = match Self::schema(name).map(|attribute| check(attribute, &value)) {
            Some(Err(fault)) => Some(Err(fault)),
            _ => self.put(name, &value),
        };
        match put {
            Some(Ok(())) => Ok(()),
            Some(Err(fault)) => Err(FieldError::from_fault(self, name, fault)),
            None => Err(FieldError::unknown(self, name)),
        }
    }

    /// Returns the row of a field.
    fn info(name: &str) -> Option<&'static FieldInfo> {
        Self::FIELDS.iter().find(|info| info.name == name)
    }

    /// Returns a field's attribute in the schema, from the first element that has it.
    fn schema(name: &str) -> Option<&'static schema::Attribute> {
        let mut nodes = Self::ELEMENTS.iter().filter_map(|path| schema::find(path));
        nodes.find_map(|node| node.attribute(name)).map(|(_, attribute)| attribute)
    }

    /// Iterates over the fields that differ from those of `base`, such as the default class, with the values to write.
    ///
    /// Reading the values onto `base` gives this object. `None` means that `base` has a value and this object has none,
    /// which no attribute can express.
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
