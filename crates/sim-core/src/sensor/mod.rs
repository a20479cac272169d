//! Sensors, by the stage whose results they read.

use crate::data::Data;
use crate::model::Model;

/// Sensors of positions.
pub(crate) fn position(_m: &Model, _d: &mut Data) {}

/// Sensors of velocities.
pub(crate) fn velocity(_m: &Model, _d: &mut Data) {}

/// Sensors of accelerations and forces.
pub(crate) fn acceleration(_m: &Model, _d: &mut Data) {}
