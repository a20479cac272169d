//! Settings of a model: compiler, sizes, statistics.

use crate::schema::Kind;
use crate::schema::keywords::{ANGLE, CONFLICT, COORDINATE};
use crate::table::codec::{Custom, KeywordBool, Number};
use crate::table::field::{keyword, text};
use crate::table::{Fault, Value, fields_table, object_table};
use sim_core::{DisableFlags, EnableFlags, LengthRangeMode, LengthRangeOptions};

/// Three letters of rotations.
const EULERSEQ: Custom<[u8; 3]> = Custom::new(
    Kind::Chars,
    3,
    |sequence, value| {
        let letters = <[u8; 3]>::try_from(text(value)?.as_bytes());
        let known = letters.ok().filter(|letters| letters.iter().all(|c| b"xyzXYZ".contains(c)));
        *sequence = known.ok_or_else(|| Fault::expected("three letters of x, y, z, X, Y, Z", value))?;
        Ok(())
    },
    |sequence| std::str::from_utf8(sequence).ok().map(Value::from),
);

/// Which coordinates a file is in: local ones are all there is.
const COORDINATES: Custom<Compiler> = Custom::alias(Kind::Keyword(COORDINATE), 1, |_, value| {
    if keyword(COORDINATE, value)? == 0 {
        return Ok(());
    }
    Err(Fault::Unsupported(
        "a model in global coordinates, which MuJoCo 2.3.3 or older can convert to local ones,".to_string(),
    ))
});

/// The directory of all assets.
const ASSETDIR: Custom<Compiler> = Custom::alias(Kind::Text, 1, |compiler, value| {
    text(value)?.clone_into(&mut compiler.meshdir);
    compiler.texturedir.clone_from(&compiler.meshdir);
    Ok(())
});

object_table! {
    /// `<compiler>`: how the model is read and compiled.
    ///
    /// ```
    /// let spec = sim_mjcf::parse_mjcf_str("<mujoco><compiler angle='radian' assetdir='parts'/></mujoco>")?;
    /// let compiler = &spec.origins[0];
    /// assert!(!compiler.degree && compiler.autolimits);
    /// assert_eq!((compiler.meshdir.as_str(), compiler.texturedir.as_str()), ("parts", "parts"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Compiler "compiler" in ["compiler"] {
        /// Infer `limited` from the presence of a range.
        autolimits: bool = true, "autolimits";
        /// Least mass of a moving body.
        boundmass: f64 = 0.0, "boundmass";
        /// Least diagonal inertia of a moving body.
        boundinertia: f64 = 0.0, "boundinertia";
        /// Total mass to scale the model to; not positive: leave it.
        settotalmass: f64 = -1.0, "settotalmass";
        /// Repair inertias that violate A + B >= C.
        balanceinertia: bool = false, "balanceinertia";
        /// Drop the directory part of asset file names.
        strippath: bool = false, "strippath";
        /// Fit primitives to a mesh's bounding box instead of its inertia box.
        fitaabb: bool = false, "fitaabb";
        /// Angles are in degrees.
        degree: bool = true, "angle" by KeywordBool(ANGLE);
        /// Order of Euler rotations: lower case moves with the frame, upper case stays.
        eulerseq: [u8; 3] = *b"xyz", "eulerseq" by EULERSEQ;
        /// Directory of meshes and height fields.
        meshdir: String = String::new(), "meshdir";
        /// Directory of textures.
        texturedir: String = String::new(), "texturedir";
        /// Discard geoms that only decorate.
        discardvisual: bool = false, "discardvisual";
        /// Compile with several threads.
        usethread: bool = true, "usethread";
        /// Fuse bodies without joints into their parent.
        fusestatic: bool = false, "fusestatic";
        /// Infer inertia from geoms.
        inertiafromgeom: InertiaFromGeom = InertiaFromGeom::Auto, "inertiafromgeom";
        /// Groups of geoms that count towards inertia, first and last.
        inertiagrouprange: [i32; 2] = [0, 5], "inertiagrouprange";
        /// Write inertias of all bodies when saving.
        saveinertial: bool = false, "saveinertial";
        /// Align free joints with the inertial frame.
        alignfree: bool = false, "alignfree";
        /// What wins when an attached model disagrees with its parent.
        conflict: i32 = 0, "conflict" by Number(CONFLICT);
        /// Actuator length range computation: a child element.
        lengthrange: LengthRangeOptions = LengthRangeOptions::default();
        /// Directory that relative file names start from.
        modelfiledir: String = String::new();
        /// What was written out, for conflict resolution.
        authored: Authored = Authored::default();
    }
    whole {
        /// Coordinates are local.
        "coordinate" in authored by COORDINATES;
        /// Short for the directories of meshes and textures.
        "assetdir" in meshdir by ASSETDIR;
    }
}

fields_table! {
    LengthRangeOptions "lengthrange" in ["compiler/lengthrange"] {
        ["Which actuators."] mode: LengthRangeMode, "mode";
        ["Leave ranges that are given."] useexisting: bool, "useexisting";
        ["Take the limits of joints and tendons."] uselimit: bool, "uselimit";
        ["Acceleration aimed at."] accel: f64, "accel";
        ["Largest force; 0: no bound."] maxforce: f64, "maxforce";
        ["Time constant of damping."] timeconst: f64, "timeconst";
        ["Time step."] timestep: f64, "timestep";
        ["Time simulated."] inttotal: f64, "inttotal";
        ["Time at the end over which the length is measured."] interval: f64, "interval";
        ["Change that still counts as rest, as a share of the range."] tolrange: f64, "tolrange";
    }
}

/// Settings that were written out rather than left at their defaults.
///
/// ```
/// use sim_core::DisableFlags;
///
/// let spec = sim_mjcf::parse_mjcf_str("<mujoco><option timestep='0.01'><flag gravity='disable'/></option></mujoco>")?;
/// let authored = &spec.origins[0].authored;
/// assert_eq!((&authored.names[..], authored.disableflags), (&["timestep"][..], DisableFlags::GRAVITY));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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

/// When a body's inertia comes from its geoms.
///
/// ```
/// use sim_mjcf::spec::{Compiler, InertiaFromGeom};
///
/// let spec = sim_mjcf::parse_mjcf_str("<mujoco><compiler inertiafromgeom='true'/></mujoco>")?;
/// assert_eq!(spec.origins[0].inertiafromgeom, InertiaFromGeom::True);
/// assert_eq!(Compiler::default().inertiafromgeom, InertiaFromGeom::Auto);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InertiaFromGeom {
    /// Never.
    False,
    /// Always, overriding `<inertial>`.
    True,
    /// When `<inertial>` is missing.
    Auto,
}

/// Bytes with an optional suffix; -1 leaves them as they are.
const MEMORY: Custom<i64> = Custom::new(
    Kind::Text,
    1,
    |held, value| {
        let expected = "a number of bytes with an optional suffix K, M, G, T, P or E, or -1";
        let bytes = memory(text(value)?).ok_or_else(|| Fault::expected(expected, value))?;
        *held = bytes.unwrap_or(*held);
        Ok(())
    },
    |held| (*held >= 0).then(|| Value::Text(held.to_string())),
);

/// Bytes from text such as `64M`; `Some(None)` for the explicit default -1, `None` for anything else.
fn memory(text: &str) -> Option<Option<i64>> {
    let text = text.trim_ascii();
    if text == "-1" {
        return Some(None);
    }
    let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let shift = match text.get(digits.len()..)?.to_ascii_lowercase().as_str() {
        "" => 0,
        "k" => 10,
        "m" => 20,
        "g" => 30,
        "t" => 40,
        "p" => 50,
        "e" => 60,
        _ => return None,
    };
    let base: u64 = digits.parse().ok()?;
    let bytes = base.checked_mul(1 << shift)?;
    i64::try_from(bytes).ok().map(Some)
}

object_table! {
    /// `<size>`: sizes of user data and memory; -1 where not given.
    ///
    /// ```
    /// use sim_mjcf::Fields;
    /// use sim_mjcf::spec::Size;
    ///
    /// let mut size = Size::default();
    /// size.set("memory", "2K")?;
    /// assert_eq!((size.memory, size.njmax), (2048, -1));
    /// assert!(size.set("memory", "2KB").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Size "size" in ["size"] {
        /// Memory of a world's arena in bytes.
        memory: i64 = -1, "memory" by MEMORY;
        /// Most constraint rows.
        njmax: i32 = -1, "njmax";
        /// Most contacts.
        nconmax: i32 = -1, "nconmax";
        /// Numbers of a world's stack.
        nstack: i64 = -1, "nstack";
        /// Numbers of a world's user data.
        nuserdata: i32 = 0, "nuserdata";
        /// Least number of keyframes.
        nkey: i32 = 0, "nkey";
        /// User data of each body.
        nuser_body: i32 = -1, "nuser_body";
        /// User data of each joint.
        nuser_jnt: i32 = -1, "nuser_jnt";
        /// User data of each geom.
        nuser_geom: i32 = -1, "nuser_geom";
        /// User data of each site.
        nuser_site: i32 = -1, "nuser_site";
        /// User data of each camera.
        nuser_cam: i32 = -1, "nuser_cam";
        /// User data of each tendon.
        nuser_tendon: i32 = -1, "nuser_tendon";
        /// User data of each actuator.
        nuser_actuator: i32 = -1, "nuser_actuator";
        /// User data of each sensor.
        nuser_sensor: i32 = -1, "nuser_sensor";
    }
}

object_table! {
    /// `<statistic>`: values that replace the computed ones.
    ///
    /// ```
    /// use sim_mjcf::spec::Spec;
    ///
    /// let mut spec = Spec::default();
    /// spec.statistic.meansize = Some(0.25);
    /// let statistic = sim_mjcf::compile(spec, &Default::default())?.stat;
    /// assert_eq!(statistic.meansize, 0.25);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    StatisticOverride "statistic" in ["statistic"] {
        /// Mean of the diagonal of the inertia matrix.
        meaninertia: Option<f64> = None, "meaninertia";
        /// Mean mass of bodies.
        meanmass: Option<f64> = None, "meanmass";
        /// Mean size of bodies.
        meansize: Option<f64> = None, "meansize";
        /// Extent of the model.
        extent: Option<f64> = None, "extent";
        /// Centre of the model.
        center: Option<[f64; 3]> = None, "center";
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_suffixes() {
        assert_eq!(memory("64M"), Some(Some(64 << 20)));
        assert_eq!(memory(" 1k "), Some(Some(1024)));
        assert_eq!(memory("-1"), Some(None));
        for bad in ["", "-2", "1KB", "1.5M", "M", "99999999999999999999", "16E", "1 K"] {
            assert_eq!(memory(bad), None, "{bad}");
        }
    }
}
