//! Waking: what the user changed, and what touches, pulls or is tied to something awake. A tree wakes with all trees it
//! fell asleep with.
//!
//! The stages call these while trees may sleep. Each says whether it woke anyone; the arrays that follow from `tree_asleep` are then up to date.

use super::fall::is_at_rest;
use super::{SleepState, WIDE_AWAKE, is_enabled, update};
use crate::model::limit::tendon_is_at_limit;
use crate::model::{EqType, Model, ObjType};
use crate::stage::{AwakeLists, Disturbance, WakeByContact, WakeByEquality, WakeByTendon, WakeByUser};

/// Wakes a tree and its cycle with the given count; an awake tree starts to count again if that is higher. Returns how
/// many trees woke.
fn wake_island(tree_asleep: &mut [i32], tree: usize, count: i32) -> usize {
    let mut woke = 0;
    let mut at = tree;
    loop {
        let Some(entry) = tree_asleep.get_mut(at) else { return woke };
        let next = *entry;
        *entry = if next < 0 { next.min(count) } else { count };
        let Ok(next) = usize::try_from(next) else { return woke };
        woke += 1;
        at = next;
        if at == tree {
            return woke;
        }
    }
}

/// The lowest tree of a cycle; `None` for what is none.
fn cycle(tree_asleep: &[i32], tree: usize) -> Option<usize> {
    let (mut lowest, mut at) = (tree, tree);
    for _ in 0..=tree_asleep.len() {
        at = usize::try_from(*tree_asleep.get(at)?).ok()?;
        lowest = lowest.min(at);
        if at == tree {
            return Some(lowest);
        }
    }
    None
}

/// Brings the lists up to date if anyone woke.
fn finish(m: &Model, d: &mut AwakeLists<'_>, woke: usize) -> bool {
    if woke > 0 {
        update(m, d);
    }
    woke > 0
}

/// Whether any tree may sleep, or sleeps although sleeping has been switched off.
#[inline]
pub(crate) fn concerns(m: &Model, ntree_awake: usize) -> bool {
    is_enabled(m) || ntree_awake < m.ntree
}

/// Wakes trees whose state the user changed or on whom they put forces; kinematics has marked changed positions in
/// `tree_awake`. Wakes everyone once sleeping is switched off.
pub(crate) fn by_user(m: &Model, d: &mut WakeByUser<'_>) -> bool {
    if !is_enabled(m) {
        d.tree_asleep.fill(WIDE_AWAKE);
        return finish(m, &mut AwakeLists!(d), 1);
    }
    let mut woke = 0;
    for tree in 0..m.ntree {
        if d.tree_asleep[tree] >= 0 && (d.tree_awake[tree] != 0 || !is_at_rest(m, Disturbance!(d), tree, 0.0)) {
            woke += wake_island(d.tree_asleep, tree, WIDE_AWAKE);
        }
    }
    finish(m, &mut AwakeLists!(d), woke)
}

/// Wakes trees that something awake touches.
pub(crate) fn by_contact(m: &Model, d: &mut WakeByContact<'_>) -> bool {
    let mut woke = 0;
    for touching in d.contact {
        // what is soft does not sleep
        let Some(bodies) = touching.bodies(m) else { continue };
        let states = bodies.map(|b| d.body_awake[b]);
        let asleep = match states {
            [SleepState::Asleep, SleepState::Awake] => 0,
            [SleepState::Awake, SleepState::Asleep] => 1,
            _ => continue,
        };
        let trees = bodies.map(|b| usize::try_from(m.body_treeid[b]).ok());
        let Some(sleeping) = trees[asleep] else { continue };
        // a mocap body belongs to no tree
        let count = trees[1 - asleep].map_or(WIDE_AWAKE, |tree| d.tree_asleep[tree]);
        woke += wake_island(d.tree_asleep, sleeping, count);
    }
    finish(m, &mut AwakeLists!(d), woke)
}

/// Wakes trees that a tendon at its limit ties to an awake one.
pub(crate) fn by_tendon(m: &Model, d: &mut WakeByTendon<'_>) -> bool {
    let mut woke = 0;
    for i in (0..m.ntendon).filter(|&i| m.tendon_treenum[i] == 2) {
        if !tendon_is_at_limit(m, i, d.ten_length[i]) {
            continue;
        }
        let trees = [2 * i, 2 * i + 1].map(|k| m.tendon_treeid[k].max(0) as usize);
        let (sleeping, awake) = match trees.map(|tree| d.tree_awake[tree] != 0) {
            [false, true] => (trees[0], trees[1]),
            [true, false] => (trees[1], trees[0]),
            _ => continue,
        };
        let count = d.tree_asleep[awake];
        woke += wake_island(d.tree_asleep, sleeping, count);
    }
    finish(m, &mut AwakeLists!(d), woke)
}

/// The bodies of an equality constraint, where it has them.
fn equality_bodies(m: &Model, i: usize) -> Option<[Option<usize>; 2]> {
    let ids = [m.eq_obj1id[i], m.eq_obj2id[i]].map(|id| usize::try_from(id).ok());
    match (m.eq_type[i], m.eq_objtype[i]) {
        (EqType::Joint, _) => Some(ids.map(|id| id.map(|joint| m.jnt_bodyid[joint] as usize))),
        (EqType::Connect | EqType::Weld, ObjType::Body) => Some(ids),
        (EqType::Connect | EqType::Weld, _) => Some(ids.map(|id| id.map(|site| m.site_bodyid[site] as usize))),
        _ => None,
    }
}

/// Wakes trees that an equality constraint ties to an awake one, or to one that sleeps in another cycle.
pub(crate) fn by_equality(m: &Model, d: &mut WakeByEquality<'_>) -> bool {
    let mut woke = 0;
    for i in (0..m.neq).filter(|&i| d.eq_active[i].get()) {
        let Some(bodies) = equality_bodies(m, i) else { continue };
        let trees = bodies.map(|b| b.and_then(|b| usize::try_from(m.body_treeid[b]).ok()));
        if trees[0] == trees[1] {
            continue;
        }
        match (bodies.map(|b| b.map_or(SleepState::Static, |b| d.body_awake[b])), trees) {
            ([SleepState::Asleep, SleepState::Asleep], [Some(a), Some(b)])
                if cycle(d.tree_asleep, a) != cycle(d.tree_asleep, b) =>
            {
                woke += wake_island(d.tree_asleep, a, WIDE_AWAKE);
                woke += wake_island(d.tree_asleep, b, WIDE_AWAKE);
            }
            ([SleepState::Asleep, SleepState::Awake], [Some(tree), _])
            | ([SleepState::Awake, SleepState::Asleep], [_, Some(tree)]) => {
                woke += wake_island(d.tree_asleep, tree, WIDE_AWAKE);
            }
            _ => {}
        }
    }
    finish(m, &mut AwakeLists!(d), woke)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_wakes_with_its_cycle() {
        let mut trees = [2, -4, 3, 0, 4];
        assert_eq!(cycle(&trees, 3), Some(0));
        assert_eq!(wake_island(&mut trees, 3, -7), 3);
        assert_eq!(trees, [-7, -4, -7, -7, 4]);
    }

    #[test]
    fn an_awake_tree_only_counts_again() {
        let mut trees = [-4, -9];
        assert_eq!(wake_island(&mut trees, 0, -7) + wake_island(&mut trees, 1, -7), 0);
        assert_eq!(trees, [-7, -9]);
    }

    #[test]
    fn nonsense_does_not_loop() {
        // tree 0 leads into a cycle it is not part of, tree 3 to nowhere
        let mut trees = [1, 2, 1, 9];
        assert_eq!(cycle(&trees, 0), None);
        assert_eq!(cycle(&trees, 3), None);
        assert_eq!(wake_island(&mut trees, 0, -7), 3);
        assert_eq!(wake_island(&mut trees, 3, -7), 1);
        assert_eq!(trees, [-7; 4]);
    }
}
