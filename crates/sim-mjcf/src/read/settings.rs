//! Settings: compiler, option, size, statistic, visual. Repeated sections are merged, later ones win.

use crate::error::{MjcfError, Result};
use crate::error_list::ErrorList;
use crate::read::element::{Element, Value};
use crate::spec::{Compiler, Size, Spec, StatisticOverride};
use sim_core::binding::model::FieldMut;
use sim_core::{DisableFlags, EnableFlags};

/// Number of actuator groups that can be disabled: the bits of a positive integer.
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
    // `assetdir` first: the specific directories override it
    el.apply_one(compiler, "assetdir")?;
    el.apply_except(compiler, &["assetdir"])?;
    match el.child("lengthrange") {
        Some(child) => child.apply(&mut compiler.lengthrange),
        None => Ok(()),
    }
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
                span: el.span_of("actuatorgroupdisable"),
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
    el.apply(size)?;
    for attribute in &el.attributes {
        if let Value::Ints(values) = &attribute.value
            && values.first().is_some_and(|&v| v < -1)
        {
            return Err(el.span_of(attribute.name).invalid(format!("{} must be -1 or more", attribute.name)));
        }
    }
    Ok(())
}

/// `<statistic>`.
pub(crate) fn read_statistic(el: &Element, statistic: &mut StatisticOverride) -> Result<()> {
    el.apply(statistic)?;
    match statistic.extent {
        Some(extent) if extent <= 0.0 => Err(el.span_of("extent").invalid("extent must be positive")),
        _ => Ok(()),
    }
}

/// `<visual>`.
pub(crate) fn read_visual(
    el: &Element,
    spec: &mut Spec,
    compiler: &mut Compiler,
    errors: &mut ErrorList,
) -> Result<()> {
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
            errors.push(child.span_of("realtime").invalid("realtime must be greater than 0"))?;
        }
        if child.tag == "map" && visual.map.znear <= 0.0 {
            errors.push(child.span_of("znear").invalid("znear must be greater than 0"))?;
        }
    }
    Ok(())
}

/// Reads the attribute with the field's name; returns whether it is there.
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
