//! A contact as MuJoCo lays it out: four pairs of numbers say what its sides are.

use super::contact::{Contact, Side};
use crate::arrays::ArrayMut;
use std::slice::from_mut;

/// A contact with MuJoCo's fields, for bindings that show them one by one and let them be written. `geom`, `flex`, `elem` and
/// `vert` say what the sides are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactRecord {
    /// All but the sides.
    rest: Contact,
    geom: [i32; 2],
    flex: [i32; 2],
    elem: [i32; 2],
    vert: [i32; 2],
}

impl From<Contact> for ContactRecord {
    fn from(contact: Contact) -> Self {
        let rest = Contact { sides: [Side::World; 2], ..contact };
        Self { rest, geom: contact.geom(), flex: contact.flex(), elem: contact.elem(), vert: contact.vert() }
    }
}

impl From<ContactRecord> for Contact {
    /// If the numbers name several things, a geom comes before a vertex and a vertex before an element. A side that names none of
    /// them is a point of the world.
    fn from(record: ContactRecord) -> Self {
        let id = |id: i32| u32::try_from(id).ok();
        let side = |k: usize| match (id(record.geom[k]), id(record.flex[k])) {
            (Some(geom), _) => Side::Geom(geom),
            (None, Some(flex)) => match (id(record.vert[k]), id(record.elem[k])) {
                (Some(vertex), _) => Side::Vertex { flex, vertex },
                (None, Some(element)) => Side::Element { flex, element },
                (None, None) => Side::World,
            },
            (None, None) => Side::World,
        };
        Self { sides: [side(0), side(1)], ..record.rest }
    }
}

/// A field of a [`ContactRecord`] under MuJoCo's name.
#[derive(Clone, Copy, Debug)]
pub struct ContactField {
    /// MuJoCo's name.
    pub name: &'static str,
    /// Entries of a vector; `None` for a scalar.
    pub cols: Option<usize>,
    /// The entries.
    pub entries: fn(&mut ContactRecord) -> ArrayMut<'_>,
    /// What the field is.
    pub doc: &'static str,
}

impl ContactField {
    const fn new(
        name: &'static str,
        cols: Option<usize>,
        entries: fn(&mut ContactRecord) -> ArrayMut<'_>,
        doc: &'static str,
    ) -> Self {
        Self { name, cols, entries, doc }
    }
}

impl ContactRecord {
    /// Every field, in MuJoCo's order; `geom1` and `geom2` are older names for the entries of `geom`.
    pub const FIELDS: &'static [ContactField] = &[
        ContactField::new(
            "dist",
            None,
            |c| ArrayMut::F64(from_mut(&mut c.rest.dist)),
            "Distance between the nearest points (m), negative when the surfaces overlap.",
        ),
        ContactField::new(
            "pos",
            Some(3),
            |c| ArrayMut::F64(&mut c.rest.pos),
            "Midpoint between the nearest points, in the world's frame (m).",
        ),
        ContactField::new(
            "frame",
            Some(9),
            |c| ArrayMut::F64(&mut c.rest.frame),
            "Axes of the contact as rows of a matrix: the normal from the first side to the second, then two tangents.",
        ),
        ContactField::new(
            "includemargin",
            None,
            |c| ArrayMut::F64(from_mut(&mut c.rest.includemargin)),
            "Distance (m) below which the contact has constraint rows: margin minus gap.",
        ),
        ContactField::new(
            "friction",
            Some(5),
            |c| ArrayMut::F64(&mut c.rest.friction),
            "Friction coefficients: two tangents, spin, two rolling directions.",
        ),
        ContactField::new(
            "solref",
            Some(2),
            |c| ArrayMut::F64(&mut c.rest.solref),
            "Reference of the normal constraint: time constant (s) and damping ratio, or stiffness and damping.",
        ),
        ContactField::new(
            "solreffriction",
            Some(2),
            |c| ArrayMut::F64(&mut c.rest.solreffriction),
            "Reference of the friction constraints; zeros mean that `solref` holds.",
        ),
        ContactField::new(
            "solimp",
            Some(5),
            |c| ArrayMut::F64(&mut c.rest.solimp),
            "Impedance of the constraint: value at zero, value at full width, width (m), midpoint and power.",
        ),
        ContactField::new(
            "adhesion",
            None,
            |c| ArrayMut::F64(from_mut(&mut c.rest.adhesion)),
            "Adhesive force that the contact can bear (N).",
        ),
        ContactField::new(
            "mu",
            None,
            |c| ArrayMut::F64(from_mut(&mut c.rest.mu)),
            "Friction coefficient of the regularised cone, set by the solver.",
        ),
        ContactField::new(
            "H",
            Some(36),
            |c| ArrayMut::F64(&mut c.rest.H),
            "Hessian of the cone's cost, set by the solver.",
        ),
        ContactField::new(
            "dim",
            None,
            |c| ArrayMut::I32(from_mut(&mut c.rest.dim)),
            "Dimensions of the contact space: 1, 3, 4 or 6.",
        ),
        ContactField::new(
            "geom1",
            None,
            |c| ArrayMut::I32(from_mut(&mut c.geom[0])),
            "Geom of the first side, -1 when that is not a geom: an older name for `geom[0]`.",
        ),
        ContactField::new(
            "geom2",
            None,
            |c| ArrayMut::I32(from_mut(&mut c.geom[1])),
            "Geom of the second side, -1 when that is not a geom: an older name for `geom[1]`.",
        ),
        ContactField::new(
            "geom",
            Some(2),
            |c| ArrayMut::I32(&mut c.geom),
            "Geoms of both sides, -1 for a side that is not a geom.",
        ),
        ContactField::new(
            "flex",
            Some(2),
            |c| ArrayMut::I32(&mut c.flex),
            "Flexes of both sides, -1 for a side that is not part of a flex.",
        ),
        ContactField::new(
            "elem",
            Some(2),
            |c| ArrayMut::I32(&mut c.elem),
            "Elements of the flexes, -1 for a side that is not an element.",
        ),
        ContactField::new(
            "vert",
            Some(2),
            |c| ArrayMut::I32(&mut c.vert),
            "Vertices of the flexes, -1 for a side that is not a vertex.",
        ),
        ContactField::new(
            "exclude",
            None,
            |c| ArrayMut::I32(from_mut(&mut c.rest.exclude)),
            "Why the contact has no constraint rows; 0: it may have some, 1: in the gap, 2: fused bodies, 3: no dofs, 4: passive, 5: a flex.",
        ),
        ContactField::new(
            "efc_address",
            None,
            |c| ArrayMut::I32(from_mut(&mut c.rest.efc_address)),
            "First constraint row of the contact, -1 when it has none.",
        ),
    ];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_have_their_sizes() {
        let mut record = ContactRecord::from(Contact::default());
        for field in ContactRecord::FIELDS {
            let len = match (field.entries)(&mut record) {
                ArrayMut::F64(a) => a.len(),
                ArrayMut::I32(a) => a.len(),
                other => panic!("{other:?}"),
            };
            assert_eq!(len, field.cols.unwrap_or(1), "{}", field.name);
        }
    }

    #[test]
    fn there_and_back() {
        let sides =
            [Side::World, Side::Geom(3), Side::Vertex { flex: 0, vertex: 6 }, Side::Element { flex: 1, element: 2 }];
        for (k, first) in sides.into_iter().enumerate() {
            let contact = Contact { sides: [first, sides[3 - k]], dist: -0.1, dim: 3, ..Contact::default() };
            assert_eq!(Contact::from(ContactRecord::from(contact)), contact);
        }
    }

    #[test]
    fn a_geom_comes_before_a_vertex_and_a_vertex_before_an_element() {
        let mut record = ContactRecord::from(Contact::default());
        (record.geom, record.flex, record.elem, record.vert) = ([0, -1], [0, 0], [0, 0], [0, 0]);
        assert_eq!(Contact::from(record).sides, [Side::Geom(0), Side::Vertex { flex: 0, vertex: 0 }]);
        (record.geom, record.vert) = ([-1; 2], [-1; 2]);
        assert_eq!(Contact::from(record).sides, [Side::Element { flex: 0, element: 0 }; 2]);
        record.elem = [-1; 2];
        assert_eq!(Contact::from(record).sides, [Side::World; 2]);
    }
}
