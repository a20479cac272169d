//! Read: text to validated elements, elements to spec.

pub mod element;
mod include;
mod number;
pub mod text;
mod value;
pub mod xml;
