//! What can go wrong while a model is loaded. Every error names the place and what to do about it.

use crate::place::Place;
use std::path::PathBuf;
use thiserror::Error;

/// Result of loading steps.
pub type Result<T, E = MjcfError> = std::result::Result<T, E>;

/// A model that cannot be loaded.
#[derive(Debug, Error, Clone, PartialEq)]
#[non_exhaustive]
pub enum MjcfError {
    /// The text is not well-formed XML.
    #[error("{place}: not well-formed XML: {message}")]
    XmlParse {
        /// Where.
        place: Place,
        /// What the XML parser says.
        message: String,
    },
    /// An element that MJCF does not have here.
    #[error("{place}: unknown element <{element}> in <{parent}>{}", hint(.suggestion))]
    UnknownElement {
        /// Where.
        place: Place,
        /// The element's tag.
        element: String,
        /// Tag of the element around it.
        parent: String,
        /// A near miss that is known.
        suggestion: Option<String>,
    },
    /// An attribute that the element does not have.
    #[error("{place}: <{element}> has no attribute '{attribute}'{}", hint(.suggestion))]
    UnknownAttribute {
        /// Where.
        place: Place,
        /// The element's tag.
        element: String,
        /// The attribute.
        attribute: String,
        /// A near miss that is known.
        suggestion: Option<String>,
    },
    /// An attribute whose value cannot be used.
    #[error("{place}: attribute '{attribute}': expected {expected}, found {found}{}", hint(.suggestion))]
    InvalidAttribute {
        /// Where.
        place: Place,
        /// The attribute.
        attribute: String,
        /// What it takes.
        expected: String,
        /// What stands there.
        found: String,
        /// A near miss that is known.
        suggestion: Option<String>,
    },
    /// A required attribute is absent.
    #[error("{place}: required attribute '{attribute}' is missing")]
    MissingAttribute {
        /// Where.
        place: Place,
        /// The attribute.
        attribute: String,
    },
    /// Two objects of one kind have the same name.
    #[error("{place}: repeated name '{name}' in {kind}: the first is at {first}")]
    DuplicateName {
        /// Where the second one is.
        place: Place,
        /// Kind of object.
        kind: String,
        /// The name.
        name: String,
        /// Where the first one is.
        first: Place,
    },
    /// A reference to an object that does not exist.
    #[error("{place}: {kind} '{name}' not found{}", hint(.suggestion))]
    UnknownReference {
        /// Where.
        place: Place,
        /// Kind of object.
        kind: String,
        /// The name that was looked for.
        name: String,
        /// A near miss that is known.
        suggestion: Option<String>,
    },
    /// An `<include>` that cannot be followed.
    #[error("{place}: cannot include '{file}': {message}")]
    IncludeError {
        /// Where.
        place: Place,
        /// The included file.
        file: String,
        /// Why not.
        message: String,
    },
    /// A file included twice.
    #[error("{place}: file '{file}' is already included; include each file once")]
    DuplicateInclude {
        /// Where.
        place: Place,
        /// The included file.
        file: String,
    },
    /// A known feature that this version does not honour.
    #[error("{place}: {feature} is not supported yet")]
    Unsupported {
        /// Where.
        place: Place,
        /// The feature.
        feature: String,
    },
    /// Files that the model needs and that do not exist, all of them.
    #[error("missing files:{}", list(.0))]
    MissingFiles(Vec<(Place, PathBuf)>),
    /// A file that cannot be read or decoded.
    #[error("{place}: file '{file}': {message}")]
    BadFile {
        /// Where it is asked for.
        place: Place,
        /// The file.
        file: String,
        /// What is wrong with it.
        message: String,
    },
    /// A model larger than the loader allows.
    #[error("{place}: {message}")]
    TooLarge {
        /// Where.
        place: Place,
        /// Which limit, and what to change.
        message: String,
    },
    /// Anything else that makes an element unusable.
    #[error("{place}: {message}")]
    Invalid {
        /// Where.
        place: Place,
        /// What is wrong and what to do.
        message: String,
    },
    /// The model is well-formed but cannot be compiled.
    #[error(transparent)]
    Conversion(#[from] ModelConversionError),
}

/// A well-formed model whose parts do not fit together.
#[derive(Debug, Error, Clone, PartialEq)]
#[error("{place}: {message}")]
pub struct ModelConversionError {
    /// The element that does not fit.
    pub place: Place,
    /// What is wrong and what to do.
    pub message: String,
}

impl Place {
    /// An error about reading this element.
    pub fn invalid(&self, message: impl Into<String>) -> MjcfError {
        MjcfError::Invalid { place: self.clone(), message: message.into() }
    }

    /// An error about compiling this element.
    pub fn conversion(&self, message: impl Into<String>) -> MjcfError {
        MjcfError::Conversion(ModelConversionError { place: self.clone(), message: message.into() })
    }

    /// An error about a feature that is known but not honoured.
    pub fn unsupported(&self, feature: impl Into<String>) -> MjcfError {
        MjcfError::Unsupported { place: self.clone(), feature: feature.into() }
    }
}

fn hint(suggestion: &Option<String>) -> String {
    suggestion.as_ref().map(|s| format!("; did you mean '{s}'?")).unwrap_or_default()
}

fn list(files: &[(Place, PathBuf)]) -> String {
    files.iter().map(|(place, file)| format!("\n  {} (asked for at {place})", file.display())).collect()
}
