//! Copies between the buffer of all worlds and the memory in which a kernel keeps a field.

use super::accessor::cell;
use super::{KernelWriter, Placement, Scale};
use std::fmt::Write as _;

/// Loads of a lane that are in flight together.
const LOADS_AT_ONCE: usize = 8;

impl KernelWriter<'_> {
    /// Loads the fields that lanes share, several numbers of a lane in flight together: each of many lanes has few numbers, and every
    /// load takes hundreds of cycles.
    fn loads_at_once(&self, out: &mut String) {
        let Scale { lanes, .. } = self.scale;
        // idle lanes have numbers beyond all
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
    pub(super) fn copies(&self, loads: bool, out: &mut String) {
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
