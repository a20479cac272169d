//! CortenForge in one crate: the engine (`sim-core`) and the model loader (`sim-mjcf`) behind one prelude.
//!
//! ```
//! use sim_physics::prelude::*;
//!
//! let model = load_str(
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
//!
//! # Features
//!
//! | Feature | Gives |
//! |---|---|
//! | `parallel` (default) | batches step their worlds with several threads |
//! | `gpu` | [`sim_gpu`](https://docs.rs/sim-gpu): batches on a GPU |
//! | `view` | [`sim_view`](https://docs.rs/sim-view): scenes, pictures, the viewer's server |
//!
//! # Stability
//!
//! Versions follow semantic versioning. The public interface is what `api/sim-physics.txt` of the repository lists, and through it
//! that of [`sim_core`] and [`sim_mjcf`], except their hidden `binding` modules, whose names may change with any version. While the version
//! begins with 0, a new second number (0.1 to 0.2) may rename or remove public items, each with a line in the changelog that says
//! what to write instead; a new third number (0.1.0 to 0.1.1) only adds or repairs. The three crates have the same version.

pub use sim_core;
#[cfg(feature = "gpu")]
pub use sim_gpu;
pub use sim_mjcf;
#[cfg(feature = "view")]
pub use sim_view;

pub use sim_core::{BatchError, BatchSim, Data, Model, StepError};
pub use sim_mjcf::{Assets, Loader, MjcfError, load, load_model, load_model_from_file, load_str};

/// What a program that loads, builds and steps models needs.
///
/// ```
/// use sim_physics::prelude::*;
///
/// let mut robot = Builder::new("ball");
/// let mut world = robot.world();
/// world.plane("floor").size([1.0, 1.0, 0.1]);
/// let mut ball = world.body("ball").pos([0.0, 0.0, 0.5]);
/// ball.free("");
/// ball.sphere("").size(0.1);
/// let model = robot.compile()?;
///
/// let mut data = model.make_data();
/// while data.time < 1.0 {
///     data.step(&model)?;
/// }
/// let weight = model.body("ball")?.mass() * -model.opt.gravity[2];
/// let force: f64 = data.contacts().map(|contact| contact.force()[2]).sum();
/// assert!((force - weight).abs() < 1e-3 * weight);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub mod prelude {
    pub use sim_core::access::{
        self, ActuatorId, BodyId, CameraId, ContactView, EqualityId, GeomDistance, GeomId, Jacobian, JointId, KeyId,
        RayFilter, RayHit, SensorId, SiteId, TendonId, UnknownObject,
    };
    pub use sim_core::batch::{Batch, Controls, Reset, ResetNoise, ResetTo};
    pub use sim_core::data::{Contact, State, Warning};
    pub use sim_core::{
        BatchError, BatchSim, BiasType, ConeType, Data, DisableFlags, EnableFlags, EqType, GainType, GeomType,
        Integrator, JointType, Model, ObjType, SensorType, SolverType, StateError, StepError, StepLimits,
        TransmissionType, warning,
    };
    pub use sim_mjcf::build::{self, Builder};
    pub use sim_mjcf::{
        Assets, Files, Limits, Loaded, Loader, MjcfError, load, load_model, load_model_from_file, load_str,
    };
}

/// The Rust example of the README, compiled by the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
