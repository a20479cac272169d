//! Views that functions of collision detection take.

#![allow(non_snake_case)] // MuJoCo's own names: `M`, `qLD`, `ten_J`

use super::view::{read_view, view, views};

views! { $
    reading {
        /// Where the geoms are.
        GeomPoses { geom_xpos geom_xmat }
        /// What the broad phase reads.
        BroadPhase { geom_xpos geom_xmat body_awake ntree_awake }
    }
    writing {
        /// What pairs of geoms that may touch follow from, the pairs of bodies being known.
        Candidates {
            reads { geom_xpos geom_xmat xipos ximat body_awake }
            updates { bvh_active } writes {} scratch {} work {}
        }
        /// What a search of the narrow phase needs.
        NarrowPhase {
            reads { geom_xpos geom_xmat }
            updates {} writes {} scratch {} work { collision }
        }
    }
}
