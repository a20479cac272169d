//! Custom data and keyframes.

use super::build::*;
use super::{Count::Any, Element};

/// `<custom>`.
pub static CUSTOM: Element =
    Element { tag: "custom", children: &[(Any, &NUMERIC), (Any, &TEXT), (Any, &TUPLE)], ..Element::NONE };

/// `<numeric>`.
pub static NUMERIC: Element = Element {
    tag: "numeric",
    attributes: &[&[name("numeric").required(), whole("size"), list("data")]],
    ..Element::NONE
};

/// `<text>`.
pub static TEXT: Element =
    Element { tag: "text", attributes: &[&[name("text").required(), text("data").required()]], ..Element::NONE };

/// `<tuple>`.
pub static TUPLE: Element =
    Element { tag: "tuple", attributes: &[&[name("tuple").required()]], children: &[(Any, &ELEMENT)], ..Element::NONE };

/// `<element>`.
pub static ELEMENT: Element = Element {
    tag: "element",
    attributes: &[&[text("objtype").required(), text("objname").required(), real("prm")]],
    ..Element::NONE
};

/// `<keyframe>`.
pub static KEYFRAME: Element = Element { tag: "keyframe", children: &[(Any, &KEY)], ..Element::NONE };

/// `<key>`.
pub static KEY: Element = Element {
    tag: "key",
    attributes: &[&[
        name("key"),
        real("time"),
        list("qpos"),
        list("qvel"),
        list("act"),
        list("mpos"),
        list("mquat"),
        list("ctrl"),
    ]],
    ..Element::NONE
};
