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
mod types;
mod visual;

pub use types::{Attribute, Count, Element, Keywords, Kind, MANY, Node, Range, Rule};

use Count::Any;

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
