//! Sites of the model.

use crate::scene::draw::{Canvas, Subject, material};
use crate::scene::read::{id, in_group, row};
use crate::scene::{LabelKind, Shape};
use sim_core::ObjType;

/// Adds all sites that are shown.
pub(super) fn add(subject: &Subject<'_>, canvas: &mut Canvas<'_>) {
    for s in 0..subject.m.nsite {
        add_site(subject, canvas, s);
    }
}

fn add_site(subject: &Subject<'_>, canvas: &mut Canvas<'_>, s: usize) -> Option<()> {
    let (m, d) = (subject.m, subject.d);
    let category = subject.wanted(&m.site_bodyid, s)?;
    if !in_group(&subject.option.sitegroup, &m.site_group, s) {
        return None;
    }
    let mut geom = canvas.start(s, category, ObjType::Site)?;
    let (size, pos, mat) = (row(&m.site_size, s)?, row(&d.site_xpos, s)?, row(&d.site_xmat, s)?);
    geom.reset(Shape(m.site_type.get(s)?.0), Some(size), Some(pos), Some(&mat), None);
    material::set(subject, &mut geom, *m.site_matid.get(s)?, row(&m.site_rgba, s)?)?;
    if geom.rgba[3] == 0.0 {
        return None;
    }
    if subject.selected().is_some() && subject.selected() == id(&m.site_bodyid, s) {
        material::mark(subject, &mut geom);
    }
    geom.label = subject.label(LabelKind::Site, ObjType::Site, s);
    canvas.put(geom);
    Some(())
}
