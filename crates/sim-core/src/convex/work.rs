//! Work space of the iterations.

use super::clip::Witness;
use super::features::Features;
use super::polytope::Polytope;

/// Work space of the iterations.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Work {
    pub(crate) polytope: Polytope,
    pub(crate) features: Features,
    pub(crate) witnesses: Vec<Witness>,
}
