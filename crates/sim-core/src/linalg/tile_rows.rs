//! A sparse matrix whose rows are kept in lanes of four, rows that reach the same tiles side by side: the constraint
//! Jacobian as the solvers use it.

use super::tiles::{Lane, WIDTH};

/// Rows that reach the same tiles.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Group {
    /// Rows from here to the start of the next group.
    first: usize,
    /// Where its list of tiles starts.
    list: usize,
    /// Where its lanes start.
    lanes: usize,
}

/// The matrix.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TileRows {
    groups: Vec<Group>,
    /// Tiles of each group, increasing.
    reached: Vec<i32>,
    /// For each row of a group a lane per tile.
    lanes: Vec<Lane>,
    rows: usize,
}

/// One group of rows.
#[derive(Clone, Copy, Debug)]
pub struct GroupView<'a> {
    /// Number of the first row.
    pub first: usize,
    /// Number of rows.
    pub count: usize,
    /// Tiles the rows reach, increasing.
    pub reached: &'a [i32],
    /// Lanes of one row after the other.
    pub lanes: &'a [Lane],
}

impl TileRows {
    /// Forgets all rows.
    pub fn clear(&mut self) {
        self.groups.clear();
        self.reached.clear();
        self.lanes.clear();
        self.rows = 0;
    }

    /// Starts a group of rows that reach the tiles of `slots`, increasing positions of dofs in tiles.
    pub fn begin_group(&mut self, slots: impl Iterator<Item = usize>) {
        self.groups.push(Group { first: self.rows, list: self.reached.len(), lanes: self.lanes.len() });
        let mut last = None;
        for slot in slots {
            let tile = slot / WIDTH;
            if last != Some(tile) {
                self.reached.push(tile as i32);
                last = Some(tile);
            }
        }
    }

    /// Appends a row to the last group: its entries by increasing position.
    pub fn push(&mut self, entries: impl Iterator<Item = (usize, f64)>) {
        self.rows += 1;
        let Some(&Group { list, .. }) = self.groups.last() else { return };
        let reached = &self.reached[list..];
        let start = self.lanes.len();
        self.lanes.resize(start + reached.len(), [0.0; WIDTH]);
        let lanes = &mut self.lanes[start..];
        let mut at = 0;
        for (slot, value) in entries {
            let tile = (slot / WIDTH) as i32;
            while at < reached.len() && reached[at] != tile {
                at += 1;
            }
            if let Some(lane) = lanes.get_mut(at) {
                lane[slot % WIDTH] = value;
            }
        }
    }

    /// The groups in order.
    #[inline]
    pub fn groups(&self) -> impl Iterator<Item = GroupView<'_>> {
        self.groups.iter().enumerate().map(|(g, group)| {
            let end = Group { first: self.rows, list: self.reached.len(), lanes: self.lanes.len() };
            let Group { first, list, lanes } = self.groups.get(g + 1).copied().unwrap_or(end);
            GroupView {
                first: group.first,
                count: first - group.first,
                reached: &self.reached[group.list..list],
                lanes: &self.lanes[group.lanes..lanes],
            }
        })
    }

    /// `out = J x`.
    #[inline(always)]
    pub(super) fn mul_wide(&self, x: &[Lane], out: &mut [f64]) {
        for group in self.groups() {
            let out = &mut out[group.first..group.first + group.count];
            if group.reached.is_empty() {
                out.fill(0.0);
                continue;
            }
            for (row, out) in group.lanes.chunks_exact(group.reached.len()).zip(out) {
                let mut products = [0.0; WIDTH];
                for (lane, &t) in row.iter().zip(group.reached) {
                    let x = &x[t as usize];
                    for l in 0..WIDTH {
                        products[l] += lane[l] * x[l];
                    }
                }
                *out = (products[0] + products[2]) + (products[1] + products[3]);
            }
        }
    }

    /// `out = Jᵀ x`.
    #[inline(always)]
    pub(super) fn mul_t_wide(&self, x: &[f64], out: &mut [Lane]) {
        out.fill([0.0; WIDTH]);
        for group in self.groups() {
            if group.reached.is_empty() {
                continue;
            }
            let rows = group.lanes.chunks_exact(group.reached.len());
            for (row, &x) in rows.zip(&x[group.first..]) {
                if x != 0.0 {
                    for (lane, &t) in row.iter().zip(group.reached) {
                        super::tiles::add_scaled(&mut out[t as usize], lane, x);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transpose_is_adjoint() {
        let mut j = TileRows::default();
        j.begin_group([1, 9].into_iter());
        j.push([(1, 2.0), (9, -1.0)].into_iter());
        j.push([(1, 0.5), (9, 3.0)].into_iter());
        j.begin_group([4].into_iter());
        j.push([(4, 7.0)].into_iter());
        let x = [[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0]];
        let mut y = [0.0; 3];
        j.mul_wide(&x, &mut y);
        assert_eq!(y, [-6.0, 31.0, 35.0]);
        let mut z = [[0.0; 4]; 3];
        j.mul_t_wide(&y, &mut z);
        let left: f64 = y.iter().map(|y| y * y).sum();
        let right: f64 = z.as_flattened().iter().zip(x.as_flattened()).map(|(z, x)| z * x).sum();
        assert_eq!(left, right);
    }
}
