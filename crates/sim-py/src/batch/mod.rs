//! Many worlds at once: `BatchSim`, rollouts, and the threads that step worlds.

pub mod overrides;
pub mod reset;
pub mod rollout;
pub mod simulation;
pub mod states;
pub mod worker_pool;
pub mod worlds;
