//! The plan of a step: which stages form which kernel, how many lanes share a world there, and where every field lives.
//!
//! A field that only one kernel touches stays in that kernel's own memory. A field that several kernels touch, that the next
//! step needs or that the caller wants to see has a place in the buffer of all worlds; a kernel that reads and writes it works
//! on a copy. What only passes from kernel to kernel shares its place with what lives at other times (`overlay.rs`).

use crate::codegen::Scope;
use crate::codegen::catalogue::{Catalogue, KEPT, STATE, TOLD};
use crate::codegen::kernel::{KernelText, Layout, Place, Placement, Precision, Reductions, Scale, Text};
use crate::codegen::library::Library;
use crate::codegen::preprocessor::Features;
use crate::error::{GpuSimError, GpuSimResult};
use overlay::Overlay;
use sim_core::binding::stage::STAGES;
use std::collections::{BTreeMap, BTreeSet};

pub mod limits;
mod overlay;
pub mod stages;

/// Most bytes of private arrays in a kernel: a driver that reserves them for all invocations that a card can run lost the device
/// with some 12,000. Fewer take more of a world's memory.
pub const PRIVATE_BYTES: usize = 9216;

/// The stage whose loops go over its fields again and again: what other stages alone read of a world is not worth a copy in the
/// workgroup's memory, which decides how many worlds a processor works on at once.
const BUSY: &str = "constraint solution";

/// Fields that the smooth part reads a single time.
const READ_ONCE: &[&str] = &["xfrc_applied", "qfrc_applied", "ctrl", "M"];

/// Fields that even this stage reads a single time, the inertia where it has a `matrix` of its own.
fn is_read_once(name: &str, uses: &KernelUses) -> bool {
    name == "step_matrix" || (name == "M" && uses.contains_key("matrix"))
}

/// The kernels of a step, by what they do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// Noise on the controls.
    Noise,
    /// Everything but constraints.
    Smooth,
    /// The same between the ends of a Runge-Kutta step.
    SmoothInside,
    /// Constraint forces.
    Solve,
    /// Sensors that need accelerations.
    Sense,
    /// The next state.
    Move,
}

/// A kernel to be: its stages and its shape.
#[derive(Clone, Debug)]
pub struct KernelSpec {
    /// What it does in the step.
    pub phase: Phase,
    /// Its name.
    pub name: &'static str,
    /// Name and function of each stage, in order.
    pub stages: Vec<(&'static str, &'static str)>,
    /// Lanes and worlds of a workgroup.
    pub scale: Scale,
}

/// What the plan may use.
#[derive(Clone, Copy, Debug)]
pub struct Means {
    /// Kind of the real numbers.
    pub precision: Precision,
    /// How lanes add up.
    pub reductions: Reductions,
    /// Bytes of workgroup memory that a world may take.
    pub workgroup_bytes: usize,
    /// The same where all its fields fit then, in kernels other than the solver.
    pub whole_bytes: usize,
    /// Bytes that a workgroup has.
    pub most_workgroup_bytes: usize,
    /// Only what the visible fields need.
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
    /// The shader.
    pub text: String,
    /// Numbers of each world in the workgroup's memory: real, whole.
    pub arena: [usize; 2],
    /// Numbers of each world in the buffers of spilled fields: real, whole, fours of real ones.
    pub spill: [usize; 3],
    /// Which invocations its barriers hold.
    pub barriers: Scope,
}

impl Kernel {
    /// Whether workgroups take worlds by turns, since each has memory in buffers.
    pub fn takes_turns(&self) -> bool {
        self.scale.lanes > 1 && self.spill != [0; 3]
    }

    /// Workgroups for so many worlds, where at most `groups` take them by turns.
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

/// How the stages of a kernel use a field.
#[derive(Clone, Copy, Debug, Default)]
struct Use {
    reads: bool,
    writes: bool,
    /// The first stage that touches it writes it without reading it.
    begins_with_write: bool,
    /// The busiest stage touches it.
    is_busy: bool,
}

type KernelUses = BTreeMap<String, Use>;

impl Plan {
    /// Plans kernels for a catalogue of fields from shader files with the lines that the features leave. `visible` fields can be read
    /// by the caller.
    pub fn new(
        specs: &[KernelSpec],
        files: &[&str],
        features: &Features,
        catalogue: &Catalogue,
        constants: &BTreeMap<String, i64>,
        visible: &BTreeSet<String>,
        varied: &BTreeSet<String>,
        means: Means,
    ) -> GpuSimResult<Self> {
        let libraries =
            specs.iter().map(|spec| library(spec, files, features, means)).collect::<GpuSimResult<Vec<Library>>>()?;
        // stages that the shaders do not have yet are left out
        let specs: Vec<KernelSpec> = specs
            .iter()
            .zip(&libraries)
            .map(|(spec, library)| {
                let stages = spec.stages.iter().copied().filter(|stage| library.has(stage.1)).collect();
                KernelSpec { stages, ..spec.clone() }
            })
            .collect();
        let specs = needed(specs, &libraries, catalogue, visible, means.only_visible);
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
            .map(|(k, ((spec, _), uses))| plan.place(k, spec, uses, catalogue, means, &mut overlay))
            .collect();
        plan.world_len = overlay.lengths();
        for ((spec, library), (mut fields, near)) in specs.iter().zip(placements) {
            fields.extend(plan.constants_of(spec, library, catalogue));
            let text = KernelText {
                name: spec.name,
                stages: &spec.stages,
                library,
                fields: &fields,
                constants,
                world: plan.world_len,
                tile: plan.tile,
                arena: near.arena,
                spill: near.spill,
                scale: spec.scale,
                precision: means.precision,
                is_long: spec.phase == Phase::Solve,
            };
            if spec.stages.is_empty() {
                continue;
            }
            plan.kernels.push(Kernel {
                phase: spec.phase,
                name: spec.name,
                scale: spec.scale,
                text: text.write(),
                arena: near.arena,
                spill: near.spill,
                barriers: match means.reductions {
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
        names.extend(KEPT.iter().chain(TOLD).copied().filter(|name| is_read(uses, name)));
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
            Some(&at) => Some(Place::Model(at)),
            None => self.world.get(name).map(|field| Place::World(field.1)),
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

    /// Where the fields of a kernel live while it runs, and what its worlds take of the workgroup's memory.
    fn place(
        &mut self,
        number: usize,
        spec: &KernelSpec,
        uses: &KernelUses,
        catalogue: &Catalogue,
        means: Means,
        overlay: &mut Overlay,
    ) -> (Vec<Placement>, Near) {
        let shared = spec.scale.lanes > 1;
        let has_busy = spec.stages.iter().any(|stage| stage.0 == BUSY);
        let mut fields: Vec<Placement> = Vec::new();
        for (name, u) in uses {
            let Some(layout) = catalogue.field(name) else { continue };
            let passing = self.passing.get(name);
            let world = self.world.get(name).map(|place| place.1).or(passing.map(|place| place.0));
            let is_born = passing.is_some_and(|place| place.1 == number);
            let near = if shared { Place::Arena(0) } else { Place::Private };
            let (place, copied) = match world {
                None if !u.reads => (Place::Nowhere, false),
                None => (near, false),
                // asked for before anything is loaded, and changed by whoever fails
                Some(at) if name == "status" || name == "status_info" => (Place::World(at), false),
                Some(at) if !u.reads || (!shared && !u.writes) => (Place::World(at), false),
                Some(at) if has_busy && !u.writes && (!u.is_busy || is_read_once(name, uses)) => {
                    (Place::World(at), false)
                }
                Some(at) if spec.phase != Phase::Solve && !u.writes && READ_ONCE.contains(&name.as_str()) => {
                    (Place::World(at), false)
                }
                // the last kernel reads a number once, and most of those that it could read never
                Some(at) if spec.phase == Phase::Move && !u.writes => (Place::World(at), false),
                Some(_) => (near, true),
            };
            let load = copied && !u.begins_with_write && !is_born;
            let store = copied && u.writes;
            fields.push(Placement {
                layout: layout.clone(),
                place,
                world,
                load,
                store: store && shared,
                through: store && !shared,
            });
        }
        if !shared {
            limit_private(&mut fields, means.private_numbers, number, overlay);
        }
        let near = fill_arena(&mut fields, spec, means, self.tile);
        (fields, near)
    }
}

/// Numbers of a world near the lanes.
#[derive(Clone, Copy, Debug)]
struct Near {
    /// In the workgroup's memory: real, whole.
    arena: [usize; 2],
    /// In the buffers of spilled fields: real, whole, fours of real ones.
    spill: [usize; 3],
}

/// Bytes of the workgroup's memory that the fields of a world may take.
fn arena_bytes(spec: &KernelSpec, means: Means, needed: usize) -> usize {
    let scale = spec.scale;
    let real = means.precision.bytes();
    // pairs of geoms that wait for the lanes, two for each
    let pairs = if spec.stages.iter().any(|stage| stage.1 == "contacts") { 8 } else { 0 };
    // the lanes' own cells for sums, the status and whose turn it is
    let cells = scale.lanes * (real + 4 + pairs) + 8;
    // what lies between two worlds there
    let gaps = if scale.is_packed() { 32 * (real + 4) } else { 0 };
    let most = (means.most_workgroup_bytes / scale.worlds).saturating_sub(cells + gaps);
    if spec.phase != Phase::Solve && needed <= means.whole_bytes.min(most) {
        return needed;
    }
    means.workgroup_bytes.saturating_sub(cells).min(most)
}

/// Gives the fields of the workgroup's memory their offsets; what does not fit, the largest first, lives in buffers: in that of all worlds
/// where the numbers of a world lie side by side there, else in a copy beside the workgroup's other fields.
fn fill_arena(fields: &mut [Placement], spec: &KernelSpec, means: Means, tile: usize) -> Near {
    let bytes = |layout: &Layout| layout.len() * if layout.is_int { 4 } else { means.precision.bytes() };
    let mut order: Vec<usize> = (0..fields.len()).filter(|&i| fields[i].place == Place::Arena(0)).collect();
    order.sort_by_key(|&i| bytes(&fields[i].layout));
    let budget = arena_bytes(spec, means, order.iter().map(|&i| bytes(&fields[i].layout)).sum());
    let (mut used, mut near) = (0, Near { arena: [0; 2], spill: [0; 3] });
    for i in order {
        let field = &mut fields[i];
        let layout = &field.layout;
        let kind = usize::from(layout.is_int);
        let size = bytes(layout);
        if used + size <= budget {
            field.place = Place::Arena(near.arena[kind]);
            used += size;
            near.arena[kind] += layout.len();
            continue;
        }
        if let (Some(at), 1) = (field.world, tile) {
            (field.place, field.load, field.store) = (Place::World(at), false, false);
            continue;
        }
        if !layout.is_int && layout.width > 4 && layout.width.is_multiple_of(4) && field.world.is_none() {
            field.place = Place::Fours(near.spill[2]);
            near.spill[2] += layout.len() / 4;
            continue;
        }
        field.place = Place::Spill(near.spill[kind]);
        near.spill[kind] += layout.len();
    }
    near
}

/// Worlds of a tile. A kernel with a lane to each world reads the same number of neighbouring worlds at once, one with many lanes to a world
/// reads neighbouring numbers of that world: on an H200 tiles of 16 are as quick as larger ones for the first, and where there is none of them
/// worlds that lie on their own make the smooth part of three humanoids a quarter quicker.
fn tile(specs: &[(&KernelSpec, &Library)]) -> usize {
    if specs.iter().any(|(spec, _)| spec.scale.lanes == 1) { 16 } else { 1 }
}

fn is_read(uses: &[KernelUses], name: &str) -> bool {
    uses.iter().any(|kernel| kernel.get(name).is_some_and(|u| u.reads))
}

/// Moves the largest private fields into the buffer of all worlds until the rest is few numbers: drivers clear and place
/// private arrays number by number, so that many of them take minutes to compile.
fn limit_private(fields: &mut [Placement], most: usize, kernel: usize, overlay: &mut Overlay) {
    let mut order: Vec<usize> = (0..fields.len()).filter(|&i| fields[i].place == Place::Private).collect();
    order.sort_by_key(|&i| fields[i].layout.len());
    let mut used = 0;
    for i in order {
        let field = &mut fields[i];
        used += field.layout.len();
        if used > most {
            let at = field.world.unwrap_or_else(|| overlay.take(&field.layout, kernel..=kernel));
            (field.place, field.load, field.through) = (Place::World(at), false, false);
        }
    }
}

/// The functions of a kernel: how lanes work together depends on their number.
fn library(spec: &KernelSpec, files: &[&str], features: &Features, means: Means) -> GpuSimResult<Library> {
    let mut features = features.clone();
    features.set("ONE_LANE", spec.scale.lanes == 1);
    features.set("SEVERAL_WORLDS", spec.scale.is_packed());
    features.set("SUBGROUPS", means.reductions == Reductions::Subgroup);
    let subgroups = means.reductions == Reductions::Subgroup;
    let in_lanes = features.has("TREES_FIT") && rows_fit_lanes(spec.scale.lanes, subgroups);
    features.set("ROWS_IN_LANES", in_lanes);
    features.set("BY_TREES", in_lanes && features.has("SEVERAL_TREES") && features.has("CONTACTS"));
    features.set("DOUBLE", means.precision == Precision::Double);
    features.set("FINE", features.has("LOOSE") && means.precision == Precision::Single);
    Library::new(files, &features)
        .map_err(|message| GpuSimError::ShaderCompilation { kernel: spec.name.to_string(), message })
}

/// Whether lanes can hold rows of a matrix: a subgroup that answers as one.
pub fn rows_fit_lanes(lanes: usize, subgroups: bool) -> bool {
    lanes == 32 && subgroups
}

/// The kernels without stages whose results nobody reads.
fn needed(
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
            .map(|(spec, library)| spec.stages.iter().map(|stage| stage_uses(stage.1, library, catalogue)).collect())
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
fn stage_uses(function: &str, library: &Library, catalogue: &Catalogue) -> KernelUses {
    let mut stage = KernelUses::new();
    for call in &library.uses([function]).calls {
        if let Some((name, writes)) = Text::field_of(call, |name| catalogue.field(name).is_some()) {
            let u = stage.entry(name.to_string()).or_default();
            u.reads |= !writes;
            u.writes |= writes;
        }
    }
    stage
}

/// The fields of a world that the stages of a kernel touch.
fn world_uses(spec: &KernelSpec, library: &Library, catalogue: &Catalogue) -> KernelUses {
    let mut all = KernelUses::new();
    for (stage, function) in &spec.stages {
        // what sim-core's table says that a stage writes without a look at what was there
        let written = STAGES.iter().find(|info| info.name == *stage).map_or(&[][..], |info| info.writes);
        for (name, u) in stage_uses(function, library, catalogue) {
            let is_kept = KEPT.contains(&name.as_str());
            let begins_with_write = !is_kept && u.writes && (!u.reads || written.contains(&name.as_str()));
            let whole = all.entry(name).or_insert(Use { begins_with_write, ..Use::default() });
            whole.reads |= u.reads;
            whole.writes |= u.writes;
            whole.is_busy |= *stage == BUSY;
        }
    }
    // the entry point asks for the first, and any stage may fail
    for name in ["status", "status_info"] {
        all.insert(name.to_string(), Use { reads: true, writes: true, ..Use::default() });
    }
    all
}

/// The fields of the model that the stages of a kernel read.
fn constant_names(spec: &KernelSpec, library: &Library, catalogue: &Catalogue) -> BTreeSet<String> {
    let uses = library.uses(spec.stages.iter().map(|stage| stage.1));
    let is_constant = |name: &str| catalogue.constant(name).is_some();
    uses.calls.iter().filter_map(|call| Text::field_of(call, is_constant)).map(|(name, _)| name.to_string()).collect()
}
