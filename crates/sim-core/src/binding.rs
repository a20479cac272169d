//! Internals for language bindings, tools and tests: the stages of a step, the [views](stage) of `Data` that they borrow, and
//! the functions between them that MuJoCo has names for.
//!
//! A program that loads and steps models needs none of it. These names follow the internals of the engine: they may change with
//! any version, while the rest of the crate keeps to semantic versioning.
//!
//! ```
//! use sim_core::Model;
//! use sim_core::binding::pipeline::stages;
//!
//! let model = Model::empty();
//! let mut data = model.make_data();
//! stages::kinematics(&model, &mut data);
//! assert_eq!(data.xpos[..3], [0.0; 3]);
//! ```

/// Arrays of each kind of named object, and their entries for one object.
pub mod access {
    pub use crate::access::family::{FAMILIES, Family, Image, Span};
}

/// Threads that step worlds, with a work space each, and entries of arrays as numbers.
pub mod batch {
    pub use crate::batch::fields::{read_entries, reader, write_entries, writer};
    pub use crate::batch::guard::failure_text;
    pub use crate::batch::worker_pool::{WorkQueue, WorkerPool};
    pub use crate::batch::workspace::{ThreadWorkspace, Workspaces};
}

/// Contacts of two shapes without a model, and the pairs of geoms that may touch.
pub mod collision {
    pub use crate::collision::{MIN_FRICTION, NearPair, manifold, near_pairs};

    /// Pairs of convex shapes.
    pub mod convex {
        pub use crate::convex::*;
    }
}

/// Forces of contacts, and the update of constraint forces in a solver.
pub mod constraint {
    pub use crate::constraint::{contact, update};
}

/// A world field by field, and contacts as MuJoCo lays them out.
pub mod data {
    pub use crate::data::any_field::AnyField;
    pub use crate::data::contact_record::{ContactField, ContactRecord};
    pub use crate::data::memory::CONTACT_BYTES;
    pub use crate::data::produced::Produced;
}

/// Derivatives of forces, steps and inverse dynamics.
pub mod derivative {
    pub use crate::derivative::{Terms, transition};
}

/// Kinematics, Jacobians, inertia and momentum.
pub mod dynamics {
    pub use crate::dynamics::{bias, inertia, jacobian, kinematics, momentum, velocity};
}

/// Forces of actuators, and codes of their inputs.
pub mod force {
    pub use crate::force::dcmotor::input;
    pub use crate::force::{BadControls, muscle};
    pub use crate::model::CHART_QUAT;
}

/// Positions along velocities, and the Runge-Kutta scheme.
pub mod integrate {
    pub use crate::integrate::{RungeKutta, difference_position, integrate_position};
}

/// Small dense and sparse matrices.
pub mod linalg {
    pub use crate::linalg::wide::{Kernel, widest};
    pub use crate::linalg::{dense, ltdl, row_matrix};
}

/// How names and numbers are written in messages.
pub mod message {
    pub use crate::message::{Line, Name, count, number};
}

/// A model that is filled, edited from outside and checked; settings field by field.
pub mod model {
    pub use crate::model::{FieldMut, Opened, Setting, Verified};
}

/// The stages in groups, in order, or one by one.
pub mod pipeline {
    pub use crate::pipeline::{
        Profile, Sensors, constraint_forces, constraint_update, forward_kinematics, forward_position, forward_velocity,
        inverse_position, is_bad, run, stages,
    };
}

/// Rays and distances over [views](stage) of a world.
pub mod query {
    pub use crate::query::{geom_distance, ray};
}

/// Rays of rangefinders: those through the pixels of a camera, and how readings are laid out; codes of contact sensors.
pub mod sensor {
    pub use crate::sensor::contact::reduce;
    pub use crate::sensor::geometry::{Lens, ray_data};
}

/// Trees that sleep.
pub mod sleep {
    pub use crate::sleep::{MIN_AWAKE, SleepState};
}

/// Limits of the statistics that solvers keep.
pub mod solver {
    pub use crate::solver::{MAX_ISLANDS, MAX_ITERATIONS, SolverStat};
}

/// The table of stages, and views of what each reads and writes.
pub mod stage {
    pub use crate::stage::{
        Axes, AxisRates, BodyPoses, ContactForces, GeomPoses, NarrowPhase, NewtonEuler, ObjectAcceleration,
        ObjectMotion, STAGES, StageId, StageInfo,
    };
}
