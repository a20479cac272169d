//! Textures: images with mip levels, and their colour at a point.
//!
//! As in MuJoCo: bilinear, and between two levels if texels are smaller than pixels. Flat images repeat; the six images
//! of a cube end at their edges. Between levels, only the middle half of the range is interpolated; closer to a level,
//! that level alone is read. Mesa's renderer does this by default.

use crate::render::error::{Budget, RenderError};
use crate::render::numeric::{floor_i32, log2};
use sim_core::{ColorSpace, Model, TextureType};

/// The name of these buffers in errors.
const WHAT: &str = "textures";

/// A mip level.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level {
    pub(super) start: usize,
    pub(super) width: usize,
    pub(super) height: usize,
}

/// An image, or six for a cube, each with its mip levels.
#[derive(Debug)]
pub(super) struct Texture {
    pub(super) kind: TextureType,
    /// Red, green, blue, opacity; level by level, face by face within a level.
    pub(super) texels: Vec<[u8; 4]>,
    pub(super) levels: Vec<Level>,
    /// Linear brightness of a byte of colour, unless it is the byte over 255.
    brightness: Option<Box<[f32; 256]>>,
}

/// A colour with opacity, 0 to 1.
pub(super) type Color = [f32; 4];

impl Texture {
    /// The texture `id` of a model. `None`: the texture is encoded, or its bytes are missing.
    pub(super) fn new(m: &Model, id: usize, budget: &Budget) -> Result<Option<Self>, RenderError> {
        let Some(source) = Source::of(m, id) else { return Ok(None) };
        let brightness = source.srgb.then(|| Box::new(std::array::from_fn(|byte| linear(byte as f32 / 255.0))));
        let mut texture = Self { kind: source.kind, texels: Vec::new(), levels: Vec::new(), brightness };
        let total = sizes(source.width, source.height).map(|(w, h)| w * h * source.faces).sum();
        budget.reserve(WHAT, &mut texture.texels, total)?;
        for face in 0..source.faces {
            source.copy(face, &mut texture.texels);
        }
        let mut start = 0;
        for (width, height) in sizes(source.width, source.height) {
            if let Some(&above) = texture.levels.last() {
                for face in 0..source.faces {
                    shrink(&mut texture.texels, above, face, width, height);
                }
            }
            texture.levels.push(Level { start, width, height });
            start += width * height * source.faces;
        }
        Ok(Some(texture))
    }

    /// Whether many pixels can be read at a time: colours are bytes over 255, and indices fit an `i32`.
    pub(super) fn takes_rows(&self) -> bool {
        self.brightness.is_none() && i32::try_from(self.texels.len()).is_ok()
    }

    /// Memory in bytes.
    pub(super) fn bytes(&self) -> u64 {
        4 * self.texels.capacity() as u64
    }

    /// Colour of a flat image at texture coordinates, for a pixel of size `step` in units of the image.
    pub(super) fn flat(&self, at: [f32; 2], step: [f32; 2]) -> Color {
        let Some(first) = self.levels.first() else { return [1.0; 4] };
        // infinite and undefined coordinates show one texel
        let at = at.map(|x| if x.abs() < 1e7 { x - floor(x) } else { 0.0 });
        let size = (step[0] * first.width as f32).max(step[1] * first.height as f32);
        self.between_levels(size, |level| self.bilinear::<true>(level, 0, at))
    }

    /// Colour of a cube in a direction that changes by `steps` to the next pixel of the row and of the column.
    pub(super) fn cube(&self, direction: [f32; 3], steps: &[[f32; 3]; 2]) -> Color {
        let Some(first) = self.levels.first() else { return [1.0; 4] };
        let (face, major, across, down) = cube_face(direction);
        let sound = major > 0.0 && major < f32::INFINITY;
        if !sound {
            return self.bilinear::<false>(first, 0, [0.5; 2]);
        }
        let at = [0.5 + 0.5 * across / major, 0.5 + 0.5 * down / major];
        let mut size = 0f32;
        for step in steps {
            // the derivative of across / major, on the face that was found
            let (d_major, d_across, d_down) = on_face(face, *step);
            let d = |value: f32, change: f32| ((change * major - value * d_major) / (2.0 * major * major)).abs();
            size = size.max(d(across, d_across)).max(d(down, d_down));
        }
        self.between_levels(size * first.width as f32, |level| self.bilinear::<false>(level, face, at))
    }

    /// Reads the level whose texels have the pixel's size, or interpolates between the two nearest.
    #[inline(always)]
    fn between_levels(&self, size: f32, read: impl Fn(&Level) -> Color) -> Color {
        let Some((first, last)) = self.levels.first().zip(self.levels.last()) else { return [1.0; 4] };
        if size.is_nan() || size <= 1.0 {
            return read(first);
        }
        let detail = log2(size).min(self.levels.len() as f32);
        let lower = detail as usize;
        let blend = (2.0 * (detail - lower as f32) - 0.5).clamp(0.0, 1.0);
        match (self.levels.get(lower), self.levels.get(lower + 1)) {
            (Some(one), Some(two)) if blend > 0.0 => {
                if blend >= 1.0 {
                    return read(two);
                }
                let (a, b) = (read(one), read(two));
                std::array::from_fn(|k| a[k] + (b[k] - a[k]) * blend)
            }
            (Some(one), _) => read(one),
            _ => read(last),
        }
    }

    /// Interpolates between the four texels around a point of the unit square.
    #[inline(always)]
    fn bilinear<const REPEAT: bool>(&self, level: &Level, face: usize, at: [f32; 2]) -> Color {
        let (w, h) = (level.width, level.height);
        let x = at[0] * w as f32 - 0.5;
        let y = at[1] * h as f32 - 0.5;
        let (left, top) = (floor_i32(x), floor_i32(y));
        let (fx, fy) = (x - left as f32, y - top as f32);
        let [x0, x1] = neighbours::<REPEAT>(left, w);
        let [y0, y1] = neighbours::<REPEAT>(top, h);
        let start = level.start + face * w * h;
        let texel = |x: usize, y: usize| self.texels.get(start + y * w + x).copied().unwrap_or_default();
        let mut four = [texel(x0, y0), texel(x1, y0), texel(x0, y1), texel(x1, y1)];
        if !REPEAT && (left < 0 || top < 0 || left >= w as i32 - 1 || top >= h as i32 - 1) {
            // a cube has no edges: beyond one is the next face
            for (k, texel) in four.iter_mut().enumerate() {
                *texel = self.around(level, face, left + (k as i32 & 1), top + (k as i32 >> 1));
            }
        }
        let [a, b, c, d] = four;
        let [wa, wb, wc, wd] = [(1.0 - fx) * (1.0 - fy), fx * (1.0 - fy), (1.0 - fx) * fy, fx * fy];
        let mut out = [0.0; 4];
        if let Some(table) = &self.brightness {
            for k in 0..3 {
                let [a, b, c, d] = [a[k], b[k], c[k], d[k]].map(|byte| table[usize::from(byte)]);
                out[k] = a * wa + b * wb + c * wc + d * wd;
            }
            out[3] =
                (f32::from(a[3]) * wa + f32::from(b[3]) * wb + f32::from(c[3]) * wc + f32::from(d[3]) * wd) / 255.0;
            return out;
        }
        let [wa, wb, wc, wd] = [wa, wb, wc, wd].map(|w| w * (1.0 / 255.0));
        for k in 0..4 {
            out[k] = f32::from(a[k]) * wa + f32::from(b[k]) * wb + f32::from(c[k]) * wc + f32::from(d[k]) * wd;
        }
        out
    }
}

impl Texture {
    /// The texel of a face, or of the face beyond its edge.
    #[cold]
    fn around(&self, level: &Level, face: usize, x: i32, y: i32) -> [u8; 4] {
        let size = level.width;
        let place = |x: i32| (2 * x + 1) as f32 / size as f32 - 1.0;
        let (face, major, across, down) = cube_face(from_face(face, place(x), place(y)));
        let texel = |x: f32| ((0.5 + 0.5 * x / major) * size as f32).clamp(0.0, (size - 1) as f32) as usize;
        let at = level.start + (face * size + texel(down)) * size + texel(across);
        self.texels.get(at).copied().unwrap_or_default()
    }
}

/// The bytes of a texture in the model.
struct Source<'a> {
    kind: TextureType,
    srgb: bool,
    width: usize,
    height: usize,
    channels: usize,
    faces: usize,
    /// Whether all faces show one image.
    same: bool,
    bytes: &'a [u8],
}

impl<'a> Source<'a> {
    fn of(m: &'a Model, id: usize) -> Option<Self> {
        let kind = *m.tex_type.get(id)?;
        let size = |value: Option<&i32>| value.and_then(|&x| usize::try_from(x).ok());
        let width = size(m.tex_width.get(id))?;
        let tall = size(m.tex_height.get(id))?;
        let channels = size(m.tex_nchannel.get(id))?;
        if !(3..=4).contains(&channels) || width == 0 || tall == 0 {
            return None;
        }
        let cube = kind != TextureType::TwoD;
        let same = cube && width == tall;
        let (height, faces) = if cube { (width, 6) } else { (tall, 1) };
        let start = usize::try_from(*m.tex_adr.get(id)?).ok()?;
        // images of a cube have three channels
        let channels = if cube { 3 } else { channels };
        let images = if same { 1 } else { faces };
        let bytes = width.checked_mul(height)?.checked_mul(channels)?.checked_mul(images)?;
        let bytes = m.tex_data.get(start..start.checked_add(bytes)?)?;
        let srgb = !cube && m.tex_colorspace.get(id) == Some(&ColorSpace::Srgb);
        Some(Self { kind, srgb, width, height, channels, faces, same, bytes })
    }

    fn copy(&self, face: usize, out: &mut Vec<[u8; 4]>) {
        let image = self.width * self.height * self.channels;
        let start = if self.same { 0 } else { face * image };
        let texels = self.bytes[start..start + image].chunks_exact(self.channels);
        out.extend(texels.map(|t| [t[0], t[1], t[2], t.get(3).copied().unwrap_or(255)]));
    }
}

/// The sizes of an image's levels, down to one texel.
fn sizes(width: usize, height: usize) -> impl Iterator<Item = (usize, usize)> {
    std::iter::successors(Some((width, height)), |&(w, h)| (w > 1 || h > 1).then(|| ((w / 2).max(1), (h / 2).max(1))))
}

/// Appends the next mip level. Each texel interpolates the four around its centre, which are the four that it covers if the size is
/// even.
fn shrink(texels: &mut Vec<[u8; 4]>, above: Level, face: usize, width: usize, height: usize) {
    let start = above.start + face * above.width * above.height;
    // a position in the larger image: a whole texel and 256ths
    let place = |x: usize, small: usize, large: usize| {
        let at = (128 * (2 * x + 1) * large / small).saturating_sub(128);
        let whole = (at / 256).min(large - 1);
        (whole, (whole + 1).min(large - 1), (at % 256) as u32)
    };
    for y in 0..height {
        let (y0, y1, fy) = place(y, height, above.height);
        for x in 0..width {
            let (x0, x1, fx) = place(x, width, above.width);
            let texel = |x: usize, y: usize| texels[start + y * above.width + x].map(u32::from);
            let [a, b, c, d] = [texel(x0, y0), texel(x1, y0), texel(x0, y1), texel(x1, y1)];
            let mix = |k: usize| {
                let (upper, lower) = (a[k] * (256 - fx) + b[k] * fx, c[k] * (256 - fx) + d[k] * fx);
                ((upper * (256 - fy) + lower * fy + (1 << 15)) >> 16) as u8
            };
            texels.push([mix(0), mix(1), mix(2), mix(3)]);
        }
    }
}

/// Linear value of an sRGB brightness.
fn linear(x: f32) -> f32 {
    if x <= 0.04045 { x / 12.92 } else { libm::powf((x + 0.055) / 1.055, 2.4) }
}

/// The floor of a number of moderate size.
#[inline(always)]
fn floor(x: f32) -> f32 {
    let whole = (x as i32) as f32;
    if whole > x { whole - 1.0 } else { whole }
}

/// A texel and the next one: around the image, or up to its edge.
#[inline(always)]
fn neighbours<const REPEAT: bool>(x: i32, size: usize) -> [usize; 2] {
    let last = size as i32 - 1;
    [x, x + 1].map(|x| match REPEAT {
        true if x < 0 => last as usize,
        true if x > last => 0,
        _ => x.clamp(0, last) as usize,
    })
}

/// The cube face in a direction, its component along the face's axis, and those along the image's rows and columns.
#[inline(always)]
fn cube_face(d: [f32; 3]) -> (usize, f32, f32, f32) {
    let [x, y, z] = d.map(f32::abs);
    let axis = if x >= y && x >= z {
        0
    } else if y >= z {
        1
    } else {
        2
    };
    let face = 2 * axis + usize::from(d[axis] < 0.0);
    let (major, across, down) = on_face(face, d);
    (face, major, across, down)
}

/// The components of a vector along the axes of a face, numbered +x -x +y -y +z -z.
#[inline(always)]
fn on_face(face: usize, [x, y, z]: [f32; 3]) -> (f32, f32, f32) {
    match face {
        0 => (x, -z, -y),
        1 => (-x, z, -y),
        2 => (y, x, z),
        3 => (-y, x, -z),
        4 => (z, x, -y),
        _ => (-z, -x, -y),
    }
}

/// The direction to a point of a face at distance 1.
fn from_face(face: usize, across: f32, down: f32) -> [f32; 3] {
    match face {
        0 => [1.0, -down, -across],
        1 => [-1.0, -down, across],
        2 => [across, 1.0, down],
        3 => [across, -1.0, -down],
        4 => [across, -down, 1.0],
        _ => [-across, -down, -1.0],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texture(width: usize, height: usize, rgb: &[u8]) -> Texture {
        let mut m = Model::default();
        (m.ntex, m.ntexdata) = (1, rgb.len());
        m.tex_type = [TextureType::TwoD].into();
        m.tex_colorspace = [ColorSpace::Auto].into();
        m.tex_width = [width as i32].into();
        m.tex_height = [height as i32].into();
        m.tex_nchannel = [3].into();
        m.tex_adr = [0i64].into();
        m.tex_data = rgb.to_vec().into();
        Texture::new(&m, 0, &Budget::new(1 << 20)).unwrap().unwrap()
    }

    #[test]
    fn flat_images_repeat_and_blend() {
        let t = texture(2, 1, &[0, 0, 0, 255, 255, 255]);
        let red = |x: f32| t.flat([x, 0.0], [0.0, 0.0])[0];
        assert_eq!((red(0.25), red(0.75)), (0.0, 1.0));
        assert_eq!((red(0.5), red(1.0), red(-3.0)), (0.5, 0.5, 0.5));
        // far away, the mean of both texels: one byte above the half
        assert_eq!(t.flat([0.25, 0.0], [8.0, 0.0])[0], 128.0 / 255.0);
        assert_eq!(t.flat([f32::NAN, f32::INFINITY], [f32::NAN, 0.0])[0], 0.5);
    }

    #[test]
    fn a_direction_meets_the_face_of_its_largest_component() {
        for (face, direction) in
            [[1.0, 0.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, -1.0]]
                .into_iter()
                .enumerate()
        {
            assert_eq!(cube_face(direction), (face, 1.0, 0.0, 0.0));
        }
        let (face, major, across, down) = cube_face([2.0, 1.0, 0.5]);
        assert_eq!((face, major, across, down), (0, 2.0, -0.5, -1.0));
    }
}
