//! SPIR-V of a shader without the clearing of private arrays.
//!
//! WGSL promises that memory of an invocation starts with zeros. Shaders here write before they read, and clearing some thousand
//! numbers for every world at the start of a kernel took a twelfth of the smooth part of a step on an H200.

use naga::back::spv;
use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};
use naga::valid::{Capabilities, ShaderStages, SubgroupOperationSet, ValidationFlags, Validator};

/// Words before the first instruction.
const HEADER: usize = 5;
/// `OpVariable`: type, result, storage class and, where there is one, what it starts with.
const VARIABLE: u32 = 59;
/// The storage class of memory of an invocation.
const PRIVATE: u32 = 6;

/// The words of a shader; nothing where it is not valid, which the caller learns from the device.
pub fn translate(text: &str, entry: &str) -> Option<Vec<u32>> {
    let module = naga::front::wgsl::parse_str(text).ok()?;
    let mut validator = Validator::new(ValidationFlags::all(), Capabilities::all());
    validator.subgroup_stages(ShaderStages::all()).subgroup_operations(SubgroupOperationSet::all());
    let info = validator.validate(&module).ok()?;
    let free = BoundsCheckPolicy::Unchecked;
    let options = spv::Options {
        // what every device with subgroup operations has
        lang_version: (1, 3),
        flags: spv::WriterFlags::empty(),
        bounds_check_policies: BoundsCheckPolicies { index: free, buffer: free, image_load: free, binding_array: free },
        zero_initialize_workgroup_memory: spv::ZeroInitializeWorkgroupMemoryMode::None,
        force_loop_bounding: false,
        ..Default::default()
    };
    let pipeline = spv::PipelineOptions { shader_stage: naga::ShaderStage::Compute, entry_point: entry.into() };
    let words = spv::write_vec(&module, &info, &options, Some(&pipeline)).ok()?;
    Some(without_clearing(&words))
}

/// The same words with private variables that start with nothing.
fn without_clearing(words: &[u32]) -> Vec<u32> {
    let mut out = words[..HEADER.min(words.len())].to_vec();
    let mut at = HEADER;
    while let Some(&first) = words.get(at) {
        let len = ((first >> 16) as usize).max(1);
        let instruction = &words[at..(at + len).min(words.len())];
        match instruction {
            [_, kind, result, PRIVATE, _] if first & 0xffff == VARIABLE => {
                out.extend([(4 << 16) | VARIABLE, *kind, *result, PRIVATE]);
            }
            _ => out.extend_from_slice(instruction),
        }
        at += len;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{HEADER, PRIVATE, VARIABLE, translate};

    #[test]
    fn private_arrays_are_not_cleared() {
        let text = "var<private> own: array<f32, 7>;
            @group(0) @binding(0) var<storage, read_write> out: array<f32>;
            @compute @workgroup_size(1) fn main(@builtin(local_invocation_index) i: u32) { own[i] = 1.0; out[0] = own[i]; }";
        let words = translate(text, "main").expect("a valid shader");
        let (mut at, mut found) = (HEADER, 0);
        while at < words.len() {
            let len = (words[at] >> 16) as usize;
            if words[at] & 0xffff == VARIABLE && words[at + 3] == PRIVATE {
                assert_eq!(len, 4, "it starts with something");
                found += 1;
            }
            at += len;
        }
        assert_eq!(found, 1);
        assert!(translate("fn main() { nothing", "main").is_none());
    }
}
