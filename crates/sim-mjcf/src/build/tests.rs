//! Models in code beside their twins in MJCF; methods beside the schema.

use super::*;
use crate::build::elements::METHODS;
use crate::schema::Node;

/// The elements of the schema that each type stands for.
const STANDS_FOR: &[(&str, &[&str])] = &[
    ("Compiler", &["compiler"]),
    ("LengthRange", &["compiler/lengthrange"]),
    ("OptionSettings", &["option"]),
    ("Flags", &["option/flag"]),
    ("Size", &["size"]),
    ("Statistic", &["statistic"]),
    ("Visual", &["visual/global", "visual/quality", "visual/headlight", "visual/map", "visual/scale", "visual/rgba"]),
    ("Mesh", &["asset/mesh"]),
    ("Skin", &["asset/skin"]),
    ("Bone", &["asset/skin/bone"]),
    ("HField", &["asset/hfield"]),
    ("Texture", &["asset/texture"]),
    ("Material", &["asset/material"]),
    ("Layer", &["asset/material/layer"]),
    ("ModelAsset", &["asset/model"]),
    ("Body", &["worldbody/body"]),
    ("Frame", &["worldbody/body/frame"]),
    ("Replicate", &["worldbody/body/frame/replicate"]),
    ("Inertial", &["worldbody/body/frame/replicate/inertial"]),
    ("Joint", &["worldbody/body/frame/replicate/joint"]),
    ("FreeJoint", &["worldbody/body/frame/freejoint"]),
    ("Geom", &["worldbody/body/frame/replicate/geom"]),
    ("Site", &["worldbody/body/frame/replicate/site"]),
    ("Camera", &["worldbody/body/frame/replicate/camera"]),
    ("Light", &["worldbody/body/frame/replicate/light"]),
    ("Attach", &["worldbody/body/frame/replicate/attach"]),
    ("Composite", &["worldbody/body/frame/replicate/composite"]),
    (
        "CompositePart",
        &[
            "worldbody/body/frame/replicate/composite/joint",
            "worldbody/body/frame/replicate/composite/skin",
            "worldbody/body/frame/replicate/composite/geom",
            "worldbody/body/frame/replicate/composite/site",
        ],
    ),
    ("Pair", &["contact/pair"]),
    ("Exclude", &["contact/exclude"]),
    ("Tendon", &["tendon/spatial", "tendon/fixed"]),
    ("Wrap", &["tendon/spatial/site", "tendon/spatial/geom", "tendon/spatial/pulley", "tendon/fixed/joint"]),
    ("Equality", &["equality/connect", "equality/weld", "equality/joint", "equality/tendon"]),
    (
        "Actuator",
        &[
            "actuator/general",
            "actuator/motor",
            "actuator/position",
            "actuator/velocity",
            "actuator/intvelocity",
            "actuator/orientation",
            "actuator/pid",
            "actuator/damper",
            "actuator/cylinder",
            "actuator/muscle",
            "actuator/hillmuscle",
            "actuator/adhesion",
            "actuator/dcmotor",
        ],
    ),
    (
        "Sensor",
        &[
            "sensor/touch",
            "sensor/accelerometer",
            "sensor/velocimeter",
            "sensor/gyro",
            "sensor/force",
            "sensor/torque",
            "sensor/magnetometer",
            "sensor/camprojection",
            "sensor/rangefinder",
            "sensor/jointpos",
            "sensor/jointvel",
            "sensor/tendonpos",
            "sensor/tendonvel",
            "sensor/actuatorpos",
            "sensor/actuatorvel",
            "sensor/actuatorfrc",
            "sensor/jointactuatorfrc",
            "sensor/tendonactuatorfrc",
            "sensor/ballquat",
            "sensor/ballangvel",
            "sensor/jointlimitpos",
            "sensor/jointlimitvel",
            "sensor/jointlimitfrc",
            "sensor/tendonlimitpos",
            "sensor/tendonlimitvel",
            "sensor/tendonlimitfrc",
            "sensor/framepos",
            "sensor/framequat",
            "sensor/framexaxis",
            "sensor/frameyaxis",
            "sensor/framezaxis",
            "sensor/framelinvel",
            "sensor/frameangvel",
            "sensor/framelinacc",
            "sensor/frameangacc",
            "sensor/subtreecom",
            "sensor/subtreelinvel",
            "sensor/subtreeangmom",
            "sensor/insidesite",
            "sensor/distance",
            "sensor/normal",
            "sensor/fromto",
            "sensor/contact",
            "sensor/e_potential",
            "sensor/e_kinetic",
            "sensor/clock",
            "sensor/tactile",
            "sensor/user",
        ],
    ),
    ("Numeric", &["custom/numeric"]),
    ("Text", &["custom/text"]),
    ("Tuple", &["custom/tuple"]),
    ("TupleElement", &["custom/tuple/element"]),
    ("Key", &["keyframe/key"]),
];

/// Elements that have no type of their own, and why.
const OTHERWISE: &[(&str, &str)] = &[
    ("plugin", "engine plugins are not supported"),
    ("instance", "engine plugins are not supported"),
    ("config", "engine plugins are not supported"),
    ("extension", "engine plugins are not supported"),
    ("flexcomp", "soft bodies are not supported yet"),
    ("flex", "soft bodies are not supported yet"),
    ("flexvert", "soft bodies are not supported yet"),
    ("flexstrain", "soft bodies are not supported yet"),
    ("edge", "soft bodies are not supported yet"),
    ("elasticity", "soft bodies are not supported yet"),
    ("pin", "soft bodies are not supported yet"),
];

fn methods_of(name: &str) -> &'static [&'static str] {
    METHODS.iter().find(|(element, _)| *element == name).unwrap().1
}

#[test]
fn every_attribute_of_the_schema_has_a_method() {
    let mut covered: Vec<*const schema::Element> = vec![];
    for (name, paths) in STANDS_FOR {
        for path in *paths {
            let node = schema::find(path).unwrap_or_else(|| panic!("{path}"));
            covered.push(node.element);
            for attribute in node.attributes() {
                assert!(
                    methods_of(name).contains(&attribute.name),
                    "{name} has no method for {path} {}",
                    attribute.name
                );
            }
        }
    }
    // no element is left out
    schema::walk(&mut |path, node: Node| {
        let section = node.attributes().next().is_none() || ["mujoco", "default"].contains(&node.element.tag);
        let soft = path.contains("flex") || path.contains("plugin");
        let known = covered.contains(&std::ptr::from_ref(node.element));
        let excused = OTHERWISE.iter().any(|(tag, _)| *tag == node.element.tag);
        // in defaults one element stands for several
        let default = path.starts_with("mujoco/default");
        assert!(section || known || excused || soft || default, "{path} has no type");
    });
}

#[test]
fn a_model_in_code_equals_its_twin_in_mjcf() {
    let mut b = Builder::new("twin");
    b.compiler().angle("radian").autolimits(true);
    b.option().timestep(0.005).gravity([0, 0, -5]).cone("elliptic");
    b.flag().energy("enable");
    let mut main = b.defaults();
    main.geom().rgba([0.1, 0.2, 0.3, 1.0]);
    main.class("leg").joint().damping(0.5);
    main.actuator("motor").gear(3.0);
    b.material("blue").rgba([0.0, 0.0, 1.0, 1.0]).reflectance(0.5);
    let mut world = b.world();
    world.plane("floor").size([1.0, 1.0, 0.1]).material("blue");
    let mut trunk = world.body("trunk").pos([0.0, 0.0, 1.0]).euler([0.1, 0.2, 0.3]);
    trunk.free("root");
    trunk.cuboid("chest").size([0.2, 0.1, 0.1]).condim(4);
    trunk.site("imu").pos([0.0, 0.0, 0.1]);
    let mut leg = trunk.body("leg").childclass("leg").pos([0.1, 0.0, -0.1]);
    leg.hinge("hip").axis([0.0, 1.0, 0.0]).range([-1.0, 1.0]);
    leg.capsule("shin").fromto([0.0, 0.0, 0.0, 0.0, 0.0, -0.4]).size(0.03);
    leg.replicate(2).offset([0.1, 0.0, 0.0]).sphere("toe").size(0.02).pos("0 0 -0.4");
    b.motor("hip").joint("hip").ctrlrange([-1.0, 1.0]);
    b.sensor("accelerometer", "acc").site("imu");
    b.fixed("sum").range([-1.0, 1.0]).add_joint("hip", 2.0);
    b.exclude("").body1("trunk").body2("leg");
    b.key("up").qpos([0.0, 0.0, 2.0, 1.0, 0.0, 0.0, 0.0, 0.5]);
    let twin = crate::load_model(
        "<mujoco model='twin'><compiler angle='radian' autolimits='true'/>
         <option timestep='0.005' gravity='0 0 -5' cone='elliptic'><flag energy='enable'/></option>
         <default><geom rgba='.1 .2 .3 1'/><default class='leg'><joint damping='.5'/></default><motor gear='3'/></default>
         <asset><material name='blue' rgba='0 0 1 1' reflectance='.5'/></asset>
         <worldbody><geom name='floor' type='plane' size='1 1 .1' material='blue'/>
         <body name='trunk' pos='0 0 1' euler='.1 .2 .3'><freejoint name='root'/>
         <geom name='chest' type='box' size='.2 .1 .1' condim='4'/><site name='imu' pos='0 0 .1'/>
         <body name='leg' childclass='leg' pos='.1 0 -.1'><joint name='hip' type='hinge' axis='0 1 0' range='-1 1'/>
         <geom name='shin' type='capsule' fromto='0 0 0 0 0 -.4' size='.03'/>
         <replicate count='2' offset='.1 0 0'><geom name='toe' type='sphere' size='.02' pos='0 0 -0.4'/></replicate>
         </body></body></worldbody>
         <actuator><motor name='hip' joint='hip' ctrlrange='-1 1'/></actuator>
         <sensor><accelerometer name='acc' site='imu'/></sensor>
         <tendon><fixed name='sum' range='-1 1'><joint joint='hip' coef='2'/></fixed></tendon>
         <contact><exclude body1='trunk' body2='leg'/></contact>
         <keyframe><key name='up' qpos='0 0 2 1 0 0 0 .5'/></keyframe></mujoco>",
    )
    .unwrap();
    assert_eq!(b.compile().unwrap(), twin);
}

#[test]
fn errors_name_the_object_and_the_line() {
    let mut b = Builder::new("m");
    let mut world = b.world();
    world.sphere("ball").size("big");
    world.sphere("other").set("colour", 1.0);
    world.hinge("no");
    let mut body = world.body("b");
    body.capsule("c").size([0.1, 0.1]).condim(1.5);
    body.inertial().mass(1.0);
    let error = b.compile().unwrap_err();
    let messages: Vec<String> = error.errors().iter().map(ToString::to_string).collect();
    assert_eq!(messages.len(), 5, "{messages:?}");
    assert!(messages.iter().all(|m| m.contains("build/tests.rs:")), "{messages:?}");
    assert!(messages[0].contains("geom[ball]") && messages[0].contains("'big'"), "{messages:?}");
    assert!(messages[1].contains("geom[other]") && messages[1].contains("no attribute 'colour'"), "{messages:?}");
    assert!(messages[2].contains("<worldbody> cannot hold a <joint>"), "{messages:?}");
    assert!(messages[3].contains("geom[c]") && messages[3].contains("expected an integer, found 1.5"), "{messages:?}");
    assert!(messages[4].contains("'pos' is missing"), "{messages:?}");
}

#[test]
fn a_reference_to_nothing_is_found_when_compiling() {
    let mut b = Builder::new("m");
    let line = line!() + 1;
    b.motor("m").joint("none");
    let error = b.compile().unwrap_err();
    assert_eq!(error.span().unwrap().line(), line);
    assert!(error.to_string().contains("joint 'none' not found"), "{error}");
}

#[test]
fn enums_and_keywords_mean_the_same() {
    use sim_core::{GeomType, Integrator, JointType, ObjType, SensorType, SolverType};
    let model = |by_enum: bool| {
        let pick = |kind: Value, word: &str| if by_enum { kind } else { Value::from(word) };
        let mut b = Builder::new("m");
        b.option().integrator(pick(Integrator::RungeKutta4.into(), "RK4")).solver(pick(SolverType::CG.into(), "CG"));
        b.flag().contact(pick(false.into(), "disable")).energy(pick(true.into(), "enable"));
        let mut world = b.world();
        let mut body = world.body("b");
        body.joint("j").kind(pick(JointType::Slide.into(), "slide"));
        body.geom("g").kind(pick(GeomType::Box.into(), "box")).size([0.1, 0.1, 0.1]);
        b.sensor(pick(SensorType::FramePos.into(), "framepos"), "s")
            .objtype(pick(ObjType::Geom.into(), "geom"))
            .objname("g");
        b.tuple("t").element(pick(ObjType::Body.into(), "body"), "b");
        b.compile().unwrap()
    };
    assert_eq!(model(true), model(false));
    assert_eq!(model(true).jnt_type[0], JointType::Slide);
}

#[test]
fn wrong_keywords_and_wrong_enums_are_errors_with_the_choices() {
    use sim_core::{GeomType, JointType};
    let error = |kind: Value| {
        let mut b = Builder::new("m");
        b.world().body("b").joint("j").kind(kind);
        b.compile().unwrap_err().to_string()
    };
    let text = error("slid".into());
    assert!(text.contains("joint[j]") && text.contains("did you mean 'slide'?"), "{text}");
    assert!(text.contains("attribute 'type': expected free | ball | slide | hinge, found 'slid'"), "{text}");
    // the number of a sphere is the number of a slide joint
    let text = error(GeomType::Sphere.into());
    assert!(text.contains("expected free | ball | slide | hinge, found 'sphere'"), "{text}");
    let text = error(JointType(77).into());
    assert!(text.contains("expected free | ball | slide | hinge, found keyword 77"), "{text}");
    let mut b = Builder::new("m");
    b.sensor(GeomType::Mesh, "s");
    let text = b.compile().unwrap_err().to_string();
    assert!(text.contains("<sensor> cannot hold a <mesh>"), "{text}");
}
