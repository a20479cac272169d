//! Properties of the integrators: order and energy of Runge-Kutta, stability of the implicit ones.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use sim_core::{Data, Integrator, Model};

const PENDULUM: &str = r#"
<mujoco><option><flag contact="disable" energy="enable"/></option>
  <worldbody><body><joint type="hinge" axis="0 1 0"/><geom type="capsule" size="0.05 0.2" pos="0 0 -0.5"/></body></worldbody>
</mujoco>"#;

fn load(xml: &str, integrator: Integrator, timestep: f64) -> Model {
    let mut m = sim_mjcf::load_model(xml).unwrap();
    m.opt.integrator = integrator;
    m.opt.timestep = timestep;
    m
}

fn run(m: &Model, start: impl Fn(&mut Data), steps: usize) -> Data {
    let mut d = m.make_data();
    start(&mut d);
    for _ in 0..steps {
        d.step(m).unwrap();
    }
    d
}

/// Angle of the pendulum after one second from half a radian.
fn pendulum(integrator: Integrator, timestep: f64) -> f64 {
    let m = load(PENDULUM, integrator, timestep);
    run(&m, |d| d.qpos[0] = 0.5, (1.0 / timestep).round() as usize).qpos[0]
}

#[test]
fn runge_kutta_is_of_fourth_order() {
    let exact = pendulum(Integrator::RungeKutta4, 2e-4);
    let error = |integrator, h| (pendulum(integrator, h) - exact).abs();
    let fourth = error(Integrator::RungeKutta4, 0.01) / error(Integrator::RungeKutta4, 0.005);
    assert!((14.0..18.0).contains(&fourth), "{fourth}");
    let first = error(Integrator::Euler, 0.01) / error(Integrator::Euler, 0.005);
    assert!((1.5..4.5).contains(&first), "{first}");
}

#[test]
fn integrators_converge_to_each_other() {
    let after = |integrator| run(&load(PENDULUM, integrator, 1e-5), |d| d.qpos[0] = 0.5, 10).qpos[0];
    let reference = after(Integrator::RungeKutta4);
    for &integrator in Integrator::ALL {
        assert!((after(integrator) - reference).abs() < 1e-8, "{integrator}");
    }
}

#[test]
fn runge_kutta_keeps_energy() {
    let drift = |h: f64| {
        let m = load(PENDULUM, Integrator::RungeKutta4, h);
        let total = |d: &mut Data| {
            d.forward(&m).unwrap();
            d.energy[0] + d.energy[1]
        };
        let mut d = run(&m, |d| d.qpos[0] = 0.5, 0);
        let before = total(&mut d);
        let mut d = run(&m, |d| d.qpos[0] = 0.5, (1.0 / h).round() as usize);
        (total(&mut d) - before).abs() / before.abs()
    };
    assert!(drift(0.001) < 1e-10);
    let ratio = drift(0.02) / drift(0.01);
    assert!((20.0..80.0).contains(&ratio), "{ratio}");
}

#[test]
fn a_free_body_turns_as_the_quaternion_exponential_says() {
    let xml = r#"<mujoco><option gravity="0 0 0"/><worldbody><body><freejoint/>
      <geom type="box" size="0.1 0.2 0.3"/></body></worldbody></mujoco>"#;
    for &integrator in Integrator::ALL {
        let m = load(xml, integrator, 0.005);
        let mut d = m.make_data();
        // about a principal axis: the velocity stays
        d.qvel[5] = 3.0;
        for _ in 0..100 {
            d.step(&m).unwrap();
            let norm = d.qpos[3..7].iter().map(|q| q * q).sum::<f64>().sqrt();
            assert!((norm - 1.0).abs() < 1e-10);
        }
        let half = 0.5 * 3.0 * 0.5_f64;
        let error = (d.qpos[3] - half.cos()).abs() + d.qpos[4].abs() + d.qpos[5].abs() + (d.qpos[6] - half.sin()).abs();
        assert!(error < 1e-6, "{integrator}: {error}");
    }
}

#[test]
fn a_spinning_body_alone_is_the_same_for_both_implicit_integrators() {
    let xml = r#"<mujoco><worldbody><body><freejoint/><geom type="box" size="0.1 0.2 0.3" pos="0.1 0.05 0"/></body>
      </worldbody></mujoco>"#;
    let after = |integrator| {
        run(&load(xml, integrator, 0.002), |d| d.qvel.copy_from_slice(&[0.1, 0.2, 0.3, 5.0, 0.1, 4.0]), 200).qpos
    };
    let (a, b) = (after(Integrator::Implicit), after(Integrator::ImplicitFast));
    assert!(a.iter().zip(&b).all(|(x, y)| (x - y).abs() < 1e-11));
}

#[test]
fn a_weight_lands_on_a_limit_under_runge_kutta() {
    let xml = r#"<mujoco><option integrator="RK4"/><worldbody><body pos="0 0 1">
      <joint type="slide" axis="0 0 1" limited="true" range="-0.8 2"/><geom size="0.1"/></body></worldbody></mujoco>"#;
    let m = sim_mjcf::load_model(xml).unwrap();
    let mut d = m.make_data();
    let mut rows = 0;
    for _ in 0..2000 {
        d.step(&m).unwrap();
        rows += d.nefc;
        assert!(d.qpos[0] > -0.9 && d.qpos[0] <= 0.0 && d.qvel[0].abs() < 5.0);
    }
    assert!(rows > 0 && d.qvel[0].abs() < 1e-3);
}

#[test]
fn a_ball_lands_on_the_floor_under_runge_kutta() {
    let xml = r#"<mujoco><option integrator="RK4"><flag energy="enable"/></option><worldbody><geom type="plane" size="1 1 1"/>
      <body pos="0 0 0.5"><freejoint/><geom size="0.1"/></body></worldbody></mujoco>"#;
    let m = sim_mjcf::load_model(xml).unwrap();
    let mut d = m.make_data();
    d.forward(&m).unwrap();
    let start = d.energy[0] + d.energy[1];
    let mut touching = 0;
    for _ in 0..1000 {
        d.step(&m).unwrap();
        touching += d.ncon;
        assert!(d.qpos[2] > 0.05, "through the floor");
        assert!(d.energy[0] + d.energy[1] < 1.001 * start, "energy from nothing");
    }
    assert!(touching > 100 && d.qvel[2].abs() < 1e-2);
}

#[test]
fn runge_kutta_leaves_sensors_of_the_start_and_the_last_stage_as_warm_start() {
    let xml = r#"<mujoco><worldbody><body><joint name="j" axis="0 1 0" range="-0.1 0.1" limited="true"/>
      <geom type="capsule" size="0.05 0.2" pos="0 0 -0.5"/></body></worldbody>
      <sensor><jointpos joint="j"/><jointvel joint="j"/></sensor></mujoco>"#;
    let m = load(xml, Integrator::RungeKutta4, 0.01);
    let mut d = run(&m, |d| d.qpos[0] = 0.3, 5);
    let mut before = d.clone();
    before.forward(&m).unwrap();
    d.step(&m).unwrap();
    assert_eq!(d.sensordata, before.sensordata);
    assert_eq!(d.qacc_warmstart, d.qacc);
    assert_ne!(d.qacc, before.qacc);
}

/// Largest speed over one second; infinite if a step fails or a number is not finite.
fn largest_speed(m: &Model, speed: f64) -> f64 {
    let mut d = m.make_data();
    d.qvel.fill(speed);
    let mut largest = 0.0_f64;
    for _ in 0..(1.0 / m.opt.timestep) as usize {
        if d.step(m).is_err() {
            return f64::INFINITY;
        }
        largest = d.qvel.iter().fold(largest, |s, v| s.max(v.abs()));
    }
    largest
}

#[test]
fn implicit_integrators_are_stable_where_euler_is_not() {
    // damping far beyond 2 m / h, in a tendon, which Euler treats explicitly
    let xml = r#"<mujoco><option gravity="0 0 0"><flag contact="disable"/></option><worldbody>
      <body><joint name="a" axis="0 1 0"/><geom type="capsule" size="0.05" fromto="0 0 0 0.5 0 0"/>
        <body pos="0.5 0 0"><joint name="b" axis="0 1 0"/><geom type="capsule" size="0.05" fromto="0 0 0 0.5 0 0"/></body>
      </body></worldbody>
      <tendon><fixed damping="1e3"><joint joint="a" coef="1"/><joint joint="b" coef="-1"/></fixed></tendon></mujoco>"#;
    assert!(largest_speed(&load(xml, Integrator::Euler, 0.01), 1.0) > 1e3);
    for integrator in [Integrator::Implicit, Integrator::ImplicitFast] {
        assert!(largest_speed(&load(xml, integrator, 0.01), 1.0) < 10.0, "{integrator}");
    }
}

const SPRING: &str = r#"<mujoco><option gravity="0 0 0"/><worldbody><body>
  <joint type="slide" axis="1 0 0" stiffness="1e7" damping="2" springref="0.1"/>
  <geom type="sphere" size="0.1" mass="2"/></body></worldbody></mujoco>"#;

#[test]
fn spring_damper_solves_its_equation() {
    let m = load(SPRING, Integrator::ImplicitSpringDamper, 0.01);
    let mut d = m.make_data();
    d.qvel[0] = 0.7;
    let (h, mass, damping, stiffness) = (0.01, 2.0, 2.0, 1e7);
    for _ in 0..20 {
        let (q, v) = (d.qpos[0], d.qvel[0]);
        // (M + h D + h² K) v' = M v - h K (q - q0)
        let expected = (mass * v - h * stiffness * (q - 0.1)) / (mass + h * damping + h * h * stiffness);
        d.step(&m).unwrap();
        assert!((d.qvel[0] - expected).abs() < 1e-10 * (1.0 + expected.abs()));
        assert_eq!(d.qpos[0], q + h * d.qvel[0]);
    }
}

#[test]
fn spring_damper_is_stable_for_any_stiffness() {
    assert!(largest_speed(&load(SPRING, Integrator::Euler, 0.01), 1.0) > 1e6);
    assert!(largest_speed(&load(SPRING, Integrator::ImplicitSpringDamper, 0.01), 1.0) < 20.0);
    // springs of ball and free joints
    let xml = r#"<mujoco><option gravity="0 0 0"/><worldbody>
      <body><joint type="ball" stiffness="1e5"/><geom type="box" size="0.1 0.2 0.3"/></body>
      <body><joint type="free" stiffness="1e5"/><geom type="box" size="0.1 0.2 0.3"/></body></worldbody></mujoco>"#;
    let mut m = load(xml, Integrator::ImplicitSpringDamper, 0.01);
    m.opt.disableflags |= sim_core::DisableFlags::CONTACT;
    assert!(largest_speed(&m, 1.0) < 10.0);
}

#[test]
fn keywords() {
    let names = ["Euler", "RK4", "implicit", "implicitfast", "implicitspringdamper"];
    for (name, &integrator) in names.iter().zip(Integrator::ALL) {
        let xml = format!(r#"<mujoco><option integrator="{name}"/></mujoco>"#);
        assert_eq!(sim_mjcf::load_model(&xml).unwrap().opt.integrator, integrator);
    }
}
