//! Tendons and their paths.

use super::{Limited, Meta, Object, SOLIMP, SOLREF};
use crate::schema::Kind;
use crate::source_span::SourceSpan;
use crate::table::codec::Custom;
use crate::table::field::text;
use crate::table::{FieldType, Value, object_table};
use sim_core::{ObjType, WrapType};

/// What a tendon runs through: the attribute says what kind it is.
macro_rules! targets {
    ($($NAME:ident $Kind:ident $(| $Other:ident)?;)*) => {$(
        const $NAME: Custom<Wrap> = Custom::new(
            Kind::Reference,
            1,
            |wrap, value| {
                text(value)?.clone_into(&mut wrap.target);
                wrap.kind = WrapType::$Kind;
                Ok(())
            },
            |wrap| matches!(wrap.kind, WrapType::$Kind $(| WrapType::$Other)?).then(|| Value::Text(wrap.target.clone())),
        );
    )*};
}

targets! {
    SITE Site;
    GEOM Sphere | Cylinder;
    JOINT Joint;
}

/// The number of a joint or pulley.
macro_rules! parameters {
    ($($NAME:ident $Kind:ident;)*) => {$(
        const $NAME: Custom<Wrap> = Custom::new(
            Kind::Real,
            1,
            |wrap, value| {
                wrap.prm.read(value)?;
                wrap.kind = WrapType::$Kind;
                Ok(())
            },
            |wrap| (wrap.kind == WrapType::$Kind).then(|| Value::from(wrap.prm)),
        );
    )*};
}

parameters! {
    DIVISOR Pulley;
    COEF Joint;
}

object_table! {
    /// One object along a tendon's path.
    ///
    /// ```
    /// use sim_core::WrapType;
    /// use sim_mjcf::Fields;
    /// use sim_mjcf::spec::Wrap;
    ///
    /// let mut part = Wrap::default();
    /// part.set("joint", "elbow")?;
    /// part.set("coef", -0.5)?;
    /// assert_eq!((part.kind, part.prm), (WrapType::Joint, -0.5));
    /// assert_eq!(part.get("site"), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Wrap "part of a tendon" in
        ["tendon/spatial/site", "tendon/spatial/geom", "tendon/spatial/pulley", "tendon/fixed/joint"] {
        /// Kind: the tag it is written under.
        kind: WrapType = WrapType::Site;
        /// Joint, site or geom; for geoms [`WrapType::Sphere`] stands for "a geom", its shape is checked when compiled.
        target: String = String::new();
        /// Side site of a wrapping geom.
        sidesite: String = String::new(), "sidesite";
        /// Coefficient of a joint, divisor of a pulley.
        prm: f64 = 0.0;
        /// Where it was written.
        span: SourceSpan = SourceSpan::none();
    }
    whole {
        /// The site it runs through.
        "site" in target by SITE;
        /// The geom it wraps around.
        "geom" in target by GEOM;
        /// The joint it adds.
        "joint" in target by JOINT;
        /// What the part after the pulley is divided by.
        "divisor" in prm by DIVISOR;
        /// What the joint is multiplied with.
        "coef" in prm by COEF;
    }
}

/// One number is a length without a dead band.
const SPRINGLENGTH: Custom<[f64; 2]> = Custom::new(
    Kind::Real,
    2,
    |range, value| {
        range.read(value)?;
        if matches!(value, Value::Reals(given) if given.len() == 1) {
            range[1] = range[0];
        }
        Ok(())
    },
    FieldType::write,
);

object_table! {
    /// `<spatial>` and `<fixed>`.
    ///
    /// ```
    /// let text = "<mujoco><worldbody><site name='a'/><site name='b' pos='3 4 0'/></worldbody>\
    ///             <tendon><spatial name='line'><site site='a'/><site site='b'/></spatial></tendon></mujoco>";
    /// let spec = sim_mjcf::parse_mjcf_str(text)?;
    /// let line = &spec.tendons[0];
    /// assert!(line.spatial && line.path.len() == 2);
    /// let model = sim_mjcf::compile(spec, &Default::default())?;
    /// assert_eq!(model.tendon("line")?.length0(), 5.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Tendon "tendon" (meta) in ["tendon/spatial", "tendon/fixed", "default/tendon"] {
        /// Common part.
        meta: Meta = Meta::default();
        /// Whether it is a spatial tendon: the tag it is written under.
        spatial: bool = false;
        /// What it runs through.
        path: Vec<Wrap> = vec![];
        /// Linear, quadratic and cubic coefficient.
        stiffness: [f64; 3] = [0.0; 3], "stiffness";
        /// Resting length range; -1 -1: from the spring pose.
        springlength: [f64; 2] = [-1.0; 2], "springlength" by SPRINGLENGTH;
        /// Linear, quadratic and cubic coefficient.
        damping: [f64; 3] = [0.0; 3], "damping";
        /// Dry friction.
        frictionloss: f64 = 0.0, "frictionloss";
        /// Reference of dry friction.
        solreffriction: [f64; 2] = SOLREF, "solreffriction";
        /// Impedance of dry friction.
        solimpfriction: [f64; 5] = SOLIMP, "solimpfriction";
        /// Inertia of a change of length.
        armature: f64 = 0.0, "armature";
        /// Whether `range` holds.
        limited: Limited = Limited::Auto, "limited";
        /// Whether `actuatorfrcrange` holds.
        actuatorfrclimited: Limited = Limited::False, "actuatorfrclimited";
        /// Limits of the length.
        range: [f64; 2] = [0.0; 2], "range";
        /// Limits of the total actuator force.
        actuatorfrcrange: [f64; 2] = [0.0; 2], "actuatorfrcrange";
        /// Distance to the limit at which the constraint begins.
        margin: f64 = 0.0, "margin";
        /// Reference of the limit constraint.
        solreflimit: [f64; 2] = SOLREF, "solreflimit";
        /// Impedance of the limit constraint.
        solimplimit: [f64; 5] = SOLIMP, "solimplimit";
        /// Material.
        material: String = String::new(), "material";
        /// Radius for display.
        width: f64 = 0.003, "width";
        /// Colour.
        rgba: [f32; 4] = [0.5, 0.5, 0.5, 1.0], "rgba";
        /// Group for display.
        group: i32 = 0, "group";
        /// User data.
        user: Vec<f64> = vec![], "user";
    }
    not_fields { "name": "it is meta.name"; "class": "it is meta.class"; }
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
