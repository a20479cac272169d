//! Bodies and what they carry: frames, joints, geoms, sites, cameras, lights.

use super::{Composite, Limited, Meta, SOLIMP, SOLREF, object};
use sim_core::math::quat;
use sim_core::{CamLightMode, GeomType, JointType, LightType, ObjType, Projection, SleepPolicy};

/// Orientation in one of the alternative notations; when given it wins over `quat`.
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

/// A body and everything inside it, in document order.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    /// Common part.
    pub meta: Meta,
    /// Default class of everything inside.
    pub childclass: String,
    /// Position in the parent.
    pub pos: [f64; 3],
    /// Orientation in the parent.
    pub quat: [f64; 4],
    /// Alternative orientation.
    pub alt: Orientation,
    /// Explicit inertia.
    pub inertial: Option<Inertial>,
    /// Driven from outside through `mocap_pos` and `mocap_quat`.
    pub mocap: bool,
    /// Share of gravity that is compensated.
    pub gravcomp: f64,
    /// Sleep policy.
    pub sleep: SleepPolicy,
    /// Whether the simple-body shortcuts may be used.
    pub simple: bool,
    /// User data.
    pub user: Vec<f64>,
    /// What the body carries.
    pub items: Vec<Item>,
}

impl Default for Body {
    fn default() -> Self {
        Self {
            meta: Meta::default(),
            childclass: String::new(),
            pos: [0.0; 3],
            quat: quat::IDENTITY,
            alt: Orientation::Quat,
            inertial: None,
            mocap: false,
            gravcomp: 0.0,
            sleep: SleepPolicy::Auto,
            simple: true,
            user: vec![],
            items: vec![],
        }
    }
}

/// `<inertial>`.
#[derive(Clone, Debug, PartialEq)]
pub struct Inertial {
    /// Centre of mass.
    pub pos: [f64; 3],
    /// Orientation of the principal axes.
    pub quat: [f64; 4],
    /// Alternative orientation.
    pub alt: Orientation,
    /// Mass.
    pub mass: f64,
    /// Principal moments.
    pub diaginertia: [f64; 3],
    /// Full inertia xx yy zz xy xz yz about the centre of mass.
    pub fullinertia: Option<[f64; 6]>,
}

/// Something a body or frame carries. Geoms, the largest, are also the most frequent: boxing them would not save room.
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
    /// Copies still to be made; gone once the spec is resolved.
    Replicate(Replicate),
    /// Attachment still to be made; gone once the spec is resolved.
    Attach(Attach),
    /// Bodies still to be made; gone once the spec is resolved.
    Composite(Box<Composite>),
}

/// `<frame>`: a change of coordinates for the items inside.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// Common part.
    pub meta: Meta,
    /// Default class of everything inside.
    pub childclass: String,
    /// Position.
    pub pos: [f64; 3],
    /// Orientation.
    pub quat: [f64; 4],
    /// Alternative orientation.
    pub alt: Orientation,
    /// Items inside.
    pub items: Vec<Item>,
}

impl Default for Frame {
    fn default() -> Self {
        Self {
            meta: Meta::default(),
            childclass: String::new(),
            pos: [0.0; 3],
            quat: quat::IDENTITY,
            alt: Orientation::Quat,
            items: vec![],
        }
    }
}

/// `<replicate>`: several copies of the items inside, each moved on from the last.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Replicate {
    /// Common part.
    pub meta: Meta,
    /// Default class of everything inside.
    pub childclass: String,
    /// Number of copies.
    pub count: i32,
    /// Translation from copy to copy.
    pub offset: [f64; 3],
    /// Rotation from copy to copy, Euler angles.
    pub euler: [f64; 3],
    /// Text between a name and its number.
    pub sep: String,
    /// Items inside.
    pub items: Vec<Item>,
}

/// `<attach>`: a subtree of another model (or of this one) put here.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Attach {
    /// Common part.
    pub meta: Meta,
    /// Model asset; `None`: this model.
    pub model: Option<String>,
    /// Body to attach.
    pub body: Option<String>,
    /// Frame to attach.
    pub frame: Option<String>,
    /// Text put before every attached name.
    pub prefix: String,
}

/// `<joint>` and `<freejoint>`.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Joint {
    pub meta: Meta,
    pub kind: JointType,
    pub group: i32,
    pub pos: [f64; 3],
    pub axis: [f64; 3],
    /// Time constant and damping ratio that replace stiffness and damping.
    pub springdamper: [f64; 2],
    pub limited: Limited,
    pub actuatorfrclimited: Limited,
    pub solreflimit: [f64; 2],
    pub solimplimit: [f64; 5],
    pub solreffriction: [f64; 2],
    pub solimpfriction: [f64; 5],
    /// Linear, quadratic and cubic coefficient.
    pub stiffness: [f64; 3],
    pub range: [f64; 2],
    pub actuatorfrcrange: [f64; 2],
    pub actuatorgravcomp: bool,
    pub margin: f64,
    /// Value in the reference pose.
    pub reference: f64,
    pub springref: f64,
    pub armature: f64,
    /// Linear, quadratic and cubic coefficient.
    pub damping: [f64; 3],
    pub frictionloss: f64,
    /// Alignment of a free joint with the inertial frame.
    pub align: Limited,
    pub user: Vec<f64>,
}

impl Default for Joint {
    fn default() -> Self {
        Self {
            meta: Meta::default(),
            kind: JointType::Hinge,
            group: 0,
            pos: [0.0; 3],
            axis: [0.0, 0.0, 1.0],
            springdamper: [0.0; 2],
            limited: Limited::Auto,
            actuatorfrclimited: Limited::Auto,
            solreflimit: SOLREF,
            solimplimit: SOLIMP,
            solreffriction: SOLREF,
            solimpfriction: SOLIMP,
            stiffness: [0.0; 3],
            range: [0.0; 2],
            actuatorfrcrange: [0.0; 2],
            actuatorgravcomp: false,
            margin: 0.0,
            reference: 0.0,
            springref: 0.0,
            armature: 0.0,
            damping: [0.0; 3],
            frictionloss: 0.0,
            align: Limited::Auto,
            user: vec![],
        }
    }
}

/// `<geom>`.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Geom {
    pub meta: Meta,
    pub kind: GeomType,
    /// The type that its class gives it, which its own overrides.
    pub class_kind: GeomType,
    pub contype: i32,
    pub conaffinity: i32,
    pub condim: i32,
    pub group: i32,
    pub priority: i32,
    pub size: [f64; 3],
    pub material: String,
    pub friction: [f64; 3],
    /// Mass; `None`: from density.
    pub mass: Option<f64>,
    pub density: f64,
    pub shellinertia: bool,
    pub solmix: f64,
    pub solref: [f64; 2],
    pub solimp: [f64; 5],
    pub margin: f64,
    pub gap: f64,
    pub surfacevel: [f64; 6],
    pub adhesion: f64,
    /// Ends of the shape along its z axis; replaces pos, quat and one size.
    pub fromto: Option<[f64; 6]>,
    pub pos: [f64; 3],
    pub quat: [f64; 4],
    pub alt: Orientation,
    pub hfield: String,
    pub mesh: String,
    pub fitscale: f64,
    pub rgba: [f32; 4],
    /// Whether the ellipsoid fluid model applies.
    pub fluid_ellipsoid: bool,
    pub fluidcoef: [f64; 5],
    pub user: Vec<f64>,
}

impl Default for Geom {
    fn default() -> Self {
        Self {
            meta: Meta::default(),
            kind: GeomType::Sphere,
            class_kind: GeomType::Sphere,
            contype: 1,
            conaffinity: 1,
            condim: 3,
            group: 0,
            priority: 0,
            size: [0.0; 3],
            material: String::new(),
            friction: [1.0, 0.005, 0.0001],
            mass: None,
            density: 1000.0,
            shellinertia: false,
            solmix: 1.0,
            solref: SOLREF,
            solimp: SOLIMP,
            margin: 0.0,
            gap: 0.0,
            surfacevel: [0.0; 6],
            adhesion: 0.0,
            fromto: None,
            pos: [0.0; 3],
            quat: quat::IDENTITY,
            alt: Orientation::Quat,
            hfield: String::new(),
            mesh: String::new(),
            fitscale: 1.0,
            rgba: [0.5, 0.5, 0.5, 1.0],
            fluid_ellipsoid: false,
            fluidcoef: [0.5, 0.25, 1.5, 1.0, 1.0],
            user: vec![],
        }
    }
}

/// `<site>`.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Site {
    pub meta: Meta,
    pub kind: GeomType,
    pub group: i32,
    pub pos: [f64; 3],
    pub quat: [f64; 4],
    pub alt: Orientation,
    pub material: String,
    pub size: [f64; 3],
    pub fromto: Option<[f64; 6]>,
    pub rgba: [f32; 4],
    pub user: Vec<f64>,
}

impl Default for Site {
    fn default() -> Self {
        Self {
            meta: Meta::default(),
            kind: GeomType::Sphere,
            group: 0,
            pos: [0.0; 3],
            quat: quat::IDENTITY,
            alt: Orientation::Quat,
            material: String::new(),
            size: [0.005; 3],
            fromto: None,
            rgba: [0.5, 0.5, 0.5, 1.0],
            user: vec![],
        }
    }
}

/// `<camera>`.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Camera {
    pub meta: Meta,
    pub projection: Projection,
    pub fovy: f64,
    pub ipd: f64,
    pub resolution: [i32; 2],
    /// Output kinds, as bits.
    pub output: i32,
    pub pos: [f64; 3],
    pub quat: [f64; 4],
    pub alt: Orientation,
    pub mode: CamLightMode,
    pub target: String,
    pub focal: [f32; 2],
    pub focalpixel: [f32; 2],
    pub principal: [f32; 2],
    pub principalpixel: [f32; 2],
    pub sensorsize: [f32; 2],
    pub user: Vec<f64>,
}

impl Default for Camera {
    fn default() -> Self {
        Self {
            meta: Meta::default(),
            projection: Projection::Perspective,
            fovy: 45.0,
            ipd: 0.068,
            resolution: [1, 1],
            output: 1,
            pos: [0.0; 3],
            quat: quat::IDENTITY,
            alt: Orientation::Quat,
            mode: CamLightMode::Fixed,
            target: String::new(),
            focal: [0.0; 2],
            focalpixel: [0.0; 2],
            principal: [0.0; 2],
            principalpixel: [0.0; 2],
            sensorsize: [0.0; 2],
            user: vec![],
        }
    }
}

/// `<light>`.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Light {
    pub meta: Meta,
    pub kind: LightType,
    pub castshadow: bool,
    pub active: bool,
    pub pos: [f64; 3],
    pub dir: [f64; 3],
    pub bulbradius: f32,
    pub intensity: f32,
    pub range: f32,
    pub attenuation: [f32; 3],
    pub cutoff: f32,
    pub softness: f32,
    pub exponent: f32,
    pub ambient: [f32; 3],
    pub diffuse: [f32; 3],
    pub specular: [f32; 3],
    pub mode: CamLightMode,
    pub target: String,
    pub texture: String,
}

impl Default for Light {
    fn default() -> Self {
        Self {
            meta: Meta::default(),
            kind: LightType::Spot,
            castshadow: true,
            active: true,
            pos: [0.0; 3],
            dir: [0.0, 0.0, -1.0],
            bulbradius: 0.02,
            intensity: 0.0,
            range: 10.0,
            attenuation: [1.0, 0.0, 0.0],
            cutoff: 45.0,
            softness: 0.2,
            exponent: 10.0,
            ambient: [0.0; 3],
            diffuse: [0.7; 3],
            specular: [0.3; 3],
            mode: CamLightMode::Fixed,
            target: String::new(),
            texture: String::new(),
        }
    }
}

object!(Body, Body);
object!(Frame, Frame);
object!(Joint, Joint);
object!(Geom, Geom, (ObjType::Material, material), (ObjType::HField, hfield), (ObjType::Mesh, mesh));
object!(Site, Site, (ObjType::Material, material));
object!(Camera, Camera, (ObjType::Body, target));
object!(Light, Light, (ObjType::Body, target), (ObjType::Texture, texture));
