//! The stages of a step: the fields, name and file of each one, and the views of [`Data`](crate::Data) that enforce them.

mod collision;
mod constraint;
mod derivative;
mod dynamics;
mod force;
mod integrate;
mod resume;
mod sensor;
mod shared;
mod solver;
mod table;
mod view;

pub use collision::*;
pub use constraint::*;
pub use derivative::*;
pub use dynamics::*;
pub use force::*;
pub use integrate::*;
pub(crate) use resume::ResumePoint;
pub use resume::Sensors;
pub use sensor::*;
pub use shared::*;
pub use solver::*;
pub use table::*;
pub use view::FieldView;
