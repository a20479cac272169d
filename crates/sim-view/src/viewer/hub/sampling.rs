//! Values that pages plot: their samples at every step of the world.

use crate::viewer::hub::state::{Hub, State};
use crate::viewer::samples::{Sample, Samples};
use crate::viewer::watched::{Moment, Watched};
use std::sync::PoisonError;

impl Hub {
    /// Sets what a page watches.
    pub(in crate::viewer) fn watch(&self, page: u64, watched: Watched) {
        let mut state = self.lock();
        if state.pages.contains_key(&page) {
            state.watches.insert(page, Samples::new(watched));
        }
    }

    /// Whether a page watches values.
    pub(in crate::viewer) fn is_watched(&self) -> bool {
        self.lock().watches.values().any(|samples| !samples.watched.names().is_empty())
    }

    /// Records a state of the world for the pages that watch its values. Call it at each step.
    pub(in crate::viewer) fn sample(&self, at: &Moment<'_>) {
        let (is_watched, needs_energies) = {
            let state = self.lock();
            (!state.watches.is_empty(), state.watches.values().any(|samples| samples.watched.needs_energies()))
        };
        if !is_watched {
            return;
        }
        let mut at = *at;
        if needs_energies {
            let mut energies = self.energies.lock().unwrap_or_else(PoisonError::into_inner);
            at.energy = energies.of(at.version, at.model, at.data);
        }
        self.lock().watches.values_mut().for_each(|samples| samples.add(&at));
    }

    /// Takes the samples that wait for a page: a list for each watched value. Scalars of the program have their own samples.
    pub(in crate::viewer) fn take_samples(&self, page: u64, version: u32) -> Vec<Vec<Sample>> {
        let State { watches, program_view, .. } = &mut *self.lock();
        let Some(samples) = watches.get_mut(&page) else { return Vec::new() };
        let mut taken = samples.take(version);
        let Samples { watched, scalars, .. } = samples;
        for ((name, series), since) in watched.names().iter().zip(&mut taken).zip(scalars) {
            let (last, fresh) = program_view.widgets.samples(name, *since);
            if last > *since {
                (*series, *since) = (fresh, last);
            }
        }
        taken
    }
}
