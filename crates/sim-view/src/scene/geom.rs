//! A geom of a scene.

use crate::scene::{Categories, SceneError, turn};
use sim_core::ObjType;
use sim_core::math::{Mat3, Vec3, quat, vec3};
use std::fmt::{self, Write};

/// The shape of a [`SceneGeom`], by MuJoCo's numbers (`mjtGeom`): those of a geom of the model, and those of decorations.
///
/// Any number may appear, since Python writes it; the renderer skips unknown ones.
///
/// ```
/// use sim_view::Shape;
///
/// assert_eq!((Shape::Box.0, Shape::Arrow.0), (6, 100));
/// ```
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
    /// A mesh, or its convex hull, by `dataid`: twice the mesh's index, plus one for the hull.
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
    /// Only a label.
    pub const Label: Self = Self(107);
    /// The triangle `(0, 0, 0)`, `(x, 0, 0)`, `(0, y, 0)`.
    pub const Triangle: Self = Self(108);
    /// No shape.
    pub const None: Self = Self(1001);
}

/// A label of a geom: at most 99 bytes of UTF-8, stored inline, so that a list of geoms needs no other memory.
///
/// ```
/// use sim_view::Label;
///
/// assert_eq!(Label::new("arm").as_str(), "arm");
/// assert_eq!(Label::written(format_args!("{} {}", "geom", 3)).as_str(), "geom 3");
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Label {
    bytes: [u8; Label::CAPACITY],
    len: u8,
}

impl Label {
    /// Largest length of a label (bytes).
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

    /// The beginning of formatted text, as far as it fits.
    pub fn written(text: fmt::Arguments<'_>) -> Self {
        let mut label = Self::EMPTY;
        // a text that does not fit is cut, which is not an error
        let _ = label.write_fmt(text);
        label
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[..usize::from(self.len)]).unwrap_or_default()
    }
}

impl Default for Label {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl Write for Label {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let start = usize::from(self.len);
        let room = Self::CAPACITY.saturating_sub(start);
        let end = text.floor_char_boundary(room);
        self.bytes[start..start + end].copy_from_slice(&text.as_bytes()[..end]);
        self.len = (start + end) as u8;
        // text after a cut would have the wrong position
        if end < text.len() { Err(fmt::Error) } else { Ok(()) }
    }
}

impl fmt::Debug for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.as_str())
    }
}

/// A geom of a scene, MuJoCo's `mjvGeom`.
///
/// ```
/// use sim_view::{Label, SceneGeom, Shape};
///
/// let mut geom = SceneGeom::new(Shape::Sphere, Some([0.5, 0.0, 0.0]), Some([0.0, 0.0, 1.0]), None, None);
/// assert_eq!((geom.size, geom.rgba), ([0.5; 3], [0.5, 0.5, 0.5, 1.0]));
/// geom.label = Label::new("here");
/// geom.connect(Shape::Capsule, 0.1, [0.0; 3], [0.0, 0.0, 2.0])?;
/// assert_eq!((geom.size[2], geom.pos[2]), (1.0, 1.0));
/// # Ok::<(), sim_view::SceneError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SceneGeom {
    /// The shape.
    pub shape: Shape,
    /// Mesh (twice its index, plus one for the hull), height field or plane; -1 for none.
    pub dataid: i32,
    /// Kind of the object that it shows, `ObjType::Unknown` for a decoration.
    pub objtype: ObjType,
    /// Index of that object; -1 for none.
    pub objid: i32,
    /// Static, dynamic or decoration.
    pub category: Categories,
    /// Material; -1 for none.
    pub matid: i32,
    /// Texture instead of the material's; -1 for none.
    pub texid: i32,
    /// Whether a cube texture is scaled with the geom's size.
    pub texuniform: bool,
    /// Whether the mesh or skin has texture coordinates.
    pub texcoord: bool,
    /// Number in segmentation pictures; -1 leaves it out.
    pub segid: i32,
    /// Sizes, by shape.
    pub size: [f32; 3],
    /// Position.
    pub pos: [f32; 3],
    /// Orientation, row by row.
    pub mat: [f32; 9],
    /// Colour and opacity.
    pub rgba: [f32; 4],
    /// Emission.
    pub emission: f32,
    /// Strength of highlights.
    pub specular: f32,
    /// Sharpness of highlights, 0 to 1 for exponents 0 to 128.
    pub shininess: f32,
    /// Reflectance of planes and boxes.
    pub reflectance: f32,
    /// Repetitions of the 2D texture `texid`.
    pub texrepeat: [f32; 2],
    /// Label.
    pub label: Label,
    /// Distance to the camera, for sorting.
    pub camdist: f32,
    /// Bounding radius of a geom of the model; 0 for others.
    pub modelrbound: f32,
    /// Whether it is drawn with the transparent geoms.
    pub transparent: bool,
}

impl Default for SceneGeom {
    /// An empty geom at the origin.
    fn default() -> Self {
        Self::new(Shape::None, None, None, None, None)
    }
}

impl SceneGeom {
    /// A geom with this size, position, orientation and colour, each optional; all other fields have their defaults,
    /// `mjv_initGeom`.
    pub fn new(
        shape: Shape,
        size: Option<Vec3>,
        pos: Option<Vec3>,
        mat: Option<&Mat3>,
        rgba: Option<[f32; 4]>,
    ) -> Self {
        let mut geom = Self {
            shape,
            dataid: -1,
            objtype: ObjType::Unknown,
            objid: 0,
            category: Categories::empty(),
            matid: -1,
            texid: -1,
            texuniform: false,
            texcoord: false,
            segid: 0,
            size: [0.1; 3],
            pos: [0.0; 3],
            mat: [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0],
            rgba: [0.5, 0.5, 0.5, 1.0],
            emission: 0.0,
            specular: 0.5,
            shininess: 0.5,
            reflectance: 0.0,
            texrepeat: [0.0; 2],
            label: Label::EMPTY,
            camdist: 0.0,
            modelrbound: 0.0,
            transparent: false,
        };
        geom.place(shape, size, pos, mat, rgba);
        geom
    }

    /// Sets shape, size, pose and colour as `mjv_initGeom` does, and keeps the object, the category and the number in segmentation.
    pub fn reset(
        &mut self,
        shape: Shape,
        size: Option<Vec3>,
        pos: Option<Vec3>,
        mat: Option<&Mat3>,
        rgba: Option<[f32; 4]>,
    ) {
        let Self { objtype, objid, category, segid, camdist, transparent, .. } = *self;
        *self =
            Self { objtype, objid, category, segid, camdist, transparent, ..Self::new(shape, size, pos, mat, rgba) };
    }

    fn place(
        &mut self,
        shape: Shape,
        size: Option<Vec3>,
        pos: Option<Vec3>,
        mat: Option<&Mat3>,
        rgba: Option<[f32; 4]>,
    ) {
        self.shape = shape;
        if let Some(size) = size {
            let [x, y, z] = single(size);
            self.size = match shape {
                Shape::Sphere => [x; 3],
                Shape::Capsule | Shape::Cylinder => [x, x, y],
                _ => [x, y, z],
            };
        }
        self.pos = pos.map_or(self.pos, single);
        self.mat = mat.map_or(self.mat, |mat| single(*mat));
        self.rgba = rgba.unwrap_or(self.rgba);
    }

    /// Makes the geom connect two points: a capsule, cylinder, arrow or line with this radius (for a line, its width
    /// in pixels), `mjv_connector`.
    ///
    /// # Errors
    ///
    /// If the shape does not connect points.
    pub fn connect(&mut self, shape: Shape, width: f64, from: Vec3, to: Vec3) -> Result<(), SceneError> {
        let centred = match shape {
            Shape::Capsule | Shape::Cylinder => true,
            Shape::Arrow | Shape::Arrow1 | Shape::Arrow2 | Shape::Line => false,
            _ => return Err(SceneError::NoConnector(shape.0)),
        };
        self.join(shape, centred, width, from, to);
        Ok(())
    }

    fn join(&mut self, shape: Shape, centred: bool, width: f64, from: Vec3, to: Vec3) {
        let along = vec3::sub(to, from);
        let length = vec3::norm(along) as f32;
        self.shape = shape;
        self.size = [width as f32, width as f32, if centred { 0.5 * length } else { length }];
        self.pos = single(if centred { vec3::scale(vec3::add(from, to), 0.5) } else { from });
        self.mat = single(quat::to_mat(turn::z_to(along)));
    }

    /// A capsule between two points.
    pub(crate) fn capsule(&mut self, width: f64, from: Vec3, to: Vec3) {
        self.join(Shape::Capsule, true, width, from, to);
    }

    /// A cylinder between two points.
    pub(crate) fn cylinder(&mut self, width: f64, from: Vec3, to: Vec3) {
        self.join(Shape::Cylinder, true, width, from, to);
    }

    /// An arrow of one of the three shapes, or a line, between two points.
    pub(crate) fn arrow(&mut self, shape: Shape, width: f64, from: Vec3, to: Vec3) {
        self.join(shape, false, width, from, to);
    }

    /// Radius of a sphere around it: `modelrbound` for geoms of the model, from the sizes for others; too small for arrows.
    pub fn bounding_radius(&self) -> f32 {
        let [x, y, z] = self.size;
        match self.shape {
            _ if self.objtype == ObjType::Geom => self.modelrbound,
            Shape::Sphere => x,
            Shape::Capsule => x + z,
            Shape::Cylinder => (x * x + z * z).sqrt(),
            Shape::Box => (x * x + y * y + z * z).sqrt(),
            _ => x.max(y.max(z)),
        }
    }
}

/// Converts numbers to f32.
pub(crate) fn single<const N: usize>(values: [f64; N]) -> [f32; N] {
    values.map(|x| x as f32)
}

/// Converts numbers to f64.
pub(crate) fn double<const N: usize>(values: [f32; N]) -> [f64; N] {
    values.map(f64::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_cut_between_characters() {
        let text = "ä".repeat(60);
        assert_eq!(Label::new(&text).as_str().len(), 98);
        let long = Label::written(format_args!("{}{}", "x".repeat(98), "yz"));
        assert_eq!(long.as_str().len(), 99);
        assert_eq!(Label::written(format_args!("{}{}", text, "z")).as_str(), "ä".repeat(49));
    }

    #[test]
    fn connectors_point_along_their_ends() {
        let mut geom = SceneGeom::default();
        geom.connect(Shape::Arrow, 0.2, [1.0, 0.0, 0.0], [1.0, 0.0, -3.0]).unwrap();
        assert_eq!((geom.size, geom.pos), ([0.2, 0.2, 3.0], [1.0, 0.0, 0.0]));
        assert_eq!([geom.mat[2], geom.mat[5], geom.mat[8]], [0.0, 0.0, -1.0]);
        assert_eq!(geom.connect(Shape::Box, 0.2, [0.0; 3], [1.0; 3]), Err(SceneError::NoConnector(6)));
    }
}
