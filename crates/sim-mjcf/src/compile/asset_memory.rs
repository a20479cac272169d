//! Memory of a model's assets, counted before the first one is read or made. A small file may be used many times, and
//! one number can make a huge built-in mesh.

use crate::error::Result;
use crate::files::{AssetKind, Files, asset_path};
use crate::mesh;
use crate::spec::{Meta, Spec};

/// Rough number of bytes that one byte of a mesh or skin file becomes: vertices, normals, hulls, bounding volumes; bones.
const PER_BYTE: u128 = 4;

/// Refuses assets that take too much memory together. Reading refuses a single asset that is too large.
pub(crate) fn check(spec: &Spec, files: &Files) -> Result<()> {
    let limits = &files.limits;
    let bytes = |kind: AssetKind, meta: &Meta, file: &str| match file {
        "" => 0,
        _ => u128::from(files.bytes_of(&asset_path(&spec.origins[meta.origin], kind, file))),
    };
    let (mut held, mut vertices) = (0, 0);
    for asset in &spec.meshes {
        let (meta, own) = (&asset.meta, mesh::builtin_vertices(asset));
        held += PER_BYTE * bytes(AssetKind::Mesh, meta, &asset.file);
        limits.check_memory(held, &meta.span, "this mesh, with those before it,", "use smaller files")?;
        vertices += if own > limits.vertices as u128 { 0 } else { own };
        let what = "this built-in mesh, with those before it,";
        limits.check_vertices(vertices, &meta.span, what, "lower their resolution")?;
    }
    for asset in &spec.skins {
        held += PER_BYTE * bytes(AssetKind::Skin, &asset.meta, &asset.file);
        limits.check_memory(
            held,
            &asset.meta.span,
            "this skin, with meshes and skins before it,",
            "use smaller files",
        )?;
    }
    held = 0;
    for asset in &spec.hfields {
        held += bytes(AssetKind::HField, &asset.meta, &asset.file);
        let what = "this height field, with those before it,";
        limits.check_pictures(held, &asset.meta.span, what, "use coarser grids")?;
    }
    held = 0;
    for asset in &spec.textures {
        for file in asset.cubefiles.iter().chain([&asset.file]) {
            held += bytes(AssetKind::Texture, &asset.meta, file);
        }
        limits.check_memory(held, &asset.meta.span, "keeping the files of textures", "use smaller files")?;
    }
    Ok(())
}
