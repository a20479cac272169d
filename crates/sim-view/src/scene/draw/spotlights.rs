//! Lights of the model, drawn as cylinders behind their positions.

use crate::scene::draw::frames::{self, Axes};
use crate::scene::draw::{Canvas, Subject};
use crate::scene::geom::single;
use crate::scene::read::row;
use crate::scene::{FrameKind, LabelKind, Shape, VisualFlags, turn};
use sim_core::ObjType;
use sim_core::math::{Vec3, quat, vec3};

/// Extra distance behind a light's position at which it is drawn, so that it casts no shadow (m).
const BEHIND: f64 = 0.0001;

/// Adds all lights.
pub(super) fn add(subject: &Subject<'_>, canvas: &mut Canvas<'_>) {
    if !subject.shows(VisualFlags::LIGHT) {
        return;
    }
    for l in 0..subject.m.nlight {
        add_light(subject, canvas, l);
    }
}

fn add_light(subject: &Subject<'_>, canvas: &mut Canvas<'_>, l: usize) -> Option<()> {
    let (m, d) = (subject.m, subject.d);
    let (pos, dir): (Vec3, Vec3) = (row(&d.light_xpos, l)?, row(&d.light_xdir, l)?);
    let mat = quat::to_mat(turn::z_to(dir));
    let size = f64::from(subject.scale() * m.vis.scale.light);
    let mut geom = canvas.decor(l, ObjType::Light)?;
    (geom.shape, geom.size) = (Shape::Cylinder, single([size * 0.8, size * 0.8, size]));
    geom.pos = single(vec3::add_scaled(pos, dir, -size - BEHIND));
    (geom.mat, geom.rgba) = (single(mat), m.vis.rgba.light);
    geom.label = subject.label(LabelKind::Light, ObjType::Light, l);
    canvas.put(geom);
    if subject.option.frame == FrameKind::Light {
        frames::add(canvas, l, pos, &mat, Axes::of(subject))?;
    }
    Some(())
}
