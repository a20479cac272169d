//! The data that threads share while they draw a picture, and the work of each thread.
//!
//! A picture is drawn in rounds: first all chunks of all passes, then all tiles of shadow maps, then all patches of
//! the picture. During a round threads read the frame together; their outputs are locked or atomic. Between
//! rounds the calling thread has the frame alone.

use crate::render::chunk::CHUNKS;
use crate::render::id_tile::IdTile;
use crate::render::pass::{Look, Pass, Subject};
use crate::render::patches::{Patch, PatchLayout, Rows, Strips};
use crate::render::picture::{Framebuffer, Painter};
use crate::render::shade::{Fog, Shader};
use crate::render::shadow::Shadow;
use crate::render::sky::{Backdrop, Sky};
use crate::render::threads::{Task, lock};
use crate::render::tiles::WIDTH;
use std::sync::{Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// Content of a pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PixelKind {
    /// Red, green and blue.
    Color,
    /// Depth in metres, f32.
    Distance,
    /// The depth buffer, f32.
    DepthBuffer,
    /// Depth as grey: red, green and blue.
    Grey,
    /// Index and kind of the object, `i32`.
    Object,
    /// The colour of the object's number: red, green and blue.
    Segment,
}

impl PixelKind {
    /// Bytes of a pixel.
    pub(super) fn bytes(self) -> usize {
        match self {
            Self::Color | Self::Grey | Self::Segment => 3,
            Self::Distance | Self::DepthBuffer => 4,
            Self::Object => 8,
        }
    }
}

/// Work of a round.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// A piece is a chunk of a pass.
    Chunks,
    /// A piece is a tile of a shadow map.
    Maps,
    /// A piece is a patch of the picture.
    Patches,
}

#[derive(Debug)]
pub(super) struct Frame {
    pub(super) step: Step,
    pub(super) kind: PixelKind,
    pub(super) subject: Subject,
    /// The view of the eye.
    pub(super) main: Pass,
    /// The view in the mirror.
    pub(super) mirrored: Pass,
    /// Shadow maps of lights, and perhaps unused ones of earlier pictures.
    pub(super) shadows: Vec<Shadow>,
    pub(super) backdrop: Option<Backdrop>,
    pub(super) fog: Option<Fog>,
    pub(super) additive: bool,
    /// Bytes that are written for each geom where it is visible. Only the first ones are used.
    pub(super) labels: Vec<[u8; 8]>,
    /// Framebuffers of tiles, one per thread.
    pub(super) framebuffers: Vec<Mutex<Framebuffer>>,
    pub(super) id_tiles: Vec<Mutex<IdTile>>,
    pub(super) layout: PatchLayout,
    pub(super) strips: Strips,
}

impl Frame {
    pub(super) fn new(subject: Subject, samples: usize, threads: usize) -> Self {
        Self {
            step: Step::Chunks,
            kind: PixelKind::Color,
            subject,
            main: Pass::default(),
            mirrored: Pass::default(),
            shadows: Vec::new(),
            backdrop: None,
            fog: None,
            additive: false,
            labels: Vec::new(),
            framebuffers: (0..threads).map(|_| Mutex::new(Framebuffer::new(samples))).collect(),
            id_tiles: (0..threads).map(|_| Mutex::new(IdTile::new())).collect(),
            layout: PatchLayout::default(),
            strips: Strips::default(),
        }
    }

    /// All passes, including unused ones.
    pub(super) fn passes(&mut self) -> impl Iterator<Item = &mut Pass> {
        [&mut self.main, &mut self.mirrored].into_iter().chain(self.shadows.iter_mut().map(|shadow| &mut shadow.pass))
    }

    /// Number of chunks of all passes.
    pub(super) fn chunks(&self) -> usize {
        (2 + self.shadows.len()) * CHUNKS
    }

    /// Number of tiles of all shadow maps.
    pub(super) fn map_tiles(&self) -> usize {
        self.shadows.iter().map(Shadow::tiles).sum()
    }

    /// Does a piece of the round.
    pub(super) fn piece(&self, thread: usize, piece: usize) {
        match self.step {
            Step::Chunks => self.fill_chunk(piece),
            Step::Maps => self.draw_map_tile(piece),
            Step::Patches => {
                self.strips.draw(&self.layout, piece, |patch, rows| self.draw_patch(thread, patch, rows));
            }
        }
    }

    fn fill_chunk(&self, piece: usize) {
        let pass = match piece / CHUNKS {
            0 => &self.main,
            1 => &self.mirrored,
            lamp => &self.shadows[lamp - 2].pass,
        };
        pass.fill(&self.subject, piece % CHUNKS);
    }

    fn draw_map_tile(&self, mut piece: usize) {
        for shadow in &self.shadows {
            let tiles = shadow.tiles();
            if piece < tiles {
                return shadow.draw(piece);
            }
            piece -= tiles;
        }
    }

    /// Draws a patch of the picture.
    pub(super) fn draw_patch(&self, thread: usize, patch: Patch, rows: Rows<'_>) {
        let Some(look) = &self.main.look else { return };
        match self.kind {
            PixelKind::Color => self.paint(thread, look, patch, rows),
            PixelKind::Distance => {
                self.number(thread, look, patch, rows, |_, value| look.view.depth.distance(value).to_ne_bytes());
            }
            PixelKind::DepthBuffer => self.number(thread, look, patch, rows, |_, value| (1.0 - value).to_ne_bytes()),
            PixelKind::Grey => self.number(thread, look, patch, rows, |_, value| [(value * 255.0 + 0.5) as u8; 3]),
            PixelKind::Object => {
                self.number(thread, look, patch, rows, |geom, _| self.label(geom).unwrap_or([0xff; 8]))
            }
            PixelKind::Segment => self.number(thread, look, patch, rows, |geom, _| {
                let [r, g, b, ..] = self.label(geom).unwrap_or_default();
                [r, g, b]
            }),
        }
    }

    fn label(&self, geom: Option<usize>) -> Option<[u8; 8]> {
        self.labels.get(geom?).copied()
    }

    /// The sky and haze behind all geoms.
    fn sky<'a>(&'a self, look: &'a Look) -> Option<Sky<'a>> {
        self.backdrop.as_ref()?.at(&self.subject.assets, &look.view)
    }

    fn shader<'a>(&'a self, look: &'a Look, pass: &'a Pass, shadows: &'a [Shadow], number: u64) -> Shader<'a> {
        Shader { setting: look.at(&self.subject), chunks: &pass.chunks, shadows, fog: self.fog, pass: number }
    }

    /// Draws a patch in colour.
    fn paint(&self, thread: usize, look: &Look, patch: Patch, mut rows: Rows<'_>) {
        let shadows = &self.shadows[..self.subject.lamps.casting.len()];
        let sky = self.sky(look);
        let painter = Painter {
            shader: self.shader(look, &self.main, shadows, 0),
            mirror: self.mirrored.look.as_ref().map(|look| self.shader(look, &self.mirrored, &[], 1)),
            sky: sky.as_ref(),
            additive: self.additive,
        };
        let mut framebuffer = lock(&self.framebuffers[thread]);
        for x in (patch.left..patch.left + patch.width).step_by(WIDTH) {
            painter.paint(&mut framebuffer, [x, patch.top], &mut rows);
        }
    }

    /// Writes the bytes of each pixel of a patch; `write` gets the visible geom and its depth.
    fn number<const N: usize>(
        &self,
        thread: usize,
        look: &Look,
        patch: Patch,
        rows: Rows<'_>,
        write: impl Fn(Option<usize>, f32) -> [u8; N],
    ) {
        let (setting, sky) = (look.at(&self.subject), self.sky(look));
        let mut id_tile = lock(&self.id_tiles[thread]);
        let Patch { left, top, width, .. } = patch;
        let pixels = rows.bytes.as_chunks_mut::<N>().0;
        for tile in (left..left + width).step_by(WIDTH) {
            id_tile.take(&setting, &self.main.chunks, [tile, top], |x, y, geom, value| {
                let (px, py) = ((tile + x) as f32 + 0.5, (top + y) as f32 + 0.5);
                let behind = sky.as_ref().map_or(0.0, |sky| look.view.depth.value(sky.distance(px, py)));
                if let Some(pixel) = pixels.get_mut(y * rows.width + tile + x - rows.left) {
                    *pixel = write(geom, value.max(behind).clamp(0.0, 1.0));
                }
            });
        }
    }
}

impl Task for RwLock<Frame> {
    fn piece(&self, thread: usize, piece: usize) {
        read(self).piece(thread, piece);
    }
}

/// The frame for a thread that shares it with others.
pub(super) fn read(frame: &RwLock<Frame>) -> RwLockReadGuard<'_, Frame> {
    frame.read().unwrap_or_else(PoisonError::into_inner)
}

/// The frame for the calling thread, between rounds.
pub(super) fn write(frame: &RwLock<Frame>) -> RwLockWriteGuard<'_, Frame> {
    frame.write().unwrap_or_else(PoisonError::into_inner)
}
