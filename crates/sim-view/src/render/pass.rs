//! A pass: all triangles of one view.

use crate::render::error::RenderError;
use crate::render::geometry::{Draw, LANES, Lane, Setting};
use crate::render::items::Item;
use rayon::prelude::*;

/// All triangles of one view, by lanes.
#[derive(Debug)]
pub(super) struct Pass {
    pub(super) lanes: Vec<Lane>,
    draws: Vec<Draw>,
}

impl Default for Pass {
    fn default() -> Self {
        Self { lanes: std::iter::repeat_with(Lane::default).take(LANES).collect(), draws: Vec::new() }
    }
}

/// Does something to each entry, by several threads where `parallel`.
pub(super) fn each<T: Send>(parallel: bool, list: &mut [T], act: impl Fn(usize, &mut T) + Sync + Send) {
    if parallel {
        list.par_iter_mut().enumerate().for_each(|(i, entry)| act(i, entry));
    } else {
        list.iter_mut().enumerate().for_each(|(i, entry)| act(i, entry));
    }
}

impl Pass {
    /// Makes the triangles of the items to keep.
    pub(super) fn fill(
        &mut self,
        s: &Setting<'_>,
        keep: impl Fn(&Item) -> bool,
        parallel: bool,
    ) -> Result<(), RenderError> {
        self.draws.clear();
        s.list(keep, &mut self.draws)?;
        // as many vertices and triangles in each lane
        let cost = |draw: &Draw| {
            let surface = s.surface(s.items[draw.item].form, draw.level);
            surface.and_then(|surface| surface.pieces.get(draw.piece)).map_or(8, |p| 8 + p.vertices + p.triangles)
        };
        let total: usize = self.draws.iter().map(cost).sum();
        let share = total.div_ceil(LANES).max(1);
        let mut cuts = [self.draws.len(); LANES + 1];
        cuts[0] = 0;
        let mut sum = 0;
        let mut lane = 1;
        for (i, draw) in self.draws.iter().enumerate() {
            while lane < LANES && sum >= lane * share {
                cuts[lane] = i;
                lane += 1;
            }
            sum += cost(draw);
        }
        let draws = &self.draws;
        each(parallel, &mut self.lanes, |i, lane| lane.fill(s, &draws[cuts[i]..cuts[i + 1]]));
        self.lanes.iter().find_map(|lane| lane.error).map_or(Ok(()), Err)
    }
}
