//! Contacts of the current positions, and the warnings a world has collected.

#![allow(non_snake_case)] // MuJoCo's own names: `H`

use crate::arrays::ArrayMut;
use crate::model::Model;
use std::slice::from_mut;

/// Why a contact has no constraint rows.
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
}

/// One place where two geoms touch or nearly do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// Distance between the surfaces (m); negative when they overlap.
    pub dist: f64,
    /// Midpoint between the surfaces (m).
    pub pos: [f64; 3],
    /// Contact frame, one axis after another: normal from the first geom to the second, then two tangents.
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
    /// The geoms; -1 for a flex.
    pub geom: [i32; 2],
    /// The flexes; -1 for a geom.
    pub flex: [i32; 2],
    /// Elements of the flexes; -1 for a geom.
    pub elem: [i32; 2],
    /// Vertices of the flexes; -1 for a geom.
    pub vert: [i32; 2],
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
            geom: [-1; 2],
            flex: [-1; 2],
            elem: [-1; 2],
            vert: [-1; 2],
            exclude: ContactExclude::INCLUDED,
            efc_address: -1,
        }
    }
}

/// A field of a [`Contact`] under MuJoCo's name.
#[derive(Clone, Copy, Debug)]
pub struct ContactField {
    /// MuJoCo's name.
    pub name: &'static str,
    /// Entries of a vector; `None` for a scalar.
    pub cols: Option<usize>,
    /// The entries.
    pub entries: fn(&mut Contact) -> ArrayMut<'_>,
}

impl ContactField {
    const fn new(name: &'static str, cols: Option<usize>, entries: fn(&mut Contact) -> ArrayMut<'_>) -> Self {
        Self { name, cols, entries }
    }
}

impl Contact {
    /// Every field, in MuJoCo's order; `geom1` and `geom2` are older names for the entries of `geom`.
    pub const FIELDS: &'static [ContactField] = &[
        ContactField::new("dist", None, |c| ArrayMut::F64(from_mut(&mut c.dist))),
        ContactField::new("pos", Some(3), |c| ArrayMut::F64(&mut c.pos)),
        ContactField::new("frame", Some(9), |c| ArrayMut::F64(&mut c.frame)),
        ContactField::new("includemargin", None, |c| ArrayMut::F64(from_mut(&mut c.includemargin))),
        ContactField::new("friction", Some(5), |c| ArrayMut::F64(&mut c.friction)),
        ContactField::new("solref", Some(2), |c| ArrayMut::F64(&mut c.solref)),
        ContactField::new("solreffriction", Some(2), |c| ArrayMut::F64(&mut c.solreffriction)),
        ContactField::new("solimp", Some(5), |c| ArrayMut::F64(&mut c.solimp)),
        ContactField::new("adhesion", None, |c| ArrayMut::F64(from_mut(&mut c.adhesion))),
        ContactField::new("mu", None, |c| ArrayMut::F64(from_mut(&mut c.mu))),
        ContactField::new("H", Some(36), |c| ArrayMut::F64(&mut c.H)),
        ContactField::new("dim", None, |c| ArrayMut::I32(from_mut(&mut c.dim))),
        ContactField::new("geom1", None, |c| ArrayMut::I32(from_mut(&mut c.geom[0]))),
        ContactField::new("geom2", None, |c| ArrayMut::I32(from_mut(&mut c.geom[1]))),
        ContactField::new("geom", Some(2), |c| ArrayMut::I32(&mut c.geom)),
        ContactField::new("flex", Some(2), |c| ArrayMut::I32(&mut c.flex)),
        ContactField::new("elem", Some(2), |c| ArrayMut::I32(&mut c.elem)),
        ContactField::new("vert", Some(2), |c| ArrayMut::I32(&mut c.vert)),
        ContactField::new("exclude", None, |c| ArrayMut::I32(from_mut(&mut c.exclude))),
        ContactField::new("efc_address", None, |c| ArrayMut::I32(from_mut(&mut c.efc_address))),
    ];

    /// The bodies that touch; the world for what is no geom.
    #[inline]
    pub fn bodies(&self, m: &Model) -> [usize; 2] {
        self.geom.map(|g| usize::try_from(g).map_or(0, |g| m.geom_bodyid[g] as usize))
    }
}

/// What a world may warn of, in MuJoCo's order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Warning {
    /// Inertia close to singular.
    Inertia,
    /// More contacts than the model asks room for; none is lost.
    ContactFull,
    /// More constraint rows than the model asks room for; none is lost.
    ConstraintFull,
    /// Bad number in `qpos`.
    BadQpos,
    /// Bad number in `qvel`.
    BadQvel,
    /// Bad number in `qacc`.
    BadQacc,
    /// Bad number in `ctrl`.
    BadCtrl,
}

impl Warning {
    /// Every warning, in order.
    pub const ALL: [Self; 7] = [
        Self::Inertia,
        Self::ContactFull,
        Self::ConstraintFull,
        Self::BadQpos,
        Self::BadQvel,
        Self::BadQacc,
        Self::BadCtrl,
    ];

    /// What happened and what to do about it.
    pub fn text(self, info: i32) -> String {
        match self {
            Self::Inertia => format!("inertia matrix is close to singular at dof {info}: check the model"),
            Self::ContactFull => format!(
                "{info} contacts are more than the model asks room for, all are kept: raise 'nconmax' or 'memory' in <size>"
            ),
            Self::ConstraintFull => format!(
                "the constraint rows need more than the {info} bytes the model asks for, all are kept: raise 'njmax' or \
                 'memory' in <size>"
            ),
            Self::BadQpos => format!("bad number in QPOS[{info}]: the simulation is unstable"),
            Self::BadQvel => format!("bad number in QVEL[{info}]: the simulation is unstable"),
            Self::BadQacc => format!("bad number in QACC[{info}]: the simulation is unstable"),
            Self::BadCtrl => format!("bad number in ctrl[{info}]"),
        }
    }
}

/// The counters of all warnings, in the order of [`Warning::ALL`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Warnings {
    /// What the last one of each kind was about.
    pub lastinfo: [i32; Warning::ALL.len()],
    /// How many there were.
    pub number: [i32; Warning::ALL.len()],
}

impl Warnings {
    /// Counts a warning.
    pub fn raise(&mut self, warning: Warning, info: i32) {
        let kind = warning as usize;
        self.lastinfo[kind] = info;
        self.number[kind] = self.number[kind].saturating_add(1);
    }

    /// The kinds that were raised for the first time since `before`, and what they were about.
    pub fn first_since(self, before: &Self) -> impl Iterator<Item = (Warning, i32)> + use<> {
        let first = Warning::ALL.map(|w| (w, before.get(w).1 == 0 && self.get(w).1 > 0, self.get(w).0));
        first.into_iter().filter(|&(_, is_new, _)| is_new).map(|(warning, _, info)| (warning, info))
    }

    /// What the last warning of a kind was about, and how many there were.
    pub fn get(&self, warning: Warning) -> (i32, i32) {
        (self.lastinfo[warning as usize], self.number[warning as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warnings_count() {
        let mut warnings = Warnings::default();
        warnings.raise(Warning::ContactFull, 7);
        warnings.raise(Warning::ContactFull, 9);
        assert_eq!(warnings.get(Warning::ContactFull), (9, 2));
        assert_eq!(warnings.get(Warning::BadCtrl), (0, 0));
        assert!(Warning::ContactFull.text(9).contains("memory"));
        assert_eq!(warnings.first_since(&Warnings::default()).collect::<Vec<_>>(), [(Warning::ContactFull, 9)]);
        assert_eq!(warnings.first_since(&warnings).count(), 0);
    }

    #[test]
    fn fields_have_their_sizes() {
        let mut contact = Contact::default();
        for field in Contact::FIELDS {
            let len = match (field.entries)(&mut contact) {
                ArrayMut::F64(a) => a.len(),
                ArrayMut::I32(a) => a.len(),
                other => panic!("{other:?}"),
            };
            assert_eq!(len, field.cols.unwrap_or(1), "{}", field.name);
        }
    }
}
