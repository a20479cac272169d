//! Why a batch refused something.

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
    /// There is no such world.
    #[error("there is no world {index}: the batch has {len}")]
    World {
        /// What was asked for.
        index: usize,
        /// Worlds there are.
        len: usize,
    },
    /// The worlds do not fit into memory.
    #[error(
        "{worlds} worlds of {each} bytes each need {needed} bytes, and {limit} are free: make fewer worlds, or several batches one after the other"
    )]
    Memory {
        /// Worlds asked for.
        worlds: usize,
        /// Bytes of one of them.
        each: usize,
        /// Bytes of all.
        needed: usize,
        /// Bytes there are.
        limit: usize,
    },
    /// There is no array of this name.
    #[error("there is no array '{0}' of a fixed size")]
    UnknownField(String),
    /// An array is made when it is read: there is nothing to write to.
    #[error("'{0}' is made from other results when it is read and cannot be set")]
    ReadOnlyField(String),
    /// An array has another length than all worlds together.
    #[error("'{field}' of this batch has {expected} numbers, not {found}")]
    Length {
        /// The array.
        field: String,
        /// Numbers of all worlds.
        expected: usize,
        /// Numbers given.
        found: usize,
    },
    /// An edit changed the size of something.
    #[error("an override must not change the sizes of the model")]
    Sizes,
    /// A state vector was refused.
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
