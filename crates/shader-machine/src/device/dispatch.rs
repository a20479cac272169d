//! One run of a kernel over buffers.

use super::binding::Place;
use super::pipeline::Kernel;
use crate::counts::InstructionCounter;
use crate::memory::Bound;
use std::sync::Arc;

/// A kernel, its buffers, and how many workgroups run.
#[derive(Debug)]
pub struct Dispatch {
    kernel: Arc<Kernel>,
    bound_buffers: Vec<Place>,
    groups: [u32; 3],
    counter: Option<InstructionCounter>,
}

impl Dispatch {
    /// Of a kernel, whose work may be written down.
    pub fn new(
        kernel: Arc<Kernel>,
        bound_buffers: Vec<Place>,
        groups: [u32; 3],
        counter: Option<InstructionCounter>,
    ) -> Self {
        Self { kernel, bound_buffers, groups, counter }
    }

    /// Runs it.
    pub fn run(&self) -> Result<(), String> {
        self.try_run().map_err(|e| format!("kernel {:?}: {e}", self.kernel.label))
    }

    fn try_run(&self) -> Result<(), String> {
        self.check_apart()?;
        let mut open = Vec::with_capacity(self.bound_buffers.len());
        for place in &self.bound_buffers {
            open.push(place.buffer.open()?);
        }
        let mut bound = Vec::with_capacity(self.bound_buffers.len());
        for (place, state) in self.bound_buffers.iter().zip(&mut open) {
            let words = &mut state.words[place.words.clone()];
            bound.push(Bound { group: place.group, binding: place.binding, words });
        }
        let Kernel { program, entry, label, .. } = &*self.kernel;
        let counter = self.counter.as_ref().map(|counter| (counter, label.as_str()));
        program.run_counted(entry, self.groups, &mut bound, counter).map_err(|fault| fault.to_string())
    }

    /// No buffer is bound twice: what one place writes, another must not read.
    fn check_apart(&self) -> Result<(), String> {
        for (i, place) in self.bound_buffers.iter().enumerate() {
            if let Some(other) = self.bound_buffers[..i].iter().find(|other| other.buffer == place.buffer) {
                let at = |place: &Place| format!("binding {} of group {}", place.binding, place.group);
                let name = place.buffer.name();
                return Err(format!("{name} is bound twice, at {} and {}: copy it first", at(other), at(place)));
            }
        }
        Ok(())
    }
}
