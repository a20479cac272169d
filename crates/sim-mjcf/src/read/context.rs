//! What the readers of one file share, and the counts of model assets.

use super::element::Element;
use super::xml;
use crate::error::{MjcfError, Result};
use crate::files::Files;
use crate::limits::Limits;
use crate::source_span::SourceSpan;
use crate::spec::Compiler;
use std::cell::Cell;
use std::path::PathBuf;

/// The deepest nesting of model assets in model assets.
pub(super) const MAX_MODEL_DEPTH: usize = 16;
/// The most model assets of one load.
pub(super) const MAX_MODELS: usize = 4096;

/// Shared by the readers of one file.
pub(crate) struct Context<'a> {
    /// Where files come from.
    pub files: &'a Files,
    /// Directory of the model file.
    pub dir: &'a str,
    /// Compiler settings, complete before anything else is read.
    pub compiler: &'a Compiler,
    /// Model files being read, outermost first.
    pub chain: &'a [PathBuf],
    /// Counts of the model assets so far.
    pub tally: &'a Tally,
}

/// Counts of all model assets of one load so far.
#[derive(Default)]
pub(crate) struct Tally {
    /// Assets read.
    pub models: Cell<usize>,
    /// Elements of their files.
    elements: Cell<usize>,
    /// Objects they hold once they are expanded.
    pub objects: Cell<usize>,
}

impl Tally {
    /// Counts the elements of one more document, or refuses them.
    pub fn add_elements(&self, root: &Element, limits: &Limits) -> Result<()> {
        let mut count = self.elements.get();
        let mut open = vec![root];
        while let Some(element) = open.pop() {
            count = count.saturating_add(1);
            open.extend(&element.children);
        }
        self.elements.set(count);
        match count <= limits.elements {
            true => Ok(()),
            false => Err(xml::too_many_elements(&root.span, limits.elements, "the model assets together")),
        }
    }
}

/// Makes the error of too many or too deep model assets.
pub(super) fn too_many_models(span: &SourceSpan) -> MjcfError {
    MjcfError::TooLarge {
        span: span.clone(),
        message: format!(
            "model assets nest more than {MAX_MODEL_DEPTH} deep or are more than {MAX_MODELS}; does a model refer to itself?"
        ),
    }
}
