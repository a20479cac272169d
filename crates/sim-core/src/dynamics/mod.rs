//! Smooth dynamics: from positions and velocities to poses, Jacobians, inertia, bias forces and accelerations without
//! constraints.
//!
//! What each stage reads and writes is in `stage/table.rs`, the order in which they run in `pipeline/`.

pub mod bias;
pub mod com;
pub mod energy;
pub mod frames;
pub mod inertia;
pub mod jacobian;
pub mod kinematics;
pub mod momentum;
pub mod point_jacobian;
pub mod reflected;
pub mod smooth;
pub mod tendon;
pub mod tendon_wrap;
pub mod touch;
pub mod transmission;
pub mod velocity;
