//! The compiled model: its table of fields, its kinds, its names, its settings.

mod build;
pub mod chain;
mod distance_grid;
pub mod enums;
mod fields;
mod initial_sleep;
mod length_range;
pub(crate) mod limit;
mod names;
mod options;
mod patterns;
mod set_const;
mod shared_layout;
mod statistic;
mod structure;
mod validate;

pub use enums::*;
pub use fields::Model;
pub use length_range::{LengthRangeMode, LengthRangeOptions};
pub use options::{
    FieldMut, Options, Setting, Statistic, Visual, VisualGlobal, VisualHeadlight, VisualMap, VisualQuality, VisualRgba,
    VisualScale,
};
pub use set_const::ModelError;
pub use shared_layout::SharedLayout;
