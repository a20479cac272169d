//! A shader in SPIR-V, without guarantees of WGSL that cost time and that shaders here do not need.
//!
//! | WGSL or naga | Here | Why |
//! |---|---|---|
//! | private memory starts with zeros | it is not cleared: shaders write before they read | a twelfth of the smooth part of a step on an H200 |
//! | barriers wait until the whole device sees writes | they wait for the workgroup, or for the subgroup that holds it | a tenth of a small model's solver |
//!
//! Drivers may compute `(a + b) - a` as `b`. Operations of functions whose names begin with `exact` are marked so that they do not.

use crate::codegen::Scope;
use naga::back::spv;
use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};
use naga::valid::{Capabilities, ShaderStages, SubgroupOperationSet, ValidationFlags, Validator};
use std::ops::RangeInclusive;

/// Words before the first instruction.
const HEADER: usize = 5;
/// `OpVariable`: type, result, storage class, and the initial value if there is one.
const VARIABLE: u32 = 59;
/// The storage class of private memory.
const PRIVATE: u32 = 6;

/// `OpTypeInt`: result, bits, sign.
const TYPE_INT: u32 = 21;
/// `OpConstant`: type, result, value.
const CONSTANT: u32 = 43;
/// `OpFunction`, before the first of which all constants stand.
const FUNCTION: u32 = 54;
/// `OpControlBarrier`: execution scope, memory scope, memory semantics.
const BARRIER: u32 = 224;
/// Memory semantics of a barrier: writes before it and reads after it, in buffers and in workgroup memory.
const ALL_MEMORY: u32 = 0x8 | 0x40 | 0x100;

/// `OpName`: target and name.
const NAME: u32 = 5;
/// `OpMemberName`: struct, member and name.
const MEMBER_NAME: u32 = 6;
/// `OpDecorate`: target and decoration.
const DECORATE: u32 = 71;
/// Instructions that decorate. Types follow them.
const ANNOTATIONS: RangeInclusive<u32> = DECORATE..=75;
const TYPES: RangeInclusive<u32> = 19..=39;
/// The decoration of operations that must not be fused or reordered.
const NO_CONTRACTION: u32 = 42;
/// `OpFAdd`, `OpFSub`, `OpFMul`: type, result, both numbers.
const ARITHMETIC: [u32; 3] = [129, 131, 133];
/// Prefix of functions whose operations must not be fused or reordered.
const EXACT: &str = "exact";

/// The words of a shader. None if it is not valid: the device then says why.
pub fn translate(text: &str, entry: &str, scope: Scope) -> Option<Vec<u32>> {
    let module = naga::front::wgsl::parse_str(text).ok()?;
    let mut validator = Validator::new(ValidationFlags::all(), Capabilities::all());
    validator.subgroup_stages(ShaderStages::all()).subgroup_operations(SubgroupOperationSet::all());
    let info = validator.validate(&module).ok()?;
    let free = BoundsCheckPolicy::Unchecked;
    let options = spv::Options {
        // the version that every device with subgroup operations supports
        lang_version: (1, 3),
        // for the names of functions, which are removed again
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

/// SPIR-V's number for a scope.
fn scope_code(scope: Scope) -> u32 {
    match scope {
        Scope::Workgroup => 2,
        Scope::Subgroup => 3,
    }
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

/// The opcode of an instruction.
fn operation(instruction: &[u32]) -> u32 {
    instruction[0] & 0xffff
}

/// Removes the initial values of private variables.
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

/// Removes names, and decorates the operations of exact functions.
fn with_exact_operations(words: &[u32]) -> Vec<u32> {
    let marked = exact_operations(words);
    let mut out = words[..HEADER.min(words.len())].to_vec();
    let mut has_marks = false;
    for instruction in instructions(words) {
        let operation = operation(instruction);
        // decorations stand before the first type
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

/// Results of the operations in exact functions.
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

/// Gives every barrier the scope of the threads that share a world. Of several barriers in a row one is kept.
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
            out.extend(constant(scope_id, scope_code(scope)));
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
        ARITHMETIC, BARRIER, DECORATE, NAME, NO_CONTRACTION, PRIVATE, TYPES, VARIABLE, instructions, operation,
        scope_code, translate,
    };
    use crate::codegen::Scope;

    #[test]
    fn private_arrays_are_not_cleared() {
        let text = "var<private> own: array<f32, 7>;
            @group(0) @binding(0) var<storage, read_write> out: array<f32>;
            @compute @workgroup_size(1) fn main(@builtin(local_invocation_index) i: u32) { own[i] = 1.0; out[0] = own[i]; }";
        let words = translate(text, "main", Scope::Workgroup).expect("a valid shader");
        let private = |i: &&[u32]| operation(i) == VARIABLE && i[3] == PRIVATE;
        let found: Vec<&[u32]> = instructions(&words).filter(private).collect();
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].len(), 4, "it has an initial value");
        assert!(translate("fn main() { nothing", "main", Scope::Workgroup).is_none());
    }

    #[test]
    fn operations_of_exact_functions_are_decorated() {
        let text = "@group(0) @binding(0) var<storage, read_write> out: array<f32>;
            fn exact_sum(a: f32, b: f32) -> f32 { let sum = a + b; return b - (sum - a); }
            @compute @workgroup_size(1) fn main() { out[0] = exact_sum(out[1], out[2]) + out[3] * out[4]; }";
        let words = translate(text, "main", Scope::Workgroup).expect("a valid shader");
        let marks: Vec<u32> =
            instructions(&words).filter(|i| operation(i) == DECORATE && i[2] == NO_CONTRACTION).map(|i| i[1]).collect();
        let arithmetic: Vec<u32> =
            instructions(&words).filter(|i| ARITHMETIC.contains(&operation(i))).map(|i| i[2]).collect();
        assert_eq!(arithmetic.len(), 5);
        assert_eq!(marks, arithmetic[..3], "the operations of the exact function, which comes first");
        assert!(instructions(&words).all(|i| operation(i) != NAME), "names are removed");
        let first_type = instructions(&words).position(|i| TYPES.contains(&operation(i)));
        let last_mark = instructions(&words).collect::<Vec<_>>().iter().rposition(|i| operation(i) == DECORATE);
        assert!(last_mark < first_type, "decorations stand before types");
    }

    #[test]
    fn barriers_wait_for_the_lanes_of_a_world() {
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
            assert_eq!(barriers.len(), 2, "one of two in a row is kept");
            for barrier in barriers {
                let [waits, memory, order] = [1, 2, 3].map(|k| value(barrier[k]));
                assert_eq!((waits, memory, order), (Some(scope_code(scope)), Some(scope_code(scope)), Some(0x148)));
            }
            assert!(words[3] > 0 && instructions(&words).all(|i| operation(i) != 43 || i[2] < words[3]));
        }
    }
}
