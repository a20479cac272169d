//! Options of a batch.

use crate::codegen::Precision;
use crate::codegen::noise::ControlNoise;
use crate::compiler::GpuCompiler;

/// How a batch is made. Start from the default and set what differs.
///
/// ```
/// use sim_gpu::{GpuBatchSim, GpuOptions};
/// use std::sync::Arc;
///
/// let text = "<mujoco><worldbody><body><joint type='hinge'/><geom size='.1' pos='0 .5 0'/></body></worldbody></mujoco>";
/// let model = Arc::new(sim_mjcf::load_model(text)?);
/// # let (device, queue, info) = shader_machine::device(&Default::default());
/// # let context = sim_gpu::GpuSimContext::from_device(device, queue, info);
/// let options = GpuOptions::default().visible(["xpos"]).per_world(["dof_damping"]);
/// let mut batch = GpuBatchSim::with(&context, model, 2, &options)?;
/// batch.override_fields(&[("dof_damping", &[0.0, 5.0])])?;
/// batch.step_all()?;
/// assert_eq!(batch.read("xpos")?.len(), 2 * 2 * 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct GpuOptions {
    /// Precision of the reals. Default: single.
    pub precision: Precision,
    /// Fields of `Data` that [`GpuBatchSim::read`](crate::GpuBatchSim::read) may ask for, besides the state.
    pub visible: Vec<String>,
    /// Arrays of the `Model`, and options such as `opt_gravity`, that may differ between worlds: see
    /// [`GpuBatchSim::override_fields`](crate::GpuBatchSim::override_fields).
    pub per_world: Vec<String>,
    /// Most contacts of a world. Default: what the model can have, at most 48 or four for each moving body.
    pub contacts: Option<usize>,
    /// Most constraint rows of a world. Default: what the contacts and the other constraints of the model can have.
    pub rows: Option<usize>,
    /// Compute only what the visible fields need, in [`GpuBatchSim::forward_all`](crate::GpuBatchSim::forward_all). The batch cannot step.
    pub only_visible: bool,
    /// Noise that the GPU adds to the controls before every step. Default: none.
    pub control_noise: Option<ControlNoise>,
    /// The compiler of the kernels: see [`GpuCompiler::default`].
    pub compiler: GpuCompiler,
    /// Whether a world's results are the same bits in batches of all sizes. Default: false. Then the lanes of a world, which the last digits
    /// depend on, follow the number of worlds: on an H200 small models are two to three times as fast. Batches of one size repeat bit
    /// for bit in either case.
    pub same_bits_for_any_size: bool,
    /// Settings that change speed and the last digits of results.
    pub tuning: GpuTuning,
}

impl GpuOptions {
    /// Sets the precision of the reals.
    pub fn precision(mut self, precision: Precision) -> Self {
        self.precision = precision;
        self
    }

    /// Sets the visible fields.
    pub fn visible<S: Into<String>>(mut self, fields: impl IntoIterator<Item = S>) -> Self {
        self.visible = fields.into_iter().map(Into::into).collect();
        self
    }

    /// Sets the arrays and options of the model that may differ between worlds.
    pub fn per_world<S: Into<String>>(mut self, fields: impl IntoIterator<Item = S>) -> Self {
        self.per_world = fields.into_iter().map(Into::into).collect();
        self
    }

    /// Sets the most contacts of a world.
    pub fn contacts(mut self, contacts: impl Into<Option<usize>>) -> Self {
        self.contacts = contacts.into();
        self
    }

    /// Sets the most constraint rows of a world.
    pub fn rows(mut self, rows: impl Into<Option<usize>>) -> Self {
        self.rows = rows.into();
        self
    }

    /// Sets whether only what the visible fields need is computed.
    pub fn only_visible(mut self, only_visible: bool) -> Self {
        self.only_visible = only_visible;
        self
    }

    /// Sets the noise on the controls.
    pub fn control_noise(mut self, noise: impl Into<Option<ControlNoise>>) -> Self {
        self.control_noise = noise.into();
        self
    }

    /// Sets the compiler of the kernels.
    pub fn compiler(mut self, compiler: GpuCompiler) -> Self {
        self.compiler = compiler;
        self
    }

    /// Sets whether a world's results are the same bits in batches of all sizes.
    pub fn same_bits_for_any_size(mut self, same: bool) -> Self {
        self.same_bits_for_any_size = same;
        self
    }

    /// Edits the tuning.
    ///
    /// ```
    /// let options = sim_gpu::GpuOptions::default().tune(|tuning| tuning.smooth_lanes(8).solver_lanes(32));
    /// assert_eq!(options.tuning.smooth_lanes, Some(8));
    /// ```
    pub fn tune(mut self, edit: impl FnOnce(GpuTuning) -> GpuTuning) -> Self {
        self.tuning = edit(self.tuning);
        self
    }
}

/// Settings of a batch that change speed, memory and the last digits of results. The defaults suit most models and GPUs.
///
/// `cortenforge bench MODEL --gpu --try-lanes` measures which lanes are fastest.
///
/// ```
/// use sim_gpu::GpuTuning;
///
/// let tuning = GpuTuning::default().smooth_lanes(1).groups(1000);
/// assert!(tuning.subgroups && tuning.solver_lanes.is_none());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GpuTuning {
    /// Threads per world (*lanes*) in all of a step but the solver: a power of two up to 256. With 2 to 16 a workgroup has several worlds.
    ///
    /// Default: 1 for models of up to 12 dofs, 32 for larger ones. Where subgroups have 32 lanes it follows the number of worlds too, unless
    /// [`GpuOptions::same_bits_for_any_size`] is set: 32 for two thousand worlds, 4 for some thousand of a small model, 1 for a hundred
    /// thousand of a large one. Where they have fewer, models of up to 64 dofs have 1.
    pub smooth_lanes: Option<usize>,
    /// Threads per world in the solver: a power of two up to 256.
    ///
    /// Default: 1 for many worlds of up to 12 dofs, else 32. Other numbers are slow: 32 lanes hold the rows of Newton's matrices in
    /// registers.
    pub solver_lanes: Option<usize>,
    /// Most workgroups of kernels with spill memory: each of them has its own. Default: 24 on each SM with NVRTC, 2,112 with the driver.
    pub groups: Option<usize>,
    /// Bytes of workgroup memory for the fields of a world, within what the device has.
    ///
    /// Default: 3,500 (5,000 with NVRTC), and up to 6,000 (14,000) in kernels other than the solver that then hold all their fields. Fewer
    /// bytes let more worlds run at once on an SM.
    pub workgroup_bytes: Option<usize>,
    /// Most numbers of a thread in private arrays, in kernels with one lane per world. Default: 9,216 bytes of them.
    pub private_numbers: Option<usize>,
    /// Whether lanes may add up by subgroup operations, if a subgroup holds all lanes of a world. Default: true.
    pub subgroups: bool,
    /// Makes every stage a kernel, so that [`GpuBatchSim::profile_steps`](crate::GpuBatchSim::profile_steps) measures each. The step is
    /// slower. Default: false.
    pub by_stage: bool,
}

impl Default for GpuTuning {
    fn default() -> Self {
        Self {
            smooth_lanes: None,
            solver_lanes: None,
            groups: None,
            workgroup_bytes: None,
            private_numbers: None,
            subgroups: true,
            by_stage: false,
        }
    }
}

impl GpuTuning {
    /// Sets the threads per world outside the solver.
    pub fn smooth_lanes(mut self, lanes: impl Into<Option<usize>>) -> Self {
        self.smooth_lanes = lanes.into();
        self
    }

    /// Sets the threads per world in the solver.
    pub fn solver_lanes(mut self, lanes: impl Into<Option<usize>>) -> Self {
        self.solver_lanes = lanes.into();
        self
    }

    /// Sets the most workgroups of kernels with spill memory.
    pub fn groups(mut self, groups: impl Into<Option<usize>>) -> Self {
        self.groups = groups.into();
        self
    }

    /// Sets the bytes of workgroup memory for the fields of a world.
    pub fn workgroup_bytes(mut self, bytes: impl Into<Option<usize>>) -> Self {
        self.workgroup_bytes = bytes.into();
        self
    }

    /// Sets the most numbers of a thread in private arrays.
    pub fn private_numbers(mut self, numbers: impl Into<Option<usize>>) -> Self {
        self.private_numbers = numbers.into();
        self
    }

    /// Sets whether lanes may add up by subgroup operations.
    pub fn subgroups(mut self, subgroups: bool) -> Self {
        self.subgroups = subgroups;
        self
    }

    /// Sets whether every stage is a kernel.
    pub fn by_stage(mut self, by_stage: bool) -> Self {
        self.by_stage = by_stage;
        self
    }
}
