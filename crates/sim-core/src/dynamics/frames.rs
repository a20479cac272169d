//! Cameras and lights: rigid, tracking or looking at a target.

use super::kinematics::point_to_world;
use crate::math::{Mat3, Vec3, mat3, quat, row, set_row, vec3};
use crate::model::{CamLightMode, Model};
use crate::sleep::{Filter, SleepState};
use crate::stage::{BodyFrames, CamerasAndLights};

/// How cameras and lights are attached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attachment {
    /// Each follows its own mode.
    ByMode,
    /// Whatever their modes, they move with their bodies.
    Rigid,
}

impl Attachment {
    /// The mode that counts.
    #[inline]
    fn mode(self, own: CamLightMode) -> CamLightMode {
        match self {
            Self::ByMode => own,
            Self::Rigid => CamLightMode::Fixed,
        }
    }
}

/// Poses of all cameras and lights.
#[inline(always)]
pub fn cameras_and_lights(m: &Model, d: &mut CamerasAndLights<'_>, attachment: Attachment) {
    let filter = Filter::new(m, d.ntree_awake);
    let body_awake = d.body_awake;
    // only what neither moves itself nor looks at something that moves rests
    let rests = |body: i32, target: i32| {
        let awake = |body: i32| usize::try_from(body).is_ok_and(|b| body_awake[b] == SleepState::Awake);
        filter.is_on() && !awake(body) && !awake(target)
    };
    for i in 0..m.ncam {
        if rests(m.cam_bodyid[i], m.cam_targetbodyid[i]) {
            continue;
        }
        let mode = attachment.mode(m.cam_mode[i]);
        let (pos, mat) = camera(m, d, i, mode);
        set_row(d.cam_xpos, i, pos);
        set_row(d.cam_xmat, i, mat);
    }
    for i in 0..m.nlight {
        if rests(m.light_bodyid[i], m.light_targetbodyid[i]) {
            continue;
        }
        let mode = attachment.mode(m.light_mode[i]);
        let (pos, dir) = light(m, d, i, mode);
        set_row(d.light_xpos, i, pos);
        set_row(d.light_xdir, i, vec3::normalize(dir).0);
    }
}

/// Where an object in a targeting mode looks; `None` without a target.
#[inline(always)]
fn target(d: &CamerasAndLights<'_>, mode: CamLightMode, id: i32) -> Option<Vec3> {
    let id = usize::try_from(id).ok()?;
    match mode {
        CamLightMode::TargetBody => Some(row(d.xpos, id)),
        CamLightMode::TargetBodyCom => Some(row(d.subtree_com, id)),
        _ => None,
    }
}

#[inline(always)]
fn camera(m: &Model, d: &CamerasAndLights<'_>, i: usize, mode: CamLightMode) -> (Vec3, Mat3) {
    let body = m.cam_bodyid[i] as usize;
    match mode {
        CamLightMode::Track => (vec3::add(row(d.xpos, body), row(&m.cam_pos0, i)), row(&m.cam_mat0, i)),
        CamLightMode::TrackCom => (vec3::add(row(d.subtree_com, body), row(&m.cam_poscom0, i)), row(&m.cam_mat0, i)),
        _ => {
            let pos = point_to_world(BodyFrames!(d), body, row(&m.cam_pos, i));
            let mat = match target(d, mode, m.cam_targetbodyid[i]) {
                Some(point) => look_at(pos, point),
                None => quat::to_mat(quat::mul(row(d.xquat, body), row(&m.cam_quat, i))),
            };
            (pos, mat)
        }
    }
}

/// Camera orientation at `pos` looking at `point`: -z ahead, x horizontal.
fn look_at(pos: Vec3, point: Vec3) -> Mat3 {
    let z = vec3::normalize(vec3::sub(pos, point)).0;
    let x = vec3::normalize(vec3::cross([0.0, 0.0, 1.0], z)).0;
    let y = vec3::normalize(vec3::cross(z, x)).0;
    mat3::transpose(&[x[0], x[1], x[2], y[0], y[1], y[2], z[0], z[1], z[2]])
}

#[inline(always)]
fn light(m: &Model, d: &CamerasAndLights<'_>, i: usize, mode: CamLightMode) -> (Vec3, Vec3) {
    let body = m.light_bodyid[i] as usize;
    match mode {
        CamLightMode::Track => (vec3::add(row(d.xpos, body), row(&m.light_pos0, i)), row(&m.light_dir0, i)),
        CamLightMode::TrackCom => {
            (vec3::add(row(d.subtree_com, body), row(&m.light_poscom0, i)), row(&m.light_dir0, i))
        }
        _ => {
            let pos = point_to_world(BodyFrames!(d), body, row(&m.light_pos, i));
            let dir = match target(d, mode, m.light_targetbodyid[i]) {
                Some(point) => vec3::sub(point, pos),
                None => quat::rotate(row(d.xquat, body), row(&m.light_dir, i)),
            };
            (pos, dir)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn camera_looks_along_negative_z() {
        let mat = look_at([0.0, -3.0, 1.0], [0.0, 0.0, 1.0]);
        let ahead = vec3::neg(mat3::col(&mat, 2));
        assert!(vec3::dist(ahead, [0.0, 1.0, 0.0]) < 1e-15);
        assert!(vec3::dist(mat3::col(&mat, 0), [1.0, 0.0, 0.0]) < 1e-15);
    }
}
