//! Views for functions of collision detection.

#![allow(non_snake_case)] // MuJoCo's own names: `M`, `qLD`, `ten_J`

use super::view::{read_view, view, views};

views! { $
    reading {
        /// Poses of the geoms.
        GeomPoses { geom_xpos geom_xmat }
        /// Inputs of the broad phase.
        BroadPhase { geom_xpos geom_xmat body_awake ntree_awake }
    }
    writing {
        /// Inputs that decide, for two bodies, which pairs of geoms may touch.
        Candidates {
            reads { geom_xpos geom_xmat xipos ximat body_awake }
            updates { bvh_active } writes {} scratch {} work {}
        }
        /// Inputs and outputs of a search of the narrow phase.
        NarrowPhase {
            reads { geom_xpos geom_xmat }
            updates {} writes {} scratch {} work { collision }
        }
    }
}
