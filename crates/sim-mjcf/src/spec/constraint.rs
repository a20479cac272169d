//! Contact pairs, exclusions, equalities. Tendons are in `tendon.rs`.

use super::{Meta, Object, SOLIMP, SOLREF, object};
use crate::schema::Kind;
use crate::table::codec::Custom;
use crate::table::field::text;
use crate::table::{FieldType, Value, object_table};
use sim_core::{EqType, ObjType};

object_table! {
    /// `<pair>`: a contact pair with its own parameters. A parameter whose first entry is NaN comes from the geoms.
    ///
    /// ```
    /// use sim_mjcf::spec::{Meta, Pair};
    /// use sim_mjcf::{Fields, Value};
    ///
    /// let meta = Meta { name: "grip".into(), ..Meta::default() };
    /// let mut pair = Pair { meta, geom1: "hand".into(), geom2: "cup".into(), ..Pair::default() };
    /// pair.set("friction", [2.0, 2.0])?;
    /// assert_eq!(pair.friction, [2.0, 2.0, 0.005, 0.0001, 0.0001]);
    /// assert_eq!(pair.get("geom2"), Some(Value::from("cup")));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Pair "pair" (meta) in ["contact/pair"] {
        /// Common part.
        meta: Meta = Meta::default();
        /// First geom.
        geom1: String = String::new(), "geom1";
        /// Second geom.
        geom2: String = String::new(), "geom2";
        /// Dimension of contacts.
        condim: i32 = 3, "condim";
        /// Friction: two tangential, one torsional, two rolling.
        friction: [f64; 5] = [1.0, 1.0, 0.005, 0.0001, 0.0001], "friction";
        /// Reference of the contact constraint.
        solref: [f64; 2] = SOLREF, "solref";
        /// Zero: as `solref`.
        solreffriction: [f64; 2] = [0.0; 2], "solreffriction";
        /// Impedance of the contact constraint.
        solimp: [f64; 5] = SOLIMP, "solimp";
        /// Distance at which contacts are found.
        margin: f64 = 0.0, "margin";
        /// Part of the margin in which contacts exert no force.
        gap: f64 = 0.0, "gap";
        /// Force with which contacts hold.
        adhesion: f64 = 0.0, "adhesion";
    }
    not_fields { "name": "it is meta.name"; "class": "it is meta.class"; }
}

object_table! {
    /// `<exclude>`.
    ///
    /// ```
    /// use sim_mjcf::spec::Exclude;
    ///
    /// let text = "<mujoco><worldbody><body name='a'/><body name='b'/></worldbody></mujoco>";
    /// let mut spec = sim_mjcf::parse_mjcf_str(text)?;
    /// spec.excludes.push(Exclude { body1: "a".into(), body2: "c".into(), ..Exclude::default() });
    /// let error = sim_mjcf::compile(spec, &Default::default()).unwrap_err();
    /// assert!(error.to_string().contains("'c'"), "{error}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Exclude "exclude" (meta) in ["contact/exclude"] {
        /// Common part.
        meta: Meta = Meta::default();
        /// First body.
        body1: String = String::new(), "body1";
        /// Second body.
        body2: String = String::new(), "body2";
    }
    not_fields { "name": "it is meta.name"; }
}

/// Default data of an equality: no anchor, the identity polynomial, full torque.
const EQUALITY_DATA: [f64; 11] = [0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0];

/// Numbers of `data` from `at` on that mean something for some kinds.
macro_rules! data {
    ($($NAME:ident [$at:literal; $count:literal] of $($Kind:ident)|+;)*) => {$(
        const $NAME: Custom<Equality> = Custom::new(
            Kind::Real,
            $count,
            |equality, value| {
                let mut numbers = [0.0; $count];
                numbers.copy_from_slice(&equality.data[$at..$at + $count]);
                numbers.read(value)?;
                equality.data[$at..$at + $count].copy_from_slice(&numbers);
                Ok(())
            },
            |equality| match equality.kind {
                $(EqType::$Kind)|+ => Some(Value::from(&equality.data[$at..$at + $count])),
                _ => None,
            },
        );
    )*};
}

data! {
    ANCHOR [0; 3] of Connect | Weld;
    RELPOSE [3; 7] of Weld;
    TORQUESCALE [10; 1] of Weld;
    POLYCOEF [0; 5] of Joint | Tendon;
}

/// The objects of an equality; the attribute decides their kind.
macro_rules! objects {
    ($($NAME:ident $field:ident $Kind:ident;)*) => {$(
        const $NAME: Custom<Equality> = Custom::new(
            Kind::Reference,
            1,
            |equality, value| {
                text(value)?.clone_into(&mut equality.$field);
                equality.objtype = ObjType::$Kind;
                Ok(())
            },
            |equality| (equality.objtype == ObjType::$Kind).then(|| Value::Text(equality.$field.clone())),
        );
    )*};
}

objects! {
    BODY1 name1 Body;
    BODY2 name2 Body;
    SITE1 name1 Site;
    SITE2 name2 Site;
    JOINT1 name1 Joint;
    JOINT2 name2 Joint;
    TENDON1 name1 Tendon;
    TENDON2 name2 Tendon;
}

object_table! {
    /// `<connect>`, `<weld>`, `<joint>`, `<tendon>` in `<equality>`.
    ///
    /// ```
    /// use sim_core::{EqType, ObjType};
    /// use sim_mjcf::Fields;
    /// use sim_mjcf::spec::Equality;
    ///
    /// let mut weld = Equality { kind: EqType::Weld, ..Equality::default() };
    /// weld.set("body1", "hand")?;
    /// weld.set("body2", "cup")?;
    /// weld.set("torquescale", 0.5)?;
    /// assert_eq!((weld.objtype, weld.name2.as_str(), weld.data[10]), (ObjType::Body, "cup", 0.5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Equality "equality" (meta) in
        ["equality/connect", "equality/weld", "equality/joint", "equality/tendon", "default/equality"] {
        /// Common part.
        meta: Meta = Meta::default();
        /// Kind: the tag it is written under.
        kind: EqType = EqType::Connect;
        /// Numbers whose meaning depends on the kind.
        data: [f64; 11] = EQUALITY_DATA;
        /// Whether it holds from the start.
        active: bool = true, "active";
        /// First object.
        name1: String = String::new();
        /// Second object; empty for none.
        name2: String = String::new();
        /// Kind of both objects.
        objtype: ObjType = ObjType::Unknown;
        /// Reference of the constraint.
        solref: [f64; 2] = SOLREF, "solref";
        /// Impedance of the constraint.
        solimp: [f64; 5] = SOLIMP, "solimp";
    }
    whole {
        /// First body.
        "body1" in name1 by BODY1;
        /// Second body.
        "body2" in name2 by BODY2;
        /// First site.
        "site1" in name1 by SITE1;
        /// Second site.
        "site2" in name2 by SITE2;
        /// First joint.
        "joint1" in name1 by JOINT1;
        /// Second joint.
        "joint2" in name2 by JOINT2;
        /// First tendon.
        "tendon1" in name1 by TENDON1;
        /// Second tendon.
        "tendon2" in name2 by TENDON2;
        /// The point held in common.
        "anchor" in data by ANCHOR;
        /// Pose of the second body in the first.
        "relpose" in data by RELPOSE;
        /// Weight of torques against forces.
        "torquescale" in data by TORQUESCALE;
        /// Coefficients of the polynomial.
        "polycoef" in data by POLYCOEF;
    }
    not_fields { "name": "it is meta.name"; "class": "it is meta.class"; }
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
