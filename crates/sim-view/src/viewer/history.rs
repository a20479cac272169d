//! States of the last minute, to go back to. Each has everything that a step depends on, so that steps from it repeat bit for bit.

use sim_core::data::State;
use sim_core::{Data, Model};
use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;

/// States per simulated second.
pub const RATE: f64 = 60.0;

/// Limit on simulated seconds.
const SECONDS: usize = 60;

/// Limit on bytes of all histories. Large models keep fewer states.
const MOST_BYTES: usize = 256 << 20;

/// States of one world in order, each with its time.
#[derive(Debug, Default)]
pub struct History {
    states: VecDeque<(f64, Box<[f64]>)>,
    /// Index of the shown state: the last one while time runs.
    at: usize,
}

impl History {
    /// Number of states.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Index of the shown state.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Simulated seconds from the first state to the last.
    pub fn seconds(&self) -> f64 {
        match (self.states.front(), self.states.back()) {
            (Some((first, _)), Some((last, _))) => (last - first).max(0.0),
            _ => 0.0,
        }
    }

    /// Adds a state of `size` numbers after the shown one. Later states are dropped, and the first one beyond `most`.
    fn push(&mut self, m: &Model, d: &Data, size: usize, most: usize) {
        self.states.truncate(self.at + 1);
        let mut state = if self.states.len() >= most { self.states.pop_front().map(|old| old.1) } else { None };
        let mut state = state.take().unwrap_or_else(|| vec![0.0; size].into_boxed_slice());
        if d.get_state(m, &mut state, State::INTEGRATION).is_ok() {
            self.states.push_back((d.time, state));
        }
        self.at = self.states.len().saturating_sub(1);
    }

    /// Drops the first states beyond `most`.
    fn trim(&mut self, most: usize) {
        let excess = self.states.len().saturating_sub(most);
        self.states.drain(..excess);
        self.at = self.at.saturating_sub(excess);
    }

    /// Goes to a state. Returns whether it exists.
    fn seek(&mut self, index: usize, m: &Model, d: &mut Data) -> bool {
        let Some((_, state)) = self.states.get(index) else { return false };
        self.at = index;
        d.set_state(m, state, State::INTEGRATION).is_ok()
    }

    /// Index of the last state up to a time, from the shown one on.
    pub fn until(&self, time: f64) -> usize {
        let later = self.states.iter().skip(self.at + 1).position(|(at, _)| *at > time);
        self.at + later.unwrap_or(self.states.len().saturating_sub(self.at + 1))
    }
}

/// Histories of many worlds, within one limit on memory.
///
/// A world that is not recorded any more keeps its states as long as there is memory for them.
#[derive(Debug, Default)]
pub struct Histories {
    all: BTreeMap<usize, History>,
    /// The history of a world without states.
    none: History,
    /// Numbers of a state.
    size: usize,
    /// Limit on the states of all worlds.
    total: usize,
    /// Limit on the states of a world.
    most: usize,
}

impl Histories {
    /// No states yet.
    pub fn new(m: &Model) -> Self {
        let size = m.state_size(State::INTEGRATION).unwrap_or(0);
        Self::with_limit(size, MOST_BYTES / (8 * size.max(1)))
    }

    fn with_limit(size: usize, total: usize) -> Self {
        let total = total.max(2);
        Self { size, total, most: total.min(SECONDS * RATE as usize), ..Self::default() }
    }

    /// The states of a recording, as those of world 0.
    pub fn recorded(m: &Model, states: Vec<(f64, Box<[f64]>)>) -> Self {
        let mut histories = Self::new(m);
        histories.all.insert(0, History { states: states.into(), at: 0 });
        histories
    }

    /// The history of a world.
    pub fn of(&self, world: usize) -> &History {
        self.all.get(&world).unwrap_or(&self.none)
    }

    /// Takes a world to a state of its history. Returns whether the state exists.
    pub fn seek(&mut self, world: usize, index: usize, m: &Model, d: &mut Data) -> bool {
        self.all.get_mut(&world).is_some_and(|history| history.seek(index, m, d))
    }

    /// Adds the states of the `shown` worlds, which `get` returns. The `selected` one keeps most states.
    pub fn record<'a>(
        &mut self,
        m: &Model,
        shown: Range<usize>,
        selected: usize,
        get: impl Fn(usize) -> Option<&'a Data>,
    ) {
        // without memory for two states each, only the selected world is recorded
        let has_room = shown.len() <= 1 || self.total / shown.len() >= 4;
        for id in shown.clone().filter(|id| *id == selected || has_room) {
            if let Some(world) = get(id) {
                self.all.entry(id).or_default().push(m, world, self.size, self.most);
            }
        }
        let count = self.all.values().map(History::len).sum::<usize>();
        if count > self.total {
            self.shrink(&shown, selected);
        }
    }

    /// Keeps the limit: worlds that are not shown lose their states first, then all but the selected one get equal shares.
    fn shrink(&mut self, shown: &Range<usize>, selected: usize) {
        let mut count = self.all.values().map(History::len).sum::<usize>();
        let hidden: Vec<usize> = self.all.keys().copied().filter(|id| *id != selected && !shown.contains(id)).collect();
        for id in hidden {
            if count <= self.total {
                return;
            }
            count -= self.all.remove(&id).map_or(0, |history| history.len());
        }
        let others = self.all.keys().filter(|id| **id != selected).count();
        if count <= self.total || others == 0 {
            return;
        }
        let own = self.of(selected).len().min(self.total / 2);
        let share = (self.total - own) / others;
        for (id, history) in &mut self.all {
            history.trim(if *id == selected { own } else { share });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn going_on_from_a_state_gives_the_same_bits() {
        let m = Model::example();
        let mut d = m.make_data();
        let mut histories = Histories::new(&m);
        let push = |histories: &mut Histories, d: &Data| histories.record(&m, 0..1, 0, |_| Some(d));
        push(&mut histories, &d);
        for _ in 0..40 {
            d.step(&m).unwrap();
            push(&mut histories, &d);
        }
        let last: Vec<u64> = d.qpos.iter().chain(d.qvel.iter()).map(|x| x.to_bits()).collect();
        let mut again = m.make_data();
        assert!(histories.seek(0, 15, &m, &mut again) && !histories.seek(0, 99, &m, &mut again));
        for _ in 15..40 {
            again.step(&m).unwrap();
        }
        assert_eq!(again.qpos.iter().chain(again.qvel.iter()).map(|x| x.to_bits()).collect::<Vec<_>>(), last);
        push(&mut histories, &again);
        assert_eq!((histories.of(0).len(), histories.of(0).at()), (17, 16), "what came after is forgotten");
    }

    #[test]
    fn the_oldest_states_are_dropped() {
        let m = Model::example();
        let d = m.make_data();
        let size = m.state_size(State::INTEGRATION).unwrap();
        let mut histories = Histories::with_limit(size, 3);
        (0..10).for_each(|_| histories.record(&m, 0..1, 0, |_| Some(&d)));
        assert_eq!((histories.of(0).len(), histories.of(0).at()), (3, 2));
    }

    /// Numbers of states of worlds.
    fn lengths(histories: &Histories, worlds: Range<usize>) -> Vec<usize> {
        worlds.map(|id| histories.of(id).len()).collect()
    }

    #[test]
    fn all_shown_worlds_are_recorded_and_memory_is_bounded() {
        let m = Model::example();
        let d = m.make_data();
        let size = m.state_size(State::INTEGRATION).unwrap();
        let mut histories = Histories::with_limit(size, 100);
        (0..20).for_each(|_| histories.record(&m, 0..4, 1, |_| Some(&d)));
        assert_eq!(lengths(&histories, 0..5), [20, 20, 20, 20, 0]);
        (0..200).for_each(|_| histories.record(&m, 0..4, 1, |_| Some(&d)));
        let held = lengths(&histories, 0..4);
        assert!(held.iter().sum::<usize>() <= 100 && held[1] >= 45 && held[0] >= 10, "{held:?}");
        assert_eq!(histories.of(1).at(), held[1] - 1, "the shown state is still the last one");
        // another block is shown: the first one keeps its states until there is no memory for them
        histories.record(&m, 4..8, 5, |_| Some(&d));
        assert!(lengths(&histories, 4..8) == [1; 4] && histories.of(1).len() >= 45, "{histories:?}");
        (0..200).for_each(|_| histories.record(&m, 4..8, 5, |_| Some(&d)));
        assert!(lengths(&histories, 0..8).iter().sum::<usize>() <= 100 && lengths(&histories, 0..4) == [0; 4]);
    }

    #[test]
    fn of_very_many_worlds_only_the_selected_one_is_recorded() {
        let m = Model::example();
        let d = m.make_data();
        let size = m.state_size(State::INTEGRATION).unwrap();
        let mut histories = Histories::with_limit(size, 100);
        (0..200).for_each(|_| histories.record(&m, 0..50, 7, |_| Some(&d)));
        assert_eq!((histories.of(7).len(), histories.all.len()), (100, 1));
        // a world that was recorded keeps its states beside the next one
        histories.record(&m, 0..50, 8, |_| Some(&d));
        assert!(histories.of(7).len() == 99 || histories.of(7).len() == 100, "{}", histories.of(7).len());
        assert_eq!(histories.of(8).len(), 1);
    }
}
