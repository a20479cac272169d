//! Size of the expanded model, computed before any copy is made. Twelve nested replicates of ten are refused at once, not
//! when memory is full.
//!
//! The count follows the expansion, but without names that copies make. Parts that it misses are counted when they are
//! made.

use super::tree::item_weight;
use crate::compile::ENTRY_BYTES;
use crate::error::Result;
use crate::limits::{Budget, Limits};
use crate::source_span::SourceSpan;
use crate::spec::{Attach, Item, ModelAsset, Spec, Written};
use sim_core::binding::message::count;
use std::collections::HashMap;

/// Size of a part of the tree.
#[derive(Clone, Copy, Default)]
struct Size {
    /// Objects, by weight.
    objects: usize,
    /// Degrees of freedom that it gives to the body around it.
    own: u128,
    /// Degrees of freedom of the bodies in it.
    dofs: u128,
    /// Their entries in the inertia matrix: one for each pair in which one moves the other.
    entries: u128,
}

impl Size {
    fn of(item: &Item) -> Self {
        let own = if let Item::Joint(joint) = item { joint.kind.nv() as u128 } else { 0 };
        Self { objects: item_weight(item), own, ..Self::default() }
    }

    fn add(&mut self, other: Self) {
        self.objects = self.objects.saturating_add(other.objects);
        self.own = self.own.saturating_add(other.own);
        self.dofs = self.dofs.saturating_add(other.dofs);
        self.entries = self.entries.saturating_add(other.entries);
    }

    fn times(self, count: usize) -> Self {
        let n = count as u128;
        Self {
            objects: self.objects.saturating_mul(count),
            own: self.own.saturating_mul(n),
            dofs: self.dofs.saturating_mul(n),
            entries: self.entries.saturating_mul(n),
        }
    }

    /// Size of a body, from the sum of its parts: they move with the body's own degrees of freedom.
    fn of_body(self, item: &Item) -> Self {
        let Item::Body(_) = item else { return self };
        let Self { objects, own, dofs, entries } = self;
        let beside = own.saturating_mul(own.saturating_add(1)) / 2;
        let entries = entries.saturating_add(beside).saturating_add(own.saturating_mul(dofs));
        Self { objects, own: 0, dofs: dofs.saturating_add(own), entries }
    }
}

/// Sizes of the parts that can be attached, by name. Bodies and frames have separate names.
#[derive(Default)]
struct Parts {
    bodies: HashMap<String, Size>,
    frames: HashMap<String, Size>,
    whole: Size,
}

/// An element whose items are being counted.
struct Open<'a> {
    items: std::slice::Iter<'a, Written>,
    /// Size so far, with the element itself.
    size: Size,
    end: End<'a>,
}

/// How an element's count ends.
enum End<'a> {
    World,
    Object(&'a Item),
    Copies(usize, &'a SourceSpan),
}

/// Refuses a document whose model has too many objects, or chains of joints that need too much memory.
pub(crate) fn check(world: &[Written], models: &[ModelAsset], limits: &Limits) -> Result<()> {
    let mut budget = Budget::new(limits.clone());
    let mut known = Parts::default();
    let mut foreign: HashMap<&str, Parts> = HashMap::new();
    let mut stack = vec![Open { items: world.iter(), size: Size::default(), end: End::World }];
    while let Some(open) = stack.last_mut() {
        match open.items.next() {
            Some(Written::Object(item, inside)) => {
                let mut size = Size::of(item);
                item.inside().iter().for_each(|item| size.add(size_of(item, &mut known)));
                budget.take(size.objects, 1, &super::common(item).1.span)?;
                stack.push(Open { items: inside.iter(), size, end: End::Object(item) });
            }
            Some(Written::Replicate(replicate, inside)) => {
                let count = usize::try_from(replicate.count).unwrap_or(0);
                let end = End::Copies(count, &replicate.meta.span);
                stack.push(Open { items: inside.iter(), size: Size::default(), end });
            }
            Some(Written::Attach(attach)) => {
                let size = match &attach.model {
                    None => known.size(attach),
                    Some(name) => models.iter().find(|model| model.spec.modelname == *name).and_then(|model| {
                        foreign
                            .entry(model.spec.modelname.as_str())
                            .or_insert_with(|| Parts::of(&model.spec))
                            .size(attach)
                    }),
                };
                let size = size.unwrap_or_default();
                budget.take(size.objects, 1, &attach.meta.span)?;
                open.size.add(size);
                known.name_copy(attach, size);
            }
            Some(Written::Composite(cable)) => {
                // a body, a geom and a joint for each link
                let links = cable.vertices.len().saturating_sub(1);
                budget.take(links.saturating_mul(3), 1, &cable.meta.span)?;
                let dofs = 3 * links as u128;
                let size = Size { objects: links.saturating_mul(3), own: 0, dofs, entries: dofs * dofs / 2 };
                open.size.add(size);
            }
            None => {
                if let Some(closed) = stack.pop() {
                    let size = close(closed, &mut known, &mut budget)?;
                    if let Some(parent) = stack.last_mut() {
                        parent.size.add(size);
                    }
                }
            }
        }
    }
    Ok(())
}

/// Returns what a counted element adds to the one around it.
fn close(closed: Open<'_>, known: &mut Parts, budget: &mut Budget) -> Result<Size> {
    let (size, span) = match closed.end {
        End::World => return Ok(closed.size),
        End::Object(item) => {
            let size = closed.size.of_body(item);
            known.add(item, size);
            (size, &super::common(item).1.span)
        }
        End::Copies(count, span) => {
            // each copy stands in a frame; the original is deleted after the copies
            let each = Size { objects: closed.size.objects.saturating_add(1), ..closed.size };
            budget.take(each.objects, count, span)?;
            budget.give(closed.size.objects);
            (each.times(count), span)
        }
    };
    let what = format!("the inertia of {} degrees of freedom that move each other", count(size.dofs));
    let bytes = size.entries.saturating_mul(ENTRY_BYTES);
    budget.limits().check_memory(bytes, span, &what, "make fewer copies, or shorter chains of joints")?;
    Ok(size)
}

impl Parts {
    /// Sizes of the parts of a resolved model.
    fn of(spec: &Spec) -> Self {
        let mut parts = Self::default();
        let mut whole = Size::default();
        spec.world.items.iter().for_each(|item| whole.add(size_of(item, &mut parts)));
        Self { whole, ..parts }
    }

    fn add(&mut self, item: &Item, size: Size) {
        let (list, name) = match item {
            Item::Body(body) => (&mut self.bodies, &body.meta.name),
            Item::Frame(frame) => (&mut self.frames, &frame.meta.name),
            _ => return,
        };
        if !name.is_empty() {
            list.entry(name.clone()).or_insert(size);
        }
    }

    /// Size of the attached part, if known.
    fn size(&self, attach: &Attach) -> Option<Size> {
        match (&attach.body, &attach.frame) {
            (Some(body), _) => self.bodies.get(body).copied(),
            (None, Some(frame)) => self.frames.get(frame).copied(),
            (None, None) => Some(self.whole),
        }
    }

    /// Notes the name of a copy, which can be attached in turn.
    fn name_copy(&mut self, attach: &Attach, size: Size) {
        if let Some(body) = &attach.body {
            self.bodies.entry(format!("{}{body}", attach.prefix)).or_insert(size);
        } else if let Some(frame) = &attach.frame {
            self.frames.entry(format!("{}{frame}", attach.prefix)).or_insert(size);
        }
    }
}

/// Size of an object and its parts.
fn size_of(item: &Item, parts: &mut Parts) -> Size {
    let mut size = Size::of(item);
    item.inside().iter().for_each(|item| size.add(size_of(item, parts)));
    let size = size.of_body(item);
    parts.add(item, size);
    size
}

impl Spec {
    /// Weight of the objects of a resolved model's tree.
    pub(crate) fn weight(&self) -> usize {
        Parts::of(self).whole.objects
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read_document;

    fn check_world(world: &str, objects: usize) -> Result<()> {
        let document = read_document(&format!("<mujoco><worldbody>{world}</worldbody></mujoco>")).unwrap();
        check(&document.world, &document.models, &Limits { objects, ..Limits::default() })
    }

    #[test]
    fn copies_multiply() {
        let nested = |levels: usize| {
            format!("{}<site/>{}", "<replicate count='10'>".repeat(levels), "</replicate>".repeat(levels))
        };
        assert!(check_world(&nested(3), 10_000).is_ok());
        assert!(check_world(&nested(3), 1_000).is_err());
        assert!(check_world(&nested(100), usize::MAX / 2).is_err());
    }

    #[test]
    fn chains_grow_with_the_square_of_their_length() {
        let chain = |n: usize| format!("{}{}", "<body><joint/><joint/>".repeat(n), "</body>".repeat(n));
        let entries = |n: usize| (2 * n * (2 * n + 1) / 2) as u64;
        let document = |n: usize| {
            let copies = format!("<replicate count='5'><frame>{}</frame></replicate>", chain(n));
            read_document(&format!("<mujoco><worldbody>{copies}</worldbody></mujoco>")).unwrap()
        };
        let check = |memory: u64| check(&document(20).world, &[], &Limits { memory, ..Limits::default() });
        let needed = 5 * entries(20) * ENTRY_BYTES as u64;
        assert!(check(needed).is_ok());
        assert!(check(needed - 1).unwrap_err().to_string().contains("200 degrees of freedom"));
    }

    #[test]
    fn attachments_of_attachments_multiply() {
        let level = |i: usize| {
            let copies: String = (0..10).map(|k| format!("<attach body='b{i}' prefix='p{k}'/>")).collect();
            format!("<body name='b{}'>{copies}</body>", i + 1)
        };
        let levels: String = (0..12).map(level).collect();
        let text = format!("<body name='b0'><site/></body>{levels}");
        let error = check_world(&text, 200_000).unwrap_err().to_string();
        assert!(error.contains("limit is 200000") && error.contains("body[b5]/attach"), "{error}");
        assert!(check_world("<body name='a'><attach body='a' prefix='p'/></body>", 10).is_ok());
    }
}
