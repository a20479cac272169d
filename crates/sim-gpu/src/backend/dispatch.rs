//! How many workgroups a kernel is launched over, and the settings it receives.

use crate::codegen::GROUPS_PER_ROW;
use crate::codegen::plan::Plan;
use crate::codegen::settings::RunSettings;

/// Settings of a launch that shaders know as `run`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Run {
    /// The first kernel of a call, which clears the status of failed worlds.
    pub fresh: bool,
    /// Part of a step that has several.
    pub part: u32,
}

impl Run {
    /// Parts of the step that has the most.
    const PARTS: u32 = 4;

    /// Its place among all settings.
    pub fn index(self) -> u32 {
        u32::from(self.fresh) * Self::PARTS + self.part
    }

    /// All settings, in the order of [`index`](Self::index).
    pub fn all() -> impl Iterator<Item = Self> {
        [false, true].into_iter().flat_map(|fresh| (0..Self::PARTS).map(move |part| Self { fresh, part }))
    }
}

/// Workgroups of every kernel of a plan.
#[derive(Clone, Debug)]
pub struct Dispatches {
    /// Number of worlds.
    count: usize,
    /// Most workgroups of a kernel whose worlds need spill memory.
    groups: usize,
    /// Workgroups of each kernel.
    of_kernels: Vec<u32>,
}

impl Dispatches {
    /// For `count` worlds and at most `groups` workgroups in kernels with spill memory.
    pub fn new(plan: &Plan, count: usize, groups: usize) -> Self {
        let of_kernels = plan.kernels.iter().map(|kernel| kernel.workgroups(count, groups) as u32);
        Self { count, groups, of_kernels: of_kernels.collect() }
    }

    /// Workgroups of a kernel in both dimensions. None if there is nothing to do.
    pub fn groups(&self, kernel: usize) -> Option<[u32; 2]> {
        self.of_kernels.get(kernel).and_then(|&groups| in_rows(groups))
    }

    /// The numbers that shaders know as `run`.
    pub fn settings(&self, run: Run) -> [u32; 4] {
        let (worlds, groups) = (self.count as u32, self.groups as u32);
        RunSettings { worlds, fresh: u32::from(run.fresh), part: run.part, groups }.words()
    }
}

/// `groups` workgroups in both dimensions. None for 0.
pub fn in_rows(groups: u32) -> Option<[u32; 2]> {
    (groups > 0).then(|| [groups.min(GROUPS_PER_ROW), groups.div_ceil(GROUPS_PER_ROW)])
}
