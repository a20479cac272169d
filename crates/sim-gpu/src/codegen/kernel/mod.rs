//! The text of a kernel: its stages, what they call, the accessors of the fields they touch, and an entry point that gives
//! every group of lanes its world.

mod accessor;

pub use accessor::{Layout, Place, Text};

use crate::codegen::library::Library;
use accessor::cell;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Workgroups in the first dimension of a dispatch: the limit that every device has.
pub const GROUPS_PER_ROW: u32 = 65_535;

/// Kind of the real numbers.
///
/// ```
/// use sim_gpu::{GpuOptions, Precision};
///
/// let options = GpuOptions::default().precision(Precision::Double);
/// assert_eq!(options.precision.bytes(), 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Precision {
    /// 32 bits.
    #[default]
    Single,
    /// 64 bits, where the adapter has them.
    Double,
}

impl Precision {
    /// Bytes of a number.
    pub fn bytes(self) -> usize {
        match self {
            Self::Single => 4,
            Self::Double => 8,
        }
    }

    /// Its name in WGSL.
    pub(crate) fn number(self) -> &'static str {
        match self {
            Self::Single => "f32",
            Self::Double => "f64",
        }
    }
}

/// How the lanes of a world add up their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reductions {
    /// Through the workgroup's memory.
    Workgroup,
    /// By operations of the subgroup, which holds all lanes of a world.
    Subgroup,
}

/// How many invocations work on what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    /// Invocations that share a world.
    pub lanes: usize,
    /// Worlds of a workgroup.
    pub worlds: usize,
}

impl Scale {
    /// Invocations of a workgroup.
    pub fn threads(self) -> usize {
        self.lanes * self.worlds
    }

    /// Whether a workgroup has several worlds, each of which several lanes share.
    pub fn is_packed(self) -> bool {
        self.lanes > 1 && self.worlds > 1
    }

    /// Numbers from one world to the next in the workgroup's memory, where each has so many. Lanes of several worlds that read the same
    /// numbers of theirs read from different banks of that memory, of which NVIDIA's cards have 32.
    pub fn stride(self, numbers: usize) -> usize {
        const BANKS: usize = 32;
        if !self.is_packed() {
            return numbers;
        }
        numbers + (BANKS + self.lanes - numbers % BANKS) % BANKS
    }
}

/// A field in a kernel.
#[derive(Clone, Debug)]
pub struct Placement {
    /// Its shape.
    pub layout: Layout,
    /// Where the stages find it.
    pub place: Place,
    /// Its place in the buffer of all worlds, where it has one besides.
    pub world: Option<usize>,
    /// Copied from there before the first stage.
    pub load: bool,
    /// Copied there after the last stage.
    pub store: bool,
    /// Written there whenever it is written: to read an invocation's own array again for a copy takes longer than the stores.
    pub through: bool,
}

impl Placement {
    /// Where else it is written.
    fn second_place(&self) -> Option<Place> {
        self.world.filter(|_| self.through).map(Place::World)
    }
}

/// Buffers of a kernel, in the order of their bindings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binding {
    /// Real numbers of the model.
    ModelReals,
    /// Whole numbers of the model.
    ModelInts,
    /// Real numbers of all worlds.
    WorldReals,
    /// Whole numbers of all worlds.
    WorldInts,
    /// Real numbers of workgroups.
    SpillReals,
    /// Whole numbers of workgroups.
    SpillInts,
    /// Fours of real numbers of workgroups.
    SpillFours,
    /// How often workgroups asked for another world.
    Turns,
    /// What this dispatch is about.
    Run,
}

impl Binding {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::ModelReals,
        Self::ModelInts,
        Self::WorldReals,
        Self::WorldInts,
        Self::SpillReals,
        Self::SpillInts,
        Self::SpillFours,
        Self::Turns,
        Self::Run,
    ];

    fn declaration(self) -> &'static str {
        match self {
            Self::ModelReals => "var<storage, read> model_reals: array<real>;",
            Self::ModelInts => "var<storage, read> model_ints: array<i32>;",
            Self::WorldReals => "var<storage, read_write> world_reals: array<real>;",
            Self::WorldInts => "var<storage, read_write> world_ints: array<i32>;",
            Self::SpillReals => "var<storage, read_write> spill_reals: array<real>;",
            Self::SpillInts => "var<storage, read_write> spill_ints: array<i32>;",
            Self::SpillFours => "var<storage, read_write> spill_fours: array<vec4r>;",
            Self::Turns => "var<storage, read_write> turns: atomic<i32>;",
            Self::Run => "var<uniform> run: Run;",
        }
    }
}

/// Everything that the text of a kernel follows from.
#[derive(Debug)]
pub struct KernelText<'a> {
    /// Its name.
    pub name: &'a str,
    /// Name and function of each stage, in order.
    pub stages: &'a [(&'a str, &'a str)],
    /// The functions there are.
    pub library: &'a Library,
    /// The fields its stages touch.
    pub fields: &'a [Placement],
    /// Sizes and settings, by name.
    pub constants: &'a BTreeMap<String, i64>,
    /// Numbers of one world in the buffer of all worlds: real, whole.
    pub world: [usize; 2],
    /// Numbers of one world in the workgroup's memory: real, whole.
    pub arena: [usize; 2],
    /// Numbers of one world in the buffers of spilled fields: real, whole, fours of real ones.
    pub spill: [usize; 3],
    /// Worlds whose numbers lie side by side in the buffer of all worlds.
    pub tile: usize,
    /// Lanes and worlds of a workgroup.
    pub scale: Scale,
    /// Kind of the real numbers.
    pub precision: Precision,
    /// The length of its text costs more than loads do.
    pub is_long: bool,
}

/// Loads of a lane that are on their way at once.
const LOADS_AT_ONCE: usize = 8;

impl KernelText<'_> {
    /// The text.
    pub fn write(&self) -> String {
        let mut roots: Vec<&str> = self.stages.iter().map(|stage| stage.1).collect();
        roots.extend(["Run", "fail", "Vec6", "Mat3", "Inertia"]);
        if self.scale.is_packed() {
            roots.push("sit_out_if_failed");
        }
        let uses = self.library.uses(roots.iter().copied());
        let mut out = String::with_capacity(1 << 16);
        let _ = writeln!(out, "// kernel {}: {} lanes to a world\n", self.name, self.scale.lanes);
        self.types(&mut out);
        self.numbers(&uses.words, &mut out);
        self.memory(&mut out);
        for name in &uses.items {
            out.push_str(self.library.text(name));
            out.push('\n');
        }
        for field in self.fields {
            let mut text = Text::default();
            uses.calls.iter().for_each(|call| text.add(call, &field.layout.name));
            text.write(&field.layout, field.place, field.second_place(), &mut out);
        }
        self.entry(&mut out);
        out
    }

    fn types(&self, out: &mut String) {
        let real = self.precision.number();
        let _ = writeln!(out, "alias real = {real};");
        for n in 2..5 {
            let _ = writeln!(out, "alias vec{n}r = vec{n}<{real}>;");
        }
        out.push('\n');
    }

    /// Constants that are used, and the offsets of the fields.
    fn numbers(&self, words: &std::collections::BTreeSet<String>, out: &mut String) {
        for (name, value) in self.constants.iter().filter(|(name, _)| words.contains(*name)) {
            let _ = writeln!(out, "const {name}: i32 = {value};");
        }
        let _ = writeln!(out, "const LANES: i32 = {};\nconst TILE: i32 = {};", self.scale.lanes, self.tile);
        let _ = writeln!(out, "const GROUP_WORLDS: i32 = {};\n", self.scale.worlds);
        for field in self.fields {
            let Layout { name, rows, width, .. } = &field.layout;
            let at = match field.second_place().unwrap_or(field.place) {
                Place::Private | Place::Nowhere => continue,
                Place::Model(at) | Place::World(at) | Place::Arena(at) | Place::Spill(at) | Place::Fours(at) => at,
            };
            let _ = writeln!(out, "const {}: i32 = {at}; // {name}: {rows} x {width}", field.layout.offset());
        }
        out.push('\n');
    }

    fn memory(&self, out: &mut String) {
        for (i, binding) in Binding::ALL.iter().enumerate() {
            let _ = writeln!(out, "@group(0) @binding({i}) {}", binding.declaration());
        }
        if self.scale.lanes > 1 {
            for (kind, number, size) in [("reals", "real", self.arena[0]), ("ints", "i32", self.arena[1])] {
                let all = (self.scale.stride(size) * self.scale.worlds).max(1);
                let _ = writeln!(out, "var<workgroup> arena_{kind}: array<{number}, {all}>;");
                let _ = match self.scale.is_packed() {
                    true => writeln!(out, "var<private> arena_{kind}_at: i32;"),
                    false => writeln!(out, "const arena_{kind}_at: i32 = 0;"),
                };
            }
            // the first lane of the world
            let first =
                if self.scale.is_packed() { "var<private> first_thread: i32;" } else { "const first_thread: i32 = 0;" };
            let _ = writeln!(out, "{first}");
            let threads = self.scale.threads();
            let _ = writeln!(out, "var<workgroup> lane_reals: array<real, {threads}>;");
            let _ = writeln!(out, "var<workgroup> lane_ints: array<i32, {threads}>;");
            let _ = writeln!(out, "var<workgroup> world_status: i32;");
            let _ = writeln!(out, "var<workgroup> taken: i32;");
        }
        for field in self.fields.iter().filter(|field| field.place == Place::Private) {
            let (name, number, len) = (&field.layout.name, field.layout.number(), field.layout.len());
            let _ = writeln!(out, "var<private> own_{name}: array<{number}, {len}>;");
        }
        let lane = if self.scale.lanes > 1 { "var<private> lane: i32;" } else { "const lane: i32 = 0;" };
        let _ = writeln!(out, "{lane}\nvar<private> thread: i32;\nvar<private> world: i32;");
        for kind in ["reals", "ints"] {
            for memory in ["world", "spill"] {
                let _ = writeln!(out, "var<private> {memory}_{kind}_at: i32;");
            }
        }
        out.push_str("var<private> spill_fours_at: i32;\n");
        out.push('\n');
        // lanes may share fields in buffers too
        let in_buffers = |field: &Placement| matches!(field.place, Place::World(_) | Place::Spill(_) | Place::Fours(_));
        let sync = match self.scale.lanes {
            1 => "",
            _ if self.fields.iter().any(in_buffers) => " workgroupBarrier(); storageBarrier(); ",
            _ => " workgroupBarrier(); ",
        };
        let _ = writeln!(out, "fn sync() {{{sync}}}\n");
    }

    fn entry(&self, out: &mut String) {
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
            // A workgroup keeps its part of the buffers of spilled fields and takes one world after another: whoever is done first takes
            // the next, since worlds differ in their iterations.
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

// a world that nobody has taken yet, or a number beyond the last; all lanes have done with the one before
fn next_world() -> i32 {{
    sync();
    if (lane == 0) {{
        let turn = atomicAdd(&turns, 1);
        // each workgroup asks until it gets none, which makes as many turns as there are worlds: the next kernel begins anew
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

    /// The entry point where a workgroup has several worlds of several lanes. Their lanes wait for each other, so that none may leave: those
    /// of a world that failed, and of places beyond the last world, have a number beyond all others, with which they find nothing to do.
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

// worlds that nobody has taken yet, or a number beyond the last; all lanes have done with those before
fn next_worlds(packs: i32) -> i32 {{
    sync();
    if (thread == 0) {{
        let turn = atomicAdd(&turns, 1);
        // each workgroup asks until it gets none, which makes as many turns as there are packs: the next kernel begins anew
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

    /// Whether workgroups take worlds by turns.
    pub fn takes_turns(&self) -> bool {
        self.scale.lanes > 1 && self.spill != [0; 3]
    }

    /// Everything about one world.
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
        sit_out_if_failed();
    }} else if (lane == 0) {{
        set_status(STATUS_OK);
    }}
"
            );
        } else if !self.goes_back() {
            self.return_if_failed(out);
        }
        self.copies(true, out);
        for (name, function) in self.stages {
            let _ = writeln!(out, "    {function}(); // {name}");
            if lanes > 1 {
                let _ = writeln!(out, "    sync();");
            }
        }
        self.copies(false, out);
        out.push_str("}\n\n");
    }

    /// Whether it has to do with worlds that failed: parts of a step are undone.
    fn goes_back(&self) -> bool {
        self.stages.iter().any(|stage| stage.1 == "rk4_part")
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

    /// Loads what lanes share, several numbers of a lane on their way at once: where a world has many lanes, each has few, and every
    /// load takes hundreds of cycles.
    fn loads_at_once(&self, out: &mut String) {
        let Scale { lanes, .. } = self.scale;
        // lanes that sit out have numbers beyond all
        let is_whole = |first: usize, len: usize| first + lanes <= len && !self.scale.is_packed();
        let loaded = self.fields.iter().filter(|field| field.load).filter_map(|field| Some((field, field.world?)));
        let slots: Vec<(&Placement, usize, usize)> = loaded
            .flat_map(|(field, at)| (0..field.layout.len()).step_by(lanes).map(move |first| (field, at, first)))
            .collect();
        for group in slots.chunks(LOADS_AT_ONCE) {
            let _ = writeln!(out, "    {{");
            for (i, (field, at, first)) in group.iter().enumerate() {
                let kind = if field.layout.is_int { "ints" } else { "reals" };
                let last = field.layout.len() - 1;
                let k = if is_whole(*first, last + 1) {
                    format!("lane + {first}")
                } else {
                    format!("min(lane + {first}, {last})")
                };
                let _ = writeln!(out, "        let n{i} = world_{kind}[world_{kind}_at + ({at} + {k}) * TILE];");
            }
            for (i, (field, _, first)) in group.iter().enumerate() {
                let near = cell(&field.layout, field.place, &format!("lane + {first}"));
                let len = field.layout.len();
                let _ = match is_whole(*first, len) {
                    true => writeln!(out, "        {near} = n{i};"),
                    false => writeln!(out, "        if (lane + {first} < {len}) {{ {near} = n{i}; }}"),
                };
            }
            let _ = writeln!(out, "    }}");
        }
        if !slots.is_empty() {
            let _ = writeln!(out, "    sync();");
        }
    }

    /// Copies between the buffer of all worlds and nearer memory.
    fn copies(&self, loads: bool, out: &mut String) {
        if loads && self.scale.lanes > 1 && !self.is_long {
            return self.loads_at_once(out);
        }
        let mut any = false;
        for field in self.fields.iter().filter(|field| if loads { field.load } else { field.store }) {
            let Some(at) = field.world else { continue };
            let kind = if field.layout.is_int { "ints" } else { "reals" };
            let far = format!("world_{kind}[world_{kind}_at + ({at} + k) * TILE]");
            let near = cell(&field.layout, field.place, "k");
            let (to, from) = if loads { (near, far) } else { (far, near) };
            let len = field.layout.len();
            let _ = writeln!(out, "    for (var k = lane; k < {len}; k += LANES) {{ {to} = {from}; }}");
            any = true;
        }
        if any && loads && self.scale.lanes > 1 {
            let _ = writeln!(out, "    sync();");
        }
    }
}
