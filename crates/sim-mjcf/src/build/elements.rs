//! What a program says about each element: one method for each of its attributes.
//!
//! A test holds these lists to the schema, so that an attribute that MJCF has is never missing.

use super::draft::Draft;
use crate::table::Value;

macro_rules! elements {
    ($($(#[doc = $doc:literal])* $Element:ident { $($method:ident $(= $attribute:literal)?),* $(,)? })*) => {$(
        $(#[doc = $doc])*
        ///
        /// Attributes are given as numbers, arrays, texts or truth values; a text is read as MJCF writes the attribute. What does
        /// not fit is an error of [`Builder::compile`](super::Builder::compile).
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
    Compiler {
        autolimits, boundmass, boundinertia, settotalmass, balanceinertia, strippath, coordinate, angle, fitaabb,
        eulerseq, meshdir, texturedir, discardvisual, usethread, fusestatic, inertiafromgeom, inertiagrouprange,
        saveinertial, assetdir, alignfree, conflict,
    }
    /// `<lengthrange>`: how length ranges of actuators are found.
    LengthRange {
        mode, useexisting, uselimit, accel, maxforce, timeconst, timestep, inttotal, interval, tolrange,
    }
    /// `<option>`: physics options.
    OptionSettings {
        timestep, impratio, tolerance, ls_tolerance, noslip_tolerance, ccd_tolerance, sleep_tolerance, gravity, wind,
        magnetic, density, viscosity, o_margin, o_solref, o_solimp, o_friction, integrator, cone, jacobian, solver,
        iterations, ls_iterations, noslip_iterations, ccd_iterations, sdf_iterations, sdf_initpoints,
        actuatorgroupdisable,
    }
    /// `<flag>`: parts of the physics that are switched on or off.
    Flags {
        constraint, equality, frictionloss, limit, contact, spring, damper, gravity, clampctrl, warmstart,
        filterparent, actuation, refsafe, sensor, midphase, eulerdamp, autoreset, nativeccd, island, multiccd,
        overriding = "override", energy, fwdinv, invdiscrete, sleep, diagexact,
    }
    /// `<size>`: limits and widths of user data.
    Size {
        memory, njmax, nconmax, nstack, nuserdata, nkey, nuser_body, nuser_jnt, nuser_geom, nuser_site, nuser_cam,
        nuser_tendon, nuser_actuator, nuser_sensor,
    }
    /// `<statistic>`: statistics that override computed ones.
    Statistic {
        meaninertia, meanmass, meansize, extent, center,
    }
    /// A part of `<visual>`: how the model is shown.
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
    Mesh {
        name, class, content_type, file, vertex, normal, texcoord, face, refpos, refquat, scale, smoothnormal,
        maxhullvert, inertia, builtin, params, material,
    }
    /// `<hfield>`: a height field.
    HField {
        name, content_type, file, nrow, ncol, size, elevation,
    }
    /// `<texture>`.
    Texture {
        name, kind = "type", colorspace, content_type, file, gridsize, gridlayout, fileright, fileleft, fileup,
        filedown, filefront, fileback, builtin, rgb1, rgb2, mark, markrgb, random, width, height, hflip, vflip,
        nchannel,
    }
    /// `<material>`.
    Material {
        name, class, texture, texrepeat, texuniform, emission, specular, shininess, reflectance, metallic, roughness,
        rgba,
    }
    /// `<layer>`: a texture of a material and its role.
    Layer {
        texture, role,
    }
    /// `<model>`: another model, parts of which can be attached.
    ModelAsset {
        name, file, content_type,
    }
    /// `<body>`, or the world.
    Body {
        name, childclass, pos, quat, axisangle, xyaxes, zaxis, euler, mocap, gravcomp, sleep, simple, user,
    }
    /// `<frame>`: a coordinate frame for what is inside it.
    Frame {
        name, childclass, pos, quat, axisangle, xyaxes, zaxis, euler,
    }
    /// `<replicate>`: copies of what is inside it.
    Replicate {
        count, offset, euler, sep, childclass,
    }
    /// `<inertial>`: mass and inertia of a body.
    Inertial {
        pos, quat, mass, diaginertia, axisangle, xyaxes, zaxis, euler, fullinertia,
    }
    /// `<joint>` of a body.
    Joint {
        name, class, kind = "type", group, pos, axis, springdamper, limited, actuatorfrclimited, solreflimit,
        solimplimit, solreffriction, solimpfriction, stiffness, range, actuatorfrcrange, actuatorgravcomp, margin,
        reference = "ref", springref, armature, damping, frictionloss, user,
    }
    /// `<freejoint>` of a body.
    FreeJoint {
        name, group, align,
    }
    /// `<geom>` of a body.
    Geom {
        name, class, kind = "type", contype, conaffinity, condim, group, priority, size, material, friction, mass,
        density, shellinertia, solmix, solref, solimp, margin, gap, surfacevel, adhesion, fromto, pos, quat,
        axisangle, xyaxes, zaxis, euler, hfield, mesh, fitscale, rgba, fluidshape, fluidcoef, user,
    }
    /// `<site>` of a body.
    Site {
        name, class, kind = "type", group, pos, quat, axisangle, xyaxes, zaxis, euler, material, size, fromto, rgba,
        user,
    }
    /// `<camera>` of a body.
    Camera {
        name, class, projection, fovy, ipd, resolution, output, pos, quat, axisangle, xyaxes, zaxis, euler, mode,
        target, focal, focalpixel, principal, principalpixel, sensorsize, user,
    }
    /// `<light>` of a body.
    Light {
        name, class, directional, kind = "type", castshadow, active, pos, dir, bulbradius, intensity, range,
        attenuation, cutoff, softness, exponent, ambient, diffuse, specular, mode, target, texture,
    }
    /// `<attach>`: a part of another model.
    Attach {
        model, body, frame, prefix,
    }
    /// `<composite>`: one element that stands for many bodies.
    Composite {
        prefix, kind = "type", count, offset, vertex, initial, curve, size, quat,
    }
    /// What the bodies of a composite have: `<joint>`, `<geom>`, `<site>`, `<skin>`.
    CompositePart {
        kind, group, stiffness, damping, armature, solreffix, solimpfix, joint_type = "type", axis, limited, range,
        margin, solreflimit, solimplimit, frictionloss, solreffriction, solimpfriction, texcoord, material, rgba,
        inflate, subgrid, contype, conaffinity, condim, priority, size, friction, mass, density, solmix, solref,
        solimp, gap, surfacevel, adhesion,
    }
    /// `<pair>`: two geoms that touch with parameters of their own.
    Pair {
        name, class, geom1, geom2, condim, friction, solref, solreffriction, solimp, gap, margin, adhesion,
    }
    /// `<exclude>`: two bodies that do not touch.
    Exclude {
        name, body1, body2,
    }
    /// `<spatial>` or `<fixed>`: a tendon.
    Tendon {
        name, class, group, limited, actuatorfrclimited, range, actuatorfrcrange, solreflimit, solimplimit,
        solreffriction, solimpfriction, frictionloss, springlength, width, material, margin, stiffness, damping,
        armature, rgba, user,
    }
    /// What a tendon passes: `<site>`, `<geom>`, `<pulley>`, `<joint>`.
    Wrap {
        site, geom, sidesite, divisor, joint, coef,
    }
    /// `<connect>`, `<weld>`, `<joint>`, `<tendon>` of `<equality>`.
    Equality {
        name, class, active, solref, solimp, body1, body2, anchor, site1, site2, relpose, torquescale, joint1, joint2,
        polycoef, tendon1, tendon2,
    }
    /// An actuator: `<motor>`, `<position>`, `<general>` and the others.
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
    Sensor {
        name, nsample, interp, delay, interval, cutoff, noise, user, site, camera, data, joint, tendon, actuator,
        objtype, objname, reftype, refname, body, geom1, geom2, body1, body2, subtree1, subtree2, num, reduce, geom,
        mesh, datatype, needstage, dim,
    }
    /// `<numeric>`: custom numbers.
    Numeric {
        name, size, data,
    }
    /// `<text>`: a custom text.
    Text {
        name, data,
    }
    /// `<tuple>`: a custom list of objects.
    Tuple {
        name,
    }
    /// `<element>`: an object of a tuple.
    TupleElement {
        objtype, objname, prm,
    }
    /// `<key>`: a keyframe.
    Key {
        name, time, qpos, qvel, act, mpos, mquat, ctrl,
    }
}
