//! Chunks: the triangles of a part of a pass, in the order of its draws.
//!
//! A pass (the picture, its mirror image, a light's view) cuts its list of draws into chunks. One thread fills each chunk. Reading
//! the chunks in order gives the order of the draws, whatever the number of threads.

use crate::render::error::RenderError;
use crate::render::items::{Cull, Item, Role};
use crate::render::setting::Setting;
use crate::render::surface::Surface;
use crate::render::tiles::{Triangle, Triangles};

/// Number of chunks of a pass.
pub(super) const CHUNKS: usize = 8;

/// A draw in a chunk, with the ranges of its vertices.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drawn {
    pub(super) item: usize,
    pub(super) level: usize,
    /// First vertex in the surface.
    pub(super) vertex: usize,
    /// First vertex in the chunk.
    pub(super) corner: usize,
    /// First colour in the chunk, and number of colours of each vertex.
    pub(super) color: usize,
    pub(super) channels: usize,
}

/// Triangles of a part of a pass.
#[derive(Debug, Default)]
pub(super) struct Chunk {
    pub(super) drawn: Vec<Drawn>,
    /// `x w`, `y w`, `w` of each vertex.
    pub(super) corners: Vec<[f32; 3]>,
    pub(super) colors: Vec<[f32; 3]>,
    pub(super) opaque: Triangles,
    pub(super) clear: Triangles,
    pub(super) projected: Projected,
    pub(super) error: Option<RenderError>,
}

/// The projected vertices of one piece.
#[derive(Debug, Default)]
pub(super) struct Projected {
    pub(super) x: Vec<i32>,
    pub(super) y: Vec<i32>,
    pub(super) z: Vec<f32>,
    /// Distance from the eye.
    pub(super) distance: Vec<f32>,
    /// Whether the vertex needs clipping.
    pub(super) outside: Vec<bool>,
}

impl Chunk {
    /// The list of triangles for a role.
    pub(super) fn list(&mut self, role: Role) -> &mut Triangles {
        if role == Role::Clear { &mut self.clear } else { &mut self.opaque }
    }

    /// A vertex of the last projected piece.
    pub(super) fn vertex(&self, v: usize) -> ([i32; 2], [f32; 3], f32) {
        let p = &self.projected;
        let start = self.drawn.last().map_or(0, |drawn| drawn.corner);
        ([p.x[v], p.y[v]], self.corners[start + v], p.distance[v])
    }
}

/// Converts pixels to grid points, rounded to the nearest.
#[inline(always)]
pub(super) fn snap(x: f32, unit: f32) -> i32 {
    // positive, so that truncation rounds down
    const SHIFT: i32 = 1 << 21;
    ((x * unit + (SHIFT as f32 + 0.5)) as i32).wrapping_sub(SHIFT)
}

/// The sides of triangles that are culled, by the sign of their area in the picture, whose y points down.
#[derive(Clone, Copy, Debug)]
pub(super) struct Culls {
    positive: bool,
    negative: bool,
}

impl Culls {
    pub(super) fn new(s: &Setting<'_>, item: &Item, surface: &Surface) -> Self {
        let cull = match (s.casters, surface.closed) {
            (false, _) => item.cull,
            (true, true) => Cull::Back,
            (true, false) => Cull::None,
        };
        let [mut positive, mut negative] = match cull {
            Cull::Back => [true, false],
            Cull::Front => [false, true],
            Cull::None => [false, false],
        };
        if s.view.flipped {
            std::mem::swap(&mut positive, &mut negative);
        }
        Self { positive, negative }
    }

    /// Whether a triangle with this area is culled.
    #[inline(always)]
    pub(super) fn drops(&self, area: i64) -> bool {
        area == 0 || (area > 0 && self.positive) || (area < 0 && self.negative)
    }
}

/// Adds a triangle, unless it is culled or contains no sample.
#[inline(always)]
pub(super) fn add_triangle(
    s: &Setting<'_>,
    mut x: [i32; 3],
    mut y: [i32; 3],
    mut z: [f32; 3],
    culls: &Culls,
    list: &mut Triangles,
    corners: [u32; 3],
    draw: u32,
) -> Result<(), RenderError> {
    let (x1, y1) = (x[1] - x[0], y[1] - y[0]);
    let (x2, y2) = (x[2] - x[0], y[2] - y[0]);
    let area = i64::from(x1) * i64::from(y2) - i64::from(x2) * i64::from(y1);
    if culls.drops(area) {
        return Ok(());
    }
    let low = [x[0].min(x[1]).min(x[2]), y[0].min(y[1]).min(y[2])];
    let high = [x[0].max(x[1]).max(x[2]), y[0].max(y[1]).max(y[2])];
    if s.sampling.misses(low, high) {
        return Ok(());
    }
    // depth is linear in the picture
    let scale = s.sampling.unit() as f32 / area as f32;
    let (z1, z2) = (z[1] - z[0], z[2] - z[0]);
    let zx = (z1 * y2 as f32 - z2 * y1 as f32) * scale;
    let zy = (z2 * x1 as f32 - z1 * x2 as f32) * scale;
    if area < 0 {
        x.swap(1, 2);
        y.swap(1, 2);
        z.swap(1, 2);
    }
    list.push(&s.sampling, s.budget, Triangle { x, y, z: z[0], zx, zy, corners, draw }, low, high)
}
