//! What the rules need of a spec: its objects in document order, joints by name, and who wrote a value.

use crate::source_span::SourceSpan;
use crate::spec::{Body, Compiler, DefaultClass, Item, Joint, Meta, Spec};
use std::collections::HashMap;

/// A spec and its joints by name.
pub(super) struct Survey<'a> {
    pub(super) spec: &'a Spec,
    joints: HashMap<&'a str, &'a Joint>,
}

impl<'a> Survey<'a> {
    pub(super) fn of(spec: &'a Spec) -> Self {
        let mut joints = HashMap::new();
        for item in items(spec) {
            if let Item::Joint(joint) = item {
                joints.insert(joint.meta.name.as_str(), joint);
            }
        }
        joints.remove("");
        Self { spec, joints }
    }

    /// The joint of a name.
    pub(super) fn joint(&self, name: &str) -> Option<&'a Joint> {
        self.joints.get(name).copied()
    }

    /// All items of the tree, in document order.
    pub(super) fn items(&self) -> impl Iterator<Item = &'a Item> + use<'a> {
        items(self.spec)
    }

    /// All joints in the order of `qpos`: those of a body before those of its children.
    pub(super) fn joints_in_order(&self) -> Vec<&'a Joint> {
        let (mut out, mut bodies): (Vec<&Joint>, Vec<&Body>) = (vec![], vec![&self.spec.world]);
        while let Some(body) = bodies.pop() {
            let mut children = vec![];
            let mut open: Vec<&Item> = body.items.iter().rev().collect();
            while let Some(item) = open.pop() {
                match item {
                    Item::Frame(frame) => open.extend(frame.items.iter().rev()),
                    Item::Body(child) => children.push(&**child),
                    Item::Joint(joint) => out.push(joint),
                    _ => {}
                }
            }
            bodies.extend(children.into_iter().rev());
        }
        out
    }

    /// Compiler settings under which an object was written.
    pub(super) fn compiler(&self, meta: &Meta) -> Option<&'a Compiler> {
        self.spec.origins.get(meta.origin)
    }

    /// Place where a value of an object was written: the object's own, or that of the default class that it comes from.
    pub(super) fn written<T: PartialEq>(
        &self,
        meta: &Meta,
        value: &T,
        of_class: impl Fn(&DefaultClass) -> (&SourceSpan, &T),
    ) -> SourceSpan {
        let class = self.spec.find_class(&meta.class).and_then(|index| self.spec.defaults.get(index));
        let Some(mut class) = class.filter(|class| of_class(class).1 == value) else { return meta.span.clone() };
        // the outermost class with this value wrote it
        while let Some(parent) = class.parent.and_then(|index| self.spec.defaults.get(index))
            && of_class(parent).1 == value
        {
            class = parent;
        }
        let place = of_class(class).0;
        if place.is_none() { meta.span.clone() } else { place.clone() }
    }
}

fn items(spec: &Spec) -> impl Iterator<Item = &Item> {
    // a list of what is left instead of recursion: a program may nest as deep as it likes
    let mut open: Vec<&Item> = spec.world.items.iter().rev().collect();
    std::iter::from_fn(move || {
        let item = open.pop()?;
        open.extend(item.inside().iter().rev());
        Some(item)
    })
}
