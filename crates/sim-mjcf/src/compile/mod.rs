//! Compile: spec to Model.

pub mod hfield;
mod ids;
pub mod material;
pub mod paths;
pub mod texture;

pub use ids::Ids;

use crate::error::Result;
use crate::spec::Meta;

/// Gives the bytes of a file that an object asks for, by the name written in the model.
pub type Load<'a> = dyn FnMut(&Meta, &str) -> Result<Vec<u8>> + 'a;
