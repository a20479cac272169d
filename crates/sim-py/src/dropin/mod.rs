//! The functions of the `mujoco` package.

pub mod callbacks;
pub mod contacts;
pub mod derivatives;
pub mod functions;
pub mod history;
pub mod matrices;
pub mod muscles;
pub mod points;
pub mod rays;
pub mod rotations;
pub mod state_vector;
pub mod stepping;
pub mod text;
pub mod vectors;
