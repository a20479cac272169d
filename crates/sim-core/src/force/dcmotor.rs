//! DC motor: driver voltage, electrical and thermal states, LuGre friction.
//!
//! Parameters: `gainprm` = R, K, alpha, T0, kp, ki, kd, Vmax; `dynprm` = te, di_max, RT, C, Ta, sigma0,
//! sigma1, slew, Imax; `biasprm` = cogging amplitude, poles, phase, Coulomb, static, Stribeck velocity.

use crate::math::MINVAL;

/// Bits of `actuator_ctrlspec`: which inputs a servo or motor has, in this order in the control block.
pub mod input {
    /// Position setpoint.
    pub const POS: i32 = 1;
    /// Velocity setpoint.
    pub const VEL: i32 = 2;
    /// Feed-forward force.
    pub const FF: i32 = 4;
    /// Raw terminal voltage.
    pub const VOLTAGE: i32 = 8;
}

/// Position of each optional state in the motor's activations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Slots {
    /// Slew-limited setpoint.
    pub slew: Option<usize>,
    /// Integral of the position error.
    pub integral: Option<usize>,
    /// Temperature above ambient.
    pub temperature: Option<usize>,
    /// Bristle deflection of the friction model.
    pub bristle: Option<usize>,
    /// Current.
    pub current: Option<usize>,
    /// States in all.
    pub count: usize,
}

impl Slots {
    /// The states that the parameters switch on.
    pub fn new(dynprm: &[f64], gainprm: &[f64]) -> Self {
        let mut slots = Self::default();
        let mut next = |on: bool| {
            on.then(|| {
                slots.count += 1;
                slots.count - 1
            })
        };
        let (slew, integral) = (next(dynprm[7] > 0.0), next(gainprm[5] > 0.0));
        let (temperature, bristle, current) = (next(dynprm[2] > 0.0), next(dynprm[5] > 0.0), next(dynprm[0] > 0.0));
        Self { slew, integral, temperature, bristle, current, count: slots.count }
    }
}

/// Unpacks position, velocity, feed-forward and voltage inputs; absent ones are zero.
pub fn unpack_inputs(ctrl: &[f64], spec: i32) -> [f64; 4] {
    let mut next = ctrl.iter().copied();
    [input::POS, input::VEL, input::FF, input::VOLTAGE]
        .map(|bit| if spec & bit != 0 { next.next().unwrap_or(0.0) } else { 0.0 })
}

/// Terminal voltage: a torque-space PID with back-EMF compensation, limited by the supply, plus the raw input.
pub fn voltage(ctrl: &[f64], spec: i32, length: f64, velocity: f64, integral: f64, gainprm: &[f64]) -> f64 {
    let [pos, vel, ff, raw] = unpack_inputs(ctrl, spec);
    let mut driver = 0.0;
    if spec & (input::POS | input::VEL | input::FF) != 0 {
        let (kp, ki, kd, vmax) = (gainprm[4], gainprm[5], gainprm[6], gainprm[7]);
        let torque = kp * (pos - length) + kd * (vel - velocity) + ki * integral + ff;
        driver = gainprm[0] / gainprm[1] * torque + gainprm[1] * velocity;
        if vmax > 0.0 {
            driver = super::clip(driver, -vmax, vmax);
        }
    }
    driver + raw
}

/// Resistance at a temperature above ambient.
pub fn resistance(gainprm: &[f64], dynprm: &[f64], rise: f64) -> f64 {
    gainprm[0] * (1.0 + gainprm[2] * (rise + dynprm[4] - gainprm[3]))
}

/// Decay rate of the bristle: `-sigma0 |v| / g(v)` with the Stribeck curve `g`.
pub fn bristle_rate(velocity: f64, sigma0: f64, biasprm: &[f64]) -> f64 {
    let ratio = velocity / biasprm[5].max(MINVAL);
    let g = biasprm[3] + (biasprm[4] - biasprm[3]) * (-ratio * ratio).exp();
    -sigma0 * velocity.abs() / g.max(MINVAL)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_follow_the_parameters() {
        let mut dynprm = [0.0; 10];
        let mut gainprm = [0.0; 10];
        assert_eq!(Slots::new(&dynprm, &gainprm).count, 0);
        (dynprm[7], dynprm[0], gainprm[5]) = (1.0, 0.01, 2.0);
        let slots = Slots::new(&dynprm, &gainprm);
        assert_eq!((slots.slew, slots.integral, slots.current), (Some(0), Some(1), Some(2)));
    }

    #[test]
    fn inputs_are_packed() {
        assert_eq!(unpack_inputs(&[1.0, 2.0], input::VEL | input::VOLTAGE), [0.0, 1.0, 0.0, 2.0]);
    }
}
