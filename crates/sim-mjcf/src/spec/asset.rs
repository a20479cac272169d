//! Assets: meshes, height fields, textures, materials, attachable models.

use super::{Meta, Spec, object};
use sim_core::math::quat;
use sim_core::{ColorSpace, ObjType, TextureType};

/// How mass and inertia follow from a mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum MeshInertia {
    /// Of its convex hull.
    Convex,
    /// Of the volume inside, each face counted with its sign.
    Exact,
    /// Of the volume, every face counted positively.
    #[default]
    Legacy,
    /// Of the surface.
    Shell,
}

/// `<mesh>`.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Mesh {
    pub meta: Meta,
    pub content_type: String,
    pub file: String,
    pub vertex: Vec<f32>,
    pub normal: Vec<f32>,
    pub texcoord: Vec<f32>,
    pub face: Vec<i32>,
    pub refpos: [f64; 3],
    pub refquat: [f64; 4],
    pub scale: [f64; 3],
    pub smoothnormal: bool,
    pub maxhullvert: i32,
    pub inertia: MeshInertia,
    /// Number of the built-in shape's keyword, and its parameters.
    pub builtin: Option<(i32, Vec<f64>)>,
    pub material: String,
}

impl Default for Mesh {
    fn default() -> Self {
        Self {
            meta: Meta::default(),
            content_type: String::new(),
            file: String::new(),
            vertex: vec![],
            normal: vec![],
            texcoord: vec![],
            face: vec![],
            refpos: [0.0; 3],
            refquat: quat::IDENTITY,
            scale: [1.0; 3],
            smoothnormal: false,
            maxhullvert: -1,
            inertia: MeshInertia::Legacy,
            builtin: None,
            material: String::new(),
        }
    }
}

/// `<hfield>`.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs)]
pub struct HField {
    pub meta: Meta,
    pub content_type: String,
    pub file: String,
    /// Half-lengths in x and y, height above and base below.
    pub size: [f64; 4],
    pub nrow: i32,
    pub ncol: i32,
    /// Elevation, first row at the smallest y.
    pub elevation: Vec<f32>,
}

/// `<texture>`.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Texture {
    pub meta: Meta,
    pub kind: TextureType,
    pub colorspace: ColorSpace,
    pub content_type: String,
    pub file: String,
    pub gridsize: [i32; 2],
    pub gridlayout: [u8; 12],
    /// Right, left, up, down, front, back.
    pub cubefiles: [String; 6],
    /// Number of the builtin's keyword: none, gradient, checker, flat.
    pub builtin: i32,
    pub rgb1: [f64; 3],
    pub rgb2: [f64; 3],
    /// Number of the mark's keyword: none, edge, cross, random.
    pub mark: i32,
    pub markrgb: [f64; 3],
    pub random: f64,
    pub width: i32,
    pub height: i32,
    pub hflip: bool,
    pub vflip: bool,
    pub nchannel: i32,
}

impl Default for Texture {
    fn default() -> Self {
        Self {
            meta: Meta::default(),
            kind: TextureType::Cube,
            colorspace: ColorSpace::Auto,
            content_type: String::new(),
            file: String::new(),
            gridsize: [1, 1],
            gridlayout: *b"............",
            cubefiles: Default::default(),
            builtin: 0,
            rgb1: [0.8; 3],
            rgb2: [0.5; 3],
            mark: 0,
            markrgb: [0.0; 3],
            random: 0.01,
            width: 0,
            height: 0,
            hflip: false,
            vflip: false,
            nchannel: 3,
        }
    }
}

/// Number of roles a material's textures can have.
pub const TEXTURE_ROLES: usize = 10;

/// `<material>`.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Material {
    pub meta: Meta,
    /// Texture names by role.
    pub textures: [String; TEXTURE_ROLES],
    pub texuniform: bool,
    pub texrepeat: [f32; 2],
    pub emission: f32,
    pub specular: f32,
    pub shininess: f32,
    pub reflectance: f32,
    pub metallic: f32,
    pub roughness: f32,
    pub rgba: [f32; 4],
}

impl Default for Material {
    fn default() -> Self {
        Self {
            meta: Meta::default(),
            textures: Default::default(),
            texuniform: false,
            texrepeat: [1.0; 2],
            emission: 0.0,
            specular: 0.5,
            shininess: 0.5,
            reflectance: 0.0,
            metallic: -1.0,
            roughness: -1.0,
            rgba: [1.0; 4],
        }
    }
}

/// `<model>`: another model, read and resolved, ready to be attached.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelAsset {
    /// Common part.
    pub meta: Meta,
    /// The model.
    pub spec: Box<Spec>,
}

object!(Mesh, Mesh, (ObjType::Material, material));
object!(HField, HField);
object!(Texture, Texture);
object!(ModelAsset, Model);

impl super::Object for Material {
    const KIND: ObjType = ObjType::Material;
    fn meta(&self) -> &Meta {
        &self.meta
    }
    fn meta_mut(&mut self) -> &mut Meta {
        &mut self.meta
    }
    fn references(&mut self, visit: &mut dyn FnMut(ObjType, &mut String)) {
        for texture in &mut self.textures {
            visit(ObjType::Texture, texture);
        }
    }
}
