//! The body that the mouse holds, the grip point, and forces applied to bodies.

use crate::scene::draw::{Canvas, Subject};
use crate::scene::geom::single;
use crate::scene::read::{id, row};
use crate::scene::{Label, LabelKind, Perturb, Shape, VisualFlags};
use sim_core::ObjType;
use sim_core::math::{MINVAL, Mat3, Vec3, mat3, quat, vec3};

/// The selected point, in the world.
pub(crate) fn selected_point(perturb: &Perturb, d: &sim_core::Data, body: usize) -> Option<Vec3> {
    let (pos, mat): (Vec3, Mat3) = (row(&d.xpos, body)?, row(&d.xmat, body)?);
    Some(vec3::add(mat3::mul_vec(&mat, perturb.localpos), pos))
}

/// Colour for the active grips: the second grip swaps red and green.
fn mixed(colour: [f32; 4], first: bool, second: bool) -> [f32; 4] {
    let mix = |own: f32, other: f32| {
        let base = if first { own } else { 0.0 };
        if second { base.max(other) } else { base }
    };
    [mix(colour[0], colour[1]), mix(colour[1], colour[0]), colour[2], colour[3]]
}

/// Adds the line of the pull, and the box of the rotation.
pub(super) fn add_object(subject: &Subject<'_>, canvas: &mut Canvas<'_>) {
    if !subject.shows(VisualFlags::PERTOBJ) {
        return;
    }
    let Some(body) = subject.selected() else { return };
    let active = subject.perturb.active | subject.perturb.active2;
    if active & Perturb::TRANSLATE != 0 {
        add_pull(subject, canvas, body);
    }
    if active & Perturb::ROTATE != 0 {
        add_turned_box(subject, canvas, body);
    }
}

fn add_pull(subject: &Subject<'_>, canvas: &mut Canvas<'_>, body: usize) -> Option<()> {
    let (m, perturb) = (subject.m, subject.perturb);
    let bit = Perturb::TRANSLATE;
    let width = f64::from(subject.scale() * m.vis.scale.constraint);
    let rgba = mixed(m.vis.rgba.constraint, perturb.active & bit > 0, perturb.active2 & bit > 0);
    let mut geom = canvas.decor(body, ObjType::Unknown)?;
    geom.capsule(width, selected_point(perturb, subject.d, body)?, perturb.refselpos);
    geom.rgba = rgba;
    canvas.put(geom);

    let mut geom = canvas.decor(body, ObjType::Unknown)?;
    let mat = quat::to_mat(perturb.refquat);
    geom.reset(Shape::Sphere, Some([2.0 * width; 3]), Some(perturb.refselpos), Some(&mat), Some(rgba));
    canvas.put(geom);
    Some(())
}

fn add_turned_box(subject: &Subject<'_>, canvas: &mut Canvas<'_>, body: usize) -> Option<()> {
    let (m, d, perturb) = (subject.m, subject.d, subject.perturb);
    let bit = Perturb::ROTATE;
    let rgba = mixed(m.vis.rgba.inertia, perturb.active & bit > 0, perturb.active2 & bit > 0);
    let (mut size, mut offset) = ([f64::from(subject.scale()); 3], [0.0; 3]);
    // the box around its geoms, if it has any
    if *m.body_bvhnum.get(body)? != 0 {
        let [x, y, z, a, b, c] = row(&m.bvh_aabb, id(&m.body_bvhadr, body)?)?;
        (size, offset) = ([a, b, c], mat3::mul_vec(&row(&d.ximat, body)?, [x, y, z]));
    }
    let pos = vec3::add(offset, row(&d.xipos, body)?);
    let mut geom = canvas.decor(body, ObjType::Unknown)?;
    geom.reset(Shape::LineBox, Some(size), Some(pos), Some(&quat::to_mat(perturb.refquat)), Some(rgba));
    canvas.put(geom);
    Some(())
}

/// The selected point.
pub(super) fn add_selected_point(subject: &Subject<'_>, canvas: &mut Canvas<'_>) {
    let m = subject.m;
    if !subject.shows(VisualFlags::SELECT) {
        return;
    }
    let Some(body) = subject.selected() else { return };
    let Some(point) = selected_point(subject.perturb, subject.d, body) else { return };
    let Some(mut geom) = canvas.decor(body, ObjType::Unknown) else { return };
    geom.shape = Shape::Sphere;
    geom.size = [subject.scale() * m.vis.scale.selectpoint; 3];
    geom.pos = single(point);
    geom.rgba = m.vis.rgba.selectpoint;
    if subject.option.label == LabelKind::SelectionPoint {
        let ([x, y, z], [a, b, c]) = (point, subject.perturb.localpos);
        geom.label = Label::written(format_args!("{x:.3} {y:.3} {z:.3} (local {a:.3} {b:.3} {c:.3})"));
    }
    canvas.put(geom);
}

/// Adds the forces applied to bodies.
pub(super) fn add_forces(subject: &Subject<'_>, canvas: &mut Canvas<'_>) {
    let (m, d) = (subject.m, subject.d);
    if !subject.shows(VisualFlags::PERTFORCE) {
        return;
    }
    let mut add_one = |body: usize| {
        let [x, y, z, ..]: [f64; 6] = row(&d.xfrc_applied, body)?;
        let force = [x, y, z];
        if vec3::norm(force) <= MINVAL {
            return None;
        }
        let from: Vec3 = row(&d.xipos, body)?;
        let to = vec3::add(from, vec3::scale(force, f64::from(m.vis.map.force) / m.stat.meanmass));
        let mut geom = canvas.decor(body, ObjType::Unknown)?;
        geom.arrow(Shape::Arrow, f64::from(m.vis.scale.forcewidth * subject.scale()), from, to);
        geom.rgba = m.vis.rgba.force;
        canvas.put(geom);
        Some(())
    };
    for body in 1..m.nbody {
        add_one(body);
    }
}
