//! States of the last minute, to go back to. Each is everything that a step depends on: who goes on from one takes the same steps again.

use sim_core::data::State;
use sim_core::{Data, Model};
use std::collections::VecDeque;

/// States per second of the world.
pub const RATE: f64 = 60.0;

/// Most seconds that are kept.
const SECONDS: usize = 60;

/// Most bytes that are kept; large models have less of the past.
const MOST_BYTES: usize = 256 << 20;

/// States in order, each with its time.
#[derive(Debug, Default)]
pub struct History {
    states: VecDeque<(f64, Box<[f64]>)>,
    /// The state that is shown; the last one while time runs.
    at: usize,
    most: usize,
    size: usize,
}

impl History {
    /// Room for states of a model.
    pub fn new(m: &Model) -> Self {
        let size = m.state_size(State::INTEGRATION).unwrap_or(0);
        let most = (MOST_BYTES / (8 * size.max(1))).clamp(2, SECONDS * RATE as usize);
        Self { size, most, ..Self::default() }
    }

    /// A recording: all states there are.
    pub fn recorded(m: &Model, states: Vec<(f64, Box<[f64]>)>) -> Self {
        Self { states: states.into(), most: usize::MAX, at: 0, size: m.state_size(State::INTEGRATION).unwrap_or(0) }
    }

    /// States there are.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// The state that is shown.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Seconds between the first and the last.
    pub fn seconds(&self) -> f64 {
        match (self.states.front(), self.states.back()) {
            (Some((first, _)), Some((last, _))) => (last - first).max(0.0),
            _ => 0.0,
        }
    }

    /// Adds a state after the one that is shown; what came after that is forgotten.
    pub fn push(&mut self, m: &Model, d: &Data) {
        self.states.truncate(self.at + 1);
        let mut state = if self.states.len() >= self.most { self.states.pop_front().map(|old| old.1) } else { None };
        let mut state = state.take().unwrap_or_else(|| vec![0.0; self.size].into_boxed_slice());
        if d.get_state(m, &mut state, State::INTEGRATION).is_ok() {
            self.states.push_back((d.time, state));
        }
        self.at = self.states.len().saturating_sub(1);
    }

    /// Goes to a state; whether there is one.
    pub fn seek(&mut self, index: usize, m: &Model, d: &mut Data) -> bool {
        let Some((_, state)) = self.states.get(index) else { return false };
        self.at = index;
        d.set_state(m, state, State::INTEGRATION).is_ok()
    }

    /// The last state that is not later than a time, from the one that is shown on.
    pub fn until(&self, time: f64) -> usize {
        let later = self.states.iter().skip(self.at + 1).position(|(at, _)| *at > time);
        self.at + later.unwrap_or(self.states.len().saturating_sub(self.at + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn going_on_from_a_state_gives_the_same_bits() {
        let m = Model::example();
        let mut d = m.make_data();
        let mut history = History::new(&m);
        history.push(&m, &d);
        for _ in 0..40 {
            d.step(&m).unwrap();
            history.push(&m, &d);
        }
        let last: Vec<u64> = d.qpos.iter().chain(d.qvel.iter()).map(|x| x.to_bits()).collect();
        let mut again = m.make_data();
        assert!(history.seek(15, &m, &mut again) && !history.seek(99, &m, &mut again));
        for _ in 15..40 {
            again.step(&m).unwrap();
        }
        assert_eq!(again.qpos.iter().chain(again.qvel.iter()).map(|x| x.to_bits()).collect::<Vec<_>>(), last);
        history.push(&m, &again);
        assert_eq!((history.len(), history.at()), (17, 16), "what came after is forgotten");
    }

    #[test]
    fn the_oldest_states_make_room() {
        let m = Model::example();
        let d = m.make_data();
        let mut history = History { most: 3, ..History::new(&m) };
        (0..10).for_each(|_| history.push(&m, &d));
        assert_eq!((history.len(), history.at()), (3, 2));
    }
}
