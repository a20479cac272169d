//! The compiled model: its table of fields, its kinds, its names, its settings.

pub mod enums;
mod fields;
mod length_range;
mod names;
mod options;

pub use enums::*;
pub use fields::Model;
pub use length_range::{LengthRangeMode, LengthRangeOptions};
pub use options::{
    FieldMut, Options, Setting, Statistic, Visual, VisualGlobal, VisualHeadlight, VisualMap, VisualQuality, VisualRgba,
    VisualScale,
};
