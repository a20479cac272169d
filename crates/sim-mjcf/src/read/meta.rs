//! What every object of a spec takes from its element.

use crate::error_list::ErrorList;
use crate::read::element::Element;
use crate::spec::{DefaultClass, Meta, Spec};
use std::sync::Arc;

impl Meta {
    /// Name and place of an element, with the class its defaults come from.
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
    /// A new object: the default of the element's class and the common part. The element's attributes are
    /// applied by the caller. A class that does not exist is noted, and `main` stands for it.
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
