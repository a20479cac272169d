//! Cameras: where one looks from (`Camera`), and the projection that follows (`Projection`).

/// What a [`Camera`] follows.
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

/// Where one looks from, MuJoCo's `mjvCamera`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// What it follows.
    pub kind: CameraKind,
    /// Camera of the model, for a fixed one.
    pub fixedcamid: i32,
    /// Body, for a tracking one.
    pub trackbodyid: i32,
    /// Point it looks at.
    pub lookat: [f64; 3],
    /// Distance to that point.
    pub distance: f64,
    /// Turn about the vertical, degrees.
    pub azimuth: f64,
    /// Angle above the horizon, degrees; -90 looks straight down.
    pub elevation: f64,
    /// Parallel projection instead of perspective.
    pub orthographic: bool,
}

/// A camera frame with its projection, MuJoCo's `mjvGLCamera`.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Projection {
    /// Position.
    pub pos: [f32; 3],
    /// Direction of sight.
    pub forward: [f32; 3],
    /// Up direction.
    pub up: [f32; 3],
    /// Horizontal centre of the near rectangle; left and right follow from the aspect of the picture.
    pub frustum_center: f32,
    /// Its width where the model fixes it; not used for drawing.
    pub frustum_width: f32,
    /// Its lower edge.
    pub frustum_bottom: f32,
    /// Its upper edge.
    pub frustum_top: f32,
    /// Distance of the near plane.
    pub frustum_near: f32,
    /// Distance of the far plane.
    pub frustum_far: f32,
    /// Parallel projection instead of perspective.
    pub orthographic: bool,
}
