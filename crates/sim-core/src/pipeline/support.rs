//! What is simulated and what is not: a step refuses what it would compute wrongly.

use super::StepError;
use crate::model::{
    ActuatorDynamics, BiasType, ConeType, EqType, GainType, GeomType, Model, SensorType, SolverType, disable, enable,
};

/// Refuses what forward dynamics would get wrong.
pub(super) fn check_forward(m: &Model) -> Result<(), StepError> {
    let refuse = |what: &str| Err(StepError::Unsupported(what.to_string()));
    if m.nflex > 0 {
        return refuse("flex");
    }
    if m.nplugin > 0 {
        return refuse("a plugin");
    }
    if m.opt.enableflags & enable::SLEEP != 0 {
        return refuse("sleeping");
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
    let senses_contacts = m.opt.disableflags & (disable::SENSOR | disable::CONSTRAINT | disable::CONTACT) == 0;
    if senses_contacts && m.sensor_type.contains(&SensorType::Tactile) {
        return refuse("a tactile sensor");
    }
    if has_rows(m) {
        if m.opt.solver != SolverType::Newton {
            return Err(StepError::Unsupported(format!("solver {}", m.opt.solver)));
        }
        if m.opt.noslip_iterations > 0 {
            return refuse("the noslip pass");
        }
        if m.eq_type.iter().any(|t| t.0 > EqType::Tendon.0) {
            return refuse("an equality constraint of a flex");
        }
    }
    Ok(())
}

/// Refuses what a step would get wrong.
pub(super) fn check_supported(m: &Model) -> Result<(), StepError> {
    if m.opt.integrator.label().is_none() {
        return Err(StepError::Unsupported(format!("integrator {}", m.opt.integrator)));
    }
    Ok(())
}

/// Whether any constraint other than a contact may act.
fn has_rows(m: &Model) -> bool {
    let on = |bit: i32| m.opt.disableflags & (disable::CONSTRAINT | bit) == 0;
    (m.neq > 0 && on(disable::EQUALITY))
        || (on(disable::LIMIT) && (m.jnt_limited.iter().any(|&l| l) || m.tendon_limited.iter().any(|&l| l)))
        || (on(disable::FRICTIONLOSS)
            && (m.dof_frictionloss.iter().any(|&f| f != 0.0) || m.tendon_frictionloss.iter().any(|&f| f != 0.0)))
}

impl Model {
    /// Features this model uses that a step leaves out, in words; empty when the step is complete.
    pub fn unsimulated_features(&self) -> Vec<String> {
        let mut out = Vec::new();
        let contacts = self.opt.disableflags & (disable::CONSTRAINT | disable::CONTACT) == 0;
        let may_touch =
            self.ngeom > 1 && (0..self.ngeom).any(|g| self.geom_contype[g] != 0 || self.geom_conaffinity[g] != 0);
        if contacts && (may_touch || self.npair > 0) {
            if self.opt.cone == ConeType::Elliptic {
                out.push("contacts with an elliptic friction cone".to_string());
            }
            if self.opt.solver != SolverType::Newton {
                out.push(format!("contacts with solver {}", self.opt.solver));
            }
            if self.opt.noslip_iterations > 0 {
                out.push("the noslip pass".to_string());
            }
            if self.geom_type.contains(&GeomType::Sdf) {
                out.push("contacts of signed distance fields".to_string());
            }
        }
        for refused in [check_forward(self), check_supported(self)] {
            if let Err(StepError::Unsupported(what)) = refused {
                out.push(what);
            }
        }
        out
    }
}
