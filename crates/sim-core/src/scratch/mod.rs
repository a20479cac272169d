//! Work spaces: buffers that a stage keeps between steps, so that a warm step allocates nothing.
//!
//! [`Data`](crate::Data) owns them, so they are in a layer below it. A file declares the buffers of one stage; the stage fills
//! them.

pub mod collision;
pub mod constraint;
pub mod pair;
pub mod sensor;
pub mod solver;
pub mod sources;
