//! Sleep as the pipeline drives it: who begins asleep, and who falls asleep within a step.

use super::forward::forward_from;
use super::{Pass, stages};
use crate::data::{Data, SleepState};
use crate::error::StepError;
use crate::model::{Model, SleepPolicy};
use crate::sleep::{self, WIDE_AWAKE};
use crate::stage::{AwakeLists, ResumePoint, Sensors};

/// Sleep in the reference pose: all trees awake, except with the flag on the trees whose policy is to begin asleep and
/// whose islands are made of such trees only.
pub(super) fn reset(m: &Model, d: &mut Data) {
    d.tree_asleep.fill(WIDE_AWAKE);
    if sleep::is_enabled(m) {
        // later passes leave immovable bodies out: this one places them
        sleep::update_with(m, &mut AwakeLists::of(d), SleepState::Awake);
        if m.tree_sleep_policy.contains(&SleepPolicy::Init) {
            begin_asleep(m, d);
        } else {
            stages::kinematics(m, d);
            stages::centres_of_mass(m, d);
            stages::cameras_and_lights(m, d);
            stages::tendons(m, d);
        }
    }
    sleep::update(m, &mut AwakeLists::of(d));
}

/// Puts the trees to sleep that are to begin so. A model that cannot be simulated stays awake.
fn begin_asleep(m: &Model, d: &mut Data) {
    if d.forward(m).is_ok() {
        for (asleep, &policy) in d.tree_asleep.iter_mut().zip(&m.tree_sleep_policy) {
            *asleep = if policy == SleepPolicy::Init { -1 } else { WIDE_AWAKE };
        }
        stages::fall_asleep(m, d);
    }
    d.qacc_smooth.fill(0.0);
    d.qfrc_smooth.fill(0.0);
    d.clear_rows();
}

/// Lets trees at rest fall asleep, before velocities and positions move.
pub(super) fn settle(m: &Model, d: &mut Data, pass: &mut Pass<'_>) -> Result<(), StepError> {
    if sleep::is_enabled(m) && stages::fall_asleep(m, d) > 0 {
        // velocities have become zero: what depends on them is seen once more before it is left alone
        forward_from(m, d, ResumePoint::Velocity, Sensors::Run, pass)?;
        sleep::update(m, &mut AwakeLists::of(d));
    }
    Ok(())
}
