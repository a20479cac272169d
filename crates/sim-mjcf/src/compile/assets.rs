//! Assets before compilation: names, missing files, which geom uses which mesh.

use super::ids::Ids;
use super::tree::{GeomNode, Tree};
use crate::error::{MjcfError, Result};
use crate::error_list::ErrorList;
use crate::files::{AssetKind, Files, asset_path};
use crate::source_span::SourceSpan;
use crate::spec::{Compiler, Geom, MeshInertia, Meta, Object, Spec};
use sim_core::{GeomType, ObjType, TextureType};
use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

/// Names nameless assets after their files. All assets but skins need a name.
pub(crate) fn name_assets(spec: &mut Spec) -> Result<()> {
    fn name(meta: &mut Meta, file: &str, kind: &str) -> Result<()> {
        if meta.name.is_empty() {
            meta.name = stem(file).to_string();
        }
        if meta.name.is_empty() {
            return Err(meta.span.conversion(format!("a {kind} needs a name or a file")));
        }
        Ok(())
    }
    let mut errors = ErrorList::default();
    for mesh in &mut spec.meshes {
        errors.take(name(&mut mesh.meta, &mesh.file, "mesh"))?;
    }
    for skin in spec.skins.iter_mut().filter(|skin| skin.meta.name.is_empty()) {
        skin.meta.name = stem(&skin.file).to_string();
    }
    for hfield in &mut spec.hfields {
        errors.take(name(&mut hfield.meta, &hfield.file, "height field"))?;
    }
    for texture in &mut spec.textures {
        if texture.kind == TextureType::Skybox && texture.meta.name.is_empty() && texture.file.is_empty() {
            continue;
        }
        errors.take(name(&mut texture.meta, &texture.file, "texture"))?;
    }
    for material in &mut spec.materials {
        errors.take(name(&mut material.meta, "", "material"))?;
    }
    errors.finish()
}

/// File name without directory and extension.
fn stem(file: &str) -> &str {
    let bare = crate::files::strip_dir(file);
    bare.rfind('.').and_then(|dot| bare.get(..dot)).unwrap_or(bare)
}

/// Reports all missing files at once.
pub(crate) fn check_files(spec: &Spec, files: &Files) -> Result<()> {
    let mut missing: Vec<(SourceSpan, PathBuf)> = vec![];
    let mut look = |compiler: &Compiler, kind: AssetKind, file: &str, span: &SourceSpan| {
        let path = asset_path(compiler, kind, file);
        if !file.is_empty() && files.is_missing(&path) && !missing.iter().any(|(_, p)| *p == path) {
            missing.push((span.clone(), path));
        }
    };
    for mesh in &spec.meshes {
        look(&spec.origins[mesh.meta.origin], AssetKind::Mesh, &mesh.file, &mesh.meta.span);
    }
    for skin in &spec.skins {
        look(&spec.origins[skin.meta.origin], AssetKind::Skin, &skin.file, &skin.meta.span);
    }
    for hfield in &spec.hfields {
        look(&spec.origins[hfield.meta.origin], AssetKind::HField, &hfield.file, &hfield.meta.span);
    }
    for texture in &spec.textures {
        for file in texture.cubefiles.iter().chain([&texture.file]) {
            look(&spec.origins[texture.meta.origin], AssetKind::Texture, file, &texture.meta.span);
        }
    }
    if missing.is_empty() { Ok(()) } else { Err(MjcfError::MissingFiles(missing)) }
}

/// Registers a list of objects under their positions.
pub(crate) fn register<T: Object>(objects: &[T], ids: &mut Ids) -> Result<()> {
    ErrorList::each(objects.iter().enumerate(), |(id, object)| {
        ids.add(T::KIND, &object.meta().name, id, &object.meta().span)
    })
}

/// Finds the mesh and height field of every geom. A geom without a material gets that of its mesh.
pub(crate) fn link_geoms(tree: &mut Tree, spec: &Spec, ids: &Ids) -> Result<()> {
    ErrorList::each(tree.bodies.iter_mut().flat_map(|b| &mut b.geoms), |node| {
        let linked = link(node, spec, ids);
        node.broken = linked.is_err();
        linked
    })
}

fn link(node: &mut GeomNode, spec: &Spec, ids: &Ids) -> Result<()> {
    let geom = &mut node.spec;
    let span = &geom.meta.span;
    if !geom.mesh.is_empty() {
        let id = ids.find(ObjType::Mesh, &geom.mesh, span)?;
        if geom.material.is_empty() {
            geom.material.clone_from(&spec.meshes[id].material);
        }
        node.mesh = Some(id);
    }
    if !geom.hfield.is_empty() {
        node.hfield = Some(ids.find(ObjType::HField, &geom.hfield, span)?);
    }
    Ok(())
}

/// Removes materials and textures and the geoms' references to them. Sites, tendons, skins and meshes keep theirs: a
/// reference to a removed material is an error, as in MuJoCo.
pub(crate) fn drop_visual(spec: &mut Spec, tree: &mut Tree) -> Result<()> {
    let sites = tree.bodies.iter().flat_map(|b| &b.sites).map(|s| (&s.spec.meta, &s.spec.material));
    let tendons = spec.tendons.iter().map(|t| (&t.meta, &t.material));
    let skins = spec.skins.iter().map(|s| (&s.meta, &s.material));
    let meshes: HashMap<&str, &String> = spec.meshes.iter().map(|m| (m.meta.name.as_str(), &m.material)).collect();
    let geoms = tree.bodies.iter().flat_map(|b| &b.geoms);
    let shown = geoms.filter_map(|g| Some((&g.spec.meta, *meshes.get(g.spec.mesh.as_str())?)));
    if let Some((meta, name)) =
        sites.chain(tendons).chain(skins).chain(shown).find(|(_, material)| !material.is_empty())
    {
        return Err(meta.span.conversion(format!(
            "'discardvisual' removes all materials, but the material '{name}' is used here: remove one of the two"
        )));
    }
    spec.materials.clear();
    spec.textures.clear();
    spec.meshes.iter_mut().for_each(|m| m.material.clear());
    for body in &mut tree.bodies {
        body.geoms.iter_mut().for_each(|g| g.spec.material.clear());
    }
    Ok(())
}

/// What must be computed for each mesh: (convex hull, signed distance field).
pub(crate) fn mesh_needs(tree: &Tree, spec: &Spec) -> Vec<(bool, bool)> {
    let mut needs: Vec<(bool, bool)> = spec.meshes.iter().map(|m| (m.inertia == MeshInertia::Convex, false)).collect();
    let paired: HashSet<&str> = spec.pairs.iter().flat_map(|p| [p.geom1.as_str(), p.geom2.as_str()]).collect();
    let collides = |g: &Geom| g.contype != 0 || g.conaffinity != 0 || paired.contains(g.meta.name.as_str());
    for node in tree.bodies.iter().flat_map(|b| &b.geoms) {
        let Some(mesh) = node.mesh else { continue };
        let sdf = node.spec.kind == GeomType::Sdf;
        needs[mesh].0 |= (sdf || node.spec.kind == GeomType::Mesh) && collides(&node.spec);
        needs[mesh].1 |= sdf;
    }
    needs
}

/// Which meshes are used by a geom that collides; only those survive `discardvisual`.
pub(crate) fn colliding_meshes(tree: &Tree, count: usize) -> Vec<bool> {
    let mut used = vec![false; count];
    for node in tree.bodies.iter().flat_map(|b| &b.geoms).filter(|g| !g.visual) {
        if let Some(mesh) = node.mesh {
            used[mesh] = true;
        }
    }
    used
}
