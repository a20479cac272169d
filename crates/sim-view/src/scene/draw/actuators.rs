//! Actuators: the objects that they move, coloured by control or activation.

use crate::scene::draw::{Canvas, Subject, material, tendons};
use crate::scene::read::{id, in_group, row, span};
use crate::scene::{LabelKind, SceneGeom, Shape, VisualFlags};
use sim_core::math::{MINVAL, Vec3, vec3};
use sim_core::{ActuatorDynamics, GeomType, JointType, ObjType, TransmissionType};

/// Scale of an actuator relative to its object.
const INFLATION: f64 = 1.05;
/// Size of an actuated ball or free joint, relative to the length of joints.
const BALL: f64 = 0.33;

/// Adds all actuators that are shown and enabled.
pub(super) fn add(subject: &Subject<'_>, canvas: &mut Canvas<'_>) {
    let m = subject.m;
    if !subject.shows(VisualFlags::ACTUATOR) {
        return;
    }
    for a in 0..m.nactuator {
        if in_group(&subject.option.actuatorgroup, &m.actuator_group, a) && !is_disabled(subject, a) {
            add_actuator(subject, canvas, a);
        }
    }
}

/// Whether the actuator's group is disabled.
fn is_disabled(subject: &Subject<'_>, a: usize) -> bool {
    let group = subject.m.actuator_group.get(a).copied().unwrap_or_default();
    (0..=30).contains(&group) && subject.m.opt.disableactuator & (1 << group) != 0
}

fn add_actuator(subject: &Subject<'_>, canvas: &mut Canvas<'_>, a: usize) -> Option<()> {
    let m = subject.m;
    let rgba = colour(subject, a)?;
    let object = id(&m.actuator_trnid, 2 * a)?;
    match *m.actuator_trntype.get(a)? {
        TransmissionType::Joint | TransmissionType::JointInParent => {
            let mut geom = canvas.decor(a, ObjType::Actuator)?;
            set_joint(subject, &mut geom, object)?;
            put(subject, canvas, geom, rgba, a);
        }
        TransmissionType::Site => {
            let mut geom = canvas.decor(a, ObjType::Actuator)?;
            set_site(subject, &mut geom, object)?;
            put(subject, canvas, geom, rgba, a);
        }
        TransmissionType::Body => add_body(subject, canvas, a, object, rgba)?,
        TransmissionType::Tendon => add_tendon(subject, canvas, a, object, rgba)?,
        _ => {}
    }
    Some(())
}

fn put(subject: &Subject<'_>, canvas: &mut Canvas<'_>, mut geom: SceneGeom, rgba: [f32; 4], a: usize) {
    geom.rgba = rgba;
    geom.label = subject.label(LabelKind::Actuator, ObjType::Actuator, a);
    canvas.put(geom);
}

/// Lowest, neutral and highest value for the colour of an actuator: its control range, extended to include zero.
fn range(subject: &Subject<'_>, a: usize, control: usize) -> Option<[f64; 3]> {
    let m = subject.m;
    let [low, high] = if m.actuator_ctrllimited.get(control)?.get() {
        row(&m.actuator_ctrlrange, control)?
    } else if subject.shows(VisualFlags::ACTIVATION) && m.actuator_actlimited.get(a)?.get() {
        row(&m.actuator_actrange, a)?
    } else {
        [-1.0, 1.0]
    };
    let [mut lowest, neutral, mut highest] = if low >= 0.0 {
        [-1.0, low, high]
    } else if high <= 0.0 {
        [low, high, 1.0]
    } else {
        [low, 0.0, high]
    };
    if neutral - lowest < MINVAL {
        lowest = neutral - MINVAL;
    }
    if highest - neutral < MINVAL {
        highest = neutral + MINVAL;
    }
    Some([lowest, neutral, highest])
}

/// Colour between those of negative, neutral and positive values.
fn colour(subject: &Subject<'_>, a: usize) -> Option<[f32; 4]> {
    let (m, d) = (subject.m, subject.d);
    let control = id(&m.actuator_ctrladr, a)?;
    let [lowest, neutral, highest] = range(subject, a, control)?;
    let dynamic = subject.shows(VisualFlags::ACTIVATION) && *m.actuator_dyntype.get(a)? != ActuatorDynamics::None;
    // dynamics without an activation exist, for example a motor without inductance
    let activation = span(&m.actuator_actadr, &m.actuator_actnum, a).last().filter(|_| dynamic);
    let value = match activation {
        Some(last) => *d.act.get(last)?,
        None => *d.ctrl.get(control)?,
    };
    // `min` and `max` in this order, because `clamp` panics on reversed limits
    let value = value.min(highest).max(lowest);
    let part = |distance: f64, whole: f64| (distance / f64::max(MINVAL, whole)) as f32;
    let (below, above) = if value <= neutral {
        (part(neutral - value, neutral - lowest), 0.0)
    } else {
        (0.0, part(value - neutral, highest - neutral))
    };
    let middle = if value <= neutral { 1.0 - below } else { 1.0 - above };
    let colours = &m.vis.rgba;
    Some([0, 1, 2, 3].map(|k| {
        below * colours.actuatornegative[k] + middle * colours.actuator[k] + above * colours.actuatorpositive[k]
    }))
}

fn set_site(subject: &Subject<'_>, geom: &mut SceneGeom, s: usize) -> Option<()> {
    let (m, d) = (subject.m, subject.d);
    let size = vec3::scale(row(&m.site_size, s)?, INFLATION);
    let (pos, mat) = (row(&d.site_xpos, s)?, row(&d.site_xmat, s)?);
    geom.reset(Shape(m.site_type.get(s)?.0), Some(size), Some(pos), Some(&mat), None);
    Some(())
}

fn set_joint(subject: &Subject<'_>, geom: &mut SceneGeom, j: usize) -> Option<()> {
    let (m, d) = (subject.m, subject.d);
    let (scale, sizes) = (subject.scale(), &m.vis.scale);
    let anchor: Vec3 = row(&d.xanchor, j)?;
    match *m.jnt_type.get(j)? {
        kind @ (JointType::Hinge | JointType::Slide) => {
            let length = f64::from(sizes.actuatorlength * scale);
            let end = vec3::add_scaled(anchor, row(&d.xaxis, j)?, length);
            let shape = if kind == JointType::Slide { Shape::Arrow } else { Shape::Arrow1 };
            geom.arrow(shape, f64::from(sizes.actuatorwidth * scale), anchor, end);
        }
        kind @ (JointType::Ball | JointType::Free) => {
            let size = f64::from(sizes.jointlength * scale) * BALL;
            let mat = row(&d.xmat, id(&m.jnt_bodyid, j)?)?;
            let shape = if kind == JointType::Ball { Shape::Sphere } else { Shape::Box };
            geom.reset(shape, Some([size; 3]), Some(anchor), Some(&mat), None);
        }
        _ => {}
    }
    Some(())
}

/// Adds the primitive geoms of the body.
fn add_body(subject: &Subject<'_>, canvas: &mut Canvas<'_>, a: usize, body: usize, rgba: [f32; 4]) -> Option<()> {
    let (m, d) = (subject.m, subject.d);
    for g in span(&m.body_geomadr, &m.body_geomnum, body).take(m.ngeom) {
        let kind = *m.geom_type.get(g)?;
        if matches!(kind, GeomType::Plane | GeomType::HField | GeomType::Mesh | GeomType::Sdf) {
            continue;
        }
        let mut geom = canvas.decor(a, ObjType::Actuator)?;
        let size = vec3::scale(row(&m.geom_size, g)?, INFLATION);
        let (pos, mat) = (row(&d.geom_xpos, g)?, row(&d.geom_xmat, g)?);
        geom.reset(Shape(kind.0), Some(size), Some(pos), Some(&mat), Some(rgba));
        canvas.put(geom);
    }
    Some(())
}

/// Adds the tendon, wider.
fn add_tendon(subject: &Subject<'_>, canvas: &mut Canvas<'_>, a: usize, t: usize, rgba: [f32; 4]) -> Option<()> {
    let m = subject.m;
    for piece in tendons::segments(subject, t) {
        let mut geom = canvas.decor(a, ObjType::Actuator)?;
        geom.capsule(piece.width * f64::from(m.vis.map.actuatortendon), piece.from, piece.to);
        material::set(subject, &mut geom, *m.tendon_matid.get(t)?, row(&m.tendon_rgba, t)?)?;
        geom.rgba = rgba;
        if tendons::is_first(subject, t, &piece) {
            geom.label = subject.label(LabelKind::Actuator, ObjType::Actuator, a);
        }
        canvas.put(geom);
    }
    Some(())
}
