//! Contacts, equalities, tendons.

use super::build::*;
use super::keywords::*;
use super::{Attribute, Count::Any, Element, Rule};

/// Attributes of all equality constraints.
pub const BASE: &[Attribute] = &[
    name("equality"),
    class(),
    boolean("active").default("true"),
    upto("solref", 2).default("0.02 1"),
    upto("solimp", 5).default("0.9 0.95 0.001 0.5 2"),
];

/// `<contact>`.
pub static CONTACT: Element = Element { tag: "contact", children: &[(Any, &PAIR), (Any, &EXCLUDE)], ..Element::NONE };

/// `<pair>`.
pub static PAIR: Element = Element {
    tag: "pair",
    attributes: &[&[
        name("pair"),
        class(),
        to("geom1", "geom").own(),
        to("geom2", "geom").own(),
        int("condim").default("3"),
        upto("friction", 5).default("1 1 0.005 0.0001 0.0001"),
        upto("solref", 2).default("0.02 1"),
        upto("solreffriction", 2),
        upto("solimp", 5).default("0.9 0.95 0.001 0.5 2"),
        real("gap"),
        real("margin"),
        real("adhesion"),
    ]],
    ..Element::NONE
};

/// `<exclude>`.
pub static EXCLUDE: Element = Element {
    tag: "exclude",
    attributes: &[&[name("exclude"), to("body1", "body").required(), to("body2", "body").required()]],
    ..Element::NONE
};

/// `<equality>`.
pub static EQUALITY: Element = Element {
    tag: "equality",
    children: &[
        (Any, &CONNECT),
        (Any, &WELD),
        (Any, &EQUALITY_JOINT),
        (Any, &EQUALITY_TENDON),
        (Any, &EQUALITY_FLEX),
        (Any, &FLEXVERT),
        (Any, &FLEXSTRAIN),
    ],
    ..Element::NONE
};

/// `<connect>`.
pub static CONNECT: Element = Element {
    tag: "connect",
    attributes: &[
        BASE,
        &[to("body1", "body"), to("body2", "body"), vector("anchor", 3), to("site1", "site"), to("site2", "site")],
    ],
    rules: &[
        Rule::AtMostOne(&[&["site1", "site2"], &["body1", "body2", "anchor"]]),
        Rule::AtLeastOne(&[&["site1", "site2"], &["body1", "anchor"]]),
        Rule::Together(&["site1", "site2"]),
    ],
    ..Element::NONE
};

/// `<weld>`.
pub static WELD: Element = Element {
    tag: "weld",
    attributes: &[
        BASE,
        &[
            to("body1", "body"),
            to("body2", "body"),
            vector("relpose", 7),
            vector("anchor", 3),
            to("site1", "site"),
            to("site2", "site"),
            real("torquescale"),
        ],
    ],
    rules: &[
        Rule::AtMostOne(&[&["site1", "site2"], &["body1", "body2", "anchor", "relpose"]]),
        Rule::AtLeastOne(&[&["site1", "site2"], &["body1"]]),
        Rule::Together(&["site1", "site2"]),
    ],
    ..Element::NONE
};

/// `<joint>` in `<equality>`.
pub static EQUALITY_JOINT: Element = Element {
    tag: "joint",
    attributes: &[BASE, &[to("joint1", "joint").required(), to("joint2", "joint"), upto("polycoef", 5)]],
    ..Element::NONE
};

/// `<tendon>` in `<equality>`.
pub static EQUALITY_TENDON: Element = Element {
    tag: "tendon",
    attributes: &[BASE, &[to("tendon1", "tendon").required(), to("tendon2", "tendon"), upto("polycoef", 5)]],
    ..Element::NONE
};

/// `<flex>` in `<equality>`.
pub static EQUALITY_FLEX: Element = Element {
    tag: "flex",
    attributes: &[BASE, &[to("flex", "flex").required()]],
    unsupported: Some("an equality of a flex object"),
    ..Element::NONE
};

/// `<flexvert>`.
pub static FLEXVERT: Element = Element {
    tag: "flexvert",
    attributes: &[BASE, &[to("flex", "flex").required()]],
    unsupported: Some("an equality of a flex object"),
    ..Element::NONE
};

/// `<flexstrain>`.
pub static FLEXSTRAIN: Element = Element {
    tag: "flexstrain",
    attributes: &[BASE, &[to("flex", "flex").required(), vector("cell", 3)]],
    unsupported: Some("an equality of a flex object"),
    ..Element::NONE
};

/// `<tendon>`.
pub static TENDON: Element = Element { tag: "tendon", children: &[(Any, &SPATIAL), (Any, &FIXED)], ..Element::NONE };

/// `<spatial>`.
pub static SPATIAL: Element = Element {
    tag: "spatial",
    attributes: &[&[
        name("tendon"),
        class(),
        int("group"),
        keyword("limited", AUTO).default("auto"),
        keyword("actuatorfrclimited", AUTO),
        vector("range", 2),
        vector("actuatorfrcrange", 2),
        upto("solreflimit", 2).default("0.02 1"),
        upto("solimplimit", 5).default("0.9 0.95 0.001 0.5 2"),
        upto("solreffriction", 2).default("0.02 1"),
        upto("solimpfriction", 5).default("0.9 0.95 0.001 0.5 2"),
        real("frictionloss"),
        upto("springlength", 2).default("-1 -1"),
        real("width").default("0.003"),
        to("material", "material"),
        real("margin"),
        upto("stiffness", 3),
        upto("damping", 3),
        real("armature"),
        floats("rgba", 4).default("0.5 0.5 0.5 1"),
        list("user"),
    ]],
    children: &[(Any, &SPATIAL_SITE), (Any, &SPATIAL_GEOM), (Any, &PULLEY)],
    ..Element::NONE
};

/// `<site>` in `<spatial>`.
pub static SPATIAL_SITE: Element =
    Element { tag: "site", attributes: &[&[to("site", "site").required()]], ..Element::NONE };

/// `<geom>` in `<spatial>`.
pub static SPATIAL_GEOM: Element =
    Element { tag: "geom", attributes: &[&[to("geom", "geom").required(), to("sidesite", "site")]], ..Element::NONE };

/// `<pulley>`.
pub static PULLEY: Element = Element { tag: "pulley", attributes: &[&[real("divisor").required()]], ..Element::NONE };

/// `<fixed>`.
pub static FIXED: Element = Element {
    tag: "fixed",
    attributes: &[&[
        name("tendon"),
        class(),
        int("group"),
        keyword("limited", AUTO).default("auto"),
        keyword("actuatorfrclimited", AUTO),
        vector("range", 2),
        vector("actuatorfrcrange", 2),
        upto("solreflimit", 2).default("0.02 1"),
        upto("solimplimit", 5).default("0.9 0.95 0.001 0.5 2"),
        upto("solreffriction", 2).default("0.02 1"),
        upto("solimpfriction", 5).default("0.9 0.95 0.001 0.5 2"),
        real("frictionloss"),
        upto("springlength", 2).default("-1 -1"),
        real("margin"),
        upto("stiffness", 3),
        upto("damping", 3),
        real("armature"),
        list("user"),
    ]],
    children: &[(Any, &FIXED_JOINT)],
    ..Element::NONE
};

/// `<joint>` in `<fixed>`.
pub static FIXED_JOINT: Element = Element {
    tag: "joint",
    attributes: &[&[to("joint", "joint").required(), real("coef").required()]],
    ..Element::NONE
};
