//! Which fields the stages of a kernel read and write.

use super::KernelSpec;
use crate::codegen::catalogue::{Catalogue, KEPT, STATE};
use crate::codegen::kernel::Accessors;
use crate::codegen::library::Library;
use crate::codegen::stage::Stage;
use sim_core::binding::stage::StageId;
use std::collections::{BTreeMap, BTreeSet};

/// How the stages of a kernel use a field.
#[derive(Clone, Copy, Debug, Default)]
pub struct Use {
    /// A stage reads it.
    pub reads: bool,
    /// A stage writes it.
    pub writes: bool,
    /// The first stage that touches it writes it without reading it.
    pub begins_with_write: bool,
    /// The solver touches it.
    pub in_solver: bool,
}

/// Uses of a kernel by field.
pub type KernelUses = BTreeMap<String, Use>;

/// Whether a kernel reads a field.
pub fn is_read(uses: &[KernelUses], name: &str) -> bool {
    uses.iter().any(|kernel| kernel.get(name).is_some_and(|u| u.reads))
}

/// The kernels without stages whose results no stage and no caller reads.
pub fn needed(
    mut specs: Vec<KernelSpec>,
    libraries: &[Library],
    catalogue: &Catalogue,
    visible: &BTreeSet<String>,
    only_visible: bool,
) -> Vec<KernelSpec> {
    loop {
        let uses: Vec<Vec<KernelUses>> = specs
            .iter()
            .zip(libraries)
            .map(|(spec, library)| spec.stages.iter().map(|stage| stage_uses(stage, library, catalogue)).collect())
            .collect();
        let is_read = |field: &str, by_others_than: (usize, usize)| {
            let stages = uses
                .iter()
                .enumerate()
                .flat_map(|(k, kernel)| kernel.iter().enumerate().map(move |(i, u)| ((k, i), u)));
            stages
                .filter(|(place, _)| *place != by_others_than)
                .any(|(_, stage)| stage.get(field).is_some_and(|u| u.reads))
        };
        let lasts = |field: &str| visible.contains(field) || (!only_visible && STATE.contains(&field));
        let mut dropped = false;
        for k in 0..specs.len() {
            let useful: Vec<bool> = (0..specs[k].stages.len())
                .map(|i| uses[k][i].iter().any(|(field, u)| u.writes && (lasts(field) || is_read(field, (k, i)))))
                .collect();
            let mut useful = useful.into_iter();
            let before = specs[k].stages.len();
            specs[k].stages.retain(|_| useful.next().unwrap_or(true));
            dropped |= specs[k].stages.len() < before;
        }
        if !dropped {
            return specs;
        }
    }
}

/// The fields of a world that a stage touches.
fn stage_uses(stage: &Stage, library: &Library, catalogue: &Catalogue) -> KernelUses {
    let mut uses = KernelUses::new();
    for call in &library.uses([stage.function]).calls {
        if let Some((name, writes)) = Accessors::field_of(call, |name| catalogue.field(name).is_some()) {
            let u = uses.entry(name.to_string()).or_default();
            u.reads |= !writes;
            u.writes |= writes;
        }
    }
    uses
}

/// The fields of a world that the stages of a kernel touch.
pub fn world_uses(spec: &KernelSpec, library: &Library, catalogue: &Catalogue) -> KernelUses {
    let mut all = KernelUses::new();
    for stage in &spec.stages {
        let written = stage.id.writes();
        for (name, u) in stage_uses(stage, library, catalogue) {
            let is_kept = KEPT.contains(&name.as_str());
            let begins_with_write = !is_kept && u.writes && (!u.reads || written.contains(&name.as_str()));
            let whole = all.entry(name).or_insert(Use { begins_with_write, ..Use::default() });
            whole.reads |= u.reads;
            whole.writes |= u.writes;
            whole.in_solver |= stage.is(StageId::ConstraintSolution);
        }
    }
    // the entry point reads the status, and any stage may fail
    for name in ["status", "status_info"] {
        all.insert(name.to_string(), Use { reads: true, writes: true, ..Use::default() });
    }
    all
}

/// The fields of the model that the stages of a kernel read.
pub fn constant_names(spec: &KernelSpec, library: &Library, catalogue: &Catalogue) -> BTreeSet<String> {
    let uses = library.uses(spec.stages.iter().map(|stage| stage.function));
    let is_constant = |name: &str| catalogue.constant(name).is_some();
    uses.calls
        .iter()
        .filter_map(|call| Accessors::field_of(call, is_constant))
        .map(|(name, _)| name.to_string())
        .collect()
}
