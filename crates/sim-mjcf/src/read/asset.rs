//! Assets: meshes, height fields, textures, materials, and other models to attach.

use super::body::refuse_plugin;
use super::defaults::instance;
use super::element::Element;
use super::settings::read_ints;
use super::{Context, too_many_models, xml};
use crate::error::{MjcfError, Result};
use crate::files::{AssetKind, asset_path, dir_of, join, reduce};
use crate::spec::{HField, Material, Mesh, MeshInertia, Meta, ModelAsset, Spec, Texture};
use sim_core::{ColorSpace, TextureType};
use std::path::Path;

/// Largest height field, in points.
const MAX_HFIELD: usize = 1 << 28;

/// Keywords of texture roles; a role's number is its position here plus one.
const ROLES: [&str; 9] = ["rgb", "occlusion", "roughness", "metallic", "normal", "opacity", "emissive", "rgba", "orm"];

/// An `<asset>` section.
pub(crate) fn read_assets(section: &Element, spec: &mut Spec, cx: &Context<'_>) -> Result<()> {
    for el in &section.children {
        let Some(class) = spec.defaults.get(spec.class(el, None)?) else {
            return Err(el.invalid("its default class does not exist"));
        };
        match el.tag {
            "mesh" => {
                let mut mesh = instance(&class.mesh, &class.name, el);
                mesh.apply(el, cx)?;
                spec.meshes.push(mesh);
            }
            "material" => {
                let mut material = instance(&class.material, &class.name, el);
                material.apply(el)?;
                spec.materials.push(material);
            }
            "texture" => spec.textures.push(read_texture(el, cx)?),
            "hfield" => spec.hfields.push(read_hfield(el, cx)?),
            "model" => spec.models.push(read_model(el, cx)?),
            "skin" => spec.warnings.push(format!("{}: the skin is not drawn", el.place)),
            other => return Err(el.place.unsupported(format!("<{other}>"))),
        }
    }
    Ok(())
}

/// A file attribute. When the file is not where the compiler settings say, it is taken to be beside the
/// included file that mentions it.
fn read_file(el: &Element, name: &str, kind: AssetKind, cx: &Context<'_>) -> Option<String> {
    let file = el.text(name)?;
    if cx.files.exists(&asset_path(cx.compiler, kind, file)) {
        return Some(file.to_string());
    }
    Some(beside_include(el, file, cx))
}

fn beside_include(el: &Element, file: &str, cx: &Context<'_>) -> String {
    let included = dir_of(el.place.file());
    if included.is_empty() || included == cx.dir || Path::new(file).is_absolute() {
        return file.to_string();
    }
    let path = join(included, file);
    // relative to the working directory, not to the model's: only an absolute path says so
    let path = if cx.dir.is_empty() { path } else { std::path::absolute(&path).unwrap_or(path) };
    path.to_string_lossy().into_owned()
}

impl Mesh {
    /// Overwrites what the element gives.
    pub(crate) fn apply(&mut self, el: &Element, cx: &Context<'_>) -> Result<()> {
        el.read_text("content_type", &mut self.content_type);
        if let Some(file) = read_file(el, "file", AssetKind::Mesh, cx) {
            self.file = file;
        }
        for (name, target) in
            [("vertex", &mut self.vertex), ("normal", &mut self.normal), ("texcoord", &mut self.texcoord)]
        {
            if let Some(values) = el.reals(name) {
                *target = values.iter().map(|&v| v as f32).collect();
            }
        }
        if let Some(face) = el.ints("face") {
            self.face = face.to_vec();
        }
        el.read_reals("refpos", &mut self.refpos);
        el.read_reals("refquat", &mut self.refquat);
        el.read_reals("scale", &mut self.scale);
        el.read_bool("smoothnormal", &mut self.smoothnormal);
        if let Some(count) = el.int("maxhullvert") {
            if count != -1 && count < 4 {
                return Err(el.place_of("maxhullvert").invalid("maxhullvert must be -1 (no limit) or more than 3"));
            }
            self.maxhullvert = count;
        }
        if let Some(inertia) = el.keyword("inertia") {
            self.inertia = match inertia {
                0 => MeshInertia::Convex,
                1 => MeshInertia::Exact,
                2 => MeshInertia::Legacy,
                _ => MeshInertia::Shell,
            };
        }
        if let Some(builtin) = el.keyword("builtin") {
            let params = el
                .reals("params")
                .ok_or_else(|| MjcfError::MissingAttribute { place: el.place.clone(), attribute: "params".into() })?;
            self.builtin = Some((builtin, params.to_vec()));
        }
        el.read_text("material", &mut self.material);
        refuse_plugin(el)
    }
}

impl Material {
    /// Overwrites what the element gives.
    pub(crate) fn apply(&mut self, el: &Element) -> Result<()> {
        el.read_bool("texuniform", &mut self.texuniform);
        el.read_floats("texrepeat", &mut self.texrepeat);
        el.read_float("emission", &mut self.emission);
        el.read_float("specular", &mut self.specular);
        el.read_float("shininess", &mut self.shininess);
        el.read_float("reflectance", &mut self.reflectance);
        el.read_float("metallic", &mut self.metallic);
        el.read_float("roughness", &mut self.roughness);
        el.read_floats("rgba", &mut self.rgba);
        let [_, rgb, ..] = &mut self.textures;
        el.read_text("texture", rgb);
        for layer in &el.children {
            if el.has("texture") {
                return Err(layer.invalid("a material has either a 'texture' attribute or <layer> elements"));
            }
            let role = layer.required_text("role")?;
            let slot = ROLES.iter().position(|r| *r == role).and_then(|at| self.textures.get_mut(at + 1));
            let slot = slot.ok_or_else(|| MjcfError::InvalidAttribute {
                place: layer.place_of("role"),
                attribute: "role".into(),
                expected: format!("one of {}", ROLES.join(", ")),
                found: format!("'{role}'"),
                suggestion: crate::suggest::nearest(role, ROLES.into_iter()).map(Into::into),
            })?;
            layer.required_text("texture")?.clone_into(slot);
        }
        Ok(())
    }
}

fn read_texture(el: &Element, cx: &Context<'_>) -> Result<Texture> {
    let mut texture = Texture { meta: Meta::read(el, ""), ..Texture::default() };
    if let Some(kind) = el.keyword("type") {
        texture.kind = TextureType(kind);
    }
    if let Some(space) = el.keyword("colorspace") {
        texture.colorspace = ColorSpace(space);
    }
    el.read_text("content_type", &mut texture.content_type);
    texture.file = read_file(el, "file", AssetKind::Texture, cx).unwrap_or_default();
    read_ints(el, "gridsize", &mut texture.gridsize);
    if let Some(layout) = el.text("gridlayout") {
        let cells = i64::from(texture.gridsize[0]) * i64::from(texture.gridsize[1]);
        if i64::try_from(layout.len()) != Ok(cells) {
            return Err(el.place_of("gridlayout").invalid(format!(
                "gridlayout has {} letters for {cells} cells of gridsize; give one letter per cell",
                layout.len()
            )));
        }
        if layout.len() > texture.gridlayout.len() {
            return Err(el.place_of("gridlayout").invalid("gridlayout takes 12 letters at most"));
        }
        for (target, letter) in texture.gridlayout.iter_mut().zip(layout.bytes()) {
            *target = letter;
        }
    }
    for (target, name) in
        texture.cubefiles.iter_mut().zip(["fileright", "fileleft", "fileup", "filedown", "filefront", "fileback"])
    {
        *target = read_file(el, name, AssetKind::Texture, cx).unwrap_or_default();
    }
    el.read_keyword("builtin", &mut texture.builtin);
    el.read_reals("rgb1", &mut texture.rgb1);
    el.read_reals("rgb2", &mut texture.rgb2);
    el.read_keyword("mark", &mut texture.mark);
    el.read_reals("markrgb", &mut texture.markrgb);
    el.read_real("random", &mut texture.random);
    el.read_int("width", &mut texture.width);
    el.read_int("height", &mut texture.height);
    el.read_bool("hflip", &mut texture.hflip);
    el.read_bool("vflip", &mut texture.vflip);
    el.read_int("nchannel", &mut texture.nchannel);
    Ok(texture)
}

fn read_hfield(el: &Element, cx: &Context<'_>) -> Result<HField> {
    let mut hfield = HField { meta: Meta::read(el, ""), ..HField::default() };
    el.read_text("content_type", &mut hfield.content_type);
    hfield.file = read_file(el, "file", AssetKind::HField, cx).unwrap_or_default();
    el.read_reals("size", &mut hfield.size);
    el.read_int("nrow", &mut hfield.nrow);
    el.read_int("ncol", &mut hfield.ncol);
    let (rows, columns) = (usize::try_from(hfield.nrow).unwrap_or(0), usize::try_from(hfield.ncol).unwrap_or(0));
    if el.has("file") || rows == 0 || columns == 0 {
        return Ok(hfield);
    }
    let points = rows.checked_mul(columns).filter(|&n| n <= MAX_HFIELD).ok_or_else(|| MjcfError::TooLarge {
        place: el.place.clone(),
        message: format!("{rows} x {columns} points; a height field may have {MAX_HFIELD}"),
    })?;
    hfield.elevation = match el.reals("elevation") {
        None => vec![0.0; points],
        Some(values) if values.len() == points => {
            // the first row of the text is the farthest
            values.chunks_exact(columns).rev().flatten().map(|&v| v as f32).collect()
        }
        Some(values) => {
            return Err(el
                .place_of("elevation")
                .invalid(format!("elevation has {} numbers, nrow x ncol is {points}", values.len())));
        }
    };
    Ok(hfield)
}

/// Reads another model and expands it, so that it is ready to be attached.
fn read_model(el: &Element, cx: &Context<'_>) -> Result<ModelAsset> {
    let file = el.required_text("file")?;
    let content_type = el.text("content_type").unwrap_or_default();
    let extension = Path::new(file).extension().and_then(|e| e.to_str()).unwrap_or_default();
    if extension != "xml" && content_type != "text/xml" {
        return Err(el.place_of("file").unsupported(format!("a model asset that is not MJCF ('{file}')")));
    }
    let here = reduce(&join(cx.dir, file));
    let path = if cx.files.exists(&here) { here } else { reduce(&join(cx.dir, &beside_include(el, file, cx))) };
    if cx.chain.contains(&path) {
        return Err(too_many_models(&el.place));
    }
    cx.models.set(cx.models.get().saturating_add(1));
    let name = path.to_string_lossy();
    let bytes = cx.files.read(&path, &el.place_of("file"))?;
    let text = String::from_utf8(bytes).map_err(|e| MjcfError::BadFile {
        place: el.place_of("file"),
        file: name.to_string(),
        message: e.to_string(),
    })?;
    let root = xml::parse(&text, &name, cx.files)?;
    let chain: Vec<_> = cx.chain.iter().cloned().chain([path.clone()]).collect();
    let mut spec = super::read(&root, cx.files, dir_of(&name), &chain, cx.models)?;
    el.read_text("name", &mut spec.modelname);
    crate::resolve::expand_asset(&mut spec)?;
    let mut meta = Meta::read(el, "");
    meta.name.clone_from(&spec.modelname);
    Ok(ModelAsset { meta, spec: Box::new(spec) })
}
