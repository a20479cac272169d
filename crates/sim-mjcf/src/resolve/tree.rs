//! The growing tree. Its nodes are in one list, so that a part can be copied into another part that is still open.

use super::keys::States;
use super::names::Names;
use super::space::{Namespace, common};
use crate::error::{MjcfError, Result};
use crate::source_span::SourceSpan;
use crate::spec::{Body, Frame, Geom, Item, Joint, MAX_DEPTH, Spec};

/// Node of the world.
pub(crate) const WORLD: usize = 0;

/// All nodes; removed ones stay, unreachable.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
}

#[derive(Debug)]
struct Node {
    /// The object without its items; boxed to keep deep recursion off the stack.
    item: Box<Item>,
    parent: usize,
    children: Vec<usize>,
    depth: usize,
    states: States,
}

/// A part of a tree, taken out to be copied.
#[derive(Clone, Debug)]
pub(crate) struct Template {
    item: Box<Item>,
    children: Vec<Template>,
    states: States,
}

/// Bytes outside an object that count as one more object: compiling keeps several copies of a name.
const OBJECT_BYTES: usize = 512;

/// Weight of an object with so many bytes outside itself.
pub(crate) fn weight(heap: usize) -> usize {
    1 + heap / OBJECT_BYTES
}

/// Weight of an object without its items.
pub(crate) fn item_weight(item: &Item) -> usize {
    let (_, meta) = common(item);
    let user = match item {
        Item::Body(x) => x.user.len(),
        Item::Joint(x) => x.user.len(),
        Item::Geom(x) => x.user.len(),
        Item::Site(x) => x.user.len(),
        Item::Camera(x) => x.user.len(),
        _ => 0,
    };
    weight(meta.name.len().saturating_add(user.saturating_mul(8)))
}

impl Template {
    /// Weight of a copy; every name gets `extra` more bytes.
    pub fn weight(&self, extra: usize) -> usize {
        let own = item_weight(&self.item).saturating_add(extra / OBJECT_BYTES);
        self.children.iter().fold(own, |sum, child| sum.saturating_add(child.weight(extra)))
    }

    /// The object on top.
    pub fn item_mut(&mut self) -> &mut Item {
        &mut self.item
    }

    /// Puts a frame around the parts of another one.
    pub fn framed(frame: Frame, body: Self) -> Self {
        Self { item: Box::new(Item::Frame(frame)), children: body.children, states: None }
    }
}

impl Tree {
    /// Makes a tree of the empty world.
    pub fn new(world: Body) -> Self {
        let item = Box::new(Item::Body(Box::new(world)));
        Self { nodes: vec![Node { item, parent: WORLD, children: vec![], depth: 0, states: None }] }
    }

    /// Makes the tree of a spec without replicates and attachments.
    pub fn of(spec: &Spec) -> Result<(Self, Names)> {
        let mut names = Names::default();
        names.add(sim_core::ObjType::Body, super::WORLD_NAME, &spec.world.meta.span, WORLD);
        let mut tree = Self::new(bare_body(&spec.world));
        let mut open = vec![(WORLD, spec.world.items.iter())];
        while let Some((parent, items)) = open.last_mut() {
            let Some(item) = items.next() else {
                open.pop();
                continue;
            };
            let (kind, meta) = common(item);
            let id = tree.add(Box::new(bare(item)), *parent, &meta.span)?;
            names.add(kind, &meta.name, &meta.span, id);
            open.push((id, item.inside().iter()));
        }
        Ok((tree, names))
    }

    /// Adds an object at the end of the items of `parent`.
    pub fn add(&mut self, item: Box<Item>, parent: usize, span: &SourceSpan) -> Result<usize> {
        let id = self.nodes.len();
        let mut depth = 0;
        if let Some(node) = self.nodes.get_mut(parent) {
            node.children.push(id);
            depth = node.depth + 1;
        }
        if depth > MAX_DEPTH {
            let message = format!("bodies and frames nest more than {MAX_DEPTH} deep");
            return Err(MjcfError::TooLarge { span: span.clone(), message });
        }
        self.nodes.push(Node { item, parent, children: vec![], depth, states: None });
        Ok(id)
    }

    /// The object of a node.
    pub fn item(&self, id: usize) -> &Item {
        // ids are only made by `add`, and nodes are never dropped
        &self.nodes[id].item
    }

    /// Keyframe states at a node.
    pub fn states_mut(&mut self, id: usize) -> &mut States {
        &mut self.nodes[id].states
    }

    /// Keyframe states at a node.
    pub fn states(&self, id: usize) -> &States {
        &self.nodes[id].states
    }

    /// The body that a node lies in; the node itself when it is one.
    pub fn body_around(&self, mut id: usize) -> usize {
        while id != WORLD && !matches!(self.item(id), Item::Body(_)) {
            id = self.nodes[id].parent;
        }
        id
    }

    /// Weight of a copy of a node and everything below it; every name gets `extra` more bytes.
    pub fn weight(&self, id: usize, extra: usize) -> usize {
        let mut sum = 0usize;
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            let node = &self.nodes[id];
            sum = sum.saturating_add(item_weight(&node.item)).saturating_add(extra / OBJECT_BYTES);
            open.extend(&node.children);
        }
        sum
    }

    /// Copies a node and everything below it.
    pub fn template(&self, id: usize) -> Template {
        let node = &self.nodes[id];
        Template {
            item: node.item.clone(),
            children: node.children.iter().map(|&child| self.template(child)).collect(),
            states: node.states.clone(),
        }
    }

    /// Copies a frame with empty frames for its bodies, and returns those bodies with the path to each: child positions from
    /// the copy on.
    pub fn template_frame(&self, id: usize) -> (Template, Vec<(Vec<usize>, usize)>) {
        let node = &self.nodes[id];
        let (mut children, mut bodies) = (vec![], vec![]);
        for (at, &child) in node.children.iter().enumerate() {
            match self.item(child) {
                Item::Body(_) => {
                    bodies.push((vec![at], child));
                    let item = Box::new(Item::Frame(Frame::default()));
                    children.push(Template { item, children: vec![], states: None });
                }
                Item::Frame(_) => {
                    let (template, inside) = self.template_frame(child);
                    bodies.extend(inside.into_iter().map(|(mut way, body)| {
                        way.insert(0, at);
                        (way, body)
                    }));
                    children.push(template);
                }
                _ => children.push(self.template(child)),
            }
        }
        (Template { item: node.item.clone(), children, states: node.states.clone() }, bodies)
    }

    /// Returns the node at the end of a path of positions.
    pub fn follow(&self, id: usize, way: &[usize]) -> usize {
        way.iter().fold(id, |id, &at| self.nodes[id].children.get(at).copied().unwrap_or(id))
    }

    /// Puts a part below `parent`; returns its node.
    pub fn insert(
        &mut self,
        part: Template,
        parent: usize,
        ns: &Namespace,
        names: &mut Names,
        span: &SourceSpan,
    ) -> Result<usize> {
        let Template { mut item, children, states } = part;
        ns.enter_item(&mut item);
        let id = self.add(item, parent, span)?;
        self.nodes[id].states = states;
        let (kind, meta) = common(self.item(id));
        names.add(kind, &meta.name, &meta.span, id);
        for child in children {
            self.insert(child, id, ns, names, span)?;
        }
        Ok(id)
    }

    /// Moves a node from the end of its parent's items to the place of another one, which is removed.
    pub fn take_place(&mut self, id: usize, other: usize) {
        let parent = self.nodes[id].parent;
        let children = &mut self.nodes[parent].children;
        children.pop();
        if let Some(at) = children.iter_mut().find(|child| **child == other) {
            *at = id;
        }
    }

    /// The node around a node.
    pub fn parent(&self, id: usize) -> usize {
        self.nodes[id].parent
    }

    /// Removes a node and frees the names below it. Returns its weight.
    pub fn remove(&mut self, id: usize, names: &mut Names) -> usize {
        let parent = self.nodes[id].parent;
        self.nodes[parent].children.retain(|&child| child != id);
        let mut freed = 0;
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            let node = &mut self.nodes[id];
            let (kind, meta) = common(&node.item);
            names.remove(kind, &meta.name);
            freed += item_weight(&node.item);
            open.append(&mut node.children);
            *node.item = Item::Frame(Frame::default());
        }
        freed
    }

    /// Clears the keyframe states of every body below a node and of its items.
    pub fn forget_bodies(&mut self, id: usize, inside: bool) {
        let is_body = matches!(self.item(id), Item::Body(_));
        if inside || is_body {
            self.nodes[id].states = None;
        }
        for child in self.nodes[id].children.clone() {
            self.forget_bodies(child, inside || is_body);
        }
    }

    /// Joints and mocap bodies at and below a node: the objects with keyframe states.
    pub fn holders(&self, id: usize) -> usize {
        let (mut count, mut open) = (0, vec![id]);
        while let Some(id) = open.pop() {
            count += usize::from(match self.item(id) {
                Item::Joint(_) => true,
                Item::Body(body) => body.mocap,
                _ => false,
            });
            open.extend(&self.nodes[id].children);
        }
        count
    }

    /// Bodies in the order of their ids, each with the joints it carries.
    pub fn bodies(&self) -> Vec<(usize, Vec<usize>)> {
        let mut out = vec![];
        let mut open = vec![WORLD];
        while let Some(id) = open.pop() {
            let (mut joints, mut bodies) = (vec![], vec![]);
            self.collect(id, &mut joints, &mut bodies);
            // the original of an open replicate is a sibling of the frame around it: what was added first comes first
            joints.sort_unstable();
            bodies.sort_unstable();
            out.push((id, joints));
            open.extend(bodies.into_iter().rev());
        }
        out
    }

    /// Joints and bodies of a body, also those in its frames.
    fn collect(&self, id: usize, joints: &mut Vec<usize>, bodies: &mut Vec<usize>) {
        for &child in &self.nodes[id].children {
            match &*self.nodes[child].item {
                Item::Joint(_) => joints.push(child),
                Item::Body(_) => bodies.push(child),
                Item::Frame(_) => self.collect(child, joints, bodies),
                _ => {}
            }
        }
    }

    /// The joint of a node, if it is one.
    pub fn joint(&self, id: usize) -> Option<&Joint> {
        match self.item(id) {
            Item::Joint(joint) => Some(joint),
            _ => None,
        }
    }

    /// The geom of a node, if it is one.
    pub fn geom(&self, id: usize) -> Option<&Geom> {
        match &*self.nodes.get(id)?.item {
            Item::Geom(geom) => Some(geom),
            _ => None,
        }
    }

    /// The body of a node, if it is one.
    pub fn body(&self, id: usize) -> Option<&Body> {
        match self.item(id) {
            Item::Body(body) => Some(body),
            _ => None,
        }
    }

    /// The world with everything in it.
    pub fn into_world(self) -> Body {
        // children come after their parents in the list, so the last nodes are complete first
        let mut done: Vec<Option<Item>> = self.nodes.iter().map(|_| None).collect();
        for (id, node) in self.nodes.into_iter().enumerate().rev() {
            let items = node.children.iter().filter_map(|&child| done.get_mut(child)?.take()).collect();
            let mut item = *node.item;
            match &mut item {
                Item::Body(body) => body.items = items,
                Item::Frame(frame) => frame.items = items,
                _ => {}
            }
            done[id] = Some(item);
        }
        match done.into_iter().next().flatten() {
            Some(Item::Body(world)) => *world,
            _ => Body::default(),
        }
    }
}

/// Copies an object without its items.
fn bare(item: &Item) -> Item {
    match item {
        Item::Body(body) => Item::Body(Box::new(bare_body(body))),
        Item::Frame(frame) => Item::Frame(Frame {
            meta: frame.meta.clone(),
            childclass: frame.childclass.clone(),
            items: vec![],
            ..*frame
        }),
        other => other.clone(),
    }
}

fn bare_body(body: &Body) -> Body {
    Body {
        meta: body.meta.clone(),
        childclass: body.childclass.clone(),
        pos: body.pos,
        quat: body.quat,
        alt: body.alt,
        inertial: body.inertial.clone(),
        mocap: body.mocap,
        gravcomp: body.gravcomp,
        sleep: body.sleep,
        simple: body.simple,
        user: body.user.clone(),
        items: vec![],
    }
}
