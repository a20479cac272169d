//! Forces, states and cost of the rows for a given acceleration error `jar = J a - aref`.

use crate::data::{ConstraintState, Data};

/// Forces and states for `jar`; returns the cost. Writes `efc_force efc_state`.
pub(crate) fn update(d: &mut Data, jar: &[f64]) -> f64 {
    let mut cost = 0.0;
    let friction = d.ne..d.ne + d.nf;
    for r in 0..d.nefc {
        let x = jar[r];
        let quadratic = 0.5 * d.efc_D[r] * x * x;
        let (state, force, part) = if r < d.ne {
            (ConstraintState::Quadratic, -d.efc_D[r] * x, quadratic)
        } else if friction.contains(&r) {
            let loss = d.efc_frictionloss[r];
            let knee = d.efc_R[r] * loss;
            if x <= -knee {
                (ConstraintState::LinearNeg, loss, -0.5 * d.efc_R[r] * loss * loss - loss * x)
            } else if x >= knee {
                (ConstraintState::LinearPos, -loss, -0.5 * d.efc_R[r] * loss * loss + loss * x)
            } else {
                (ConstraintState::Quadratic, -d.efc_D[r] * x, quadratic)
            }
        } else if x >= 0.0 {
            (ConstraintState::Satisfied, 0.0, 0.0)
        } else {
            (ConstraintState::Quadratic, -d.efc_D[r] * x, quadratic)
        };
        d.efc_state[r] = state;
        d.efc_force[r] = force;
        cost += part;
    }
    cost
}
