//! MJCF for CortenForge: text to [`spec::Spec`] to [`sim_core::Model`].

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod compile;
mod error;
mod files;
mod mesh;
mod place;
pub mod read;
pub mod spec;
mod suggest;

pub use error::{MjcfError, ModelConversionError, Result};
pub use files::{Assets, Files};
pub use place::Place;
