//! What a model uses, as names that the shaders' conditions ask for, and what of it the card does not compute.

use crate::source::Features;
use sim_core::{JointType, Model};

/// The names that hold for a model.
pub fn features(m: &Model) -> Features {
    let mut f = Features::default();
    let joints = |kind| m.jnt_type.iter().any(|&t| t == kind);
    f.set("FREE", joints(JointType::Free));
    f.set("BALL", joints(JointType::Ball));
    f.set("SLIDE", joints(JointType::Slide));
    f.set("HINGE", joints(JointType::Hinge));
    f.set("MOCAP", m.nmocap > 0);
    f.set("SITES", m.nsite > 0);
    f.set("GEOMS", m.ngeom > 0);
    f
}
