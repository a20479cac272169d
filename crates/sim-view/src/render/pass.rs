//! A pass: all triangles of one view.

use crate::render::assets::Assets;
use crate::render::chunk::{CHUNKS, Chunk};
use crate::render::error::{Budget, RenderError};
use crate::render::items::{Item, Items};
use crate::render::lighting::Lamps;
use crate::render::setting::{Draw, Light, Setting};
use crate::render::threads::lock;
use crate::render::tiles::Sampling;
use crate::render::view::View;
use std::sync::{Mutex, PoisonError};

/// A model's assets and the items of a picture, with their memory budget.
#[derive(Debug)]
pub(super) struct Subject {
    pub(super) assets: Assets,
    pub(super) items: Items,
    pub(super) lamps: Lamps,
    pub(super) budget: Budget,
}

/// View and light of a pass.
#[derive(Clone, Debug)]
pub(super) struct Look {
    pub(super) view: View,
    pub(super) sampling: Sampling,
    pub(super) light: Light,
    pub(super) casters: bool,
    pub(super) wireframe: bool,
}

impl Look {
    /// All inputs of the triangles.
    pub(super) fn at<'a>(&'a self, subject: &'a Subject) -> Setting<'a> {
        let Self { view, sampling, light, casters, wireframe } = self;
        Setting {
            view,
            assets: &subject.assets,
            items: &subject.items.items,
            lamps: &subject.lamps,
            sampling: *sampling,
            light: *light,
            casters: *casters,
            wireframe: *wireframe,
            budget: &subject.budget,
        }
    }
}

/// All triangles of one view, by chunks.
///
/// `plan` lists the draws. Between `begin` and `end` threads fill the chunks, which are then locked one by one.
#[derive(Debug)]
pub(super) struct Pass {
    /// `None`: the picture has no such view.
    pub(super) look: Option<Look>,
    pub(super) chunks: Vec<Chunk>,
    /// The chunks while threads fill them, otherwise empty ones.
    slots: Vec<Mutex<Chunk>>,
    draws: Vec<Draw>,
    /// First draw of each chunk, and the end of the last one.
    cuts: [usize; CHUNKS + 1],
}

impl Default for Pass {
    fn default() -> Self {
        Self {
            look: None,
            chunks: std::iter::repeat_with(Chunk::default).take(CHUNKS).collect(),
            slots: std::iter::repeat_with(Mutex::default).take(CHUNKS).collect(),
            draws: Vec::new(),
            cuts: [0; CHUNKS + 1],
        }
    }
}

impl Pass {
    /// Lists the draws of the items that `keep` selects, and distributes them to the chunks.
    pub(super) fn plan(
        &mut self,
        look: Look,
        subject: &Subject,
        keep: impl Fn(&Item) -> bool,
    ) -> Result<(), RenderError> {
        self.draws.clear();
        let look = self.look.insert(look);
        let s = look.at(subject);
        s.list(keep, &mut self.draws)?;
        // as many vertices and triangles in each chunk
        let cost = |draw: &Draw| {
            let surface = s.surface(s.items[draw.item].form, draw.level);
            surface.and_then(|surface| surface.pieces.get(draw.piece)).map_or(8, |p| 8 + p.vertices + p.triangles)
        };
        let total: usize = self.draws.iter().map(cost).sum();
        let share = total.div_ceil(CHUNKS).max(1);
        self.cuts = [self.draws.len(); CHUNKS + 1];
        self.cuts[0] = 0;
        let mut sum = 0;
        let mut chunk = 1;
        for (i, draw) in self.draws.iter().enumerate() {
            while chunk < CHUNKS && sum >= chunk * share {
                self.cuts[chunk] = i;
                chunk += 1;
            }
            sum += cost(draw);
        }
        Ok(())
    }

    /// Gives the chunks to the threads.
    pub(super) fn begin(&mut self) {
        self.exchange();
    }

    /// Fills a chunk with its triangles.
    pub(super) fn fill(&self, subject: &Subject, chunk: usize) {
        if let Some(look) = &self.look {
            lock(&self.slots[chunk]).fill(&look.at(subject), &self.draws[self.cuts[chunk]..self.cuts[chunk + 1]]);
        }
    }

    /// Takes the chunks back: they can be read from now on.
    pub(super) fn end(&mut self) -> Result<(), RenderError> {
        self.exchange();
        let error = self.look.as_ref().and_then(|_| self.chunks.iter().find_map(|chunk| chunk.error));
        error.map_or(Ok(()), Err)
    }

    fn exchange(&mut self) {
        for (chunk, slot) in self.chunks.iter_mut().zip(&mut self.slots) {
            std::mem::swap(chunk, slot.get_mut().unwrap_or_else(PoisonError::into_inner));
        }
    }
}
