//! The error of f32 is small: a forward pass from states of a rollout, compared with the engine in f64.

use crate::harness::single::measure;
use crate::harness::whole::stripped;
use crate::harness::{context, load};

/// Worlds of each model. With so few, the 99.9 % quantile is the largest error.
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

// 90 degrees has no exact f32: a pole at its limit differs from the rounded limit by more than its force allows
#[test]
fn a_limit_counts_all_its_digits() {
    let text = r#"
<mujoco>
  <option timestep="0.01"/>
  <worldbody>
    <body>
      <joint type="slide" axis="1 0 0" range="-1 1" damping="1" solreflimit="0.08 1"/>
      <geom type="capsule" size="0.1 0.1" contype="0"/>
      <body>
        <joint type="hinge" axis="0 1 0" range="-90 90" damping="1" solreflimit="0.08 1"/>
        <geom type="capsule" fromto="0 0 0 0.001 0 0.6" size="0.05" contype="0"/>
      </body>
    </body>
  </worldbody>
</mujoco>"#;
    let measured = measure(&context(), &sim_mjcf::load_model(text).unwrap(), WORLDS).unwrap();
    let (median, rounded) = (measured.qacc.median(), measured.rounded.median());
    assert!(rounded > 1e-6, "the pole does not lean on its limit: a rounded model gives {rounded:.1e}");
    assert!(median < 0.3 * rounded, "the error of qacc is {median:.1e}, that of a rounded model {rounded:.1e}");
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

// depths of micrometres between bodies of centimetres, and accelerations that nearly cancel
#[test]
fn loose_things() {
    near("marbles");
    near("dominoes");
}
