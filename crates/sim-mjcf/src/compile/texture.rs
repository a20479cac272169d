//! Textures: `tex_*`.
//!
//! `sizes` reads the files and their headers, so that every size is known and checked before a pixel is
//! allocated; `fill` decodes straight into `tex_data`.

use crate::error::{MjcfError, Result};
use crate::error_list::ErrorList;
use crate::files::Load;
use crate::image::{self, CUBE_FACES, MAX_IMAGE_BYTES, png};
use crate::limits::Limits;
use crate::spec::{Meta, Spec, Texture};
use crate::stop::Stop;
use sim_core::{ColorSpace, Model, TextureType};

/// Bytes per pixel of cube textures from files.
const CUBE_CHANNELS: usize = 3;

/// A texture of known size, whose pixels are not yet made.
#[derive(Debug)]
pub struct Planned {
    width: usize,
    height: usize,
    channels: usize,
    colorspace: ColorSpace,
    source: Source,
}

#[derive(Debug)]
enum Source {
    Builtin,
    /// One PNG for a flat image, or for all faces of a cube.
    Whole(Vec<u8>),
    /// One PNG with the faces of a cube on a grid; its width and height.
    Grid(Vec<u8>, usize, usize),
    /// One PNG per face.
    Faces([Option<Vec<u8>>; CUBE_FACES]),
    /// A file that is kept unchanged.
    Raw(Vec<u8>),
}

impl Planned {
    fn bytes(&self) -> usize {
        // `plan` has checked the product
        self.width * self.height * self.channels
    }
}

/// Reads files and headers; sets `ntex` and `ntexdata`. A texture that cannot be read has no plan.
pub fn sizes(
    spec: &Spec,
    limits: &Limits,
    load: &mut Load<'_>,
    model: &mut Model,
    errors: &mut ErrorList,
) -> Result<Vec<Option<Planned>>> {
    let mut total = 0u64;
    let mut planned = Vec::with_capacity(spec.textures.len());
    for texture in &spec.textures {
        let plan = errors.take(plan(texture, limits, load))?;
        total += plan.as_ref().map_or(0, Planned::bytes) as u64;
        let span = &texture.meta.span;
        limits.check_pictures(total.into(), span, "this texture, with those before it,", "use smaller images")?;
        planned.push(plan);
    }
    // fail here: a failed allocation of the arrays would end the process
    if Vec::<u8>::new().try_reserve_exact(total as usize).is_err() {
        let span = spec.textures.last().map(|texture| &texture.meta).unwrap_or(&spec.world.meta);
        return Err(too_large(span, format!("no memory for {total} bytes of textures; use smaller images")));
    }
    model.ntex = planned.len();
    model.ntexdata = total as usize;
    Ok(planned)
}

/// Writes `tex_type`, `tex_colorspace`, `tex_height`, `tex_width`, `tex_nchannel`, `tex_adr`, `tex_data`.
pub fn fill(spec: &Spec, planned: Vec<Option<Planned>>, model: &mut Model, stop: &Stop) -> Result<()> {
    let mut adr = 0;
    ErrorList::each(spec.textures.iter().zip(planned).enumerate(), |(i, (texture, plan))| {
        stop.check()?;
        let Some(plan) = plan else { return Ok(()) };
        model.tex_type[i] = texture.kind;
        model.tex_colorspace[i] = plan.colorspace;
        model.tex_height[i] = plan.height as i32;
        model.tex_width[i] = plan.width as i32;
        model.tex_nchannel[i] = plan.channels as i32;
        model.tex_adr[i] = adr as i64;
        let start = adr;
        adr += plan.bytes();
        let Some(out) = model.tex_data.get_mut(start..adr) else {
            return Err(texture.meta.span.conversion("texture data was not allocated"));
        };
        draw(texture, plan, out, stop)
    })
}

fn plan(texture: &Texture, limits: &Limits, load: &mut Load<'_>) -> Result<Planned> {
    if texture.builtin != 0 {
        plan_builtin(texture, limits)
    } else if texture.file.is_empty() {
        plan_faces(texture, limits, load)
    } else if texture.kind == TextureType::TwoD {
        plan_flat(texture, limits, load)
    } else {
        plan_cube(texture, limits, load)
    }
}

fn plan_builtin(texture: &Texture, limits: &Limits) -> Result<Planned> {
    let meta = &texture.meta;
    let width = positive(meta, "width", texture.width)?;
    let height = match texture.kind {
        TextureType::TwoD => positive(meta, "height", texture.height)?,
        _ => CUBE_FACES * width,
    };
    let channels = usize::try_from(texture.nchannel).unwrap_or(0);
    if channels < CUBE_CHANNELS {
        let message = format!("builtin textures need nchannel of at least 3, found {}", texture.nchannel);
        return Err(meta.span.conversion(message));
    }
    check_size(limits, meta, [width, height, channels])?;
    Ok(Planned { width, height, channels, colorspace: texture.colorspace, source: Source::Builtin })
}

fn plan_flat(texture: &Texture, limits: &Limits, load: &mut Load<'_>) -> Result<Planned> {
    let meta = &texture.meta;
    let kind = kind_of(texture, &texture.file)?;
    let bytes = load(meta, &texture.file)?;
    if kind == Kind::Ktx {
        return plan_ktx(texture, limits, bytes);
    }
    let channels = match texture.nchannel {
        1 => 1,
        3 => 3,
        4 => 4,
        other => return Err(meta.span.conversion(format!("a PNG gives 1, 3 or 4 channels, not nchannel {other}"))),
    };
    let header = png::header(&bytes).map_err(|message| bad_file(meta, &texture.file, message))?;
    let (width, height) = (header.width, header.height);
    check_size(limits, meta, [width, height, channels])?;
    let colorspace = colorspace(texture.colorspace, header.srgb);
    Ok(Planned { width, height, channels, colorspace, source: Source::Whole(bytes) })
}

/// Plans a KTX file, which goes to the renderer as one row of bytes.
fn plan_ktx(texture: &Texture, limits: &Limits, bytes: Vec<u8>) -> Result<Planned> {
    let meta = &texture.meta;
    if texture.hflip || texture.vflip {
        return Err(meta.span.conversion("KTX textures cannot be flipped; remove hflip and vflip"));
    }
    if bytes.is_empty() {
        return Err(bad_file(meta, &texture.file, "the file is empty".into()));
    }
    let width = bytes.len();
    check_size(limits, meta, [width, 1, 1])?;
    let colorspace = colorspace(texture.colorspace, false);
    Ok(Planned { width, height: 1, channels: 1, colorspace, source: Source::Raw(bytes) })
}

fn plan_cube(texture: &Texture, limits: &Limits, load: &mut Load<'_>) -> Result<Planned> {
    let meta = &texture.meta;
    let (rows, columns) = grid(texture)?;
    let (bytes, header) = cube_png(texture, &texture.file, load)?;
    if header.width % columns != 0 || header.height % rows != 0 || header.width / columns != header.height / rows {
        return Err(meta.span.conversion(format!(
            "'{}' has {} x {} pixels, which do not divide into a grid of {columns} x {rows} squares",
            texture.file, header.width, header.height
        )));
    }
    let width = header.width / columns;
    let whole = rows * columns == 1;
    let height = if whole { width } else { CUBE_FACES * width };
    check_size(limits, meta, [width, height, CUBE_CHANNELS])?;
    check_size(limits, meta, [header.width, header.height, CUBE_CHANNELS])?;
    let source = if whole { Source::Whole(bytes) } else { Source::Grid(bytes, header.width, header.height) };
    let colorspace = colorspace(texture.colorspace, header.srgb);
    Ok(Planned { width, height, channels: CUBE_CHANNELS, colorspace, source })
}

fn plan_faces(texture: &Texture, limits: &Limits, load: &mut Load<'_>) -> Result<Planned> {
    let meta = &texture.meta;
    if texture.kind == TextureType::TwoD {
        return Err(meta.span.conversion("a 2d texture needs a builtin pattern or one file"));
    }
    let mut faces: [Option<Vec<u8>>; CUBE_FACES] = Default::default();
    let mut width = None;
    let mut space = texture.colorspace;
    for (file, face) in texture.cubefiles.iter().zip(&mut faces) {
        if file.is_empty() {
            continue;
        }
        let (bytes, header) = cube_png(texture, file, load)?;
        // the first file decides for all faces
        space = colorspace(space, header.srgb);
        if header.width != header.height {
            let message =
                format!("'{file}' has {} x {} pixels; a cube's faces are square", header.width, header.height);
            return Err(meta.span.conversion(message));
        }
        let expected = *width.get_or_insert(header.width);
        if header.width != expected {
            let message = format!("'{file}' is {} pixels wide, the faces before it {expected}", header.width);
            return Err(meta.span.conversion(message));
        }
        check_size(limits, meta, [expected, CUBE_FACES * expected, CUBE_CHANNELS])?;
        *face = Some(bytes);
    }
    let Some(width) = width else {
        return Err(meta.span.conversion("the texture has neither a builtin pattern nor a file; give one"));
    };
    let height = CUBE_FACES * width;
    Ok(Planned { width, height, channels: CUBE_CHANNELS, colorspace: space, source: Source::Faces(faces) })
}

/// Rows and columns of a cube's grid of faces.
fn grid(texture: &Texture) -> Result<(usize, usize)> {
    let [rows, columns] = texture.gridsize.map(|n| usize::try_from(n).unwrap_or(0));
    let squares = rows.saturating_mul(columns);
    if squares == 0 || squares > texture.gridlayout.len() {
        let [rows, columns] = texture.gridsize;
        let message = format!("gridsize must be positive and have at most 12 squares, found {rows} x {columns}");
        return Err(texture.meta.span.conversion(message));
    }
    if squares > 1 {
        for &symbol in &texture.gridlayout[..squares] {
            if symbol != b'.' && face_of(symbol).is_none() {
                let message = format!("gridlayout symbol '{}' is none of '.RLUDFB'", symbol.escape_ascii());
                return Err(texture.meta.span.conversion(message));
            }
        }
    }
    Ok((rows, columns))
}

fn face_of(symbol: u8) -> Option<usize> {
    b"RLUDFB".iter().position(|&known| known == symbol)
}

/// A PNG for a cube. Other channel counts and KTX have no defined meaning in the reference.
fn cube_png(texture: &Texture, file: &str, load: &mut Load<'_>) -> Result<(Vec<u8>, png::Header)> {
    let meta = &texture.meta;
    if kind_of(texture, file)? == Kind::Ktx {
        return Err(bad_file(meta, file, "cube and skybox textures cannot be KTX files; use PNG".into()));
    }
    if texture.nchannel != CUBE_CHANNELS as i32 {
        let message = format!("cube and skybox textures from files have nchannel 3, found {}", texture.nchannel);
        return Err(meta.span.conversion(message));
    }
    let bytes = load(meta, file)?;
    let header = png::header(&bytes).map_err(|message| bad_file(meta, file, message))?;
    Ok((bytes, header))
}

#[derive(PartialEq, Eq)]
enum Kind {
    Png,
    Ktx,
}

fn kind_of(texture: &Texture, file: &str) -> Result<Kind> {
    match image::content_type(file, &texture.content_type) {
        "image/png" => Ok(Kind::Png),
        "image/ktx" => Ok(Kind::Ktx),
        "" => Err(bad_file(&texture.meta, file, "unknown kind of image; textures are PNG or KTX files".into())),
        other => Err(bad_file(&texture.meta, file, format!("textures are PNG or KTX files, not '{other}'"))),
    }
}

fn draw(texture: &Texture, plan: Planned, out: &mut [u8], stop: &Stop) -> Result<()> {
    let meta = &texture.meta;
    let (width, channels) = (plan.width, plan.channels);
    let decode = |file: &str, bytes: &[u8], width: usize, out: &mut [u8]| {
        png::decode(bytes, channels, out).map_err(|message| bad_file(meta, file, message))?;
        image::flip(out, width, channels, texture.hflip, texture.vflip);
        Ok::<_, MjcfError>(())
    };
    match plan.source {
        Source::Builtin if texture.kind == TextureType::TwoD => {
            image::draw_flat(texture, width, plan.height, out, stop)
        }
        Source::Builtin => image::draw_cube(texture, width, out, stop),
        Source::Whole(bytes) => decode(&texture.file, &bytes, width, out)?,
        Source::Raw(bytes) => out.copy_from_slice(&bytes),
        Source::Grid(bytes, grid_width, grid_height) => {
            let mut grid = vec![0; grid_width * grid_height * channels];
            decode(&texture.file, &bytes, grid_width, &mut grid)?;
            cut(texture, &grid, grid_width, width, out);
        }
        Source::Faces(faces) => {
            let outs = out.chunks_exact_mut((width * width * channels).max(1));
            for ((face, file), out) in faces.iter().zip(&texture.cubefiles).zip(outs) {
                match face {
                    Some(bytes) => decode(file, bytes, width, out)?,
                    None => image::fill_colour(&texture.rgb1, out),
                }
            }
        }
    }
    stop.check()
}

/// Copies the squares of a grid to their faces. Faces without a square get `rgb1`.
fn cut(texture: &Texture, grid: &[u8], grid_width: usize, width: usize, out: &mut [u8]) {
    let columns = grid_width / width.max(1);
    let squares = columns * (grid.len() / (CUBE_CHANNELS * grid_width * width).max(1));
    let face_bytes = (CUBE_CHANNELS * width * width).max(1);
    for (face, out) in out.chunks_exact_mut(face_bytes).enumerate() {
        // a face named twice shows the later square
        let symbols = texture.gridlayout.get(..squares).unwrap_or(&[]);
        let Some(square) = symbols.iter().rposition(|&symbol| face_of(symbol) == Some(face)) else {
            image::fill_colour(&texture.rgb1, out);
            continue;
        };
        let rows = grid.chunks_exact(CUBE_CHANNELS * grid_width).skip(width * (square / columns));
        let start = CUBE_CHANNELS * width * (square % columns);
        for (from, to) in rows.zip(out.chunks_exact_mut(CUBE_CHANNELS * width)) {
            if let Some(from) = from.get(start..start + to.len()) {
                to.copy_from_slice(from);
            }
        }
    }
}

fn colorspace(written: ColorSpace, srgb: bool) -> ColorSpace {
    match (written, srgb) {
        (ColorSpace::Auto, true) => ColorSpace::Srgb,
        (ColorSpace::Auto, false) => ColorSpace::Linear,
        (other, _) => other,
    }
}

fn positive(meta: &Meta, what: &str, value: i32) -> Result<usize> {
    match usize::try_from(value) {
        Ok(value) if value > 0 => Ok(value),
        _ => Err(meta.span.conversion(format!("a builtin texture needs a positive {what}, found {value}"))),
    }
}

fn check_size(limits: &Limits, meta: &Meta, [width, height, channels]: [usize; 3]) -> Result<()> {
    let bytes = width as u128 * height as u128 * channels as u128;
    let what = format!("a texture of {width} x {height} pixels and {channels} channels");
    limits.check_pictures(bytes, &meta.span, &what, "reduce its size")?;
    if bytes == 0 || bytes > u128::from(MAX_IMAGE_BYTES) {
        return Err(too_large(meta, format!("{what} needs {bytes} bytes, the largest have {MAX_IMAGE_BYTES}")));
    }
    Ok(())
}

fn too_large(meta: &Meta, message: String) -> MjcfError {
    MjcfError::TooLarge { span: meta.span.clone(), message }
}

fn bad_file(meta: &Meta, file: &str, message: String) -> MjcfError {
    MjcfError::BadFile { span: meta.span.clone(), file: file.into(), message }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::image::png::tests::encode;
    use ::png::{BitDepth, ColorType};

    /// Compiles one texture; file `WxH.png` has the pixels 0, 1, 2 … in its red channel, other files are as named.
    fn compile(texture: Texture) -> Result<Model> {
        let spec = Spec { textures: vec![texture], ..Spec::default() };
        let mut model = Model::default();
        let mut errors = ErrorList::default();
        let planned = sizes(&spec, &Limits::default(), &mut |_, file| Ok(file_named(file)), &mut model, &mut errors)?;
        errors.finish()?;
        model.resize_arrays();
        fill(&spec, planned, &mut model, &Stop::default())?;
        Ok(model)
    }

    fn file_named(file: &str) -> Vec<u8> {
        let Some((w, h)) = file.strip_suffix(".png").and_then(|size| size.split_once('x')) else {
            return file.as_bytes().to_vec();
        };
        let (w, h): (u32, u32) = (w.parse().unwrap(), h.parse().unwrap());
        let data: Vec<u8> = (0..w * h).flat_map(|i| [i as u8, 50, 60]).collect();
        encode(w, h, ColorType::Rgb, BitDepth::Eight, &data)
    }

    fn reds(model: &Model) -> Vec<u8> {
        model.tex_data.iter().step_by(3).copied().collect()
    }

    fn message(texture: Texture) -> String {
        compile(texture).unwrap_err().to_string()
    }

    #[test]
    fn flat_images_take_size_and_colour_space_from_the_file() {
        let texture = Texture { kind: TextureType::TwoD, file: "3x2.png".into(), hflip: true, ..Texture::default() };
        let model = compile(texture).unwrap();
        assert_eq!((model.tex_width[0], model.tex_height[0], model.tex_nchannel[0]), (3, 2, 3));
        assert_eq!(model.tex_colorspace, [ColorSpace::Linear]);
        assert_eq!(reds(&model), [2, 1, 0, 5, 4, 3]);
    }

    #[test]
    fn grids_are_cut_into_faces() {
        let mut texture = Texture { file: "2x2.png".into(), gridsize: [2, 2], rgb1: [1.0; 3], ..Texture::default() };
        texture.gridlayout[..4].copy_from_slice(b"BRR.");
        let model = compile(texture).unwrap();
        assert_eq!((model.tex_width[0], model.tex_height[0]), (1, 6));
        assert_eq!(reds(&model), [2, 255, 255, 255, 255, 0]);
    }

    #[test]
    fn faces_from_separate_files_must_agree() {
        let faces = |right: &str, up: &str| {
            let mut texture = Texture { rgb1: [0.0; 3], ..Texture::default() };
            texture.cubefiles[0] = right.into();
            texture.cubefiles[2] = up.into();
            texture
        };
        let model = compile(faces("1x1.png", "1x1.png")).unwrap();
        assert_eq!(model.tex_data, [0, 50, 60, 0, 0, 0, 0, 50, 60, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        assert!(message(faces("1x1.png", "2x2.png")).contains("'2x2.png' is 2 pixels wide"));
        assert!(message(faces("1x2.png", "")).contains("square"));
        assert!(message(faces("", "")).contains("neither"));
    }

    #[test]
    fn ktx_files_are_kept_as_they_are() {
        let texture = Texture { kind: TextureType::TwoD, file: "a.ktx".into(), ..Texture::default() };
        let model = compile(texture.clone()).unwrap();
        assert_eq!(model.tex_data, b"a.ktx");
        assert_eq!((model.tex_width[0], model.tex_height[0], model.tex_nchannel[0]), (5, 1, 1));
        assert!(message(Texture { vflip: true, ..texture.clone() }).contains("flipped"));
        assert!(message(Texture { kind: TextureType::Skybox, ..texture }).contains("KTX"));
    }

    #[test]
    fn impossible_sizes_are_refused() {
        let builtin = |width, height, nchannel| Texture {
            kind: TextureType::TwoD,
            builtin: 3,
            width,
            height,
            nchannel,
            ..Texture::default()
        };
        assert!(message(builtin(i32::MAX, i32::MAX, 3)).contains("limit"));
        assert!(message(builtin(-1, 4, 3)).contains("positive width"));
        assert!(message(builtin(4, 0, 3)).contains("positive height"));
        assert!(message(builtin(4, 4, 1)).contains("nchannel"));
        assert!(message(builtin(4, 4, i32::MAX)).contains("limit"));
        assert!(message(Texture { kind: TextureType::Cube, ..builtin(i32::MAX, 0, 3) }).contains("limit"));
        let grid = Texture { file: "2x2.png".into(), gridsize: [i32::MAX, i32::MAX], ..Texture::default() };
        assert!(message(grid).contains("gridsize"));
    }
}
