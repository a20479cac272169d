//! The scene: everything to draw, as a flat list.
//!
//! `(&Model, &Data, options) -> Scene`, MuJoCo's `mjv_updateScene`. Names and meanings of the fields are those of `mjvScene`,
//! `mjvGeom`, `mjvLight`, `mjvCamera`, `mjvGLCamera`, `mjvOption` and `mjvPerturb`, so that our lists and MuJoCo's can be
//! compared entry by entry. Poses are f32, as in MuJoCo.

mod camera;
mod draw;
mod error;
mod flags;
mod geom;
mod hold;
mod light;
mod mouse;
mod option;
pub(crate) mod read;
mod select;
mod skin;
mod space;
mod turn;

pub use camera::{Camera, CameraFrame, CameraKind, Frustum, Projection};
pub use error::SceneError;
pub use flags::{Categories, RenderFlags, VisualFlags};
pub use geom::{Label, SceneGeom, Shape};
pub use light::SceneLight;
pub use mouse::MouseAction;
pub use option::{FrameKind, LabelKind, Perturb, SceneOption};
pub use select::Selection;
pub use space::{Head, align_to_camera};

use draw::{Canvas, Subject};
use sim_core::{Data, Model};

/// Everything to draw. Create it once for a Model, and update it from a Data for each picture.
///
/// ```
/// use sim_core::{Model, ObjType};
/// use sim_view::{Camera, Categories, Scene, SceneOption};
///
/// let model = Model::example();
/// let mut data = model.make_data();
/// let (mut camera, option) = (Camera::free(&model), SceneOption::default());
/// let mut scene = Scene::new(&model, 1000);
/// for _ in 0..3 {
///     data.step(&model)?;
///     scene.update(&model, &data, &option, None, &mut camera, Categories::all())?;
/// }
/// let geoms = scene.geoms.iter().filter(|geom| geom.objtype == ObjType::Geom).count();
/// assert_eq!(geoms, model.ngeom);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Scene {
    /// Limit on geoms. Further geoms are left out and set `exhausted`.
    pub maxgeom: usize,
    /// All geoms of the scene: geoms, sites, tendons, skins and decorations.
    pub geoms: Vec<SceneGeom>,
    /// Active lights, the head light first; at most [`Scene::MAX_LIGHTS`].
    pub lights: Vec<SceneLight>,
    /// The projections of the left and the right eye. Without stereo, pictures use the mean of both.
    pub camera: [Projection; 2],
    /// First vertex of each skin in `skinvert`.
    pub skinvertadr: Vec<usize>,
    /// Number of vertices of each skin.
    pub skinvertnum: Vec<usize>,
    /// Number of triangles of each skin.
    pub skinfacenum: Vec<usize>,
    /// Positions of the vertices of all skins, in the world.
    pub skinvert: Vec<[f32; 3]>,
    /// Normals of the vertices.
    pub skinnormal: Vec<[f32; 3]>,
    /// Effects of the renderer.
    pub flags: RenderFlags,
    /// Whether `translate`, `rotate` and `scale` apply to the whole scene.
    pub enabletransform: bool,
    /// Translation of the scene.
    pub translate: [f32; 3],
    /// Rotation of the scene, `w x y z`.
    pub rotate: [f32; 4],
    /// Scale of the scene.
    pub scale: f32,
    /// Width of a frame around the picture, pixels; 0 for none.
    pub framewidth: u32,
    /// Colour of the frame around the picture.
    pub framergb: [f32; 3],
    /// Whether geoms were ever left out because of `maxgeom`. A program that raises `maxgeom` resets it to false.
    pub exhausted: bool,
}

impl Default for Scene {
    /// A scene without room for geoms.
    fn default() -> Self {
        Self {
            maxgeom: 0,
            geoms: vec![],
            lights: vec![],
            camera: [Projection::default(); 2],
            skinvertadr: vec![],
            skinvertnum: vec![],
            skinfacenum: vec![],
            skinvert: vec![],
            skinnormal: vec![],
            flags: RenderFlags::default(),
            enabletransform: false,
            translate: [0.0; 3],
            rotate: [1.0, 0.0, 0.0, 0.0],
            scale: 1.0,
            framewidth: 0,
            framergb: [0.0; 3],
            exhausted: false,
        }
    }
}

impl Scene {
    /// Limit on the lights of a scene.
    pub const MAX_LIGHTS: usize = 100;

    /// An empty scene for `maxgeom` geoms.
    pub fn new(m: &Model, maxgeom: usize) -> Self {
        let lights = Vec::with_capacity(Self::MAX_LIGHTS.min(m.nlight.saturating_add(1)));
        let mut scene = Self { maxgeom, lights, ..Self::default() };
        scene.hold_skins(m);
        scene
    }

    /// Updates everything, `mjv_updateScene`: geoms, then the camera, then lights and skins. Infinite planes follow the camera's
    /// previous position.
    ///
    /// # Errors
    ///
    /// If the camera names an object that the model does not have, or the head light has no camera. Geoms are up to date
    /// in both cases.
    pub fn update(
        &mut self,
        m: &Model,
        d: &Data,
        option: &SceneOption,
        perturb: Option<&Perturb>,
        camera: &mut Camera,
        categories: Categories,
    ) -> Result<(), SceneError> {
        self.geoms.clear();
        self.add_geoms(m, d, option, perturb, categories);
        self.update_camera(m, d, camera)?;
        self.update_lights(m, d)?;
        if option.flags.contains(VisualFlags::SKIN) {
            self.update_skins(m, d, option);
        }
        Ok(())
    }

    /// Adds the geoms of these categories, `mjv_addGeoms`.
    pub fn add_geoms(
        &mut self,
        m: &Model,
        d: &Data,
        option: &SceneOption,
        perturb: Option<&Perturb>,
        mut categories: Categories,
    ) {
        let nothing = Perturb::default();
        if !option.flags.contains(VisualFlags::STATIC) {
            categories.remove(Categories::STATIC);
        }
        let perturb = perturb.unwrap_or(&nothing);
        let subject = Subject { m, d, option, perturb, categories, eyes: self.camera };
        let mut canvas = Canvas { geoms: &mut self.geoms, maxgeom: self.maxgeom, exhausted: &mut self.exhausted };
        draw::add(&subject, &mut canvas);
    }

    /// Updates the projections of the camera, `mjv_updateCamera`: a tracking camera looks at its body first. Disables the
    /// transformation of the scene. A user camera keeps its projections.
    ///
    /// # Errors
    ///
    /// If the model has no such camera or body.
    pub fn update_camera(&mut self, m: &Model, d: &Data, camera: &mut Camera) -> Result<(), SceneError> {
        match camera.kind {
            CameraKind::User => return Ok(()),
            CameraKind::Tracking => camera.lookat = camera.tracked(d)?,
            CameraKind::Free | CameraKind::Fixed => {}
        }
        let aside = camera.eye_distance(m) * 0.5;
        self.camera = [camera.projection(m, d, -aside)?, camera.projection(m, d, aside)?];
        self.enabletransform = false;
        Ok(())
    }
}
