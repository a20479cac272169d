//! Which objects of a model are shown, and the state of the mouse.

use crate::scene::VisualFlags;

/// Objects with a label, `mjtLabel`.
///
/// ```
/// use sim_view::LabelKind;
///
/// assert_eq!(LabelKind::from_number(3), Some(LabelKind::Geom));
/// assert_eq!(LabelKind::from_number(-1), None);
/// ```
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

/// Objects with a visible frame, `mjtFrame`.
///
/// ```
/// use sim_view::FrameKind;
///
/// assert_eq!(FrameKind::from_number(7), Some(FrameKind::World));
/// assert_eq!(FrameKind::World as i32, 7);
/// ```
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

impl LabelKind {
    const ALL: [Self; 17] = [
        Self::None,
        Self::Body,
        Self::Joint,
        Self::Geom,
        Self::Site,
        Self::Camera,
        Self::Light,
        Self::Tendon,
        Self::Actuator,
        Self::Constraint,
        Self::Flex,
        Self::Skin,
        Self::Selection,
        Self::SelectionPoint,
        Self::ContactPoint,
        Self::ContactForce,
        Self::Island,
    ];

    /// The kind with MuJoCo's number. `None`: the number names no kind.
    pub fn from_number(number: i32) -> Option<Self> {
        usize::try_from(number).ok().and_then(|at| Self::ALL.get(at).copied())
    }
}

impl FrameKind {
    const ALL: [Self; 8] =
        [Self::None, Self::Body, Self::Geom, Self::Site, Self::Camera, Self::Light, Self::Contact, Self::World];

    /// The kind with MuJoCo's number. `None`: the number names no kind.
    pub fn from_number(number: i32) -> Option<Self> {
        usize::try_from(number).ok().and_then(|at| Self::ALL.get(at).copied())
    }
}

/// Which objects of a model are shown, `mjvOption`.
///
/// ```
/// use sim_view::{LabelKind, SceneOption, VisualFlags};
///
/// let mut option = SceneOption { label: LabelKind::Body, ..SceneOption::default() };
/// option.flags |= VisualFlags::CONTACTPOINT | VisualFlags::CONTACTFORCE;
/// assert_eq!(option.geomgroup, [true, true, true, false, false, false]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SceneOption {
    /// Objects with a label.
    pub label: LabelKind,
    /// Objects with a visible frame.
    pub frame: FrameKind,
    /// Visible groups of geoms.
    pub geomgroup: [bool; 6],
    /// Visible groups of sites.
    pub sitegroup: [bool; 6],
    /// Visible groups of joints.
    pub jointgroup: [bool; 6],
    /// Visible groups of tendons.
    pub tendongroup: [bool; 6],
    /// Visible groups of actuators.
    pub actuatorgroup: [bool; 6],
    /// Visible groups of flexes.
    pub flexgroup: [bool; 6],
    /// Visible groups of skins.
    pub skingroup: [bool; 6],
    /// Visible objects and effects.
    pub flags: VisualFlags,
    /// Visible depth of bounding volumes.
    pub bvh_depth: i32,
    /// Visible layer of elements of a three-dimensional flex.
    pub flex_layer: i32,
}

/// Groups that are visible by default.
const SHOWN_GROUPS: [bool; 6] = [true, true, true, false, false, false];

impl Default for SceneOption {
    fn default() -> Self {
        Self {
            label: LabelKind::None,
            frame: FrameKind::None,
            geomgroup: SHOWN_GROUPS,
            sitegroup: SHOWN_GROUPS,
            jointgroup: SHOWN_GROUPS,
            tendongroup: SHOWN_GROUPS,
            actuatorgroup: SHOWN_GROUPS,
            flexgroup: SHOWN_GROUPS,
            skingroup: SHOWN_GROUPS,
            flags: VisualFlags::default(),
            bvh_depth: 1,
            flex_layer: 0,
        }
    }
}

/// The user's grip on a body, MuJoCo's `mjvPerturb`.
///
/// ```
/// use sim_core::Model;
/// use sim_view::Perturb;
///
/// let model = Model::example();
/// let mut data = model.make_data();
/// data.forward(&model)?;
/// let ball = model.body("ball")?.id().index();
/// let mut perturb = Perturb { select: ball as i32, active: Perturb::TRANSLATE, localmass: 1.0, ..Perturb::default() };
/// perturb.refselpos = [0.0, 0.0, 5.0];
/// perturb.apply_force(&model, &mut data);
/// assert!(data.xfrc_applied[6 * ball + 2] > 0.0, "it pulls upwards");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Perturb {
    /// Selected body; 0 or less for none.
    pub select: i32,
    /// Selected flex; -1 for none.
    pub flexselect: i32,
    /// Selected skin; -1 for none.
    pub skinselect: i32,
    /// Bits: 1 translates, 2 rotates.
    pub active: i32,
    /// Bits of `active` for a second grip.
    pub active2: i32,
    /// Target position of the selected object.
    pub refpos: [f64; 3],
    /// Target orientation of the selected object, `w x y z`.
    pub refquat: [f64; 4],
    /// Target position of the selected point.
    pub refselpos: [f64; 3],
    /// The selected point in the frame of the object.
    pub localpos: [f64; 3],
    /// Effective mass of the body at that point.
    pub localmass: f64,
    /// Length in the world per unit of mouse motion.
    pub scale: f64,
}

impl Perturb {
    /// Bit of `active` for translation.
    pub const TRANSLATE: i32 = 1;
    /// Bit of `active` for rotation.
    pub const ROTATE: i32 = 2;
}

impl Default for Perturb {
    fn default() -> Self {
        Self {
            select: 0,
            flexselect: -1,
            skinselect: -1,
            active: 0,
            active2: 0,
            refpos: [0.0; 3],
            refquat: [1.0, 0.0, 0.0, 0.0],
            refselpos: [0.0; 3],
            localpos: [0.0; 3],
            localmass: 0.0,
            scale: 1.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_kinds_are_their_places() {
        for (at, kind) in LabelKind::ALL.into_iter().enumerate() {
            assert_eq!(kind as usize, at);
        }
        for (at, kind) in FrameKind::ALL.into_iter().enumerate() {
            assert_eq!(kind as usize, at);
        }
    }
}
