//! Textures at eight pixels of a row: places and weights are computed side by side, only texels are read one by one.

use crate::render::numeric::{larger, log2, share, smaller};
use crate::render::span::{GROUP, Row};
use crate::render::texture::Texture;

/// Whole numbers for the pixels of a group.
type Whole = [i32; GROUP];

/// Red, green, blue and opacity of a group.
pub(super) type ColorRow = [Row; 4];

/// The largest whole number not above `x`, for numbers between -1 and 2^22. Of a whole number it may be the one below, whose
/// blend with the next, wholly the next, is the same.
#[inline(always)]
pub(super) fn floor(x: f32) -> i32 {
    // adding 2^23 rounds to a whole number in the low bits
    const ROUND: f32 = 8_388_608.0;
    ((x + 0.5) + ROUND).to_bits() as i32 - 0x4b00_0000 - 1
}

impl Texture {
    /// Colours of a flat image, as [`Texture::flat`] has them.
    #[inline(always)]
    pub(super) fn flat_row(&self, at: &[Row; 2], step: &[Row; 2], out: &mut ColorRow) {
        let Some(first) = self.levels.first() else { return };
        let (width, height) = (first.width as f32, first.height as f32);
        let mut place = [[0.0; GROUP]; 2];
        let mut size = [0.0; GROUP];
        for i in 0..GROUP {
            for k in 0..2 {
                let x = if at[k][i].abs() < 4e6 { at[k][i] } else { 0.0 };
                // the fraction of x: 1.5 * 2^23 leaves the nearest whole number, one less where that is above
                let whole = (x + 12_582_912.0) - 12_582_912.0;
                let rest = x - whole;
                place[k][i] = if rest < 0.0 { rest + 1.0 } else { rest };
            }
            size[i] = larger(step[0][i] * width, step[1][i] * height);
        }
        self.row_between_levels::<true>(&size, &[0; GROUP], &place, out);
    }

    /// Colours of a cube, as [`Texture::cube`] has them. `directions` and `steps` are by axis.
    #[inline(always)]
    pub(super) fn cube_row(&self, directions: &[Row; 3], steps: &[[Row; 3]; 2], out: &mut ColorRow) {
        let Some(first) = self.levels.first() else { return };
        let mut at = [[0.0; GROUP]; 2];
        let (mut size, mut faces) = ([0.0; GROUP], [0; GROUP]);
        for i in 0..GROUP {
            let facing = Facing::new([0, 1, 2].map(|k| directions[k][i]));
            let [major, across, down] = facing.turn([0, 1, 2].map(|k| directions[k][i]));
            let inverse = 1.0 / major;
            let (u, v) = (across * inverse, down * inverse);
            at[0][i] = 0.5 + 0.5 * u;
            at[1][i] = 0.5 + 0.5 * v;
            let mut most = 0.0;
            for step in steps {
                let [d_major, d_across, d_down] = facing.turn([0, 1, 2].map(|k| step[k][i]));
                let d = |value: f32, change: f32| ((change - value * d_major) * (0.5 * inverse)).abs();
                most = larger(larger(d(u, d_across), most), d(v, d_down));
            }
            size[i] = most * first.width as f32;
            faces[i] = facing.face();
        }
        // a level's texels that have neighbours on the same face
        let margin = |level: usize| self.levels.get(level).map_or(1.0, |level| 0.5 / level.width as f32);
        let coarsest = size.iter().fold(1.0, |a, &b| larger(b, a));
        let edge = margin(log2(smaller(coarsest, 1e6)) as usize + 1);
        let (mut inner, mut all) = ([false; GROUP], true);
        for i in 0..GROUP {
            let [x, y] = [at[0][i], at[1][i]];
            inner[i] = (x >= edge) & (x <= 1.0 - edge) & (y >= edge) & (y <= 1.0 - edge);
            all &= inner[i];
            for k in 0..2 {
                at[k][i] = share(at[k][i]);
            }
        }
        self.row_between_levels::<false>(&size, &faces, &at, out);
        if !all {
            for i in (0..GROUP).filter(|&i| !inner[i]) {
                let steps = [0, 1].map(|axis| [0, 1, 2].map(|k| steps[axis][k][i]));
                let color = self.cube([0, 1, 2].map(|k| directions[k][i]), &steps);
                (0..4).for_each(|k| out[k][i] = color[k]);
            }
        }
    }

    /// Reads each pixel from the level whose texels are as large, or blends the two nearest.
    #[inline(always)]
    fn row_between_levels<const REPEAT: bool>(&self, size: &Row, faces: &Whole, at: &[Row; 2], out: &mut ColorRow) {
        let last = self.levels.len() as i32 - 1;
        let (mut level, mut blend) = ([0; GROUP], [0.0; GROUP]);
        for i in 0..GROUP {
            let detail = smaller(log2(smaller(larger(size[i], 1.0), 1e9)), last as f32);
            let lower = (floor(detail + 1.0) - 1).max(0);
            let part = share(2.0 * (detail - lower as f32) - 0.5);
            let upper = part >= 1.0;
            level[i] = if upper { (lower + 1).min(last) } else { lower };
            blend[i] = if upper { 0.0 } else { part };
        }
        self.row::<REPEAT>(&level, faces, at, out);
        if blend.iter().any(|&blend| blend > 0.0) {
            let mut next = [[0.0; GROUP]; 4];
            let above = level.map(|level| (level + 1).min(last));
            self.row::<REPEAT>(&above, faces, at, &mut next);
            for k in 0..4 {
                for i in 0..GROUP {
                    out[k][i] += (next[k][i] - out[k][i]) * blend[i];
                }
            }
        }
    }

    /// The blend of the four texels around each place of the unit square.
    #[inline(always)]
    fn row<const REPEAT: bool>(&self, levels: &Whole, faces: &Whole, at: &[Row; 2], out: &mut ColorRow) {
        let (mut width, mut height, mut start) = ([0; GROUP], [0; GROUP], [0; GROUP]);
        let mut other = 0;
        for i in 1..GROUP {
            other |= levels[i] ^ levels[0];
        }
        if other == 0 {
            let level = &self.levels[levels[0] as usize];
            width = [level.width as i32; GROUP];
            height = [level.height as i32; GROUP];
            for i in 0..GROUP {
                start[i] = level.start as i32 + faces[i] * (level.width * level.height) as i32;
            }
        } else {
            for i in 0..GROUP {
                let level = &self.levels[levels[i] as usize];
                width[i] = level.width as i32;
                height[i] = level.height as i32;
                start[i] = level.start as i32 + faces[i] * (level.width * level.height) as i32;
            }
        }
        let (mut fx, mut fy) = ([0.0; GROUP], [0.0; GROUP]);
        let mut corners = [[0i32; GROUP]; 4];
        for i in 0..GROUP {
            let x = at[0][i] * width[i] as f32 - 0.5;
            let y = at[1][i] * height[i] as f32 - 0.5;
            let (x0, y0) = (floor(x), floor(y));
            fx[i] = x - x0 as f32;
            fy[i] = y - y0 as f32;
            let [x0, x1] = around::<REPEAT>(x0, width[i]);
            let [y0, y1] = around::<REPEAT>(y0, height[i]);
            let (upper, lower) = (start[i] + y0 * width[i], start[i] + y1 * width[i]);
            corners[0][i] = upper + x0;
            corners[1][i] = upper + x1;
            corners[2][i] = lower + x0;
            corners[3][i] = lower + x1;
        }
        let mut texels = [[0u32; GROUP]; 4];
        for (texels, corners) in texels.iter_mut().zip(&corners) {
            for i in 0..GROUP {
                let texel = self.texels.get(corners[i] as usize).copied().unwrap_or_default();
                texels[i] = u32::from_le_bytes(texel);
            }
        }
        for k in 0..4 {
            for i in 0..GROUP {
                let [a, b, c, d] = [0, 1, 2, 3].map(|corner| (texels[corner][i] >> (8 * k) & 0xff) as i32 as f32);
                let upper = a + (b - a) * fx[i];
                let lower = c + (d - c) * fx[i];
                out[k][i] = (upper + (lower - upper) * fy[i]) * (1.0 / 255.0);
            }
        }
    }
}

/// The face of a cube that a direction meets.
#[derive(Clone, Copy)]
struct Facing {
    x: bool,
    y: bool,
    negative: bool,
}

impl Facing {
    #[inline(always)]
    fn new(d: [f32; 3]) -> Self {
        let [x, y, z] = d.map(f32::abs);
        let on_x = (x >= y) & (x >= z);
        let on_y = !on_x & (y >= z);
        Self { x: on_x, y: on_y, negative: (if on_x { d[0] } else { if on_y { d[1] } else { d[2] } }) < 0.0 }
    }

    /// Its number: +x -x +y -y +z -z.
    #[inline(always)]
    fn face(self) -> i32 {
        (if self.x { 0 } else { if self.y { 2 } else { 4 } }) + i32::from(self.negative)
    }

    /// The components of a vector along the face's axis and along the image's rows and columns.
    #[inline(always)]
    fn turn(self, [x, y, z]: [f32; 3]) -> [f32; 3] {
        let signed = |value: f32| if self.negative { -value } else { value };
        let major = signed(if self.x { x } else { if self.y { y } else { z } });
        let across = if self.y { x } else { signed(if self.x { -z } else { x }) };
        let down = if self.y { signed(z) } else { -y };
        [major, across, down]
    }
}

/// A texel and the one after it: around the image, or up to its edge.
#[inline(always)]
fn around<const REPEAT: bool>(x: i32, size: i32) -> [i32; 2] {
    let next = x + 1;
    if REPEAT {
        [if x < 0 { x + size } else { x }, if next >= size { next - size } else { next }]
    } else {
        [x.max(0), next.min(size - 1)]
    }
}
