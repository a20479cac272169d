//! A mesh as given, before anything is computed: from a file, from the element's own attributes, or built in.

use super::arrays::Raw;
use super::{builtin, msh, obj, stl};
use crate::error::{MjcfError, Result};
use crate::limits::Limits;
use crate::spec::{Mesh, MeshInertia};
use crate::stop::Stop;

/// Which decoder a file needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Stl,
    Obj,
    Msh,
}

/// Returns the mesh's data and its inertia mode; every face index is checked.
pub(super) fn load(mesh: &Mesh, bytes: Option<&[u8]>, limits: &Limits, stop: &Stop) -> Result<(Raw, MeshInertia)> {
    let span = &mesh.meta.span;
    let mut inertia = mesh.inertia;
    let mut given = Raw {
        vert: mesh.vertex.clone(),
        normal: mesh.normal.clone(),
        texcoord: mesh.texcoord.clone(),
        face: mesh.face.clone(),
        ..Raw::default()
    };
    if let Some(shape) = mesh.builtin {
        let shape = builtin::build(shape, &mesh.params, limits.vertices).map_err(|e| span.invalid(e))?;
        given.vert = shape.vert;
        if !shape.normal.is_empty() {
            given.normal = shape.normal;
        }
        if !shape.face.is_empty() {
            given.face = shape.face;
        }
        if shape.flat {
            inertia = MeshInertia::Shell;
        }
    }
    let mut from_obj = false;
    let raw = if mesh.file.is_empty() {
        given
    } else {
        let bad = |message: String| bad_file(mesh, message);
        let format = format(mesh).map_err(bad)?;
        from_obj = format == Format::Obj;
        let bytes = bytes.ok_or_else(|| bad("its contents were not read".into()))?;
        let file = match format {
            Format::Stl => stl::decode(bytes),
            Format::Obj => obj::decode(bytes, stop),
            Format::Msh => msh::decode(bytes, mirrored(mesh.scale)),
        };
        // after a requested stop the data may be incomplete: that is no error of the file
        stop.check()?;
        let file = file.map_err(bad)?;
        check_finite(&file.vert).map_err(bad)?;
        merge(file, given).map_err(|e| span.conversion(e))?
    };
    check(&raw, from_obj)
        .map_err(|message| if mesh.file.is_empty() { span.conversion(message) } else { bad_file(mesh, message) })?;
    Ok((raw, inertia))
}

/// Makes the error of a bad mesh file.
pub(super) fn bad_file(mesh: &Mesh, message: String) -> MjcfError {
    MjcfError::BadFile { span: mesh.meta.span.clone(), file: mesh.file.clone(), message }
}

/// Whether a scale turns the mesh inside out.
pub(super) fn mirrored(scale: [f64; 3]) -> bool {
    // a zero factor counts as mirrored, as in MuJoCo
    scale[0] * scale[1] * scale[2] <= 0.0
}

/// Finds the decoder from the content type, else from the extension.
pub(super) fn format(mesh: &Mesh) -> Result<Format, String> {
    let name = mesh.file.to_ascii_lowercase();
    let extension = name.rsplit_once('.').map_or("", |(_, e)| e);
    let kind = match mesh.content_type.as_str() {
        "" => match extension {
            "stl" => "model/stl",
            "obj" => "model/obj",
            "msh" => "model/vnd.mujoco.msh",
            _ => "",
        },
        given => given.split(';').next().unwrap_or("").trim(),
    };
    match (kind, extension) {
        ("model/vnd.mujoco.msh", _) => Ok(Format::Msh),
        (_, "stl") => Ok(Format::Stl),
        (_, "obj") => Ok(Format::Obj),
        _ => Err("no decoder for this kind of file; meshes are read from .stl (binary), .obj and .msh files".into()),
    }
}

/// The file's data completed by the element's; each kind may come from one of them only.
fn merge(file: Raw, given: Raw) -> Result<Raw, String> {
    fn pick<T>(file: Vec<T>, given: Vec<T>, what: &str) -> Result<Vec<T>, String> {
        match (file.is_empty(), given.is_empty()) {
            (false, false) => Err(format!("repeated {what} specification: the mesh file has its own, remove one")),
            (true, _) => Ok(given),
            _ => Ok(file),
        }
    }
    let own_normals = !given.normal.is_empty();
    let raw = Raw {
        normal: pick(file.normal, given.normal, "normal")?,
        texcoord: pick(file.texcoord, given.texcoord, "texcoord")?,
        face: pick(file.face, given.face, "face")?,
        vert: pick(file.vert, given.vert, "vertex")?,
        facenormal: file.facenormal,
        facetexcoord: file.facetexcoord,
    };
    if own_normals && !raw.facenormal.is_empty() {
        return Err("repeated facenormal specification: the mesh file has its own, remove the normals here".into());
    }
    Ok(raw)
}

fn check_finite(vert: &[f32]) -> Result<(), String> {
    match vert.iter().position(|x| !x.is_finite()) {
        Some(i) => Err(format!("coordinate of vertex {} is not finite", i / 3)),
        None => Ok(()),
    }
}

fn check(raw: &Raw, from_obj: bool) -> Result<(), String> {
    if !raw.vert.len().is_multiple_of(3) {
        return Err("vertex data must be a multiple of 3".into());
    }
    if !raw.face.len().is_multiple_of(3) {
        return Err("face data must be a multiple of 3".into());
    }
    check_finite(&raw.vert)?;
    if raw.vert.len() < 12 {
        return Err(format!("a mesh needs at least 4 vertices, this one has {}", raw.vert.len() / 3));
    }
    if raw.vert.len() / 3 > i32::MAX as usize || raw.face.len() > i32::MAX as usize {
        return Err("the mesh is too large".into());
    }
    if !raw.normal.len().is_multiple_of(3) {
        return Err("normal data must be a multiple of 3".into());
    }
    if !raw.texcoord.len().is_multiple_of(2) {
        return Err("texcoord must be a multiple of 2".into());
    }
    let nvert = raw.vert.len() / 3;
    if !raw.texcoord.is_empty() && raw.texcoord.len() != 2 * nvert && raw.facetexcoord.is_empty() && !from_obj {
        return Err(format!("texcoord must have two values per vertex ({}), found {}", 2 * nvert, raw.texcoord.len()));
    }
    match raw.face.iter().position(|&v| v < 0 || v as usize >= nvert) {
        Some(i) => Err(format!("in face {}, vertex {} does not exist: there are {nvert}", i / 3, raw.face[i])),
        None => Ok(()),
    }
}
