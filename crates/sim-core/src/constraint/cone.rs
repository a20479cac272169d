//! Elliptic friction cones: which zone an acceleration error is in, and the cost, force and Hessian of the middle one.
//!
//! With the normal scaled by `mu` and the tangents by the friction coefficients, the cone is circular. `N` is the scaled normal error and
//! `T` the length of the scaled tangential one. The contact is free if `N >= mu T` (top), sticks if `mu N + T <= 0` (bottom), and slides
//! between, with the cost `½ Dm (N - mu T)²`.

use crate::data::{ConstraintState, Contact};
use crate::linalg::dense;

/// Largest dimension of a contact.
pub(crate) const MAX_DIM: usize = 6;

/// Rows of a contact with an elliptic cone.
#[inline]
pub(crate) fn dim(contact: &Contact) -> usize {
    contact.dim.clamp(1, MAX_DIM as i32) as usize
}

/// Zone of the scaled errors: satisfied at the top, quadratic at the bottom, conic between.
#[inline]
pub(crate) fn zone(normal: f64, tangent: f64, mu: f64) -> ConstraintState {
    if normal >= mu * tangent {
        ConstraintState::Satisfied
    } else if mu * normal + tangent <= 0.0 {
        ConstraintState::Quadratic
    } else {
        ConstraintState::Cone
    }
}

/// Mass of the middle zone, from the mass of the normal row.
#[inline]
pub(crate) fn middle_mass(normal_mass: f64, mu: f64) -> f64 {
    normal_mass / (mu * mu * (1.0 + mu * mu))
}

/// Scale of each direction of a contact: `mu`, then the friction coefficients.
#[inline]
pub(crate) fn scales(contact: &Contact) -> [f64; MAX_DIM] {
    let [a, b, c, d, e] = contact.friction;
    [contact.mu, a, b, c, d, e]
}

/// Errors of a contact, scaled so that its cone is circular.
pub(super) struct Scaled {
    pub scales: [f64; MAX_DIM],
    pub errors: [f64; MAX_DIM],
    pub tangent: f64,
    pub mu: f64,
    pub dim: usize,
}

impl Scaled {
    pub(super) fn new(contact: &Contact, jar: &[f64]) -> Self {
        let dim = dim(contact).min(jar.len());
        let scales = scales(contact);
        let mut errors = [0.0; MAX_DIM];
        for ((u, x), s) in errors.iter_mut().zip(&jar[..dim]).zip(&scales) {
            *u = x * s;
        }
        Self { scales, errors, tangent: dense::norm(&errors[1..dim]), mu: contact.mu, dim }
    }

    pub(super) fn zone(&self) -> ConstraintState {
        zone(self.errors[0], self.tangent, self.mu)
    }

    /// Writes the forces of the middle zone; returns the cost.
    pub(super) fn slide(&self, mass: f64, force: &mut [f64]) -> f64 {
        let depth = self.errors[0] - self.mu * self.tangent;
        let normal = -mass * depth * self.mu;
        force[0] = normal;
        for k in 1..self.dim {
            force[k] = -normal / self.tangent * self.errors[k] * self.scales[k];
        }
        0.5 * mass * depth * depth
    }

    /// Hessian of the cost in the middle zone by the errors, row-major with `dim` columns.
    pub(super) fn hessian(&self, mass: f64, out: &mut [f64; 36]) {
        let (n, mu, t, u) = (self.dim, self.mu, self.tangent, &self.errors);
        let (cross, curl, round) = (-mu / t, mu * u[0] / (t * t * t), mu * mu - mu * u[0] / t);
        for k in 0..n {
            for j in k..n {
                let entry = match (k, j) {
                    (0, 0) => 1.0,
                    (0, _) => cross * u[j],
                    _ => curl * u[j] * u[k] + if k == j { round } else { 0.0 },
                };
                let scaled = entry * (mass * self.scales[k] * self.scales[j]);
                out[k * n + j] = scaled;
                out[j * n + k] = scaled;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contact() -> Contact {
        Contact { dim: 4, mu: 0.6, friction: [0.8, 0.8, 0.1, 0.0, 0.0], ..Contact::default() }
    }

    /// Gradient of the middle zone at `jar`.
    fn gradient(jar: &[f64; 4]) -> [f64; 4] {
        let mut force = [0.0; 4];
        Scaled::new(&contact(), jar).slide(2.0, &mut force);
        force.map(|f| -f)
    }

    #[test]
    fn hessian_is_the_slope_of_the_force() {
        let jar = [-0.3, 0.5, -0.4, 0.2];
        let scaled = Scaled::new(&contact(), &jar);
        assert_eq!(scaled.zone(), ConstraintState::Cone);
        let mut hessian = [0.0; 36];
        scaled.hessian(2.0, &mut hessian);
        let eps = 1e-6;
        for j in 0..4 {
            let (mut low, mut high) = (jar, jar);
            low[j] -= eps;
            high[j] += eps;
            let (low, high) = (gradient(&low), gradient(&high));
            for i in 0..4 {
                assert!(((high[i] - low[i]) / (2.0 * eps) - hessian[4 * i + j]).abs() < 1e-8);
            }
        }
    }

    #[test]
    fn zones() {
        assert_eq!(zone(1.0, 0.5, 1.0), ConstraintState::Satisfied);
        assert_eq!(zone(-1.0, 0.5, 1.0), ConstraintState::Quadratic);
        assert_eq!(zone(0.0, 0.5, 1.0), ConstraintState::Cone);
        assert_eq!(zone(0.0, 0.0, 1.0), ConstraintState::Satisfied);
    }
}
