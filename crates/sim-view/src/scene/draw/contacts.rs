//! Contacts: points, frames and forces.

use crate::scene::draw::frames::{self, Axes};
use crate::scene::draw::{Canvas, Subject, colour};
use crate::scene::geom::single;
use crate::scene::read::{id, row};
use crate::scene::{FrameKind, Label, LabelKind, SceneGeom, Shape, VisualFlags};
use sim_core::binding::constraint::contact;
use sim_core::binding::stage::ContactForces;
use sim_core::data::{Contact, Side};
use sim_core::math::{MINVAL, Mat3, Vec3, mat3, vec3};
use sim_core::{Model, ObjType};
use std::fmt;

/// Length of the arrow of a moving surface, in metres per (m/s).
const SURFACE_SPEED: f64 = 0.5;
/// Limit on the name of one side in a label (bytes).
const SIDE_NAME: usize = 47;
/// Significant digits of a force.
const DIGITS: usize = 3;

/// Adds the points, frames and forces of all contacts, as the flags say.
pub(super) fn add(subject: &Subject<'_>, canvas: &mut Canvas<'_>) {
    let frames = subject.option.frame == FrameKind::Contact;
    if !frames && !subject.option.flags.intersects(VisualFlags::CONTACTPOINT | VisualFlags::CONTACTFORCE) {
        return;
    }
    for (i, contact) in subject.d.contact.iter().enumerate() {
        if subject.shows(VisualFlags::CONTACTPOINT) {
            add_point(subject, canvas, i, contact);
        }
        if frames {
            let axes = Axes { length: half(subject, |s| s.framelength), width: half(subject, |s| s.framewidth) };
            frames::add(canvas, i, contact.pos, &mat3::transpose(&contact.frame), axes);
        }
        if subject.shows(VisualFlags::CONTACTFORCE) && contact.efc_address >= 0 {
            add_force(subject, canvas, i, contact);
        }
    }
}

/// Half of a size of decorations, in f64 until it is stored.
fn half(subject: &Subject<'_>, size: fn(&sim_core::VisualScale) -> f32) -> f32 {
    (scaled(subject, size) / 2.0) as f32
}

/// A size of decorations, in f64.
fn scaled(subject: &Subject<'_>, size: fn(&sim_core::VisualScale) -> f32) -> f64 {
    f64::from(size(&subject.m.vis.scale)) * subject.m.stat.meansize
}

fn add_point(subject: &Subject<'_>, canvas: &mut Canvas<'_>, i: usize, contact: &Contact) -> Option<()> {
    let mut geom = canvas.decor(i, ObjType::Unknown)?;
    let width = scaled(subject, |s| s.contactwidth) as f32;
    let (height, depth) = (scaled(subject, |s| s.contactheight) as f32, (-contact.dist / 2.0) as f32);
    geom.shape = Shape::Cylinder;
    geom.size = [width, width, if height > depth { height } else { depth }];
    geom.pos = single(contact.pos);
    // the normal along z
    let [n0, n1, n2, a0, a1, a2, b0, b1, b2] = contact.frame;
    geom.mat = single([a0, b0, n0, a1, b1, n1, a2, b2, n2]);
    geom.rgba = point_colour(subject, contact);
    if subject.option.label == LabelKind::ContactPoint {
        let [first, second] = contact.sides.map(|side| side_name(subject.m, side));
        geom.label = Label::written(format_args!("{} | {}", first.as_str(), second.as_str()));
    }
    let rgba = geom.rgba;
    canvas.put(geom);
    for (side, sign) in contact.sides.into_iter().zip([-1.0, 1.0]) {
        if let Some(g) = side.geom() {
            add_surface_motion(subject, canvas, i, contact, g, sign, rgba);
        }
    }
    Some(())
}

fn point_colour(subject: &Subject<'_>, contact: &Contact) -> [f32; 4] {
    let colours = &subject.m.vis.rgba;
    match usize::try_from(contact.efc_address) {
        Ok(first_row) if subject.shows(VisualFlags::ISLAND) => colour::of_row(subject, first_row),
        Ok(_) => colours.contactpoint,
        Err(_) => colours.contactgap,
    }
}

/// The name of a geom, or its number.
fn side_name(m: &Model, side: Side) -> Label {
    let label = match side {
        Side::Geom(g) => match m.name(ObjType::Geom, g as usize) {
            Some(name) => Label::new(name),
            None => Label::written(format_args!("g{g}")),
        },
        Side::Element { flex, element } => Label::written(format_args!("f{flex}.e{element}")),
        Side::Vertex { flex, vertex } => Label::written(format_args!("f{flex}.v{vertex}")),
        Side::World => Label::new("f-1.v-1"),
    };
    let text = label.as_str();
    Label::new(&text[..text.floor_char_boundary(SIDE_NAME)])
}

/// The arrow of a moving surface, slightly on its own side of the contact.
fn add_surface_motion(
    subject: &Subject<'_>,
    canvas: &mut Canvas<'_>,
    i: usize,
    contact: &Contact,
    g: usize,
    sign: f64,
    rgba: [f32; 4],
) -> Option<()> {
    let (m, d) = (subject.m, subject.d);
    let own: [f64; 6] = row(&m.geom_surfacevel, g)?;
    if own == [0.0; 6] {
        return None;
    }
    let (pos, mat): (Vec3, Mat3) = (row(&d.geom_xpos, g)?, row(&d.geom_xmat, g)?);
    let turn = mat3::mul_vec(&mat, [own[3], own[4], own[5]]);
    let slide = mat3::mul_vec(&mat, [own[0], own[1], own[2]]);
    let velocity = vec3::add(slide, vec3::cross(turn, vec3::sub(contact.pos, pos)));
    let normal: Vec3 = row(&contact.frame, 0)?;
    let velocity = vec3::add_scaled(velocity, normal, -vec3::dot(velocity, normal));
    if vec3::norm(velocity) < MINVAL {
        return None;
    }
    let width = scaled(subject, |s| s.forcewidth);
    let from = vec3::add_scaled(contact.pos, normal, sign * 0.5 * width);
    let mut geom = canvas.decor(i, ObjType::Unknown)?;
    geom.arrow(Shape::Arrow, width, from, vec3::add_scaled(from, velocity, SURFACE_SPEED));
    geom.rgba = rgba;
    canvas.put(geom);
    Some(())
}

/// The force as one arrow, or as one along the normal and one along the surface.
fn add_force(subject: &Subject<'_>, canvas: &mut Canvas<'_>, i: usize, contact: &Contact) -> Option<()> {
    let m = subject.m;
    let [mut normal, mut first, mut second, ..] = contact::force(m, ContactForces::of(subject.d), i);
    match contact.dim {
        ..=0 => (normal, first, second) = (0.0, 0.0, 0.0),
        1 => (first, second) = (0.0, 0.0),
        2 => second = 0.0,
        _ => {}
    }
    let size = vec3::norm([normal, first, second]);
    if size < MINVAL {
        return None;
    }
    let split = subject.shows(VisualFlags::CONTACTSPLIT) && contact.dim > 1;
    let parts: &[[f64; 3]] = match split {
        true => &[[normal, 0.0, 0.0], [0.0, first, second]],
        false => &[[normal, first, second]],
    };
    for (k, part) in parts.iter().enumerate() {
        let mut geom = canvas.decor(i, ObjType::Unknown)?;
        set_arrow(subject, &mut geom, contact, *part, split);
        let friction = split && k == 1;
        geom.rgba = if friction { m.vis.rgba.contactfriction } else { m.vis.rgba.contactforce };
        if subject.option.label == LabelKind::ContactForce && k == 0 {
            geom.label = Label::written(format_args!("{}", Digits(size)));
        }
        canvas.put(geom);
    }
    Some(())
}

/// An arrow to the side with the higher number, with two heads where neither side is the world.
fn set_arrow(subject: &Subject<'_>, geom: &mut SceneGeom, contact: &Contact, part: Vec3, split: bool) {
    let m = subject.m;
    let bodies = contact.sides.map(|side| match side {
        Side::Geom(g) => id(&m.geom_bodyid, g as usize).unwrap_or_default() as i64,
        Side::Vertex { flex, .. } | Side::Element { flex, .. } => m.nbody as i64 + i64::from(flex),
        Side::World => m.nbody as i64 - 1,
    });
    let scale = f64::from(m.vis.map.force) / m.stat.meanmass;
    let mut force = vec3::scale(mat3::mul_t_vec(&contact.frame, part), scale);
    if bodies[0] > bodies[1] {
        force = vec3::neg(force);
    }
    let both = bodies.iter().all(|body| *body > 0) && !split;
    let shape = if both { Shape::Arrow2 } else { Shape::Arrow };
    geom.arrow(shape, scaled(subject, |s| s.forcewidth), contact.pos, vec3::add(contact.pos, force));
}

/// A number with [`DIGITS`] significant digits, as `%.3g` writes it.
struct Digits(f64);

impl fmt::Display for Digits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.0.is_finite() {
            return f.write_str(if self.0.is_nan() { "nan" } else { "inf" });
        }
        let scientific = Label::written(format_args!("{:.*e}", DIGITS - 1, self.0));
        let (mantissa, exponent) = scientific.as_str().split_once('e').unwrap_or(("0", "0"));
        let exponent: i32 = exponent.parse().unwrap_or_default();
        if (-4..DIGITS as i32).contains(&exponent) {
            let decimals = (DIGITS as i32 - 1 - exponent).max(0) as usize;
            let text = Label::written(format_args!("{:.*}", decimals, self.0));
            return f.write_str(without_zeros(text.as_str()));
        }
        let sign = if exponent < 0 { '-' } else { '+' };
        write!(f, "{}e{sign}{:02}", without_zeros(mantissa), exponent.abs())
    }
}

/// Removes zeros at the end of the fraction of a decimal number.
fn without_zeros(text: &str) -> &str {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_three_digits() {
        let cases = [
            (0.0, "0"),
            (1.0, "1"),
            (9.8765, "9.88"),
            (123.4, "123"),
            (999.9, "1e+03"),
            (1234.0, "1.23e+03"),
            (0.00012345, "0.000123"),
            (1.2e-5, "1.2e-05"),
            (0.5, "0.5"),
        ];
        for (number, text) in cases {
            assert_eq!(Digits(number).to_string(), text);
        }
    }
}
