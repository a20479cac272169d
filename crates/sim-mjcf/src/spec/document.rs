//! A model as it was written: replicates, attachments and composites are still to be carried out.

use crate::error_list::ErrorList;
use crate::limits::Limits;
use crate::stop::Stop;

use super::{Attach, Composite, Item, ModelAsset, Replicate, Spec};

/// A model as a file says it, includes merged and default classes applied, before it is resolved into a [`Spec`].
///
/// It cannot be compiled: [`Document::resolve`] makes the copies that it asks for and gives the spec that can.
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
    /// Settings, classes, assets and what refers to the tree, none of which depends on copies to come. Its world
    /// carries nothing yet.
    pub(crate) spec: Spec,
    /// Models that can be attached.
    pub models: Vec<ModelAsset>,
    /// What is written in the world.
    pub world: Vec<Written>,
    /// What resolving it may cost: the limits it was read under.
    pub limits: Limits,
}

/// Something written in the tree of a document.
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
    /// An object, and what is written inside a body or frame.
    Object(Item, Vec<Written>),
    /// Copies to be made of what is written inside.
    Replicate(Replicate, Vec<Written>),
    /// A part of this model or of another one, to be put here.
    Attach(Attach),
    /// One element that stands for many bodies.
    Composite(Box<Composite>),
}

impl Document {
    /// Carries out every replicate, attachment and composite, and checks that names differ.
    pub fn resolve(self) -> crate::Result<Spec> {
        let mut errors = ErrorList::default();
        let spec = crate::resolve::expand(self, &Stop::default(), &mut errors)?;
        errors.finish()?;
        Ok(spec)
    }
}
