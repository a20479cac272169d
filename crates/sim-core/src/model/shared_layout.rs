//! The places of a Model's dofs in tiles: found once, shared by its worlds.

use super::Model;
use crate::linalg::layout::{Layout, Trees};
use crate::linalg::ltdl::Pattern;
use std::sync::{Arc, OnceLock};

/// The layout of a Model and its worlds, made when first needed.
#[derive(Clone, Debug, Default)]
pub struct SharedLayout(OnceLock<Arc<Layout>>);

/// Models do not differ by what has been asked of them.
impl PartialEq for SharedLayout {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Model {
    /// Sparsity of `M` and its factor.
    #[inline]
    pub fn mass_pattern(&self) -> Pattern<'_> {
        Pattern { rownnz: &self.M_rownnz, rowadr: &self.M_rowadr, colind: &self.M_colind }
    }

    /// Where the dofs have their places in tiles.
    #[inline]
    pub(crate) fn dof_layout(&self) -> &Arc<Layout> {
        let trees = || Trees {
            parent: &self.dof_parentid[..self.nv],
            simplenum: &self.dof_simplenum,
            pattern: self.mass_pattern(),
        };
        self.layout.0.get_or_init(|| Arc::new(Layout::of(trees())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_layout_is_found_anew_with_the_constants() {
        let mut m = Model::n_link_pendulum(7, 0.7, 0.3);
        let before = m.dof_layout().clone();
        assert!(Arc::ptr_eq(m.clone().dof_layout(), &before));
        m.set_const().unwrap();
        assert!(!Arc::ptr_eq(m.dof_layout(), &before));
        assert_eq!(**m.dof_layout(), *before);
    }
}
