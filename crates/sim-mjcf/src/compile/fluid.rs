//! Added mass of a geom in a fluid, approximated by its equivalent ellipsoid.
//!
//! The shape coefficients are integrals over [0, ∞) evaluated by 15-point Gauss-Kronrod quadrature after
//! the substitution l = x³/(1-x)² (Tuckerman 1925 for the potentials; table values for the nodes).

use crate::numeric::EPS;
use sim_core::GeomType;
use sim_core::math::Vec3;
use std::f64::consts::PI;

/// Quadrature weights.
const WEIGHT: [f64; 15] = [
    0.01146766, 0.03154605, 0.05239501, 0.07032663, 0.08450236, 0.09517529, 0.10221647, 0.10474107, 0.10221647,
    0.09517529, 0.08450236, 0.07032663, 0.05239501, 0.03154605, 0.01146766,
];

/// Nodes after the substitution.
const NODE: [f64; 15] = [
    7.865151709349917e-08,
    1.7347976913907274e-05,
    0.0003548008144506193,
    0.002846636252924549,
    0.014094260903596077,
    0.053063261727396636,
    0.17041978741317773,
    0.5,
    1.4036301548686991,
    3.9353484827022642,
    11.644841677041734,
    39.53187807410903,
    177.5711362220801,
    1429.4772912937397,
    54087.416549217705,
];

/// Derivative of the substitution at the nodes.
const SLOPE: [f64; 15] = [
    5.538677720489877e-05,
    0.002080868285293228,
    0.016514126520723166,
    0.07261900344370877,
    0.23985243401862602,
    0.6868318249020725,
    1.8551129519182894,
    5.0,
    14.060031152313941,
    43.28941239611009,
    156.58546376397112,
    747.9826085305024,
    5827.4042950027115,
    116754.0197944512,
    25482945.327264845,
];

/// ∫ dx dy dz / sqrt((dx²+l)³ (dy²+l) (dz²+l)) dl over [0, ∞).
fn kappa(dx: f64, dy: f64, dz: f64) -> f64 {
    let (ix, iy, iz) = (1.0 / (dx * dx), 1.0 / (dy * dy), 1.0 / (dz * dz));
    let scale = (dx * dx * dx * dy * dz).powf(0.4);
    let mut sum = 0.0;
    for i in 0..15 {
        let l = scale * NODE[i];
        let (x, y, z) = (1.0 + l * ix, 1.0 + l * iy, 1.0 + l * iz);
        sum += scale * SLOPE[i] / (x * (x * y * z).sqrt()) * WEIGHT[i];
    }
    sum * ix
}

/// The row of `geom_fluid`: switch, drag and lift coefficients, virtual mass and virtual inertia.
pub(crate) fn coefficients(kind: GeomType, size: Vec3, coef: [f64; 5]) -> [f64; 12] {
    let [dx, dy, dz] = match kind {
        GeomType::Sphere => [size[0]; 3],
        GeomType::Capsule => [size[0], size[0], size[1] + size[0]],
        GeomType::Cylinder => [size[0], size[0], size[1]],
        _ => size,
    };
    let volume = 4.0 / 3.0 * PI * dx * dy * dz;
    let (kx, ky, kz) = (kappa(dx, dy, dz), kappa(dy, dz, dx), kappa(dz, dx, dy));
    let mass = |k: f64| volume * k / EPS.max(2.0 - k);
    // numerator and denominator change sign together
    let inertia = |a: f64, b: f64, ka: f64, kb: f64| {
        let (a2, b2) = (a * a, b * b);
        let factor = (a2 - b2) * (a2 - b2) * (kb - ka).abs() / EPS.max((2.0 * (a2 - b2) + (a2 + b2) * (ka - kb)).abs());
        volume * factor / 5.0
    };
    [
        1.0,
        coef[0],
        coef[1],
        coef[2],
        coef[3],
        coef[4],
        mass(kx),
        mass(ky),
        mass(kz),
        inertia(dy, dz, ky, kz),
        inertia(dz, dx, kz, kx),
        inertia(dx, dy, kx, ky),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sphere_drags_along_half_its_volume() {
        let row = coefficients(GeomType::Sphere, [0.5, 0.0, 0.0], [0.0; 5]);
        let volume = 4.0 / 3.0 * PI * 0.125;
        for mass in &row[6..9] {
            assert!((mass / volume - 0.5).abs() < 1e-4);
        }
        assert!(row[9..].iter().all(|i| i.abs() < 1e-12));
    }
}
