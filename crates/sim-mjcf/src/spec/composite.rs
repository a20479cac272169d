//! Composites: one element that makes many bodies.

use super::{Geom, Joint, Meta, Site};

/// How the first link of a cable is attached to its parent.
///
/// ```
/// use sim_mjcf::spec::{CableRoot, Written};
///
/// let text = "<mujoco><worldbody><composite type='cable' count='3' size='1' curve='s' initial='free'>\
///             <geom type='capsule' size='0.01'/></composite></worldbody></mujoco>";
/// let document = sim_mjcf::read_document(text)?;
/// let Written::Composite(cable) = &document.world[0] else { panic!("a cable was written") };
/// assert_eq!(cable.initial, CableRoot::Free);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CableRoot {
    /// By a ball joint.
    #[default]
    Ball,
    /// Not at all: it moves freely.
    Free,
    /// It is part of its parent.
    Fixed,
}

/// The skin of a cable of boxes: `<skin>` in `<composite>`. Its vertices, triangles and bones come from the links. It is inflated
/// by twice the half-thickness of a box.
///
/// ```
/// use sim_mjcf::spec::{CableSkin, Written};
///
/// let text = "<mujoco><worldbody><composite type='cable' count='5' size='1' curve='s'>\
///             <skin subgrid='2'/><geom type='box' size='0.1 0.05 0.01'/></composite></worldbody></mujoco>";
/// let document = sim_mjcf::read_document(text)?;
/// let Written::Composite(cable) = &document.world[0] else { panic!("a cable was written") };
/// assert_eq!(cable.skin, CableSkin { subgrid: 2, ..CableSkin::default() });
/// assert_eq!(document.resolve()?.skins[0].meta.name, "Skin");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct CableSkin {
    /// Whether vertices have texture coordinates.
    pub texcoord: bool,
    /// Material.
    pub material: String,
    /// Colour.
    pub rgba: [f32; 4],
    /// Visibility group.
    pub group: i32,
    /// Vertices between those of two links, in both directions; not positive: none.
    pub subgrid: i32,
}

impl Default for CableSkin {
    fn default() -> Self {
        Self { texcoord: false, material: String::new(), rgba: [1.0; 4], group: 0, subgrid: 0 }
    }
}

/// `<composite type="cable">`: a chain of bodies along a line of vertices, with ball joints between them.
///
/// ```
/// use sim_mjcf::spec::{Composite, Document, Geom, Written};
///
/// let geom = Geom { kind: sim_core::GeomType::Capsule, size: [0.01, 0.0, 0.0], ..Geom::default() };
/// let vertices = [0.0, 0.5, 1.0, 1.5].map(|x| [x, 0.0, 1.0]).to_vec();
/// let cable = Composite { vertices, geom, ..Composite::default() };
/// let mut document = Document::default();
/// document.world.push(Written::Composite(Box::new(cable)));
/// let model = sim_mjcf::compile(document.resolve()?, &Default::default())?;
/// assert_eq!((model.nbody, model.nexclude), (1 + 3, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Composite {
    /// Common part; a composite has no name.
    pub meta: Meta,
    /// Prefix of every name it makes.
    pub prefix: String,
    /// Added to the position of the first vertex.
    pub offset: [f64; 3],
    /// How the first link is held.
    pub initial: CableRoot,
    /// Ends of the links: one more than there are links. Single precision, as in MuJoCo.
    pub vertices: Vec<[f32; 3]>,
    /// Defaults of every link's geom.
    pub geom: Geom,
    /// Defaults of the sites at both ends.
    pub site: Site,
    /// Defaults of every joint.
    pub joint: Joint,
    /// The skin that a cable of boxes has; others have none.
    pub skin: CableSkin,
}
