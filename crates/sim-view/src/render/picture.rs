//! One tile of a picture in colour: what is seen is found first, then each visible triangle is coloured once for a pixel.

use crate::render::geometry::{LANES, Lane};
use crate::render::items::{Form, Role};
use crate::render::pixels::{join, pack};
use crate::render::shade::{Kept, Prepared, Shader};
use crate::render::sky::Sky;
use crate::render::surface::Surface;
use crate::render::tiles::{self, HEIGHT, NONE, PIXELS, Sampling, Triangle, Visible, WIDTH};
use sim_core::binding::linalg::{Kernel, widest};

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
pub(super) struct Layer {
    pub(super) visible: Visible,
    pub(super) colors: Samples,
    numbers: Numbers,
    /// Triangles that were ready last, and which they are.
    keys: Vec<u32>,
    pub(super) prepared: Vec<Prepared>,
    /// Triangles whose owners were asked for last, and the owners.
    asked: Vec<(u32, Owner)>,
    has_clear: bool,
}

/// The item that a triangle belongs to, and what matters of it here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Owner(u32);

/// Of what is behind everything.
pub(super) const NO_OWNER: Owner = Owner(u32::MAX);

impl Owner {
    fn new(item: usize, form: Form) -> Self {
        let smooth = matches!(form, Form::Sphere | Form::Top | Form::Bottom | Form::Tube);
        let surface = !matches!(form, Form::Line | Form::LineBox);
        Self((item as u32) << 2 | u32::from(smooth) << 1 | u32::from(surface))
    }

    pub(super) fn item(self) -> usize {
        (self.0 >> 2) as usize
    }

    /// Whether it has no edges, so that neighbouring triangles share their colour.
    pub(super) fn is_smooth(self) -> bool {
        self != NO_OWNER && self.0 >> 1 & 1 == 1
    }

    /// Whether it is no line.
    pub(super) fn is_surface(self) -> bool {
        self.0 & 1 == 1
    }
}

/// Triangles of a tile that are kept ready, by the low bits of their numbers.
const READY: usize = 512;

/// Numbers of a tile's triangles, lane by lane.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Numbers {
    /// First number of each lane, and the number of all.
    starts: [u32; LANES + 1],
    tile: usize,
}

impl Numbers {
    /// Numbers the opaque triangles of a tile, and finds which is seen at each sample.
    #[inline(always)]
    pub(super) fn cover(
        &mut self,
        lanes: &[Lane],
        sampling: &Sampling,
        tile: usize,
        origin: [usize; 2],
        visible: &mut Visible,
    ) {
        self.tile = tile;
        self.starts = [0; LANES + 1];
        for (i, lane) in lanes.iter().enumerate().take(LANES) {
            let places = lane.opaque.of_tile(tile);
            for (k, &place) in places.iter().enumerate() {
                let id = self.starts[i] + k as u32;
                tiles::cover(&lane.opaque.list[place as usize], id, sampling, origin, visible);
            }
            self.starts[i + 1] = self.starts[i] + places.len() as u32;
        }
    }

    fn count(&self) -> u32 {
        self.starts[LANES]
    }

    /// The owner of a triangle.
    #[inline(never)]
    fn owner(&self, shader: &Shader<'_>, id: u32) -> Owner {
        let found = self.triangle(shader.lanes, id);
        let drawn = found.and_then(|(lane, triangle)| shader.lanes[lane].drawn.get(triangle.draw as usize));
        drawn.map_or(NO_OWNER, |drawn| Owner::new(drawn.item, shader.setting.items[drawn.item].form))
    }

    /// Lane and triangle of a number.
    #[inline(always)]
    pub(super) fn triangle<'a>(&self, lanes: &'a [Lane], id: u32) -> Option<(usize, &'a Triangle)> {
        let lane = self.starts[1..].iter().position(|&start| id < start)?;
        let list = &lanes.get(lane)?.opaque;
        let place = *list.of_tile(self.tile).get((id - self.starts[lane]) as usize)?;
        Some((lane, list.list.get(place as usize)?))
    }
}

impl Layer {
    fn new(samples: usize) -> Self {
        Self {
            visible: Visible::new(samples),
            colors: vec![[0; PIXELS]; samples],
            numbers: Numbers::default(),
            keys: vec![NONE; READY],
            prepared: vec![Prepared::NONE; READY],
            asked: vec![(NONE, NO_OWNER); READY],
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
        (2 * samples * PIXELS * 12 + Kept::BYTES + 2 * READY * (12 + size_of::<Prepared>())) as u64
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
        widest(Tile { painter: self, canvas, origin, rows });
    }

    #[inline(always)]
    fn paint_tile(&self, canvas: &mut Canvas, origin: [usize; 2], rows: &mut [u8]) {
        let sampling = &self.shader.setting.sampling;
        let tile = origin[1] / HEIGHT * sampling.columns() + origin[0] / WIDTH;
        let size = [WIDTH.min(sampling.width - origin[0]), HEIGHT.min(sampling.height - origin[1])];
        let Canvas { layer, mirrored, kept } = canvas;
        layer.find(&self.shader, tile, origin);
        let mirror = self.mirror.as_ref().filter(|mirror| mirror.has(tile) && layer.shows_mirror(&self.shader));
        if let Some(mirror) = mirror {
            mirrored.find(mirror, tile, origin);
            mirrored.color_all(mirror, None, origin, size, kept);
            mirrored.blend(mirror, None, tile, origin, size, self.additive, kept);
        }
        layer.color_all(&self.shader, self.sky, origin, size, kept);
        if mirror.is_some() {
            layer.add_mirror(&self.shader, mirrored, size);
        }
        layer.blend(&self.shader, self.sky, tile, origin, size, self.additive, kept);
        layer.resolve(origin, size, sampling.width, rows);
    }
}

/// A tile to paint.
struct Tile<'a, 'b> {
    painter: &'a Painter<'b>,
    canvas: &'a mut Canvas,
    origin: [usize; 2],
    rows: &'a mut [u8],
}

impl Kernel for Tile<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.painter.paint_tile(self.canvas, self.origin, self.rows);
    }
}

impl Layer {
    /// Finds which triangle is seen at each sample.
    #[inline(always)]
    fn find(&mut self, shader: &Shader<'_>, tile: usize, origin: [usize; 2]) {
        self.visible.clear();
        self.keys.fill(NONE);
        self.asked.fill((NONE, NO_OWNER));
        self.numbers.cover(shader.lanes, &shader.setting.sampling, tile, origin, &mut self.visible);
        self.has_clear = shader.lanes.iter().any(|lane| !lane.clear.of_tile(tile).is_empty());
    }

    /// The triangle with a number, ready to be read: its place in `prepared`.
    #[inline(always)]
    pub(super) fn prepare(&mut self, shader: &Shader<'_>, id: u32, origin: [usize; 2]) -> Option<usize> {
        let slot = id as usize % READY;
        if self.keys[slot] == id { Some(slot) } else { self.prepare_new(shader, id, origin) }
    }

    #[inline(never)]
    fn prepare_new(&mut self, shader: &Shader<'_>, id: u32, origin: [usize; 2]) -> Option<usize> {
        let slot = id as usize % READY;
        let (lane, triangle) = self.numbers.triangle(shader.lanes, id)?;
        self.prepared[slot] = Prepared::new(&shader.setting, shader.lanes, lane, triangle, origin)?;
        self.keys[slot] = id;
        Some(slot)
    }

    /// The owner of a triangle.
    #[inline(always)]
    pub(super) fn owner(&mut self, shader: &Shader<'_>, id: u32) -> Owner {
        if id == NONE {
            return NO_OWNER;
        }
        let asked = &mut self.asked[id as usize % READY];
        if asked.0 != id {
            *asked = (id, self.numbers.owner(shader, id));
        }
        asked.1
    }

    /// Whether a triangle is a side of the mirror that mirrors.
    fn mirrors(&self, shader: &Shader<'_>, id: u32) -> bool {
        let Some((lane, triangle)) = self.numbers.triangle(shader.lanes, id) else { return false };
        let Some(drawn) = shader.lanes[lane].drawn.get(triangle.draw as usize) else { return false };
        let item = &shader.setting.items[drawn.item];
        let up = |surface: &Surface| {
            surface.normal[2].get(drawn.vertex + triangle.corners[0] as usize).is_some_and(|&z| z > 0.5)
        };
        item.role == Role::Mirror && shader.setting.surface(item.form, drawn.level).is_some_and(up)
    }

    /// Whether a triangle of the tile mirrors. The mirror's have the first numbers.
    fn shows_mirror(&self, shader: &Shader<'_>) -> bool {
        let is_mirrors = |id: u32| {
            let found = self.numbers.triangle(shader.lanes, id);
            let item =
                found.and_then(|(lane, t)| shader.lanes[lane].drawn.get(t.draw as usize)).map(|drawn| drawn.item);
            item.is_some_and(|item| shader.setting.items[item].role == Role::Mirror)
        };
        (0..self.numbers.count()).take_while(|&id| is_mirrors(id)).any(|id| self.mirrors(shader, id))
    }

    /// Colours the samples of a pixel.
    #[inline(never)]
    pub(super) fn color(
        &mut self,
        shader: &Shader<'_>,
        sky: Option<&Sky<'_>>,
        origin: [usize; 2],
        [x, y]: [usize; 2],
        kept: &mut Kept,
    ) {
        let at = y * WIDTH + x;
        let first = self.visible.seen[0][at];
        if self.visible.seen[1..].iter().all(|seen| seen[at] == first) {
            let color = self.color_of(shader, sky, origin, [x, y], first, kept);
            self.colors.iter_mut().for_each(|colors| colors[at] = color);
            return;
        }
        let mut whose = [NO_OWNER; 4];
        for sample in 0..self.colors.len().min(4) {
            let id = self.visible.seen[sample][at];
            whose[sample] = self.owner(shader, id);
            // the same triangle has the same colour, and so have neighbours on a smooth surface
            let same = |other: &usize| {
                self.visible.seen[*other][at] == id || whose[*other].is_smooth() && whose[*other] == whose[sample]
            };
            let known = (0..sample).find(same);
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

    /// Adds the mirror's image where the mirror is seen.
    #[inline(always)]
    fn add_mirror(&mut self, shader: &Shader<'_>, mirrored: &Layer, size: [usize; 2]) {
        let mut last = (NONE, false);
        for sample in 0..self.colors.len() {
            for y in 0..size[1] {
                for at in y * WIDTH..y * WIDTH + size[0] {
                    let id = self.visible.seen[sample][at];
                    if id != last.0 {
                        last = (id, id != NONE && self.mirrors(shader, id));
                    }
                    let image = mirrored.colors[sample][at];
                    if last.1 && image != 0 {
                        let (a, b) = (unpack(self.colors[sample][at]), unpack(image));
                        self.colors[sample][at] = join([0, 1, 2].map(|k| (a[k] + b[k]).min(255)));
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

    #[inline(never)]
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
    #[inline(always)]
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

#[inline(always)]
fn unpack(color: u32) -> [u32; 3] {
    [color & 0xff, color >> 8 & 0xff, color >> 16 & 0xff]
}
