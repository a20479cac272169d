//! Every stage on the card, in numbers of 64 bits, beside the engine on the CPU: the first field that differs names the stage.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::type_complexity)]

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
    for name in ["cartpole", "pendulum_ball", "cradle"] {
        Comparison::new(&load(name)).fields(&fields).run(name);
    }
}
