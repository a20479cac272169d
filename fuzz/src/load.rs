//! Loading with limits far below the defaults.

use sim_mjcf::{Assets, Limits, Loaded, Loader, MjcfError};

/// Memory limit of a load in bytes. A single allocation of twice as much ends the program (`cargo xtask fuzz`), so that
/// uncounted memory is a finding.
const MEMORY: u64 = 64 << 20;

/// Limits far below the defaults, so that every allowed input is quick. An input that exceeds the time limit shows uncounted
/// work.
pub fn limits() -> Limits {
    let mut limits = Limits::default();
    limits.file_bytes = 1 << 20;
    limits.elements = 5_000;
    limits.objects = 5_000;
    limits.vertices = 20_000;
    limits.picture_bytes = 16 << 20;
    limits.memory = MEMORY;
    limits.operations = 1_000_000_000;
    limits
}

/// Loads a model from memory, without the disk.
pub fn load(xml: &str, assets: Assets) -> Result<Loaded, MjcfError> {
    Loader::new().assets(assets).disk(false).limits(limits()).load_str(xml, "")
}
