//! A position servo: the joint goes where the control tells it, and stays there.
//!
//! Check: gravity is balanced by the servo, so it ends a little short, by torque / kp.

use sim_physics::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let model = load_model(
        "<mujoco>
           <worldbody>
             <body>
               <joint name='elbow' axis='0 -1 0' damping='2'/>
               <geom type='sphere' size='0.05' pos='0.3 0 0' mass='0.5'/>
             </body>
           </worldbody>
           <actuator>
             <position joint='elbow' kp='100'/>
           </actuator>
         </mujoco>",
    )?;
    let mut data = model.make_data();
    data.ctrl[0] = 0.5;
    while data.time < 5.0 {
        data.step(&model)?;
    }

    let angle = data.qpos[0];
    let sag = 0.5 * 9.81 * 0.3 * angle.cos() / 100.0;
    eprintln!("angle {angle:.6} rad, expected {:.6} rad", 0.5 - sag);
    assert!((angle - (0.5 - sag)).abs() < 1e-6);
    assert!(data.qvel[0].abs() < 1e-6);
    Ok(())
}
