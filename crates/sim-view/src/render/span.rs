//! Many pixels of one item at a time: most of a picture.
//!
//! Computes the colours of `shade`, up to rounding. Rare cases (fog, parallel projection, lines) use `shade`. Each loop
//! does one operation on all pixels of a batch, whose number the compiler does not know: such loops become vector instructions.

use crate::render::assets::Grid;
use crate::render::items::{Form, Item, Mapping};
use crate::render::lighting::MOST_LAMPS;
use crate::render::numeric::{BATCH, Row, floor_i32, larger, share};
use crate::render::shade::{Kept, Prepared, Shader, half_of_field};
use crate::render::shadow::Shadow;
use crate::render::texture::Texture;
use crate::render::texture_row::Texels;
use crate::render::view::Rays;

/// The numbers of [`Prepared`] for the pixels of a batch.
pub(super) trait Corners {
    /// Whether pixels may extend beyond the edges of their triangles.
    const EDGES: bool;

    fn weight(&self, corner: usize, k: usize, i: usize) -> f32;
    fn w(&self, corner: usize, i: usize) -> f32;
    fn local(&self, corner: usize, k: usize, i: usize) -> f32;
    fn map(&self, corner: usize, k: usize, i: usize) -> f32;
    /// Light of an item other than a plane.
    fn light(&self, shader: &Shader<'_>, weights: &Weights, n: usize, out: &mut [[Row; 3]]);
}

/// One triangle covers all pixels.
impl Corners for Prepared {
    const EDGES: bool = false;

    #[inline(always)]
    fn weight(&self, corner: usize, k: usize, _: usize) -> f32 {
        self.weights[corner][k]
    }

    #[inline(always)]
    fn w(&self, corner: usize, _: usize) -> f32 {
        self.w[corner]
    }

    #[inline(always)]
    fn local(&self, corner: usize, k: usize, _: usize) -> f32 {
        self.local[corner][k]
    }

    #[inline(always)]
    fn map(&self, corner: usize, k: usize, _: usize) -> f32 {
        self.map[corner][k]
    }

    #[inline(always)]
    fn light(&self, shader: &Shader<'_>, weights: &Weights, n: usize, out: &mut [[Row; 3]]) {
        let (list, n) = (&shader.chunks[self.chunk].colors, n.min(BATCH));
        for (channel, out) in out.iter_mut().enumerate() {
            let [u, v, w] = self.colors.map(|at| list.get(at + channel).copied().unwrap_or_default());
            for k in 0..3 {
                for i in 0..n {
                    out[k][i] = weights.b[0][i] * u[k] + weights.b[1][i] * v[k] + weights.b[2][i] * w[k];
                }
            }
        }
    }
}

/// Triangles of one item, one for each pixel.
#[derive(Clone, Debug)]
pub(super) struct Mixed {
    weights: [[Row; 3]; 3],
    w: [Row; 3],
    local: [[Row; 2]; 3],
    map: [[Row; 3]; 3],
    /// Indices of the corners in the colours of a chunk, and the chunk.
    colors: [([usize; 3], usize); BATCH],
}

impl Mixed {
    pub(super) fn new() -> Self {
        let none = [0.0; BATCH];
        Self {
            weights: [[none; 3]; 3],
            w: [none; 3],
            local: [[none; 2]; 3],
            map: [[none; 3]; 3],
            colors: [([0; 3], 0); BATCH],
        }
    }

    /// The triangle of a pixel.
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
        self.colors[i] = (p.colors, p.chunk);
    }
}

impl Corners for Mixed {
    const EDGES: bool = true;

    #[inline(always)]
    fn weight(&self, corner: usize, k: usize, i: usize) -> f32 {
        self.weights[corner][k][i]
    }

    #[inline(always)]
    fn w(&self, corner: usize, i: usize) -> f32 {
        self.w[corner][i]
    }

    #[inline(always)]
    fn local(&self, corner: usize, k: usize, i: usize) -> f32 {
        self.local[corner][k][i]
    }

    #[inline(always)]
    fn map(&self, corner: usize, k: usize, i: usize) -> f32 {
        self.map[corner][k][i]
    }

    #[inline(always)]
    fn light(&self, shader: &Shader<'_>, weights: &Weights, n: usize, out: &mut [[Row; 3]]) {
        let channels = out.len();
        for (i, &(indices, chunk)) in self.colors.iter().enumerate().take(n) {
            let list = &shader.chunks[chunk].colors;
            let [u, v, w] = indices.map(|at| list.get(at..at + channels).unwrap_or(&[]));
            let b = [weights.b[0][i], weights.b[1][i], weights.b[2][i]];
            for (((out, u), v), w) in out.iter_mut().zip(u).zip(v).zip(w) {
                for k in 0..3 {
                    out[k][i] = b[0] * u[k] + b[1] * v[k] + b[2] * w[k];
                }
            }
        }
    }
}

/// The weights of triangles' corners at the pixels of a batch.
#[derive(Clone, Debug)]
pub(super) struct Weights {
    /// Weights clamped to the triangle.
    b: [Row; 3],
    /// One over the sum of the corners' functions.
    scale: Row,
}

impl Weights {
    /// Computes the weights, and the distances of the pixels.
    #[inline(always)]
    fn update<C: Corners>(&mut self, c: &C, n: usize, x: &Row, y: &Row, distance: &mut Row) {
        let n = n.min(BATCH);
        let ([b0, b1, b2], scale) = (&mut self.b, &mut self.scale);
        for i in 0..n {
            let f0 = c.weight(0, 0, i) * x[i] + c.weight(0, 1, i) * y[i] + c.weight(0, 2, i);
            let f1 = c.weight(1, 0, i) * x[i] + c.weight(1, 1, i) * y[i] + c.weight(1, 2, i);
            let f2 = c.weight(2, 0, i) * x[i] + c.weight(2, 1, i) * y[i] + c.weight(2, 2, i);
            let one = 1.0 / (f0 + f1 + f2);
            scale[i] = one;
            b0[i] = f0 * one;
            b1[i] = f1 * one;
            b2[i] = f2 * one;
        }
        if !C::EDGES {
            for i in 0..n {
                distance[i] = b0[i] * c.w(0, i) + b1[i] * c.w(1, i) + b2[i] * c.w(2, i);
            }
            return;
        }
        for i in 0..n {
            // the centre of the pixel may be outside: then the nearest edge is used
            let inside = [share(b0[i]), share(b1[i]), share(b2[i])];
            let whole = 1.0 / larger(inside[0] + inside[1] + inside[2], 1e-20);
            let held = [inside[0] * whole, inside[1] * whole, inside[2] * whole];
            // the plane of a triangle seen edge-on has no use
            let flat = (b0[i].abs() < 2.0) & (b1[i].abs() < 2.0) & (b2[i].abs() < 2.0);
            let b = [
                if flat { b0[i] } else { held[0] },
                if flat { b1[i] } else { held[1] },
                if flat { b2[i] } else { held[2] },
            ];
            distance[i] = b[0] * c.w(0, i) + b[1] * c.w(1, i) + b[2] * c.w(2, i);
            b0[i] = held[0];
            b1[i] = held[1];
            b2[i] = held[2];
        }
    }

    /// Texture coordinates, and the larger of their changes to the next pixel in x and y.
    #[inline(always)]
    fn place_flat<C: Corners>(&self, c: &C, n: usize, k: usize, shift: f32, at: &mut Row, step: &mut Row) {
        let n = n.min(BATCH);
        for i in 0..n {
            let (blend, [dx, dy]) = self.one(c, k, i);
            at[i] = blend + shift;
            step[i] = larger(dx.abs(), dy.abs());
        }
    }

    /// A coordinate of a texture at a pixel, and its changes to the next in x and y.
    #[inline(always)]
    fn one<C: Corners>(&self, c: &C, k: usize, i: usize) -> (f32, [f32; 2]) {
        let (u, v, w) = (c.map(0, k, i), c.map(1, k, i), c.map(2, k, i));
        let blend = self.b[0][i] * u + self.b[1][i] * v + self.b[2][i] * w;
        let x = (u - blend) * c.weight(0, 0, i) + (v - blend) * c.weight(1, 0, i) + (w - blend) * c.weight(2, 0, i);
        let y = (u - blend) * c.weight(0, 1, i) + (v - blend) * c.weight(1, 1, i) + (w - blend) * c.weight(2, 1, i);
        (blend, [x * self.scale[i], y * self.scale[i]])
    }
}

/// The pixels of a batch, and intermediate results.
#[derive(Clone, Debug)]
pub(super) struct Batch {
    /// Their number, a multiple of [`tiles::GROUP`](crate::render::tiles::GROUP).
    pub(super) n: usize,
    /// Positions of the pixels in the tile.
    pub(super) x: Row,
    pub(super) y: Row,
    /// Centres of the pixels in the picture.
    pub(super) px: Row,
    pub(super) py: Row,
    pub(super) color: [Row; 3],
    pub(super) distance: Row,
    weights: Weights,
    light: [[Row; 3]; 1 + MOST_LAMPS],
    point: [Row; 3],
    margin: Row,
    lit: Row,
    /// Cells of a plane, or texels of a shadow.
    indices: [i32; BATCH],
    pub(super) texels: Texels,
}

impl Batch {
    pub(super) fn new() -> Self {
        let none = [0.0; BATCH];
        Self {
            n: 0,
            x: none,
            y: none,
            px: none,
            py: none,
            color: [none; 3],
            distance: none,
            weights: Weights { b: [none; 3], scale: none },
            light: [[none; 3]; 1 + MOST_LAMPS],
            point: [none; 3],
            margin: none,
            lit: none,
            indices: [0; BATCH],
            texels: Texels::new(),
        }
    }
}

impl Shader<'_> {
    /// Whether many pixels of a surface can be coloured at a time.
    pub(super) fn takes_batches(&self) -> bool {
        self.fog.is_none() && self.setting.view.depth.perspective
    }

    /// The colours of an item at the pixels of a batch, and their distances.
    #[inline(always)]
    pub(super) fn batch<C: Corners>(&self, id: usize, c: &C, b: &mut Batch, kept: &mut Kept) {
        let s = &self.setting;
        let item = &s.items[id];
        let n = b.n.min(BATCH);
        b.weights.update(c, n, &b.x, &b.y, &mut b.distance);
        let channels = s.channels(item).min(1 + MOST_LAMPS);
        match item.form {
            Form::Grid(grid) => {
                if let Some(grid) = s.assets.grids.get(grid) {
                    self.light_grid(id, item, grid, c, b, channels, kept);
                }
            }
            _ => c.light(self, &b.weights, n, &mut b.light[..channels]),
        }
        let texture = item.texture.and_then(|(id, mapping)| Some((s.assets.textures.get(id)?.as_ref()?, mapping)));
        if let Some((texture, mapping)) = texture {
            read(texture, mapping, c, b);
        }
        let [color, lights @ ..] = &mut b.light;
        if channels > 1 {
            points(&s.view.rays, n, [&b.px, &b.py, &b.distance], &mut b.point, &mut b.margin);
            for (shadow, light) in self.shadows.iter().zip(&lights[..channels - 1]) {
                if !is_dark(light, n) {
                    shadow.light(n, &b.point, &b.margin, &mut b.indices, &mut b.lit);
                    let solid = texture.map(|_| (&b.texels.color[3], item.alpha));
                    add_lit(n, color, light, &mut b.lit, solid);
                }
            }
        }
        for k in 0..3 {
            for i in 0..n {
                b.color[k][i] = color[k][i];
            }
            if texture.is_some() {
                for i in 0..n {
                    b.color[k][i] *= b.texels.color[k][i];
                }
            }
        }
    }

    /// Light on a plane, by runs of pixels in one half cell.
    #[inline(always)]
    fn light_grid<C: Corners>(
        &self,
        id: usize,
        item: &Item,
        grid: &Grid,
        c: &C,
        b: &mut Batch,
        channels: usize,
        kept: &mut Kept,
    ) {
        let n = b.n.min(BATCH);
        // buffers that shadows use later
        let ([x, y, _], indices, w) = (&mut b.point, &mut b.indices, &b.weights.b);
        for i in 0..n {
            x[i] = w[0][i] * c.local(0, 0, i) + w[1][i] * c.local(1, 0, i) + w[2][i] * c.local(2, 0, i);
            y[i] = w[0][i] * c.local(0, 1, i) + w[1][i] * c.local(1, 1, i) + w[2][i] * c.local(2, 1, i);
        }
        grid.halves(n, x, y, indices);
        let mut start = 0;
        while start < n {
            let place = indices[start];
            let end = (start + 1..n).find(|&i| indices[i] != place).unwrap_or(n);
            let at = half_of_field(place);
            self.look_up(id, item, grid, &at, channels, kept);
            let [(x0, dx), (y0, dy)] = at.sides(grid);
            for i in start..end {
                x[i] = share((x[i] - x0) * dx);
                y[i] = share((y[i] - y0) * dy);
            }
            for (channel, out) in b.light[..channels].iter_mut().enumerate() {
                let (base, along) = kept.last.channel(channel);
                for k in 0..3 {
                    for i in start..end {
                        out[k][i] = base[k] + x[i] * along[0][k] + y[i] * along[1][k];
                    }
                }
            }
            start = end;
        }
    }
}

/// Whether no light falls on the pixels.
#[inline(always)]
fn is_dark(light: &[Row; 3], n: usize) -> bool {
    let n = n.min(BATCH);
    let mut bits = 0;
    for row in light {
        for i in 0..n {
            bits |= row[i].abs().to_bits();
        }
    }
    bits == 0
}

/// Adds light where it arrives. Light of lamps with shadows falls only on opaque surfaces.
#[inline(always)]
fn add_lit(n: usize, color: &mut [Row; 3], light: &[Row; 3], lit: &mut Row, solid: Option<(&Row, f32)>) {
    let n = n.min(BATCH);
    if let Some((opacity, alpha)) = solid {
        for i in 0..n {
            lit[i] = if opacity[i] * alpha >= 0.99 { lit[i] } else { 0.0 };
        }
    }
    for k in 0..3 {
        for i in 0..n {
            color[k][i] += lit[i] * light[k][i];
        }
    }
}

/// Points of the model at pixels, and half the width of a pixel there.
#[inline(always)]
fn points(rays: &Rays, n: usize, [px, py, distance]: [&Row; 3], point: &mut [Row; 3], margin: &mut Row) {
    let n = n.min(BATCH);
    let [x, y, z] = point;
    for i in 0..n {
        [x[i], y[i], z[i]] = rays.point(px[i], py[i], distance[i]);
        margin[i] = rays.half_pixel(distance[i]);
    }
}

/// Reads the texture of an item.
#[inline(always)]
fn read<C: Corners>(texture: &Texture, mapping: Mapping, c: &C, b: &mut Batch) {
    let n = b.n.min(BATCH);
    if let Some(shift) = mapping.shift() {
        let [at_x, at_y] = &mut b.texels.at;
        let [step_x, step_y] = &mut b.texels.step;
        b.weights.place_flat(c, n, 0, shift, at_x, step_x);
        b.weights.place_flat(c, n, 1, shift, at_y, step_y);
        texture.flat_row(n, &mut b.texels);
        return;
    }
    for k in 0..3 {
        let [along, dx, dy] = &mut b.texels.direction[k];
        for i in 0..n {
            (along[i], [dx[i], dy[i]]) = b.weights.one(c, k, i);
        }
    }
    texture.cube_row(n, &mut b.texels);
}

impl Shadow {
    /// Fraction of light at each point: all or none.
    #[inline(always)]
    fn light(&self, n: usize, p: &[Row; 3], margin: &Row, indices: &mut [i32; BATCH], lit: &mut Row) {
        let n = n.min(BATCH);
        let Some((view, size)) = self.map() else {
            lit[..n].fill(1.0);
            return;
        };
        let [rx, ry, rw, _] = &view.rows;
        let mut most = -1;
        for i in 0..n {
            let at = |r: &[f32; 4]| r[0] * p[0][i] + r[1] * p[1][i] + r[2] * p[2][i] + r[3];
            let w = 1.0 / at(rw);
            let (x, y) = (at(rx) * w, at(ry) * w);
            let inside = (w > 0.0) & (x >= 0.0) & (y >= 0.0) & (x < size) & (y < size);
            // outside the map indices have any value
            let place = self.place(floor_i32(x).max(0), floor_i32(y).max(0));
            indices[i] = if inside { place } else { -1 };
            most = indices[i].max(most);
        }
        lit[..n].fill(1.0);
        if most < 0 {
            return;
        }
        let rd = &view.rows[3];
        for i in 0..n {
            let distance = rd[0] * p[0][i] + rd[1] * p[1][i] + rd[2] * p[2][i] + rd[3];
            lit[i] = view.depth.value(self.nearer(distance) - margin[i]);
        }
        for i in 0..n {
            lit[i] = if indices[i] < 0 || lit[i] >= self.nearest(indices[i] as usize) { 1.0 } else { 0.0 };
        }
    }
}
