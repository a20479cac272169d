//! Copies between worlds.

use super::Data;

impl Data {
    /// Whether the other world has arrays of equal lengths.
    #[must_use]
    pub fn is_like(&self, other: &Self) -> bool {
        self.has_lengths_of(other)
    }

    /// Copies state, inputs and results of `from`, a world of equal sizes. Buffers that are large enough are not reallocated.
    pub fn copy_from(&mut self, from: &Self) {
        self.copy_fields(from);
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
    }
}
