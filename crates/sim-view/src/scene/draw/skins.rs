//! Skins of the model.

use crate::scene::draw::{Canvas, Subject, material};
use crate::scene::read::{id, in_group, row};
use crate::scene::{Categories, LabelKind, Shape, VisualFlags};
use sim_core::ObjType;

/// Adds all skins that are shown.
pub(super) fn add(subject: &Subject<'_>, canvas: &mut Canvas<'_>) {
    if !subject.categories.contains(Categories::DYNAMIC) || !subject.shows(VisualFlags::SKIN) {
        return;
    }
    for s in 0..subject.m.nskin {
        add_skin(subject, canvas, s);
    }
}

fn add_skin(subject: &Subject<'_>, canvas: &mut Canvas<'_>, s: usize) -> Option<()> {
    let (m, d) = (subject.m, subject.d);
    if !in_group(&subject.option.skingroup, &m.skin_group, s) {
        return None;
    }
    let mut geom = canvas.start(s, Categories::DYNAMIC, ObjType::Skin)?;
    // its position is that of its first bone
    let bone = id(&m.skin_bonebodyid, id(&m.skin_boneadr, s)?)?;
    geom.reset(Shape::Skin, None, Some(row(&d.xpos, bone)?), None, None);
    material::set(subject, &mut geom, *m.skin_matid.get(s)?, row(&m.skin_rgba, s)?)?;
    if usize::try_from(subject.perturb.skinselect) == Ok(s) {
        material::mark(subject, &mut geom);
    }
    geom.texcoord = *m.skin_texcoordadr.get(s)? >= 0;
    if geom.rgba[3] == 0.0 {
        return None;
    }
    geom.label = subject.label(LabelKind::Skin, ObjType::Skin, s);
    canvas.put(geom);
    Some(())
}
