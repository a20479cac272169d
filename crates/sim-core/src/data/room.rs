//! Buffers with room behind them.
//!
//! Small buffers of different worlds may lie side by side in memory. If one ended in the line of the cache in which the
//! next begins, threads that step the two worlds would take that line from each other at every write, a tenth or more of a
//! small world's step. A line's worth of room behind each buffer, never used, keeps them apart.

/// Length of a line of the cache (bytes).
const LINE: usize = 128;

/// Entries that fill a line.
const fn room<T>() -> usize {
    let size = size_of::<T>();
    if size == 0 { 0 } else { LINE.div_ceil(size) }
}

/// Makes sure that there is room behind the entries of a buffer that grows, by an eighth at a time at least.
#[inline]
pub(crate) fn leave_room<T>(buffer: &mut Vec<T>) {
    if buffer.capacity() - buffer.len() < room::<T>() {
        buffer.reserve_exact(room::<T>() + buffer.len() / 8);
    }
}

/// Gives a buffer of fixed size its length; new entries are zero.
pub(crate) fn fit<T: Clone + Default>(buffer: &mut Vec<T>, len: usize) {
    if buffer.len() != len {
        buffer.reserve_exact((len + room::<T>()).saturating_sub(buffer.len()));
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
            assert!(array.capacity() >= array.len() + room::<f64>());
        }
    }

    #[test]
    fn a_growing_buffer_seldom_moves() {
        let (mut buffer, mut moves) = (Vec::new(), 0);
        for i in 0..1000 {
            let before = buffer.capacity();
            buffer.push(f64::from(i));
            leave_room(&mut buffer);
            assert!(buffer.capacity() >= buffer.len() + room::<f64>());
            moves += usize::from(buffer.capacity() != before);
        }
        assert!(moves < 60, "{moves}");
    }
}
