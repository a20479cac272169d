//! Two spaces: the model's own, and the room in which the moved, rotated and scaled scene is shown.

use crate::scene::geom::double;
use crate::scene::{Projection, Scene, SceneError};
use sim_core::math::{MINVAL, Mat3, Pose, Vec3, mat3, quat, vec3};

/// The head: midway between the eyes.
///
/// ```
/// use sim_core::Model;
/// use sim_view::{Camera, Scene};
///
/// let model = Model::example();
/// let mut data = model.make_data();
/// data.forward(&model)?;
/// let mut scene = Scene::new(&model, 100);
/// scene.update_camera(&model, &data, &mut Camera::free(&model))?;
/// assert!(scene.head_in_model()?.forward[2] < 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Head {
    /// Position.
    pub pos: Vec3,
    /// Direction of sight.
    pub forward: Vec3,
    /// Up direction.
    pub up: Vec3,
}

/// Composition of two poses, with a quaternion of length 1.
pub(crate) fn compose(outer: &Pose, inner: &Pose) -> Pose {
    let Pose { pos, quat } = outer.compose(inner);
    Pose { pos, quat: quat::normalize(quat).0 }
}

impl Scene {
    fn transform(&self) -> Result<Option<(Pose, f64)>, SceneError> {
        let scale = f64::from(self.scale);
        if scale < MINVAL {
            return Err(SceneError::NoScale(self.scale));
        }
        let pose = Pose { pos: double(self.translate), quat: double(self.rotate) };
        Ok(self.enabletransform.then_some((pose, scale)))
    }

    /// A pose of the room in the model's space, `mjv_room2model`.
    ///
    /// # Errors
    ///
    /// If the scale is zero or less.
    pub fn room_to_model(&self, room: &Pose) -> Result<Pose, SceneError> {
        let Some((outer, scale)) = self.transform()? else { return Ok(*room) };
        let Pose { pos, quat } = compose(&outer.inverse(), room);
        Ok(Pose { pos: vec3::scale(pos, 1.0 / scale), quat })
    }

    /// A pose of the model's space in the room, `mjv_model2room`.
    ///
    /// # Errors
    ///
    /// If the scale is zero or less.
    pub fn model_to_room(&self, model: &Pose) -> Result<Pose, SceneError> {
        let Some((outer, scale)) = self.transform()? else { return Ok(*model) };
        let Pose { pos, quat } = compose(&outer, model);
        Ok(Pose { pos: vec3::scale(pos, scale), quat })
    }

    /// The head in the model's space, `mjv_cameraInModel`.
    ///
    /// # Errors
    ///
    /// If the cameras were never updated, or the scale is zero or less.
    pub fn head_in_model(&self) -> Result<Head, SceneError> {
        self.check_near()?;
        let mut sum = Head { pos: [0.0; 3], forward: [0.0; 3], up: [0.0; 3] };
        for eye in &self.camera {
            let Pose { pos, quat } = self.room_to_model(&Pose { pos: double(eye.pos), quat: orientation(eye) })?;
            let mat = quat::to_mat(quat);
            sum.pos = vec3::add_scaled(sum.pos, pos, 0.5);
            sum.forward = vec3::add_scaled(sum.forward, mat3::col(&mat, 2), 0.5);
            sum.up = vec3::add_scaled(sum.up, mat3::col(&mat, 1), 0.5);
        }
        Ok(Head { forward: vec3::normalize(sum.forward).0, up: vec3::normalize(sum.up).0, ..sum })
    }

    /// The head in the room, `mjv_cameraInRoom`.
    ///
    /// # Errors
    ///
    /// If the cameras were never updated.
    pub fn head_in_room(&self) -> Result<Head, SceneError> {
        self.check_near()?;
        let [left, right] = &self.camera;
        let mean = |part: fn(&Projection) -> [f32; 3]| {
            vec3::add_scaled(vec3::scale(double(part(left)), 0.5), double(part(right)), 0.5)
        };
        let unit = |v: Vec3| vec3::normalize(v).0;
        Ok(Head { pos: mean(|p| p.pos), forward: unit(mean(|p| p.forward)), up: unit(mean(|p| p.up)) })
    }

    fn check_near(&self) -> Result<(), SceneError> {
        match self.camera.iter().find(|camera| camera.is_blind()) {
            Some(camera) => Err(SceneError::NoNearPlane(camera.frustum_near)),
            None => Ok(()),
        }
    }

    /// Height of the view at distance one from the camera, or at any distance for a parallel projection,
    /// `mjv_frustumHeight`.
    ///
    /// # Errors
    ///
    /// If the cameras were never updated, or one is parallel and the other is not.
    pub fn frustum_height(&self) -> Result<f64, SceneError> {
        let [left, right] = &self.camera;
        if left.orthographic != right.orthographic {
            return Err(SceneError::MixedProjections);
        }
        if !left.orthographic {
            self.check_near()?;
        }
        // in f32, as the eyes are
        let height = |eye: &Projection| {
            let height = eye.frustum_top - eye.frustum_bottom;
            if eye.orthographic { height } else { height / eye.frustum_near }
        };
        Ok(0.5 * f64::from(height(left) + height(right)))
    }
}

/// Orientation of an eye: x to the left, y up, z forward.
fn orientation(eye: &Projection) -> [f64; 4] {
    let forward = vec3::normalize(double(eye.forward)).0;
    let up = vec3::normalize(double(eye.up)).0;
    let left = vec3::normalize(vec3::cross(up, forward)).0;
    let mat: Mat3 = [left[0], up[0], forward[0], left[1], up[1], forward[1], left[2], up[2], forward[2]];
    quat::from_mat(&mat)
}

/// Rotates a vector about the vertical by the angle from the y axis to the viewing direction, `mjv_alignToCamera`.
///
/// ```
/// use sim_view::scene::align_to_camera;
///
/// assert_eq!(align_to_camera([0.0, 1.0, 0.5], [1.0, 0.0, 0.0]), [1.0, 0.0, 0.5]);
/// ```
pub fn align_to_camera(vec: Vec3, forward: Vec3) -> Vec3 {
    let length = (forward[0] * forward[0] + forward[1] * forward[1]).sqrt();
    let y = if length < MINVAL { [1.0, 0.0] } else { [forward[0] / length, forward[1] / length] };
    [vec[0] * y[1] + vec[1] * y[0], -vec[0] * y[0] + vec[1] * y[1], vec[2]]
}
