//! Fields of the Model that may differ between worlds, and what follows from them.

use crate::error::{GpuSimError, GpuSimResult};
use sim_core::arrays::{ArrayMut, ArrayRef};
use sim_core::binding::message::Name;
use sim_core::{EnableFlags, Model, ObjType};
use std::collections::BTreeSet;

/// Fields that no derived field depends on.
const PLAIN: &[&str] = &[
    "actuator_gainprm",
    "actuator_dynprm",
    "actuator_ctrlrange",
    "actuator_forcerange",
    "actuator_actrange",
    "dof_damping",
    "dof_frictionloss",
    "dof_solref",
    "dof_solimp",
    "jnt_stiffness",
    "jnt_margin",
    "jnt_solref",
    "jnt_solimp",
    "jnt_actfrcrange",
    "qpos_spring",
    "eq_data",
    "eq_solref",
    "eq_solimp",
    "opt_gravity",
    "opt_wind",
    "opt_density",
    "opt_viscosity",
    "opt_timestep",
];

/// Fields of contacts. The parameters of pairs depend on them.
const OF_CONTACTS: &[&str] = &[
    "geom_solref",
    "geom_solimp",
    "geom_solmix",
    "geom_margin",
    "geom_gap",
    "pair_friction",
    "pair_solref",
    "pair_solreffriction",
    "pair_solimp",
    "pair_margin",
    "pair_gap",
];

/// Fields derived from those of contacts.
const PAIRS: &[&str] = &["near_bound", "near_margin", "near_includemargin", "near_friction", "near_adhesion"];

/// Fields derived from any solref and solimp, and from the time step.
const IMPEDANCE: &[&str] = &["impedance_table", "near_damping"];

/// Fields derived from the ranges of joints.
const RANGES: &[&str] = &["jnt_range_low"];

/// Fields derived from poses and sizes of bodies and geoms.
const LOW_PARTS: &[&str] = &[
    "geom_fixed_pos",
    "geom_fixed_pos_low",
    "geom_fixed_mat",
    "geom_fixed_mat_low",
    "body_pos_low",
    "geom_pos_low",
    "geom_size_low",
];

/// Fields that may depend on any other field.
const CONSTANTS: &[&str] = &[
    "body_subtreemass",
    "body_invweight0",
    "dof_invweight0",
    "dof_M0",
    "tendon_invweight0",
    "tendon_length0",
    "tendon_lengthspring",
    "actuator_acc0",
    "actuator_length0",
    "actuator_biasprm",
    "stat_meaninertia",
];

/// Fields that follow from a field of the Model.
fn derived(m: &Model, name: &str) -> Vec<&'static str> {
    let also: &[&[&str]] = match name {
        name if PLAIN.contains(&name) => &[],
        "jnt_range" => &[RANGES],
        // mixed at the contact, unless an option replaces it
        "geom_friction" if !m.opt.enableflags.contains(EnableFlags::OVERRIDE) => &[],
        name if name == "geom_friction" || OF_CONTACTS.contains(&name) => &[PAIRS],
        _ => &[CONSTANTS, PAIRS, LOW_PARTS],
    };
    let impedance = [IMPEDANCE].into_iter().filter(|_| name.contains("sol") || name == "opt_timestep");
    also.iter().copied().chain(impedance).flatten().copied().collect()
}

/// Whether no constant follows from a field: then worlds may get other numbers of it on the device.
pub fn is_plain(m: &Model, name: &str) -> bool {
    derived(m, name).is_empty()
}

/// The fields that differ between worlds if the user names these: they and all derived ones.
pub fn varied(m: &Model, named: &[String]) -> GpuSimResult<BTreeSet<String>> {
    let mut all = BTreeSet::new();
    for name in named {
        let real = matches!(m.array(name), Some(ArrayRef::F64(_)));
        if !real && option(&mut m.clone(), name, |_| ()).is_none() {
            return Err(GpuSimError::UnknownField(format!(
                "`per_world` has '{name}', which is no array of reals of the Model and no option such as opt_gravity: check the name"
            )));
        }
        all.insert(name.clone());
        all.extend(derived(m, name).into_iter().map(String::from));
    }
    Ok(all)
}

/// Whether shaders mix the friction of geoms at the contact: worlds differ in it, and no option replaces it.
pub fn mixes_friction(m: &Model, varied: &BTreeSet<String>) -> bool {
    varied.contains("geom_friction") && !m.opt.enableflags.contains(EnableFlags::OVERRIDE)
}

/// The model with zeros of varied fields replaced by ones. The features of the shaders and the limit of rows follow from it, so that they
/// suit every world.
pub fn widest(m: &Model, varied: &BTreeSet<String>) -> Model {
    let mut wide = m.clone();
    let fill = |list: &mut [f64]| list.iter_mut().filter(|x| **x == 0.0).for_each(|x| *x = 1.0);
    for name in varied {
        if let Some(ArrayMut::F64(list)) = wide.array_mut(name) {
            fill(list);
        } else {
            option(&mut wide, name, fill);
        }
    }
    wide
}

/// How far the length of a quaternion may be from 1: the precision of f32.
const UNIT_SLACK: f64 = 1e-6;

/// Rejects bodies whose orientation has not unit length: lanes apply the rotations of a chain one after another.
pub fn check_orientations(m: &Model) -> Result<(), String> {
    let name =
        |body: usize| m.name(ObjType::Body, body).map_or_else(String::new, |name| format!(" ('{}')", Name(name)));
    let length = |body: usize| m.body_quat[4 * body..4 * body + 4].iter().map(|x| x * x).sum::<f64>().sqrt();
    let is_unit = |body: usize| (1.0 - UNIT_SLACK..=1.0 + UNIT_SLACK).contains(&length(body));
    match (1..m.nbody).find(|&body| !is_unit(body)) {
        None => Ok(()),
        Some(body) => {
            Err(format!("`body_quat` of body {body}{} has length {}: scale it to 1", name(body), length(body)))
        }
    }
}

/// Rejects a time step that is not positive and finite.
pub fn check_timestep(m: &Model) -> Result<(), String> {
    let timestep = m.opt.timestep;
    if timestep > 0.0 && timestep.is_finite() {
        return Ok(());
    }
    Err(format!("`opt_timestep` is {timestep}: give a positive number of seconds"))
}

/// Calls `edit` with the numbers of an option `opt_…`. None if there is no such option.
pub fn option<T>(m: &mut Model, name: &str, edit: impl FnOnce(&mut [f64]) -> T) -> Option<T> {
    use sim_core::binding::model::FieldMut;
    let wanted = name.strip_prefix("opt_")?;
    let (mut edit, mut result) = (Some(edit), None);
    m.opt.visit_fields(&mut |found, field, _| {
        if let (true, FieldMut::F64(list)) = (found == wanted, field) {
            result = edit.take().map(|edit| edit(list));
        }
    });
    result
}
