//! `<actuator>`: the general element, its transmission, and the shortcuts of `shortcut.rs`.
//!
//! A shortcut is written into the same struct as `<general>`: parameters it does not name keep the value
//! of the default class, which another shortcut may have written.

use crate::error::{MjcfError, Result};
use crate::read::element::{Element, Value};
use crate::spec::{Actuator, Limited, Spec, chart, signal};
use sim_core::{ActuatorDynamics, BiasType, GainType, TransmissionType};

/// Names of the input signals of servos and motors, in their order in `ctrl`; bit i of the signature.
const SIGNALS: [&str; 4] = ["pos", "vel", "ff", "voltage"];

/// Most activations of an actuator: they take memory in every world and every keyframe.
const MAX_ACTDIM: i32 = 1 << 20;

impl Actuator {
    /// Overwrites what the element gives.
    pub(crate) fn apply(&mut self, el: &Element) -> Result<()> {
        self.read_common(el);
        if self.actdim > MAX_ACTDIM {
            let message = format!("'actdim' is {}, at most {MAX_ACTDIM} activations are supported", self.actdim);
            return Err(MjcfError::TooLarge { place: el.place.clone(), message });
        }
        self.read_transmission(el)?;
        self.read_shortcut(el)
    }

    fn read_common(&mut self, el: &Element) {
        el.read_int("group", &mut self.group);
        el.read_int("nsample", &mut self.nsample);
        el.read_keyword("interp", &mut self.interp);
        el.read_real("delay", &mut self.delay);
        el.read_reals("ctrlrange", &mut self.ctrlrange);
        el.read_list("user", &mut self.user);
        for (name, target) in [
            ("ctrllimited", &mut self.ctrllimited),
            ("forcelimited", &mut self.forcelimited),
            ("actlimited", &mut self.actlimited),
        ] {
            if let Some(value) = el.keyword(name) {
                *target = Limited::from_keyword(value);
            }
        }
        el.read_reals("forcerange", &mut self.forcerange);
        el.read_reals("actrange", &mut self.actrange);
        el.read_reals("lengthrange", &mut self.lengthrange);
        el.read_reals("gear", &mut self.gear);
        el.read_reals("damping", &mut self.damping);
        el.read_real("armature", &mut self.armature);
        el.read_int("actdim", &mut self.actdim);
        el.read_reals("velrange", &mut self.velrange);
        el.read_reals("ffrange", &mut self.ffrange);
        if let Some(value) = el.keyword("dyntype") {
            self.dyntype = ActuatorDynamics(value);
        }
        if let Some(value) = el.keyword("gaintype") {
            self.gaintype = GainType(value);
        }
        if let Some(value) = el.keyword("biastype") {
            self.biastype = BiasType(value);
        }
        el.read_reals("dynprm", &mut self.dynprm);
        el.read_reals("gainprm", &mut self.gainprm);
        el.read_reals("biasprm", &mut self.biasprm);
        el.read_bool("actearly", &mut self.actearly);
    }

    /// Target and kind of the transmission; the last one given counts.
    fn read_transmission(&mut self, el: &Element) -> Result<()> {
        for (attribute, kind) in [
            ("joint", TransmissionType::Joint),
            ("jointinparent", TransmissionType::JointInParent),
            ("tendon", TransmissionType::Tendon),
            ("cranksite", TransmissionType::SliderCrank),
            ("site", TransmissionType::Site),
            ("body", TransmissionType::Body),
        ] {
            if let Some(name) = el.text(attribute) {
                self.target = name.to_string();
                self.trntype = kind;
            }
        }
        el.read_real("cranklength", &mut self.cranklength);
        el.read_text("slidersite", &mut self.slidersite);
        let crank = el.has("cranklength") || el.has("slidersite");
        if crank && ![TransmissionType::SliderCrank, TransmissionType::Undefined].contains(&self.trntype) {
            return Err(el.invalid("'cranklength' and 'slidersite' need a slider-crank: give 'cranksite'"));
        }
        el.read_text("refsite", &mut self.refsite);
        if el.has("refsite") && ![TransmissionType::Site, TransmissionType::Undefined].contains(&self.trntype) {
            return Err(el.invalid("'refsite' needs a transmission through 'site'"));
        }
        Ok(())
    }

    /// Input signature: a chart of orientations, no input at all, or a list of signals.
    pub(super) fn read_input(&self, el: &Element, signature: &mut i32) -> Result<()> {
        let Some(attribute) = el.attribute("input") else { return Ok(()) };
        let bits: Vec<i32> = match &attribute.value {
            Value::Keyword(value, _) => {
                *signature = *value;
                return Ok(());
            }
            Value::Keywords(bits) => bits.clone(),
            Value::Text(text) => match text.as_str() {
                "expmap" => vec![chart::EXPMAP],
                "quat" => vec![chart::QUAT],
                "none" => vec![signal::NONE],
                words => words
                    .split_ascii_whitespace()
                    .map(|word| match SIGNALS.iter().position(|s| *s == word) {
                        Some(bit) => Ok(1 << bit),
                        None => Err(el.place_of("input").invalid(format!(
                            "unknown input '{word}': use 'expmap', 'quat', 'none' or some of {}",
                            SIGNALS.join(", ")
                        ))),
                    })
                    .collect::<Result<_>>()?,
            },
            _ => return Ok(()),
        };
        if bits.windows(2).any(|pair| pair[1] <= pair[0]) {
            return Err(el.place_of("input").invalid(format!("inputs must be in the order: {}", SIGNALS.join(", "))));
        }
        *signature = bits.iter().fold(0, |all, bit| all | bit);
        Ok(())
    }
}

/// Reads one `<actuator>` section.
pub(crate) fn read_actuators(section: &Element, spec: &mut Spec) -> Result<()> {
    for el in &section.children {
        if el.tag == "plugin" {
            return Err(el.place.unsupported("an actuator computed by a plugin"));
        }
        let (mut actuator, meta) = spec.start(el, |class| &class.actuator)?;
        actuator.meta = meta;
        actuator.apply(el)?;
        spec.actuators.push(actuator);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::parse_mjcf_str;
    use sim_core::TransmissionType;

    fn read(text: &str) -> crate::Result<super::Actuator> {
        parse_mjcf_str(&format!("<mujoco><actuator>{text}</actuator></mujoco>"))
            .map(|mut spec| spec.actuators.remove(0))
    }

    #[test]
    fn sites_need_the_right_transmission() {
        let crank = read("<general cranksite='a' slidersite='b' cranklength='1'/>").unwrap();
        assert_eq!((crank.trntype, crank.target.as_str()), (TransmissionType::SliderCrank, "a"));
        assert!(read("<general joint='j' slidersite='b'/>").is_err());
        assert!(read("<general joint='j' refsite='b'/>").is_err());
    }

    #[test]
    fn inputs_have_an_order() {
        assert_eq!(read("<pid joint='j' input='pos ff'/>").unwrap().ctrlspec, 5);
        assert_eq!(read("<orientation joint='j' input='quat'/>").unwrap().ctrlspec, 2);
        assert!(read("<pid joint='j' input='vel pos'/>").is_err());
    }
}
