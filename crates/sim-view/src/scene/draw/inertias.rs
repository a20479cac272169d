//! Boxes or ellipsoids with the inertia of the bodies.

use crate::scene::draw::canvas::name;
use crate::scene::draw::{Canvas, Subject, material};
use crate::scene::read::row;
use crate::scene::{LabelKind, Shape, VisualFlags};
use sim_core::ObjType;
use sim_core::math::{MINVAL, Vec3};
use std::f64::consts::PI;

/// Inverse of the density of scaled shapes, m³/kg; MuJoCo multiplies by it.
const INVERSE_DENSITY: f64 = 0.001;

/// Adds one shape for each body with mass.
pub(super) fn add(subject: &Subject<'_>, canvas: &mut Canvas<'_>) {
    if !subject.shows(VisualFlags::INERTIA) {
        return;
    }
    for b in 1..subject.m.nbody {
        add_body(subject, canvas, b);
    }
}

fn add_body(subject: &Subject<'_>, canvas: &mut Canvas<'_>, b: usize) -> Option<()> {
    let (m, d) = (subject.m, subject.d);
    let mass = *m.body_mass.get(b)?;
    if mass <= MINVAL || !subject.categories.intersects(subject.category(b)?) {
        return None;
    }
    let mut geom = canvas.decor(b, ObjType::Body)?;
    let rounded = m.vis.global.ellipsoidinertia == 1;
    let mut size = half_sizes(row(&m.body_inertia, b)?, mass, rounded);
    if subject.shows(VisualFlags::SCLINERTIA) {
        size = with_common_density(size, mass, rounded);
    }
    let shape = if rounded { Shape::Ellipsoid } else { Shape::Box };
    let (pos, mat) = (row(&d.xipos, b)?, row(&d.ximat, b)?);
    geom.reset(shape, Some(size), Some(pos), Some(&mat), Some(m.vis.rgba.inertia));
    let selected = subject.selected() == Some(b);
    if selected {
        material::mark(subject, &mut geom);
    }
    let label = subject.option.label;
    if label == LabelKind::Body || (label == LabelKind::Selection && selected) {
        geom.label = name(m, ObjType::Body, b);
    }
    canvas.put(geom);
    Some(())
}

/// Half sizes of the uniform box or ellipsoid with these principal moments.
fn half_sizes(inertia: Vec3, mass: f64, rounded: bool) -> Vec3 {
    let factor = if rounded { 5f64.sqrt() } else { 3f64.sqrt() };
    let [x, y, z] = inertia;
    [y + z - x, x + z - y, x + y - z].map(|square| (square / (2.0 * mass)).sqrt() * factor)
}

/// Scales a shape to the size at which all shapes have equal density.
fn with_common_density(size: Vec3, mass: f64, rounded: bool) -> Vec3 {
    let factor = if rounded { 4.0 / 3.0 * PI } else { 8.0 };
    let volume = factor * size[0] * size[1] * size[2];
    let density = mass / f64::max(MINVAL, volume);
    let scale = libm::pow(density * INVERSE_DENSITY, 1.0 / 3.0);
    size.map(|half| half * scale)
}
