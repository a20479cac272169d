//! Settings: compiler, option, size, statistic, visual. Repeated sections are merged, later ones win.

use crate::error::{MjcfError, Result};
use crate::read::element::{Element, Value};
use crate::spec::{Compiler, InertiaFromGeom, Size, Spec};
use sim_core::{DisableFlags, EnableFlags, FieldMut, LengthRangeMode, LengthRangeOptions};

/// Actuator groups that can be switched off: as many as there are bits in a positive integer.
const ACTUATOR_GROUPS: i32 = 31;

/// Flags of `<option><flag>` that switch a feature off, and their bits.
const DISABLE: &[(&str, DisableFlags)] = &[
    ("constraint", DisableFlags::CONSTRAINT),
    ("equality", DisableFlags::EQUALITY),
    ("frictionloss", DisableFlags::FRICTIONLOSS),
    ("limit", DisableFlags::LIMIT),
    ("contact", DisableFlags::CONTACT),
    ("spring", DisableFlags::SPRING),
    ("damper", DisableFlags::DAMPER),
    ("gravity", DisableFlags::GRAVITY),
    ("clampctrl", DisableFlags::CLAMPCTRL),
    ("warmstart", DisableFlags::WARMSTART),
    ("filterparent", DisableFlags::FILTERPARENT),
    ("actuation", DisableFlags::ACTUATION),
    ("refsafe", DisableFlags::REFSAFE),
    ("sensor", DisableFlags::SENSOR),
    ("midphase", DisableFlags::MIDPHASE),
    ("eulerdamp", DisableFlags::EULERDAMP),
    ("autoreset", DisableFlags::AUTORESET),
    ("nativeccd", DisableFlags::NATIVECCD),
    ("island", DisableFlags::ISLAND),
    ("multiccd", DisableFlags::MULTICCD),
];

/// Flags that switch a feature on, and their bits.
const ENABLE: &[(&str, EnableFlags)] = &[
    ("override", EnableFlags::OVERRIDE),
    ("energy", EnableFlags::ENERGY),
    ("fwdinv", EnableFlags::FWDINV),
    ("invdiscrete", EnableFlags::INVDISCRETE),
    ("sleep", EnableFlags::SLEEP),
    ("diagexact", EnableFlags::DIAGEXACT),
];

/// `<compiler>`.
pub(crate) fn read_compiler(el: &Element, compiler: &mut Compiler) -> Result<()> {
    if el.keyword("coordinate") == Some(1) {
        return Err(el.place_of("coordinate").invalid(
            "global coordinates are not supported; convert the model to local coordinates (MuJoCo 2.3.3 or older can)",
        ));
    }
    el.read_bool("autolimits", &mut compiler.autolimits);
    el.read_real("boundmass", &mut compiler.boundmass);
    el.read_real("boundinertia", &mut compiler.boundinertia);
    el.read_real("settotalmass", &mut compiler.settotalmass);
    el.read_bool("balanceinertia", &mut compiler.balanceinertia);
    el.read_bool("strippath", &mut compiler.strippath);
    el.read_bool("fitaabb", &mut compiler.fitaabb);
    if let Some(angle) = el.keyword("angle") {
        compiler.degree = angle == 1;
    }
    if let Some(text) = el.text("eulerseq") {
        compiler.eulerseq = eulerseq(text).ok_or_else(|| MjcfError::InvalidAttribute {
            place: el.place_of("eulerseq"),
            attribute: "eulerseq".into(),
            expected: "three letters of x, y, z, X, Y, Z".into(),
            found: format!("'{text}'"),
            suggestion: None,
        })?;
    }
    // the directory of all assets; the specific ones override it
    el.read_text("assetdir", &mut compiler.meshdir);
    el.read_text("assetdir", &mut compiler.texturedir);
    el.read_text("meshdir", &mut compiler.meshdir);
    el.read_text("texturedir", &mut compiler.texturedir);
    el.read_bool("discardvisual", &mut compiler.discardvisual);
    el.read_bool("usethread", &mut compiler.usethread);
    el.read_bool("fusestatic", &mut compiler.fusestatic);
    if let Some(value) = el.keyword("inertiafromgeom") {
        compiler.inertiafromgeom = match value {
            0 => InertiaFromGeom::False,
            1 => InertiaFromGeom::True,
            _ => InertiaFromGeom::Auto,
        };
    }
    read_ints(el, "inertiagrouprange", &mut compiler.inertiagrouprange);
    el.read_bool("saveinertial", &mut compiler.saveinertial);
    el.read_bool("alignfree", &mut compiler.alignfree);
    el.read_keyword("conflict", &mut compiler.conflict);
    if let Some(child) = el.child("lengthrange") {
        read_lengthrange(child, &mut compiler.lengthrange);
    }
    Ok(())
}

fn eulerseq(text: &str) -> Option<[u8; 3]> {
    let letters: [u8; 3] = text.as_bytes().try_into().ok()?;
    letters.iter().all(|c| b"xyzXYZ".contains(c)).then_some(letters)
}

fn read_lengthrange(el: &Element, range: &mut LengthRangeOptions) {
    if let Some(mode) = el.keyword("mode") {
        range.mode = match mode {
            0 => LengthRangeMode::None,
            1 => LengthRangeMode::Muscle,
            2 => LengthRangeMode::MuscleUser,
            _ => LengthRangeMode::All,
        };
    }
    el.read_bool("useexisting", &mut range.useexisting);
    el.read_bool("uselimit", &mut range.uselimit);
    el.read_real("accel", &mut range.accel);
    el.read_real("maxforce", &mut range.maxforce);
    el.read_real("timeconst", &mut range.timeconst);
    el.read_real("timestep", &mut range.timestep);
    el.read_real("inttotal", &mut range.inttotal);
    el.read_real("interval", &mut range.interval);
    el.read_real("tolrange", &mut range.tolrange);
}

/// `<option>`.
pub(crate) fn read_option(el: &Element, spec: &mut Spec, compiler: &mut Compiler) -> Result<()> {
    let authored = &mut compiler.authored;
    spec.option.visit_fields(&mut |name, field, _| {
        if read_field(el, name, field) {
            authored.names.push(name);
        }
    });
    for &group in el.ints("actuatorgroupdisable").unwrap_or_default() {
        if !(0..ACTUATOR_GROUPS).contains(&group) {
            return Err(MjcfError::InvalidAttribute {
                place: el.place_of("actuatorgroupdisable"),
                attribute: "actuatorgroupdisable".into(),
                expected: format!("groups between 0 and {}", ACTUATOR_GROUPS - 1),
                found: group.to_string(),
                suggestion: None,
            });
        }
        spec.option.disableactuator |= 1 << group;
        authored.disableactuator |= 1 << group;
    }
    if let Some(flags) = el.child("flag") {
        for &(name, bit) in DISABLE {
            if let Some(on) = flags.keyword(name) {
                spec.option.disableflags.set(bit, on == 0);
                authored.disableflags |= bit;
            }
        }
        for &(name, bit) in ENABLE {
            if let Some(on) = flags.keyword(name) {
                spec.option.enableflags.set(bit, on != 0);
                authored.enableflags |= bit;
            }
        }
    }
    Ok(())
}

/// `<size>`.
pub(crate) fn read_size(el: &Element, size: &mut Size) -> Result<()> {
    if let Some(text) = el.text("memory") {
        let bytes = memory(text).ok_or_else(|| MjcfError::InvalidAttribute {
            place: el.place_of("memory"),
            attribute: "memory".into(),
            expected: "a number of bytes with an optional suffix K, M, G, T, P or E, or -1".into(),
            found: format!("'{text}'"),
            suggestion: None,
        })?;
        size.memory = bytes.unwrap_or(size.memory);
    }
    if let Some(nstack) = el.int("nstack") {
        size.nstack = i64::from(nstack);
    }
    let fields: [(&str, &mut i32); 12] = [
        ("njmax", &mut size.njmax),
        ("nconmax", &mut size.nconmax),
        ("nuserdata", &mut size.nuserdata),
        ("nkey", &mut size.nkey),
        ("nuser_body", &mut size.nuser_body),
        ("nuser_jnt", &mut size.nuser_jnt),
        ("nuser_geom", &mut size.nuser_geom),
        ("nuser_site", &mut size.nuser_site),
        ("nuser_cam", &mut size.nuser_cam),
        ("nuser_tendon", &mut size.nuser_tendon),
        ("nuser_actuator", &mut size.nuser_actuator),
        ("nuser_sensor", &mut size.nuser_sensor),
    ];
    for (name, field) in fields {
        el.read_int(name, field);
    }
    for attribute in &el.attributes {
        if let Value::Ints(values) = &attribute.value
            && values.first().is_some_and(|&v| v < -1)
        {
            return Err(el.place_of(attribute.name).invalid(format!("{} must be -1 or more", attribute.name)));
        }
    }
    Ok(())
}

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

/// `<statistic>`.
pub(crate) fn read_statistic(el: &Element, spec: &mut Spec) -> Result<()> {
    let statistic = &mut spec.statistic;
    for (name, field) in [
        ("meaninertia", &mut statistic.meaninertia),
        ("meanmass", &mut statistic.meanmass),
        ("meansize", &mut statistic.meansize),
        ("extent", &mut statistic.extent),
    ] {
        *field = el.real(name).or(*field);
    }
    if el.has("center") {
        el.read_reals("center", statistic.center.get_or_insert([0.0; 3]));
    }
    match statistic.extent {
        Some(extent) if extent <= 0.0 => Err(el.place_of("extent").invalid("extent must be positive")),
        _ => Ok(()),
    }
}

/// `<visual>`.
pub(crate) fn read_visual(el: &Element, spec: &mut Spec, compiler: &mut Compiler) -> Result<()> {
    let visual = &mut spec.visual;
    for child in &el.children {
        let mut read = |name: &'static str, field: FieldMut<'_>, _: bool| {
            if read_field(child, name, field)
                && matches!((child.tag, name), ("global", "realtime") | ("map", "znear" | "zfar"))
            {
                compiler.authored.names.push(name);
            }
        };
        match child.tag {
            "global" => visual.global.visit_fields(&mut read),
            "quality" => visual.quality.visit_fields(&mut read),
            "headlight" => visual.headlight.visit_fields(&mut read),
            "map" => visual.map.visit_fields(&mut read),
            "scale" => visual.scale.visit_fields(&mut read),
            "rgba" => visual.rgba.visit_fields(&mut read),
            _ => {}
        }
        if child.tag == "global" && visual.global.realtime <= 0.0 {
            return Err(child.place_of("realtime").invalid("realtime must be greater than 0"));
        }
        if child.tag == "map" && visual.map.znear <= 0.0 {
            return Err(child.place_of("znear").invalid("znear must be greater than 0"));
        }
    }
    Ok(())
}

/// Reads the attribute of the field's own name; says whether it was there.
fn read_field(el: &Element, name: &str, field: FieldMut<'_>) -> bool {
    match field {
        FieldMut::F64(target) => el.read_reals(name, target),
        FieldMut::F32(target) => el.read_floats(name, target),
        FieldMut::I32(target) => match el.attribute(name).map(|a| &a.value) {
            Some(Value::Ints(values)) => target.iter_mut().zip(values).for_each(|(t, v)| *t = *v),
            Some(Value::Keyword(value, _)) => target.iter_mut().for_each(|t| *t = *value),
            Some(Value::Bool(value)) => target.iter_mut().for_each(|t| *t = i32::from(*value)),
            _ => {}
        },
    }
    el.has(name)
}

/// Overwrites the leading entries of `target` with the integers that are given.
pub(crate) fn read_ints(el: &Element, name: &str, target: &mut [i32]) {
    for (t, v) in target.iter_mut().zip(el.ints(name).unwrap_or_default()) {
        *t = *v;
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
