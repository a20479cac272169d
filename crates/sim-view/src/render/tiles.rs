//! Tiles: the picture in small rectangles, the triangles that touch each tile, and the samples that a triangle covers.
//!
//! Corners are on a grid of fractions of a pixel, so the three edge functions `a x + b y + c` are integers. Two
//! triangles with a common edge then cover each sample on it exactly once. Samples are at Mesa's positions, and depth is linear.

use crate::render::error::{Budget, RenderError};

/// Pixels of a tile's row.
pub(super) const WIDTH: usize = 64;
/// Rows of a tile.
pub(super) const HEIGHT: usize = 16;
/// Pixels of a tile.
pub(super) const PIXELS: usize = WIDTH * HEIGHT;
/// Pixels that are tested together.
pub(super) const GROUP: usize = 8;
/// Limit on the samples of a group.
const MOST: usize = 4 * GROUP;
/// No triangle.
pub(super) const NONE: u32 = u32::MAX;

/// The name of these buffers in errors.
const WHAT: &str = "triangles of the picture";

/// Positions of the four samples of a pixel, in eighths: Mesa's, with rows from the top.
const SAMPLES: [[i32; 2]; 4] = [[3, 7], [7, 5], [1, 3], [5, 1]];

/// Division of a picture into tiles and samples.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sampling {
    pub(super) width: usize,
    pub(super) height: usize,
    /// Samples per pixel: 4, or 1 at its centre.
    pub(super) samples: usize,
    /// The grid has `1 << bits` points per pixel.
    bits: u32,
    /// Positions of the samples of a group of pixels, in grid points and in pixels from the corner of the first pixel.
    lattice: [[i32; MOST]; 2],
    offset: [[f32; MOST]; 2],
}

impl Sampling {
    pub(super) fn new(width: usize, height: usize, samples: usize) -> Self {
        // edge functions across a tile must fit an `i32`
        let bits = if width.max(height) <= 2048 { 5 } else { 4 };
        let place = |i: usize, axis: usize| {
            let eighths = if samples == 4 { SAMPLES[i / GROUP][axis] } else { 4 };
            (eighths << (bits - 3)) + if axis == 0 { ((i % GROUP) as i32) << bits } else { 0 }
        };
        let lattice = [0, 1].map(|axis| std::array::from_fn(|i| place(i, axis)));
        let offset = lattice.map(|list| list.map(|at: i32| at as f32 / (1 << bits) as f32));
        Self { width, height, samples, bits, lattice, offset }
    }

    /// Grid points per pixel.
    #[inline(always)]
    pub(super) fn unit(&self) -> i32 {
        1 << self.bits
    }

    /// Pixels beyond the edges of the picture up to which triangles need no clipping: lowest, and highest in x and y.
    pub(super) fn guard(&self) -> (f32, [f32; 2]) {
        let margin = if self.bits == 5 { 1024.0 } else { 8192.0 };
        (-margin, [self.width as f32 + margin, self.height as f32 + margin])
    }

    /// Tiles in a row.
    pub(super) fn columns(&self) -> usize {
        self.width.div_ceil(WIDTH)
    }

    /// Rows of tiles.
    pub(super) fn bands(&self) -> usize {
        self.height.div_ceil(HEIGHT)
    }

    /// Whether no sample can be in a box, or the box is outside the picture.
    #[inline(always)]
    pub(super) fn misses(&self, low: [i32; 2], high: [i32; 2]) -> bool {
        // samples are at odd eighths, or at the centre
        let (pitch, first) =
            if self.samples == 4 { (self.bits - 2, self.unit() >> 3) } else { (self.bits, self.unit() >> 1) };
        let round = (1 << pitch) - 1;
        let empty = |low: i32, high: i32| (high - first) >> pitch < (low - first + round) >> pitch;
        empty(low[0], high[0])
            | empty(low[1], high[1])
            | (high[0] < 0)
            | (high[1] < 0)
            | (low[0] >> self.bits >= self.width as i32)
            | (low[1] >> self.bits >= self.height as i32)
    }

    /// First and last tile that a box touches, in x and y.
    #[inline(always)]
    fn tiles(&self, low: [i32; 2], high: [i32; 2]) -> [[usize; 2]; 2] {
        let pixel = |x: i32, most: usize| (x >> self.bits).clamp(0, most as i32 - 1) as usize;
        [
            [pixel(low[0], self.width) / WIDTH, pixel(high[0], self.width) / WIDTH],
            [pixel(low[1], self.height) / HEIGHT, pixel(high[1], self.height) / HEIGHT],
        ]
    }
}

/// A triangle of the picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Triangle {
    /// Corners on the grid, clockwise in the picture.
    pub(super) x: [i32; 3],
    pub(super) y: [i32; 3],
    /// Depth at the first corner, and its change per pixel.
    pub(super) z: f32,
    pub(super) zx: f32,
    pub(super) zy: f32,
    /// Vertices of its draw between which it interpolates; all zero for lines.
    pub(super) corners: [u32; 3],
    /// Draw of the chunk.
    pub(super) draw: u32,
}

/// Triangles, and the list of those in each tile.
#[derive(Debug, Default)]
pub(super) struct Triangles {
    pub(super) list: Vec<Triangle>,
    /// First entry of each tile in `indices`; before sorting, the number of entries.
    starts: Vec<u32>,
    indices: Vec<u32>,
    fill: Vec<u32>,
}

impl Triangles {
    pub(super) fn clear(&mut self, sampling: &Sampling) {
        self.list.clear();
        self.indices.clear();
        self.starts.clear();
        self.starts.resize(sampling.columns() * sampling.bands() + 1, 0);
    }

    #[inline(always)]
    pub(super) fn push(
        &mut self,
        sampling: &Sampling,
        budget: &Budget,
        triangle: Triangle,
        low: [i32; 2],
        high: [i32; 2],
    ) -> Result<(), RenderError> {
        if self.list.len() == self.list.capacity() {
            budget.reserve(WHAT, &mut self.list, 1)?;
        }
        self.list.push(triangle);
        let columns = sampling.columns();
        let [[x0, x1], [y0, y1]] = sampling.tiles(low, high);
        for row in y0..=y1 {
            for count in &mut self.starts[row * columns + x0..=row * columns + x1] {
                *count += 1;
            }
        }
        Ok(())
    }

    /// Sorts the triangles into tiles.
    pub(super) fn sort(&mut self, sampling: &Sampling, budget: &Budget) -> Result<(), RenderError> {
        let total = self.starts.iter().map(|&n| n as usize).sum::<usize>();
        if total >= NONE as usize {
            let bytes = 4 * total as u64;
            return Err(RenderError::Memory { what: WHAT, bytes, limit: 4 * u64::from(NONE) });
        }
        budget.resize(WHAT, &mut self.indices, total, 0)?;
        let mut sum = 0;
        for start in &mut self.starts {
            let count = *start;
            *start = sum;
            sum += count;
        }
        self.fill.clear();
        self.fill.extend_from_slice(&self.starts);
        let columns = sampling.columns();
        for (i, t) in self.list.iter().enumerate() {
            let low = [t.x[0].min(t.x[1]).min(t.x[2]), t.y[0].min(t.y[1]).min(t.y[2])];
            let high = [t.x[0].max(t.x[1]).max(t.x[2]), t.y[0].max(t.y[1]).max(t.y[2])];
            let [[x0, x1], [y0, y1]] = sampling.tiles(low, high);
            for row in y0..=y1 {
                for at in &mut self.fill[row * columns + x0..=row * columns + x1] {
                    self.indices[*at as usize] = i as u32;
                    *at += 1;
                }
            }
        }
        Ok(())
    }

    /// Triangles that touch a tile, in the order in which they were added.
    pub(super) fn of_tile(&self, tile: usize) -> &[u32] {
        match (self.starts.get(tile), self.starts.get(tile + 1)) {
            (Some(&a), Some(&b)) => self.indices.get(a as usize..b as usize).unwrap_or(&[]),
            _ => &[],
        }
    }
}

/// Depth and visible triangle of each sample of a tile: group by group, and within a group sample by sample.
#[derive(Debug)]
pub(super) struct Visible {
    pub(super) samples: usize,
    pub(super) z: Vec<f32>,
    pub(super) seen: Vec<u32>,
}

impl Visible {
    pub(super) fn new(samples: usize) -> Self {
        Self { samples, z: vec![0.0; samples * PIXELS], seen: vec![NONE; samples * PIXELS] }
    }

    pub(super) fn clear(&mut self) {
        self.z.fill(0.0);
        self.seen.fill(NONE);
    }
}

/// Index of a pixel's sample in a list of all samples of a tile.
#[inline(always)]
pub(super) fn place(at: usize, sample: usize, samples: usize) -> usize {
    (at / GROUP * samples + sample) * GROUP + at % GROUP
}

/// A triangle with its edges, relative to a tile.
#[derive(Clone, Copy, Debug)]
struct Edges {
    /// Change of each edge function per pixel, in x and y.
    step: [[i32; 2]; 3],
    /// Edge functions at the corner of the tile's first pixel.
    start: [i32; 3],
    /// An upper bound of the change of each edge function within a pixel.
    reach: [i32; 3],
    /// Rows and columns of the tile in the triangle's box: first, and one past the last.
    rows: [usize; 2],
    columns: [usize; 2],
    /// Depth at the corner of the tile's first pixel.
    z: f32,
    /// Changes of edge functions and depth from the corner of a group's first pixel to each sample of the group.
    ramp: [[i32; MOST]; 3],
    z_ramp: [f32; MOST],
    /// Samples of a group.
    count: usize,
}

impl Edges {
    /// `None`: the triangle covers no sample of the tile.
    #[inline(always)]
    fn new(t: &Triangle, sampling: &Sampling, tile: [usize; 2]) -> Option<Self> {
        let (bits, unit) = (sampling.bits, sampling.unit());
        let [left, top] = [tile[0] as i32, tile[1] as i32];
        let span = |low: i32, high: i32, first: i32, size: i32| {
            let low = ((low >> bits) - first).clamp(0, size);
            let high = ((high >> bits) - first + 1).clamp(0, size);
            [low as usize, high as usize]
        };
        let (x, y) = (&t.x, &t.y);
        let columns = span(x[0].min(x[1]).min(x[2]), x[0].max(x[1]).max(x[2]), left, WIDTH as i32);
        let rows = span(y[0].min(y[1]).min(y[2]), y[0].max(y[1]).max(y[2]), top, HEIGHT as i32);
        if columns[0] >= columns[1] || rows[0] >= rows[1] {
            return None;
        }
        // beyond this an edge function has one sign in the whole tile
        const FAR: i64 = 1 << 30;
        let mut edges = Self {
            step: [[0; 2]; 3],
            start: [0; 3],
            reach: [0; 3],
            rows,
            columns,
            z: 0.0,
            ramp: [[0; MOST]; 3],
            z_ramp: [0.0; MOST],
            count: GROUP * sampling.samples.min(4),
        };
        let n = edges.count.min(MOST);
        let [right, below] = &sampling.lattice;
        for k in 0..3 {
            let next = (k + 1) % 3;
            let a = y[k] - y[next];
            let b = x[next] - x[k];
            // a sample on a common edge belongs to the triangle for which it is a left or upper edge
            let bias = if a > 0 || (a == 0 && b > 0) { 0 } else { -1 };
            let start =
                i64::from(a) * i64::from((left << bits) - x[k]) + i64::from(b) * i64::from((top << bits) - y[k]);
            // the largest value in the tile
            let (across, down) = ((WIDTH as i64) << bits, (HEIGHT as i64) << bits);
            if start + i64::from(a.max(0)) * across + i64::from(b.max(0)) * down < 0 {
                return None;
            }
            edges.start[k] = start.clamp(-FAR, FAR) as i32 + bias;
            if start > FAR {
                // positive throughout
                continue;
            }
            edges.step[k] = [a << bits, b << bits];
            // samples are less than a pixel away
            edges.reach[k] = (a.max(0) + b.max(0)) << bits;
            let ramp = &mut edges.ramp[k];
            for i in 0..n {
                ramp[i] = a * right[i] + b * below[i];
            }
        }
        let inverse = 1.0 / f64::from(unit);
        let dx = f64::from(left) - f64::from(x[0]) * inverse;
        let dy = f64::from(top) - f64::from(y[0]) * inverse;
        let (zx, zy) = (f64::from(t.zx), f64::from(t.zy));
        edges.z = (f64::from(t.z) + zx * dx + zy * dy) as f32;
        let [across, down] = &sampling.offset;
        for i in 0..n {
            edges.z_ramp[i] = t.zx * across[i] + t.zy * down[i];
        }
        Some(edges)
    }

    /// Visits groups of pixels that may be covered.
    #[inline(always)]
    fn groups(&self, t: &Triangle, visitor: &mut impl Visit) {
        let wide = self.columns[1] - self.columns[0] > 2 * GROUP;
        for row in self.rows[0]..self.rows[1] {
            let at_row = [0, 1, 2].map(|k| self.start[k] + self.step[k][1] * row as i32);
            let z_row = self.z + t.zy * row as f32;
            let [mut column, mut end] = self.columns;
            if wide {
                // where edges cross the row, with a margin of a pixel
                for k in 0..3 {
                    let step = self.step[k][0];
                    let zero = -(at_row[k] as f32 + self.reach[k] as f32) / step as f32;
                    let pixel = |x: f32| x.clamp(0.0, WIDTH as f32) as i32 as usize;
                    match step {
                        1.. => column = column.max(pixel(zero - 1.0)),
                        0 => {}
                        _ => end = end.min(pixel(zero + 2.0)),
                    }
                }
            }
            column &= !(GROUP - 1);
            while column < end {
                let at = [0, 1, 2].map(|k| at_row[k] + self.step[k][0] * column as i32);
                visitor.visit(self, row * WIDTH + column, at, z_row + t.zx * column as f32);
                column += GROUP;
            }
        }
    }
}

/// Visits groups of pixels. A trait and not a closure, so that it is compiled for wide registers with its caller.
trait Visit {
    /// `first` is the first pixel's index in the tile; `at` has its edge functions and depth.
    fn visit(&mut self, e: &Edges, first: usize, at: [i32; 3], z: f32);
}

/// Marks the samples where a triangle is at least as near as the earlier ones.
#[inline(always)]
pub(super) fn cover(t: &Triangle, id: u32, sampling: &Sampling, tile: [usize; 2], out: &mut Visible) {
    let Some(e) = Edges::new(t, sampling, tile) else { return };
    e.groups(t, &mut Cover { id, out });
}

struct Cover<'a> {
    id: u32,
    out: &'a mut Visible,
}

impl Visit for Cover<'_> {
    #[inline(always)]
    fn visit(&mut self, e: &Edges, first: usize, at: [i32; 3], z: f32) {
        let n = e.count.min(MOST);
        let start = first * self.out.samples;
        let (Some(near), Some(seen)) = (self.out.z.get_mut(start..start + n), self.out.seen.get_mut(start..start + n))
        else {
            return;
        };
        let [a, b, c] = at;
        for i in 0..n {
            let inside = ((a + e.ramp[0][i]) | (b + e.ramp[1][i]) | (c + e.ramp[2][i])) >= 0;
            let depth = z + e.z_ramp[i];
            let nearer = inside & (depth >= near[i]);
            near[i] = if nearer { depth } else { near[i] };
            seen[i] = if nearer { self.id } else { seen[i] };
        }
    }
}

/// Keeps the largest depth of each pixel.
#[inline(always)]
pub(super) fn cover_depth(t: &Triangle, bias: f32, sampling: &Sampling, tile: [usize; 2], out: &mut [f32]) {
    let Some(e) = Edges::new(t, sampling, tile) else { return };
    e.groups(t, &mut CoverDepth { bias, out });
}

struct CoverDepth<'a> {
    bias: f32,
    out: &'a mut [f32],
}

impl Visit for CoverDepth<'_> {
    #[inline(always)]
    fn visit(&mut self, e: &Edges, first: usize, at: [i32; 3], z: f32) {
        // one sample per pixel; the compiler does not need the number of pixels
        let n = e.count.min(GROUP);
        let Some(near) = self.out.get_mut(first..first + n) else { return };
        let ([a, b, c], z) = (at, z - self.bias);
        for i in 0..n {
            let inside = ((a + e.ramp[0][i]) | (b + e.ramp[1][i]) | (c + e.ramp[2][i])) >= 0;
            let depth = z + e.z_ramp[i];
            near[i] = if inside & (depth >= near[i]) { depth } else { near[i] };
        }
    }
}

/// Visits the pixels with visible samples of a triangle: index in the tile, bits of the samples.
pub(super) fn overlay(
    t: &Triangle,
    sampling: &Sampling,
    tile: [usize; 2],
    hidden: &Visible,
    visit: impl FnMut(usize, u32),
) {
    let Some(e) = Edges::new(t, sampling, tile) else { return };
    e.groups(t, &mut Overlay { hidden, visit });
}

struct Overlay<'a, F> {
    hidden: &'a Visible,
    visit: F,
}

impl<F: FnMut(usize, u32)> Visit for Overlay<'_, F> {
    #[inline(always)]
    fn visit(&mut self, e: &Edges, first: usize, at: [i32; 3], z: f32) {
        let mut covered = [0u32; GROUP];
        for sample in 0..self.hidden.samples.min(4) {
            for (i, covered) in covered.iter_mut().enumerate() {
                let k = sample * GROUP + i;
                let inside = ((at[0] + e.ramp[0][k]) | (at[1] + e.ramp[1][k]) | (at[2] + e.ramp[2][k])) >= 0;
                let behind = self.hidden.z.get(first * self.hidden.samples + k).copied().unwrap_or(f32::INFINITY);
                *covered |= u32::from(inside & (z + e.z_ramp[k] >= behind)) << sample;
            }
        }
        for (i, &samples) in covered.iter().enumerate() {
            if samples != 0 {
                (self.visit)(first + i, samples);
            }
        }
    }
}
