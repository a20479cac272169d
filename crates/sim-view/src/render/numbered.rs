//! Pictures of one sample in the middle of each pixel: which geom is there, and how deep.

use crate::render::geometry::{Lane, Setting};
use crate::render::tiles::{self, HEIGHT, NONE, PIXELS, Visible, WIDTH};

/// Buffers of a thread.
#[derive(Debug)]
pub(super) struct Plate {
    visible: Visible,
    /// Geom of each triangle that touches the tile.
    geoms: Vec<u32>,
}

impl Plate {
    pub(super) fn new() -> Self {
        Self { visible: Visible::new(1), geoms: Vec::new() }
    }

    /// Bytes it takes, without the list of triangles.
    pub(super) fn bytes() -> u64 {
        8 * PIXELS as u64
    }

    /// Visits each pixel of the tile at `origin`: its place, the geom that is seen there, and its depth.
    pub(super) fn take(
        &mut self,
        s: &Setting<'_>,
        lanes: &[Lane],
        origin: [usize; 2],
        mut visit: impl FnMut(usize, usize, Option<usize>, f32),
    ) {
        let sampling = &s.sampling;
        let tile = origin[1] / HEIGHT * sampling.columns() + origin[0] / WIDTH;
        self.visible.clear();
        self.geoms.clear();
        for lane in lanes {
            for &place in lane.opaque.of_tile(tile) {
                let triangle = &lane.opaque.list[place as usize];
                let item = lane.drawn[triangle.draw as usize].item;
                let id = self.geoms.len() as u32;
                self.geoms.push(s.items[item].geom as u32);
                tiles::cover(triangle, id, sampling, origin, &mut self.visible);
            }
        }
        let (seen, depth) = (&self.visible.seen[0], &self.visible.z[0]);
        for y in 0..HEIGHT.min(sampling.height - origin[1]) {
            for x in 0..WIDTH.min(sampling.width - origin[0]) {
                let at = y * WIDTH + x;
                let geom = if seen[at] == NONE { None } else { self.geoms.get(seen[at] as usize).map(|&g| g as usize) };
                visit(x, y, geom, depth[at].clamp(0.0, 1.0));
            }
        }
    }
}
