//! Colours of a tile's samples: many pixels of one item at a time if possible, otherwise one by one.
//!
//! Runs of pixels that one triangle covers are coloured row by row. Samples of all other pixels are queued until the tile is complete,
//! and then coloured item by item. Triangles of a smooth surface share their colour within a pixel.

use crate::render::layer::{Layer, NO_OWNER, Owner};
use crate::render::numeric::{BATCH, share};
use crate::render::shade::{Kept, Shader};
use crate::render::sky::Sky;
use crate::render::span::{Batch, Mixed};
use crate::render::tiles::{GROUP, NONE, PIXELS, WIDTH, place};

/// Samples of a pixel that have the colour of one triangle.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    owner: Owner,
    id: u32,
    /// Index of the pixel in the tile.
    at: u16,
    samples: u8,
}

/// No samples.
const NOTHING: Waiting = Waiting { owner: NO_OWNER, id: NONE, at: 0, samples: 0 };

/// 0, 1, 2 and so on: loops that compute such numbers are not vectorized.
const COUNT: [f32; BATCH] = {
    let (mut count, mut i) = ([0.0; BATCH], 0);
    while i < BATCH {
        count[i] = i as f32;
        i += 1;
    }
    count
};

/// Buffers of a thread for the colours of pixels.
#[derive(Debug)]
pub(super) struct ShadingScratch {
    batch: Batch,
    mixed: Mixed,
    packed: [u32; BATCH],
    waiting: Vec<Waiting>,
    pub(super) kept: Kept,
}

impl ShadingScratch {
    pub(super) fn new(samples: usize) -> Self {
        let waiting = Vec::with_capacity(samples * PIXELS);
        Self { batch: Batch::new(), mixed: Mixed::new(), packed: [0; BATCH], waiting, kept: Kept::new() }
    }

    /// Memory in bytes.
    pub(super) fn bytes(samples: usize) -> usize {
        size_of::<Self>() + samples * PIXELS * size_of::<Waiting>() + Kept::BYTES
    }
}

/// Inputs that all pixels of a tile share.
#[derive(Clone, Copy)]
pub(super) struct TileShading<'a> {
    pub(super) shader: &'a Shader<'a>,
    pub(super) sky: Option<&'a Sky<'a>>,
    pub(super) origin: [usize; 2],
    pub(super) size: [usize; 2],
}

impl Layer {
    /// Colours all samples.
    #[inline(always)]
    pub(super) fn color_all(&mut self, s: &TileShading<'_>, scratch: &mut ShadingScratch) {
        if !s.shader.takes_batches() || !s.sky.is_none_or(Sky::takes_batches) {
            for y in 0..s.size[1] {
                (0..s.size[0]).for_each(|x| self.color(s, [x, y], &mut scratch.kept));
            }
            return;
        }
        scratch.waiting.clear();
        for y in 0..s.size[1] {
            let mut x = 0;
            while x < s.size[0] {
                let Some(id) = self.whole_group(y * WIDTH + x) else {
                    self.queue(s, [x, y], scratch);
                    x += GROUP;
                    continue;
                };
                let start = x;
                x += GROUP;
                while x < s.size[0] && self.whole_group(y * WIDTH + x) == Some(id) {
                    x += GROUP;
                }
                self.color_run(s, id, [start, y], x - start, scratch);
            }
        }
        self.color_waiting(s, scratch);
    }

    /// The triangle that all samples of a group show, or no triangle.
    #[inline(always)]
    fn whole_group(&self, at: usize) -> Option<u32> {
        let samples = self.visible.samples;
        let ids = self.visible.seen.get(at * samples..(at + GROUP) * samples)?;
        let id = *ids.first()?;
        let mut others = 0;
        for other in ids {
            others |= other ^ id;
        }
        (others == 0).then_some(id)
    }

    /// Colours a run of pixels that show one triangle or none.
    #[inline(always)]
    fn color_run(
        &mut self,
        s: &TileShading<'_>,
        id: u32,
        [x, y]: [usize; 2],
        count: usize,
        scratch: &mut ShadingScratch,
    ) {
        let ShadingScratch { batch: b, kept, packed, .. } = scratch;
        let n = count.min(BATCH);
        b.n = n;
        let (px, py) = ((s.origin[0] + x) as f32 + 0.5, (s.origin[1] + y) as f32 + 0.5);
        let (x_first, y_all) = (x as f32, y as f32);
        for i in 0..n {
            b.x[i] = x_first + COUNT[i];
            b.y[i] = y_all;
            b.px[i] = px + COUNT[i];
            b.py[i] = py;
        }
        let owner = self.owner(s.shader, id);
        let slot = if id == NONE { None } else { self.prepare(s.shader, id, s.origin) };
        match slot {
            Some(slot) if owner.is_surface() => {
                s.shader.batch(owner.item(), &self.prepared[slot], b, kept);
                if let Some(sky) = s.sky {
                    sky.cover_batch(b);
                }
            }
            None => behind(s.sky, b),
            Some(_) => {
                (x..(x + n).min(s.size[0])).for_each(|x| self.color(s, [x, y], kept));
                return;
            }
        }
        pack_all(b, packed);
        let samples = self.visible.samples;
        let start = (y * WIDTH + x) * samples;
        let colors = self.colors.get_mut(start..start + n * samples).unwrap_or_default();
        for (colors, packed) in colors.chunks_exact_mut(GROUP * samples).zip(packed.as_chunks::<GROUP>().0) {
            for sample in colors.as_chunks_mut::<GROUP>().0 {
                *sample = *packed;
            }
        }
    }

    /// Queues the samples of a group.
    #[inline(always)]
    fn queue(&mut self, s: &TileShading<'_>, [x, y]: [usize; 2], scratch: &mut ShadingScratch) {
        let samples = self.visible.samples.min(4);
        for x in x..(x + GROUP).min(s.size[0]) {
            let at = y * WIDTH + x;
            let mut ids = [NONE; 4];
            for sample in 0..samples {
                ids[sample] = self.visible.seen[place(at, sample, samples)];
            }
            let mut open = (1u8 << samples) - 1;
            while open != 0 {
                let id = ids[open.trailing_zeros() as usize];
                let owner = self.owner(s.shader, id);
                if id != NONE && !owner.is_surface() {
                    self.color(s, [x, y], &mut scratch.kept);
                    break;
                }
                let mut same = 0;
                for sample in 0..samples {
                    let shares = ids[sample] == id
                        || owner.is_smooth() && ids[sample] != NONE && self.owner(s.shader, ids[sample]) == owner;
                    same |= u8::from(shares) << sample;
                }
                scratch.waiting.push(Waiting { owner, id, at: at as u16, samples: same & open });
                open &= !same;
            }
        }
    }

    /// Colours the queued samples, item by item.
    #[inline(always)]
    fn color_waiting(&mut self, s: &TileShading<'_>, scratch: &mut ShadingScratch) {
        let mut rest = scratch.waiting.len();
        while rest > 0 {
            let owner = scratch.waiting[0].owner;
            let (mut left, mut count) = (0, 0);
            let mut taken = [NOTHING; BATCH];
            for i in 0..rest {
                let one = scratch.waiting[i];
                if one.owner != owner {
                    scratch.waiting[left] = one;
                    left += 1;
                    continue;
                }
                taken[count] = one;
                count += 1;
                if count == BATCH {
                    self.color_taken(s, owner, &taken, scratch);
                    count = 0;
                }
            }
            if count > 0 {
                self.color_taken(s, owner, &taken[..count], scratch);
            }
            rest = left;
        }
    }

    /// Colours samples of one item, or of the background.
    #[inline(always)]
    fn color_taken(&mut self, s: &TileShading<'_>, owner: Owner, taken: &[Waiting], scratch: &mut ShadingScratch) {
        let ShadingScratch { batch: b, mixed, kept, packed, .. } = scratch;
        b.n = taken.len().next_multiple_of(GROUP).min(BATCH);
        for i in 0..b.n {
            let one = taken[i.min(taken.len() - 1)];
            let (x, y) = (usize::from(one.at) % WIDTH, usize::from(one.at) / WIDTH);
            b.x[i] = x as f32;
            b.y[i] = y as f32;
            b.px[i] = (s.origin[0] + x) as f32 + 0.5;
            b.py[i] = (s.origin[1] + y) as f32 + 0.5;
            if owner != NO_OWNER
                && let Some(slot) = self.prepare(s.shader, one.id, s.origin)
            {
                mixed.set(i, &self.prepared[slot]);
            }
        }
        if owner == NO_OWNER {
            behind(s.sky, b);
        } else {
            s.shader.batch(owner.item(), &*mixed, b, kept);
            if let Some(sky) = s.sky {
                sky.cover_batch(b);
            }
        }
        pack_all(b, packed);
        let samples = self.visible.samples;
        for (one, color) in taken.iter().zip(packed) {
            for sample in 0..samples {
                if one.samples >> sample & 1 == 1 {
                    self.colors[place(usize::from(one.at), sample, samples)] = *color;
                }
            }
        }
    }
}

/// Colours of the background.
#[inline(always)]
fn behind(sky: Option<&Sky<'_>>, b: &mut Batch) {
    match sky {
        Some(sky) => sky.fill(b),
        None => b.color.iter_mut().for_each(|row| row.fill(0.0)),
    }
}

#[inline(always)]
fn pack_all(b: &Batch, packed: &mut [u32; BATCH]) {
    let n = b.n.min(BATCH);
    for i in 0..n {
        packed[i] = pack([b.color[0][i], b.color[1][i], b.color[2][i]]);
    }
}

/// A colour in bytes: red, green and blue, from the lowest on.
#[inline(always)]
pub(super) fn pack([r, g, b]: [f32; 3]) -> u32 {
    // adding 2^23 rounds to an integer in the low bits
    let byte = |c: f32| (share(c) * 255.0 + 8_388_608.0).to_bits() & 0xff;
    join([byte(r), byte(g), byte(b)])
}

/// Three bytes as one number.
#[inline(always)]
pub(super) fn join([r, g, b]: [u32; 3]) -> u32 {
    r | g << 8 | b << 16
}
