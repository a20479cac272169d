//! Default classes by name. A model may have tens of thousands, and every element looks one up.

use super::{DefaultClass, Spec};
use std::collections::HashMap;

/// The first and the last class of each name, among the classes added so far. It is a cache, not part of the spec's value.
#[derive(Clone, Debug, Default)]
pub(crate) struct ClassIndex {
    names: HashMap<String, [usize; 2]>,
    count: usize,
}

impl PartialEq for ClassIndex {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Spec {
    /// Index of the first class of a name.
    pub(crate) fn find_class(&self, name: &str) -> Option<usize> {
        match self.indexed(name) {
            Some(found) => found.map(|[first, _]| first),
            None => self.defaults.iter().position(|class| class.name == name),
        }
    }

    /// Index of the last class of a name.
    pub(crate) fn last_class(&self, name: &str) -> Option<usize> {
        match self.indexed(name) {
            Some(found) => found.map(|[_, last]| last),
            None => self.defaults.iter().rposition(|class| class.name == name),
        }
    }

    /// The indexed class, unless a program has changed the classes since.
    fn indexed(&self, name: &str) -> Option<Option<[usize; 2]>> {
        if self.class_index.count != self.defaults.len() {
            return None;
        }
        let found = self.class_index.names.get(name).copied();
        let is_it = |index: usize| self.defaults.get(index).is_some_and(|class| class.name == name);
        found.is_none_or(|ends| ends.into_iter().all(is_it)).then_some(found)
    }

    /// Adds classes.
    pub(crate) fn extend_classes(&mut self, classes: impl IntoIterator<Item = DefaultClass>) {
        self.defaults.extend(classes);
        let ClassIndex { names, count } = &mut self.class_index;
        for (index, class) in self.defaults.iter().enumerate().skip(*count) {
            names.entry(class.name.clone()).or_insert([index; 2])[1] = index;
        }
        *count = self.defaults.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_found_whoever_added_them() {
        let class = |name: &str| DefaultClass { name: name.into(), ..DefaultClass::default() };
        let mut spec = Spec::default();
        assert_eq!((spec.find_class("main"), spec.find_class("a")), (Some(0), None));
        spec.extend_classes(["a", "b", "a"].map(class));
        assert_eq!((spec.find_class("a"), spec.last_class("a"), spec.find_class("c")), (Some(1), Some(3), None));
        spec.defaults.push(class("c"));
        assert_eq!((spec.find_class("c"), spec.last_class("main")), (Some(4), Some(0)));
        spec.defaults.swap(1, 2);
        spec.defaults.truncate(4);
        assert_eq!(spec.find_class("a"), Some(2));
    }
}
