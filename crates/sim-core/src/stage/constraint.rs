//! Views that functions of the constraint rows take.

#![allow(non_snake_case)] // MuJoCo's own names: `M`, `qLD`, `ten_J`

use super::view::{read_view, view, views};

views! { $
    reading {
        /// What the frames that connects and welds tie together follow from.
        Attachments { xpos xquat xmat site_xpos }
        /// Contacts and what their rows carry.
        ContactForces { contact efc_force }
        /// What the forces of contacts, connects and welds on bodies follow from.
        ExternalForces { ne contact efc_id efc_force xpos xquat xmat site_xpos subtree_com }
        /// What the trees that a row ties together follow from.
        RowTrees { contact efc_type efc_id efc_J }
        /// What the cost of the rows depends on.
        RowCosts { ne nf efc_D efc_R efc_frictionloss efc_type efc_id }
    }
    writing {
        /// Clears the islands of a world without rows.
        NoIslands {
            reads {} updates {}
            writes { nisland nidof tree_island island_ntree island_itreeadr island_nv island_idofadr island_dofadr island_ne
                island_nf island_nefc island_iefcadr }
            scratch {} work {}
        }
        /// The rows while they are made.
        NewRows {
            reads { ten_J }
            updates { ne nf nl nefc efc_J efc_type efc_id efc_pos efc_margin
                efc_frictionloss tendon_efcadr }
            writes {} scratch { coupled_dofs row_entries } work {}
        }
    }
}
