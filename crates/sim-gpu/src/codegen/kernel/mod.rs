//! A kernel: its shape, its buffers, and its text.

mod accessor;
mod binding;
mod copies;
mod entry;
mod text;
mod writer;

pub use accessor::{Accessors, Layout, Memory};
pub use binding::Binding;
pub use text::KernelText;
pub use writer::KernelWriter;

/// Workgroups in the first dimension of a dispatch: the limit that every device has.
pub const GROUPS_PER_ROW: u32 = 65_535;

/// Kind of the real numbers.
///
/// ```
/// use sim_gpu::{GpuOptions, Precision};
///
/// let options = GpuOptions::default().precision(Precision::Double);
/// assert_eq!(options.precision.bytes(), 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Precision {
    /// 32 bits.
    #[default]
    Single,
    /// 64 bits, where the adapter has them.
    Double,
}

impl Precision {
    /// Bytes of a number.
    pub fn bytes(self) -> usize {
        match self {
            Self::Single => 4,
            Self::Double => 8,
        }
    }

    /// Its name in WGSL.
    pub(crate) fn number(self) -> &'static str {
        match self {
            Self::Single => "f32",
            Self::Double => "f64",
        }
    }
}

/// How the lanes of a world add up their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reductions {
    /// Through the workgroup's memory.
    Workgroup,
    /// By operations of the subgroup, which holds all lanes of a world.
    Subgroup,
}

/// Shape of a workgroup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    /// Threads that share a world.
    pub lanes: usize,
    /// Worlds of a workgroup.
    pub worlds: usize,
}

impl Scale {
    /// Threads of a workgroup.
    pub fn threads(self) -> usize {
        self.lanes * self.worlds
    }

    /// Whether a workgroup has several worlds, each of which several lanes share.
    pub fn is_packed(self) -> bool {
        self.lanes > 1 && self.worlds > 1
    }

    /// Distance of two worlds in workgroup memory, for worlds of `numbers` numbers. Lanes of different worlds that read one entry of
    /// their worlds use different banks of that memory, of which NVIDIA's GPUs have 32.
    pub fn stride(self, numbers: usize) -> usize {
        const BANKS: usize = 32;
        if !self.is_packed() {
            return numbers;
        }
        numbers + (BANKS + self.lanes - numbers % BANKS) % BANKS
    }
}

/// A field in a kernel.
#[derive(Clone, Debug)]
pub struct Placement {
    /// Its shape.
    pub layout: Layout,
    /// Where the stages find it.
    pub place: Memory,
    /// Its place in the buffer of all worlds, where it has one besides.
    pub world: Option<usize>,
    /// Copied from there before the first stage.
    pub load: bool,
    /// Copied there after the last stage.
    pub store: bool,
    /// Written there with every write: reading the private array again for a copy takes longer.
    pub through: bool,
}

impl Placement {
    /// Where else it is written.
    pub fn second_place(&self) -> Option<Memory> {
        self.world.filter(|_| self.through).map(Memory::World)
    }
}
