//! Options of the translation.

/// Threads that a barrier of the shader waits for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BarrierScope {
    /// All threads of the workgroup, as WGSL defines it: `__syncthreads()`.
    #[default]
    Workgroup,
    /// The threads of one subgroup: `__syncwarp()`. Correct only if a subgroup holds the whole workgroup.
    Subgroup,
}

/// What the CUDA compiler may do with loops.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Loops {
    /// The compiler decides which loops it unrolls.
    #[default]
    Automatic,
    /// No loop is unrolled: every loop gets `#pragma unroll 1`. The code stays short and compiles sooner.
    Rolled,
}

/// Options for [`write_string`](crate::write_string).
///
/// ```
/// use naga_cuda::{BarrierScope, Loops, Options};
///
/// let options = Options::new("main").barriers(BarrierScope::Subgroup).loops(Loops::Rolled);
/// assert_eq!(options.entry_point, "main");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Options {
    /// Name of the compute entry point in the module.
    pub entry_point: String,
    /// Threads that a barrier waits for. Default: the workgroup.
    pub barriers: BarrierScope,
    /// What the compiler may do with loops. Default: it decides.
    pub loops: Loops,
}

impl Options {
    /// Options for this entry point, with defaults.
    pub fn new(entry_point: impl Into<String>) -> Self {
        Self { entry_point: entry_point.into(), barriers: BarrierScope::default(), loops: Loops::default() }
    }

    /// Sets the threads that a barrier waits for.
    pub fn barriers(mut self, scope: BarrierScope) -> Self {
        self.barriers = scope;
        self
    }

    /// Sets what the compiler may do with loops.
    pub fn loops(mut self, loops: Loops) -> Self {
        self.loops = loops;
        self
    }
}
