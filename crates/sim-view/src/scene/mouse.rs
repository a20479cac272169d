//! Motions of the mouse: they move the camera, the held body, or the whole scene.

use crate::scene::geom::{double, single};
use crate::scene::read::row;
use crate::scene::space::align_to_camera;
use crate::scene::turn::{self, about};
use crate::scene::{Camera, CameraKind, Perturb, Scene, SceneError};
use sim_core::math::{MINVAL, Vec3, mat3, quat, vec3};
use sim_core::{Data, Model};
use std::f64::consts::PI;

/// The effect of a motion of the mouse, `mjtMouse`.
///
/// ```
/// use sim_core::Model;
/// use sim_view::{Camera, MouseAction};
///
/// let model = Model::example();
/// let mut camera = Camera::free(&model);
/// let before = camera.azimuth;
/// camera.drag(&model, MouseAction::RotateH, 0.1, 0.0)?;
/// assert_eq!(camera.azimuth, before - 18.0);
/// # Ok::<(), sim_view::SceneError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MouseAction {
    /// No effect.
    None = 0,
    /// Rotates about a horizontal axis.
    RotateV = 1,
    /// Rotates about a vertical axis.
    RotateH = 2,
    /// Moves in a vertical plane.
    MoveV = 3,
    /// Moves in a horizontal plane.
    MoveH = 4,
    /// Moves towards or away from the camera.
    Zoom = 5,
    /// Moves in a vertical plane of the object's own frame.
    MoveVRelative = 6,
    /// Moves in a horizontal plane of the object's own frame.
    MoveHRelative = 7,
    /// Tilts the camera.
    TurnV = 8,
    /// Pans the camera.
    TurnH = 9,
}

impl MouseAction {
    /// The action with MuJoCo's number.
    ///
    /// # Errors
    ///
    /// If the number names no action.
    pub fn from_number(number: i32) -> Result<Self, SceneError> {
        Ok(match number {
            0 => Self::None,
            1 => Self::RotateV,
            2 => Self::RotateH,
            3 => Self::MoveV,
            4 => Self::MoveH,
            5 => Self::Zoom,
            6 => Self::MoveVRelative,
            7 => Self::MoveHRelative,
            8 => Self::TurnV,
            9 => Self::TurnH,
            _ => return Err(SceneError::NoSuchAction(number)),
        })
    }

    fn refused(self) -> SceneError {
        SceneError::NoSuchAction(self as i32)
    }

    /// A motion of the mouse as a world vector, for a camera that looks along `forward`.
    fn in_world(self, dx: f64, dy: f64, forward: Vec3) -> Result<Vec3, SceneError> {
        let seen = match self {
            Self::RotateV => [dy, 0.0, dx],
            Self::RotateH => [dy, dx, 0.0],
            Self::MoveV | Self::MoveVRelative => [dx, 0.0, -dy],
            Self::MoveH | Self::MoveHRelative => [dx, -dy, 0.0],
            Self::Zoom => [0.0; 3],
            Self::None | Self::TurnV | Self::TurnH => return Err(self.refused()),
        };
        Ok(align_to_camera(seen, forward))
    }
}

/// Factor on motions of the mouse under a parallel projection.
pub(super) const PARALLEL_DRAG: f64 = 0.15;

/// Limits of a scene's scale.
const SMALLEST: f32 = 0.01;
const LARGEST: f32 = 100.0;

/// Limit on the elevation, degrees.
const STEEPEST: f64 = 89.0;

impl Camera {
    /// Moves the camera with the mouse, in fractions of the window's height, `mjv_moveCamera`. A fixed camera does not move.
    ///
    /// # Errors
    ///
    /// If the action has no effect on this camera.
    pub fn drag(&mut self, m: &Model, action: MouseAction, dx: f64, dy: f64) -> Result<(), SceneError> {
        if self.kind == CameraKind::Fixed {
            return Ok(());
        }
        let tracks = self.kind == CameraKind::Tracking;
        match action {
            MouseAction::RotateV | MouseAction::RotateH => {
                self.azimuth -= dx * 180.0;
                self.elevation -= dy * 180.0;
            }
            MouseAction::Zoom => {
                let extent = m.stat.extent;
                self.distance -= libm::log(1.0 + self.distance / extent / 3.0) * dy * 9.0 * extent;
            }
            // the body determines the look-at point of a tracking camera
            MouseAction::MoveV | MouseAction::MoveH | MouseAction::MoveVRelative | MouseAction::MoveHRelative
                if tracks =>
            {
                return Ok(());
            }
            MouseAction::TurnV | MouseAction::TurnH if tracks => return Ok(()),
            MouseAction::MoveV | MouseAction::MoveH => self.shift(m, action, dx, dy)?,
            MouseAction::MoveVRelative | MouseAction::MoveHRelative => {
                let frame = self.frame_alone()?;
                let along = if action == MouseAction::MoveVRelative { frame.up } else { frame.forward };
                let right = vec3::cross(frame.forward, frame.up);
                self.lookat = vec3::add_scaled(vec3::add_scaled(self.lookat, along, dy), right, dx);
            }
            MouseAction::TurnV | MouseAction::TurnH => {
                let head = self.frame_alone()?.pos;
                if action == MouseAction::TurnH {
                    self.azimuth -= dx * 180.0;
                } else {
                    self.elevation -= dy * 180.0;
                }
                self.lookat = vec3::add_scaled(head, self.frame_alone()?.forward, self.distance);
            }
            MouseAction::None => return Err(action.refused()),
        }
        self.keep_sane(m);
        Ok(())
    }

    /// Moves the look-at point so that it stays under the mouse.
    fn shift(&mut self, m: &Model, action: MouseAction, dx: f64, dy: f64) -> Result<(), SceneError> {
        let frame = self.frame_alone()?;
        let motion = action.in_world(dx, dy, frame.forward)?;
        let frustum = self.frustum(m)?;
        let (height, near) = (frustum.vertical[1] + frustum.vertical[0], frustum.clip[0]);
        let depth = vec3::dot(vec3::sub(self.lookat, frame.pos), frame.forward);
        let scale = if self.orthographic {
            f64::from(height) * depth * PARALLEL_DRAG
        } else if f64::from(near) < MINVAL {
            return Err(SceneError::NoNearPlane(near));
        } else {
            f64::from(height / near) * depth
        };
        self.lookat = vec3::add_scaled(self.lookat, motion, -scale);
        Ok(())
    }

    /// Clamps angles and distance to their ranges.
    fn keep_sane(&mut self, m: &Model) {
        if self.azimuth > 180.0 {
            self.azimuth -= 360.0;
        }
        if self.azimuth < -180.0 {
            self.azimuth += 360.0;
        }
        self.elevation = self.elevation.clamp(-STEEPEST, STEEPEST);
        let (nearest, farthest) = (0.01 * m.stat.extent, 100.0 * m.stat.extent);
        if self.distance < nearest {
            self.distance = nearest;
        }
        if self.distance > farthest {
            self.distance = farthest;
        }
    }
}

impl Perturb {
    /// Moves the held body, `mjv_movePerturb`.
    ///
    /// # Errors
    ///
    /// If the action does not move objects, or the scene's camera was never updated.
    pub fn drag(
        &mut self,
        m: &Model,
        d: &Data,
        action: MouseAction,
        dx: f64,
        dy: f64,
        scene: &Scene,
    ) -> Result<(), SceneError> {
        let motion = action.in_world(dx, dy, scene.head_in_model()?.forward)?;
        match action {
            MouseAction::MoveV | MouseAction::MoveH => self.shift(motion, self.scale),
            MouseAction::MoveVRelative | MouseAction::MoveHRelative => {
                let body = usize::try_from(self.select).ok();
                let Some(mat) = body.and_then(|body| row::<_, 9>(&d.xmat, body)) else { return Ok(()) };
                let forth = if action == MouseAction::MoveHRelative { 0 } else { 2 };
                self.shift(mat3::col(&mat, forth), self.scale * dy);
                self.shift(mat3::col(&mat, 1), self.scale * dx);
            }
            MouseAction::RotateV | MouseAction::RotateH => {
                let (axis, angle) = vec3::normalize(motion);
                let turned = quat::mul(about(axis, angle * PI * 2.0), self.refquat);
                self.refquat = quat::normalize(turned).0;
                self.keep_near(m, d);
            }
            _ => {}
        }
        Ok(())
    }

    fn shift(&mut self, motion: Vec3, scale: f64) {
        self.refpos = vec3::add_scaled(self.refpos, motion, scale);
        self.refselpos = vec3::add_scaled(self.refselpos, motion, scale);
    }

    /// Limits the target orientation to a quarter turn from the body's.
    fn keep_near(&mut self, m: &Model, d: &Data) {
        let Some(body) = usize::try_from(self.select).ok().filter(|body| (1..m.nbody).contains(body)) else { return };
        let (Some(frame), Some(inertia)) = (row(&d.xquat, body), row(&m.body_iquat, body)) else { return };
        let own = quat::mul(frame, inertia);
        let (axis, angle) = vec3::normalize(turn::vector(quat::mul(quat::conj(own), self.refquat)));
        if angle > 0.5 * PI {
            self.refquat = quat::mul(own, about(axis, 0.5 * PI));
        }
    }
}

impl Scene {
    /// Moves the whole scene, if its transformation is enabled, `mjv_moveModel`.
    ///
    /// # Errors
    ///
    /// If the action does not move objects, or the scene's camera was never updated.
    pub fn drag(&mut self, m: &Model, action: MouseAction, dx: f64, dy: f64, up: Vec3) -> Result<(), SceneError> {
        if !self.enabletransform {
            return Ok(());
        }
        let seen = self.head_in_room()?.forward;
        let forward = vec3::normalize(vec3::add_scaled(seen, up, -vec3::dot(seen, up))).0;
        let right = vec3::normalize(vec3::cross(forward, up)).0;
        match action {
            MouseAction::RotateV | MouseAction::RotateH => {
                let other = if action == MouseAction::RotateV { up } else { forward };
                let (axis, angle) = vec3::normalize(vec3::add_scaled(vec3::scale(other, dx), right, dy));
                let turned = quat::mul(about(axis, angle * PI), double(self.rotate));
                self.rotate = single(quat::normalize(turned).0);
            }
            MouseAction::MoveV | MouseAction::MoveVRelative => self.shift(m, right, dx, up, dy),
            MouseAction::MoveH | MouseAction::MoveHRelative => self.shift(m, right, dx, forward, dy),
            MouseAction::Zoom => {
                self.scale += (libm::log(f64::from(1.0 + self.scale / 3.0)) * dy * 3.0) as f32;
                self.scale = self.scale.clamp(SMALLEST, LARGEST);
            }
            MouseAction::None | MouseAction::TurnV | MouseAction::TurnH => return Err(action.refused()),
        }
        Ok(())
    }

    fn shift(&mut self, m: &Model, right: Vec3, dx: f64, other: Vec3, dy: f64) {
        for k in 0..3 {
            let moved = (right[k] * dx - other[k] * dy) as f32;
            self.translate[k] = (f64::from(self.translate[k]) + f64::from(moved) * m.stat.extent) as f32;
        }
    }
}
