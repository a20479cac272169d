//! Colours with a meaning: the island of an object, sleep, impedance of a limit.

use crate::scene::draw::Subject;
use crate::scene::read::id;
use sim_core::EnableFlags;
use sim_core::data::{ConstraintType, SleepState};

/// Element `index` of the Halton sequence of a base: evenly distributed over 0 to 1.
pub(crate) fn halton(index: usize, base: usize) -> f64 {
    let (mut rest, mut value) = (index, 0.0);
    let mut digit = 1.0 / base as f64;
    while rest > 0 {
        value += digit * (rest % base) as f64;
        digit /= base as f64;
        rest /= base;
    }
    value
}

/// Red, green, blue of hue, saturation and value, each 0 to 1.
fn rgb(hue: f32, saturation: f32, value: f32) -> [f32; 3] {
    if saturation <= 0.0 {
        return [value; 3];
    }
    let sextant = (hue * 6.0) as i32;
    let part = hue * 6.0 - sextant as f32;
    let low = value * (1.0 - saturation);
    let falling = value * (1.0 - saturation * part);
    let rising = value * (1.0 - saturation * (1.0 - part));
    match sextant {
        0 => [value, rising, low],
        1 => [falling, value, low],
        2 => [low, value, rising],
        3 => [low, falling, value],
        4 => [rising, low, value],
        _ => [value, low, falling],
    }
}

/// Colour of the island whose first degree of freedom is `dof`, grey without one; less saturated for sleeping objects.
pub(super) fn of_island(dof: Option<usize>, awake: bool) -> [f32; 4] {
    let (mut hue, mut saturation, mut value) = (1.0, 0.0, 0.7);
    if let Some(dof) = dof {
        let index = dof.saturating_add(1);
        hue = halton(index, 7) as f32;
        saturation = (0.5 + 0.5 * halton(index, 3)) as f32;
        value = (0.6 + 0.4 * halton(index, 5)) as f32;
    }
    if !awake {
        value = (f64::from(value) * 0.6) as f32;
        saturation = (f64::from(saturation) * 0.7) as f32;
    }
    let [r, g, b] = rgb(hue, saturation, value);
    [r, g, b, 1.0]
}

/// The colour of a body by its island, or by its tree if trees can sleep. `None`: the body cannot move.
pub(super) fn of_body(subject: &Subject<'_>, body: usize) -> Option<[f32; 4]> {
    let (m, d) = (subject.m, subject.d);
    let weld = id(&m.body_weldid, body)?;
    if *m.body_dofnum.get(weld)? == 0 {
        return None;
    }
    let dof = id(&m.body_dofadr, weld)?;
    let island = if d.nisland > 0 { id(&d.dof_island, dof) } else { None };
    let mut first = island.and_then(|island| id(&d.island_dofadr, island));
    let awake = *d.body_awake.get(body)? != SleepState::Asleep;
    if first.is_none() && m.opt.enableflags.contains(EnableFlags::SLEEP) {
        let tree = id(&m.dof_treeid, dof)?;
        let tree = if awake { Some(tree) } else { lowest_of_cycle(&d.tree_asleep, tree) };
        first = tree.and_then(|tree| id(&m.tree_dofadr, tree));
    }
    Some(of_island(first, awake))
}

/// The lowest tree of a cycle of trees that fell asleep together.
fn lowest_of_cycle(tree_asleep: &[i32], tree: usize) -> Option<usize> {
    let (mut lowest, mut at) = (tree, tree);
    for _ in 0..=tree_asleep.len() {
        at = id(tree_asleep, at)?;
        lowest = lowest.min(at);
        if at == tree {
            return Some(lowest);
        }
    }
    None
}

/// The colour of a constraint row by its island. Grey: the model has no islands.
pub(super) fn of_row(subject: &Subject<'_>, first_row: usize) -> [f32; 4] {
    let d = subject.d;
    let island = if d.nisland > 0 { id(&d.efc_island, first_row) } else { None };
    of_island(island.and_then(|island| id(&d.island_dofadr, island)), true)
}

/// Impedance of the limit of a joint or tendon, 0 if the limit is inactive.
pub(super) fn limit_impedance(subject: &Subject<'_>, kind: ConstraintType, object: usize) -> f64 {
    let d = subject.d;
    let first = d.ne.saturating_add(d.nf);
    let mut impedance = 0.0;
    for r in first..first.saturating_add(d.nl) {
        if d.efc_type.get(r) == Some(&kind) && id(&d.efc_id, r) == Some(object) {
            impedance = d.efc_KBIP.get(4 * r + 2).copied().unwrap_or_default();
        }
    }
    impedance
}

/// Blends a colour with that of constraints, by the impedance of a limit.
pub(super) fn towards_constraint(subject: &Subject<'_>, rgba: [f32; 4], impedance: f64) -> [f32; 3] {
    let goal = subject.m.vis.rgba.constraint;
    [0, 1, 2].map(|k| ((1.0 - impedance) * f64::from(rgba[k]) + impedance * f64::from(goal[k])) as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halton_halves_and_thirds() {
        assert_eq!([1, 2, 3].map(|n| halton(n, 2)), [0.5, 0.25, 0.75]);
        assert!((halton(4, 3) - 4.0 / 9.0).abs() < 1e-15);
    }

    #[test]
    fn hues_go_round() {
        assert_eq!(rgb(0.0, 1.0, 1.0), [1.0, 0.0, 0.0]);
        assert_eq!(rgb(0.5, 1.0, 1.0), [0.0, 1.0, 1.0]);
        assert_eq!(of_island(None, true), [0.7, 0.7, 0.7, 1.0]);
    }
}
