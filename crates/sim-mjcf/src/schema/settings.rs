//! Settings: compiler, option, size, statistic.

use super::build::*;
use super::keywords::*;
use super::{Count::Once, Element, Rule};

/// `<compiler>`.
pub static COMPILER: Element = Element {
    tag: "compiler",
    attributes: &[&[
        boolean("autolimits").default("true"),
        real("boundmass"),
        real("boundinertia"),
        real("settotalmass").default("-1"),
        boolean("balanceinertia"),
        boolean("strippath"),
        keyword("coordinate", COORDINATE),
        keyword("angle", ANGLE).default("degree"),
        boolean("fitaabb"),
        chars("eulerseq", 3, 3),
        text("meshdir"),
        text("texturedir"),
        boolean("discardvisual"),
        boolean("usethread").default("true"),
        boolean("fusestatic"),
        keyword("inertiafromgeom", AUTO).default("auto"),
        ints("inertiagrouprange", 2).default("0 5"),
        boolean("saveinertial"),
        text("assetdir"),
        boolean("alignfree"),
        keyword("conflict", CONFLICT),
    ]],
    children: &[(Once, &LENGTHRANGE)],
    ..Element::NONE
};

/// `<lengthrange>`.
pub static LENGTHRANGE: Element = Element {
    tag: "lengthrange",
    attributes: &[&[
        keyword("mode", LENGTH_RANGE).default("muscle"),
        boolean("useexisting").default("true"),
        boolean("uselimit"),
        real("accel").default("20"),
        real("maxforce"),
        real("timeconst").default("1"),
        real("timestep").default("0.01"),
        real("inttotal").default("10"),
        real("interval").default("2"),
        real("tolrange").default("0.05"),
    ]],
    ..Element::NONE
};

/// `<option>`.
pub static OPTION: Element = Element {
    tag: "option",
    attributes: &[&[
        real("timestep").default("0.002"),
        real("impratio").default("1"),
        real("tolerance").default("1e-08"),
        real("ls_tolerance").default("0.01"),
        real("noslip_tolerance").default("1e-06"),
        real("ccd_tolerance").default("1e-06"),
        real("sleep_tolerance").default("0.001"),
        vector("gravity", 3).default("0 0 -9.81"),
        vector("wind", 3).default("0 0 0"),
        vector("magnetic", 3).default("0 -0.5 0"),
        real("density"),
        real("viscosity"),
        real("o_margin"),
        upto("o_solref", 2).default("0.02 1"),
        upto("o_solimp", 5).default("0.9 0.95 0.001 0.5 2"),
        upto("o_friction", 5).default("1 1 0.005 0.0001 0.0001"),
        keyword("integrator", INTEGRATOR).default("Euler"),
        keyword("cone", CONE).default("pyramidal"),
        keyword("jacobian", JACOBIAN).default("auto"),
        keyword("solver", SOLVER).default("Newton"),
        int("iterations").default("100"),
        int("ls_iterations").default("50"),
        int("noslip_iterations"),
        int("ccd_iterations").default("35"),
        int("sdf_iterations").default("10"),
        int("sdf_initpoints").default("40"),
        upto_ints("actuatorgroupdisable", 31).between(0.0, 30.0),
    ]],
    children: &[(Once, &FLAG)],
    ..Element::NONE
};

/// `<flag>`.
pub static FLAG: Element = Element {
    tag: "flag",
    attributes: &[&[
        keyword("constraint", ENABLE).default("enable"),
        keyword("equality", ENABLE).default("enable"),
        keyword("frictionloss", ENABLE).default("enable"),
        keyword("limit", ENABLE).default("enable"),
        keyword("contact", ENABLE).default("enable"),
        keyword("spring", ENABLE).default("enable"),
        keyword("damper", ENABLE).default("enable"),
        keyword("gravity", ENABLE).default("enable"),
        keyword("clampctrl", ENABLE).default("enable"),
        keyword("warmstart", ENABLE).default("enable"),
        keyword("filterparent", ENABLE).default("enable"),
        keyword("actuation", ENABLE).default("enable"),
        keyword("refsafe", ENABLE).default("enable"),
        keyword("sensor", ENABLE).default("enable"),
        keyword("midphase", ENABLE).default("enable"),
        keyword("eulerdamp", ENABLE).default("enable"),
        keyword("autoreset", ENABLE).default("enable"),
        keyword("nativeccd", ENABLE).default("enable"),
        keyword("island", ENABLE).default("enable"),
        keyword("multiccd", ENABLE).default("enable"),
        keyword("override", ENABLE).default("disable"),
        keyword("energy", ENABLE).default("disable"),
        keyword("fwdinv", ENABLE).default("disable"),
        keyword("invdiscrete", ENABLE).default("disable"),
        keyword("sleep", ENABLE).default("disable"),
        keyword("diagexact", ENABLE).default("disable"),
    ]],
    ..Element::NONE
};

/// `<size>`.
pub static SIZE: Element = Element {
    tag: "size",
    attributes: &[&[
        text("memory"),
        whole("njmax").min(-1.0).default("-1"),
        whole("nconmax").min(-1.0).default("-1"),
        whole("nstack").min(-1.0).default("-1"),
        int("nuserdata").min(-1.0),
        int("nkey"),
        int("nuser_body").min(-1.0).default("-1"),
        int("nuser_jnt").min(-1.0).default("-1"),
        int("nuser_geom").min(-1.0).default("-1"),
        int("nuser_site").min(-1.0).default("-1"),
        int("nuser_cam").min(-1.0).default("-1"),
        int("nuser_tendon").min(-1.0).default("-1"),
        int("nuser_actuator").min(-1.0).default("-1"),
        int("nuser_sensor").min(-1.0).default("-1"),
    ]],
    rules: &[Rule::AtMostOne(&[&["memory"], &["nstack"]]), Rule::AtMostOne(&[&["memory"], &["njmax"]])],
    ..Element::NONE
};

/// `<statistic>`.
pub static STATISTIC: Element = Element {
    tag: "statistic",
    attributes: &[&[
        real("meaninertia"),
        real("meanmass"),
        real("meansize"),
        real("extent").positive(),
        vector("center", 3),
    ]],
    ..Element::NONE
};
