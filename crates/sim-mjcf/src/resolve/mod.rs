//! Resolve: expands replicates, attachments and composites in document order, as MuJoCo does.
//!
//! An attachment copies a part of the tree under a prefix and suffix, then every object outside the tree (contact
//! pairs, tendons, sensors …) whose references resolve under the new names. A replicate attaches its items once per
//! copy. Then it deletes the original and everything that referred to it.

mod bicubic;
mod cable_skin;
mod composite;
mod conflict;
mod expanded_size;
mod index;
mod keys;
mod names;
mod refs;
mod space;
mod tree;

use crate::compile::frame;
use crate::error::{MjcfError, Result};
use crate::error_list::ErrorList;
use crate::limits::{Budget, Limits};
use crate::source_span::SourceSpan;
use crate::spec::{
    Attach, Body, Composite, Document, Frame, Item, Meta, ModelAsset, Object, Orientation, Replicate, Spec,
    WORLD as WORLD_NAME, Written, take_items,
};
use crate::stop::Stop;
use index::Index;
use keys::Keys;
use names::Names;
use sim_core::math::Pose;
use sim_core::{GeomType, ObjType};
use space::{Namespace, common};
use std::collections::HashMap;
use tree::{Template, Tree, WORLD};

/// Number of copies from which an index of references is faster.
const INDEX_FROM: usize = 8;

/// Expands every replicate and attachment of a model and checks that names differ. Repeated names go into `errors`; the
/// objects stay.
pub(crate) fn expand(document: Document, stop: &Stop, errors: &mut ErrorList) -> Result<Spec> {
    let spec = expander(document, stop, errors).and_then(|expander| expander.finish(true));
    let spec = spec.map_err(|error| errors.with_last(error))?;
    if errors.is_empty() {
        check_names(&spec, errors)?;
    }
    Ok(spec)
}

/// Expands a model that will be attached. Its missing references may come from its parent.
pub(crate) fn expand_asset(document: Document, stop: &Stop) -> Result<Spec> {
    let mut errors = ErrorList::default();
    let spec = expander(document, stop, &mut errors).and_then(|expander| expander.finish(false));
    let spec = spec.map_err(|error| errors.with_last(error))?;
    errors.finish()?;
    Ok(spec)
}

/// Builds a document's tree and returns its expander.
fn expander<'a>(document: Document, stop: &'a Stop, errors: &'a mut ErrorList) -> Result<Expander<'a>> {
    let Document { spec, models, world, limits } = document;
    expanded_size::check(&world, &models, &limits)?;
    let mut expander = Expander::new(spec, models, limits, stop, errors)?;
    expander.build(world, WORLD)?;
    Ok(expander)
}

impl Document {
    /// Expands every replicate, attachment and composite, and checks that names differ.
    pub fn resolve(self) -> Result<Spec> {
        let mut errors = ErrorList::default();
        let spec = expand(self, &Stop::default(), &mut errors)?;
        errors.finish()?;
        Ok(spec)
    }
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

/// A pending step of building the tree.
enum Task {
    /// Items to add to a node.
    Items(std::vec::IntoIter<Written>, usize),
    /// Copies to make: the original body, the frame in it, and the parent of the copies.
    Copies(Box<Replicate>, usize, usize, usize),
}

struct Expander<'a> {
    spec: Spec,
    models: Vec<ModelAsset>,
    sources: HashMap<usize, Source>,
    tree: Tree,
    names: Names,
    keys: Keys,
    budget: Budget,
    /// Vertices of the skins of cables.
    skin_vertices: u128,
    stop: &'a Stop,
    errors: &'a mut ErrorList,
}

impl<'a> Expander<'a> {
    fn new(
        mut spec: Spec,
        models: Vec<ModelAsset>,
        limits: Limits,
        stop: &'a Stop,
        errors: &'a mut ErrorList,
    ) -> Result<Self> {
        let mut names = Names::default();
        claim_lists(&spec, &mut names, errors)?;
        let mut world = std::mem::take(&mut spec.world);
        world.meta.name = WORLD_NAME.into();
        names.claim(ObjType::Body, WORLD_NAME, &world.meta.span, WORLD)?;
        let keys = Keys::new(&spec);
        Ok(Self {
            spec,
            models,
            sources: HashMap::new(),
            tree: Tree::new(world),
            names,
            keys,
            budget: Budget::new(limits),
            skin_vertices: 0,
            stop,
            errors,
        })
    }

    fn finish(mut self, compiled: bool) -> Result<Spec> {
        self.keys.finish(&self.tree, &mut self.spec, compiled, self.budget.limits())?;
        self.spec.world = self.tree.into_world();
        Ok(self.spec)
    }

    /// Adds items to a body or frame, in order. A list of pending steps follows the nesting, which may be deeper than
    /// the call stack.
    fn build(&mut self, items: Vec<Written>, parent: usize) -> Result<()> {
        let mut todo = vec![Task::Items(items.into_iter(), parent)];
        while let Some(task) = todo.last_mut() {
            self.stop.check()?;
            let next = match task {
                Task::Items(items, parent) => items.next().map(|item| (item, *parent)),
                Task::Copies(..) => None,
            };
            match next {
                Some((Written::Replicate(replicate, inside), parent)) => {
                    todo.extend(self.open_replicate(replicate, inside, parent)?);
                }
                Some((Written::Attach(attach), parent)) => self.attach(&attach, parent)?,
                Some((Written::Composite(cable), parent)) => self.cable(&cable, parent)?,
                Some((Written::Object(mut item, inside), parent)) => {
                    // items that it has already come before the items written inside it
                    let carried = take_items(&mut item);
                    let id = self.add(item, parent)?;
                    todo.push(Task::Items(inside.into_iter(), id));
                    if !carried.is_empty() {
                        let carried: Vec<Written> = carried.into_iter().map(|x| Written::Object(x, vec![])).collect();
                        todo.push(Task::Items(carried.into_iter(), id));
                    }
                }
                None => {
                    if let Some(Task::Copies(replicate, original, frame, parent)) = todo.pop() {
                        self.replicate(&replicate, original, frame, parent)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Adds an object without items.
    fn add(&mut self, item: Item, parent: usize) -> Result<usize> {
        let span = common(&item).1.span.clone();
        self.budget.take(1, 1, &span)?;
        let id = self.tree.add(Box::new(item), parent, &span)?;
        let (kind, meta) = common(self.tree.item(id));
        self.names.claim_or(kind, &meta.name, &meta.span, id, self.errors)?;
        Ok(id)
    }

    /// Adds a cable: each link holds the next.
    fn cable(&mut self, cable: &Composite, mut parent: usize) -> Result<()> {
        let span = &cable.meta.span;
        let note = composite::note(cable);
        self.names.claim(ObjType::Text, &note.meta.name, span, usize::MAX)?;
        self.spec.texts.push(note);
        for link in composite::links(cable) {
            parent = self.add(Item::Body(Box::new(link.body)), parent)?;
            for item in link.items {
                self.add(item, parent)?;
            }
            self.spec.excludes.extend(link.exclude);
        }
        if cable.geom.kind == GeomType::Box {
            self.cable_skin(cable)?;
        }
        Ok(())
    }

    /// Adds the skin of a cable. The vertices of all cables count together.
    fn cable_skin(&mut self, cable: &Composite) -> Result<()> {
        let span = &cable.meta.span;
        self.skin_vertices = self.skin_vertices.saturating_add(cable_skin::vertices(cable));
        let what = "the skin of this cable, with those before it,";
        self.budget.limits().check_vertices(self.skin_vertices, span, what, "lower its 'subgrid'")?;
        let skin = cable_skin::skin(cable, self.stop)?;
        self.names.claim(ObjType::Skin, &skin.meta.name, span, usize::MAX)?;
        self.spec.skins.push(skin);
        Ok(())
    }

    /// Starts a replicate: its items go into a separate body, whose frame is then attached copy by copy.
    fn open_replicate(&mut self, replicate: Replicate, items: Vec<Written>, parent: usize) -> Result<[Task; 2]> {
        let span = replicate.meta.span.clone();
        let meta = Meta { name: String::new(), ..replicate.meta.clone() };
        let body = Item::Body(Box::new(Body { meta: meta.clone(), ..Body::default() }));
        let frame = Frame { meta, childclass: replicate.childclass.clone(), ..Frame::default() };
        let original = self.tree.add(Box::new(body), self.tree.body_around(parent), &span)?;
        let frame = self.tree.add(Box::new(Item::Frame(frame)), original, &span)?;
        Ok([Task::Copies(Box::new(replicate), original, frame, parent), Task::Items(items.into_iter(), frame)])
    }

    /// Makes the copies of a replicate after its items are complete.
    fn replicate(&mut self, replicate: &Replicate, original: usize, frame: usize, parent: usize) -> Result<()> {
        let span = replicate.meta.span.clone();
        let count = usize::try_from(replicate.count).unwrap_or(0);
        let digits = replicate.count.to_string().len();
        self.budget.check(self.tree.weight(frame, replicate.sep.len() + digits), count, &span)?;
        self.keys.check_memory(&self.spec, &self.tree, Some((frame, count)), self.budget.limits(), &span)?;
        let mut template = self.tree.template(frame);
        let poses = Poses::new(replicate, &self.spec).map_err(|message| span.invalid(message))?;
        let mut index = (count > INDEX_FROM).then(|| Index::new(&mut self.spec, &self.names));
        self.names.keep_log(index.is_some());
        for (i, pose) in poses.take(count).enumerate() {
            self.stop.check()?;
            let ns = Namespace { suffix: format!("{}{i:0digits$}", replicate.sep), ..Namespace::default() };
            self.keys.store(&self.spec, &mut self.tree, &ns, &span)?;
            if self.keys.any() {
                // the original's states change from copy to copy
                template = self.tree.template(frame);
            }
            if let Item::Frame(copy) = template.item_mut() {
                (copy.pos, copy.quat) = (pose.pos, pose.quat);
            }
            self.budget.take(template.weight(ns.suffix.len()), 1, &span)?;
            self.tree.insert(template.clone(), parent, &ns, &mut self.names, &span)?;
            self.keys.forget(&mut self.tree, frame);
            index = self.copy_own(&ns, index, &span)?;
            self.keys.grow(&self.tree, &mut self.spec);
        }
        self.names.keep_log(false);
        self.delete(original, &span)
    }

    /// Removes a part of the tree and every object outside it that referred to it.
    fn delete(&mut self, id: usize, span: &SourceSpan) -> Result<()> {
        let complete = refs::complete(&self.spec, &refs::Scope { names: &self.names, tree: &self.tree });
        self.keys.forget_actuators(|i| complete.actuator(&self.spec, i));
        self.keys.store(&self.spec, &mut self.tree, &Namespace::default(), span)?;
        self.spec.keys.clear();
        let freed = self.tree.remove(id, &mut self.names);
        self.budget.give(freed);
        refs::remove_lost(&mut self.spec, &complete, &self.tree, &mut self.names, &mut self.keys);
        Ok(())
    }

    fn attach(&mut self, attach: &Attach, parent: usize) -> Result<()> {
        let span = &attach.meta.span;
        let (kind, child) = match (&attach.body, &attach.frame) {
            (Some(body), _) => (ObjType::Body, body.as_str()),
            (None, Some(frame)) => (ObjType::Frame, frame.as_str()),
            (None, None) => (ObjType::Unknown, ""),
        };
        let wanted = format!("{}{child}", attach.prefix);
        if !child.is_empty() && self.names.has(kind, &wanted) {
            return Err(span.invalid(format!("{kind} '{wanted}' exists already; choose another 'prefix'")));
        }
        let frame = |this: &mut Self| match this.tree.item(parent) {
            Item::Frame(_) => Ok(parent),
            _ => {
                let meta = Meta { name: String::new(), ..attach.meta.clone() };
                this.tree.add(Box::new(Item::Frame(Frame { meta, ..Frame::default() })), parent, span)
            }
        };
        let mut ns = Namespace { prefix: attach.prefix.clone(), ..Namespace::default() };
        match &attach.model {
            None => {
                let source = self.names.node(kind, child).ok_or_else(|| not_found(span, kind, child, "this model"))?;
                let frame = frame(self)?;
                self.keys.check_memory(&self.spec, &self.tree, None, self.budget.limits(), span)?;
                self.keys.store(&self.spec, &mut self.tree, &ns, span)?;
                self.copy_part(source, frame, &ns, span)?;
                self.keys.forget(&mut self.tree, source);
                self.copy_own(&ns, None, span)?;
            }
            Some(model) => {
                let index = self.models.iter().position(|m| m.spec.modelname == *model);
                let index = index.ok_or_else(|| not_found(span, ObjType::Model, model, "this model's assets"))?;
                self.source(index)?;
                let frame = frame(self)?;
                let template = self.foreign_template(index, kind, child, &mut ns, span)?;
                self.budget.take(template.weight(ns.prefix.len()), 1, span)?;
                self.tree.insert(template, frame, &ns, &mut self.names, span)?;
                self.copy_foreign(index, &ns, span)?;
            }
        }
        self.keys.grow(&self.tree, &mut self.spec);
        Ok(())
    }

    /// Copies a part of this model's own tree. The bodies of a frame are copied last: if the copy goes into one of
    /// them, that body has grown by then.
    fn copy_part(&mut self, source: usize, target: usize, ns: &Namespace, span: &SourceSpan) -> Result<()> {
        self.budget.check(self.tree.weight(source, ns.prefix.len()), 1, span)?;
        let (template, bodies) = match self.tree.item(source) {
            Item::Frame(_) => self.tree.template_frame(source),
            _ => (self.tree.template(source), vec![]),
        };
        self.budget.take(template.weight(ns.prefix.len()), 1, span)?;
        let copy = self.tree.insert(template, target, ns, &mut self.names, span)?;
        for (way, body) in bodies {
            let template = self.tree.template(body);
            self.budget.take(template.weight(ns.prefix.len()), 1, span)?;
            let held = self.tree.follow(copy, &way);
            let id = self.tree.insert(template, self.tree.parent(held), ns, &mut self.names, span)?;
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
        // only the outermost model decides whether directories are stripped
        let strippath = self.spec.origins.first().is_some_and(|own| own.strippath);
        self.spec.origins.extend(model.spec.origins.iter().map(|o| crate::spec::Compiler { strippath, ..o.clone() }));
        self.sources.insert(index, Source { tree, names, origin, used: false });
        Ok(())
    }

    /// Returns the part of a model asset to attach, and resolves conflicts between the two models' settings.
    fn foreign_template(
        &mut self,
        index: usize,
        kind: ObjType,
        child: &str,
        ns: &mut Namespace,
        span: &SourceSpan,
    ) -> Result<Template> {
        let (Some(model), Some(source)) = (self.models.get(index), self.sources.get_mut(&index)) else {
            return Err(span.invalid("the model asset is gone"));
        };
        let whole = kind == ObjType::Unknown;
        let node = if whole { Some(WORLD) } else { source.names.node(kind, child) };
        let node = node.ok_or_else(|| not_found(span, kind, child, &model.spec.modelname))?;
        conflict::settle(&mut self.spec, &model.spec, span)?;
        ns.foreign = Some(source.origin);
        self.keys.check_foreign_memory(&model.spec, self.budget.limits(), span)?;
        self.keys.store_foreign(&model.spec, &mut source.tree, ns, !source.used, span)?;
        source.used = true;
        self.budget.check(source.tree.weight(node, ns.prefix.len()), 1, span)?;
        let template = source.tree.template(node);
        source.tree.forget_bodies(WORLD, true);
        if whole {
            let frame = Frame { meta: Meta { span: span.clone(), ..Meta::default() }, ..Frame::default() };
            return Ok(Template::framed(frame, template));
        }
        Ok(template)
    }
}

fn not_found(span: &SourceSpan, kind: ObjType, name: &str, whose: &str) -> MjcfError {
    MjcfError::UnknownReference {
        span: span.clone(),
        kind: format!("{kind} (in {whose})"),
        name: name.to_string(),
        suggestion: None,
    }
}

/// Poses of a replicate's copies. Offsets add up, each rotated by the rotations so far.
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
fn claim_lists(spec: &Spec, names: &mut Names, errors: &mut ErrorList) -> Result<()> {
    let mut claims = Claims { names, errors };
    let names = &mut claims;
    claim(&spec.meshes, names)?;
    claim(&spec.skins, names)?;
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

/// Names that are claimed one after another.
struct Claims<'a> {
    names: &'a mut Names,
    errors: &'a mut ErrorList,
}

fn claim<T: Object>(list: &[T], to: &mut Claims<'_>) -> Result<()> {
    let mut metas = list.iter().map(Object::meta);
    metas.try_for_each(|meta| to.names.claim_or(T::KIND, &meta.name, &meta.span, usize::MAX, to.errors))
}

/// Refuses two objects of one kind with the same name.
fn check_names(spec: &Spec, errors: &mut ErrorList) -> Result<()> {
    let mut names = Names::default();
    claim_lists(spec, &mut names, errors)?;
    names.claim(ObjType::Body, WORLD_NAME, &spec.world.meta.span, WORLD)?;
    let mut open: Vec<&Item> = spec.world.items.iter().rev().collect();
    while let Some(item) = open.pop() {
        let (kind, meta) = common(item);
        names.claim_or(kind, &meta.name, &meta.span, WORLD, errors)?;
        match item {
            Item::Body(body) => open.extend(body.items.iter().rev()),
            Item::Frame(frame) => open.extend(frame.items.iter().rev()),
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Files;
    use crate::read;

    fn expanded(xml: &str, files: &Files) -> Result<Spec> {
        let root = read::xml::parse(xml, "", files)?;
        read::document(&root, files, "")?.resolve()
    }

    fn alone(xml: &str) -> Result<Spec> {
        expanded(xml, &Files::default())
    }

    /// Names of all objects of the tree, depth first.
    fn tree_names(items: &[Item]) -> Vec<String> {
        let mut out = vec![];
        for item in items {
            match item {
                Item::Frame(frame) => out.extend(tree_names(&frame.items)),
                Item::Body(body) => {
                    out.push(body.meta.name.clone());
                    out.extend(tree_names(&body.items));
                }
                other => out.push(common(other).1.name.clone()),
            }
        }
        out
    }

    fn names<T: Object>(list: &[T]) -> Vec<&str> {
        list.iter().map(|x| x.meta().name.as_str()).collect()
    }

    #[test]
    fn replicate_pads_numbers_and_takes_references_along() {
        let spec = alone(
            "<mujoco><worldbody><site name='out'/><replicate count='10' sep='-' offset='1 0 0'><body name='b'>
             <joint name='j'/><site name='s'/></body></replicate></worldbody>
             <actuator><motor name='m' joint='j'/></actuator>
             <sensor><framepos name='p' objtype='site' objname='s' reftype='site' refname='out'/>
             <actuatorpos name='a' actuator='m'/><gyro name='g' site='out'/></sensor></mujoco>",
        )
        .unwrap();
        assert_eq!(tree_names(&spec.world.items)[1..4], ["b-00", "j-00", "s-00"]);
        assert_eq!(names(&spec.actuators)[..2], ["m-00", "m-01"]);
        assert_eq!(names(&spec.sensors)[..4], ["g", "p-00", "a-00", "p-01"]);
        assert_eq!((spec.sensors[1].objname.as_str(), spec.sensors[1].refname.as_str()), ("s-00", "out"));
        assert_eq!(spec.sensors.len(), 21);
    }

    #[test]
    fn sensors_without_objects_double_with_every_copy() {
        let spec = alone(
            "<mujoco><worldbody><replicate count='2'><site/></replicate></worldbody>
             <sensor><clock name='c'/></sensor></mujoco>",
        )
        .unwrap();
        assert_eq!(names(&spec.sensors), ["c", "c0", "c1", "c01"]);
    }

    #[test]
    fn tendons_follow_only_around_geoms_whose_class_is_round() {
        let count = |class: &str| {
            let text = format!(
                "<mujoco><default><geom type='{class}'/></default><worldbody><body name='b'><site name='s'/>
                 <geom name='g' type='sphere' size='.1'/><site name='t'/></body><attach body='b' prefix='p'/></worldbody>
                 <tendon><spatial><site site='s'/><geom geom='g'/><site site='t'/></spatial></tendon></mujoco>"
            );
            alone(&text).unwrap().tendons.len()
        };
        assert_eq!(["sphere", "cylinder", "box"].map(count), [2, 2, 1]);
    }

    #[test]
    fn a_body_can_be_attached_inside_itself() {
        let spec = alone(
            "<mujoco><worldbody><body name='a'><body name='b'><attach body='a' prefix='p_'/><site name='s'/></body>
             </body></worldbody></mujoco>",
        )
        .unwrap();
        assert_eq!(tree_names(&spec.world.items), ["a", "b", "p_a", "p_b", "s"]);
    }

    #[test]
    fn another_model_brings_assets_classes_and_settings() {
        let child = "<mujoco model='c'><compiler angle='radian'/><default><default class='k'><geom size='3'/></default>
             </default><asset><material name='m'/></asset>
             <worldbody><body name='b'><geom name='g' class='k' material='m'/></body></worldbody></mujoco>";
        let files = Files { assets: [("c.xml", child)].into_iter().collect(), disk: false, ..Files::default() };
        let spec = expanded(
            "<mujoco><asset><model name='c' file='c.xml'/></asset><worldbody>
             <attach model='c' body='b' prefix='p_'/><geom name='h' class='p_k'/></worldbody></mujoco>",
            &files,
        )
        .unwrap();
        assert_eq!(tree_names(&spec.world.items), ["p_b", "p_g", "h"]);
        assert_eq!(names(&spec.materials), ["p_m"]);
        let Some(Item::Frame(frame)) = spec.world.items.first() else { panic!("no frame") };
        let Some(Item::Body(body)) = frame.items.first() else { panic!("no body") };
        let Some(Item::Geom(geom)) = body.items.first() else { panic!("no geom") };
        assert_eq!((geom.material.as_str(), geom.meta.class.as_str(), geom.size[0]), ("p_m", "p_k", 3.0));
        assert!(spec.origins[0].degree && !spec.origins[geom.meta.origin].degree);
        let Some(Item::Geom(last)) = spec.world.items.last() else { panic!("no geom") };
        assert_eq!(last.size[0], 3.0);
    }

    #[test]
    fn keyframes_follow_the_joints_they_were_written_for() {
        let spec = alone(
            "<mujoco><worldbody><replicate count='2'><body name='b'><joint/></body></replicate></worldbody>
             <keyframe><key name='k' qpos='0.5'/></keyframe></mujoco>",
        )
        .unwrap();
        assert_eq!(names(&spec.keys), ["k0", "k1", "k"]);
        assert_eq!(spec.keys[0].qpos[0], 0.5);
        assert_eq!(spec.keys[1].qpos, [0.0, 0.5]);
        assert_eq!(spec.keys[2].qpos, [0.0, 0.0]);
    }

    #[test]
    fn too_many_copies_are_refused_at_once() {
        for xml in [
            "<mujoco><worldbody><replicate count='1000000000'><site/></replicate></worldbody></mujoco>",
            "<mujoco><worldbody><replicate count='1000000000'/></worldbody></mujoco>",
            "<mujoco><worldbody><replicate count='40'><site/></replicate></worldbody><sensor><clock/></sensor></mujoco>",
        ] {
            assert!(matches!(alone(xml), Err(MjcfError::TooLarge { .. })), "{xml}");
        }
    }

    #[test]
    fn the_deepest_nesting_fits_a_small_stack() {
        let (open, close) = ("<body>".repeat(490), "</body>".repeat(490));
        let xml = format!(
            "<mujoco><worldbody><body name='a'>{open}<attach body='a' prefix='p_'/>{close}</body></worldbody></mujoco>"
        );
        assert!(alone(&xml).is_ok());
        let xml = xml.replace("prefix='p_'/>", "prefix='p_'/><attach body='a' prefix='q_'/>");
        assert!(matches!(alone(&xml), Err(MjcfError::TooLarge { .. })));
        let (open, close) = ("<replicate count='1'>".repeat(490), "</replicate>".repeat(490));
        assert!(alone(&format!("<mujoco><worldbody>{open}<site/>{close}</worldbody></mujoco>")).is_ok());
    }

    #[test]
    fn repeated_names_are_errors_in_document_order() {
        let twice = "<site name='s'/>";
        let copies = "<replicate count='2'><site name='s'/></replicate>";
        let model = |items: &str| format!("<mujoco><worldbody>{items}</worldbody></mujoco>");
        assert!(alone(&model(&format!("{copies}{twice}"))).is_ok());
        assert!(matches!(alone(&model(&format!("{twice}{copies}"))), Err(MjcfError::DuplicateName { .. })));
        assert!(matches!(alone(&model("<body name='world'/>")), Err(MjcfError::DuplicateName { .. })));
    }

    #[test]
    fn conflicts_follow_the_policy() {
        let child = "<mujoco model='c'><option timestep='0.001'/><worldbody><site name='s'/></worldbody></mujoco>";
        let files = Files { assets: [("c.xml", child)].into_iter().collect(), disk: false, ..Files::default() };
        let load = |policy: &str| {
            let xml = format!(
                "<mujoco><compiler conflict='{policy}'/><option timestep='0.003'/><asset><model name='c' file='c.xml'/>
                 </asset><worldbody><attach model='c' prefix='p_'/></worldbody></mujoco>"
            );
            expanded(&xml, &files)
        };
        assert_eq!(load("merge").unwrap().option.timestep, 0.001);
        let kept = load("warning").unwrap();
        assert_eq!((kept.option.timestep, kept.warnings.len()), (0.003, 1));
        assert!(load("error").is_err());
    }
}
