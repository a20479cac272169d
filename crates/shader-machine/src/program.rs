//! A shader, parsed and checked, ready to run.

use thiserror::Error;

/// A buffer that a shader is given, in words of 32 bits.
#[derive(Debug)]
pub struct Bound<'a> {
    /// Its bind group.
    pub group: u32,
    /// Its place there.
    pub binding: u32,
    /// Its contents.
    pub words: &'a mut [u32],
}

/// Why a shader could not be parsed, or was stopped.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{0}")]
pub struct Fault(pub String);

/// A shader that can run.
#[derive(Debug)]
pub struct Program {
    module: naga::Module,
}

impl Program {
    /// Parses and validates WGSL.
    pub fn parse(text: &str) -> Result<Self, Fault> {
        let module = naga::front::wgsl::parse_str(text).map_err(|e| Fault(e.emit_to_string(text)))?;
        Ok(Self { module })
    }

    /// Whether it has this entry point.
    pub fn has_entry(&self, entry: &str) -> bool {
        self.module.entry_points.iter().any(|point| point.name == entry)
    }

    /// Runs workgroups, one after another.
    pub fn run(&self, _entry: &str, _groups: [u32; 3], _buffers: &mut [Bound<'_>]) -> Result<(), Fault> {
        Err(Fault("nothing runs yet".into()))
    }
}
