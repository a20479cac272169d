//! Pictures of a scene: colour, depth and segmentation, without display, driver or GPU.
//!
//! The pictures are those of MuJoCo's classic renderer: equal numbers of triangles, light at vertices, shadows, one
//! mirror, textures, sky, haze, fog, transparency, lines and labels. The method differs. `geometry` turns items into triangles.
//! `tiles` finds the visible one at each sample. `shade`, or `span` for many pixels, colours each visible triangle once per pixel. Shadow
//! maps cover only the visible part. Each tile depends on the scene alone, so the bytes do not depend on the number of threads.
//! `compose` prepares the scene, and threads share `frame`.

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod assets;
mod chunk;
mod clip;
mod compose;
mod error;
mod frame;
mod geometry;
mod id_tile;
mod items;
mod layer;
mod lighting;
mod lines;
mod numeric;
mod pass;
mod patches;
mod picture;
mod pixels;
mod primitives;
mod setting;
mod shade;
mod shadow;
mod sky;
mod sky_row;
mod span;
mod surface;
mod text;
mod texture;
mod texture_row;
mod threads;
mod tiles;
mod view;

#[cfg(feature = "viewer")]
pub(crate) use assets::{model_hfield, model_mesh};
pub(crate) use error::Budget;
pub use error::RenderError;
#[cfg(feature = "viewer")]
pub(crate) use surface::Surface;
pub use text::glyph;
pub use threads::Threads;

use crate::scene::{RenderFlags, Scene};
use assets::Assets;
use frame::{Frame, PixelKind, Step, read, write};
use id_tile::IdTile;
use items::Items;
use lighting::Lamps;
use pass::{Pass, Subject};
use patches::PatchLayout;
use picture::Framebuffer;
use sim_core::Model;
use std::sync::{Arc, RwLock};
use view::View;

/// Options of a renderer.
///
/// ```
/// use sim_view::render::Options;
///
/// let options = Options::default().with_threads(2);
/// assert_eq!(options.samples, None, "the model's offsamples");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// Samples per pixel: 1, or 4 for every larger number. `None`: the model's `offsamples`.
    pub samples: Option<usize>,
    /// Number of threads, including the calling one. 0: the number of processors.
    pub threads: usize,
    /// Limit on the memory of surfaces, textures, shadows and triangles together, in bytes.
    pub memory: u64,
}

impl Options {
    /// Sets the samples per pixel. `None`: the model's `offsamples`.
    #[must_use]
    pub fn with_samples(mut self, samples: Option<usize>) -> Self {
        self.samples = samples;
        self
    }

    /// Sets the number of threads. 0: the number of processors.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Sets the limit on memory, in bytes.
    #[must_use]
    pub fn with_memory(mut self, memory: u64) -> Self {
        self.memory = memory;
        self
    }
}

impl Default for Options {
    fn default() -> Self {
        Self { samples: None, threads: 0, memory: 4 << 30 }
    }
}

/// Draws pictures of the scenes of one Model.
///
/// The top row is first. Once warm, a picture allocates nothing.
///
/// ```
/// use sim_core::Model;
/// use sim_view::render::{Options, Renderer};
///
/// let model = Model::example();
/// let renderer = Renderer::new(&model, 320, 240, Options::default())?;
/// assert_eq!((renderer.width(), renderer.height()), (320, 240));
/// # Ok::<(), sim_view::render::RenderError>(())
/// ```
#[derive(Debug)]
pub struct Renderer {
    width: usize,
    height: usize,
    samples: usize,
    /// `None`: the calling thread does everything.
    threads: Option<Threads>,
    frame: Arc<RwLock<Frame>>,
}

impl Renderer {
    /// A renderer for pictures of `width` x `height` pixels, with its own threads.
    ///
    /// # Errors
    ///
    /// A size of zero or beyond [`RenderError::MOST_PIXELS`], a model whose surfaces cannot be made, or too little memory.
    pub fn new(m: &Model, width: usize, height: usize, options: Options) -> Result<Self, RenderError> {
        check_size(width, height)?;
        let threads = match options.threads {
            0 => std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
            given => given,
        };
        // before any thread starts
        Budget::new(options.memory).take("buffers of threads", buffers(samples_of(m, options), threads))?;
        let threads = if threads == 1 { None } else { Some(Threads::new(threads)?) };
        Self::with(m, width, height, options, threads)
    }

    /// A renderer that shares `threads` with other renderers. `options.threads` has no effect.
    ///
    /// # Errors
    ///
    /// As [`Renderer::new`].
    pub fn with_threads(
        m: &Model,
        width: usize,
        height: usize,
        options: Options,
        threads: &Threads,
    ) -> Result<Self, RenderError> {
        check_size(width, height)?;
        Self::with(m, width, height, options, (threads.count() > 1).then(|| threads.clone()))
    }

    fn with(
        m: &Model,
        width: usize,
        height: usize,
        options: Options,
        threads: Option<Threads>,
    ) -> Result<Self, RenderError> {
        let samples = samples_of(m, options);
        let count = threads.as_ref().map_or(1, Threads::count);
        let budget = Budget::new(options.memory);
        budget.take("buffers of threads", buffers(samples, count))?;
        let assets = Assets::new(m, &budget)?;
        let subject = Subject { assets, items: Items::default(), lamps: Lamps::default(), budget };
        let frame = Arc::new(RwLock::new(Frame::new(subject, samples, count)));
        Ok(Self { width, height, samples, threads, frame })
    }

    /// Width of pictures in pixels.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Height of pictures in pixels.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Changes the size of pictures.
    ///
    /// # Errors
    ///
    /// A size of zero or beyond [`RenderError::MOST_PIXELS`].
    pub fn resize(&mut self, width: usize, height: usize) -> Result<(), RenderError> {
        check_size(width, height)?;
        (self.width, self.height) = (width, height);
        Ok(())
    }

    /// Reads a mesh from the model again, after its entries have changed.
    ///
    /// # Errors
    ///
    /// There is no such mesh, or too little memory.
    pub fn upload_mesh(&mut self, m: &Model, id: usize) -> Result<(), RenderError> {
        let Subject { assets, budget, .. } = &mut write(&self.frame).subject;
        assets.upload_mesh(m, id, budget)
    }

    /// Reads a height field from the model again, after its entries have changed.
    ///
    /// # Errors
    ///
    /// There is no such height field, or too little memory.
    pub fn upload_hfield(&mut self, m: &Model, id: usize) -> Result<(), RenderError> {
        let Subject { assets, budget, .. } = &mut write(&self.frame).subject;
        assets.upload_hfield(m, id, budget)
    }

    /// Reads a texture from the model again, after its entries have changed.
    ///
    /// # Errors
    ///
    /// There is no such texture, or too little memory.
    pub fn upload_texture(&mut self, m: &Model, id: usize) -> Result<(), RenderError> {
        let Subject { assets, budget, .. } = &mut write(&self.frame).subject;
        assets.upload_texture(m, id, budget)
    }

    /// Sets the triangles of a skin, and texture coordinates for each vertex or none at all. The positions of its vertices
    /// come with each scene. Skins of the Model are set from the start.
    ///
    /// # Errors
    ///
    /// Too little memory.
    pub fn upload_skin(&mut self, id: usize, faces: &[[u32; 3]], texcoord: &[[f32; 2]]) -> Result<(), RenderError> {
        let Subject { assets, budget, .. } = &mut write(&self.frame).subject;
        assets.upload_skin(id, faces, texcoord, budget)
    }

    /// Draws a picture in colour: red, green and blue of each pixel.
    ///
    /// # Errors
    ///
    /// An array of another size, an invalid camera, or too little memory.
    pub fn color(&mut self, scene: &Scene, out: &mut [u8]) -> Result<(), RenderError> {
        self.expect(out.len(), 3)?;
        if scene.flags.contains(RenderFlags::SEGMENT) {
            self.draw_ids(scene, PixelKind::Segment, true, out)?;
        } else if scene.flags.contains(RenderFlags::DEPTH) {
            self.draw_ids(scene, PixelKind::Grey, false, out)?;
        } else {
            let view = self.view(scene)?;
            write(&self.frame).compose(scene, view.clone(), self.samples)?;
            self.draw(out)?;
            text::labels(scene, &view, self.width, self.height, out);
        }
        text::frame(scene, self.width, out);
        Ok(())
    }

    /// Draws the depth of each pixel: metres along the camera's axis. The background has the far plane's distance.
    ///
    /// # Errors
    ///
    /// An array of another size, an invalid camera, or too little memory.
    pub fn depth(&mut self, scene: &Scene, out: &mut [f32]) -> Result<(), RenderError> {
        self.expect(out.len(), 1)?;
        self.draw_ids(scene, PixelKind::Distance, true, bytemuck::cast_slice_mut(out))
    }

    /// Draws the depth buffer: 0 at the near plane, 1 at the far one. Transparent geoms have no depth; the sky has one if the scene has a
    /// sky.
    ///
    /// # Errors
    ///
    /// An array of another size, an invalid camera, or too little memory.
    pub fn depth_buffer(&mut self, scene: &Scene, out: &mut [f32]) -> Result<(), RenderError> {
        self.expect(out.len(), 1)?;
        let segmented = scene.flags.contains(RenderFlags::SEGMENT);
        self.draw_ids(scene, PixelKind::DepthBuffer, segmented, bytemuck::cast_slice_mut(out))
    }

    /// Draws the index and kind of the object at each pixel. Background: -1 and -1.
    ///
    /// # Errors
    ///
    /// An array of another size, an invalid camera, or too little memory.
    pub fn segmentation(&mut self, scene: &Scene, out: &mut [[i32; 2]]) -> Result<(), RenderError> {
        self.expect(out.len(), 1)?;
        self.draw_ids(scene, PixelKind::Object, true, bytemuck::cast_slice_mut(out))
    }

    /// Checks that an array has `channels` entries for each pixel.
    fn expect(&self, len: usize, channels: usize) -> Result<(), RenderError> {
        let expected = self.width * self.height * channels;
        if len == expected { Ok(()) } else { Err(RenderError::Array { len, expected }) }
    }

    /// The view of the scene's camera.
    fn view(&self, scene: &Scene) -> Result<View, RenderError> {
        Ok(View::eye(scene, &view::middle(scene)?, self.width, self.height))
    }

    /// Draws a picture with one sample at the centre of each pixel.
    fn draw_ids(&mut self, scene: &Scene, kind: PixelKind, segmented: bool, out: &mut [u8]) -> Result<(), RenderError> {
        let view = self.view(scene)?;
        write(&self.frame).compose_ids(scene, view, kind, segmented)?;
        self.draw(out)
    }

    /// Draws a composed picture.
    fn draw(&mut self, out: &mut [u8]) -> Result<(), RenderError> {
        self.fill_chunks()?;
        self.draw_maps();
        self.draw_patches(out)
    }

    fn fill_chunks(&self) -> Result<(), RenderError> {
        let mut frame = write(&self.frame);
        frame.step = Step::Chunks;
        frame.passes().for_each(Pass::begin);
        drop(frame);
        let frame = read(&self.frame);
        self.round(frame.chunks(), |piece| frame.piece(0, piece));
        drop(frame);
        // ends all passes, even after an error
        write(&self.frame).passes().map(Pass::end).fold(Ok(()), Result::and)
    }

    fn draw_maps(&self) {
        write(&self.frame).step = Step::Maps;
        let frame = read(&self.frame);
        self.round(frame.map_tiles(), |piece| frame.piece(0, piece));
    }

    /// Draws the patches of the picture: this thread straight into the array, others into strips.
    fn draw_patches(&self, out: &mut [u8]) -> Result<(), RenderError> {
        let threads = self.threads.as_ref().map_or(1, Threads::count);
        let pixel = read(&self.frame).kind.bytes();
        let layout = PatchLayout::new([self.width, self.height], pixel, threads);
        let most = if threads == 1 { self.height } else { layout.most_rows(threads) };
        let row = self.width * pixel;
        for (i, out) in out.chunks_mut(most * row).enumerate() {
            let layout = layout.with_rows(i * most, out.len() / row);
            self.lay_out(layout)?;
            let frame = read(&self.frame);
            self.round(layout.patches(), |piece| {
                let patch = layout.patch(piece);
                frame.draw_patch(0, patch, layout.rows_of(patch, out));
                frame.strips.fetch(&layout, out);
            });
            frame.strips.fetch(&layout, out);
        }
        Ok(())
    }

    /// Prepares a round of patches.
    fn lay_out(&self, layout: PatchLayout) -> Result<(), RenderError> {
        let mut frame = write(&self.frame);
        let Frame { step, strips, subject, .. } = &mut *frame;
        *step = Step::Patches;
        if self.threads.is_some() {
            strips.lay_out(&layout, &subject.budget)?;
        }
        frame.layout = layout;
        Ok(())
    }

    /// Does a round of work: this thread its pieces with `own`, others theirs on the frame.
    fn round(&self, pieces: usize, own: impl FnMut(usize)) {
        match &self.threads {
            Some(threads) => threads.run(&self.frame, pieces, own),
            None => (0..pieces).for_each(own),
        }
    }
}

/// Samples per pixel.
fn samples_of(m: &Model, options: Options) -> usize {
    let wanted = options.samples.unwrap_or(usize::try_from(m.vis.quality.offsamples).unwrap_or(0));
    if wanted > 1 { 4 } else { 1 }
}

/// Bytes of the buffers of `threads` threads.
fn buffers(samples: usize, threads: usize) -> u64 {
    (Framebuffer::bytes(samples) + IdTile::bytes()).saturating_mul(threads as u64)
}

/// Rejects a picture without pixels, or with too many.
fn check_size(width: usize, height: usize) -> Result<(), RenderError> {
    let most = RenderError::MOST_PIXELS;
    let fits = (1..=most).contains(&width) && (1..=most).contains(&height);
    if fits { Ok(()) } else { Err(RenderError::Size { width, height, most }) }
}
