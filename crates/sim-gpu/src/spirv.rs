//! SPIR-V of a shader, without what WGSL promises and shaders here do not need.
//!
//! WGSL promises that memory of an invocation starts with zeros. Shaders here write before they read, and clearing some thousand
//! numbers for every world at the start of a kernel took a twelfth of the smooth part of a step on an H200.
//!
//! naga's barriers for buffers wait until the whole device sees what was written. Workgroups here share nothing, and where a subgroup
//! holds all lanes of a workgroup, it is enough that these wait for each other: a tenth of the time of a small model's solver there.
//!
//! Drivers may take `(a + b) - a` for `b`. Functions whose names begin with `exact` compute what rounding took from a sum or a product,
//! and are marked so that every operation is done as it stands.

use naga::back::spv;
use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};
use naga::valid::{Capabilities, ShaderStages, SubgroupOperationSet, ValidationFlags, Validator};
use std::ops::RangeInclusive;

/// Words before the first instruction.
const HEADER: usize = 5;
/// `OpVariable`: type, result, storage class and, where there is one, what it starts with.
const VARIABLE: u32 = 59;
/// The storage class of memory of an invocation.
const PRIVATE: u32 = 6;

/// `OpTypeInt`: result, bits, sign.
const TYPE_INT: u32 = 21;
/// `OpConstant`: type, result, value.
const CONSTANT: u32 = 43;
/// `OpFunction`, before the first of which all constants stand.
const FUNCTION: u32 = 54;
/// `OpControlBarrier`: who waits, whose memory, which memory.
const BARRIER: u32 = 224;
/// What a barrier orders: writes before it and reads after it, of buffers and of the workgroup's memory.
const ALL_MEMORY: u32 = 0x8 | 0x40 | 0x100;

/// `OpName`: what, and its name.
const NAME: u32 = 5;
/// `OpMemberName`: of what, which member, and its name.
const MEMBER_NAME: u32 = 6;
/// `OpDecorate`: what, and how it is marked.
const DECORATE: u32 = 71;
/// Instructions that mark, and those that make types, which follow them.
const ANNOTATIONS: RangeInclusive<u32> = DECORATE..=75;
const TYPES: RangeInclusive<u32> = 19..=39;
/// The mark of operations that are done as they stand.
const NO_CONTRACTION: u32 = 42;
/// `OpFAdd`, `OpFSub`, `OpFMul`: type, result, both numbers.
const ARITHMETIC: [u32; 3] = [129, 131, 133];
/// How the names of functions begin whose operations are done as they stand.
const EXACT: &str = "exact";

/// Which invocations of a shader wait for each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Those of a workgroup.
    Workgroup = 2,
    /// Those of a subgroup, which holds the whole workgroup.
    Subgroup = 3,
}

/// The words of a shader; nothing where it is not valid, which the caller learns from the device.
pub fn translate(text: &str, entry: &str, scope: Scope) -> Option<Vec<u32>> {
    let module = naga::front::wgsl::parse_str(text).ok()?;
    let mut validator = Validator::new(ValidationFlags::all(), Capabilities::all());
    validator.subgroup_stages(ShaderStages::all()).subgroup_operations(SubgroupOperationSet::all());
    let info = validator.validate(&module).ok()?;
    let free = BoundsCheckPolicy::Unchecked;
    let options = spv::Options {
        // what every device with subgroup operations has
        lang_version: (1, 3),
        // for the names, which are left out again
        flags: spv::WriterFlags::DEBUG,
        bounds_check_policies: BoundsCheckPolicies { index: free, buffer: free, image_load: free, binding_array: free },
        zero_initialize_workgroup_memory: spv::ZeroInitializeWorkgroupMemoryMode::None,
        force_loop_bounding: false,
        ..Default::default()
    };
    let pipeline = spv::PipelineOptions { shader_stage: naga::ShaderStage::Compute, entry_point: entry.into() };
    let words = spv::write_vec(&module, &info, &options, Some(&pipeline)).ok()?;
    Some(with_barriers(&with_exact_operations(&without_clearing(&words)), scope))
}

/// The instructions after the header.
fn instructions(words: &[u32]) -> impl Iterator<Item = &[u32]> {
    let mut rest = words.get(HEADER..).unwrap_or_default();
    std::iter::from_fn(move || {
        let len = ((rest.first()? >> 16) as usize).clamp(1, rest.len());
        let (instruction, after) = rest.split_at(len);
        rest = after;
        Some(instruction)
    })
}

/// What an instruction does.
fn operation(instruction: &[u32]) -> u32 {
    instruction[0] & 0xffff
}

/// The same words with private variables that start with nothing.
fn without_clearing(words: &[u32]) -> Vec<u32> {
    let mut out = words[..HEADER.min(words.len())].to_vec();
    for instruction in instructions(words) {
        match instruction {
            [_, kind, result, PRIVATE, _] if operation(instruction) == VARIABLE => {
                out.extend([(4 << 16) | VARIABLE, *kind, *result, PRIVATE]);
            }
            _ => out.extend_from_slice(instruction),
        }
    }
    out
}

/// The same words without names, and with marks at the operations of functions that are exact.
fn with_exact_operations(words: &[u32]) -> Vec<u32> {
    let marked = exact_operations(words);
    let mut out = words[..HEADER.min(words.len())].to_vec();
    let mut has_marks = false;
    for instruction in instructions(words) {
        let operation = operation(instruction);
        // marks stand with the first of their kind, or before the first type
        if !has_marks && (ANNOTATIONS.contains(&operation) || TYPES.contains(&operation)) {
            out.extend(marked.iter().flat_map(|&id| [(3 << 16) | DECORATE, id, NO_CONTRACTION]));
            has_marks = true;
        }
        if operation != NAME && operation != MEMBER_NAME {
            out.extend_from_slice(instruction);
        }
    }
    out
}

/// Results of the operations in functions that are exact.
fn exact_operations(words: &[u32]) -> Vec<u32> {
    let is_exact = |i: &&[u32]| operation(i) == NAME && i.len() > 3 && begins_with_exact(&i[2..]);
    let functions: Vec<u32> = instructions(words).filter(is_exact).map(|i| i[1]).collect();
    let (mut marked, mut is_inside) = (Vec::new(), false);
    for instruction in instructions(words) {
        match (operation(instruction), instruction) {
            (FUNCTION, [_, _, result, ..]) => is_inside = functions.contains(result),
            (op, [_, _, result, ..]) if is_inside && ARITHMETIC.contains(&op) => marked.push(*result),
            _ => {}
        }
    }
    marked
}

fn begins_with_exact(name: &[u32]) -> bool {
    name.iter().flat_map(|word| word.to_le_bytes()).take(EXACT.len()).eq(EXACT.bytes())
}

/// The same words with barriers for the invocations that share memory and no others; of several in a row one is left.
fn with_barriers(words: &[u32], scope: Scope) -> Vec<u32> {
    let is_uint = |i: &&[u32]| operation(i) == TYPE_INT && i.get(2..4) == Some(&[32, 0]);
    let (Some(uint), Some(&bound)) = (instructions(words).find(is_uint).map(|i| i[1]), words.get(3)) else {
        return words.to_vec();
    };
    let (scope_id, memory_id) = (bound, bound + 1);
    let mut out = words[..HEADER].to_vec();
    out[3] = bound + 2;
    let (mut has_constants, mut follows_barrier) = (false, false);
    for instruction in instructions(words) {
        if operation(instruction) == FUNCTION && !has_constants {
            has_constants = true;
            let constant = |id, value| [(4 << 16) | CONSTANT, uint, id, value];
            out.extend(constant(scope_id, scope as u32));
            out.extend(constant(memory_id, ALL_MEMORY));
        }
        let is_barrier = operation(instruction) == BARRIER;
        if !is_barrier {
            out.extend_from_slice(instruction);
        } else if !follows_barrier {
            out.extend([(4 << 16) | BARRIER, scope_id, scope_id, memory_id]);
        }
        follows_barrier = is_barrier;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{
        ARITHMETIC, BARRIER, DECORATE, NAME, NO_CONTRACTION, PRIVATE, Scope, TYPES, VARIABLE, instructions, operation,
        translate,
    };

    #[test]
    fn private_arrays_are_not_cleared() {
        let text = "var<private> own: array<f32, 7>;
            @group(0) @binding(0) var<storage, read_write> out: array<f32>;
            @compute @workgroup_size(1) fn main(@builtin(local_invocation_index) i: u32) { own[i] = 1.0; out[0] = own[i]; }";
        let words = translate(text, "main", Scope::Workgroup).expect("a valid shader");
        let private = |i: &&[u32]| operation(i) == VARIABLE && i[3] == PRIVATE;
        let found: Vec<&[u32]> = instructions(&words).filter(private).collect();
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].len(), 4, "it starts with something");
        assert!(translate("fn main() { nothing", "main", Scope::Workgroup).is_none());
    }

    #[test]
    fn exact_functions_are_computed_as_they_stand() {
        let text = "@group(0) @binding(0) var<storage, read_write> out: array<f32>;
            fn exact_sum(a: f32, b: f32) -> f32 { let sum = a + b; return b - (sum - a); }
            @compute @workgroup_size(1) fn main() { out[0] = exact_sum(out[1], out[2]) + out[3] * out[4]; }";
        let words = translate(text, "main", Scope::Workgroup).expect("a valid shader");
        let marks: Vec<u32> =
            instructions(&words).filter(|i| operation(i) == DECORATE && i[2] == NO_CONTRACTION).map(|i| i[1]).collect();
        let arithmetic: Vec<u32> =
            instructions(&words).filter(|i| ARITHMETIC.contains(&operation(i))).map(|i| i[2]).collect();
        assert_eq!(arithmetic.len(), 5);
        assert_eq!(marks, arithmetic[..3], "those of the exact function, which stands first");
        assert!(instructions(&words).all(|i| operation(i) != NAME), "names are left out");
        let first_type = instructions(&words).position(|i| TYPES.contains(&operation(i)));
        let last_mark = instructions(&words).collect::<Vec<_>>().iter().rposition(|i| operation(i) == DECORATE);
        assert!(last_mark < first_type, "marks stand before types");
    }

    #[test]
    fn barriers_hold_the_lanes_of_a_world() {
        let text = "var<workgroup> own: array<f32, 32>;
            @group(0) @binding(0) var<storage, read_write> out: array<f32>;
            @compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {
                own[i] = f32(i);
                workgroupBarrier(); storageBarrier();
                out[i] = own[31u - i];
                storageBarrier();
                out[i + 32u] = out[31u - i];
            }";
        for scope in [Scope::Workgroup, Scope::Subgroup] {
            let words = translate(text, "main", scope).expect("a valid shader");
            let value = |id: u32| instructions(&words).find(|i| operation(i) == 43 && i[2] == id).map(|i| i[3]);
            let barriers: Vec<&[u32]> = instructions(&words).filter(|i| operation(i) == BARRIER).collect();
            assert_eq!(barriers.len(), 2, "two in a row are one");
            for barrier in barriers {
                let [waits, memory, order] = [1, 2, 3].map(|k| value(barrier[k]));
                assert_eq!((waits, memory, order), (Some(scope as u32), Some(scope as u32), Some(0x148)));
            }
            assert!(words[3] > 0 && instructions(&words).all(|i| operation(i) != 43 || i[2] < words[3]));
        }
    }
}
