//! Centres of mass, and lines that connect bodies with their joints and parents.

use crate::scene::draw::{Canvas, Subject};
use crate::scene::geom::single;
use crate::scene::read::{id, row, span};
use crate::scene::{Shape, VisualFlags};
use sim_core::ObjType;
use sim_core::math::Vec3;

/// Adds the centre of mass of each tree.
pub(super) fn add_centres_of_mass(subject: &Subject<'_>, canvas: &mut Canvas<'_>) {
    let (m, d) = (subject.m, subject.d);
    if !subject.shows(VisualFlags::COM) {
        return;
    }
    let mut add_one = |b: usize| {
        let centre: Vec3 = row(&d.subtree_com, b)?;
        let mut geom = canvas.decor(b, ObjType::Unknown)?;
        (geom.shape, geom.size) = (Shape::Sphere, [subject.scale() * m.vis.scale.com; 3]);
        (geom.pos, geom.rgba) = (single(centre), m.vis.rgba.com);
        canvas.put(geom);
        Some(())
    };
    for b in 1..m.nbody {
        if id(&m.body_rootid, b) == Some(b) {
            add_one(b);
        }
    }
}

/// Adds lines from each body's centre of mass through its joints, the last one first, to that of its parent.
pub(super) fn add_connections(subject: &Subject<'_>, canvas: &mut Canvas<'_>) {
    if !subject.shows(VisualFlags::AUTOCONNECT) {
        return;
    }
    for b in 1..subject.m.nbody {
        connect(subject, canvas, b);
    }
}

fn connect(subject: &Subject<'_>, canvas: &mut Canvas<'_>, b: usize) -> Option<()> {
    let (m, d) = (subject.m, subject.d);
    let parent = id(&m.body_parentid, b).filter(|parent| *parent != 0)?;
    let width = f64::from(subject.scale() * m.vis.scale.connect);
    let mut from: Vec3 = row(&d.xipos, b)?;
    let mut add = |from: Vec3, to: Vec3| {
        let mut geom = canvas.decor(b, ObjType::Unknown)?;
        geom.capsule(width, from, to);
        geom.rgba = m.vis.rgba.connect;
        canvas.put(geom);
        Some(())
    };
    let joints = span(&m.body_jntadr, &m.body_jntnum, b);
    for j in (joints.start..joints.end.min(m.njnt)).rev() {
        let to = row(&d.xanchor, j)?;
        add(from, to)?;
        from = to;
    }
    add(from, row(&d.xipos, parent)?)
}
