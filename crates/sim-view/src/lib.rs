//! Pictures of CortenForge's worlds.
//!
//! Two rooms. `scene` turns a Model and a Data into a [`Scene`]: a list of what there is to draw, with cameras and lights. It
//! knows no pixels. `render` turns a Scene into pictures: colour, depth, segmentation, in pure Rust, the same bytes on every
//! machine. The viewer draws the same Scene with its own means.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod film;
pub mod render;
pub mod scene;
#[cfg(feature = "viewer")]
pub mod viewer;

pub use scene::{
    Camera, CameraFrame, CameraKind, Categories, FrameKind, Frustum, Head, Label, LabelKind, MouseAction, Perturb,
    Projection, RenderFlags, Scene, SceneError, SceneGeom, SceneLight, SceneOption, Selection, Shape, VisualFlags,
};
