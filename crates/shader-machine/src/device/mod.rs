//! The machine as a device of wgpu: what computes through wgpu runs on it unchanged, without a driver.
//!
//! Work is done when it is submitted, in order. Misuse is an error of validation, as on any device; a fault of a shader is an
//! internal error. Both go to the innermost error scope for their kind, else to the handler of errors.

mod binding;
mod buffer;
mod commands;
mod dispatch;
mod errors;
mod interface;
mod mapping;
mod missing;
mod pass;
mod pipeline;
mod queue;
mod settings;
mod shared;

pub use settings::{Settings, device};
