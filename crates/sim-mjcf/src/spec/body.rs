//! Bodies and their parts: frames, joints, geoms, sites. Cameras and lights are in `view.rs`.

use super::{Camera, Light, Limited, Meta, SOLIMP, SOLREF, object};
use crate::schema::Kind;
use crate::schema::keywords::{FALSE_AUTO, FLUID_SHAPE};
use crate::table::codec::{Custom, KeywordBool};
use crate::table::{FieldType, Value, object_table};
use sim_core::math::quat;
use sim_core::{GeomType, JointType, ObjType, SleepPolicy};

/// Orientation in one of the alternative notations. It overrides `quat`, also that of a class.
///
/// ```
/// use sim_mjcf::spec::{Body, Orientation};
/// use sim_mjcf::{Fields, Value};
///
/// let mut body = Body::default();
/// body.set("euler", [0.0, 0.0, 90.0])?;
/// assert_eq!(body.alt, Orientation::Euler([0.0, 0.0, 90.0]));
/// body.alt = Orientation::ZAxis([1.0, 0.0, 0.0]);
/// assert_eq!((body.get("euler"), body.get("zaxis")), (None, Some(Value::from([1.0, 0.0, 0.0]))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Orientation {
    /// Only `quat` counts.
    #[default]
    Quat,
    /// Axis and angle.
    AxisAngle([f64; 4]),
    /// X axis and Y axis.
    XyAxes([f64; 6]),
    /// Z axis, by the smallest rotation.
    ZAxis([f64; 3]),
    /// Euler angles in `eulerseq` order.
    Euler([f64; 3]),
}

/// The attribute of one notation.
macro_rules! notation {
    ($($NAME:ident $Variant:ident $count:literal;)*) => {$(
        pub(super) const $NAME: Custom<Orientation> = Custom::new(
            Kind::Real,
            $count,
            |alt, value| {
                let mut numbers = [0.0; $count];
                numbers.read(value)?;
                *alt = Orientation::$Variant(numbers);
                Ok(())
            },
            |alt| match alt {
                Orientation::$Variant(numbers) => Some(Value::from(*numbers)),
                _ => None,
            },
        );
    )*};
}

notation! {
    AXISANGLE AxisAngle 4;
    XYAXES XyAxes 6;
    ZAXIS ZAxis 3;
    EULER Euler 3;
}

object_table! {
    /// A body and everything inside it, in document order.
    ///
    /// ```
    /// use sim_mjcf::spec::{Body, Geom, Item, Spec};
    ///
    /// let geom = Geom { size: [0.1, 0.0, 0.0], ..Geom::default() };
    /// let body = Body { pos: [0.0, 0.0, 1.0], items: vec![Item::Geom(geom)], ..Body::default() };
    /// let mut spec = Spec::default();
    /// spec.world.items.push(Item::Body(Box::new(body)));
    /// let model = sim_mjcf::compile(spec, &Default::default())?;
    /// assert_eq!(model.body_pos[3..6], [0.0, 0.0, 1.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Body "body" (meta) in ["worldbody/body"] {
        /// Common part.
        meta: Meta = Meta::default();
        /// Default class of everything inside.
        childclass: String = String::new(), "childclass";
        /// Position in the parent.
        pos: [f64; 3] = [0.0; 3], "pos";
        /// Orientation in the parent.
        quat: [f64; 4] = quat::IDENTITY, "quat";
        /// Alternative orientation.
        alt: Orientation = Orientation::Quat,
            "axisangle" by AXISANGLE, "xyaxes" by XYAXES, "zaxis" by ZAXIS, "euler" by EULER;
        /// Explicit inertia.
        inertial: Option<Inertial> = None;
        /// Whether it is a mocap body, posed by `mocap_pos` and `mocap_quat`.
        mocap: bool = false, "mocap";
        /// Compensated share of gravity.
        gravcomp: f64 = 0.0, "gravcomp";
        /// Sleep policy.
        sleep: SleepPolicy = SleepPolicy::Auto, "sleep";
        /// Whether the simple-body shortcuts may be used.
        simple: bool = true, "simple" by KeywordBool(FALSE_AUTO);
        /// User data.
        user: Vec<f64> = vec![], "user";
        /// Items of the body.
        items: Vec<Item> = vec![];
    }
    not_fields { "name": "it is meta.name"; }
}

object_table! {
    /// `<inertial>`.
    ///
    /// ```
    /// use sim_mjcf::spec::{Body, Inertial, Item, Joint, Spec};
    ///
    /// let inertial = Inertial { mass: 2.0, diaginertia: [0.1; 3], ..Inertial::default() };
    /// let items = vec![Item::Joint(Joint::default())];
    /// let mut spec = Spec::default();
    /// spec.world.items.push(Item::Body(Box::new(Body { inertial: Some(inertial), items, ..Body::default() })));
    /// assert_eq!(sim_mjcf::compile(spec, &Default::default())?.body_mass[1], 2.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Inertial "inertial" in ["worldbody/body/inertial"] {
        /// Centre of mass.
        pos: [f64; 3] = [0.0; 3], "pos";
        /// Orientation of the principal axes.
        quat: [f64; 4] = quat::IDENTITY, "quat";
        /// Alternative orientation.
        alt: Orientation = Orientation::Quat,
            "axisangle" by AXISANGLE, "xyaxes" by XYAXES, "zaxis" by ZAXIS, "euler" by EULER;
        /// Mass.
        mass: f64 = 0.0, "mass";
        /// Principal moments.
        diaginertia: [f64; 3] = [0.0; 3], "diaginertia";
        /// Full inertia xx yy zz xy xz yz about the centre of mass.
        fullinertia: Option<[f64; 6]> = None, "fullinertia";
    }
}

/// An item of a body or frame. Geoms are the largest and the most frequent: boxing them would not save memory.
///
/// ```
/// use sim_mjcf::spec::Item;
///
/// let text = "<mujoco><worldbody><light/><geom size='1'/><site/><geom size='2'/></worldbody></mujoco>";
/// let spec = sim_mjcf::parse_mjcf_str(text)?;
/// let sizes = spec.world.items.iter().filter_map(|item| match item {
///     Item::Geom(geom) => Some(geom.size[0]),
///     _ => None,
/// });
/// assert_eq!(sizes.collect::<Vec<_>>(), [1.0, 2.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[allow(clippy::large_enum_variant)]
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// Coordinate frame around other items.
    Frame(Frame),
    /// Child body.
    Body(Box<Body>),
    /// Joint.
    Joint(Joint),
    /// Geom.
    Geom(Geom),
    /// Site.
    Site(Site),
    /// Camera.
    Camera(Camera),
    /// Light.
    Light(Light),
}

object_table! {
    /// `<frame>`: a change of coordinates for the items inside.
    ///
    /// ```
    /// use sim_mjcf::spec::{Frame, Item, Site, Spec};
    ///
    /// let site = Item::Site(Site { pos: [1.0, 0.0, 0.0], ..Site::default() });
    /// let mut spec = Spec::default();
    /// spec.world.items.push(Item::Frame(Frame { pos: [0.0, 0.0, 2.0], items: vec![site], ..Frame::default() }));
    /// assert_eq!(sim_mjcf::compile(spec, &Default::default())?.site_pos[..], [1.0, 0.0, 2.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Frame "frame" (meta) in ["worldbody/frame"] {
        /// Common part.
        meta: Meta = Meta::default();
        /// Default class of everything inside.
        childclass: String = String::new(), "childclass";
        /// Position.
        pos: [f64; 3] = [0.0; 3], "pos";
        /// Orientation.
        quat: [f64; 4] = quat::IDENTITY, "quat";
        /// Alternative orientation.
        alt: Orientation = Orientation::Quat,
            "axisangle" by AXISANGLE, "xyaxes" by XYAXES, "zaxis" by ZAXIS, "euler" by EULER;
        /// Items inside.
        items: Vec<Item> = vec![];
    }
    not_fields { "name": "it is meta.name"; }
}

object_table! {
    /// `<joint>` and `<freejoint>`.
    ///
    /// ```
    /// use sim_core::JointType;
    /// use sim_mjcf::Fields;
    /// use sim_mjcf::spec::Joint;
    ///
    /// let mut joint = Joint::default();
    /// joint.set("type", "slide")?;
    /// joint.set("damping", 0.5)?;
    /// assert_eq!((joint.kind, joint.damping), (JointType::Slide, [0.5, 0.0, 0.0]));
    /// assert!(joint.set("dampening", 0.5).unwrap_err().to_string().contains("damping"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Joint "joint" (meta) in ["worldbody/body/joint", "worldbody/body/freejoint"] {
        /// Common part.
        meta: Meta = Meta::default();
        /// Type of joint.
        kind: JointType = JointType::Hinge, "type";
        /// Group for display.
        group: i32 = 0, "group";
        /// Position in the body.
        pos: [f64; 3] = [0.0; 3], "pos";
        /// Axis of a hinge or slide.
        axis: [f64; 3] = [0.0, 0.0, 1.0], "axis";
        /// Time constant and damping ratio that replace stiffness and damping.
        springdamper: [f64; 2] = [0.0; 2], "springdamper";
        /// Whether `range` holds.
        limited: Limited = Limited::Auto, "limited";
        /// Whether `actuatorfrcrange` holds.
        actuatorfrclimited: Limited = Limited::Auto, "actuatorfrclimited";
        /// Reference of the limit constraint.
        solreflimit: [f64; 2] = SOLREF, "solreflimit";
        /// Impedance of the limit constraint.
        solimplimit: [f64; 5] = SOLIMP, "solimplimit";
        /// Reference of dry friction.
        solreffriction: [f64; 2] = SOLREF, "solreffriction";
        /// Impedance of dry friction.
        solimpfriction: [f64; 5] = SOLIMP, "solimpfriction";
        /// Linear, quadratic and cubic coefficient.
        stiffness: [f64; 3] = [0.0; 3], "stiffness";
        /// Limits.
        range: [f64; 2] = [0.0; 2], "range";
        /// Limits of the total actuator force.
        actuatorfrcrange: [f64; 2] = [0.0; 2], "actuatorfrcrange";
        /// Whether gravity compensation counts as actuator force.
        actuatorgravcomp: bool = false, "actuatorgravcomp";
        /// Distance to the limit at which the constraint begins.
        margin: f64 = 0.0, "margin";
        /// Value in the reference pose.
        reference: f64 = 0.0, "ref";
        /// Value at which the spring rests.
        springref: f64 = 0.0, "springref";
        /// Inertia added to the dof.
        armature: f64 = 0.0, "armature";
        /// Linear, quadratic and cubic coefficient.
        damping: [f64; 3] = [0.0; 3], "damping";
        /// Dry friction.
        frictionloss: f64 = 0.0, "frictionloss";
        /// Alignment of a free joint with the inertial frame.
        align: Limited = Limited::Auto, "align";
        /// User data.
        user: Vec<f64> = vec![], "user";
    }
    not_fields { "name": "it is meta.name"; "class": "it is meta.class"; }
}

object_table! {
    /// `<geom>`.
    ///
    /// ```
    /// use sim_mjcf::Fields;
    /// use sim_mjcf::spec::Geom;
    ///
    /// let geom = Geom { kind: sim_core::GeomType::Box, size: [0.1, 0.2, 0.3], ..Geom::default() };
    /// let plain = Geom::default();
    /// let written: Vec<&str> = geom.changes(&plain).map(|(field, _)| field.name).collect();
    /// assert_eq!(written, ["type", "size"], "what a file has to say about it");
    /// ```
    Geom "geom" (meta) in ["worldbody/body/geom"] {
        /// Common part.
        meta: Meta = Meta::default();
        /// Shape.
        kind: GeomType = GeomType::Sphere, "type";
        /// Type from its class; the geom's own type overrides it.
        class_kind: GeomType = GeomType::Sphere;
        /// Bits that meet the other geom's `conaffinity`.
        contype: i32 = 1, "contype";
        /// Bits that meet the other geom's `contype`.
        conaffinity: i32 = 1, "conaffinity";
        /// Dimension of contacts.
        condim: i32 = 3, "condim";
        /// Group for display and for inertia.
        group: i32 = 0, "group";
        /// The geom of higher priority gives contacts their parameters.
        priority: i32 = 0, "priority";
        /// Sizes; how many count depends on the shape.
        size: [f64; 3] = [0.0; 3], "size";
        /// Material.
        material: String = String::new(), "material";
        /// Sliding, torsional and rolling friction.
        friction: [f64; 3] = [1.0, 0.005, 0.0001], "friction";
        /// Mass; `None`: from density.
        mass: Option<f64> = None, "mass";
        /// Density.
        density: f64 = 1000.0, "density";
        /// Whether the mass lies in the surface.
        shellinertia: bool = false, "shellinertia";
        /// Weight when contact parameters are averaged.
        solmix: f64 = 1.0, "solmix";
        /// Reference of the contact constraint.
        solref: [f64; 2] = SOLREF, "solref";
        /// Impedance of the contact constraint.
        solimp: [f64; 5] = SOLIMP, "solimp";
        /// Distance at which contacts are found.
        margin: f64 = 0.0, "margin";
        /// Part of the margin in which contacts exert no force.
        gap: f64 = 0.0, "gap";
        /// Velocity of the surface.
        surfacevel: [f64; 6] = [0.0; 6], "surfacevel";
        /// Force with which contacts hold.
        adhesion: f64 = 0.0, "adhesion";
        /// Ends of the shape along its z axis; replaces pos, quat and one size.
        fromto: Option<[f64; 6]> = None, "fromto";
        /// Position in the body.
        pos: [f64; 3] = [0.0; 3], "pos";
        /// Orientation in the body.
        quat: [f64; 4] = quat::IDENTITY, "quat";
        /// Alternative orientation.
        alt: Orientation = Orientation::Quat,
            "axisangle" by AXISANGLE, "xyaxes" by XYAXES, "zaxis" by ZAXIS, "euler" by EULER;
        /// Height field.
        hfield: String = String::new(), "hfield";
        /// Mesh, to show or to fit a primitive shape to.
        mesh: String = String::new(), "mesh";
        /// Scale of a shape that is fitted to a mesh.
        fitscale: f64 = 1.0, "fitscale";
        /// Colour.
        rgba: [f32; 4] = [0.5, 0.5, 0.5, 1.0], "rgba";
        /// Whether the ellipsoid fluid model applies.
        fluid_ellipsoid: bool = false, "fluidshape" by KeywordBool(FLUID_SHAPE);
        /// Coefficients of the ellipsoid fluid model.
        fluidcoef: [f64; 5] = [0.5, 0.25, 1.5, 1.0, 1.0], "fluidcoef";
        /// User data.
        user: Vec<f64> = vec![], "user";
    }
    not_fields { "name": "it is meta.name"; "class": "it is meta.class"; }
}

object_table! {
    /// `<site>`.
    ///
    /// ```
    /// use sim_mjcf::spec::{Item, Site, Spec};
    ///
    /// let mut spec = Spec::default();
    /// spec.world.items.push(Item::Site(Site { fromto: Some([0.0, 0.0, 0.0, 0.0, 0.0, 2.0]), ..capsule() }));
    /// let model = sim_mjcf::compile(spec, &Default::default())?;
    /// assert_eq!(model.site_size[1], 1.0, "half of its length");
    ///
    /// fn capsule() -> Site {
    ///     Site { kind: sim_core::GeomType::Capsule, ..Site::default() }
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Site "site" (meta) in ["worldbody/body/site"] {
        /// Common part.
        meta: Meta = Meta::default();
        /// Shape.
        kind: GeomType = GeomType::Sphere, "type";
        /// Group for display.
        group: i32 = 0, "group";
        /// Position in the body.
        pos: [f64; 3] = [0.0; 3], "pos";
        /// Orientation in the body.
        quat: [f64; 4] = quat::IDENTITY, "quat";
        /// Alternative orientation.
        alt: Orientation = Orientation::Quat,
            "axisangle" by AXISANGLE, "xyaxes" by XYAXES, "zaxis" by ZAXIS, "euler" by EULER;
        /// Material.
        material: String = String::new(), "material";
        /// Sizes; how many count depends on the shape.
        size: [f64; 3] = [0.005; 3], "size";
        /// Ends of the shape along its z axis; replaces pos, quat and one size.
        fromto: Option<[f64; 6]> = None, "fromto";
        /// Colour.
        rgba: [f32; 4] = [0.5, 0.5, 0.5, 1.0], "rgba";
        /// User data.
        user: Vec<f64> = vec![], "user";
    }
    not_fields { "name": "it is meta.name"; "class": "it is meta.class"; }
}

object!(Body, Body);
object!(Frame, Frame);
object!(Joint, Joint);
object!(Geom, Geom, (ObjType::Material, material), (ObjType::HField, hfield), (ObjType::Mesh, mesh));
object!(Site, Site, (ObjType::Material, material));

/// How deep bodies and frames may nest: a chain of a thousand links, with the frames of its parts.
pub(crate) const MAX_DEPTH: usize = 1100;

impl Item {
    /// Items of an object.
    pub(crate) fn inside(&self) -> &[Self] {
        match self {
            Self::Body(body) => &body.items,
            Self::Frame(frame) => &frame.items,
            _ => &[],
        }
    }
}

/// Removes an object's items.
pub(crate) fn take_items(item: &mut Item) -> Vec<Item> {
    match item {
        Item::Body(body) => std::mem::take(&mut body.items),
        Item::Frame(frame) => std::mem::take(&mut frame.items),
        _ => vec![],
    }
}
