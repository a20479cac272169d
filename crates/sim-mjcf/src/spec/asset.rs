//! Assets: meshes, height fields, textures, materials, attachable models.

use super::{Meta, Spec, object};
use crate::schema::keywords::{BUILTIN, MARK, MESH_BUILTIN};
use crate::schema::{Kind, MANY};
use crate::table::codec::{Custom, Number, TextEntry};
use crate::table::field::text;
use crate::table::{Fault, FieldType, Value, object_table};
use sim_core::math::quat;
use sim_core::{ColorSpace, ObjType, TextureType};

/// How mass and inertia follow from a mesh.
///
/// ```
/// use sim_mjcf::Fields;
/// use sim_mjcf::spec::{Mesh, MeshInertia};
///
/// let mut mesh = Mesh::default();
/// assert_eq!(mesh.inertia, MeshInertia::Legacy);
/// mesh.set("inertia", "shell")?;
/// assert_eq!(mesh.inertia, MeshInertia::Shell);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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

/// Vertices of a convex hull: no limit, or enough for a body.
const MAXHULLVERT: Custom<i32> = Custom::new(
    Kind::Int,
    1,
    |held, value| {
        let mut count = -1;
        count.read(value)?;
        if count != -1 && count < 4 {
            return Err(Fault::Invalid("maxhullvert must be -1 (no limit) or more than 3".to_string()));
        }
        *held = count;
        Ok(())
    },
    FieldType::write,
);

object_table! {
    /// `<mesh>`.
    ///
    /// ```
    /// use sim_mjcf::spec::{Geom, Item, Mesh, Meta, Spec};
    ///
    /// let meta = Meta { name: "wedge".into(), ..Meta::default() };
    /// let vertex = vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
    /// let mut spec = Spec::default();
    /// spec.meshes.push(Mesh { meta, vertex, ..Mesh::default() });
    /// let geom = Geom { kind: sim_core::GeomType::Mesh, mesh: "wedge".into(), ..Geom::default() };
    /// spec.world.items.push(Item::Geom(geom));
    /// assert_eq!(sim_mjcf::compile(spec, &Default::default())?.nmeshface, 4, "those of its hull");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Mesh "mesh" (meta) in ["asset/mesh"] {
        /// Common part.
        meta: Meta = Meta::default();
        /// Media type of the file.
        content_type: String = String::new(), "content_type";
        /// File.
        file: String = String::new(), "file";
        /// Vertices.
        vertex: Vec<f32> = vec![], "vertex";
        /// Normals.
        normal: Vec<f32> = vec![], "normal";
        /// Texture coordinates.
        texcoord: Vec<f32> = vec![], "texcoord";
        /// Faces: three vertices each.
        face: Vec<i32> = vec![], "face";
        /// Position that becomes the origin.
        refpos: [f64; 3] = [0.0; 3], "refpos";
        /// Orientation that becomes the identity.
        refquat: [f64; 4] = quat::IDENTITY, "refquat";
        /// Scale.
        scale: [f64; 3] = [1.0; 3], "scale";
        /// Whether normals are averaged over edges.
        smoothnormal: bool = false, "smoothnormal";
        /// Most vertices of the convex hull; -1: no limit.
        maxhullvert: i32 = -1, "maxhullvert" by MAXHULLVERT;
        /// How mass and inertia follow.
        inertia: MeshInertia = MeshInertia::Legacy, "inertia";
        /// Number of the built-in shape's keyword.
        builtin: Option<i32> = None, "builtin" by Number(MESH_BUILTIN);
        /// Parameters of the built-in shape.
        params: Vec<f64> = vec![], "params";
        /// Material of geoms that name none.
        material: String = String::new(), "material";
    }
    not_fields { "name": "it is meta.name"; "class": "it is meta.class"; }
}

/// Elevations, farthest row first in the file; needs `nrow` and `ncol`.
const ELEVATION: Custom<HField> = Custom::new(
    Kind::Float,
    MANY,
    |hfield, value| {
        let mut given: Vec<f32> = vec![];
        given.read(value)?;
        let (rows, columns) = hfield.points();
        if given.len() != rows.saturating_mul(columns) {
            let message = format!("elevation has {} numbers, nrow x ncol is {}", given.len(), rows * columns);
            return Err(Fault::Invalid(message));
        }
        hfield.elevation = given.chunks_exact(columns.max(1)).rev().flatten().copied().collect();
        Ok(())
    },
    |hfield| {
        let (_, columns) = hfield.points();
        let numbers = hfield.elevation.chunks(columns.max(1)).rev().flatten().map(|v| f64::from(*v));
        (!hfield.elevation.is_empty()).then(|| Value::Reals(numbers.collect()))
    },
);

object_table! {
    /// `<hfield>`.
    ///
    /// ```
    /// use sim_mjcf::Fields;
    /// use sim_mjcf::spec::HField;
    ///
    /// let mut field = HField { nrow: 2, ncol: 2, ..HField::default() };
    /// field.set("elevation", [1.0, 2.0, 3.0, 4.0])?;
    /// assert_eq!(field.elevation, [3.0, 4.0, 1.0, 2.0], "the row with the smallest y first");
    /// assert!(field.set("elevation", [1.0, 2.0]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    HField "hfield" (meta) in ["asset/hfield"] {
        /// Common part.
        meta: Meta = Meta::default();
        /// Media type of the file.
        content_type: String = String::new(), "content_type";
        /// File.
        file: String = String::new(), "file";
        /// Half-lengths in x and y, height above and base below.
        size: [f64; 4] = [0.0; 4], "size";
        /// Rows.
        nrow: i32 = 0, "nrow";
        /// Columns.
        ncol: i32 = 0, "ncol";
        /// Elevation, first row at the smallest y.
        elevation: Vec<f32> = vec![];
    }
    whole {
        /// Elevation, first row at the largest y.
        "elevation" in elevation by ELEVATION;
    }
    not_fields { "name": "it is meta.name"; }
}

impl HField {
    /// Rows and columns.
    pub(crate) fn points(&self) -> (usize, usize) {
        (usize::try_from(self.nrow).unwrap_or(0), usize::try_from(self.ncol).unwrap_or(0))
    }
}

/// A letter for each cell of the grid; needs `gridsize`.
const GRIDLAYOUT: Custom<Texture> = Custom::new(
    Kind::Chars,
    12,
    |texture, value| {
        let layout = text(value)?;
        let cells = i64::from(texture.gridsize[0]) * i64::from(texture.gridsize[1]);
        if i64::try_from(layout.len()) != Ok(cells) {
            return Err(Fault::Invalid(format!(
                "gridlayout has {} letters for {cells} cells of gridsize; give one letter per cell",
                layout.len()
            )));
        }
        if layout.len() > texture.gridlayout.len() {
            return Err(Fault::Invalid("gridlayout takes 12 letters at most".to_string()));
        }
        for (target, letter) in texture.gridlayout.iter_mut().zip(layout.bytes()) {
            *target = letter;
        }
        Ok(())
    },
    |texture| {
        let [rows, columns] = texture.gridsize.map(|n| usize::try_from(n).unwrap_or(0));
        let letters = texture.gridlayout.get(..rows.saturating_mul(columns))?;
        std::str::from_utf8(letters).ok().map(Value::from)
    },
);

object_table! {
    /// `<texture>`.
    ///
    /// ```
    /// use sim_core::TextureType;
    ///
    /// let text = "<mujoco><asset><texture name='sky' type='skybox' builtin='gradient' width='8' height='8'/></asset></mujoco>";
    /// let spec = sim_mjcf::parse_mjcf_str(text)?;
    /// assert_eq!((spec.textures[0].kind, spec.textures[0].width), (TextureType::Skybox, 8));
    /// let model = sim_mjcf::compile(spec, &Default::default())?;
    /// assert_eq!(model.texture("sky")?.height(), 6 * 8, "six sides");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Texture "texture" (meta) in ["asset/texture"] {
        /// Common part.
        meta: Meta = Meta::default();
        /// Kind.
        kind: TextureType = TextureType::Cube, "type";
        /// Colour space of the file.
        colorspace: ColorSpace = ColorSpace::Auto, "colorspace";
        /// Media type of the file.
        content_type: String = String::new(), "content_type";
        /// File.
        file: String = String::new(), "file";
        /// Rows and columns of a file that holds all sides of a cube.
        gridsize: [i32; 2] = [1, 1], "gridsize";
        /// What side of the cube each cell is.
        gridlayout: [u8; 12] = *b"............";
        /// Right, left, up, down, front, back.
        cubefiles: [String; 6] = Default::default(),
            "fileright" by TextEntry(0), "fileleft" by TextEntry(1), "fileup" by TextEntry(2),
            "filedown" by TextEntry(3), "filefront" by TextEntry(4), "fileback" by TextEntry(5);
        /// Number of the builtin's keyword: none, gradient, checker, flat.
        builtin: i32 = 0, "builtin" by Number(BUILTIN);
        /// First colour.
        rgb1: [f64; 3] = [0.8; 3], "rgb1";
        /// Second colour.
        rgb2: [f64; 3] = [0.5; 3], "rgb2";
        /// Number of the mark's keyword: none, edge, cross, random.
        mark: i32 = 0, "mark" by Number(MARK);
        /// Colour of marks.
        markrgb: [f64; 3] = [0.0; 3], "markrgb";
        /// Probability of a random mark.
        random: f64 = 0.01, "random";
        /// Width in pixels.
        width: i32 = 0, "width";
        /// Height in pixels.
        height: i32 = 0, "height";
        /// Whether files are mirrored, left for right.
        hflip: bool = false, "hflip";
        /// Whether files are mirrored, top for bottom.
        vflip: bool = false, "vflip";
        /// Channels of each pixel.
        nchannel: i32 = 3, "nchannel";
    }
    whole {
        /// What side of the cube each cell is.
        "gridlayout" in gridlayout by GRIDLAYOUT;
    }
    not_fields { "name": "it is meta.name"; }
}

/// Number of roles a material's textures can have.
pub const TEXTURE_ROLES: usize = 10;

object_table! {
    /// `<material>`.
    ///
    /// ```
    /// use sim_mjcf::Fields;
    /// use sim_mjcf::spec::Material;
    ///
    /// let mut wood = Material::default();
    /// wood.set("texture", "grain")?;
    /// wood.set("texrepeat", [4.0, 2.0])?;
    /// assert_eq!((wood.textures[1].as_str(), wood.texrepeat), ("grain", [4.0, 2.0]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Material "material" (meta) in ["asset/material"] {
        /// Common part.
        meta: Meta = Meta::default();
        /// Texture names by role. The attribute sets that of role `rgb`, `<layer>` the others.
        textures: [String; TEXTURE_ROLES] = Default::default(), "texture" by TextEntry(1);
        /// Whether the texture repeats by length, not by object.
        texuniform: bool = false, "texuniform";
        /// How often the texture repeats.
        texrepeat: [f32; 2] = [1.0; 2], "texrepeat";
        /// Emission.
        emission: f32 = 0.0, "emission";
        /// Specularity.
        specular: f32 = 0.5, "specular";
        /// Shininess.
        shininess: f32 = 0.5, "shininess";
        /// Reflectance.
        reflectance: f32 = 0.0, "reflectance";
        /// Metallic share.
        metallic: f32 = -1.0, "metallic";
        /// Roughness.
        roughness: f32 = -1.0, "roughness";
        /// Colour.
        rgba: [f32; 4] = [1.0; 4], "rgba";
    }
    not_fields { "name": "it is meta.name"; "class": "it is meta.class"; }
}

/// `<model>`: another model, read and resolved, ready to be attached.
///
/// ```
/// use sim_mjcf::spec::{Attach, Document, Meta, ModelAsset, Written};
///
/// let text = "<mujoco model='limb'><worldbody><body name='leg'><geom size='1'/></body></worldbody></mujoco>";
/// let spec = Box::new(sim_mjcf::parse_mjcf_str(text)?);
/// let mut document = Document::default();
/// document.models.push(ModelAsset { meta: Meta::default(), spec });
/// let attach = Attach { model: Some("limb".into()), prefix: "a_".into(), ..Attach::default() };
/// document.world.push(Written::Attach(Attach { body: Some("leg".into()), ..attach }));
/// assert!(sim_mjcf::compile(document.resolve()?, &Default::default())?.body("a_leg").is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
