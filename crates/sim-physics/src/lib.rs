//! CortenForge in one crate: the engine (`sim-core`) and the model loader (`sim-mjcf`) behind one prelude.
//!
//! ```
//! use sim_physics::prelude::*;
//!
//! let model = load_model(
//!     "<mujoco>
//!        <worldbody>
//!          <body pos='0 0 1'>
//!            <joint name='swing' axis='0 1 0'/>
//!            <geom type='capsule' fromto='0 0 0 0 0 -0.5' size='0.02'/>
//!          </body>
//!        </worldbody>
//!      </mujoco>",
//! )?;
//! let mut data = model.make_data();
//! data.qpos[0] = 0.3;
//! while data.time < 1.0 {
//!     data.step(&model)?;
//! }
//! assert!(data.qpos[0].abs() < 0.31);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use sim_core;
pub use sim_mjcf;

pub use sim_core::{BatchError, BatchSim, Data, Model, StepError};
pub use sim_mjcf::{Assets, MjcfError, load_model, load_model_from_file, load_model_with_assets};

/// What a program that loads and steps models needs.
pub mod prelude {
    pub use sim_core::{
        BatchSim, Data, DisableFlags, EnableFlags, Integrator, JointType, Model, ObjType, SolverType, StepError,
    };
    pub use sim_mjcf::{Assets, MjcfError, load_model, load_model_from_file, load_model_with_assets};
}

/// The Rust example of the README, compiled by the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
