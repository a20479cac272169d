//! The CortenForge engine: rigid bodies with joints, contacts, tendons, actuators and sensors, computed as MuJoCo 3.12 computes
//! them.
//!
//! - A [`Model`] is constant while a simulation runs: bodies, joints, geoms, options. It comes from a file or from
//!   code (crate `sim-mjcf`, or all in one crate: `sim-physics`). Its fields have MuJoCo's names, shapes and meanings and may be
//!   edited between steps; [`Model::set_const`] then recomputes the derived constants.
//! - A [`Data`] is one world: its state (`qpos`, `qvel`, `act`, `time`), what acts on it (`ctrl`, `qfrc_applied`), and the results
//!   of the last pass (`xpos`, `contact`, `sensordata` …).
//! - [`Data::step`] computes all results and moves the state by one time step. [`Data::forward`] computes the results alone,
//!   [`Data::inverse`] the forces that a motion needs. An error leaves the state as it was and says what to do.
//! - [`BatchSim`] steps many worlds on all processors; a world that fails does not stop the others.
//!
//! ```
//! use sim_core::Model;
//!
//! let model = Model::n_link_pendulum(2, 1.0, 0.1);
//! let mut data = model.make_data();
//! data.joint_mut("hinge1")?.qpos()[0] = 0.3;
//! while data.time < 1.0 {
//!     data.step(&model)?;
//! }
//! println!("the tip is at {:?}", data.body("link2")?.xpos());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | Module | Contents |
//! |---|---|
//! | [`access`] | objects by name and typed id |
//! | [`data`] | parts of a world besides arrays: contacts, state vectors, warnings |
//! | [`batch`] | many worlds |
//! | [`arrays`] | all arrays by name |
//! | [`enums`] | kinds that arrays hold as numbers |
//! | [`warning`] | the hook for warnings |
//!
//! # Stability
//!
//! Versions follow semantic versioning. The public interface is what `api/sim-core.txt` of the repository lists. The hidden module
//! `binding` is not part of it: language bindings, tools and tests use it, and its names may change with any version. While the
//! version begins with 0, a new second number (0.1 to 0.2) may rename or remove public items, each with a line in the
//! changelog that says what to write instead; a new third number (0.1.0 to 0.1.1) only adds or repairs. Computed numbers may
//! change where they come closer to those of MuJoCo, which the changelog says too.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod access;
pub mod arrays;
pub mod batch;
#[doc(hidden)]
pub mod binding;
mod collision;
mod constants;
mod constraint;
mod convex;
pub mod data;
mod derivative;
mod dynamics;
mod error;
pub mod field_contact;
mod force;
mod integrate;
mod linalg;
pub mod math;
mod message;
mod model;
mod pipeline;
mod query;
mod scratch;
mod sensor;
mod shape;
mod sleep;
mod solver;
mod stage;
pub mod warning;

pub use arrays::Shared;
pub use batch::{Batch, BatchError, BatchSim};
pub use constants::{LengthRangeMode, LengthRangeOptions};
pub use data::{Data, HistoryError, StateError};
pub use error::{Excess, StepError};
pub use model::enums::{
    self, ActuatorDynamics, BiasType, CamLightMode, ColorSpace, ConeType, DataType, DisableFlags, EnableFlags, EqType,
    GainType, GeomType, Integrator, JacobianType, JointType, LightType, ObjType, Projection, SensorType, SleepPolicy,
    SolverType, Stage, TextureType, TransmissionType, WrapType,
};
pub use model::{
    Model, ModelError, Options, SOLIMP, SOLREF, Statistic, StepLimits, UnknownKeyword, Visual, VisualGlobal,
    VisualHeadlight, VisualMap, VisualQuality, VisualRgba, VisualScale,
};
pub use shape::grid::{SdfCollisionData, SdfError};
pub use shape::terrain::HeightFieldData;
pub use shape::triangle_mesh::TriangleMeshData;
