//! Work space of the sensors.

/// A contact that a sensor counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Match {
    /// What the contacts are sorted by.
    pub(super) criterion: f64,
    /// Its number.
    pub(super) id: usize,
    /// The normal points the other way round.
    pub(super) flip: bool,
}
