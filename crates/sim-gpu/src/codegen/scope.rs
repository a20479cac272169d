//! Threads that a barrier of a kernel waits for.

/// Threads that the barriers of a kernel wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// All threads of the workgroup.
    Workgroup,
    /// The threads of a subgroup that holds the whole workgroup.
    Subgroup,
}
