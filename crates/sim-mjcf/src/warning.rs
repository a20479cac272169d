//! Warnings of loading: remarks that do not stop the model.

use crate::error::At;
use crate::source_span::SourceSpan;
use sim_core::binding::message::Line;
use std::fmt;

/// A remark about a model that loads. Its text begins with the place, if it has one.
///
/// ```
/// use sim_mjcf::Loader;
///
/// let text = "<mujoco>\n  <worldbody/>\n  <body name='stray'/>\n</mujoco>";
/// let loaded = Loader::new().load_str(text, "robot.xml")?;
/// let warning = &loaded.warnings[0];
/// assert_eq!((warning.span.line(), warning.span.column()), (3, 3));
/// assert_eq!(warning.to_string(), format!("{}: {}", warning.span, warning.message));
/// # Ok::<(), sim_mjcf::MjcfError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Warning {
    /// The place; [`SourceSpan::none`] if it is unknown.
    pub span: SourceSpan,
    /// What is odd and what to do, without the place.
    pub message: String,
}

impl Warning {
    /// Makes a warning about an element.
    pub fn new(span: &SourceSpan, message: impl Into<String>) -> Self {
        Self { span: span.clone(), message: message.into() }
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", At(&self.span), Line(&self.message))
    }
}
