//! Cables: makes a chain of bodies from a line of vertices, each body along its edge.
//!
//! The frame of a link has its x axis along the edge; its normal is carried from link to link by the smallest rotation
//! (parallel transport), so that a straight cable has no twist.

use crate::compile::frame::from_axes;
use crate::numeric::{compose_quat, unit};
use crate::spec::{Body, CableRoot, Composite, Exclude, Geom, Item, Joint, Meta, Site, Text};
use sim_core::math::{Quat, Vec3, quat, vec3};
use sim_core::{GeomType, JointType};

/// Most bytes of a name.
const MAX_NAME: usize = 99;

/// One body of a cable and its items.
pub(crate) struct Link {
    pub body: Body,
    pub items: Vec<Item>,
    /// Excludes contacts with the next link.
    pub exclude: Option<Exclude>,
}

/// The custom text that a cable adds to the model.
pub(crate) fn note(cable: &Composite) -> Text {
    let meta = Meta { name: format!("composite_{}", cable.prefix), ..cable.meta.clone() };
    Text { meta, data: format!("rope_{}", cable.prefix) }
}

/// Makes the links of a cable; each becomes a child of the one before.
pub(crate) fn links(cable: &Composite) -> impl Iterator<Item = Link> + '_ {
    let edges = cable.vertices.windows(2).map(|ends| match ends {
        // single precision, as the vertices
        [a, b] => [f64::from(b[0] - a[0]), f64::from(b[1] - a[1]), f64::from(b[2] - a[2])],
        _ => [0.0; 3],
    });
    let edges: Vec<Vec3> = edges.collect();
    let mut normal = [0.0, 1.0, 0.0];
    let mut before = quat::IDENTITY;
    (0..edges.len()).map(move |i| {
        let edge = edges.get(i).copied().unwrap_or_default();
        let previous = i.checked_sub(1).and_then(|i| edges.get(i)).copied();
        let next = edges.get(i + 1).copied().unwrap_or_default();
        let turned = turn(&mut normal, edge, previous, next);
        let pose = match previous {
            Some(previous) => ([unit(previous).1, 0.0, 0.0], compose_quat(quat::conj(before), turned)),
            None => (start(cable), turned),
        };
        before = turned;
        link(cable, i, edges.len(), vec3::dot(edge, edge).sqrt(), pose)
    })
}

fn start(cable: &Composite) -> Vec3 {
    let first = cable.vertices.first().copied().unwrap_or_default();
    vec3::add(cable.offset, first.map(f64::from))
}

/// Orientation of the frame along an edge; updates the normal.
fn turn(normal: &mut Vec3, edge: Vec3, previous: Option<Vec3>, next: Vec3) -> Quat {
    let tangent = unit(edge).0;
    let binormal = match previous {
        None => {
            let binormal = unit(vec3::cross(tangent, unit(next).0)).0;
            *normal = unit(vec3::cross(binormal, tangent)).0;
            binormal
        }
        Some(previous) => {
            let previous = unit(previous).0;
            let (axis, sine) = unit(vec3::cross(previous, tangent));
            let angle = sine.atan2(vec3::dot(previous, tangent));
            *normal = unit(quat::rotate(quat::from_axis_angle(axis, angle), *normal)).0;
            unit(vec3::cross(tangent, *normal)).0
        }
    };
    from_axes(tangent, *normal, binormal)
}

fn link(cable: &Composite, i: usize, count: usize, length: f64, (pos, quat): (Vec3, Quat)) -> Link {
    let (first, last) = (i == 0, i + 1 == count);
    let meta = |name: String| Meta { name: cut(name), ..cable.meta.clone() };
    let name = |letter: &str, i: usize| match i {
        0 => format!("{}{letter}_first", cable.prefix),
        i if i + 1 == count => format!("{}{letter}_last", cable.prefix),
        i => format!("{}{letter}_{i}", cable.prefix),
    };
    let body = Body { meta: meta(name("B", i)), pos, quat, ..Body::default() };
    let mut items = vec![Item::Geom(geom(cable, meta(format!("{}G{i}", cable.prefix)), length))];
    if !first || cable.initial != CableRoot::Fixed {
        items.push(Item::Joint(joint(cable, meta(name("J", i)), first)));
    }
    if first || last {
        let pos = [if last { length } else { 0.0 }, 0.0, 0.0];
        items.push(Item::Site(Site { meta: meta(name("S", i)), pos, quat: quat::IDENTITY, ..cable.site.clone() }));
    }
    // after the first link MuJoCo expects one in the middle, so that a cable of two links lacks a body
    let next = if first { format!("{}B_1", cable.prefix) } else { name("B", i + 1) };
    let exclude = (!last).then(|| Exclude { meta: meta(String::new()), body1: cut(name("B", i)), body2: cut(next) });
    Link { body, items, exclude }
}

fn geom(cable: &Composite, meta: Meta, length: f64) -> Geom {
    let mut geom = Geom { meta, class_kind: cable.geom.kind, ..cable.geom.clone() };
    if geom.kind == GeomType::Box {
        geom.pos = [length / 2.0, 0.0, 0.0];
        geom.size[0] = length / 2.0;
    } else {
        geom.fromto = Some([0.0, 0.0, 0.0, length, 0.0, 0.0]);
    }
    geom
}

fn joint(cable: &Composite, meta: Meta, first: bool) -> Joint {
    let mut joint = Joint { meta, kind: JointType::Ball, ..cable.joint.clone() };
    if first && cable.initial == CableRoot::Free {
        joint.kind = JointType::Free;
        joint.damping = [0.0; 3];
        joint.armature = 0.0;
        joint.frictionloss = 0.0;
    }
    joint
}

/// Refuses names that do not fit MuJoCo's fixed buffer.
pub(crate) fn cut(mut name: String) -> String {
    if name.len() > MAX_NAME {
        name.truncate(name.floor_char_boundary(MAX_NAME));
    }
    name
}

#[cfg(test)]
mod tests {
    use crate::load_model;

    fn load(attributes: &str, inside: &str) -> sim_core::Model {
        let geom = "<geom type='capsule' size='.01'/>";
        let text = format!(
            "<mujoco><worldbody><composite type='cable' {attributes}>{geom}{inside}</composite></worldbody></mujoco>"
        );
        load_model(&text).unwrap()
    }

    #[test]
    fn a_straight_cable_is_a_chain() {
        let m = load("prefix='c' count='5 1 1' curve='s' size='2'", "<joint kind='main' damping='.1'/>");
        assert_eq!((m.nbody, m.njnt, m.ngeom, m.nsite, m.nexclude, m.ntext), (5, 4, 4, 2, 3, 1));
        assert_eq!(m.body_pos[3..], [0.0, 0.0, 0.0, 0.5, 0.0, 0.0, 0.5, 0.0, 0.0, 0.5, 0.0, 0.0]);
        assert!(m.dof_damping.iter().all(|d| *d == 0.1));
        assert_eq!(m.site_pos[3], 0.5);
    }

    #[test]
    fn roots_differ() {
        let count = |initial: &str| {
            let m = load(
                &format!("vertex='0 0 1 1 0 1 1 1 1 1 2 1' initial='{initial}'"),
                "<joint kind='main' armature='1'/>",
            );
            (m.nv, m.dof_armature[0])
        };
        assert_eq!([count("ball"), count("free"), count("none")], [(9, 1.0), (12, 0.0), (6, 1.0)]);
    }

    #[test]
    fn replicated_cables_keep_their_exclusions() {
        let m = load_model(
            "<mujoco><worldbody><replicate count='3' offset='0 1 0'><composite type='cable' prefix='c' count='4 1 1'
             curve='s'><geom type='capsule' size='.01'/></composite></replicate></worldbody></mujoco>",
        )
        .unwrap();
        assert_eq!((m.nbody, m.nexclude), (10, 6));
    }
}
