//! Builds models in code, without XML: every element and attribute of MJCF is a method.
//!
//! [`Builder`] makes the elements that the reader makes of a file. Classes, defaults and short forms mean what they mean in a
//! file. Errors name the object and the line of the program.
//!
//! A setter takes a number, an array, a boolean, a text in MJCF's notation or an enum of the engine:
//! `kind(JointType::Slide)` and `kind("slide")` are the same. A keyword that does not exist is an error of
//! [`Builder::compile`].
//!
//! ```
//! use sim_core::{Integrator, ObjType, SensorType};
//! use sim_mjcf::build::Builder;
//!
//! let mut robot = Builder::new("arm");
//! robot.option().timestep(0.002).integrator(Integrator::ImplicitFast);
//! robot.defaults().geom().rgba([0.8, 0.4, 0.2, 1.0]).density(500.0);
//!
//! let mut world = robot.world();
//! world.plane("floor").size([2.0, 2.0, 0.1]);
//! let mut arm = world.body("arm").pos([0.0, 0.0, 1.0]);
//! arm.hinge("shoulder").axis([0.0, 1.0, 0.0]).damping(0.1);
//! arm.capsule("upper").fromto([0.0, 0.0, 0.0, 0.4, 0.0, 0.0]).size(0.04);
//! let mut hand = arm.body("hand").pos([0.4, 0.0, 0.0]);
//! hand.hinge("elbow").axis([0.0, 1.0, 0.0]).range([-120.0, 120.0]);
//! hand.sphere("fist").size(0.06);
//! hand.site("grip");
//!
//! robot.position("servo").joint("shoulder").kp(20.0);
//! robot.sensor(SensorType::FramePos, "where").objtype(ObjType::Site).objname("grip");
//! let model = robot.compile()?;
//! assert_eq!((model.nbody, model.nv, model.nu, model.nsensordata), (3, 2, 1, 3));
//!
//! // compiling reports mistakes, with the line of the program
//! robot.motor("oops").joint("sholder");
//! let error = robot.compile().unwrap_err().to_string();
//! assert!(error.contains("joint 'sholder' not found; did you mean 'shoulder'?"), "{error}");
//! # Ok::<(), sim_mjcf::MjcfError>(())
//! ```

mod draft;
mod elements;

pub use elements::*;

use crate::error::{MjcfError, Result};
use crate::error_list::ErrorList;
use crate::files::{Assets, Files};
use crate::load::{Loaded, compile_elements, resolve_elements};
use crate::read::element::Element;
use crate::schema;
use crate::spec::Spec;
use crate::table::Value;
use draft::Draft;
use sim_core::Model;

/// Builds a model element by element.
///
/// ```
/// use sim_mjcf::build::Builder;
///
/// let mut robot = Builder::new("pendulum");
/// let mut world = robot.world();
/// let mut rod = world.body("rod").pos([0.0, 0.0, 1.0]);
/// rod.hinge("pivot").axis([0.0, 1.0, 0.0]);
/// rod.capsule("").fromto([0.0, 0.0, 0.0, 0.0, 0.0, -0.5]).size(0.02);
/// let model = robot.compile()?;
/// assert_eq!((model.model_name(), model.nq), ("pendulum", 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Builder {
    root: Element,
    errors: Vec<MjcfError>,
}

/// Methods that add one element to a section of the model.
macro_rules! sections {
    ($($(#[doc = $doc:literal])* $method:ident: $Element:ident = $section:literal / $tag:literal;)*) => {$(
        $(#[doc = $doc])*
        #[track_caller]
        pub fn $method(&mut self, name: &str) -> $Element<'_> {
            $Element(self.in_section($section, $tag, name))
        }
    )*};
}

/// Methods that give the one element of its kind.
macro_rules! settings {
    ($($(#[doc = $doc:literal])* $method:ident: $Element:ident = [$($tag:literal)/+];)*) => {$(
        $(#[doc = $doc])*
        #[track_caller]
        pub fn $method(&mut self) -> $Element<'_> {
            $Element(self.setting(&[$($tag),+]))
        }
    )*};
}

impl Builder {
    /// Starts an empty model of this name.
    #[track_caller]
    pub fn new(name: &str) -> Self {
        let mut builder = Self { root: draft::element(schema::root(), "", None), errors: vec![] };
        builder.top().set("model", name.into());
        builder
    }

    settings! {
        /// Settings of the compiler.
        compiler: Compiler = ["compiler"];
        /// Settings for computing length ranges of actuators.
        lengthrange: LengthRange = ["compiler"/"lengthrange"];
        /// Physics options.
        option: OptionSettings = ["option"];
        /// Flags that disable or enable parts of the physics.
        flag: Flags = ["option"/"flag"];
        /// Limits, and widths of user data.
        size: Size = ["size"];
        /// Statistics that override computed ones.
        statistic: Statistic = ["statistic"];
        /// Defaults of the class `main`, the base of all classes.
        defaults: DefaultClass = ["default"];
    }

    /// A section of the visual settings: `global`, `quality`, `headlight`, `map`, `scale` or `rgba`.
    #[track_caller]
    pub fn visual(&mut self, part: &str) -> Visual<'_> {
        Visual(self.setting(&["visual", part]))
    }

    /// The world body.
    #[track_caller]
    pub fn world(&mut self) -> Body<'_> {
        Body(self.setting(&["worldbody"]))
    }

    sections! {
        /// A mesh; an empty name takes that of its file.
        mesh: Mesh = "asset"/"mesh";
        /// A skin; an empty name takes that of its file.
        skin: Skin = "asset"/"skin";
        /// A height field.
        hfield: HField = "asset"/"hfield";
        /// A texture.
        texture: Texture = "asset"/"texture";
        /// A material.
        material: Material = "asset"/"material";
        /// Another model, parts of which can be attached.
        model: ModelAsset = "asset"/"model";
        /// Two geoms that touch with parameters of their own.
        pair: Pair = "contact"/"pair";
        /// Two bodies that do not touch.
        exclude: Exclude = "contact"/"exclude";
        /// A tendon through sites and around geoms.
        spatial: Tendon = "tendon"/"spatial";
        /// A tendon that adds up joints.
        fixed: Tendon = "tendon"/"fixed";
        /// A point that two bodies share.
        connect: Equality = "equality"/"connect";
        /// Two bodies that keep their relative pose.
        weld: Equality = "equality"/"weld";
        /// A joint that follows another one.
        couple_joints: Equality = "equality"/"joint";
        /// A tendon that follows another one.
        couple_tendons: Equality = "equality"/"tendon";
        /// An actuator of any kind.
        general: Actuator = "actuator"/"general";
        /// A force or torque.
        motor: Actuator = "actuator"/"motor";
        /// A position servo.
        position: Actuator = "actuator"/"position";
        /// A velocity servo.
        velocity: Actuator = "actuator"/"velocity";
        /// A servo whose control is the velocity of its setpoint.
        intvelocity: Actuator = "actuator"/"intvelocity";
        /// A servo of an orientation.
        orientation: Actuator = "actuator"/"orientation";
        /// A servo with an integral part.
        pid: Actuator = "actuator"/"pid";
        /// A damper whose control is its damping.
        damper: Actuator = "actuator"/"damper";
        /// A pneumatic or hydraulic cylinder.
        cylinder: Actuator = "actuator"/"cylinder";
        /// A muscle.
        muscle: Actuator = "actuator"/"muscle";
        /// A Hill-type muscle.
        hillmuscle: Actuator = "actuator"/"hillmuscle";
        /// An adhesive body.
        adhesion: Actuator = "actuator"/"adhesion";
        /// A DC motor.
        dcmotor: Actuator = "actuator"/"dcmotor";
        /// Custom numbers.
        numeric: Numeric = "custom"/"numeric";
        /// A custom text.
        text: Text = "custom"/"text";
        /// A custom list of objects.
        tuple: Tuple = "custom"/"tuple";
        /// A keyframe.
        key: Key = "keyframe"/"key";
    }

    /// Adds a sensor. `kind` is a [`SensorType`](sim_core::SensorType) or the name of the element, as in
    /// `robot.sensor("accelerometer", "imu").site("head")`.
    #[track_caller]
    pub fn sensor(&mut self, kind: impl Into<Value>, name: &str) -> Sensor<'_> {
        Sensor(self.in_section("sensor", &draft::tag_of(kind.into()), name))
    }

    /// Compiles the model. Meshes and pictures are read from the disk; warnings go to [`sim_core::warning`].
    pub fn compile(&self) -> Result<Model> {
        self.compile_from(&Files::with_disk(Assets::new())).map(Loaded::report_warnings)
    }

    /// Compiles the model and returns it with the loader's warnings. `files` gives its files and the limits.
    pub fn compile_from(&self, files: &Files) -> Result<Loaded> {
        compile_elements(self.elements()?, "", files, ErrorList::default())
    }

    /// Returns the model as a spec, which can be changed before it is compiled.
    pub fn spec(&self) -> Result<Spec> {
        resolve_elements(self.elements()?, "", &Files::with_disk(Assets::new()), ErrorList::default())
    }

    /// Returns the elements as a reader makes them of a file, or the errors.
    fn elements(&self) -> Result<Element> {
        let (mut root, mut errors) = (self.root.clone(), self.errors.clone());
        draft::finish(&mut root, &mut errors);
        MjcfError::of(errors).map_or(Ok(root), Err)
    }

    fn top(&mut self) -> Draft<'_> {
        Draft { node: schema::root(), element: &mut self.root, errors: &mut self.errors }
    }

    #[track_caller]
    fn in_section(&mut self, section: &str, tag: &str, name: &str) -> Draft<'_> {
        let Self { root, errors } = self;
        let top = Draft { node: schema::root(), element: root, errors };
        top.into_only(section).into_child(tag, name)
    }

    #[track_caller]
    fn setting(&mut self, tags: &[&str]) -> Draft<'_> {
        let Self { root, errors } = self;
        let mut inner = Draft { node: schema::root(), element: root, errors };
        // no closure: it would hide the line of the program
        for tag in tags {
            inner = inner.into_only(tag);
        }
        inner
    }
}

/// Methods that add one element inside another.
macro_rules! inside {
    ($Outer:ident { $($(#[doc = $doc:literal])* $method:ident: $Element:ident = $tag:literal $([$attribute:literal = $value:literal])?;)* }) => {
        impl $Outer<'_> {
            $(
                $(#[doc = $doc])*
                #[track_caller]
                pub fn $method(&mut self, name: &str) -> $Element<'_> {
                    #[allow(unused_mut)]
                    let mut inner = self.0.child($tag, name);
                    $(inner.set($attribute, $value.into());)?
                    $Element(inner)
                }
            )*
        }
    };
}

/// Methods for the items of a body, a frame and a replicate.
macro_rules! holds {
    ($($Outer:ident)*) => {$(
        inside! { $Outer {
            /// A body inside this one.
            body: Body = "body";
            /// A coordinate frame.
            frame: Frame = "frame";
            /// A hinge joint.
            hinge: Joint = "joint"["type" = "hinge"];
            /// A slide joint.
            slide: Joint = "joint"["type" = "slide"];
            /// A ball joint.
            ball: Joint = "joint"["type" = "ball"];
            /// A joint whose type comes from its class or `kind`.
            joint: Joint = "joint";
            /// A joint that lets the body move freely.
            free: FreeJoint = "freejoint";
            /// A geom whose shape comes from its class or `kind`.
            geom: Geom = "geom";
            /// A plane.
            plane: Geom = "geom"["type" = "plane"];
            /// A sphere.
            sphere: Geom = "geom"["type" = "sphere"];
            /// A capsule.
            capsule: Geom = "geom"["type" = "capsule"];
            /// An ellipsoid.
            ellipsoid: Geom = "geom"["type" = "ellipsoid"];
            /// A cylinder.
            cylinder: Geom = "geom"["type" = "cylinder"];
            /// A box.
            cuboid: Geom = "geom"["type" = "box"];
            /// A site.
            site: Site = "site";
            /// A camera.
            camera: Camera = "camera";
            /// A light.
            light: Light = "light";
        } }

        impl $Outer<'_> {
            /// Mass and inertia; by default they come from the geoms.
            #[track_caller]
            pub fn inertial(&mut self) -> Inertial<'_> {
                Inertial(self.0.child("inertial", ""))
            }

            /// A geom in the shape of a mesh.
            #[track_caller]
            pub fn mesh(&mut self, name: &str, mesh: &str) -> Geom<'_> {
                self.geom(name).kind("mesh").mesh(mesh)
            }

            /// Copies of the items inside.
            #[track_caller]
            pub fn replicate(&mut self, count: i32) -> Replicate<'_> {
                Replicate(self.0.child("replicate", "")).count(count)
            }

            /// A part of another model.
            #[track_caller]
            pub fn attach(&mut self, model: &str) -> Attach<'_> {
                Attach(self.0.child("attach", "")).model(model)
            }

            /// Many bodies in one element.
            #[track_caller]
            pub fn composite(&mut self, kind: &str) -> Composite<'_> {
                Composite(self.0.child("composite", "")).kind(kind)
            }
        }
    )*};
}

holds!(Body Frame Replicate);

impl Material<'_> {
    /// Adds a texture with a role.
    #[track_caller]
    pub fn layer(&mut self, texture: &str, role: &str) -> Layer<'_> {
        Layer(self.0.child("layer", "")).texture(texture).role(role)
    }
}

impl Skin<'_> {
    /// Adds a bone: a body that moves vertices.
    #[track_caller]
    pub fn bone(&mut self, body: &str) -> Bone<'_> {
        Bone(self.0.child("bone", "")).body(body)
    }
}

impl Composite<'_> {
    /// Defaults of the bodies' `joint`, `geom`, `site` or `skin`.
    #[track_caller]
    pub fn part(&mut self, tag: &str) -> CompositePart<'_> {
        CompositePart(self.0.child(tag, ""))
    }
}

impl Tuple<'_> {
    /// Adds an object. `objtype` is an [`ObjType`](sim_core::ObjType) or its keyword, such as `"body"`.
    #[track_caller]
    pub fn element(&mut self, objtype: impl Into<Value>, objname: &str) -> TupleElement<'_> {
        TupleElement(self.0.child("element", "")).objtype(objtype).objname(objname)
    }
}

impl Tendon<'_> {
    /// The path goes on through a site.
    #[track_caller]
    pub fn through_site(&mut self, site: &str) -> Wrap<'_> {
        Wrap(self.0.child("site", "")).site(site)
    }

    /// The path goes on around a geom.
    #[track_caller]
    pub fn around_geom(&mut self, geom: &str) -> Wrap<'_> {
        Wrap(self.0.child("geom", "")).geom(geom)
    }

    /// The path goes on over a pulley.
    #[track_caller]
    pub fn over_pulley(&mut self, divisor: f64) -> Wrap<'_> {
        Wrap(self.0.child("pulley", "")).divisor(divisor)
    }

    /// The length grows with a joint.
    #[track_caller]
    pub fn add_joint(&mut self, joint: &str, coef: f64) -> Wrap<'_> {
        Wrap(self.0.child("joint", "")).joint(joint).coef(coef)
    }
}

/// A class of defaults for objects of the class.
///
/// ```
/// use sim_mjcf::build::Builder;
///
/// let mut robot = Builder::new("");
/// let mut defaults = robot.defaults();
/// defaults.geom().density(500.0);
/// defaults.class("wheel").geom().kind("cylinder").size([0.2, 0.05]);
/// robot.world().geom("rear").class("wheel");
/// let model = robot.compile()?;
/// assert_eq!(model.geom("rear")?.size(), [0.2, 0.05, 0.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct DefaultClass<'a>(Draft<'a>);

/// The defaults of one kind of object.
macro_rules! defaults {
    ($($(#[doc = $doc:literal])* $method:ident: $Element:ident = $tag:literal;)*) => {
        impl DefaultClass<'_> {
            $(
                $(#[doc = $doc])*
                #[track_caller]
                pub fn $method(&mut self) -> $Element<'_> {
                    $Element(self.0.only($tag))
                }
            )*

            /// A class inside this one, which starts from it.
            #[track_caller]
            pub fn class(&mut self, name: &str) -> DefaultClass<'_> {
                let mut inner = self.0.child("default", "");
                inner.set("class", name.into());
                DefaultClass(inner)
            }

            /// Defaults of actuators; `kind` is their element, as in `class.actuator("motor").gear(100.0)`.
            #[track_caller]
            pub fn actuator(&mut self, kind: &str) -> Actuator<'_> {
                Actuator(self.0.only(kind))
            }
        }
    };
}

defaults! {
    /// Defaults of meshes.
    mesh: Mesh = "mesh";
    /// Defaults of materials.
    material: Material = "material";
    /// Defaults of joints.
    joint: Joint = "joint";
    /// Defaults of geoms.
    geom: Geom = "geom";
    /// Defaults of sites.
    site: Site = "site";
    /// Defaults of cameras.
    camera: Camera = "camera";
    /// Defaults of lights.
    light: Light = "light";
    /// Defaults of contact pairs.
    pair: Pair = "pair";
    /// Defaults of equality constraints.
    equality: Equality = "equality";
    /// Defaults of tendons.
    tendon: Tendon = "tendon";
}

#[cfg(test)]
mod tests;
