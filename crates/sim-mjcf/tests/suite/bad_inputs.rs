//! Bad models: each is an error with the place and the name of the mistake.

use sim_mjcf::{Assets, Loader, MjcfError, load_model};
use std::time::{Duration, Instant};

/// A model, the place `line:column` its error must name, and a part of the message.
type Case = (&'static str, &'static str, &'static str);

fn refused(cases: &[Case]) {
    let mut wrong = String::new();
    for (xml, span, part) in cases {
        let message = match load_model(xml) {
            Ok(_) => "accepted".to_string(),
            Err(error) => error.to_string(),
        };
        let start = format!("<text>:{span}: ");
        if !message.starts_with(&start) || !message.contains(part) {
            wrong += &format!("\n{xml}\n  expected {start}… {part}\n  found    {message}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn not_xml() {
    refused(&[
        ("", "1:1", "no root element"),
        ("   \n  ", "2:3", "no root element"),
        ("hello", "1:1", "text outside the root element"),
        ("<!-- only a comment -->", "1:24", "no root element"),
        ("<mujoco>", "1:9", "<mujoco> of line 1 is not closed"),
        ("<mujoco>\n<worldbody>\n", "3:1", "<worldbody> of line 2 is not closed"),
        ("<mujoco>\n</worldbody>", "2:1", "not well-formed XML"),
        ("<mujoco></mujoco>\n x", "2:2", "text outside the root element"),
        ("<mujoco/><mujoco/>", "1:10", "a second root element"),
        ("<mujoco model=\"a/>", "1:1", "not well-formed XML"),
        ("<mujoco model=a/>", "1:15", "must stand in quotes"),
        ("<mujoco model/>", "1:14", "needs '='"),
        ("<mujoco>\n <!-- open", "2:2", "comment not closed"),
        ("<mujoco>\n < worldbody/>", "2:2", "a tag without a name"),
        ("<mujoco><option timestep='1' timestep='2'/></mujoco>", "1:30", "'timestep' is given twice"),
        ("<!DOCTYPE mujoco [<!ENTITY a 'b'>]>\n<mujoco/>", "1:1", "entity definitions are not supported"),
        ("<mujoco", "1:1", "not well-formed XML"),
        ("<mujoco><![CDATA[ x", "1:9", "not well-formed XML"),
    ]);
}

#[test]
fn wrong_root() {
    refused(&[
        ("<Mujoco/>", "1:1", "unknown element <Mujoco> in <document>; did you mean 'mujoco'?"),
        ("<mujocoinclude/>", "1:1", "did you mean 'mujoco'?"),
        ("\n<robot name='r'><link name='a'/></robot>", "2:1", "URDF"),
        ("<robot/>", "1:1", "mujoco.mj_saveLastXML('robot.xml', mujoco.MjModel.from_xml_path('robot.urdf'))"),
        ("<robot/>", "1:1", "xacro robot.xacro > robot.urdf"),
        ("<mujoco xmlns='http://a'/>", "1:9", "<mujoco> has no attribute 'xmlns'"),
        ("<mujoco modle='a'/>", "1:9", "did you mean 'model'?"),
    ]);
}

#[test]
fn unknown_elements() {
    refused(&[
        (
            "<mujoco>\n  <wordbody/>\n</mujoco>",
            "2:3",
            "unknown element <wordbody> in <mujoco>; did you mean 'worldbody'?",
        ),
        ("<mujoco><worldbody><goem size='1'/></worldbody></mujoco>", "1:20", "did you mean 'geom'?"),
        ("<mujoco><worldbody><Body/></worldbody></mujoco>", "1:20", "did you mean 'body'?"),
        ("<mujoco><joint/></mujoco>", "1:9", "unknown element <joint> in <mujoco>"),
        ("<mujoco><asset><geom/></asset></mujoco>", "1:16", "unknown element <geom> in <asset>"),
        ("<mujoco><default><body/></default></mujoco>", "1:18", "unknown element <body> in <default>"),
        ("<mujoco><default><geom><plugin/></geom></default></mujoco>", "1:24", "unknown element <plugin> in <geom>"),
        ("<mujoco><equality><distance/></equality></mujoco>", "1:19", "unknown element <distance> in <equality>"),
        ("<mujoco><Include file='a'/></mujoco>", "1:9", "did you mean 'include'?"),
        ("<mujoco><x:worldbody/></mujoco>", "1:9", "unknown element <x:worldbody>"),
        ("<mujoco><option><flags/></option></mujoco>", "1:17", "did you mean 'flag'?"),
        (
            "<mujoco><worldbody><composite type='cable' count='3'><jiont kind='main'/></composite></worldbody></mujoco>",
            "1:54",
            "did you mean 'joint'?",
        ),
    ]);
}

#[test]
fn unknown_attributes() {
    refused(&[
        (
            "<mujoco>\n <worldbody>\n  <geom size='1'\n    ridius='2'/>\n </worldbody>\n</mujoco>",
            "4:5",
            "<geom> has no attribute 'ridius'",
        ),
        ("<mujoco><worldbody><geom sise='1'/></worldbody></mujoco>", "1:26", "did you mean 'size'?"),
        ("<mujoco><option timstep='1'/></mujoco>", "1:17", "did you mean 'timestep'?"),
        ("<mujoco><worldbody name='w'/></mujoco>", "1:20", "<worldbody> has no attribute 'name'"),
        ("<mujoco><default><geom name='a'/></default></mujoco>", "1:24", "<geom> has no attribute 'name'"),
        ("<mujoco><default><geom class='a'/></default></mujoco>", "1:24", "<geom> has no attribute 'class'"),
        ("<mujoco><default><motor joint='a'/></default></mujoco>", "1:25", "<motor> has no attribute 'joint'"),
        ("<mujoco><default><tendon armature='1'/></default></mujoco>", "1:26", "<tendon> has no attribute 'armature'"),
        ("<mujoco><worldbody><frame><geom siz='1'/></frame></worldbody></mujoco>", "1:33", "did you mean 'size'?"),
        ("<mujoco><worldbody><body><joint ñame='é'/></body></worldbody></mujoco>", "1:33", "did you mean 'name'?"),
        (
            "<mujoco><sensor><framelinacc objtype='body' objname='b' reftype='body'/></sensor></mujoco>",
            "1:57",
            "no attribute 'reftype'",
        ),
        ("<mujoco><option><flag passive='disable'/></option></mujoco>", "1:23", "<flag> has no attribute 'passive'"),
        (
            "<mujoco><worldbody><camera orthographic='true'/></worldbody></mujoco>",
            "1:28",
            "no attribute 'orthographic'",
        ),
    ]);
}

#[test]
fn missing_attributes() {
    refused(&[
        (
            "<mujoco><worldbody><body><inertial mass='1'/></body></worldbody></mujoco>",
            "1:26",
            "required attribute 'pos' is missing",
        ),
        (
            "<mujoco><worldbody><body><inertial pos='' mass='1'/></body></worldbody></mujoco>",
            "1:26",
            "'pos' is missing",
        ),
        ("<mujoco><asset><hfield name='h' nrow='2' ncol='2'/></asset></mujoco>", "1:16", "'size' is missing"),
        (
            "<mujoco><asset><material name='m'><layer role='rgb'/></material></asset></mujoco>",
            "1:35",
            "'texture' is missing",
        ),
        ("<mujoco><contact><exclude body1='a'/></contact></mujoco>", "1:18", "'body2' is missing"),
        ("<mujoco><tendon><fixed><joint joint='j'/></fixed></tendon></mujoco>", "1:24", "'coef' is missing"),
        ("<mujoco><tendon><spatial><pulley/></spatial></tendon></mujoco>", "1:26", "'divisor' is missing"),
        ("<mujoco><sensor><gyro/></sensor></mujoco>", "1:17", "'site' is missing"),
        ("<mujoco><sensor><framepos objtype='body'/></sensor></mujoco>", "1:17", "'objname' is missing"),
        ("<mujoco><custom><text name='t'/></custom></mujoco>", "1:17", "'data' is missing"),
        ("<mujoco><custom><numeric data='1'/></custom></mujoco>", "1:17", "'name' is missing"),
        ("<mujoco><worldbody><attach model='m'/></worldbody></mujoco>", "1:20", "'prefix' is missing"),
        ("<mujoco><worldbody><replicate/></worldbody></mujoco>", "1:20", "'count' is missing"),
    ]);
}

#[test]
fn wrong_numbers() {
    refused(&[
        (
            "<mujoco><worldbody><geom size='a'/></worldbody></mujoco>",
            "1:26",
            "expected 1 to 3 numbers, found 'a' as number 1",
        ),
        ("<mujoco><worldbody><geom size='1' pos='0 0'/></worldbody></mujoco>", "1:35", "expected 3 numbers, found 2"),
        ("<mujoco><worldbody><geom size='1 2 3 4'/></worldbody></mujoco>", "1:26", "expected 1 to 3 numbers, found 4"),
        (
            "<mujoco><worldbody><geom size='1' pos='0,0,0'/></worldbody></mujoco>",
            "1:35",
            "expected 3 numbers, found '0,0,0'",
        ),
        ("<mujoco><option timestep='0.002s'/></mujoco>", "1:17", "expected a number, found '0.002s'"),
        ("<mujoco><option timestep='1 2'/></mujoco>", "1:17", "expected a number, found 2"),
        ("<mujoco><option timestep='1e999'/></mujoco>", "1:17", "that double precision can hold, found '1e999'"),
        ("<mujoco><option timestep='1e-320'/></mujoco>", "1:17", "that double precision can hold"),
        ("<mujoco><visual><global fovy='1e39'/></visual></mujoco>", "1:25", "that single precision can hold"),
        ("<mujoco><option iterations='1.0'/></mujoco>", "1:17", "expected an integer, found '1.0'"),
        ("<mujoco><option iterations='0x10'/></mujoco>", "1:17", "expected an integer, found '0x10'"),
        ("<mujoco><option iterations='3000000000'/></mujoco>", "1:17", "between -2147483648 and 2147483647"),
        ("<mujoco><size nconmax=''/></mujoco>", "1:15", "expected an integer, found nothing"),
        ("<mujoco><size nconmax='-2'/></mujoco>", "1:15", "not less than -1, found -2"),
        ("<mujoco><statistic extent='0'/></mujoco>", "1:20", "greater than 0, found 0"),
        ("<mujoco><visual><map znear='-1'/></visual></mujoco>", "1:22", "greater than 0, found -1"),
        ("<mujoco><option actuatorgroupdisable='31'/></mujoco>", "1:17", "between 0 and 30, found 31"),
        ("<mujoco><worldbody><geom size='1' quat='0 0 0 0'/></worldbody></mujoco>", "1:35", "not all zero"),
        ("<mujoco><compiler eulerseq='xy'/></mujoco>", "1:19", "expected 3 characters, found 'xy'"),
        ("<mujoco><keyframe><key qpos='1 2 x 4'/></keyframe></mujoco>", "1:24", "found 'x' as number 3"),
        ("<mujoco><size memory='-2'/></mujoco>", "1:15", "memory"),
    ]);
}

#[test]
fn wrong_keywords() {
    refused(&[
        (
            "<mujoco><worldbody><geom type='shpere' size='1'/></worldbody></mujoco>",
            "1:26",
            "found 'shpere'; did you mean 'sphere'?",
        ),
        (
            "<mujoco><worldbody><geom type='shpere' size='1'/></worldbody></mujoco>",
            "1:26",
            "expected plane | hfield | sphere",
        ),
        (
            "<mujoco><compiler autolimits='True'/></mujoco>",
            "1:19",
            "expected false | true, found 'True'; did you mean 'true'?",
        ),
        ("<mujoco><compiler autolimits=' true'/></mujoco>", "1:19", "did you mean 'true'?"),
        ("<mujoco><option integrator='rk4'/></mujoco>", "1:17", "did you mean 'RK4'?"),
        ("<mujoco><option cone=''/></mujoco>", "1:17", "expected pyramidal | elliptic, found ''"),
        ("<mujoco><option><flag contact='off'/></option></mujoco>", "1:23", "expected disable | enable"),
        ("<mujoco><worldbody><camera output='rgb depht'/></worldbody></mujoco>", "1:28", "did you mean 'depth'?"),
        ("<mujoco><worldbody><camera output='rgb rgb'/></worldbody></mujoco>", "1:28", "'rgb' again"),
        (
            "<mujoco><actuator><pid joint='j' input='vel pos'/></actuator></mujoco>",
            "1:34",
            "in the order pos, vel, ff, voltage",
        ),
        (
            "<mujoco><actuator><pid joint='j' input='speed'/></actuator></mujoco>",
            "1:34",
            "'expmap', 'quat', 'none' or some of",
        ),
        ("<mujoco><worldbody><body><joint limited='yes'/></body></worldbody></mujoco>", "1:33", "false | true | auto"),
        (
            "<mujoco><sensor><framepos objtype='joint' objname='j'/></sensor></mujoco>",
            "1:27",
            "body | xbody | geom | site | camera",
        ),
    ]);
}

#[test]
fn attributes_that_do_not_go_together() {
    refused(&[
        ("<mujoco><size memory='1M' njmax='5'/></mujoco>", "1:27", "'memory' and 'njmax' exclude each other"),
        (
            "<mujoco><worldbody><geom size='1' quat='1 0 0 0' euler='0 0 0'/></worldbody></mujoco>",
            "1:50",
            "both give the orientation",
        ),
        (
            "<mujoco><worldbody><body euler='0 0 0' zaxis='0 0 1'/></worldbody></mujoco>",
            "1:26",
            "both give the orientation",
        ),
        ("<mujoco><worldbody><camera fovy='1' sensorsize='1 1'/></worldbody></mujoco>", "1:37", "exclude each other"),
        (
            "<mujoco><worldbody><light directional='true' type='spot'/></worldbody></mujoco>",
            "1:46",
            "exclude each other",
        ),
        ("<mujoco><default><light directional='true' type='spot'/></default></mujoco>", "1:44", "exclude each other"),
        (
            "<mujoco><asset><mesh name='m' builtin='cone' params='8' vertex='0 0 0'/></asset></mujoco>",
            "1:57",
            "exclude each other",
        ),
        ("<mujoco><asset><mesh name='m' builtin='cone'/></asset></mujoco>", "1:31", "'builtin' needs 'params' as well"),
        (
            "<mujoco><equality><connect body1='a'/></equality></mujoco>",
            "1:19",
            "'site1' and 'site2' or 'body1' and 'anchor' must be given",
        ),
        (
            "<mujoco><equality><connect site1='a' site2='b' body2='c'/></equality></mujoco>",
            "1:48",
            "exclude each other",
        ),
        ("<mujoco><equality><weld site1='a'/></equality></mujoco>", "1:19", "must be given"),
        ("<mujoco><sensor><rangefinder/></sensor></mujoco>", "1:17", "'site' or 'camera' must be given"),
        (
            "<mujoco><sensor><framepos objtype='body' objname='b' reftype='body'/></sensor></mujoco>",
            "1:54",
            "must be given together",
        ),
        ("<mujoco><sensor><distance geom1='a' body1='b' geom2='c'/></sensor></mujoco>", "1:37", "exclude each other"),
        (
            "<mujoco><worldbody><attach prefix='p' body='a' frame='b'/></worldbody></mujoco>",
            "1:48",
            "exclude each other",
        ),
        (
            "<mujoco><worldbody><body><inertial pos='0 0 0' mass='1' fullinertia='1 1 1 0 0 0' euler='0 0 0'/></body></worldbody></mujoco>",
            "1:83",
            "exclude each other",
        ),
    ]);
}

#[test]
fn repeated_children() {
    refused(&[
        (
            "<mujoco><option>\n<flag/>\n<flag/></option></mujoco>",
            "3:1",
            "<flag> may stand only once in <option>; the first is at line 2",
        ),
        ("<mujoco><default><geom/><geom/></default></mujoco>", "1:25", "only once in <default>"),
        ("<mujoco><visual><global/><global/></visual></mujoco>", "1:26", "only once"),
        (
            "<mujoco><worldbody><body><inertial pos='0 0 0' mass='1'/><inertial pos='0 0 0' mass='1'/></body></worldbody></mujoco>",
            "1:58",
            "only once",
        ),
    ]);
}

#[test]
fn known_but_unsupported() {
    refused(&[
        (
            "<mujoco>\n<worldbody><composite type='cable' count='4'><plugin/></composite></worldbody></mujoco>",
            "2:46",
            "an engine plugin is not supported yet",
        ),
        ("<mujoco><worldbody><flexcomp name='f'/></worldbody></mujoco>", "1:20", "a flex object is not supported yet"),
        ("<mujoco><deformable><flex body='b' element='0 1'/></deformable></mujoco>", "1:21", "not supported yet"),
        (
            "<mujoco><extension><plugin plugin='p'/></extension></mujoco>",
            "1:20",
            "an engine plugin is not supported yet",
        ),
        (
            "<mujoco><worldbody><body><geom size='1'><plugin/></geom></body></worldbody></mujoco>",
            "1:41",
            "not supported yet",
        ),
        ("<mujoco><equality><flex flex='f'/></equality></mujoco>", "1:19", "not supported yet"),
        ("<mujoco><actuator><plugin/></actuator></mujoco>", "1:19", "plugin is not supported yet"),
        ("<mujoco><sensor><plugin/></sensor></mujoco>", "1:17", "plugin is not supported yet"),
    ]);
    // a mistake elsewhere is reported first, and empty sections do no harm
    refused(&[(
        "<mujoco><worldbody><flexcomp name='f'/></worldbody><sensr/></mujoco>",
        "1:52",
        "did you mean 'sensor'?",
    )]);
    assert!(load_model("<mujoco><extension/><deformable/></mujoco>").is_ok());
}

#[test]
fn wrong_models() {
    refused(&[
        ("<mujoco><worldbody>\n<joint/></worldbody></mujoco>", "2:1", "put <joint> inside a <body>"),
        ("<mujoco><worldbody><freejoint/></worldbody></mujoco>", "1:20", "put <freejoint> inside a <body>"),
        (
            "<mujoco><worldbody><inertial pos='0 0 0' mass='1'/></worldbody></mujoco>",
            "1:20",
            "put <inertial> inside a <body>",
        ),
        ("<mujoco><compiler coordinate='global'/></mujoco>", "1:19", "global coordinates"),
        ("<mujoco><compiler eulerseq='abc'/></mujoco>", "1:19", "three letters of x, y, z, X, Y, Z"),
        ("<mujoco><default class='x'/></mujoco>", "1:18", "'main'"),
        ("<mujoco><default><default/></default></mujoco>", "1:18", "needs a name"),
        ("<mujoco><worldbody><geom class='x' size='1'/></worldbody></mujoco>", "1:26", "default class 'x' not found"),
        ("<mujoco><worldbody><body childclass='x'/></worldbody></mujoco>", "1:26", "default class 'x' not found"),
        (
            "<mujoco><worldbody><geom name='a' size='1'/>\n<geom name='a' size='1'/></worldbody></mujoco>",
            "2:1",
            "repeated name 'a' in geom: the first is at <text>:1:20",
        ),
        ("<mujoco><worldbody><body name='world'/></worldbody></mujoco>", "1:20", "repeated name 'world'"),
        ("<mujoco><worldbody><geom/></worldbody></mujoco>", "1:20", "sphere must be positive"),
        ("<mujoco><worldbody><geom type='box' size='1 1'/></worldbody></mujoco>", "1:20", "box must be positive"),
        ("<mujoco><worldbody><geom type='sphere' size='-1'/></worldbody></mujoco>", "1:20", "found -1"),
        ("<mujoco><worldbody><geom type='mesh'/></worldbody></mujoco>", "1:20", "needs the attribute 'mesh'"),
        ("<mujoco><worldbody><geom size='1' material='m'/></worldbody></mujoco>", "1:20", "material 'm' not found"),
        ("<mujoco><worldbody><body><joint/></body></worldbody></mujoco>", "1:20", "must be positive"),
        (
            "<mujoco><worldbody><body><freejoint/><freejoint/><geom size='1'/></body></worldbody></mujoco>",
            "1:20",
            "at most 6 degrees of freedom",
        ),
        (
            "<mujoco><worldbody><body><body><freejoint/><geom size='1'/></body></body></worldbody></mujoco>",
            "1:26",
            "free joint",
        ),
        (
            "<mujoco><worldbody><body><joint axis='0 0 0'/><geom size='1'/></body></worldbody></mujoco>",
            "1:26",
            "axis is too short",
        ),
        (
            "<mujoco><worldbody><body><joint limited='true'/><geom size='1'/></body></worldbody></mujoco>",
            "1:26",
            "range",
        ),
        (
            "<mujoco><worldbody><body mocap='true'><body mocap='true'/></body></worldbody></mujoco>",
            "1:39",
            "mocap body must be a child of the world",
        ),
        ("<mujoco><actuator><motor/></actuator></mujoco>", "1:19", "no transmission"),
        ("<mujoco><actuator><motor joint='j'/></actuator></mujoco>", "1:19", "joint 'j' not found"),
        (
            "<mujoco><worldbody><body><joint name='knee'/><geom size='1'/></body></worldbody>\n<actuator><motor joint='kne'/></actuator></mujoco>",
            "2:11",
            "did you mean 'knee'?",
        ),
        ("<mujoco><sensor><gyro site='s'/></sensor></mujoco>", "1:17", "site 's' not found"),
        ("<mujoco><contact><exclude body1='a' body2='b'/></contact></mujoco>", "1:18", "body 'a' not found"),
        ("<mujoco><equality><weld body1='a'/></equality></mujoco>", "1:19", "body 'a' not found"),
        (
            "<mujoco><asset><skin vertex='0 0 0 1 0 0 0 1 0' face='0 1 2'>\n<bone body='a' bindpos='0 0 0' bindquat='1 0 0 0' \
             vertid='0 1 2' vertweight='1 1 1'/></skin></asset></mujoco>",
            "2:1",
            "body 'a' not found",
        ),
        (
            "<mujoco><asset><skin>\n<bone body='world' bindpos='0 0 0' vertid='0' vertweight='1'/></skin></asset></mujoco>",
            "2:1",
            "required attribute 'bindquat' is missing",
        ),
        ("<mujoco><tendon><fixed><joint joint='j' coef='1'/></fixed></tendon></mujoco>", "1:24", "joint 'j' not found"),
        ("<mujoco><tendon><spatial/></tendon></mujoco>", "1:17", "path of a tendon cannot be empty"),
        ("<mujoco><keyframe><key qpos='1'/></keyframe></mujoco>", "1:19", "attribute 'qpos'"),
    ]);
    let error = load_model("<mujoco><asset>\n<mesh file='nowhere.stl'/></asset></mujoco>").unwrap_err().to_string();
    assert!(error.contains("nowhere.stl") && error.contains("<text>:2:1:"), "{error}");
}

/// The error of a model that includes files held in memory.
fn include_error(xml: &str, files: &[(&str, &str)]) -> (MjcfError, String) {
    let assets: Assets = files.iter().copied().collect();
    let error = Loader::new().assets(assets).load_str(xml, "").unwrap_err();
    let text = error.to_string();
    (error, text)
}

#[test]
fn wrong_includes() {
    let model = "<mujoco>\n <worldbody><include file='a.xml'/></worldbody></mujoco>";
    let cases: &[(&[(&str, &str)], &str)] = &[
        (&[], "<text>:2:22: mujoco/worldbody/include: cannot include 'a.xml': no such file; looked for 'a.xml'"),
        (&[("a.xml", "")], "<text>:2:22: mujoco/worldbody/include: cannot include 'a.xml': the file is empty"),
        (
            &[("a.xml", "<x/>")],
            "<text>:2:22: mujoco/worldbody/include: cannot include 'a.xml': the file holds no elements",
        ),
        (
            &[("a.xml", "<x>\n <geom>")],
            "a.xml:2:8: mujoco/worldbody/geom: not well-formed XML: <geom> of line 2 is not closed",
        ),
        (
            &[("a.xml", "<x>\n <goem/></x>")],
            "a.xml:2:2: mujoco/worldbody/goem: unknown element <goem> in <worldbody>; did you mean 'geom'?",
        ),
        (&[("a.xml", "<x><geom size='a'/></x>")], "a.xml:1:10: mujoco/worldbody/geom: attribute 'size'"),
        (
            &[("a.xml", "<x>\n<include file='a.xml'/></x>")],
            "a.xml:2:10: mujoco/worldbody/include: file 'a.xml' is already included",
        ),
        (
            &[("a.xml", "<x><include file='b.xml'/></x>"), ("b.xml", "<x><include file='./a.xml'/></x>")],
            "b.xml:1:13: mujoco/worldbody/include: file './a.xml' is already included",
        ),
        (
            &[("a.xml", "<x><geom size='-1'/></x>")],
            "a.xml:1:4: mujoco/worldbody/geom: size 0 of a sphere must be positive",
        ),
        (
            &[("a.xml", "<x><include/></x>")],
            "a.xml:1:4: mujoco/worldbody/include: required attribute 'file' is missing",
        ),
    ];
    for (files, expected) in cases {
        let (_, found) = include_error(model, files);
        assert!(found.starts_with(expected), "expected {expected}\nfound    {found}");
    }
    let twice = "<mujoco><include file='a.xml'/><include file='a.xml'/></mujoco>";
    let (error, text) = include_error(twice, &[("a.xml", "<mujoco><option/></mujoco>")]);
    assert!(matches!(error, MjcfError::DuplicateInclude { .. }) && text.starts_with("<text>:1:41:"), "{text}");
    let full = "<mujoco><include file='a.xml'><option/></include></mujoco>";
    assert!(include_error(full, &[("a.xml", "<x><option/></x>")]).1.contains("nothing but its file name"));
}

#[test]
fn includes_are_found_and_expanded() {
    let assets: Assets = [
        ("parts/arm.xml", "<mujocoinclude><body name='arm'><include file='hand.xml'/></body></mujocoinclude>"),
        ("parts/hand.xml", "<mujoco model='x'><geom size='1'/><joint name='j'/></mujoco>"),
        ("drive.xml", "<x><!-- -- --><actuator><motor joint='j'/></actuator></x>"),
    ]
    .into_iter()
    .collect();
    let xml =
        "<mujoco><worldbody><include file='parts/arm.xml'> </include></worldbody><include file='drive.xml'/></mujoco>";
    let model = Loader::new().assets(assets).load_str(xml, "").unwrap().model;
    assert_eq!((model.nbody, model.njnt, model.nu), (2, 1, 1));
}

#[test]
fn what_the_reference_accepts() {
    for xml in [
        "\u{feff}<mujoco/>",
        "\n  <?xml version='1.0' encoding='ISO-8859-1'?>\n<mujoco/>",
        "<!DOCTYPE mujoco><mujoco/><!-- end -->",
        "<mujoco>words &amp; more <![CDATA[ <x> ]]><!-- a -- b ---></mujoco>",
        "<mujoco><worldbody><geom size='1' name='a & b &foo; <c>'/></worldbody></mujoco>",
        "<mujoco><worldbody><geom size='0x1p-1 ' rgba='1 .5 1. 1e-1' solmix='' name=''/></worldbody></mujoco>",
        "<mujoco><worldbody><frame flavour='1'><geom size='1' colour='red'/></frame></worldbody></mujoco>",
        "<mujoco><option/><option/><worldbody/><worldbody/><default/><default class='main'/></mujoco>",
        "<mujoco><worldbody><geom size='1' quat='1 0 0 0' euler=''/><camera output=''/></worldbody></mujoco>",
        "<mujoco><option integrator='implicitspringdamper' solver='CGStrict'/></mujoco>",
    ] {
        load_model(xml).unwrap_or_else(|e| panic!("{xml}\n{e}"));
    }
}

#[test]
fn hostile_inputs_fail_fast() {
    let nested = |tag: &str, n: usize| {
        let count = if tag == "replicate" { " count='1'" } else { "" };
        let (open, close) = (format!("<{tag}{count}>").repeat(n), format!("</{tag}>").repeat(n));
        format!("<mujoco><worldbody>{open}<geom size='1'/>{close}</worldbody></mujoco>")
    };
    // as deep as MuJoCo goes
    for tag in ["body", "frame", "replicate"] {
        load_model(&nested(tag, 496)).unwrap_or_else(|e| panic!("{tag} {e}"));
    }
    let classes: String = (1..490).map(|i| format!("<default class='c{i}'>")).collect();
    load_model(&format!("<mujoco><default>{classes}{}</default></mujoco>", "</default>".repeat(489))).unwrap();
    let attributes: String = (0..200_000).map(|i| format!("a{i}='' ")).collect();
    let entities = "<!DOCTYPE m [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;&a;&a;'>]><mujoco model='&b;'/>".to_string();
    let inputs = [
        (nested("body", 1_000_000), "nested more than"),
        ("<body>".repeat(1_000_000), "unknown element"),
        (format!("<mujoco {attributes}/>"), "no attribute"),
        (format!("<mujoco {}/>", "model='' ".repeat(200_000)), "given twice"),
        (format!("<mujoco><!--{}", "<!--".repeat(1_000_000)), "comment not closed"),
        (format!("<mujoco><worldbody><geom size='{}'/></worldbody></mujoco>", "1 ".repeat(1_000_000)), "found 1000000"),
        (format!("<mujoco><option timestep='{}'/></mujoco>", "9".repeat(1_000_000)), "double precision"),
        (format!("<{}/>", "a".repeat(1_000_000)), "unknown element"),
        (format!("<mujoco>{}", "&lt;".repeat(1_000_000)), "not closed"),
        (format!("<mujoco model='{}", "<".repeat(1_000_000)), "not well-formed"),
        (entities, "entity definitions"),
        ("\0".repeat(1_000_000), "outside the root element"),
    ];
    for (text, part) in inputs {
        let start = Instant::now();
        let message = load_model(&text).unwrap_err().to_string();
        // generous: these take milliseconds, but machines are busy
        assert!(start.elapsed() < Duration::from_secs(10), "{part}: {:?}", start.elapsed());
        assert!(message.contains(part), "{part}: {}", message.chars().take(200).collect::<String>());
    }
}

#[test]
fn broken_texts_never_panic() {
    let text = "<mujoco model='é'><!-- c --><default><geom size='1 2'/></default><worldbody><body name='b'>\
                <joint range='-1 1'/><geom type='box' size='1 1 1' rgba='1 1 1 1'/></body></worldbody></mujoco>";
    for end in 0..text.len() {
        if let Some(part) = text.get(..end) {
            assert!(load_model(part).is_err(), "{part}");
        }
    }
    // one character changed, everywhere
    for (at, _) in text.char_indices() {
        for new in ['<', '>', '\'', '&', '/', '=', ' ', 'x', '\u{0}', '٣'] {
            let rest = text.get(at..).unwrap().chars().skip(1);
            let changed: String = text.get(..at).unwrap().chars().chain([new]).chain(rest).collect();
            let _ = load_model(&changed);
        }
    }
}

#[test]
fn numbers_that_ask_for_all_memory() {
    let user = |size: &str| format!("<mujoco><size {size}/><worldbody><geom size='1'/></worldbody></mujoco>");
    let act = "<worldbody><body><joint name='j'/><geom size='1'/></body></worldbody><actuator><general joint='j' \
               dyntype='integrator' actdim='2147483647'/></actuator>";
    for xml in [
        user("nkey='2147483647'"),
        user("nuserdata='2147483647'"),
        user("nuser_geom='2147483647'"),
        format!("<mujoco>{act}</mujoco>"),
        format!("<mujoco>{act}<keyframe><key act='1'/></keyframe></mujoco>"),
        "<mujoco><sensor><user dim='2147483647'/></sensor></mujoco>".into(),
        user("nuser_body='2147483647'"),
        format!("<mujoco><sensor>{}</sensor></mujoco>", "<clock nsample='16777216' delay='1'/>".repeat(8)),
    ] {
        let found = load_model(&xml);
        assert!(matches!(found, Err(MjcfError::TooLarge { .. })), "{xml} {:?}", found.err());
    }
    // limits are only remembered, whatever they would take
    assert!(load_model(&user("njmax='2147483647' nconmax='2147483647'")).is_ok());
}
