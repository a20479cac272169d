//! Data: one world. State, inputs, and what each pipeline stage computed last.

mod contact;
mod copy;
mod fields;
mod history;
pub mod memory;
mod recall;
mod reset;
pub(crate) mod room;
mod rows;
mod scratch;
mod sleep_state;
mod state;
mod statistics;
mod tiles;

pub use contact::{Contact, ContactExclude, ContactField, Warning, Warnings};
pub use fields::{Data, read, write};
pub use recall::HistoryError;
pub(crate) use reset::CHART_QUAT;
pub use rows::{ConstraintState, ConstraintType};
pub use sleep_state::SleepState;
pub use state::{StateError, component};
pub use statistics::{MAX_ISLANDS, MAX_ITERATIONS, SolverStat};

pub(crate) use history::{insert as history_insert, read as history_read};
pub(crate) use scratch::{Stages, Workspace, buffer, shared};
pub(crate) use tiles::{InertiaTiles, RowTiles};
