//! How many objects a document stands for, found before a single copy is made: twelve replicates of ten inside each
//! other are refused at once rather than when memory is full of them.
//!
//! The count follows the expansion step by step, without names that appear by copying: what it overlooks is still
//! counted when it is made.

use super::tree::item_weight;
use crate::error::Result;
use crate::limits::{Budget, Limits};
use crate::place::Place;
use crate::spec::{Attach, Item, ModelAsset, Spec, Written};
use std::collections::HashMap;

/// Weights of the parts that can be attached, by name. Bodies and frames have names of their own.
#[derive(Default)]
struct Parts {
    bodies: HashMap<String, usize>,
    frames: HashMap<String, usize>,
    whole: usize,
}

/// An element whose inside is being counted.
struct Open<'a> {
    items: std::slice::Iter<'a, Written>,
    /// What it holds so far, itself included.
    weight: usize,
    end: End<'a>,
}

/// What is to be done when everything inside an element is counted.
enum End<'a> {
    World,
    Object(&'a Item),
    Copies(usize, &'a Place),
}

/// Refuses a document that would have too many objects.
pub(crate) fn check(world: &[Written], models: &[ModelAsset], limits: &Limits) -> Result<()> {
    let mut budget = Budget::new(limits.clone());
    let mut known = Parts::default();
    let mut foreign: HashMap<&str, Parts> = HashMap::new();
    let mut stack = vec![Open { items: world.iter(), weight: 0, end: End::World }];
    while let Some(open) = stack.last_mut() {
        match open.items.next() {
            Some(Written::Object(item, inside)) => {
                let carried: usize = item.inside().iter().map(|item| weigh(item, &mut known)).sum();
                let weight = item_weight(item).saturating_add(carried);
                budget.take(weight, 1, &super::common(item).1.place)?;
                stack.push(Open { items: inside.iter(), weight, end: End::Object(item) });
            }
            Some(Written::Replicate(replicate, inside)) => {
                let count = usize::try_from(replicate.count).unwrap_or(0);
                let end = End::Copies(count, &replicate.meta.place);
                stack.push(Open { items: inside.iter(), weight: 0, end });
            }
            Some(Written::Attach(attach)) => {
                let weight = match &attach.model {
                    None => known.weight(attach),
                    Some(name) => models.iter().find(|model| model.spec.modelname == *name).and_then(|model| {
                        foreign
                            .entry(model.spec.modelname.as_str())
                            .or_insert_with(|| Parts::of(&model.spec))
                            .weight(attach)
                    }),
                };
                let weight = weight.unwrap_or(1);
                budget.take(weight, 1, &attach.meta.place)?;
                open.weight = open.weight.saturating_add(weight);
                known.name_copy(attach, weight);
            }
            Some(Written::Composite(cable)) => {
                // a body, a geom and a joint for each link
                let weight = cable.vertices.len().saturating_mul(3);
                budget.take(weight, 1, &cable.meta.place)?;
                open.weight = open.weight.saturating_add(weight);
            }
            None => {
                if let Some(closed) = stack.pop() {
                    let weight = close(closed, &mut known, &mut budget)?;
                    if let Some(parent) = stack.last_mut() {
                        parent.weight = parent.weight.saturating_add(weight);
                    }
                }
            }
        }
    }
    Ok(())
}

/// What a counted element adds to the one around it.
fn close(closed: Open<'_>, known: &mut Parts, budget: &mut Budget) -> Result<usize> {
    match closed.end {
        End::World => Ok(closed.weight),
        End::Object(item) => {
            known.add(item, closed.weight);
            Ok(closed.weight)
        }
        End::Copies(count, place) => {
            // each copy stands in a frame; the original goes when the copies are made
            let each = closed.weight.saturating_add(1);
            budget.take(each, count, place)?;
            budget.give(closed.weight);
            Ok(each.saturating_mul(count))
        }
    }
}

impl Parts {
    /// The parts of a model that is complete.
    fn of(spec: &Spec) -> Self {
        let mut parts = Self::default();
        parts.whole = spec.world.items.iter().map(|item| weigh(item, &mut parts)).sum();
        parts
    }

    fn add(&mut self, item: &Item, weight: usize) {
        let (list, name) = match item {
            Item::Body(body) => (&mut self.bodies, &body.meta.name),
            Item::Frame(frame) => (&mut self.frames, &frame.meta.name),
            _ => return,
        };
        if !name.is_empty() {
            list.entry(name.clone()).or_insert(weight);
        }
    }

    /// The weight of what is attached, where it is known.
    fn weight(&self, attach: &Attach) -> Option<usize> {
        match (&attach.body, &attach.frame) {
            (Some(body), _) => self.bodies.get(body).copied(),
            (None, Some(frame)) => self.frames.get(frame).copied(),
            (None, None) => Some(self.whole),
        }
    }

    /// A copy has a name, too, and can be attached in turn.
    fn name_copy(&mut self, attach: &Attach, weight: usize) {
        if let Some(body) = &attach.body {
            self.bodies.entry(format!("{}{body}", attach.prefix)).or_insert(weight);
        } else if let Some(frame) = &attach.frame {
            self.frames.entry(format!("{}{frame}", attach.prefix)).or_insert(weight);
        }
    }
}

/// Weight of an object and all it carries.
fn weigh(item: &Item, parts: &mut Parts) -> usize {
    let inside: usize = item.inside().iter().map(|item| weigh(item, parts)).sum();
    let weight = item_weight(item).saturating_add(inside);
    parts.add(item, weight);
    weight
}

impl Spec {
    /// What the tree of a resolved model counts.
    pub(crate) fn weight(&self) -> usize {
        Parts::of(self).whole
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read_document;

    fn forecast(world: &str, objects: usize) -> Result<()> {
        let document = read_document(&format!("<mujoco><worldbody>{world}</worldbody></mujoco>")).unwrap();
        check(&document.world, &document.models, &Limits { objects, ..Limits::default() })
    }

    #[test]
    fn copies_multiply() {
        let nested = |levels: usize| {
            format!("{}<site/>{}", "<replicate count='10'>".repeat(levels), "</replicate>".repeat(levels))
        };
        assert!(forecast(&nested(3), 10_000).is_ok());
        assert!(forecast(&nested(3), 1_000).is_err());
        assert!(forecast(&nested(100), usize::MAX / 2).is_err());
    }

    #[test]
    fn attachments_of_attachments_multiply() {
        let level = |i: usize| {
            let copies: String = (0..10).map(|k| format!("<attach body='b{i}' prefix='p{k}'/>")).collect();
            format!("<body name='b{}'>{copies}</body>", i + 1)
        };
        let levels: String = (0..12).map(level).collect();
        let text = format!("<body name='b0'><site/></body>{levels}");
        let error = forecast(&text, 200_000).unwrap_err().to_string();
        assert!(error.contains("limit is 200000") && error.contains("body[b5]/attach"), "{error}");
        assert!(forecast("<body name='a'><attach body='a' prefix='p'/></body>", 10).is_ok());
    }
}
