//! Errors of the translation.

use thiserror::Error;

/// An error of [`write_string`](crate::write_string) or [`translate_wgsl`](crate::translate_wgsl).
///
/// ```
/// use naga_cuda::{Error, Options, translate_wgsl};
///
/// let text = "@compute @workgroup_size(1) fn first() {}";
/// let error = translate_wgsl(text, &Options::new("second")).unwrap_err();
/// assert_eq!(error, Error::MissingEntryPoint { name: "second".into(), found: vec!["first".into()] });
/// assert_eq!(error.to_string(), "the shader has no compute entry point 'second': it has 'first'");
/// ```
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The text is not valid WGSL.
    #[error("the shader is not valid WGSL: {0}")]
    Parse(String),
    /// naga's validator rejects the module.
    #[error("the shader is not valid: {0}")]
    Validation(String),
    /// No compute entry point has this name.
    #[error("the shader has no compute entry point '{name}': it has {}", list(found))]
    MissingEntryPoint {
        /// The requested name.
        name: String,
        /// Names of the compute entry points.
        found: Vec<String>,
    },
    /// The module uses something that this crate does not support.
    #[error("{place}: CUDA has no counterpart for {what}: write the shader without it")]
    Unsupported {
        /// Function or declaration that uses it.
        place: String,
        /// The unsupported construct.
        what: String,
    },
}

fn list(names: &[String]) -> String {
    if names.is_empty() {
        return "none".into();
    }
    names.iter().map(|name| format!("'{name}'")).collect::<Vec<_>>().join(", ")
}
