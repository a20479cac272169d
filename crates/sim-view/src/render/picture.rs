//! Draws a tile of a picture in colour: it finds the visible triangles first, then colours each one once per pixel.

use crate::render::layer::{Layer, NO_OWNER, READY};
use crate::render::patches::Rows;
use crate::render::pixels::{ShadingScratch, TileShading, join, pack};
use crate::render::shade::{Kept, Prepared, Shader};
use crate::render::sky::Sky;
use crate::render::tiles::{self, GROUP, HEIGHT, NONE, PIXELS, Sampling, Triangle, WIDTH};
use sim_core::binding::linalg::{Kernel, widest};

/// Buffers of a thread.
#[derive(Debug)]
pub(super) struct Framebuffer {
    layer: Layer,
    mirrored: Layer,
    scratch: Box<ShadingScratch>,
}

impl Framebuffer {
    pub(super) fn new(samples: usize) -> Self {
        let scratch = Box::new(ShadingScratch::new(samples));
        Self { layer: Layer::new(samples), mirrored: Layer::new(samples), scratch }
    }

    /// Clears caches of the last picture.
    pub(super) fn forget(&mut self) {
        self.scratch.kept.clear();
    }

    /// Memory in bytes, without lists of triangles.
    pub(super) fn bytes(samples: usize) -> u64 {
        (2 * samples * PIXELS * 12 + ShadingScratch::bytes(samples) + 2 * READY * (12 + size_of::<Prepared>())) as u64
    }
}

/// Inputs of a tile in colour.
#[derive(Clone, Copy, Debug)]
pub(super) struct Painter<'a> {
    pub(super) shader: Shader<'a>,
    /// The scene in the mirror.
    pub(super) mirror: Option<Shader<'a>>,
    pub(super) sky: Option<&'a Sky<'a>>,
    pub(super) additive: bool,
}

impl Painter<'_> {
    /// Draws the tile whose first pixel is at `origin`, on the first of `rows`.
    pub(super) fn paint(&self, framebuffer: &mut Framebuffer, origin: [usize; 2], rows: &mut Rows<'_>) {
        widest(Tile { painter: self, framebuffer, origin, rows });
    }

    #[inline(always)]
    fn paint_tile(&self, framebuffer: &mut Framebuffer, origin: [usize; 2], rows: &mut Rows<'_>) {
        let sampling = &self.shader.setting.sampling;
        let tile = origin[1] / HEIGHT * sampling.columns() + origin[0] / WIDTH;
        let size = [WIDTH.min(sampling.width - origin[0]), HEIGHT.min(sampling.height - origin[1])];
        let Framebuffer { layer, mirrored, scratch } = framebuffer;
        layer.find(&self.shader, tile, origin);
        let mirror = self.mirror.as_ref().filter(|mirror| mirror.has(tile) && layer.shows_mirror(&self.shader));
        if let Some(mirror) = mirror {
            mirrored.find(mirror, tile, origin);
            let s = TileShading { shader: mirror, sky: None, origin, size };
            mirrored.color_all(&s, scratch);
            mirrored.blend(&s, tile, self.additive, &mut scratch.kept);
        }
        let s = TileShading { shader: &self.shader, sky: self.sky, origin, size };
        layer.color_all(&s, scratch);
        if mirror.is_some() {
            layer.add_mirror(&self.shader, mirrored);
        }
        layer.blend(&s, tile, self.additive, &mut scratch.kept);
        layer.resolve(origin[0], size, rows);
    }
}

/// A tile to draw.
struct Tile<'a, 'b, 'c> {
    painter: &'a Painter<'b>,
    framebuffer: &'a mut Framebuffer,
    origin: [usize; 2],
    rows: &'a mut Rows<'c>,
}

impl Kernel for Tile<'_, '_, '_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.painter.paint_tile(self.framebuffer, self.origin, self.rows);
    }
}

impl Layer {
    /// Colours the samples of a pixel.
    #[inline(never)]
    pub(super) fn color(&mut self, s: &TileShading<'_>, [x, y]: [usize; 2], kept: &mut Kept) {
        let samples = self.visible.samples.min(4);
        let places = [0, 1, 2, 3].map(|sample| tiles::place(y * WIDTH + x, sample, samples));
        let mut whose = [NO_OWNER; 4];
        for sample in 0..samples {
            let id = self.visible.seen[places[sample]];
            whose[sample] = self.owner(s.shader, id);
            // a triangle has one colour in a pixel, and so have neighbours on a smooth surface
            let same = |other: &usize| {
                self.visible.seen[places[*other]] == id || whose[*other].is_smooth() && whose[*other] == whose[sample]
            };
            let known = (0..sample).find(same);
            self.colors[places[sample]] = match known {
                Some(other) => self.colors[places[other]],
                None => self.color_of(s, [x, y], id, kept),
            };
        }
    }

    /// The colour of a triangle at a pixel, or of the background.
    fn color_of(&mut self, s: &TileShading<'_>, pixel: [usize; 2], id: u32, kept: &mut Kept) -> u32 {
        let &TileShading { shader, sky, origin, .. } = s;
        let [ox, oy] = origin.map(|x| x as f32);
        let (x, y) = (pixel[0] as f32, pixel[1] as f32);
        let (px, py) = (ox + x + 0.5, oy + y + 0.5);
        if let (NONE, Some(sky), None) = (id, sky, &shader.fog) {
            return pack(sky.alone(px, py));
        }
        let mut color = [0.0; 3];
        let mut distance = f32::INFINITY;
        if id != NONE
            && let Some(at) = self.prepare(shader, id, origin)
        {
            let fragment = shader.fragment(&self.prepared[at], x, y, [ox, oy], kept);
            (color, distance) = (fragment.color, fragment.distance);
        }
        if let Some(sky) = sky
            && distance > sky.clear
        {
            let limit = sky.distance(px, py);
            if distance > limit {
                (color, distance) = (sky.color(px, py, limit), limit);
                if let Some(fog) = &shader.fog {
                    fog.cover(distance, &mut color);
                }
            }
            sky.cover(px, py, distance, shader.fog.as_ref(), &mut color);
        }
        pack(color)
    }

    /// Adds the mirror's image where the mirror is visible.
    #[inline(always)]
    fn add_mirror(&mut self, shader: &Shader<'_>, mirrored: &Layer) {
        let mut last = (NONE, false);
        for at in 0..self.colors.len() {
            let image = mirrored.colors[at];
            if image == 0 {
                continue;
            }
            let id = self.visible.seen[at];
            if id != last.0 {
                last = (id, id != NONE && self.mirrors(shader, id));
            }
            if last.1 {
                let (a, b) = (unpack(self.colors[at]), unpack(image));
                self.colors[at] = join([0, 1, 2].map(|k| (a[k] + b[k]).min(255)));
            }
        }
    }

    /// Blends transparent triangles, near to far and, unless colours add up, far to near again.
    fn blend(&mut self, s: &TileShading<'_>, tile: usize, additive: bool, kept: &mut Kept) {
        if !self.has_clear {
            return;
        }
        let chunks = s.shader.chunks;
        let mut one = |chunk: usize, place: u32| {
            self.blend_triangle(s, chunk, &chunks[chunk].clear.list[place as usize], additive, kept);
        };
        for (i, chunk) in chunks.iter().enumerate() {
            chunk.clear.of_tile(tile).iter().for_each(|&place| one(i, place));
        }
        if !additive {
            for (i, chunk) in chunks.iter().enumerate().rev() {
                chunk.clear.of_tile(tile).iter().rev().for_each(|&place| one(i, place));
            }
        }
    }

    #[inline(never)]
    fn blend_triangle(
        &mut self,
        s: &TileShading<'_>,
        chunk: usize,
        triangle: &Triangle,
        additive: bool,
        kept: &mut Kept,
    ) {
        let &TileShading { shader, sky, origin, size } = s;
        let Some(prepared) = Prepared::new(&shader.setting, shader.chunks, chunk, triangle, origin) else { return };
        let sampling: &Sampling = &shader.setting.sampling;
        let [ox, oy] = origin.map(|x| x as f32);
        let colors = &mut self.colors;
        let count = self.visible.samples;
        tiles::overlay(triangle, sampling, origin, &self.visible, |at, samples| {
            let (x, y) = (at % WIDTH, at / WIDTH);
            if x >= size[0] || y >= size[1] {
                return;
            }
            let (x, y) = (x as f32, y as f32);
            let f = shader.fragment(&prepared, x, y, [ox, oy], kept);
            if sky.is_some_and(|sky| sky.hides(ox + x + 0.5, oy + y + 0.5, f.distance)) {
                return;
            }
            let alpha = f.alpha.clamp(0.0, 1.0);
            let rest = if additive { 1.0 } else { 1.0 - alpha };
            for sample in (0..count).filter(|&sample| samples >> sample & 1 == 1) {
                let color = &mut colors[tiles::place(at, sample, count)];
                let under = unpack(*color).map(|c| c as f32 / 255.0);
                *color = pack([0, 1, 2].map(|k| f.color[k] * alpha + under[k] * rest));
            }
        });
    }

    /// Writes the mean of each pixel's samples.
    #[inline(always)]
    fn resolve(&self, left: usize, size: [usize; 2], rows: &mut Rows<'_>) {
        let samples = self.visible.samples;
        for y in 0..size[1] {
            let start = (y * rows.width + left - rows.left) * 3;
            let Some(row) = rows.bytes.get_mut(start..start + size[0] * 3) else { continue };
            let colors = &self.colors[y * WIDTH * samples..(y + 1) * WIDTH * samples];
            let groups = colors.chunks_exact(GROUP * samples);
            for (pixels, colors) in row.chunks_mut(3 * GROUP).zip(groups) {
                let mut means = [0; GROUP];
                match colors.as_chunks::<GROUP>().0 {
                    [a, b, c, d] => {
                        for i in 0..GROUP {
                            // two channels at a time, sixteen bits each
                            let even = |x: u32| x & 0x00ff_00ff;
                            let odd = |x: u32| x >> 8 & 0xff;
                            let outer = (even(a[i]) + even(b[i]) + even(c[i]) + even(d[i]) + 0x0002_0002) >> 2;
                            let inner = (odd(a[i]) + odd(b[i]) + odd(c[i]) + odd(d[i]) + 2) >> 2;
                            means[i] = outer & 0x00ff_00ff | inner << 8;
                        }
                    }
                    [one] => means = *one,
                    _ => {}
                }
                for (pixel, mean) in pixels.as_chunks_mut::<3>().0.iter_mut().zip(means) {
                    let [r, g, b, _] = mean.to_le_bytes();
                    *pixel = [r, g, b];
                }
            }
        }
    }
}

#[inline(always)]
fn unpack(color: u32) -> [u32; 3] {
    [color & 0xff, color >> 8 & 0xff, color >> 16 & 0xff]
}
