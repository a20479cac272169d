//! Elements that a program writes: as the reader makes them of a file, with lines of the program as places.

use crate::error::MjcfError;
use crate::read::element::{Attribute, Element};
use crate::read::xml::{check_attributes, unknown_attribute};
use crate::schema::{self, Count, Node};
use crate::source_span::SourceSpan;
use crate::table::{Value, attribute};
use std::panic::Location;

/// An element under construction, and the list for its errors.
#[derive(Debug)]
pub(super) struct Draft<'a> {
    pub node: Node,
    pub element: &'a mut Element,
    pub errors: &'a mut Vec<MjcfError>,
}

/// Makes an element without attributes, at the calling line of the program.
#[track_caller]
pub(super) fn element(node: Node, name: &str, parent: Option<&SourceSpan>) -> Element {
    let here = Location::caller();
    let shown = (!name.is_empty()).then_some(name);
    let span = SourceSpan::new(here.file().into(), here.line(), here.column(), node.element.tag, shown, parent);
    Element { tag: node.element.tag, attributes: vec![], children: vec![], span }
}

impl<'a> Draft<'a> {
    /// Sets or replaces an attribute; a value that does not fit is noted as an error.
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
        match attribute::of_program(attribute, value) {
            Ok(value) => {
                self.element.attributes.retain(|other| other.name != attribute.name);
                let new = value.map(|value| Attribute { name: attribute.name, value, line, column });
                self.element.attributes.extend(new);
            }
            Err(problem) => self.errors.push(problem.of(attribute, span)),
        }
    }

    /// Adds an element inside this one. An empty name means no name.
    #[track_caller]
    pub fn child(&mut self, tag: &str, name: &str) -> Draft<'_> {
        self.reborrow().into_child(tag, name)
    }

    /// Adds an element and returns its index among the children and its schema.
    #[track_caller]
    fn add(&mut self, tag: &str, name: &str) -> (usize, Node) {
        let node = match self.node.child(tag) {
            Some((_, _, node)) => node,
            None => {
                let span = element(self.node, "", None).span;
                let span = self.element.span.at(span.line(), span.column());
                self.errors.push(span.invalid(format!("<{}> cannot hold a <{tag}>", self.element.tag)));
                // its attributes are still checked
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

    /// Returns the element of this tag, and adds it if there is none.
    #[track_caller]
    pub fn only(&mut self, tag: &str) -> Draft<'_> {
        self.reborrow().into_only(tag)
    }

    fn reborrow(&mut self) -> Draft<'_> {
        Draft { node: self.node, element: self.element, errors: self.errors }
    }

    /// Adds an element inside this one, borrowed for as long as the model.
    #[track_caller]
    pub fn into_child(mut self, tag: &str, name: &str) -> Self {
        let (index, node) = self.add(tag, name);
        self.enter(index, node)
    }

    /// Returns or adds the element of this tag, borrowed for as long as the model.
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

/// The tag of an element, given by its name or by an enum of the engine.
pub(super) fn tag_of(kind: Value) -> String {
    match kind {
        Value::Text(tag) => tag,
        Value::Keyword(_, tag) if !tag.is_empty() => tag.to_string(),
        other => other.describe(),
    }
}

/// Sorts attributes as in the schema, and notes missing and contradicting ones.
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
                errors.push(
                    child.span.invalid(format!("<{}> can stand only once in <{}>: merge them", child.tag, element.tag)),
                );
            }
            seen.push(child.tag);
            open.push((inner, child));
        }
    }
}
