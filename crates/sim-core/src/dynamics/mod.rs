//! Smooth dynamics: from positions and velocities to poses, Jacobians, inertia and bias forces.
//!
//! Each file is one stage; the order in which they run is in `pipeline/`.

pub mod adhesion;
pub mod bias;
pub mod com;
pub mod energy;
pub mod frames;
pub mod inertia;
pub mod jacobian;
pub mod kinematics;
pub mod momentum;
pub mod reflected;
pub mod tendon;
pub mod tendon_wrap;
pub mod transmission;
pub mod velocity;
