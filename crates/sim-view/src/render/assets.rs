//! Assets of a Model for pictures, made once: surfaces, grids of planes, textures, materials.

use crate::render::error::{Budget, RenderError};
use crate::render::numeric::{cross, narrow, unit};
use crate::render::primitives::{Division, Primitives};
use crate::render::surface::{Builder, Corner, Surface};
use crate::render::texture::Texture;
use crate::scene::Scene;
use sim_core::{GeomType, Model, TextureType};

/// Limit on slices, stacks or quads of a primitive.
const MOST_DIVISIONS: i32 = 512;

/// Limit on the cells of a plane's grid along a side.
const MOST_FIELDS: usize = 200;

/// Numbers of divisions of round outlines, in eighths of the model's setting: fewer for shapes that are small in the picture.
const OUTLINES: [u32; 5] = [8, 6, 4, 3, 2];

/// Smallest number of slices of a primitive, unless the model asks for fewer.
const LEAST_SLICES: u32 = 7;

/// Divisions of primitives: for each outline, straight lines as in the model's setting, and with a quarter of the parts.
pub(super) const LEVELS: usize = 2 * OUTLINES.len();

/// Grid lines of a plane. Its vertices are lit, and triangles between them interpolate.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    pub(super) lines: [Vec<f32>; 2],
    /// The whole plane.
    pub(super) surface: Surface,
}

/// The texture of a material.
#[derive(Clone, Copy, Debug)]
pub(super) struct Material {
    pub(super) texture: i32,
    pub(super) uniform: bool,
    pub(super) repeat: [f32; 2],
}

/// Constants of the model for all pictures.
#[derive(Clone, Copy, Debug)]
pub(super) struct Constants {
    pub(super) haze: f32,
    pub(super) haze_color: [f32; 3],
    pub(super) fog: [f32; 2],
    pub(super) fog_color: [f32; 3],
    /// Half width of the shadows of directional lights.
    pub(super) shadow_clip: f32,
    /// Width of a spot's shadow map, in cutoffs.
    pub(super) shadow_scale: f32,
    /// Side of MuJoCo's shadow maps, texels; 0 for no shadows.
    pub(super) shadow_size: i32,
    pub(super) line_width: f32,
}

/// Assets of a Model.
#[derive(Debug)]
pub(super) struct Assets {
    pub(super) primitives: Vec<Primitives>,
    pub(super) triangle: Surface,
    /// The unit plane, then the planes of the model.
    pub(super) grids: Vec<Grid>,
    /// Two for each mesh: the mesh and its hull.
    pub(super) meshes: Vec<Surface>,
    pub(super) hfields: Vec<Surface>,
    /// Positions and normals come with the scene.
    pub(super) skins: Vec<Surface>,
    pub(super) textures: Vec<Option<Texture>>,
    pub(super) materials: Vec<Material>,
    pub(super) sky: Option<usize>,
    pub(super) constants: Constants,
    /// Distance of each outline from the finest one, in radii.
    pub(super) flatness: [f32; OUTLINES.len()],
    quads: u32,
}

impl Assets {
    pub(super) fn new(m: &Model, budget: &Budget) -> Result<Self, RenderError> {
        let quality = &m.vis.quality;
        let number = |name, value: i32| match value {
            1..=MOST_DIVISIONS => Ok(value as u32),
            _ => Err(RenderError::Quality { name, value, most: MOST_DIVISIONS }),
        };
        let slices = number("numslices", quality.numslices)?;
        let stacks = number("numstacks", quality.numstacks)?;
        let quads = number("numquads", quality.numquads)?;
        let divided = |eighths: u32, count: u32, least: u32| (count * eighths / 8).max(least.min(count));
        // a polygon of n corners lies within 1 - cos(pi / n) of its circle
        let gap = |eighths: u32| {
            let corners = divided(eighths, slices, LEAST_SLICES);
            1.0 - libm::cosf(std::f32::consts::PI / corners as f32)
        };
        let flatness = OUTLINES.map(|eighths| gap(eighths) - gap(8));
        let primitives = (0..LEVELS)
            .map(|level| {
                let outline = |count: u32, least: u32| divided(OUTLINES[level / 2], count, least);
                let straight = |count: u32| if level % 2 == 0 { count } else { count.div_ceil(4) };
                let (slices, rings) = (outline(slices, LEAST_SLICES), straight(stacks));
                let stacks = outline(stacks, 4);
                Primitives::new(Division { slices, stacks, rings, quads: straight(quads) }, budget)
            })
            .collect::<Result<_, _>>()?;
        let mut assets = Self {
            primitives,
            triangle: right_triangle(budget)?,
            grids: grids(m, quads, budget)?,
            meshes: vec![Surface::default(); 2 * m.nmesh],
            hfields: vec![Surface::default(); m.nhfield],
            skins: Vec::new(),
            textures: Vec::new(),
            materials: materials(m),
            sky: m.tex_type.iter().position(|&kind| kind == TextureType::Skybox),
            constants: constants(m),
            flatness,
            quads,
        };
        assets.textures.resize_with(m.ntex, || None);
        for id in 0..m.nmesh {
            assets.upload_mesh(m, id, budget)?;
        }
        for id in 0..m.nhfield {
            assets.upload_hfield(m, id, budget)?;
        }
        for id in 0..m.ntex {
            assets.upload_texture(m, id, budget)?;
        }
        for id in 0..m.nskin {
            let (faces, texcoord) = skin(m, id);
            assets.upload_skin(id, &faces, texcoord, budget)?;
        }
        Ok(assets)
    }

    /// Reads a mesh and its hull from the model again.
    pub(super) fn upload_mesh(&mut self, m: &Model, id: usize, budget: &Budget) -> Result<(), RenderError> {
        let count = self.meshes.len() / 2;
        if id >= count || id >= m.nmesh {
            return Err(RenderError::Id { kind: "mesh", id, count });
        }
        for (k, surface) in [mesh(m, id, budget)?, hull(m, id, budget)?].into_iter().enumerate() {
            budget.give(self.meshes[2 * id + k].bytes());
            self.meshes[2 * id + k] = surface;
        }
        Ok(())
    }

    /// Reads a height field from the model again.
    pub(super) fn upload_hfield(&mut self, m: &Model, id: usize, budget: &Budget) -> Result<(), RenderError> {
        let count = self.hfields.len();
        if id >= count || id >= m.nhfield {
            return Err(RenderError::Id { kind: "hfield", id, count });
        }
        let surface = hfield(m, id, self.quads, budget)?;
        budget.give(self.hfields[id].bytes());
        self.hfields[id] = surface;
        Ok(())
    }

    /// Reads a texture from the model again.
    pub(super) fn upload_texture(&mut self, m: &Model, id: usize, budget: &Budget) -> Result<(), RenderError> {
        let count = self.textures.len();
        if id >= count || id >= m.ntex {
            return Err(RenderError::Id { kind: "texture", id, count });
        }
        budget.give(self.textures[id].take().map_or(0, |texture| texture.bytes()));
        self.textures[id] = Texture::new(m, id, budget)?;
        Ok(())
    }

    /// Sets the triangles of a skin, and its texture coordinates if it has any.
    pub(super) fn upload_skin(
        &mut self,
        id: usize,
        faces: &[[u32; 3]],
        texcoord: &[[f32; 2]],
        budget: &Budget,
    ) -> Result<(), RenderError> {
        let mut surface = Surface::default();
        budget.resize("skins", &mut surface.triangles, faces.len(), [0; 3])?;
        budget.resize("skins", &mut surface.edges, faces.len(), 7)?;
        budget.resize("skins", &mut surface.texcoord, texcoord.len(), [0.0; 2])?;
        surface.triangles.copy_from_slice(faces);
        surface.texcoord.copy_from_slice(texcoord);
        let more = id.saturating_add(1).saturating_sub(self.skins.len());
        budget.reserve("skins", &mut self.skins, more)?;
        self.skins.resize_with(self.skins.len() + more, Surface::default);
        budget.give(self.skins[id].bytes());
        self.skins[id] = surface;
        Ok(())
    }

    /// Copies the vertices of skins from a scene.
    pub(super) fn update_skins(&mut self, scene: &Scene, budget: &Budget) -> Result<(), RenderError> {
        for (id, skin) in self.skins.iter_mut().enumerate() {
            let (Some(&start), Some(&count)) = (scene.skinvertadr.get(id), scene.skinvertnum.get(id)) else { continue };
            let span = start..start.saturating_add(count);
            let (Some(vertices), Some(normals)) = (scene.skinvert.get(span.clone()), scene.skinnormal.get(span)) else {
                skin.pieces.clear();
                continue;
            };
            skin.take_vertices(vertices, normals, budget)?;
        }
        Ok(())
    }
}

impl Surface {
    /// Replaces positions and normals. All triangles become one piece, without those that have an invalid corner.
    fn take_vertices(&mut self, p: &[[f32; 3]], n: &[[f32; 3]], budget: &Budget) -> Result<(), RenderError> {
        let count = p.len();
        self.pieces.clear();
        for k in 0..3 {
            budget.resize("skins", &mut self.position[k], count, 0.0)?;
            budget.resize("skins", &mut self.normal[k], count, 0.0)?;
            self.position[k].iter_mut().zip(p).for_each(|(x, p)| *x = p[k]);
            self.normal[k].iter_mut().zip(n).for_each(|(x, n)| *x = n[k]);
        }
        if !self.texcoord.is_empty() {
            budget.resize("skins", &mut self.texcoord, count, [0.0; 2])?;
        }
        let whole = self.triangles.iter().flatten().all(|&corner| (corner as usize) < count);
        if whole && count > 0 {
            let (mut low, mut high) = (p[0], p[0]);
            for v in p {
                for k in 0..3 {
                    low[k] = low[k].min(v[k]);
                    high[k] = high[k].max(v[k]);
                }
            }
            let center = [0, 1, 2].map(|k| 0.5 * (low[k] + high[k]));
            let half = [0, 1, 2].map(|k| 0.5 * (high[k] - low[k]));
            let triangles = self.triangles.len();
            budget.reserve("skins", &mut self.pieces, 1)?;
            let piece = crate::render::surface::SurfacePart {
                vertex: 0,
                vertices: count,
                triangle: 0,
                triangles,
                center,
                half,
            };
            self.pieces.push(piece);
        }
        Ok(())
    }
}

/// Triangles of a skin, and its texture coordinates if it has any. Invalid corners are found when the vertices are copied.
fn skin(m: &Model, id: usize) -> (Vec<[u32; 3]>, &[[f32; 2]]) {
    let place = |table: &[i32]| table.get(id).and_then(|number| usize::try_from(*number).ok());
    let rows = |first: Option<usize>, count: Option<usize>| Some(first?..first?.checked_add(count?)?);
    let faces = rows(place(&m.skin_faceadr), place(&m.skin_facenum));
    let faces = faces.and_then(|rows| m.skin_face.as_chunks::<3>().0.get(rows)).unwrap_or_default();
    let coordinates = rows(place(&m.skin_texcoordadr), place(&m.skin_vertnum));
    let texcoord = coordinates.and_then(|rows| m.skin_texcoord.as_chunks::<2>().0.get(rows)).unwrap_or_default();
    let corners = |face: &[i32; 3]| face.map(|corner| u32::try_from(corner).unwrap_or(u32::MAX));
    (faces.iter().map(corners).collect(), texcoord)
}

fn constants(m: &Model) -> Constants {
    let extent = m.stat.extent as f32;
    let (map, rgba) = (&m.vis.map, &m.vis.rgba);
    Constants {
        haze: map.haze,
        haze_color: [rgba.haze[0], rgba.haze[1], rgba.haze[2]],
        fog: [extent * map.fogstart, extent * map.fogend],
        fog_color: [rgba.fog[0], rgba.fog[1], rgba.fog[2]],
        shadow_clip: extent * map.shadowclip,
        shadow_scale: map.shadowscale,
        shadow_size: m.vis.quality.shadowsize,
        line_width: m.vis.global.linewidth,
    }
}

fn materials(m: &Model) -> Vec<Material> {
    // the role of colour, second of ten
    const COLOR: usize = 1;
    let texture = |id: usize| m.mat_texid.get(10 * id + COLOR).copied().unwrap_or(-1);
    let repeat = |id: usize| [0, 1].map(|k| m.mat_texrepeat.get(2 * id + k).copied().unwrap_or(1.0));
    let uniform = |id: usize| m.mat_texuniform.get(id).is_some_and(|flag| flag.get());
    (0..m.nmat).map(|id| Material { texture: texture(id), uniform: uniform(id), repeat: repeat(id) }).collect()
}

fn right_triangle(budget: &Budget) -> Result<Surface, RenderError> {
    let corner = |x: f32, y: f32| Corner { position: [x, y, 0.0], normal: [0.0, 0.0, 1.0], texcoord: [x, 1.0 - y] };
    let mut builder = Builder::new(budget, true);
    builder.triangle([&corner(0.0, 0.0), &corner(1.0, 0.0), &corner(0.0, 1.0)])?;
    Ok(builder.finish(false))
}

/// The unit plane, then a grid for each plane of the model.
fn grids(m: &Model, quads: u32, budget: &Budget) -> Result<Vec<Grid>, RenderError> {
    let far = f64::from(m.vis.map.zfar) * m.stat.extent;
    let unit = [0, 1].map(|_| (0..=quads).map(|i| 2.0 / quads as f32 * i as f32 - 1.0).collect());
    let mut grids = vec![grid(unit, [1.0; 2], budget)?];
    for id in (0..m.ngeom).filter(|&id| m.geom_type.get(id) == Some(&GeomType::Plane)) {
        let size = |k: usize| m.geom_size.get(3 * id + k).copied().unwrap_or(0.0);
        let repeat = |k: usize| {
            let material = m.geom_matid.get(id).and_then(|&mat| usize::try_from(mat).ok());
            material.and_then(|mat| m.mat_texrepeat.get(2 * mat + k)).map_or(0.0, |&x| f64::from(x))
        };
        let lines = [0, 1].map(|k| match size(k) > 0.0 {
            true => finite_lines(size(k), size(2)),
            false => infinite_lines(far, repeat(k)),
        });
        grids.push(grid(lines, [size(0), size(1)], budget)?);
    }
    Ok(grids)
}

/// Cells of twice the spacing, and the remainders at both ends.
fn finite_lines(size: f64, spacing: f64) -> Vec<f32> {
    let spacing = spacing.max(size / (MOST_FIELDS - 2) as f64).max(1e-15);
    let fields = 2 * ((size / spacing) as usize / 2).min(MOST_FIELDS / 2 - 1);
    let rest = size - fields as f64 * spacing;
    let inner = (0..=fields).map(|i| -size + rest + 2.0 * spacing * i as f64);
    std::iter::once(-size).chain(inner).chain([size]).map(|x| x as f32).collect()
}

/// Cells that extend beyond the view.
fn infinite_lines(far: f64, repeat: f64) -> Vec<f32> {
    let step = if repeat > 0.0 { 2.0 / repeat } else { 2.1 * far / (MOST_FIELDS - 2) as f64 };
    let width = (2.1 * far + 2.0 * step) / MOST_FIELDS as f64;
    (0..=MOST_FIELDS).map(|i| (width * i as f64 - width * (MOST_FIELDS / 2) as f64) as f32).collect()
}

/// A plane between its outermost lines.
fn grid(lines: [Vec<f32>; 2], size: [f64; 2], budget: &Budget) -> Result<Grid, RenderError> {
    // fraction of a finite side, or half the coordinate of an infinite one; images run downwards
    let texcoord = |x: f32, k: usize| {
        let x = f64::from(x);
        let (share, half) = (if size[k] > 0.0 { (x + size[k]) / (2.0 * size[k]) } else { 0.0 }, 0.5 * x);
        match (size[k] > 0.0, k) {
            (true, 0) => share as f32,
            (true, _) => (1.0 - share) as f32,
            (false, 0) => half as f32,
            (false, _) => -half as f32,
        }
    };
    let end = |k: usize, last: bool| if last { lines[k].last() } else { lines[k].first() }.copied().unwrap_or(0.0);
    let corner = |i: bool, j: bool| {
        let (x, y) = (end(0, i), end(1, j));
        Corner { position: [x, y, 0.0], normal: [0.0, 0.0, 1.0], texcoord: [texcoord(x, 0), texcoord(y, 1)] }
    };
    let mut builder = Builder::new(budget, true);
    builder.quad([&corner(false, false), &corner(true, false), &corner(true, true), &corner(false, true)])?;
    Ok(Grid { lines, surface: builder.finish(false) })
}

/// Three numbers at `index` of the list that begins at `start`.
fn triple(list: &[f32], start: i32, index: i32) -> Option<[f32; 3]> {
    let at = usize::try_from(i64::from(start) + i64::from(index)).ok()?;
    list.get(3 * at..3 * at + 3)?.try_into().ok()
}

fn normal_of([a, b, c]: [[f32; 3]; 3]) -> [f32; 3] {
    let edge = |p: [f32; 3]| [0, 1, 2].map(|k| f64::from(p[k]) - f64::from(a[k]));
    narrow(unit(cross(edge(b), edge(c))))
}

/// A mesh. Corners without texture coordinates whose normal is far from the triangle's get the triangle's normal.
fn mesh(m: &Model, id: usize, budget: &Budget) -> Result<Surface, RenderError> {
    let entry = |list: &[i32]| list.get(id).copied().unwrap_or(0);
    let texcoords = m.mesh_texcoordadr.get(id).copied().filter(|&start| start >= 0);
    let mut builder = Builder::new(budget, texcoords.is_some());
    let first = entry(&m.mesh_faceadr).max(0) as usize;
    let count = entry(&m.mesh_facenum).max(0) as usize;
    for face in first..first.saturating_add(count) {
        let corners = |list: &[i32]| list.get(3 * face..3 * face + 3).and_then(|c| <[i32; 3]>::try_from(c).ok());
        let (Some(vertex), Some(normal)) = (corners(&m.mesh_face), corners(&m.mesh_facenormal)) else { break };
        let positions = vertex.map(|v| triple(&m.mesh_vert, entry(&m.mesh_vertadr), v).unwrap_or_default());
        let flat = normal_of(positions);
        let mut triangle = [Corner::default(); 3];
        for k in 0..3 {
            let mut own = triple(&m.mesh_normal, entry(&m.mesh_normaladr), normal[k]).unwrap_or(flat);
            let mut texcoord = [0.0; 2];
            if let Some(start) = texcoords {
                let place = corners(&m.mesh_facetexcoord).map_or(0, |c| c[k]);
                texcoord = pair(&m.mesh_texcoord, start, place);
            } else if own[0] * flat[0] + own[1] * flat[1] + own[2] * flat[2] < 0.8 {
                own = flat;
            }
            triangle[k] = Corner { position: positions[k], normal: own, texcoord };
        }
        builder.triangle(triangle.each_ref())?;
    }
    Ok(builder.finish(false))
}

fn pair(list: &[f32], start: i32, index: i32) -> [f32; 2] {
    let at = usize::try_from(i64::from(start) + i64::from(index)).unwrap_or(usize::MAX / 4);
    list.get(2 * at..2 * at + 2).and_then(|c| c.try_into().ok()).unwrap_or_default()
}

/// The surface of a mesh or of its hull.
#[cfg(feature = "viewer")]
pub(crate) fn model_mesh(m: &Model, id: usize, wants_hull: bool, budget: &Budget) -> Result<Surface, RenderError> {
    if wants_hull { hull(m, id, budget) } else { mesh(m, id, budget) }
}

/// The surface of a height field, including its floor.
#[cfg(feature = "viewer")]
pub(crate) fn model_hfield(m: &Model, id: usize, budget: &Budget) -> Result<Surface, RenderError> {
    hfield(m, id, 1, budget)
}

/// The convex hull of a mesh as flat triangles. Empty: the mesh has no hull.
fn hull(m: &Model, id: usize, budget: &Budget) -> Result<Surface, RenderError> {
    let texcoords = m.mesh_texcoordadr.get(id).copied().filter(|&start| start >= 0);
    let mut builder = Builder::new(budget, texcoords.is_some());
    let graph = m.mesh_graphadr.get(id).and_then(|&start| m.mesh_graph.get(usize::try_from(start).ok()?..));
    let Some(graph) = graph else { return Ok(builder.finish(true)) };
    let count = |k: usize| graph.get(k).copied().unwrap_or(0).max(0) as usize;
    let (vertices, faces) = (count(0), count(1));
    // vertex addresses, global vertex numbers, edges, then faces
    let start = 2 + 3 * vertices + 3 * faces;
    let faces = graph.get(start..start.saturating_add(3 * faces)).unwrap_or(&[]);
    let first = m.mesh_vertadr.get(id).copied().unwrap_or(0);
    for face in faces.as_chunks::<3>().0 {
        let positions = face.map(|v| triple(&m.mesh_vert, first, v).unwrap_or_default());
        let normal = normal_of(positions);
        let texcoord = |k: usize| texcoords.map_or([0.0; 2], |start| pair(&m.mesh_texcoord, start, face[k]));
        let corners = [0, 1, 2].map(|k| Corner { position: positions[k], normal, texcoord: texcoord(k) });
        builder.triangle(corners.each_ref())?;
    }
    Ok(builder.finish(true))
}

/// A height field: flat triangles on top, walls around, a floor below.
fn hfield(m: &Model, id: usize, quads: u32, budget: &Budget) -> Result<Surface, RenderError> {
    let mut builder = Builder::new(budget, false);
    let count = |list: &[i32]| list.get(id).map_or(0, |&n| n.max(0) as usize);
    let (rows, columns) = (count(&m.hfield_nrow), count(&m.hfield_ncol));
    let start = count(&m.hfield_adr);
    let (Some(data), Some(size)) = (
        rows.checked_mul(columns).and_then(|n| m.hfield_data.get(start..start.checked_add(n)?)),
        m.hfield_size.get(4 * id..4 * id + 4),
    ) else {
        return Ok(builder.finish(false));
    };
    if rows < 2 || columns < 2 {
        return Ok(builder.finish(false));
    }
    let size: [f32; 4] = std::array::from_fn(|k| size[k] as f32);
    let x = |c: usize| size[0] * (c as f32 / (0.5 * (columns - 1) as f32) - 1.0);
    let y = |r: usize| size[1] * (r as f32 / (0.5 * (rows - 1) as f32) - 1.0);
    let top = |r: usize, c: usize| [x(c), y(r), data[r * columns + c] * size[2]];
    let bottom = |r: usize, c: usize| [x(c), y(r), -size[3]];
    let flat = |positions: [[f32; 3]; 3]| {
        let normal = normal_of(positions);
        positions.map(|position| Corner { position, normal, texcoord: [0.0; 2] })
    };
    for r in 0..rows - 1 {
        for c in 0..columns - 1 {
            let [a, b, p, q] = [top(r + 1, c), top(r, c), top(r + 1, c + 1), top(r, c + 1)];
            builder.triangle(flat([a, b, p]).each_ref())?;
            builder.triangle(flat([b, q, p]).each_ref())?;
        }
    }
    let mut wall = |normal: [f32; 3], positions: [[f32; 3]; 4]| {
        builder.quad(positions.map(|position| Corner { position, normal, texcoord: [0.0; 2] }).each_ref())
    };
    let (last_r, last_c) = (rows - 1, columns - 1);
    for r in 0..last_r {
        wall([-1.0, 0.0, 0.0], [bottom(r + 1, 0), bottom(r, 0), top(r, 0), top(r + 1, 0)])?;
        let c = last_c;
        wall([1.0, 0.0, 0.0], [bottom(r, c), bottom(r + 1, c), top(r + 1, c), top(r, c)])?;
    }
    for c in 0..last_c {
        wall([0.0, -1.0, 0.0], [bottom(0, c), bottom(0, c + 1), top(0, c + 1), top(0, c)])?;
        let r = last_r;
        wall([0.0, 1.0, 0.0], [bottom(r, c + 1), bottom(r, c), top(r, c), top(r, c + 1)])?;
    }
    let share = |i: u32| 2.0 * i as f32 / quads as f32 - 1.0;
    let floor = |i: u32, j: u32| [size[0] * share(i), size[1] * share(j), -size[3]];
    for j in 0..quads {
        for i in 0..quads {
            wall([0.0, 0.0, -1.0], [floor(i, j), floor(i, j + 1), floor(i + 1, j + 1), floor(i + 1, j)])?;
        }
    }
    Ok(builder.finish(false))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::numeric::wide;

    #[test]
    fn lines_of_a_finite_plane_end_at_its_edges() {
        assert_eq!(finite_lines(1.0, 0.25), [-1.0, -1.0, -0.5, 0.0, 0.5, 1.0, 1.0]);
        assert_eq!(finite_lines(1.0, 0.3).len(), 5);
        for (size, spacing) in [(1e9, 1e-9), (1e-9, 1e9), (5.0, 0.05), (3.0, 0.0)] {
            let lines = finite_lines(size, spacing);
            assert!(lines.len() <= MOST_FIELDS + 1 && lines.is_sorted(), "{size} {spacing}: {}", lines.len());
        }
    }

    #[test]
    fn closed_primitives_face_outwards() {
        let m = Model::default();
        let assets = Assets::new(&m, &Budget::new(1 << 30)).unwrap();
        let p = &assets.primitives[0];
        for surface in [&p.sphere, &p.cylinder, &p.cube, &p.cone, &p.tube, &p.top, &p.bottom] {
            let middle = [0, 1, 2].map(|k| wide(surface.pieces[0].center)[k]);
            for piece in &surface.pieces {
                for face in &surface.triangles[piece.triangle..piece.triangle + piece.triangles] {
                    let corners = face.map(|v| surface.at(piece.vertex + v as usize));
                    let normal = wide(normal_of(corners));
                    let own = face.map(|v| surface.normal[2][piece.vertex + v as usize]);
                    let out: f64 = (0..3).map(|k| normal[k] * (f64::from(corners[0][k]) - middle[k])).sum();
                    let flat = own.iter().all(|z| z.abs() == 1.0);
                    assert!(out > -1e-6 || flat, "{corners:?} {normal:?}");
                }
            }
        }
    }
}
