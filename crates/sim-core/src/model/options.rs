//! Options, statistics and visual settings of a Model: small plain structs whose scalar fields the
//! Python package reaches by name.

use crate::model::enums::*;

/// Default `solref`: time constant (s) and damping ratio of a constraint.
pub const SOLREF: [f64; 2] = [0.02, 1.0];
/// Default `solimp`: impedance at zero violation and at full width, width, midpoint and power.
pub const SOLIMP: [f64; 5] = [0.9, 0.95, 0.001, 0.5, 2.0];

/// A mutable reference to one field of a settings struct.
#[derive(Debug)]
#[allow(missing_docs)]
pub enum FieldMut<'a> {
    F64(&'a mut [f64]),
    F32(&'a mut [f32]),
    I32(&'a mut [i32]),
}

/// Types a settings field may have.
pub trait Setting {
    /// The field as a slice, and whether it is a scalar.
    fn field(&mut self) -> (FieldMut<'_>, bool);
}

macro_rules! setting {
    ($($t:ty => $v:ident),*) => {$(
        impl Setting for $t {
            fn field(&mut self) -> (FieldMut<'_>, bool) { (FieldMut::$v(std::slice::from_mut(self)), true) }
        }
        impl<const N: usize> Setting for [$t; N] {
            fn field(&mut self) -> (FieldMut<'_>, bool) { (FieldMut::$v(self), false) }
        }
    )*};
}
setting!(f64 => F64, f32 => F32, i32 => I32);

macro_rules! code_setting {
    ($($t:ty),*) => {$(
        impl Setting for $t {
            fn field(&mut self) -> (FieldMut<'_>, bool) { (FieldMut::I32(std::slice::from_mut(&mut self.0)), true) }
        }
    )*};
}
code_setting!(Integrator, ConeType, JacobianType, SolverType);

macro_rules! flag_setting {
    ($($t:ty),*) => {$(
        impl Setting for $t {
            fn field(&mut self) -> (FieldMut<'_>, bool) {
                (FieldMut::I32(std::slice::from_mut(bytemuck::cast_mut(self))), true)
            }
        }
    )*};
}
flag_setting!(DisableFlags, EnableFlags);

macro_rules! settings {
    ($(#[$smeta:meta])* $S:ident { $($(#[doc = $doc:literal])* $name:ident : $t:ty = $default:expr),* $(,)? }) => {
        $(#[$smeta])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $S {
            $($(#[doc = $doc])* pub $name: $t,)*
        }

        impl Default for $S {
            fn default() -> Self {
                Self { $($name: $default,)* }
            }
        }

        impl $S {
            /// Names of the fields, in declaration order.
            pub const FIELD_NAMES: &'static [&'static str] = &[$(stringify!($name)),*];

            /// Documentation of the fields, in the lines of the source and in the order of [`FIELD_NAMES`](Self::FIELD_NAMES).
            pub const FIELD_DOCS: &'static [&'static str] = &[$(concat!($($doc, "\n"),*)),*];

            /// Calls `visit(name, entries, is_scalar)` for every field.
            pub fn visit_fields<'a>(&'a mut self, visit: &mut dyn FnMut(&'static str, FieldMut<'a>, bool)) {
                $({
                    let (field, scalar) = self.$name.field();
                    visit(stringify!($name), field, scalar);
                })*
            }
        }
    };
}

settings! {
    /// Physics options (`<option>`).
    ///
    /// ```
    /// use sim_core::{Model, Options};
    ///
    /// let mut model = Model::example();
    /// model.opt = Options { timestep: 0.001, gravity: [0.0; 3], ..Options::default() };
    /// let mut data = model.make_data();
    /// data.step(&model)?;
    /// assert_eq!((data.time, data.qacc[0]), (0.001, 0.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Options {
        /// Time step (s).
        timestep: f64 = 0.002,
        /// Ratio of frictional to normal constraint impedance, elliptic cones.
        impratio: f64 = 1.0,
        /// Termination tolerance of the main solver.
        tolerance: f64 = 1e-8,
        /// Termination tolerance of the line search.
        ls_tolerance: f64 = 0.01,
        /// Termination tolerance of the noslip pass.
        noslip_tolerance: f64 = 1e-6,
        /// Termination tolerance of the convex collider.
        ccd_tolerance: f64 = 1e-6,
        /// Velocity below which a tree counts as at rest.
        sleep_tolerance: f64 = 1e-3,
        /// Gravitational acceleration (m/s²).
        gravity: [f64; 3] = [0.0, 0.0, -9.81],
        /// Wind velocity (m/s).
        wind: [f64; 3] = [0.0; 3],
        /// Magnetic flux density (T).
        magnetic: [f64; 3] = [0.0, -0.5, 0.0],
        /// Density of the fluid (kg/m³).
        density: f64 = 0.0,
        /// Viscosity of the fluid (Pa·s).
        viscosity: f64 = 0.0,
        /// Margin of all contacts with the flag `override` (m).
        o_margin: f64 = 0.0,
        /// `solref` of all contacts with the flag `override`.
        o_solref: [f64; 2] = SOLREF,
        /// `solimp` of all contacts with the flag `override`.
        o_solimp: [f64; 5] = SOLIMP,
        /// Friction of all contacts with the flag `override`.
        o_friction: [f64; 5] = [1.0, 1.0, 0.005, 1e-4, 1e-4],
        /// Integrator.
        integrator: Integrator = Integrator::Euler,
        /// Friction cone.
        cone: ConeType = ConeType::Pyramidal,
        /// Storage of the constraint Jacobian.
        jacobian: JacobianType = JacobianType::Auto,
        /// Constraint solver.
        solver: SolverType = SolverType::Newton,
        /// Iteration limit of the main solver.
        iterations: i32 = 100,
        /// Iteration limit of the line search.
        ls_iterations: i32 = 50,
        /// Iteration limit of the noslip pass.
        noslip_iterations: i32 = 0,
        /// Iteration limit of the convex collider.
        ccd_iterations: i32 = 35,
        /// Disabled features, as bits.
        disableflags: DisableFlags = DisableFlags::empty(),
        /// Enabled optional features, as bits.
        enableflags: EnableFlags = EnableFlags::empty(),
        /// Disabled actuator groups, as bits.
        disableactuator: i32 = 0,
        /// Starting points of an SDF collision.
        sdf_initpoints: i32 = 40,
        /// Iteration limit of an SDF collision.
        sdf_iterations: i32 = 10,
    }
}

settings! {
    /// Statistics of the model in its reference pose (`<statistic>`).
    ///
    /// ```
    /// use sim_core::Model;
    ///
    /// let mut model = Model::example();
    /// model.body_mass[1] *= 4.0;
    /// model.set_const()?;
    /// assert_eq!(model.stat.meanmass, 4.5 / 3.0, "of all bodies but the world");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Statistic {
        /// Mean diagonal of the mass matrix.
        meaninertia: f64 = 1.0,
        /// Mean body mass (kg).
        meanmass: f64 = 1.0,
        /// Mean body size (m).
        meansize: f64 = 0.2,
        /// Spatial extent (m).
        extent: f64 = 2.0,
        /// Centre of the model (m).
        center: [f64; 3] = [0.0; 3],
    }
}

/// Visualisation settings (`<visual>`); they have no effect on the motion.
///
/// ```
/// use sim_core::Model;
///
/// let mut model = Model::example();
/// model.vis.global.offwidth = 1920;
/// model.vis.map.zfar = 100.0;
/// assert_eq!((model.vis.global.offwidth, model.vis.global.offheight), (1920, 480));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Visual {
    /// Global camera and window settings.
    pub global: VisualGlobal,
    /// Rendering quality.
    pub quality: VisualQuality,
    /// Light attached to the camera.
    pub headlight: VisualHeadlight,
    /// Scales and distances of pictures.
    pub map: VisualMap,
    /// Sizes of decorations, relative to the mean size.
    pub scale: VisualScale,
    /// Colours of decorations (red, green, blue, opacity, 0 to 1).
    pub rgba: VisualRgba,
}

settings! {
    /// Global camera and window settings (`<visual><global>`).
    ///
    /// ```
    /// use sim_core::VisualGlobal;
    ///
    /// let portrait = VisualGlobal { offwidth: 480, offheight: 640, ..VisualGlobal::default() };
    /// assert!(portrait.offheight > portrait.offwidth);
    /// assert_eq!(portrait.cameraid, -1, "the free camera");
    /// ```
    VisualGlobal {
        /// Index of the initial camera, -1 for the free camera.
        cameraid: i32 = -1,
        /// Projection of the free camera: 0 perspective, 1 orthographic.
        orthographic: i32 = 0,
        /// Field of view of the free camera (deg).
        fovy: f32 = 45.0,
        /// Distance between the eyes (m).
        ipd: f32 = 0.068,
        /// Initial azimuth of the free camera (deg).
        azimuth: f32 = 90.0,
        /// Initial elevation of the free camera (deg).
        elevation: f32 = -45.0,
        /// Line width (pixels).
        linewidth: f32 = 1.0,
        /// Emission of the selected body.
        glow: f32 = 0.3,
        /// Initial ratio of simulated to real time.
        realtime: f32 = 1.0,
        /// Width of the offscreen buffer (pixels).
        offwidth: i32 = 640,
        /// Height of the offscreen buffer (pixels).
        offheight: i32 = 480,
        /// Shapes of inertia: 0 boxes, 1 ellipsoids.
        ellipsoidinertia: i32 = 0,
        /// Whether active bounding volumes are highlighted, 0 or 1.
        bvactive: i32 = 0,
    }
}

settings! {
    /// Rendering quality (`<visual><quality>`).
    ///
    /// ```
    /// use sim_core::VisualQuality;
    ///
    /// let fast = VisualQuality { shadowsize: 0, offsamples: 0, ..VisualQuality::default() };
    /// assert!(fast.numslices > fast.numstacks);
    /// ```
    VisualQuality {
        /// Shadow map size (pixels).
        shadowsize: i32 = 4096,
        /// Samples per offscreen pixel.
        offsamples: i32 = 4,
        /// Slices of drawn spheres.
        numslices: i32 = 28,
        /// Stacks of drawn spheres.
        numstacks: i32 = 16,
        /// Quads of drawn boxes.
        numquads: i32 = 4,
    }
}

settings! {
    /// Light attached to the camera (`<visual><headlight>`).
    ///
    /// ```
    /// use sim_core::VisualHeadlight;
    ///
    /// let off = VisualHeadlight { active: 0, ..VisualHeadlight::default() };
    /// assert_ne!(off, VisualHeadlight::default());
    /// ```
    VisualHeadlight {
        /// Ambient colour.
        ambient: [f32; 3] = [0.1, 0.1, 0.1],
        /// Diffuse colour.
        diffuse: [f32; 3] = [0.4, 0.4, 0.4],
        /// Specular colour.
        specular: [f32; 3] = [0.5, 0.5, 0.5],
        /// Whether the light is on, 0 or 1.
        active: i32 = 1,
    }
}

settings! {
    /// Scales and distances of pictures (`<visual><map>`).
    ///
    /// ```
    /// use sim_core::VisualMap;
    ///
    /// // arrows of 1 m for 100 N
    /// let map = VisualMap { force: 0.01, ..VisualMap::default() };
    /// assert!((100.0 * map.force - 1.0).abs() < 1e-6);
    /// assert!(map.znear < map.zfar);
    /// ```
    VisualMap {
        /// Stiffness of the spring between mouse and body.
        stiffness: f32 = 100.0,
        /// Rotational stiffness of the spring between mouse and body.
        stiffnessrot: f32 = 500.0,
        /// Length of force arrows: this times the force (N), divided by the mean mass.
        force: f32 = 0.005,
        /// Length of torque arrows, per torque. The renderers draw none.
        torque: f32 = 0.1,
        /// Opacity of transparent geoms.
        alpha: f32 = 0.3,
        /// Fog start, in extents.
        fogstart: f32 = 3.0,
        /// Fog end, in extents.
        fogend: f32 = 10.0,
        /// Near clipping plane, in extents.
        znear: f32 = 0.01,
        /// Far clipping plane, in extents.
        zfar: f32 = 50.0,
        /// Width of the haze at the horizon, as a fraction of the view distance.
        haze: f32 = 0.3,
        /// Half width of the shadow map of a directional light, in extents.
        shadowclip: f32 = 1.0,
        /// Angle of the shadow map of a spot light, in cutoffs.
        shadowscale: f32 = 0.6,
        /// Width of drawn actuators on tendons, in tendon widths.
        actuatortendon: f32 = 2.0,
    }
}

settings! {
    /// Sizes of decorations (`<visual><scale>`), in units of `Statistic::meansize`.
    ///
    /// ```
    /// use sim_core::{Model, VisualScale};
    ///
    /// let mut model = Model::example();
    /// model.vis.scale = VisualScale { framelength: 2.0, ..VisualScale::default() };
    /// let length = f64::from(model.vis.scale.framelength) * model.stat.meansize;
    /// assert!(length > model.stat.meansize);
    /// ```
    VisualScale {
        /// Radius of arrows of contact forces and of forces applied to bodies.
        forcewidth: f32 = 0.1,
        /// Radius of the cylinders at contact points.
        contactwidth: f32 = 0.3,
        /// Height of the cylinders at contact points.
        contactheight: f32 = 0.1,
        /// Radius of the capsules that connect bodies with their joints and parents.
        connect: f32 = 0.2,
        /// Radius of the spheres at centres of mass.
        com: f32 = 0.4,
        /// Length of the boxes that represent cameras.
        camera: f32 = 0.3,
        /// Radius of the cylinders that represent lights.
        light: f32 = 0.3,
        /// Radius of the sphere at the selected point.
        selectpoint: f32 = 0.2,
        /// Length of the arrows along joint axes.
        jointlength: f32 = 1.0,
        /// Radius of the arrows along joint axes.
        jointwidth: f32 = 0.1,
        /// Length of the arrows of actuators on joints.
        actuatorlength: f32 = 0.7,
        /// Radius of the arrows of actuators on joints.
        actuatorwidth: f32 = 0.2,
        /// Length of the axes of coordinate frames.
        framelength: f32 = 1.0,
        /// Radius of the axes of coordinate frames.
        framewidth: f32 = 0.1,
        /// Radius of the spheres at the ends of equality constraints, and of the capsule of a mouse pull.
        constraint: f32 = 0.1,
        /// Radius of the capsules of slider-cranks.
        slidercrank: f32 = 0.2,
        /// Distance of the far rectangle of drawn camera frustums.
        frustum: f32 = 10.0,
    }
}

settings! {
    /// Colours of decorations (`<visual><rgba>`): red, green, blue and opacity, 0 to 1.
    ///
    /// ```
    /// use sim_core::VisualRgba;
    ///
    /// let mut colours = VisualRgba::default();
    /// colours.contactforce[3] = 0.5;
    /// assert_eq!(VisualRgba::FIELD_NAMES.len(), 25);
    /// assert!(colours.contactforce[..3] == VisualRgba::default().contactforce[..3]);
    /// ```
    VisualRgba {
        /// Colour of fog.
        fog: [f32; 4] = [0.0, 0.0, 0.0, 1.0],
        /// Colour of haze at the horizon.
        haze: [f32; 4] = [1.0, 1.0, 1.0, 1.0],
        /// Colour of arrows of forces applied to bodies.
        force: [f32; 4] = [1.0, 0.5, 0.5, 1.0],
        /// Colour of shapes of inertia, and of the box of a mouse rotation.
        inertia: [f32; 4] = [0.8, 0.2, 0.2, 0.6],
        /// Colour of joints.
        joint: [f32; 4] = [0.2, 0.6, 0.8, 1.0],
        /// Colour of actuators at the neutral value of their control or activation.
        actuator: [f32; 4] = [0.2, 0.25, 0.2, 1.0],
        /// Colour of actuators at the lower end of their range.
        actuatornegative: [f32; 4] = [0.2, 0.6, 0.9, 1.0],
        /// Colour of actuators at the upper end of their range.
        actuatorpositive: [f32; 4] = [0.9, 0.4, 0.2, 1.0],
        /// Colour of centres of mass.
        com: [f32; 4] = [0.9, 0.9, 0.9, 1.0],
        /// Colour of cameras.
        camera: [f32; 4] = [0.6, 0.9, 0.6, 1.0],
        /// Colour of lights.
        light: [f32; 4] = [0.6, 0.6, 0.9, 1.0],
        /// Colour of the selected point.
        selectpoint: [f32; 4] = [0.9, 0.9, 0.1, 1.0],
        /// Colour of the lines between bodies, and of the first end of equality constraints.
        connect: [f32; 4] = [0.2, 0.2, 0.8, 1.0],
        /// Colour of contact points with constraint rows.
        contactpoint: [f32; 4] = [0.9, 0.6, 0.2, 1.0],
        /// Colour of arrows of contact forces, or of their normal parts if forces are split.
        contactforce: [f32; 4] = [0.7, 0.9, 0.9, 1.0],
        /// Colour of arrows of friction forces, if forces are split.
        contactfriction: [f32; 4] = [0.9, 0.8, 0.4, 1.0],
        /// Colour of contact torques. The renderers draw none.
        contacttorque: [f32; 4] = [0.9, 0.7, 0.9, 1.0],
        /// Colour of contact points without constraint rows, as within the gap.
        contactgap: [f32; 4] = [0.5, 0.8, 0.9, 1.0],
        /// Colour of rays of rangefinders.
        rangefinder: [f32; 4] = [1.0, 1.0, 0.1, 1.0],
        /// Colour of active limits, of the second end of equality constraints, and of the capsule of a mouse pull.
        constraint: [f32; 4] = [0.9, 0.0, 0.0, 1.0],
        /// Colour of slider-cranks.
        slidercrank: [f32; 4] = [0.5, 0.3, 0.8, 1.0],
        /// Colour of the rod of a slider-crank whose length cannot be kept.
        crankbroken: [f32; 4] = [0.9, 0.0, 0.0, 1.0],
        /// Colour of drawn camera frustums.
        frustum: [f32; 4] = [1.0, 1.0, 0.0, 0.2],
        /// Colour of bounding volumes.
        bv: [f32; 4] = [0.0, 1.0, 0.0, 0.5],
        /// Colour of active bounding volumes, which the collision tests.
        bvactive: [f32; 4] = [1.0, 0.0, 0.0, 0.5],
    }
}
