//! A model built in code: a chain of five links, without any file.
//!
//! Check: started from a bend and left alone, the chain keeps its energy.

use sim_physics::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut model = Model::n_link_pendulum(5, 0.4, 0.2);
    model.opt.timestep = 2.5e-5;
    model.opt.enableflags |= EnableFlags::ENERGY;
    let mut data = model.make_data();
    for (i, angle) in data.qpos.iter_mut().enumerate() {
        *angle = 0.3 * (i as f64 + 1.0);
    }
    data.forward(&model)?;
    let start: f64 = data.energy.iter().sum();
    for _ in 0..40_000 {
        data.step(&model)?;
    }
    data.forward(&model)?;
    let end: f64 = data.energy.iter().sum();

    eprintln!("energy {start:.6} J at the start, {end:.6} J after {:.1} s", data.time);
    // semi-implicit Euler conserves energy to first order in the time step
    assert!((end - start).abs() < 5e-3 * start.abs().max(1.0));
    Ok(())
}
