//! Pictures of a scene.
