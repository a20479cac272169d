//! Buffers with room behind them.
//!
//! Small buffers of different worlds may lie side by side in memory. If one ended in the line of the cache in which the
//! next begins, threads that step the two worlds would take that line from each other at every write: a quarter of the
//! time of a small world's step. A line's worth of room behind each buffer, never used, keeps them apart.

/// Length of a line of the cache (bytes).
const LINE: usize = 64;

/// Makes sure that there is room behind the entries.
#[inline]
pub(crate) fn leave_room<T>(buffer: &mut Vec<T>) {
    buffer.reserve_exact(LINE / size_of::<T>().clamp(1, LINE));
}

/// Gives a buffer of fixed size its length; new entries are zero.
pub(crate) fn fit<T: Clone + Default>(buffer: &mut Vec<T>, len: usize) {
    if buffer.len() != len {
        let spare = LINE / size_of::<T>().clamp(1, LINE);
        buffer.reserve_exact((len + spare).saturating_sub(buffer.len()));
        buffer.resize(len, T::default());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Model;

    #[test]
    fn there_is_room_behind_the_arrays_of_a_world() {
        let m = Model::n_link_pendulum(5, 1.0, 0.1);
        let mut d = m.make_data();
        d.step(&m).unwrap();
        for array in [&d.qpos, &d.qvel, &d.qacc, &d.xpos, &d.cdof, &d.qfrc_passive, &d.scratch.momentum] {
            assert!(array.capacity() >= array.len() + LINE / 8);
        }
    }
}
