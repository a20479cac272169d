//! `<include>` in every section of a model: the compiled model equals that of the same text inline.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use sim_core::Model;
use sim_mjcf::{Assets, Loaded, Loader, MjcfError};

/// Each section of a model: start tag, content, end tag.
const SECTIONS: [(&str, &str, &str); 14] = [
    ("<compiler angle='radian'>", "<lengthrange uselimit='true'/>", "</compiler>"),
    ("<option timestep='.004'>", "<flag energy='enable' gravity='disable'/>", "</option>"),
    ("<size nuser_geom='2'>", "", "</size>"),
    ("<visual>", "<global fovy='60'/><map znear='.02'/>", "</visual>"),
    ("<statistic extent='3'>", "", "</statistic>"),
    (
        "<default>",
        "<geom density='700' rgba='1 0 0 1'/><default class='light'><geom density='10'/></default>",
        "</default>",
    ),
    ("<custom>", "<numeric name='n' data='1 2 3'/><text name='t' data='words'/>", "</custom>"),
    (
        "<asset>",
        "<texture name='t' type='2d' builtin='checker' width='8' height='8'/><material name='m' texture='t'/>
         <mesh name='tet' vertex='0 0 0  .1 0 0  0 .1 0  0 0 .1'/>
         <hfield name='h' nrow='2' ncol='2' size='1 1 1 .1' elevation='0 1 1 0'/>",
        "</asset>",
    ),
    (
        "<worldbody>",
        "<geom name='floor' type='plane' size='1 1 .1' material='m'/><geom type='hfield' hfield='h' pos='5 0 0'/>
         <body name='a' pos='0 0 1'><joint name='j1' axis='0 1 0' damping='.1' range='-1 1'/><geom name='ga' size='.1'/>
           <site name='s1' pos='.1 0 0'/>
           <body name='b' pos='.5 0 0'><joint name='j2' axis='0 1 0'/><geom name='gb' type='mesh' mesh='tet' class='light'/>
             <site name='s2'/></body></body>
         <body name='c' pos='1 0 1'><freejoint/><geom name='gc' size='.1'/></body>",
        "</worldbody>",
    ),
    ("<contact>", "<pair geom1='ga' geom2='gc' friction='.3'/><exclude body1='a' body2='c'/>", "</contact>"),
    ("<equality>", "<joint joint1='j1' joint2='j2' polycoef='0 2 0 0 0'/><connect body1='c' body2='a' anchor='0 0 0'/>", "</equality>"),
    (
        "<tendon>",
        "<fixed name='tf'><joint joint='j1' coef='2'/></fixed>
         <spatial name='ts' range='0 1'><site site='s1'/><site site='s2'/></spatial>",
        "</tendon>",
    ),
    ("<actuator>", "<muscle name='u1' joint='j1'/><position name='u2' tendon='tf' kp='5'/>", "</actuator>"),
    ("<sensor>", "<jointpos joint='j1'/><tendonpos tendon='ts'/><accelerometer site='s2'/>", "</sensor>"),
];

/// Whether a section may stand only once and holds no elements: a file can only include it as a whole.
fn is_flat((_, inside, _): &(&str, &str, &str)) -> bool {
    inside.is_empty()
}

const KEYFRAME: &str = "<key name='k' qpos='.1 .2 0 0 2 1 0 0 0' ctrl='.5 .6'/>";

fn load(sections: impl Iterator<Item = String>, keyframe: &str, files: &[(&str, String)]) -> Result<Model, MjcfError> {
    let mut assets = Assets::new();
    for (name, text) in files {
        assets.insert(name, text.as_bytes());
    }
    let inside: String = sections.collect();
    let xml = format!("<mujoco model='m'>{inside}<keyframe>{keyframe}</keyframe></mujoco>");
    Loader::new().assets(assets).load_str(&xml, "").map(Loaded::report_warnings)
}

fn inline((open, inside, close): &(&str, &str, &str)) -> String {
    format!("{open}{inside}{close}")
}

fn whole() -> Model {
    load(SECTIONS.iter().map(inline), KEYFRAME, &[]).unwrap_or_else(|e| panic!("{e}"))
}

fn file(inside: &str) -> String {
    format!("<mujocoinclude>{inside}</mujocoinclude>")
}

/// The model with one section replaced.
fn with(index: usize, text: &str, files: &[(&str, String)]) -> Result<Model, MjcfError> {
    let sections = SECTIONS.iter().enumerate().map(|(i, s)| if i == index { text.to_string() } else { inline(s) });
    load(sections, KEYFRAME, files)
}

#[test]
fn the_content_of_every_section_may_be_included() {
    let whole = whole();
    for (i, section) in SECTIONS.iter().enumerate().filter(|(_, section)| !is_flat(section)) {
        let (open, inside, close) = section;
        // without the include the model differs, or does not load
        assert!(
            with(i, &format!("{open}{close}"), &[]).is_ok_and(|m| m != whole)
                || with(i, &format!("{open}{close}"), &[]).is_err(),
            "{open}"
        );
        let text = format!("{open}<include file='part.xml'/>{close}");
        match with(i, &text, &[("part.xml", file(inside))]) {
            Ok(m) => assert!(m == whole, "{open}: another model"),
            Err(error) => panic!("{open}: {error}"),
        }
    }
    let keyframe = load(SECTIONS.iter().map(inline), "<include file='key.xml'/>", &[("key.xml", file(KEYFRAME))]);
    assert!(keyframe.unwrap() == whole, "<keyframe>");
}

#[test]
fn every_section_may_be_included_as_a_whole() {
    let whole = whole();
    for (i, section) in SECTIONS.iter().enumerate() {
        assert!(with(i, "", &[]).map_or(true, |m| m != whole), "{}", section.0);
        match with(i, "<include file='part.xml'/>", &[("part.xml", file(&inline(section)))]) {
            Ok(m) => assert!(m == whole, "{}: another model", section.0),
            Err(error) => panic!("{}: {error}", section.0),
        }
    }
}

#[test]
fn includes_may_hold_includes_and_stand_in_bodies() {
    let whole = whole();
    let names: Vec<String> = (0..SECTIONS.len()).map(|i| format!("{i}.xml")).collect();
    let mut files: Vec<(&str, String)> =
        names.iter().zip(&SECTIONS).map(|(name, section)| (name.as_str(), file(&inline(section)))).collect();
    let all: String = names.iter().map(|name| format!("<include file='{name}'/>")).collect();
    files.push(("all.xml", file(&all)));
    let m = load(std::iter::once("<include file='all.xml'/>".to_string()), KEYFRAME, &files).unwrap();
    assert!(m == whole);

    // a body, and what is in it
    let world = SECTIONS[8].1;
    let (before, arm) = world.split_at(world.find("<body name='b'").unwrap());
    let (arm, after) = arm.split_at(arm.find("</body>").unwrap() + "</body>".len());
    let text = format!("<worldbody>{before}<include file='arm.xml'/>{after}</worldbody>");
    assert!(with(8, &text, &[("arm.xml", file(arm))]).unwrap() == whole);
}
