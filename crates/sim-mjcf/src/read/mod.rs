//! Read: text to validated elements, elements to spec.

mod actuator;
mod contact;
mod custom;
pub mod element;
mod equality;
mod keyframe;
mod meta;
mod motor;
mod sensor;
mod shortcut;
mod tendon;

pub(crate) use actuator::read_actuators;
pub(crate) use contact::read_contacts;
pub(crate) use custom::read_customs;
pub(crate) use equality::read_equalities;
pub(crate) use keyframe::read_keyframes;
pub(crate) use sensor::read_sensors;
pub(crate) use tendon::read_tendons;
