//! How much a step of one world may take.
//!
//! Bodies that were put into each other make contacts by the square of their number, and memory and time follow. Honest scenes make
//! a few dozen for each body at most, so that a limit in proportion to the bodies separates the two cases.

use crate::error::{Excess, StepError};

/// Contacts that any model may have.
const CONTACTS: usize = 10_000;
/// Contacts that each body adds.
const CONTACTS_PER_BODY: usize = 40;
/// Bytes of the matrices that contacts make.
const BYTES: usize = 1 << 30;
/// Products of iterations beyond the usual: a third of a second of a processor, about. Small models get the five thousand
/// iterations of PGS that a tight tolerance needs, and many more.
const SOLVER_PRODUCTS: usize = 400_000_000;

/// Limits of a step; what passes one is the [`StepError::TooLarge`] of its world.
///
/// ```
/// let mut model = sim_core::Model::n_link_pendulum(2, 1.0, 0.1);
/// assert_eq!(model.max_contacts(), 10_000 + 40 * model.nbody);
/// model.limits.contacts = Some(1_000_000);
/// model.limits.bytes = 8 << 30;
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepLimits {
    /// Contacts; without a number ten thousand and forty for each body.
    pub contacts: Option<usize>,
    /// Bytes of each matrix whose size follows from the contacts: the constraint Jacobian, the inverse inertia of its rows, the
    /// Hessian of the solver.
    pub bytes: usize,
    /// Bytes of contacts and constraint rows as MuJoCo counts them: what a file says in `<size memory>`. Without a number the
    /// world grows, and only warns where MuJoCo would leave something out.
    pub memory: Option<usize>,
    /// Products that solvers may make in one step, in iterations beyond the first thousand and in evaluations of a line
    /// search beyond the first hundred. It ends a solve with billions of iterations and a tolerance that is never met.
    pub solver_products: usize,
}

impl Default for StepLimits {
    fn default() -> Self {
        Self { contacts: None, bytes: BYTES, memory: None, solver_products: SOLVER_PRODUCTS }
    }
}

impl StepLimits {
    /// Pairs of geoms that are looked at more closely, for each contact.
    pub(super) const PAIRS_PER_CONTACT: usize = 8;

    /// Contacts that a world with so many bodies may have.
    pub(super) fn max_contacts(&self, nbody: usize) -> usize {
        self.contacts.unwrap_or_else(|| CONTACTS.saturating_add(CONTACTS_PER_BODY.saturating_mul(nbody)))
    }

    /// Whether a matrix with this many numbers is within the limit.
    pub(crate) fn check_matrix(&self, excess: Excess, numbers: usize) -> Result<(), StepError> {
        let needed = numbers.saturating_mul(size_of::<f64>());
        if needed > self.bytes { Err(StepError::TooLarge { excess, needed, limit: self.bytes }) } else { Ok(()) }
    }
}
