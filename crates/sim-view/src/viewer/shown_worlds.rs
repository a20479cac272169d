//! Worlds of a batch that a program steps itself, as pages show them: some at a time, in a grid.

use crate::viewer::grid::Grid;
use sim_core::Data;
use std::ops::Range;

/// Which worlds of a batch pages show, and the form in which their poses are sent.
///
/// [`Hub::show_batch`](crate::viewer::Hub::show_batch) makes it. Snapshots hold the poses of all worlds [around](Self::around) the
/// selected one, without that one.
///
/// ```
/// use sim_core::{BatchSim, Model};
/// use sim_view::viewer::Hub;
/// use std::sync::Arc;
///
/// let (hub, model) = (Hub::default(), Arc::new(Model::example()));
/// let mut batch = BatchSim::new(Arc::clone(&model), 100);
/// let shown = hub.show_batch(&model, &model.make_data(), "many", batch.len(), 9);
/// batch.forward_all();
/// let selected = 10;
/// hub.publish(|snapshot| {
///     (snapshot.version, snapshot.model, snapshot.world) = (shown.version(), Arc::clone(&model), 10);
///     batch.world(selected).iter().for_each(|world| snapshot.data.copy_from(world));
///     snapshot.others.clear();
///     let others = shown.around(selected).filter(|id| *id != selected);
///     others.filter_map(|id| batch.world(id)).for_each(|world| shown.write(world, &mut snapshot.others));
/// });
/// assert_eq!(shown.around(selected), 9..18);
/// ```
#[derive(Clone, Debug)]
pub struct ShownWorlds {
    grid: Grid,
    version: u32,
}

impl ShownWorlds {
    pub(super) fn new(grid: Grid, version: u32) -> Self {
        Self { grid, version }
    }

    /// Version of the model that pages show.
    pub fn version(&self) -> u32 {
        self.version
    }

    /// The block of worlds that are shown with a world, including itself.
    pub fn around(&self, world: usize) -> Range<usize> {
        self.grid.around(world)
    }

    /// Appends the poses of a world's bodies.
    pub fn write(&self, d: &Data, out: &mut Vec<u8>) {
        self.grid.write(d, out);
    }
}
