//! Equality constraints between two points: a ball at each.

use crate::scene::draw::{Canvas, Subject};
use crate::scene::read::{id, row};
use crate::scene::{LabelKind, Shape, VisualFlags};
use sim_core::math::{Mat3, Vec3, mat3, vec3};
use sim_core::{EqType, ObjType};

/// Adds all connects and welds that are active.
pub(super) fn add(subject: &Subject<'_>, canvas: &mut Canvas<'_>) {
    let (m, d) = (subject.m, subject.d);
    if !subject.shows(VisualFlags::CONSTRAINT) {
        return;
    }
    for e in 0..m.neq {
        let ties = matches!(m.eq_type.get(e), Some(&EqType::Connect | &EqType::Weld));
        if ties && d.eq_active.get(e).is_some_and(|active| active.get()) {
            add_one(subject, canvas, e);
        }
    }
}

fn add_one(subject: &Subject<'_>, canvas: &mut Canvas<'_>, e: usize) -> Option<()> {
    let m = subject.m;
    let ends = ends(subject, e)?;
    let size = f64::from(subject.scale() * m.vis.scale.constraint);
    for ((pos, mat), rgba) in ends.into_iter().zip([m.vis.rgba.connect, m.vis.rgba.constraint]) {
        let mut geom = canvas.decor(e, ObjType::Equality)?;
        geom.reset(Shape::Sphere, Some([size; 3]), Some(pos), Some(&mat), Some(rgba));
        geom.label = subject.label(LabelKind::Constraint, ObjType::Equality, e);
        canvas.put(geom);
    }
    Some(())
}

/// The two connected points, each with the orientation of its object.
fn ends(subject: &Subject<'_>, e: usize) -> Option<[(Vec3, Mat3); 2]> {
    let (m, d) = (subject.m, subject.d);
    let (first, second) = (id(&m.eq_obj1id, e)?, id(&m.eq_obj2id, e)?);
    if *m.eq_objtype.get(e)? == ObjType::Site {
        let site = |s: usize| Some((row(&d.site_xpos, s)?, row(&d.site_xmat, s)?));
        return Some([site(first)?, site(second)?]);
    }
    let [a, b, c, x, y, z, ..]: [f64; 11] = row(&m.eq_data, e)?;
    let (mut anchors, weld) = ([[a, b, c], [x, y, z]], *m.eq_type.get(e)? == EqType::Weld);
    if weld {
        // a weld stores the anchor on its second body first
        anchors.swap(0, 1);
    }
    let body = |b: usize, anchor: Vec3| {
        let mat: Mat3 = row(&d.xmat, b)?;
        Some((vec3::add(mat3::mul_vec(&mat, anchor), row(&d.xpos, b)?), mat))
    };
    Some([body(first, anchors[0])?, body(second, anchors[1])?])
}
