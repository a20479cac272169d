//! A line of a WGSL source.

/// A line of a WGSL source in `crates/sim-gpu/src/codegen/wgsl`.
///
/// ```
/// use sim_gpu::SourceLine;
///
/// assert_eq!(SourceLine { file: "solver.wgsl", line: 12 }.to_string(), "solver.wgsl:12");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SourceLine {
    /// File name.
    pub file: &'static str,
    /// Line in it, from 1.
    pub line: u32,
}

impl std::fmt::Display for SourceLine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}
