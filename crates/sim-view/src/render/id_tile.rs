//! Finds the geom and depth at the centre of each pixel of a tile.

use crate::render::chunk::Chunk;
use crate::render::layer::Numbers;
use crate::render::setting::Setting;
use crate::render::tiles::{HEIGHT, NONE, PIXELS, Visible, WIDTH};

/// Geom and depth of each pixel of a tile, and the buffers to find them.
#[derive(Debug)]
pub(super) struct IdTile {
    visible: Visible,
    numbers: Numbers,
}

impl IdTile {
    pub(super) fn new() -> Self {
        Self { visible: Visible::new(1), numbers: Numbers::default() }
    }

    /// Memory in bytes.
    pub(super) fn bytes() -> u64 {
        8 * PIXELS as u64
    }

    /// Visits each pixel of the tile at `origin` with its position, visible geom and depth.
    pub(super) fn take(
        &mut self,
        s: &Setting<'_>,
        chunks: &[Chunk],
        origin: [usize; 2],
        mut visit: impl FnMut(usize, usize, Option<usize>, f32),
    ) {
        let sampling = &s.sampling;
        let tile = origin[1] / HEIGHT * sampling.columns() + origin[0] / WIDTH;
        self.visible.clear();
        self.numbers.cover(chunks, sampling, tile, origin, &mut self.visible);
        let (seen, depth) = (&self.visible.seen, &self.visible.z);
        let geom_of = |id: u32| {
            let (chunk, triangle) = self.numbers.triangle(chunks, id)?;
            Some(s.items[chunks[chunk].drawn.get(triangle.draw as usize)?.item].geom)
        };
        // neighbours often show one triangle
        let mut last = (NONE, None);
        for y in 0..HEIGHT.min(sampling.height - origin[1]) {
            for x in 0..WIDTH.min(sampling.width - origin[0]) {
                let at = y * WIDTH + x;
                if seen[at] != last.0 {
                    last = (seen[at], if seen[at] == NONE { None } else { geom_of(seen[at]) });
                }
                visit(x, y, last.1, depth[at].clamp(0.0, 1.0));
            }
        }
    }
}
