//! What goes between the host and the device: fields, states, controls, contacts, arrays of CUDA.

mod contacts;
mod controls;
pub mod cuda_arrays;
pub mod cuda_views;
mod fields;
pub mod numbers;
pub mod reading;
pub mod saved_states;
mod states;
mod views;
