//! Noise on the state that a reset gives, the same numbers on every device.

use super::BatchError;
use crate::integrate::integrate_position;
use crate::model::Model;

/// Gaussian noise that a reset adds to positions and velocities.
///
/// The numbers of a world follow from `seed` and the index of the world alone. They depend neither on threads nor on the number
/// of worlds nor on the device. Two resets with one seed give the same numbers: take a new seed for each reset.
///
/// ```
/// use sim_core::batch::{Batch, Reset, ResetNoise};
/// use sim_core::{BatchSim, Model};
///
/// let mut batch = BatchSim::new(std::sync::Arc::new(Model::example()), 2);
/// let noise = ResetNoise { position: 0.1, velocity: 0.0, seed: 3 };
/// Batch::reset(&mut batch, None, &Reset::initial().with_noise(noise))?;
/// let (mut qpos, mut qvel) = (batch.model().qpos0.to_vec(), vec![0.0; batch.model().nv]);
/// noise.add_to(batch.model(), 1, &mut qpos, &mut qvel);
/// assert_eq!(batch.world(1).unwrap().qpos, qpos);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ResetNoise {
    /// Standard deviation along each dof (m or rad); quaternions stay of length 1.
    pub position: f64,
    /// Standard deviation of each entry of `qvel` (m/s or rad/s).
    pub velocity: f64,
    /// Seed of the numbers.
    pub seed: u64,
}

impl ResetNoise {
    /// Whether both deviations are numbers of at least 0.
    pub fn check(&self) -> Result<(), BatchError> {
        for (name, value) in [("position", self.position), ("velocity", self.velocity)] {
            if !(value >= 0.0 && value.is_finite()) {
                return Err(BatchError::Noise { name, value });
            }
        }
        Ok(())
    }

    /// Adds the noise of world `world` to its positions and velocities: `nq` and `nv` numbers.
    pub fn add_to(&self, m: &Model, world: usize, qpos: &mut [f64], qvel: &mut [f64]) {
        let key = mix(mix(self.seed.wrapping_add(STEP)).wrapping_add((world as u64).wrapping_mul(STEP)));
        let pairs = (0..m.nv as u64).map(|dof| normal_pair(key, dof));
        let (shift, push): (Vec<f64>, Vec<f64>) = pairs.map(|[x, y]| (self.position * x, self.velocity * y)).unzip();
        // without noise not even the last bit of a quaternion changes
        if self.position != 0.0 {
            integrate_position(m, qpos, &shift, 1.0);
        }
        if self.velocity != 0.0 {
            qvel.iter_mut().zip(push).for_each(|(v, push)| *v += push);
        }
    }
}

/// Distance of two counters of SplitMix64 (Steele, Lea and Flood 2014).
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// The output function of SplitMix64.
const fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// Two standard normal numbers (Box and Muller) for a counter.
fn normal_pair(key: u64, counter: u64) -> [f64; 2] {
    const UNIT: f64 = 1.0 / (1_u64 << 53) as f64;
    let draw = |i: u64| mix(key.wrapping_add((2 * counter + i + 1).wrapping_mul(STEP))) >> 11;
    // in (0, 1], so that the logarithm is finite
    let (first, second) = ((draw(0) + 1) as f64 * UNIT, draw(1) as f64 * UNIT);
    let (radius, angle) = ((-2.0 * first.ln()).sqrt(), std::f64::consts::TAU * second);
    [radius * angle.cos(), radius * angle.sin()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_standard_normal_and_differ() {
        let n = 20_000;
        let all: Vec<f64> = (0..n).flat_map(|i| normal_pair(mix(5), i)).collect();
        let mean = |power: i32| all.iter().map(|x| x.powi(power)).sum::<f64>() / all.len() as f64;
        // four standard errors of 40000 numbers
        assert!(mean(1).abs() < 0.02 && (mean(2) - 1.0).abs() < 0.03 && (mean(4) - 3.0).abs() < 0.2);
        let mut sorted: Vec<u64> = all.iter().map(|x| x.to_bits()).collect();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted.len(), all.len());
    }

    #[test]
    fn quaternions_stay_of_length_one() {
        let m = Model::example();
        let noise = ResetNoise { position: 0.5, velocity: 0.25, seed: 9 };
        let (mut qpos, mut qvel) = (m.qpos0.to_vec(), vec![0.0; m.nv]);
        noise.add_to(&m, 4, &mut qpos, &mut qvel);
        let quat: f64 = qpos[4..8].iter().map(|x| x * x).sum();
        assert!((quat - 1.0).abs() < 1e-12, "{qpos:?}");
        assert!(qvel.iter().all(|v| *v != 0.0) && qpos[..4] != m.qpos0[..4]);
    }

    #[test]
    fn deviations_are_checked() {
        for bad in [-1.0, f64::NAN, f64::INFINITY] {
            let error = ResetNoise { position: bad, ..Default::default() }.check().unwrap_err();
            assert!(error.to_string().contains("`position`"), "{error}");
        }
    }
}
