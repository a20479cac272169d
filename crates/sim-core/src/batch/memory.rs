//! Whether the worlds of a batch fit into memory, checked before the first of many is made.
//!
//! A system that overcommits memory returns no error: it kills the process when the memory is written.

use super::BatchError;
use crate::arrays::{ArrayRef, Shape};
use crate::data::Data;
use crate::model::Model;

/// Bytes of one world without contacts and constraint rows.
#[must_use]
pub fn world_bytes(m: &Model) -> usize {
    let world = m.make_thread_data();
    let mut bytes = size_of::<Data>() + world.matrix_bytes();
    world.visit_arrays(m, &mut |_, _: Shape, array| {
        bytes += match array {
            ArrayRef::F64(a) => size_of_val(a),
            ArrayRef::F32(a) => size_of_val(a),
            ArrayRef::I32(a) => size_of_val(a),
            ArrayRef::I64(a) => size_of_val(a),
            ArrayRef::U8(a) => size_of_val(a),
            ArrayRef::Bool(a) => size_of_val(a),
        };
    });
    bytes
}

/// Checks that `n` worlds of a Model fit into `limit` bytes; default: the memory that is free now.
pub fn check_memory(m: &Model, n: usize, limit: Option<usize>) -> Result<(), BatchError> {
    // one world fits wherever its model does
    if n <= 1 {
        return Ok(());
    }
    let Some(limit) = limit.or_else(free_memory) else { return Ok(()) };
    let each = world_bytes(m);
    let needed = n.saturating_mul(each);
    if needed > limit { Err(BatchError::Memory { worlds: n, each, needed, limit }) } else { Ok(()) }
}

/// Bytes that this process can still allocate; `None` if unknown. On Linux: the memory that is free or can be freed, and the
/// limit of the control group.
#[must_use]
pub fn free_memory() -> Option<usize> {
    let number = |text: &str| text.trim().parse::<usize>().ok();
    let read = |path: &str| std::fs::read_to_string(path).ok();
    let machine = read("/proc/meminfo").and_then(|text| {
        let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
        number(line.trim_end_matches("kB"))?.checked_mul(1024)
    });
    let group = read("/sys/fs/cgroup/memory.max").as_deref().and_then(number).and_then(|most| {
        let used = read("/sys/fs/cgroup/memory.current").as_deref().and_then(number)?;
        Some(most.saturating_sub(used))
    });
    [machine, group].into_iter().flatten().min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_many_worlds_are_refused_with_the_numbers() {
        let m = Model::n_link_pendulum(3, 1.0, 0.1);
        let each = world_bytes(&m);
        assert!(each > size_of::<Data>() + 8 * (m.nq + m.nv));
        assert_eq!(check_memory(&m, 10, Some(10 * each)), Ok(()));
        let error = BatchError::Memory { worlds: 11, each, needed: 11 * each, limit: 10 * each };
        assert_eq!(check_memory(&m, 11, Some(10 * each)), Err(error.clone()));
        assert!(error.to_string().contains("11 worlds") && error.to_string().contains("fewer"));
        assert!(check_memory(&m, usize::MAX, Some(usize::MAX - 1)).is_err());
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn the_system_tells_how_much_there_is() {
        assert!(free_memory().is_some_and(|bytes| bytes > 1 << 20));
    }
}
