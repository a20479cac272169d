//! What couples bodies: contact pairs, exclusions, equalities, tendons.

use super::{Limited, Meta, Object, SOLIMP, SOLREF, object};
use sim_core::{EqType, ObjType, WrapType};

/// `<pair>`: a contact pair with its own parameters; where a first entry is NaN the geoms decide.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Pair {
    pub meta: Meta,
    pub geom1: String,
    pub geom2: String,
    pub condim: i32,
    pub friction: [f64; 5],
    pub solref: [f64; 2],
    /// Zero: as `solref`.
    pub solreffriction: [f64; 2],
    pub solimp: [f64; 5],
    pub margin: f64,
    pub gap: f64,
    pub adhesion: f64,
}

impl Default for Pair {
    fn default() -> Self {
        Self {
            meta: Meta::default(),
            geom1: String::new(),
            geom2: String::new(),
            condim: 3,
            friction: [1.0, 1.0, 0.005, 0.0001, 0.0001],
            solref: SOLREF,
            solreffriction: [0.0; 2],
            solimp: SOLIMP,
            margin: 0.0,
            gap: 0.0,
            adhesion: 0.0,
        }
    }
}

/// `<exclude>`.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs)]
pub struct Exclude {
    pub meta: Meta,
    pub body1: String,
    pub body2: String,
}

/// `<connect>`, `<weld>`, `<joint>`, `<tendon>` in `<equality>`.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Equality {
    pub meta: Meta,
    pub kind: EqType,
    /// Numbers whose meaning depends on the kind.
    pub data: [f64; 11],
    pub active: bool,
    pub name1: String,
    pub name2: String,
    /// Kind of both objects.
    pub objtype: ObjType,
    pub solref: [f64; 2],
    pub solimp: [f64; 5],
}

impl Default for Equality {
    fn default() -> Self {
        let mut data = [0.0; 11];
        data[1] = 1.0;
        data[10] = 1.0;
        Self {
            meta: Meta::default(),
            kind: EqType::Connect,
            data,
            active: true,
            name1: String::new(),
            name2: String::new(),
            objtype: ObjType::Unknown,
            solref: SOLREF,
            solimp: SOLIMP,
        }
    }
}

/// One object along a tendon's path.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Wrap {
    pub kind: WrapType,
    /// Joint, site or geom; for geoms [`WrapType::Sphere`] stands for "a geom", its shape is checked when compiled.
    pub target: String,
    /// Side site of a wrapping geom.
    pub sidesite: String,
    /// Coefficient of a joint, divisor of a pulley.
    pub prm: f64,
    pub place: crate::place::Place,
}

/// `<spatial>` and `<fixed>`.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Tendon {
    pub meta: Meta,
    /// Whether it is a spatial tendon.
    pub spatial: bool,
    pub path: Vec<Wrap>,
    pub stiffness: [f64; 3],
    /// Resting length range; -1 -1: from the spring pose.
    pub springlength: [f64; 2],
    pub damping: [f64; 3],
    pub frictionloss: f64,
    pub solreffriction: [f64; 2],
    pub solimpfriction: [f64; 5],
    pub armature: f64,
    pub limited: Limited,
    pub actuatorfrclimited: Limited,
    pub range: [f64; 2],
    pub actuatorfrcrange: [f64; 2],
    pub margin: f64,
    pub solreflimit: [f64; 2],
    pub solimplimit: [f64; 5],
    pub material: String,
    pub width: f64,
    pub rgba: [f32; 4],
    pub group: i32,
    pub user: Vec<f64>,
}

impl Default for Tendon {
    fn default() -> Self {
        Self {
            meta: Meta::default(),
            spatial: false,
            path: vec![],
            stiffness: [0.0; 3],
            springlength: [-1.0; 2],
            damping: [0.0; 3],
            frictionloss: 0.0,
            solreffriction: SOLREF,
            solimpfriction: SOLIMP,
            armature: 0.0,
            limited: Limited::Auto,
            actuatorfrclimited: Limited::False,
            range: [0.0; 2],
            actuatorfrcrange: [0.0; 2],
            margin: 0.0,
            solreflimit: SOLREF,
            solimplimit: SOLIMP,
            material: String::new(),
            width: 0.003,
            rgba: [0.5, 0.5, 0.5, 1.0],
            group: 0,
            user: vec![],
        }
    }
}

object!(Pair, Pair, (ObjType::Geom, geom1), (ObjType::Geom, geom2));
object!(Exclude, Exclude, (ObjType::Body, body1), (ObjType::Body, body2));

impl Object for Equality {
    const KIND: ObjType = ObjType::Equality;
    fn meta(&self) -> &Meta {
        &self.meta
    }
    fn meta_mut(&mut self) -> &mut Meta {
        &mut self.meta
    }
    fn references(&mut self, visit: &mut dyn FnMut(ObjType, &mut String)) {
        visit(self.objtype, &mut self.name1);
        visit(self.objtype, &mut self.name2);
    }
}

impl Object for Tendon {
    const KIND: ObjType = ObjType::Tendon;
    fn meta(&self) -> &Meta {
        &self.meta
    }
    fn meta_mut(&mut self) -> &mut Meta {
        &mut self.meta
    }
    fn references(&mut self, visit: &mut dyn FnMut(ObjType, &mut String)) {
        visit(ObjType::Material, &mut self.material);
        for wrap in &mut self.path {
            let kind = match wrap.kind {
                WrapType::Joint => ObjType::Joint,
                WrapType::Site => ObjType::Site,
                WrapType::Sphere | WrapType::Cylinder => ObjType::Geom,
                _ => continue,
            };
            visit(kind, &mut wrap.target);
            visit(ObjType::Site, &mut wrap.sidesite);
        }
    }
}
