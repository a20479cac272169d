//! Numbers of 32 bits are near enough: a forward pass from states of a rollout beside the engine in 64 bits.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::type_complexity, clippy::print_stdout)]

mod harness;

use harness::single::measure;
use harness::whole::stripped;
use harness::{context, load};

/// Worlds of each model: with these few, the error of 99.9 % of them is that of the worst.
const WORLDS: usize = 64;

fn near(name: &str) {
    let measured =
        measure(&context(), &stripped(&load(name)), WORLDS).unwrap_or_else(|error| panic!("{name}: {error}"));
    let (median, most) = (measured.qacc.median(), measured.qacc.most());
    println!("{name}: {median:.1e}, {most:.1e}, {} contacts", measured.contacts);
    assert!(measured.worlds > WORLDS / 2, "{name}: geoms just touch in {} worlds", measured.undecided);
    assert_eq!(measured.other_contacts, 0, "{name}: worlds with other contacts");
    assert!(measured.is_near(), "{name}: the error of qacc is {median:.1e} in half of the worlds, {most:.1e} in all");
}

#[test]
fn pendulums() {
    near("cartpole");
    near("double_pendulum");
    near("pendulum_ball");
}

#[test]
fn robots() {
    near("humanoid");
    near("quadruped");
}

#[test]
fn balls_on_strings() {
    near("cradle");
}
