//! Slider-crank transmissions: the slider along its axis, and the rod to the crank.

use crate::scene::draw::{Canvas, Subject};
use crate::scene::read::{id, row};
use crate::scene::{Categories, LabelKind};
use sim_core::math::{Mat3, Vec3, mat3, vec3};
use sim_core::{ObjType, TransmissionType};

/// Adds all transmissions of this kind, of any group.
pub(super) fn add(subject: &Subject<'_>, canvas: &mut Canvas<'_>) {
    if !subject.categories.contains(Categories::DYNAMIC) {
        return;
    }
    for a in 0..subject.m.nactuator {
        if subject.m.actuator_trntype.get(a) == Some(&TransmissionType::SliderCrank) {
            add_one(subject, canvas, a);
        }
    }
}

fn add_one(subject: &Subject<'_>, canvas: &mut Canvas<'_>, a: usize) -> Option<()> {
    let (m, d) = (subject.m, subject.d);
    let (crank, slider) = (id(&m.actuator_trnid, 2 * a)?, id(&m.actuator_trnid, 2 * a + 1)?);
    let rod = *m.actuator_cranklength.get(a)?;
    let (pin, start): (Vec3, Vec3) = (row(&d.site_xpos, crank)?, row(&d.site_xpos, slider)?);
    let mat: Mat3 = row(&d.site_xmat, slider)?;
    let axis = mat3::col(&mat, 2);
    let apart = vec3::sub(pin, start);
    let along = vec3::dot(apart, axis);
    let square = along * along + rod * rod - vec3::dot(apart, apart);
    let broken = square < 0.0;
    let length = along - if broken { 0.0 } else { square.sqrt() };
    let end = vec3::add(vec3::scale(axis, length), start);
    let width = f64::from(subject.scale() * m.vis.scale.slidercrank);

    let mut geom = canvas.start(a, Categories::DYNAMIC, ObjType::Actuator)?;
    geom.cylinder(width, start, end);
    geom.rgba = m.vis.rgba.slidercrank;
    geom.label = subject.label(LabelKind::Actuator, ObjType::Actuator, a);
    canvas.put(geom);

    let mut geom = canvas.start(a, Categories::DYNAMIC, ObjType::Actuator)?;
    geom.capsule(width / 2.0, end, pin);
    geom.rgba = if broken { m.vis.rgba.crankbroken } else { m.vis.rgba.slidercrank };
    canvas.put(geom);
    Some(())
}
