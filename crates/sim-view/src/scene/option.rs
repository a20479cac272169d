//! What the user wants to see, and what the user's mouse holds.

use crate::scene::VisualFlags;

/// What carries a text, `mjtLabel`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[allow(missing_docs)] // the variants name the objects
pub enum LabelKind {
    #[default]
    None,
    Body,
    Joint,
    Geom,
    Site,
    Camera,
    Light,
    Tendon,
    Actuator,
    Constraint,
    Flex,
    Skin,
    Selection,
    SelectionPoint,
    ContactPoint,
    ContactForce,
    Island,
}

/// What is shown with its frame, `mjtFrame`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[allow(missing_docs)] // the variants name the objects
pub enum FrameKind {
    #[default]
    None,
    Body,
    Geom,
    Site,
    Camera,
    Light,
    Contact,
    World,
}

/// What the user wants to see, MuJoCo's `mjvOption`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SceneOption {
    /// What carries a text.
    pub label: LabelKind,
    /// What is shown with its frame.
    pub frame: FrameKind,
    /// Groups of geoms that are shown.
    pub geomgroup: [bool; 6],
    /// Groups of sites that are shown.
    pub sitegroup: [bool; 6],
    /// Groups of joints that are shown.
    pub jointgroup: [bool; 6],
    /// Groups of tendons that are shown.
    pub tendongroup: [bool; 6],
    /// Groups of actuators that are shown.
    pub actuatorgroup: [bool; 6],
    /// Groups of flexes that are shown.
    pub flexgroup: [bool; 6],
    /// Groups of skins that are shown.
    pub skingroup: [bool; 6],
    /// Switches.
    pub flags: VisualFlags,
    /// Depth of bounding volumes that is shown.
    pub bvh_depth: i32,
    /// Layer of elements that is shown of a flex in three dimensions.
    pub flex_layer: i32,
}

/// What the user's mouse holds, MuJoCo's `mjvPerturb`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Perturb {
    /// Body that is selected; 0 or less for none.
    pub select: i32,
    /// Flex that is selected; -1 for none.
    pub flexselect: i32,
    /// Skin that is selected; -1 for none.
    pub skinselect: i32,
    /// Bits: 1 to move, 2 to turn.
    pub active: i32,
    /// The same, for the second of two grips.
    pub active2: i32,
    /// Where the selected object is to be.
    pub refpos: [f64; 3],
    /// How it is to be turned, `w x y z`.
    pub refquat: [f64; 4],
    /// Where the selected point is to be.
    pub refselpos: [f64; 3],
    /// The selected point in coordinates of the object.
    pub localpos: [f64; 3],
    /// Mass that the mouse feels at that point.
    pub localmass: f64,
    /// Motion of the mouse in units of space.
    pub scale: f64,
}
