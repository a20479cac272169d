//! The compiled model: its table of fields, its kinds, its names, its settings.

pub mod enums;
mod fields;
mod names;
mod options;

pub use enums::*;
pub use fields::Model;
pub use options::{
    FieldMut, Options, Setting, Statistic, Visual, VisualGlobal, VisualHeadlight, VisualMap, VisualQuality,
    VisualRgba, VisualScale,
};
