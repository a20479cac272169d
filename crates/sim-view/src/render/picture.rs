//! One tile of a picture in colour: what is seen is found first, then each visible triangle is coloured once for a pixel.

use crate::render::geometry::{LANES, Lane};
use crate::render::items::{Form, Role};
use crate::render::patches::Rows;
use crate::render::pixels::{ShadingScratch, TileShading, join, pack};
use crate::render::shade::{Kept, Prepared, Shader};
use crate::render::sky::Sky;
use crate::render::surface::Surface;
use crate::render::tiles::{self, GROUP, HEIGHT, NONE, PIXELS, Sampling, Triangle, Visible, WIDTH};
use sim_core::binding::linalg::{Kernel, widest};

/// Buffers of a thread.
#[derive(Debug)]
pub(super) struct Framebuffer {
    layer: Layer,
    mirrored: Layer,
    scratch: Box<ShadingScratch>,
}

/// What is seen of one pass in a tile.
#[derive(Debug)]
pub(super) struct Layer {
    pub(super) visible: Visible,
    /// Colours of the samples, as [`Visible`] has them: red, green and blue in the low bytes.
    pub(super) colors: Vec<u32>,
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
            colors: vec![0; samples * PIXELS],
            numbers: Numbers::default(),
            keys: vec![NONE; READY],
            prepared: vec![Prepared::NONE; READY],
            asked: vec![(NONE, NO_OWNER); READY],
            has_clear: false,
        }
    }
}

impl Framebuffer {
    pub(super) fn new(samples: usize) -> Self {
        let scratch = Box::new(ShadingScratch::new(samples));
        Self { layer: Layer::new(samples), mirrored: Layer::new(samples), scratch }
    }

    /// Forgets what was kept of the last picture.
    pub(super) fn forget(&mut self) {
        self.scratch.kept.clear();
    }

    /// Bytes it takes, without lists of triangles.
    pub(super) fn bytes(samples: usize) -> u64 {
        (2 * samples * PIXELS * 12 + ShadingScratch::bytes(samples) + 2 * READY * (12 + size_of::<Prepared>())) as u64
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
    /// Paints the tile whose first pixel is at `origin`, on the first of `rows`.
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

/// A tile to paint.
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
    pub(super) fn color(&mut self, s: &TileShading<'_>, [x, y]: [usize; 2], kept: &mut Kept) {
        let samples = self.visible.samples.min(4);
        let places = [0, 1, 2, 3].map(|sample| tiles::place(y * WIDTH + x, sample, samples));
        let mut whose = [NO_OWNER; 4];
        for sample in 0..samples {
            let id = self.visible.seen[places[sample]];
            whose[sample] = self.owner(s.shader, id);
            // the same triangle has the same colour, and so have neighbours on a smooth surface
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

    /// The colour of a triangle at a pixel, or of what is behind everything.
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

    /// Adds the mirror's image where the mirror is seen.
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

    /// Blends what can be seen through, near to far and, where colours do not add up, far to near again.
    fn blend(&mut self, s: &TileShading<'_>, tile: usize, additive: bool, kept: &mut Kept) {
        if !self.has_clear {
            return;
        }
        let lanes = s.shader.lanes;
        let mut one = |lane: usize, place: u32| {
            self.blend_triangle(s, lane, &lanes[lane].clear.list[place as usize], additive, kept);
        };
        for (i, lane) in lanes.iter().enumerate() {
            lane.clear.of_tile(tile).iter().for_each(|&place| one(i, place));
        }
        if !additive {
            for (i, lane) in lanes.iter().enumerate().rev() {
                lane.clear.of_tile(tile).iter().rev().for_each(|&place| one(i, place));
            }
        }
    }

    #[inline(never)]
    fn blend_triangle(
        &mut self,
        s: &TileShading<'_>,
        lane: usize,
        triangle: &Triangle,
        additive: bool,
        kept: &mut Kept,
    ) {
        let &TileShading { shader, sky, origin, size } = s;
        let Some(prepared) = Prepared::new(&shader.setting, shader.lanes, lane, triangle, origin) else { return };
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
