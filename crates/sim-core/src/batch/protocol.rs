//! One protocol for batches of worlds, on whatever device they run: [`Batch`].
//!
//! A program that is generic over it runs on the CPU ([`BatchSim`](super::BatchSim)) and on a GPU (`GpuBatchSim` of `sim-gpu`).

use super::ResetNoise;
use crate::access::{Find, KeyId, UnknownObject};
use crate::data::Data;
use crate::error::StepError;
use crate::model::Model;

/// A batch: many worlds of one [`Model`], stepped together.
///
/// Arrays of all worlds are row-major, one world after another. A mask has one entry for each world; `None` means all worlds.
/// An error of the whole call is an `Err` and changes nothing. An error of one world stays in that world: see
/// [`errors`](Self::errors).
///
/// ```
/// use sim_core::batch::{Batch, Controls, Reset, ResetNoise};
/// use sim_core::{BatchSim, Model};
/// use std::sync::Arc;
///
/// /// Mean height of the ball after 0.1 s, on any device.
/// fn mean_height<B: Batch>(batch: &mut B) -> Result<f64, B::Error> {
///     let noise = ResetNoise { position: 0.01, velocity: 0.1, seed: 7 };
///     batch.reset(None, &Reset::initial().with_noise(noise))?;
///     let controls = vec![0.5; batch.world_count() * batch.model().nu];
///     let errors = batch.step(50, Controls::Set(&controls))?;
///     assert!(errors.iter().all(Option::is_none));
///     let (qpos, nq) = (batch.get("qpos")?, batch.model().nq);
///     Ok(qpos.chunks(nq).map(|world| world[3]).sum::<f64>() / batch.world_count() as f64)
/// }
///
/// let mut batch = BatchSim::new(Arc::new(Model::example()), 16);
/// assert!(mean_height(&mut batch)? < 0.2);
/// println!("{} worlds on {}", batch.world_count(), batch.device());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Batch {
    /// Error of a whole call.
    type Error: std::error::Error + Send + Sync + 'static;
    /// Saved states of worlds, kept where the batch runs.
    type States;

    /// Number of worlds.
    fn world_count(&self) -> usize;

    /// The Model that the worlds share.
    fn model(&self) -> &Model;

    /// What the batch runs on, in words: `"cpu, 8 threads"`.
    fn device(&self) -> String;

    /// Steps every world `n` times with `controls`, and returns the error of each world, if any.
    ///
    /// A world stops at its first error and is not reset.
    fn step(&mut self, n: usize, controls: Controls<'_>) -> Result<Vec<Option<StepError>>, Self::Error>;

    /// Computes what follows from the state and the inputs of every world, without a step.
    fn forward(&mut self) -> Result<Vec<Option<StepError>>, Self::Error>;

    /// The error of each world in its last step or forward pass; `None` for a world that was reset since.
    fn errors(&self) -> Result<Vec<Option<StepError>>, Self::Error>;

    /// Numbers of an array of every world: worlds × length. Integers and flags become `f64`.
    fn get(&self, field: &str) -> Result<Vec<f64>, Self::Error>;

    /// Sets an array of every world: worlds × length.
    ///
    /// Only [state and inputs](crate::data::STATE_FIELDS) can be set: a computed field is an error that names it.
    fn set(&mut self, field: &str, values: &[f64]) -> Result<(), Self::Error>;

    /// A copy of world `i`.
    fn world(&self, i: usize) -> Result<Data, Self::Error>;

    /// Gives world `i` the state and the inputs of `data`. Computed fields follow with the next step or forward pass.
    fn set_world(&mut self, i: usize, data: &Data) -> Result<(), Self::Error>;

    /// Saves state and inputs of every world.
    fn save(&self) -> Result<Self::States, Self::Error>;

    /// Restores state and inputs of every world. States of another number of worlds are an error.
    fn restore(&mut self, states: &Self::States) -> Result<(), Self::Error>;

    /// Resets the worlds of `mask`. Applied forces (`qfrc_applied`, `xfrc_applied`) stay. What follows from the state, such as
    /// `xpos`, is computed by the next [`forward`](Self::forward) or [`step`](Self::step).
    fn reset(&mut self, mask: Option<&[bool]>, reset: &Reset<'_, Self::States>) -> Result<(), Self::Error>;

    /// Gives every world its own values of arrays of the Model. Each entry has a name and worlds × length numbers.
    ///
    /// Derived constants are recomputed for each world.
    fn override_fields(&mut self, fields: &[(&str, &[f64])]) -> Result<(), Self::Error>;

    /// Lets the worlds of `mask` share the common Model again.
    fn clear_override(&mut self, mask: Option<&[bool]>) -> Result<(), Self::Error>;
}

/// Controls of a call of [`Batch::step`]: `n` steps of `worlds` worlds with `nu` controls each.
///
/// ```
/// use sim_core::batch::{Batch, Controls};
/// use sim_core::{BatchSim, Model};
///
/// let mut batch = BatchSim::new(std::sync::Arc::new(Model::example()), 2);
/// batch.step(3, Controls::Set(&[0.5, -0.5]))?;
/// batch.step(3, Controls::Shared(&[0.1, 0.2, 0.3]))?;
/// assert_eq!(batch.get("ctrl")?, [0.3, 0.3]);
/// assert!(batch.step(1, Controls::Set(&[0.5])).is_err(), "one number for two worlds");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Controls<'a> {
    /// The controls that the worlds have.
    #[default]
    Held,
    /// Worlds × nu, the same at each of the `n` steps.
    Set(&'a [f64]),
    /// n × worlds × nu.
    EveryStep(&'a [f64]),
    /// n × nu, the same for all worlds.
    Shared(&'a [f64]),
}

impl<'a> Controls<'a> {
    /// The numbers given; none for [`Controls::Held`].
    #[must_use]
    pub fn values(self) -> &'a [f64] {
        match self {
            Self::Held => &[],
            Self::Set(values) | Self::EveryStep(values) | Self::Shared(values) => values,
        }
    }

    /// How many numbers `n` steps of `worlds` worlds with `nu` controls need.
    #[must_use]
    pub fn needed(self, n: usize, worlds: usize, nu: usize) -> usize {
        match self {
            Self::Held => 0,
            Self::Set(_) => worlds.saturating_mul(nu),
            Self::EveryStep(_) => n.saturating_mul(worlds).saturating_mul(nu),
            Self::Shared(_) => n.saturating_mul(nu),
        }
    }

    /// Controls of world `world` before step `step`; `None` where they stay as they are.
    #[must_use]
    pub fn row(self, step: usize, world: usize, worlds: usize, nu: usize) -> Option<&'a [f64]> {
        let row = match self {
            Self::Held => return None,
            Self::Set(_) if step > 0 => return None,
            Self::Set(_) => world,
            Self::EveryStep(_) => step * worlds + world,
            Self::Shared(_) => step,
        };
        self.values().get(row * nu..(row + 1) * nu)
    }
}

/// How [`Batch::reset`] resets: to which state, and with how much noise.
///
/// ```
/// use sim_core::batch::{Batch, Reset, ResetNoise};
/// use sim_core::{BatchSim, Model};
///
/// let mut batch = BatchSim::new(std::sync::Arc::new(Model::example()), 3);
/// let saved = batch.save()?;
/// Batch::reset(&mut batch, Some(&[true, false, true]), &Reset::keyframe("bent"))?;
/// Batch::reset(&mut batch, None, &Reset::rows(&saved, &[2, 1, 0]))?;
/// let noise = ResetNoise { position: 0.02, velocity: 0.0, seed: 1 };
/// Batch::reset(&mut batch, None, &Reset::initial().with_noise(noise))?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Reset<'a, S> {
    /// The state that the worlds get.
    pub to: ResetTo<'a, S>,
    /// Noise on top of it.
    pub noise: Option<ResetNoise>,
}

impl<'a, S> Reset<'a, S> {
    /// To the reference pose of the Model, at rest.
    #[must_use]
    pub const fn initial() -> Self {
        Self { to: ResetTo::Initial, noise: None }
    }

    /// To a keyframe of the Model, by name or index.
    #[must_use]
    pub fn keyframe(key: impl Into<Keyframe<'a>>) -> Self {
        Self { to: ResetTo::Keyframe(key.into()), noise: None }
    }

    /// World `i` to row `rows[i]` of saved states.
    #[must_use]
    pub const fn rows(states: &'a S, rows: &'a [usize]) -> Self {
        Self { to: ResetTo::Rows { states, rows }, noise: None }
    }

    /// Adds noise to the positions and velocities that the worlds get.
    #[must_use]
    pub fn with_noise(mut self, noise: ResetNoise) -> Self {
        self.noise = Some(noise);
        self
    }
}

impl<S> Default for Reset<'_, S> {
    fn default() -> Self {
        Self::initial()
    }
}

/// The state that a world gets by a reset.
///
/// ```
/// use sim_core::batch::{Batch, Reset, ResetTo};
/// use sim_core::{BatchSim, Model};
///
/// let mut batch = BatchSim::new(std::sync::Arc::new(Model::example()), 2);
/// Batch::reset(&mut batch, None, &Reset { to: ResetTo::Keyframe("bent".into()), noise: None })?;
/// assert_eq!(batch.get("qpos")?[0], 0.5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub enum ResetTo<'a, S> {
    /// The reference pose of the Model, at rest.
    Initial,
    /// A keyframe of the Model.
    Keyframe(Keyframe<'a>),
    /// Rows of saved states. Applied forces are not taken from them.
    Rows {
        /// The saved states.
        states: &'a S,
        /// The row for each world of the batch; entries of worlds outside the mask are not read.
        rows: &'a [usize],
    },
}

/// A keyframe, by name or by index.
///
/// ```
/// use sim_core::Model;
/// use sim_core::access::Find;
/// use sim_core::batch::Keyframe;
///
/// let model = Model::example();
/// assert_eq!(Keyframe::Name("bent").find_in(&model)?, Keyframe::Index(0).find_in(&model)?);
/// assert!(Keyframe::Index(9).find_in(&model).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keyframe<'a> {
    /// The keyframe of this name.
    Name(&'a str),
    /// The keyframe at this place, below `nkey`.
    Index(usize),
}

impl<'a> From<&'a str> for Keyframe<'a> {
    fn from(name: &'a str) -> Self {
        Self::Name(name)
    }
}

impl From<usize> for Keyframe<'_> {
    fn from(index: usize) -> Self {
        Self::Index(index)
    }
}

impl Find<KeyId> for Keyframe<'_> {
    fn find_in(self, m: &Model) -> Result<KeyId, UnknownObject> {
        use crate::access::Id;
        match self {
            Self::Name(name) => name.find_in(m),
            Self::Index(index) => <KeyId as Id>::new(index).find_in(m),
        }
    }
}
