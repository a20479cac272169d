//! Trees that are to begin asleep: whether they can.

use crate::model::{EnableFlags, Model, ModelError, ObjType, SleepPolicy};

impl Model {
    /// Checks that every tree marked to start asleep touches and is tied to such trees only: an awake one
    /// would wake it. Nothing is checked unless sleeping is enabled.
    pub fn check_initial_sleep(&self) -> Result<(), ModelError> {
        let begins_asleep = |tree: usize| self.tree_sleep_policy[tree] == SleepPolicy::Init;
        let wanted = (0..self.ntree).filter(|&t| begins_asleep(t)).count();
        if !self.opt.enableflags.contains(EnableFlags::SLEEP) || wanted == 0 {
            return Ok(());
        }
        let d = self.make_data();
        let sleeps = |tree: usize| d.tree_asleep[tree] >= 0;
        let slept = (0..self.ntree).filter(|&t| sleeps(t)).count();
        let Some(awake) = (0..self.ntree).find(|&t| begins_asleep(t) && !sleeps(t)) else { return Ok(()) };
        let body = self.tree_bodyadr[awake].max(0) as usize;
        let name = self.name(ObjType::Body, body).unwrap_or_default().to_string();
        Err(ModelError::InitialSleep { wanted, slept, body, name })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::DisableFlags;

    #[test]
    fn a_lone_tree_may_begin_asleep() {
        let mut m = Model::n_link_pendulum(2, 1.0, 0.1);
        m.opt.enableflags |= EnableFlags::SLEEP;
        m.tree_sleep_policy.fill(SleepPolicy::Init);
        assert_eq!(m.check_initial_sleep(), Ok(()));
        m.dof_frictionloss.fill(1.0);
        assert_eq!(m.check_initial_sleep(), Ok(()));
        m.opt.disableflags |= DisableFlags::ISLAND;
        assert!(matches!(m.check_initial_sleep(), Err(ModelError::InitialSleep { wanted: 1, slept: 0, body: 1, .. })));
    }
}
