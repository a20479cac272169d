//! The compiled model: its table of fields, its kinds, its names, its settings.

pub(crate) mod chain;
mod check;
pub(crate) mod derived;
mod distance_grid;
pub mod enums;
mod error;
mod fields;
mod hulls;
mod keyword;
pub(crate) mod limit;
mod names;
mod options;
mod patterns;
mod row_codes;
mod step_limits;
mod structure;

pub use check::Verified;
pub use enums::*;
pub use error::ModelError;
pub use fields::{Model, Opened};
pub use keyword::UnknownKeyword;
pub use options::{
    FieldMut, Options, SOLIMP, SOLREF, Setting, Statistic, Visual, VisualGlobal, VisualHeadlight, VisualMap,
    VisualQuality, VisualRgba, VisualScale,
};
pub use row_codes::{ConstraintState, ConstraintType};
pub use step_limits::StepLimits;

pub(crate) use derived::DofLayout;
