//! Engine plugins: checked, not supported.

use super::build::*;
use super::{Count::Any, Element};

/// `<extension>`.
pub static EXTENSION: Element = Element { tag: "extension", children: &[(Any, &EXTENSION_PLUGIN)], ..Element::NONE };

/// `<plugin>` in `<extension>`.
pub static EXTENSION_PLUGIN: Element = Element {
    tag: "plugin",
    attributes: &[&[text("plugin").required()]],
    children: &[(Any, &INSTANCE)],
    unsupported: Some("an engine plugin"),
    ..Element::NONE
};

/// `<instance>`.
pub static INSTANCE: Element = Element {
    tag: "instance",
    attributes: &[&[name("instance").required()]],
    children: &[(Any, &CONFIG)],
    ..Element::NONE
};

/// `<config>`.
pub static CONFIG: Element =
    Element { tag: "config", attributes: &[&[text("key").required(), text("value").required()]], ..Element::NONE };

/// `<plugin>` on an object.
pub static PLUGIN: Element = Element {
    tag: "plugin",
    attributes: &[&[text("plugin"), to("instance", "instance")]],
    children: &[(Any, &CONFIG)],
    unsupported: Some("an engine plugin"),
    ..Element::NONE
};
