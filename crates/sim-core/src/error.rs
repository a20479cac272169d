//! Errors of a step.

use crate::message::number;
use thiserror::Error;

/// An error of [`Data::step`](crate::Data::step) or [`Data::forward`](crate::Data::forward).
///
/// ```
/// use sim_core::{Model, StepError};
///
/// let model = Model::example();
/// let mut data = model.make_data();
/// data.qvel[0] = f64::NAN;
/// match data.step(&model) {
///     Err(StepError::BadVelocity { index, joint, .. }) => assert_eq!((index, joint.as_str()), (0, "joint 'elbow'")),
///     other => panic!("the velocity is NaN: {other:?}"),
/// }
/// assert_eq!(data.time, 0.0, "nothing moved");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum StepError {
    /// The time step is not a positive number.
    #[error("time step {} is not a positive number: set opt.timestep", number(*.0))]
    InvalidTimestep(f64),
    /// A position is NaN, infinite or larger than 1e10.
    #[error(
        "qpos[{index}] of {joint} is {} at time {}: the simulation diverged or was set so; try a smaller time step",
        number(*value), number(*time)
    )]
    BadPosition {
        /// Entry of `qpos`.
        index: usize,
        /// The joint, by name or number.
        joint: String,
        /// Its value.
        value: f64,
        /// Simulation time (s).
        time: f64,
    },
    /// A velocity is NaN, infinite or larger than 1e10.
    #[error(
        "qvel[{index}] of {joint} is {} at time {}: the simulation diverged or was set so; try a smaller time step",
        number(*value), number(*time)
    )]
    BadVelocity {
        /// Degree of freedom.
        index: usize,
        /// The joint, by name or number.
        joint: String,
        /// Its value.
        value: f64,
        /// Simulation time (s).
        time: f64,
    },
    /// An acceleration is NaN, infinite or larger than 1e10.
    #[error(
        "qacc[{index}] of {joint} is {} at time {}: check masses, inertias and forces of its body, or try a smaller time step",
        number(*value), number(*time)
    )]
    BadAcceleration {
        /// Degree of freedom.
        index: usize,
        /// The joint, by name or number.
        joint: String,
        /// Its value.
        value: f64,
        /// Simulation time (s).
        time: f64,
    },
    /// A control is NaN, infinite or larger than 1e10.
    #[error(
        "ctrl[{index}] of {actuator} is {} at time {}: set it to a number below 1e10, or check what computes it",
        number(*value), number(*time)
    )]
    BadControl {
        /// Entry of `ctrl`.
        index: usize,
        /// The actuator, by name or number.
        actuator: String,
        /// Its value.
        value: f64,
        /// Simulation time (s).
        time: f64,
    },
    /// The Hessian of Newton's solver is not positive definite.
    #[error(
        "the Hessian of the solver Newton is not positive definite on island {island}, time {}: check masses and inertias, or choose the solver CG",
        number(*time)
    )]
    CholeskyFailed {
        /// The island, in the order of [`Data::island_nv`](crate::Data).
        island: usize,
        /// Simulation time (s).
        time: f64,
    },
    /// The linear system of an implicit integrator has no solution.
    #[error(
        "the implicit time step has no solution at {joint} (dof {index}), time {}: check masses, inertias and negative damping, or try a smaller time step",
        number(*time)
    )]
    SingularSystem {
        /// Degree of freedom.
        index: usize,
        /// The joint, by name or number.
        joint: String,
        /// Simulation time (s).
        time: f64,
    },
    /// The strict solver did not meet its tolerance.
    #[error(
        "the solver CGStrict did not meet its tolerance within {iterations} iterations on island {island}, time {}: raise opt.iterations or opt.tolerance, or use another solver",
        number(*time)
    )]
    NotConverged {
        /// The island, in the order of [`Data::island_nv`](crate::Data).
        island: usize,
        /// Iterations made.
        iterations: usize,
        /// Simulation time (s).
        time: f64,
    },
    /// A step needs more than [`Model::limits`](crate::Model::limits) allows.
    #[error("{excess}: {needed}, more than the limit of {limit}; {}", excess.cure())]
    TooLarge {
        /// The quantity that exceeds its limit.
        excess: Excess,
        /// The amount needed, or counted when the step stopped.
        needed: usize,
        /// The limit.
        limit: usize,
    },
    /// The engine itself failed. In a batch, such a world is not stepped until it is reset.
    #[error(
        "the engine failed: {message}: check the values and lengths of edited arrays; if they are consistent, report this as a bug"
    )]
    Panicked {
        /// Message of the failure.
        message: String,
    },
    /// The model uses something this engine does not simulate.
    #[error("{0} is not supported: remove it from the model, or choose another")]
    Unsupported(String),
}

/// A quantity of a step that has a limit.
///
/// ```
/// use sim_core::{Excess, Model, StepError};
///
/// let mut model = Model::example();
/// model.limits.contacts = Some(0);
/// let error = model.make_data().step(&model).unwrap_err();
/// assert!(matches!(error, StepError::TooLarge { excess: Excess::Contacts, limit: 0, .. }), "{error}");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Excess {
    /// Contacts.
    Contacts,
    /// Pairs of geoms near each other.
    Pairs,
    /// Constraint rows, where their number is fixed beforehand.
    Rows,
    /// Bytes of the constraint Jacobian.
    Jacobian,
    /// Bytes of the inverse inertia of the constraint rows.
    InertiaOfRows,
    /// Bytes of the Hessian of the solver.
    Hessian,
    /// Bytes of contacts and constraint rows.
    Memory,
    /// Iterations of the constraint solver.
    Iterations,
    /// Iterations of the noslip pass.
    NoslipIterations,
    /// Evaluations of one line search.
    LineSearch,
}

impl Excess {
    /// The cure that the message names.
    fn cure(self) -> &'static str {
        match self {
            Self::Contacts | Self::Pairs => {
                "move bodies that are inside each other apart, exclude their contacts, or raise Model::limits.contacts"
            }
            Self::InertiaOfRows => "choose the solver Newton or CG, lessen the contacts, or raise Model::limits.bytes",
            Self::Hessian => "choose the solver CG, lessen the contacts, or raise Model::limits.bytes",
            Self::Rows => "lessen the contacts, or raise the limit of rows in the options of the batch",
            Self::Jacobian => "lessen the contacts, or raise Model::limits.bytes",
            Self::Memory => "lessen the contacts, or raise 'memory' of <size> in the file or Model::limits.memory",
            Self::Iterations => {
                "lower opt.iterations, choose an opt.tolerance that can be met, or raise Model::limits.solver_products"
            }
            Self::NoslipIterations => {
                "lower opt.noslip_iterations, choose an opt.noslip_tolerance that can be met, or raise Model::limits.solver_products"
            }
            Self::LineSearch => {
                "lower opt.ls_iterations, choose an opt.ls_tolerance that can be met, or raise Model::limits.solver_products"
            }
        }
    }
}

impl std::fmt::Display for Excess {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Contacts => "contacts of one step",
            Self::Pairs => "pairs of geoms near each other",
            Self::Rows => "constraint rows",
            Self::Jacobian => "bytes of the constraint Jacobian",
            Self::InertiaOfRows => "bytes of the inverse inertia of the constraint rows",
            Self::Hessian => "bytes of the solver's Hessian",
            Self::Memory => "bytes of contacts and constraint rows",
            Self::Iterations => "iterations of the constraint solver",
            Self::NoslipIterations => "iterations of noslip",
            Self::LineSearch => "evaluations of a line search",
        })
    }
}
