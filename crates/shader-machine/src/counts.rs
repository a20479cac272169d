//! Instruction counts of shaders. An instruction counts once for all lanes that execute it together, as a GPU issues it.
//!
//! Nothing is fused or folded that a compiler would: the counts compare shaders and their parts with each other.

use std::collections::BTreeMap;
use std::ops::AddAssign;
use std::sync::{Arc, Mutex, PoisonError};

/// Bytes that a GPU fetches from memory together: a cache line.
pub(crate) const LINE: u32 = 128;

/// Instructions of a kernel or of one of its functions.
///
/// ```
/// use shader_machine::Counts;
///
/// let mut all = Counts { arithmetic: 3, ..Counts::default() };
/// all += Counts { arithmetic: 1, exchanges: 2, ..Counts::default() };
/// assert_eq!(all.instructions(), 6);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// How often it was called.
    pub calls: u64,
    /// Functions of numbers, choices and branches.
    pub arithmetic: u64,
    /// Loads of workgroup memory and of private arrays.
    pub near: u64,
    /// Loads of buffers.
    pub far: u64,
    /// Lines of 128 bytes that these touch.
    pub lines: u64,
    /// Stores of any kind.
    pub stores: u64,
    /// Numbers that lanes of a subgroup take from each other, five for a sum.
    pub exchanges: u64,
    /// Barriers.
    pub barriers: u64,
}

impl Counts {
    /// All instructions.
    pub fn instructions(&self) -> u64 {
        self.arithmetic + self.near + self.far + self.stores + self.exchanges + self.barriers
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.calls += other.calls;
        self.arithmetic += other.arithmetic;
        self.near += other.near;
        self.far += other.far;
        self.lines += other.lines;
        self.stores += other.stores;
        self.exchanges += other.exchanges;
        self.barriers += other.barriers;
    }
}

/// Instruction counts of a function: its own, and those of it with all functions that it calls.
///
/// ```
/// let one = shader_machine::FunctionCounts::default();
/// assert_eq!(one.whole, one.own.instructions());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FunctionCounts {
    /// Instructions of the function itself.
    pub own: Counts,
    /// Instructions with those of the functions that it calls.
    pub whole: u64,
}

/// Counts the instructions of a device's kernels, by kernel and function.
///
/// ```
/// use shader_machine::{InstructionCounter, Settings, device};
///
/// let counter = InstructionCounter::default();
/// let (device, queue, _) = device(&Settings { counter: Some(counter.clone()), ..Settings::default() });
/// assert!(counter.take().is_empty(), "nothing has run yet");
/// # drop((device, queue));
/// ```
#[derive(Clone, Debug, Default)]
pub struct InstructionCounter(Arc<Mutex<Entries>>);

/// Counts by the names of kernel and function.
type Entries = BTreeMap<(String, String), FunctionCounts>;

impl PartialEq for InstructionCounter {
    /// Whether two handles share one counter.
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for InstructionCounter {}

impl InstructionCounter {
    /// Takes the counts since the last call, by the names of kernel and function.
    pub fn take(&self) -> BTreeMap<(String, String), FunctionCounts> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Adds the counts of a kernel's functions.
    pub(crate) fn add<'a>(&self, kernel: &str, functions: impl Iterator<Item = (&'a str, FunctionCounts)>) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for (name, work) in functions.filter(|(_, work)| work.own.calls > 0) {
            let entry = all.entry((kernel.to_string(), name.to_string())).or_default();
            entry.own += work.own;
            entry.whole += work.whole;
        }
    }
}
