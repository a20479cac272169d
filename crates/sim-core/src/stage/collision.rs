//! Views that functions of collision detection take.

#![allow(non_snake_case)] // MuJoCo's own names: `M`, `qLD`, `ten_J`

use super::view::{read_view, view, views};

views! { $
    reading {
        /// Poses of geoms.
        GeomPoses { geom_xpos geom_xmat }
    }
    writing {
    }
}
