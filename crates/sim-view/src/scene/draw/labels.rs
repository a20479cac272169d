//! Labels without a shape: names of bodies, numbers of islands.

use crate::scene::draw::canvas::name;
use crate::scene::draw::{Canvas, Subject};
use crate::scene::geom::single;
use crate::scene::read::{id, row};
use crate::scene::{Label, LabelKind, Shape, VisualFlags};
use sim_core::ObjType;

/// Adds a label at a pose.
fn add(canvas: &mut Canvas<'_>, objid: usize, pos: [f64; 3], mat: [f64; 9], label: Label) -> Option<()> {
    let mut geom = canvas.decor(objid, ObjType::Unknown)?;
    (geom.shape, geom.pos, geom.mat, geom.label) = (Shape::Label, single(pos), single(mat), label);
    canvas.put(geom);
    Some(())
}

/// Adds names of bodies, or of the selected one; shapes of inertia have their own labels.
pub(super) fn add_of_bodies(subject: &Subject<'_>, canvas: &mut Canvas<'_>) {
    let (m, d) = (subject.m, subject.d);
    let selected_only = match subject.option.label {
        LabelKind::Body => false,
        LabelKind::Selection => true,
        _ => return,
    };
    if subject.shows(VisualFlags::INERTIA) {
        return;
    }
    let mut add_one = |b: usize| {
        if (selected_only && subject.selected() != Some(b)) || !subject.categories.contains(subject.category(b)?) {
            return None;
        }
        add(canvas, b, row(&d.xpos, b)?, row(&d.xmat, b)?, name(m, ObjType::Body, b))
    };
    for b in 1..m.nbody {
        add_one(b);
    }
}

/// Adds the islands' numbers to their bodies.
pub(super) fn add_of_islands(subject: &Subject<'_>, canvas: &mut Canvas<'_>) {
    let (m, d) = (subject.m, subject.d);
    if subject.option.label != LabelKind::Island || d.nisland == 0 {
        return;
    }
    let mut add_one = |b: usize| {
        let weld = id(&m.body_weldid, b)?;
        if *m.body_dofnum.get(weld)? == 0 {
            return None;
        }
        let island = id(&d.dof_island, id(&m.body_dofadr, weld)?)?;
        add(canvas, b, row(&d.xipos, b)?, row(&d.ximat, b)?, Label::written(format_args!("{island}")))
    };
    for b in 1..m.nbody {
        add_one(b);
    }
}
