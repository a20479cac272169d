//! Materials: `mat_*`.

use super::Ids;
use crate::error::Result;
use crate::error_list::ErrorList;
use crate::spec::{Spec, TEXTURE_ROLES};
use sim_core::{Model, ObjType};

/// Sets `nmat`.
pub fn sizes(spec: &Spec, model: &mut Model) {
    model.nmat = spec.materials.len();
}

/// Writes all `mat_*` arrays.
pub fn fill(spec: &Spec, ids: &Ids, model: &mut Model) -> Result<()> {
    ErrorList::each(spec.materials.iter().enumerate(), |(i, material)| {
        for (role, texture) in material.textures.iter().enumerate() {
            model.mat_texid[TEXTURE_ROLES * i + role] = match texture.as_str() {
                "" => -1,
                name => ids.find(ObjType::Texture, name, &material.meta.span)? as i32,
            };
        }
        model.mat_texuniform[i] = material.texuniform.into();
        model.mat_texrepeat[2 * i..2 * i + 2].copy_from_slice(&material.texrepeat);
        model.mat_emission[i] = material.emission;
        model.mat_specular[i] = material.specular;
        model.mat_shininess[i] = material.shininess;
        model.mat_reflectance[i] = material.reflectance;
        model.mat_metallic[i] = material.metallic;
        model.mat_roughness[i] = material.roughness;
        model.mat_rgba[4 * i..4 * i + 4].copy_from_slice(&material.rgba);
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source_span::SourceSpan;
    use crate::spec::Material;

    fn compiled(texture: &str) -> Result<Model> {
        let mut material = Material::default();
        material.textures[2] = texture.into();
        let spec = Spec { materials: vec![material], ..Spec::default() };
        let mut ids = Ids::default();
        ids.add(ObjType::Texture, "wood", 7, &SourceSpan::none())?;
        let mut model = Model::default();
        sizes(&spec, &mut model);
        model.resize_arrays();
        fill(&spec, &ids, &mut model)?;
        Ok(model)
    }

    #[test]
    fn textures_are_found_by_role() {
        let model = compiled("wood").unwrap();
        assert_eq!(model.mat_texid, [-1, -1, 7, -1, -1, -1, -1, -1, -1, -1]);
        assert_eq!(model.mat_metallic, [-1.0]);
        assert!(compiled("steel").unwrap_err().to_string().contains("texture 'steel' not found"));
    }
}
