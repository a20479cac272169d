//! Documents that need too much: by one number, by many copies, or by work that grows faster than the document.

use super::measure::Case;
use sim_mjcf::Loader;

type Words = &'static [&'static str];

fn texts(table: Vec<(&str, String, Words)>) -> Vec<Case> {
    let case = |(name, text, words): (&str, String, Words)| {
        Case::new(name, words, move || Loader::new().load_str(&text, "").map(drop))
    };
    table.into_iter().map(case).collect()
}

fn asset(inside: &str) -> String {
    format!("<mujoco><asset>{inside}</asset></mujoco>")
}

fn world(inside: &str) -> String {
    format!("<mujoco><worldbody>{inside}</worldbody></mujoco>")
}

/// A body with a joint, and something that refers to them.
fn around(before: &str, after: &str) -> String {
    let body = "<body name='b'><joint name='j'/><geom name='g' size='.1'/><site name='s'/></body>";
    format!(
        "<mujoco>{before}<worldbody>{body}<camera name='c' resolution='100000 100000'/></worldbody>{after}</mujoco>"
    )
}

/// One element inside another.
fn nested(open: &str, levels: usize, inside: &str) -> String {
    let tag: String = open.chars().skip(1).take_while(|c| c.is_ascii_alphabetic()).collect();
    format!("{}{inside}{}", open.repeat(levels), format!("</{tag}>").repeat(levels))
}

/// One number that makes something large.
pub fn sizes() -> Vec<Case> {
    let texture = |inside: &str| asset(&format!("<texture name='t' {inside}/>"));
    let mesh = |inside: &str| asset(&format!("<mesh name='m' builtin={inside}/>"));
    let sensor = |inside: &str| around("", &format!("<sensor><{inside}/></sensor>"));
    let motor = |inside: &str| around("", &format!("<actuator><general joint='j' {inside}/></actuator>"));
    texts(vec![
        ("checks", texture("type='2d' builtin='checker' width='30000' height='30000'"), &["2700000000 bytes"]),
        ("a cube", texture("type='cube' builtin='gradient' width='10000' mark='random'"), &["10000 x 60000"]),
        ("a picture", texture("type='2d' builtin='flat' width='2147483647' height='2147483647'"), &["picture_bytes"]),
        (
            "a height field",
            asset("<hfield name='h' nrow='100000' ncol='100000' size='1 1 1 1'/>"),
            &["40000000000 bytes", "coarser"],
        ),
        (
            "a large height field",
            asset("<hfield name='h' nrow='2147483647' ncol='2147483647' size='1 1 1 1'/>"),
            &["picture_bytes"],
        ),
        ("a supersphere", mesh("'supersphere' params='2000 1 1'"), &["4000000 vertices", "resolution"]),
        ("a cone", mesh("'cone' params='2000000000 1'"), &["4000000000 vertices"]),
        ("a plate", mesh("'plate' params='20000 20000'"), &["400000000 vertices"]),
        ("numbers of the user", "<mujoco><size nuserdata='2000000000'/></mujoco>".into(), &["'userdata'", "memory"]),
        ("numbers of joints", around("<size nuser_jnt='1000000000'/>", ""), &["nuser_jnt", "memory"]),
        ("keyframes", "<mujoco><size nkey='1000000000'/></mujoco>".into(), &["nkey", "objects"]),
        ("numeric", "<mujoco><custom><numeric name='n' size='2000000000'/></custom></mujoco>".into(), &["1 to 500"]),
        ("a history", motor("delay='.1' nsample='2000000000'"), &["'nsample' is at most"]),
        ("activations", motor("dyntype='user' actdim='2000000000'"), &["'actdim' is 2000000000, at most"]),
        ("a reading", sensor("user dim='2000000000'"), &["'sensordata'", "memory"]),
        ("contacts of a sensor", sensor("contact geom1='g' num='2000000000'"), &["'sensordata'", "memory"]),
        ("rays of a camera", sensor("rangefinder camera='c'"), &["too many"]),
        (
            "a cable",
            world("<composite type='cable' count='2000000000 1 1' curve='s'><geom type='box'/></composite>"),
            &["cable"],
        ),
        (
            "the skin of a cable",
            world(&cable("", 2_000_000_000)),
            &["the skin of this cable", "lower its 'subgrid'", "raise the limit 'vertices'"],
        ),
        (
            "skins of cables",
            world(&(0..1000).map(|i| cable(&format!("{i}_"), 100)).collect::<String>()),
            &["with those before it", "raise the limit 'vertices'"],
        ),
    ])
}

/// A cable of boxes whose skin has so many vertices between two links.
fn cable(prefix: &str, subgrid: usize) -> String {
    format!(
        "<composite type='cable' prefix='{prefix}' count='5 1 1' curve='s'><skin subgrid='{subgrid}'/>\
         <geom type='box' size='.1 .1 .1'/></composite>"
    )
}

/// Too many copies of something.
pub fn counts() -> Vec<Case> {
    let attach: String = (0..12)
        .map(|i| {
            let copies: String = (0..10).map(|k| format!("<attach body='b{i}' prefix='p{k}'/>")).collect();
            format!("<body name='b{}'>{copies}</body>", i + 1)
        })
        .collect();
    let long: String = (0..200)
        .map(|i| format!("<body name='b{}'><attach body='b{i}' prefix='{}'/></body>", i + 1, "p".repeat(100_000)))
        .collect();
    let many = |n: usize, element: &str| -> String { (0..n).map(|i| element.replace('#', &i.to_string())).collect() };
    let copied = |copies: usize, keys: String| {
        format!(
            "<mujoco><worldbody><replicate count='{copies}'><body><joint/><geom size='1'/></body></replicate></worldbody>
             <keyframe>{keys}</keyframe></mujoco>"
        )
    };
    let classes = many(60_000, "<default class='c#'/>");
    let classes =
        format!("<mujoco><default>{classes}</default><worldbody><geom class='c59999' size='1'/></worldbody></mujoco>");
    let start = "<body name='b0'><site/></body>";
    texts(vec![
        (
            "copies of copies",
            world(&nested("<replicate count='10'>", 12, "<site/>")),
            &["objects, the limit is 200000"],
        ),
        ("copies", world("<replicate count='2000000000'><geom size='1'/></replicate>"), &["fewer copies"]),
        ("attachments of attachments", world(&format!("{start}{attach}")), &["objects, the limit is 200000"]),
        ("names that grow", world(&format!("{start}{long}")), &["objects, the limit is 200000"]),
        ("keyframes of copies", copied(1000, many(1000, "<key/>")), &["1000 keyframes", "1000 copies", "'objects'"]),
        (
            "positions of keyframes",
            copied(300, many(300, "<key qpos='0'/>")),
            &["300 keyframes", "bytes, the limit is 4294967296"],
        ),
        (
            "built-in meshes",
            asset(&many(200, "<mesh name='m#' builtin='supersphere' params='900 1 1'/>")),
            &["mesh[m1]", "1620000 vertices", "raise the limit 'vertices'"],
        ),
        ("small meshes", asset(&many(500, "<mesh name='m#' builtin='sphere' params='4'/>")), &["'vertices'"]),
        (
            "pictures",
            asset(&many(2000, "<texture name='t#' type='2d' builtin='flat' width='3000' height='3000'/>")),
            &["texture[t39]", "with those before it", "picture_bytes"],
        ),
        (
            "height fields",
            asset(&many(2000, "<hfield name='h#' nrow='3000' ncol='3000' size='1 1 1 1'/>")),
            &["hfield[h29]", "with those before it", "picture_bytes"],
        ),
        ("classes", classes, &[]),
        ("elements", world(&"<site/>".repeat(600_000)), &["objects, the limit is 200000"]),
        ("levels", world(&nested("<body>", 5000, "")), &["nested"]),
        ("open elements", "<a>".repeat(2_000_000), &["unknown element"]),
        ("entities", "<!DOCTYPE m [<!ENTITY a '&b;'>]><mujoco model='&a;'/>".into(), &["entity definitions"]),
        ("attributes", format!("<mujoco {}/>", many(200_000, "a#='1' ")), &["no attribute 'a0'"]),
        ("numbers", world(&format!("<geom size='{}'/>", "1 ".repeat(3_000_000))), &["found 3000000"]),
        ("errors", world(&"<geom bogus='1'/>".repeat(10_000)), &["and 99 more errors"]),
    ])
}

/// Work that is counted before it is done.
pub fn work() -> Vec<Case> {
    let muscle = |inside: &str| {
        let before = format!("<compiler><lengthrange {inside}/></compiler>");
        around(&before, "<actuator><muscle name='biceps' joint='j'/></actuator>")
    };
    let link = format!("<body>{}<geom size='1'/>", "<joint/>".repeat(6));
    let twice = nested(&link, 490, "<attach body='a' prefix='p'/>");
    let chain = nested(&link, 480, "");
    let pulled: String = (0..500).map(|i| format!("<muscle name='m{i}' joint='j'/>")).collect();
    let pulled =
        around("<compiler><lengthrange inttotal='100'/></compiler>", &format!("<actuator>{pulled}</actuator>"));
    texts(vec![
        ("a long range", muscle("inttotal='1e9'"), &["actuator 'biceps'", "'inttotal'", "limit 'operations'"]),
        ("short steps", muscle("inttotal='1e300' timestep='1e-300'"), &["actuator 'biceps'", "operations"]),
        ("many ranges", pulled, &["operations"]),
        ("a chain", world(&format!("<body name='a'>{twice}</body>")), &["degrees of freedom", "operations"]),
        (
            "chains",
            world(&format!("<replicate count='40'>{chain}</replicate>")),
            &["degrees of freedom", "limit 'memory'"],
        ),
    ])
}
