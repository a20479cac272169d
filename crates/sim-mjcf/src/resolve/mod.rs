//! Resolve: replicates and attachments, carried out in document order as MuJoCo does.
//!
//! An attachment copies a part of the tree under a prefix and suffix, then every object outside the tree (contact
//! pairs, tendons, sensors …) whose references resolve under the new names. A replicate attaches what it holds, once
//! per copy, and then deletes the original with all that referred to it.

mod conflict;
mod index;
mod keys;
mod names;
mod refs;
mod space;
mod tree;

use crate::compile::frame;
use crate::error::{MjcfError, Result};
use crate::place::Place;
use crate::spec::{Attach, Body, Frame, Item, Meta, ModelAsset, Object, Orientation, Replicate, Spec};
use index::Index;
use keys::Keys;
use names::Names;
use sim_core::ObjType;
use sim_core::math::Pose;
use space::{Namespace, common};
use std::collections::HashMap;
use tree::{Budget, Template, Tree, WORLD, take_items};

/// Number of copies from which on it pays to index references.
const INDEX_FROM: usize = 8;

/// Name of the outermost body.
const WORLD_NAME: &str = "world";

/// Carries out every replicate and attachment of a model and checks that names differ.
pub fn expand(spec: &mut Spec) -> Result<()> {
    Expander::new(spec)?.run()?.finish(true);
    check_names(spec)
}

/// The same for a model that is going to be attached: what it lacks may come from its parent.
pub(crate) fn expand_asset(spec: &mut Spec) -> Result<()> {
    Expander::new(spec)?.run()?.finish(false);
    Ok(())
}

/// A model that can be attached, as a tree.
struct Source {
    tree: Tree,
    names: Names,
    /// Where its compiler settings start in those of the parent.
    origin: usize,
    /// Whether it has been attached before.
    used: bool,
}

struct Expander<'a> {
    spec: &'a mut Spec,
    models: Vec<ModelAsset>,
    sources: HashMap<usize, Source>,
    tree: Tree,
    names: Names,
    keys: Keys,
    budget: Budget,
}

impl<'a> Expander<'a> {
    fn new(spec: &'a mut Spec) -> Result<Self> {
        let mut names = Names::default();
        claim_lists(spec, &mut names)?;
        let mut world = std::mem::take(&mut spec.world);
        let items = std::mem::take(&mut world.items);
        world.meta.name = WORLD_NAME.into();
        names.claim(ObjType::Body, WORLD_NAME, &world.meta.place, WORLD)?;
        spec.world.items = items;
        let models = std::mem::take(&mut spec.models);
        let keys = Keys::new(spec);
        Ok(Self {
            spec,
            models,
            sources: HashMap::new(),
            tree: Tree::new(world),
            names,
            keys,
            budget: Budget::default(),
        })
    }

    fn run(mut self) -> Result<Self> {
        let items = std::mem::take(&mut self.spec.world.items);
        self.build(items, WORLD)?;
        Ok(self)
    }

    fn finish(self, compiled: bool) {
        self.keys.finish(&self.tree, self.spec, compiled);
        self.spec.world = self.tree.into_world();
        self.spec.models = self.models;
    }

    /// Adds items to a body or frame, in order.
    fn build(&mut self, items: Vec<Item>, parent: usize) -> Result<()> {
        for mut item in items {
            match item {
                Item::Replicate(replicate) => self.replicate(replicate, parent)?,
                Item::Attach(attach) => self.attach(&attach, parent)?,
                _ => {
                    let inside = take_items(&mut item);
                    let place = common(&item).1.place.clone();
                    self.budget.take(1, 1, &place)?;
                    let id = self.tree.add(Box::new(item), parent, &place)?;
                    let (kind, meta) = common(self.tree.item(id));
                    self.names.claim(kind, &meta.name, &meta.place, id)?;
                    self.build(inside, id)?;
                }
            }
        }
        Ok(())
    }

    /// A replicate: its items are read into a body of their own, whose frame is then attached copy by copy.
    fn replicate(&mut self, replicate: Replicate, parent: usize) -> Result<()> {
        let place = replicate.meta.place.clone();
        let meta = Meta { name: String::new(), ..replicate.meta.clone() };
        let body = Item::Body(Box::new(Body { meta: meta.clone(), ..Body::default() }));
        let frame = Frame { meta, childclass: replicate.childclass.clone(), ..Frame::default() };
        let original = self.tree.add(Box::new(body), self.tree.body_around(parent), &place)?;
        let frame = self.tree.add(Box::new(Item::Frame(frame)), original, &place)?;
        self.build(replicate.items.clone(), frame)?;

        let count = usize::try_from(replicate.count).unwrap_or(0);
        let mut template = self.tree.template(frame);
        let digits = replicate.count.to_string().len();
        self.budget.check(template.weight(replicate.sep.len() + digits), count, &place)?;
        let poses = Poses::new(&replicate, self.spec).map_err(|message| place.invalid(message))?;
        let mut index = (count > INDEX_FROM).then(|| Index::new(self.spec, &self.names));
        self.names.keep_log(index.is_some());
        for (i, pose) in poses.take(count).enumerate() {
            let ns = Namespace { suffix: format!("{}{i:0digits$}", replicate.sep), ..Namespace::default() };
            self.keys.store(self.spec, &mut self.tree, &ns, &place)?;
            if self.keys.any() {
                // what the original holds of keyframes changes from copy to copy
                template = self.tree.template(frame);
            }
            if let Item::Frame(copy) = template.item_mut() {
                (copy.pos, copy.quat) = (pose.pos, pose.quat);
            }
            self.budget.take(template.weight(ns.suffix.len()), 1, &place)?;
            self.tree.insert(&template, parent, &ns, &mut self.names, &place)?;
            self.keys.forget(&mut self.tree, frame);
            index = self.copy_own(&ns, index, &place)?;
            self.keys.grow(&self.tree, self.spec);
        }
        self.names.keep_log(false);
        self.delete(original, &place)
    }

    /// Removes a part of the tree and every object outside it that referred to it.
    fn delete(&mut self, id: usize, place: &Place) -> Result<()> {
        self.keys.forget_actuators();
        self.keys.store(self.spec, &mut self.tree, &Namespace::default(), place)?;
        self.spec.keys.clear();
        let sound = refs::sound(self.spec, &self.names);
        let freed = self.tree.remove(id, &mut self.names);
        self.budget.give(freed);
        refs::remove_lost(self.spec, &sound, &mut self.names, &mut self.keys);
        Ok(())
    }

    fn attach(&mut self, attach: &Attach, parent: usize) -> Result<()> {
        let place = &attach.meta.place;
        let (kind, child) = match (&attach.body, &attach.frame) {
            (Some(body), _) => (ObjType::Body, body.as_str()),
            (None, Some(frame)) => (ObjType::Frame, frame.as_str()),
            (None, None) => (ObjType::Unknown, ""),
        };
        let wanted = format!("{}{child}", attach.prefix);
        if !child.is_empty() && self.names.has(kind, &wanted) {
            return Err(place.invalid(format!("{kind} '{wanted}' exists already; choose another 'prefix'")));
        }
        let frame = |this: &mut Self| match this.tree.item(parent) {
            Item::Frame(_) => Ok(parent),
            _ => {
                let meta = Meta { name: String::new(), ..attach.meta.clone() };
                this.tree.add(Box::new(Item::Frame(Frame { meta, ..Frame::default() })), parent, place)
            }
        };
        let mut ns = Namespace { prefix: attach.prefix.clone(), ..Namespace::default() };
        match &attach.model {
            None => {
                let source = self.names.node(kind, child).ok_or_else(|| not_found(place, kind, child, "this model"))?;
                let frame = frame(self)?;
                self.keys.store(self.spec, &mut self.tree, &ns, place)?;
                self.copy_part(source, frame, &ns, place)?;
                self.keys.forget(&mut self.tree, source);
                self.copy_own(&ns, None, place)?;
            }
            Some(model) => {
                let index = self.models.iter().position(|m| m.spec.modelname == *model);
                let index = index.ok_or_else(|| not_found(place, ObjType::Model, model, "this model's assets"))?;
                self.source(index)?;
                let frame = frame(self)?;
                let template = self.foreign_template(index, kind, child, &mut ns, place)?;
                self.budget.take(template.weight(ns.prefix.len()), 1, place)?;
                self.tree.insert(&template, frame, &ns, &mut self.names, place)?;
                self.copy_foreign(index, &ns, place)?;
            }
        }
        self.keys.grow(&self.tree, self.spec);
        Ok(())
    }

    /// Copies a part of this model's own tree. The bodies of a frame come after all else in it: where the copy goes
    /// into one of them, it has grown by then.
    fn copy_part(&mut self, source: usize, target: usize, ns: &Namespace, place: &Place) -> Result<()> {
        let (template, bodies) = match self.tree.item(source) {
            Item::Frame(_) => self.tree.template_frame(source),
            _ => (self.tree.template(source), vec![]),
        };
        self.budget.take(template.weight(ns.prefix.len()), 1, place)?;
        let copy = self.tree.insert(&template, target, ns, &mut self.names, place)?;
        for (way, body) in bodies {
            let template = self.tree.template(body);
            self.budget.take(template.weight(ns.prefix.len()), 1, place)?;
            let held = self.tree.follow(copy, &way);
            let id = self.tree.insert(&template, self.tree.parent(held), ns, &mut self.names, place)?;
            self.tree.take_place(id, held);
        }
        Ok(())
    }

    /// Prepares a model asset for its first attachment.
    fn source(&mut self, index: usize) -> Result<()> {
        if self.sources.contains_key(&index) {
            return Ok(());
        }
        let Some(model) = self.models.get(index) else { return Ok(()) };
        let (tree, names) = Tree::of(&model.spec)?;
        let origin = self.spec.origins.len();
        // whether directories are stripped is asked of the outermost model only
        let strippath = self.spec.origins.first().is_some_and(|own| own.strippath);
        self.spec.origins.extend(model.spec.origins.iter().map(|o| crate::spec::Compiler { strippath, ..o.clone() }));
        self.sources.insert(index, Source { tree, names, origin, used: false });
        Ok(())
    }

    /// The part of a model asset that is asked for; settles what the two models disagree on.
    fn foreign_template(
        &mut self,
        index: usize,
        kind: ObjType,
        child: &str,
        ns: &mut Namespace,
        place: &Place,
    ) -> Result<Template> {
        let (Some(model), Some(source)) = (self.models.get(index), self.sources.get_mut(&index)) else {
            return Err(place.invalid("the model asset is gone"));
        };
        let whole = kind == ObjType::Unknown;
        let node = if whole { Some(WORLD) } else { source.names.node(kind, child) };
        let node = node.ok_or_else(|| not_found(place, kind, child, &model.spec.modelname))?;
        conflict::settle(self.spec, &model.spec, place)?;
        ns.foreign = Some(source.origin);
        self.keys.store_foreign(&model.spec, &mut source.tree, ns, !source.used, place)?;
        source.used = true;
        let template = source.tree.template(node);
        source.tree.forget_bodies(WORLD, true);
        if whole {
            let frame = Frame { meta: Meta { place: place.clone(), ..Meta::default() }, ..Frame::default() };
            return Ok(Template::framed(frame, template));
        }
        Ok(template)
    }
}

fn not_found(place: &Place, kind: ObjType, name: &str, whose: &str) -> MjcfError {
    MjcfError::UnknownReference {
        place: place.clone(),
        kind: format!("{kind} (in {whose})"),
        name: name.to_string(),
        suggestion: None,
    }
}

/// Poses of a replicate's copies: offsets add up, turned by what has been turned so far.
struct Poses {
    offset: [f64; 3],
    turns: Vec<[f64; 4]>,
    pos: [f64; 3],
    next: usize,
}

impl Poses {
    fn new(replicate: &Replicate, spec: &Spec) -> Result<Self, String> {
        let fallback = crate::spec::Compiler::default();
        let compiler = spec.origins.first().unwrap_or(&fallback);
        let turns = (0..usize::try_from(replicate.count).unwrap_or(0)).map(|i| {
            let angles = replicate.euler.map(|angle| i as f64 * angle);
            frame::orientation(sim_core::math::quat::IDENTITY, &Orientation::Euler(angles), compiler)
        });
        Ok(Self { offset: replicate.offset, turns: turns.collect::<Result<_, _>>()?, pos: [0.0; 3], next: 0 })
    }
}

impl Iterator for Poses {
    type Item = Pose;

    fn next(&mut self) -> Option<Pose> {
        let quat = *self.turns.get(self.next)?;
        let pose = Pose { pos: self.pos, quat };
        let step = Pose { pos: self.offset, quat: sim_core::math::quat::IDENTITY };
        self.pos = frame::compose(&pose, &step).pos;
        self.next += 1;
        Some(pose)
    }
}

/// Registers the objects outside the tree.
fn claim_lists(spec: &Spec, names: &mut Names) -> Result<()> {
    fn claim<T: Object>(list: &[T], names: &mut Names) -> Result<()> {
        let mut metas = list.iter().map(Object::meta);
        metas.try_for_each(|meta| names.claim(T::KIND, &meta.name, &meta.place, usize::MAX))
    }
    claim(&spec.meshes, names)?;
    claim(&spec.hfields, names)?;
    claim(&spec.textures, names)?;
    claim(&spec.materials, names)?;
    claim(&spec.pairs, names)?;
    claim(&spec.excludes, names)?;
    claim(&spec.equalities, names)?;
    claim(&spec.tendons, names)?;
    claim(&spec.actuators, names)?;
    claim(&spec.sensors, names)?;
    claim(&spec.numerics, names)?;
    claim(&spec.texts, names)?;
    claim(&spec.tuples, names)?;
    claim(&spec.keys, names)
}

/// Refuses two objects of one kind with the same name.
fn check_names(spec: &Spec) -> Result<()> {
    let mut names = Names::default();
    claim_lists(spec, &mut names)?;
    names.claim(ObjType::Body, WORLD_NAME, &spec.world.meta.place, WORLD)?;
    let mut open: Vec<&Item> = spec.world.items.iter().rev().collect();
    while let Some(item) = open.pop() {
        let (kind, meta) = common(item);
        names.claim(kind, &meta.name, &meta.place, WORLD)?;
        match item {
            Item::Body(body) => open.extend(body.items.iter().rev()),
            Item::Frame(frame) => open.extend(frame.items.iter().rev()),
            _ => {}
        }
    }
    Ok(())
}
