//! Trees that are to begin asleep: whether they can.

use crate::constraint::island;
use crate::model::{Model, ModelError, ObjType, SleepPolicy, disable, enable};
use crate::pipeline;

impl Model {
    /// Checks that every tree marked to begin asleep touches and is tied to such trees only: an awake neighbour
    /// would wake it. Nothing is checked unless sleeping is enabled.
    pub fn check_initial_sleep(&self) -> Result<(), ModelError> {
        let begins_asleep = |tree: usize| self.tree_sleep_policy[tree] == SleepPolicy::Init;
        let wanted = (0..self.ntree).filter(|&t| begins_asleep(t)).count();
        if self.opt.enableflags & enable::SLEEP == 0 || wanted == 0 {
            return Ok(());
        }
        let mut d = self.make_data();
        // the reference engine looks before it has placed the mocap bodies
        d.mocap_pos.fill(0.0);
        d.mocap_quat.fill(0.0);
        pipeline::forward_position(self, &mut d);
        island::find(self, &mut d);

        // a tree at rest is slower than any tolerance but a negative one
        let at_rest = self.opt.sleep_tolerance >= 0.0;
        let searched = d.nefc == 0 || self.opt.disableflags & disable::ISLAND == 0;
        let mut can_sleep = vec![true; d.nisland];
        for tree in 0..self.ntree {
            if let Ok(k) = usize::try_from(d.tree_island[tree]) {
                can_sleep[k] &= begins_asleep(tree);
            }
        }
        let sleeps = |tree: usize| {
            let island = usize::try_from(d.tree_island[tree]).ok();
            begins_asleep(tree) && at_rest && searched && island.is_none_or(|k| can_sleep[k])
        };
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

    #[test]
    fn a_lone_tree_may_begin_asleep() {
        let mut m = Model::n_link_pendulum(2, 1.0, 0.1);
        m.opt.enableflags |= enable::SLEEP;
        m.tree_sleep_policy.fill(SleepPolicy::Init);
        assert_eq!(m.check_initial_sleep(), Ok(()));
        m.dof_frictionloss.fill(1.0);
        assert_eq!(m.check_initial_sleep(), Ok(()));
        m.opt.disableflags |= disable::ISLAND;
        assert!(matches!(m.check_initial_sleep(), Err(ModelError::InitialSleep { wanted: 1, slept: 0, body: 1, .. })));
    }
}
