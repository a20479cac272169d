//! The colours of a tile's samples: eight pixels of a row at a time where that is possible, one by one elsewhere.
//!
//! The samples of a group may show several triangles of several items. Each item is coloured in turn, with one of its triangles
//! for each pixel; where more than one of a pixel's samples show it, triangles of a smooth surface share their colour.

use crate::render::lighting::MOST_LAMPS;
use crate::render::numeric::share;
use crate::render::picture::{Layer, NO_OWNER, Owner};
use crate::render::shade::{Kept, Shader};
use crate::render::sky::Sky;
use crate::render::span::{Corners, GROUP, Row};
use crate::render::tiles::{NONE, WIDTH};

/// Bits of a group's pixels at all samples, sample by sample.
type Members = u32;

/// What is the same for all groups of a tile, and what is kept from one to the next.
struct Brush<'a> {
    shader: &'a Shader<'a>,
    sky: Option<&'a Sky<'a>>,
    origin: [usize; 2],
    /// Whether groups can be coloured at all.
    groups: bool,
    light: [[Row; 3]; 1 + MOST_LAMPS],
    /// The triangle that covered the last group, ready for the next.
    last: Option<(u32, usize, Corners)>,
}

impl Layer {
    /// Colours all samples.
    #[inline(always)]
    pub(super) fn color_all(
        &mut self,
        shader: &Shader<'_>,
        sky: Option<&Sky<'_>>,
        origin: [usize; 2],
        size: [usize; 2],
        kept: &mut Kept,
    ) {
        let groups = shader.takes_groups() && sky.is_none_or(Sky::takes_groups);
        let light = [[[0.0; GROUP]; 3]; 1 + MOST_LAMPS];
        let mut brush = Brush { shader, sky, origin, groups, light, last: None };
        for y in 0..size[1] {
            for x in (0..size[0]).step_by(GROUP) {
                if !brush.groups || self.color_group(&mut brush, [x, y], kept).is_none() {
                    for x in x..(x + GROUP).min(size[0]) {
                        self.color(shader, sky, origin, [x, y], kept);
                    }
                }
            }
        }
    }

    /// Colours eight pixels at once; `None` where something is seen for which that is not possible.
    #[inline(always)]
    fn color_group(&mut self, brush: &mut Brush<'_>, pixel: [usize; 2], kept: &mut Kept) -> Option<()> {
        let at = pixel[1] * WIDTH + pixel[0];
        let id = self.visible.seen[0][at];
        let mut others = 0;
        for seen in &self.visible.seen {
            for seen in seen[at..].first_chunk::<GROUP>()? {
                others |= seen ^ id;
            }
        }
        if others != 0 {
            return self.color_mixed(brush, pixel, kept);
        }
        if id != NONE && brush.last.as_ref().is_none_or(|last| last.0 != id) {
            let owner = self.owner(brush.shader, id);
            let slot = self.prepare(brush.shader, id, brush.origin).filter(|_| owner.is_surface())?;
            brush.last = Some((id, owner.item(), Corners::all(&self.prepared[slot])));
        }
        let corners = brush.last.take();
        let found = corners.as_ref().filter(|_| id != NONE).map(|(_, item, corners)| (*item, corners));
        let packed = brush.row(found, pixel, kept);
        brush.last = corners;
        for colors in &mut self.colors {
            *colors[at..].first_chunk_mut::<GROUP>()? = packed;
        }
        Some(())
    }

    /// The same where samples show different triangles.
    #[inline(always)]
    fn color_mixed(&mut self, brush: &mut Brush<'_>, pixel: [usize; 2], kept: &mut Kept) -> Option<()> {
        let at = pixel[1] * WIDTH + pixel[0];
        let samples = self.visible.seen.len().min(4);
        let mut ids = [[NONE; GROUP]; 4];
        let mut owners = [[NO_OWNER; GROUP]; 4];
        for sample in 0..samples {
            ids[sample] = *self.visible.seen[sample][at..].first_chunk::<GROUP>()?;
            let mut last = (NONE, NO_OWNER);
            for i in 0..GROUP {
                let id = ids[sample][i];
                if id != last.0 {
                    last = (id, self.owner(brush.shader, id));
                    if id != NONE && !last.1.is_surface() {
                        return None;
                    }
                }
                owners[sample][i] = last.1;
            }
        }
        let mut pending = Members::MAX >> (Members::BITS as usize - GROUP * samples);
        while pending != 0 {
            let first = pending.trailing_zeros() as usize;
            let owner = owners[first / GROUP][first % GROUP];
            let (chosen, members) = choose(&ids[..samples], &owners, owner, pending);
            pending &= !members;
            let mut corners = None;
            if owner != NO_OWNER {
                let id = ids[first / GROUP][first % GROUP];
                let slot = self.prepare(brush.shader, id, brush.origin)?;
                let mut mixed = Corners::all(&self.prepared[slot]);
                mixed.mix();
                for (i, &other) in chosen.iter().enumerate().filter(|(_, other)| **other != NONE && **other != id) {
                    let slot = self.prepare(brush.shader, other, brush.origin)?;
                    mixed.set(i, &self.prepared[slot]);
                }
                corners = Some(mixed);
            }
            let packed = brush.row(corners.as_ref().map(|corners| (owner.item(), corners)), pixel, kept);
            for (sample, colors) in self.colors.iter_mut().enumerate() {
                let bits = members >> (GROUP * sample);
                let colors = colors[at..].first_chunk_mut::<GROUP>()?;
                for i in 0..GROUP {
                    colors[i] = if bits >> i & 1 == 1 { packed[i] } else { colors[i] };
                }
            }
        }
        Some(())
    }
}

/// For each pixel the first triangle of an owner among the samples that are pending, and the samples that show its colour.
#[inline(always)]
fn choose(
    ids: &[[u32; GROUP]],
    owners: &[[Owner; GROUP]; 4],
    owner: Owner,
    pending: Members,
) -> ([u32; GROUP], Members) {
    let (mut chosen, mut members) = ([NONE; GROUP], 0);
    let shared = owner.is_smooth() || owner == NO_OWNER;
    for (sample, ids) in ids.iter().enumerate() {
        for i in 0..GROUP {
            let bit = GROUP * sample + i;
            let open = (pending >> bit & 1 == 1) & (owners[sample][i] == owner);
            let free = chosen[i] == NONE;
            let member = open & (free | shared | (chosen[i] == ids[i]));
            chosen[i] = if open & free { ids[i] } else { chosen[i] };
            members |= Members::from(member) << bit;
        }
    }
    (chosen, members)
}

impl Brush<'_> {
    /// The colours of an item, or of what is behind everything, at eight pixels.
    #[inline(always)]
    fn row(&mut self, found: Option<(usize, &Corners)>, pixel: [usize; 2], kept: &mut Kept) -> [u32; GROUP] {
        let origin = self.origin.map(|x| x as f32);
        let at = pixel.map(|x| x as f32);
        let (x, y) = (origin[0] + at[0] + 0.5, origin[1] + at[1] + 0.5);
        let color = match (found, self.sky) {
            (None, None) => return [0; GROUP],
            (None, Some(sky)) => sky.group(x, y),
            (Some((item, corners)), sky) => {
                let (mut color, distance) = self.shader.group(item, corners, at, origin, &mut self.light, kept);
                if let Some(sky) = sky {
                    sky.cover_group(x, y, &distance, &mut color);
                }
                color
            }
        };
        let mut packed = [0; GROUP];
        for i in 0..GROUP {
            packed[i] = pack([color[0][i], color[1][i], color[2][i]]);
        }
        packed
    }
}

/// A colour in bytes: red, green and blue, from the lowest on.
#[inline(always)]
pub(super) fn pack(color: [f32; 3]) -> u32 {
    // adding 2^23 rounds to a whole number in the low bits
    join(color.map(|c| (share(c) * 255.0 + 8_388_608.0).to_bits() & 0xff))
}

/// Three bytes as one number.
#[inline(always)]
pub(super) fn join([r, g, b]: [u32; 3]) -> u32 {
    r | g << 8 | b << 16
}
