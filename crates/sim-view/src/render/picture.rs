//! One tile of a picture in colour: what is seen is found first, then each visible triangle is coloured once for a pixel.

use crate::render::geometry::Lane;
use crate::render::shade::{Kept, Prepared, Shader};
use crate::render::sky::Sky;
use crate::render::span::GROUP;
use crate::render::tiles::{self, HEIGHT, NONE, PIXELS, Sampling, Triangle, Visible, WIDTH};

/// Colours of a tile, sample by sample: red, green and blue in the low bytes.
type Samples = Vec<[u32; PIXELS]>;

/// Buffers of a thread.
#[derive(Debug)]
pub(super) struct Canvas {
    layer: Layer,
    mirrored: Layer,
    pub(super) kept: Kept,
}

/// What is seen of one pass in a tile.
#[derive(Debug)]
struct Layer {
    visible: Visible,
    colors: Samples,
    /// Lane and place of each triangle that touches the tile.
    triangles: Vec<(u32, u32)>,
    /// Place in `prepared` of each, or none.
    ready: Vec<u32>,
    prepared: Vec<Prepared>,
    has_clear: bool,
}

impl Layer {
    fn new(samples: usize) -> Self {
        Self {
            visible: Visible::new(samples),
            colors: vec![[0; PIXELS]; samples],
            triangles: Vec::new(),
            ready: Vec::new(),
            prepared: Vec::new(),
            has_clear: false,
        }
    }
}

impl Canvas {
    pub(super) fn new(samples: usize) -> Self {
        Self { layer: Layer::new(samples), mirrored: Layer::new(samples), kept: Kept::new() }
    }

    /// Bytes it takes, without lists of triangles.
    pub(super) fn bytes(samples: usize) -> u64 {
        (2 * samples * PIXELS * 12 + Kept::BYTES) as u64
    }
}

/// What a tile is painted from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Painter<'a> {
    pub(super) shader: Shader<'a>,
    /// The scene in the mirror.
    pub(super) mirror: Option<Shader<'a>>,
    pub(super) sky: Option<&'a Sky<'a>>,
    pub(super) additive: bool,
}

impl Painter<'_> {
    /// Paints the tile whose first pixel is at `origin` into rows of the picture, from `rows` on.
    pub(super) fn paint(&self, canvas: &mut Canvas, origin: [usize; 2], rows: &mut [u8]) {
        let sampling = &self.shader.setting.sampling;
        let tile = origin[1] / HEIGHT * sampling.columns() + origin[0] / WIDTH;
        let size = [WIDTH.min(sampling.width - origin[0]), HEIGHT.min(sampling.height - origin[1])];
        let Canvas { layer, mirrored, kept } = canvas;
        layer.find(&self.shader, tile, origin);
        let mirror = self.mirror.as_ref().filter(|_| layer.shows_mirror(&self.shader, origin));
        if let Some(mirror) = mirror {
            mirrored.find(mirror, tile, origin);
            mirrored.color_all(mirror, None, origin, size, kept);
            mirrored.blend(mirror, None, tile, origin, size, self.additive, kept);
        }
        layer.color_all(&self.shader, self.sky, origin, size, kept);
        if mirror.is_some() {
            layer.add_mirror(mirrored, size);
        }
        layer.blend(&self.shader, self.sky, tile, origin, size, self.additive, kept);
        layer.resolve(origin, size, sampling.width, rows);
    }
}

impl Layer {
    /// Finds which triangle is seen at each sample.
    fn find(&mut self, shader: &Shader<'_>, tile: usize, origin: [usize; 2]) {
        self.visible.clear();
        self.triangles.clear();
        self.prepared.clear();
        self.has_clear = false;
        for (i, lane) in shader.lanes.iter().enumerate() {
            for &place in lane.opaque.of_tile(tile) {
                let id = self.triangles.len() as u32;
                self.triangles.push((i as u32, place));
                let triangle = &lane.opaque.list[place as usize];
                tiles::cover(triangle, id, &shader.setting.sampling, origin, &mut self.visible);
            }
            self.has_clear |= !lane.clear.of_tile(tile).is_empty();
        }
        self.ready.clear();
        self.ready.resize(self.triangles.len(), NONE);
    }

    /// The triangle with a number, ready to be read.
    fn prepare(&mut self, shader: &Shader<'_>, id: u32, origin: [usize; 2]) -> Option<usize> {
        let ready = *self.ready.get(id as usize)?;
        if ready != NONE {
            return Some(ready as usize);
        }
        let (lane, place) = self.triangles[id as usize];
        let triangle = &shader.lanes[lane as usize].opaque.list[place as usize];
        let prepared = Prepared::new(&shader.setting, shader.lanes, lane as usize, triangle, origin)?;
        self.ready[id as usize] = self.prepared.len() as u32;
        self.prepared.push(prepared);
        Some(self.prepared.len() - 1)
    }

    /// Whether a sample shows the mirror.
    fn shows_mirror(&mut self, shader: &Shader<'_>, origin: [usize; 2]) -> bool {
        let lanes = shader.lanes;
        let items = shader.setting.items;
        let is_mirror = |&(lane, place): &(u32, u32)| {
            let lane: &Lane = &lanes[lane as usize];
            let draw = lane.opaque.list[place as usize].draw;
            items[lane.drawn[draw as usize].item].role == crate::render::items::Role::Mirror
        };
        let mut any = false;
        for id in 0..self.triangles.len() as u32 {
            // the mirror comes first
            if !is_mirror(&self.triangles[id as usize]) {
                break;
            }
            any |= self.prepare(shader, id, origin).is_some_and(|at| self.prepared[at].mirrors);
        }
        any
    }

    /// Colours all samples.
    fn color_all(
        &mut self,
        shader: &Shader<'_>,
        sky: Option<&Sky<'_>>,
        origin: [usize; 2],
        size: [usize; 2],
        kept: &mut Kept,
    ) {
        for y in 0..size[1] {
            for x in (0..size[0]).step_by(GROUP) {
                if self.color_group(shader, sky, origin, [x, y], kept) {
                    continue;
                }
                for x in x..(x + GROUP).min(size[0]) {
                    self.color(shader, sky, origin, [x, y], kept);
                }
            }
        }
    }

    /// Colours eight pixels at once, where one triangle covers them or none does; whether it did.
    fn color_group(
        &mut self,
        shader: &Shader<'_>,
        sky: Option<&Sky<'_>>,
        origin: [usize; 2],
        [x, y]: [usize; 2],
        kept: &mut Kept,
    ) -> bool {
        let at = y * WIDTH + x;
        let id = self.visible.seen[0][at];
        let mut others = 0;
        for seen in &self.visible.seen {
            let Some(seen) = seen[at..].first_chunk::<GROUP>() else { return false };
            seen.iter().for_each(|seen| others |= seen ^ id);
        }
        if others != 0 {
            return false;
        }
        let mut packed = [0; GROUP];
        let (left, top) = (origin[0] as f32, origin[1] as f32);
        let row = if id == NONE {
            match sky {
                Some(_) if shader.fog.is_some() => return false,
                Some(sky) => sky.group(left + x as f32 + 0.5, top + y as f32 + 0.5),
                None => Some([[0.0; GROUP]; 3]),
            }
        } else {
            let Some(place) = self.prepare(shader, id, origin) else { return false };
            let limit = sky.map_or(f32::INFINITY, |sky| sky.clear);
            shader.group(&self.prepared[place], x as f32, y as f32, [left, top], limit, kept)
        };
        let Some(row) = row else { return false };
        for i in 0..GROUP {
            packed[i] = pack([row[0][i], row[1][i], row[2][i]]);
        }
        for colors in &mut self.colors {
            if let Some(colors) = colors[at..].first_chunk_mut::<GROUP>() {
                *colors = packed;
            }
        }
        true
    }

    /// Colours the samples of a pixel.
    fn color(&mut self, shader: &Shader<'_>, sky: Option<&Sky<'_>>, origin: [usize; 2], [x, y]: [usize; 2], kept: &mut Kept) {
        let at = y * WIDTH + x;
        let first = self.visible.seen[0][at];
        if self.visible.seen[1..].iter().all(|seen| seen[at] == first) {
            let color = self.color_of(shader, sky, origin, [x, y], first, kept);
            self.colors.iter_mut().for_each(|colors| colors[at] = color);
            return;
        }
        for sample in 0..self.colors.len() {
            let id = self.visible.seen[sample][at];
            // the same triangle has the same colour
            let known = (0..sample).find(|&other| self.visible.seen[other][at] == id);
            self.colors[sample][at] = match known {
                Some(other) => self.colors[other][at],
                None => self.color_of(shader, sky, origin, [x, y], id, kept),
            };
        }
    }

    /// The colour of a triangle at a pixel, or of what is behind everything.
    fn color_of(
        &mut self,
        shader: &Shader<'_>,
        sky: Option<&Sky<'_>>,
        origin: [usize; 2],
        pixel: [usize; 2],
        id: u32,
        kept: &mut Kept,
    ) -> u32 {
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
            let (limit, behind) = sky.at(px, py);
            if distance > limit {
                (color, distance) = (behind, limit);
                if let Some(fog) = &shader.fog {
                    fog.cover(distance, &mut color);
                }
            }
            sky.cover(px, py, distance, &mut color);
        }
        pack(color)
    }

    /// Adds the mirror's image where the mirror is seen.
    fn add_mirror(&mut self, mirrored: &Layer, size: [usize; 2]) {
        for (sample, colors) in self.colors.iter_mut().enumerate() {
            for y in 0..size[1] {
                for at in y * WIDTH..y * WIDTH + size[0] {
                    let id = self.visible.seen[sample][at];
                    let ready = self.ready.get(id as usize).copied().unwrap_or(NONE);
                    if self.prepared.get(ready as usize).is_some_and(|p| p.mirrors) {
                        let (a, b) = (unpack(colors[at]), unpack(mirrored.colors[sample][at]));
                        colors[at] = join([0, 1, 2].map(|k| (a[k] + b[k]).min(255)));
                    }
                }
            }
        }
    }

    /// Blends what can be seen through, near to far and, where colours do not add up, far to near again.
    fn blend(
        &mut self,
        shader: &Shader<'_>,
        sky: Option<&Sky<'_>>,
        tile: usize,
        origin: [usize; 2],
        size: [usize; 2],
        additive: bool,
        kept: &mut Kept,
    ) {
        if !self.has_clear {
            return;
        }
        let mut one = |lane: usize, place: u32| {
            let triangle = &shader.lanes[lane].clear.list[place as usize];
            self.blend_triangle(shader, sky, lane, triangle, origin, size, additive, kept);
        };
        for (i, lane) in shader.lanes.iter().enumerate() {
            lane.clear.of_tile(tile).iter().for_each(|&place| one(i, place));
        }
        if !additive {
            for (i, lane) in shader.lanes.iter().enumerate().rev() {
                lane.clear.of_tile(tile).iter().rev().for_each(|&place| one(i, place));
            }
        }
    }

    fn blend_triangle(
        &mut self,
        shader: &Shader<'_>,
        sky: Option<&Sky<'_>>,
        lane: usize,
        triangle: &Triangle,
        origin: [usize; 2],
        size: [usize; 2],
        additive: bool,
        kept: &mut Kept,
    ) {
        let Some(prepared) = Prepared::new(&shader.setting, shader.lanes, lane, triangle, origin) else { return };
        let sampling: &Sampling = &shader.setting.sampling;
        let [ox, oy] = origin.map(|x| x as f32);
        let colors = &mut self.colors;
        tiles::overlay(triangle, sampling, origin, &self.visible.z, |at, samples| {
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
            for (sample, colors) in colors.iter_mut().enumerate() {
                if samples >> sample & 1 == 1 {
                    let under = unpack(colors[at]).map(|c| c as f32 / 255.0);
                    colors[at] = pack([0, 1, 2].map(|k| f.color[k] * alpha + under[k] * rest));
                }
            }
        });
    }

    /// Writes the mean of each pixel's samples.
    fn resolve(&self, origin: [usize; 2], size: [usize; 2], width: usize, rows: &mut [u8]) {
        for y in 0..size[1] {
            let start = (y * width + origin[0]) * 3;
            let Some(row) = rows.get_mut(start..start + size[0] * 3) else { continue };
            let span = y * WIDTH..y * WIDTH + size[0];
            if let [a, b, c, d] = &self.colors[..] {
                let samples = a[span.clone()].iter().zip(&b[span.clone()]).zip(&c[span.clone()]).zip(&d[span]);
                for (pixel, (((a, b), c), d)) in row.as_chunks_mut::<3>().0.iter_mut().zip(samples) {
                    // two channels at a time, sixteen bits each
                    let even = |x: &u32| x & 0x00ff_00ff;
                    let odd = |x: &u32| x >> 8 & 0xff;
                    let outer = (even(a) + even(b) + even(c) + even(d) + 0x0002_0002) >> 2;
                    let inner = (odd(a) + odd(b) + odd(c) + odd(d) + 2) >> 2;
                    *pixel = [outer as u8, inner as u8, (outer >> 16) as u8];
                }
            } else if let Some(colors) = self.colors.first() {
                for (pixel, color) in row.as_chunks_mut::<3>().0.iter_mut().zip(&colors[span]) {
                    *pixel = unpack(*color).map(|c| c as u8);
                }
            }
        }
    }
}

/// A colour in bytes.
#[inline(always)]
fn pack(color: [f32; 3]) -> u32 {
    join(color.map(|c| (c.clamp(0.0, 1.0) * 255.0 + 0.5) as u32))
}

#[inline(always)]
fn join([r, g, b]: [u32; 3]) -> u32 {
    r | g << 8 | b << 16
}

#[inline(always)]
fn unpack(color: u32) -> [u32; 3] {
    [color & 0xff, color >> 8 & 0xff, color >> 16 & 0xff]
}
