//! A pendulum from MJCF text: its period against the pendulum formula.
//!
//! Check: the first zero crossing comes at a quarter of T = 2π √(I / (m g l)) for small swings.

use sim_physics::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (mass, length) = (1.0_f64, 0.8_f64);
    let xml = format!(
        "<mujoco>
           <option timestep='0.0005'/>
           <worldbody>
             <body>
               <joint axis='0 1 0'/>
               <geom type='sphere' size='0.05' pos='0 0 -{length}' mass='{mass}'/>
             </body>
           </worldbody>
         </mujoco>"
    );
    let model = load_model(&xml)?;
    let mut data = model.make_data();
    data.qpos[0] = 0.01;
    while data.qpos[0] > 0.0 {
        data.step(&model)?;
    }

    let inertia = mass * length * length + 0.4 * mass * 0.05 * 0.05;
    let quarter = 0.5 * std::f64::consts::PI * (inertia / (mass * 9.81 * length)).sqrt();
    eprintln!("crossed zero at {:.4} s, expected {quarter:.4} s", data.time);
    assert!((data.time - quarter).abs() < 2.0 * model.opt.timestep);
    Ok(())
}
