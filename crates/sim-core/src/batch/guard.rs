//! Isolation of worlds: a panic of the engine becomes an error of the world it happened in.

use crate::data::Data;
use crate::error::StepError;
use crate::model::Model;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs `work` on a world. After a panic every array of the world stays in place; the work space is dropped.
pub(super) fn guarded(
    m: &Model,
    d: &mut Data,
    work: impl FnOnce(&Model, &mut Data) -> Result<(), StepError>,
) -> Result<(), StepError> {
    match catch_unwind(AssertUnwindSafe(|| work(m, d))) {
        Ok(outcome) => outcome,
        Err(payload) => {
            d.forget_work();
            Err(StepError::Panicked { message: failure_text(payload.as_ref()) })
        }
    }
}

/// Message of a panic.
pub fn failure_text(payload: &(dyn Any + Send)) -> String {
    let fixed = payload.downcast_ref::<&'static str>().map(|text| (*text).to_string());
    fixed.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "unknown failure".to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arrays::ArrayMut;

    #[test]
    fn a_panic_becomes_an_error_and_leaves_all_arrays_in_place() {
        let m = Model::n_link_pendulum(2, 1.0, 0.1);
        let mut d = m.make_data();
        let step = |m: &Model, d: &mut Data| d.step(m);
        guarded(&m, &mut d, step).unwrap();
        (d.qpos[0], d.qfrc_applied[1]) = (0.25, 3.0);
        d.cdof.clear();
        let places = |d: &mut Data| {
            let mut list = vec![];
            d.visit_arrays_mut(&mut |name, array| {
                if let ArrayMut::F64(a) = array {
                    list.push((name, a.as_ptr(), a.len()));
                }
            });
            list
        };
        let before = places(&mut d);
        let error = guarded(&m, &mut d, step).unwrap_err();
        assert!(matches!(error, StepError::Panicked { .. }), "{error}");
        assert_eq!(places(&mut d), before);
        assert_eq!((d.qpos[0], d.qfrc_applied[1]), (0.25, 3.0));
        d.reset(&m);
        guarded(&m, &mut d, step).unwrap();
        assert_eq!(d.qfrc_applied[1], 3.0);
    }
}
