//! MJCF for CortenForge: text to [`spec::Spec`] to [`sim_core::Model`].

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod compile;
mod error;
mod files;
mod place;
pub mod read;
pub mod resolve;
pub mod spec;
mod suggest;

pub use error::{MjcfError, ModelConversionError, Result};
pub use files::{AssetKind, Assets, Files, asset_path};
pub use place::Place;
