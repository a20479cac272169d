//! Projected Gauss-Seidel on the dual problem: block after block, in a shuffled order that is equal in every solve,
//! with Nesterov's momentum, restarted when it points against the correction (O'Donoghue and Candès 2015).

use super::dual::{Block, Dual, Ellipsoid, Forces, Stiffness, cost_change, scale_to_ellipsoid, solve_friction};
use super::statistics;
use crate::constraint::cone::MAX_DIM;
use crate::data::{ConstraintState, Contact, SolverStat};
use crate::linalg::relax::{Bounded, Relaxation};
use crate::linalg::relax_dense::DenseSweep;
use crate::linalg::{dense, wide};
use crate::math::MINVAL;
use crate::model::Options;
use crate::scratch::solver::{DualRow, DualWork};

impl DualWork {
    /// Collects the rows of an island.
    fn collect(&mut self, dual: &Dual<'_>, force: &[f64]) {
        dual.inverse_diagonal(Stiffness::Soft, &mut self.inverse);
        self.rows.clear();
        self.bounded.clear();
        self.order.clear();
        // remaining rows of a block
        let mut rest = 0;
        for (c, (&number, &inverse)) in dual.list.iter().zip(&self.inverse).enumerate() {
            let number = number as usize;
            let (lower, upper) = if c < dual.ne {
                (f64::NEG_INFINITY, f64::INFINITY)
            } else if c < dual.ne + dual.nf {
                let loss = dual.d.efc_frictionloss[number];
                (-loss, loss)
            } else {
                (0.0, f64::INFINITY)
            };
            let len = dual.block_len(number);
            let (entries, _) = dual.matrix.place(number);
            if rest == 0 {
                self.order.push(c as u32);
                rest = len;
            }
            rest -= 1;
            self.rows.push(DualRow { number, len, unilateral: len == 1 && c >= dual.ne + dual.nf });
            let (diagonal, alone) = (1.0 / inverse, len == 1);
            self.bounded.push(Bounded { lower, upper, diagonal, inverse, entries, runs: [0; 2], alone });
        }
        self.find_columns(dual);
        self.force.clear();
        self.force.extend(dual.list.iter().map(|&r| force[r as usize]));
        self.constant.clear();
        self.constant.extend(dual.list.iter().map(|&r| dual.d.efc_b[r as usize]));
        self.slope.resize(self.rows.len(), 0.0);
        self.previous.clone_from(&self.force);
        self.unilateral = self.rows.iter().all(|row| row.unilateral);
        self.dense.pack(&self.bounded, &self.runs, dual.matrix.values(), &self.constant);
    }

    /// Improves every block once, in the present order; returns the change of the cost.
    fn improve_all(&mut self, dual: &Dual<'_>) -> f64 {
        if !self.dense.is_packed() {
            return self.sweep(dual).improve_all(dual);
        }
        let mut sweep = DenseSweep { rows: &self.dense, order: &self.order, x: &mut self.force, change: 0.0 };
        wide::sweep_dense(&mut sweep);
        sweep.change
    }

    /// Finds the columns of each row by their indices in the island. Rows of other islands in between are left out, so
    /// runs merge.
    fn find_columns(&mut self, dual: &Dual<'_>) {
        self.runs.clear();
        let mut last = None;
        for c in 0..self.rows.len() {
            let (_, group) = dual.matrix.place(self.rows[c].number);
            if last != Some(group) {
                let start = self.runs.len();
                for &[first, end] in dual.matrix.runs(group) {
                    let first_here = dual.list.partition_point(|&r| (r as usize) < first);
                    let run = [first_here, first_here + end - first];
                    match self.runs[start..].last_mut() {
                        Some(before) if before[1] == run[0] => before[1] = run[1],
                        _ => self.runs.push(run),
                    }
                }
                self.bounded[c].runs = [start as u32, self.runs.len() as u32];
                last = Some(group);
            } else {
                self.bounded[c].runs = self.bounded[c - 1].runs;
            }
        }
    }

    /// Borrows the arrays that the sweeps need.
    fn sweep<'a>(&'a mut self, dual: &Dual<'a>) -> Sweep<'a> {
        let relaxation = Relaxation {
            rows: &self.bounded,
            runs: &self.runs,
            values: dual.matrix.values(),
            constant: &self.constant,
            x: &mut self.force,
            slope: &mut self.slope,
            change: 0.0,
            done: 0,
        };
        Sweep { rows: &self.rows, order: &self.order, relaxation }
    }
}

/// The forces during a sweep.
struct Sweep<'a> {
    rows: &'a [DualRow],
    order: &'a [u32],
    relaxation: Relaxation<'a>,
}

impl Sweep<'_> {
    /// Improves every block once, in the given order; returns the change of the cost.
    fn improve_all(mut self, dual: &Dual<'_>) -> f64 {
        loop {
            wide::sweep(&mut self.relaxation, self.order);
            let Some(&c) = self.order.get(self.relaxation.done) else { break };
            self.relaxation.change += self.improve_cone(dual, c as usize);
            self.relaxation.done += 1;
        }
        self.relaxation.change
    }

    /// Best forces of an elliptic contact with all others fixed; returns the change of the cost.
    fn improve_cone(&mut self, dual: &Dual<'_>, c: usize) -> f64 {
        let (DualRow { number, len: n, .. }, relaxation) = (self.rows[c], &mut self.relaxation);
        let Some(contact) = dual.elliptic(number) else { return 0.0 };
        let (mut slope, mut old) = ([0.0; MAX_DIM], [0.0; MAX_DIM]);
        slope[..n].copy_from_slice(&relaxation.slope[c..c + n]);
        old[..n].copy_from_slice(&relaxation.x[c..c + n]);
        let block = dual.block(number, n, Stiffness::Soft);
        let mut force = old;
        improve_contact(contact, &block, &slope, relaxation.rows[c].inverse, &mut force[..n]);
        let change = cost_change(&block[..n * n], &mut force[..n], &old[..n], &slope[..n]);
        for (k, &x) in force[..n].iter().enumerate() {
            relaxation.set(c + k, x);
        }
        change
    }

    /// Projects the forces onto the admissible ones.
    fn project(mut self, dual: &Dual<'_>) {
        let mut cones = false;
        for (force, bounded) in self.relaxation.x.iter_mut().zip(self.relaxation.rows) {
            let nearest = bounded.clamp(*force);
            *force = if bounded.alone { nearest } else { *force };
            cones |= !bounded.alone;
        }
        let mut c = 0;
        while cones && c < self.rows.len() {
            if self.rows[c].len > 1 {
                self.project_cone(dual, c);
            }
            c += self.rows[c].len;
        }
    }

    /// Projects the forces of an elliptic contact onto the admissible ones.
    fn project_cone(&mut self, dual: &Dual<'_>, c: usize) {
        let DualRow { number, len, .. } = self.rows[c];
        let Some(contact) = dual.elliptic(number) else { return };
        let mut force = [0.0; MAX_DIM];
        if self.relaxation.x[c] >= 0.0 {
            force[..len].copy_from_slice(&self.relaxation.x[c..c + len]);
            let normal = force[0];
            scale_to_ellipsoid(contact, normal, &mut force[1..len], Ellipsoid::Within);
        }
        self.relaxation.x[c..c + len].copy_from_slice(&force[..len]);
    }
}

/// Permuted congruential generator with 32-bit output (O'Neill 2014). Its numbers are MuJoCo's, bit for bit, because the
/// order of the blocks affects the result. No library guarantees that.
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

    /// Fisher-Yates shuffle; `inverses` are those of [`extend_inverses`] for at least `items.len()` divisors.
    fn shuffle<T>(&mut self, items: &mut [T], inverses: &[u64]) {
        let inverses = &inverses[..items.len()];
        for i in (1..items.len()).rev() {
            let j = remainder(self.next(), i as u32 + 1, inverses[i]);
            items.swap(i, j as usize);
        }
    }
}

/// Fills the reciprocals of the integers from one to `count`, as fractions of 2⁶⁴. A shuffle in every iteration divides by all of
/// them; two products take a third of the time of a division.
fn extend_inverses(inverses: &mut Vec<u64>, count: usize) {
    let first = inverses.len();
    inverses.extend((first..count).map(|i| (u64::MAX / (i as u64 + 1)).wrapping_add(1)));
}

/// `x % divisor`, exactly (Lemire, Kaser, Kurz 2019): the fraction of the quotient, times the divisor.
fn remainder(x: u32, divisor: u32, inverse: u64) -> u32 {
    ((u128::from(inverse.wrapping_mul(u64::from(x))) * u128::from(divisor)) >> 64) as u32
}

/// A solve with its limit.
pub(super) struct Pgs<'a> {
    pub dual: Dual<'a>,
    pub opt: &'a Options,
    pub out: Forces<'a>,
    /// Most iterations.
    pub limit: usize,
}

impl Pgs<'_> {
    /// Improves the forces until the scaled improvement falls below the tolerance; returns the iterations.
    pub(super) fn run(mut self, w: &mut DualWork) -> usize {
        w.collect(&self.dual, self.out.force);
        self.dual.update_states(self.out.force, self.out.state);
        w.zones.clear();
        w.zones.extend(w.rows.iter().map(|row| self.out.state[row.number]));
        let iterations = self.iterate(w);
        for (row, (&force, &zone)) in w.rows.iter().zip(w.force.iter().zip(&w.zones)) {
            self.out.force[row.number] = force;
            self.out.state[row.number] = zone;
        }
        iterations
    }

    fn iterate(&mut self, w: &mut DualWork) -> usize {
        let dual = &self.dual;
        let mut order = Pcg32::new();
        extend_inverses(&mut w.inverses, w.order.len());
        let limit = self.limit;
        let mut age = 0;
        for iteration in 0..limit {
            extrapolate(dual, w, if iteration == 0 { 0 } else { age });
            order.shuffle(&mut w.order, &w.inverses);
            let improvement = -w.improve_all(dual) * dual.scale;
            let (nactive, nchange) = update_zones(dual, w);
            let stat = SolverStat { improvement, nactive, nchange, ..SolverStat::default() };
            statistics::record(self.out.statistics, dual.island, iteration, stat);
            age = if iteration > 0 && turns_back(w) { 0 } else { age + 1 };
            if improvement < self.opt.tolerance {
                return iteration + 1;
            }
        }
        limit
    }
}

/// Extrapolates the forces along their last change, and projects them onto the admissible ones.
fn extrapolate(dual: &Dual<'_>, w: &mut DualWork, age: i32) {
    if age <= 1 {
        w.previous.copy_from_slice(&w.force);
    } else {
        let beta = f64::from(age - 1) / f64::from(age + 2);
        for (force, previous) in w.force.iter_mut().zip(&mut w.previous) {
            let old = *force;
            *force += beta * (old - *previous);
            *previous = old;
        }
        w.sweep(dual).project(dual);
    }
    w.momentum.clone_from(&w.force);
}

/// Updates the zones of the rows from their forces; returns how many rows are active and how many changed.
fn update_zones(dual: &Dual<'_>, w: &mut DualWork) -> (i32, i32) {
    let (mut active, mut changed) = (0, 0);
    let DualWork { rows, force, zones, .. } = w;
    if w.unilateral {
        for (&force, state) in force.iter().zip(zones) {
            let zone = if force <= 0.0 { ConstraintState::Satisfied } else { ConstraintState::Quadratic };
            active += i32::from(zone == ConstraintState::Quadratic);
            changed += i32::from(*state != zone);
            *state = zone;
        }
        return (active, changed);
    }
    let mut c = 0;
    while let Some(row) = rows.get(c) {
        let block = c..c + row.len;
        let zone = dual.zone(c, row.number, &force[block.clone()]);
        for state in &mut zones[block] {
            changed += i32::from(*state != zone);
            *state = zone;
        }
        active += if zone == ConstraintState::Satisfied { 0 } else { row.len as i32 };
        c += row.len;
    }
    (active, changed)
}

/// Whether the correction of this iteration points against its momentum.
fn turns_back(w: &DualWork) -> bool {
    let places = w.force.iter().zip(w.momentum.iter().zip(&w.previous));
    places.map(|(f, (m, p))| (f - m) * (m - p)).sum::<f64>() < 0.0
}

/// First along the ray of the old force, or along the normal if it is zero; then the friction with the normal fixed.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remainders_are_exact() {
        let (mut inverses, mut random) = (vec![], Pcg32::new());
        extend_inverses(&mut inverses, 100);
        extend_inverses(&mut inverses, 1000);
        for (i, &inverse) in inverses.iter().enumerate().skip(1) {
            let divisor = i as u32 + 1;
            for x in [0, 1, divisor - 1, divisor, u32::MAX, u32::MAX - divisor, random.next(), random.next()] {
                assert_eq!(remainder(x, divisor, inverse), x % divisor, "{x} % {divisor}");
            }
        }
    }
}
