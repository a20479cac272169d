//! Work space of the sensors.

/// A contact that a sensor counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Match {
    /// What the contacts are sorted by.
    pub(crate) criterion: f64,
    /// Its number.
    pub(crate) id: usize,
    /// Whether the normal points the other way.
    pub(crate) flip: bool,
}
