//! What a world holds besides plain arrays: contacts, warnings, codes of constraint rows, statistics of the solver, and the
//! components of its [state](State).

pub(crate) mod any_field;
mod contact;
pub(crate) mod contact_record;
mod copy;
mod fields;
mod history;
pub(crate) mod memory;
mod padding;
mod pass;
pub(crate) mod produced;
mod recall;
mod scratch;
mod sleep_state;
mod state;
mod statistics;
mod warnings;

pub use crate::model::{ConstraintState, ConstraintType};
pub use contact::{Contact, ContactExclude, Side};
pub use fields::Data;
pub use recall::HistoryError;
pub use sleep_state::SleepState;
pub use state::{STATE_FIELDS, State, StateError};
pub use statistics::{MAX_ISLANDS, MAX_ITERATIONS, SolverStat};
pub use warnings::{Warning, Warnings};

pub(crate) use fields::{read, write};
pub(crate) use history::{insert as history_insert, read as history_read};
pub(crate) use padding::Padding;
pub(crate) use scratch::{RungeKuttaSums, Workspace, buffer, shared};
