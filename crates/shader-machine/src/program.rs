//! A shader, parsed and checked, ready to run.

use crate::compile::{Code, Entry, compile};
use crate::counts::InstructionCounter;
use crate::fault::Fault;
use crate::memory::Bound;
use crate::run::Run;
use naga::valid::{Capabilities, ValidationFlags, Validator};

/// A shader that can run.
///
/// ```
/// use shader_machine::{Bound, Program};
///
/// let text = "
///     @group(0) @binding(0) var<storage, read_write> numbers: array<f32>;
///     @compute @workgroup_size(4)
///     fn main(@builtin(global_invocation_id) id: vec3<u32>) { numbers[id.x] *= 2.0; }";
/// let mut words: Vec<u32> = [1.0_f32, 2.0, 3.0, 4.0].iter().map(|x| x.to_bits()).collect();
/// let program = Program::parse(text)?;
/// program.run("main", [1, 1, 1], &mut [Bound { group: 0, binding: 0, words: &mut words }])?;
/// assert_eq!(f32::from_bits(words[3]), 8.0);
/// # Ok::<(), shader_machine::Fault>(())
/// ```
#[derive(Debug)]
pub struct Program {
    code: Code,
    subgroup: usize,
}

impl Program {
    /// Parses and validates WGSL, for subgroups of 32.
    pub fn parse(text: &str) -> Result<Self, Fault> {
        Self::parse_for(text, Capabilities::SUBGROUP | Capabilities::FLOAT64, 32)
    }

    /// Parses and validates WGSL for a device with these capabilities and this subgroup size.
    pub fn parse_for(text: &str, capabilities: Capabilities, subgroup: usize) -> Result<Self, Fault> {
        let module = naga::front::wgsl::parse_str(text).map_err(|e| Fault(e.emit_to_string(text)))?;
        let info = Validator::new(ValidationFlags::all(), capabilities)
            .validate(&module)
            .map_err(|e| Fault(e.emit_to_string(text)))?;
        Ok(Self { code: compile(&module, &info, text)?, subgroup: subgroup.max(1) })
    }

    /// Bytes of workgroup memory that it needs.
    pub fn workgroup_bytes(&self) -> usize {
        self.code.workgroup.iter().map(|kind| kind.bytes()).sum()
    }

    /// Whether it has this entry point.
    pub fn has_entry(&self, entry: &str) -> bool {
        self.entry(entry).is_some()
    }

    fn entry(&self, name: &str) -> Option<&Entry> {
        self.code.entries.iter().find(|entry| entry.name == name)
    }

    /// Runs workgroups, one after another.
    pub fn run(&self, entry: &str, groups: [u32; 3], buffers: &mut [Bound<'_>]) -> Result<(), Fault> {
        self.run_counted(entry, groups, buffers, None)
    }

    /// Runs workgroups and adds their instructions to the counter under the kernel's name.
    pub(crate) fn run_counted(
        &self,
        entry: &str,
        groups: [u32; 3],
        buffers: &mut [Bound<'_>],
        counter: Option<(&InstructionCounter, &str)>,
    ) -> Result<(), Fault> {
        let entry = self.entry(entry).ok_or_else(|| Fault(format!("the shader has no entry point '{entry}'")))?;
        match entry.size.iter().product::<u32>() {
            0..=16 => self.run_wide::<16>(entry, groups, buffers, counter),
            17..=32 => self.run_wide::<32>(entry, groups, buffers, counter),
            33..=64 => self.run_wide::<64>(entry, groups, buffers, counter),
            65..=128 => self.run_wide::<128>(entry, groups, buffers, counter),
            size => Err(Fault(format!(
                "{}: {size} threads in a workgroup, but the shader machine runs at most 128",
                entry.name
            ))),
        }
    }

    fn run_wide<const W: usize>(
        &self,
        entry: &Entry,
        groups: [u32; 3],
        buffers: &mut [Bound<'_>],
        counter: Option<(&InstructionCounter, &str)>,
    ) -> Result<(), Fault> {
        let mut run = Run::<W>::new(&self.code, entry, self.subgroup, buffers)?;
        if counter.is_some() {
            run.begin_count();
        }
        for z in 0..groups[2] {
            for y in 0..groups[1] {
                for x in 0..groups[0] {
                    run.group(entry, [x, y, z], groups)?;
                }
            }
        }
        if let Some((counter, kernel)) = counter {
            counter.add(kernel, run.counts());
        }
        Ok(())
    }
}
