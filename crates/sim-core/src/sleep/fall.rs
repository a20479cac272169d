//! Falling asleep: a tree slower than the tolerance for some steps is ready, and an island of ready trees falls asleep.

use super::WIDE_AWAKE;
use crate::model::{Model, SleepPolicy};
use crate::stage::{Disturbance, FallAsleep};

/// Whether every entry is zero bit by bit; a negative zero has been written by someone.
fn is_untouched(values: &[f64]) -> bool {
    values.iter().all(|x| x.to_bits() == 0)
}

/// Whether a tree may sleep: policy, no applied forces, and no dof faster than `tolerance` (zero: no velocity at all).
pub(super) fn is_at_rest(m: &Model, d: Disturbance<'_>, tree: usize, tolerance: f64) -> bool {
    if matches!(m.tree_sleep_policy[tree], SleepPolicy::Never | SleepPolicy::AutoNever) {
        return false;
    }
    let body = m.tree_bodyadr[tree].max(0) as usize;
    let wrenches = &d.xfrc_applied[6 * body..6 * (body + m.tree_bodynum[tree].max(0) as usize)];
    let first = m.tree_dofadr[tree].max(0) as usize;
    let dofs = first..first + m.tree_dofnum[tree].max(0) as usize;
    if !is_untouched(wrenches) || !is_untouched(&d.qfrc_applied[dofs.clone()]) {
        return false;
    }
    if tolerance == 0.0 {
        return is_untouched(&d.qvel[dofs]);
    }
    let mut fastest: f64 = 0.0;
    d.qvel[dofs.clone()].iter().zip(&m.dof_length[dofs]).all(|(v, length)| {
        fastest = fastest.max(length * v.abs());
        fastest < tolerance
    })
}

/// Puts the islands to sleep that are ready: their trees become cycles, their velocities and accelerations zero. Returns
/// how many trees fell asleep; the lists of awake trees are not updated yet.
pub(crate) fn fall_asleep(m: &Model, d: &mut FallAsleep<'_>) -> usize {
    // constraints of unknown islands may tie anything to anything
    if d.nefc > 0 && d.nisland == 0 {
        return 0;
    }
    for tree in 0..m.ntree {
        let count = d.tree_asleep[tree];
        if count < 0 {
            let ready = is_at_rest(m, Disturbance!(d), tree, m.opt.sleep_tolerance);
            d.tree_asleep[tree] = if ready { (count + 1).min(-1) } else { WIDE_AWAKE };
        }
    }
    let mut slept = 0;
    let mut end = 0;
    for island in 0..d.nisland {
        let start = d.island_itreeadr[island] as usize;
        end = start + d.island_ntree[island] as usize;
        let trees = &d.map_itree2tree[start..end];
        if trees.iter().all(|&tree| d.tree_asleep[tree as usize] == -1) {
            for (k, &tree) in trees.iter().enumerate() {
                put_to_sleep(m, d, tree as usize, trees[(k + 1) % trees.len()]);
            }
            slept += trees.len();
        }
    }
    // what no constraint touches sleeps alone
    for place in end..m.ntree {
        let tree = if d.nisland > 0 { d.map_itree2tree[place] as usize } else { place };
        if d.tree_asleep[tree] == -1 {
            put_to_sleep(m, d, tree, tree as i32);
            slept += 1;
        }
    }
    slept
}

fn put_to_sleep(m: &Model, d: &mut FallAsleep<'_>, tree: usize, next: i32) {
    d.tree_asleep[tree] = next;
    let first = m.tree_dofadr[tree].max(0) as usize;
    let dofs = first..first + m.tree_dofnum[tree].max(0) as usize;
    d.qvel[dofs.clone()].fill(0.0);
    d.qacc[dofs].fill(0.0);
}
