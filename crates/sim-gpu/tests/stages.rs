//! Every stage on the card, in numbers of 64 bits, beside the engine on the CPU: the first field that differs names the stage.

mod harness;

use harness::{Comparison, load};

#[test]
fn kinematics() {
    let fields = [
        "xpos",
        "xquat",
        "xmat",
        "xipos",
        "ximat",
        "xanchor",
        "xaxis",
        "geom_xpos",
        "geom_xmat",
        "site_xpos",
        "site_xmat",
    ];
    for name in ["humanoid", "hand", "gripper"] {
        Comparison::new(&load(name)).fields(&fields).run(name);
    }
}
