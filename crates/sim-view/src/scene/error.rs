//! Errors of scenes, cameras and mouse motions.

/// An error of a scene, a camera or a motion of the mouse.
///
/// ```
/// use sim_core::Model;
/// use sim_view::{Camera, CameraKind, SceneError};
///
/// let camera = Camera { kind: CameraKind::Fixed, fixedcamid: 7, ..Camera::default() };
/// assert_eq!(camera.frustum(&Model::empty()), Err(SceneError::NoSuchCamera(7)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SceneError {
    /// `fixedcamid` of a fixed camera is out of range.
    #[error("the model has no camera {0}: set fixedcamid to one of its cameras")]
    NoSuchCamera(i32),
    /// `trackbodyid` of a tracking camera is out of range.
    #[error("the model has no body {0}: set trackbodyid to one of its bodies")]
    NoSuchBody(i32),
    /// A user camera has no frame.
    #[error("a camera of type user has no frame: the program writes Scene::camera itself")]
    PlacedByUser,
    /// The number of a camera type is unknown.
    #[error("camera type {0} does not exist: free is 0, tracking 1, fixed 2, user 3")]
    NoSuchCameraKind(i32),
    /// A camera that follows an object needs a world.
    #[error("a tracking or fixed camera has no frame without a world")]
    NeedsWorld,
    /// The near plane of a projection is at or behind the eye.
    #[error("frustum_near of the scene's cameras is too small: update the camera first")]
    NoNearPlane,
    /// The scale of the scene is zero or less.
    #[error("scale of the scene is too small: it divides lengths")]
    NoScale,
    /// One eye has a parallel projection, the other does not.
    #[error("cannot average a perspective and an orthographic camera")]
    MixedProjections,
    /// The shape has no two ends.
    #[error("shape {0} does not connect points: use a capsule, cylinder, arrow or line")]
    NoConnector(i32),
    /// The action of a mouse means nothing here.
    #[error("mouse action {0} is not possible here")]
    NoSuchAction(i32),
}
