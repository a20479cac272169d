//! Actuator shortcuts: each sets the types and parameters of a general actuator.
//!
//! Parameter layouts: position servo `gain = [kp]`, `bias = [0, -kp, -kv]`, where a positive third entry is a
//! damping ratio still to be converted; muscle `gain = bias = [range0, range1, force, scale, lmin, lmax, vmax,
//! fpmax, fvmax]`, `dyn = [tau_act, tau_deact, tausmooth]`; Hill muscle `gain = [force, optimallength, slacklength,
//! pennation, vmax, fiberdamping, tendonstrain]`, `dyn` as a muscle; pid `gain = [ki]`, `dyn = [imax, slewmax]`.

use crate::error::Result;
use crate::read::element::Element;
use crate::spec::{Actuator, Limited};
use sim_core::{ActuatorDynamics, BiasType, GainType};
use std::f64::consts::PI;

/// Message about parameters that do not fit.
type Refusal = &'static str;

const KV_OR_DAMPRATIO: Refusal = "'kv' and 'dampratio' both set the damping: give one of them";

impl Actuator {
    /// Applies the attributes that only the shortcut named by the tag has.
    pub(super) fn read_shortcut(&mut self, el: &Element) -> Result<()> {
        if el.tag == "dcmotor" && self.gaintype != GainType::DcMotor && !el.has("input") {
            // another kind of actuator does not pass on its input
            self.ctrlspec = 0;
        }
        match el.tag {
            "motor" => {
                self.gainprm[0] = 1.0;
                self.set_types(ActuatorDynamics::None, GainType::Fixed, BiasType::None);
                Ok(())
            }
            "position" => self.position(el),
            "intvelocity" => self.integrated_velocity(el),
            "orientation" => self.orientation(el),
            "pid" => self.pid(el),
            "velocity" => {
                let kv = el.real("kv").unwrap_or(self.gainprm[0]);
                self.biasprm = [0.0; 10];
                self.gainprm[0] = kv;
                self.biasprm[2] = -kv;
                self.set_types(ActuatorDynamics::None, GainType::Fixed, BiasType::Affine);
                Ok(())
            }
            "damper" => self.damper(el),
            "cylinder" => {
                self.cylinder(el);
                Ok(())
            }
            "muscle" => self.muscle(el),
            "hillmuscle" => self.hill_muscle(el),
            "adhesion" => self.adhesion(el),
            "dcmotor" => self.dc_motor(el),
            _ => Ok(()),
        }
        .map_err(|refusal| el.invalid(refusal))
    }

    pub(super) fn set_types(&mut self, dynamics: ActuatorDynamics, gain: GainType, bias: BiasType) {
        self.dyntype = dynamics;
        self.gaintype = gain;
        self.biastype = bias;
    }

    /// Damping of a servo: negative in the bias when given directly, positive when it is a ratio.
    fn servo_damping(&mut self, el: &Element) -> Result<(), Refusal> {
        if let Some(kv) = el.real("kv") {
            if kv < 0.0 {
                return Err("'kv' cannot be negative");
            }
            self.biasprm[2] = -kv;
        }
        if let Some(ratio) = el.real("dampratio") {
            if ratio < 0.0 {
                return Err("'dampratio' cannot be negative");
            }
            self.biasprm[2] = ratio;
        }
        Ok(())
    }

    fn position(&mut self, el: &Element) -> Result<(), Refusal> {
        let kp = el.real("kp").unwrap_or(self.gainprm[0]);
        self.gainprm[0] = kp;
        self.biasprm[1] = -kp;
        if el.has("kv") && el.has("dampratio") {
            return Err(KV_OR_DAMPRATIO);
        }
        self.servo_damping(el)?;
        if let Some(timeconst) = el.real("timeconst") {
            if timeconst < 0.0 {
                return Err("'timeconst' cannot be negative");
            }
            self.dynprm[0] = timeconst;
            self.dyntype = if timeconst == 0.0 { ActuatorDynamics::None } else { ActuatorDynamics::FilterExact };
        }
        el.read_real("inheritrange", &mut self.inheritrange);
        if self.inheritrange > 0.0 && self.ctrlrange != [0.0; 2] {
            return Err("'ctrlrange' and 'inheritrange' both set the control range: give one of them");
        }
        self.gaintype = GainType::Fixed;
        self.biastype = BiasType::Affine;
        Ok(())
    }

    fn integrated_velocity(&mut self, el: &Element) -> Result<(), Refusal> {
        let inheritrange = el.real("inheritrange").unwrap_or(self.inheritrange);
        // errors of the position servo are ignored, with the parameters set so far, as in MuJoCo
        let _ = self.position(el);
        self.dyntype = ActuatorDynamics::Integrator;
        if inheritrange > 0.0 && self.actrange != [0.0; 2] {
            return Err("'actrange' and 'inheritrange' both set the activation range: give one of them");
        }
        Ok(())
    }

    fn orientation(&mut self, el: &Element) -> Result<(), Refusal> {
        if el.has("kv") && el.has("dampratio") {
            return Err(KV_OR_DAMPRATIO);
        }
        let kp = el.real("kp").unwrap_or(self.gainprm[0]);
        self.gainprm[0] = kp;
        self.biasprm[1] = -kp;
        self.servo_damping(el)?;
        self.set_types(ActuatorDynamics::None, GainType::SO3, BiasType::SO3);
        Ok(())
    }

    fn pid(&mut self, el: &Element) -> Result<(), Refusal> {
        // controller parameters are inherited from another pid only
        let inherited = if self.dyntype == ActuatorDynamics::Pid { 1.0 } else { 0.0 };
        let ki = el.real("ki").unwrap_or(self.gainprm[0] * inherited);
        let imax = el.real("imax").unwrap_or(self.dynprm[0] * inherited);
        let slewmax = el.real("slewmax").unwrap_or(self.dynprm[1] * inherited);
        el.read_reals("posrange", &mut self.ctrlrange);
        if el.has("kv") && el.has("dampratio") {
            return Err(KV_OR_DAMPRATIO);
        }
        if let Some(kp) = el.real("kp") {
            self.biasprm[1] = -kp;
        }
        self.servo_damping(el)?;
        if slewmax < 0.0 {
            return Err("'slewmax' cannot be negative");
        }
        self.gainprm[0] = ki;
        self.dynprm[1] = slewmax;
        let stateful = ki != 0.0 || slewmax != 0.0;
        if ki != 0.0 {
            self.dynprm[0] = imax;
        }
        el.read_real("inheritrange", &mut self.inheritrange);
        if self.inheritrange > 0.0 && self.ctrlrange != [0.0; 2] {
            return Err("'posrange' and 'inheritrange' both set the range of the position input: give one of them");
        }
        let dynamics = if stateful { ActuatorDynamics::Pid } else { ActuatorDynamics::None };
        self.set_types(dynamics, GainType::Pid, BiasType::Affine);
        Ok(())
    }

    fn damper(&mut self, el: &Element) -> Result<(), Refusal> {
        let inherited = if self.gaintype == GainType::Affine { -self.gainprm[2] } else { 0.0 };
        let kv = el.real("kv").unwrap_or(inherited);
        self.gainprm = [0.0; 10];
        self.gainprm[2] = -kv;
        self.ctrllimited = Limited::True;
        self.set_types(ActuatorDynamics::None, GainType::Affine, BiasType::None);
        if kv < 0.0 {
            return Err("'kv' cannot be negative");
        }
        self.refuse_negative_control()
    }

    fn adhesion(&mut self, el: &Element) -> Result<(), Refusal> {
        el.read_real("gain", &mut self.gainprm[0]);
        self.ctrllimited = Limited::True;
        self.gaintype = GainType::Fixed;
        self.biastype = BiasType::None;
        if self.gainprm[0] < 0.0 {
            return Err("'gain' cannot be negative");
        }
        self.refuse_negative_control()
    }

    fn refuse_negative_control(&self) -> Result<(), Refusal> {
        if self.ctrlrange[0] < 0.0 || self.ctrlrange[1] < 0.0 {
            return Err("'ctrlrange' of a damper or of adhesion cannot be negative");
        }
        Ok(())
    }

    fn cylinder(&mut self, el: &Element) {
        el.read_real("timeconst", &mut self.dynprm[0]);
        el.read_reals("bias", &mut self.biasprm[..3]);
        el.read_real("area", &mut self.gainprm[0]);
        let diameter = el.real("diameter").unwrap_or(-1.0);
        if diameter >= 0.0 {
            self.gainprm[0] = PI / 4.0 * diameter * diameter;
        }
        self.set_types(ActuatorDynamics::Filter, GainType::Fixed, BiasType::Affine);
    }

    fn muscle(&mut self, el: &Element) -> Result<(), Refusal> {
        // the muscle's defaults replace those of the general actuator
        const DYNAMICS: [(f64, f64); 2] = [(1.0, 0.01), (0.0, 0.04)];
        const GAIN: [(f64, f64); 9] = [
            (1.0, 0.75),
            (0.0, 1.05),
            (0.0, -1.0),
            (0.0, 200.0),
            (0.0, 0.5),
            (0.0, 1.6),
            (0.0, 1.5),
            (0.0, 1.3),
            (0.0, 1.2),
        ];
        for (value, (bare, own)) in self.dynprm.iter_mut().zip(DYNAMICS).chain(self.gainprm.iter_mut().zip(GAIN)) {
            if *value == bare {
                *value = own;
            }
        }
        let tausmooth = el.real("tausmooth").unwrap_or(self.dynprm[2]);
        if tausmooth < 0.0 {
            return Err("'tausmooth' cannot be negative");
        }
        self.dynprm[2] = tausmooth;
        overwrite(&mut self.dynprm[..2], el.reals("timeconst").unwrap_or(&[]));
        overwrite(&mut self.gainprm[..2], el.reals("range").unwrap_or(&[]));
        for (slot, name) in ["force", "scale", "lmin", "lmax", "vmax", "fpmax", "fvmax"].iter().enumerate() {
            overwrite(&mut self.gainprm[slot + 2..], el.reals(name).unwrap_or(&[]));
        }
        self.biasprm[..9].copy_from_slice(&self.gainprm[..9]);
        self.set_types(ActuatorDynamics::Muscle, GainType::Muscle, BiasType::Muscle);
        Ok(())
    }
}

/// Peak force (N), optimal fibre length (m), tendon slack length (m) and pennation (rad) of human muscles, in the order of the
/// keywords: biceps brachii, long head (Holzbaur, Murray, Delp 2005, as in the model arm26); vastus lateralis, medial
/// gastrocnemius and soleus (Delp et al. 1990, as in the model gait2392).
const HILL_PRESETS: [[f64; 4]; 4] = [
    [624.3, 0.1157, 0.2723, 0.0],
    [1871.0, 0.084, 0.157, 0.08726646],
    [1558.0, 0.06, 0.39, 0.29670597],
    [3549.0, 0.05, 0.25, 0.43633231],
];

impl Actuator {
    /// A muscle with pennation and a compliant tendon; `tendonstrain="0"` makes the tendon rigid.
    fn hill_muscle(&mut self, el: &Element) -> Result<(), Refusal> {
        if self.gaintype != GainType::HillMuscle {
            self.gainprm = [0.0, 0.0, 0.0, 0.0, 10.0, 0.1, 0.049, 0.0, 0.0, 0.0];
            self.dynprm[..3].copy_from_slice(&[0.01, 0.04, 0.0]);
        }
        let preset = el.keyword("preset").and_then(|preset| HILL_PRESETS.get(usize::try_from(preset).ok()?));
        if let Some(preset) = preset {
            self.gainprm[..4].copy_from_slice(preset);
        }
        let names = ["force", "optimallength", "slacklength", "pennation", "vmax", "fiberdamping", "tendonstrain"];
        for (slot, name) in names.iter().enumerate() {
            el.read_real(name, &mut self.gainprm[slot]);
        }
        el.read_reals("timeconst", &mut self.dynprm[..2]);
        el.read_real("tausmooth", &mut self.dynprm[2]);
        self.biasprm = [0.0; 10];
        self.actdim = if self.gainprm[6] > 0.0 { 2 } else { 1 };
        self.set_types(ActuatorDynamics::HillMuscle, GainType::HillMuscle, BiasType::None);
        Ok(())
    }
}

/// Replaces entries by the given values that are not negative.
fn overwrite(target: &mut [f64], values: &[f64]) {
    for (t, v) in target.iter_mut().zip(values) {
        if *v >= 0.0 {
            *t = *v;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::parse_mjcf_str;
    use crate::spec::{Actuator, Limited};
    use sim_core::{ActuatorDynamics, BiasType, GainType};

    fn actuator(defaults: &str, text: &str) -> crate::Result<Actuator> {
        let text = format!("<mujoco><default>{defaults}</default><actuator>{text}</actuator></mujoco>");
        parse_mjcf_str(&text).map(|mut spec| spec.actuators.remove(0))
    }

    #[test]
    fn shortcuts_write_into_one_another() {
        let servo = actuator("<position kp='5' kv='2'/>", "<general joint='j'/>").unwrap();
        assert_eq!((servo.gaintype, servo.biastype), (GainType::Fixed, BiasType::Affine));
        assert_eq!((servo.gainprm[0], &servo.biasprm[..3]), (5.0, &[0.0, -5.0, -2.0][..]));
        let motor = actuator("<position kp='5'/>", "<motor joint='j'/>").unwrap();
        assert_eq!((motor.gainprm[0], motor.biastype, motor.biasprm[1]), (1.0, BiasType::None, -5.0));
    }

    #[test]
    fn damping_is_given_once() {
        assert!(actuator("", "<position joint='j' kv='1' dampratio='1'/>").is_err());
        assert_eq!(actuator("", "<position joint='j' dampratio='0.7'/>").unwrap().biasprm[2], 0.7);
        // the integrated servo keeps what was set before the conflict was noticed
        let servo = actuator("", "<intvelocity joint='j' kp='3' kv='1' dampratio='1'/>").unwrap();
        assert_eq!((servo.dyntype, servo.biastype), (ActuatorDynamics::Integrator, BiasType::None));
    }

    #[test]
    fn muscles_have_their_own_defaults() {
        let muscle = actuator("", "<muscle joint='j' force='30' lmin='-1'/>").unwrap();
        assert_eq!(muscle.gainprm, [0.75, 1.05, 30.0, 200.0, 0.5, 1.6, 1.5, 1.3, 1.2, 0.0]);
        assert_eq!((muscle.biasprm, &muscle.dynprm[..3]), (muscle.gainprm, &[0.01, 0.04, 0.0][..]));
    }

    #[test]
    fn dampers_and_adhesion_limit_their_control() {
        let damper = actuator("", "<damper joint='j' kv='2' ctrlrange='0 1'/>").unwrap();
        assert_eq!((damper.ctrllimited, damper.gainprm[2]), (Limited::True, -2.0));
        assert!(actuator("", "<adhesion body='b' ctrlrange='-1 1'/>").is_err());
    }
}
