//! Eight pixels of a row at a time, where one triangle covers all their samples: most of a picture.
//!
//! The same colours as `shade` gives, to rounding. What is rare there (fog, haze, parallel projection, lines) is left to it.

use crate::render::assets::Grid;
use crate::render::geometry::Setting;
use crate::render::items::{Form, Item, Mapping};
use crate::render::lighting::MOST_LAMPS;
use crate::render::shade::{Kept, Prepared, Shader, half_field};
use crate::render::shadow::Shadow;
use crate::render::sky::Sky;
use crate::render::surface::Surface;
use crate::render::texture::Texture;
use crate::render::texture_row::ColorRow;

/// Pixels of a group.
pub(super) const GROUP: usize = 8;

/// A number for each pixel of a group.
pub(super) type Row = [f32; GROUP];

/// The weights of a triangle's corners at the pixels of a group.
struct Weights {
    b: [Row; 3],
    /// One over the sum of the corners' functions.
    scale: Row,
    /// Changes of that sum to the next pixel in x and y.
    slope: [f32; 2],
}

impl Weights {
    #[inline(never)]
    fn new(p: &Prepared, x: f32, y: f32) -> Self {
        let (mut b, mut scale) = ([[0.0; GROUP]; 3], [0.0; GROUP]);
        let start = p.weights.map(|[a, b, c]| a * x + b * y + c);
        for i in 0..GROUP {
            let f = [0, 1, 2].map(|k| start[k] + p.weights[k][0] * i as f32);
            scale[i] = 1.0 / (f[0] + f[1] + f[2]);
            for k in 0..3 {
                b[k][i] = f[k] * scale[i];
            }
        }
        let slope = [0, 1].map(|k| p.weights[0][k] + p.weights[1][k] + p.weights[2][k]);
        Self { b, scale, slope }
    }

    /// A blend of the corners' values.
    #[inline(never)]
    fn blend(&self, [u, v, w]: [f32; 3]) -> Row {
        let mut out = [0.0; GROUP];
        for i in 0..GROUP {
            out[i] = self.b[0][i] * u + self.b[1][i] * v + self.b[2][i] * w;
        }
        out
    }

    /// The changes of a blend to the next pixel in x and y.
    #[inline(never)]
    fn steps(&self, p: &Prepared, values: [f32; 3], blend: &Row) -> [Row; 2] {
        [0, 1].map(|axis| {
            let change = (0..3).map(|k| values[k] * p.weights[k][axis]).sum::<f32>();
            let mut out = [0.0; GROUP];
            for i in 0..GROUP {
                out[i] = (change - blend[i] * self.slope[axis]) * self.scale[i];
            }
            out
        })
    }
}

impl Shader<'_> {
    /// The colours of a triangle at eight pixels of a tile, from `(x, y)` on; `None` where that is not as simple as it is here.
    pub(super) fn group(
        &self,
        p: &Prepared,
        x: f32,
        y: f32,
        origin: [f32; 2],
        limit: f32,
        kept: &mut Kept,
    ) -> Option<[Row; 3]> {
        let item = self.item(p);
        let s: &Setting<'_> = &self.setting;
        if self.fog.is_some() || !s.view.depth.perspective {
            return None;
        }
        let surface = s.surface(item.form, p.level)?;
        let weights = Weights::new(p, x, y);
        let distance = weights.blend(p.w);
        if !distance.iter().all(|&d| d <= limit) {
            return None;
        }
        let channels = s.channels(item);
        let mut shares = [[0.0; GROUP]; 2];
        let mut apart: Option<[[Row; 3]; 1 + MOST_LAMPS]> = None;
        let grid = match item.form {
            Form::Grid(id) => Some(s.assets.grids.get(id)?),
            _ => None,
        };
        if let Some(grid) = grid {
            let corners = p.vertices.map(|v| surface.at(v));
            let [x, y] = [0, 1].map(|k| weights.blend(corners.map(|c| c[k])));
            let first = half_field(grid, x[0], y[0]);
            if first.is_with(&half_field(grid, x[GROUP - 1], y[GROUP - 1])) {
                // half a field is convex: all of the row is in it
                self.look_up(p.item, item, grid, &first, channels, kept);
                shares = first.shares(grid, &x, &y);
            } else {
                apart = Some(self.grid_apart(p.item, item, grid, &x, &y, channels, kept));
            }
        }
        let list = &self.lanes[p.lane].colors;
        let light = |channel: usize| match (grid, &apart) {
            (Some(_), Some(apart)) => apart[channel],
            (Some(_), None) => kept.last.row(channel, &shares[0], &shares[1]),
            (None, _) => {
                let corners = p.colors.map(|at| list.get(at + channel).copied().unwrap_or_default());
                [0, 1, 2].map(|k| weights.blend(corners.map(|c| c[k])))
            }
        };
        let mut texels = [[1.0; GROUP]; 4];
        if let Some((id, mapping)) = item.texture
            && let Some(texture) = s.assets.textures.get(id).and_then(Option::as_ref)
        {
            texture_row(texture, mapping, surface, p, &weights, &mut texels);
        }
        let mut color = light(0);
        if channels > 1 {
            let (px, py) = (origin[0] + x + 0.5, origin[1] + y + 0.5);
            let mut point = [[0.0; GROUP]; 3];
            let margin = s.view.rays.half_pixel(distance[0].max(distance[GROUP - 1]));
            for i in 0..GROUP {
                let at = s.view.rays.point(px + i as f32, py, distance[i]);
                for k in 0..3 {
                    point[k][i] = at[k];
                }
            }
            for (i, shadow) in self.shadows.iter().enumerate().take(channels - 1) {
                let light = light(i + 1);
                if light.iter().flatten().all(|&l| l == 0.0) {
                    continue;
                }
                let lit = shadow.lit_row(&point, margin);
                for i in 0..GROUP {
                    let share = if lit[i] & (texels[3][i] * item.alpha >= 0.99) { 1.0 } else { 0.0 };
                    for k in 0..3 {
                        color[k][i] += share * light[k][i];
                    }
                }
            }
        }
        for k in 0..3 {
            for i in 0..GROUP {
                color[k][i] *= texels[k][i];
            }
        }
        Some(color)
    }
}

impl Shader<'_> {
    /// Light on a plane where a group of pixels is in several of its fields.
    fn grid_apart(
        &self,
        id: usize,
        item: &Item,
        grid: &Grid,
        x: &Row,
        y: &Row,
        channels: usize,
        kept: &mut Kept,
    ) -> [[Row; 3]; 1 + MOST_LAMPS] {
        let mut out = [[[0.0; GROUP]; 3]; 1 + MOST_LAMPS];
        for i in 0..GROUP {
            let at = half_field(grid, x[i], y[i]);
            self.look_up(id, item, grid, &at, channels, kept);
            for (channel, out) in out.iter_mut().enumerate().take(channels) {
                let color = kept.last.at(channel, at.s, at.t);
                (0..3).for_each(|k| out[k][i] = color[k]);
            }
        }
        out
    }
}

impl Sky<'_> {
    /// Colours of eight pixels where nothing is before the sky, without fog; `None` for parallel projections.
    pub(super) fn group(&self, x: f32, y: f32) -> Option<[Row; 3]> {
        let (texture, rays) = self.seen_along_rays()?;
        let turned = |[a, b, c]: [f32; 3]| [a, c, -b];
        let mut directions = [[0.0; GROUP]; 3];
        for i in 0..GROUP {
            let direction = turned(rays.direction(x + i as f32, y));
            (0..3).for_each(|k| directions[k][i] = direction[k]);
        }
        let steps = rays.steps().map(|step| turned(step).map(|x| [x; GROUP]));
        let mut texels = [[1.0; GROUP]; 4];
        texture.cube_row(&directions, &steps, &mut texels);
        let [r, g, b, _] = texels;
        let mut out = [r, g, b];
        for i in 0..GROUP {
            let mut color = [0, 1, 2].map(|k| out[k][i]);
            self.cover(x + i as f32, y, f32::INFINITY, None, &mut color);
            (0..3).for_each(|k| out[k][i] = color[k]);
        }
        Some(out)
    }
}

/// Texels of a group.
#[inline(always)]
fn texture_row(
    texture: &Texture,
    mapping: Mapping,
    surface: &Surface,
    p: &Prepared,
    weights: &Weights,
    out: &mut ColorRow,
) {
    let mut flat = |corners: [[f32; 2]; 3], scale: [f32; 2], shift: f32| {
        let mut at = [[0.0; GROUP]; 2];
        let mut step = [[0.0; GROUP]; 2];
        for k in 0..2 {
            let values = corners.map(|c| c[k]);
            let blend = weights.blend(values);
            let [dx, dy] = weights.steps(p, values, &blend);
            for i in 0..GROUP {
                at[k][i] = scale[k] * blend[i] + shift;
                step[k][i] = scale[k].abs() * dx[i].abs().max(dy[i].abs());
            }
        }
        if texture.is_linear() {
            texture.flat_row(&at, &step, out);
            return;
        }
        for i in 0..GROUP {
            let color = texture.flat([at[0][i], at[1][i]], [step[0][i], step[1][i]]);
            (0..4).for_each(|k| out[k][i] = color[k]);
        }
    };
    match mapping {
        Mapping::Given { scale, shift } => {
            flat(p.vertices.map(|v| surface.texcoord.get(v).copied().unwrap_or_default()), scale, shift);
        }
        Mapping::Above { scale } => flat(p.vertices.map(|v| surface.at(v)).map(|[x, y, _]| [x, y]), scale, -0.5),
        Mapping::Cube { scale } => {
            let corners = p.vertices.map(|v| surface.at(v));
            let values = [0, 1, 2].map(|k| corners.map(|c| c[k] * scale[k]));
            let blends = [0, 1, 2].map(|k| weights.blend(values[k]));
            let [x, y, z] = [0, 1, 2].map(|k| weights.steps(p, values[k], &blends[k]));
            texture.cube_row(&blends, &[0, 1].map(|axis| [x[axis], y[axis], z[axis]]), out);
        }
    }
}

impl Shadow {
    /// Whether light reaches each point of a group.
    #[inline(never)]
    fn lit_row(&self, p: &[Row; 3], margin: f32) -> [bool; GROUP] {
        let Some((view, size)) = self.map() else { return [true; GROUP] };
        let mut at = [[0.0; GROUP]; 4];
        for (at, row) in at.iter_mut().zip(&view.rows) {
            for i in 0..GROUP {
                at[i] = row[0] * p[0][i] + row[1] * p[1][i] + row[2] * p[2][i] + row[3];
            }
        }
        let (mut x, mut y, mut depth) = ([0.0; GROUP], [0.0; GROUP], [0.0; GROUP]);
        let mut inside = [false; GROUP];
        for i in 0..GROUP {
            let w = 1.0 / at[2][i];
            x[i] = at[0][i] * w;
            y[i] = at[1][i] * w;
            depth[i] = view.depth.value(self.nearer(at[3][i]) - margin);
            inside[i] = (w > 0.0) & (x[i] >= 0.0) & (y[i] >= 0.0) & (x[i] < size) & (y[i] < size);
        }
        let mut lit = [true; GROUP];
        if inside.iter().any(|&inside| inside) {
            for i in 0..GROUP {
                lit[i] = !inside[i] || depth[i] >= self.nearest(x[i] as usize, y[i] as usize);
            }
        }
        lit
    }
}
