//! Exact minimisation of the cost along a direction: Newton steps to bracket the minimum, then a bracketed
//! Newton search.
//!
//! The cost along the line is a sum of quadratics that switch on and off at known points, so that value,
//! slope and curvature at a step length come from three numbers per row.

use crate::data::Data;
use crate::math::MINVAL;

/// The cost along the search direction, relative to its start.
pub(super) struct Line<'a> {
    pub d: &'a Data,
    /// Acceleration errors at the start.
    pub jar: &'a [f64],
    /// Their change per unit step.
    pub jv: &'a [f64],
    /// Slope of Gauss's cost at the start.
    pub gauss_slope: f64,
    /// Half the curvature of Gauss's cost.
    pub gauss_curve: f64,
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

/// Difference of Huber costs without cancellation where both ends share a zone.
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

impl Line<'_> {
    fn eval(&self, alpha: f64, evaluations: &mut i32) -> Point {
        *evaluations += 1;
        let d = self.d;
        let (mut cost, mut slope, mut curve) = (0.0, 0.0, 0.0);
        let mut total = [0.0, self.gauss_slope, self.gauss_curve];
        for r in 0..d.nefc {
            let (start, dir, mass) = (self.jar[r], self.jv[r], d.efc_D[r]);
            let quad = [0.5 * start * (mass * start), dir * (mass * start), 0.5 * dir * mass * dir];
            let x = start + alpha * dir;
            if r < d.ne {
                total[1] += quad[1];
                total[2] += quad[2];
            } else if r < d.ne + d.nf {
                let loss = d.efc_frictionloss[r];
                let knee = d.efc_R[r] * loss;
                cost += huber_change(start, x, loss, knee, mass);
                if -knee < x && x < knee {
                    slope += mass * x * dir;
                    curve += mass * dir * dir;
                } else if x <= -knee {
                    slope -= loss * dir;
                } else {
                    slope += loss * dir;
                }
            } else {
                let before = if start < 0.0 { quad[0] } else { 0.0 };
                if x < 0.0 {
                    total[0] += quad[0] - before;
                    total[1] += quad[1];
                    total[2] += quad[2];
                } else {
                    cost -= before;
                }
            }
        }
        cost += alpha * alpha * total[2] + alpha * total[1] + total[0];
        slope += 2.0 * alpha * total[2] + total[1];
        curve += 2.0 * total[2];
        Point { alpha, cost, slope, curve: if curve <= 0.0 { MINVAL } else { curve } }
    }

    /// Step length that minimises the cost to slope `tolerance`, and the improvement; zero when there is none.
    pub(super) fn search(&self, tolerance: f64, limit: i32) -> (f64, f64) {
        let mut n = 0;
        let start = self.eval(0.0, &mut n);
        let mut p1 = self.eval(start.newton(), &mut n);
        if p1.slope.abs() < tolerance && (p1.alpha == 0.0 || p1.cost < 0.0) {
            return (p1.alpha, -p1.cost);
        }

        // step on in one direction until the slope changes sign
        let direction = if p1.slope < 0.0 { 1.0 } else { -1.0 };
        let mut p2 = start;
        while p1.slope * direction <= -tolerance && n < limit {
            p2 = p1;
            p1 = self.eval(p1.newton(), &mut n);
            if p1.slope.abs() < tolerance && p1.cost < 0.0 {
                return (p1.alpha, -p1.cost);
            }
        }
        if n >= limit {
            return (p1.alpha, -p1.cost);
        }
        self.bracketed(p1, p2, tolerance, limit, n)
    }

    fn bracketed(&self, mut p1: Point, mut p2: Point, tolerance: f64, limit: i32, mut n: i32) -> (f64, f64) {
        let mut next2 = p1;
        let mut next1 = self.eval(p1.newton(), &mut n);
        while n < limit {
            let middle = self.eval(0.5 * (p1.alpha + p2.alpha), &mut n);
            let candidates = [next1, next2, middle];
            let mut best: Option<Point> = None;
            for c in candidates {
                if c.slope.abs() < tolerance && best.is_none_or(|b| c.cost < b.cost) {
                    best = Some(c);
                }
            }
            if let Some(best) = best {
                return (best.alpha, -best.cost);
            }
            let moved1 = self.tighten(&mut p1, &candidates, &mut next1, &mut n);
            let moved2 = self.tighten(&mut p2, &candidates, &mut next2, &mut n);
            if !moved1 && !moved2 {
                return (middle.alpha, -middle.cost);
            }
        }
        if p1.cost <= p2.cost && p1.cost < 0.0 {
            (p1.alpha, -p1.cost)
        } else if p2.cost <= p1.cost && p2.cost < 0.0 {
            (p2.alpha, -p2.cost)
        } else {
            (0.0, 0.0)
        }
    }

    /// Moves an end of the bracket to the candidate on its side that is nearest to the minimum.
    fn tighten(&self, end: &mut Point, candidates: &[Point; 3], next: &mut Point, n: &mut i32) -> bool {
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
            *next = self.eval(end.newton(), n);
        }
        moved
    }
}
