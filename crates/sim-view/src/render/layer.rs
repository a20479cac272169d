//! Layers: the visible triangles of a pass in a tile.

use crate::render::chunk::{CHUNKS, Chunk};
use crate::render::items::{Form, Role};
use crate::render::shade::{Prepared, Shader};
use crate::render::surface::Surface;
use crate::render::tiles::{self, NONE, PIXELS, Sampling, Triangle, Visible};

/// The visible triangles of a pass in a tile.
#[derive(Debug)]
pub(super) struct Layer {
    pub(super) visible: Visible,
    /// Colours of the samples, indexed as in [`Visible`]: red, green and blue in the low bytes.
    pub(super) colors: Vec<u32>,
    numbers: Numbers,
    /// Cache of prepared triangles, and their numbers.
    keys: Vec<u32>,
    pub(super) prepared: Vec<Prepared>,
    /// Cache of owners, with the triangles' numbers.
    asked: Vec<(u32, Owner)>,
    pub(super) has_clear: bool,
}

/// The item of a triangle, with its properties for this step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Owner(u32);

/// The owner of the background.
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

    /// Whether it is not a line.
    pub(super) fn is_surface(self) -> bool {
        self.0 & 1 == 1
    }
}

/// Size of the cache of prepared triangles, indexed by the low bits of their numbers.
pub(super) const READY: usize = 512;

/// Numbers of a tile's triangles, chunk by chunk.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Numbers {
    /// First number of each chunk, and the number of all.
    starts: [u32; CHUNKS + 1],
    tile: usize,
}

impl Numbers {
    /// Numbers the opaque triangles of a tile, and finds the visible one at each sample.
    #[inline(always)]
    pub(super) fn cover(
        &mut self,
        chunks: &[Chunk],
        sampling: &Sampling,
        tile: usize,
        origin: [usize; 2],
        visible: &mut Visible,
    ) {
        self.tile = tile;
        self.starts = [0; CHUNKS + 1];
        for (i, chunk) in chunks.iter().enumerate().take(CHUNKS) {
            let places = chunk.opaque.of_tile(tile);
            for (k, &place) in places.iter().enumerate() {
                let id = self.starts[i] + k as u32;
                tiles::cover(&chunk.opaque.list[place as usize], id, sampling, origin, visible);
            }
            self.starts[i + 1] = self.starts[i] + places.len() as u32;
        }
    }

    fn count(&self) -> u32 {
        self.starts[CHUNKS]
    }

    /// The owner of a triangle.
    #[inline(never)]
    fn owner(&self, shader: &Shader<'_>, id: u32) -> Owner {
        let found = self.triangle(shader.chunks, id);
        let drawn = found.and_then(|(chunk, triangle)| shader.chunks[chunk].drawn.get(triangle.draw as usize));
        drawn.map_or(NO_OWNER, |drawn| Owner::new(drawn.item, shader.setting.items[drawn.item].form))
    }

    /// Chunk and triangle of a number.
    #[inline(always)]
    pub(super) fn triangle<'a>(&self, chunks: &'a [Chunk], id: u32) -> Option<(usize, &'a Triangle)> {
        let chunk = self.starts[1..].iter().position(|&start| id < start)?;
        let list = &chunks.get(chunk)?.opaque;
        let place = *list.of_tile(self.tile).get((id - self.starts[chunk]) as usize)?;
        Some((chunk, list.list.get(place as usize)?))
    }
}

impl Layer {
    pub(super) fn new(samples: usize) -> Self {
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

    /// Finds the visible triangle at each sample.
    #[inline(always)]
    pub(super) fn find(&mut self, shader: &Shader<'_>, tile: usize, origin: [usize; 2]) {
        self.visible.clear();
        self.keys.fill(NONE);
        self.asked.fill((NONE, NO_OWNER));
        self.numbers.cover(shader.chunks, &shader.setting.sampling, tile, origin, &mut self.visible);
        self.has_clear = shader.chunks.iter().any(|chunk| !chunk.clear.of_tile(tile).is_empty());
    }

    /// Prepares the triangle with a number; returns its index in `prepared`.
    #[inline(always)]
    pub(super) fn prepare(&mut self, shader: &Shader<'_>, id: u32, origin: [usize; 2]) -> Option<usize> {
        let slot = id as usize % READY;
        if self.keys[slot] == id { Some(slot) } else { self.prepare_new(shader, id, origin) }
    }

    #[inline(never)]
    fn prepare_new(&mut self, shader: &Shader<'_>, id: u32, origin: [usize; 2]) -> Option<usize> {
        let slot = id as usize % READY;
        let (chunk, triangle) = self.numbers.triangle(shader.chunks, id)?;
        self.prepared[slot] = Prepared::new(&shader.setting, shader.chunks, chunk, triangle, origin)?;
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

    /// Whether a triangle is on the mirroring side of the mirror.
    pub(super) fn mirrors(&self, shader: &Shader<'_>, id: u32) -> bool {
        let Some((chunk, triangle)) = self.numbers.triangle(shader.chunks, id) else { return false };
        let Some(drawn) = shader.chunks[chunk].drawn.get(triangle.draw as usize) else { return false };
        let item = &shader.setting.items[drawn.item];
        let up = |surface: &Surface| {
            surface.normal[2].get(drawn.vertex + triangle.corners[0] as usize).is_some_and(|&z| z > 0.5)
        };
        item.role == Role::Mirror && shader.setting.surface(item.form, drawn.level).is_some_and(up)
    }

    /// Whether a triangle of the tile mirrors. The mirror's have the first numbers.
    pub(super) fn shows_mirror(&self, shader: &Shader<'_>) -> bool {
        let is_mirrors = |id: u32| {
            let found = self.numbers.triangle(shader.chunks, id);
            let item =
                found.and_then(|(chunk, t)| shader.chunks[chunk].drawn.get(t.draw as usize)).map(|drawn| drawn.item);
            item.is_some_and(|item| shader.setting.items[item].role == Role::Mirror)
        };
        (0..self.numbers.count()).take_while(|&id| is_mirrors(id)).any(|id| self.mirrors(shader, id))
    }
}
