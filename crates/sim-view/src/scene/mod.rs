//! The scene: what there is to draw, as a flat list.
//!
//! `(&Model, &Data, options) -> Scene`, MuJoCo's `mjv_updateScene`. Names and meanings of the fields are those of `mjvScene`,
//! `mjvGeom`, `mjvLight`, `mjvCamera`, `mjvGLCamera`, `mjvOption` and `mjvPerturb`, so that a list of ours can be compared with
//! one of MuJoCo's entry by entry. Poses are 32-bit as there.

mod camera;
mod flags;
mod geom;
mod light;
mod option;

pub use camera::{Camera, CameraKind, Projection};
pub use flags::{Categories, RenderFlags, VisualFlags};
pub use geom::{Label, SceneGeom, Shape};
pub use light::SceneLight;
pub use option::{FrameKind, LabelKind, Perturb, SceneOption};

/// What there is to draw: made once for a Model, brought up to date from a Data as often as a picture is wanted.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Most geoms that fit; what does not fit is left out and sets `exhausted`.
    pub maxgeom: usize,
    /// Everything with a shape: geoms, sites, tendons, skins and decorations.
    pub geoms: Vec<SceneGeom>,
    /// Lights that are switched on, the head light first; at most [`Scene::MAX_LIGHTS`].
    pub lights: Vec<SceneLight>,
    /// The projections of the left and the right eye; where there is no stereo, pictures are taken half way between them.
    pub camera: [Projection; 2],
    /// First vertex of each skin in `skinvert`.
    pub skinvertadr: Vec<usize>,
    /// Vertices of each skin.
    pub skinvertnum: Vec<usize>,
    /// Triangles of each skin.
    pub skinfacenum: Vec<usize>,
    /// Positions of the vertices of all skins, in the world.
    pub skinvert: Vec<[f32; 3]>,
    /// Their normals.
    pub skinnormal: Vec<[f32; 3]>,
    /// Effects the renderer applies.
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
    /// Colour of that frame.
    pub framergb: [f32; 3],
    /// Whether geoms were left out since there were more than `maxgeom`.
    pub exhausted: bool,
}

impl Scene {
    /// Most lights of a scene.
    pub const MAX_LIGHTS: usize = 100;
}
