//! The place of an element: file, line, column and the path of elements that leads to it.

use sim_core::binding::message::{Line, Name};
use std::fmt;
use std::sync::Arc;

/// A place in a model file. All objects read from one element share it; copies are cheap.
///
/// ```
/// let text = "<mujoco>\n  <worldbody>\n    <geom name='g' size='big'/>\n  </worldbody>\n</mujoco>";
/// let error = sim_mjcf::load_model(text).unwrap_err();
/// let span = error.span().expect("it has a place");
/// assert_eq!((span.line(), span.path().as_str()), (3, "mujoco/worldbody/geom[g]"));
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct SourceSpan(Arc<Node>);

#[derive(PartialEq, Eq)]
struct Node {
    label: Arc<Label>,
    line: u32,
    column: u32,
    /// Line and column of the element itself.
    start: (u32, u32),
    parent: Option<SourceSpan>,
}

/// File, tag and name of an element. Nameless neighbours share a label, because a file may have very many.
#[derive(PartialEq, Eq)]
struct Label {
    file: Arc<str>,
    tag: Box<str>,
    name: Option<Box<str>>,
}

impl SourceSpan {
    /// Makes the place of an element. Lines and columns count from 1.
    pub fn new(file: Arc<str>, line: u32, column: u32, tag: &str, name: Option<&str>, parent: Option<&Self>) -> Self {
        let label = Arc::new(Label { file, tag: tag.into(), name: name.map(Into::into) });
        Self(Arc::new(Node { label, line, column, start: (line, column), parent: parent.cloned() }))
    }

    /// Returns the place of a nameless neighbour: an element with the same tag, file and parent. None if this one has a name or
    /// differs.
    pub(crate) fn beside(&self, file: &Arc<str>, tag: &str, line: u32, column: u32) -> Option<Self> {
        let Node { label, parent, .. } = &*self.0;
        let alike = label.name.is_none() && *label.tag == *tag && label.file == *file;
        let start = (line, column);
        alike.then(|| Self(Arc::new(Node { label: label.clone(), line, column, start, parent: parent.clone() })))
    }

    /// Makes the place of an object that a program built, not a file.
    pub fn none() -> Self {
        Self::new("".into(), 0, 0, "", None, None)
    }

    /// Returns the place of one of the element's attributes.
    pub fn at(&self, line: u32, column: u32) -> Self {
        let Node { label, parent, start, .. } = &*self.0;
        Self(Arc::new(Node { label: label.clone(), line, column, start: *start, parent: parent.clone() }))
    }

    /// Name of the file; empty for a model given as text.
    pub fn file(&self) -> &str {
        &self.0.label.file
    }

    /// Line, from 1; 0 when unknown.
    pub fn line(&self) -> u32 {
        self.0.line
    }

    /// Column, from 1; 0 when unknown.
    pub fn column(&self) -> u32 {
        self.0.column
    }

    /// Whether the place is unknown: no file, line or tag.
    pub fn is_none(&self) -> bool {
        self.line() == 0 && self.file().is_empty() && self.0.label.tag.is_empty()
    }

    /// Whether the place lies in an element, or in the element's own tag.
    pub(crate) fn is_inside(&self, outer: &Self) -> bool {
        self.ancestors().any(|span| span.0.start == outer.0.start && span.file() == outer.file())
    }

    /// The element's tag.
    pub(crate) fn tag(&self) -> &str {
        &self.0.label.tag
    }

    /// Tag of the enclosing section, such as `worldbody`; empty for the root.
    pub(crate) fn section(&self) -> &str {
        let mut below = "";
        for span in self.ancestors() {
            if span.0.parent.is_none() {
                break;
            }
            below = &span.0.label.tag;
        }
        below
    }

    /// The place and those of the enclosing elements, innermost first.
    fn ancestors(&self) -> impl Iterator<Item = &Self> {
        std::iter::successors(Some(self), |span| span.0.parent.as_ref())
    }

    /// Returns the path of elements, such as `mujoco/worldbody/body[torso]/geom`.
    pub fn path(&self) -> String {
        self.chain().join("/")
    }

    /// Returns the path with the middle of a long one left out.
    fn short_path(&self) -> String {
        let mut chain = self.chain();
        if chain.len() > OUTER + INNER + 1 {
            let hidden = chain.len() - OUTER - INNER;
            chain.splice(OUTER..OUTER + hidden, [format!("({hidden} more)")]);
        }
        chain.join("/")
    }

    /// Each element of the path, outermost first.
    fn chain(&self) -> Vec<String> {
        let mut chain = vec![];
        for span in self.ancestors() {
            let Label { tag, name, .. } = &*span.0.label;
            chain.push(match name {
                Some(name) => format!("{}[{}]", Name(tag), Name(name)),
                None => Name(tag).to_string(),
            });
        }
        chain.reverse();
        chain
    }
}

/// Elements shown at the outer and inner end of a long path.
const OUTER: usize = 3;
const INNER: usize = 5;

impl Default for SourceSpan {
    fn default() -> Self {
        Self::none()
    }
}

impl fmt::Display for SourceSpan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.short_path();
        if self.line() == 0 {
            // an object of a program, or a whole file
            return match (self.file(), path.as_str()) {
                ("", path) => f.write_str(path),
                (file, "") => write!(f, "{}", Line(file)),
                (file, path) => write!(f, "{}: {path}", Line(file)),
            };
        }
        let file = if self.file().is_empty() { "<text>" } else { self.file() };
        write!(f, "{}:{}:{}: {path}", Line(file), self.line(), self.column())
    }
}

impl fmt::Debug for SourceSpan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SourceSpan({self})")
    }
}

impl Drop for Node {
    /// Unlinks the chain of parents one by one: a deeply nested file must not overflow the stack.
    fn drop(&mut self) {
        let mut next = self.parent.take();
        while let Some(span) = next {
            match Arc::try_unwrap(span.0) {
                Ok(mut node) => next = node.parent.take(),
                Err(_) => break,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn below(parent: &SourceSpan, name: &str) -> SourceSpan {
        SourceSpan::new("f".into(), 1, 2, "body", Some(name), Some(parent))
    }

    #[test]
    fn no_position_is_shown_where_there_is_none() {
        assert_eq!(SourceSpan::none().to_string(), "");
        assert_eq!(SourceSpan::new("a.xml".into(), 0, 0, "", None, None).to_string(), "a.xml");
        assert_eq!(SourceSpan::new("".into(), 0, 0, "geom", Some("g"), None).to_string(), "geom[g]");
    }

    #[test]
    fn long_paths_show_their_ends() {
        let root = SourceSpan::new("f".into(), 1, 1, "mujoco", None, None);
        let deep = (0..9).fold(root.clone(), |span, i| below(&span, &i.to_string()));
        let shown = "mujoco/body[0]/body[1]/(2 more)/body[4]/body[5]/body[6]/body[7]/body[8]";
        assert_eq!(deep.to_string(), format!("f:1:2: {shown}"));
        assert!(deep.path().contains("body[2]/body[3]"));
        assert_eq!(below(&root, "a\nb").path(), "mujoco/body[a\\nb]");
    }
}
