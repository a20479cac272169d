//! A wall around each world: a panic of the engine becomes an error of the world it happened in.

use crate::data::Data;
use crate::model::Model;
use crate::pipeline::StepError;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs `work` on a world. After a panic the world is a fresh one with the same state and inputs, as far as these could
/// be saved.
pub(super) fn guarded(
    m: &Model,
    d: &mut Data,
    work: impl FnOnce(&Model, &mut Data) -> Result<(), StepError>,
) -> Result<(), StepError> {
    match catch_unwind(AssertUnwindSafe(|| work(m, d))) {
        Ok(outcome) => outcome,
        Err(payload) => {
            rebuild(m, d);
            Err(StepError::Panicked { message: failure_text(payload.as_ref()) })
        }
    }
}

/// What a panic said.
pub fn failure_text(payload: &(dyn Any + Send)) -> String {
    let fixed = payload.downcast_ref::<&'static str>().map(|text| (*text).to_string());
    fixed.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "unknown failure".to_string())
}

/// Stages take arrays out of Data while they work: after a panic some are gone. A fresh world takes over what the
/// next step would start from.
pub fn rebuild(m: &Model, d: &mut Data) {
    // a model that cannot even make a world leaves an empty one
    let mut fresh = catch_unwind(|| m.make_data()).unwrap_or_default();
    fn keep<T: Copy>(to: &mut [T], from: &[T]) {
        if to.len() == from.len() {
            to.copy_from_slice(from);
        }
    }
    fresh.time = d.time;
    fresh.warning = d.warning;
    keep(&mut fresh.qpos, &d.qpos);
    keep(&mut fresh.qvel, &d.qvel);
    keep(&mut fresh.act, &d.act);
    keep(&mut fresh.history, &d.history);
    keep(&mut fresh.qacc_warmstart, &d.qacc_warmstart);
    keep(&mut fresh.ctrl, &d.ctrl);
    keep(&mut fresh.qfrc_applied, &d.qfrc_applied);
    keep(&mut fresh.xfrc_applied, &d.xfrc_applied);
    keep(&mut fresh.eq_active, &d.eq_active);
    keep(&mut fresh.mocap_pos, &d.mocap_pos);
    keep(&mut fresh.mocap_quat, &d.mocap_quat);
    keep(&mut fresh.userdata, &d.userdata);
    *d = fresh;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_an_error_and_the_world_a_fresh_one() {
        let m = Model::n_link_pendulum(2, 1.0, 0.1);
        let mut d = m.make_data();
        (d.qpos[0], d.qfrc_applied[1]) = (0.25, 3.0);
        d.cdof.clear();
        let step = |m: &Model, d: &mut Data| d.step(m);
        let error = guarded(&m, &mut d, step).unwrap_err();
        assert!(matches!(error, StepError::Panicked { .. }), "{error}");
        assert_eq!((d.qpos[0], d.qfrc_applied[1]), (0.25, 3.0));
        guarded(&m, &mut d, step).unwrap();
    }
}
