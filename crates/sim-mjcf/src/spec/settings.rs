//! Settings of a model: compiler, sizes, statistics.

use sim_core::{DisableFlags, EnableFlags, LengthRangeOptions};

/// `<compiler>`: how the model is read and compiled.
#[derive(Clone, Debug, PartialEq)]
pub struct Compiler {
    /// Infer `limited` from the presence of a range.
    pub autolimits: bool,
    /// Least mass of a moving body.
    pub boundmass: f64,
    /// Least diagonal inertia of a moving body.
    pub boundinertia: f64,
    /// Total mass to scale the model to; not positive: leave it.
    pub settotalmass: f64,
    /// Repair inertias that violate A + B >= C.
    pub balanceinertia: bool,
    /// Drop the directory part of asset file names.
    pub strippath: bool,
    /// Fit primitives to a mesh's bounding box instead of its inertia box.
    pub fitaabb: bool,
    /// Angles are in degrees.
    pub degree: bool,
    /// Order of Euler rotations: lower case moves with the frame, upper case stays.
    pub eulerseq: [u8; 3],
    /// Directory of meshes and height fields.
    pub meshdir: String,
    /// Directory of textures.
    pub texturedir: String,
    /// Discard geoms that only decorate.
    pub discardvisual: bool,
    /// Compile with several threads.
    pub usethread: bool,
    /// Fuse bodies without joints into their parent.
    pub fusestatic: bool,
    /// Infer inertia from geoms.
    pub inertiafromgeom: InertiaFromGeom,
    /// Groups of geoms that count towards inertia, first and last.
    pub inertiagrouprange: [i32; 2],
    /// Write inertias of all bodies when saving.
    pub saveinertial: bool,
    /// Align free joints with the inertial frame.
    pub alignfree: bool,
    /// What wins when an attached model disagrees with its parent.
    pub conflict: i32,
    /// Actuator length range computation.
    pub lengthrange: LengthRangeOptions,
    /// Directory that relative file names start from.
    pub modelfiledir: String,
    /// What was written out, for conflict resolution.
    pub authored: Authored,
}

/// Settings that were written out rather than left at their defaults.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Authored {
    /// Names of `<option>` and `<visual>` attributes.
    pub names: Vec<&'static str>,
    /// Bits of `disableflags`.
    pub disableflags: DisableFlags,
    /// Bits of `enableflags`.
    pub enableflags: EnableFlags,
    /// Bits of `disableactuator`.
    pub disableactuator: i32,
}

impl Default for Compiler {
    fn default() -> Self {
        Self {
            autolimits: true,
            boundmass: 0.0,
            boundinertia: 0.0,
            settotalmass: -1.0,
            balanceinertia: false,
            strippath: false,
            fitaabb: false,
            degree: true,
            eulerseq: *b"xyz",
            meshdir: String::new(),
            texturedir: String::new(),
            discardvisual: false,
            usethread: true,
            fusestatic: false,
            inertiafromgeom: InertiaFromGeom::Auto,
            inertiagrouprange: [0, 5],
            saveinertial: false,
            alignfree: false,
            conflict: 0,
            lengthrange: LengthRangeOptions::default(),
            modelfiledir: String::new(),
            authored: Authored::default(),
        }
    }
}

/// When a body's inertia comes from its geoms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InertiaFromGeom {
    /// Never.
    False,
    /// Always, overriding `<inertial>`.
    True,
    /// When `<inertial>` is missing.
    Auto,
}

/// `<size>`: sizes of user data and memory; -1 where not given.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Size {
    /// Memory of a world's arena in bytes.
    pub memory: i64,
    pub njmax: i32,
    pub nconmax: i32,
    pub nstack: i64,
    pub nuserdata: i32,
    pub nkey: i32,
    pub nuser_body: i32,
    pub nuser_jnt: i32,
    pub nuser_geom: i32,
    pub nuser_site: i32,
    pub nuser_cam: i32,
    pub nuser_tendon: i32,
    pub nuser_actuator: i32,
    pub nuser_sensor: i32,
}

impl Default for Size {
    fn default() -> Self {
        Self {
            memory: -1,
            njmax: -1,
            nconmax: -1,
            nstack: -1,
            nuserdata: 0,
            nkey: 0,
            nuser_body: -1,
            nuser_jnt: -1,
            nuser_geom: -1,
            nuser_site: -1,
            nuser_cam: -1,
            nuser_tendon: -1,
            nuser_actuator: -1,
            nuser_sensor: -1,
        }
    }
}

/// `<statistic>`: values that replace the computed ones.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs)]
pub struct StatisticOverride {
    pub meaninertia: Option<f64>,
    pub meanmass: Option<f64>,
    pub meansize: Option<f64>,
    pub extent: Option<f64>,
    pub center: Option<[f64; 3]>,
}
