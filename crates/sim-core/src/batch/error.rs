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
    #[error("there is no world {index}: the batch has {len}")]
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
        /// Bytes of one of them.
        each: usize,
        /// Bytes of all.
        needed: usize,
        /// Bytes that are free.
        limit: usize,
    },
    /// No array of a fixed size has this name.
    #[error("there is no array '{0}' of a fixed size")]
    UnknownField(String),
    /// The array is made from other results when it is read: it has no memory to write to.
    #[error("'{0}' is made from other results when it is read and cannot be set")]
    ReadOnlyField(String),
    /// The array is made from other results when it is read: no memory holds it.
    #[error("'{0}' is made from other results when it is read and cannot be borrowed: copy it with `get`")]
    NoView(String),
    /// The array is a result of the engine: setting it has no effect on the next step.
    #[error("'{0}' is computed and cannot be set: set an input ({inputs})", inputs = crate::data::STATE_FIELDS.join(", "))]
    ComputedField(String),
    /// The array has another length than all worlds together.
    #[error("'{field}' has {found} numbers: this batch needs {expected}")]
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
    /// The saved states are those of another number of worlds.
    #[error("the saved states have {found} worlds and this batch has {expected}: reset with rows of them instead")]
    SavedWorlds {
        /// Number of worlds.
        expected: usize,
        /// Worlds saved.
        found: usize,
    },
    /// The saved states come from a batch of another model.
    #[error(
        "a saved state has {found} numbers and a world of this batch {expected}: save it from a batch of the same model"
    )]
    ForeignStates {
        /// Numbers of a state of this batch.
        expected: usize,
        /// Numbers of a state that was saved.
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
    #[error("there is no row {row}: {len} states are saved")]
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
    /// An edit changed the size of something.
    #[error("an override must not change the sizes of the model")]
    Sizes,
    /// A state vector does not fit.
    #[error(transparent)]
    State(#[from] StateError),
    /// A model is no longer valid after its override.
    #[error("world {world}: {error}")]
    Model {
        /// The world.
        world: usize,
        /// Why.
        error: ModelError,
    },
}
