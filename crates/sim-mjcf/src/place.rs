//! Where an element was written: file, line, column and the path of elements that leads to it.

use std::fmt;
use std::sync::Arc;

/// A position in a model file, shared by everything read from one element.
#[derive(Clone, PartialEq, Eq)]
pub struct Place(Arc<Node>);

#[derive(PartialEq, Eq)]
struct Node {
    file: Arc<str>,
    line: u32,
    column: u32,
    tag: Box<str>,
    name: Option<Box<str>>,
    parent: Option<Place>,
}

impl Place {
    /// The place of an element; lines and columns count from 1.
    pub fn new(file: Arc<str>, line: u32, column: u32, tag: &str, name: Option<&str>, parent: Option<&Self>) -> Self {
        Self(Arc::new(Node {
            file,
            line,
            column,
            tag: tag.into(),
            name: name.map(Into::into),
            parent: parent.cloned(),
        }))
    }

    /// A place for objects built by a program rather than read from a file.
    pub fn none() -> Self {
        Self::new("".into(), 0, 0, "", None, None)
    }

    /// The same element, at the position of one of its attributes.
    pub fn at(&self, line: u32, column: u32) -> Self {
        let node = &self.0;
        Self(Arc::new(Node {
            file: node.file.clone(),
            line,
            column,
            tag: node.tag.clone(),
            name: node.name.clone(),
            parent: node.parent.clone(),
        }))
    }

    /// Name of the file, empty for a model given as text.
    pub fn file(&self) -> &str {
        &self.0.file
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
            chain.push(match &place.0.name {
                Some(name) => format!("{}[{}]", place.0.tag, name),
                None => place.0.tag.to_string(),
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
