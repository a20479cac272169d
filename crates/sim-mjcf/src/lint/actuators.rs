//! Actuators whose control does nothing, or may be anything.

use super::survey::Survey;
use super::{Findings, Named};
use crate::spec::{Actuator, Limited, signal};
use sim_core::{ActuatorDynamics, BiasType, GainType, TransmissionType};

/// An actuator whose control does nothing.
pub(super) fn zero_gain(survey: &Survey<'_>, findings: &mut Findings) {
    for actuator in survey.spec.actuators.iter().filter(|actuator| has_control(actuator)) {
        let object = Named { kind: "actuator", name: &actuator.meta.name };
        if let Some(attribute) = zero_gear(actuator) {
            let value = format!("{attribute} is 0, so it exerts no force");
            let span = survey
                .written(&actuator.meta, &actuator.gear, |class| (&class.actuator.meta.span, &class.actuator.gear));
            findings.add(&object, &span, value, || format!("give {attribute} other than 0, or remove the actuator"));
        } else if let Some(attribute) = zero(actuator) {
            let without_bias = actuator.biastype == BiasType::None || actuator.biasprm.iter().all(|x| *x == 0.0);
            let effect = if without_bias { "it exerts no force" } else { "its control has no effect" };
            let span = survey.written(&actuator.meta, &actuator.gainprm, |class| {
                (&class.actuator.meta.span, &class.actuator.gainprm)
            });
            let value = format!("{attribute} is 0, so {effect}");
            findings.add(&object, &span, value, || format!("give {attribute} above 0, or remove the actuator"));
        }
    }
}

/// The attribute of a transmission that is zero in all directions.
fn zero_gear(actuator: &Actuator) -> Option<&'static str> {
    let scalar =
        !matches!(actuator.trntype, TransmissionType::Site | TransmissionType::Joint | TransmissionType::JointInParent);
    let used = if scalar { &actuator.gear[..1] } else { &actuator.gear[..] };
    used.iter().all(|gear| *gear == 0.0).then_some("gear")
}

/// The attribute that makes the gain zero.
fn zero(actuator: &Actuator) -> Option<&'static str> {
    let gain = &actuator.gainprm;
    let is_zero = match actuator.gaintype {
        GainType::Fixed | GainType::SO3 | GainType::HillMuscle => gain[0] == 0.0,
        GainType::Affine => gain[..3].iter().all(|x| *x == 0.0),
        // a negative force is computed from the scale
        GainType::Muscle => gain[2] == 0.0 || (gain[2] < 0.0 && gain[3] == 0.0),
        // without integral and proportional part the position does not matter
        GainType::Pid => gain[0] == 0.0 && actuator.biasprm[1] == 0.0 && is_only_position(actuator),
        _ => false,
    };
    is_zero.then(|| match actuator.meta.span.tag() {
        "position" | "intvelocity" | "orientation" | "pid" => "kp",
        "velocity" | "damper" => "kv",
        "adhesion" => "gain",
        "cylinder" => "area",
        "muscle" | "hillmuscle" => "force",
        _ => "gainprm",
    })
}

fn is_only_position(actuator: &Actuator) -> bool {
    matches!(actuator.ctrlspec, 0 | signal::POS)
}

/// Whether an actuator has a control at all.
fn has_control(actuator: &Actuator) -> bool {
    actuator.ctrlspec != signal::NONE
}

/// An actuator whose control has no range.
pub(super) fn no_range(survey: &Survey<'_>, findings: &mut Findings) {
    for actuator in survey.spec.actuators.iter().filter(|actuator| has_control(actuator) && is_unbounded(actuator)) {
        let object = Named { kind: "actuator", name: &actuator.meta.name };
        findings.add(&object, &actuator.meta.span, "its control has no range".into(), || {
            "give ctrlrange, so that random controls and policies know their bounds".into()
        });
    }
}

/// Whether a control may be any number.
fn is_unbounded(actuator: &Actuator) -> bool {
    // the activation of a muscle limits its control, and an orientation has no range
    if actuator.gaintype == GainType::SO3
        || matches!(actuator.dyntype, ActuatorDynamics::Muscle | ActuatorDynamics::HillMuscle)
    {
        return false;
    }
    match actuator.ctrllimited {
        Limited::False => true,
        Limited::True => false,
        Limited::Auto => actuator.ctrlrange[0] >= actuator.ctrlrange[1] && actuator.inheritrange <= 0.0,
    }
}
