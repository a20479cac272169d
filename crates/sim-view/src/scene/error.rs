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
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SceneError {
    /// `fixedcamid` of a fixed camera is out of range.
    #[error("fixedcamid is {0}: set it to the index of one of the model's cameras")]
    NoSuchCamera(i32),
    /// `trackbodyid` of a tracking camera is out of range.
    #[error("trackbodyid is {0}: set it to the index of one of the model's bodies")]
    NoSuchBody(i32),
    /// A user camera has no frame.
    #[error("a camera of type user has no frame: write Scene::camera, or choose another type")]
    PlacedByUser,
    /// The number of a camera type is unknown.
    #[error("camera type {0} does not exist: free is 0, tracking 1, fixed 2, user 3")]
    NoSuchCameraKind(i32),
    /// A camera that follows an object needs a world.
    #[error("a tracking or fixed camera has no frame without a world: use a free camera, or pass the world")]
    NeedsWorld,
    /// The near plane of a projection is at or behind the eye.
    #[error("frustum_near of the scene's cameras is {0}, and must be at least 1e-15: update the camera first")]
    NoNearPlane(f32),
    /// The scale of the scene is zero or less.
    #[error("scale of the scene is {0}, and must be at least 1e-15: set it to 1 for the model's own size")]
    NoScale(f32),
    /// One eye has a parallel projection, the other does not.
    #[error("one of the scene's cameras is orthographic, the other is not: give both the same projection")]
    MixedProjections,
    /// The shape does not connect two points.
    #[error("shape {0} does not connect points: use a capsule, cylinder, arrow or line")]
    NoConnector(i32),
    /// The mouse action has no effect on this object: cameras have 1 to 9, held bodies and scenes 1 to 7.
    #[error("mouse action {0} has no effect here: use 1 to 9 for a camera, 1 to 7 for a held body or a scene")]
    NoSuchAction(i32),
}
