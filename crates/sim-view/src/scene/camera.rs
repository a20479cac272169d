//! Cameras: the viewpoint (`Camera`), and its projection (`Projection`).

use crate::scene::SceneError;
use crate::scene::geom::{double, single};
use crate::scene::read::row;
use sim_core::math::{MINVAL, Vec3, mat3, vec3};
use sim_core::{Data, Model};
use std::f64::consts::PI;

/// What a [`Camera`] follows.
///
/// ```
/// use sim_view::CameraKind;
///
/// assert_eq!(CameraKind::from_number(2), Some(CameraKind::Fixed));
/// assert_eq!(CameraKind::from_number(9), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum CameraKind {
    /// The look-at point of the camera itself.
    #[default]
    Free,
    /// The body `trackbodyid`.
    Tracking,
    /// The model's camera `fixedcamid`.
    Fixed,
    /// Nothing: the user writes [`Scene::camera`](crate::Scene::camera).
    User,
}

impl CameraKind {
    /// The kind with MuJoCo's number (`mjtCamera`). `None`: the number names no kind.
    pub fn from_number(number: i32) -> Option<Self> {
        match number {
            0 => Some(Self::Free),
            1 => Some(Self::Tracking),
            2 => Some(Self::Fixed),
            3 => Some(Self::User),
            _ => None,
        }
    }
}

/// A viewpoint, MuJoCo's `mjvCamera`.
///
/// ```
/// use sim_core::Model;
/// use sim_view::{Camera, CameraKind};
///
/// let model = Model::example();
/// let mut data = model.make_data();
/// data.forward(&model)?;
/// let whole = Camera::free(&model);
/// let frame = whole.frame(&data)?;
/// assert!(frame.forward[2] < 0.0, "it looks down");
/// let none = Camera { kind: CameraKind::Fixed, fixedcamid: 99, ..Camera::default() };
/// assert!(none.frustum(&model).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// The object that it follows.
    pub kind: CameraKind,
    /// Index of the model's camera, for `CameraKind::Fixed`.
    pub fixedcamid: i32,
    /// Index of the body, for `CameraKind::Tracking`.
    pub trackbodyid: i32,
    /// Point it looks at.
    pub lookat: [f64; 3],
    /// Distance to that point.
    pub distance: f64,
    /// Rotation about the vertical, degrees.
    pub azimuth: f64,
    /// Angle above the horizon, degrees; -90 looks straight down.
    pub elevation: f64,
    /// Parallel projection instead of perspective.
    pub orthographic: bool,
}

/// A camera frame with its projection, MuJoCo's `mjvGLCamera`.
///
/// ```
/// use sim_view::Projection;
///
/// let left = Projection { pos: [-0.1, 0.0, 0.0], forward: [0.0, 1.0, 0.0], up: [0.0, 0.0, 1.0], ..Projection::default() };
/// let right = Projection { pos: [0.1, 0.0, 0.0], ..left };
/// assert_eq!(Projection::between(&left, &right)?.pos, [0.0; 3]);
/// # Ok::<(), sim_view::SceneError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Projection {
    /// Position.
    pub pos: [f32; 3],
    /// Direction of sight.
    pub forward: [f32; 3],
    /// Up direction.
    pub up: [f32; 3],
    /// Horizontal centre of the near rectangle; left and right follow from the aspect ratio of the picture.
    pub frustum_center: f32,
    /// Width of the near rectangle, if the model sets it; not used for drawing.
    pub frustum_width: f32,
    /// Lower edge of the near rectangle.
    pub frustum_bottom: f32,
    /// Upper edge of the near rectangle.
    pub frustum_top: f32,
    /// Distance of the near plane.
    pub frustum_near: f32,
    /// Distance of the far plane.
    pub frustum_far: f32,
    /// Parallel projection instead of perspective.
    pub orthographic: bool,
}

/// Position and axes of a camera.
///
/// ```
/// use sim_core::Model;
/// use sim_view::Camera;
///
/// let model = Model::example();
/// let frame = Camera { elevation: 0.0, ..Camera::default() }.frame(&model.make_data())?;
/// assert_eq!(frame.up, [0.0, 0.0, 1.0]);
/// # Ok::<(), sim_view::SceneError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CameraFrame {
    /// Position.
    pub pos: Vec3,
    /// Direction of sight.
    pub forward: Vec3,
    /// Up direction.
    pub up: Vec3,
    /// Direction to the right.
    pub right: Vec3,
}

/// The view frustum of a camera: its edges at the near plane.
///
/// ```
/// use sim_core::Model;
/// use sim_view::Camera;
///
/// let frustum = Camera::default().frustum(&Model::example())?;
/// assert_eq!(frustum.vertical[0], frustum.vertical[1]);
/// assert!(frustum.clip[0] < frustum.clip[1]);
/// # Ok::<(), sim_view::SceneError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frustum {
    /// Distances to the upper and to the lower edge.
    pub vertical: [f32; 2],
    /// Distances to the left and right edges; zeros if the aspect ratio of the picture decides.
    pub horizontal: [f32; 2],
    /// Distances of the near and of the far plane.
    pub clip: [f32; 2],
}

/// The frustum of a lens with focal lengths and centre (`intrinsic`) in front of a sensor, in f32, as the
/// model stores both.
pub(crate) fn lens_frustum(near: f32, intrinsic: [f32; 4], sensor: [f32; 2]) -> ([f32; 2], [f32; 2]) {
    let sides = |focal: f32, size: f32, centre: f32| {
        [near / focal * (size / 2.0 - centre), near / focal * (size / 2.0 + centre)]
    };
    (sides(intrinsic[1], sensor[1], intrinsic[3]), sides(intrinsic[0], sensor[0], intrinsic[2]))
}

impl Default for Camera {
    /// A free camera two metres from the origin.
    fn default() -> Self {
        Self {
            kind: CameraKind::Free,
            fixedcamid: -1,
            trackbodyid: -1,
            lookat: [0.0; 3],
            distance: 2.0,
            azimuth: 90.0,
            elevation: -45.0,
            orthographic: false,
        }
    }
}

impl Camera {
    /// A free camera that shows the whole model, by the model's own settings.
    pub fn free(m: &Model) -> Self {
        Self {
            lookat: m.stat.center,
            distance: 1.5 * m.stat.extent,
            azimuth: f64::from(m.vis.global.azimuth),
            elevation: f64::from(m.vis.global.elevation),
            orthographic: m.vis.global.orthographic != 0,
            ..Self::default()
        }
    }

    /// Position and axes of the camera, `mjv_cameraFrame`.
    ///
    /// # Errors
    ///
    /// If the world has no such camera or body, or the user places the camera.
    pub fn frame(&self, d: &Data) -> Result<CameraFrame, SceneError> {
        match self.kind {
            CameraKind::Free => Ok(self.orbit(self.lookat)),
            CameraKind::Tracking if self.trackbodyid < 0 => Ok(self.orbit(self.lookat)),
            CameraKind::Tracking => Ok(self.orbit(self.tracked(d)?)),
            CameraKind::Fixed => {
                let fixed = || {
                    let id = usize::try_from(self.fixedcamid).ok()?;
                    Some((row(&d.cam_xpos, id)?, row(&d.cam_xmat, id)?))
                };
                let (pos, mat) = fixed().ok_or(SceneError::NoSuchCamera(self.fixedcamid))?;
                let [right, up, back] = [0, 1, 2].map(|axis| mat3::col(&mat, axis));
                Ok(CameraFrame { pos, forward: vec3::neg(back), up, right })
            }
            CameraKind::User => Err(SceneError::PlacedByUser),
        }
    }

    /// The frame of a camera that follows nothing, so that no world is needed.
    pub(crate) fn frame_alone(&self) -> Result<CameraFrame, SceneError> {
        match self.kind {
            CameraKind::Free => Ok(self.orbit(self.lookat)),
            CameraKind::User => Err(SceneError::PlacedByUser),
            CameraKind::Tracking | CameraKind::Fixed => Err(SceneError::NeedsWorld),
        }
    }

    /// Centre of mass of the subtree of the body that it follows.
    pub(crate) fn tracked(&self, d: &Data) -> Result<Vec3, SceneError> {
        let body = usize::try_from(self.trackbodyid).ok();
        body.and_then(|body| row(&d.subtree_com, body)).ok_or(SceneError::NoSuchBody(self.trackbodyid))
    }

    /// The frame of a camera in orbit around a point.
    fn orbit(&self, centre: Vec3) -> CameraFrame {
        let (azimuth, elevation) = (self.azimuth / 180.0 * PI, self.elevation / 180.0 * PI);
        let (ca, sa, ce, se) = (libm::cos(azimuth), libm::sin(azimuth), libm::cos(elevation), libm::sin(elevation));
        let forward = [ce * ca, ce * sa, se];
        CameraFrame {
            pos: vec3::add_scaled(centre, forward, -self.distance),
            forward,
            up: [-se * ca, -se * sa, ce],
            right: [sa, -ca, 0.0],
        }
    }

    /// Index of the model's camera, checked.
    fn fixed(&self, m: &Model) -> Result<usize, SceneError> {
        usize::try_from(self.fixedcamid).ok().filter(|id| *id < m.ncam).ok_or(SceneError::NoSuchCamera(self.fixedcamid))
    }

    /// Whether the projection is parallel, for the model's settings.
    pub(crate) fn is_parallel(&self, m: &Model) -> bool {
        match (self.kind, self.fixed(m)) {
            (CameraKind::Fixed, Ok(id)) => m.cam_projection.get(id) == Some(&sim_core::Projection::Orthographic),
            _ => m.vis.global.orthographic != 0,
        }
    }

    /// Distance between the eyes.
    pub(crate) fn eye_distance(&self, m: &Model) -> f64 {
        match (self.kind, self.fixed(m)) {
            (CameraKind::Fixed, Ok(id)) => m.cam_ipd.get(id).copied().unwrap_or_default(),
            _ => f64::from(m.vis.global.ipd),
        }
    }

    /// The view frustum, `mjv_cameraFrustum`.
    ///
    /// # Errors
    ///
    /// If the model has no such camera, or the user places the camera.
    pub fn frustum(&self, m: &Model) -> Result<Frustum, SceneError> {
        let (fovy, lens) = match self.kind {
            CameraKind::Free | CameraKind::Tracking => (f64::from(m.vis.global.fovy), None),
            CameraKind::Fixed => {
                let id = self.fixed(m)?;
                let missing = SceneError::NoSuchCamera(self.fixedcamid);
                let sensor: [f32; 2] = row(&m.cam_sensorsize, id).ok_or(missing)?;
                let intrinsic: [f32; 4] = row(&m.cam_intrinsic, id).ok_or(missing)?;
                let fovy = m.cam_fovy.get(id).copied().ok_or(missing)?;
                (fovy, (sensor[1] != 0.0).then_some((intrinsic, sensor)))
            }
            CameraKind::User => return Err(SceneError::PlacedByUser),
        };
        let near = (f64::from(m.vis.map.znear) * m.stat.extent) as f32;
        let far = (f64::from(m.vis.map.zfar) * m.stat.extent) as f32;
        let (vertical, horizontal) = match lens {
            _ if self.is_parallel(m) => ([(fovy / 2.0) as f32; 2], [0.0; 2]),
            Some((intrinsic, sensor)) => lens_frustum(near, intrinsic, sensor),
            None => ([(f64::from(near) * libm::tan(fovy * PI / 360.0)) as f32; 2], [0.0; 2]),
        };
        Ok(Frustum { vertical, horizontal, clip: [near, far] })
    }

    /// The projection of an eye at `moved` to the right of the camera's position. With `moved` zero it is `mjv_camera2GLCamera`.
    ///
    /// # Errors
    ///
    /// As [`Camera::frame`] and [`Camera::frustum`].
    pub fn projection(&self, m: &Model, d: &Data, moved: f64) -> Result<Projection, SceneError> {
        let (frame, frustum) = (self.frame(d)?, self.frustum(m)?);
        let [left, right] = frustum.horizontal;
        let mut eye = frame.pos;
        for k in 0..3 {
            eye[k] += moved * frame.right[k];
        }
        Ok(Projection {
            pos: single(eye),
            forward: single(frame.forward),
            up: single(frame.up),
            frustum_center: (right - left) / 2.0,
            frustum_width: (right + left) / 2.0,
            frustum_bottom: -frustum.vertical[1],
            frustum_top: frustum.vertical[0],
            frustum_near: frustum.clip[0],
            frustum_far: frustum.clip[1],
            orthographic: self.is_parallel(m),
        })
    }
}

impl Projection {
    /// The mean of the projections of two eyes, `mjv_averageCamera`.
    ///
    /// # Errors
    ///
    /// If one is parallel and the other is not.
    pub fn between(left: &Self, right: &Self) -> Result<Self, SceneError> {
        if left.orthographic != right.orthographic {
            return Err(SceneError::MixedProjections);
        }
        let sum = |part: fn(&Self) -> [f32; 3]| vec3::add(double(part(left)), double(part(right)));
        let mean = |part: fn(&Self) -> f32| 0.5 * (part(left) + part(right));
        let forward = vec3::normalize(sum(|p| p.forward)).0;
        let up = sum(|p| p.up);
        let up = vec3::normalize(vec3::add_scaled(up, forward, -vec3::dot(up, forward))).0;
        Ok(Self {
            pos: single(vec3::scale(sum(|p| p.pos), 0.5)),
            forward: single(forward),
            up: single(up),
            frustum_center: mean(|p| p.frustum_center),
            frustum_width: mean(|p| p.frustum_width),
            frustum_bottom: mean(|p| p.frustum_bottom),
            frustum_top: mean(|p| p.frustum_top),
            frustum_near: mean(|p| p.frustum_near),
            frustum_far: mean(|p| p.frustum_far),
            orthographic: left.orthographic,
        })
    }

    /// Whether the near plane is at or behind the eye, so that nothing can be projected.
    pub(crate) fn is_blind(&self) -> bool {
        f64::from(self.frustum_near) < MINVAL
    }
}
