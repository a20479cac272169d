//! Makes MJCF documents from the reader's schema: any element at any allowed place, with any of its attributes.
//!
//! Names are given in order (`body0`, `body1` …), and references point at names given so far. So most documents reach the
//! compiler. Most of them keep the rules between attributes.

use crate::dice::Dice;
use crate::samples;
use sim_mjcf::binding::schema::{self, Attribute, Count, Kind, MANY, Node, Range, Rule};
use std::collections::BTreeMap;

/// The most elements of one document.
const MAX_ELEMENTS: usize = 60;
/// The deepest nesting of elements.
const MAX_DEPTH: usize = 12;

/// How many values of a document are wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Errors {
    /// None, but values may contradict each other.
    None,
    /// A few.
    Few,
    /// Any.
    Many,
}

/// Writes a whole document.
pub fn write(errors: Errors, dice: &mut Dice<'_>) -> String {
    let mut writer = Writer::new(errors);
    writer.element(schema::root(), 0, dice);
    writer.out
}

/// A document under construction.
#[derive(Debug)]
pub struct Writer {
    /// The text so far.
    pub out: String,
    errors: Errors,
    /// Number of names of each kind of object.
    names: BTreeMap<&'static str, usize>,
    /// The last keyword written: `objtype` decides what `objname` means.
    keyword: &'static str,
    left: usize,
}

impl Writer {
    /// Starts an empty document.
    pub fn new(errors: Errors) -> Self {
        Self { out: String::new(), errors, names: BTreeMap::new(), keyword: "", left: MAX_ELEMENTS }
    }

    /// Returns the next name of a kind of object.
    pub fn declare(&mut self, object: &'static str) -> String {
        let count = self.names.entry(object).or_default();
        *count += 1;
        format!("{object}{}", *count - 1)
    }

    fn errors(&self, dice: &mut Dice<'_>, out_of_256: u8) -> bool {
        match self.errors {
            Errors::None => false,
            Errors::Few => dice.chance(24) && dice.chance(out_of_256),
            Errors::Many => dice.chance(out_of_256),
        }
    }

    /// Writes an element of this kind with attributes, and children to some depth.
    pub fn element(&mut self, node: Node, depth: usize, dice: &mut Dice<'_>) {
        self.left = self.left.saturating_sub(1);
        let tag = node.element.tag;
        self.out += &format!("<{tag}");
        self.attributes(node, dice);
        self.out.push('>');
        self.children(node, depth, dice);
        self.out += &format!("</{tag}>");
    }

    fn children(&mut self, node: Node, depth: usize, dice: &mut Dice<'_>) {
        let kinds: Vec<(Count, Node)> = node.children().collect();
        if kinds.is_empty() || depth >= MAX_DEPTH {
            return;
        }
        let most = if depth == 0 { 16 } else { 8 };
        let mut used = vec![false; kinds.len()];
        for _ in 0..dice.below(most + 1) {
            if self.left == 0 {
                return;
            }
            if self.errors(dice, 3) {
                let file = if dice.chance(128) { "part.xml" } else { dice.pick(&samples::NAMES) };
                self.out += &format!("<include file='{file}'/>");
                continue;
            }
            let i = dice.below(kinds.len());
            let (count, child) = kinds[i];
            let refused = child.element.unsupported.is_some() && !self.errors(dice, 16);
            if refused || count == Count::Once && used[i] && !self.errors(dice, 8) {
                continue;
            }
            used[i] = true;
            self.element(child, depth + 1, dice);
        }
    }

    /// Writes attributes: those required, some others, and those that the rules require.
    pub fn attributes(&mut self, node: Node, dice: &mut Dice<'_>) {
        let list: Vec<&'static Attribute> = node.attributes().collect();
        let mut chosen: Vec<bool> =
            list.iter().map(|a| (a.required || a.kind == Kind::Name) && !self.errors(dice, 4)).collect();
        if !list.is_empty() {
            for _ in 0..dice.below(8) {
                chosen[dice.below(list.len())] = true;
            }
        }
        if !self.errors(dice, 12) {
            for rule in node.element.rules {
                apply(rule, &list, &mut chosen, dice);
            }
        }
        for (attribute, _) in list.iter().zip(chosen).filter(|(_, chosen)| *chosen) {
            // no object to refer to
            let lonely = attribute.kind == Kind::Reference && !self.names.contains_key(attribute.object);
            if lonely && !attribute.required && !self.errors(dice, 16) {
                continue;
            }
            let value = self.value(attribute, dice);
            self.out += &format!(" {}=\"{value}\"", attribute.name);
        }
    }

    fn reference(&mut self, object: &str, dice: &mut Dice<'_>) -> String {
        let count = self.names.get(object).copied().unwrap_or(0);
        if self.errors(dice, 6) {
            return dice.pick(&["world", "main", "", "nobody", "body0", "geom9"]).to_string();
        }
        format!("{object}{}", dice.below(count.max(1)))
    }

    fn value(&mut self, a: &'static Attribute, dice: &mut Dice<'_>) -> String {
        if self.errors(dice, 3) {
            return dice.pick(&["", " ", "x", "1 2 3 4 5 6 7 8", "nan", "&lt;", "&#0;", "1e999", "-", "é"]).to_string();
        }
        match a.kind {
            Kind::Real | Kind::Float => self.numbers(a, dice),
            Kind::Int | Kind::Whole => self.wholes(a, dice),
            Kind::Bool => dice.pick(&["true", "false"]).to_string(),
            Kind::Name if self.errors(dice, 8) => self.reference(a.object, dice),
            Kind::Name => self.declare(a.object),
            Kind::Reference => self.reference(a.object, dice),
            Kind::File => dice.pick(&samples::NAMES).to_string(),
            Kind::Chars => match a.name {
                "eulerseq" => dice.pick(&["xyz", "XYZ", "zyx", "xyx", "abc"]).to_string(),
                _ => dice.pick(&[".U..LFRB.D..", "RLUDFB", "R", "............"]).to_string(),
            },
            Kind::Keyword(words) => {
                self.keyword = dice.pick(words).0;
                self.keyword.to_string()
            }
            Kind::Flags(words) => {
                let chosen: Vec<&str> = words.iter().map(|(word, _)| *word).filter(|_| dice.chance(100)).collect();
                if chosen.is_empty() { words[0].0.to_string() } else { chosen.join(" ") }
            }
            Kind::Input => {
                dice.pick(&["none", "pos", "vel", "pos vel", "pos vel ff", "quat", "expmap", "ff", "force"]).to_string()
            }
            Kind::Text => self.text(a, dice),
        }
    }

    fn text(&mut self, a: &Attribute, dice: &mut Dice<'_>) -> String {
        let list: &[&str] = match a.name {
            "objname" | "refname" => {
                let object = if self.keyword == "xbody" { "body" } else { self.keyword };
                return self.reference(object, dice);
            }
            "jointinparent" => return self.reference("joint", dice),
            "objtype" => &["body", "xbody", "geom", "site", "camera", "joint", "x"],
            "memory" => &["1M", "-1", "100K", "1", "9E", "99999999999P"],
            "content_type" => {
                &["model/stl", "model/obj", "image/png", "image/vnd.mujoco.hfield", "text/xml", "model/vnd.mujoco.msh"]
            }
            "prefix" | "sep" => &["p", "-", "", "body"],
            "meshdir" | "texturedir" | "assetdir" => &["", "x", "..", "/"],
            "curve" => &["s", "cos(s)", "s cos(s) sin(s)", "0 s 0", "sin"],
            _ => &["a", "b", "", "1", "1 2 3"],
        };
        dice.pick(list).to_string()
    }

    fn count(&self, a: &Attribute, dice: &mut Dice<'_>) -> usize {
        let (least, most) = a.arity;
        if self.errors(dice, 4) {
            return dice.below(20);
        }
        match a.name {
            "vertex" | "normal" => 3 * (4 + dice.below(6)),
            "face" => 3 * (1 + dice.below(8)),
            "elevation" => dice.pick(&[4, 6, 9, 1]),
            _ if most == MANY => least + dice.below(8),
            _ => least + dice.below(most - least + 1),
        }
    }

    fn numbers(&mut self, a: &Attribute, dice: &mut Dice<'_>) -> String {
        let positive = matches!(a.range, Range::Positive | Range::Min(_) | Range::Between(..))
            || ["size", "timestep", "mass", "diaginertia", "params", "divisor", "extent"].contains(&a.name);
        let mut list: Vec<f64> = (0..self.count(a, dice))
            .map(|_| match () {
                () if self.errors(dice, 8) => dice.extreme(),
                () if positive => dice.positive(),
                () => dice.usual(),
            })
            .collect();
        if a.name.ends_with("range") && !self.errors(dice, 16) {
            list.sort_by(f64::total_cmp);
            if let [low, high] = list.as_mut_slice()
                && low == high
            {
                *high += 1.0;
            }
        }
        join(list.iter().map(|x| if x.is_nan() { "nan".into() } else { format!("{x:e}") }))
    }

    fn wholes(&mut self, a: &Attribute, dice: &mut Dice<'_>) -> String {
        let (extreme, count) = (self.errors(dice, 128), self.count(a, dice));
        let usual = self.errors == Errors::None;
        match a.name {
            "condim" if !self.errors(dice, 8) => dice.pick(&["3", "1", "4", "6"]).into(),
            "contype" | "conaffinity" if usual => "1".into(),
            // larger numbers are slower, not wrong
            name if usual && name.ends_with("iterations") => dice.pick(&["20", "0", "1", "5", "50"]).into(),
            "nrow" | "ncol" if !self.errors(dice, 8) => dice.pick(&["2", "3", "1"]).into(),
            "resolution" if usual => "4 3".into(),
            _ => join((0..count).map(|_| dice.whole(extreme).to_string())),
        }
    }
}

fn join(list: impl Iterator<Item = String>) -> String {
    list.collect::<Vec<_>>().join(" ")
}

/// Changes the choice of attributes to keep a rule.
fn apply(rule: &Rule, list: &[&'static Attribute], chosen: &mut [bool], dice: &mut Dice<'_>) {
    let place = |name: &str| list.iter().position(|a| a.name == name);
    let mut set = |names: &[&str], value: bool| {
        for i in names.iter().filter_map(|name| place(name)) {
            chosen[i] = value;
        }
    };
    match rule {
        Rule::AtMostOne(bundles) => {
            let keep = dice.below(bundles.len());
            let others = bundles.iter().enumerate().filter(|(i, _)| *i != keep);
            others.for_each(|(_, bundle)| set(bundle, false));
        }
        Rule::AtLeastOne(bundles) => {
            let wanted = dice.below(bundles.len());
            bundles.iter().for_each(|bundle| set(bundle, false));
            set(bundles[wanted], true);
        }
        Rule::Together(names) => set(names, dice.chance(128)),
        Rule::Needs(a, b) => {
            let together = dice.chance(128);
            set(&[a, b], together);
        }
        Rule::OneOrientation => {
            let all = ["quat", "axisangle", "xyaxes", "zaxis", "euler"];
            set(&all, false);
            if dice.chance(100) {
                set(&all[dice.below(5)..][..1], true);
            }
        }
    }
}
