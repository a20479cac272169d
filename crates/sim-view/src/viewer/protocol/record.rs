//! Binary layouts: frames, geometry and images. All numbers are little endian, without padding.

/// A number or a list of numbers in a record.
pub trait Field: Copy {
    /// Name of the number's type in JavaScript's `DataView`.
    #[cfg(test)]
    const VIEW: &'static str;
    /// Bytes of one number.
    #[cfg(test)]
    const NUMBER_BYTES: usize;
    /// Length of the list. 0: the field is one number.
    #[cfg(test)]
    const COUNT: usize = 0;
    /// Bytes of the field.
    const BYTES: usize;

    /// Appends the field.
    fn put(self, out: &mut Vec<u8>);
}

macro_rules! number {
    ($($kind:ident $view:literal),*) => {$(
        impl Field for $kind {
            #[cfg(test)]
            const VIEW: &'static str = $view;
            #[cfg(test)]
            const NUMBER_BYTES: usize = size_of::<$kind>();
            const BYTES: usize = size_of::<$kind>();

            fn put(self, out: &mut Vec<u8>) {
                out.extend_from_slice(&self.to_le_bytes());
            }
        }
    )*};
}

number!(u32 "Uint32", i32 "Int32", f32 "Float32", f64 "Float64");

impl<T: Field, const N: usize> Field for [T; N] {
    #[cfg(test)]
    const VIEW: &'static str = T::VIEW;
    #[cfg(test)]
    const NUMBER_BYTES: usize = T::BYTES;
    #[cfg(test)]
    const COUNT: usize = N;
    const BYTES: usize = N * T::BYTES;

    fn put(self, out: &mut Vec<u8>) {
        self.into_iter().for_each(|number| number.put(out));
    }
}

/// A group of fields one after the other.
pub trait Record {
    /// Bytes of the record.
    const BYTES: usize;

    /// Appends the fields.
    fn put(&self, out: &mut Vec<u8>);
}

/// A field for the generated file: name, doc comment, `DataView` type, bytes of a number, length of the list (0: one number).
#[cfg(test)]
pub type FieldInfo = (&'static str, &'static str, &'static str, usize, usize);

/// A record for the generated file.
#[cfg(test)]
pub struct RecordInfo {
    /// Name of the type.
    pub name: &'static str,
    /// Doc comment.
    pub doc: &'static str,
    /// Bytes of the record.
    pub bytes: usize,
    /// Fields in order.
    pub fields: Vec<FieldInfo>,
}

macro_rules! records {
    ($($(#[doc = $doc:literal])* struct $name:ident { $($(#[doc = $field_doc:literal])* $field:ident: $kind:ty,)* })*) => {
        $(
            $(#[doc = $doc])*
            #[derive(Clone, Copy, Debug)]
            pub struct $name { $($(#[doc = $field_doc])* pub $field: $kind,)* }

            impl Record for $name {
                const BYTES: usize = 0 $(+ <$kind as Field>::BYTES)*;

                fn put(&self, out: &mut Vec<u8>) {
                    $(self.$field.put(out);)*
                }
            }
        )*

        /// All records for the generated file.
        #[cfg(test)]
        pub fn all() -> Vec<RecordInfo> {
            vec![$(RecordInfo {
                name: stringify!($name),
                doc: concat!($($doc,)*),
                bytes: <$name as Record>::BYTES,
                fields: vec![$((
                    stringify!($field), concat!($($field_doc,)*), <$kind as Field>::VIEW,
                    <$kind as Field>::NUMBER_BYTES, <$kind as Field>::COUNT,
                ),)*],
            },)*]
        }
    };
}

/// Kind of a binary message: a frame.
pub const FRAME: u32 = 1;
/// Kind of a binary message: what a program draws over the picture.
pub const OVERLAY: u32 = 2;

/// Bit of [`FrameHeader::bits`]: time runs.
pub const FRAME_PLAYING: u32 = 1;
/// Bit of [`FrameHeader::bits`]: the page forgets all items.
pub const FRAME_RESET: u32 = 2;

/// Bit of [`LookRecord::bits`]: the texture repeats by length.
pub const LOOK_TEXUNIFORM: u32 = 1;
/// Bit of [`LookRecord::bits`]: the mesh has texture coordinates.
pub const LOOK_TEXCOORD: u32 = 2;
/// Bit of [`LookRecord::bits`]: the item is transparent.
pub const LOOK_TRANSPARENT: u32 = 4;
/// Number of bits below the category in [`LookRecord::bits`].
pub const LOOK_CATEGORY_SHIFT: u32 = 8;

/// Bit of [`LightRecord::bits`]: the light is at the page's camera.
pub const LIGHT_IS_HEADLIGHT: u32 = 1;
/// Bit of [`LightRecord::bits`]: the light casts shadows.
pub const LIGHT_CASTS_SHADOW: u32 = 2;

/// Kind of a binary message: a JSON message of the server, compressed with gzip.
pub const PACKED_TEXT: u32 = 3;

/// Kind of a binary message: a picture that the server drew.
pub const PICTURE: u32 = 4;

/// Steps from the lowest to the highest coordinate of a surface's vertices.
pub const SURFACE_POSITION_STEPS: u32 = 65_535;
/// Steps of each of the two numbers of a surface's normal, from -1 to 1: even, so that 0 is one of them.
pub const SURFACE_NORMAL_STEPS: u32 = 1022;
/// Steps from the lowest to the highest texture coordinate of a surface.
pub const SURFACE_TEXCOORD_STEPS: u32 = 1_048_575;

/// Bits of each coordinate of a body without an anchor.
pub const POSITION_BITS: u32 = 16;
/// Bits of each quaternion component of a body without an anchor.
pub const QUATERNION_BITS: u32 = 15;
/// Bits of each coordinate of a body with an anchor.
pub const NEAR_POSITION_BITS: u32 = 11;
/// Bits of the quaternion components of a body with an anchor.
pub const NEAR_QUATERNION_BITS: [u32; 3] = [10, 10, 9];

records! {
    /// Header of a frame. The sections follow it in the order of their counts.
    struct FrameHeader {
        /// `BinaryKind.FRAME`.
        kind: u32,
        /// Number of the frame. `seen` answers it.
        number: u32,
        /// Version of the model.
        version: u32,
        /// Bits of `FrameBit`.
        bits: u32,
        /// Time of the selected world, in seconds.
        time: f64,
        /// Poses of items.
        items: u32,
        /// Looks that changed.
        changes: u32,
        /// Lights.
        lights: u32,
        /// Poses of the model's cameras.
        cameras: u32,
        /// Poses of bodies that are bones of skins.
        bones: u32,
        /// Watched values, `f64`.
        values: u32,
        /// Samples of the watched values since the last frame: pairs of time and value.
        samples: u32,
        /// Positions `qpos`, `f32`.
        qpos: u32,
        /// Controls `ctrl`, `f32`.
        ctrl: u32,
        /// 16-bit numbers of the bodies of other worlds.
        bodies: u32,
        /// Bytes of the labels, UTF-8, padded to four bytes.
        labels: u32,
        /// Number of the list of watched values.
        watch: u32,
        /// Point that a tracking camera looks at.
        lookat: [f32; 3],
        /// Number of the selected world.
        world: u32,
    }

    /// Position and orientation.
    struct Pose {
        /// Position, in metres.
        pos: [f32; 3],
        /// Orientation: `w x y z`.
        quat: [f32; 4],
    }

    /// Look of an item: `mjvGeom` without its pose.
    struct LookRecord {
        /// Index of the item.
        item: u32,
        /// A `Shape`.
        shape: i32,
        /// Mesh: `2 * id`, its hull `2 * id + 1`. Height field: its id. -1: none.
        dataid: i32,
        /// An `mjtObj`.
        objtype: i32,
        /// Number of the object.
        objid: i32,
        /// Number in segmentation. -1: none.
        segid: i32,
        /// Number of the texture. -1: none.
        texid: i32,
        /// Bits of `LookBit`, then the category.
        bits: u32,
        /// Radii or half sizes. Capsule and cylinder: radius, radius, half length. Arrows and lines: width, width, length. Plane: half sizes,
        /// 0 for infinite. Skin: the last one is the inflation.
        size: [f32; 3],
        /// Red, green, blue, opacity.
        rgba: [f32; 4],
        /// Emission.
        emission: f32,
        /// Specular.
        specular: f32,
        /// Shininess.
        shininess: f32,
        /// Reflectance.
        reflectance: f32,
        /// Repetitions of the texture.
        texrepeat: [f32; 2],
        /// First byte of the label in the labels.
        label_start: u32,
        /// Bytes of the label.
        label_length: u32,
    }

    /// A light.
    struct LightRecord {
        /// A `LightKind`.
        kind: i32,
        /// Bits of `LightBit`.
        bits: u32,
        /// Position.
        pos: [f32; 3],
        /// Direction.
        dir: [f32; 3],
        /// Ambient colour.
        ambient: [f32; 3],
        /// Diffuse colour.
        diffuse: [f32; 3],
        /// Specular colour.
        specular: [f32; 3],
        /// Attenuation: constant, linear, quadratic.
        attenuation: [f32; 3],
        /// Cutoff, in degrees.
        cutoff: f32,
        /// Exponent.
        exponent: f32,
        /// Range, in metres.
        range: f32,
        /// Intensity.
        intensity: f32,
    }

    /// Header of a surface: a mesh, a hull or a height field.
    struct SurfaceHeader {
        /// Vertices.
        vertices: u32,
        /// Triangles.
        triangles: u32,
        /// 1: texture coordinates follow.
        has_texcoord: u32,
        /// Lowest position.
        low: [f32; 3],
        /// Highest position.
        high: [f32; 3],
        /// Lowest texture coordinates.
        texcoord_low: [f32; 2],
        /// Highest texture coordinates.
        texcoord_high: [f32; 2],
    }

    /// Header of a skin.
    struct SkinHeader {
        /// Vertices.
        vertices: u32,
        /// Triangles.
        triangles: u32,
        /// 1: texture coordinates follow.
        has_texcoord: u32,
        /// Bones.
        bones: u32,
        /// Vertices of all bones together.
        carried: u32,
    }

    /// A bone of a skin.
    struct SkinBone {
        /// Index of its body's pose in the bones of a frame.
        body: u32,
        /// Position when the skin was bound.
        pos: [f32; 3],
        /// Orientation when the skin was bound: `w x y z`.
        quat: [f32; 4],
        /// Vertices of this bone.
        count: u32,
    }

    /// Header of a texture.
    struct TextureHeader {
        /// A `TextureKind`.
        kind: u32,
        /// Width, in texels.
        width: u32,
        /// Height, in texels. A cube has its six faces one below the other.
        height: u32,
        /// Bytes per texel.
        channels: u32,
        /// 1: colours are sRGB.
        is_srgb: u32,
    }

    /// Header of a picture that the server drew. A PNG follows. Without pixels, it ends the server's pictures.
    struct PictureHeader {
        /// `BinaryKind.PICTURE`.
        kind: u32,
        /// Width, in pixels.
        width: u32,
        /// Height, in pixels.
        height: u32,
    }

    /// Header of what a program draws over the picture.
    struct OverlayHeader {
        /// `BinaryKind.OVERLAY`.
        kind: u32,
        /// An `OverlayKind`.
        overlay: u32,
    }
}

/// Bytes of a message.
#[derive(Debug, Default)]
pub struct Bytes(pub Vec<u8>);

impl Bytes {
    /// Appends a record.
    pub fn record(&mut self, record: &impl Record) {
        record.put(&mut self.0);
    }

    /// Appends a `u32`.
    pub fn int(&mut self, x: u32) {
        x.put(&mut self.0);
    }

    /// Appends an `f32`.
    pub fn single(&mut self, x: f32) {
        x.put(&mut self.0);
    }

    /// Appends an `f64`.
    pub fn double(&mut self, x: f64) {
        x.put(&mut self.0);
    }

    /// Appends position and orientation.
    pub fn pose(&mut self, pos: [f32; 3], quat: [f64; 4]) {
        self.record(&Pose { pos, quat: quat.map(|x| x as f32) });
    }
}
