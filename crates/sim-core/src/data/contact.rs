//! Contacts of the current positions.

#![allow(non_snake_case)] // MuJoCo's own names: `H`

use crate::model::Model;

/// Reasons why a contact has no constraint rows.
///
/// ```
/// use sim_core::Model;
/// use sim_core::data::ContactExclude;
///
/// let mut model = Model::example();
/// model.geom_gap[0] = 0.2; // contacts are reported 0.2 m above the floor, and carry no force there
/// let mut data = model.make_data();
/// data.qpos[3] = 0.15;
/// data.forward(&model)?;
/// assert_eq!(data.contact[0].exclude, ContactExclude::IN_GAP);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContactExclude;

impl ContactExclude {
    /// It has rows.
    pub const INCLUDED: i32 = 0;
    /// The surfaces are farther apart than the margin: the contact is in the gap.
    pub const IN_GAP: i32 = 1;
    /// The bodies are fused.
    pub const FUSED: i32 = 2;
    /// No degree of freedom moves the point.
    pub const NO_DOFS: i32 = 3;
    /// It acts as a passive force.
    pub const PASSIVE: i32 = 4;
    /// A side is part of a flex. The engine makes no such contact; a caller can. This code is not MuJoCo's.
    pub const SOFT: i32 = 5;
}

/// The object on one side of a contact.
///
/// ```
/// use sim_core::Model;
/// use sim_core::data::Side;
///
/// let model = Model::example();
/// let mut data = model.make_data();
/// data.forward(&model)?;
/// assert_eq!(data.contact[0].sides, [Side::Geom(0), Side::Geom(2)]);
/// assert_eq!(data.contact[0].sides[1].body(&model), Some(2));
/// assert_eq!(Side::World.geom(), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Side {
    /// A fixed point of the world that is part of no geom: contacts that a caller makes may have such a side.
    #[default]
    World,
    /// A geom.
    Geom(u32),
    /// A vertex of a deformable body.
    Vertex {
        /// The body: a flex.
        flex: u32,
        /// Its vertex.
        vertex: u32,
    },
    /// An element of a deformable body: a segment, triangle or tetrahedron.
    Element {
        /// The body: a flex.
        flex: u32,
        /// Its element.
        element: u32,
    },
}

impl Side {
    /// The geom; `None` for another kind of side.
    #[inline]
    pub fn geom(self) -> Option<usize> {
        match self {
            Self::Geom(geom) => Some(geom as usize),
            Self::World | Self::Vertex { .. } | Self::Element { .. } => None,
        }
    }

    /// The rigid body that carries the side, or the world; `None` for a part of a flex.
    #[inline]
    pub fn body(self, m: &Model) -> Option<usize> {
        match self {
            Self::World => Some(0),
            Self::Geom(geom) => Some(m.geom_bodyid[geom as usize] as usize),
            Self::Vertex { .. } | Self::Element { .. } => None,
        }
    }

    /// Whether the side is part of a deformable body.
    #[inline]
    pub fn is_soft(self) -> bool {
        match self {
            Self::World | Self::Geom(_) => false,
            Self::Vertex { .. } | Self::Element { .. } => true,
        }
    }
}

/// One place where two surfaces touch or nearly do.
///
/// ```
/// use sim_core::Model;
///
/// let model = Model::example();
/// let mut data = model.make_data();
/// data.forward(&model)?;
/// let contact = &data.contact[0];
/// assert!((contact.dist + 0.001).abs() < 1e-12, "1 mm deep");
/// assert_eq!((contact.dim, contact.geom()), (3, [0, 2]));
/// assert_eq!(contact.frame[..3], [0.0, 0.0, 1.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// Distance between the surfaces (m); negative when they overlap.
    pub dist: f64,
    /// Midpoint between the surfaces (m).
    pub pos: [f64; 3],
    /// Contact frame, one axis after another: normal from the first side to the second, then two tangents.
    pub frame: [f64; 9],
    /// Distance below which the contact carries force (m).
    pub includemargin: f64,
    /// Friction coefficients: two tangents, spin, two rolling directions.
    pub friction: [f64; 5],
    /// Spring-damper along the normal.
    pub solref: [f64; 2],
    /// Spring-damper along the friction directions; zeros: as `solref`.
    pub solreffriction: [f64; 2],
    /// Impedance.
    pub solimp: [f64; 5],
    /// Adhesive force along the normal (N).
    pub adhesion: f64,
    /// Friction of the regularised cone, set with the constraint rows.
    pub mu: f64,
    /// Hessian of the cone, set by the solver.
    pub H: [f64; 36],
    /// Dimensions of the contact space: 1, 3, 4 or 6.
    pub dim: i32,
    /// What touches.
    pub sides: [Side; 2],
    /// Why the contact has no rows, one of [`ContactExclude`]; 0 when it may have.
    pub exclude: i32,
    /// First constraint row; -1 without one.
    pub efc_address: i32,
}

impl Default for Contact {
    fn default() -> Self {
        Self {
            dist: 0.0,
            pos: [0.0; 3],
            frame: [0.0; 9],
            includemargin: 0.0,
            friction: [0.0; 5],
            solref: [0.0; 2],
            solreffriction: [0.0; 2],
            solimp: [0.0; 5],
            adhesion: 0.0,
            mu: 0.0,
            H: [0.0; 36],
            dim: 0,
            sides: [Side::World; 2],
            exclude: ContactExclude::INCLUDED,
            efc_address: -1,
        }
    }
}

impl Contact {
    /// The rigid bodies that touch; `None` if a side is part of a flex, which the rows mark with [`ContactExclude::SOFT`].
    #[inline]
    pub fn bodies(&self, m: &Model) -> Option<[usize; 2]> {
        let [first, second] = self.sides;
        Some([first.body(m)?, second.body(m)?])
    }

    /// The geoms as MuJoCo shows them; -1 for another kind of side.
    #[inline]
    pub fn geom(&self) -> [i32; 2] {
        self.shown(|side| match side {
            Side::Geom(geom) => Some(geom),
            Side::World | Side::Vertex { .. } | Side::Element { .. } => None,
        })
    }

    /// The first geom, under MuJoCo's older name.
    #[inline]
    pub fn geom1(&self) -> i32 {
        self.geom()[0]
    }

    /// The second geom, under MuJoCo's older name.
    #[inline]
    pub fn geom2(&self) -> i32 {
        self.geom()[1]
    }

    /// The flexes as MuJoCo shows them; -1 for a side that is not part of a flex.
    pub fn flex(&self) -> [i32; 2] {
        self.shown(|side| match side {
            Side::Vertex { flex, .. } | Side::Element { flex, .. } => Some(flex),
            Side::World | Side::Geom(_) => None,
        })
    }

    /// The elements of the flexes as MuJoCo shows them; -1 for another kind of side.
    pub fn elem(&self) -> [i32; 2] {
        self.shown(|side| match side {
            Side::Element { element, .. } => Some(element),
            Side::World | Side::Geom(_) | Side::Vertex { .. } => None,
        })
    }

    /// The vertices of the flexes as MuJoCo shows them; -1 for another kind of side.
    pub fn vert(&self) -> [i32; 2] {
        self.shown(|side| match side {
            Side::Vertex { vertex, .. } => Some(vertex),
            Side::World | Side::Geom(_) | Side::Element { .. } => None,
        })
    }

    #[inline]
    fn shown(&self, id: impl Fn(Side) -> Option<u32>) -> [i32; 2] {
        self.sides.map(|side| id(side).map_or(-1, |id| id as i32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_as_the_reference_shows_them() {
        let contact = |first, second| Contact { sides: [first, second], ..Contact::default() };
        let shown = |c: Contact| [c.geom(), c.flex(), c.elem(), c.vert()];
        let vertex = Side::Vertex { flex: 2, vertex: 5 };
        let element = Side::Element { flex: 3, element: 7 };
        assert_eq!(shown(contact(Side::Geom(4), vertex)), [[4, -1], [-1, 2], [-1, -1], [-1, 5]]);
        assert_eq!(shown(contact(element, Side::World)), [[-1, -1], [3, -1], [7, -1], [-1, -1]]);
        let rigid = contact(Side::Geom(4), Side::Geom(1));
        assert_eq!((rigid.geom1(), rigid.geom2()), (4, 1));
        assert!(vertex.is_soft() && element.is_soft() && !Side::Geom(0).is_soft() && !Side::World.is_soft());
    }

    #[test]
    fn soft_sides_have_no_body() {
        let m = Model::n_link_pendulum(2, 1.0, 0.1);
        let geom = Side::Geom(m.ngeom as u32 - 1);
        let body = m.geom_bodyid[m.ngeom - 1] as usize;
        let bodies = |sides| Contact { sides, ..Contact::default() }.bodies(&m);
        assert_eq!(bodies([geom, Side::World]), Some([body, 0]));
        assert_eq!(bodies([Side::Vertex { flex: 0, vertex: 0 }, geom]), None);
        assert_eq!(bodies([geom, Side::Element { flex: 0, element: 0 }]), None);
    }
}
