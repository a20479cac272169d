//! The entry point of a kernel.

use super::{GROUPS_PER_ROW, KernelWriter, Scale};
use crate::codegen::stage::RK4_PART;
use std::fmt::Write as _;

impl KernelWriter<'_> {
    /// Writes the entry point.
    pub(super) fn entry(&self, out: &mut String) {
        let Scale { lanes, worlds } = self.scale;
        let threads = self.scale.threads();
        self.step_world(out);
        if self.scale.is_packed() {
            return self.packed_entry(out);
        }
        let _ = write!(
            out,
            "@compute @workgroup_size({threads})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) invocation: u32) {{
    thread = i32(invocation);
    let first = i32(group.x + group.y * {GROUPS_PER_ROW}u);
"
        );
        if self.takes_turns() {
            // A workgroup keeps its part of the spill buffers and takes one world after another: worlds differ in their iterations, and
            // the first that is done takes the next.
            let _ = write!(
                out,
                "    lane = thread;
    spill_reals_at = first * {};
    spill_ints_at = first * {};
    spill_fours_at = first * {};
    for (world = first; world < run.worlds; world = next_world()) {{
        step_world();
    }}
}}

// the next free world, or a number beyond the last; all lanes are done with the one before
fn next_world() -> i32 {{
    sync();
    if (lane == 0) {{
        let turn = atomicAdd(&turns, 1);
        // each workgroup asks until it gets none: after as many turns as worlds, the next kernel begins anew
        if (turn == run.worlds - 1) {{ atomicStore(&turns, 0); }}
        taken = run.groups + turn;
    }}
    return workgroupUniformLoad(&taken);
}}
",
                self.spill[0], self.spill[1], self.spill[2]
            );
            return;
        }
        let _ = writeln!(out, "    world = first * {worlds} + thread / LANES;");
        if lanes > 1 {
            let _ = writeln!(out, "    lane = thread;");
        }
        let _ = writeln!(out, "    if (world < run.worlds) {{ step_world(); }}\n}}");
    }

    /// Writes the entry point of a workgroup with several worlds of several lanes. Their lanes wait for each other, so that none may
    /// leave. Lanes of a failed world, and lanes beyond the last world, get a number beyond all others: their loops are empty.
    fn packed_entry(&self, out: &mut String) {
        let worlds = self.scale.worlds;
        let strides = self.arena.map(|numbers| self.scale.stride(numbers));
        let _ = write!(
            out,
            "fn take_worlds(pack: i32) {{
    let own = pack * {worlds} + thread / LANES;
    world = min(own, run.worlds - 1);
    lane = select(IDLE_LANE, thread % LANES, own < run.worlds);
}}

@compute @workgroup_size({})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) invocation: u32) {{
    thread = i32(invocation);
    first_thread = thread / LANES * LANES;
    arena_reals_at = thread / LANES * {};
    arena_ints_at = thread / LANES * {};
    let first = i32(group.x + group.y * {GROUPS_PER_ROW}u);
",
            self.scale.threads(),
            strides[0],
            strides[1],
        );
        if !self.takes_turns() {
            out.push_str("    take_worlds(first);\n    step_world();\n}\n");
            return;
        }
        let _ = write!(
            out,
            "    let place = first * {worlds} + thread / LANES;
    spill_reals_at = place * {};
    spill_ints_at = place * {};
    spill_fours_at = place * {};
    let packs = (run.worlds + {last}) / {worlds};
    for (var pack = first; pack < packs; pack = next_worlds(packs)) {{
        take_worlds(pack);
        step_world();
    }}
}}

// the next free worlds, or a number beyond the last; all lanes are done with those before
fn next_worlds(packs: i32) -> i32 {{
    sync();
    if (thread == 0) {{
        let turn = atomicAdd(&turns, 1);
        // each workgroup asks until it gets none: after as many turns as packs, the next kernel begins anew
        if (turn == packs - 1) {{ atomicStore(&turns, 0); }}
        taken = min(run.groups, packs) + turn;
    }}
    return workgroupUniformLoad(&taken);
}}
",
            self.spill[0],
            self.spill[1],
            self.spill[2],
            last = worlds - 1,
        );
    }

    /// Whether a workgroup takes one world after another.
    pub fn takes_turns(&self) -> bool {
        self.scale.lanes > 1 && self.spill != [0; 3]
    }

    /// Writes the function that steps one world.
    fn step_world(&self, out: &mut String) {
        let lanes = self.scale.lanes;
        let [world_reals, world_ints] = self.world;
        let _ = write!(
            out,
            "fn step_world() {{
    world_reals_at = world / TILE * {} + world % TILE;
    world_ints_at = world / TILE * {} + world % TILE;
",
            world_reals * self.tile,
            world_ints * self.tile
        );
        // the first kernel of a call gives worlds that failed in the last one another try
        if self.scale.is_packed() {
            let _ = write!(
                out,
                "    if (run.fresh == 0) {{
        idle_if_failed();
    }} else if (lane == 0) {{
        set_status(STATUS_OK);
    }}
"
            );
        } else if !self.goes_back() {
            self.return_if_failed(out);
        }
        self.copies(true, out);
        for stage in self.stages {
            let _ = writeln!(out, "    {}(); // {}", stage.function, stage.id.name());
            if lanes > 1 {
                let _ = writeln!(out, "    sync();");
            }
        }
        self.copies(false, out);
        out.push_str("}\n\n");
    }

    /// Whether it handles failed worlds: it takes back parts of their step.
    fn goes_back(&self) -> bool {
        self.stages.iter().any(|stage| stage.function == RK4_PART)
    }

    fn return_if_failed(&self, out: &mut String) {
        let text = match self.scale.lanes {
            1 => {
                "    if (run.fresh != 0) { set_status(STATUS_OK); }
    if (status() != STATUS_OK) { return; }
"
            }
            _ => {
                "    if (lane == 0) {
        if (run.fresh != 0) { set_status(STATUS_OK); }
        world_status = status();
    }
    if (workgroupUniformLoad(&world_status) != STATUS_OK) { return; }
"
            }
        };
        out.push_str(text);
    }
}
