//! Cameras and lights.

use super::frame::compose;
use super::geom::posed;
use super::tree::PosedNode;
use super::user;
use crate::error::Result;
use crate::numeric::{EPS, unit};
use crate::spec::{Camera, Compiler, Light};
use sim_core::math::{Pose, quat};
use std::f64::consts::PI;

/// Compiles a camera: pose in the body, checks.
pub(crate) fn compile_camera(node: &mut PosedNode<Camera>, compiler: &Compiler, nuser: usize) -> Result<()> {
    let spec = &mut node.spec;
    let span = spec.meta.span.clone();
    user::fit(&mut spec.user, nuser, "nuser_cam", &span)?;
    node.pose = posed(spec.pos, spec.quat, &spec.alt, compiler, &span)?;
    if let Some(frame) = &node.frame {
        node.pose = compose(frame, &node.pose);
    }
    node.pose.quat = unit(node.pose.quat).0;
    if spec.fovy >= 180.0 {
        return Err(span.conversion(format!(
            "fovy must be below 180 degrees, found {}",
            sim_core::binding::message::number(spec.fovy)
        )));
    }
    let intrinsics = [spec.focal, spec.focalpixel, spec.principal, spec.principalpixel];
    let has_sensor = has_sensor(spec);
    if intrinsics.iter().flatten().any(|&v| v != 0.0) && !has_sensor {
        return Err(span.conversion("focal and principal attributes need sensorsize"));
    }
    if has_sensor && spec.resolution.iter().any(|&r| r <= 0) {
        return Err(span.conversion("sensorsize needs a positive resolution"));
    }
    Ok(())
}

fn has_sensor(camera: &Camera) -> bool {
    camera.sensorsize.iter().all(|&s| s > 0.0)
}

/// Intrinsics (focal lengths and principal point, in length units) and vertical field of view (deg).
pub(crate) fn intrinsics(camera: &Camera, znear: f32) -> ([f32; 4], f64) {
    if !has_sensor(camera) {
        return ([znear, znear, 0.0, 0.0], camera.fovy);
    }
    let [width, height] = camera.sensorsize;
    let density = [camera.resolution[0] as f32 / width, camera.resolution[1] as f32 / height];
    let length = |pixel: f32, length: f32, density: f32| if pixel != 0.0 { pixel / density } else { length };
    let intrinsic = [
        length(camera.focalpixel[0], camera.focal[0], density[0]),
        length(camera.focalpixel[1], camera.focal[1], density[1]),
        length(camera.principalpixel[0], camera.principal[0], density[0]),
        length(camera.principalpixel[1], camera.principal[1], density[1]),
    ];
    // the arc tangent is taken in single precision, as both of its arguments are
    let fovy = f64::from((height / 2.0).atan2(intrinsic[1])) * 360.0 / PI;
    (intrinsic, fovy)
}

/// Compiles a light: position and direction in the body.
pub(crate) fn compile_light(node: &mut PosedNode<Light>) -> Result<()> {
    let spec = &mut node.spec;
    let span = &spec.meta.span;
    node.pose = Pose { pos: spec.pos, quat: quat::IDENTITY };
    if let Some(frame) = &node.frame {
        node.pose.pos = compose(frame, &node.pose).pos;
        spec.dir = quat::rotate(frame.quat, spec.dir);
    }
    let (dir, length) = unit(spec.dir);
    if length < EPS {
        return Err(span.conversion("dir is too short"));
    }
    spec.dir = dir;
    if !(0.0..=1.0).contains(&spec.softness) {
        return Err(span.conversion(format!(
            "softness must be between 0 and 1, found {}",
            sim_core::binding::message::number(spec.softness.into())
        )));
    }
    Ok(())
}
