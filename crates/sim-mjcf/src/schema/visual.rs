//! Visual settings.

use super::build::*;
use super::{Count::Once, Element};

/// `<visual>`.
pub static VISUAL: Element = Element {
    tag: "visual",
    children: &[(Once, &GLOBAL), (Once, &QUALITY), (Once, &HEADLIGHT), (Once, &MAP), (Once, &SCALE), (Once, &RGBA)],
    ..Element::NONE
};

/// `<global>`.
pub static GLOBAL: Element = Element {
    tag: "global",
    attributes: &[&[
        int("cameraid").default("-1"),
        boolean("orthographic").default("false"),
        float("fovy").default("45"),
        float("ipd").default("0.068"),
        float("azimuth").default("90"),
        float("elevation").default("-45"),
        float("linewidth").default("1"),
        float("glow").default("0.3"),
        int("offwidth").default("640"),
        int("offheight").default("480"),
        float("realtime").positive().default("1"),
        boolean("ellipsoidinertia").default("false"),
        boolean("bvactive").default("false"),
    ]],
    ..Element::NONE
};

/// `<quality>`.
pub static QUALITY: Element = Element {
    tag: "quality",
    attributes: &[&[
        int("shadowsize").default("4096"),
        int("offsamples").default("4"),
        int("numslices").default("28"),
        int("numstacks").default("16"),
        int("numquads").default("4"),
    ]],
    ..Element::NONE
};

/// `<headlight>`.
pub static HEADLIGHT: Element = Element {
    tag: "headlight",
    attributes: &[&[
        floats("ambient", 3).default("0.1 0.1 0.1"),
        floats("diffuse", 3).default("0.4 0.4 0.4"),
        floats("specular", 3).default("0.5 0.5 0.5"),
        int("active").default("1"),
    ]],
    ..Element::NONE
};

/// `<map>`.
pub static MAP: Element = Element {
    tag: "map",
    attributes: &[&[
        float("stiffness").default("100"),
        float("stiffnessrot").default("500"),
        float("force").default("0.005"),
        float("torque").default("0.1"),
        float("alpha").default("0.3"),
        float("fogstart").default("3"),
        float("fogend").default("10"),
        float("znear").positive().default("0.01"),
        float("zfar").default("50"),
        float("haze").default("0.3"),
        float("shadowclip").default("1"),
        float("shadowscale").default("0.6"),
        float("actuatortendon").default("2"),
    ]],
    ..Element::NONE
};

/// `<scale>`.
pub static SCALE: Element = Element {
    tag: "scale",
    attributes: &[&[
        float("forcewidth").default("0.1"),
        float("contactwidth").default("0.3"),
        float("contactheight").default("0.1"),
        float("connect").default("0.2"),
        float("com").default("0.4"),
        float("camera").default("0.3"),
        float("light").default("0.3"),
        float("selectpoint").default("0.2"),
        float("jointlength").default("1"),
        float("jointwidth").default("0.1"),
        float("actuatorlength").default("0.7"),
        float("actuatorwidth").default("0.2"),
        float("framelength").default("1"),
        float("framewidth").default("0.1"),
        float("constraint").default("0.1"),
        float("slidercrank").default("0.2"),
        float("frustum").default("10"),
    ]],
    ..Element::NONE
};

/// `<rgba>`.
pub static RGBA: Element = Element {
    tag: "rgba",
    attributes: &[&[
        floats("fog", 4).default("0 0 0 1"),
        floats("haze", 4).default("1 1 1 1"),
        floats("force", 4).default("1 0.5 0.5 1"),
        floats("inertia", 4).default("0.8 0.2 0.2 0.6"),
        floats("joint", 4).default("0.2 0.6 0.8 1"),
        floats("actuator", 4).default("0.2 0.25 0.2 1"),
        floats("actuatornegative", 4).default("0.2 0.6 0.9 1"),
        floats("actuatorpositive", 4).default("0.9 0.4 0.2 1"),
        floats("com", 4).default("0.9 0.9 0.9 1"),
        floats("camera", 4).default("0.6 0.9 0.6 1"),
        floats("light", 4).default("0.6 0.6 0.9 1"),
        floats("selectpoint", 4).default("0.9 0.9 0.1 1"),
        floats("connect", 4).default("0.2 0.2 0.8 1"),
        floats("contactpoint", 4).default("0.9 0.6 0.2 1"),
        floats("contactforce", 4).default("0.7 0.9 0.9 1"),
        floats("contactfriction", 4).default("0.9 0.8 0.4 1"),
        floats("contacttorque", 4).default("0.9 0.7 0.9 1"),
        floats("contactgap", 4).default("0.5 0.8 0.9 1"),
        floats("rangefinder", 4).default("1 1 0.1 1"),
        floats("constraint", 4).default("0.9 0 0 1"),
        floats("slidercrank", 4).default("0.5 0.3 0.8 1"),
        floats("crankbroken", 4).default("0.9 0 0 1"),
        floats("frustum", 4).default("1 1 0 0.2"),
        floats("bv", 4).default("0 1 0 0.5"),
        floats("bvactive", 4).default("1 0 0 0.5"),
    ]],
    ..Element::NONE
};
