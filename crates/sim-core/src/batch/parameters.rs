//! Numbers that a parameter of a world may have: what a loader rejects in a file is rejected in an override too.

use crate::arrays::{ArrayRef, Flag};
use crate::model::{Model, ModelError};

/// What the numbers of a parameter must be.
#[derive(Clone, Copy, Debug)]
enum Rule {
    /// Finite and above zero.
    Positive,
    /// Finite and not below zero.
    AtLeastZero,
    /// Finite.
    Finite,
}

impl Rule {
    /// Whether a number obeys, and what to give instead.
    fn check(self, value: f64) -> Result<(), &'static str> {
        let (holds, cure) = match self {
            Self::Positive => (value > 0.0, "give a finite number above 0"),
            Self::AtLeastZero => (value >= 0.0, "give a finite number, at least 0"),
            Self::Finite => (true, "give a finite number"),
        };
        if holds && value.is_finite() { Ok(()) } else { Err(cure) }
    }
}

/// Arrays with a rule. The entries of all others may be anything but NaN.
const ARRAYS: [(&str, Rule); 16] = [
    ("body_mass", Rule::AtLeastZero),
    ("body_inertia", Rule::AtLeastZero),
    ("body_gravcomp", Rule::Finite),
    ("body_pos", Rule::Finite),
    ("body_quat", Rule::Finite),
    ("body_ipos", Rule::Finite),
    ("body_iquat", Rule::Finite),
    ("geom_friction", Rule::AtLeastZero),
    ("geom_size", Rule::AtLeastZero),
    ("pair_friction", Rule::AtLeastZero),
    ("dof_armature", Rule::AtLeastZero),
    ("dof_frictionloss", Rule::AtLeastZero),
    ("dof_damping", Rule::Finite),
    ("qpos0", Rule::Finite),
    ("tendon_armature", Rule::AtLeastZero),
    ("tendon_frictionloss", Rule::AtLeastZero),
];

/// Ranges, from low to high, and the flags that say which of them count.
const RANGES: [(&str, &str); 7] = [
    ("jnt_range", "jnt_limited"),
    ("jnt_actfrcrange", "jnt_actfrclimited"),
    ("tendon_range", "tendon_limited"),
    ("tendon_actfrcrange", "tendon_actfrclimited"),
    ("actuator_ctrlrange", "actuator_ctrllimited"),
    ("actuator_forcerange", "actuator_forcelimited"),
    ("actuator_actrange", "actuator_actlimited"),
];

/// Checks the numbers of options and of arrays that differ from those of the common Model.
pub fn check(own: &Model, common: &Model) -> Result<(), ModelError> {
    let (opt, other) = (&own.opt, &common.opt);
    let options: [(&'static str, Rule, &[f64], &[f64]); 10] = [
        ("opt_timestep", Rule::Positive, &[opt.timestep], &[other.timestep]),
        ("opt_impratio", Rule::Positive, &[opt.impratio], &[other.impratio]),
        ("opt_tolerance", Rule::AtLeastZero, &[opt.tolerance], &[other.tolerance]),
        ("opt_ls_tolerance", Rule::AtLeastZero, &[opt.ls_tolerance], &[other.ls_tolerance]),
        ("opt_noslip_tolerance", Rule::AtLeastZero, &[opt.noslip_tolerance], &[other.noslip_tolerance]),
        ("opt_density", Rule::AtLeastZero, &[opt.density], &[other.density]),
        ("opt_viscosity", Rule::AtLeastZero, &[opt.viscosity], &[other.viscosity]),
        ("opt_gravity", Rule::Finite, &opt.gravity, &other.gravity),
        ("opt_wind", Rule::Finite, &opt.wind, &other.wind),
        ("opt_magnetic", Rule::Finite, &opt.magnetic, &other.magnetic),
    ];
    for (name, rule, numbers, others) in options {
        for (index, (&value, other)) in numbers.iter().zip(others).enumerate() {
            if value.to_bits() != other.to_bits() {
                rule.check(value).map_err(|why| refuse(name, index, value, why))?;
            }
        }
    }
    for name in own.differing_arrays(common) {
        let Some(ArrayRef::F64(entries)) = own.array(name) else { continue };
        let rule = ARRAYS.iter().find(|(array, _)| *array == name).map(|(_, rule)| *rule);
        for (index, &value) in entries.iter().enumerate() {
            match rule {
                Some(rule) => rule.check(value).map_err(|why| refuse(name, index, value, why))?,
                None if value.is_nan() => return Err(refuse(name, index, value, "give a number")),
                None => {}
            }
        }
        check_range(own, name, entries)?;
    }
    Ok(())
}

/// Checks that limited ranges go from low to high.
fn check_range(own: &Model, name: &'static str, entries: &[f64]) -> Result<(), ModelError> {
    let Some((_, flags)) = RANGES.iter().find(|(range, _)| *range == name) else { return Ok(()) };
    let Some(ArrayRef::Bool(limited)) = own.array(flags) else { return Ok(()) };
    let is_wrong = |(range, limited): (&[f64], &Flag)| limited.get() && range[0] > range[1];
    match entries.chunks_exact(2).zip(limited).position(is_wrong) {
        None => Ok(()),
        Some(row) => {
            Err(refuse(name, 2 * row, entries[2 * row], "give a range whose low end is not above its high end"))
        }
    }
}

fn refuse(parameter: &'static str, index: usize, value: f64, why: &'static str) -> ModelError {
    ModelError::BadNumber { parameter, index, value, why }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BatchSim;
    use std::sync::Arc;

    #[test]
    fn numbers_that_make_no_sense_are_rejected_by_name_value_and_cure() {
        type Edit = fn(&mut Model);
        let table: [(&str, Edit); 20] = [
            ("opt_timestep is 0: give a finite number above 0", |m| m.opt.timestep = 0.0),
            ("opt_timestep is -1: give a finite number above 0", |m| m.opt.timestep = -1.0),
            ("opt_timestep is NaN", |m| m.opt.timestep = f64::NAN),
            ("opt_timestep is inf", |m| m.opt.timestep = f64::INFINITY),
            ("opt_impratio is 0", |m| m.opt.impratio = 0.0),
            ("opt_tolerance is -1", |m| m.opt.tolerance = -1.0),
            ("opt_density is -1", |m| m.opt.density = -1.0),
            ("opt_viscosity is NaN", |m| m.opt.viscosity = f64::NAN),
            ("opt_gravity[2] is NaN: give a finite number", |m| m.opt.gravity[2] = f64::NAN),
            ("opt_wind[0] is inf", |m| m.opt.wind[0] = f64::INFINITY),
            ("body_mass[1] is -1: give a finite number, at least 0", |m| m.body_mass[1] = -1.0),
            ("body_mass[1] is inf", |m| m.body_mass[1] = f64::INFINITY),
            ("body_inertia[1, 2] is -0.5", |m| m.body_inertia[5] = -0.5),
            ("geom_friction[0, 0] is -1", |m| m.geom_friction[0] = -1.0),
            ("dof_armature[0] is -1", |m| m.dof_armature[0] = -1.0),
            ("dof_frictionloss[0] is NaN", |m| m.dof_frictionloss[0] = f64::NAN),
            ("dof_damping[0] is NaN", |m| m.dof_damping[0] = f64::NAN),
            ("qpos0[0] is NaN", |m| m.qpos0[0] = f64::NAN),
            ("geom_solref[0, 0] is NaN: give a number", |m| m.geom_solref[0] = f64::NAN),
            ("actuator_ctrlrange[0, 0] is 2", |m| {
                m.actuator_ctrllimited[0] = true.into();
                m.actuator_ctrlrange[..2].copy_from_slice(&[2.0, 1.0]);
            }),
        ];
        let mut batch = BatchSim::new(Arc::new(Model::example()), 2);
        for (words, edit) in table {
            let error = batch.override_model(1, edit).unwrap_err().to_string();
            assert!(error.starts_with(&format!("world 1: {words}")), "{error}");
            assert!(Arc::ptr_eq(batch.model_of(0).unwrap(), batch.model_of(1).unwrap()), "{words}: nothing changes");
        }
        batch.override_model(1, |m| m.actuator_forcerange.fill(f64::INFINITY)).unwrap();
    }

    #[test]
    fn arrays_of_all_worlds_are_checked_before_one_changes() {
        let m = Arc::new(Model::example());
        let mut batch = BatchSim::new(Arc::clone(&m), 3);
        let mut masses = m.body_mass.repeat(3);
        masses[2 * m.nbody + 1] = f64::NAN;
        let error = batch.override_fields(&[("body_mass", &masses)]).unwrap_err().to_string();
        assert!(error.starts_with("world 2: body_mass[1] is NaN"), "{error}");
        assert!((0..3).all(|world| Arc::ptr_eq(batch.model_of(world).unwrap(), &m)));
    }
}
