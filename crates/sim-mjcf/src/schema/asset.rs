//! Assets.

use super::build::*;
use super::deformable::SKIN;
use super::keywords::*;
use super::plugin::PLUGIN;
use super::{Count::Any, Element, Rule};

/// `<asset>`.
pub static ASSET: Element = Element {
    tag: "asset",
    children: &[(Any, &MESH), (Any, &HFIELD), (Any, &SKIN), (Any, &TEXTURE), (Any, &MATERIAL), (Any, &MODEL)],
    ..Element::NONE
};

/// `<mesh>`.
pub static MESH: Element = Element {
    tag: "mesh",
    attributes: &[&[
        name("mesh"),
        class(),
        text("content_type").own(),
        file("file").own(),
        float_list("vertex").own(),
        float_list("normal").own(),
        float_list("texcoord").own(),
        int_list("face").own(),
        vector("refpos", 3).own(),
        vector("refquat", 4).own().default("1 0 0 0"),
        vector("scale", 3).default("1 1 1"),
        boolean("smoothnormal").own(),
        whole("maxhullvert").default("-1"),
        keyword("inertia", MESH_INERTIA).default("legacy"),
        keyword("builtin", MESH_BUILTIN).own(),
        list("params").own(),
        to("material", "material").own(),
    ]],
    children: &[(Any, &PLUGIN)],
    rules: &[
        Rule::AtMostOne(&[&["builtin"], &["file"]]),
        Rule::AtMostOne(&[&["builtin"], &["vertex"]]),
        Rule::Needs("builtin", "params"),
    ],
    ..Element::NONE
};

/// `<hfield>`.
pub static HFIELD: Element = Element {
    tag: "hfield",
    attributes: &[&[
        name("hfield"),
        text("content_type"),
        file("file"),
        int("nrow"),
        int("ncol"),
        vector("size", 4).required(),
        float_list("elevation"),
    ]],
    ..Element::NONE
};

/// `<texture>`.
pub static TEXTURE: Element = Element {
    tag: "texture",
    attributes: &[&[
        name("texture"),
        keyword("type", TEXTURE_TYPE).default("cube"),
        keyword("colorspace", COLOR_SPACE).default("auto"),
        text("content_type"),
        file("file"),
        ints("gridsize", 2).default("1 1"),
        chars("gridlayout", 1, 12),
        file("fileright"),
        file("fileleft"),
        file("fileup"),
        file("filedown"),
        file("filefront"),
        file("fileback"),
        keyword("builtin", BUILTIN),
        vector("rgb1", 3).default("0.8 0.8 0.8"),
        vector("rgb2", 3).default("0.5 0.5 0.5"),
        keyword("mark", MARK),
        vector("markrgb", 3),
        real("random").default("0.01"),
        int("width"),
        int("height"),
        boolean("hflip"),
        boolean("vflip"),
        int("nchannel").default("3"),
    ]],
    ..Element::NONE
};

/// `<material>`.
pub static MATERIAL: Element = Element {
    tag: "material",
    attributes: &[&[
        name("material"),
        class(),
        to("texture", "texture"),
        floats("texrepeat", 2).default("1 1"),
        boolean("texuniform"),
        float("emission"),
        float("specular").default("0.5"),
        float("shininess").default("0.5"),
        float("reflectance"),
        float("metallic").default("-1"),
        float("roughness").default("-1"),
        floats("rgba", 4).default("1 1 1 1"),
    ]],
    children: &[(Any, &LAYER)],
    ..Element::NONE
};

/// `<layer>`.
pub static LAYER: Element = Element {
    tag: "layer",
    attributes: &[&[to("texture", "texture").required(), keyword("role", TEXTURE_ROLE).required()]],
    ..Element::NONE
};

/// `<model>`.
pub static MODEL: Element = Element {
    tag: "model",
    attributes: &[&[name("model"), file("file").required(), text("content_type")]],
    ..Element::NONE
};
