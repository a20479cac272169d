//! Whether something sleeps, as it is stored.

use crate::arrays::IntCode;
use bytemuck::{Pod, Zeroable};

/// Whether an object sleeps.
///
/// ```
/// use sim_core::data::SleepState;
/// use sim_core::{Model, ObjType};
///
/// let model = Model::example();
/// let mut data = model.make_data();
/// data.forward(&model)?;
/// assert_eq!(data.body("ball")?.awake(), SleepState::Awake);
/// assert_eq!(data.sleep_state(&model, ObjType::Body, 0), SleepState::Static);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Pod, Zeroable)]
#[repr(transparent)]
pub struct SleepState(pub i32);

impl IntCode for SleepState {}

#[allow(non_upper_case_globals)]
impl SleepState {
    /// Cannot move.
    pub const Static: Self = Self(-1);
    /// At rest, left out of the stages.
    pub const Asleep: Self = Self(0);
    /// Takes part.
    pub const Awake: Self = Self(1);

    /// Awake if one of them is, otherwise asleep.
    pub(crate) fn either(a: Self, b: Self) -> Self {
        if a == Self::Awake || b == Self::Awake { Self::Awake } else { Self::Asleep }
    }
}
