//! Views for functions of the solvers.

#![allow(non_snake_case)] // MuJoCo's own names: `M`, `qLD`, `ten_J`

use super::view::{read_view, view, views};

views! { $
    reading {
        /// Which dofs and rows belong to which island.
        IslandMaps { nefc island_nv island_idofadr island_nefc island_iefcadr map_idof2dof map_iefc2efc }
        /// The rows for primal solvers: their effect on the dofs.
        PrimalRows { ne nf efc_D efc_R efc_frictionloss efc_type efc_id
            efc_J M qLD qfrc_smooth island_ne island_nf }
        /// The rows for dual solvers: their effect on each other.
        DualRows { ne nf efc_D efc_R efc_frictionloss efc_type efc_id
            efc_b efc_AR island_ne island_nf }
    }
    writing {
        /// Acceleration and forces of a world without constraint rows.
        FreeMotion {
            reads { nisland qacc_smooth }
            updates { solver } writes { qacc qfrc_constraint solver_niter solver_matrix } scratch {} work {}
        }
    }
}
