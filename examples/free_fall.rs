//! The humanoid in free fall: nothing holds it, so its centre of mass follows a parabola whatever its joints do.
//!
//! Check: height and speed of the centre of mass after one second against h - g t² / 2 and g t. Contacts are
//! switched off, so that the floor does not end the fall.

use sim_physics::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut model = load_model_from_file(concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/humanoid.xml"))?;
    model.opt.disableflags |= DisableFlags::CONTACT;
    model.opt.timestep = 2.5e-4;
    let mut data = model.make_data();
    let body = model.id(ObjType::Body, "pelvis").ok_or("the humanoid has a pelvis")?;
    data.forward(&model)?;
    let start = data.subtree_com[3 * body + 2];
    // every motor at a tenth of its strength: forces inside the body do not move its centre of mass
    data.ctrl.fill(0.1);
    let steps = (1.0 / model.opt.timestep).round() as usize;
    for _ in 0..steps {
        data.step(&model)?;
    }
    data.forward(&model)?;
    let fallen = start - data.subtree_com[3 * body + 2];

    // semi-implicit Euler falls g t (t + h) / 2: the velocity is updated before the position
    let expected = 0.5 * 9.81 * data.time * (data.time + model.opt.timestep);
    eprintln!("fell {fallen:.5} m, expected {expected:.5} m");
    assert!((fallen - expected).abs() < 2e-3 * expected);
    Ok(())
}
