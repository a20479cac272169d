//! Writes attributes into the fields of an object, by its table.

use super::element::{Attribute, Element};
use crate::error::{MjcfError, Result};
use crate::table::{Fault, Fields};

impl Element {
    /// Overwrites the fields that the element has attributes for.
    pub(crate) fn apply<T: Fields>(&self, object: &mut T) -> Result<()> {
        self.apply_except(object, &[])
    }

    /// Overwrites the fields that the element has attributes for, except those in `skipped`.
    pub(crate) fn apply_except<T: Fields>(&self, object: &mut T, skipped: &[&str]) -> Result<()> {
        for attribute in self.attributes.iter().filter(|a| !skipped.contains(&a.name)) {
            if let Some(Err(fault)) = object.put(attribute.name, &attribute.value) {
                return Err(self.error(attribute, fault));
            }
        }
        Ok(())
    }

    /// Overwrites the field of one attribute when it is present.
    pub(crate) fn apply_one<T: Fields>(&self, object: &mut T, name: &str) -> Result<()> {
        let Some(attribute) = self.attribute(name) else { return Ok(()) };
        match object.put(name, &attribute.value) {
            Some(Err(fault)) => Err(self.error(attribute, fault)),
            _ => Ok(()),
        }
    }

    fn error(&self, attribute: &Attribute, fault: Fault) -> MjcfError {
        let span = self.span.at(attribute.line, attribute.column);
        match fault {
            Fault::Invalid(message) => span.invalid(message),
            Fault::Unsupported(feature) => span.unsupported(feature),
            Fault::Expected { expected, found, suggestion } => {
                MjcfError::InvalidAttribute { span, attribute: attribute.name.into(), expected, found, suggestion }
            }
        }
    }
}
