//! Exact minimisation of the cost along a direction: Newton steps to bracket the minimum, then a bracketed
//! Newton search.
//!
//! The cost along the line is a sum of quadratics that switch on and off at known points, so that value,
//! slope and curvature at a step length come from a few numbers per row or elliptic cone.

use super::problem::Problem;
use crate::data::{ConstraintType, Contact};
use crate::math::MINVAL;
use crate::scratch::solver::{ConeLine, LineWork};

/// The cost along the search direction, relative to its start.
pub(super) struct Line<'a> {
    problem: &'a Problem<'a>,
    /// Acceleration errors at the start.
    jar: &'a [f64],
    /// Their change per unit step.
    jv: &'a [f64],
    /// Slope and half the curvature of the parts that are quadratic everywhere: Gauss's cost and the equalities.
    base: [f64; 2],
    work: &'a LineWork,
    /// Evaluations so far.
    evaluations: i32,
}

/// How a search ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    /// Step length; zero without an improvement.
    pub alpha: f64,
    /// Cost reduction.
    pub improvement: f64,
    /// Slope at the end; `None` when it was not computed.
    pub slope: Option<f64>,
    pub evaluations: i32,
}

/// Cost change, slope and curvature at a step length.
#[derive(Clone, Copy)]
struct Point {
    alpha: f64,
    cost: f64,
    slope: f64,
    curve: f64,
}

impl Point {
    fn newton(&self) -> f64 {
        self.alpha - self.slope / self.curve
    }
}

/// Huber cost of a friction row.
fn huber(x: f64, loss: f64, knee: f64, mass: f64) -> f64 {
    if -knee < x && x < knee {
        0.5 * mass * x * x
    } else if x <= -knee {
        loss * (-0.5 * knee - x)
    } else {
        loss * (-0.5 * knee + x)
    }
}

/// Difference of Huber costs, without cancellation if both ends are in one zone.
fn huber_change(start: f64, x: f64, loss: f64, knee: f64, mass: f64) -> f64 {
    let zone = |x: f64| {
        if -knee < x && x < knee {
            0
        } else if x <= -knee {
            -1
        } else {
            1
        }
    };
    match (zone(start), zone(x)) {
        (0, 0) => 0.5 * mass * (x - start) * (x + start),
        (-1, -1) => loss * (start - x),
        (1, 1) => loss * (x - start),
        _ => huber(x, loss, knee, mass) - huber(start, loss, knee, mass),
    }
}

impl<'a> Line<'a> {
    /// Prepares the search from errors `jar` along `jv`; `gauss` is the slope and half the curvature of Gauss's cost.
    pub(super) fn new(
        problem: &'a Problem<'a>,
        contacts: &[Contact],
        (jar, jv): (&'a [f64], &'a [f64]),
        gauss: [f64; 2],
        work: &'a mut LineWork,
    ) -> Self {
        let rows = &problem.rows;
        let quadratic = |r: usize| {
            let (start, dir, mass) = (jar[r], jv[r], rows.mass[r]);
            [0.5 * (start * (mass * start)), dir * (mass * start), 0.5 * (dir * mass * dir)]
        };
        let mut base = gauss;
        for r in 0..rows.ne {
            let [_, slope, curve] = quadratic(r);
            base[0] += slope;
            base[1] += curve;
        }
        work.quadratics.clear();
        work.cones.clear();
        let mut r = rows.ne + rows.nf;
        while r < rows.len() {
            if rows.kind[r] == ConstraintType::ContactElliptic {
                let contact = &contacts[rows.id[r] as usize];
                let end = (r + rows.block(contacts, r)).min(rows.len());
                work.cones.push(ConeLine::new(contact, &jar[r..end], &jv[r..end], &rows.mass[r..end]));
                r = end;
            } else {
                work.quadratics.push((r, quadratic(r)));
                r += 1;
            }
        }
        Self { problem, jar, jv, base, work, evaluations: 0 }
    }

    fn eval(&mut self, alpha: f64) -> Point {
        self.evaluations += 1;
        let rows = &self.problem.rows;
        let (mut cost, mut slope, mut curve) = (0.0, 0.0, 0.0);
        let mut total = [0.0, self.base[0], self.base[1]];
        for r in rows.ne..rows.ne + rows.nf {
            let (start, dir, mass, loss) = (self.jar[r], self.jv[r], rows.mass[r], rows.frictionloss[r]);
            let knee = rows.regularisation[r] * loss;
            let x = start + alpha * dir;
            cost += huber_change(start, x, loss, knee, mass);
            if -knee < x && x < knee {
                slope += mass * x * dir;
                curve += mass * dir * dir;
            } else if x <= -knee {
                slope -= loss * dir;
            } else {
                slope += loss * dir;
            }
        }
        for &(r, quad) in &self.work.quadratics {
            let start = self.jar[r];
            let before = if start < 0.0 { quad[0] } else { 0.0 };
            if start + alpha * self.jv[r] < 0.0 {
                total[0] += quad[0] - before;
                total[1] += quad[1];
                total[2] += quad[2];
            } else {
                cost -= before;
            }
        }
        for cone in &self.work.cones {
            let [change, first, second] = cone.eval(alpha);
            cost += change;
            slope += first;
            curve += second;
        }
        cost += alpha * alpha * total[2] + alpha * total[1] + total[0];
        slope += 2.0 * alpha * total[2] + total[1];
        curve += 2.0 * total[2];
        Point { alpha, cost, slope, curve: if curve <= 0.0 { MINVAL } else { curve } }
    }

    fn found(&self, point: Point) -> Found {
        Found {
            alpha: point.alpha,
            improvement: -point.cost,
            slope: Some(point.slope.abs()),
            evaluations: self.evaluations,
        }
    }

    /// Step length that minimises the cost to slope `tolerance`, with about `limit` evaluations.
    pub(super) fn search(mut self, tolerance: f64, limit: i32) -> Found {
        let start = self.eval(0.0);
        let mut p1 = self.eval(start.newton());
        if p1.slope.abs() < tolerance && (p1.alpha == 0.0 || p1.cost < 0.0) {
            return self.found(p1);
        }

        // continue in one direction until the slope changes sign
        let direction = if p1.slope < 0.0 { 1.0 } else { -1.0 };
        let mut p2 = start;
        while p1.slope * direction <= -tolerance && self.evaluations < limit {
            p2 = p1;
            p1 = self.eval(p1.newton());
            if p1.slope.abs() < tolerance && p1.cost < 0.0 {
                return self.found(p1);
            }
        }
        if self.evaluations >= limit {
            return self.found(p1);
        }
        self.bracketed(p1, p2, tolerance, limit)
    }

    fn bracketed(mut self, mut p1: Point, mut p2: Point, tolerance: f64, limit: i32) -> Found {
        let mut next2 = p1;
        let mut next1 = self.eval(p1.newton());
        while self.evaluations < limit {
            let middle = self.eval(0.5 * (p1.alpha + p2.alpha));
            let candidates = [next1, next2, middle];
            let mut best: Option<Point> = None;
            for c in candidates {
                if c.slope.abs() < tolerance && best.is_none_or(|b| c.cost < b.cost) {
                    best = Some(c);
                }
            }
            if let Some(best) = best {
                return self.found(best);
            }
            let moved1 = self.tighten(&mut p1, &candidates, &mut next1);
            let moved2 = self.tighten(&mut p2, &candidates, &mut next2);
            if !moved1 && !moved2 {
                return self.found(middle);
            }
        }
        if p1.cost <= p2.cost && p1.cost < 0.0 {
            self.found(p1)
        } else if p2.cost <= p1.cost && p2.cost < 0.0 {
            self.found(p2)
        } else {
            Found { alpha: 0.0, improvement: 0.0, slope: None, evaluations: self.evaluations }
        }
    }

    /// Moves an end of the bracket to the candidate on its side that is nearest to the minimum.
    fn tighten(&mut self, end: &mut Point, candidates: &[Point; 3], next: &mut Point) -> bool {
        let mut moved = false;
        for c in candidates {
            let nearer = (end.slope < 0.0 && c.slope < 0.0 && end.slope < c.slope)
                || (end.slope > 0.0 && c.slope > 0.0 && end.slope > c.slope);
            if nearer {
                *end = *c;
                moved = true;
            }
        }
        if moved {
            *next = self.eval(end.newton());
        }
        moved
    }
}
