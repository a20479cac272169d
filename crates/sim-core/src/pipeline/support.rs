//! Which features are simulated: a step returns an error for what it would compute wrongly.

use super::StepError;
use crate::data::Data;
use crate::model::{ActuatorDynamics, BiasType, DisableFlags, EqType, GainType, Model};
use crate::sleep;

/// Fails for features that forward dynamics does not compute.
pub(super) fn check_forward(m: &Model) -> Result<(), StepError> {
    let refuse = |what: &str| Err(StepError::Unsupported(what.to_string()));
    if m.nflex > 0 {
        return refuse("flex");
    }
    if m.nplugin > 0 {
        return refuse("a plugin");
    }
    for i in 0..m.nactuator {
        let (gain, dynamics) = (m.actuator_gaintype[i], m.actuator_dyntype[i]);
        let hill = gain == GainType::HillMuscle && dynamics == ActuatorDynamics::HillMuscle && m.actuator_actnum[i] > 0;
        let known = m.actuator_biastype[i].0 < BiasType::User.0
            && (hill || gain.0 < GainType::User.0 && dynamics.0 < ActuatorDynamics::User.0);
        if !known {
            return Err(StepError::Unsupported(format!("the force law of actuator {i}")));
        }
    }
    if m.opt.solver.label().is_none() {
        return Err(StepError::Unsupported(format!("solver {}", m.opt.solver)));
    }
    let equalities = !m.opt.disableflags.intersects(DisableFlags::CONSTRAINT | DisableFlags::EQUALITY);
    if equalities && m.eq_type.iter().any(|t| t.0 > EqType::Tendon.0) {
        return refuse("an equality constraint of a flex");
    }
    Ok(())
}

/// The feature that the error of a tendon equality names.
const SLEEPY_TENDON: &str = "an equality constraint of tendons while trees may sleep";

/// Fails for what could not be woken. MuJoCo does not define which trees a tendon equality wakes either.
pub(super) fn check_sleep(m: &Model, d: &Data) -> Result<(), StepError> {
    let tied = || m.eq_type.iter().zip(&d.eq_active).any(|(&kind, &active)| active.get() && kind == EqType::Tendon);
    if sleep::is_enabled(m) && tied() {
        return Err(StepError::Unsupported(SLEEPY_TENDON.to_string()));
    }
    Ok(())
}

/// Fails for features that a step does not compute.
pub(super) fn check_supported(m: &Model) -> Result<(), StepError> {
    if m.opt.integrator.label().is_none() {
        return Err(StepError::Unsupported(format!("integrator {}", m.opt.integrator)));
    }
    Ok(())
}

impl Model {
    /// Names of the features of this model that a step does not compute; empty if the step is complete.
    pub fn unsimulated_features(&self) -> Vec<String> {
        let mut out = Vec::new();
        for refused in [check_forward(self), check_supported(self)] {
            if let Err(StepError::Unsupported(what)) = refused {
                out.push(what);
            }
        }
        let tied =
            self.eq_type.iter().zip(&self.eq_active0).any(|(&kind, &active)| active.get() && kind == EqType::Tendon);
        if sleep::is_enabled(self) && tied {
            out.push(SLEEPY_TENDON.to_string());
        }
        out
    }
}
