//! The elements: one type each, with one method for each attribute.
//!
//! A test compares these lists with the schema, so that no attribute of MJCF is missing.

use super::draft::Draft;
use crate::table::Value;

macro_rules! elements {
    ($($(#[doc = $doc:literal])* $Element:ident { $($method:ident $(= $attribute:literal)?),* $(,)? })*) => {$(
        $(#[doc = $doc])*
        ///
        /// A method takes a number, an array, a boolean, a text in MJCF's notation or an enum of the engine. A value that does not
        /// fit is an error of [`Builder::compile`](super::Builder::compile).
        #[derive(Debug)]
        pub struct $Element<'a>(pub(super) Draft<'a>);

        impl $Element<'_> {
            /// Sets the attribute of a name.
            #[track_caller]
            pub fn set(mut self, attribute: &str, value: impl Into<Value>) -> Self {
                self.0.set(attribute, value.into());
                self
            }

            $(
                #[doc = concat!("The attribute `", elements!(@name $method $(= $attribute)?), "`.")]
                #[track_caller]
                pub fn $method(mut self, value: impl Into<Value>) -> Self {
                    self.0.set(elements!(@name $method $(= $attribute)?), value.into());
                    self
                }
            )*
        }
    )*

        /// The attributes that have a method, by element.
        #[cfg(test)]
        pub(super) const METHODS: &[(&str, &[&str])] =
            &[$((stringify!($Element), &[$(elements!(@name $method $(= $attribute)?)),*])),*];
    };
    (@name $method:ident) => { stringify!($method) };
    (@name $method:ident = $attribute:literal) => { $attribute };
}

elements! {
    /// `<compiler>`: how the model is compiled.
    ///
    /// ```
    /// use sim_mjcf::build::Builder;
    ///
    /// let mut robot = Builder::new("");
    /// robot.compiler().angle("radian").settotalmass(70.0);
    /// let mut world = robot.world();
    /// let mut body = world.body("torso");
    /// body.hinge("twist").range([-1.0, 1.0]);
    /// body.sphere("").size(0.3);
    /// let model = robot.compile()?;
    /// assert_eq!((model.jnt_range[1], model.body_mass[1]), (1.0, 70.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Compiler {
        autolimits, boundmass, boundinertia, settotalmass, balanceinertia, strippath, coordinate, angle, fitaabb,
        eulerseq, meshdir, texturedir, discardvisual, usethread, fusestatic, inertiafromgeom, inertiagrouprange,
        saveinertial, assetdir, alignfree, conflict,
    }
    /// `<lengthrange>`: how length ranges of actuators are found.
    ///
    /// ```
    /// use sim_mjcf::build::Builder;
    ///
    /// let mut robot = Builder::new("");
    /// robot.lengthrange().mode("all").uselimit(true);
    /// let mut world = robot.world();
    /// let mut arm = world.body("arm");
    /// arm.slide("rail").range([-0.25, 0.5]);
    /// arm.sphere("").size(0.1);
    /// robot.motor("drive").joint("rail");
    /// assert_eq!(robot.compile()?.actuator("drive")?.lengthrange(), [-0.25, 0.5]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    LengthRange {
        mode, useexisting, uselimit, accel, maxforce, timeconst, timestep, inttotal, interval, tolrange,
    }
    /// `<option>`: physics options.
    ///
    /// ```
    /// use sim_mjcf::build::Builder;
    ///
    /// let mut robot = Builder::new("");
    /// robot.option().timestep(0.001).gravity([0.0, 0.0, -1.62]).integrator("RK4");
    /// let options = robot.compile()?.opt;
    /// assert_eq!((options.timestep, options.gravity[2]), (0.001, -1.62));
    /// assert_eq!(options.integrator, sim_core::Integrator::RungeKutta4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    OptionSettings {
        timestep, impratio, tolerance, ls_tolerance, noslip_tolerance, ccd_tolerance, sleep_tolerance, gravity, wind,
        magnetic, density, viscosity, o_margin, o_solref, o_solimp, o_friction, integrator, cone, jacobian, solver,
        iterations, ls_iterations, noslip_iterations, ccd_iterations, sdf_iterations, sdf_initpoints,
        actuatorgroupdisable,
    }
    /// `<flag>`: parts of the physics that are switched on or off.
    ///
    /// ```
    /// use sim_core::{DisableFlags, EnableFlags};
    /// use sim_mjcf::build::Builder;
    ///
    /// let mut robot = Builder::new("");
    /// robot.flag().contact(false).energy(true);
    /// let options = robot.compile()?.opt;
    /// assert_eq!((options.disableflags, options.enableflags), (DisableFlags::CONTACT, EnableFlags::ENERGY));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Flags {
        constraint, equality, frictionloss, limit, contact, spring, damper, gravity, clampctrl, warmstart,
        filterparent, actuation, refsafe, sensor, midphase, eulerdamp, autoreset, nativeccd, island, multiccd,
        overriding = "override", energy, fwdinv, invdiscrete, sleep, diagexact,
    }
    /// `<size>`: limits and widths of user data.
    ///
    /// ```
    /// use sim_mjcf::build::Builder;
    ///
    /// let mut robot = Builder::new("");
    /// robot.size().nuserdata(4).memory("64M");
    /// let model = robot.compile()?;
    /// assert_eq!((model.nuserdata, model.limits.memory), (4, Some(64 << 20)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Size {
        memory, njmax, nconmax, nstack, nuserdata, nkey, nuser_body, nuser_jnt, nuser_geom, nuser_site, nuser_cam,
        nuser_tendon, nuser_actuator, nuser_sensor,
    }
    /// `<statistic>`: statistics that override computed ones.
    ///
    /// ```
    /// use sim_mjcf::build::Builder;
    ///
    /// let mut robot = Builder::new("");
    /// robot.statistic().extent(20.0).center([0.0, 0.0, 1.0]);
    /// let statistic = robot.compile()?.stat;
    /// assert_eq!((statistic.extent, statistic.center[2]), (20.0, 1.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Statistic {
        meaninertia, meanmass, meansize, extent, center,
    }
    /// A part of `<visual>`: how the model is shown.
    ///
    /// ```
    /// use sim_mjcf::build::Builder;
    ///
    /// let mut robot = Builder::new("");
    /// robot.visual("global").offwidth(1280).offheight(720);
    /// robot.visual("rgba").haze([0.5, 0.5, 0.5, 1.0]);
    /// let shown = robot.compile()?.vis;
    /// assert_eq!((shown.global.offwidth, shown.rgba.haze[0]), (1280, 0.5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Visual {
        cameraid, orthographic, fovy, ipd, azimuth, elevation, linewidth, glow, offwidth, offheight, realtime,
        ellipsoidinertia, bvactive, shadowsize, offsamples, numslices, numstacks, numquads, ambient, diffuse,
        specular, active, stiffness, stiffnessrot, force, torque, alpha, fogstart, fogend, znear, zfar, haze,
        shadowclip, shadowscale, actuatortendon, forcewidth, contactwidth, contactheight, connect, com, camera, light,
        selectpoint, jointlength, jointwidth, actuatorlength, actuatorwidth, framelength, framewidth, constraint,
        slidercrank, frustum, fog, inertia, joint, actuator, actuatornegative, actuatorpositive, contactpoint,
        contactforce, contactfriction, contacttorque, contactgap, rangefinder, crankbroken, bv,
    }
    /// `<mesh>`.
    ///
    /// ```
    /// use sim_mjcf::build::Builder;
    ///
    /// let mut robot = Builder::new("");
    /// robot.mesh("wedge").vertex([0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]).scale([2.0, 2.0, 2.0]);
    /// robot.world().mesh("block", "wedge");
    /// let model = robot.compile()?;
    /// assert_eq!(model.geom("block")?.mesh().and_then(|mesh| mesh.name()), Some("wedge"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Mesh {
        name, class, content_type, file, vertex, normal, texcoord, face, refpos, refquat, scale, smoothnormal,
        maxhullvert, inertia, builtin, params, material,
    }
    /// `<skin>`: triangles whose corners follow several bodies at once.
    ///
    /// ```
    /// use sim_mjcf::build::Builder;
    ///
    /// let mut robot = Builder::new("");
    /// robot.world().body("hand").sphere("").size(0.1);
    /// let mut glove = robot.skin("glove").vertex([0, 0, 0, 1, 0, 0, 0, 1, 0]).face([0, 1, 2]);
    /// glove.bone("hand").bindpos([0, 0, 0]).bindquat([1, 0, 0, 0]).vertid([0, 1, 2]).vertweight([1, 1, 1]);
    /// let model = robot.compile()?;
    /// assert_eq!(model.skin("glove")?.face(), [0, 1, 2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Skin {
        name, file, material, rgba, inflate, vertex, texcoord, face, group,
    }
    /// `<bone>`: a body that moves vertices of a skin.
    ///
    /// ```
    /// use sim_mjcf::build::Builder;
    ///
    /// let mut robot = Builder::new("");
    /// let mut mask = robot.skin("mask").vertex([0, 0, 0, 1, 0, 0, 0, 1, 0]).face([0, 1, 2]);
    /// mask.bone("world").bindpos([0, 0, 0]).bindquat([1, 0, 0, 0]).vertid([0, 1, 2]).vertweight([2, 2, 2]);
    /// assert_eq!(robot.compile()?.skin_bonevertweight[..], [1.0; 3], "weights of a vertex add up to 1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Bone {
        body, bindpos, bindquat, vertid, vertweight,
    }
    /// `<hfield>`: a height field.
    ///
    /// ```
    /// use sim_mjcf::build::Builder;
    ///
    /// let mut robot = Builder::new("");
    /// robot.hfield("ramp").nrow(2).ncol(2).size([1.0, 1.0, 0.5, 0.1]).elevation([0.0, 0.0, 1.0, 1.0]);
    /// robot.world().geom("ground").kind("hfield").hfield("ramp");
    /// let model = robot.compile()?;
    /// assert_eq!(model.hfield("ramp")?.data(), [1.0, 1.0, 0.0, 0.0], "the last row of the text is the nearest");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    HField {
        name, content_type, file, nrow, ncol, size, elevation,
    }
    /// `<texture>`.
    ///
    /// ```
    /// use sim_mjcf::build::Builder;
    ///
    /// let mut robot = Builder::new("");
    /// robot.texture("tiles").kind("2d").builtin("flat").rgb1([1.0, 0.0, 0.0]).width(2).height(2);
    /// let model = robot.compile()?;
    /// assert_eq!(model.texture("tiles")?.data()[..3], [255, 0, 0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Texture {
        name, kind = "type", colorspace, content_type, file, gridsize, gridlayout, fileright, fileleft, fileup,
        filedown, filefront, fileback, builtin, rgb1, rgb2, mark, markrgb, random, width, height, hflip, vflip,
        nchannel,
    }
    /// `<material>`.
    ///
    /// ```
    /// use sim_mjcf::build::Builder;
    ///
    /// let mut robot = Builder::new("");
    /// robot.material("steel").rgba([0.5, 0.5, 0.6, 1.0]).metallic(1.0);
    /// robot.world().sphere("bead").size(0.1).material("steel");
    /// let model = robot.compile()?;
    /// let bead = model.geom("bead")?.material().expect("it has one");
    /// assert_eq!(model.material(bead)?.metallic(), 1.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Material {
        name, class, texture, texrepeat, texuniform, emission, specular, shininess, reflectance, metallic, roughness,
        rgba,
    }
    /// `<layer>`: a texture of a material and its role.
    ///
    /// ```
    /// use sim_mjcf::build::Builder;
    ///
    /// let mut robot = Builder::new("");
    /// robot.texture("bumps").kind("2d").builtin("flat").width(2).height(2);
    /// robot.material("rough").layer("bumps", "normal");
    /// let model = robot.compile()?;
    /// let used = model.material("rough")?.textures().into_iter().flatten().count();
    /// assert_eq!(used, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Layer {
        texture, role,
    }
    /// `<model>`: another model, parts of which can be attached.
    ///
    /// ```
    /// use sim_mjcf::build::Builder;
    /// use sim_mjcf::{Assets, Files};
    ///
    /// let wheel = "<mujoco><worldbody><body name='rim'><geom size='0.1'/></body></worldbody></mujoco>";
    /// let mut car = Builder::new("");
    /// car.model("wheel").file("wheel.xml");
    /// car.world().attach("wheel").body("rim").prefix("left_");
    /// let assets: Assets = [("wheel.xml", wheel)].into_iter().collect();
    /// let model = car.compile_from(&Files { assets, ..Files::default() })?.model;
    /// assert!(model.body("left_rim").is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ModelAsset {
        name, file, content_type,
    }
    /// `<body>`, or the world.
    ///
    /// ```
    /// use sim_mjcf::build::Builder;
    ///
    /// let mut robot = Builder::new("");
    /// let mut world = robot.world();
    /// let mut torso = world.body("torso").pos([0.0, 0.0, 1.0]);
    /// torso.free("");
    /// torso.sphere("").size(0.2);
    /// torso.body("head").pos([0.0, 0.0, 0.3]).sphere("").size(0.1);
    /// let model = robot.compile()?;
    /// assert_eq!(model.body("head")?.parent().and_then(|body| body.name()), Some("torso"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Body {
        name, childclass, pos, quat, axisangle, xyaxes, zaxis, euler, mocap, gravcomp, sleep, simple, user,
    }
    /// `<frame>`: a coordinate frame for what is inside it.
    ///
    /// ```
    /// use sim_mjcf::build::Builder;
    ///
    /// let mut robot = Builder::new("");
    /// let mut world = robot.world();
    /// let mut table = world.frame("table").pos([2.0, 0.0, 0.7]);
    /// table.sphere("apple").size(0.04);
    /// let model = robot.compile()?;
    /// assert_eq!(model.geom("apple")?.pos(), [2.0, 0.0, 0.7]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Frame {
        name, childclass, pos, quat, axisangle, xyaxes, zaxis, euler,
    }
    /// `<replicate>`: copies of what is inside it.
    ///
    /// ```
    /// use sim_mjcf::build::Builder;
    ///
    /// let mut robot = Builder::new("");
    /// let mut world = robot.world();
    /// let mut row = world.replicate(4).offset([0.5, 0.0, 0.0]);
    /// row.sphere("post").size(0.1);
    /// let model = robot.compile()?;
    /// assert_eq!((model.ngeom, model.geom("post3")?.pos()[0]), (4, 1.5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Replicate {
        count, offset, euler, sep, childclass,
    }
    /// `<inertial>`: mass and inertia of a body.
    ///
    /// ```
    /// use sim_mjcf::build::Builder;
    ///
    /// let mut robot = Builder::new("");
    /// let mut world = robot.world();
    /// let mut body = world.body("probe");
    /// body.free("");
    /// body.inertial().mass(3.0).pos([0.0, 0.0, 0.1]).diaginertia([0.2, 0.2, 0.1]);
    /// let model = robot.compile()?;
    /// assert_eq!((model.body("probe")?.mass(), model.ngeom), (3.0, 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Inertial {
        pos, quat, mass, diaginertia, axisangle, xyaxes, zaxis, euler, fullinertia,
    }
    /// `<joint>` of a body.
    ///
    /// ```
    /// use sim_mjcf::build::Builder;
    ///
    /// let mut robot = Builder::new("");
    /// let mut world = robot.world();
    /// let mut door = world.body("door");
    /// door.hinge("hinges").axis([0.0, 0.0, 1.0]).range([0.0, 90.0]).damping(0.5).reference(0.0);
    /// door.cuboid("").size([0.4, 0.02, 1.0]).pos([0.4, 0.0, 1.0]);
    /// let model = robot.compile()?;
    /// assert!((model.joint("hinges")?.range()[1] - std::f64::consts::FRAC_PI_2).abs() < 1e-12, "degrees in, radians out");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Joint {
        name, class, kind = "type", group, pos, axis, springdamper, limited, actuatorfrclimited, solreflimit,
        solimplimit, solreffriction, solimpfriction, stiffness, range, actuatorfrcrange, actuatorgravcomp, margin,
        reference = "ref", springref, armature, damping, frictionloss, user,
    }
    /// `<freejoint>` of a body.
    ///
    /// ```
    /// use sim_mjcf::build::Builder;
    ///
    /// let mut robot = Builder::new("");
    /// let mut world = robot.world();
    /// let mut ball = world.body("ball");
    /// ball.free("flight").group(2);
    /// ball.sphere("").size(0.1);
    /// let model = robot.compile()?;
    /// assert_eq!((model.nq, model.nv, model.joint("flight")?.group()), (7, 6, 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    FreeJoint {
        name, group, align,
    }
    /// `<geom>` of a body.
    ///
    /// ```
    /// use sim_mjcf::build::Builder;
    ///
    /// let mut robot = Builder::new("");
    /// let mut world = robot.world();
    /// world.plane("ice").size([5.0, 5.0, 0.1]).friction(0.02).priority(1);
    /// world.cuboid("wall").size([0.1, 2.0, 1.0]).rgba([0.5, 0.5, 0.5, 1.0]);
    /// let model = robot.compile()?;
    /// assert_eq!(model.geom("ice")?.friction()[0], 0.02);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Geom {
        name, class, kind = "type", contype, conaffinity, condim, group, priority, size, material, friction, mass,
        density, shellinertia, solmix, solref, solimp, margin, gap, surfacevel, adhesion, fromto, pos, quat,
        axisangle, xyaxes, zaxis, euler, hfield, mesh, fitscale, rgba, fluidshape, fluidcoef, user,
    }
    /// `<site>` of a body.
    ///
    /// ```
    /// use sim_mjcf::build::Builder;
    ///
    /// let mut robot = Builder::new("");
    /// robot.world().site("goal").pos([1.0, 2.0, 0.0]).size(0.05);
    /// assert_eq!(robot.compile()?.site("goal")?.pos(), [1.0, 2.0, 0.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Site {
        name, class, kind = "type", group, pos, quat, axisangle, xyaxes, zaxis, euler, material, size, fromto, rgba,
        user,
    }
    /// `<camera>` of a body.
    ///
    /// ```
    /// use sim_mjcf::build::Builder;
    ///
    /// let mut robot = Builder::new("");
    /// robot.world().camera("overview").pos([0.0, -3.0, 2.0]).xyaxes([1.0, 0.0, 0.0, 0.0, 0.5, 1.0]).fovy(60.0);
    /// assert_eq!(robot.compile()?.camera("overview")?.fovy(), 60.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Camera {
        name, class, projection, fovy, ipd, resolution, output, pos, quat, axisangle, xyaxes, zaxis, euler, mode,
        target, focal, focalpixel, principal, principalpixel, sensorsize, user,
    }
    /// `<light>` of a body.
    ///
    /// ```
    /// use sim_mjcf::build::Builder;
    ///
    /// let mut robot = Builder::new("");
    /// robot.world().light("sun").kind("directional").dir([0.0, 1.0, -1.0]).castshadow(false);
    /// let model = robot.compile()?;
    /// assert!(!model.light("sun")?.castshadow());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Light {
        name, class, directional, kind = "type", castshadow, active, pos, dir, bulbradius, intensity, range,
        attenuation, cutoff, softness, exponent, ambient, diffuse, specular, mode, target, texture,
    }
    /// `<attach>`: a part of another model.
    ///
    /// ```
    /// use sim_mjcf::build::Builder;
    /// use sim_mjcf::{Assets, Files};
    ///
    /// let leg = "<mujoco><worldbody><body name='leg'><joint name='hip'/><geom size='0.1'/></body></worldbody></mujoco>";
    /// let mut robot = Builder::new("");
    /// robot.model("limb").file("leg.xml");
    /// let mut world = robot.world();
    /// for (prefix, x) in [("front_", 0.5), ("rear_", -0.5)] {
    ///     world.frame("").pos([x, 0.0, 0.0]).attach("limb").body("leg").prefix(prefix);
    /// }
    /// let assets: Assets = [("leg.xml", leg)].into_iter().collect();
    /// let model = robot.compile_from(&Files { assets, ..Files::default() })?.model;
    /// assert!(model.joint("front_hip").is_ok() && model.joint("rear_hip").is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Attach {
        model, body, frame, prefix,
    }
    /// `<composite>`: one element that stands for many bodies.
    ///
    /// ```
    /// use sim_mjcf::build::Builder;
    ///
    /// let mut robot = Builder::new("");
    /// let mut world = robot.world();
    /// let mut rope = world.composite("cable").prefix("rope").count([6, 1, 1]).size(1.0).curve("s");
    /// rope.part("geom").set("type", "capsule").size(0.01);
    /// rope.part("joint").kind("main").damping(0.01);
    /// assert_eq!(robot.compile()?.nbody, 1 + 5, "a link between every two vertices");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Composite {
        prefix, kind = "type", count, offset, vertex, initial, curve, size, quat,
    }
    /// What the bodies of a composite have: `<joint>`, `<geom>`, `<site>`, `<skin>`.
    ///
    /// ```
    /// use sim_mjcf::build::Builder;
    ///
    /// let mut robot = Builder::new("");
    /// let mut world = robot.world();
    /// let mut rope = world.composite("cable").count([4, 1, 1]).size(1.0).curve("s").initial("none");
    /// rope.part("geom").set("type", "capsule").size(0.02).rgba([1.0, 0.0, 0.0, 1.0]);
    /// let model = robot.compile()?;
    /// assert!(model.geoms().all(|link| link.rgba() == [1.0, 0.0, 0.0, 1.0]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    CompositePart {
        kind, group, stiffness, damping, armature, solreffix, solimpfix, joint_type = "type", axis, limited, range,
        margin, solreflimit, solimplimit, frictionloss, solreffriction, solimpfriction, texcoord, material, rgba,
        inflate, subgrid, contype, conaffinity, condim, priority, size, friction, mass, density, solmix, solref,
        solimp, gap, surfacevel, adhesion,
    }
    /// `<pair>`: two geoms that touch with parameters of their own.
    ///
    /// ```
    /// use sim_mjcf::build::Builder;
    ///
    /// let mut robot = Builder::new("");
    /// let mut world = robot.world();
    /// world.plane("floor").size([1.0, 1.0, 0.1]);
    /// let mut puck = world.body("puck");
    /// puck.free("");
    /// puck.cylinder("disc").size([0.1, 0.02]);
    /// robot.pair("slip").geom1("disc").geom2("floor").condim(1);
    /// assert_eq!(robot.compile()?.pair("slip")?.dim(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Pair {
        name, class, geom1, geom2, condim, friction, solref, solreffriction, solimp, gap, margin, adhesion,
    }
    /// `<exclude>`: two bodies that do not touch.
    ///
    /// ```
    /// use sim_mjcf::build::Builder;
    ///
    /// let mut robot = Builder::new("");
    /// let mut world = robot.world();
    /// for side in ["left", "right"] {
    ///     let mut finger = world.body(side);
    ///     finger.hinge("");
    ///     finger.sphere("").size(0.1);
    /// }
    /// robot.exclude("").body1("left").body2("right");
    /// let model = robot.compile()?;
    /// let mut data = model.make_data();
    /// data.forward(&model)?;
    /// assert_eq!((model.nexclude, data.ncon), (1, 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Exclude {
        name, body1, body2,
    }
    /// `<spatial>` or `<fixed>`: a tendon.
    ///
    /// ```
    /// use sim_mjcf::build::Builder;
    ///
    /// let mut robot = Builder::new("");
    /// let mut world = robot.world();
    /// world.site("above").pos([0.0, 0.0, 2.0]);
    /// let mut bob = world.body("bob");
    /// bob.free("");
    /// bob.sphere("").size(0.1);
    /// bob.site("hook");
    /// let mut rope = robot.spatial("rope").range([0.0, 2.5]);
    /// rope.through_site("above");
    /// rope.through_site("hook");
    /// let model = robot.compile()?;
    /// assert!((model.tendon("rope")?.length0() - 2.0).abs() < 1e-12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Tendon {
        name, class, group, limited, actuatorfrclimited, range, actuatorfrcrange, solreflimit, solimplimit,
        solreffriction, solimpfriction, frictionloss, springlength, width, material, margin, stiffness, damping,
        armature, rgba, user,
    }
    /// What a tendon passes: `<site>`, `<geom>`, `<pulley>`, `<joint>`.
    ///
    /// ```
    /// use sim_mjcf::build::Builder;
    ///
    /// let mut robot = Builder::new("");
    /// let mut world = robot.world();
    /// for name in ["near", "far"] {
    ///     let mut link = world.body(name);
    ///     link.hinge(name);
    ///     link.sphere("").size(0.1);
    /// }
    /// let mut sum = robot.fixed("sum");
    /// sum.add_joint("near", 1.0);
    /// sum.add_joint("far", 0.5).coef(0.25);
    /// let model = robot.compile()?;
    /// assert_eq!(model.wrap_prm[..], [1.0, 0.25]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Wrap {
        site, geom, sidesite, divisor, joint, coef,
    }
    /// `<connect>`, `<weld>`, `<joint>`, `<tendon>` of `<equality>`.
    ///
    /// ```
    /// use sim_core::EqType;
    /// use sim_mjcf::build::Builder;
    ///
    /// let mut robot = Builder::new("");
    /// let mut world = robot.world();
    /// for name in ["left", "right"] {
    ///     let mut jaw = world.body(name);
    ///     jaw.slide(name);
    ///     jaw.sphere("").size(0.1);
    /// }
    /// robot.couple_joints("mirror").joint1("left").joint2("right").polycoef([0.0, -1.0, 0.0, 0.0, 0.0]);
    /// assert_eq!(robot.compile()?.equality("mirror")?.kind(), EqType::Joint);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Equality {
        name, class, active, solref, solimp, body1, body2, anchor, site1, site2, relpose, torquescale, joint1, joint2,
        polycoef, tendon1, tendon2,
    }
    /// An actuator: `<motor>`, `<position>`, `<general>` and the others.
    ///
    /// ```
    /// use sim_mjcf::build::Builder;
    ///
    /// let mut robot = Builder::new("");
    /// let mut world = robot.world();
    /// let mut arm = world.body("arm");
    /// arm.hinge("elbow");
    /// arm.sphere("").size(0.1);
    /// robot.position("servo").joint("elbow").kp(50.0).kv(2.0).ctrlrange([-1.0, 1.0]);
    /// let model = robot.compile()?;
    /// let servo = model.actuator("servo")?;
    /// assert_eq!((servo.gainprm()[0], &servo.biasprm()[..3]), (50.0, &[0.0, -50.0, -2.0][..]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Actuator {
        name, class, group, nsample, interp, delay, ctrlrange, user, ctrllimited, forcelimited, actlimited,
        forcerange, actrange, lengthrange, gear, damping, armature, cranklength, joint, jointinparent, tendon,
        slidersite, cranksite, site, refsite, body, actdim, input, velrange, ffrange, dyntype, gaintype, biastype,
        dynprm, gainprm, biasprm, actearly, inheritrange, kp, kv, dampratio, timeconst, posrange, ki, imax, slewmax,
        area, diameter, bias, tausmooth, range, force, scale, lmin, lmax, vmax, fpmax, fvmax, preset, optimallength,
        slacklength, pennation, fiberdamping, tendonstrain, gain, motorconst, resistance, nominal, saturation,
        inductance, cogging, controller, thermal, lugre,
    }
    /// A sensor: `<accelerometer>`, `<jointpos>` and the others.
    ///
    /// ```
    /// use sim_mjcf::build::Builder;
    ///
    /// let mut robot = Builder::new("");
    /// let mut world = robot.world();
    /// let mut head = world.body("head");
    /// head.free("");
    /// head.sphere("").size(0.1);
    /// head.site("ear");
    /// robot.sensor("gyro", "balance").site("ear").noise(0.01);
    /// robot.sensor("framepos", "where").objtype("body").objname("head");
    /// assert_eq!(robot.compile()?.nsensordata, 6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Sensor {
        name, nsample, interp, delay, interval, cutoff, noise, user, site, camera, data, joint, tendon, actuator,
        objtype, objname, reftype, refname, body, geom1, geom2, body1, body2, subtree1, subtree2, num, reduce, geom,
        mesh, datatype, needstage, dim,
    }
    /// `<numeric>`: custom numbers.
    ///
    /// ```
    /// use sim_mjcf::build::Builder;
    ///
    /// let mut robot = Builder::new("");
    /// robot.numeric("gains").data([1.0, 0.5]).size(3);
    /// assert_eq!(robot.compile()?.numeric("gains")?.data(), [1.0, 0.5, 0.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Numeric {
        name, size, data,
    }
    /// `<text>`: a custom text.
    ///
    /// ```
    /// use sim_mjcf::build::Builder;
    ///
    /// let mut robot = Builder::new("");
    /// robot.text("licence").data("CC0");
    /// assert_eq!(robot.compile()?.text("licence")?.data(), "CC0");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Text {
        name, data,
    }
    /// `<tuple>`: a custom list of objects.
    ///
    /// ```
    /// use sim_mjcf::build::Builder;
    ///
    /// let mut robot = Builder::new("");
    /// robot.world().site("tip");
    /// let mut feet = robot.tuple("feet");
    /// feet.element("body", "world");
    /// feet.element("site", "tip");
    /// assert_eq!(robot.compile()?.tuple("feet")?.objid(), [0, 0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Tuple {
        name,
    }
    /// `<element>`: an object of a tuple.
    ///
    /// ```
    /// use sim_mjcf::build::Builder;
    ///
    /// let mut robot = Builder::new("");
    /// robot.world().site("tip");
    /// robot.tuple("weights").element("site", "tip").prm(0.75);
    /// assert_eq!(robot.compile()?.tuple("weights")?.objprm(), [0.75]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    TupleElement {
        objtype, objname, prm,
    }
    /// `<key>`: a keyframe.
    ///
    /// ```
    /// use sim_mjcf::build::Builder;
    ///
    /// let mut robot = Builder::new("");
    /// let mut world = robot.world();
    /// let mut arm = world.body("arm");
    /// arm.hinge("elbow");
    /// arm.sphere("").size(0.1);
    /// robot.key("bent").qpos(0.5).qvel(-1.0).time(2.0);
    /// let model = robot.compile()?;
    /// let mut data = model.make_data();
    /// data.reset_to_keyframe(&model, 0);
    /// assert_eq!((data.time, data.qpos[0], data.qvel[0]), (2.0, 0.5, -1.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Key {
        name, time, qpos, qvel, act, mpos, mquat, ctrl,
    }
}
