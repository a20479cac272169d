//! Where an element was written: file, line, column and the path of elements that leads to it.

use std::fmt;
use std::sync::Arc;

/// A position in a model file, shared by everything read from one element.
#[derive(Clone, PartialEq, Eq)]
pub struct Place(Arc<Node>);

#[derive(PartialEq, Eq)]
struct Node {
    label: Arc<Label>,
    line: u32,
    column: u32,
    parent: Option<Place>,
}

/// What an element is called. Neighbours without a name share it: a file may hold very many of them.
#[derive(PartialEq, Eq)]
struct Label {
    file: Arc<str>,
    tag: Box<str>,
    name: Option<Box<str>>,
}

impl Place {
    /// The place of an element; lines and columns count from 1.
    pub fn new(file: Arc<str>, line: u32, column: u32, tag: &str, name: Option<&str>, parent: Option<&Self>) -> Self {
        let label = Arc::new(Label { file, tag: tag.into(), name: name.map(Into::into) });
        Self(Arc::new(Node { label, line, column, parent: parent.cloned() }))
    }

    /// The place of a nameless element with the same tag in the same file and parent, if this is one.
    pub(crate) fn beside(&self, file: &Arc<str>, tag: &str, line: u32, column: u32) -> Option<Self> {
        let Node { label, parent, .. } = &*self.0;
        let alike = label.name.is_none() && *label.tag == *tag && label.file == *file;
        alike.then(|| Self(Arc::new(Node { label: label.clone(), line, column, parent: parent.clone() })))
    }

    /// A place for objects built by a program rather than read from a file.
    pub fn none() -> Self {
        Self::new("".into(), 0, 0, "", None, None)
    }

    /// The same element, at the position of one of its attributes.
    pub fn at(&self, line: u32, column: u32) -> Self {
        let Node { label, parent, .. } = &*self.0;
        Self(Arc::new(Node { label: label.clone(), line, column, parent: parent.clone() }))
    }

    /// Name of the file, empty for a model given as text.
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

    /// The elements that lead here, as in `mujoco/worldbody/body[torso]/geom`.
    pub fn path(&self) -> String {
        let mut chain = vec![];
        let mut at = Some(self);
        while let Some(place) = at {
            let Label { tag, name, .. } = &*place.0.label;
            chain.push(match name {
                Some(name) => format!("{tag}[{name}]"),
                None => tag.to_string(),
            });
            at = place.0.parent.as_ref();
        }
        chain.reverse();
        chain.join("/")
    }
}

impl Default for Place {
    fn default() -> Self {
        Self::none()
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = if self.file().is_empty() { "<text>" } else { self.file() };
        write!(f, "{file}:{}:{}: {}", self.line(), self.column(), self.path())
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Place({self})")
    }
}

impl Drop for Node {
    /// Unlinks the chain of parents one by one: a deeply nested file must not overflow the stack.
    fn drop(&mut self) {
        let mut next = self.parent.take();
        while let Some(place) = next {
            match Arc::try_unwrap(place.0) {
                Ok(mut node) => next = node.parent.take(),
                Err(_) => break,
            }
        }
    }
}
