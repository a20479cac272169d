//! A limit on the work of solver iterations. A file may ask for two billion iterations with a tolerance of zero, which no solve meets.
//! The solver then stops at the limit.

use crate::error::{Excess, StepError};
use crate::model::StepLimits;

/// Cost of an iteration, or of a row in it, besides its products, in products: solving cones, finding zones.
pub(super) const OVERHEAD: usize = 100;
/// Evaluations that every line search may make.
const EVALUATIONS: usize = 100;

/// A loop of a solver, with the inputs of its limit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Loop {
    /// The kind of excess to report if the loop reaches its limit.
    pub excess: Excess,
    /// Iterations that the options allow.
    pub asked: i32,
    /// Iterations that every solve may make, whatever their cost: the sizes of the model bound them.
    pub free: usize,
    /// Approximate number of products of one iteration.
    pub products: usize,
}

impl Loop {
    /// Iterations of a solver or of noslip.
    pub(super) fn iterations(excess: Excess, asked: i32, products: usize) -> Self {
        Self { excess, asked, free: 1000, products }
    }

    /// Evaluations of a line search over `rows` rows: finding the zone of a row takes as long as five products.
    pub(super) fn evaluations(asked: i32, rows: usize) -> Self {
        Self { excess: Excess::LineSearch, asked, free: EVALUATIONS, products: rows.saturating_mul(5) }
    }

    /// Products of the free evaluations.
    pub(super) fn free_products(&self) -> usize {
        self.free.min(self.asked()).saturating_mul(self.products)
    }

    fn asked(&self) -> usize {
        self.asked.max(0) as usize
    }

    fn work(&self) -> usize {
        self.products.saturating_add(OVERHEAD)
    }
}

/// Remaining products that the solvers of one step may spend on iterations beyond the free ones.
#[derive(Debug)]
pub(super) struct Budget {
    left: usize,
}

impl Budget {
    pub(super) fn new(limits: &StepLimits) -> Self {
        Self { left: limits.solver_products }
    }

    /// Number of iterations that a loop may make.
    pub(super) fn allowed(&self, l: &Loop) -> usize {
        l.asked().min(l.free.saturating_add(self.left / l.work()))
    }

    /// Subtracts the iterations of a loop from the budget. An error if the budget stopped the loop.
    pub(super) fn spend(&mut self, l: &Loop, made: usize) -> Result<(), StepError> {
        if made <= l.free {
            return Ok(());
        }
        let allowed = self.allowed(l);
        self.left = self.left.saturating_sub((made - l.free).saturating_mul(l.work()));
        if made >= allowed && allowed < l.asked() {
            return Err(StepError::TooLarge { excess: l.excess, needed: l.asked(), limit: allowed });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn free_iterations_cost_nothing_and_the_rest_is_shared() {
        let mut budget = Budget { left: 10_000 };
        let l = Loop::iterations(Excess::Iterations, i32::MAX, 100);
        assert_eq!(budget.allowed(&l), 1050);
        assert!(budget.spend(&l, 1000).is_ok());
        assert!(budget.spend(&l, 1020).is_ok());
        assert_eq!(budget.allowed(&l), 1030);
        let error = budget.spend(&l, 1030);
        assert!(matches!(error, Err(StepError::TooLarge { needed: 2147483647, limit: 1030, .. })), "{error:?}");
        assert_eq!(budget.allowed(&l), 1000);
        // a request below the limit is not an error
        let l = Loop { asked: 1000, ..l };
        assert!(budget.spend(&l, 1000).is_ok());
    }
}
