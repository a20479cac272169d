//! Sizes that no array of the Model backs: what a world is made of, and what this engine does not have.

use crate::model::{Model, ModelError};

/// Most numbers that a world may have in one array of a size that is given freely.
const MOST: usize = 1 << 31;

fn refuse(size: &'static str, value: usize, why: String) -> ModelError {
    ModelError::BadSize { size, value, why }
}

/// Checks the sizes of a Model whose arrays have their lengths.
pub(super) fn check(m: &Model) -> Result<(), ModelError> {
    if m.nbody == 0 {
        return Err(refuse("nbody", 0, "there is always the world".to_string()));
    }
    let none = [
        ("nbvhdynamic", m.nbvhdynamic),
        ("nflex", m.nflex),
        ("nflexnode", m.nflexnode),
        ("nflexvert", m.nflexvert),
        ("nflexedge", m.nflexedge),
        ("nflexelem", m.nflexelem),
        ("nefm0dof", m.nefm0dof),
        ("nefm0L", m.nefm0L),
        ("nplugin", m.nplugin),
        ("npluginattr", m.npluginattr),
        ("npluginstate", m.npluginstate),
    ];
    if let Some((size, value)) = none.into_iter().find(|(_, value)| *value > 0) {
        return Err(refuse(size, value, "must be 0: a Model has neither flexes nor plugins".to_string()));
    }
    // these hold each entry at most once, whatever the addresses say
    let total = |counts: &[i32]| counts.iter().map(|&n| n.max(0) as usize).sum::<usize>();
    let most = [
        ("nmocap", m.nmocap, m.nbody, "bodies"),
        ("na", m.na, total(&m.actuator_actnum), "activations of the actuators"),
        ("nsensordata", m.nsensordata, total(&m.sensor_dim), "readings of the sensors"),
        ("nbvhstatic", m.nbvhstatic, m.nbvh, "nodes of all hierarchies"),
        ("nuserdata", m.nuserdata, MOST, "numbers that fit"),
        ("nhistory", m.nhistory, MOST, "numbers that fit"),
    ];
    match most.into_iter().find(|(_, value, most, _)| value > most) {
        Some((size, value, most, what)) => Err(refuse(size, value, format!("must be at most {most}, the {what}"))),
        None => Ok(()),
    }
}
