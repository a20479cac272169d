//! Hill-type muscle with pennation and a compliant tendon; an extension, MJCF `<hillmuscle>`.
//!
//! A fibre (active, passive and damping element in parallel) pulls through the pennation angle on a tendon in series:
//! `F0 (a fl(l) fv(v) + fp(l) + b v) cos(alpha) = F0 ft(lt)`, with lengths in optimal fibre lengths or slack lengths and
//! velocities in `vmax` optimal lengths per second. Curves: De Groote, Kinney, Rao, Fregly (2016), Annals of Biomedical
//! Engineering 44(10), constants of `fv` and `ft` chosen so that they pass through their defining points exactly, as
//! OpenSim does. Damped equilibrium: Millard, Uchida, Seth, Delp (2013), J. Biomech. Eng. 135(2). The fibre keeps its
//! height, so that `l sin(alpha)` is constant.

/// Shortest fibre, in optimal lengths.
const MIN_FIBER: f64 = 0.2;
/// Cosine of the largest pennation angle.
const MIN_COS: f64 = 0.1;
/// Strain of the passive element at `F0`, and its shape.
const PASSIVE_STRAIN: f64 = 0.6;
const PASSIVE_SHAPE: f64 = 4.0;
/// Height of the tendon curve's exponential at slack length, in `F0`.
const TENDON_TOE: f64 = 0.2;
/// Accuracy of the fibre length after a step, in optimal lengths, and the most iterations spent on it.
const FIBER_TOLERANCE: f64 = 1e-13;
const MAX_ITERATIONS: usize = 100;

/// Active force by fibre length: three Gaussians, one at the optimal length.
pub fn active_length(l: f64) -> f64 {
    const GAUSSIANS: [[f64; 4]; 3] = [
        [0.8150671134243542, 1.055033428970575, 0.162384573599574, 0.063303448465465],
        [0.433004984392647, 0.716775413397760, -0.029947116970696, 0.200356847296188],
        [0.1, 1.0, 0.353553390593274, 0.0],
    ];
    GAUSSIANS
        .iter()
        .map(|[height, centre, width, slope]| {
            let x = (l - centre) / (width + slope * l);
            height * (-0.5 * x * x).exp()
        })
        .sum()
}

/// Active force by fibre velocity: zero at -1, one at rest.
pub fn active_velocity(v: f64) -> f64 {
    const D: [f64; 4] = [-0.321_134_612_798_980_8, -8.149, -0.374, 0.882_532_773_324_991_2];
    D[0] * (D[1] * v + D[2]).asinh() + D[3]
}

/// Slope of [`active_velocity`].
fn active_velocity_slope(v: f64) -> f64 {
    let x = -8.149 * v - 0.374;
    0.321_134_612_798_980_8 * 8.149 / (x * x + 1.0).sqrt()
}

/// Passive force of the fibre: zero up to the optimal length, one at 1.6 of it.
pub fn passive_length(l: f64) -> f64 {
    let x = PASSIVE_SHAPE * (l - 1.0) / PASSIVE_STRAIN;
    if x <= 0.0 { 0.0 } else { x.exp_m1() / PASSIVE_SHAPE.exp_m1() }
}

/// Tendon force by tendon length: zero up to the slack length, one at `1 + strain`. A tendon does not push.
pub fn tendon_length(l: f64, strain: f64) -> f64 {
    let stiffness = ((1.0 + TENDON_TOE) / TENDON_TOE).ln() / strain;
    (TENDON_TOE * (stiffness * (l - 1.0)).exp_m1()).max(0.0)
}

/// Parameters, in the order they are stored in `gainprm`.
#[derive(Clone, Copy, Debug)]
pub struct HillMuscle {
    /// Largest isometric force `F0` (N).
    force: f64,
    /// Fibre length at which the active force is largest (m).
    optimal: f64,
    /// Tendon slack length (m).
    slack: f64,
    /// Height of the fibre over the tendon's line, in optimal lengths.
    height: f64,
    /// Largest shortening velocity, in optimal lengths per second.
    vmax: f64,
    /// Damping of the fibre.
    damping: f64,
    /// Tendon strain at `F0`; zero is a rigid tendon.
    strain: f64,
}

impl HillMuscle {
    /// Reads the parameters.
    pub fn new(prm: &[f64]) -> Self {
        Self {
            force: prm[0],
            optimal: prm[1],
            slack: prm[2],
            height: prm[3].sin(),
            vmax: prm[4],
            damping: prm[5],
            strain: prm[6],
        }
    }

    /// Whether the tendon stretches; the fibre length is then a state.
    pub fn is_compliant(&self) -> bool {
        self.strain > 0.0
    }

    /// Cosine of the pennation angle at a fibre length.
    fn cos(&self, l: f64) -> f64 {
        let s = self.height / l;
        (1.0 - s * s).max(MIN_COS * MIN_COS).sqrt()
    }

    /// Shortest length a fibre takes.
    fn shortest(&self) -> f64 {
        MIN_FIBER.max(self.height / (1.0 - MIN_COS * MIN_COS).sqrt())
    }

    /// Force of the fibre along itself, in `F0`.
    fn fiber_force(&self, activation: f64, l: f64, v: f64) -> f64 {
        activation * active_length(l) * active_velocity(v) + passive_length(l) + self.damping * v
    }

    /// Tendon force, in `F0`, of a compliant tendon on a fibre of length `l` when the whole has length `length`.
    fn tendon_force(&self, length: f64, l: f64) -> f64 {
        tendon_length((length - self.optimal * l * self.cos(l)) / self.slack, self.strain)
    }

    /// Fibre length and velocity below a rigid tendon.
    fn rigid_fiber(&self, length: f64, velocity: f64) -> (f64, f64) {
        let along = (length - self.slack).max(0.0) / self.optimal;
        let l = (along * along + self.height * self.height).sqrt().max(self.shortest());
        (l, velocity * self.cos(l) / (self.optimal * self.vmax))
    }

    /// Pull of the whole on its ends (N); negative, as muscles shorten. `fiber` is the state of a compliant muscle:
    /// the fibre length less the optimal length, in optimal lengths.
    pub fn pull(&self, activation: f64, fiber: Option<f64>, length: f64, velocity: f64) -> f64 {
        match fiber {
            Some(x) => -self.force * self.tendon_force(length, (1.0 + x).max(self.shortest())),
            None => {
                let (l, v) = self.rigid_fiber(length, velocity);
                -self.force * self.fiber_force(activation, l, v).max(0.0) * self.cos(l)
            }
        }
    }

    /// Derivative of [`pull`](Self::pull) by the velocity.
    pub fn pull_slope(&self, activation: f64, length: f64, velocity: f64) -> f64 {
        if self.is_compliant() {
            return 0.0;
        }
        let (l, v) = self.rigid_fiber(length, velocity);
        if self.fiber_force(activation, l, v) <= 0.0 {
            return 0.0;
        }
        let cos = self.cos(l);
        let slope = activation * active_length(l) * active_velocity_slope(v) + self.damping;
        -self.force * slope * cos * cos / (self.optimal * self.vmax)
    }

    /// Rate of the fibre state over a step `h`, fibre and tendon in balance at its end.
    ///
    /// The balance is stiff: a tendon is some hundred times stiffer than a damped fibre is slow. Taking the rate that ends
    /// in balance is stable at every time step.
    pub fn fiber_rate(&self, activation: f64, x: f64, length: f64, velocity: f64, h: f64) -> f64 {
        let now = (1.0 + x).max(self.shortest());
        let end = length + h * velocity;
        let excess = |l: f64| {
            let v = (l - now) / (h * self.vmax);
            self.fiber_force(activation, l, v) * self.cos(l) - self.tendon_force(end, l)
        };
        // a fibre as long as the whole has a slack tendon
        let (low, high) = (self.shortest(), 2.0 + end.abs() / self.optimal + now);
        (balance(excess, low, high) - (1.0 + x)) / h
    }
}

/// Zero of a function that is negative at `low` and positive at `high`, by false position with halved ends (Illinois); the nearer
/// end if there is no zero between them.
fn balance(f: impl Fn(f64) -> f64, mut low: f64, mut high: f64) -> f64 {
    let (mut at_low, mut at_high) = (f(low), f(high));
    if at_low >= 0.0 {
        return low;
    }
    if at_high <= 0.0 {
        return high;
    }
    let mut kept = 0i8;
    for _ in 0..MAX_ITERATIONS {
        if high - low <= FIBER_TOLERANCE {
            break;
        }
        let guess = (at_high * low - at_low * high) / (at_high - at_low);
        // far from the root the exponential tendon makes secants useless
        let x = if guess > low && guess < high && at_low.abs().max(at_high) < 1e3 { guess } else { 0.5 * (low + high) };
        let y = f(x);
        if y == 0.0 {
            return x;
        }
        if y < 0.0 {
            (low, at_low) = (x, y);
            if kept == 1 {
                at_high *= 0.5;
            }
            kept = 1;
        } else {
            (high, at_high) = (x, y);
            if kept == -1 {
                at_low *= 0.5;
            }
            kept = -1;
        }
    }
    0.5 * (low + high)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRM: [f64; 10] = [1000.0, 0.1, 0.2, 0.3, 10.0, 0.1, 0.049, 0.0, 0.0, 0.0];

    fn rigid() -> HillMuscle {
        HillMuscle { strain: 0.0, ..HillMuscle::new(&PRM) }
    }

    /// Points of the published curves.
    #[test]
    fn curves_pass_through_their_published_points() {
        assert!((active_length(1.0) - 1.0).abs() < 1e-12);
        assert!(active_velocity(-1.0).abs() < 1e-12 && (active_velocity(0.0) - 1.0).abs() < 1e-12);
        assert!((active_velocity(1.0) - 1.794).abs() < 1e-3);
        assert!(passive_length(0.9) == 0.0 && (passive_length(1.6) - 1.0).abs() < 1e-12);
        assert!(tendon_length(0.99, 0.049) == 0.0 && (tendon_length(1.049, 0.049) - 1.0).abs() < 1e-12);
        // values of the published formulas, computed elsewhere
        for (l, f) in [(0.5, 0.054112153), (0.75, 0.778112549), (1.25, 0.689553469), (1.5, 0.226148628)] {
            assert!((active_length(l) - f).abs() < 1e-8, "{l}");
        }
        for (v, f) in [(-0.5, 0.234036394), (0.5, 1.588423401)] {
            assert!((active_velocity(v) - f).abs() < 1e-8, "{v}");
        }
    }

    #[test]
    fn curves_grow_where_they_should() {
        for i in 0..200 {
            let x = f64::from(i) * 0.01;
            assert!(active_velocity(x - 0.99) > active_velocity(x - 1.0));
            assert!(passive_length(1.01 + x) > passive_length(1.0 + x));
            assert!(tendon_length(1.0 + 1e-3 * (x + 0.01), 0.049) > tendon_length(1.0 + 1e-3 * x, 0.049));
        }
    }

    #[test]
    fn rigid_muscle_at_optimal_length_gives_its_force_times_the_pennation() {
        let muscle = rigid();
        let length = 0.2 + 0.1 * 0.3_f64.cos();
        let pull = muscle.pull(1.0, None, length, 0.0);
        assert!((pull + 1000.0 * 0.3_f64.cos()).abs() < 0.02, "{pull}");
        assert_eq!(muscle.pull(0.0, None, length, 0.0), 0.0);
        let mut last = 0.0;
        for i in 1..=10 {
            let pull = muscle.pull(f64::from(i) * 0.1, None, length, 0.0);
            assert!(pull < last);
            last = pull;
        }
    }

    #[test]
    fn shortening_weakens_and_lengthening_strengthens() {
        let (muscle, length) = (rigid(), 0.2 + 0.1 * 0.3_f64.cos());
        let pulls = [-0.5, 0.0, 0.5].map(|v| muscle.pull(1.0, None, length, v));
        assert!(pulls[0] > pulls[1] && pulls[1] > pulls[2]);
        for v in [-0.4, 0.1, 0.6] {
            let e = 1e-6;
            let slope = (muscle.pull(0.7, None, length, v + e) - muscle.pull(0.7, None, length, v - e)) / (2.0 * e);
            assert!((muscle.pull_slope(0.7, length, v) - slope).abs() < 1e-4 * slope.abs());
        }
    }

    #[test]
    fn compliant_muscle_settles_where_fiber_and_tendon_balance() {
        let muscle = HillMuscle::new(&PRM);
        let (length, h) = (0.30, 0.002);
        for activation in [0.0, 0.3, 1.0] {
            let mut x = 0.0;
            for _ in 0..2000 {
                x += h * muscle.fiber_rate(activation, x, length, 0.0, h);
            }
            let l = 1.0 + x;
            let fiber = muscle.fiber_force(activation, l, 0.0) * muscle.cos(l);
            assert!((fiber - muscle.tendon_force(length, l)).abs() < 1e-9, "{activation}: {l}");
        }
    }

    #[test]
    fn a_stiff_tendon_is_nearly_rigid() {
        let (stiff, hard) = (HillMuscle { strain: 1e-4, ..HillMuscle::new(&PRM) }, rigid());
        let (length, h, mut x) = (0.31, 0.002, 0.0);
        for _ in 0..500 {
            x += h * stiff.fiber_rate(0.6, x, length, 0.0, h);
        }
        let (a, b) = (stiff.pull(0.6, Some(x), length, 0.0), hard.pull(0.6, None, length, 0.0));
        assert!((a - b).abs() < 1e-2 * b.abs(), "{a} {b}");
    }

    #[test]
    fn hostile_lengths_end_in_numbers() {
        let muscle = HillMuscle::new(&PRM);
        for length in [-1e6, 0.0, 1e-9, 1.0, 1e6] {
            for velocity in [-1e6, 0.0, 1e6] {
                assert!(!muscle.fiber_rate(1.0, 0.0, length, velocity, 0.002).is_nan());
            }
        }
    }
}
