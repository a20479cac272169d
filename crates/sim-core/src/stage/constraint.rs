//! Views for functions of the constraint rows.

#![allow(non_snake_case)] // MuJoCo's own names: `M`, `qLD`, `ten_J`

use super::view::{read_view, view, views};

views! { $
    reading {
        /// Inputs of the frames that connects and welds attach.
        Attachments { xpos xquat xmat site_xpos }
        /// Contacts and the forces of their rows.
        ContactForces { contact efc_force }
        /// Inputs of the forces that contacts, connects and welds exert on bodies.
        ExternalForces { ne contact efc_id efc_force xpos xquat xmat site_xpos subtree_com }
        /// Inputs that decide which trees a row connects.
        RowTrees { contact efc_type efc_id efc_J }
        /// Inputs of the cost of the rows.
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
        /// The rows during their construction.
        NewRows {
            reads { ten_J }
            updates { ne nf nl nefc efc_J efc_type efc_id efc_pos efc_margin
                efc_frictionloss tendon_efcadr }
            writes {} scratch { coupled_dofs row_entries } work {}
        }
    }
}
