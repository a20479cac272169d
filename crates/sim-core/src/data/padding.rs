//! Padding behind the buffers of a world.
//!
//! Small buffers of worlds that one thread made may lie side by side in memory. If two buffers shared a cache line, the threads
//! that step their worlds would take it from each other at every write: a tenth or more of a small world's step. One unused cache
//! line behind each buffer keeps them apart. Worlds made by the threads that step them need no padding: the allocator keeps the
//! memory of threads apart.

use bytemuck::{Zeroable, zeroed_vec};

/// Length of a line of the cache (bytes).
const LINE: usize = 64;

/// Padding behind the buffers of a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Padding {
    /// A line of the cache.
    CacheLine,
    /// Nothing.
    None,
}

impl Padding {
    /// Entries that fill it.
    fn entries<T>(self) -> usize {
        match (self, size_of::<T>()) {
            (Self::None, _) | (_, 0) => 0,
            (Self::CacheLine, size) => LINE.div_ceil(size),
        }
    }

    /// Gives a buffer its length; new entries are zero.
    pub(crate) fn fit<T: Clone + Default + Zeroable>(self, buffer: &mut Vec<T>, len: usize) {
        if buffer.len() == len {
            return;
        }
        if buffer.capacity() == 0 {
            // zeros of the system, which take up no memory until they are written to
            *buffer = zeroed_vec(len + self.entries::<T>());
            buffer.truncate(len);
        } else {
            buffer.reserve_exact((len + self.entries::<T>()).saturating_sub(buffer.len()));
            buffer.resize(len, T::default());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Model;

    #[test]
    fn there_is_padding_behind_the_arrays_of_a_world() {
        let m = Model::n_link_pendulum(5, 1.0, 0.1);
        let mut d = m.make_data();
        d.step(&m).unwrap();
        for array in [&d.qpos, &d.qvel, &d.qacc, &d.xpos, &d.cdof, &d.qfrc_passive, &d.scratch.momentum] {
            assert!(array.capacity() >= array.len() + Padding::CacheLine.entries::<f64>());
        }
        let fresh = m.make_thread_data();
        assert_eq!(fresh, m.make_data());
        for array in [&fresh.qpos, &fresh.xpos, &fresh.cdof, &fresh.scratch.momentum] {
            assert_eq!(array.capacity(), array.len());
        }
    }
}
