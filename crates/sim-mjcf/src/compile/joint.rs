//! Joints: limits, units, axis and anchor in the body.

use super::frame::compose;
use super::tree::Node;
use super::user;
use crate::error::Result;
use crate::numeric::{EPS, unit};
use crate::source_span::SourceSpan;
use crate::spec::{Compiler, Joint, Limited};
use sim_core::JointType;
use sim_core::math::{Pose, quat};
use std::f64::consts::PI;

/// Whether a limit is active.
pub(crate) fn is_limited(limited: Limited, range: [f64; 2]) -> bool {
    limited == Limited::True || (limited == Limited::Auto && range[0] < range[1])
}

/// Without `autolimits`, a range needs an explicit switch.
pub(crate) fn check_autolimits(
    compiler: &Compiler,
    limited: Limited,
    range: [f64; 2],
    entity: &str,
    attribute: &str,
    span: &SourceSpan,
) -> Result<()> {
    if !compiler.autolimits && limited == Limited::Auto && range != [0.0, 0.0] {
        return Err(span.conversion(format!(
            "{entity} has '{attribute}range' but not '{attribute}limited': set '{attribute}limited', remove the \
             range, or set autolimits=\"true\" in <compiler>"
        )));
    }
    Ok(())
}

/// Converts a joint to its final form: radians, unit axis, pose in the body.
pub(crate) fn compile(node: &mut Node<Joint>, compiler: &Compiler, nuser: usize) -> Result<()> {
    let joint = &mut node.spec;
    let span = joint.meta.span.clone();
    user::fit(&mut joint.user, nuser, "nuser_jnt", &span)?;
    if joint.springdamper != [0.0, 0.0] && joint.springdamper.iter().any(|&v| v <= 0.0) {
        return Err(span.conversion("springdamper values must be positive"));
    }
    compile_limits(joint, compiler, &span)?;
    compile_frame(joint, node.frame.as_ref(), &span)?;
    if joint.kind == JointType::Hinge && compiler.degree {
        joint.reference *= PI / 180.0;
        joint.springref *= PI / 180.0;
    }
    Ok(())
}

fn compile_limits(joint: &mut Joint, compiler: &Compiler, span: &SourceSpan) -> Result<()> {
    let rotates = joint.kind == JointType::Hinge || joint.kind == JointType::Ball;
    if joint.kind == JointType::Free {
        joint.limited = Limited::False;
    } else {
        check_autolimits(compiler, joint.limited, joint.range, "joint", "", span)?;
    }
    if is_limited(joint.limited, joint.range) {
        if joint.range[0] >= joint.range[1] && joint.kind != JointType::Ball {
            return Err(span.conversion("range: the first value must be smaller than the second"));
        }
        if joint.range[0] != 0.0 && joint.kind == JointType::Ball {
            return Err(span.conversion("range: the first value must be 0 in a ball joint"));
        }
        if compiler.degree && rotates {
            joint.range = joint.range.map(|v| v * (PI / 180.0));
        }
    }
    if joint.kind == JointType::Free || joint.kind == JointType::Ball {
        joint.actuatorfrclimited = Limited::False;
    } else {
        let (limited, range) = (joint.actuatorfrclimited, joint.actuatorfrcrange);
        check_autolimits(compiler, limited, range, "joint", "actuatorfrc", span)?;
    }
    let range = joint.actuatorfrcrange;
    if is_limited(joint.actuatorfrclimited, range) && range[0] >= range[1] {
        return Err(span.conversion("actuatorfrcrange: the first value must be smaller than the second"));
    }
    Ok(())
}

fn compile_frame(joint: &mut Joint, frame: Option<&Pose>, span: &SourceSpan) -> Result<()> {
    if joint.kind == JointType::Free || joint.kind == JointType::Ball {
        joint.axis = [0.0, 0.0, 1.0];
    } else if let Some(frame) = frame {
        joint.axis = quat::rotate(frame.quat, joint.axis);
    }
    let (axis, length) = unit(joint.axis);
    if length < EPS {
        return Err(span.conversion("axis is too short"));
    }
    joint.axis = axis;
    if joint.kind == JointType::Free {
        joint.pos = [0.0; 3];
    } else if let Some(frame) = frame {
        joint.pos = compose(frame, &Pose { pos: joint.pos, quat: quat::IDENTITY }).pos;
    }
    Ok(())
}
