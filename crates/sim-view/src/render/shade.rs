//! The colour of a triangle at a pixel: interpolated between its corners, with texture, shadows and fog.

use crate::render::assets::Grid;
use crate::render::chunk::{Chunk, Drawn};
use crate::render::items::{Form, Item, Mapping};
use crate::render::lighting::{BLOCK, MOST_LAMPS};
use crate::render::numeric::{BATCH, Row, cross, floor_i32, larger, share, smaller};
use crate::render::setting::Setting;
use crate::render::shadow::Shadow;
use crate::render::surface::Surface;
use crate::render::tiles::{Triangle, Triangles};
use sim_core::binding::linalg::{Kernel, widest};

/// Runs of grid vertices with cached light.
const KEPT: usize = 512;

/// Colours of a point, one for each channel.
type Channels = [[f32; 3]; 1 + MOST_LAMPS];

/// Light of a run of grid vertices, by channels.
type Run = [[[f32; BLOCK]; 3]; 1 + MOST_LAMPS];

/// A prepared triangle for the pixels of a tile.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prepared {
    pub(super) item: usize,
    /// For each corner a function `a x + b y + c` of the tile's pixels; the corner's weight is its fraction of their sum.
    pub(super) weights: [[f32; 3]; 3],
    /// `w` of each corner.
    pub(super) w: [f32; 3],
    /// Indices of the corners in the chunk's colours.
    pub(super) colors: [usize; 3],
    /// The corners on a plane, if the item is one.
    pub(super) local: [[f32; 2]; 3],
    /// Texture coordinates of the corners, if the item has a texture.
    pub(super) map: [[f32; 3]; 3],
    /// Indices of the corners in the surface.
    vertices: [usize; 3],
    pub(super) chunk: usize,
    level: usize,
}

/// Half a cell of a grid: light at its right angle, and the change to the ends of the two sides there.
#[derive(Clone, Copy, Debug)]
pub(super) struct HalfField {
    key: u64,
    light: Channels,
    along: [Channels; 2],
}

impl HalfField {
    /// The light of a channel.
    #[inline(always)]
    fn at(&self, channel: usize, s: f32, t: f32) -> [f32; 3] {
        let (base, along) = (&self.light[channel], [&self.along[0][channel], &self.along[1][channel]]);
        [0, 1, 2].map(|k| base[k] + s * along[0][k] + t * along[1][k])
    }

    /// The light of a channel at the right angle, and its changes along both sides.
    #[inline(always)]
    pub(super) fn channel(&self, channel: usize) -> ([f32; 3], [[f32; 3]; 2]) {
        (self.light[channel], [self.along[0][channel], self.along[1][channel]])
    }
}

/// Cached light on planes.
#[derive(Debug)]
pub(super) struct Kept {
    keys: Vec<u64>,
    runs: Vec<Run>,
    pub(super) last: HalfField,
}

impl Kept {
    pub(super) fn new() -> Self {
        let dark = [[0.0; 3]; 1 + MOST_LAMPS];
        Self {
            keys: vec![u64::MAX; KEPT],
            runs: vec![[[[0.0; BLOCK]; 3]; 1 + MOST_LAMPS]; KEPT],
            last: HalfField { key: u64::MAX, light: dark, along: [dark; 2] },
        }
    }

    /// Memory in bytes.
    pub(super) const BYTES: usize = KEPT * (size_of::<Run>() + 8);

    /// Clears the cache.
    pub(super) fn clear(&mut self) {
        self.keys.fill(u64::MAX);
        self.last.key = u64::MAX;
    }
}

/// All inputs of a pixel's colour but the pixel.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shader<'a> {
    pub(super) setting: Setting<'a>,
    pub(super) chunks: &'a [Chunk],
    pub(super) shadows: &'a [Shadow],
    pub(super) fog: Option<Fog>,
    /// A number that distinguishes the grids of this pass from those of others.
    pub(super) pass: u64,
}

/// Fog between two distances.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fog {
    pub(super) start: f32,
    pub(super) end: f32,
    pub(super) color: [f32; 3],
}

impl Fog {
    pub(super) fn cover(&self, distance: f32, color: &mut [f32; 3]) {
        let clear = ((self.end - distance) / (self.end - self.start)).clamp(0.0, 1.0);
        for k in 0..3 {
            color[k] = self.color[k] + (color[k] - self.color[k]) * clear;
        }
    }
}

/// A colour with opacity, and its distance.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fragment {
    pub(super) color: [f32; 3],
    pub(super) alpha: f32,
    pub(super) distance: f32,
}

/// Position of a pixel in a triangle: weights of the corners, and their changes to the next pixel in x and y.
#[derive(Clone, Copy, Debug)]
struct Place {
    b: [f32; 3],
    /// The weights in the triangle's plane, also beyond its edges.
    plane: [f32; 3],
    dx: [f32; 3],
    dy: [f32; 3],
}

impl Place {
    fn blend<const N: usize>(&self, values: [[f32; N]; 3]) -> [f32; N] {
        std::array::from_fn(|k| self.b[0] * values[0][k] + self.b[1] * values[1][k] + self.b[2] * values[2][k])
    }

    /// The changes of an interpolated value to the next pixel in x and y.
    fn steps<const N: usize>(&self, values: [[f32; N]; 3]) -> [[f32; N]; 2] {
        [&self.dx, &self.dy]
            .map(|d| std::array::from_fn(|k| d[0] * values[0][k] + d[1] * values[1][k] + d[2] * values[2][k]))
    }
}

impl Prepared {
    /// No triangle.
    pub(super) const NONE: Self = Self {
        item: 0,
        weights: [[0.0; 3]; 3],
        w: [1.0; 3],
        colors: [0; 3],
        local: [[0.0; 2]; 3],
        map: [[0.0; 3]; 3],
        vertices: [0; 3],
        chunk: 0,
        level: 0,
    };

    /// Prepares a triangle for the tile whose first pixel is at `origin`.
    pub(super) fn new(
        s: &Setting<'_>,
        chunks: &[Chunk],
        chunk: usize,
        t: &Triangle,
        origin: [usize; 2],
    ) -> Option<Self> {
        let list = chunks.get(chunk)?;
        let drawn: &Drawn = list.drawn.get(t.draw as usize)?;
        let item = &s.items[drawn.item];
        let mut prepared = Self {
            item: drawn.item,
            weights: [[0.0; 3]; 3],
            w: [1.0; 3],
            colors: t.corners.map(|v| drawn.color + v as usize * drawn.channels),
            vertices: t.corners.map(|v| drawn.vertex + v as usize),
            chunk,
            level: drawn.level,
            ..Self::NONE
        };
        let Some(surface) = s.surface(item.form, drawn.level) else { return Some(prepared) };
        // relative to the centre of the tile's first pixel
        let (ox, oy) = (origin[0] as f64 + 0.5, origin[1] as f64 + 0.5);
        let corners = if t.corners == [0; 3] {
            // for a line on a plane, any triangle of the plane
            surface.triangles.first().map_or([0; 3], |face| *face)
        } else {
            t.corners
        };
        prepared.vertices = corners.map(|v| drawn.vertex + v as usize);
        let v = corners.map(|v| {
            let [x, y, w] = list.corners[drawn.corner + v as usize].map(f64::from);
            [x - ox * w, y - oy * w, w]
        });
        let n = [cross(v[1], v[2]), cross(v[2], v[0]), cross(v[0], v[1])];
        // scaled to the range of f32; the sign makes the sum positive in front of the eye
        let determinant = (0..3).map(|k| n[0][k] * v[0][k]).sum::<f64>();
        let largest = n.iter().flatten().fold(1e-300, |a: f64, x| a.max(x.abs()));
        let scale = if determinant < 0.0 { -1.0 } else { 1.0 } / largest;
        prepared.weights = n.map(|n| n.map(|x| (x * scale) as f32));
        prepared.w = v.map(|v| v[2] as f32);
        let vertices = prepared.vertices;
        if matches!(item.form, Form::Grid(_)) {
            prepared.local = vertices.map(|v| surface.at(v)).map(|[x, y, _]| [x, y]);
        }
        if let Some((_, mapping)) = item.texture {
            prepared.map = vertices.map(|v| mapping.corner(surface, v));
        }
        Some(prepared)
    }

    /// Position of a pixel of the tile, clamped to the triangle.
    #[inline(always)]
    fn place(&self, x: f32, y: f32) -> Place {
        let f = self.weights.map(|[a, b, c]| a * x + b * y + c);
        let sum = f[0] + f[1] + f[2];
        let scale = 1.0 / sum;
        let b = f.map(|f| f * scale);
        let slope = |k: usize| {
            let change = [0, 1, 2].map(|i| self.weights[i][k]);
            let total = change[0] + change[1] + change[2];
            [0, 1, 2].map(|i| (change[i] - b[i] * total) * scale)
        };
        let (dx, dy) = (slope(0), slope(1));
        // the centre of the pixel may be outside: then the nearest edge is used
        let inside = b.map(|b| b.clamp(0.0, 1.0));
        let whole = 1.0 / (inside[0] + inside[1] + inside[2]).max(1e-20);
        let held = inside.map(|b| b * whole);
        // the plane of a triangle seen edge-on has no use
        let steep = !b.iter().all(|b| b.abs() < 2.0);
        Place { b: held, plane: if steep { held } else { b }, dx, dy }
    }
}

impl Shader<'_> {
    /// The item of a triangle.
    pub(super) fn item(&self, p: &Prepared) -> &Item {
        &self.setting.items[p.item]
    }

    /// Whether a tile has any triangles.
    pub(super) fn has(&self, tile: usize) -> bool {
        let in_tile = |list: &Triangles| !list.of_tile(tile).is_empty();
        self.chunks.iter().any(|chunk| in_tile(&chunk.opaque) || in_tile(&chunk.clear))
    }

    /// The colour of a triangle at pixel `(x, y)` of the tile at `origin`.
    pub(super) fn fragment(&self, p: &Prepared, x: f32, y: f32, origin: [f32; 2], kept: &mut Kept) -> Fragment {
        let item = self.item(p);
        let s = &self.setting;
        let Some(surface) = s.surface(item.form, p.level) else { return self.flat(item) };
        let place = p.place(x, y);
        let mut distance = place.plane[0] * p.w[0] + place.plane[1] * p.w[1] + place.plane[2] * p.w[2];
        let channels = s.channels(item);
        let grid = match item.form {
            Form::Grid(id) => s.assets.grids.get(id),
            _ => None,
        };
        let mut at = At::default();
        if let Some(grid) = grid {
            let [x, y] = place.blend(p.local);
            at = half_field(grid, x, y);
            self.look_up(p.item, item, grid, &at, channels, kept);
        }
        let list = &self.chunks[p.chunk].colors;
        let light = |channel: usize| match grid {
            Some(_) => kept.last.at(channel, at.s, at.t),
            None => place.blend(p.colors.map(|at| list.get(at + channel).copied().unwrap_or_default())),
        };
        let mut color = light(0);
        let mut texel = [1.0; 4];
        if let Some((id, mapping)) = item.texture {
            texel = self.texel(id, mapping, p, &place);
        }
        if !s.view.depth.perspective {
            distance = self.distance_along(p, &place, item, surface);
        }
        // light of lamps with shadows falls only on opaque surfaces
        if channels > 1 && texel[3] * item.alpha >= 0.99 {
            let point = s.view.rays.point(origin[0] + x + 0.5, origin[1] + y + 0.5, distance);
            let margin = s.view.rays.half_pixel(distance);
            for (i, shadow) in self.shadows.iter().enumerate().take(channels - 1) {
                let light = light(i + 1);
                if light != [0.0; 3] && shadow.is_lit(point, margin) {
                    (0..3).for_each(|k| color[k] += light[k]);
                }
            }
        }
        for k in 0..3 {
            color[k] = (color[k] * texel[k]).min(1.0);
        }
        if let Some(fog) = &self.fog {
            fog.cover(distance, &mut color);
        }
        Fragment { color, alpha: item.alpha * texel[3], distance }
    }

    /// A line: its colour without light.
    fn flat(&self, item: &Item) -> Fragment {
        let tint = self.setting.light.tint().unwrap_or(1.0);
        let mut color = item.finish.color.map(|c| (c * tint).clamp(0.0, 1.0));
        // lines are short and thin, so the position of their item is used
        let at = item.place.map(|row| row[3]);
        let axis = self.setting.view.rows[3];
        let distance = axis[0] * at[0] + axis[1] * at[1] + axis[2] * at[2] + axis[3];
        if let Some(fog) = &self.fog {
            fog.cover(distance, &mut color);
        }
        Fragment { color, alpha: item.alpha, distance }
    }

    /// Distance along the view's axis, if `w` is not the distance.
    fn distance_along(&self, p: &Prepared, place: &Place, item: &Item, surface: &Surface) -> f32 {
        let local = place.blend(p.vertices.map(|v| surface.at(v)));
        let at = item.place.map(|row| row[0] * local[0] + row[1] * local[1] + row[2] * local[2] + row[3]);
        let axis = self.setting.view.rows[3];
        axis[0] * at[0] + axis[1] * at[1] + axis[2] * at[2] + axis[3]
    }

    fn texel(&self, id: usize, mapping: Mapping, p: &Prepared, place: &Place) -> [f32; 4] {
        let Some(texture) = self.setting.assets.textures.get(id).and_then(Option::as_ref) else { return [1.0; 4] };
        let (at, steps) = (place.blend(p.map), place.steps(p.map));
        let Some(shift) = mapping.shift() else { return texture.cube(at, &steps) };
        let step = [0, 1].map(|k| steps[0][k].abs().max(steps[1][k].abs()));
        texture.flat([at[0] + shift, at[1] + shift], step)
    }

    /// Caches the light of the current half cell: triangles of a grid interpolate it.
    #[inline(always)]
    pub(super) fn look_up(&self, id: usize, item: &Item, grid: &Grid, at: &At, channels: usize, kept: &mut Kept) {
        let &At { i, j, lower, .. } = at;
        let key = self.pass << 56 | (id as u64) << 24 | (i as u64) << 13 | (j as u64) << 1 | u64::from(lower);
        if kept.last.key != key {
            let (near, far) = if lower { ([i, j], [i + 1, j + 1]) } else { ([i + 1, j + 1], [i, j]) };
            let ends = [near, [far[0], near[1]], [near[0], far[1]]];
            let slots = ends.map(|[i, j]| (self.run(id, item, grid, [i, j], channels, kept), i % BLOCK));
            let lit = |k: usize, channel: usize| {
                let (slot, i) = slots[k];
                let run = &kept.runs[slot][channel];
                [run[0][i], run[1][i], run[2][i]]
            };
            // a run may have been replaced by one of the same slot
            if slots[0].0 == slots[2].0 || slots[1].0 == slots[2].0 {
                return self.look_up_apart(id, item, grid, ends, key, channels, kept);
            }
            for channel in 0..channels {
                let [a, b, c] = [lit(0, channel), lit(1, channel), lit(2, channel)];
                kept.last.light[channel] = a;
                kept.last.along[0][channel] = [0, 1, 2].map(|k| b[k] - a[k]);
                kept.last.along[1][channel] = [0, 1, 2].map(|k| c[k] - a[k]);
            }
            kept.last.key = key;
        }
    }

    /// Interpolates in runs whose three corners share a slot.
    #[cold]
    fn look_up_apart(
        &self,
        id: usize,
        item: &Item,
        grid: &Grid,
        ends: [[usize; 2]; 3],
        key: u64,
        channels: usize,
        kept: &mut Kept,
    ) {
        let mut lit = [[[0.0; 3]; 1 + MOST_LAMPS]; 3];
        for (lit, [i, j]) in lit.iter_mut().zip(ends) {
            let slot = self.run(id, item, grid, [i, j], channels, kept);
            for (lit, run) in lit.iter_mut().zip(&kept.runs[slot]).take(channels) {
                *lit = [0, 1, 2].map(|k| run[k][i % BLOCK]);
            }
        }
        let [a, b, c] = lit;
        kept.last.light = a;
        for channel in 0..channels {
            kept.last.along[0][channel] = [0, 1, 2].map(|k| b[channel][k] - a[channel][k]);
            kept.last.along[1][channel] = [0, 1, 2].map(|k| c[channel][k] - a[channel][k]);
        }
        kept.last.key = key;
    }

    /// The slot of the run with the light of a grid vertex. Vertices are lit in runs along a line.
    #[inline(always)]
    fn run(&self, id: usize, item: &Item, grid: &Grid, [i, j]: [usize; 2], channels: usize, kept: &mut Kept) -> usize {
        let first = i - i % BLOCK;
        let key = self.pass << 56 | (id as u64) << 24 | (first as u64) << 12 | j as u64;
        let slot = (key ^ key >> 24).wrapping_mul(0x9e37_79b9_7f4a_7c15) as usize >> (usize::BITS - KEPT.ilog2());
        if kept.keys[slot] != key {
            kept.keys[slot] = key;
            self.light_run(item, grid, first, j, &mut kept.runs[slot][..channels]);
        }
        slot
    }

    /// Lights the vertices from `first` on of a line across the grid.
    #[inline(never)]
    fn light_run(&self, item: &Item, grid: &Grid, first: usize, j: usize, out: &mut [[[f32; BLOCK]; 3]]) {
        widest(LightRun { shader: self, item, grid, first, j, out });
    }

    #[inline(always)]
    fn light_vertices(&self, item: &Item, grid: &Grid, first: usize, j: usize, out: &mut [[[f32; BLOCK]; 3]]) {
        let Some(tint) = self.setting.light.tint() else { return };
        let xs = &grid.lines[0];
        let y = grid.lines[1][j];
        let mut p = [[0.0; BLOCK]; 3];
        for i in 0..BLOCK {
            let x = xs[(first + i).min(xs.len() - 1)];
            for k in 0..3 {
                let row = &item.place[k];
                p[k][i] = row[0] * x + row[1] * y + row[3];
            }
        }
        let n = item.turn.map(|row| row[2]);
        let length = (n[0] * n[0] + n[1] * n[1] + n[2] * n[2]).sqrt().max(1e-20);
        let n = n.map(|x| [x / length; BLOCK]);
        let mut finish = item.finish;
        finish.color = finish.color.map(|c| c * tint);
        self.setting.lamps.shine(out.len() > 1, &finish, self.setting.view.eye, &p, &n, out);
    }
}

/// A run of grid vertices to light.
struct LightRun<'a> {
    shader: &'a Shader<'a>,
    item: &'a Item,
    grid: &'a Grid,
    first: usize,
    j: usize,
    out: &'a mut [[[f32; BLOCK]; 3]],
}

impl Kernel for LightRun<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.shader.light_vertices(self.item, self.grid, self.first, self.j, self.out);
    }
}

/// A position in a grid: its cell, which half, and where, relative to the half's right angle, 0 to 1.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct At {
    i: usize,
    j: usize,
    lower: bool,
    s: f32,
    t: f32,
}

impl At {
    /// For both axes, the coordinate of the right angle and one over the length of the side there.
    #[inline(always)]
    pub(super) fn sides(&self, grid: &Grid) -> [(f32, f32); 2] {
        [(0, self.i), (1, self.j)].map(|(axis, i)| {
            let Some(&[low, high]) = grid.lines[axis].get(i..).and_then(|rest| rest.first_chunk()) else {
                return (0.0, 0.0);
            };
            let (from, to) = if self.lower { (low, high) } else { (high, low) };
            (from, if from == to { 0.0 } else { 1.0 / (to - from) })
        })
    }
}

/// Half a cell from the number of [`Grid::halves`].
#[inline(always)]
pub(super) fn half_of_field(place: i32) -> At {
    let (i, j) = (place >> (1 + FIELD_BITS), place >> 1 & ((1 << FIELD_BITS) - 1));
    At { i: i as usize, j: j as usize, lower: place & 1 == 1, s: 0.0, t: 0.0 }
}

/// Bits of a cell's index along an axis.
const FIELD_BITS: i32 = 12;

/// Cells along an axis: all but the first and the last have equal widths.
#[derive(Clone, Copy, Debug)]
struct Fields {
    last: i32,
    /// Of the first cell, those between (the first of them), and the last cell: its beginning, and one over its
    /// width.
    first: [f32; 2],
    inner: [f32; 2],
    end: [f32; 2],
}

impl Fields {
    fn new(lines: &[f32]) -> Self {
        let count = lines.len().saturating_sub(1).min(1 << FIELD_BITS);
        let field = |i: usize| match lines.get(i..).and_then(|rest| rest.first_chunk()) {
            Some(&[low, high]) if high > low => [low, 1.0 / (high - low)],
            Some(&[low, _]) => [low, 0.0],
            None => [f32::INFINITY, 0.0],
        };
        let last = count.saturating_sub(1);
        Self { last: last as i32, first: field(0), inner: field(1), end: field(last) }
    }

    /// The cell of a coordinate, and the position in it, 0 to 1.
    #[inline(always)]
    fn at(&self, x: f32) -> (i32, f32) {
        let along = (x - self.inner[0]) * self.inner[1];
        let i = floor_i32(smaller(larger(along + 1.0, 0.0), self.last as f32)).max(0);
        let inner = along + 1.0 - i as f32;
        let first = (x - self.first[0]) * self.first[1];
        let end = (x - self.end[0]) * self.end[1];
        let inner = if i == self.last { end } else { inner };
        (i, share(if i == 0 { first } else { inner }))
    }
}

impl Grid {
    /// Numbers of the half cells of points.
    #[inline(always)]
    pub(super) fn halves(&self, n: usize, x: &Row, y: &Row, out: &mut [i32; BATCH]) {
        let n = n.min(BATCH);
        let [across, down] = self.lines.each_ref().map(|lines| Fields::new(lines));
        for i in 0..n {
            let ((column, s), (row, t)) = (across.at(x[i]), down.at(y[i]));
            // the diagonal of a cell goes from its second corner to its fourth
            out[i] = (column << FIELD_BITS | row) << 1 | i32::from(s + t <= 1.0);
        }
    }
}

/// The half cell of a point, and the position in it.
#[inline(always)]
fn half_field(grid: &Grid, x: f32, y: f32) -> At {
    let (i, s) = field(&grid.lines[0], x);
    let (j, t) = field(&grid.lines[1], y);
    // the diagonal of a cell goes from its second corner to its fourth
    let lower = s + t <= 1.0;
    let (s, t) = if lower { (s, t) } else { (1.0 - s, 1.0 - t) };
    At { i, j, lower, s, t }
}

/// The cell of a grid at a coordinate, and the position in it, 0 to 1.
#[inline(always)]
fn field(lines: &[f32], x: f32) -> (usize, f32) {
    let Some(last) = lines.len().checked_sub(2) else { return (0, 0.0) };
    // all cells but the first and the last have equal widths
    let guess = match lines {
        [_, first, second, ..] if second > first => ((x - first) / (second - first) + 1.0) as usize,
        _ => 0,
    };
    let mut i = guess.min(last);
    // rounding, and a first cell of another width
    if x < lines[i] && i > 0 {
        i -= 1;
    }
    let (low, high) = (lines[i], lines[i + 1]);
    let share = if high > low { ((x - low) / (high - low)).clamp(0.0, 1.0) } else { 0.0 };
    (i, share)
}
