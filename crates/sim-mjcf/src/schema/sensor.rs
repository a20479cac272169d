//! Sensors.

use super::build::*;
use super::keywords::*;
use super::plugin::CONFIG;
use super::{Attribute, Count::Any, Element, Rule};

/// Attributes of nearly all sensors.
const BASE: &[Attribute] = &[
    name("sensor"),
    int("nsample"),
    keyword("interp", INTERP),
    real("delay"),
    upto("interval", 2),
    real("cutoff"),
    real("noise"),
    list("user"),
];
/// The site it is mounted on.
const SITE: &[Attribute] = &[to("site", "site").required()];
/// The joint it measures.
const JOINT: &[Attribute] = &[to("joint", "joint").required()];
/// The tendon it measures.
const TENDON: &[Attribute] = &[to("tendon", "tendon").required()];
/// The actuator it measures.
const ACTUATOR: &[Attribute] = &[to("actuator", "actuator").required()];
/// The body it measures.
const BODY: &[Attribute] = &[to("body", "body").required()];
/// The object whose frame is measured.
const OBJECT: &[Attribute] = &[keyword("objtype", FRAME_OBJECT).required(), text("objname").required()];
/// The frame it is measured in; the world's when absent.
const REFERENCE: &[Attribute] = &[keyword("reftype", FRAME_OBJECT), text("refname")];
/// The two sides of a distance.
const PAIR: &[Attribute] = &[to("geom1", "geom"), to("geom2", "geom"), to("body1", "body"), to("body2", "body")];

/// A sensor with the common attributes and one more group.
const fn plain(tag: &'static str, attributes: &'static [&'static [Attribute]]) -> Element {
    Element { tag, attributes, ..Element::NONE }
}

const fn on_site(tag: &'static str) -> Element {
    plain(tag, &[BASE, SITE])
}

const fn on_joint(tag: &'static str) -> Element {
    plain(tag, &[BASE, JOINT])
}

const fn on_tendon(tag: &'static str) -> Element {
    plain(tag, &[BASE, TENDON])
}

const fn on_actuator(tag: &'static str) -> Element {
    plain(tag, &[BASE, ACTUATOR])
}

const fn on_body(tag: &'static str) -> Element {
    plain(tag, &[BASE, BODY])
}

/// A sensor of a frame, optionally relative to another one.
const fn on_frame(tag: &'static str) -> Element {
    Element { rules: &[Rule::Together(&["reftype", "refname"])], ..plain(tag, &[BASE, OBJECT, REFERENCE]) }
}

/// A sensor between two geoms or bodies.
const fn between(tag: &'static str) -> Element {
    Element {
        rules: &[
            Rule::AtMostOne(&[&["geom1"], &["body1"]]),
            Rule::AtLeastOne(&[&["geom1"], &["body1"]]),
            Rule::AtMostOne(&[&["geom2"], &["body2"]]),
            Rule::AtLeastOne(&[&["geom2"], &["body2"]]),
        ],
        ..plain(tag, &[BASE, PAIR])
    }
}

/// `<sensor>`.
pub static SENSOR: Element = Element {
    tag: "sensor",
    children: &[
        (Any, &on_site("touch")),
        (Any, &on_site("accelerometer")),
        (Any, &on_site("velocimeter")),
        (Any, &on_site("gyro")),
        (Any, &on_site("force")),
        (Any, &on_site("torque")),
        (Any, &on_site("magnetometer")),
        (Any, &plain("camprojection", &[BASE, SITE, &[to("camera", "camera").required()]])),
        (Any, &RANGEFINDER),
        (Any, &on_joint("jointpos")),
        (Any, &on_joint("jointvel")),
        (Any, &on_tendon("tendonpos")),
        (Any, &on_tendon("tendonvel")),
        (Any, &on_actuator("actuatorpos")),
        (Any, &on_actuator("actuatorvel")),
        (Any, &on_actuator("actuatorfrc")),
        (Any, &on_joint("jointactuatorfrc")),
        (Any, &on_tendon("tendonactuatorfrc")),
        (Any, &on_joint("ballquat")),
        (Any, &on_joint("ballangvel")),
        (Any, &on_joint("jointlimitpos")),
        (Any, &on_joint("jointlimitvel")),
        (Any, &on_joint("jointlimitfrc")),
        (Any, &on_tendon("tendonlimitpos")),
        (Any, &on_tendon("tendonlimitvel")),
        (Any, &on_tendon("tendonlimitfrc")),
        (Any, &on_frame("framepos")),
        (Any, &on_frame("framequat")),
        (Any, &on_frame("framexaxis")),
        (Any, &on_frame("frameyaxis")),
        (Any, &on_frame("framezaxis")),
        (Any, &on_frame("framelinvel")),
        (Any, &on_frame("frameangvel")),
        (Any, &plain("framelinacc", &[BASE, OBJECT])),
        (Any, &plain("frameangacc", &[BASE, OBJECT])),
        (Any, &on_body("subtreecom")),
        (Any, &on_body("subtreelinvel")),
        (Any, &on_body("subtreeangmom")),
        (Any, &plain("insidesite", &[BASE, SITE, OBJECT])),
        (Any, &between("distance")),
        (Any, &between("normal")),
        (Any, &between("fromto")),
        (Any, &CONTACT),
        (Any, &plain("e_potential", &[BASE])),
        (Any, &plain("e_kinetic", &[BASE])),
        (Any, &plain("clock", &[BASE])),
        (Any, &TACTILE),
        (Any, &USER),
        (Any, &PLUGIN),
    ],
    ..Element::NONE
};

/// `<rangefinder>`.
static RANGEFINDER: Element = Element {
    tag: "rangefinder",
    attributes: &[BASE, &[to("site", "site"), to("camera", "camera"), flags("data", RAY_DATA)]],
    rules: &[Rule::AtMostOne(&[&["site"], &["camera"]]), Rule::AtLeastOne(&[&["site"], &["camera"]])],
    ..Element::NONE
};

/// `<contact>` in `<sensor>`.
static CONTACT: Element = Element {
    tag: "contact",
    attributes: &[
        BASE,
        PAIR,
        &[
            to("subtree1", "body"),
            to("subtree2", "body"),
            to("site", "site"),
            whole("num").min(1.0),
            flags("data", CONTACT_DATA),
            keyword("reduce", REDUCE),
        ],
    ],
    rules: &[
        Rule::AtMostOne(&[&["geom1"], &["body1"], &["subtree1"], &["site"]]),
        Rule::AtMostOne(&[&["geom2"], &["body2"], &["subtree2"]]),
    ],
    ..Element::NONE
};

/// `<tactile>`.
static TACTILE: Element = Element {
    tag: "tactile",
    attributes: &[&[
        name("sensor"),
        to("geom", "geom").required(),
        to("mesh", "mesh").required(),
        int("nsample"),
        keyword("interp", INTERP),
        real("delay"),
        upto("interval", 2),
        list("user"),
    ]],
    ..Element::NONE
};

/// `<user>`.
static USER: Element = Element {
    tag: "user",
    attributes: &[&[
        name("sensor"),
        text("objtype"),
        text("objname"),
        keyword("datatype", DATA_TYPE).default("real"),
        keyword("needstage", STAGE).default("acc"),
        whole("dim").required(),
        real("cutoff"),
        real("noise"),
        list("user"),
    ]],
    rules: &[Rule::Together(&["objtype", "objname"])],
    ..Element::NONE
};

/// `<plugin>` in `<sensor>`.
static PLUGIN: Element = Element {
    tag: "plugin",
    attributes: &[&[
        name("sensor"),
        text("plugin"),
        to("instance", "instance"),
        real("cutoff"),
        text("objtype"),
        text("objname"),
        text("reftype"),
        text("refname"),
        list("user"),
    ]],
    children: &[(Any, &CONFIG)],
    unsupported: Some("a sensor computed by a plugin"),
    ..Element::NONE
};
