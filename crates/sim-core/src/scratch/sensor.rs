//! Work space of the sensors.

/// A contact that matches a sensor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Match {
    /// The sorting key.
    pub(crate) criterion: f64,
    /// Index of the contact.
    pub(crate) id: usize,
    /// Whether the normal is reversed.
    pub(crate) flip: bool,
}
