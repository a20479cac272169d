//! The machine as a device of wgpu: code that computes through wgpu runs on it unchanged, without a driver.
//!
//! A submission runs before `submit` returns. Misuse is a validation error, as on any device. A fault of a shader is an
//! internal error. Both go to the innermost error scope of their kind, else to the error handler.

mod binding;
mod buffer;
mod commands;
mod dispatch;
mod errors;
mod interface;
mod mapping;
mod missing;
mod open;
mod pass;
mod pipeline;
mod queue;
mod settings;
mod shared;

pub use open::device;
pub use settings::Settings;
