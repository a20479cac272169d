//! Writes the text of a kernel: its stages, what they call, the accessors of the fields they touch, and an entry point that gives
//! every group of lanes its world.

use super::{Accessors, Binding, KernelText, Layout, Memory, Placement, Precision, Scale};
use crate::codegen::library::Library;
use crate::codegen::settings::RunSettings;
use crate::codegen::stage::Stage;
use sim_core::math::MINVAL;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// Real numbers of Rust by their names in the shaders.
const REALS: [(&str, f64); 1] = [("MINVAL", MINVAL)];

/// Everything that the text of a kernel follows from.
#[derive(Debug)]
pub struct KernelWriter<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its stages, in order.
    pub stages: &'a [Stage],
    /// Functions of the sources.
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

impl KernelWriter<'_> {
    /// Writes the text.
    pub fn write(&self) -> KernelText {
        let mut roots: Vec<&str> = self.stages.iter().map(|stage| stage.function).collect();
        roots.extend(["fail", "Vec6", "Mat3", "Inertia"]);
        if self.scale.is_packed() {
            roots.push("idle_if_failed");
        }
        let uses = self.library.uses(roots.iter().copied());
        let mut text = KernelText::default();
        let mut head = String::with_capacity(1 << 14);
        let _ = writeln!(head, "// kernel {}: {} lanes to a world\n", self.name, self.scale.lanes);
        self.types(&mut head);
        head.push_str(&RunSettings::shader_struct());
        head.push('\n');
        self.numbers(&uses.words, &mut head);
        self.memory(&mut head);
        text.push(&head);
        for item in uses.items.iter().filter_map(|name| self.library.item(name)) {
            text.push_source(&item.text, item.lines());
            text.push("\n");
        }
        let mut tail = String::with_capacity(1 << 14);
        for field in self.fields {
            let mut accessors = Accessors::default();
            uses.calls.iter().for_each(|call| accessors.add(call, &field.layout.name));
            accessors.write(&field.layout, field.place, field.second_place(), &mut tail);
        }
        self.entry(&mut tail);
        text.push(&tail);
        text
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
    fn numbers(&self, words: &BTreeSet<String>, out: &mut String) {
        for (name, value) in REALS.iter().filter(|(name, _)| words.contains(*name)) {
            let _ = writeln!(out, "const {name}: real = {value:?};");
        }
        for (name, value) in self.constants.iter().filter(|(name, _)| words.contains(*name)) {
            let _ = writeln!(out, "const {name}: i32 = {value};");
        }
        let _ = writeln!(out, "const LANES: i32 = {};\nconst TILE: i32 = {};", self.scale.lanes, self.tile);
        let _ = writeln!(out, "const GROUP_WORLDS: i32 = {};\n", self.scale.worlds);
        for field in self.fields {
            let Layout { name, rows, width, .. } = &field.layout;
            let at = match field.second_place().unwrap_or(field.place) {
                Memory::Private | Memory::Nowhere => continue,
                Memory::Model(at) | Memory::World(at) | Memory::Arena(at) | Memory::Spill(at) | Memory::Fours(at) => at,
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
        for field in self.fields.iter().filter(|field| field.place == Memory::Private) {
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
        let in_buffers =
            |field: &Placement| matches!(field.place, Memory::World(_) | Memory::Spill(_) | Memory::Fours(_));
        let sync = match self.scale.lanes {
            1 => "",
            _ if self.fields.iter().any(in_buffers) => " workgroupBarrier(); storageBarrier(); ",
            _ => " workgroupBarrier(); ",
        };
        let _ = writeln!(out, "fn sync() {{{sync}}}\n");
    }
}
