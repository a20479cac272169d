//! The body tree, flattened: bodies depth first, each with its joints, geoms, sites, cameras and lights,
//! frames dissolved into poses. Ids are positions in these lists, so they are final only when fusing and
//! discarding are done.

use super::frame::{compose, orientation};
use super::ids::Ids;
use crate::error::{MjcfError, Result};
use crate::error_list::ErrorList;
use crate::numeric::unit;
use crate::spec::{Body, Camera, Frame, Geom, Item, Joint, Light, Object, Site, Spec};
use sim_core::ObjType;
use sim_core::math::{Pose, Quat, Vec3};

/// An object and the pose of the frame it was written in, when that is not the body's own.
#[derive(Clone, Debug)]
pub(crate) struct Node<T> {
    pub spec: T,
    pub frame: Option<Pose>,
}

/// A compiled geom.
#[derive(Clone, Debug)]
pub(crate) struct GeomNode {
    pub spec: Geom,
    pub frame: Option<Pose>,
    /// Pose in the body.
    pub pose: Pose,
    pub size: Vec3,
    pub surfacevel: [f64; 6],
    /// Bounding box, centre and half-sizes.
    pub aabb: [f64; 6],
    pub rbound: f64,
    pub mass: f64,
    pub inertia: Vec3,
    pub fluid: [f64; 12],
    /// Index of the mesh it shows, or was fitted to.
    pub mesh: Option<usize>,
    pub hfield: Option<usize>,
    /// It never collides.
    pub visual: bool,
    /// The geom, or its asset, could not be compiled.
    pub broken: bool,
}

/// A compiled site, camera or light: pose in the body and final direction.
#[derive(Clone, Debug)]
pub(crate) struct PosedNode<T> {
    pub spec: T,
    pub frame: Option<Pose>,
    pub pose: Pose,
}

/// A body with its parts.
#[derive(Clone, Debug)]
pub(crate) struct BodyNode {
    pub spec: Body,
    pub frame: Option<Pose>,
    pub parent: usize,
    pub children: Vec<usize>,
    pub joints: Vec<Node<Joint>>,
    pub geoms: Vec<GeomNode>,
    /// For each node of the bounding volumes: its geom before bodies were fused into this one, or -1.
    pub old_leaves: Vec<i32>,
    pub sites: Vec<PosedNode<Site>>,
    pub cameras: Vec<PosedNode<Camera>>,
    pub lights: Vec<PosedNode<Light>>,
    /// Pose in the parent.
    pub pose: Pose,
    pub ipos: Vec3,
    pub iquat: Quat,
    pub mass: f64,
    pub inertia: Vec3,
    pub contype: i32,
    pub conaffinity: i32,
    pub margin: f64,
    pub dofnum: usize,
    /// The body, or one of its geoms, could not be compiled: its mass is wrong.
    pub broken: bool,
}

/// All bodies; 0 is the world, parents come before children.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    pub bodies: Vec<BodyNode>,
    /// Number of empty bounding volumes: one for every fusion of two colliding bodies, as in MuJoCo.
    pub spare_bounds: usize,
}

/// Bodies a model may have: pair signatures hold two body ids in one integer.
const MAX_BODIES: usize = 65534;

/// Moves the body tree of a resolved spec into flat lists. Frames without a valid pose are noted, and get the identity.
pub(crate) fn flatten(spec: &mut Spec, errors: &mut ErrorList) -> Result<Tree> {
    let mut world = std::mem::take(&mut spec.world);
    world.meta.name = "world".into();
    let mut tree = Tree { bodies: vec![], spare_bounds: 0 };
    // explicit stack: nesting has no bound here
    let mut pending = vec![(world, None, 0)];
    while let Some((body, frame, parent)) = pending.pop() {
        if tree.bodies.len() + 1 >= MAX_BODIES {
            return Err(MjcfError::TooLarge {
                span: body.meta.span,
                message: format!("more than {MAX_BODIES} bodies; contact filters cannot address them"),
            });
        }
        let id = tree.bodies.len();
        if id > 0 {
            tree.bodies[parent].children.push(id);
        }
        let (node, children) = carry(body, frame, parent, spec, errors)?;
        if let (0, Some(joint)) = (id, node.joints.first()) {
            let message = "the world cannot move, but an attachment puts this joint into it: attach to a <body>";
            errors.push(joint.spec.meta.span.invalid(message))?;
        }
        tree.bodies.push(node);
        pending.extend(children.into_iter().rev().map(|(body, frame)| (body, frame, id)));
    }
    Ok(tree)
}

type Children = Vec<(Body, Option<Pose>)>;

/// Sorts a body's items into lists; returns the child bodies.
fn carry(
    mut body: Body,
    frame: Option<Pose>,
    parent: usize,
    spec: &Spec,
    errors: &mut ErrorList,
) -> Result<(BodyNode, Children)> {
    let items = std::mem::take(&mut body.items);
    let mut node = BodyNode {
        spec: body,
        frame,
        parent,
        children: vec![],
        joints: vec![],
        geoms: vec![],
        old_leaves: vec![],
        sites: vec![],
        cameras: vec![],
        lights: vec![],
        pose: Pose::IDENTITY,
        ipos: [0.0; 3],
        iquat: Pose::IDENTITY.quat,
        mass: 0.0,
        inertia: [0.0; 3],
        contype: 0,
        conaffinity: 0,
        margin: 0.0,
        dofnum: 0,
        broken: false,
    };
    let mut children = vec![];
    sort_items(items, None, &mut node, &mut children, spec, errors)?;
    Ok((node, children))
}

fn sort_items(
    items: Vec<Item>,
    frame: Option<Pose>,
    node: &mut BodyNode,
    children: &mut Children,
    spec: &Spec,
    errors: &mut ErrorList,
) -> Result<()> {
    for item in items {
        match item {
            Item::Frame(inner) => {
                let pose = errors.take(frame_pose(&inner, frame.as_ref(), spec))?.or(frame);
                sort_items(inner.items, pose, node, children, spec, errors)?;
            }
            Item::Body(body) => children.push((*body, frame)),
            Item::Joint(joint) => node.joints.push(Node { spec: joint, frame }),
            Item::Geom(geom) => node.geoms.push(GeomNode {
                spec: geom,
                frame,
                pose: Pose::IDENTITY,
                size: [0.0; 3],
                surfacevel: [0.0; 6],
                aabb: [0.0; 6],
                rbound: 0.0,
                mass: 0.0,
                inertia: [0.0; 3],
                fluid: [0.0; 12],
                mesh: None,
                hfield: None,
                visual: false,
                broken: false,
            }),
            Item::Site(site) => node.sites.push(PosedNode { spec: site, frame, pose: Pose::IDENTITY }),
            Item::Camera(camera) => node.cameras.push(PosedNode { spec: camera, frame, pose: Pose::IDENTITY }),
            Item::Light(light) => node.lights.push(PosedNode { spec: light, frame, pose: Pose::IDENTITY }),
        }
    }
    Ok(())
}

/// Pose of a frame in its body.
fn frame_pose(frame: &Frame, outer: Option<&Pose>, spec: &Spec) -> Result<Pose> {
    let compiler = &spec.origins[frame.meta.origin];
    let quat = orientation(frame.quat, &frame.alt, compiler).map_err(|m| frame.meta.span.conversion(m))?;
    let mut pose = Pose { pos: frame.pos, quat };
    if let Some(outer) = outer {
        pose = compose(outer, &pose);
    }
    pose.quat = unit(pose.quat).0;
    Ok(pose)
}

impl Tree {
    /// Lists of names of one kind, in id order.
    pub fn names(&self, kind: ObjType) -> Vec<String> {
        fn of<T: Object>(spec: &T) -> String {
            spec.meta().name.clone()
        }
        let bodies = self.bodies.iter();
        match kind {
            ObjType::Body => bodies.map(|b| of(&b.spec)).collect(),
            ObjType::Joint => bodies.flat_map(|b| &b.joints).map(|n| of(&n.spec)).collect(),
            ObjType::Geom => bodies.flat_map(|b| &b.geoms).map(|n| of(&n.spec)).collect(),
            ObjType::Site => bodies.flat_map(|b| &b.sites).map(|n| of(&n.spec)).collect(),
            ObjType::Camera => bodies.flat_map(|b| &b.cameras).map(|n| of(&n.spec)).collect(),
            ObjType::Light => bodies.flat_map(|b| &b.lights).map(|n| of(&n.spec)).collect(),
            _ => vec![],
        }
    }

    /// Registers every object of the tree under its id.
    pub fn register(&self, ids: &mut Ids) -> Result<()> {
        fn add<'a, T: Object + 'a>(ids: &mut Ids, objects: impl Iterator<Item = &'a T>) -> Result<()> {
            ErrorList::each(objects.enumerate(), |(id, object)| {
                ids.add(T::KIND, &object.meta().name, id, &object.meta().span)
            })
        }
        let bodies = || self.bodies.iter();
        let mut errors = ErrorList::default();
        errors.take(add(ids, bodies().map(|b| &b.spec)))?;
        errors.take(add(ids, bodies().flat_map(|b| &b.joints).map(|n| &n.spec)))?;
        errors.take(add(ids, bodies().flat_map(|b| &b.geoms).map(|n| &n.spec)))?;
        errors.take(add(ids, bodies().flat_map(|b| &b.sites).map(|n| &n.spec)))?;
        errors.take(add(ids, bodies().flat_map(|b| &b.cameras).map(|n| &n.spec)))?;
        errors.take(add(ids, bodies().flat_map(|b| &b.lights).map(|n| &n.spec)))?;
        errors.finish()
    }

    /// Body of every geom, in id order.
    pub fn geom_bodies(&self) -> Vec<i32> {
        let bodies = self.bodies.iter().enumerate();
        bodies.flat_map(|(id, body)| body.geoms.iter().map(move |_| id as i32)).collect()
    }

    /// The body this one is rigidly attached to: itself when it has joints or is driven by mocap.
    pub fn weld_root(&self, mut id: usize) -> usize {
        while id > 0 && self.bodies[id].joints.is_empty() && !self.bodies[id].spec.mocap {
            id = self.bodies[id].parent;
        }
        id
    }
}
