//! A model as written, with replicates, attachments and composites not yet expanded.

use crate::limits::Limits;

use super::{Attach, Composite, Item, ModelAsset, Replicate, Spec};

/// A model as written, before it is resolved into a [`Spec`]. Includes are merged and default classes applied.
///
/// [`Document::resolve`] makes its copies and returns the spec, which can be compiled.
///
/// ```
/// let text = "<mujoco><worldbody><replicate count='3'><geom size='1'/></replicate></worldbody></mujoco>";
/// let document = sim_mjcf::read_document(text)?;
/// assert_eq!(document.world.len(), 1);
/// assert_eq!(document.resolve()?.world.items.len(), 3);
/// # Ok::<(), sim_mjcf::MjcfError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Document {
    /// Settings, classes, assets and objects that refer to the tree. Its world is still empty.
    pub(crate) spec: Spec,
    /// Models that can be attached.
    pub models: Vec<ModelAsset>,
    /// Items of the world.
    pub world: Vec<Written>,
    /// The limits it was read under; they also bound resolving.
    pub limits: Limits,
}

/// An item in the tree of a document.
///
/// ```
/// use sim_mjcf::spec::Written;
///
/// let text = "<mujoco><worldbody><replicate count='3'><site/></replicate><geom size='1'/></worldbody></mujoco>";
/// let document = sim_mjcf::read_document(text)?;
/// let [Written::Replicate(copies, inside), Written::Object(..)] = &document.world[..] else { panic!("{document:?}") };
/// assert_eq!((copies.count, inside.len()), (3, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[allow(clippy::large_enum_variant)] // objects, the largest, are nearly all there is
#[derive(Clone, Debug, PartialEq)]
pub enum Written {
    /// An object, and the items inside it if it is a body or frame.
    Object(Item, Vec<Written>),
    /// Copies to make of the items inside.
    Replicate(Replicate, Vec<Written>),
    /// A part of this model or of another one, to attach here.
    Attach(Attach),
    /// One element that stands for many bodies.
    Composite(Box<Composite>),
}
