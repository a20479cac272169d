//! Read: text to validated elements, elements to spec.

pub mod element;
