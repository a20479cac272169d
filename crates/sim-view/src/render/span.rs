//! Eight pixels of a row at a time, all of one item: most of a picture.
//!
//! The same colours as `shade` gives, to rounding. What is rare there (fog, parallel projection, lines) is left to it.

use crate::render::assets::Grid;
use crate::render::items::{Form, Item, Mapping};
use crate::render::lighting::MOST_LAMPS;
use crate::render::numeric::share;
use crate::render::shade::{Kept, Prepared, Shader, half_field};
use crate::render::shadow::Shadow;
use crate::render::texture::Texture;
use crate::render::texture_row::ColorRow;

/// Pixels of a group.
pub(super) const GROUP: usize = 8;

/// A number for each pixel of a group.
pub(super) type Row = [f32; GROUP];

/// The triangles of a group's pixels, one item's, number by number as [`Prepared`] has them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corners {
    weights: [[Row; 3]; 3],
    w: [Row; 3],
    local: [[Row; 2]; 3],
    map: [[Row; 3]; 3],
    /// Places of the corners in the colours of a lane, and the lane.
    colors: [([usize; 3], usize); GROUP],
    /// Whether pixels show different triangles, or reach beyond the edges of theirs.
    mixed: bool,
}

impl Corners {
    /// One triangle covers all pixels.
    #[inline(always)]
    pub(super) fn all(p: &Prepared) -> Self {
        Self {
            weights: p.weights.map(|w| w.map(|x| [x; GROUP])),
            w: p.w.map(|w| [w; GROUP]),
            local: p.local.map(|l| l.map(|x| [x; GROUP])),
            map: p.map.map(|m| m.map(|x| [x; GROUP])),
            colors: [(p.colors, p.lane); GROUP],
            mixed: false,
        }
    }

    /// Another triangle, of the same item, at one of the pixels.
    #[inline(always)]
    pub(super) fn set(&mut self, i: usize, p: &Prepared) {
        for corner in 0..3 {
            for k in 0..3 {
                self.weights[corner][k][i] = p.weights[corner][k];
                self.map[corner][k][i] = p.map[corner][k];
            }
            for k in 0..2 {
                self.local[corner][k][i] = p.local[corner][k];
            }
            self.w[corner][i] = p.w[corner];
        }
        self.colors[i] = (p.colors, p.lane);
    }

    /// Marks that pixels may show different triangles.
    pub(super) fn mix(&mut self) {
        self.mixed = true;
    }
}

/// The weights of triangles' corners at the pixels of a group.
struct Weights {
    /// Held to the triangle.
    b: [Row; 3],
    distance: Row,
    /// One over the sum of the corners' functions.
    scale: Row,
    /// Changes of that sum to the next pixel in x and y.
    slope: [Row; 2],
}

impl Weights {
    #[inline(always)]
    fn new(c: &Corners, x: f32, y: f32) -> Self {
        let (mut b, mut scale, mut slope) = ([[0.0; GROUP]; 3], [0.0; GROUP], [[0.0; GROUP]; 2]);
        let mut distance = [0.0; GROUP];
        for i in 0..GROUP {
            let at = x + i as f32;
            let f = [0, 1, 2].map(|k| c.weights[k][0][i] * at + c.weights[k][1][i] * y + c.weights[k][2][i]);
            scale[i] = 1.0 / (f[0] + f[1] + f[2]);
            for k in 0..3 {
                b[k][i] = f[k] * scale[i];
            }
            for axis in 0..2 {
                slope[axis][i] = c.weights[0][axis][i] + c.weights[1][axis][i] + c.weights[2][axis][i];
            }
        }
        if c.mixed {
            for i in 0..GROUP {
                // the middle of the pixel may be outside: there the nearest edge counts
                let inside = [0, 1, 2].map(|k| share(b[k][i]));
                let whole = 1.0 / (inside[0] + inside[1] + inside[2]).max(1e-20);
                // the plane of a triangle that is seen edge-on tells nothing
                let flat = (b[0][i].abs() < 2.0) & (b[1][i].abs() < 2.0) & (b[2][i].abs() < 2.0);
                for k in 0..3 {
                    let held = inside[k] * whole;
                    distance[i] += if flat { b[k][i] } else { held } * c.w[k][i];
                    b[k][i] = held;
                }
            }
        } else {
            for i in 0..GROUP {
                distance[i] = b[0][i] * c.w[0][i] + b[1][i] * c.w[1][i] + b[2][i] * c.w[2][i];
            }
        }
        Self { b, distance, scale, slope }
    }

    /// A blend of the corners' values.
    #[inline(always)]
    fn blend(&self, [u, v, w]: [&Row; 3]) -> Row {
        let mut out = [0.0; GROUP];
        for i in 0..GROUP {
            out[i] = self.b[0][i] * u[i] + self.b[1][i] * v[i] + self.b[2][i] * w[i];
        }
        out
    }

    /// The changes of a blend to the next pixel in x and y.
    #[inline(always)]
    fn steps(&self, c: &Corners, [u, v, w]: [&Row; 3], blend: &Row) -> [Row; 2] {
        [0, 1].map(|axis| {
            let mut out = [0.0; GROUP];
            for i in 0..GROUP {
                let change =
                    u[i] * c.weights[0][axis][i] + v[i] * c.weights[1][axis][i] + w[i] * c.weights[2][axis][i];
                out[i] = (change - blend[i] * self.slope[axis][i]) * self.scale[i];
            }
            out
        })
    }
}

/// Light at the pixels of a group, by channels.
type Light = [[Row; 3]; 1 + MOST_LAMPS];

impl Shader<'_> {
    /// Whether eight pixels of a surface can be coloured at a time.
    pub(super) fn takes_groups(&self) -> bool {
        self.fog.is_none() && self.setting.view.depth.perspective
    }

    /// The colours of an item at eight pixels of a tile, from `(x, y)` on, and their distances.
    #[inline(always)]
    pub(super) fn group(
        &self,
        id: usize,
        corners: &Corners,
        [x, y]: [f32; 2],
        origin: [f32; 2],
        light: &mut Light,
        kept: &mut Kept,
    ) -> ([Row; 3], Row) {
        let s = &self.setting;
        let item = &s.items[id];
        let weights = Weights::new(corners, x, y);
        let distance = weights.distance;
        let channels = s.channels(item);
        match item.form {
            Form::Grid(grid) => {
                if let Some(grid) = s.assets.grids.get(grid) {
                    self.light_grid(id, item, grid, corners, &weights, &mut light[..channels], kept);
                }
            }
            _ if corners.mixed => self.light_mixed(corners, &weights, &mut light[..channels]),
            _ => self.light_one(corners, &weights, &mut light[..channels]),
        }
        let mut texels = [[1.0; GROUP]; 4];
        if let Some((id, mapping)) = item.texture
            && let Some(texture) = s.assets.textures.get(id).and_then(Option::as_ref)
        {
            texture_row(texture, mapping, corners, &weights, &mut texels);
        }
        let mut color = light[0];
        if channels > 1 {
            let (px, py) = (origin[0] + x + 0.5, origin[1] + y + 0.5);
            let (mut point, mut margin) = ([[0.0; GROUP]; 3], [0.0; GROUP]);
            for i in 0..GROUP {
                let at = s.view.rays.point(px + i as f32, py, distance[i]);
                for k in 0..3 {
                    point[k][i] = at[k];
                }
                margin[i] = s.view.rays.half_pixel(distance[i]);
            }
            for (shadow, light) in self.shadows.iter().zip(&light[1..channels]) {
                if light.iter().flatten().all(|&l| l == 0.0) {
                    continue;
                }
                let lit = shadow.lit_row(&point, &margin);
                for i in 0..GROUP {
                    // light of lamps that cast shadows falls on what is opaque only
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
        (color, distance)
    }

    /// Light on a triangle.
    #[inline(always)]
    fn light_one(&self, c: &Corners, weights: &Weights, out: &mut [[Row; 3]]) {
        let (places, lane) = c.colors[0];
        let list = &self.lanes[lane].colors;
        for (channel, out) in out.iter_mut().enumerate() {
            let corners = places.map(|at| list.get(at + channel).copied().unwrap_or_default());
            for k in 0..3 {
                let [u, v, w] = corners.map(|corner| [corner[k]; GROUP]);
                out[k] = weights.blend([&u, &v, &w]);
            }
        }
    }

    /// Light on several triangles.
    #[inline(always)]
    fn light_mixed(&self, c: &Corners, weights: &Weights, out: &mut [[Row; 3]]) {
        let channels = out.len();
        for (i, &(places, lane)) in c.colors.iter().enumerate() {
            let list = &self.lanes[lane].colors;
            let [u, v, w] = places.map(|at| list.get(at..at + channels).unwrap_or(&[]));
            let b = [0, 1, 2].map(|k| weights.b[k][i]);
            for (((out, u), v), w) in out.iter_mut().zip(u).zip(v).zip(w) {
                for k in 0..3 {
                    out[k][i] = b[0] * u[k] + b[1] * v[k] + b[2] * w[k];
                }
            }
        }
    }

    /// Light on a plane.
    #[inline(always)]
    fn light_grid(
        &self,
        id: usize,
        item: &Item,
        grid: &Grid,
        c: &Corners,
        weights: &Weights,
        out: &mut [[Row; 3]],
        kept: &mut Kept,
    ) {
        let [x, y] = [0, 1].map(|k| weights.blend([&c.local[0][k], &c.local[1][k], &c.local[2][k]]));
        let first = half_field(grid, x[0], y[0]);
        // half a field is convex: a row of one triangle is in it if its ends are
        let rest = if c.mixed { 1 } else { GROUP - 1 };
        if (rest..GROUP).all(|i| first.is_with(&half_field(grid, x[i], y[i]))) {
            self.look_up(id, item, grid, &first, out.len(), kept);
            let [s, t] = first.shares(grid, &x, &y);
            for (channel, out) in out.iter_mut().enumerate() {
                *out = kept.last.row(channel, &s, &t);
            }
            return;
        }
        for i in 0..GROUP {
            let at = half_field(grid, x[i], y[i]);
            self.look_up(id, item, grid, &at, out.len(), kept);
            for (channel, out) in out.iter_mut().enumerate() {
                let color = kept.last.at(channel, at.s, at.t);
                (0..3).for_each(|k| out[k][i] = color[k]);
            }
        }
    }
}

/// Texels of a group.
#[inline(always)]
fn texture_row(texture: &Texture, mapping: Mapping, c: &Corners, weights: &Weights, out: &mut ColorRow) {
    let values = |k: usize| [&c.map[0][k], &c.map[1][k], &c.map[2][k]];
    let Some(shift) = mapping.shift() else {
        let blends = [0, 1, 2].map(|k| weights.blend(values(k)));
        let [x, y, z] = [0, 1, 2].map(|k| weights.steps(c, values(k), &blends[k]));
        texture.cube_row(&blends, &[0, 1].map(|axis| [x[axis], y[axis], z[axis]]), out);
        return;
    };
    let mut at = [[0.0; GROUP]; 2];
    let mut step = [[0.0; GROUP]; 2];
    for k in 0..2 {
        let blend = weights.blend(values(k));
        let [dx, dy] = weights.steps(c, values(k), &blend);
        for i in 0..GROUP {
            at[k][i] = blend[i] + shift;
            step[k][i] = dx[i].abs().max(dy[i].abs());
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
}

impl Shadow {
    /// Whether light reaches each point of a group.
    #[inline(always)]
    fn lit_row(&self, p: &[Row; 3], margin: &Row) -> [bool; GROUP] {
        let Some((view, size)) = self.map() else { return [true; GROUP] };
        let mut at = [[0.0; GROUP]; 4];
        for (at, row) in at.iter_mut().zip(&view.rows) {
            for i in 0..GROUP {
                at[i] = row[0] * p[0][i] + row[1] * p[1][i] + row[2] * p[2][i] + row[3];
            }
        }
        let (mut x, mut y, mut inside) = ([0.0; GROUP], [0.0; GROUP], [false; GROUP]);
        let mut any = false;
        for i in 0..GROUP {
            let w = 1.0 / at[2][i];
            x[i] = at[0][i] * w;
            y[i] = at[1][i] * w;
            inside[i] = (w > 0.0) & (x[i] >= 0.0) & (y[i] >= 0.0) & (x[i] < size) & (y[i] < size);
            any |= inside[i];
        }
        let mut lit = [true; GROUP];
        if any {
            let mut depth = [0.0; GROUP];
            for i in 0..GROUP {
                depth[i] = view.depth.value(self.nearer(at[3][i]) - margin[i]);
            }
            for i in 0..GROUP {
                lit[i] = !inside[i] || depth[i] >= self.nearest(x[i] as usize, y[i] as usize);
            }
        }
        lit
    }
}
