//! Compile: spec to Model.

mod actuator;
mod contact;
mod custom;
mod equality;
mod ids;
mod keyframe;
mod sensor;
mod servo;
mod tendon;
mod user;

pub use ids::Ids;
