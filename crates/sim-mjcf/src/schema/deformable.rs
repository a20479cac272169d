//! Skins, composites, and deformables. Deformables are checked but not supported.

use super::build::*;
use super::keywords::*;
use super::plugin::PLUGIN;
use super::{
    Count::{Any, Once},
    Element, Rule,
};

/// `<deformable>`.
pub static DEFORMABLE: Element =
    Element { tag: "deformable", children: &[(Any, &FLEX), (Any, &SKIN)], ..Element::NONE };

/// `<flex>`.
pub static FLEX: Element = Element {
    tag: "flex",
    attributes: &[&[
        name("flex"),
        int("group"),
        int("dim").default("2"),
        real("radius").default("0.005"),
        to("material", "material"),
        floats("rgba", 4).default("0.5 0.5 0.5 1"),
        boolean("flatskin"),
        text("body").required(),
        list("vertex"),
        int_list("element").required(),
        float_list("texcoord"),
        int_list("elemtexcoord"),
        text("node"),
        list("nodecoord"),
        ints("cellcount", 3).default("1 1 1"),
        keyword("dof", FLEX_DOF),
    ]],
    children: &[(Once, &FLEXCOMP_CONTACT), (Once, &FLEX_EDGE), (Once, &ELASTICITY)],
    unsupported: Some("a flex object"),
    ..Element::NONE
};

/// `<edge>` in `<flex>`.
pub static FLEX_EDGE: Element =
    Element { tag: "edge", attributes: &[&[real("stiffness"), real("damping")]], ..Element::NONE };

/// `<elasticity>`.
pub static ELASTICITY: Element = Element {
    tag: "elasticity",
    attributes: &[&[
        real("young"),
        real("poisson"),
        real("damping"),
        real("thickness").default("-1"),
        keyword("elastic2d", ELASTIC_2D),
    ]],
    ..Element::NONE
};

/// `<skin>`.
pub static SKIN: Element = Element {
    tag: "skin",
    attributes: &[&[
        name("skin"),
        file("file"),
        to("material", "material"),
        floats("rgba", 4).default("0.5 0.5 0.5 1"),
        float("inflate"),
        float_list("vertex"),
        float_list("texcoord"),
        int_list("face"),
        whole("group").between(0.0, 5.0),
    ]],
    children: &[(Any, &BONE)],
    ..Element::NONE
};

/// `<bone>`.
pub static BONE: Element = Element {
    tag: "bone",
    attributes: &[&[
        to("body", "body").required(),
        floats("bindpos", 3).required(),
        floats("bindquat", 4).required(),
        int_list("vertid").required(),
        float_list("vertweight").required(),
    ]],
    ..Element::NONE
};

/// `<flexcomp>`.
pub static FLEXCOMP: Element = Element {
    tag: "flexcomp",
    attributes: &[&[
        name("flex").required(),
        keyword("type", FLEXCOMP_TYPE),
        whole("group"),
        whole("dim"),
        keyword("dof", FLEX_DOF),
        ints("count", 3),
        ints("cellcount", 3),
        vector("spacing", 3),
        real("radius"),
        boolean("rigid"),
        real("mass"),
        real("inertiabox"),
        vector("scale", 3),
        file("file"),
        list("point"),
        int_list("element"),
        float_list("texcoord"),
        to("material", "material"),
        floats("rgba", 4),
        boolean("flatskin"),
        vector("pos", 3),
        vector("quat", 4),
        vector("axisangle", 4),
        vector("xyaxes", 6),
        vector("zaxis", 3),
        vector("euler", 3),
        vector("origin", 3),
    ]],
    children: &[(Once, &FLEXCOMP_EDGE), (Once, &ELASTICITY), (Once, &FLEXCOMP_CONTACT), (Any, &PIN), (Any, &PLUGIN)],
    rules: &[Rule::OneOrientation],
    unsupported: Some("a flex object"),
};

/// `<edge>` in `<flexcomp>`.
pub static FLEXCOMP_EDGE: Element = Element {
    tag: "edge",
    attributes: &[&[
        keyword("equality", FLEX_EQUALITY),
        upto("solref", 2),
        upto("solimp", 5),
        real("stiffness"),
        real("damping"),
    ]],
    ..Element::NONE
};

/// `<contact>` in `<flexcomp>` and `<flex>`.
pub static FLEXCOMP_CONTACT: Element = Element {
    tag: "contact",
    attributes: &[&[
        whole("contype").default("1"),
        whole("conaffinity").default("1"),
        whole("condim").default("3"),
        whole("priority"),
        upto("friction", 3).default("1 0.005 0.0001"),
        real("solmix").default("1"),
        upto("solref", 2).default("0.02 1"),
        upto("solimp", 5).default("0.9 0.95 0.001 0.5 2"),
        real("margin"),
        real("gap"),
        boolean("internal"),
        keyword("selfcollide", FLEX_SELF).default("auto"),
        whole("activelayers").default("1"),
        boolean("passive"),
    ]],
    ..Element::NONE
};

/// `<pin>`.
pub static PIN: Element = Element {
    tag: "pin",
    attributes: &[&[int_list("id"), int_list("range"), int_list("grid"), int_list("gridrange")]],
    ..Element::NONE
};

/// `<composite>`.
pub static COMPOSITE: Element = Element {
    tag: "composite",
    attributes: &[&[
        text("prefix"),
        keyword("type", COMPOSITE_TYPE).required(),
        upto_ints("count", 3),
        vector("offset", 3),
        float_list("vertex"),
        text("initial"),
        text("curve"),
        upto("size", 3),
        vector("quat", 4),
    ]],
    children: &[
        (Any, &COMPOSITE_JOINT),
        (Once, &COMPOSITE_SKIN),
        (Once, &COMPOSITE_GEOM),
        (Once, &COMPOSITE_SITE),
        (Any, &PLUGIN),
    ],
    ..Element::NONE
};

/// `<joint>` in `<composite>`.
pub static COMPOSITE_JOINT: Element = Element {
    tag: "joint",
    attributes: &[&[
        keyword("kind", COMPOSITE_KIND).required(),
        whole("group"),
        real("stiffness"),
        real("damping"),
        real("armature"),
        upto("solreffix", 2),
        upto("solimpfix", 5),
        keyword("type", JOINT_TYPE),
        vector("axis", 3),
        keyword("limited", AUTO).default("auto"),
        vector("range", 2),
        real("margin"),
        upto("solreflimit", 2),
        upto("solimplimit", 5),
        real("frictionloss"),
        upto("solreffriction", 2),
        upto("solimpfriction", 5),
    ]],
    ..Element::NONE
};

/// `<skin>` in `<composite>`.
pub static COMPOSITE_SKIN: Element = Element {
    tag: "skin",
    attributes: &[&[
        boolean("texcoord"),
        to("material", "material"),
        whole("group").between(0.0, 5.0),
        floats("rgba", 4),
        real("inflate"),
        whole("subgrid"),
    ]],
    ..Element::NONE
};

/// `<geom>` in `<composite>`.
pub static COMPOSITE_GEOM: Element = Element {
    tag: "geom",
    attributes: &[&[
        keyword("type", GEOM_TYPE),
        whole("contype"),
        whole("conaffinity"),
        whole("condim"),
        whole("group"),
        whole("priority"),
        upto("size", 3),
        to("material", "material"),
        floats("rgba", 4),
        upto("friction", 3),
        real("mass"),
        real("density"),
        real("solmix"),
        upto("solref", 2),
        upto("solimp", 5),
        real("margin"),
        real("gap"),
        upto("surfacevel", 6),
        real("adhesion"),
    ]],
    ..Element::NONE
};

/// `<site>` in `<composite>`.
pub static COMPOSITE_SITE: Element = Element {
    tag: "site",
    attributes: &[&[whole("group"), upto("size", 3), to("material", "material"), floats("rgba", 4)]],
    ..Element::NONE
};
