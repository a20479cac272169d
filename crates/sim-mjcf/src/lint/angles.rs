//! Angles in the wrong unit. Joints and orientations follow `angle` in `<compiler>`. Controls and keyframes are in radians, fields of
//! view and cutoffs in degrees, whatever `angle` says.

use super::survey::Survey;
use super::{Findings, Named};
use crate::source_span::SourceSpan;
use crate::spec::{Actuator, Item, Joint, Limited, Meta, Orientation};
use sim_core::binding::message::number;
use sim_core::{BiasType, GainType, JointType, LightType, Projection, TransmissionType};
use std::f64::consts::PI;

/// A full turn in radians, with room for rounded digits.
const TURN: f64 = 2.0 * PI * 1.01;
/// Half a turn in radians, with room for rounded digits.
const HALF_TURN: f64 = PI * 1.01;
/// Angle beyond which a range means "no limit".
const ENDLESS: f64 = 3600.0;
/// Distance from a fraction of pi, in radians, at which an angle was written as that fraction.
const NEAR: f64 = 1.5e-3;
/// Angles, as fractions of pi, that people write in radians.
const FRACTIONS: [f64; 11] = [1.0 / 6.0, 0.25, 1.0 / 3.0, 0.5, 2.0 / 3.0, 0.75, 5.0 / 6.0, 1.0, 1.25, 1.5, 2.0];

/// Angles of an object that follow the compiler's unit.
struct Angles<'a> {
    kind: &'static str,
    meta: &'a Meta,
    /// Place where they were written.
    span: &'a dyn Fn() -> SourceSpan,
    field: &'static str,
    values: Vec<f64>,
    /// Whether the values are the limits of a joint.
    limits: bool,
}

/// Calls `visit` for all angles of a model that follow the compiler's unit.
fn each_angle(survey: &Survey<'_>, visit: &mut dyn FnMut(Angles<'_>)) {
    for item in survey.items() {
        let (kind, meta, alt) = match item {
            Item::Joint(joint) => {
                of_joint(survey, joint, visit);
                continue;
            }
            Item::Body(body) => {
                if let Some(inertial) = &body.inertial {
                    of_orientation("inertia of body", &body.meta, inertial.alt, visit);
                }
                ("body", &body.meta, body.alt)
            }
            Item::Frame(frame) => ("frame", &frame.meta, frame.alt),
            Item::Geom(geom) => ("geom", &geom.meta, geom.alt),
            Item::Site(site) => ("site", &site.meta, site.alt),
            Item::Camera(camera) => ("camera", &camera.meta, camera.alt),
            Item::Light(_) => continue,
        };
        of_orientation(kind, meta, alt, visit);
    }
}

fn of_joint(survey: &Survey<'_>, joint: &Joint, visit: &mut dyn FnMut(Angles<'_>)) {
    let meta = &joint.meta;
    let turns = matches!(joint.kind, JointType::Hinge | JointType::Ball);
    if !turns {
        return;
    }
    let limited = joint.limited != Limited::False && joint.range != [0.0; 2];
    if limited {
        let span = || survey.written(meta, &joint.range, |class| (&class.joint.meta.span, &class.joint.range));
        visit(Angles { kind: "joint", meta, span: &span, field: "range", values: joint.range.to_vec(), limits: true });
    }
    if joint.kind == JointType::Hinge {
        for (field, value) in [("ref", joint.reference), ("springref", joint.springref)] {
            visit(Angles {
                kind: "joint",
                meta,
                span: &|| meta.span.clone(),
                field,
                values: vec![value],
                limits: false,
            });
        }
    }
}

fn of_orientation(kind: &'static str, meta: &Meta, alt: Orientation, visit: &mut dyn FnMut(Angles<'_>)) {
    let (field, values) = match alt {
        Orientation::Euler(angles) => ("euler", angles.to_vec()),
        Orientation::AxisAngle([.., angle]) => ("the angle of axisangle", vec![angle]),
        _ => return,
    };
    visit(Angles { kind, meta, span: &|| meta.span.clone(), field, values, limits: false });
}

/// An angle of more than a turn in a model in radians.
pub(super) fn degrees_in_radians(survey: &Survey<'_>, findings: &mut Findings) {
    each_angle(survey, &mut |angles| {
        let radian = survey.compiler(angles.meta).is_some_and(|compiler| !compiler.degree);
        if radian && angles.values.iter().any(|value| is_beyond_a_turn(*value)) {
            let object = Named { kind: angles.kind, name: &angles.meta.name };
            let value = format!("{} is {} radians, more than a turn", angles.field, text(&angles.values));
            findings.add(&object, &(angles.span)(), value, || {
                format!("if it is in degrees, write {}, or angle=\"degree\" in <compiler>", radians(&angles.values))
            });
        }
    });
}

/// An angle that reads as radians in a model in degrees.
pub(super) fn radians_in_degrees(survey: &Survey<'_>, findings: &mut Findings) {
    each_angle(survey, &mut |angles| {
        let degree = survey.compiler(angles.meta).is_some_and(|compiler| compiler.degree);
        let suspect = if angles.limits { is_tiny_range(&angles.values) } else { angles.values.iter().any(is_fraction) };
        if degree && suspect {
            let object = Named { kind: angles.kind, name: &angles.meta.name };
            let value = format!("{} is {} degrees", angles.field, text(&angles.values));
            findings.add(&object, &(angles.span)(), value, || {
                format!("if it is in radians, write {}, or angle=\"radian\" in <compiler>", degrees(&angles.values))
            });
        }
    });
}

/// Fields of view and cutoffs of a few degrees.
pub(super) fn always_degrees(survey: &Survey<'_>, findings: &mut Findings) {
    for item in survey.items() {
        let (kind, meta, field, value, most) = match item {
            Item::Camera(camera) if camera.projection == Projection::Perspective => {
                ("camera", &camera.meta, "fovy", camera.fovy, HALF_TURN)
            }
            Item::Light(light) if light.kind == LightType::Spot => {
                ("light", &light.meta, "cutoff", f64::from(light.cutoff), HALF_TURN / 2.0)
            }
            _ => continue,
        };
        if value > 0.0 && value <= most {
            let object = Named { kind, name: &meta.name };
            let span = match item {
                Item::Camera(camera) => {
                    survey.written(meta, &camera.fovy, |class| (&class.camera.meta.span, &class.camera.fovy))
                }
                Item::Light(light) => {
                    survey.written(meta, &light.cutoff, |class| (&class.light.meta.span, &class.light.cutoff))
                }
                _ => meta.span.clone(),
            };
            let found = format!("{field} is {} degrees: it is in degrees, whatever 'angle' says", short(value));
            findings.add(&object, &span, found, || format!("if it is in radians, write {}", degrees(&[value])));
        }
    }
}

/// Controls of position servos and positions of keyframes that are more than a turn.
pub(super) fn always_radians(survey: &Survey<'_>, findings: &mut Findings) {
    for actuator in survey.spec.actuators.iter().filter(|actuator| is_position_servo(actuator)) {
        let Some(joint) = survey.joint(&actuator.target).filter(|joint| joint.kind == JointType::Hinge) else {
            continue;
        };
        let range = &actuator.ctrlrange;
        if actuator.ctrllimited != Limited::False && range.iter().any(|value| is_beyond_a_turn(*value)) {
            let span =
                survey.written(&actuator.meta, range, |class| (&class.actuator.meta.span, &class.actuator.ctrlrange));
            let object = Named { kind: "actuator", name: &actuator.meta.name };
            let value = format!("ctrlrange is {} radians, more than a turn", text(range));
            findings.add(&object, &span, value, || {
                let joint = Named { kind: "joint", name: &joint.meta.name }.full();
                let range = radians(range);
                format!(
                    "it sets the angle of {joint} in radians, whatever 'angle' says: if it is in degrees, write {range}"
                )
            });
        }
    }
    keyframes(survey, findings);
}

/// A servo whose control is an angle of the joint itself.
fn is_position_servo(actuator: &Actuator) -> bool {
    actuator.trntype == TransmissionType::Joint
        && (actuator.gaintype, actuator.biastype) == (GainType::Fixed, BiasType::Affine)
        && actuator.gainprm[0] > 0.0
        && actuator.biasprm[1] == -actuator.gainprm[0]
        && actuator.gear[0].abs() == 1.0
}

fn keyframes(survey: &Survey<'_>, findings: &mut Findings) {
    if survey.spec.keys.is_empty() {
        return;
    }
    let joints = survey.joints_in_order();
    for key in survey.spec.keys.iter().filter(|key| !key.qpos.is_empty()) {
        let mut at = 0;
        for joint in &joints {
            let value = key.qpos.get(at).copied().unwrap_or(0.0);
            at += joint.kind.nq();
            // a joint without limits may have turned many times
            let limited = joint.limited != Limited::False && joint.range[0] < joint.range[1];
            if joint.kind == JointType::Hinge && limited && is_beyond_a_turn(value) && !is_within(survey, joint, value)
            {
                let object = Named { kind: "keyframe", name: &key.meta.name };
                let joint = Named { kind: "joint", name: &joint.meta.name }.full();
                let found = format!("qpos of {joint} is {} radians, more than a turn", short(value));
                findings.add(&object, &key.meta.span, found, || {
                    let value = radians(&[value]);
                    format!("positions are in radians, whatever 'angle' says: if it is in degrees, write {value}")
                });
            }
        }
    }
}

fn is_within(survey: &Survey<'_>, joint: &Joint, value: f64) -> bool {
    let degree = survey.compiler(&joint.meta).is_some_and(|compiler| compiler.degree);
    let unit = if degree { PI / 180.0 } else { 1.0 };
    (joint.range[0] * unit..=joint.range[1] * unit).contains(&value)
}

/// Whether an angle in radians is more than a turn, and neither whole half turns nor without end.
fn is_beyond_a_turn(value: f64) -> bool {
    let half_turns = value / PI;
    let whole = (half_turns - half_turns.round()).abs() < NEAR;
    value.abs() > TURN && value.abs() <= ENDLESS && !whole
}

/// Whether limits in degrees leave so little that they read as radians.
fn is_tiny_range(limits: &[f64]) -> bool {
    let most = limits.iter().fold(0.0_f64, |most, value| most.max(value.abs()));
    let halves = limits.iter().all(|value| (2.0 * value).fract() == 0.0);
    most > 0.0 && (most <= HALF_TURN || (most <= TURN && !halves))
}

/// Whether an angle in degrees was written as a fraction of pi.
fn is_fraction(value: &f64) -> bool {
    let rounded = (20.0 * value).fract() == 0.0;
    !rounded && FRACTIONS.iter().any(|fraction| (value.abs() - fraction * PI).abs() < NEAR)
}

fn radians(values: &[f64]) -> String {
    text(&values.iter().map(|value| value * (PI / 180.0)).collect::<Vec<_>>())
}

fn degrees(values: &[f64]) -> String {
    text(&values.iter().map(|value| value * (180.0 / PI)).collect::<Vec<_>>())
}

fn text(values: &[f64]) -> String {
    values.iter().map(|value| short(*value)).collect::<Vec<_>>().join(" ")
}

/// A number in five digits.
fn short(value: f64) -> String {
    number(format!("{value:.4e}").parse().unwrap_or(value))
}
