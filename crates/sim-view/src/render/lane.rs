//! Lanes: the triangles of a part of a pass, in the order of its draws.
//!
//! A pass (the picture, its mirror image, a light's view) cuts its list of draws into lanes. Each lane is filled by one thread;
//! reading lanes one after the other gives the order of the draws, however many threads there are.

use crate::render::error::RenderError;
use crate::render::items::{Cull, Item, Role};
use crate::render::setting::Setting;
use crate::render::surface::Surface;
use crate::render::tiles::{Triangle, Triangles};

/// Lanes of a pass.
pub(super) const LANES: usize = 8;

/// A draw as a lane keeps it: where its vertices are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drawn {
    pub(super) item: usize,
    pub(super) level: usize,
    /// First vertex in the surface.
    pub(super) vertex: usize,
    /// First vertex in the lane.
    pub(super) corner: usize,
    /// First colour in the lane, and colours of each vertex.
    pub(super) color: usize,
    pub(super) channels: usize,
}

/// Triangles of a part of a pass.
#[derive(Debug, Default)]
pub(super) struct Lane {
    pub(super) drawn: Vec<Drawn>,
    /// `x w`, `y w`, `w` of each vertex.
    pub(super) corners: Vec<[f32; 3]>,
    pub(super) colors: Vec<[f32; 3]>,
    pub(super) opaque: Triangles,
    pub(super) clear: Triangles,
    pub(super) projected: Projected,
    pub(super) error: Option<RenderError>,
}

/// The vertices of one piece in the picture.
#[derive(Debug, Default)]
pub(super) struct Projected {
    pub(super) x: Vec<i32>,
    pub(super) y: Vec<i32>,
    pub(super) z: Vec<f32>,
    /// Distance from the eye.
    pub(super) distance: Vec<f32>,
    /// Whether it has to be clipped.
    pub(super) outside: Vec<bool>,
}

impl Lane {
    /// The list that an item's triangles belong to.
    pub(super) fn list(&mut self, role: Role) -> &mut Triangles {
        if role == Role::Clear { &mut self.clear } else { &mut self.opaque }
    }

    /// Vertices of the piece that was projected last.
    pub(super) fn vertex(&self, v: usize) -> ([i32; 2], [f32; 3], f32) {
        let p = &self.projected;
        let start = self.drawn.last().map_or(0, |drawn| drawn.corner);
        ([p.x[v], p.y[v]], self.corners[start + v], p.distance[v])
    }
}

/// Pixels as whole multiples of `1 / unit`, rounded down after half a unit is added.
#[inline(always)]
pub(super) fn snap(x: f32, unit: f32) -> i32 {
    // positive, so that cutting off the fraction rounds down
    const SHIFT: i32 = 1 << 21;
    ((x * unit + (SHIFT as f32 + 0.5)) as i32).wrapping_sub(SHIFT)
}

/// Which sides of triangles are left out, by the sign of their area in the picture, whose y points down.
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

    /// Whether a triangle of this area is left out.
    #[inline(always)]
    pub(super) fn drops(&self, area: i64) -> bool {
        area == 0 || (area > 0 && self.positive) || (area < 0 && self.negative)
    }
}

/// Adds a triangle, unless it faces away or no sample can lie in it.
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
    // depth is linear across the picture
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
