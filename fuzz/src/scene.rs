//! Makes models that load and step quickly: a skeleton of named bodies, and elements from the schema, each on its own line.
//! The compiler's rejected lines are removed.

use crate::dice::Dice;
use crate::document::{Errors, Writer};
use crate::samples;
use sim_core::Model;
use sim_mjcf::binding::schema::{self, Node};

/// The most lines that are removed from a scene.
const MAX_REMOVED: usize = 24;

/// Makes a model; `None` if the compiler rejects its skeleton.
pub fn model(errors: Errors, dice: &mut Dice<'_>) -> Option<Model> {
    let mut lines = text(errors, dice);
    for _ in 0..MAX_REMOVED {
        match crate::load::load(&lines.join("\n"), samples::all()) {
            Ok(loaded) => return Some(loaded.model),
            Err(error) => {
                // "<text>:line:column: …"
                let line: usize = error.to_string().split(':').nth(1)?.parse().ok()?;
                let refused = lines.get_mut(line.checked_sub(1)?)?;
                if refused.is_empty() || refused.starts_with("<body") {
                    return None;
                }
                refused.clear();
            }
        }
    }
    None
}

/// The element of the schema at a path below the root.
fn find(path: &[&str]) -> Option<Node> {
    path.iter().try_fold(schema::root(), |node, tag| node.child(tag).map(|(_, _, child)| child))
}

/// The lines of a scene.
pub fn text(errors: Errors, dice: &mut Dice<'_>) -> Vec<String> {
    let mut scene = Scene { lines: vec![], writer: Writer::new(errors) };
    (0..3).for_each(|_| drop(scene.named("mesh")));
    scene.line("<mujoco>");
    scene.line("<compiler boundmass='.01' boundinertia='.001'/>");
    scene.single(&["option"], dice);
    for _ in 0..dice.below(3) {
        scene.single(&["option", "flag"], dice);
    }
    for (path, out_of_256) in
        [(&["compiler"][..], 96), (&["compiler", "lengthrange"], 32), (&["size"], 48), (&["statistic"], 32)]
    {
        if dice.chance(out_of_256) {
            scene.single(path, dice);
        }
    }
    scene.line("<worldbody>");
    scene.ground(dice);
    let bodies = 1 + dice.below(5);
    scene.bodies(bodies, dice);
    scene.line("</worldbody>");
    scene.assets();
    scene.tendons(dice);
    for (section, most) in [("contact", 3), ("equality", 4), ("actuator", 5), ("sensor", 8)] {
        scene.section(section, most, dice);
    }
    scene.section("keyframe", 2, dice);
    scene.line("</mujoco>");
    scene.lines
}

struct Scene {
    lines: Vec<String>,
    writer: Writer,
}

impl Scene {
    fn line(&mut self, text: &str) {
        self.lines.push(text.to_string());
    }

    /// Moves the text of the document into a line.
    fn take(&mut self) {
        let line = std::mem::take(&mut self.writer.out);
        self.lines.push(line);
    }

    /// An element at a path, with the elements around it, on one line.
    fn single(&mut self, path: &[&str], dice: &mut Dice<'_>) {
        let Some(node) = find(path) else { return };
        let (around, tag) = (&path[..path.len() - 1], path[path.len() - 1]);
        for outer in around {
            self.writer.out += &format!("<{outer}>");
        }
        self.writer.out += &format!("<{tag}");
        self.writer.attributes(node, dice);
        self.writer.out += "/>";
        for outer in around.iter().rev() {
            self.writer.out += &format!("</{outer}>");
        }
        self.take();
    }

    /// Writes an element of this tag as in a body, with given attributes before those of the schema. A repeated attribute
    /// is not well-formed: then only this line is removed.
    fn in_body(&mut self, tag: &str, dice: &mut Dice<'_>) {
        if let Some(node) = find(&["worldbody", "body", tag]) {
            self.writer.out += &format!("<{tag}");
            self.writer.attributes(node, dice);
            self.writer.out += "/>";
            self.take();
        }
    }

    fn named(&mut self, object: &'static str) -> String {
        self.writer.declare(object)
    }

    /// Writes the assets of geoms. A mesh takes longer to load than everything else.
    fn assets(&mut self) {
        self.line("<asset>");
        let corners: Vec<String> = samples::CORNERS.as_flattened().iter().map(f32::to_string).collect();
        for (i, mesh) in [
            format!("vertex='{}'", corners.join(" ")),
            "builtin='sphere' params='1' scale='.2 .1 .2'".to_string(),
            "file='a.obj' inertia='convex'".to_string(),
        ]
        .iter()
        .enumerate()
        {
            let used = self.lines.iter().any(|line| line.contains(&format!("mesh='mesh{i}'")));
            if used {
                self.line(&format!("<mesh name='mesh{i}' {mesh}/>"));
            }
        }
        let name = self.named("hfield");
        let elevation = "0 .1 .2 .4 .9 .3 0 .5 .2";
        self.line(&format!("<hfield name='{name}' nrow='3' ncol='3' size='1 1 .3 .1' elevation='{elevation}'/>"));
        self.line("</asset>");
    }

    fn ground(&mut self, dice: &mut Dice<'_>) {
        for ground in ["type='plane' size='2 2 .1'", "type='hfield' hfield='hfield0' pos='0 0 -.4'"] {
            if dice.chance(140) {
                let name = self.named("geom");
                self.line(&format!("<geom name='{name}' {ground}/>"));
            }
        }
        if dice.chance(64) {
            let name = self.named("body");
            self.line(&format!("<body name='{name}' mocap='true' pos='.3 0 .3'>"));
            self.line("<geom size='.1'/>");
            self.line("</body>");
        }
        for tag in ["geom", "site", "camera", "light"] {
            if dice.chance(48) {
                self.in_body(tag, dice);
            }
        }
    }

    /// Bodies nested or side by side; each has a geom, a site and at most three compatible joints.
    fn bodies(&mut self, count: usize, dice: &mut Dice<'_>) {
        let mut open = 0;
        for _ in 0..count {
            let name = self.named("body");
            let (x, z) = (dice.usual().clamp(-1.0, 1.0), dice.usual().clamp(-1.0, 1.0));
            let gravity = if dice.chance(32) { " gravcomp='.7'" } else { "" };
            let sleep =
                if dice.chance(32) { dice.pick(&[" sleep='never'", " sleep='allowed'", " sleep='init'"]) } else { "" };
            let sleep = if open == 0 { sleep } else { "" };
            self.line(&format!("<body name='{name}' pos='{x} 0 {z}'{gravity}{sleep}>"));
            self.joints(open == 0, dice);
            for _ in 0..1 + dice.below(2) {
                self.geom(dice);
            }
            let site = self.named("site");
            let kind = dice.pick(&["sphere", "box", "capsule", "ellipsoid", "cylinder"]);
            self.line(&format!("<site name='{site}' type='{kind}' size='.05 .06 .07' pos='{} .05 0'/>", dice.usual()));
            if dice.chance(40) {
                let tag = dice.pick(&["geom", "site", "camera", "light", "inertial", "composite", "joint"]);
                self.in_body(tag, dice);
            }
            open += 1;
            for _ in 0..dice.below(open + 1) {
                self.line("</body>");
                open -= 1;
            }
        }
        (0..open).for_each(|_| self.line("</body>"));
    }

    fn joints(&mut self, outermost: bool, dice: &mut Dice<'_>) {
        let kind = dice.pick(&["hinge", "slide", "ball", "free", "hinge hinge", "slide slide hinge", "hinge ball", ""]);
        for kind in kind.split(' ').filter(|kind| !kind.is_empty()) {
            let kind = if kind == "free" && !outermost { "ball" } else { kind };
            let name = self.named("joint");
            let mut text = format!("<joint name='{name}' type='{kind}'");
            if kind != "ball" && kind != "free" {
                text += &format!(" axis='{}'", dice.pick(&["0 0 1", "1 0 0", "0 1 0", "1 1 1", "1 .1 0"]));
            }
            let passive = ["damping", "stiffness", "frictionloss", "armature"];
            for attribute in passive {
                if dice.chance(64) {
                    text += &format!(" {attribute}='{}'", dice.positive());
                }
            }
            if kind != "free" && dice.chance(80) {
                text += if kind == "ball" { " range='0 40'" } else { " range='-.3 .5'" };
            }
            self.line(&(text + "/>"));
        }
    }

    fn geom(&mut self, dice: &mut Dice<'_>) {
        let name = self.named("geom");
        let kind = dice.pick(&["sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh"]);
        // distance fields take long to build
        let kind = if kind == "mesh" && dice.chance(8) { "sdf" } else { kind };
        let mut text = format!("<geom name='{name}' type='{kind}'");
        if kind == "sdf" {
            text += " mesh='mesh0'";
        } else if kind == "mesh" {
            text += &format!(" mesh='mesh{}'", dice.below(3));
        } else {
            let [a, b, c] = [0; 3].map(|_| dice.positive().clamp(0.02, 0.5));
            text += &format!(" size='{a} {b} {c}'");
        }
        text += &format!(" pos='{} 0 .1' condim='{}'", dice.usual().clamp(-1.0, 1.0), dice.pick(&["3", "1", "4", "6"]));
        for (attribute, value) in [
            ("margin", ".05"),
            ("friction", "0 0 0"),
            ("solref", "-100 -5"),
            ("solimp", "0 1 1e-9 .5 1"),
            ("fluidshape", "ellipsoid"),
            ("mass", "1e-9"),
            ("adhesion", "3"),
            ("surfacevel", "1 0 0 0 0 2"),
            ("gap", ".02"),
            ("shellinertia", "true"),
        ] {
            if dice.chance(24) {
                text += &format!(" {attribute}='{value}'");
            }
        }
        self.line(&(text + "/>"));
    }

    /// Fixed tendons along joints, spatial ones along sites and geoms.
    fn tendons(&mut self, dice: &mut Dice<'_>) {
        self.line("<tendon>");
        for _ in 0..dice.below(3) {
            let fixed = dice.chance(100);
            let tag = if fixed { "fixed" } else { "spatial" };
            let Some(node) = find(&["tendon", tag]) else { return };
            self.writer.out += &format!("<{tag}");
            self.writer.attributes(node, dice);
            self.writer.out.push('>');
            let place = |dice: &mut Dice<'_>| dice.below(6);
            for _ in 0..1 + dice.below(3) {
                let part = match (fixed, dice.below(4)) {
                    (true, _) => format!("<joint joint='joint{}' coef='{}'/>", place(dice), dice.usual()),
                    (false, 1) => format!("<site site='site{}'/><pulley divisor='2'/>", place(dice)),
                    (false, 2) => format!(
                        "<site site='site{}'/><geom geom='geom{}' sidesite='site{}'/>",
                        place(dice),
                        place(dice),
                        place(dice)
                    ),
                    (false, _) => format!("<site site='site{}'/>", place(dice)),
                };
                self.writer.out += &part;
            }
            if !fixed {
                self.writer.out += &format!("<site site='site{}'/>", place(dice));
            }
            self.writer.out += &format!("</{tag}>");
            self.take();
        }
        self.line("</tendon>");
    }

    /// Some elements of a section, each on its line.
    fn section(&mut self, section: &'static str, most: usize, dice: &mut Dice<'_>) {
        let Some(node) = find(&[section]) else { return };
        let kinds: Vec<Node> =
            node.children().map(|(_, kind)| kind).filter(|k| k.element.unsupported.is_none()).collect();
        self.line(&format!("<{section}>"));
        for _ in 0..dice.below(most + 1) {
            let kind = dice.pick(&kinds);
            self.writer.out += &format!("<{}", kind.element.tag);
            self.writer.attributes(kind, dice);
            self.writer.out += "/>";
            self.take();
        }
        self.line(&format!("</{section}>"));
    }
}
