//! Scratch space of the iterations.

use super::clip::Witness;
use super::features::Features;
use super::polytope::Polytope;

/// Scratch space of the iterations.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scratch {
    pub(crate) polytope: Polytope,
    pub(crate) features: Features,
    pub(crate) witnesses: Vec<Witness>,
}
