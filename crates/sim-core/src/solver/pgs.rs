//! Projected Gauss-Seidel on the dual problem: block after block, in a shuffled order that is the same in every solve,
//! with Nesterov's momentum, restarted when it points against the correction (O'Donoghue and Candès 2015).

use super::dual::{Block, Dual, Forces, cost_change, row_cost_change, scale_to_ellipsoid, solve_friction};
use super::statistics::{self, SolverStat};
use crate::constraint::cone::MAX_DIM;
use crate::data::Contact;
use crate::linalg::dense;
use crate::math::MINVAL;
use crate::model::Options;

/// Work space, kept in Data between calls.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct DualWork {
    /// Inverse diagonal of the rows.
    pub inverse: Vec<f64>,
    /// First row of each block, as a place in the list of rows.
    blocks: Vec<usize>,
    /// Forces before and after the momentum of this iteration.
    previous: Vec<f64>,
    momentum: Vec<f64>,
}

/// Permuted congruential generator with 32 bits of output (O'Neill 2014).
struct Pcg32 {
    state: u64,
}

impl Pcg32 {
    const INCREMENT: u64 = 1;

    fn new() -> Self {
        let mut generator = Self { state: 0 };
        generator.next();
        generator
    }

    fn next(&mut self) -> u32 {
        let old = self.state;
        self.state = old.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(Self::INCREMENT);
        ((((old >> 18) ^ old) >> 27) as u32).rotate_right((old >> 59) as u32)
    }

    /// Fisher-Yates.
    fn shuffle(&mut self, items: &mut [usize]) {
        for i in (1..items.len()).rev() {
            let j = self.next() as usize % (i + 1);
            items.swap(i, j);
        }
    }
}

/// One solve.
pub(super) struct Pgs<'a> {
    pub dual: Dual<'a>,
    pub opt: &'a Options,
    pub out: Forces<'a>,
}

impl Pgs<'_> {
    /// Improves the forces until the scaled improvement falls below the tolerance; returns the iterations.
    pub(super) fn run(mut self, w: &mut DualWork) -> usize {
        let dual = self.dual;
        dual.inverse_diagonal(false, &mut w.inverse);
        dual.update_states(self.out.force, self.out.state);
        w.blocks.clear();
        let mut c = 0;
        while c < dual.list.len() {
            w.blocks.push(c);
            c += dual.block_len(dual.list[c] as usize);
        }
        gather(dual.list, self.out.force, &mut w.previous);

        let mut order = Pcg32::new();
        let limit = self.opt.iterations.max(0) as usize;
        let mut age = 0;
        for iteration in 0..limit {
            self.extrapolate(w, if iteration == 0 { 0 } else { age });
            order.shuffle(&mut w.blocks);
            let mut improvement = 0.0;
            for &c in &w.blocks {
                improvement -= self.improve(c, w.inverse[c]);
            }
            improvement *= dual.scale;
            let (nactive, nchange) = dual.update_states(self.out.force, self.out.state);
            let stat = SolverStat { improvement, nactive, nchange, ..SolverStat::default() };
            statistics::record(self.out.statistics, dual.island, iteration, stat);
            age = if iteration > 0 && self.turns_back(w) { 0 } else { age + 1 };
            if improvement < self.opt.tolerance {
                return iteration + 1;
            }
        }
        limit
    }

    /// Moves the forces on along their last change, back into what the rows may exert.
    fn extrapolate(&mut self, w: &mut DualWork, age: i32) {
        let dual = self.dual;
        if age <= 1 {
            gather(dual.list, self.out.force, &mut w.previous);
        } else {
            let beta = f64::from(age - 1) / f64::from(age + 2);
            for (&r, previous) in dual.list.iter().zip(&mut w.previous) {
                let old = self.out.force[r as usize];
                self.out.force[r as usize] += beta * (old - *previous);
                *previous = old;
            }
            self.project();
        }
        gather(dual.list, self.out.force, &mut w.momentum);
    }

    /// Nearest forces the rows may exert.
    fn project(&mut self) {
        let dual = self.dual;
        let mut c = dual.ne;
        while c < dual.list.len() {
            let r = dual.list[c] as usize;
            let n = dual.block_len(r);
            if c < dual.ne + dual.nf {
                let loss = dual.d.efc_frictionloss[r];
                self.out.force[r] = self.out.force[r].max(-loss).min(loss);
            } else if self.out.force[r] < 0.0 {
                self.out.force[r..r + n].fill(0.0);
            } else if let Some(contact) = dual.elliptic(r) {
                let normal = self.out.force[r];
                scale_to_ellipsoid(contact, normal, &mut self.out.force[r + 1..r + n], false);
            }
            c += n;
        }
    }

    /// Best forces of the block at place `c` of the list while the others stay; returns the change of the cost.
    #[inline]
    fn improve(&mut self, c: usize, inverse: f64) -> f64 {
        let dual = self.dual;
        let r = dual.list[c] as usize;
        if let Some(contact) = dual.elliptic(r) {
            return self.improve_cone(contact, r, inverse);
        }
        let (slope, old) = (dual.slope(self.out.force, r), self.out.force[r]);
        let mut force = old - slope * inverse;
        if c >= dual.ne + dual.nf {
            force = if force < 0.0 { 0.0 } else { force };
        } else if c >= dual.ne {
            let loss = dual.d.efc_frictionloss[r];
            force = force.max(-loss).min(loss);
        }
        let change = row_cost_change(1.0 / inverse, &mut force, old, slope);
        self.out.force[r] = force;
        change
    }

    /// Best forces of an elliptic contact while the others stay.
    fn improve_cone(&mut self, contact: &Contact, r: usize, inverse: f64) -> f64 {
        let dual = self.dual;
        let n = dual.block_len(r);
        let slope = dual.residual(self.out.force, r, n, false);
        let mut old = [0.0; MAX_DIM];
        old[..n].copy_from_slice(&self.out.force[r..r + n]);
        let block = dual.block(r, n, false);
        improve_contact(contact, &block, &slope, inverse, &mut self.out.force[r..r + n]);
        cost_change(&block[..n * n], &mut self.out.force[r..r + n], &old[..n], &slope[..n])
    }

    /// Whether the correction of this iteration points against its momentum.
    fn turns_back(&self, w: &DualWork) -> bool {
        let places = self.dual.list.iter().zip(w.momentum.iter().zip(&w.previous));
        let product: f64 = places.map(|(&r, (m, p))| (self.out.force[r as usize] - m) * (m - p)).sum();
        product < 0.0
    }
}

/// First along the ray of the old force, or along the normal where there is none; then the friction, the normal kept.
fn improve_contact(contact: &Contact, block: &Block, slope: &[f64; MAX_DIM], inverse: f64, force: &mut [f64]) {
    let n = force.len();
    let mut old = [0.0; MAX_DIM];
    old[..n].copy_from_slice(force);
    if force[0] < MINVAL {
        force[0] -= slope[0] * inverse;
        if force[0] < 0.0 {
            force[0] = 0.0;
        }
        force[1..].fill(0.0);
    } else {
        let ray = &old[..n];
        let stiffness: f64 = (0..n).map(|i| ray[i] * dense::dot(&block[i * n..(i + 1) * n], ray)).sum();
        if stiffness >= MINVAL {
            let mut x = -dense::dot(ray, &slope[..n]) / stiffness;
            if force[0] + x * ray[0] < 0.0 {
                x = -1.0;
            }
            dense::add_scaled_to(force, ray, x);
        }
    }
    let k = n - 1;
    let (mut a, mut b) = ([0.0; MAX_DIM * MAX_DIM], [0.0; MAX_DIM]);
    for i in 0..k {
        let row = &block[(i + 1) * n..(i + 2) * n];
        a[i * k..(i + 1) * k].copy_from_slice(&row[1..]);
        b[i] = slope[i + 1] - dense::dot(&row[1..], &old[1..n]) + row[0] * (force[0] - old[0]);
    }
    solve_friction(contact, &a, &b, force);
}

fn gather(list: &[i32], source: &[f64], out: &mut Vec<f64>) {
    out.clear();
    out.extend(list.iter().map(|&r| source[r as usize]));
}
