//! The cost of an elliptic cone along a line of acceleration errors.
//!
//! Scaled so that the cone is circular, the normal error is `u0 + alpha v0` and the squared tangential error is
//! `uu + 2 alpha uv + alpha² vv`.

use crate::constraint::cone;
use crate::data::{ConstraintState, Contact};
use crate::scratch::solver::ConeLine;

impl ConeLine {
    /// The cone of a contact whose rows have errors `jar`, rates `jv` and masses `mass`.
    pub(super) fn new(contact: &Contact, jar: &[f64], jv: &[f64], mass: &[f64]) -> Self {
        let mut quad = [0.0; 3];
        for ((&x, &v), &d) in jar.iter().zip(jv).zip(mass) {
            quad[0] += x * (d * x);
            quad[1] += v * (d * x);
            quad[2] += v * d * v;
        }
        quad[0] *= 0.5;
        quad[2] *= 0.5;
        let scales = cone::scales(contact);
        let (mut uu, mut uv, mut vv) = (0.0, 0.0, 0.0);
        for ((&x, &v), &s) in jar.iter().zip(jv).zip(&scales).skip(1) {
            let (u, v) = (x * s, v * s);
            uu += u * u;
            uv += u * v;
            vv += v * v;
        }
        let mu = contact.mu;
        let (u0, v0) = (jar[0] * mu, jv[0] * mu);
        let start = zone(u0, uu, mu);
        Self { quad, u0, v0, uu, uv, vv, mu, mass: cone::middle_mass(mass[0], mu), start }
    }

    /// Change of cost since the start, slope and curvature at step length `alpha`.
    pub(super) fn eval(&self, alpha: f64) -> [f64; 3] {
        let normal = self.u0 + alpha * self.v0;
        let end = zone(normal, self.uu + alpha * (2.0 * self.uv + alpha * self.vv), self.mu);
        let (slope, curve) = match end.1 {
            ConstraintState::Satisfied => (0.0, 0.0),
            ConstraintState::Quadratic => (2.0 * alpha * self.quad[2] + self.quad[1], 2.0 * self.quad[2]),
            _ => self.middle_slopes(alpha, normal, end.0),
        };
        [self.change(alpha, normal, end), slope, curve]
    }

    /// Slope and curvature in the middle zone.
    fn middle_slopes(&self, alpha: f64, normal: f64, tangent: f64) -> (f64, f64) {
        let cross = self.uv + alpha * self.vv;
        let first = cross / tangent;
        let second = self.vv / tangent - cross * first / (tangent * tangent);
        let (depth, rate) = (normal - self.mu * tangent, self.v0 - self.mu * first);
        (self.mass * depth * rate, self.mass * (rate * rate + depth * (-self.mu * second)))
    }

    /// Change of cost, without cancellation if both ends are in one zone or in neighbouring ones.
    fn change(&self, alpha: f64, normal: f64, (tangent, end): (f64, ConstraintState)) -> f64 {
        use ConstraintState as Zone;
        let (tangent0, start) = self.start;
        let mu = self.mu;
        let stick = alpha * (alpha * self.quad[2] + self.quad[1]);
        let half_square = |x: f64| 0.5 * self.mass * x * x;
        match (start, end) {
            (Zone::Satisfied, Zone::Satisfied) => 0.0,
            (Zone::Satisfied, Zone::Quadratic) => stick + self.quad[0],
            (Zone::Satisfied, _) => half_square(normal - mu * tangent),
            (Zone::Quadratic, Zone::Satisfied) => -self.quad[0],
            (Zone::Quadratic, Zone::Quadratic) => stick,
            (Zone::Quadratic, _) => stick - half_square(mu * normal + tangent),
            (_, Zone::Satisfied) => -half_square(self.u0 - mu * tangent0),
            (_, Zone::Quadratic) => stick + half_square(mu * self.u0 + tangent0),
            _ => {
                let stretch = alpha * (2.0 * self.uv + alpha * self.vv) / (tangent + tangent0);
                let deeper = alpha * self.v0 - mu * stretch;
                0.5 * self.mass * deeper * (2.0 * (self.u0 - mu * tangent0) + deeper)
            }
        }
    }
}

/// Tangential error and zone; a negative squared length is a rounding error.
fn zone(normal: f64, squared: f64, mu: f64) -> (f64, ConstraintState) {
    let tangent = squared.max(0.0).sqrt();
    (tangent, cone::zone(normal, tangent, mu))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constraint::update::{Hessians, Response, Rows, update_rows};
    use crate::data::ConstraintType;

    fn cost(contact: &Contact, mass: &[f64; 3], jar: &[f64; 3]) -> f64 {
        let rows = Rows {
            ne: 0,
            nf: 0,
            mass,
            regularisation: &[0.0; 3],
            frictionloss: &[0.0; 3],
            kind: &[ConstraintType::ContactElliptic; 3],
            id: &[0; 3],
        };
        let (mut state, mut force) = ([ConstraintState::Satisfied; 3], [0.0; 3]);
        let out = Response { state: &mut state, force: &mut force };
        update_rows(&rows, jar, &mut [*contact], out, Hessians::Keep)
    }

    #[test]
    fn change_along_the_line_is_the_difference_of_costs() {
        let contact = Contact { dim: 3, mu: 0.7, friction: [0.7, 0.7, 0.1, 0.1, 0.1], ..Contact::default() };
        // consistent masses: R mu² is equal in all directions
        let mass = [2.0, 2.0, 2.0];
        let (jar, jv) = ([-0.5, 0.2, 0.1], [1.0, 0.6, -0.9]);
        for shift in [-2.0, -0.5, 0.0, 0.4, 1.5] {
            let jar = [jar[0] + shift, jar[1], jar[2]];
            let line = ConeLine::new(&contact, &jar, &jv, &mass);
            for alpha in [-1.0, -0.1, 0.0, 0.3, 0.8, 2.0] {
                let at: [f64; 3] = std::array::from_fn(|k| jar[k] + alpha * jv[k]);
                let [change, slope, curve] = line.eval(alpha);
                assert!((change - (cost(&contact, &mass, &at) - cost(&contact, &mass, &jar))).abs() < 1e-12);
                let eps = 1e-5;
                let (low, high) = (line.eval(alpha - eps), line.eval(alpha + eps));
                assert!(((high[0] - low[0]) / (2.0 * eps) - slope).abs() < 1e-4);
                assert!(curve >= 0.0);
            }
        }
    }
}
