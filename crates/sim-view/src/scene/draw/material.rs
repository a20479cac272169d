//! Colour and reflection of objects with a material.

use crate::scene::draw::Subject;
use crate::scene::read::row;
use crate::scene::{Categories, SceneGeom, VisualFlags};

/// Colour of an object without a colour in the model; the material's own colour applies then.
pub(super) const DEFAULT_RGBA: [f32; 4] = [0.5, 0.5, 0.5, 1.0];

/// Column of the colour texture in `mat_texid`.
const COLOUR_TEXTURE: usize = 1;

/// Sets a geom's material, if it has one, and its own colour, if that differs from the default or there is no material.
pub(super) fn set(subject: &Subject<'_>, geom: &mut SceneGeom, matid: i32, rgba: [f32; 4]) -> Option<()> {
    let m = subject.m;
    let material = usize::try_from(matid).ok();
    if let Some(material) = material {
        geom.rgba = row(&m.mat_rgba, material)?;
        geom.emission = *m.mat_emission.get(material)?;
        geom.specular = *m.mat_specular.get(material)?;
        geom.shininess = *m.mat_shininess.get(material)?;
        geom.reflectance = *m.mat_reflectance.get(material)?;
    }
    if rgba != DEFAULT_RGBA || material.is_none() {
        geom.rgba = rgba;
    }
    if let Some(material) = material.filter(|_| subject.shows(VisualFlags::TEXTURE)) {
        geom.matid = matid;
        geom.texid = row::<_, 10>(&m.mat_texid, material)?[COLOUR_TEXTURE];
        geom.texuniform = m.mat_texuniform.get(material)?.get();
        geom.texrepeat = row(&m.mat_texrepeat, material)?;
    }
    if subject.shows(VisualFlags::TRANSPARENT) && geom.category == Categories::DYNAMIC {
        geom.rgba[3] *= m.vis.map.alpha;
    }
    Some(())
}

/// Makes a selected geom glow.
pub(super) fn mark(subject: &Subject<'_>, geom: &mut SceneGeom) {
    geom.emission += subject.m.vis.global.glow;
}
