//! Types of the grammar: elements, attributes, rules.

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
    pub(super) const NONE: Self = Self { tag: "", attributes: &[], children: &[], rules: &[], unsupported: None };
}

/// A kind of element at its place.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The kind.
    pub element: &'static Element,
    /// Whether it stands in a default class.
    pub in_default: bool,
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
