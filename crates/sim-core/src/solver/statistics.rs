//! Statistics of the iterations of a solver.

use crate::data::{MAX_ISLANDS, MAX_ITERATIONS, SolverStat};

/// Reserves `iterations` entries for each of `islands`; warm buffers do not allocate.
pub(super) fn begin(entries: &mut Vec<SolverStat>, islands: usize, iterations: i32) {
    let last = islands.clamp(1, MAX_ISLANDS) - 1;
    let length = last * MAX_ITERATIONS + (iterations.max(0) as usize).min(MAX_ITERATIONS);
    if entries.len() < length {
        entries.resize(length, SolverStat::default());
    }
}

/// Records an iteration of an island; iterations continue from those that the island has made before.
pub(super) fn record(entries: &mut [SolverStat], island: usize, iteration: usize, stat: SolverStat) {
    if island < MAX_ISLANDS
        && iteration < MAX_ITERATIONS
        && let Some(entry) = entries.get_mut(island * MAX_ITERATIONS + iteration)
    {
        *entry = stat;
    }
}
