//! Buffers of a kernel.

/// Buffers of a kernel, in the order of their bindings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binding {
    /// Real numbers of the model.
    ModelReals,
    /// Whole numbers of the model.
    ModelInts,
    /// Real numbers of all worlds.
    WorldReals,
    /// Whole numbers of all worlds.
    WorldInts,
    /// Real numbers of workgroups.
    SpillReals,
    /// Whole numbers of workgroups.
    SpillInts,
    /// Fours of real numbers of workgroups.
    SpillFours,
    /// How often workgroups asked for another world.
    Turns,
    /// What this dispatch is about.
    Run,
}

impl Binding {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::ModelReals,
        Self::ModelInts,
        Self::WorldReals,
        Self::WorldInts,
        Self::SpillReals,
        Self::SpillInts,
        Self::SpillFours,
        Self::Turns,
        Self::Run,
    ];

    /// Its declaration in WGSL, behind the attributes.
    pub fn declaration(self) -> &'static str {
        match self {
            Self::ModelReals => "var<storage, read> model_reals: array<real>;",
            Self::ModelInts => "var<storage, read> model_ints: array<i32>;",
            Self::WorldReals => "var<storage, read_write> world_reals: array<real>;",
            Self::WorldInts => "var<storage, read_write> world_ints: array<i32>;",
            Self::SpillReals => "var<storage, read_write> spill_reals: array<real>;",
            Self::SpillInts => "var<storage, read_write> spill_ints: array<i32>;",
            Self::SpillFours => "var<storage, read_write> spill_fours: array<vec4r>;",
            Self::Turns => "var<storage, read_write> turns: atomic<i32>;",
            Self::Run => "var<uniform> run: Run;",
        }
    }
}
