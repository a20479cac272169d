//! Sizes that come from `<size>` and from user data, and what memory they imply.

use super::tree::Tree;
use crate::error::Result;
use crate::limits::Limits;
use crate::source_span::SourceSpan;
use crate::spec::{Spec, StatisticOverride};
use sim_core::arrays::{ArrayRef, Shape};
use sim_core::binding::data::CONTACT_BYTES;
use sim_core::{Data, Model};

/// Sets user data widths and limits of the model.
pub(crate) fn sizes(spec: &Spec, tree: &Tree, limits: &Limits, model: &mut Model) -> Result<()> {
    let size = &spec.size;
    let bodies = || tree.bodies.iter();
    model.nuser_body = width(size.nuser_body, bodies().map(|b| b.spec.user.len()));
    model.nuser_jnt = width(size.nuser_jnt, bodies().flat_map(|b| &b.joints).map(|n| n.spec.user.len()));
    model.nuser_geom = width(size.nuser_geom, bodies().flat_map(|b| &b.geoms).map(|n| n.spec.user.len()));
    model.nuser_site = width(size.nuser_site, bodies().flat_map(|b| &b.sites).map(|n| n.spec.user.len()));
    model.nuser_cam = width(size.nuser_cam, bodies().flat_map(|b| &b.cameras).map(|n| n.spec.user.len()));
    model.nuser_tendon = width(size.nuser_tendon, spec.tendons.iter().map(|t| t.user.len()));
    model.nuser_actuator = width(size.nuser_actuator, spec.actuators.iter().map(|a| a.user.len()));
    model.nuser_sensor = width(size.nuser_sensor, spec.sensors.iter().map(|s| s.user.len()));
    model.nuserdata = usize::try_from(size.nuserdata).unwrap_or(0);
    model.njmax = limit(size.njmax);
    model.nconmax = limit(size.nconmax);
    // objects of the tree get their user data long before the arrays are made
    for (name, width, count) in [
        ("nuser_body", model.nuser_body, tree.bodies.len()),
        ("nuser_jnt", model.nuser_jnt, bodies().map(|b| b.joints.len()).sum()),
        ("nuser_geom", model.nuser_geom, bodies().map(|b| b.geoms.len()).sum()),
        ("nuser_site", model.nuser_site, bodies().map(|b| b.sites.len()).sum()),
        ("nuser_cam", model.nuser_cam, bodies().map(|b| b.cameras.len()).sum()),
    ] {
        let needed = width as u128 * count as u128 * size_of::<f64>() as u128;
        let what = format!("{name} of <size>, {width} numbers for each of {count} objects,");
        check_asked(limits, needed, &what, "lower it")?;
    }
    Ok(())
}

/// The given width, or the longest list when none is given.
fn width(given: i32, lengths: impl Iterator<Item = usize>) -> usize {
    usize::try_from(given).unwrap_or_else(|_| lengths.max().unwrap_or(0))
}

/// A limit; all bits set (-1) when there is none.
fn limit(given: i32) -> usize {
    usize::try_from(given).unwrap_or(usize::MAX)
}

/// The arena MuJoCo would give a world of this model, in bytes; reported, not allocated.
pub(crate) fn arena(spec: &Spec, model: &Model) -> usize {
    const MEGABYTE: u128 = 1 << 20;
    if let Ok(memory) = usize::try_from(spec.size.memory) {
        return memory;
    }
    let njmax = usize::try_from(spec.size.njmax).unwrap_or(500);
    let nconmax = usize::try_from(spec.size.nconmax).unwrap_or(100);
    let m = model;
    // in 128 bits: limits have 31 bits, and their squares do not fit into 64
    let [rows, contacts, nv] = [njmax, nconmax, m.nv].map(|n| n as u128);
    let stack = match u128::try_from(spec.size.nstack) {
        Ok(nstack) => nstack,
        Err(_) => {
            let all = rows + (m.neq + m.nv) as u128;
            let objects =
                m.nq + m.nv + m.nu + m.na + m.nbody + m.njnt + m.ngeom + m.nsite + m.neq + m.ntendon + m.nwrap;
            (5 * all * all + 20 * objects as u128).max(1000)
        }
    };
    let bytes = 8 * stack
        + contacts * CONTACT_BYTES as u128
        + rows * (8 * 4 + 14 * 8)
        + nv * (3 * 4)
        + rows * nv * (2 * 4 + 2 * 8)
        + rows * rows * (4 + 8);
    usize::try_from(bytes.div_ceil(MEGABYTE) * MEGABYTE).unwrap_or(usize::MAX)
}

/// Refuses arrays that a single number in the file makes too long: they may take a quarter of the memory.
fn check_asked(limits: &Limits, needed: u128, what: &str, cure: &str) -> Result<()> {
    Limits { memory: limits.memory / 4, ..limits.clone() }.check_memory(needed, &SourceSpan::none(), what, cure)
}

/// Whether a single attribute decides the length of an array, rather than a number of elements or the size of a file.
fn is_asked_for(array: &str) -> bool {
    array.ends_with("_user")
        || array.starts_with("key_")
        || ["userdata", "sensordata", "history", "act", "act_dot"].contains(&array)
}

/// Refuses sizes that exceed the limits: a few characters must not exhaust the memory.
pub(crate) fn check_memory(model: &Model, limits: &Limits) -> Result<()> {
    let (mut total, mut largest) = (0u128, ("", 0));
    let mut add = |name: &'static str, shape: Shape, array: ArrayRef<'_>| {
        if is_asked_for(name) {
            let bytes = shape.len() as u128 * array.entry_bytes() as u128;
            total = total.saturating_add(bytes);
            if bytes > largest.1 {
                largest = (name, bytes);
            }
        }
    };
    model.visit_arrays(model, &mut add);
    Data::default().visit_arrays(model, &mut add);
    let what = format!("'{}' and what else the model asks for", largest.0);
    check_asked(limits, total, &what, "look for a large number in <size>, or in 'nsample', 'dim' or 'actdim'")
}

/// Statistics the user gave replace the computed ones.
pub(crate) fn override_statistic(given: &StatisticOverride, model: &mut Model) {
    let stat = &mut model.stat;
    stat.meaninertia = given.meaninertia.unwrap_or(stat.meaninertia);
    stat.meanmass = given.meanmass.unwrap_or(stat.meanmass);
    stat.meansize = given.meansize.unwrap_or(stat.meansize);
    stat.extent = given.extent.unwrap_or(stat.extent);
    stat.center = given.center.unwrap_or(stat.center);
}
