//! The tree of bodies and their parts.

use super::build::*;
use super::deformable::{COMPOSITE, FLEXCOMP};
use super::keywords::*;
use super::plugin::PLUGIN;
use super::{
    Attribute,
    Count::{Any, Once},
    Element, Rule,
};

/// Orientation in one of five notations.
pub const ORIENTATION: &[Attribute] = &[
    vector("quat", 4).nonzero().default("1 0 0 0"),
    vector("axisangle", 4),
    vector("xyaxes", 6),
    vector("zaxis", 3),
    vector("euler", 3),
];

/// `<worldbody>`.
pub static WORLDBODY: Element = Element {
    tag: "worldbody",
    children: &[
        (Any, &BODY),
        (Any, &FRAME),
        (Any, &REPLICATE),
        (Any, &GEOM),
        (Any, &ATTACH),
        (Any, &SITE),
        (Any, &CAMERA),
        (Any, &LIGHT),
        (Any, &PLUGIN),
        (Any, &COMPOSITE),
        (Any, &FLEXCOMP),
    ],
    ..Element::NONE
};

/// `<body>`.
pub static BODY: Element = Element {
    tag: "body",
    attributes: &[
        &[name("body"), to("childclass", "default"), vector("pos", 3).default("0 0 0")],
        ORIENTATION,
        &[
            boolean("mocap"),
            real("gravcomp"),
            keyword("sleep", SLEEP),
            keyword("simple", FALSE_AUTO).default("auto"),
            list("user"),
        ],
    ],
    children: &[
        (Any, &BODY),
        (Any, &FRAME),
        (Any, &REPLICATE),
        (Once, &INERTIAL),
        (Any, &JOINT),
        (Any, &FREEJOINT),
        (Any, &GEOM),
        (Any, &ATTACH),
        (Any, &SITE),
        (Any, &CAMERA),
        (Any, &LIGHT),
        (Any, &PLUGIN),
        (Any, &COMPOSITE),
        (Any, &FLEXCOMP),
    ],
    rules: &[Rule::OneOrientation],
    ..Element::NONE
};

/// `<frame>`.
pub static FRAME: Element = Element {
    tag: "frame",
    attributes: &[&[name("frame"), to("childclass", "default"), vector("pos", 3)], ORIENTATION],
    children: &[
        (Any, &BODY),
        (Any, &FRAME),
        (Any, &REPLICATE),
        (Once, &INERTIAL),
        (Any, &JOINT),
        (Any, &FREEJOINT),
        (Any, &GEOM),
        (Any, &ATTACH),
        (Any, &SITE),
        (Any, &CAMERA),
        (Any, &LIGHT),
        (Any, &PLUGIN),
        (Any, &COMPOSITE),
        (Any, &FLEXCOMP),
    ],
    rules: &[Rule::OneOrientation],
    ..Element::NONE
};

/// `<replicate>`.
pub static REPLICATE: Element = Element {
    tag: "replicate",
    attributes: &[&[
        int("count").required(),
        vector("offset", 3),
        vector("euler", 3),
        text("sep"),
        to("childclass", "default"),
    ]],
    children: &[
        (Any, &BODY),
        (Any, &FRAME),
        (Any, &REPLICATE),
        (Once, &INERTIAL),
        (Any, &JOINT),
        (Any, &GEOM),
        (Any, &ATTACH),
        (Any, &SITE),
        (Any, &CAMERA),
        (Any, &LIGHT),
        (Any, &PLUGIN),
        (Any, &COMPOSITE),
    ],
    ..Element::NONE
};

/// `<inertial>`.
pub static INERTIAL: Element = Element {
    tag: "inertial",
    attributes: &[&[
        vector("pos", 3).required(),
        vector("quat", 4).nonzero().default("1 0 0 0"),
        real("mass").required(),
        vector("diaginertia", 3),
        vector("axisangle", 4),
        vector("xyaxes", 6),
        vector("zaxis", 3),
        vector("euler", 3),
        vector("fullinertia", 6),
    ]],
    rules: &[
        Rule::AtMostOne(&[&["fullinertia"], &["quat"], &["axisangle"], &["xyaxes"], &["zaxis"], &["euler"]]),
        Rule::OneOrientation,
    ],
    ..Element::NONE
};

/// `<joint>`.
pub static JOINT: Element = Element {
    tag: "joint",
    attributes: &[&[
        name("joint"),
        class(),
        keyword("type", JOINT_TYPE).default("hinge"),
        int("group"),
        vector("pos", 3),
        vector("axis", 3).default("0 0 1"),
        vector("springdamper", 2),
        keyword("limited", AUTO).default("auto"),
        keyword("actuatorfrclimited", AUTO).default("auto"),
        upto("solreflimit", 2).default("0.02 1"),
        upto("solimplimit", 5).default("0.9 0.95 0.001 0.5 2"),
        upto("solreffriction", 2).default("0.02 1"),
        upto("solimpfriction", 5).default("0.9 0.95 0.001 0.5 2"),
        upto("stiffness", 3),
        vector("range", 2),
        vector("actuatorfrcrange", 2),
        boolean("actuatorgravcomp"),
        real("margin"),
        real("ref"),
        real("springref"),
        real("armature"),
        upto("damping", 3),
        real("frictionloss"),
        list("user"),
    ]],
    ..Element::NONE
};

/// `<freejoint>`.
pub static FREEJOINT: Element = Element {
    tag: "freejoint",
    attributes: &[&[name("joint"), whole("group"), keyword("align", AUTO)]],
    ..Element::NONE
};

/// `<geom>`.
pub static GEOM: Element = Element {
    tag: "geom",
    attributes: &[
        &[
            name("geom"),
            class(),
            keyword("type", GEOM_TYPE).default("sphere"),
            int("contype").default("1"),
            int("conaffinity").default("1"),
            int("condim").default("3"),
            int("group"),
            int("priority"),
            upto("size", 3),
            to("material", "material"),
            upto("friction", 3).default("1 0.005 0.0001"),
            real("mass"),
            real("density").default("1000"),
            boolean("shellinertia"),
            real("solmix").default("1"),
            upto("solref", 2).default("0.02 1"),
            upto("solimp", 5).default("0.9 0.95 0.001 0.5 2"),
            real("margin"),
            real("gap"),
            upto("surfacevel", 6),
            real("adhesion"),
            vector("fromto", 6),
            vector("pos", 3).default("0 0 0"),
        ],
        ORIENTATION,
        &[
            to("hfield", "hfield"),
            to("mesh", "mesh"),
            real("fitscale").default("1"),
            floats("rgba", 4).default("0.5 0.5 0.5 1"),
            keyword("fluidshape", FLUID_SHAPE),
            upto("fluidcoef", 5).default("0.5 0.25 1.5 1 1"),
            list("user"),
        ],
    ],
    children: &[(Any, &PLUGIN)],
    rules: &[Rule::OneOrientation],
    ..Element::NONE
};

/// `<attach>`.
pub static ATTACH: Element = Element {
    tag: "attach",
    attributes: &[&[to("model", "model"), to("body", "body"), to("frame", "frame"), text("prefix").required()]],
    rules: &[Rule::AtMostOne(&[&["body"], &["frame"]])],
    ..Element::NONE
};

/// `<site>`.
pub static SITE: Element = Element {
    tag: "site",
    attributes: &[
        &[
            name("site"),
            class(),
            keyword("type", GEOM_TYPE).default("sphere"),
            int("group"),
            vector("pos", 3).default("0 0 0"),
        ],
        ORIENTATION,
        &[
            to("material", "material"),
            upto("size", 3).default("0.005 0.005 0.005"),
            vector("fromto", 6),
            floats("rgba", 4).default("0.5 0.5 0.5 1"),
            list("user"),
        ],
    ],
    rules: &[Rule::OneOrientation],
    ..Element::NONE
};

/// `<camera>`.
pub static CAMERA: Element = Element {
    tag: "camera",
    attributes: &[
        &[
            name("camera"),
            class(),
            keyword("projection", PROJECTION),
            real("fovy").default("45"),
            real("ipd").default("0.068"),
            ints("resolution", 2).default("1 1"),
            flags("output", CAMERA_OUTPUT),
            vector("pos", 3).default("0 0 0"),
        ],
        ORIENTATION,
        &[
            keyword("mode", FOLLOW).default("fixed"),
            to("target", "body").own(),
            floats("focal", 2),
            floats("focalpixel", 2),
            floats("principal", 2),
            floats("principalpixel", 2),
            floats("sensorsize", 2),
            list("user"),
        ],
    ],
    rules: &[Rule::OneOrientation, Rule::AtMostOne(&[&["fovy"], &["sensorsize"]])],
    ..Element::NONE
};

/// `<light>`.
pub static LIGHT: Element = Element {
    tag: "light",
    attributes: &[&[
        name("light"),
        class(),
        boolean("directional"),
        keyword("type", LIGHT_TYPE),
        boolean("castshadow").default("true"),
        boolean("active").default("true"),
        vector("pos", 3).default("0 0 0"),
        vector("dir", 3).default("0 0 -1"),
        float("bulbradius").default("0.02"),
        float("intensity"),
        float("range").default("10"),
        floats("attenuation", 3).default("1 0 0"),
        float("cutoff").default("45"),
        float("softness").default("0.2"),
        float("exponent").default("10"),
        floats("ambient", 3),
        floats("diffuse", 3).default("0.7 0.7 0.7"),
        floats("specular", 3).default("0.3 0.3 0.3"),
        keyword("mode", FOLLOW).default("fixed"),
        to("target", "body").own(),
        to("texture", "texture").own(),
    ]],
    rules: &[Rule::AtMostOne(&[&["directional"], &["type"]])],
    ..Element::NONE
};
