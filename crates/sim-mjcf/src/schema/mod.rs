//! The MJCF grammar: every element and attribute of MuJoCo 3.12.0, in one table.
//!
//! An [`Element`] is one kind of element. A tag may name different kinds in different places: a `joint` in a body, in a
//! tendon, in an equality. A [`Node`] is a kind at a place: inside `<default>`, elements lack name, class and the attributes
//! of single objects. A document starts at [`root`].

mod actuator;
mod asset;
mod body;
mod build;
mod constraint;
mod custom;
mod default;
mod deformable;
pub mod keywords;
mod plugin;
mod sensor;
mod settings;
mod visual;

use Count::Any;

/// Keywords of an attribute with their numbers.
pub type Keywords = &'static [(&'static str, i32)];

/// Kind of an attribute's value.
///
/// ```
/// use sim_mjcf::Fields;
/// use sim_mjcf::spec::Geom;
/// use sim_mjcf::table::Kind;
///
/// let whole = Geom::FIELDS.iter().filter(|field| field.kind == Kind::Int).map(|field| field.name);
/// assert_eq!(whole.collect::<Vec<_>>(), ["contype", "conaffinity", "condim", "group", "priority"]);
/// assert!(matches!(Geom::info("type").map(|field| field.kind), Some(Kind::Keyword(words)) if words.len() > 8));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// Numbers in double precision.
    Real,
    /// Numbers in single precision.
    Float,
    /// Integers.
    Int,
    /// One integer; unlike [`Kind::Int`] it may not be left empty.
    Whole,
    /// `true` or `false`.
    Bool,
    /// Free text.
    Text,
    /// The name this element declares.
    Name,
    /// The name of another object.
    Reference,
    /// A file name.
    File,
    /// A text of limited length.
    Chars,
    /// One keyword.
    Keyword(Keywords),
    /// Several keywords, each at most once.
    Flags(Keywords),
    /// Signature of an actuator's input: a chart, `none`, or signals in their fixed order.
    Input,
}

/// Allowed range of an attribute's numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Range {
    /// Any.
    Any,
    /// At least this.
    Min(f64),
    /// Between these, both included.
    Between(f64, f64),
    /// Greater than zero.
    Positive,
    /// Not all zero.
    NonZero,
}

/// No upper bound on the number of values.
pub const MANY: usize = usize::MAX;

/// One attribute of an element.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Attribute {
    /// Its name.
    pub name: &'static str,
    /// Kind of its value.
    pub kind: Kind,
    /// Least and largest number of values (of characters for [`Kind::Chars`]).
    pub arity: (usize, usize),
    /// Values the numbers may have.
    pub range: Range,
    /// Value of an absent attribute, in MJCF's notation; empty if there is none.
    pub default: &'static str,
    /// Kind of object it names or refers to; empty otherwise.
    pub object: &'static str,
    /// Whether it must be present.
    pub required: bool,
    /// Whether it can be set in default classes.
    pub inherited: bool,
}

/// How often a child may occur.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// At most once.
    Once,
    /// Any number of times.
    Any,
}

/// A condition on which attributes are present together. Bundles are lists of attributes that belong together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rule {
    /// Attributes of at most one bundle.
    AtMostOne(&'static [&'static [&'static str]]),
    /// At least one bundle in full.
    AtLeastOne(&'static [&'static [&'static str]]),
    /// All or none.
    Together(&'static [&'static str]),
    /// The first needs the second.
    Needs(&'static str, &'static str),
    /// At most one of `quat` and the alternative orientations.
    OneOrientation,
}

/// One kind of element.
#[derive(Debug)]
pub struct Element {
    /// Tag.
    pub tag: &'static str,
    /// Attributes, in groups that several elements share.
    pub attributes: &'static [&'static [Attribute]],
    /// Elements that may stand inside.
    pub children: &'static [(Count, &'static Element)],
    /// Conditions on the attributes.
    pub rules: &'static [Rule],
    /// Name of an unsupported feature, for messages; none if supported.
    pub unsupported: Option<&'static str>,
}

impl Element {
    /// An element that holds nothing.
    const NONE: Self = Self { tag: "", attributes: &[], children: &[], rules: &[], unsupported: None };
}

/// The root element.
static MUJOCO: Element = Element {
    tag: "mujoco",
    attributes: &[&[build::text("model")]],
    children: &[
        (Any, &settings::COMPILER),
        (Any, &settings::OPTION),
        (Any, &settings::SIZE),
        (Any, &settings::STATISTIC),
        (Any, &visual::VISUAL),
        (Any, &default::DEFAULT),
        (Any, &plugin::EXTENSION),
        (Any, &asset::ASSET),
        (Any, &body::WORLDBODY),
        // outside the world they are skipped: parts of a robot that other files include
        (Any, &body::BODY),
        (Any, &body::FRAME),
        (Any, &deformable::DEFORMABLE),
        (Any, &constraint::CONTACT),
        (Any, &constraint::TENDON),
        (Any, &constraint::EQUALITY),
        (Any, &actuator::ACTUATOR),
        (Any, &sensor::SENSOR),
        (Any, &custom::CUSTOM),
        (Any, &custom::KEYFRAME),
    ],
    ..Element::NONE
};

/// A kind of element at its place.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The kind.
    pub element: &'static Element,
    /// Whether it stands in a default class.
    pub in_default: bool,
}

/// The element a document starts with.
pub fn root() -> Node {
    Node { element: &MUJOCO, in_default: false }
}

/// The element at a path of tags below the root, as in `worldbody/body/geom`.
pub fn find(path: &str) -> Option<Node> {
    path.split('/').try_fold(root(), |node, tag| node.child(tag).map(|(_, _, child)| child))
}

/// Some element of that tag, wherever it stands.
pub(crate) fn of_tag(tag: &str) -> Option<Node> {
    let mut found = None;
    walk(&mut |_, node| {
        if node.element.tag == tag {
            found.get_or_insert(node);
        }
    });
    found
}

impl Node {
    /// Attributes it has here.
    pub fn attributes(self) -> impl Iterator<Item = &'static Attribute> {
        let all = self.element.attributes.iter().flat_map(|group| group.iter());
        all.filter(move |a| a.inherited || !self.in_default)
    }

    /// The attribute of that name, with its number in schema order.
    pub fn attribute(self, name: &str) -> Option<(usize, &'static Attribute)> {
        self.attributes().enumerate().find(|(_, a)| a.name == name)
    }

    /// Elements that may stand inside it here.
    pub fn children(self) -> impl Iterator<Item = (Count, Node)> {
        let children = self.element.children.iter().filter(move |(_, e)| !self.in_default || e.tag != "plugin");
        children.map(move |&(count, element)| {
            let starts_default = self.element.tag == "default" && element.tag != "default";
            (count, Node { element, in_default: self.in_default || starts_default })
        })
    }

    /// Returns the child with that tag and its number among the children.
    pub fn child(self, tag: &str) -> Option<(usize, Count, Node)> {
        self.children().enumerate().find(|(_, (_, n))| n.element.tag == tag).map(|(i, (count, node))| (i, count, node))
    }
}

/// Calls `visit(path, node)` for every kind of element, once for each path without a repeated kind.
pub fn walk(visit: &mut dyn FnMut(&str, Node)) {
    fn go(node: Node, path: &str, above: &mut Vec<*const Element>, visit: &mut dyn FnMut(&str, Node)) {
        let path = if path.is_empty() { node.element.tag.to_string() } else { format!("{path}/{}", node.element.tag) };
        visit(&path, node);
        above.push(node.element);
        for (_, child) in node.children() {
            if !above.contains(&std::ptr::from_ref(child.element)) {
                go(child, &path, above, visit);
            }
        }
        above.pop();
    }
    go(root(), "", &mut vec![], visit);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_element_and_attribute_is_known() {
        let (mut elements, mut pairs, mut names) = (0, 0, std::collections::BTreeSet::new());
        walk(&mut |path, node| {
            // MuJoCo has one row for bodies and their aliases
            let mut tags = path.split('/');
            let alias = tags.any(|tag| tag == "frame" || tag == "replicate");
            let outside = path.starts_with("mujoco/body");
            let extension = path.ends_with("/hillmuscle");
            if alias
                || outside
                || extension
                || (path.starts_with("mujoco/worldbody") && !path.starts_with("mujoco/worldbody/body"))
            {
                return;
            }
            elements += 1;
            pairs += node.attributes().count();
            names.insert(node.element.tag);
        });
        assert_eq!((elements, pairs), (178, 1911));
        assert_eq!(names.len(), 124);
    }

    #[test]
    fn masks_of_64_bits_suffice() {
        walk(&mut |path, node| {
            assert!(node.attributes().count() < 64 && node.children().count() < 64, "{path}");
        });
    }

    #[test]
    fn rules_and_defaults_name_what_exists() {
        walk(&mut |path, node| {
            for attribute in node.attributes() {
                if let (Kind::Keyword(words), false) = (attribute.kind, attribute.default.is_empty()) {
                    assert!(words.iter().any(|(w, _)| *w == attribute.default), "{path} {}", attribute.name);
                }
            }
            let has = |name: &&str| assert!(node.in_default || node.attribute(name).is_some(), "{path} {name}");
            for rule in node.element.rules {
                match rule {
                    Rule::AtMostOne(bundles) | Rule::AtLeastOne(bundles) => {
                        bundles.iter().flat_map(|b| b.iter()).for_each(has);
                    }
                    Rule::Together(names) => names.iter().for_each(has),
                    Rule::Needs(a, b) => [a, b].into_iter().for_each(has),
                    Rule::OneOrientation => ["quat", "axisangle", "xyaxes", "zaxis", "euler"].iter().for_each(has),
                }
            }
        });
    }

    #[test]
    fn the_place_decides_what_a_tag_means() {
        assert!(find("worldbody/body/joint").unwrap().attribute("axis").is_some());
        assert!(find("equality/joint").unwrap().attribute("polycoef").is_some());
        assert!(find("tendon/fixed/joint").unwrap().attribute("coef").is_some());
        assert!(find("default/default/default/geom").unwrap().attribute("name").is_none());
        assert!(find("default/geom/plugin").is_none());
        assert!(find("worldbody/frame/replicate/body/geom/plugin/config").is_some());
    }
}
