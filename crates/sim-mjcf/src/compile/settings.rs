//! Sizes that come from `<size>` and from user data, and what memory they imply.

use super::tree::Tree;
use crate::spec::{Spec, StatisticOverride};
use sim_core::Model;
use sim_core::data::memory::CONTACT_BYTES;

/// User data widths and limits of the model.
pub(crate) fn sizes(spec: &Spec, tree: &Tree, model: &mut Model) {
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
    const MEGABYTE: usize = 1 << 20;
    if let Ok(memory) = usize::try_from(spec.size.memory) {
        return memory;
    }
    let njmax = usize::try_from(spec.size.njmax).unwrap_or(500);
    let nconmax = usize::try_from(spec.size.nconmax).unwrap_or(100);
    let m = model;
    let stack = match usize::try_from(spec.size.nstack) {
        Ok(nstack) => nstack,
        Err(_) => {
            let rows = njmax + m.neq + m.nv;
            let objects =
                m.nq + m.nv + m.nu + m.na + m.nbody + m.njnt + m.ngeom + m.nsite + m.neq + m.ntendon + m.nwrap;
            (5 * rows * rows + 20 * objects).max(1000)
        }
    };
    let bytes = 8 * stack
        + nconmax * CONTACT_BYTES
        + njmax * (8 * 4 + 14 * 8)
        + m.nv * (3 * 4)
        + njmax * m.nv * (2 * 4 + 2 * 8)
        + njmax * njmax * (4 + 8);
    bytes.div_ceil(MEGABYTE) * MEGABYTE
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
