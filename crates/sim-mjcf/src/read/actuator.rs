//! `<actuator>`: the general element, its transmission, and the shortcuts of `shortcut.rs`.
//!
//! A shortcut is written into the same struct as `<general>`: parameters it does not name keep the value
//! of the default class, which another shortcut may have written.

use crate::error::{MjcfError, Result};
use crate::error_list::ErrorList;
use crate::read::element::Element;
use crate::spec::{Actuator, Spec};
use sim_core::TransmissionType;

/// The most activations of an actuator: they take memory in every world and every keyframe.
const MAX_ACTDIM: i32 = 1 << 20;

impl Actuator {
    /// Overwrites what the element gives.
    pub(crate) fn apply(&mut self, el: &Element) -> Result<()> {
        // a servo that fails before it reads the range leaves it unchanged
        el.apply_except(self, &["inheritrange"])?;
        if self.actdim > MAX_ACTDIM {
            let message = format!("'actdim' is {}, at most {MAX_ACTDIM} activations are supported", self.actdim);
            return Err(MjcfError::TooLarge { span: el.span.clone(), message });
        }
        self.check_transmission(el)?;
        self.read_shortcut(el)
    }

    /// Checks attributes that only one kind of transmission has.
    fn check_transmission(&self, el: &Element) -> Result<()> {
        let crank = el.has("cranklength") || el.has("slidersite");
        if crank && ![TransmissionType::SliderCrank, TransmissionType::Undefined].contains(&self.trntype) {
            return Err(el.invalid("'cranklength' and 'slidersite' need a slider-crank: give 'cranksite'"));
        }
        if el.has("refsite") && ![TransmissionType::Site, TransmissionType::Undefined].contains(&self.trntype) {
            return Err(el.invalid("'refsite' needs a transmission through 'site'"));
        }
        Ok(())
    }
}

/// Reads one `<actuator>` section.
pub(crate) fn read_actuators(section: &Element, spec: &mut Spec, errors: &mut ErrorList) -> Result<()> {
    for el in &section.children {
        if el.tag == "plugin" {
            errors.push(el.span.unsupported("an actuator computed by a plugin"))?;
            errors.lose_name(el.text("name"));
            continue;
        }
        let (mut actuator, meta) = spec.start(el, |class| &class.actuator, errors)?;
        actuator.meta = meta;
        errors.take(actuator.apply(el))?;
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
