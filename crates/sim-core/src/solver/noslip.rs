//! The noslip pass: after any solver, it solves friction forces again without their regularisation, so that resting contacts and
//! joints do not creep. Normal forces, limits and equalities keep their values.

use super::dual::{Dual, Forces, Stiffness, cost_change, solve_friction};
use super::statistics;
use crate::constraint::contact::row_count;
use crate::data::{ConstraintType, SolverStat};
use crate::linalg::dense;
use crate::math::MINVAL;
use crate::model::Model;

/// One pass.
pub(super) struct Noslip<'a> {
    pub dual: Dual<'a>,
    pub m: &'a Model,
    pub out: Forces<'a>,
    /// Iterations of the solver before.
    pub before: usize,
    /// Most iterations.
    pub limit: usize,
}

impl Noslip<'_> {
    /// Improves the friction forces until the scaled improvement falls below the tolerance; returns the iterations.
    pub(super) fn run(mut self, inverse: &mut Vec<f64>) -> usize {
        let dual = self.dual;
        dual.inverse_diagonal(Stiffness::Hard, inverse);
        dual.update_states(self.out.force, self.out.state);
        for iteration in 0..self.limit {
            let mut improvement = if iteration == 0 { self.regularisation_cost() } else { 0.0 };
            improvement -= self.sweep(inverse);
            improvement *= dual.scale;
            let (nactive, nchange) = dual.update_states(self.out.force, self.out.state);
            let stat = SolverStat { improvement, nactive, nchange, ..SolverStat::default() };
            statistics::record(self.out.statistics, dual.island, self.before + iteration, stat);
            if improvement < self.m.opt.noslip_tolerance {
                return iteration + 1;
            }
        }
        self.limit
    }

    /// Change of the cost from removing the regularisation.
    fn regularisation_cost(&self) -> f64 {
        self.dual.list.iter().map(|&r| 0.5 * self.out.force[r as usize].powi(2) * self.dual.d.efc_R[r as usize]).sum()
    }

    /// Improves every friction force once; returns the change of the cost.
    fn sweep(&mut self, inverse: &[f64]) -> f64 {
        let dual = self.dual;
        let mut change = 0.0;
        for c in dual.ne..dual.ne + dual.nf {
            let r = dual.list[c] as usize;
            let [slope, ..] = dual.residual(self.out.force, r, 1, Stiffness::Hard);
            let (old, loss) = (self.out.force[r], dual.d.efc_frictionloss[r]);
            self.out.force[r] = (old - slope * inverse[c]).max(-loss).min(loss);
            let delta = self.out.force[r] - old;
            change += 0.5 * delta * delta / inverse[c] + delta * slope;
        }
        let mut c = dual.ne + dual.nf;
        while c < dual.list.len() {
            let r = dual.list[c] as usize;
            let kind = dual.d.efc_type[r];
            let contact = dual.contacts.get(dual.d.efc_id[r].max(0) as usize);
            c += match contact {
                Some(contact) if kind == ConstraintType::ContactPyramidal => {
                    let rows = row_count(contact, true);
                    for pair in (r..r + rows).step_by(2) {
                        change += self.edges(pair);
                    }
                    rows
                }
                Some(_) if kind == ConstraintType::ContactElliptic => {
                    change += self.cone(r);
                    dual.block_len(r)
                }
                _ => 1,
            };
        }
        change
    }

    /// Two opposing edges of a pyramid: their sum is kept.
    fn edges(&mut self, r: usize) -> f64 {
        let dual = self.dual;
        let slope = dual.residual(self.out.force, r, 2, Stiffness::Hard);
        let old = [self.out.force[r], self.out.force[r + 1]];
        let a = dual.block(r, 2, Stiffness::Hard);
        let b = [slope[0] - dense::dot(&a[..2], &old), slope[1] - dense::dot(&a[2..4], &old)];
        let middle = 0.5 * (old[0] + old[1]);
        let stiffness = a[0] + a[3] - a[1] - a[2];
        let difference = if stiffness < MINVAL {
            0.0
        } else {
            let free = -(middle * (a[0] - a[3]) + b[0] - b[1]) / stiffness;
            // beyond an edge, the other one has the whole force
            if free < -middle {
                -middle
            } else if free > middle {
                middle
            } else {
                free
            }
        };
        self.out.force[r] = middle + difference;
        self.out.force[r + 1] = middle - difference;
        cost_change(&a[..4], &mut self.out.force[r..r + 2], &old, &slope[..2])
    }

    /// The friction of an elliptic contact under its normal force.
    fn cone(&mut self, r: usize) -> f64 {
        let dual = self.dual;
        let Some(contact) = dual.elliptic(r) else { return 0.0 };
        let k = dual.block_len(r) - 1;
        let slope = dual.residual(self.out.force, r + 1, k, Stiffness::Hard);
        let mut old = [0.0; crate::constraint::cone::MAX_DIM];
        old[..k].copy_from_slice(&self.out.force[r + 1..=r + k]);
        let a = dual.block(r + 1, k, Stiffness::Hard);
        let mut b = slope;
        for i in 0..k {
            b[i] -= dense::dot(&a[i * k..(i + 1) * k], &old[..k]);
        }
        solve_friction(contact, &a, &b, &mut self.out.force[r..=r + k]);
        cost_change(&a[..k * k], &mut self.out.force[r + 1..=r + k], &old[..k], &slope[..k])
    }
}
