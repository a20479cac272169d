//! Errors of loading. Each names the place and the cure.

use crate::source_span::SourceSpan;
use sim_core::binding::message::{Line, Name};
use std::fmt;
use std::path::PathBuf;

/// Result of loading steps.
pub type Result<T, E = MjcfError> = std::result::Result<T, E>;

/// A model that cannot be loaded.
///
/// ```
/// use sim_mjcf::MjcfError;
///
/// let text = "<mujoco><worldbody><geom sise='1'/><body mass='2'/></worldbody></mujoco>";
/// let error = sim_mjcf::load_model(text).unwrap_err();
/// assert_eq!(error.errors().len(), 2);
/// match error.first() {
///     MjcfError::UnknownAttribute { attribute, suggestion, .. } => {
///         assert_eq!((attribute.as_str(), suggestion.as_deref()), ("sise", Some("size")));
///     }
///     other => panic!("{other}"),
/// }
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum MjcfError {
    /// The text is not well-formed XML.
    XmlParse {
        /// Where.
        span: SourceSpan,
        /// Message of the XML parser.
        message: String,
    },
    /// An element that MJCF does not have here.
    UnknownElement {
        /// Where.
        span: SourceSpan,
        /// The element's tag.
        element: String,
        /// Tag of the element around it.
        parent: String,
        /// A near miss that is known.
        suggestion: Option<String>,
    },
    /// An attribute that the element does not have.
    UnknownAttribute {
        /// Where.
        span: SourceSpan,
        /// The element's tag.
        element: String,
        /// The attribute.
        attribute: String,
        /// A near miss that is known.
        suggestion: Option<String>,
    },
    /// An attribute whose value cannot be used.
    InvalidAttribute {
        /// Where.
        span: SourceSpan,
        /// The attribute.
        attribute: String,
        /// What it takes.
        expected: String,
        /// Value that was found.
        found: String,
        /// A near miss that is known.
        suggestion: Option<String>,
    },
    /// A required attribute is absent.
    MissingAttribute {
        /// Where.
        span: SourceSpan,
        /// The attribute.
        attribute: String,
    },
    /// Two objects of one kind have the same name.
    DuplicateName {
        /// Where the second one is.
        span: SourceSpan,
        /// Kind of object.
        kind: String,
        /// The name.
        name: String,
        /// Where the first one is.
        first: SourceSpan,
    },
    /// A reference to an object that does not exist.
    UnknownReference {
        /// Where.
        span: SourceSpan,
        /// Kind of object.
        kind: String,
        /// The name that was looked for.
        name: String,
        /// A near miss that is known.
        suggestion: Option<String>,
    },
    /// An `<include>` that cannot be followed.
    IncludeError {
        /// Where.
        span: SourceSpan,
        /// The included file.
        file: String,
        /// Why not.
        message: String,
    },
    /// A file included twice.
    DuplicateInclude {
        /// Where.
        span: SourceSpan,
        /// The included file.
        file: String,
    },
    /// A known feature that this version does not support.
    Unsupported {
        /// Where.
        span: SourceSpan,
        /// The feature.
        feature: String,
    },
    /// All files that the model needs and that do not exist.
    MissingFiles(Vec<(SourceSpan, PathBuf)>),
    /// A file that cannot be read or decoded.
    BadFile {
        /// Place that refers to the file.
        span: SourceSpan,
        /// The file.
        file: String,
        /// What is wrong with it.
        message: String,
    },
    /// A model larger than the loader allows.
    TooLarge {
        /// Where.
        span: SourceSpan,
        /// Which limit, and what to change.
        message: String,
    },
    /// Anything else that makes an element unusable.
    Invalid {
        /// Where.
        span: SourceSpan,
        /// What is wrong and what to do.
        message: String,
    },
    /// The model is well-formed but cannot be compiled.
    Conversion(ModelConversionError),
    /// A [`Stop`](crate::Stop) ended the load before it was done.
    Interrupted,
    /// Several errors of one document, in document order.
    Several(Vec<MjcfError>),
}

/// A well-formed model whose parts do not fit together.
///
/// ```
/// use sim_mjcf::{MjcfError, load_model};
///
/// let text = "<mujoco><worldbody><body name='ghost'><freejoint/></body></worldbody></mujoco>";
/// match load_model(text).unwrap_err() {
///     MjcfError::Conversion(error) => assert!(error.span.path().ends_with("body[ghost]"), "{error}"),
///     other => panic!("a moving body needs mass: {other}"),
/// }
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct ModelConversionError {
    /// The element that does not fit.
    pub span: SourceSpan,
    /// What is wrong and what to do.
    pub message: String,
}

impl SourceSpan {
    /// Makes an error about reading this element.
    pub fn invalid(&self, message: impl Into<String>) -> MjcfError {
        MjcfError::Invalid { span: self.clone(), message: message.into() }
    }

    /// Makes an error about compiling this element.
    pub fn conversion(&self, message: impl Into<String>) -> MjcfError {
        MjcfError::Conversion(ModelConversionError { span: self.clone(), message: message.into() })
    }

    /// Makes an error about a known feature that is not supported.
    pub fn unsupported(&self, feature: impl Into<String>) -> MjcfError {
        MjcfError::Unsupported { span: self.clone(), feature: feature.into() }
    }
}

impl MjcfError {
    /// Returns each error of [`MjcfError::Several`], or itself.
    pub fn errors(&self) -> &[Self] {
        match self {
            Self::Several(errors) => errors,
            one => std::slice::from_ref(one),
        }
    }

    /// Returns the first error in document order.
    pub fn first(&self) -> &Self {
        self.errors().first().unwrap_or(self)
    }

    /// Returns the place of the first error, if it has one.
    pub fn span(&self) -> Option<&SourceSpan> {
        match self.first() {
            Self::XmlParse { span, .. }
            | Self::UnknownElement { span, .. }
            | Self::UnknownAttribute { span, .. }
            | Self::InvalidAttribute { span, .. }
            | Self::MissingAttribute { span, .. }
            | Self::DuplicateName { span, .. }
            | Self::UnknownReference { span, .. }
            | Self::IncludeError { span, .. }
            | Self::DuplicateInclude { span, .. }
            | Self::Unsupported { span, .. }
            | Self::BadFile { span, .. }
            | Self::TooLarge { span, .. }
            | Self::Invalid { span, .. } => Some(span),
            Self::MissingFiles(files) => files.first().map(|(span, _)| span),
            Self::Conversion(inner) => Some(&inner.span),
            Self::Interrupted | Self::Several(_) => None,
        }
        .filter(|span| !span.is_none())
    }

    /// Returns what is wrong and what to do, without the place.
    ///
    /// ```
    /// let error = sim_mjcf::load_model("<mujoco><worldbody><geom sise='1'/></worldbody></mujoco>").unwrap_err();
    /// assert_eq!(error.message(), "<geom> has no attribute 'sise'; did you mean 'size'?");
    /// assert_eq!(error.to_string(), format!("{}: {}", error.span().expect("it has a place"), error.message()));
    /// ```
    pub fn message(&self) -> String {
        Message(self).to_string()
    }

    /// Whether the only missing file is that of the model itself, which no element asks for.
    fn is_model_missing(&self) -> bool {
        match self {
            Self::MissingFiles(files) => {
                matches!(&files[..], [(span, file)] if span.line() == 0 && file.to_string_lossy() == span.file())
            }
            _ => false,
        }
    }

    /// Makes one error of a list; none of an empty list.
    pub(crate) fn of(mut errors: Vec<Self>) -> Option<Self> {
        if errors.len() > 1 { Some(Self::Several(errors)) } else { errors.pop() }
    }
}

impl std::error::Error for MjcfError {}

impl std::error::Error for ModelConversionError {}

impl From<ModelConversionError> for MjcfError {
    fn from(error: ModelConversionError) -> Self {
        Self::Conversion(error)
    }
}

impl fmt::Display for ModelConversionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", At(&self.span), Line(&self.message))
    }
}

impl fmt::Display for MjcfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(span) = self.span().filter(|_| !matches!(self, Self::Several(_) | Self::MissingFiles(_))) {
            write!(f, "{}", At(span))?;
        }
        Message(self).fmt(f)
    }
}

/// An error without its place.
struct Message<'a>(&'a MjcfError);

impl fmt::Display for Message<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use MjcfError as E;
        match self.0 {
            E::XmlParse { message, .. } => write!(f, "not well-formed XML: {}", Line(message)),
            E::UnknownElement { element, parent, suggestion, .. } => {
                write!(f, "unknown element <{}> in <{}>{}", Name(element), Name(parent), Hint(suggestion))
            }
            E::UnknownAttribute { element, attribute, suggestion, .. } => {
                write!(f, "<{}> has no attribute '{}'{}", Name(element), Name(attribute), Hint(suggestion))
            }
            E::InvalidAttribute { attribute, expected, found, suggestion, .. } => {
                let (attribute, expected, found) = (Name(attribute), Line(expected), Line(found));
                write!(f, "attribute '{attribute}': expected {expected}, found {found}{}", Hint(suggestion))
            }
            E::MissingAttribute { attribute, .. } => {
                write!(f, "required attribute '{}' is missing", Name(attribute))
            }
            E::DuplicateName { kind, name, first, .. } => {
                write!(f, "repeated name '{}' in {kind}", Name(name))?;
                if first.is_none() { Ok(()) } else { write!(f, ": the first is at {first}") }
            }
            E::UnknownReference { kind, name, suggestion, .. } => {
                write!(f, "{} '{}' not found{}", Line(kind), Name(name), Hint(suggestion))
            }
            E::IncludeError { file, message, .. } => {
                write!(f, "cannot include '{}': {}", Name(file), Line(message))
            }
            E::DuplicateInclude { file, .. } => {
                write!(f, "file '{}' is already included; include each file once", Name(file))
            }
            E::Unsupported { feature, .. } => write!(f, "{} is not supported yet", Line(feature)),
            E::MissingFiles(files) if self.0.is_model_missing() => {
                files.iter().try_for_each(|(_, file)| write!(f, "{}: ", Line(&file.display().to_string())))?;
                f.write_str("no such file")
            }
            E::MissingFiles(files) => {
                f.write_str("missing files:")?;
                files.iter().try_for_each(|(span, file)| {
                    write!(f, "\n  {}", Line(&file.display().to_string()))?;
                    if span.is_none() { Ok(()) } else { write!(f, " (asked for at {span})") }
                })
            }
            E::BadFile { file, message, .. } => write!(f, "file '{}': {}", Line(file), Line(message)),
            E::TooLarge { message, .. } | E::Invalid { message, .. } => write!(f, "{}", Line(message)),
            E::Conversion(error) => write!(f, "{}", Line(&error.message)),
            E::Interrupted => f.write_str("loading was interrupted"),
            E::Several(errors) => several(errors, f),
        }
    }
}

/// Writes the first error, the number of further errors, and those.
fn several(errors: &[MjcfError], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Some((first, rest)) = errors.split_first() else { return f.write_str("no errors") };
    let plural = if rest.len() == 1 { "" } else { "s" };
    write!(f, "{first}\nand {} more error{plural}:", rest.len())?;
    rest.iter().try_for_each(|error| write!(f, "\n  {error}"))
}

/// Writes the start of a message: the place, if known.
pub(crate) struct At<'a>(pub(crate) &'a SourceSpan);

impl fmt::Display for At<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_none() { Ok(()) } else { write!(f, "{}: ", self.0) }
    }
}

struct Hint<'a>(&'a Option<String>);

impl fmt::Display for Hint<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(suggestion) => write!(f, "; did you mean '{}'?", Name(suggestion)),
            None => Ok(()),
        }
    }
}
