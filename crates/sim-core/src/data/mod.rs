//! Data: one world. State, inputs, and what each pipeline stage computed last.

mod any_field;
mod contact;
mod contact_record;
mod copy;
mod fields;
mod history;
pub mod memory;
mod padding;
mod pass;
mod produced;
mod recall;
mod rows;
mod scratch;
mod sleep_state;
mod state;
mod statistics;
mod warnings;

pub use any_field::AnyField;
pub use contact::{Contact, ContactExclude, Side};
pub use contact_record::{ContactField, ContactRecord};
pub use fields::Data;
pub use produced::Produced;
pub use recall::HistoryError;
pub use rows::{ConstraintState, ConstraintType};
pub use sleep_state::SleepState;
pub use state::{STATE_FIELDS, StateError, component};
pub use statistics::{MAX_ISLANDS, MAX_ITERATIONS, SolverStat};
pub use warnings::{Warning, Warnings};

pub(crate) use fields::{read, write};
pub(crate) use history::{insert as history_insert, read as history_read};
pub(crate) use padding::Padding;
pub(crate) use scratch::{RungeKuttaSums, Workspace, buffer, shared};
