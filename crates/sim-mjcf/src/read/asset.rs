//! Assets: meshes, skins, height fields, textures, materials, and other models to attach.

use super::body::refuse_plugin;
use super::context::{Context, too_many_models};
use super::defaults::instance;
use super::element::Element;
use super::xml;
use crate::error::{MjcfError, Result};
use crate::error_list::ErrorList;
use crate::files::{AssetKind, asset_path, dir_of, join, reduce};
use crate::spec::{Bone, Document, HField, Material, Mesh, Meta, ModelAsset, Skin, Spec, Texture};
use std::path::Path;

/// Keywords of texture roles; a role's number is its position here plus one.
const ROLES: [&str; 9] = ["rgb", "occlusion", "roughness", "metallic", "normal", "opacity", "emissive", "rgba", "orm"];

/// Reads an `<asset>` section.
pub(crate) fn read_assets(
    section: &Element,
    document: &mut Document,
    cx: &Context<'_>,
    errors: &mut ErrorList,
) -> Result<()> {
    let Document { spec, models, .. } = document;
    for el in &section.children {
        cx.files.stop.check()?;
        let Some(class) = spec.defaults.get(errors.take(spec.class(el, None))?.unwrap_or(0)) else {
            return Err(el.invalid("its default class does not exist"));
        };
        match el.tag {
            "mesh" => {
                let mut mesh = instance(&class.mesh, &class.name, el);
                errors.take(mesh.apply(el, cx))?;
                spec.meshes.push(mesh);
            }
            "material" => {
                let mut material = instance(&class.material, &class.name, el);
                errors.take(material.apply(el))?;
                spec.materials.push(material);
            }
            "texture" => {
                let mut texture = Texture { meta: Meta::read(el, ""), ..Texture::default() };
                errors.take(read_texture(el, &mut texture, cx))?;
                spec.textures.push(texture);
            }
            "hfield" => {
                let mut hfield = HField { meta: Meta::read(el, ""), ..HField::default() };
                errors.take(read_hfield(el, &mut hfield, cx))?;
                spec.hfields.push(hfield);
            }
            "model" => models.extend(errors.take(read_model(el, cx))?),
            "skin" => read_skin(el, spec, cx, errors)?,
            other => errors.push(el.span.unsupported(format!("<{other}>")))?,
        }
    }
    Ok(())
}

/// Reads a file attribute. If the file is not where the compiler settings say, it is expected beside the included file that
/// names it.
fn read_file(el: &Element, name: &str, kind: AssetKind, cx: &Context<'_>) -> Option<String> {
    let file = el.text(name)?;
    if cx.files.exists(&asset_path(cx.compiler, kind, file)) {
        return Some(file.to_string());
    }
    Some(beside_include(el, file, cx))
}

fn beside_include(el: &Element, file: &str, cx: &Context<'_>) -> String {
    let included = dir_of(el.span.file());
    if included.is_empty() || included == cx.dir || Path::new(file).is_absolute() {
        return file.to_string();
    }
    let path = join(included, file);
    // relative to the working directory, not to the model's directory: make it absolute
    let path = if cx.dir.is_empty() { path } else { std::path::absolute(&path).unwrap_or(path) };
    path.to_string_lossy().into_owned()
}

impl Mesh {
    /// Overwrites what the element gives.
    pub(crate) fn apply(&mut self, el: &Element, cx: &Context<'_>) -> Result<()> {
        el.apply(self)?;
        if let Some(file) = read_file(el, "file", AssetKind::Mesh, cx) {
            self.file = file;
        }
        if el.has("builtin") && !el.has("params") {
            return Err(MjcfError::MissingAttribute { span: el.span.clone(), attribute: "params".into() });
        }
        refuse_plugin(el)
    }
}

impl Material {
    /// Overwrites what the element gives.
    pub(crate) fn apply(&mut self, el: &Element) -> Result<()> {
        el.apply(self)?;
        for layer in &el.children {
            if el.has("texture") {
                return Err(layer.invalid("a material has either a 'texture' attribute or <layer> elements"));
            }
            let role = layer.required_text("role")?;
            let slot = ROLES.iter().position(|r| *r == role).and_then(|at| self.textures.get_mut(at + 1));
            let slot = slot.ok_or_else(|| MjcfError::InvalidAttribute {
                span: layer.span_of("role"),
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

fn read_texture(el: &Element, texture: &mut Texture, cx: &Context<'_>) -> Result<()> {
    el.apply(texture)?;
    let sides = ["fileright", "fileleft", "fileup", "filedown", "filefront", "fileback"];
    for (target, name) in texture.cubefiles.iter_mut().zip(sides).chain([(&mut texture.file, "file")]) {
        if let Some(file) = read_file(el, name, AssetKind::Texture, cx) {
            *target = file;
        }
    }
    Ok(())
}

/// Reads a `<skin>` and its bones.
pub(crate) fn read_skin(el: &Element, spec: &mut Spec, cx: &Context<'_>, errors: &mut ErrorList) -> Result<()> {
    let mut skin = Skin { meta: Meta::read(el, ""), ..Skin::default() };
    errors.take(el.apply(&mut skin))?;
    skin.file = read_file(el, "file", AssetKind::Skin, cx).unwrap_or_default();
    for child in el.children_named("bone") {
        let mut bone = Bone { span: child.span.clone(), ..Bone::default() };
        errors.take(child.apply(&mut bone))?;
        skin.bones.push(bone);
    }
    spec.skins.push(skin);
    Ok(())
}

fn read_hfield(el: &Element, hfield: &mut HField, cx: &Context<'_>) -> Result<()> {
    el.apply_except(hfield, &["elevation"])?;
    hfield.file = read_file(el, "file", AssetKind::HField, cx).unwrap_or_default();
    let (rows, columns) = hfield.points();
    if el.has("file") || rows == 0 || columns == 0 {
        return Ok(());
    }
    crate::compile::check_hfield(&cx.files.limits, &el.span, rows, columns, 0)?;
    // a field without elevations is level
    if el.has("elevation") {
        el.apply_one(hfield, "elevation")?;
    }
    Ok(())
}

/// Reads another model and expands it, so that it is ready to be attached.
fn read_model(el: &Element, cx: &Context<'_>) -> Result<ModelAsset> {
    let file = el.required_text("file")?;
    let content_type = el.text("content_type").unwrap_or_default();
    let extension = Path::new(file).extension().and_then(|e| e.to_str()).unwrap_or_default();
    if extension != "xml" && content_type != "text/xml" {
        return Err(el.span_of("file").unsupported(format!("a model asset that is not MJCF ('{file}')")));
    }
    let here = reduce(&join(cx.dir, file));
    let path = if cx.files.exists(&here) { here } else { reduce(&join(cx.dir, &beside_include(el, file, cx))) };
    if cx.chain.contains(&path) {
        return Err(too_many_models(&el.span));
    }
    cx.tally.models.set(cx.tally.models.get().saturating_add(1));
    let name = path.to_string_lossy();
    let bytes = cx.files.read(&path, &el.span_of("file"))?;
    let text = super::text::decode(&bytes, &name)?;
    let root = xml::parse(&text, &name, cx.files)?;
    cx.tally.add_elements(&root, &cx.files.limits)?;
    let chain: Vec<_> = cx.chain.iter().cloned().chain([path.clone()]).collect();
    let mut errors = ErrorList::default();
    let mut document = super::read(&root, cx.files, dir_of(&name), &chain, cx.tally, &mut errors)?;
    errors.finish()?;
    el.read_text("name", &mut document.spec.modelname);
    // objects of all model assets count together, attached or not
    document.limits.objects = document.limits.objects.saturating_sub(cx.tally.objects.get());
    let spec = crate::resolve::expand_asset(document, &cx.files.stop)?;
    cx.tally.objects.set(cx.tally.objects.get().saturating_add(spec.weight()));
    let mut meta = Meta::read(el, "");
    meta.name.clone_from(&spec.modelname);
    Ok(ModelAsset { meta, spec: Box::new(spec) })
}
