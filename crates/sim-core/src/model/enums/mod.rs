//! The integer-coded kinds that Model, Data and Options store.
//!
//! They are *open* enums: a transparent `i32` with named constants. Python clients hold writable views
//! of the same memory, so any integer may appear; an unknown value is an error where it is used, never
//! undefined behaviour. Values up to 99 are MuJoCo's; extensions of ours start at 100.

use bytemuck::{Pod, Zeroable};

macro_rules! open_enum {
    ($(#[$meta:meta])* $name:ident { $($(#[$vmeta:meta])* $variant:ident = $value:literal, $label:literal;)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Pod, Zeroable)]
        #[repr(transparent)]
        pub struct $name(pub i32);

        impl crate::arrays::IntCode for $name {}

        #[allow(non_upper_case_globals)]
        impl $name {
            $($(#[$vmeta])* pub const $variant: Self = Self($value);)*

            /// Every named value, in order of its number.
            pub const ALL: &'static [Self] = &[$(Self($value)),*];

            /// The MJCF-style name of the value, `None` for a number that names nothing.
            pub fn label(self) -> Option<&'static str> {
                match self.0 {
                    $($value => Some($label),)*
                    _ => None,
                }
            }
        }

        impl std::str::FromStr for $name {
            type Err = crate::model::UnknownKeyword;

            fn from_str(keyword: &str) -> Result<Self, Self::Err> {
                match keyword {
                    $($label => Ok(Self($value)),)*
                    _ => {
                        let known = [$($label),*].into_iter();
                        Err(crate::model::UnknownKeyword::new(stringify!($name), keyword, known))
                    }
                }
            }
        }

        impl TryFrom<&str> for $name {
            type Error = crate::model::UnknownKeyword;

            fn try_from(keyword: &str) -> Result<Self, Self::Error> {
                keyword.parse()
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self.0 {
                    $($value => f.write_str(concat!(stringify!($name), "::", stringify!($variant))),)*
                    other => write!(f, concat!(stringify!($name), "({})"), other),
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self.label() {
                    Some(label) => f.write_str(label),
                    None => write!(f, "{}", self.0),
                }
            }
        }
    };
}

mod flags;
mod sensor;

pub use flags::{DisableFlags, EnableFlags};
pub use sensor::SensorType;

open_enum! {
    /// How a joint lets its body move.
    ///
    /// ```
    /// use sim_core::{JointType, Model};
    ///
    /// let model = Model::example();
    /// let sizes: Vec<_> = model.jnt_type.iter().map(|kind| (kind.nq(), kind.nv())).collect();
    /// assert_eq!(sizes, [(1, 1), (7, 6)]);
    /// assert_eq!(JointType::Free.to_string(), "free");
    /// ```
    JointType {
        /// Six degrees of freedom: position and unit quaternion in the world (7 numbers in qpos).
        Free = 0, "free";
        /// Three rotational degrees of freedom: a unit quaternion relative to the parent.
        Ball = 1, "ball";
        /// One translation along a body-fixed axis.
        Slide = 2, "slide";
        /// One rotation about a body-fixed axis.
        Hinge = 3, "hinge";
    }
}

impl JointType {
    /// Entries the joint occupies in `qpos`.
    pub fn nq(self) -> usize {
        match self {
            Self::Free => 7,
            Self::Ball => 4,
            _ => 1,
        }
    }

    /// Entries the joint occupies in `qvel`.
    pub fn nv(self) -> usize {
        match self {
            Self::Free => 6,
            Self::Ball => 3,
            _ => 1,
        }
    }
}

open_enum! {
    /// Shape of a geom or site.
    ///
    /// ```
    /// use sim_core::{GeomType, Model};
    ///
    /// let model = Model::example();
    /// let boundless = model.geoms().filter(|geom| geom.kind() == GeomType::Plane);
    /// assert_eq!(boundless.count(), 1);
    /// assert_eq!(GeomType::Sdf.0, 8);
    /// ```
    GeomType {
        /// Plane through the frame's origin, normal along z.
        Plane = 0, "plane";
        /// Height field.
        HField = 1, "hfield";
        /// Sphere.
        Sphere = 2, "sphere";
        /// Capsule along z.
        Capsule = 3, "capsule";
        /// Ellipsoid.
        Ellipsoid = 4, "ellipsoid";
        /// Cylinder along z.
        Cylinder = 5, "cylinder";
        /// Box.
        Box = 6, "box";
        /// Triangle mesh; collides as its convex hull.
        Mesh = 7, "mesh";
        /// Signed distance field.
        Sdf = 8, "sdf";
    }
}

open_enum! {
    /// Camera projection.
    ///
    /// ```
    /// use sim_core::{Model, Projection};
    ///
    /// let mut model = Model::example();
    /// model.cam_projection[0] = Projection::Orthographic;
    /// assert_eq!(model.camera("eye")?.projection().to_string(), "orthographic");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Projection {
        /// Perspective.
        Perspective = 0, "perspective";
        /// Orthographic.
        Orthographic = 1, "orthographic";
    }
}

open_enum! {
    /// How a camera or light follows its body.
    ///
    /// ```
    /// use sim_core::{CamLightMode, Model};
    ///
    /// let mut model = Model::example();
    /// (model.cam_mode[0], model.cam_targetbodyid[0]) = (CamLightMode::TargetBody, 2);
    /// let mut data = model.make_data();
    /// data.forward(&model)?;
    /// let towards_x = -data.camera("eye")?.xmat()[2];
    /// assert!(towards_x > 0.0, "the ball is there");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    CamLightMode {
        /// Rigidly attached to the body.
        Fixed = 0, "fixed";
        /// Position follows the body, orientation stays as in the reference pose.
        Track = 1, "track";
        /// Position follows the subtree's centre of mass.
        TrackCom = 2, "trackcom";
        /// Fixed position, looks at the target body.
        TargetBody = 3, "targetbody";
        /// Fixed position, looks at the centre of mass of the target's subtree.
        TargetBodyCom = 4, "targetbodycom";
    }
}

open_enum! {
    /// Kind of light source.
    ///
    /// ```
    /// use sim_core::{LightType, Model};
    ///
    /// let model = Model::example();
    /// let sun = model.lights().find(|light| light.kind() == LightType::Directional);
    /// assert_eq!(sun.and_then(|light| light.name()), Some("lamp"));
    /// ```
    LightType {
        /// Spot light.
        Spot = 0, "spot";
        /// Directional light.
        Directional = 1, "directional";
        /// Point light.
        Point = 2, "point";
        /// Image-based light.
        Image = 3, "image";
    }
}

open_enum! {
    /// Texture mapping.
    ///
    /// ```
    /// use sim_core::{Model, TextureType};
    ///
    /// let model = Model::example();
    /// assert_eq!(model.texture("stripes")?.kind(), TextureType::TwoD);
    /// assert_eq!(TextureType::TwoD.to_string(), "2d");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    TextureType {
        /// Flat image.
        TwoD = 0, "2d";
        /// Cube map for geoms.
        Cube = 1, "cube";
        /// Cube map around the scene.
        Skybox = 2, "skybox";
    }
}

open_enum! {
    /// Colour encoding of a texture.
    ///
    /// ```
    /// use sim_core::{ColorSpace, Model};
    ///
    /// let model = Model::example();
    /// let gamma = if model.texture("stripes")?.colorspace() == ColorSpace::Srgb { 2.2 } else { 1.0 };
    /// assert_eq!(gamma, 1.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ColorSpace {
        /// Taken from the file, linear when it does not say.
        Auto = 0, "auto";
        /// Linear.
        Linear = 1, "linear";
        /// sRGB.
        Srgb = 2, "sRGB";
    }
}

open_enum! {
    /// Time integration scheme.
    ///
    /// ```
    /// use sim_core::{Integrator, Model};
    ///
    /// // undamped, a pendulum keeps its energy the better the finer the scheme
    /// let swing = |integrator| {
    ///     let mut model = Model::n_link_pendulum(1, 1.0, 1.0);
    ///     model.opt.integrator = integrator;
    ///     let mut data = model.make_data();
    ///     data.qvel[0] = 1.0;
    ///     (0..500).try_for_each(|_| data.step(&model)).map(|()| data.qpos[0])
    /// };
    /// let [euler, fine] = [swing(Integrator::Euler)?, swing(Integrator::RungeKutta4)?];
    /// assert!(euler != fine && (euler - fine).abs() < 0.1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Integrator {
        /// Semi-implicit Euler, joint damping implicit.
        Euler = 0, "Euler";
        /// Fourth-order Runge-Kutta.
        RungeKutta4 = 1, "RK4";
        /// Implicit in velocity with all velocity derivatives.
        Implicit = 2, "implicit";
        /// Implicit in velocity without the Coriolis derivatives, except for standalone free bodies.
        ImplicitFast = 3, "implicitfast";
        /// Extension: implicit Euler for the springs and dampers of single dofs, `(M + h D + h² K) v' = M v + h f - h K (q - q0)`
        /// with diagonal `K` and `D`; everything else, tendons included, explicit.
        ImplicitSpringDamper = 100, "implicitspringdamper";
    }
}

open_enum! {
    /// Friction cone model.
    ///
    /// ```
    /// use sim_core::{ConeType, Model};
    ///
    /// let mut model = Model::example();
    /// let mut rows = |cone| {
    ///     model.opt.cone = cone;
    ///     let mut data = model.make_data();
    ///     data.forward(&model).map(|()| data.nefc)
    /// };
    /// assert_eq!((rows(ConeType::Pyramidal)?, rows(ConeType::Elliptic)?), (4, 3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ConeType {
        /// Pyramid approximation.
        Pyramidal = 0, "pyramidal";
        /// Exact elliptic cone.
        Elliptic = 1, "elliptic";
    }
}

open_enum! {
    /// Storage of the constraint Jacobian.
    ///
    /// ```
    /// use sim_core::{JacobianType, Model};
    ///
    /// let mut model = Model::example();
    /// assert!(model.opt.jacobian == JacobianType::Auto && !model.is_sparse());
    /// model.opt.jacobian = JacobianType::Sparse;
    /// assert!(model.is_sparse());
    /// ```
    JacobianType {
        /// Dense.
        Dense = 0, "dense";
        /// Sparse.
        Sparse = 1, "sparse";
        /// Dense below 60 degrees of freedom.
        Auto = 2, "auto";
    }
}

open_enum! {
    /// Constraint solver.
    ///
    /// ```
    /// use sim_core::{Model, SolverType};
    ///
    /// let mut model = Model::example();
    /// for solver in [SolverType::PGS, SolverType::CG, SolverType::Newton] {
    ///     model.opt.solver = solver;
    ///     let mut data = model.make_data();
    ///     data.forward(&model)?;
    ///     assert!(data.contacts().all(|contact| contact.force()[2] > 0.0), "{solver}");
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    SolverType {
        /// Projected Gauss-Seidel (dual).
        PGS = 0, "PGS";
        /// Conjugate gradient (primal).
        CG = 1, "CG";
        /// Newton (primal).
        Newton = 2, "Newton";
        /// Extension: CG that fails when its tolerance is not met.
        CGStrict = 100, "CGStrict";
    }
}

open_enum! {
    /// Kind of equality constraint.
    ///
    /// ```
    /// use sim_core::{EqType, Model};
    ///
    /// let model = Model::example();
    /// let couplings = model.equalities().filter(|equality| matches!(equality.kind(), EqType::Joint | EqType::Tendon));
    /// assert_eq!(couplings.count(), 1);
    /// ```
    EqType {
        /// Two points stay together.
        Connect = 0, "connect";
        /// Two frames stay together.
        Weld = 1, "weld";
        /// A polynomial couples two scalar joints.
        Joint = 2, "joint";
        /// A polynomial couples two tendons.
        Tendon = 3, "tendon";
        /// All edges of a flex keep their length.
        Flex = 4, "flex";
        /// All vertices of a flex keep their distance.
        FlexVert = 5, "flexvert";
        /// The strain of an interpolated flex stays zero.
        FlexStrain = 6, "flexstrain";
    }
}

open_enum! {
    /// Kind of object along a tendon's path.
    ///
    /// ```
    /// use sim_core::{Model, WrapType};
    ///
    /// let model = Model::example();
    /// let fixed = (0..model.ntendon).filter(|&t| model.wrap_type[model.tendon_adr[t] as usize] == WrapType::Joint);
    /// assert_eq!(fixed.count(), 1);
    /// ```
    WrapType {
        /// Nothing.
        None = 0, "none";
        /// Joint with a constant moment arm (fixed tendon).
        Joint = 1, "joint";
        /// Pulley that divides the force of the branch after it.
        Pulley = 2, "pulley";
        /// Site passed through.
        Site = 3, "site";
        /// Sphere wrapped around.
        Sphere = 4, "sphere";
        /// Infinite cylinder wrapped around.
        Cylinder = 5, "cylinder";
    }
}

open_enum! {
    /// How an actuator's force reaches the bodies.
    ///
    /// ```
    /// use sim_core::{Model, TransmissionType};
    ///
    /// let mut model = Model::example();
    /// // the motor pulls the cord instead of turning the elbow
    /// (model.actuator_trntype[0], model.actuator_trnid[0]) = (TransmissionType::Tendon, 0);
    /// model.set_const()?;
    /// let mut data = model.make_data();
    /// data.ctrl[0] = 1.0;
    /// data.forward(&model)?;
    /// assert_eq!(data.qfrc_actuator[0], 2.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    TransmissionType {
        /// Joint, in its own frame.
        Joint = 0, "joint";
        /// Joint, in the parent's frame.
        JointInParent = 1, "jointinparent";
        /// Slider-crank between two sites.
        SliderCrank = 2, "slidercrank";
        /// Tendon.
        Tendon = 3, "tendon";
        /// Wrench at a site.
        Site = 4, "site";
        /// Adhesion at a body's contacts.
        Body = 5, "body";
        /// Torque on a relative orientation, three outputs.
        SO3 = 6, "so3";
        /// Not given.
        Undefined = 1000, "undefined";
    }
}

open_enum! {
    /// Dynamics of an actuator's activation.
    ///
    /// ```
    /// use sim_core::{ActuatorDynamics, Model};
    ///
    /// let model = Model::example();
    /// assert_eq!(model.actuator("motor")?.dyntype(), ActuatorDynamics::None);
    /// assert_eq!(model.na, 0, "so it has no activation");
    /// assert_eq!(ActuatorDynamics::FilterExact.label(), Some("filterexact"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ActuatorDynamics {
        /// No state: the control is the input of the gain.
        None = 0, "none";
        /// `da/dt = u`.
        Integrator = 1, "integrator";
        /// `da/dt = (u - a) / tau`, Euler steps.
        Filter = 2, "filter";
        /// `da/dt = (u - a) / tau`, integrated exactly.
        FilterExact = 3, "filterexact";
        /// Muscle activation with different rise and decay times.
        Muscle = 4, "muscle";
        /// Electrical states of a DC motor.
        DcMotor = 5, "dcmotor";
        /// States of a PID controller.
        Pid = 6, "pid";
        /// Defined by a callback; refused.
        User = 7, "user";
        /// Extension: Hill muscle with pennation and compliant tendon.
        HillMuscle = 100, "hillmuscle";
    }
}

open_enum! {
    /// Gain law of an actuator.
    ///
    /// ```
    /// use sim_core::{GainType, Model};
    ///
    /// let mut model = Model::example();
    /// // the force follows the control and the angle: (1 + 2 q) u
    /// model.actuator_gaintype[0] = GainType::Affine;
    /// model.actuator_gainprm[..2].copy_from_slice(&[1.0, 2.0]);
    /// let mut data = model.make_data();
    /// (data.qpos[0], data.ctrl[0]) = (0.5, 1.0);
    /// data.forward(&model)?;
    /// assert_eq!(data.actuator("motor")?.force(), [2.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    GainType {
        /// Constant.
        Fixed = 0, "fixed";
        /// `p0 + p1 length + p2 velocity`.
        Affine = 1, "affine";
        /// Active force-length-velocity curve of a muscle.
        Muscle = 2, "muscle";
        /// Torque constant of a DC motor.
        DcMotor = 3, "dcmotor";
        /// Geodesic orientation servo.
        SO3 = 4, "so3";
        /// PID controller.
        Pid = 5, "pid";
        /// Defined by a callback; refused.
        User = 6, "user";
        /// Extension: Hill muscle.
        HillMuscle = 100, "hillmuscle";
    }
}

open_enum! {
    /// Bias law of an actuator.
    ///
    /// ```
    /// use sim_core::{BiasType, Model};
    ///
    /// let mut model = Model::example();
    /// // a spring that pulls the elbow back, whatever the control
    /// model.actuator_biastype[0] = BiasType::Affine;
    /// model.actuator_biasprm[1] = -3.0;
    /// let mut data = model.make_data();
    /// data.qpos[0] = 1.0;
    /// data.forward(&model)?;
    /// assert_eq!(data.actuator("motor")?.force(), [-3.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    BiasType {
        /// None.
        None = 0, "none";
        /// `p0 + p1 length + p2 velocity`.
        Affine = 1, "affine";
        /// Passive force of a muscle.
        Muscle = 2, "muscle";
        /// Back-EMF, cogging and LuGre friction of a DC motor.
        DcMotor = 3, "dcmotor";
        /// Damping of the orientation servo.
        SO3 = 4, "so3";
        /// Defined by a callback; refused.
        User = 5, "user";
        /// Extension: Hill muscle.
        HillMuscle = 100, "hillmuscle";
    }
}

open_enum! {
    /// Kind of named object.
    ///
    /// ```
    /// use sim_core::{Model, ObjType};
    ///
    /// let model = Model::example();
    /// let motor = model.id(ObjType::Actuator, "motor").expect("there is one");
    /// assert_eq!(model.name(ObjType::Actuator, motor), Some("motor"));
    /// assert_eq!((model.count(ObjType::Geom), model.id(ObjType::Geom, "motor")), (3, None));
    /// ```
    ObjType {
        /// No object.
        Unknown = 0, "unknown";
        /// Body, its inertial frame.
        Body = 1, "body";
        /// Body, its own frame.
        XBody = 2, "xbody";
        /// Joint.
        Joint = 3, "joint";
        /// Degree of freedom.
        Dof = 4, "dof";
        /// Geom.
        Geom = 5, "geom";
        /// Site.
        Site = 6, "site";
        /// Camera.
        Camera = 7, "camera";
        /// Light.
        Light = 8, "light";
        /// Flex.
        Flex = 9, "flex";
        /// Mesh asset.
        Mesh = 10, "mesh";
        /// Skin.
        Skin = 11, "skin";
        /// Height field asset.
        HField = 12, "hfield";
        /// Texture asset.
        Texture = 13, "texture";
        /// Material asset.
        Material = 14, "material";
        /// Explicit contact pair.
        Pair = 15, "pair";
        /// Excluded body pair.
        Exclude = 16, "exclude";
        /// Equality constraint.
        Equality = 17, "equality";
        /// Tendon.
        Tendon = 18, "tendon";
        /// Actuator.
        Actuator = 19, "actuator";
        /// Sensor.
        Sensor = 20, "sensor";
        /// Custom numeric field.
        Numeric = 21, "numeric";
        /// Custom text field.
        Text = 22, "text";
        /// Custom tuple.
        Tuple = 23, "tuple";
        /// Keyframe.
        Key = 24, "key";
        /// Plugin instance.
        Plugin = 25, "plugin";
        /// Frame of the spec; not in a Model.
        Frame = 100, "frame";
        /// Default class of the spec; not in a Model.
        Default = 101, "default";
        /// Whole model of the spec; not in a Model.
        Model = 102, "model";
    }
}

open_enum! {
    /// Pipeline stage after which a sensor can be computed.
    ///
    /// ```
    /// use sim_core::{Model, Stage};
    ///
    /// let model = Model::example();
    /// let early = model.sensors().filter(|sensor| sensor.needstage() == Stage::Pos);
    /// assert_eq!(early.count(), 1);
    /// assert!(Stage::Pos < Stage::Vel && Stage::Vel < Stage::Acc);
    /// ```
    Stage {
        /// None.
        None = 0, "none";
        /// Position.
        Pos = 1, "pos";
        /// Velocity.
        Vel = 2, "vel";
        /// Acceleration and force.
        Acc = 3, "acc";
    }
}

open_enum! {
    /// Kind of values a sensor outputs; decides how cutoff applies.
    ///
    /// ```
    /// use sim_core::{DataType, Model};
    ///
    /// let mut model = Model::example();
    /// model.sensor_cutoff[0] = 0.5;
    /// let mut data = model.make_data();
    /// data.qpos[0] = -1.0;
    /// data.forward(&model)?;
    /// assert_eq!(model.sensor("angle")?.datatype(), DataType::Real);
    /// assert_eq!(data.sensor("angle")?.data(), [-0.5], "a real number is cut on both sides");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    DataType {
        /// Any real number.
        Real = 0, "real";
        /// Non-negative number.
        Positive = 1, "positive";
        /// Unit vector.
        Axis = 2, "axis";
        /// Unit quaternion.
        Quaternion = 3, "quaternion";
    }
}

open_enum! {
    /// Whether a kinematic tree may sleep.
    ///
    /// ```
    /// use sim_core::data::SleepState;
    /// use sim_core::{EnableFlags, Model, SleepPolicy};
    ///
    /// let mut model = Model::example();
    /// model.opt.enableflags |= EnableFlags::SLEEP;
    /// model.tree_sleep_policy[1] = SleepPolicy::Allowed; // the tree of the ball
    /// let mut data = model.make_data();
    /// while data.time < 2.0 {
    ///     data.step(&model)?;
    /// }
    /// assert_eq!(data.body("ball")?.awake(), SleepState::Asleep);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    SleepPolicy {
        /// The compiler decides.
        Auto = 0, "auto";
        /// Decided by the compiler: never.
        AutoNever = 1, "auto_never";
        /// Decided by the compiler: allowed.
        AutoAllowed = 2, "auto_allowed";
        /// Set by the user: never sleeps.
        Never = 3, "never";
        /// Set by the user: may sleep.
        Allowed = 4, "allowed";
        /// Set by the user: starts asleep.
        Init = 5, "init";
    }
}

/// Alignment of an object's frame with its body's (`*_sameframe`), as bytes.
pub mod same_frame {
    /// Frames differ.
    pub const NONE: u8 = 0;
    /// Equal to the body frame.
    pub const BODY: u8 = 1;
    /// Equal to the body's inertial frame.
    pub const INERTIA: u8 = 2;
    /// Orientation equal to the body frame's.
    pub const BODYROT: u8 = 3;
    /// Orientation equal to the inertial frame's.
    pub const INERTIAROT: u8 = 4;
}

/// Entries of `jnt_actuatorid` and `tendon_actuatorid` that are no actuator.
pub mod driver {
    /// No actuator adds damping or armature.
    pub const NONE: i32 = -1;
    /// Several actuators do: search for them.
    pub const SEVERAL: i32 = -2;
}

/// `actuator_ctrlspec` of an orientation servo whose setpoint is a quaternion.
pub const CHART_QUAT: i32 = 2;
