//! Loads MJCF, MuJoCo's model format: text to [`spec::Document`] to [`spec::Spec`] to [`sim_core::Model`].
//!
//! Loading has three phases. *Read* checks elements against the schema and makes a typed document. *Resolve* expands
//! replicates and attachments and makes the spec. *Compile* computes constants and derived quantities.
//!
//! [`load`] and [`load_str`] do all three; a [`Loader`] adds options. [`read_document`] stops after the first phase,
//! [`parse_mjcf_str`] after the second. [`build`] makes models in code, without text.
//!
//! Every object of a document or spec has a [`table`] of its fields, to read, set and write them by name.
//!
//! ```
//! let model = sim_mjcf::load_str(
//!     "<mujoco><worldbody><body><joint/><geom size='0.1'/></body></worldbody></mujoco>",
//! )?;
//! assert_eq!(model.nv, 1);
//! # Ok::<(), sim_mjcf::MjcfError>(())
//! ```
//!
//! # Stability
//!
//! Versions follow semantic versioning. The public interface is what `api/sim-mjcf.txt` of the repository lists, except
//! the module `binding`, whose names may change with any version. While the version begins with 0, a new second number (0.1 to 0.2) may
//! rename or remove public items, each with a line in the changelog that says what to write instead; a new third number (0.1.0 to
//! 0.1.1) only adds or repairs. Texts of errors are for people and may change at any time; their kinds and places are part of the
//! interface.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

#[doc(hidden)]
pub mod binding;
pub mod build;
mod compile;
mod error;
mod error_list;
mod file_log;
mod files;
mod image;
mod limits;
pub mod lint;
mod load;
mod mesh;
mod numeric;
mod read;
mod resolve;
mod schema;
mod source_span;
pub mod spec;
mod stack;
mod stop;
mod suggest;
pub mod table;
mod warning;

pub use compile::compile;
pub use error::{MjcfError, ModelConversionError, Result};
pub use file_log::FileLog;
pub use files::{Assets, Files};
pub use limits::Limits;
pub use load::{Loaded, Loader, load, load_model, load_model_from_file, load_str, parse_mjcf_str, read_document};
pub use source_span::SourceSpan;
pub use stop::Stop;
pub use table::{FieldError, FieldInfo, Fields, Value};
pub use warning::Warning;
