//! A world that becomes like another one, or takes over stored results.

use super::Data;
use crate::linalg::sparse;

impl Data {
    /// Whether the other world is of a Model with the same sizes and trees.
    #[must_use]
    pub fn is_like(&self, other: &Self) -> bool {
        self.has_lengths_of(other)
    }

    /// Becomes the same as `from`, a world of the same sizes. Buffers that are large enough stay where they are.
    pub fn copy_from(&mut self, from: &Self) {
        self.copy_fields(from);
        self.work.forget_tiles();
    }

    /// To be called after results were put into the arrays from outside, for passes that do not begin at the positions: the
    /// forms in which the engine keeps matrices for itself are made anew. False, and nothing done, when the indices of the
    /// constraint Jacobian lead out of its arrays.
    pub fn adopt_arrays(&mut self) -> bool {
        let fits = self.has_consistent_rows();
        if fits {
            self.work.forget_tiles();
        }
        fits
    }

    /// Whether all rows lie within the arrays of the Jacobian, and its columns are dofs.
    fn has_consistent_rows(&self) -> bool {
        let rows = |indices: &[i32]| indices.len() >= self.nefc && indices.iter().all(|&i| i >= 0);
        let columns = self.efc_J_colind.iter().all(|&c| usize::try_from(c).is_ok_and(|c| c < self.qvel.len()));
        let len = self.efc_J.len().min(self.efc_J_colind.len());
        columns
            && rows(&self.efc_J_rownnz)
            && rows(&self.efc_J_rowadr)
            && (0..self.nefc).all(|row| sparse::row_range(&self.efc_J_rownnz, &self.efc_J_rowadr, row).end <= len)
    }
}

#[cfg(test)]
mod tests {
    use crate::model::{Model, Stage};

    #[test]
    fn a_copy_goes_on_in_the_middle_of_a_step() {
        let mut m = Model::n_link_pendulum(6, 1.0, 0.1);
        m.dof_frictionloss.fill(0.1);
        let (mut d, mut copy) = (m.make_data(), m.make_data());
        d.qvel[0] = 1.0;
        d.step(&m).unwrap();
        d.forward(&m).unwrap();
        assert_eq!(d.nefc, 6);
        assert!(copy.is_like(&d) && !copy.is_like(&Model::n_link_pendulum(5, 1.0, 0.1).make_data()));
        let places = [copy.qpos.as_ptr(), copy.qLD.tiles().as_flattened().as_flattened().as_ptr()];
        copy.copy_from(&d);
        assert_eq!(places, [copy.qpos.as_ptr(), copy.qLD.tiles().as_flattened().as_flattened().as_ptr()]);
        for world in [&mut d, &mut copy] {
            world.qfrc_applied[3] = 0.5;
            world.forward_after(&m, Stage(2), Default::default(), Default::default()).unwrap();
        }
        assert_eq!((&d.qacc, &d.efc_force), (&copy.qacc, &copy.efc_force));
        assert!(d.efc_force.iter().any(|&f| f != 0.0));
        copy.efc_J_colind[5] = 6;
        assert!(!copy.adopt_arrays());
    }
}
