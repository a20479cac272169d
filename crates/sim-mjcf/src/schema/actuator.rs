//! Actuators.

use super::build::*;
use super::keywords::*;
use super::plugin::CONFIG;
use super::{Attribute, Count::Any, Element};

/// Attributes of all actuators.
pub const BASE: &[Attribute] = &[
    name("actuator"),
    class(),
    int("group"),
    int("nsample"),
    keyword("interp", INTERP),
    real("delay"),
    vector("ctrlrange", 2),
    list("user"),
];

/// Scaling and passive terms of a transmission.
pub const DRIVE: &[Attribute] = &[
    vector("lengthrange", 2).own(),
    upto("gear", 6).default("1 0 0 0 0 0"),
    upto("damping", 3),
    real("armature"),
    real("cranklength"),
];

/// Transmissions of an actuator.
pub const TRANSMISSION: &[Attribute] = &[
    to("joint", "joint").own(),
    text("jointinparent").own(),
    to("tendon", "tendon").own(),
    to("slidersite", "site").own(),
    to("cranksite", "site").own(),
    to("site", "site").own(),
    to("refsite", "site").own(),
];

/// `<actuator>`.
pub static ACTUATOR: Element = Element {
    tag: "actuator",
    children: &[
        (Any, &GENERAL),
        (Any, &MOTOR),
        (Any, &POSITION),
        (Any, &VELOCITY),
        (Any, &INTVELOCITY),
        (Any, &ORIENTATION),
        (Any, &PID),
        (Any, &DAMPER),
        (Any, &CYLINDER),
        (Any, &MUSCLE),
        (Any, &HILL_MUSCLE),
        (Any, &ADHESION),
        (Any, &DCMOTOR),
        (Any, &ACTUATOR_PLUGIN),
    ],
    ..Element::NONE
};

/// `<general>`.
pub static GENERAL: Element = Element {
    tag: "general",
    attributes: &[
        BASE,
        &[
            keyword("ctrllimited", AUTO).default("auto"),
            keyword("forcelimited", AUTO).default("auto"),
            keyword("actlimited", AUTO).default("auto"),
            vector("forcerange", 2),
            vector("actrange", 2),
        ],
        DRIVE,
        TRANSMISSION,
        &[
            to("body", "body").own(),
            int("actdim").default("-1"),
            input(),
            vector("velrange", 2),
            vector("ffrange", 2),
            keyword("dyntype", DYNAMICS).default("none"),
            keyword("gaintype", GAIN).default("fixed"),
            keyword("biastype", BIAS).default("none"),
            upto("dynprm", 10).default("1"),
            upto("gainprm", 10).default("1"),
            upto("biasprm", 10),
            boolean("actearly"),
        ],
    ],
    ..Element::NONE
};

/// `<motor>`.
pub static MOTOR: Element = Element {
    tag: "motor",
    attributes: &[
        BASE,
        &[
            keyword("ctrllimited", AUTO).default("auto"),
            keyword("forcelimited", AUTO).default("auto"),
            vector("forcerange", 2),
        ],
        DRIVE,
        TRANSMISSION,
    ],
    ..Element::NONE
};

/// `<position>`.
pub static POSITION: Element = Element {
    tag: "position",
    attributes: &[
        BASE,
        &[
            keyword("ctrllimited", AUTO).default("auto"),
            keyword("forcelimited", AUTO).default("auto"),
            real("inheritrange"),
            vector("forcerange", 2),
        ],
        DRIVE,
        TRANSMISSION,
        &[real("kp"), real("kv"), real("dampratio"), real("timeconst")],
    ],
    ..Element::NONE
};

/// `<velocity>`.
pub static VELOCITY: Element = Element {
    tag: "velocity",
    attributes: &[
        BASE,
        &[
            keyword("ctrllimited", AUTO).default("auto"),
            keyword("forcelimited", AUTO).default("auto"),
            vector("forcerange", 2),
        ],
        DRIVE,
        TRANSMISSION,
        &[real("kv")],
    ],
    ..Element::NONE
};

/// `<intvelocity>`.
pub static INTVELOCITY: Element = Element {
    tag: "intvelocity",
    attributes: &[
        BASE,
        &[
            keyword("ctrllimited", AUTO).default("auto"),
            keyword("forcelimited", AUTO).default("auto"),
            keyword("actlimited", AUTO).default("auto"),
            vector("forcerange", 2),
            vector("actrange", 2),
            real("inheritrange"),
        ],
        DRIVE,
        TRANSMISSION,
        &[real("kp"), real("kv"), real("dampratio")],
    ],
    ..Element::NONE
};

/// `<orientation>`.
pub static ORIENTATION: Element = Element {
    tag: "orientation",
    attributes: &[
        BASE,
        &[
            keyword("forcelimited", AUTO).default("auto"),
            vector("forcerange", 2),
            to("joint", "joint").own(),
            to("site", "site").own(),
            to("refsite", "site").own(),
            real("kp"),
            real("kv"),
            real("dampratio"),
            input(),
        ],
    ],
    ..Element::NONE
};

/// `<pid>`.
pub static PID: Element = Element {
    tag: "pid",
    attributes: &[
        BASE,
        &[
            keyword("ctrllimited", AUTO).default("auto"),
            keyword("forcelimited", AUTO).default("auto"),
            vector("posrange", 2),
            vector("velrange", 2),
            vector("ffrange", 2),
            vector("forcerange", 2),
            real("inheritrange"),
        ],
        DRIVE,
        TRANSMISSION,
        &[real("kp"), real("kv"), real("dampratio"), real("ki"), real("imax"), real("slewmax"), input()],
    ],
    ..Element::NONE
};

/// `<damper>`.
pub static DAMPER: Element = Element {
    tag: "damper",
    attributes: &[
        BASE,
        &[keyword("forcelimited", AUTO).default("auto"), vector("forcerange", 2)],
        DRIVE,
        TRANSMISSION,
        &[real("kv")],
    ],
    ..Element::NONE
};

/// `<cylinder>`.
pub static CYLINDER: Element = Element {
    tag: "cylinder",
    attributes: &[
        BASE,
        &[
            keyword("ctrllimited", AUTO).default("auto"),
            keyword("forcelimited", AUTO).default("auto"),
            vector("forcerange", 2),
        ],
        DRIVE,
        TRANSMISSION,
        &[real("timeconst"), real("area"), real("diameter"), vector("bias", 3)],
    ],
    ..Element::NONE
};

/// Limits of an actuator without activation limits.
const LIMITS: &[Attribute] = &[
    keyword("ctrllimited", AUTO).default("auto"),
    keyword("forcelimited", AUTO).default("auto"),
    vector("forcerange", 2),
];

/// Transmissions of a muscle.
const PULLED: &[Attribute] = &[
    to("joint", "joint").own(),
    text("jointinparent").own(),
    to("tendon", "tendon").own(),
    to("slidersite", "site").own(),
    to("cranksite", "site").own(),
];

/// `<muscle>`.
pub static MUSCLE: Element = Element {
    tag: "muscle",
    attributes: &[
        BASE,
        LIMITS,
        DRIVE,
        PULLED,
        &[
            vector("timeconst", 2),
            real("tausmooth").own(),
            vector("range", 2),
            real("force"),
            real("scale"),
            real("lmin"),
            real("lmax"),
            real("vmax"),
            real("fpmax"),
            real("fvmax"),
        ],
    ],
    ..Element::NONE
};

/// `<hillmuscle>`: an extension, a muscle with pennation and a compliant tendon.
pub static HILL_MUSCLE: Element = Element {
    tag: "hillmuscle",
    attributes: &[
        BASE,
        LIMITS,
        DRIVE,
        PULLED,
        &[
            vector("timeconst", 2).default("0.01 0.04"),
            real("tausmooth"),
            keyword("preset", HILL_PRESET),
            real("force"),
            real("optimallength"),
            real("slacklength"),
            real("pennation").default("0"),
            real("vmax").default("10"),
            real("fiberdamping").default("0.1"),
            real("tendonstrain").default("0.049"),
        ],
    ],
    ..Element::NONE
};

/// `<adhesion>`.
pub static ADHESION: Element = Element {
    tag: "adhesion",
    attributes: &[
        BASE,
        &[
            keyword("forcelimited", AUTO).default("auto"),
            vector("forcerange", 2),
            to("body", "body").own(),
            real("gain"),
        ],
    ],
    ..Element::NONE
};

/// `<dcmotor>`.
pub static DCMOTOR: Element = Element {
    tag: "dcmotor",
    attributes: &[
        BASE,
        &[keyword("ctrllimited", AUTO).default("auto")],
        DRIVE,
        TRANSMISSION,
        &[
            upto("motorconst", 2),
            real("resistance"),
            upto("nominal", 3),
            upto("saturation", 3),
            upto("inductance", 2),
            upto("cogging", 3),
            upto("controller", 6),
            upto("thermal", 6),
            upto("lugre", 5),
            input(),
        ],
    ],
    ..Element::NONE
};

/// `<plugin>` in `<actuator>`.
pub static ACTUATOR_PLUGIN: Element = Element {
    tag: "plugin",
    attributes: &[
        BASE,
        &[
            text("plugin"),
            to("instance", "instance"),
            keyword("ctrllimited", AUTO).default("auto"),
            keyword("forcelimited", AUTO).default("auto"),
            keyword("actlimited", AUTO).default("auto"),
            vector("forcerange", 2),
            vector("actrange", 2),
        ],
        DRIVE,
        &[
            to("joint", "joint"),
            text("jointinparent"),
            to("site", "site"),
            int("actdim").default("-1"),
            keyword("dyntype", DYNAMICS).default("none"),
            upto("dynprm", 10).default("1"),
            to("tendon", "tendon"),
            to("cranksite", "site"),
            to("slidersite", "site"),
            boolean("actearly"),
        ],
    ],
    children: &[(Any, &CONFIG)],
    unsupported: Some("an actuator computed by a plugin"),
    ..Element::NONE
};
