//! One thing to draw.

use sim_core::ObjType;
use crate::scene::Categories;

/// The form of a [`SceneGeom`], by MuJoCo's numbers (`mjtGeom`): those of a geom of the model, and those of decorations.
///
/// Any number may appear, since Python writes it; the renderer draws nothing for one that it does not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape(pub i32);

#[allow(non_upper_case_globals)]
impl Shape {
    /// Half sizes x, y; a size of 0 is infinite. The third size is the spacing of grid lines.
    pub const Plane: Self = Self(0);
    /// A height field, by `dataid`.
    pub const Hfield: Self = Self(1);
    /// Radius in all three sizes.
    pub const Sphere: Self = Self(2);
    /// Radius, radius, half length of the cylinder part.
    pub const Capsule: Self = Self(3);
    /// Three radii.
    pub const Ellipsoid: Self = Self(4);
    /// Radius, radius, half length.
    pub const Cylinder: Self = Self(5);
    /// Half sizes.
    pub const Box: Self = Self(6);
    /// A mesh, or its convex hull, by `dataid`: twice the number of the mesh, and one more for the hull.
    pub const Mesh: Self = Self(7);
    /// The surface of a signed distance field, drawn by its mesh.
    pub const Sdf: Self = Self(8);
    /// Radius, radius, length along z.
    pub const Arrow: Self = Self(100);
    /// An arrow whose head is as wide as its shaft.
    pub const Arrow1: Self = Self(101);
    /// An arrow with two heads; the third size is half its length.
    pub const Arrow2: Self = Self(102);
    /// Line from the origin along z; the first size is its width in pixels, the third its length.
    pub const Line: Self = Self(103);
    /// Edges of a box, by half sizes.
    pub const LineBox: Self = Self(104);
    /// A flexible body.
    pub const Flex: Self = Self(105);
    /// A skin; its vertices are in [`Scene::skinvert`](crate::Scene::skinvert).
    pub const Skin: Self = Self(106);
    /// A text and nothing else.
    pub const Label: Self = Self(107);
    /// The triangle `(0, 0, 0)`, `(x, 0, 0)`, `(0, y, 0)`.
    pub const Triangle: Self = Self(108);
    /// Nothing.
    pub const None: Self = Self(1001);
}

/// A text beside a geom: at most 99 bytes of UTF-8, kept in place so that a list of geoms needs no memory of its own.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Label {
    bytes: [u8; Label::CAPACITY],
    len: u8,
}

impl Label {
    /// Most bytes of a label.
    pub const CAPACITY: usize = 99;
    /// No text.
    pub const EMPTY: Self = Self { bytes: [0; Self::CAPACITY], len: 0 };

    /// The first bytes of `text` that fit, cut between characters.
    pub fn new(text: &str) -> Self {
        let mut label = Self::EMPTY;
        let end = text.floor_char_boundary(Self::CAPACITY);
        label.bytes[..end].copy_from_slice(&text.as_bytes()[..end]);
        label.len = end as u8;
        label
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[..usize::from(self.len)]).unwrap_or_default()
    }
}

impl std::fmt::Debug for Label {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}", self.as_str())
    }
}

/// One thing to draw, MuJoCo's `mjvGeom`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SceneGeom {
    /// Its form.
    pub shape: Shape,
    /// Mesh (twice its number, one more for the hull), height field or plane; -1 for none.
    pub dataid: i32,
    /// Kind of the object it shows, `ObjType::Unknown` for a decoration.
    pub objtype: ObjType,
    /// Number of that object; -1 for none.
    pub objid: i32,
    /// Static, dynamic or decoration.
    pub category: Categories,
    /// Material; -1 for none.
    pub matid: i32,
    /// Texture that is used instead of the material's; -1 for none.
    pub texid: i32,
    /// Whether a cube texture is scaled with the geom's size.
    pub texuniform: bool,
    /// Whether the mesh or skin has texture coordinates.
    pub texcoord: bool,
    /// Number by which segmentation names it; -1 leaves it out.
    pub segid: i32,
    /// Sizes, by shape.
    pub size: [f32; 3],
    /// Position.
    pub pos: [f32; 3],
    /// Orientation, row by row.
    pub mat: [f32; 9],
    /// Colour and opacity.
    pub rgba: [f32; 4],
    /// How much it shines by itself.
    pub emission: f32,
    /// Strength of highlights.
    pub specular: f32,
    /// Sharpness of highlights, 0 to 1 for exponents 0 to 128.
    pub shininess: f32,
    /// How much it mirrors: planes and boxes only.
    pub reflectance: f32,
    /// Repetitions of a 2d texture that `texid` names.
    pub texrepeat: [f32; 2],
    /// Text beside it.
    pub label: Label,
    /// Distance to the camera, for sorting.
    pub camdist: f32,
    /// Bounding radius of the geom of the model; 0 for what is none.
    pub modelrbound: f32,
    /// Whether it is drawn with what can be seen through.
    pub transparent: bool,
}
