//! The plan of a step: which stages form which kernel, how many lanes share a world there, and where every field lives.
//!
//! A field that only one kernel touches stays in that kernel's own memory. A field that several kernels touch, that the next
//! step needs or that the caller wants to see has a place in the buffer of all worlds; a kernel that reads and writes it works
//! on a copy. A field that only passes from kernel to kernel shares its offset with fields of other times (`overlay.rs`).

mod kernels;
pub mod limits;
mod overlay;
mod placement;
mod uses;

pub use kernels::{Lanes, by_stage, kernels, packed};

use crate::codegen::Scope;
use crate::codegen::catalogue::{Catalogue, KEPT, REPORTED, STATE};
use crate::codegen::error::CodegenError;
use crate::codegen::kernel::{KernelText, KernelWriter, Layout, Memory, Placement, Precision, Reductions, Scale};
use crate::codegen::library::Library;
use crate::codegen::preprocessor::{Feature, Features, Source, Sources};
use crate::codegen::stage::Stage;
use overlay::Overlay;
use std::collections::{BTreeMap, BTreeSet};
use uses::{KernelUses, constant_names, is_read, needed, world_uses};

/// Most bytes of private arrays in a kernel. One driver reserves them for every thread that fits the GPU, and lost the device at some
/// 12,000. A lower limit takes more of a world's memory.
pub const PRIVATE_BYTES: usize = 9216;

/// The kernels of a step, by what they do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// Noise on the controls.
    Noise,
    /// Everything but constraints.
    Smooth,
    /// Everything but constraints, between the ends of a Runge-Kutta step.
    SmoothInside,
    /// Constraint forces.
    Solve,
    /// Sensors that need accelerations.
    Sense,
    /// The next state.
    Move,
}

/// Stages and shape of a kernel before it is planned.
#[derive(Clone, Debug)]
pub struct KernelSpec {
    /// What it does in the step.
    pub phase: Phase,
    /// Its name.
    pub name: &'static str,
    /// Its stages, in order.
    pub stages: Vec<Stage>,
    /// Lanes and worlds of a workgroup.
    pub scale: Scale,
}

/// Limits of a device and a user on the plan.
#[derive(Clone, Copy, Debug)]
pub struct PlanLimits {
    /// Kind of the real numbers.
    pub precision: Precision,
    /// How lanes add up.
    pub reductions: Reductions,
    /// Workgroup memory for the fields of a world (bytes).
    pub workgroup_bytes: usize,
    /// Workgroup memory of a world that holds all its fields, in kernels other than the solver (bytes).
    pub whole_bytes: usize,
    /// Workgroup memory of the device (bytes).
    pub most_workgroup_bytes: usize,
    /// Only stages that the visible fields need.
    pub only_visible: bool,
    /// Most numbers of private arrays in a kernel.
    pub private_numbers: usize,
}

/// A kernel with its text.
#[derive(Clone, Debug)]
pub struct Kernel {
    /// What it does in the step.
    pub phase: Phase,
    /// Its name.
    pub name: &'static str,
    /// Lanes and worlds of a workgroup.
    pub scale: Scale,
    /// Its WGSL.
    pub text: KernelText,
    /// Numbers of each world in the workgroup's memory: real, whole.
    pub arena: [usize; 2],
    /// Numbers of each world in the buffers of spilled fields: real, whole, fours of real ones.
    pub spill: [usize; 3],
    /// Threads that its barriers wait for.
    pub barriers: Scope,
}

impl Kernel {
    /// Whether a workgroup takes one world after another, because it has memory in spill buffers.
    pub fn takes_turns(&self) -> bool {
        self.scale.lanes > 1 && self.spill != [0; 3]
    }

    /// Workgroups for a number of worlds; at most `groups` if they take one world after another.
    pub fn workgroups(&self, worlds: usize, groups: usize) -> usize {
        let all = worlds.div_ceil(self.scale.worlds);
        if self.takes_turns() { all.min(groups) } else { all }
    }
}

/// The whole step.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Kernels in order.
    pub kernels: Vec<Kernel>,
    /// Fields that stay in the buffer of all worlds, with their offsets.
    pub world: BTreeMap<String, (Layout, usize)>,
    /// Fields there that pass from kernel to kernel: offset, and the first kernel that touches them.
    passing: BTreeMap<String, (usize, usize)>,
    /// Numbers of a world there: real, whole.
    pub world_len: [usize; 2],
    /// Worlds whose numbers lie side by side there.
    pub tile: usize,
    /// Fields of the model that shaders read, with their offsets.
    pub model: BTreeMap<String, usize>,
    /// Numbers of the model's buffers: real, whole.
    pub model_len: [usize; 2],
}

impl Plan {
    /// Plans kernels for a catalogue of fields from shader files with the lines that the features leave. `visible` fields can be read
    /// by the caller.
    pub fn new(
        specs: &[KernelSpec],
        sources: &[Source<'_>],
        features: &Features,
        catalogue: &Catalogue,
        constants: &BTreeMap<String, i64>,
        visible: &BTreeSet<String>,
        varied: &BTreeSet<String>,
        limits: PlanLimits,
    ) -> Result<Self, CodegenError> {
        let sources = Sources::parse(sources)?;
        let stages = || specs.iter().flat_map(|spec| &spec.stages);
        if let Some(missing) = stages().find(|stage| !sources.declares(stage.function)) {
            return Err(CodegenError::MissingFunction { stage: missing.id.name(), function: missing.function });
        }
        let library = |spec: &KernelSpec| {
            let library = Library::new(&sources, &kernel_features(spec, features, limits))?;
            library.check_constants(constants).map(|()| library)
        };
        let libraries = specs.iter().map(library).collect::<Result<Vec<Library>, CodegenError>>()?;
        // a model without what a stage is about leaves out its function
        let specs: Vec<KernelSpec> = specs
            .iter()
            .zip(&libraries)
            .map(|(spec, library)| {
                let stages = spec.stages.iter().copied().filter(|stage| library.has(stage.function)).collect();
                KernelSpec { stages, ..spec.clone() }
            })
            .collect();
        let specs = needed(specs, &libraries, catalogue, visible, limits.only_visible);
        let specs: Vec<(&KernelSpec, &Library)> = specs.iter().zip(&libraries).collect();
        let uses: Vec<KernelUses> = specs.iter().map(|(spec, library)| world_uses(spec, library, catalogue)).collect();
        let mut plan = Self {
            kernels: Vec::new(),
            world: BTreeMap::new(),
            passing: BTreeMap::new(),
            world_len: [0; 2],
            tile: tile(&specs),
            model: BTreeMap::new(),
            model_len: [0; 2],
        };
        plan.place_in_world(&uses, catalogue, visible);
        for (spec, library) in &specs {
            plan.place_constants(spec, library, catalogue, varied);
        }
        // kernels that a step runs several times leave no field alone in between
        let in_order = specs.iter().all(|(spec, _)| spec.phase != Phase::SmoothInside);
        let mut overlay = Overlay::new(plan.world_len);
        plan.place_passing(&uses, catalogue, in_order, &mut overlay);
        let placements: Vec<_> = specs
            .iter()
            .zip(&uses)
            .enumerate()
            .map(|(k, ((spec, _), uses))| plan.place(k, spec, uses, catalogue, limits, &mut overlay))
            .collect();
        plan.world_len = overlay.lengths();
        for ((spec, library), (mut fields, memory)) in specs.iter().zip(placements) {
            fields.extend(plan.constants_of(spec, library, catalogue));
            let writer = KernelWriter {
                name: spec.name,
                stages: &spec.stages,
                library,
                fields: &fields,
                constants,
                world: plan.world_len,
                tile: plan.tile,
                arena: memory.arena,
                spill: memory.spill,
                scale: spec.scale,
                precision: limits.precision,
                is_long: spec.phase == Phase::Solve,
            };
            if spec.stages.is_empty() {
                continue;
            }
            plan.kernels.push(Kernel {
                phase: spec.phase,
                name: spec.name,
                scale: spec.scale,
                text: writer.write(),
                arena: memory.arena,
                spill: memory.spill,
                barriers: match limits.reductions {
                    Reductions::Subgroup => Scope::Subgroup,
                    Reductions::Workgroup => Scope::Workgroup,
                },
            });
        }
        Ok(plan)
    }

    /// Gives a place in the buffer of all worlds to what outlives a step.
    fn place_in_world(&mut self, uses: &[KernelUses], catalogue: &Catalogue, visible: &BTreeSet<String>) {
        let mut names: BTreeSet<&str> = STATE.iter().copied().collect();
        names.extend(visible.iter().map(String::as_str));
        names.extend(KEPT.iter().chain(REPORTED).copied().filter(|name| is_read(uses, name)));
        // the state first, in its order, so that it is contiguous
        let ordered = STATE.iter().copied().chain(names.iter().copied().filter(|name| !STATE.contains(name)));
        for name in ordered {
            if let Some(layout) = catalogue.field(name) {
                let len = &mut self.world_len[usize::from(layout.is_int)];
                self.world.insert(name.to_string(), (layout.clone(), *len));
                *len += layout.len();
            }
        }
    }

    /// Gives a place there to what passes from kernel to kernel.
    fn place_passing(&mut self, uses: &[KernelUses], catalogue: &Catalogue, in_order: bool, overlay: &mut Overlay) {
        let touched: BTreeSet<&str> = uses.iter().flat_map(|kernel| kernel.keys().map(String::as_str)).collect();
        let mut fields: Vec<(&Layout, Vec<usize>)> = Vec::new();
        for name in touched.into_iter().filter(|name| !self.world.contains_key(*name) && is_read(uses, name)) {
            let kernels: Vec<usize> = (0..uses.len()).filter(|&k| uses[k].contains_key(name)).collect();
            if let (true, Some(layout)) = (kernels.len() > 1, catalogue.field(name)) {
                fields.push((layout, kernels));
            }
        }
        // the largest first, which leaves the fewest gaps
        fields.sort_by_key(|(layout, _)| std::cmp::Reverse(layout.len()));
        for (layout, kernels) in fields {
            let (first, last) = (kernels[0], kernels[kernels.len() - 1]);
            let life = if in_order { first..=last } else { 0..=uses.len() };
            let at = overlay.take(layout, life);
            self.passing.insert(layout.name.clone(), (at, first));
        }
    }

    /// Gives a place in the model's buffers to the constants that a kernel reads, or among the numbers of each world where worlds
    /// differ.
    fn place_constants(
        &mut self,
        spec: &KernelSpec,
        library: &Library,
        catalogue: &Catalogue,
        varied: &BTreeSet<String>,
    ) {
        for name in constant_names(spec, library, catalogue) {
            let Some(constant) = catalogue.constant(&name) else { continue };
            if varied.contains(&name) && !constant.layout.is_int {
                if !self.world.contains_key(&name) {
                    let len = &mut self.world_len[0];
                    self.world.insert(name, (constant.layout.clone(), *len));
                    *len += constant.layout.len();
                }
            } else if !self.model.contains_key(&name) {
                let len = &mut self.model_len[usize::from(constant.layout.is_int)];
                self.model.insert(name, *len);
                *len += constant.layout.len();
            }
        }
    }

    fn constants_of(&self, spec: &KernelSpec, library: &Library, catalogue: &Catalogue) -> Vec<Placement> {
        let names = constant_names(spec, library, catalogue);
        let place = |name: &String| match self.model.get(name) {
            Some(&at) => Some(Memory::Model(at)),
            None => self.world.get(name).map(|field| Memory::World(field.1)),
        };
        let placed = names.iter().filter_map(|name| Some((catalogue.constant(name)?, place(name)?)));
        placed
            .map(|(constant, place)| Placement {
                layout: constant.layout.clone(),
                place,
                world: None,
                load: false,
                store: false,
                through: false,
            })
            .collect()
    }
}

/// Worlds of a tile. A kernel with one lane per world reads one number of neighbouring worlds together. A kernel with many lanes per
/// world reads neighbouring numbers of one world. On an H200, tiles of 16 are as quick as larger ones for the first kind. Without such
/// kernels, tiles of one world make the smooth part of three humanoids a quarter quicker.
fn tile(specs: &[(&KernelSpec, &Library)]) -> usize {
    if specs.iter().any(|(spec, _)| spec.scale.lanes == 1) { 16 } else { 1 }
}

/// The features of a model in a kernel: how lanes work together depends on their number.
fn kernel_features(spec: &KernelSpec, features: &Features, limits: PlanLimits) -> Features {
    let mut features = features.clone();
    let traits = features.traits;
    let subgroups = limits.reductions == Reductions::Subgroup;
    let rows_in_lanes = traits.trees_fit && rows_fit_lanes(spec.scale.lanes, subgroups);
    let by_trees = rows_in_lanes && traits.several_trees && features.has(Feature::Contacts);
    features.set(Feature::OneLane, spec.scale.lanes == 1);
    features.set(Feature::SeveralWorlds, spec.scale.is_packed());
    features.set(Feature::Subgroups, subgroups);
    features.set(Feature::RowsInLanes, rows_in_lanes);
    features.set(Feature::ByTrees, by_trees);
    features.set(Feature::Double, limits.precision == Precision::Double);
    features.set(Feature::Fine, traits.single_body_trees && limits.precision == Precision::Single);
    features
}

/// Whether lanes can hold rows of a matrix: a subgroup that answers as one.
pub fn rows_fit_lanes(lanes: usize, subgroups: bool) -> bool {
    lanes == 32 && subgroups
}

#[cfg(test)]
mod tests;
