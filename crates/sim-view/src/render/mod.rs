//! Pictures of a scene: colour, depth and segmentation, without display, driver or GPU.
//!
//! What is drawn is what MuJoCo's classic renderer draws: surfaces of as many triangles, light on their vertices, shadows, one
//! mirror, textures, sky, haze, fog, transparency, lines and labels. How differs: `geometry` turns items into triangles,
//! `tiles` finds which is seen at each sample, and `shade`, or `span` for many pixels, colours it once for a pixel; shadow maps
//! cover what the picture shows. Each tile depends on the scene alone: the same bytes for any number of threads.

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod assets;
mod clip;
mod error;
mod geometry;
mod items;
mod lighting;
mod lines;
mod numbered;
mod numeric;
mod pass;
mod picture;
mod pixels;
mod primitives;
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

pub use error::RenderError;
pub use text::glyph;
pub use threads::Threads;

use crate::scene::{Projection, RenderFlags, Scene};
use assets::Assets;
use error::Budget;
use geometry::{Light, Setting};
use items::{Items, Role};
use lighting::Lamps;
use numbered::Plate;
use pass::{Pass, each};
use picture::{Canvas, Painter};
use rayon::prelude::*;
use shade::{Fog, Shader};
use shadow::{Shadow, Stage};
use sim_core::Model;
use sky::Sky;
use std::sync::{Mutex, PoisonError};
use tiles::{HEIGHT, Sampling, WIDTH};
use view::{Placement, View};

/// How pictures are made.
///
/// ```
/// use sim_view::render::Options;
///
/// let options = Options { threads: 2, ..Options::default() };
/// assert_eq!(options.samples, None, "as many as the model's visual/quality asks for");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Samples of a pixel: with more than one there are four, which smooth edges. `None` asks the model (`offsamples`).
    pub samples: Option<usize>,
    /// Threads; 0 takes as many as the machine has.
    pub threads: usize,
    /// Most bytes that surfaces, textures, shadows and triangles may take together.
    pub memory: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self { samples: None, threads: 0, memory: 4 << 30 }
    }
}

/// Makes pictures of the scenes of one Model.
///
/// Rows come from the top. Once warm, a picture takes no new memory.
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
    assets: Assets,
    budget: Budget,
    /// `None` where the caller's thread does everything.
    pool: Option<Threads>,
    items: Items,
    lamps: Lamps,
    main: Pass,
    mirrored: Pass,
    shadows: Vec<Shadow>,
    /// One for each thread.
    canvases: Vec<Mutex<Canvas>>,
    plates: Vec<Mutex<Plate>>,
}

impl Renderer {
    /// A renderer for pictures of `width` x `height` pixels, with threads of its own.
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
        // before anything is started
        Budget::new(options.memory).take("buffers of threads", buffers(samples_of(m, options), threads))?;
        let pool = if threads == 1 { None } else { Some(Threads::new(threads)?) };
        Self::with_pool(m, width, height, options, pool)
    }

    /// The same with threads that other renderers use too; `options.threads` does not count.
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
        Self::with_pool(m, width, height, options, (threads.count() > 1).then(|| threads.clone()))
    }

    fn with_pool(
        m: &Model,
        width: usize,
        height: usize,
        options: Options,
        pool: Option<Threads>,
    ) -> Result<Self, RenderError> {
        let samples = samples_of(m, options);
        let threads = pool.as_ref().map_or(1, Threads::count);
        let budget = Budget::new(options.memory);
        budget.take("buffers of threads", buffers(samples, threads))?;
        let assets = Assets::new(m, &budget)?;
        Ok(Self {
            width,
            height,
            samples,
            assets,
            budget,
            pool,
            items: Items::default(),
            lamps: Lamps::default(),
            main: Pass::default(),
            mirrored: Pass::default(),
            shadows: Vec::new(),
            canvases: (0..threads).map(|_| Mutex::new(Canvas::new(samples))).collect(),
            plates: (0..threads).map(|_| Mutex::new(Plate::new())).collect(),
        })
    }

    /// Pixels of a row.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Makes pictures of another size from now on; nothing else changes.
    ///
    /// # Errors
    ///
    /// A size of zero or beyond [`RenderError::MOST_PIXELS`].
    pub fn resize(&mut self, width: usize, height: usize) -> Result<(), RenderError> {
        check_size(width, height)?;
        (self.width, self.height) = (width, height);
        Ok(())
    }

    /// Takes a mesh from the model again, after its entries have changed.
    ///
    /// # Errors
    ///
    /// There is no such mesh, or too little memory.
    pub fn upload_mesh(&mut self, m: &Model, id: usize) -> Result<(), RenderError> {
        self.assets.upload_mesh(m, id, &self.budget)
    }

    /// Takes a height field from the model again, after its entries have changed.
    ///
    /// # Errors
    ///
    /// There is no such height field, or too little memory.
    pub fn upload_hfield(&mut self, m: &Model, id: usize) -> Result<(), RenderError> {
        self.assets.upload_hfield(m, id, &self.budget)
    }

    /// Takes a texture from the model again, after its entries have changed.
    ///
    /// # Errors
    ///
    /// There is no such texture, or too little memory.
    pub fn upload_texture(&mut self, m: &Model, id: usize) -> Result<(), RenderError> {
        self.assets.upload_texture(m, id, &self.budget)
    }

    /// Takes the triangles of a skin, and a pair of texture coordinates for each vertex or none at all. Where its vertices are
    /// comes with each scene. Those of the Model are there from the start.
    ///
    /// # Errors
    ///
    /// Too little memory.
    pub fn upload_skin(&mut self, id: usize, faces: &[[u32; 3]], texcoord: &[[f32; 2]]) -> Result<(), RenderError> {
        self.assets.upload_skin(id, faces, texcoord, &self.budget)
    }

    /// A picture in colour: red, green and blue of each pixel.
    ///
    /// # Errors
    ///
    /// An array of another size, a camera that sees nothing, or too little memory.
    pub fn color(&mut self, scene: &Scene, out: &mut [u8]) -> Result<(), RenderError> {
        self.expect(out.len(), 3)?;
        let camera = view::middle(scene)?;
        if scene.flags.contains(RenderFlags::SEGMENT) {
            let ids = scene.flags.contains(RenderFlags::IDCOLOR);
            self.numbered(scene, &camera, true, out, 3, |pixel, geom, _| {
                let color = geom.map_or([0; 3], |i| text::segment_color(scene.geoms[i].segid, ids));
                pixel.copy_from_slice(&color);
            })?;
        } else if scene.flags.contains(RenderFlags::DEPTH) {
            self.numbered(scene, &camera, false, out, 3, |pixel, _, value| pixel.fill((value * 255.0 + 0.5) as u8))?;
        } else {
            self.paint(scene, &camera, out)?;
        }
        text::frame(scene, self.width, out);
        Ok(())
    }

    /// Depth of each pixel: metres along the axis of sight, the far plane's distance where there is nothing.
    ///
    /// # Errors
    ///
    /// An array of another size, a camera that sees nothing, or too little memory.
    pub fn depth(&mut self, scene: &Scene, out: &mut [f32]) -> Result<(), RenderError> {
        self.expect(out.len(), 1)?;
        let camera = view::middle(scene)?;
        let depth = View::eye(scene, &camera, self.width, self.height).depth;
        self.numbered(scene, &camera, true, out, 1, |pixel, _, value| pixel[0] = depth.distance(value))
    }

    /// The depth buffer: 0 at the near plane, 1 at the far one. What can be seen through has no depth; the sky has one where
    /// there is a sky.
    ///
    /// # Errors
    ///
    /// An array of another size, a camera that sees nothing, or too little memory.
    pub fn depth_buffer(&mut self, scene: &Scene, out: &mut [f32]) -> Result<(), RenderError> {
        self.expect(out.len(), 1)?;
        let camera = view::middle(scene)?;
        let numbered = scene.flags.contains(RenderFlags::SEGMENT);
        self.numbered(scene, &camera, numbered, out, 1, |pixel, _, value| pixel[0] = 1.0 - value)
    }

    /// What is seen at each pixel: number and kind of the object, -1 and -1 where there is none.
    ///
    /// # Errors
    ///
    /// An array of another size, a camera that sees nothing, or too little memory.
    pub fn segmentation(&mut self, scene: &Scene, out: &mut [[i32; 2]]) -> Result<(), RenderError> {
        self.expect(out.len(), 1)?;
        let camera = view::middle(scene)?;
        self.numbered(scene, &camera, true, out, 1, |pixel, geom, _| {
            let object = geom.and_then(|i| scene.geoms.get(i)).map(|g| [g.objid, g.objtype.0]);
            pixel[0] = object.unwrap_or([-1; 2]);
        })
    }

    /// Whether an array has `channels` entries for each pixel.
    fn expect(&self, len: usize, channels: usize) -> Result<(), RenderError> {
        let expected = self.width * self.height * channels;
        if len == expected { Ok(()) } else { Err(RenderError::Array { len, expected }) }
    }

    /// A picture in colour.
    fn paint(&mut self, scene: &Scene, camera: &Projection, out: &mut [u8]) -> Result<(), RenderError> {
        let Self {
            width, height, samples, assets, budget, pool, items, lamps, main, mirrored, shadows, canvases, ..
        } = self;
        let (width, height, parallel) = (*width, *height, pool.is_some());
        assets.update_skins(scene, budget)?;
        let view = View::eye(scene, camera, width, height);
        let scale = Placement::of(scene).scale as f32;
        items.update(scene, assets, view.eye, budget)?;
        let wanted = scene.flags.contains(RenderFlags::SHADOW) && assets.constants.shadow_size > 0;
        lamps.update(scene, wanted, scale);
        let casting = lamps.casting.len();
        if shadows.len() < casting {
            shadows.resize_with(casting, Shadow::default);
        }
        let (assets, budget, items, lamps) = (&*assets, &*budget, &*items, &*lamps);
        let mirror_view = items.mirror.map(|mirror| view.mirrored(mirror.pos, mirror.normal));
        let sky = Sky::new(scene, assets, &view, scale);
        let setting = Setting {
            view: &view,
            assets,
            items: &items.items,
            sampling: Sampling::new(width, height, *samples),
            light: Light::Apart(lamps),
            casters: false,
            wireframe: scene.flags.contains(RenderFlags::WIREFRAME),
            budget,
        };
        let reflected = mirror_view.as_ref().zip(items.mirror).map(|(view, mirror)| {
            (mirror.geom, Setting { view, light: Light::Together(lamps, mirror.reflectance), ..setting })
        });
        let stage = Stage { eye: &view, assets, items: &items.items, budget, parallel };
        let fog = scene.flags.contains(RenderFlags::FOG).then(|| {
            let [start, end] = assets.constants.fog;
            Fog { start, end, color: assets.constants.fog_color }
        });
        let mut work = || {
            main.fill(&setting, |_| true, parallel)?;
            if let Some((geom, setting)) = &reflected {
                mirrored.fill(setting, |item| item.geom != *geom, parallel)?;
            }
            for (shadow, &light) in shadows.iter_mut().zip(&lamps.casting) {
                shadow.update(&stage, &scene.lights[light])?;
            }
            each(parallel, canvases, |_, canvas| {
                canvas.get_mut().unwrap_or_else(PoisonError::into_inner).forget();
            });
            let shadows = &shadows[..casting];
            let shader = Shader { setting, lanes: &main.lanes, shadows, fog, pass: 0 };
            let mirror =
                reflected.map(|(_, setting)| Shader { setting, lanes: &mirrored.lanes, shadows: &[], fog, pass: 1 });
            let additive = scene.flags.contains(RenderFlags::ADDITIVE);
            let painter = Painter { shader, mirror, sky: sky.as_ref(), additive };
            bands(parallel, width * 3, out, |band, rows| {
                let mut canvas = own(canvases);
                for x in (0..width).step_by(WIDTH) {
                    painter.paint(&mut canvas, [x, band * HEIGHT], rows);
                }
            });
            Ok(())
        };
        match pool {
            Some(pool) => pool.install(work)?,
            None => work()?,
        }
        text::labels(scene, &view, width, height, out);
        Ok(())
    }

    /// A picture of one sample in the middle of each pixel. `numbered` takes what has a number for segmentation, in the order of
    /// the scene; otherwise what is opaque in colour, and the sky.
    fn numbered<T: Send>(
        &mut self,
        scene: &Scene,
        camera: &Projection,
        numbered: bool,
        out: &mut [T],
        channels: usize,
        write: impl Fn(&mut [T], Option<usize>, f32) + Sync + Send,
    ) -> Result<(), RenderError> {
        let Self { width, height, assets, budget, pool, items, main, plates, .. } = self;
        let (width, height, parallel) = (*width, *height, pool.is_some());
        assets.update_skins(scene, budget)?;
        let view = View::eye(scene, camera, width, height);
        if numbered {
            items.update_numbered(scene, assets, view.eye, budget)?;
        } else {
            items.update(scene, assets, view.eye, budget)?;
        }
        let (assets, budget) = (&*assets, &*budget);
        let scale = Placement::of(scene).scale as f32;
        let sky = if numbered { None } else { Sky::new(scene, assets, &view, scale) };
        let setting = Setting {
            view: &view,
            assets,
            items: &items.items,
            sampling: Sampling::new(width, height, 1),
            light: Light::Unlit,
            casters: false,
            wireframe: !numbered && scene.flags.contains(RenderFlags::WIREFRAME),
            budget,
        };
        let mut work = || {
            main.fill(&setting, |item| item.role != Role::Clear, parallel)?;
            let lanes = &main.lanes;
            bands(parallel, width * channels, out, |band, rows| {
                let mut plate = own(plates);
                for left in (0..width).step_by(WIDTH) {
                    plate.take(&setting, lanes, [left, band * HEIGHT], |x, y, geom, value| {
                        let (px, py) = ((left + x) as f32 + 0.5, (band * HEIGHT + y) as f32 + 0.5);
                        let behind = sky.as_ref().map_or(0.0, |sky| view.depth.value(sky.distance(px, py)));
                        let value = value.max(behind).clamp(0.0, 1.0);
                        let start = (y * width + left + x) * channels;
                        if let Some(pixel) = rows.get_mut(start..start + channels) {
                            write(pixel, geom, value);
                        }
                    });
                }
            });
            Ok(())
        };
        match pool {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }
}

/// Samples of a pixel.
fn samples_of(m: &Model, options: Options) -> usize {
    let wanted = options.samples.unwrap_or(usize::try_from(m.vis.quality.offsamples).unwrap_or(0));
    if wanted > 1 { 4 } else { 1 }
}

/// Bytes of the buffers of so many threads.
fn buffers(samples: usize, threads: usize) -> u64 {
    (Canvas::bytes(samples) + Plate::bytes()).saturating_mul(threads as u64)
}

/// Refuses a picture without pixels, or with too many.
fn check_size(width: usize, height: usize) -> Result<(), RenderError> {
    let most = RenderError::MOST_PIXELS;
    let fits = (1..=most).contains(&width) && (1..=most).contains(&height);
    if fits { Ok(()) } else { Err(RenderError::Size { width, height, most }) }
}

/// Does something to each band of a picture's rows, by several threads where `parallel`.
fn bands<T: Send>(parallel: bool, row: usize, out: &mut [T], act: impl Fn(usize, &mut [T]) + Sync + Send) {
    if parallel {
        out.par_chunks_mut(row * HEIGHT).enumerate().for_each(|(band, rows)| act(band, rows));
    } else {
        out.chunks_mut(row * HEIGHT).enumerate().for_each(|(band, rows)| act(band, rows));
    }
}

/// The buffers of this thread.
fn own<T>(buffers: &[Mutex<T>]) -> std::sync::MutexGuard<'_, T> {
    let index = rayon::current_thread_index().unwrap_or(0) % buffers.len().max(1);
    buffers[index].lock().unwrap_or_else(PoisonError::into_inner)
}
