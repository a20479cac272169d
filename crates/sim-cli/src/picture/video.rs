//! Looks at a world and puts pictures of it into a film.

use crate::args::LookArgs;
use crate::error::{CliError, Result};
use crate::picture::film::{Film, Format};
use sim_core::{Data, Model, ObjType};
use sim_view::film::Size;
use sim_view::render::{Options, Renderer};
use sim_view::{Camera, CameraKind, Categories, RenderFlags, Scene, SceneOption};
use std::path::Path;

/// Limit on the geoms of a scene.
const MOST_GEOMS: usize = 100_000;

/// What the pictures show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Color,
    /// Metres in a file with room for them.
    Depth,
    /// Colours that the renderer makes of depths or objects.
    Effect,
}

/// A film of a world.
pub struct Video {
    film: Film,
    renderer: Renderer,
    scene: Scene,
    camera: Camera,
    option: SceneOption,
    kind: Kind,
    rgb: Vec<u8>,
    metres: Vec<f32>,
    /// Time of the first picture.
    start: Option<f64>,
    /// Time between two pictures, and number of the next one.
    interval: f64,
    next: u64,
}

impl Video {
    /// A film without pictures; what cannot be drawn or written is reported now.
    pub fn new(path: &Path, source: Option<&Path>, model: &Model, look: &LookArgs) -> Result<Self> {
        let format = Format::of(path)?;
        let size = look.size;
        let camera = camera(model, look)?;
        let renderer = Renderer::new(model, size.width as usize, size.height as usize, Options::default())?;
        let mut scene = Scene::new(model, MOST_GEOMS);
        let kind = match (look.depth, look.segmentation) {
            (true, _) if format == Format::Png => Kind::Depth,
            (false, false) => Kind::Color,
            _ => Kind::Effect,
        };
        scene.flags.set(RenderFlags::DEPTH, look.depth);
        scene.flags.set(RenderFlags::SEGMENT, look.segmentation);
        let film = Film::new(path, source, size, look.fps)?;
        let (rgb, metres) = buffers(size, kind)?;
        let option = SceneOption::default();
        Ok(Self {
            film,
            renderer,
            scene,
            camera,
            option,
            kind,
            rgb,
            metres,
            start: None,
            interval: 1.0 / look.fps,
            next: 0,
        })
    }

    /// Adds a picture where one is due at the time of a world.
    pub fn follow(&mut self, model: &Model, data: &Data) -> Result<()> {
        if !data.time.is_finite() {
            return Err(CliError::Usage(format!("a film needs finite times: the time of the world is {}", data.time)));
        }
        // a keyframe may begin at any time
        let elapsed = data.time - *self.start.get_or_insert(data.time);
        // the last bits of a sum of time steps must not cost a picture
        if elapsed * (1.0 + 1e-9) < self.next as f64 * self.interval {
            return Ok(());
        }
        self.next = (elapsed / self.interval * (1.0 + 1e-9)) as u64 + 1;
        self.push(model, data)
    }

    /// Adds a picture.
    pub fn push(&mut self, model: &Model, data: &Data) -> Result<()> {
        self.scene.update(model, data, &self.option, None, &mut self.camera, Categories::all())?;
        if self.kind == Kind::Depth {
            self.renderer.depth(&self.scene, &mut self.metres)?;
            return self.film.push_depth(&self.metres);
        }
        self.renderer.color(&self.scene, &mut self.rgb)?;
        self.film.push(&self.rgb)
    }

    /// Pictures so far.
    pub fn pictures(&self) -> u64 {
        self.film.pictures()
    }

    /// Completes the film and puts it in its place.
    pub fn finish(self) -> Result<()> {
        self.film.finish()
    }
}

fn buffers(size: Size, kind: Kind) -> Result<(Vec<u8>, Vec<f32>)> {
    let (mut rgb, mut metres) = (Vec::new(), Vec::new());
    let made = match kind {
        Kind::Depth => metres.try_reserve_exact(size.pixels()).map(|()| metres.resize(size.pixels(), 0.0)),
        _ => rgb.try_reserve_exact(3 * size.pixels()).map(|()| rgb.resize(3 * size.pixels(), 0)),
    };
    made.map_err(|_| {
        CliError::Usage(format!("there is not enough memory for pictures of {size}: choose a smaller --size"))
    })?;
    Ok((rgb, metres))
}

/// The camera by name or number, or the free one.
fn camera(model: &Model, look: &LookArgs) -> Result<Camera> {
    let mut camera = Camera::free(model);
    if let Some(name) = look.camera.as_deref().filter(|name| *name != "free") {
        camera.fixedcamid = number_of(model, ObjType::Camera, name, model.ncam)?;
        camera.kind = CameraKind::Fixed;
    }
    if let Some(name) = &look.track {
        camera.trackbodyid = number_of(model, ObjType::Body, name, model.nbody)?;
        camera.kind = CameraKind::Tracking;
    }
    if let Some(lookat) = look.lookat {
        camera.lookat = lookat;
    }
    camera.distance = look.distance.unwrap_or(camera.distance);
    camera.azimuth = look.azimuth.unwrap_or(camera.azimuth);
    camera.elevation = look.elevation.unwrap_or(camera.elevation);
    Ok(camera)
}

/// An object by its name or its number.
fn number_of(model: &Model, kind: ObjType, name: &str, count: usize) -> Result<i32> {
    if let Some(id) = model.id(kind, name) {
        return Ok(id as i32);
    }
    match name.parse::<usize>() {
        Ok(id) if id < count => Ok(id as i32),
        _ => {
            let names: Vec<&str> =
                (0..count).filter_map(|id| model.name(kind, id)).filter(|name| !name.is_empty()).collect();
            let known = match names.as_slice() {
                [] => format!("none of its {count} has a name"),
                names => format!("it has {}", names.join(", ")),
            };
            Err(CliError::Usage(format!("the model has no {kind} '{name}': {known}")))
        }
    }
}
