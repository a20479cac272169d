//! Default classes.

use super::actuator::{
    ADHESION, CYLINDER, DAMPER, DCMOTOR, GENERAL, HILL_MUSCLE, INTVELOCITY, MOTOR, MUSCLE, ORIENTATION, PID, POSITION,
    VELOCITY,
};
use super::asset::{MATERIAL, MESH};
use super::body::{CAMERA, GEOM, JOINT, LIGHT, SITE};
use super::build::*;
use super::constraint::PAIR;
use super::keywords::*;
use super::{
    Count::{Any, Once},
    Element,
};

/// `<default>`.
pub static DEFAULT: Element = Element {
    tag: "default",
    attributes: &[&[text("class")]],
    children: &[
        (Any, &DEFAULT),
        (Once, &MESH),
        (Once, &MATERIAL),
        (Once, &JOINT),
        (Once, &GEOM),
        (Once, &SITE),
        (Once, &CAMERA),
        (Once, &LIGHT),
        (Once, &PAIR),
        (Once, &DEFAULT_EQUALITY),
        (Once, &DEFAULT_TENDON),
        (Once, &GENERAL),
        (Once, &MOTOR),
        (Once, &POSITION),
        (Once, &VELOCITY),
        (Once, &INTVELOCITY),
        (Once, &ORIENTATION),
        (Once, &PID),
        (Once, &DAMPER),
        (Once, &CYLINDER),
        (Once, &MUSCLE),
        (Once, &HILL_MUSCLE),
        (Once, &ADHESION),
        (Once, &DCMOTOR),
    ],
    ..Element::NONE
};

/// `<equality>` in `<default>`: of every kind.
pub static DEFAULT_EQUALITY: Element = Element {
    tag: "equality",
    attributes: &[&[boolean("active"), upto("solref", 2), upto("solimp", 5)]],
    ..Element::NONE
};

/// `<tendon>` in `<default>`: of both kinds.
pub static DEFAULT_TENDON: Element = Element {
    tag: "tendon",
    attributes: &[&[
        int("group"),
        keyword("limited", AUTO).default("auto"),
        vector("range", 2),
        upto("solreflimit", 2),
        upto("solimplimit", 5),
        upto("solreffriction", 2),
        upto("solimpfriction", 5),
        real("frictionloss"),
        upto("springlength", 2),
        real("width"),
        to("material", "material"),
        real("margin"),
        upto("stiffness", 3),
        upto("damping", 3),
        floats("rgba", 4),
        list("user"),
    ]],
    ..Element::NONE
};
