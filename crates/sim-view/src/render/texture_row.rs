//! Textures at many pixels: indices and weights are computed in parallel, and texels are read one by one.

use crate::render::numeric::{BATCH, Row, floor_i32, larger, log2, share, smaller};
use crate::render::texture::Texture;

/// Integers for the pixels of a batch.
type Whole = [i32; BATCH];

/// Texture coordinates of pixels, the colours there, and intermediate results.
#[derive(Clone, Debug)]
pub(super) struct Texels {
    /// Coordinates in a flat image or on a face, and their changes to the next pixel.
    pub(super) at: [Row; 2],
    pub(super) step: [Row; 2],
    /// The direction in a cube, by axis, and its changes to the next pixel in x and y.
    pub(super) direction: [[Row; 3]; 3],
    /// Red, green, blue and opacity.
    pub(super) color: [Row; 4],
    size: Row,
    faces: Whole,
    level: Whole,
    blend: Row,
    next: [Row; 4],
    read: Read,
}

/// Four texels around each pixel.
#[derive(Clone, Debug)]
struct Read {
    width: Whole,
    height: Whole,
    start: Whole,
    share: [Row; 2],
    indices: [Whole; 4],
    texels: [[u32; BATCH]; 4],
}

impl Texels {
    pub(super) fn new() -> Self {
        let (none, zero) = ([0.0; BATCH], [0; BATCH]);
        Self {
            at: [none; 2],
            step: [none; 2],
            direction: [[none; 3]; 3],
            color: [none; 4],
            size: none,
            faces: zero,
            level: zero,
            blend: none,
            next: [none; 4],
            read: Read {
                width: zero,
                height: zero,
                start: zero,
                share: [none; 2],
                indices: [zero; 4],
                texels: [[0; BATCH]; 4],
            },
        }
    }
}

impl Texture {
    /// Colours of a flat image, as [`Texture::flat`] has them, from `at` and `step`.
    #[inline(always)]
    pub(super) fn flat_row(&self, n: usize, t: &mut Texels) {
        let n = n.min(BATCH);
        let Some(first) = self.levels.first().filter(|_| self.takes_rows()) else {
            for i in 0..n {
                let color = self.flat([t.at[0][i], t.at[1][i]], [t.step[0][i], t.step[1][i]]);
                (0..4).for_each(|k| t.color[k][i] = color[k]);
            }
            return;
        };
        let (width, height) = (first.width as f32, first.height as f32);
        for at in &mut t.at {
            for i in 0..n {
                let x = if at[i].abs() < 4e6 { at[i] } else { 0.0 };
                // the fraction of x: adding 1.5 * 2^23 rounds to the nearest integer, minus one if that is above
                let whole = (x + 12_582_912.0) - 12_582_912.0;
                let rest = x - whole;
                at[i] = if rest < 0.0 { rest + 1.0 } else { rest };
            }
        }
        for i in 0..n {
            t.size[i] = larger(t.step[0][i] * width, t.step[1][i] * height);
            t.faces[i] = 0;
        }
        self.between_levels_row::<true>(n, t);
    }

    /// Colours of a cube, as [`Texture::cube`] has them, from `direction`.
    #[inline(always)]
    pub(super) fn cube_row(&self, n: usize, t: &mut Texels) {
        let n = n.min(BATCH);
        let width = self.levels.first().map_or(1.0, |first| first.width as f32);
        // sizes are not negative, so their bits have their order; loops that compare floats are not vectorized
        let mut coarsest = 1f32.to_bits() as i32;
        let [[x, xdx, xdy], [y, ydx, ydy], [z, zdx, zdy]] = &t.direction;
        let [at_x, at_y] = &mut t.at;
        for i in 0..n {
            let facing = Facing::new([x[i], y[i], z[i]]);
            let [major, across, down] = facing.turn([x[i], y[i], z[i]]);
            let inverse = 1.0 / major;
            let (u, v) = (across * inverse, down * inverse);
            at_x[i] = 0.5 + 0.5 * u;
            at_y[i] = 0.5 + 0.5 * v;
            let [a, b, c] = facing.turn([xdx[i], ydx[i], zdx[i]]);
            let [d, e, f] = facing.turn([xdy[i], ydy[i], zdy[i]]);
            let half = 0.5 * inverse;
            let dx = larger(((b - u * a) * half).abs(), ((c - v * a) * half).abs());
            let dy = larger(((e - u * d) * half).abs(), ((f - v * d) * half).abs());
            let size = larger(dx, dy) * width;
            t.size[i] = size;
            t.faces[i] = facing.face();
            coarsest = coarsest.max(size.to_bits() as i32);
        }
        // texels of a level with neighbours on the same face
        let margin = |level: usize| self.levels.get(level).map_or(1.0, |level| 0.5 / level.width as f32);
        let large = !self.takes_rows() || self.levels.is_empty();
        let edge = if large { 2.0 } else { margin(log2(smaller(f32::from_bits(coarsest as u32), 1e6)) as usize + 1) };
        let mut outer = 0;
        for i in 0..n {
            let inner = (at_x[i] >= edge) & (at_x[i] <= 1.0 - edge) & (at_y[i] >= edge) & (at_y[i] <= 1.0 - edge);
            t.read.indices[0][i] = i32::from(!inner);
            outer |= t.read.indices[0][i];
            at_x[i] = share(at_x[i]);
            at_y[i] = share(at_y[i]);
        }
        let outside = t.read.indices[0];
        if !large {
            self.between_levels_row::<false>(n, t);
        }
        if outer != 0 {
            for i in (0..n).filter(|&i| outside[i] != 0) {
                let [here, dx, dy] = [0, 1, 2].map(|part| [0, 1, 2].map(|k| t.direction[k][part][i]));
                let color = self.cube(here, &[dx, dy]);
                (0..4).for_each(|k| t.color[k][i] = color[k]);
            }
        }
    }

    /// Reads each pixel from the level whose texels have its size, or interpolates between the two nearest.
    #[inline(always)]
    fn between_levels_row<const REPEAT: bool>(&self, n: usize, t: &mut Texels) {
        let n = n.min(BATCH);
        let last = self.levels.len() as i32 - 1;
        let mut blends = 0;
        for i in 0..n {
            let detail = smaller(log2(smaller(larger(t.size[i], 1.0), 1e9)), last as f32);
            let lower = (floor_i32(detail + 1.0) - 1).max(0);
            let part = share(2.0 * (detail - lower as f32) - 0.5);
            let upper = part >= 1.0;
            t.level[i] = if upper { (lower + 1).min(last) } else { lower };
            let blend = if upper { 0.0 } else { part };
            t.blend[i] = blend;
            blends |= blend.to_bits();
        }
        self.read_row::<REPEAT>(n, &t.level, &t.faces, &t.at, &mut t.read, &mut t.color);
        if blends != 0 {
            for i in 0..n {
                t.level[i] = (t.level[i] + 1).min(last);
            }
            self.read_row::<REPEAT>(n, &t.level, &t.faces, &t.at, &mut t.read, &mut t.next);
            for (color, next) in t.color.iter_mut().zip(&t.next) {
                for i in 0..n {
                    color[i] += (next[i] - color[i]) * t.blend[i];
                }
            }
        }
    }

    /// Interpolates between the four texels around each position of the unit square.
    #[inline(always)]
    fn read_row<const REPEAT: bool>(
        &self,
        n: usize,
        levels: &Whole,
        faces: &Whole,
        at: &[Row; 2],
        r: &mut Read,
        out: &mut [Row; 4],
    ) {
        let n = n.min(BATCH);
        let mut other = 0;
        for i in 0..n {
            other |= levels[i] ^ levels[0];
        }
        let same = if other == 0 { self.levels.get(levels[0] as usize) } else { None };
        if let Some(level) = same {
            let (width, height) = (level.width as i32, level.height as i32);
            for i in 0..n {
                r.width[i] = width;
                r.height[i] = height;
                r.start[i] = level.start as i32 + faces[i] * (width * height);
            }
        } else {
            for i in 0..n {
                let Some(level) = self.levels.get(levels[i] as usize) else { continue };
                r.width[i] = level.width as i32;
                r.height[i] = level.height as i32;
                r.start[i] = level.start as i32 + faces[i] * (level.width * level.height) as i32;
            }
        }
        let [share_x, share_y] = &mut r.share;
        let [p00, p10, p01, p11] = &mut r.indices;
        for i in 0..n {
            let (width, height) = (r.width[i], r.height[i]);
            let x = at[0][i] * width as f32 - 0.5;
            let y = at[1][i] * height as f32 - 0.5;
            let (x0, y0) = (floor_i32(x), floor_i32(y));
            share_x[i] = x - x0 as f32;
            share_y[i] = y - y0 as f32;
            let [x0, x1] = around::<REPEAT>(x0, width);
            let [y0, y1] = around::<REPEAT>(y0, height);
            let (upper, lower) = (r.start[i] + y0 * width, r.start[i] + y1 * width);
            p00[i] = upper + x0;
            p10[i] = upper + x1;
            p01[i] = lower + x0;
            p11[i] = lower + x1;
        }
        for (texels, indices) in r.texels.iter_mut().zip(&r.indices) {
            for i in 0..n {
                let texel = self.texels.get(indices[i] as usize).copied().unwrap_or_default();
                texels[i] = u32::from_le_bytes(texel);
            }
        }
        let [a, b, c, d] = &r.texels;
        for (k, out) in out.iter_mut().enumerate() {
            let shift = 8 * k as u32;
            for i in 0..n {
                let byte = |texel: u32| (texel >> shift & 0xff) as i32 as f32;
                let (a, b, c, d) = (byte(a[i]), byte(b[i]), byte(c[i]), byte(d[i]));
                let upper = a + (b - a) * share_x[i];
                let lower = c + (d - c) * share_x[i];
                out[i] = (upper + (lower - upper) * share_y[i]) * (1.0 / 255.0);
            }
        }
    }
}

/// A cube face in a direction.
#[derive(Clone, Copy)]
struct Facing {
    x: bool,
    y: bool,
    negative: bool,
}

impl Facing {
    #[inline(always)]
    fn new([x, y, z]: [f32; 3]) -> Self {
        let on_x = (x.abs() >= y.abs()) & (x.abs() >= z.abs());
        let on_y = !on_x & (y.abs() >= z.abs());
        let upright = if on_y { y } else { z };
        Self { x: on_x, y: on_y, negative: (if on_x { x } else { upright }) < 0.0 }
    }

    /// Number of the face: +x -x +y -y +z -z.
    #[inline(always)]
    fn face(self) -> i32 {
        let upright = if self.y { 2 } else { 4 };
        (if self.x { 0 } else { upright }) + i32::from(self.negative)
    }

    /// The components of a vector along the face's axis and along the image's rows and columns.
    #[inline(always)]
    fn turn(self, [x, y, z]: [f32; 3]) -> [f32; 3] {
        let upright = if self.y { y } else { z };
        let major = if self.x { x } else { upright };
        let across = if self.x { -z } else { x };
        let (signed_major, signed_across) = if self.negative { (-major, -across) } else { (major, across) };
        let signed_z = if self.negative { -z } else { z };
        [signed_major, if self.y { x } else { signed_across }, if self.y { signed_z } else { -y }]
    }
}

/// A texel and the next one: around the image, or up to its edge.
#[inline(always)]
fn around<const REPEAT: bool>(x: i32, size: i32) -> [i32; 2] {
    let next = x + 1;
    if REPEAT {
        [if x < 0 { x + size } else { x }, if next >= size { next - size } else { next }]
    } else {
        [x.max(0), next.min(size - 1)]
    }
}
