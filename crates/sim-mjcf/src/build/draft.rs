//! An element of a model that a program writes: as the reader gives it for a file, with the program's lines as places.

use crate::error::MjcfError;
use crate::read::element::{Attribute, Element};
use crate::read::value;
use crate::read::xml::{check_attributes, unknown_attribute};
use crate::schema::{self, Count, Node};
use crate::source_span::SourceSpan;
use crate::table::Value;
use std::panic::Location;

/// An element that is being written, and where its errors go.
#[derive(Debug)]
pub(super) struct Draft<'a> {
    pub node: Node,
    pub element: &'a mut Element,
    pub errors: &'a mut Vec<MjcfError>,
}

/// An element without attributes, at the line of the program that asks for it.
#[track_caller]
pub(super) fn element(node: Node, name: &str, parent: Option<&SourceSpan>) -> Element {
    let here = Location::caller();
    let shown = (!name.is_empty()).then_some(name);
    let span = SourceSpan::new(here.file().into(), here.line(), here.column(), node.element.tag, shown, parent);
    Element { tag: node.element.tag, attributes: vec![], children: vec![], span }
}

impl<'a> Draft<'a> {
    /// Sets an attribute, or notes why it cannot be; what was set before is replaced.
    #[track_caller]
    pub fn set(&mut self, name: &str, value: Value) {
        let here = Location::caller();
        let (line, column) = (here.line(), here.column());
        let span = self.element.span.at(line, column);
        let Some((_, attribute)) = self.node.attribute(name) else {
            let known = self.node.attributes().map(|attribute| attribute.name);
            self.errors.push(unknown_attribute(span, self.element.tag, name, known));
            return;
        };
        match value::of_program(attribute, value) {
            Ok(value) => {
                self.element.attributes.retain(|other| other.name != attribute.name);
                let new = value.map(|value| Attribute { name: attribute.name, value, line, column });
                self.element.attributes.extend(new);
            }
            Err(problem) => self.errors.push(problem.of(attribute, span)),
        }
    }

    /// Adds an element inside this one; an empty name is none.
    #[track_caller]
    pub fn child(&mut self, tag: &str, name: &str) -> Draft<'_> {
        self.reborrow().into_child(tag, name)
    }

    /// Adds an element: its place among the children, and its schema.
    #[track_caller]
    fn add(&mut self, tag: &str, name: &str) -> (usize, Node) {
        let node = match self.node.child(tag) {
            Some((_, _, node)) => node,
            None => {
                let span = element(self.node, "", None).span;
                let span = self.element.span.at(span.line(), span.column());
                self.errors.push(span.invalid(format!("<{}> cannot hold a <{tag}>", self.element.tag)));
                // what is said about it is still checked
                schema::of_tag(tag).unwrap_or(self.node)
            }
        };
        let mut inner = element(node, name, Some(&self.element.span));
        if !name.is_empty() {
            let (line, column) = (inner.span.line(), inner.span.column());
            let value = Value::Text(name.to_string());
            inner.attributes.push(Attribute { name: "name", value, line, column });
        }
        self.element.children.push(inner);
        (self.element.children.len() - 1, node)
    }

    /// The element of this tag, which is added where there is none yet.
    #[track_caller]
    pub fn only(&mut self, tag: &str) -> Draft<'_> {
        self.reborrow().into_only(tag)
    }

    fn reborrow(&mut self) -> Draft<'_> {
        Draft { node: self.node, element: self.element, errors: self.errors }
    }

    /// The same as [`Draft::child`], for as long as the model is borrowed.
    #[track_caller]
    pub fn into_child(mut self, tag: &str, name: &str) -> Self {
        let (index, node) = self.add(tag, name);
        self.enter(index, node)
    }

    /// The same as [`Draft::only`], for as long as the model is borrowed.
    #[track_caller]
    pub fn into_only(self, tag: &str) -> Self {
        let index = self.element.children.iter().position(|child| child.tag == tag);
        match (index, self.node.child(tag)) {
            (Some(index), Some((_, _, node))) => self.enter(index, node),
            _ => self.into_child(tag, ""),
        }
    }

    fn enter(self, index: usize, node: Node) -> Self {
        Self { node, element: &mut self.element.children[index], errors: self.errors }
    }
}

/// Puts attributes into the order of the schema and notes what is missing or does not go together.
pub(super) fn finish(root: &mut Element, errors: &mut Vec<MjcfError>) {
    let mut open = vec![(schema::root(), root)];
    while let Some((node, element)) = open.pop() {
        if let Some(feature) = node.element.unsupported {
            errors.push(element.span.unsupported(feature));
        }
        let number = |name: &str| node.attribute(name).map_or(usize::MAX, |(number, _)| number);
        element.attributes.sort_by_key(|attribute| number(attribute.name));
        check_attributes(node, &element.attributes, &element.span, errors);
        let mut seen: Vec<&str> = vec![];
        for child in &mut element.children {
            let Some((_, count, inner)) = node.child(child.tag) else { continue };
            if count == Count::Once && seen.contains(&child.tag) {
                errors.push(child.span.invalid(format!("<{}> may stand only once in <{}>", child.tag, element.tag)));
            }
            seen.push(child.tag);
            open.push((inner, child));
        }
    }
}
