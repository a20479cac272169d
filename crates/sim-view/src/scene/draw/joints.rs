//! Joints: arrows along axes, balls and boxes; an active limit makes them redder.

use crate::scene::draw::{Canvas, Subject, colour};
use crate::scene::geom::single;
use crate::scene::read::{id, in_group, row};
use crate::scene::{LabelKind, Shape, VisualFlags};
use sim_core::data::ConstraintType;
use sim_core::math::{Vec3, vec3};
use sim_core::{JointType, ObjType};

/// Adds all joints that are shown.
pub(super) fn add(subject: &Subject<'_>, canvas: &mut Canvas<'_>) {
    if !subject.shows(VisualFlags::JOINT) {
        return;
    }
    for j in 0..subject.m.njnt {
        if in_group(&subject.option.jointgroup, &subject.m.jnt_group, j) {
            add_joint(subject, canvas, j);
        }
    }
}

fn add_joint(subject: &Subject<'_>, canvas: &mut Canvas<'_>, j: usize) -> Option<()> {
    let (m, d) = (subject.m, subject.d);
    let (scale, sizes) = (subject.scale(), &m.vis.scale);
    let (length, width) = (f64::from(sizes.jointlength * scale), f64::from(sizes.jointwidth * scale));
    let anchor: Vec3 = row(&d.xanchor, j)?;
    let mut geom = canvas.decor(j, ObjType::Joint)?;
    match *m.jnt_type.get(j)? {
        kind @ (JointType::Free | JointType::Ball) => {
            geom.shape = if kind == JointType::Free { Shape::Box } else { Shape::Sphere };
            geom.size = [(0.3 * length) as f32; 3];
            geom.pos = single(anchor);
            geom.mat = single(row(&d.xmat, id(&m.jnt_bodyid, j)?)?);
        }
        kind @ (JointType::Slide | JointType::Hinge) => {
            let end = vec3::add_scaled(anchor, row(&d.xaxis, j)?, length);
            geom.arrow(if kind == JointType::Slide { Shape::Arrow } else { Shape::Arrow1 }, width, anchor, end);
        }
        _ => return None,
    }
    let impedance = colour::limit_impedance(subject, ConstraintType::LimitJoint, j);
    let [r, g, b] = colour::towards_constraint(subject, m.vis.rgba.joint, impedance);
    geom.rgba = [r, g, b, 1.0];
    geom.label = subject.label(LabelKind::Joint, ObjType::Joint, j);
    canvas.put(geom);
    Some(())
}
