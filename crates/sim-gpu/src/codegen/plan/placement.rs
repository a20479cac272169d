//! Where the fields of a kernel live while it runs.

use super::overlay::Overlay;
use super::uses::KernelUses;
use super::{KernelSpec, Phase, Plan, PlanLimits};
use crate::codegen::catalogue::Catalogue;
use crate::codegen::kernel::{Layout, Memory, Placement};
use sim_core::binding::stage::StageId;

/// Fields that the smooth part reads a single time.
const READ_ONCE: &[&str] = &["xfrc_applied", "qfrc_applied", "ctrl", "M"];

/// Whether even the solver reads a field only once: the matrix of the step, and the inertia if the solver copies it to `matrix`.
fn is_read_once(name: &str, uses: &KernelUses) -> bool {
    name == "step_matrix" || (name == "M" && uses.contains_key("matrix"))
}

impl Plan {
    /// Where the fields of a kernel live while it runs, and what its worlds take of the workgroup's memory.
    pub(super) fn place(
        &mut self,
        number: usize,
        spec: &KernelSpec,
        uses: &KernelUses,
        catalogue: &Catalogue,
        limits: PlanLimits,
        overlay: &mut Overlay,
    ) -> (Vec<Placement>, WorldMemory) {
        let shared = spec.scale.lanes > 1;
        // The solver reads its fields many times. A field that only other stages read is not worth a copy in workgroup memory, which
        // limits the worlds that an SM runs at once.
        let has_solver = spec.stages.iter().any(|stage| stage.is(StageId::ConstraintSolution));
        let mut fields: Vec<Placement> = Vec::new();
        for (name, u) in uses {
            let Some(layout) = catalogue.field(name) else { continue };
            let passing = self.passing.get(name);
            let world = self.world.get(name).map(|place| place.1).or(passing.map(|place| place.0));
            let is_born = passing.is_some_and(|place| place.1 == number);
            let own = if shared { Memory::Arena(0) } else { Memory::Private };
            let (place, copied) = match world {
                None if !u.reads => (Memory::Nowhere, false),
                None => (own, false),
                // read before anything is loaded, and written by a stage that fails
                Some(at) if name == "status" || name == "status_info" => (Memory::World(at), false),
                Some(at) if !u.reads || (!shared && !u.writes) => (Memory::World(at), false),
                Some(at) if has_solver && !u.writes && (!u.in_solver || is_read_once(name, uses)) => {
                    (Memory::World(at), false)
                }
                Some(at) if spec.phase != Phase::Solve && !u.writes && READ_ONCE.contains(&name.as_str()) => {
                    (Memory::World(at), false)
                }
                // the last kernel reads a number at most once
                Some(at) if spec.phase == Phase::Move && !u.writes => (Memory::World(at), false),
                Some(_) => (own, true),
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
            limit_private(&mut fields, limits.private_numbers, number, overlay);
        }
        let memory = fill_arena(&mut fields, spec, limits, self.tile);
        (fields, memory)
    }
}

/// Memory of a world in a kernel, besides the buffer of all worlds.
#[derive(Clone, Copy, Debug)]
pub struct WorldMemory {
    /// In the workgroup's memory: real, whole.
    pub arena: [usize; 2],
    /// In the buffers of spilled fields: real, whole, fours of real ones.
    pub spill: [usize; 3],
}

/// Workgroup memory for the fields of a world (bytes).
fn arena_bytes(spec: &KernelSpec, limits: PlanLimits, needed: usize) -> usize {
    let scale = spec.scale;
    let real = limits.precision.bytes();
    // queue of geom pairs, two for each lane
    let pairs = if spec.stages.iter().any(|stage| stage.is(StageId::Contacts)) { 8 } else { 0 };
    // cells of the lanes for sums, the status and the next world
    let cells = scale.lanes * (real + 4 + pairs) + 8;
    // padding between two worlds
    let gaps = if scale.is_packed() { 32 * (real + 4) } else { 0 };
    let most = (limits.most_workgroup_bytes / scale.worlds).saturating_sub(cells + gaps);
    if spec.phase != Phase::Solve && needed <= limits.whole_bytes.min(most) {
        return needed;
    }
    limits.workgroup_bytes.saturating_sub(cells).min(most)
}

/// Gives the fields of the workgroup's memory their offsets. The largest fields that do not fit live in buffers: in the buffer of all
/// worlds if the numbers of a world are contiguous there, else in a spill buffer of the workgroup.
fn fill_arena(fields: &mut [Placement], spec: &KernelSpec, limits: PlanLimits, tile: usize) -> WorldMemory {
    let bytes = |layout: &Layout| layout.len() * if layout.is_int { 4 } else { limits.precision.bytes() };
    let mut order: Vec<usize> = (0..fields.len()).filter(|&i| fields[i].place == Memory::Arena(0)).collect();
    order.sort_by_key(|&i| bytes(&fields[i].layout));
    let budget = arena_bytes(spec, limits, order.iter().map(|&i| bytes(&fields[i].layout)).sum());
    let (mut used, mut memory) = (0, WorldMemory { arena: [0; 2], spill: [0; 3] });
    for i in order {
        let field = &mut fields[i];
        let layout = &field.layout;
        let kind = usize::from(layout.is_int);
        let size = bytes(layout);
        if used + size <= budget {
            field.place = Memory::Arena(memory.arena[kind]);
            used += size;
            memory.arena[kind] += layout.len();
            continue;
        }
        if let (Some(at), 1) = (field.world, tile) {
            (field.place, field.load, field.store) = (Memory::World(at), false, false);
            continue;
        }
        if !layout.is_int && layout.width > 4 && layout.width.is_multiple_of(4) && field.world.is_none() {
            field.place = Memory::Fours(memory.spill[2]);
            memory.spill[2] += layout.len() / 4;
            continue;
        }
        field.place = Memory::Spill(memory.spill[kind]);
        memory.spill[kind] += layout.len();
    }
    memory
}

/// Moves the largest private fields into the buffer of all worlds, until few numbers are left: drivers clear and place private
/// arrays number by number, and compile many of them for minutes.
fn limit_private(fields: &mut [Placement], most: usize, kernel: usize, overlay: &mut Overlay) {
    let mut order: Vec<usize> = (0..fields.len()).filter(|&i| fields[i].place == Memory::Private).collect();
    order.sort_by_key(|&i| fields[i].layout.len());
    let mut used = 0;
    for i in order {
        let field = &mut fields[i];
        used += field.layout.len();
        if used > most {
            let at = field.world.unwrap_or_else(|| overlay.take(&field.layout, kernel..=kernel));
            (field.place, field.load, field.through) = (Memory::World(at), false, false);
        }
    }
}
