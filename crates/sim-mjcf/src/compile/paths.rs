//! Paths of asset files: `paths` and the `*_pathadr` arrays.

use crate::error::Result;
use crate::files::{reduce, strip_dir};
use crate::source_span::SourceSpan;
use crate::spec::Spec;
use sim_core::Model;
use sim_core::arrays::Shared;
use std::path::Path;

/// Zero-terminated paths, in the order they are added.
#[derive(Clone, Debug, Default)]
pub struct Paths(Vec<u8>);

impl Paths {
    /// Adds the path of a file; returns its address, -1 for an empty one.
    pub fn add(&mut self, file: &str) -> Result<i32> {
        if file.is_empty() {
            return Ok(-1);
        }
        let adr = i32::try_from(self.0.len()).map_err(|_| SourceSpan::none().conversion("asset paths exceed 2 GiB"))?;
        self.0.extend_from_slice(file.as_bytes());
        self.0.push(0);
        Ok(adr)
    }

    /// The buffer; never empty.
    pub fn into_bytes(mut self) -> Vec<u8> {
        if self.0.is_empty() {
            self.0.push(0);
        }
        self.0
    }
}

/// Returns a file name without `.` and `..` parts; one without such parts stays unchanged.
fn without_dots(file: &str) -> String {
    if !file.split(['/', '\\']).any(|part| part == "." || part == "..") {
        return file.to_string();
    }
    reduce(Path::new(&file.replace('\\', "/"))).to_string_lossy().into_owned()
}

/// Writes `npaths`, `paths`, `hfield_pathadr`, `mesh_pathadr`, `skin_pathadr` and `tex_pathadr`; can run at any time.
pub fn fill(spec: &Spec, model: &mut Model) -> Result<()> {
    let strip = spec.origins.first().is_some_and(|compiler| compiler.strippath);
    let name = |file: &str, strip: bool| if strip { strip_dir(file).to_string() } else { without_dots(file) };
    let mut paths = Paths::default();
    let mut addresses = |files: &mut dyn Iterator<Item = String>| -> Result<Shared<i32>> {
        files.map(|file| paths.add(&file)).collect()
    };
    model.hfield_pathadr = addresses(&mut spec.hfields.iter().map(|hfield| name(&hfield.file, strip)))?;
    model.mesh_pathadr = addresses(&mut spec.meshes.iter().map(|mesh| name(&mesh.file, strip)))?;
    model.skin_pathadr = addresses(&mut spec.skins.iter().map(|skin| name(&skin.file, strip)))?;
    // the file of a builtin texture is not used, and its name stays unchanged
    let used = |builtin: i32| strip && builtin == 0;
    model.tex_pathadr = addresses(&mut spec.textures.iter().map(|t| name(&t.file, used(t.builtin))))?;
    model.paths = paths.into_bytes().into();
    model.npaths = model.paths.len();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::{Compiler, HField, Skin, Texture};

    #[test]
    fn height_fields_come_before_skins_and_textures() {
        let hfield = HField { file: "a/h.bin".into(), ..HField::default() };
        let texture = Texture { file: "t.png".into(), ..Texture::default() };
        let spec = Spec {
            origins: vec![Compiler { strippath: true, ..Compiler::default() }],
            hfields: vec![HField::default(), hfield],
            skins: vec![Skin { file: "s.skn".into(), ..Skin::default() }],
            textures: vec![texture],
            ..Spec::default()
        };
        let mut model = Model::default();
        fill(&spec, &mut model).unwrap();
        assert_eq!(model.paths, b"h.bin\0s.skn\0t.png\0");
        assert_eq!(
            (model.hfield_pathadr, model.skin_pathadr, model.tex_pathadr),
            ([-1, 0].into(), [6].into(), [12].into())
        );
    }

    #[test]
    fn dots_are_taken_out() {
        for (file, expected) in [
            ("./m.stl", "m.stl"),
            ("a/../m.stl", "m.stl"),
            (".\\m.stl", "m.stl"),
            ("../m.stl", "../m.stl"),
            ("a//m", "a//m"),
        ] {
            assert_eq!(without_dots(file), expected);
        }
    }

    #[test]
    fn no_files_leave_one_zero() {
        let mut model = Model::default();
        fill(&Spec::default(), &mut model).unwrap();
        assert_eq!((model.paths, model.npaths), ([0].into(), 1));
    }
}
