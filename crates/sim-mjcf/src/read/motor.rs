//! The `<dcmotor>` shortcut.
//!
//! Parameter layout: `gain = [R, K, alpha, T0, kp, ki, kd, vmax]`, `dyn = [te, di/dt max, RT, C, Ta, sigma0,
//! sigma1, slewmax, imax]`, `bias = [cogging amplitude, periodicity, phase, tau_c, tau_s, omega_s]`.

use crate::read::element::Element;
use crate::spec::{Actuator, Limited};
use sim_core::{ActuatorDynamics, BiasType, GainType};

/// Parameters of the element, on top of those of the class.
struct Motor {
    /// Torque constant and back-EMF constant.
    constant: [f64; 2],
    resistance: f64,
    /// Nominal voltage, stall torque, no-load speed.
    nominal: [f64; 3],
    /// Largest torque, current, rate of current.
    saturation: [f64; 3],
    /// Inductance, electrical time constant.
    inductance: [f64; 2],
    cogging: [f64; 3],
    /// kp, ki, kd, slew rate, integral limit, voltage limit.
    controller: [f64; 6],
    /// Thermal resistance, capacitance, time constant; temperature coefficient, reference and ambient temperature.
    thermal: [f64; 6],
    /// Stiffness and damping of the bristle; Coulomb and static torque, Stribeck speed.
    lugre: [f64; 5],
}

impl Motor {
    fn read(el: &Element, base: &Actuator) -> Self {
        let (gain, bias, dynamics) = if base.gaintype == GainType::DcMotor {
            (base.gainprm, base.biasprm, base.dynprm)
        } else {
            ([0.0; 10], [0.0; 10], [0.0; 10])
        };
        let mut motor = Self {
            constant: [gain[1], 0.0],
            resistance: gain[0],
            nominal: [0.0; 3],
            saturation: [0.0, 0.0, dynamics[1]],
            inductance: [0.0, dynamics[0]],
            cogging: [bias[0], bias[1], bias[2]],
            controller: [gain[4], gain[5], gain[6], dynamics[7], dynamics[8], gain[7]],
            thermal: [dynamics[2], dynamics[3], 0.0, gain[2], gain[3], dynamics[4]],
            lugre: [dynamics[5], dynamics[6], bias[3], bias[4], bias[5]],
        };
        el.read_reals("motorconst", &mut motor.constant);
        el.read_real("resistance", &mut motor.resistance);
        el.read_reals("nominal", &mut motor.nominal);
        el.read_reals("saturation", &mut motor.saturation);
        el.read_reals("inductance", &mut motor.inductance);
        el.read_reals("cogging", &mut motor.cogging);
        el.read_reals("controller", &mut motor.controller);
        el.read_reals("thermal", &mut motor.thermal);
        el.read_reals("lugre", &mut motor.lugre);
        motor
    }

    /// Motor constant and resistance, completed from the nominal operating point; `damping` is the viscous
    /// damping B of the shaft.
    ///
    /// No load: `omega0 = V K / (K² + R B)`. Stall: `tau0 = K V / R`.
    fn electrical(&self, damping: f64) -> (f64, f64) {
        let [volt, stall, speed] = self.nominal;
        let [kt, mut ke] = self.constant;
        let mut r = self.resistance;
        if volt > 0.0 && ke <= 0.0 && speed > 0.0 {
            let ideal = volt / speed;
            ke = if damping > 0.0 && r > 0.0 {
                let disc = volt * volt - 4.0 * r * damping * speed * speed;
                if disc > 0.0 { (volt + disc.sqrt()) / (2.0 * speed) } else { ideal }
            } else if damping > 0.0 && stall > 0.0 {
                let exact = volt / speed - volt * damping / stall;
                if exact > 0.0 { exact } else { ideal }
            } else {
                ideal
            };
        }
        let k = match (kt > 0.0, ke > 0.0) {
            (true, true) => (kt * ke).sqrt(),
            (true, false) => kt,
            _ => ke,
        };
        if r == 0.0 && volt > 0.0 && stall > 0.0 && k > 0.0 {
            r = k * volt / stall;
        }
        (k, r)
    }
}

impl Actuator {
    pub(super) fn dc_motor(&mut self, el: &Element) -> Result<(), &'static str> {
        let motor = Motor::read(el, self);
        let (k, r) = motor.electrical(self.damping[0]);
        if k <= 0.0 {
            return Err("a DC motor needs a positive motor constant: give 'motorconst' or 'nominal'");
        }
        if r <= 0.0 {
            return Err("a DC motor needs a positive resistance: give 'resistance' or 'nominal'");
        }
        self.set_types(ActuatorDynamics::DcMotor, GainType::DcMotor, BiasType::DcMotor);
        self.gainprm[..2].copy_from_slice(&[r, k]);
        self.gainprm[4..7].copy_from_slice(&motor.controller[..3]);
        self.dynprm[7..9].copy_from_slice(&motor.controller[3..5]);
        if motor.controller[5] > 0.0 {
            self.gainprm[7] = motor.controller[5];
        }
        self.saturate(&motor, k);
        self.biasprm[..3].copy_from_slice(&motor.cogging);

        // states, in the order slew, integral, temperature, bristle, current
        let mut states = self.set_inductance(&motor, r)?;
        states += i32::from(motor.controller[3] > 0.0) + i32::from(motor.controller[1] > 0.0);
        states += self.set_thermal(&motor)?;
        states += self.set_lugre(&motor);

        self.gainprm[8] = 0.0;
        self.actdim = states;
        // one range cannot bound states of different units
        self.actlimited = Limited::False;
        self.actearly = true;
        Ok(())
    }

    /// Torque or current limit to force range; rate of current to dynamics.
    fn saturate(&mut self, motor: &Motor, k: f64) {
        let [torque, current, rate] = motor.saturation;
        if torque > 0.0 || current > 0.0 {
            let torque = if torque == 0.0 && current > 0.0 { k * current } else { torque };
            self.forcerange = [-torque, torque];
            self.forcelimited = Limited::True;
        }
        if rate > 0.0 {
            self.dynprm[1] = rate;
        }
    }

    fn set_inductance(&mut self, motor: &Motor, r: f64) -> Result<i32, &'static str> {
        let [inductance, time] = motor.inductance;
        if inductance < 0.0 {
            return Err("the inductance of a DC motor cannot be negative");
        }
        if time < 0.0 {
            return Err("the electrical time constant of a DC motor cannot be negative");
        }
        self.dynprm[0] = if inductance > 0.0 { inductance / r } else { time };
        Ok(i32::from(self.dynprm[0] > 0.0))
    }

    fn set_thermal(&mut self, motor: &Motor) -> Result<i32, &'static str> {
        let [mut resistance, mut capacitance, time, coefficient, reference, ambient] = motor.thermal;
        if !(resistance > 0.0 || capacitance > 0.0 || time > 0.0) {
            return Ok(0);
        }
        if time > 0.0 && resistance > 0.0 && capacitance == 0.0 {
            capacitance = time / resistance;
        } else if time > 0.0 && capacitance > 0.0 && resistance == 0.0 {
            resistance = time / capacitance;
        }
        if resistance <= 0.0 {
            return Err("a DC motor with 'thermal' needs a positive thermal resistance");
        }
        if capacitance <= 0.0 {
            return Err("a DC motor with 'thermal' needs a positive thermal capacitance");
        }
        self.dynprm[2..5].copy_from_slice(&[resistance, capacitance, ambient]);
        self.gainprm[2..4].copy_from_slice(&[coefficient, reference]);
        Ok(1)
    }

    fn set_lugre(&mut self, motor: &Motor) -> i32 {
        if motor.lugre[0] <= 0.0 {
            return 0;
        }
        self.dynprm[5..7].copy_from_slice(&motor.lugre[..2]);
        self.biasprm[3..6].copy_from_slice(&motor.lugre[2..]);
        1
    }
}

#[cfg(test)]
mod tests {
    use crate::parse_mjcf_str;

    fn motor(text: &str) -> crate::Result<super::Actuator> {
        let text = format!("<mujoco><actuator><dcmotor joint='j' {text}/></actuator></mujoco>");
        parse_mjcf_str(&text).map(|mut spec| spec.actuators.remove(0))
    }

    #[test]
    fn constants_follow_from_the_nominal_point() {
        let ideal = motor("nominal='12 2 60'").unwrap();
        assert_eq!(ideal.gainprm[..2], [0.2 * 12.0 / 2.0, 0.2]);
        assert!(motor("resistance='1'").is_err());
        assert!(motor("motorconst='0.1'").is_err());
    }

    #[test]
    fn every_feature_adds_its_state() {
        let text = "motorconst='0.1' resistance='2' inductance='0.01' lugre='100 1 1 1 1' thermal='2 5'
                    controller='1 1 0 3' input='pos'";
        assert_eq!(motor(text).unwrap().actdim, 5);
        assert_eq!(motor("motorconst='0.1' resistance='2'").unwrap().actdim, 0);
    }
}
