//! Errors of a batch.

use crate::access::UnknownObject;
use crate::data::StateError;
use crate::model::ModelError;
use thiserror::Error;

/// An error of the bulk operations of [`BatchSim`](crate::BatchSim).
///
/// ```
/// use sim_core::{BatchError, BatchSim, Model};
/// use std::sync::Arc;
///
/// let mut batch = BatchSim::new(Arc::new(Model::example()), 3);
/// let error = batch.set_ctrl(&[0.5]).unwrap_err();
/// assert_eq!(error, BatchError::Length { field: "ctrl".to_string(), expected: 3, found: 1 });
/// assert!(matches!(batch.override_model(7, |_| {}), Err(BatchError::World { index: 7, len: 3 })));
/// ```
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum BatchError {
    /// No world has this index.
    #[error("world {index} does not exist: the batch has {len} worlds, counted from 0")]
    World {
        /// The index.
        index: usize,
        /// Number of worlds.
        len: usize,
    },
    /// The worlds do not fit into memory.
    #[error(
        "{worlds} worlds of {each} bytes each need {needed} bytes, and {limit} are free: make fewer worlds, or several batches one after the other"
    )]
    Memory {
        /// Number of worlds.
        worlds: usize,
        /// Memory of one world (bytes).
        each: usize,
        /// Memory of all worlds (bytes).
        needed: usize,
        /// Free memory (bytes).
        limit: usize,
    },
    /// No array of a fixed size has this name.
    #[error(
        "'{0}' is not an array of a fixed size: use one of `Data::ARRAY_NAMES`, for overrides one of `Model::ARRAY_NAMES`"
    )]
    UnknownField(String),
    /// The array is computed when it is read, so it has no memory to write to.
    #[error("'{0}' is computed when it is read and cannot be set: set an input ({inputs})", inputs = crate::data::STATE_FIELDS.join(", "))]
    ReadOnlyField(String),
    /// The array is made from other results when it is read: no memory holds it.
    #[error("'{0}' is made from other results when it is read and cannot be borrowed: copy it with `get`")]
    NoView(String),
    /// The array is a result of the engine: setting it has no effect on the next step.
    #[error("'{0}' is computed and cannot be set: set an input ({inputs})", inputs = crate::data::STATE_FIELDS.join(", "))]
    ComputedField(String),
    /// The array has another length than all worlds together.
    #[error("{field} has {found} numbers: give {expected}")]
    Length {
        /// The array.
        field: String,
        /// Numbers of all worlds.
        expected: usize,
        /// Numbers given.
        found: usize,
    },
    /// The mask does not have one entry for each world.
    #[error("the mask has {found} entries: give one for each of the {expected} worlds")]
    Mask {
        /// Number of worlds.
        expected: usize,
        /// Entries given.
        found: usize,
    },
    /// The saved states have another number of worlds.
    #[error("the saved states have {found} worlds and this batch has {expected}: reset with rows of them instead")]
    SavedWorlds {
        /// Number of worlds.
        expected: usize,
        /// Worlds of the saved states.
        found: usize,
    },
    /// The saved states come from a batch of another model.
    #[error(
        "a saved state has {found} numbers and a world of this batch {expected}: save it from a batch of the same model"
    )]
    ForeignStates {
        /// Numbers of a state of this batch.
        expected: usize,
        /// Numbers of the saved state.
        found: usize,
    },
    /// The number of rows is not that of the worlds to reset.
    #[error("`rows` has {found} entries: give one for each of the {expected} worlds to reset")]
    Rows {
        /// Worlds to reset.
        expected: usize,
        /// Rows given.
        found: usize,
    },
    /// The saved states have no such row.
    #[error("saved state {row} does not exist: there are {len}, counted from 0")]
    NoSuchRow {
        /// The row.
        row: usize,
        /// Number of states.
        len: usize,
    },
    /// A world of another model was given.
    #[error(
        "the world given for world {world} is of another model: make it with `Model::make_data` of this batch's model"
    )]
    ForeignWorld {
        /// The world.
        world: usize,
    },
    /// A standard deviation is negative, NaN or infinite.
    #[error("noise `{name}` is {value}: give a finite standard deviation, at least 0")]
    Noise {
        /// The setting.
        name: &'static str,
        /// Its value.
        value: f64,
    },
    /// No object has this name or index.
    #[error(transparent)]
    UnknownObject(#[from] UnknownObject),
    /// An override changes the length of an array of the worlds.
    #[error(
        "override of world {world}: '{array}' would have {found} entries, not {expected}: keep the sizes of the model"
    )]
    Sizes {
        /// The world.
        world: usize,
        /// The first array of Data whose length changes.
        array: &'static str,
        /// Its length in the worlds of the batch.
        expected: usize,
        /// Its length after the override.
        found: usize,
    },
    /// A state vector does not fit.
    #[error(transparent)]
    State(#[from] StateError),
    /// A model is no longer valid after its override.
    #[error("world {world}: {error}")]
    Model {
        /// The world.
        world: usize,
        /// The error of the model.
        error: ModelError,
    },
}
