//! From a list of geoms to items: a surface with its pose and appearance. A capsule is three items, an arrow two or three.

use crate::render::assets::Assets;
use crate::render::error::{Budget, RenderError};
use crate::render::lighting::Finish;
use crate::render::numeric::dot;
use crate::render::surface::Surface;
use crate::scene::Categories;
use crate::scene::{RenderFlags, Scene, SceneGeom, Shape};
use sim_core::{ObjType, TextureType};

/// A surface of [`Assets`]; primitives have several divisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Sphere,
    Top,
    Bottom,
    Cylinder,
    Tube,
    Cone,
    Cube,
    Triangle,
    Grid(usize),
    Mesh(usize),
    Hfield(usize),
    Skin(usize),
    /// From the origin to z = 1.
    Line,
    /// The edges of a cube from -1 to 1.
    LineBox,
}

impl Assets {
    /// The surface of a form.
    pub(super) fn surface(&self, form: Form, level: usize) -> Option<&Surface> {
        let p = self.primitives.get(level)?;
        match form {
            Form::Sphere => Some(&p.sphere),
            Form::Top => Some(&p.top),
            Form::Bottom => Some(&p.bottom),
            Form::Cylinder => Some(&p.cylinder),
            Form::Tube => Some(&p.tube),
            Form::Cone => Some(&p.cone),
            Form::Cube => Some(&p.cube),
            Form::Triangle => Some(&self.triangle),
            Form::Grid(id) => self.grids.get(id).map(|grid| &grid.surface),
            Form::Mesh(id) => self.meshes.get(id),
            Form::Hfield(id) => self.hfields.get(id),
            Form::Skin(id) => self.skins.get(id),
            Form::Line | Form::LineBox => None,
        }
    }
}

/// Which faces are skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cull {
    Back,
    Front,
    None,
}

/// When an item is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// First: the mirror that shows the others.
    Mirror,
    /// Second: opaque items.
    Opaque,
    /// Last: transparent items, by distance.
    Clear,
}

/// How texture coordinates follow from a surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Mapping {
    /// The surface's texture coordinates: `scale * t + shift`.
    Given { scale: [f32; 2], shift: f32 },
    /// Projection along z: `(x, y) * scale - 1/2` of local coordinates.
    Above { scale: [f32; 2] },
    /// The direction from the local origin, for cube textures.
    Cube { scale: [f32; 3] },
}

impl Mapping {
    /// Texture coordinates of a vertex; for a flat image [`Mapping::shift`] is added later.
    pub(super) fn corner(self, surface: &Surface, vertex: usize) -> [f32; 3] {
        match self {
            Self::Given { scale, .. } => {
                let [s, t] = surface.texcoord.get(vertex).copied().unwrap_or_default();
                [scale[0] * s, scale[1] * t, 0.0]
            }
            Self::Above { scale } => {
                let [x, y, _] = surface.at(vertex);
                [scale[0] * x, scale[1] * y, 0.0]
            }
            Self::Cube { scale } => {
                let [x, y, z] = surface.at(vertex);
                [scale[0] * x, scale[1] * y, scale[2] * z]
            }
        }
    }

    /// Offset of the coordinates of a flat image; `None` for a cube.
    pub(super) fn shift(self) -> Option<f32> {
        match self {
            Self::Given { shift, .. } => Some(shift),
            Self::Above { .. } => Some(-0.5),
            Self::Cube { .. } => None,
        }
    }
}

/// A surface with its pose and appearance.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    pub(super) geom: usize,
    pub(super) form: Form,
    /// Transformation from local coordinates to the model's, row by row.
    pub(super) place: [[f32; 4]; 3],
    /// Transformation of normals, up to length.
    pub(super) turn: [[f32; 3]; 3],
    /// Largest extent of a round form across its axis; 0 for all others.
    pub(super) radius: f32,
    pub(super) finish: Finish,
    pub(super) alpha: f32,
    pub(super) texture: Option<(usize, Mapping)>,
    pub(super) cull: Cull,
    pub(super) role: Role,
    /// Whether it casts shadows.
    pub(super) casts: bool,
    /// Width of lines, pixels.
    pub(super) width: f32,
}

/// The plane in which the scene is mirrored.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mirror {
    pub(super) geom: usize,
    pub(super) pos: [f32; 3],
    pub(super) normal: [f32; 3],
    pub(super) reflectance: f32,
}

/// All items of a picture, in the order of drawing.
#[derive(Debug, Default)]
pub(super) struct Items {
    pub(super) items: Vec<Item>,
    pub(super) mirror: Option<Mirror>,
    order: Vec<(Role, f32, usize)>,
}

/// Limit on the items of a geom.
const MOST_PARTS: usize = 3;

/// The name of these buffers in errors.
const WHAT: &str = "items of the picture";

/// Whether the point is behind the plane of a geom.
fn is_behind(eye: [f32; 3], g: &SceneGeom) -> bool {
    dot([0, 1, 2].map(|k| eye[k] - g.pos[k]), [g.mat[2], g.mat[5], g.mat[8]]) < 0.0
}

/// Whether all numbers of a geom are valid.
fn is_sound(g: &SceneGeom) -> bool {
    g.pos.iter().chain(&g.mat).chain(&g.size).all(|x| x.abs() < 1e12)
}

/// Radius of a sphere around a geom.
fn bounding_radius(g: &SceneGeom) -> f32 {
    let [a, b, c] = g.size;
    match g.shape {
        _ if g.objtype == ObjType::Geom => g.modelrbound,
        Shape::Sphere => a,
        Shape::Capsule => a + c,
        Shape::Cylinder => (a * a + c * c).sqrt(),
        Shape::Box => (a * a + b * b + c * c).sqrt(),
        _ => a.max(b).max(c),
    }
}

impl Items {
    /// Updates the list for a picture in colour.
    pub(super) fn update(
        &mut self,
        scene: &Scene,
        assets: &Assets,
        eye: [f32; 3],
        b: &Budget,
    ) -> Result<(), RenderError> {
        self.items.clear();
        self.order.clear();
        self.mirror = None;
        b.reserve(WHAT, &mut self.order, scene.geoms.len())?;
        b.reserve(WHAT, &mut self.items, MOST_PARTS * scene.geoms.len())?;
        let mut mirror = None;
        for (i, g) in scene.geoms.iter().enumerate().filter(|(_, g)| is_sound(g)) {
            let plane = g.shape == Shape::Plane;
            if g.rgba[3] < 0.995 || plane && is_behind(eye, g) {
                let d = [0, 1, 2].map(|k| g.pos[k] - eye[k]);
                let distance = if plane { 1e10 } else { dot(d, d).sqrt() - bounding_radius(g) };
                self.order.push((Role::Clear, distance, i));
            } else if mirror.is_none() && (plane || g.shape == Shape::Box) && g.reflectance > 0.0 {
                mirror = Some(i);
                self.order.push((Role::Mirror, 0.0, i));
            } else {
                self.order.push((Role::Opaque, 0.0, i));
            }
        }
        let rank = |role: Role| role as u8;
        self.order.sort_unstable_by(|a, b| rank(a.0).cmp(&rank(b.0)).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2)));
        for &(role, _, i) in &self.order {
            parts(scene, assets, eye, i, role, &mut self.items);
        }
        let wanted = scene.flags.contains(RenderFlags::REFLECTION) && !scene.flags.contains(RenderFlags::DEPTH);
        if let Some(i) = mirror.filter(|_| wanted) {
            let g = &scene.geoms[i];
            let normal = [g.mat[2], g.mat[5], g.mat[8]];
            let lift = if g.shape == Shape::Box { g.size[2] } else { 0.0 };
            let pos = [0, 1, 2].map(|k| g.pos[k] + lift * normal[k]);
            if dot([0, 1, 2].map(|k| eye[k] - pos[k]), normal) >= 0.0 {
                self.mirror = Some(Mirror { geom: i, pos, normal, reflectance: g.reflectance });
            }
        }
        Ok(())
    }

    /// Updates the list for segmentation and depth: geoms with a segmentation number, in the order of the scene.
    pub(super) fn update_segmented(
        &mut self,
        scene: &Scene,
        assets: &Assets,
        eye: [f32; 3],
        b: &Budget,
    ) -> Result<(), RenderError> {
        self.items.clear();
        self.mirror = None;
        b.reserve(WHAT, &mut self.items, MOST_PARTS * scene.geoms.len())?;
        for (i, _) in scene.geoms.iter().enumerate().filter(|(_, g)| g.segid >= 0 && is_sound(g)) {
            parts(scene, assets, eye, i, Role::Opaque, &mut self.items);
        }
        Ok(())
    }
}

/// A part of a geom: its form, scales, and shift along z.
type Part = (Form, [f32; 3], f32);

/// Adds the items of a geom.
fn parts(scene: &Scene, assets: &Assets, eye: [f32; 3], i: usize, role: Role, out: &mut Vec<Item>) {
    let g = &scene.geoms[i];
    let number = |id: i32| usize::try_from(id).ok();
    let [a, b, c] = g.size;
    let mut add = |part: Part| out.push(item(scene, assets, eye, i, role, part));
    match g.shape {
        Shape::Plane => match number(g.dataid) {
            Some(id) if id + 1 < assets.grids.len() => add((Form::Grid(id + 1), [1.0; 3], 0.0)),
            Some(_) => {}
            None => add((Form::Grid(0), [a, b, 1.0], 0.0)),
        },
        Shape::Hfield => {
            if let Some(id) = number(g.dataid).filter(|&id| id < assets.hfields.len()) {
                add((Form::Hfield(id), [1.0; 3], 0.0));
            }
        }
        Shape::Sphere | Shape::Ellipsoid => add((Form::Sphere, g.size, 0.0)),
        Shape::Capsule => {
            let end = 0.5 * (a + b);
            add((Form::Tube, g.size, 0.0));
            add((Form::Top, [a, b, end], c - end));
            add((Form::Bottom, [a, b, end], end - c));
        }
        Shape::Cylinder => add((Form::Cylinder, g.size, 0.0)),
        Shape::Box => add((Form::Cube, g.size, 0.0)),
        Shape::Mesh | Shape::Sdf => {
            if let Some(id) = number(g.dataid).filter(|&id| id < assets.meshes.len()) {
                add((Form::Mesh(id), [1.0; 3], 0.0));
            }
        }
        Shape::Arrow | Shape::Arrow1 => {
            let (unit, head) = (c / 6.0, if g.shape == Shape::Arrow { 1.75 } else { 1.0 });
            add((Form::Cylinder, [a, b, unit], unit));
            add((Form::Cone, [head * a, head * b, unit], 2.0 * unit));
        }
        Shape::Arrow2 => {
            let unit = c / 3.0;
            add((Form::Tube, [a, b, unit], 0.0));
            add((Form::Cone, [1.75 * a, -1.75 * b, -0.5 * unit], -unit));
            add((Form::Cone, [1.75 * a, 1.75 * b, 0.5 * unit], unit));
        }
        Shape::Line => add((Form::Line, [1.0, 1.0, c], 0.0)),
        Shape::LineBox => add((Form::LineBox, g.size, 0.0)),
        Shape::Triangle => add((Form::Triangle, [a, b, 1.0], 0.0)),
        Shape::Skin => {
            if let Some(id) = number(g.objid).filter(|&id| id < assets.skins.len()) {
                add((Form::Skin(id), [1.0; 3], 0.0));
            }
        }
        _ => {}
    }
}

fn item(scene: &Scene, assets: &Assets, eye: [f32; 3], i: usize, role: Role, (form, scale, lift): Part) -> Item {
    let g = &scene.geoms[i];
    // vertices of skins are in the model's coordinates
    let fixed = matches!(form, Form::Skin(_));
    let m = if fixed { [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0] } else { g.mat };
    let pos = if fixed { [0.0; 3] } else { g.pos };
    let row = |k: usize| [m[3 * k], m[3 * k + 1], m[3 * k + 2]];
    let place = [0, 1, 2].map(|k| {
        let [x, y, z] = row(k);
        [x * scale[0], y * scale[1], z * scale[2], pos[k] + z * lift]
    });
    let inverse = scale.map(|s| if s.abs() > 1e-12 { 1.0 / s } else { 0.0 });
    let turn = [0, 1, 2].map(|k| [0, 1, 2].map(|j| row(k)[j] * inverse[j]));
    let round = matches!(form, Form::Sphere | Form::Top | Form::Bottom | Form::Cylinder | Form::Tube | Form::Cone);
    let plane = g.shape == Shape::Plane;
    let behind = plane && is_behind(eye, g);
    let culls = scene.flags.contains(RenderFlags::CULL_FACE);
    Item {
        geom: i,
        form,
        place,
        turn,
        radius: if round {
            scale[0].abs().max(scale[1].abs()).max(if form == Form::Sphere { scale[2] } else { 0.0 })
        } else {
            0.0
        },
        finish: Finish {
            color: [g.rgba[0], g.rgba[1], g.rgba[2]],
            emission: g.emission,
            specular: g.specular,
            shininess: (g.shininess * 128.0).clamp(0.0, 128.0),
        },
        alpha: if behind { 0.3 * g.rgba[3] } else { g.rgba[3] },
        texture: mapping(g, assets, form),
        cull: match (culls, behind) {
            _ if form == Form::Triangle => Cull::None,
            (false, _) => Cull::None,
            (true, true) => Cull::Front,
            (true, false) => Cull::Back,
        },
        role,
        casts: g.category != Categories::DECOR && !matches!(form, Form::Line | Form::LineBox),
        width: assets.constants.line_width * if form == Form::LineBox { 1.5 } else { g.size[0] },
    }
}

/// The texture of a geom, and its mapping.
fn mapping(g: &SceneGeom, assets: &Assets, form: Form) -> Option<(usize, Mapping)> {
    let material = assets.materials.get(usize::try_from(g.matid).ok()?)?;
    let own = g.texid >= 0;
    let (texture, uniform, repeat) = match own {
        true => (g.texid, g.texuniform, g.texrepeat),
        false => (material.texture, material.uniform, material.repeat),
    };
    let id = usize::try_from(texture).ok()?;
    let kind = assets.textures.get(id)?.as_ref()?.kind;
    let [a, b, _] = g.size;
    let by_size = |scale: [f32; 2]| if uniform { [longer(scale[0], a), longer(scale[1], b)] } else { scale };
    let given = match form {
        Form::Mesh(mesh) => g.texcoord && !assets.meshes[mesh].texcoord.is_empty(),
        Form::Skin(skin) => g.texcoord && !assets.skins[skin].texcoord.is_empty(),
        Form::Hfield(_) | Form::Line | Form::LineBox => false,
        _ => true,
    };
    let mapping = if kind != TextureType::TwoD {
        Mapping::Cube { scale: if uniform { g.size } else { [1.0; 3] } }
    } else if given {
        let scale = by_size(repeat.map(|r| if r > 0.0 { r } else { 1.0 }));
        let endless = g.shape == Shape::Plane && (a <= 0.0 || b <= 0.0);
        Mapping::Given { scale, shift: if endless { -0.5 } else { 0.0 } }
    } else {
        // the vertices of meshes, height fields and skins include their size
        let mut scale = repeat;
        if g.dataid >= 0 {
            scale = [shorter(scale[0], a), shorter(scale[1], b)];
        }
        let [x, y] = by_size(scale);
        Mapping::Above { scale: [0.5 * x, -0.5 * y] }
    };
    Some((id, mapping))
}

fn longer(x: f32, size: f32) -> f32 {
    if size > 0.0 { x * size } else { x }
}

fn shorter(x: f32, size: f32) -> f32 {
    if size > 0.0 { x / size } else { x }
}
