//! Keywords and the numbers that Model and spec store for them.

#![allow(missing_docs)]

use super::Keywords;

pub const COORDINATE: Keywords = &[("local", 0), ("global", 1)];
pub const ANGLE: Keywords = &[("radian", 0), ("degree", 1)];
pub const FLUID_SHAPE: Keywords = &[("none", 0), ("ellipsoid", 1)];
pub const ENABLE: Keywords = &[("disable", 0), ("enable", 1)];
pub const AUTO: Keywords = &[("false", 0), ("true", 1), ("auto", 2)];
pub const FALSE_AUTO: Keywords = &[("false", 0), ("auto", 1)];
pub const SLEEP: Keywords = &[("auto", 0), ("never", 3), ("allowed", 4), ("init", 5)];
pub const JOINT_TYPE: Keywords = &[("free", 0), ("ball", 1), ("slide", 2), ("hinge", 3)];
pub const GEOM_TYPE: Keywords = &[
    ("plane", 0),
    ("hfield", 1),
    ("sphere", 2),
    ("capsule", 3),
    ("ellipsoid", 4),
    ("cylinder", 5),
    ("box", 6),
    ("mesh", 7),
    ("sdf", 8),
];
pub const PROJECTION: Keywords = &[("perspective", 0), ("orthographic", 1)];
pub const FOLLOW: Keywords = &[("fixed", 0), ("track", 1), ("trackcom", 2), ("targetbody", 3), ("targetbodycom", 4)];
pub const LIGHT_TYPE: Keywords = &[("spot", 0), ("directional", 1), ("point", 2), ("image", 3)];
pub const TEXTURE_ROLE: Keywords = &[
    ("rgb", 1),
    ("occlusion", 2),
    ("roughness", 3),
    ("metallic", 4),
    ("normal", 5),
    ("opacity", 6),
    ("emissive", 7),
    ("rgba", 8),
    ("orm", 9),
];
pub const INTEGRATOR: Keywords =
    &[("Euler", 0), ("RK4", 1), ("implicit", 2), ("implicitfast", 3), ("implicitspringdamper", 100)];
pub const CONE: Keywords = &[("pyramidal", 0), ("elliptic", 1)];
pub const JACOBIAN: Keywords = &[("dense", 0), ("sparse", 1), ("auto", 2)];
pub const SOLVER: Keywords = &[("PGS", 0), ("CG", 1), ("Newton", 2), ("CGStrict", 100)];
pub const TEXTURE_TYPE: Keywords = &[("2d", 0), ("cube", 1), ("skybox", 2)];
pub const COLOR_SPACE: Keywords = &[("auto", 0), ("linear", 1), ("sRGB", 2)];
pub const BUILTIN: Keywords = &[("none", 0), ("gradient", 1), ("checker", 2), ("flat", 3)];
pub const MARK: Keywords = &[("none", 0), ("edge", 1), ("cross", 2), ("random", 3)];
pub const HILL_PRESET: Keywords = &[("biceps", 0), ("quadriceps", 1), ("gastrocnemius", 2), ("soleus", 3)];
pub const DYNAMICS: Keywords = &[
    ("none", 0),
    ("integrator", 1),
    ("filter", 2),
    ("filterexact", 3),
    ("muscle", 4),
    ("dcmotor", 5),
    ("pid", 6),
    ("user", 7),
    ("hillmuscle", 100),
];
pub const GAIN: Keywords = &[
    ("fixed", 0),
    ("affine", 1),
    ("muscle", 2),
    ("dcmotor", 3),
    ("so3", 4),
    ("pid", 5),
    ("user", 6),
    ("hillmuscle", 100),
];
pub const BIAS: Keywords = &[("none", 0), ("affine", 1), ("muscle", 2), ("dcmotor", 3), ("so3", 4), ("user", 5)];
pub const INTERP: Keywords = &[("zoh", 0), ("linear", 1), ("cubic", 2)];
pub const STAGE: Keywords = &[("none", 0), ("pos", 1), ("vel", 2), ("acc", 3)];
pub const DATA_TYPE: Keywords = &[("real", 0), ("positive", 1), ("axis", 2), ("quaternion", 3)];
pub const FRAME_OBJECT: Keywords = &[("body", 1), ("xbody", 2), ("geom", 5), ("site", 6), ("camera", 7)];
pub const CONTACT_DATA: Keywords =
    &[("found", 0), ("force", 1), ("torque", 2), ("dist", 3), ("pos", 4), ("normal", 5), ("tangent", 6)];
pub const RAY_DATA: Keywords = &[("dist", 0), ("dir", 1), ("origin", 2), ("point", 3), ("normal", 4), ("depth", 5)];
pub const CAMERA_OUTPUT: Keywords = &[("rgb", 1), ("depth", 2), ("distance", 4), ("normal", 8), ("segmentation", 16)];
pub const REDUCE: Keywords = &[("none", 0), ("mindist", 1), ("maxforce", 2), ("netforce", 3)];
pub const CONFLICT: Keywords = &[("warning", 0), ("merge", 1), ("error", 2)];
pub const LENGTH_RANGE: Keywords = &[("none", 0), ("muscle", 1), ("muscleuser", 2), ("all", 3)];
pub const COMPOSITE_TYPE: Keywords =
    &[("particle", 0), ("grid", 1), ("rope", 3), ("loop", 4), ("cable", 2), ("cloth", 5)];
pub const COMPOSITE_KIND: Keywords = &[("main", 0)];
pub const MESH_INERTIA: Keywords = &[("convex", 0), ("legacy", 2), ("exact", 1), ("shell", 3)];
pub const MESH_BUILTIN: Keywords = &[
    ("none", 0),
    ("sphere", 1),
    ("hemisphere", 2),
    ("cone", 3),
    ("supertorus", 5),
    ("supersphere", 4),
    ("wedge", 6),
    ("plate", 7),
];
pub const FLEXCOMP_TYPE: Keywords = &[
    ("grid", 0),
    ("box", 1),
    ("cylinder", 2),
    ("ellipsoid", 3),
    ("square", 4),
    ("disc", 5),
    ("circle", 6),
    ("mesh", 7),
    ("gmsh", 8),
    ("direct", 9),
];
pub const FLEX_DOF: Keywords = &[("full", 0), ("radial", 1), ("trilinear", 2), ("quadratic", 3), ("2d", 4)];
pub const FLEX_SELF: Keywords = &[("none", 0), ("narrow", 1), ("bvh", 2), ("sap", 3), ("auto", 4)];
pub const ELASTIC_2D: Keywords = &[("none", 0), ("bend", 1), ("stretch", 2), ("both", 3)];
pub const FLEX_EQUALITY: Keywords = &[("false", 0), ("true", 1), ("vert", 2), ("strain", 3)];

#[cfg(test)]
mod tests {
    use super::*;
    use sim_core::*;

    /// Numbers agree with the kinds the engine uses.
    #[test]
    fn numbers_are_the_engines() {
        macro_rules! same {
            ($($words:ident $kind:ident;)*) => {$(
                for (word, number) in $words {
                    assert_eq!($kind(*number).label(), Some(*word), stringify!($kind));
                }
            )*};
        }
        same! {
            JOINT_TYPE JointType;
            GEOM_TYPE GeomType;
            PROJECTION Projection;
            FOLLOW CamLightMode;
            LIGHT_TYPE LightType;
            TEXTURE_TYPE TextureType;
            COLOR_SPACE ColorSpace;
            INTEGRATOR Integrator;
            CONE ConeType;
            JACOBIAN JacobianType;
            SOLVER SolverType;
            DYNAMICS ActuatorDynamics;
            GAIN GainType;
            BIAS BiasType;
            FRAME_OBJECT ObjType;
        }
    }
}
