//! Reads the common part of every object from its element.

use crate::error_list::ErrorList;
use crate::read::element::Element;
use crate::spec::{DefaultClass, Meta, Spec};
use std::sync::Arc;

impl Meta {
    /// Reads an element's name and place; `class` is its default class.
    pub(crate) fn read(el: &Element, class: &str) -> Self {
        Self {
            name: el.text("name").unwrap_or_default().to_string(),
            class: class.to_string(),
            span: el.span.clone(),
            origin: 0,
        }
    }
}

impl Spec {
    /// Makes an object from the default of the element's class, and the common part. The caller applies the attributes. An
    /// unknown class is noted, and `main` replaces it.
    pub(crate) fn start<T: Clone + Default>(
        &self,
        el: &Element,
        pick: fn(&DefaultClass) -> &Arc<T>,
        errors: &mut ErrorList,
    ) -> crate::error::Result<(T, Meta)> {
        let index = errors.take(self.class(el, None))?.unwrap_or(0);
        Ok(match self.defaults.get(index) {
            Some(class) => (T::clone(pick(class)), Meta::read(el, &class.name)),
            None => (T::default(), Meta::read(el, "")),
        })
    }
}
